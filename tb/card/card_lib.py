# SPDX-License-Identifier: Apache-2.0
"""What the tests of ttpctl against simulated cards share.

Both as processes, and a host played by hand over UDP.
"""
import os, re, signal, socket, struct, subprocess, sys, tempfile, time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bridge"))
import bridge_lib
from bridge_lib import *

SIM = os.environ.get("CARDSIM", os.path.join(ROOT, "build", "cardsim"))     # another one
MAC_CARD, TYPE = b"\x02\x54\x54", b"\x88\xb5"
HELLO, DATA, REQ, CREDIT, BYE, WELCOME, DATA_IN, RSP, CPL, STATUS = 1, 2, 3, 4, 5, 9, 10, 11, 12, 13


class Process(Bridge):
    """One whose output goes to a file; bridge_lib shows and kills it when a test ends."""

    def __init__(self, command, stdin=subprocess.DEVNULL, **k):
        self.log = tempfile.NamedTemporaryFile(prefix="card-", suffix=".log")
        self.command = command
        self.p = subprocess.Popen(command, stdin=stdin, stdout=self.log, stderr=subprocess.STDOUT,
                                  cwd=ROOT, **k)
        Bridge.everyone.append(self)

    def end(self, code=0, seconds=60):
        try:
            got = self.p.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure("%s: no end within %g s" % (" ".join(self.command), seconds))
        expect(got == code, "%s: exit %d instead of %d: %s"
               % (" ".join(self.command), got, code, self.text()))
        return self.text()


class Sim(Process):
    def __init__(self, *args, tap=(None, None)):
        command = [SIM, "--commands"] + [str(a) for a in args]
        for k, name in enumerate(tap):
            command += ["--tap-" + "ab"[k], name] if name else ["--udp-" + "ab"[k], "0"]
        super().__init__(command, stdin=subprocess.PIPE)
        self.until("Ctrl-C ends it")
        self.port, self.uart = [], []
        self.baud = self.until(r"--uart \S+ --baud (\d+) info").group(1)
        for name, c in zip(tap, "AB"):
            if name:
                self.port.append(["--if", name])
            else:
                found = self.until(r"card %s: .*udp (127\.0\.0\.1:\d+)" % c)
                self.port.append(["--udp", found.group(1)])
        for c in "AB":
            found = self.until(r"card %s: .*UART (\S+)" % c)
            self.uart.append(["--uart", found.group(1), "--baud", self.baud])
        # The cards know their links after a millisecond or two.
        for k in (0, 1):
            end = time.monotonic() + 30
            while self.ctl(k, "info", "--timeout", 30).count(", link, ") < 2:
                expect(time.monotonic() < end, "no link")

    def start(self, where, *args):
        port = self.port[where] if isinstance(where, int) else where
        return Process([os.path.join(bridge_lib.BIN, "ttpctl")] + port + [str(a) for a in args])

    def ctl(self, where, *args, code=0, seconds=60):
        return self.start(where, *args).end(code, seconds)

    def reg(self, k, name):
        return int(re.search(r"= 0x(\w+)", self.ctl(k, "read", name)).group(1), 16)

    def stats(self, k):
        """{(group, counter): value}"""
        found, group = {}, ""
        for line in self.ctl(k, "stats", "--all").splitlines():
            m = re.fullmatch(r"  (\w+) +(\d+)", line)
            if m:
                found[group, m.group(1)] = int(m.group(2))
            else:
                group = line
        return found

    def transfer(self, a, b, src, dst, *more, to=None):
        r = self.start(b, "recv", dst, *more)
        s = self.start(a, "send", src, "--to", (2 if a == 0 else 1) if to is None else to, *more)
        s.end()
        r.end()
        same(src, dst)

    def say(self, line):
        self.p.stdin.write(line.encode() + b"\n")
        self.p.stdin.flush()
        self.until("%s: done" % re.escape(line))

    def finish(self):
        """Ends it; the summary as {name: number} of the wire."""
        self.signal(signal.SIGINT)
        text = self.end()
        expect(" 0 of them broken" in text and not re.search(r" [1-9]\d* of them broken", text),
               "a card sent a broken frame")
        m = re.search(r"wire: (\d+) frames; lost (\d+), corrupted (\d+), truncated (\d+), "
                      r"repeated (\d+), reordered (\d+)", text)
        names = "frames", "lost", "corrupted", "truncated", "repeated", "reordered"
        return dict(zip(names, map(int, m.groups())))


class RawHost:
    """A host in a few lines: a test changes its manners."""

    def __init__(self, sim, k):
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.to = ("127.0.0.1", int(sim.port[k][1].rsplit(":")[-1]))
        self.mac = b"\x06\x00\x00\x00\x00" + bytes([k + 1])
        self.next = 0
        self.limit = self.ack = self.goback = self.status = 0

    def frame(self, kind, vc=0, node=0, seq=0, limit=0, tag=0, body=b"", flags=0, version=1,
              length=None):
        length = len(body) if length is None else length
        head = bytes([version << 4 | kind, vc, flags]) + node.to_bytes(3, "big")
        head += struct.pack(">HHHHI", length, seq, limit, 0, tag)
        return (b"\xff" * 6 + self.mac + TYPE + head + body).ljust(60, b"\0")

    def send(self, *a, **k):
        self.sock.sendto(self.frame(*a, **k), self.to)

    def hear(self, kind, seconds=20):
        """The next frame of a kind; limits and acks of all on the way."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            expect(left > 0 and select.select([self.sock], [], [], left)[0],
                   "the raw host heard no frame of type %d" % kind)
            b = self.sock.recv(2048)
            got, flags = b[14] & 15, b[16]
            if got in (WELCOME, DATA_IN, CPL, STATUS):
                self.limit, self.ack = struct.unpack(">HH", b[24:28])
                self.goback += got == STATUS and flags & 1
            if got == kind:
                return b

    def hello(self):
        self.next = 0
        self.send(HELLO, tag=1, limit=64)
        return self.hear(WELCOME)

    def data(self, node, body, vc=0, obey=True):
        while obey and (self.next - self.limit) & 0x8000 == 0:
            self.hear(STATUS)
        self.send(DATA, vc, node, seq=self.next, body=body)
        self.next += 1

# SPDX-License-Identifier: Apache-2.0
"""What the tests of `ttpsim bridge` share: bridges as processes, a peer played by hand over UDP.

Ports are chosen by the kernel: a bridge with udp:0:0 names its port and answers whoever speaks
first.
"""
import os, re, select, signal, socket, struct, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build")
PYTHON = "/usr/bin/python3"                 # also a file of a few megabytes
OUI = b"\x98\xed\x5c"
(OPEN, OPEN_ACK, OPEN_NACK, CLOSE, CLOSE_ACK, CLOSE_NACK,
 PAYLOAD, ACK, NACK, NACK_FULL, NACK_NOLINK) = range(11)
FAST = ["--timeout", "0.02", "--open-timeout", "0.02", "--close-timeout", "0.04",
        "--backoff", "0.01"]


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


def ttpsim():
    """The program of --bin, which main() reads."""
    return os.path.join(BIN, "ttpsim")


class Bridge:
    """A running `ttpsim bridge`; its stderr goes to a file, so nothing can block on it."""

    everyone = []

    def __init__(self, *args, wire="udp:0:0", to=None, stdin=subprocess.DEVNULL,
                 stdout=subprocess.DEVNULL, wait=True):
        """to: the bridge or the peer to which its frames go."""
        wire = "udp:0:%d" % to.port if to else wire
        self.start(ttpsim(), "bridge", "--wire", wire, *args, stdin=stdin, stdout=stdout)
        if wait:
            self.port = int(self.until(r"wire udp 127\.0\.0\.1:(\d+)").group(1))
            self.until(r"cycles a second")

    def start(self, *command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        self.log = tempfile.NamedTemporaryFile(prefix="bridge-", suffix=".log")
        self.command = [str(a) for a in command]
        self.p = subprocess.Popen(self.command, stdin=stdin, stdout=stdout or self.log,
                                  stderr=self.log, cwd=ROOT)
        Bridge.everyone.append(self)

    def text(self):
        with open(self.log.name, errors="replace") as f:
            return f.read()

    def until(self, pattern, seconds=20):
        """Waits for a line of stderr."""
        end = time.monotonic() + seconds
        while True:
            m = re.search(pattern, self.text())
            if m:
                return m
            expect(self.p.poll() is None,
                   "ended with %s before it said %r" % (self.p.returncode, pattern))
            expect(time.monotonic() < end, "did not say %r within %g s" % (pattern, seconds))
            time.sleep(0.01)

    def end(self, code=0, seconds=30, ok="OK\n"):
        """Its words; with exit code 0 it must have said `ok`."""
        name = " ".join(self.command[1:])
        try:
            got = self.p.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure("%s: no end within %g s" % (name, seconds))
        expect(got == code, "%s: exit %d instead of %d" % (name, got, code))
        text = self.text()
        expect(code or ok in text, "exit 0 without " + ok)
        return text

    def signal(self, s=signal.SIGINT):
        self.p.send_signal(s)

    def cpu(self):
        with open("/proc/%d/stat" % self.p.pid) as f:
            field = f.read().rsplit(")", 1)[1].split()
        return (int(field[11]) + int(field[12])) / os.sysconf("SC_CLK_TCK")


def show_all():
    for b in Bridge.everyone:
        sys.stderr.write("--- %s\n%s" % (" ".join(b.command), b.text()))


def kill_all():
    for b in Bridge.everyone:
        if b.p.poll() is None:
            b.p.kill()
        b.p.wait()


def sender(to, src, *more, **k):
    """A bridge that sends a file, or with "-" what is written to its pipe."""
    if src == "-":
        k["stdin"] = subprocess.PIPE
    return Bridge("--node", 1, "--peer", 2, "--send", src, *FAST, *more, to=to, **k)


def receiver(out, *more, **k):
    return Bridge("--node", 2, "--recv", out, *FAST, *more, **k)


def carried(size, of_a=(), of_b=()):
    """A file from one bridge to another is the same there. Texts of both summaries."""
    with work() as d:
        src, dst = make_file(d + "/in", size), d + "/out"
        b = receiver(dst, *of_b)
        a = sender(b, src, *of_a)
        ta, tb = a.end(), b.end()
        same(src, dst)
    return ta, tb


def run(*args, code=None, seconds=60, **k):
    """`ttpsim` with these arguments, to its end."""
    r = subprocess.run([ttpsim(), *[str(a) for a in args]], capture_output=True, text=True,
                       timeout=seconds, cwd=ROOT, **k)
    expect(code in (None, r.returncode),
           "%s: exit %d instead of %s: %s" % (args, r.returncode, code, r.stderr))
    return r


def one_line(text, line, what=""):
    """The text is one line, and this is in it."""
    expect(line in text and text.count("\n") == 1, "%s: said %r" % (what, text))


def counter(text, name):
    """A number of the summary or the newest stats line: `replays 12` -> 12; 0 if not there."""
    m = re.findall(r"\b%s (\d+)" % re.escape(name), text)
    return int(m[-1]) if m else 0


def work():
    return tempfile.TemporaryDirectory(prefix="bridge-")


def make_file(path, size, seed=1):
    import random
    with open(path, "wb") as f:
        f.write(random.Random(seed).randbytes(size))
    return path


def read(path):
    with open(path, "rb") as f:
        return f.read()


def same(a, b):
    x, y = read(a), read(b)
    expect(x == y, "%s (%d bytes) differs from %s (%d bytes)" % (b, len(y), a, len(x)))


def read_pcapng(path):
    """Packets of a capture: (interface, nanoseconds since 1970, bytes, options)."""
    at, packets, data = 0, [], read(path)
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:
            interface, high, low, n = struct.unpack_from("<IIII", data, at + 8)
            body = data[at + 28:at + 28 + n]
            options = data[at + 28 + (n + 3) // 4 * 4:at + size - 4]
            packets.append((interface, high << 32 | low, body, options))
        at += size
    return packets


def frame(src, dst, op, vc=0, txid=0, rxid=0, life=0, to_life=0, payload=b""):
    b = OUI + dst.to_bytes(3, "big") + OUI + src.to_bytes(3, "big") + b"\x9a\xc6\x05\x00"
    b += struct.pack(">H", len(payload) + 46) + bytes(16)
    b += src.to_bytes(3, "big") + dst.to_bytes(3, "big")
    b += struct.pack(">HBBHHHHII", len(payload) + 26, op, vc, to_life, life, 0,
                     0x1000 if to_life else 0, txid, rxid) + payload
    return b.ljust(64, b"\0")


class Heard:
    def __init__(self, b):
        self.bytes = b
        self.dst, self.src = int.from_bytes(b[3:6], "big"), int.from_bytes(b[9:12], "big")
        self.op, self.vc = b[42] & 63, b[43]
        self.life = int.from_bytes(b[46:48], "big")
        self.to_life = int.from_bytes(b[44:46], "big") if b[50] == 16 else 0
        self.txid, self.rxid = struct.unpack(">II", b[52:60])
        self.payload = b[60:60 + int.from_bytes(b[40:42], "big") - 26]


class Peer:
    """A TTP peer in a few lines: takes what comes in order; a test changes its manners."""

    def __init__(self, node, life=77, to=None):
        """to: a bridge that has not spoken yet."""
        self.node, self.life = node, life
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind(("127.0.0.1", 0))
        self.port = self.sock.getsockname()[1]
        self.to = ("127.0.0.1", to.port) if to else None
        self.last = None
        self.data = b""
        self.closed = False
        self.full = False              # answers each payload with NACK_FULL
        self.count = [0] * 11
        self.heard = {}                # by our node, peer, VC: its newest life

    def send(self, dst, op, node=None, **k):
        k.setdefault("life", self.life)
        if op != OPEN and k["life"]:
            k.setdefault("to_life", self.heard.get((node or self.node, dst, k.get("vc", 0)), 0))
        self.sock.sendto(frame(node or self.node, dst, op, **k), self.to)

    def hear(self, seconds):
        if not select.select([self.sock], [], [], max(0, seconds))[0]:
            return None
        data, self.to = self.sock.recvfrom(2048)
        h = Heard(data)
        self.count[h.op] += 1
        if h.op in (OPEN, OPEN_ACK):
            self.heard[h.dst, h.src, h.vc] = h.life
        return h

    def until(self, op):
        """The next frame of that kind; answers what comes before."""
        while True:
            h = self.hear(5)
            expect(h, "no frame with opcode %d" % op)
            if h.op == op:
                return h
            self.answer(h)

    def answer(self, h):
        def reply(op, **k):
            self.send(h.src, op, node=h.dst, vc=h.vc, **k)

        if h.op == OPEN:
            self.last = h.txid
            reply(OPEN_ACK, txid=1, rxid=h.txid)
        elif h.op == CLOSE:
            self.closed = True
            reply(CLOSE_ACK, rxid=h.txid)
        elif h.op == PAYLOAD and self.full:
            reply(NACK_FULL, rxid=self.last)
        elif h.op == PAYLOAD:
            if h.txid == (self.last + 1) & 0xffffffff:
                self.last = h.txid
                self.data += h.payload
            reply(ACK, rxid=self.last)

    def refuse(self, seconds):
        """Answers every OPEN with OPEN_NACK."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            h = self.hear(0.05)
            if h and h.op == OPEN:
                self.send(h.src, OPEN_NACK, rxid=h.txid)

    def in_a_second(self, op):
        """How many frames of this kind come."""
        before = self.count[op]
        self.serve(1)
        return self.count[op] - before

    def has(self, path):
        """Its data are this file."""
        expect(read(path) == self.data, "what arrived differs from " + path)

    def serve(self, seconds, until=lambda: False):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            h = self.hear(min(0.1, end - time.monotonic()))
            if h:
                self.answer(h)


def main(tests):
    """bridge_x.py [--bin DIR] [NAME ...]: runs the tests of a file, all of them without a name."""
    global BIN
    args = sys.argv[1:]
    if args[:1] == ["--bin"]:
        BIN = os.path.abspath(args[1])
        args = args[2:]
    names = args or list(tests)
    failed = 0
    for name in names:
        start = time.monotonic()
        Bridge.everyone.clear()
        try:
            note = tests[name]()
            print("ok   %-16s %5.1f s  %s" % (name, time.monotonic() - start, note or ""),
                  flush=True)
        except Failure as f:
            failed += 1
            print("FAIL %-16s %5.1f s  %s" % (name, time.monotonic() - start, f), flush=True)
            show_all()
        finally:
            kill_all()
    return 1 if failed else 0

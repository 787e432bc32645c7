#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Broken input under AddressSanitizer and UBSan, mutated by seed, bounded in count.

Captures into `ttpsim bridge`; frames, UART bytes and commands into `cardsim`. A report of a
sanitizer, a signal or a hang fails, and so does a run in which too little got through to the code
behind.
"""
import glob, os, random, re, struct, subprocess, sys, time, zlib

import card_lib
from card_lib import *

ASAN = os.path.join(ROOT, "build", "asan")
REPORT = 99                              # exit code of a sanitizer
ENV = dict(os.environ, ASAN_OPTIONS="exitcode=%d:detect_leaks=1" % REPORT,
           UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1:exitcode=%d" % REPORT)
CAPTURES = sorted(glob.glob(os.path.join(ROOT, "tb", "data", "captures", "*.pcap")))
EDGE = (0, 1, 25, 26, 27, 0x7f, 0x80, 0xff, 1024, 1050, 1051, 0x7fff, 0x8000, 0xffff)
GLOBAL, RECORD = 24, 16                  # bytes of the two headers of a pcap


def sanitized(program):
    """That the sanitizers are in the program: a build without them would find nothing."""
    with open(program, "rb") as f:
        text = f.read()
    expect(b"__asan_init" in text and b"__ubsan_handle" in text, "%s has no sanitizers" % program)


def clean(text, code, allowed, what):
    bad = re.search(r"(ERROR: \w+Sanitizer|runtime error|LeakSanitizer)[^\n]*", text)
    expect(not bad, "%s: %s" % (what, bad.group(0) if bad else ""))
    expect(code in allowed, "%s: exit %s\n%s" % (what, code, text[-2000:]))


def records(path):
    """(time in us, frame) of a classic pcap."""
    with open(path, "rb") as f:
        b = f.read()
    found, at = [], GLOBAL
    while at + RECORD <= len(b):
        s, us, n, _ = struct.unpack_from("<IIII", b, at)
        found.append((s * 1000000 + us, b[at + RECORD:at + RECORD + n]))
        at += RECORD + n
    expect(found, path + " has no frames")
    return found


def mutate(r, frame, head, longest):
    """One to three changes; `head`: where the fields that matter begin and end."""
    b = bytearray(frame)
    for _ in range(r.randint(1, 3)):
        at = r.randrange(*head) if r.random() < 0.7 else r.randrange(len(b) or 1)
        kind = r.randrange(7)
        if kind == 0 and at < len(b):
            b[at] ^= 1 << r.randrange(8)
        elif kind == 1 and at + 1 < len(b):
            struct.pack_into(">H", b, at, r.choice(EDGE))
        elif kind == 2 and at + 3 < len(b):
            struct.pack_into(">I", b, at, r.choice((0, 1, 0x7fffffff, 0x80000000, 0xffffffff)))
        elif kind == 3:
            del b[r.randrange(len(b) + 1):]
        elif kind == 4:
            b += r.randbytes(r.choice((1, 7, 64, 1024, longest)))
        elif kind == 5:
            del b[at:at + r.randint(1, 8)]
        else:
            b[at:at] = r.randbytes(r.randint(1, 8))
        del b[longest:]
    return bytes(b)


def bridge(path, node, *more, allowed=(0, 1, 2)):
    command = [ASAN + "/ttpsim", "bridge", "--node", str(node), "--wire", "pcap-in:" + path,
               "--recv", "/dev/null", "--preset", "min64", "--epoch", "7", "--hz", "100000"]
    command += [str(m) for m in more]
    try:
        p = subprocess.run(command, capture_output=True, timeout=120, cwd=ROOT, env=ENV)
    except subprocess.TimeoutExpired:
        raise Failure("%s: no end" % " ".join(command))
    text = p.stderr.decode(errors="replace")
    clean(text, p.returncode, allowed, " ".join(command[1:]))
    return text


def frames():
    """Captures with mutated frames, in a file that is whole: all of them reach the MAC."""
    sanitized(ASAN + "/ttpsim")
    r, fed, taken, dropped = random.Random(1), 0, 0, 0
    with work() as d:
        for round in range(4):
            for path in CAPTURES:
                out, now = bytearray(struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1)), 0
                for when, frame in records(path)[:120]:
                    now += r.choice((1, 20, 300))
                    b = frame if r.random() < 0.5 else mutate(r, frame, (12, 62), 1600)
                    out += struct.pack("<IIII", now // 1000000, now % 1000000, len(b), len(b)) + b
                    fed += 1
                with open(d + "/frames.pcap", "wb") as f:
                    f.write(out)
                text = bridge(d + "/frames.pcap", 1 + round % 2, "--pcap", d + "/answers",
                              "--profile", r.choice(("spec", "interop")))
                taken += counter(text, "PAYLOAD") + counter(text, "OPEN") + counter(text, "ACK")
                drops = re.search(r"drops +(.*)", text)
                expect(drops, "no summary")
                dropped += sum(map(int, re.findall(r" (\d+)", drops.group(1))))
    expect(taken > fed / 8 and dropped > fed / 20,
           "of %d frames %d taken, %d dropped" % (fed, taken, dropped))
    return "%d frames, %d dropped by a rule" % (fed, dropped)


def files():
    """Captures whose own bytes are mutated: headers, lengths, times; also as a recording."""
    sanitized(ASAN + "/ttpsim")
    r, codes = random.Random(2), {"read": 0, "refused": 0}
    small = [p for p in CAPTURES if os.path.getsize(p) < 5000]
    with work() as d:
        for i in range(120):
            with open(r.choice(small), "rb") as f:
                b = f.read()
            m = mutate(r, b, (0, GLOBAL + RECORD) if i % 2 else (GLOBAL, len(b)), 70000)
            while i % 2 == 0 and len(m) != len(b):          # every other one stays in step
                m = mutate(r, b, (GLOBAL, len(b)), 70000)
            with open(d + "/file.pcap", "wb") as f:
                f.write(m)
            text = bridge(d + "/file.pcap", 2, *(["--exact"] if i % 3 == 0 else []))
            codes["read" if "frames in" in text else "refused"] += 1
    expect(min(codes.values()) >= 5, "one sided: %s" % codes)
    return "%(read)d read, %(refused)d refused" % codes


def slip(body, fcs=True):
    body += struct.pack("<I", zlib.crc32(body)) if fcs else b""
    return b"\xc0" + body.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0"


def annoy(sim, r):
    """Frames to the host ports, bytes to the UART, lines to stdin."""
    hosts = [RawHost(sim, k) for k in (0, 1)]
    for h in hosts:
        h.hello()
    kinds = (HELLO, DATA, DATA, DATA, REQ, CREDIT, BYE, WELCOME, 0, 7, 15)
    for i in range(1500):
        h = hosts[i & 1]
        body = r.randbytes(r.choice((0, 1, 8, 60, 1024)))
        f = h.frame(r.choice(kinds), r.randrange(4), r.choice((1, 2, 9)),
                    seq=r.choice((h.next, r.randrange(65536))), limit=r.randrange(65536),
                    tag=r.randrange(1 << 32), body=body)
        h.sock.sendto(f if r.random() < 0.3 else mutate(r, f, (12, 34), 9000), h.to)
        if i % 100 == 99:
            h.hello()
            h.data(2 if h is hosts[0] else 1, b"whole")
        while select.select([h.sock], [], [], 0)[0]:
            h.sock.recv(4096)
    with open(sim.uart[0][1], "wb", buffering=0) as f:
        for i in range(40):
            b = hosts[0].frame(r.choice(kinds), tag=i, body=r.randbytes(r.randrange(64)))[14:]
            bad = mutate(r, slip(b, r.random() < 0.7), (0, 20), 1400)
            f.write(bad if i % 4 else slip(b))
            time.sleep(0.01)
    lines = (b"loss 0.5", b"corrupt", b"link down", b"link up", b"truncate nan", b"x" * 900)
    for i in range(60):
        line = r.choice(lines)
        sim.p.stdin.write(mutate(r, line, (0, 4), 1200).replace(b"quit", b"") + b"\n")
    sim.p.stdin.flush()


def cards():
    """Whatever came in, both cards still serve afterwards."""
    program = os.path.join(ASAN, "cardsim")
    sanitized(program)
    card_lib.SIM = program
    os.environ.update(ENV)
    sim = Sim("--loss", 0.05, "--seed", 4)
    before = [sim.stats(k) for k in (0, 1)]
    try:
        annoy(sim, random.Random(3))
        for line in ("loss 0", "corrupt 0", "truncate 0", "link up"):
            sim.say(line)
        end = time.monotonic() + 60
        while sim.ctl(0, "info", "--timeout", 30).count(", link, ") < 2:
            expect(time.monotonic() < end, "no link")
        with work() as d:
            sim.transfer(0, 1, make_file(d + "/a", 3000), d + "/a.out")
    except Failure:
        clean(sim.text(), sim.p.poll(), (None,), "cardsim")     # a report tells more
        raise
    moved = {k[1] for n in (0, 1) for k, v in sim.stats(n).items() if v != before[n].get(k, 0)}
    sim.signal(signal.SIGINT)
    clean(sim.text(), sim.p.wait(60), (0,), "cardsim")
    want = {"MALFORMED", "NOT_OURS", "NO_SESSION", "ORDER", "DATA", "DISCARD", "UART_BAD",
            "RX_PAYLOAD"}
    expect(want <= moved, "never met: %s" % sorted(want - moved))
    return "%d counters moved" % len(moved)


TESTS = {"frames": frames, "files": files, "cards": cards}

if __name__ == "__main__":
    sys.exit(main(TESTS))

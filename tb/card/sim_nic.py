#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""ttpctl against two simulated cards with a NIC; docs/ttpctl.md, docs/host-link.md.

    tb/card/sim_nic.py [--bin FOLDER] [TEST...]
"""
import random

import card_lib
from card_lib import *

card_lib.SIM = os.environ.get("CARDSIM", os.path.join(ROOT, "build", "cardsim_nic"))
FOLDER = tempfile.TemporaryDirectory(prefix="card-")
TMP = FOLDER.name
KEY, SIZE = 0x5A01, 65536


def file(name, n, seed=1):
    path = os.path.join(TMP, name)
    with open(path, "wb") as f:
        f.write(random.Random(seed).randbytes(n))
    return path


def copy(sim, k, at, n, name="copy"):
    path = os.path.join(TMP, name)
    sim.ctl(k, "mem", "read", at, n, path)
    return path


def counters(sim, k):
    return {name: int(n) for name, n in re.findall(r"^([A-Z]+) +(\d+)$", sim.ctl(k, "nic"), re.M)}


def pair(*args):
    """Two cards, their NICs on; B has a region of 16 KiB at 0x1000 for all."""
    sim = Sim(*args)
    lives = []
    for k in (0, 0, 1):
        sim.ctl(k, "nic", "start")
        lives.append(sim.reg(k, "NIC_LIFE"))
    expect(lives[0] != lives[1], "the same NIC_LIFE twice: %d" % lives[0])
    sim.ctl(1, "nic", "region", KEY, 0x1000, 0x4000, "rw")
    return sim


def move(*args):
    """A file from the memory of A to that of B by a remote write, and back by a remote read."""
    sim = pair(*args)
    source, n = file("source", 9001), 9001
    zeros = os.path.join(TMP, "zeros")
    with open(zeros, "wb") as f:
        f.write(bytes(n + 200))
    for k, at in ((0, 0x8000), (1, 0x1000)):    # what is there before is no copy of the file
        sim.ctl(k, "mem", "write", at, zeros)
    sim.ctl(0, "mem", "write", 3, source)
    same(source, copy(sim, 0, 3, n))
    text = sim.ctl(0, "nic", "write", 2, 3, n, KEY, 13, "--notice", 77)
    expect(text == "DONE     node 000002, VC 0: 9001 bytes, OK\n", "write: " + text)
    text = sim.ctl(1, "nic", "poll", "--wait", 60)
    expect(text == "NOTICE   node 000001, VC 0: 9001 bytes at 0xD of region 0x%08X, number 77\n"
           % KEY, "notice: " + text)
    same(source, copy(sim, 1, 0x1000 + 13, n))
    around = read(copy(sim, 1, 0x1000, n + 100))
    expect(around[:13] + around[13 + n:] == bytes(100), "bytes beside the file were written")
    expect("nothing has come" in sim.ctl(1, "nic", "poll", code=1), "a second notice")
    text = sim.ctl(0, "nic", "read", 2, 0x8002, n, KEY, 13, "--vc", 1)
    expect(text == "DONE     node 000002, VC 1: 9001 bytes, OK\n", "read: " + text)
    same(source, copy(sim, 0, 0x8002, n))
    a, b = counters(sim, 0), counters(sim, 1)
    replays = sum(sim.stats(k)["MAC", "REPLAY"] for k in (0, 1))
    wire = sim.finish()
    # 9001 bytes: 992, 7 times 1016, 897; the READ and its 9 DATA; a REPLY of each side
    expect((a["POSTED"], b["POSTED"], a["OK"], b["TOLD"]) == (10, 10, 2, 1)
           and a["FAILED"] + a["BAD"] + a["LATE"] + b["BAD"] + b["REFUSED"] == 0,
           "counters %s %s" % (a, b))
    return replays, wire


def remote():
    replays, wire = move()
    expect(wire["lost"] == 0 and replays == 0, "frames were repeated")
    return "%d frames on the wire" % wire["frames"]


def lossy():
    replays, wire = move("--loss", 0.2, "--seed", 3)
    expect(wire["lost"] > 0 and replays > 0, "nothing was repeated")
    return "%d frames on the wire, %d lost" % (wire["frames"], wire["lost"])


def refused():
    """What does not belong is told, and touches nothing."""
    sim = pair()
    sim.ctl(1, "nic", "region", KEY + 1, 0x6000, 256, "r", "--from", 1)
    sim.ctl(1, "nic", "region", 3, 0xFFC0, 0x1000, "w")     # goes on behind the memory
    sim.ctl(0, "mem", "write", 0, file("source", 512))
    # The regions of B and what is around their ends
    look = lambda: [read(copy(sim, 1, at, 0x180)) for at in (0xFC0, 0x4F80, 0x5FC0)]
    before = look()
    for status, way, *where in (
            ("KEY", "write", 2, 0, 100, KEY + 256, 0), ("KEY", "write", 2, 0, 100, KEY + 1, 0),
            ("RANGE", "write", 2, 0, 100, KEY, 0x4000 - 99),
            ("RANGE", "read", 2, 0, 257, KEY + 1, 0),
            ("LOCAL", "write", 2, SIZE, 100, KEY, 0), ("LOCAL", "write", 2, 1 << 31, 8, KEY, 0),
            ("LOCAL", "read", 2, SIZE + 8, 100, KEY, 0), ("MEMORY", "write", 2, 0, 128, 3, 64),
            ("UNSENT", "write", 1, 0, 100, KEY, 0)):
        text = sim.ctl(0, "nic", way, *where, code=1)
        expect(text.endswith(" bytes, %s\n" % status), "%s %s: %s" % (way, where, text))
    expect(look() == before, "a refused message was written")
    for k in range(20):                                     # more than the ring has, one by one
        sim.ctl(0, "nic", "write", 2, 0, 8 + k, KEY, 8)
    same(copy(sim, 0, 0, 27, "a"), copy(sim, 1, 0x1008, 27, "b"))
    sim.ctl(1, "nic", "region", KEY, "off")
    expect(", KEY" in sim.ctl(0, "nic", "write", 2, 0, 8, KEY, 8, code=1), "a region that is off")
    sim.ctl(0, "write", "RETRY_MAX", 3)
    expect(", DEAD" in sim.ctl(0, "nic", "read", 9, 0, 8, KEY, 8, code=1), "node 9 is not there")
    a, b = counters(sim, 0), counters(sim, 1)
    expect(a["OK"] == 20 and a["FAILED"] == 11 and b["REFUSED"] >= 6, "counters %s %s" % (a, b))
    for args, code, what in (
            (("mem", "read", SIZE - 1, 2, "-"), 1, "the memory of the card has 0x10000"),
            (("mem", "read", SIZE, 1, "-"), 1, "the memory of the card has 0x10000"),
            (("mem", "write", SIZE - 511, TMP + "/source"), 1, "longer than the memory"),
            (("mem", "read", 0, 0, "-"), 2, "bytes 0: not a number"),
            (("mem", "read", 0, 4), 2, "wants ADDRESS BYTES FILE"),
            (("mem", "erase", 0, 4), 2, "not read or write"),
            (("mem", "write", 0, "/nowhere"), 2, "/nowhere"),
            (("nic", "region", 0x5A04, 0, 8, "r"), 2, "below 4"),
            (("nic", "region", KEY, 0, 8, "x"), 2, "not r, w or rw"),
            (("nic", "write", 2, 0, 8, KEY), 2, "wants NODE ADDRESS BYTES KEY OFFSET"),
            (("nic", "read", 2, 0, 8, KEY, 0, "--notice", 1), 2, "only of nic write"),
            (("nic", "poll", "--vc", 1), 2, "does not belong to it"),
            (("nic", "stop"), 2, "not start, region, write, read or poll"),
            (("read", "TG_LEN"), 1, "refuses to read"), (("echo",), 1, "refuses to read"),
            (("write", "MEM_BYTES", 1), 1, "refuses to write"), (("read", "0x2FFC"), 1, "refuses"),
            (("ping", 2, "-c", 1), 1, "is its NIC's"),
            (("send", "LICENSE", "--to", 2), 1, "is its NIC's")):
        text = sim.ctl(0, *args, code=code)
        expect(what in text, "%s: %s" % (args, text))
    expect("NIC        65536 bytes of memory" in sim.ctl(0, "info"), "info")
    expect(sim.reg(0, "NIC_ID") == 0x544E4943 and sim.reg(0, "MEM_BYTES") == SIZE, "registers")
    sim.finish()
    return "%d failed messages" % a["FAILED"]


def operations():
    """Operations of a REQ byte by byte, and a payload, which nobody takes."""
    sim = Sim()
    host = RawHost(sim, 0)
    held, rng, tag, bad = bytearray(64), random.Random(5), 0, 0

    def ask(ops):
        nonlocal tag
        tag += 1
        host.send(REQ, tag=tag, body=b"".join(ops))
        while True:
            b = host.hear(RSP, 60)
            if b[28:32] == tag.to_bytes(4, "big"):
                return [b[32 + 8 * i:40 + 8 * i] for i in range(len(ops))]

    words = (0, 1, 2, 3, SIZE // 8, SIZE // 4 - 1, SIZE // 4, 0xFFFF)
    ask([struct.pack(">BBHI", 3, 15, w, 0) for w in words])
    held = {w: bytearray(4) for w in words if w < SIZE // 4}
    for _ in range(12):
        ops, want = [], []
        for _ in range(32):
            kind, w = rng.choice((2, 2, 3, 3, 4, 6, 130)), rng.choice(words)
            value, strobes = rng.randbytes(4), rng.randrange(16)
            ops.append(struct.pack(">BBH", kind, strobes, w) + value)
            if kind not in (2, 3) or w not in held:
                want.append(struct.pack(">BBHI", kind & 127 | 128, strobes, w, 0))
                bad += 1
                continue
            for i in range(4):
                if kind == 3 and strobes >> i & 1:
                    held[w][i] = value[i]
            want.append(struct.pack(">BBH", kind, strobes, w) + (value if kind == 3 else held[w]))
        got = ask(ops)
        for o, w, g in zip(ops, want, got):
            expect(g == w, "operation %s: %s instead of %s" % (o.hex(), g.hex(), w.hex()))
    expect(bad > 20, "hardly any operation was wrong")
    # Registers at 0x3000 and above are none.
    got = ask([struct.pack(">BBHI", 0, 0, a, 0) for a in (0x2000, 0x3000, 0x4000, 0x8000, 0xA000)])
    expect([g[0] for g in got] == [0, 128, 128, 128, 128] and got[0][4:] == b"TNIC", "registers")
    # No payload has credit.
    host.hello()
    expect(host.limit == 0, "the card gives credit")
    host.data(2, b"x" * 40, obey=False)
    host.hear(STATUS)
    expect(host.goback == 1 and host.ack == 0, "no STATUS with GOBACK")
    expect(sim.stats(0)["host link", "OVERRUN"] == 1, "the payload was not counted")
    sim.finish()
    return "%d operations refused" % bad


def serial():
    """Over the UART of the card."""
    sim = pair()
    source = file("source", 20)
    sim.ctl(sim.uart[0] + ["--timeout", "60"], "mem", "write", 5, source, seconds=120)
    expect(", OK" in sim.ctl(0, "nic", "write", 2, 5, 20, KEY, 0), "a write")
    same(source, copy(sim, 1, 0x1000, 20))
    other = os.path.join(TMP, "other")
    sim.ctl(sim.uart[1] + ["--timeout", "60"], "mem", "read", 0x1000, 20, other, seconds=120)
    same(source, other)
    sim.finish()


def off():
    """A NIC that was not started; a card without one."""
    sim = Sim()
    for command in (("write", 2, 0, 8, KEY, 0), ("poll",)):
        expect("the NIC is off" in sim.ctl(0, "nic", *command, code=1), command[0])
    sim.finish()
    card_lib.SIM = os.path.join(ROOT, "build", "cardsim")
    sim = Sim()
    for command in (("mem", "read", 0, 4, "-"), ("nic",), ("nic", "start"), ("nic", "poll")):
        expect("this card has no NIC" in sim.ctl(0, *command, code=1), "%s" % (command,))
    sim.finish()
    card_lib.SIM = os.environ.get("CARDSIM", os.path.join(ROOT, "build", "cardsim_nic"))


TESTS = {f.__name__: f for f in (remote, lossy, refused, operations, serial, off)}

if __name__ == "__main__":
    sys.exit(main(TESTS))

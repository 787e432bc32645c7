#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Two bridges whose MACs are reset in mid-transfer (--restarts): the file is whole, and what a MAC
must not hand over is seen."""
import struct, sys

from bridge_lib import *

DATA, END, FROM, WHOLE = range(4)


def resets(text):
    return int(re.search(r"restarts +(\d+) of our MAC", text).group(1))


def both(size, of_a, of_b, least):
    def test():
        n = tuple(resets(text) for text in carried(size, of_a, of_b))
        expect(n >= least, "reset %d and %d times, wanted %d and %d" % (n + least))
        return "reset %d and %d times" % n
    return test


def closing():
    """Short transfers over a wire that loses much, and resets: some come when a CLOSE was lost.
    Both ends end all the same."""
    n = sum(int(both(3000, ["--restarts", 0.03, "--loss", 0.3, "--seed", seed],
                     ["--restarts", 0], (0, 0))().split()[1]) for seed in range(2, 10))
    expect(n >= 8, "reset %d times" % n)
    return "reset %d times" % n


def lockstep():
    text = both(150000, ["--restarts", 0.1, "--loss", 0.02, "--hz", 300000],
                ["--restarts", 0.1, "--dut", "lockstep", "--preset", "min64", "--hz", 200000],
                (3, 3))()
    compared = [re.search(r"(\d+) cycles compared, 0 mismatches", b.text())
                for b in Bridge.everyone]
    expect(any(m and int(m.group(1)) > 50000 for m in compared), "the lockstep compared nothing")
    return text


def piece(what, way, at, data=b""):
    return struct.pack(">BHBI", what, way, at >> 32, at & 0xffffffff) + data


def judge(payloads, complaint):
    """A MAC that hands over these payloads is told from one that works."""
    def test():
        with work() as d:
            b = receiver(d + "/out", "--restarts", 0)
            p = Peer(1, to=b)
            p.send(2, OPEN, txid=100)
            p.until(OPEN_ACK)
            for i, data in enumerate(payloads):
                p.send(2, PAYLOAD, txid=101 + i, payload=data)
                p.until(ACK)
            expect(complaint in b.end(1), "it did not say: " + complaint)
    return test


FIRST = piece(DATA, 0, 0, b"x" * 40)
TESTS = {
    "both": both(1500000, ["--restarts", 0.05, "--loss", 0.02], ["--restarts", 0.05], (3, 3)),
    "sender": both(1000000, ["--restarts", 0.02, "--loss", 0.02, "--dup", 0.02],
                   ["--restarts", 0], (3, 0)),
    "receiver": both(1000000, ["--restarts", 0, "--reorder", 0.02], ["--restarts", 0.02], (0, 3)),
    "closing": closing,
    "empty": both(0, ["--restarts", 0], ["--restarts", 0], (0, 0)),
    "lockstep": lockstep,
    "twice": judge([FIRST, FIRST], "pass 0, byte 0) comes twice"),
    "missing": judge([FIRST, piece(DATA, 0, 80, b"y")], "comes, and one before it is missing"),
    "lost": judge([FIRST, piece(DATA, 1, 80, b"y")], "what was acknowledged before it is missing"),
    "older": judge([FIRST, piece(DATA, 1, 0, b"x"), piece(DATA, 0, 40, b"y")],
                   "comes behind one of a newer pass"),
    "plain": judge([b"short"], "has no stamp: the peer runs without --restarts"),
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

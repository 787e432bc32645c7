#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge against a peer played by hand: its timers by the wall clock, its first IDs, what it
takes from whom."""
import os, re, shutil, subprocess, sys, time

from bridge_lib import *

SLOW = ["--timeout", 5, "--open-timeout", 5, "--close-timeout", 5, "--backoff", 5]


def slow_sender(peer, *more, src=PYTHON, times=SLOW):
    return Bridge("--node", 1, "--peer", 2, "--send", src, *times, *more, to=peer)


def backoff():
    """One payload in flight, each answered by NACK_FULL: ten a second with a back-off of 0.1 s."""
    peer = Peer(2)
    slow_sender(peer, "--backoff", 0.1, "--preset", "min64")
    peer.serve(5, lambda: peer.count[ACK] or len(peer.data))
    peer.full = True
    peer.serve(0.3)
    n = peer.in_a_second(PAYLOAD)
    expect(8 <= n <= 11, "%d payloads in a second" % n)
    return "%d payloads in a second" % n


def close_timeout():
    """CLOSE is never answered: again each 0.15 s, dead after five."""
    with work() as d:
        peer = Peer(2)
        a = slow_sender(peer, "--close-timeout", 0.15, "--retry-max", 5,
                        src=make_file(d + "/in", 100))
        times, start = [], time.monotonic()
        while a.p.poll() is None and time.monotonic() < start + 5:
            h = peer.hear(0.05)
            if h and h.op == CLOSE:
                times.append(time.monotonic())
            elif h:
                peer.answer(h)
        text = a.end(1)
        gaps = [y - x for x, y in zip(times, times[1:])]
        expect(len(times) == 5 and min(gaps) > 0.14 and max(gaps) < 0.25, "CLOSE came at %s" % gaps)
        expect("DEAD" in text and "no payload lost" in text, "the dead link is not told")


def interop():
    """Profile interop: first ID 2^20, payloads of 1008 bytes, OPEN again after a quarter second."""
    peer = Peer(2, life=0)
    a = slow_sender(peer, "--profile", "interop", times=[])
    first = peer.hear(5)
    start = time.monotonic()
    again = peer.hear(5)
    took = time.monotonic() - start
    expect(first.op == OPEN and again.op == OPEN and first.txid == 1 << 20,
           "first OPEN has TxID %d" % first.txid)
    expect(0.24 < took < 0.45, "OPEN again after %.3f s" % took)
    peer.answer(again)
    h = peer.hear(5)
    expect(h.op == PAYLOAD and h.txid == (1 << 20) + 1 and len(h.payload) == 1008,
           "first payload %d of %d bytes" % (h.txid, len(h.payload)))
    a.p.kill()
    b = slow_sender(peer, times=[])
    peer.sock.setblocking(False)
    while True:
        h = peer.hear(5)
        if h.op == OPEN and h.life != first.life:      # the old one may have left something behind
            break
    expect(h.txid == 0, "profile spec: first OPEN has TxID %d" % h.txid)
    peer.answer(h)
    while h.op != PAYLOAD:
        h = peer.hear(5)
    expect(len(h.payload) == 1024, "profile spec: payload of %d bytes" % len(h.payload))
    return "OPEN again after %.3f s" % took


def reack():
    """The last ACK again while no new payload comes."""
    peer = Peer(2, to=Bridge("--node", 1, *FAST, "--reack", 0.1))
    peer.send(1, OPEN, txid=5)
    peer.serve(0.2)
    peer.send(1, PAYLOAD, txid=6, payload=b"x")
    n = peer.in_a_second(ACK)
    expect(6 <= n <= 12, "%d ACKs in a second" % n)
    return "%d ACKs in a second" % n


def reopened():
    """Another life on an open link. One that had nothing of this link leaves it in silence, any
    other has lost something."""
    for used, code, line in ((False, 0, "nothing had come, nothing is missing"),
                             (True, 1, "has RESTARTED")):
        with work() as d:
            b = Bridge("--node", 1, "--recv", d + "/out", *FAST)
            peer = Peer(2, to=b)
            peer.send(1, OPEN, txid=5)
            peer.serve(0.1)
            for i in (6, 7) if used else ():
                peer.send(1, PAYLOAD, txid=i, payload=b"%d " % i)
            peer.serve(0.1)
            old, peer.life = peer.life, peer.life + 1
            peer.send(1, OPEN, txid=900)
            h = peer.until(OPEN_ACK)
            expect((h.life, h.to_life) == (peer.heard[2, 1, 0], old), "OPEN_ACK names other lives")
            peer.send(1, NACK_NOLINK, rxid=h.txid, life=old)
            peer.send(1, OPEN, txid=900)
            peer.serve(0.1)
            peer.send(1, PAYLOAD, txid=901, payload=b"on")
            peer.serve(0.1)
            peer.send(1, CLOSE, txid=902)
            peer.serve(0.1)
            text = b.end(code)
            expect(line in text, "not told: " + line)
            expect(read(d + "/out") == (b"6 7 on" if used else b"on"), "wrong data")


def linger():
    """A receiver stays a while after the CLOSE: a peer whose CLOSE_ACK was lost gets another."""
    with work() as d:
        b = Bridge("--node", 1, "--recv", d + "/out", *FAST)
        peer = Peer(2, to=b)
        peer.send(1, OPEN, txid=5)
        peer.serve(0.1)
        peer.send(1, PAYLOAD, txid=6, payload=b"data")
        peer.serve(0.1)
        for i in range(3):
            peer.send(1, CLOSE, txid=7, rxid=0)
            peer.serve(0.15)
            expect(peer.count[CLOSE_ACK] == i + 1, "CLOSE number %d was not answered" % (i + 1))
        start = time.monotonic()
        text = b.end(0, 5)
        expect(time.monotonic() - start < 1, "it stayed too long")
        # Frames that come after a silence find simulated time where the wall clock is.
        slow = re.search(r"\((\d+) %\)", text)
        expect(not slow or int(slow.group(1)) < 50,
               "simulated time was given up: " + (slow.group(0) if slow else ""))
        expect(read(d + "/out") == b"data", "wrong data")


def strangers():
    """--recv takes one peer and one VC; the payloads of others are thrown away and that is told."""
    with work() as d:
        b = Bridge("--node", 1, "--recv", d + "/out", "--peer", 2, "--vc", 1, *FAST)
        for node, vc, data in ((3, 1, b"wrong peer"), (2, 0, b"wrong VC"), (2, 1, b"right")):
            peer = Peer(node, to=b)
            if node != 3 or vc != 1:
                peer.sock, peer.heard = first.sock, first.heard
            first = peer
            peer.send(1, OPEN, vc=vc, txid=5)
            peer.serve(0.1)
            peer.send(1, PAYLOAD, vc=vc, txid=6, payload=data)
            peer.serve(0.1)
            expect(peer.count[ACK] == 1, "no ACK for " + repr(data))
        peer.send(1, CLOSE, vc=1, txid=7)
        # The links of the others are open still: it closes them.
        peer.serve(5, lambda: b.p.poll() is not None)
        text = b.end(0)
        expect("000003 VC 1 closed" in text and "000002 VC 0 closed" in text,
               "other links left open")
        expect(read(d + "/out") == b"right", "wrong data")
        expect("thrown away: --recv does not take this link" in text and "; 2 thrown away" in text,
               "nothing told")


def rtl_dir():
    """The RTL is looked for beside the program, and in --rtl-dir."""
    with work() as d:
        exe = shutil.copy(ttpsim(), d)
        empty = make_file(d + "/empty", 0)
        args = [exe, "bridge", "--node", "1", "--wire", "udp:0:0", "--peer", "2", "--send", empty,
                "--preset", "min64", "--dut", "rtl"]
        r = subprocess.run(args, capture_output=True, text=True, timeout=20)
        expect(r.returncode == 2, "without: exit %d" % r.returncode)
        one_line(r.stderr, "is not built", "without")
        r = subprocess.run(args + ["--rtl-dir", os.path.join(ROOT, "build")], capture_output=True,
                           text=True, timeout=20)
        expect(r.returncode == 0, "with: %r" % r.stderr)


TESTS = {
    "backoff": backoff, "close_timeout": close_timeout, "interop": interop, "reack": reack,
    "reopened": reopened, "linger": linger, "strangers": strangers, "rtl_dir": rtl_dir,
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge on a live wire: what it says about a silent peer, what it puts on the wire, its time."""
import re, signal, sys, time

from bridge_lib import *

SEND = ["--node", 1, "--peer", 2]


def no_answer():
    """OPENs without an answer: one line after a second, one more when the answer comes."""
    with work() as d:
        src = make_file(d + "/in", 5000)
        for every, more in ((0.2, []), (1.6, ["--dut", "lockstep", "--preset", "min64"])):
            peer = Peer(2)
            a = Bridge(*SEND, "--send", src, "--open-timeout", every, *more, to=peer)
            opens = []

            def listen(seconds, n):
                end = time.monotonic() + seconds
                while len(opens) < n and time.monotonic() < end:
                    h = peer.hear(0.05)
                    if h and h.op == OPEN:
                        opens.append(h)

            listen(5, 1)
            start = time.monotonic()
            line = a.until(r"no answer from 000002 VC 0 to (\d+) OPENs?\n", 5)
            took = time.monotonic() - start
            expect(0.8 < took < 2.5, "OPEN each %g s: told after %.2f s" % (every, took))
            listen(5, int(line.group(1)) + 2)
            expect(line.group(1) == "1" if every > 1 else int(line.group(1)) >= 4, line.group(0))
            expect("answer from 000002 VC 0 after" not in a.text(), "an answer that never came")
            peer.answer(opens[-1])
            peer.serve(10, lambda: peer.closed)
            text = a.end(0)
            answer = re.search(r"answer from 000002 VC 0 after (\d+) OPENs", text)
            expect(answer and len(opens) <= int(answer.group(1)) <= len(opens) + 2,
                   "%d OPENs came, it says: %s" % (len(opens), answer and answer.group(0)))
            expect(len(re.findall("no answer from", text)) == 1, "more than one line")
    return "after %.2f s" % took


def answered():
    """A peer that answers within a second, or says that it has no place: no line."""
    with work() as d:
        src = make_file(d + "/in", 5000)
        peer = Peer(2)
        a = sender(peer, src)
        peer.refuse(1.5)
        peer.serve(10, lambda: peer.closed)
        text = a.end(0)
        expect(peer.count[OPEN] > 20, "only %d OPENs" % peer.count[OPEN])
        expect("answer from" not in text, "a line about a peer that did answer")


def lost_link():
    """Two peers; the stranger that answers NACK_NOLINK is named, once a loss; so is its silence."""
    with work() as d:
        peer, other = Peer(2, life=0), Peer(3, life=0)
        a = sender(peer, make_file(d + "/in", 300000), "--vc", 1, "--preset", "tiny",
                   "--retry-max", 255)
        peer.serve(5, lambda: len(peer.data) > 20000)
        other.to, other.sock, other.heard = peer.to, peer.sock, peer.heard
        other.send(1, OPEN, txid=8)
        for i in range(2):
            h = None
            while not h or h.op != PAYLOAD:
                h = peer.hear(2)
                expect(h, "no payload")
            peer.send(1, NACK_NOLINK, vc=1, txid=0, rxid=h.txid)
            start = time.monotonic()
            while h.op != OPEN:
                h = peer.hear(2)
                expect(h, "no OPEN after NACK_NOLINK")
            if i == 1:                     # silence in the middle of a run is told too
                silent = time.monotonic() + 1.3
                while time.monotonic() < silent:
                    peer.hear(0.05)
            peer.send(1, OPEN_ACK, vc=1, txid=1, rxid=h.txid)
            before = len(peer.data)
            peer.serve(5, lambda: len(peer.data) > before + 20000)
        peer.serve(10, lambda: a.p.poll() is not None)
        text = a.end(0)
        n = text.count("000002 VC 1 had lost its link: opened again")
        expect(n == 2 and text.count("lost its link") == 2, "%d lines about two lost links" % n)
        expect("000003 VC 0 open" in text, "the other peer has no link")
        expect(text.count("no answer from 000002 VC 1") == 1, "the silence was not told")


def cut():
    """A cut frame does not leave; one that comes in reaches the MAC, which finds it."""
    with work() as d:
        src = make_file(d + "/in", 100000)
        peer = Peer(2)
        a = sender(peer, src, "--truncate", 0.2)
        sizes = []
        hear = peer.sock.recvfrom

        class Socket:                      # notes what comes before anybody looks into it
            def __getattr__(self, name):
                return getattr(sock, name)

            def recvfrom(self, n):
                data, address = hear(n)
                expect(len(data) >= 64, "a cut frame of %d bytes has come" % len(data))
                sizes.append((len(data), int.from_bytes(data[40:42], "big")))
                return data, address

        sock, peer.sock = peer.sock, Socket()
        peer.serve(10, lambda: a.p.poll() is not None)
        text = a.end(0)
        peer.has(src)
        bad = [s for s in sizes if s[0] != max(64, s[1] + 34)]
        expect(not bad, "%d of %d frames were cut, (bytes, length field): %s"
               % (len(bad), len(sizes), bad[:3]))
        expect(counter(text, "truncated") > 20, "the wire cut hardly anything")
        expect(counter(text, "short") > 0, "no cut frame came in")
        return "%d frames, %d cut on the way" % (len(sizes), counter(text, "truncated"))


def interop_backoff():
    """Profile interop: refused again and again, a payload goes out every 32 back-offs at last.

    A back-off is 1024 cycles, the least that a profile has: 2 ms here."""
    peer = Peer(2, life=0)
    peer.full = True
    Bridge(*SEND, "--profile", "interop", "--send", PYTHON, "--preset", "min64", "--hz", 500000,
           to=peer)
    peer.serve(5, lambda: peer.count[PAYLOAD] > 9)
    n = peer.in_a_second(PAYLOAD)
    expect(8 <= n <= 16, "%d payloads in a second" % n)
    return "%d payloads in a second" % n


def wall_clock():
    """The capture of a live wire has the time on the wall, also after the process stood still."""
    with work() as d:
        src = make_file(d + "/in", 30000)
        peer = Peer(2)
        # A timeout of 0.3 s: two copies of a payload that far apart.
        a = Bridge(*SEND, "--send", src, "--timeout", 0.3, "--preset", "min64", "--pcap", d + "/w",
                   to=peer)
        seen, drop, stopped = [], 3, False
        while a.p.poll() is None:
            h = peer.hear(0.05)
            if not h:
                continue
            seen.append((time.time(), h.op, h.txid))
            if h.op == PAYLOAD and drop and len(peer.data) > 5000:
                drop -= 1
                continue
            if h.op == PAYLOAD and not stopped and len(peer.data) > 15000:
                stopped = True
                a.signal(signal.SIGSTOP)
                time.sleep(0.7)
                a.signal(signal.SIGCONT)
            peer.answer(h)
        a.end(0)
        sent = [p for p in read_pcapng(d + "/w") if p[0] == 0]
        expect(len(sent) == len(seen) > 30,
               "%d frames in the capture, %d came" % (len(sent), len(seen)))
        off = [t - p[1] / 1e9 for (t, _, _), p in zip(seen, sent)]
        expect(-0.01 < min(off) and sorted(off)[len(off) // 2] < 0.03 and max(off) < 1,
               "the capture is off by %.3f to %.3f s" % (min(off), max(off)))
        gaps = [(y[1] - x[1]) / 1e9 for x, y in zip(sent, sent[1:]) if x[2] == y[2]]
        expect(len(gaps) >= 3 and 0.299 < min(gaps) < 0.32, "copies of a payload %s s apart" % gaps)
        return "off by %.4f to %.4f s" % (min(off), max(off))


def auto_hz():
    """--hz auto with RTL: measured under traffic, told, and simulated time hardly stands still."""
    with work() as d:
        src = make_file(d + "/in", 400000)
        b = Bridge("--node", 2, "--recv", d + "/out", "--dut", "rtl")
        a = Bridge(*SEND, "--send", src, to=b)
        a.end(0, 60)
        text = b.end(0, 60)
        same(src, d + "/out")
        told = re.search(r"(\d+) cycles a second \(measured: rtl does (\d+) under traffic", text)
        expect(told, "it does not say what was measured")
        hz, speed = int(told.group(1)), int(told.group(2))
        expect(10000 <= hz <= 1000000 and (hz <= speed * 0.6 or hz == 10000), told.group(0))
        n = re.search(r"stood still for [\d.]+ s \((\d+) %\)", text)
        share = int(n.group(1)) if n else 0
        expect(share < 40, "simulated time stood still for %d %%" % share)
        return "%s; stood still %d %%" % (told.group(0), share)


TESTS = {"no_answer": no_answer, "answered": answered, "lost_link": lost_link, "cut": cut,
         "interop_backoff": interop_backoff, "wall_clock": wall_clock, "auto_hz": auto_hz}

if __name__ == "__main__":
    sys.exit(main(TESTS))

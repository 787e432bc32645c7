#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge against a played peer without life numbers, as the reference module is."""
import re, sys, time

from bridge_lib import *

BOTH = ["--node", 1, "--peer", 2, *FAST]
OWN = [b"own %d " % i for i in range(5)]


class Stranger(Peer):
    """No life numbers, one payload in flight, and a CLOSE throws away what it has not sent yet."""

    def __init__(self, own=(), every=0.0, to=None):
        Peer.__init__(self, 2, life=0, to=to)
        self.own, self.every = list(own), every
        self.next_id, self.waiting, self.next_at = 2, False, 0
        self.heard_at, self.close_at, self.spoke_at = 0, 0, 0

    def send(self, dst, op, **k):
        Peer.send(self, dst, op, **k)
        self.spoke_at = time.monotonic()

    def play(self, seconds, until=lambda: False):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            h = self.hear(0.02)
            if h and h.op == CLOSE and not self.closed:
                self.close_at = time.monotonic()
                self.silence = self.close_at - self.spoke_at
                self.own = []
            if h and h.op == ACK and self.waiting and h.rxid == self.next_id:
                self.waiting, self.next_id = False, self.next_id + 1
                self.own.pop(0)
                self.next_at = time.monotonic() + self.every
            elif h and h.op == OPEN:
                self.last = h.txid
                self.send(h.src, OPEN_ACK, rxid=h.txid)
            elif h:
                self.answer(h)
            now = time.monotonic() >= self.next_at and self.last is not None
            if self.own and now and not self.waiting:
                self.send(1, PAYLOAD, txid=self.next_id, payload=self.own[0])
                self.waiting = True


def both_ways(d, peer, *more):
    """A bridge that sends 20 payloads and receives into d/out; its last words."""
    src = make_file(d + "/in", 20000)
    a = sender(peer, src, *more)
    peer.play(15, lambda: a.p.poll() is not None)
    peer.has(src)
    expect(peer.closed, "the link was not closed")
    return a.end(0)


def silence():
    """With --recv the CLOSE waits for --linger seconds of silence; the peer can finish."""
    with work() as d:
        peer = Stranger(OWN, every=0.35)
        text = both_ways(d, peer, "--recv", d + "/out", "--linger", 0.6, "--limit", 0.5)
        expect(read(d + "/out") == b"".join(OWN), "what the peer said late was lost")
        expect(0.55 < peer.silence < 1.2, "the CLOSE came after %.2f s of silence" % peer.silence)
        line = "stays open until the peer has been silent for 0.6 s"
        expect(line in text, "no line about the wait")
        expect("is closed: the peer was silent for 0.6 s" in text, "no line about the silence")
        return "CLOSE after %.2f s of silence" % peer.silence


def at_once():
    """Without --recv, to a peer with life numbers, or with --linger 0: the CLOSE comes at once."""
    with work() as d:
        recv = ["--recv", d + "/out"]
        took = []
        for life, more in ((0, []), (77, recv), (0, recv + ["--linger", 0])):
            peer = Stranger()
            peer.life = life
            text = both_ways(d, peer, *more)
            what = "life %d, %s: CLOSE after %.2f s" % (life, more[2:], peer.silence)
            expect(peer.silence < 0.3, what)
            expect("stays open" not in text, "it says that it waits")
            took.append("%.3f" % peer.silence)
        return "CLOSE after %s s" % ", ".join(took)


def default_silence():
    """Two seconds by default, also where no cycle is skipped; a recording repeats it."""
    with work() as d:
        dut = ["--dut", "lockstep", "--preset", "min64", "--hz", 50000, "--epoch", 3, "--seed", 4]
        peer = Stranger(OWN[:2], every=1.2)
        text = both_ways(d, peer, "--recv", d + "/out", *dut, "--record", d + "/rec")
        expect(1.9 < peer.silence < 5, "the CLOSE came after %.2f s of silence" % peer.silence)
        again = Bridge(*BOTH, "--send", d + "/in", "--recv", d + "/out2", *dut, "--exact",
                       wire="pcap-in:%s/rec" % d, wait=False).end(0)
        same(d + "/out", d + "/out2")
        for what in (r"frames out .*", r"frames in .*", r"\d+ cycles compared, 0 mismatches",
                     "silent for 2 s\n"):
            x, y = re.search(what, text), re.search(what, again)
            expect(x and y and x.group(0) == y.group(0), "live and repeated differ in " + what)
        return "CLOSE after %.2f s of silence" % peer.silence


def opened_again():
    """OPEN on the open link of a stranger: after a payload either way something may be missing.

    A restart after one delivered payload looks like a repeat, its first payload too."""
    doubt = "payloads may be missing"
    with work() as d:
        for before, code in ((0, 0), (1, 1), (2, 1)):
            b = Bridge("--node", 1, "--recv", d + "/out", *FAST)
            peer = Stranger(to=b)

            def say(op, **k):
                count = sum(peer.count)
                peer.send(1, op, **k)
                peer.serve(2, lambda: sum(peer.count) > count)

            say(OPEN, txid=1, rxid=1)
            for i in range(before):
                say(PAYLOAD, txid=2 + i, payload=b"%d " % i)
            say(OPEN, txid=1, rxid=1)
            for i in (2, 3):
                say(PAYLOAD, txid=i, payload=b"new %d " % i)
            expect(peer.count[OPEN_ACK] == 2, "%d OPEN_ACKs" % peer.count[OPEN_ACK])
            say(CLOSE, txid=4)
            text = b.end(code)
            data = read(d + "/out")
            if code == 0:
                expect(data == b"new 2 new 3 ", "a repeated OPEN lost something: %r" % data)
                expect(doubt not in text, "a doubt without cause")
                continue
            expect(before != 1 or data == b"0 new 3 ", "%d before: got %r" % (before, data))
            summary, reason = text.split(", seed ")[-1].split("FAILED (exit 1): ")
            expect("  in doubt " in summary, "the summary does not tell of the doubt")
            expect(doubt in reason or "has restarted" in reason, "exit 1 for " + reason)
        # str.doubt: a re-OPEN names what it has taken of ours, here nothing, or our newest ACK.
        for txid, rxid in ((2, 0), (3, 7)):
            b = Bridge("--node", 1, "--recv", d + "/out", *FAST)
            peer = Stranger(to=b)
            say(OPEN, txid=1, rxid=1)
            for i in (2, 3):
                say(PAYLOAD, txid=i, payload=b"%d " % i)
            say(OPEN, txid=txid, rxid=rxid)
            say(PAYLOAD, txid=4, payload=b"4 ")
            say(CLOSE, txid=5)
            text = b.end(0)
            expect("OPEN again on the open link" in text and doubt not in text,
                   "TxID %d RxID %d: a doubt without cause" % (txid, rxid))
            expect(read(d + "/out") == b"2 3 4 ", "a re-OPEN has changed what came")
        # A sender too: what the peer has acknowledged before may be lost.
        peer = Stranger()
        src = make_file(d + "/in", 300000)
        a = sender(peer, src, "--preset", "tiny")
        peer.serve(5, lambda: len(peer.data) > 20000)
        peer.send(1, OPEN, txid=1)
        peer.serve(10, lambda: peer.closed)
        text = a.end(1)
        expect("300000 bytes; 293 acknowledged" in text, "the sender did not go on")
        expect("payloads of link 000002 VC 0 may be missing" in text, "a sender has no doubt")


TESTS = {"silence": silence, "at_once": at_once, "default_silence": default_silence,
         "opened_again": opened_again}

if __name__ == "__main__":
    sys.exit(main(TESTS))

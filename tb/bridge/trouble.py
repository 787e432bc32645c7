#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bridges in trouble: signals, peers that are silent, die, restart, have no room or break rules."""
import os, re, signal, subprocess, sys, time

from bridge_lib import *


def interrupted_sender():
    """Ctrl-C in mid-transfer: what is under way arrives, the link is closed, the exit code says
    that some is missing."""
    with work() as d:
        b = receiver(d + "/out")
        a = sender(b, PYTHON)
        b.until("opened by the peer")
        time.sleep(0.5)
        a.signal(signal.SIGINT)
        ta, tb = a.end(1), b.end(0)
        expect("stopped by a signal before all was sent" in ta and "VC 0 closed" in ta,
               "no orderly end")
        n = re.search(r"sent +(\d+) payloads, (\d+) bytes; (\d+) acknowledged", ta)
        expect(n.group(1) == n.group(3) and int(n.group(1)) > 0,
               "what was handed over was not waited for")
        expect(os.path.getsize(d + "/out") == int(n.group(2)),
               "the receiver has another number of bytes")
        expect(read(PYTHON).startswith(read(d + "/out")),
               "what arrived is not the beginning of the file")


def interrupted_receiver():
    """Ctrl-C with a link open: closed in the orderly way, exit 0; SIGTERM does the same."""
    for s in (signal.SIGINT, signal.SIGTERM):
        b = Bridge("--node", 2, *FAST)
        a = sender(b, "-")
        a.p.stdin.write(b"hello")
        a.p.stdin.flush()
        b.until("opened by the peer")
        time.sleep(0.2)
        b.signal(s)
        expect("VC 0 closed" in b.end(0, 5), "the link was not closed")
        a.until("VC 0 closed")
        a.p.stdin.close()
        a.end(0)


def twice():
    """A second Ctrl-C ends at once, though the peer never answers the closing."""
    peer = Peer(2)
    a = sender(peer, PYTHON, "--retry-max", 255, "--timeout", 1)
    peer.serve(2, lambda: peer.count[PAYLOAD] > 3)
    a.signal()
    a.until("stopped by a signal")
    time.sleep(0.2)
    expect(a.p.poll() is None, "it did not wait for its link to close")
    start = time.monotonic()
    a.signal()
    expect(a.p.wait(1) == 1 and time.monotonic() - start < 0.5,
           "a second signal did not end it at once")


def silent_peer():
    """Nobody answers: dead after retry_max rounds of the OPEN timeout, by the wall clock, not
    earlier."""
    for dut in ("model", "lockstep"):
        peer = Peer(2)
        start = time.monotonic()
        a = sender(peer, PYTHON, "--open-timeout", 0.1, "--retry-max", 8, "--preset",
                   "min64", "--dut", dut)
        while a.p.poll() is None and time.monotonic() < start + 5:
            peer.hear(0.05)
        took = time.monotonic() - start
        text = a.end(1, 1)
        expect("link with 000002 VC 0 DEAD" in text, "it does not say which link died")
        expect(re.search(r"[1-9]\d* payloads in the MAC lost", text),
               "it does not say what was lost")
        expect(0.8 <= took < 3, "%s: it took %.2f s" % (dut, took))
        expect(8 <= peer.count[OPEN] <= 9, "%d OPENs" % peer.count[OPEN])
    return "%.2f s" % took


def nobody():
    """No process at the other port: one line says so, and the link dies."""
    peer = Peer(2)
    peer.sock.close()
    text = sender(peer, PYTHON, "--retry-max", 5).end(1, 10)
    expect(text.count("nobody listens on UDP port %d" % peer.port) == 1,
           "no line about the port, or many")
    expect("DEAD" in text, "the link did not die")


def killed_peer():
    with work() as d:
        b = receiver(d + "/out")
        a = sender(b, PYTHON, "--retry-max", 10)
        b.until("opened by the peer")
        time.sleep(0.4)
        b.signal(signal.SIGKILL)
        start = time.monotonic()
        text = a.end(1, 10)
        took = time.monotonic() - start
        expect(0.15 < took < 5, "dead after %.2f s" % took)
        expect(re.search(r"000002 VC 0 DEAD: .* ([1-9]\d*) payloads in the MAC lost", text),
               "no line about the dead link")
        expect("more was waiting" in text, "it does not say that the file is not through")
        return "after %.2f s" % took


def restarted_peer():
    """The peer is killed and started again on its port: its MAC asks for the link again, and the
    rest goes through. What the first one had acknowledged may be lost: the sender says so, and by
    its exit code too."""
    b = Bridge("--node", 2, *FAST)
    a = sender(b, PYTHON)
    b.until("opened by the peer")
    time.sleep(0.4)
    b.signal(signal.SIGKILL)
    b.p.wait()
    local = int(re.search(r"127\.0\.0\.1:(\d+)", a.text()).group(1))
    c = Bridge("--node", 2, *FAST, wire="udp:%d:%d" % (b.port, local))
    lives = [re.search(r"epoch (\d+)", x.text()).group(1) for x in (b, c)]
    expect(lives[0] != lives[1], "both lives of the peer begin with number " + lives[0])
    text = a.end(1)
    expect("peer of link 000002 VC 0 has RESTARTED" in text, "no line about the restart")
    expect("the peer has restarted: what it acknowledged before may be lost" in text,
           "the end does not say why")
    c.until("VC 0 closed")
    c.signal()
    expect("thrown away: no --recv" in c.end(0), "no line about data that nobody takes")


def no_room():
    """A peer that answers only NACK_FULL for two seconds: the link lives, then all goes through."""
    with work() as d:
        src = make_file(d + "/in", 100000)
        peer = Peer(2)
        a = sender(peer, src, "--retry-max", 5, "--stats", 0.5)
        peer.serve(5, lambda: len(peer.data) > 20000)
        peer.full = True
        before = len(peer.data)
        peer.serve(2)
        expect(a.p.poll() is None and len(peer.data) == before,
               "the bridge ended, or the peer took something")
        stats = re.findall(r"stats: .*NACK_FULL (\d+)", a.text())
        expect(stats and int(stats[-1]) > 50, "the stats do not show NACK_FULL")
        # Room for a moment, then none again: still one line.
        for full in (False, True, False):
            peer.full = full
            peer.serve(0.03)
        peer.serve(10, lambda: peer.closed)
        a.end(0)
        peer.has(src)
        n = a.text().count("NACK_FULL: 000002 VC 0 has no room")
        expect(n == 1, "%d lines about a peer without room" % n)
        told = re.search(r"no room +000002 VC 0 has answered (\d+) payloads", a.text())
        counted = re.search(r"frames in .*NACK_FULL (\d+)", a.text())
        expect(told and told.group(1) == counted.group(1), "the summary counts them wrong")
        return "NACK_FULL %s" % stats[-1]


def no_place():
    """A peer that answers OPEN_NACK for half a second: a line, then all goes through."""
    with work() as d:
        src = make_file(d + "/in", 10000)
        peer = Peer(2)
        a = sender(peer, src, "--retry-max", 5)
        peer.refuse(0.5)
        expect(peer.count[OPEN] > 10, "%d OPENs" % peer.count[OPEN])
        peer.serve(10, lambda: peer.closed)
        text = a.end(0)
        expect(text.count("OPEN_NACK: 000002 VC 0 has no place for the link") == 1,
               "no line about the refusal, or several")
        peer.has(src)
        return "OPEN %d" % peer.count[OPEN]


def rule_breaker():
    """An ACK of what was never sent: a line. Noise: counted. The link lives."""
    with work() as d:
        src = make_file(d + "/in", 30000)
        peer = Peer(2)
        a = sender(peer, src)
        peer.serve(5, lambda: len(peer.data) > 5000)
        peer.send(1, ACK, rxid=(peer.last + 1000) & 0xffffffff)   # of an ID never sent
        peer.sock.sendto(b"", peer.to)                         # no frame at all
        peer.sock.sendto(b"x" * 13, peer.to)
        peer.sock.sendto(bytes(64), peer.to)
        peer.sock.sendto(frame(2, 3, ACK), peer.to)            # to somebody else
        peer.sock.sendto(bytes(9000), peer.to)
        peer.serve(10, lambda: peer.closed)
        text = a.end(0)
        expect(counter(text, "illegal") == 1 and "illegal frame, newest was" in text,
               "no line about an illegal frame")
        for reason, n in (("short", 1), ("type", 1), ("dst", 1), ("long", 1)):
            expect(counter(text, reason) == n,
                   "drops: %s is %d instead of %d" % (reason, counter(text, reason), n))


def full_table():
    """A link table with one entry, taken by another peer: the packet is refused, that is told."""
    peer = Peer(7)
    a = Bridge("--node", 1, "--peer", 9, "--send", "-", "--preset", "min64", *FAST,
               "--hz", 100000, stdin=subprocess.PIPE, to=peer)
    peer.to = ("127.0.0.1", a.port)
    peer.send(1, OPEN, txid=5)
    a.until("000007 VC 0 open, opened by the peer")
    a.p.stdin.write(b"x" * 100)
    a.p.stdin.flush()
    # It keeps its link busy, so the entry is no victim.
    n = 5
    end = time.monotonic() + 10
    while a.p.poll() is None and time.monotonic() < end:
        n += 1
        peer.send(1, PAYLOAD, txid=n, payload=b"busy")
        time.sleep(0.05)
    text = a.end(1)
    expect("host packet for 000009 VC 0 REFUSED: no free entry" in text,
           "no line about the refused packet")


def stopped_process():
    """A bridge that stood still for a second must not let its timers run through it at once."""
    with work() as d:
        src = make_file(d + "/in", 30000)
        peer = Peer(2)
        a = Bridge("--node", 1, "--peer", 2, "--send", src, "--retry-max", 3, "--timeout", 0.1,
                   to=peer)
        peer.serve(5, lambda: len(peer.data) > 5000)
        time.sleep(0.03)                   # it sleeps, and waits for our answer
        a.signal(signal.SIGSTOP)
        time.sleep(1)
        a.signal(signal.SIGCONT)
        time.sleep(0.05)                   # no answer yet: three rounds of 0.1 s may not be over
        peer.serve(10, lambda: peer.closed)
        text = a.end(0)
        n = re.search(r"stood still for ([\d.]+) s", text)
        expect(n and 0.5 < float(n.group(1)) < 1.5, "the time given up is not told")
        expect("the machine woke the bridge too late" in text, "the machine's fault is not told")
        peer.has(src)


def timer_start():
    """A timer started by a frame that comes after a long silence runs from then on, not from the
    last event."""
    for dut in ("model", "lockstep"):
        peer = Peer(2)
        a = sender(peer, PYTHON, "--open-timeout", 2, "--timeout", 0.3, "--preset",
                   "min64", "--dut", dut)
        h = peer.hear(5)
        time.sleep(0.5)
        peer.answer(h)
        h = peer.hear(5)
        first = time.monotonic()
        expect(h.op == PAYLOAD, "no payload after the OPEN_ACK")
        again = peer.hear(5)
        took = time.monotonic() - first
        expect(again.op == PAYLOAD and again.txid == h.txid, "no replay")
        expect(0.29 < took < 0.6, "%s: a timeout of 0.3 s took %.3f s" % (dut, took))
        kill_all()
    return "%.3f s" % took


def no_progress():
    """--limit: a receiver that waits in vain ends with 3."""
    with work() as d:
        text = Bridge("--node", 2, "--recv", d + "/out", "--limit", 0.5).end(3, 5)
        line = "nothing was delivered or acknowledged for 0.5 s (--limit)\n"
        expect(text.endswith(line), "no reason given, or no plain seconds")


TESTS = {
    "sigint_sender": interrupted_sender, "sigint_receiver": interrupted_receiver,
    "sigint_twice": twice, "silent_peer": silent_peer, "nobody": nobody,
    "killed_peer": killed_peer, "no_place": no_place, "restarted_peer": restarted_peer,
    "no_room": no_room, "rule_breaker": rule_breaker, "full_table": full_table,
    "stopped": stopped_process, "timer_start": timer_start, "no_progress": no_progress,
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

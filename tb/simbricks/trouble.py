#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""SimBricks channels: what the other side may do wrong. One line says what, and nothing hangs."""
import sys

from bricks_lib import *

LATENCY = 500000                    # ps: 31.25 cycles


def spec_rows():
    with work() as d:
        long = "/" + "x" * 120
        rows = [
            ("", "the path of a socket is missing"),
            ("connect:", "the path of a socket is missing"),
            ("connect:" + d + "/none/s", "No such file or directory"),
            ("listen:" + d + "/none/s", "No such file or directory"),
            ("listen:" + long, "longer than the path of a socket may be"),
            ("connect:" + d + "/s:wait=0.2", "nobody listens there within 0.2 s"),
            (d + "/s:wait=0.2", "nobody has connected within 0.2 s"),
            ("listen:" + d + "/s:" + d + "/none/shm", "No such file or directory"),
            (d + "/s:latency=0", "`latency=0` is none of"),
            (d + "/s:latency=5us", "`latency=5us` is none of"),
            (d + "/s:sync=maybe", "`sync=maybe` is none of"),
            (d + "/s:slot=100", "`slot=100` is none of"),
            (d + "/s:colour=blue", "`colour=blue` is none of"),
            (d + "/s:latency=10:sync_interval=11", "sync_interval is longer than the latency"),
        ]
        for spec, line in rows:
            Bricks(spec, "--node", 1).refused(line, spec)
        expect(os.listdir(d) == [], "files are left: %s" % os.listdir(d))
        return "%d rows" % len(rows)


def refused():
    """The handshake: another version, another kind of device, no synchronisation, bad queues."""
    rows = [
        (dict(version=2), "", "speaks version 2 of the protocol, we speak 1"),
        (dict(upper=PCIE), "", "is no network, its kind is 2"),
        (dict(upper=BASE), "", "is no network, its kind is 0"),
        (dict(flags=0), "", "does not synchronise; sync=false does without"),
        (dict(flags=3), ":sync=false", "insists on synchronisation, we have sync=false"),
    ]
    geometry = [
        (dict(lie=1 << 40), "", "names a queue of 256 slots of 1600 bytes at 1099511627776"),
        (dict(slot=32), "", "slots of 32 bytes"),
    ]
    for listen in (False, True):                 # the peer
        for peer, options, line in rows + (geometry if listen else []):
            with work() as d:
                b = Bricks(d + "/s", "--node", 1, connect=listen, options=options)
                Peer(d + "/s", listen=listen, **peer)
                b.refused(line, peer)
    return "%d rows" % (2 * len(rows) + len(geometry))


def fit():
    """What a peer may do: no upper intro at all, as older versions; synchronisation not forced."""
    for listen in (False, True):
        with work() as d:
            b = Bricks(d + "/s", "--node", 1, connect=listen)
            p = Peer(d + "/s", listen=listen, tail=b"", flags=1)
            kind, stamp, _ = p.hear()
            expect((kind, stamp) == (SYNC, LATENCY), "its first word is no SYNC of time 0")
            p.send(SYNC, LATENCY)
            p.send(END, 0)
            text = b.end(0)
            expect(counter(text, "received") == 0, "it has received something")


def other_latency():
    for listen in (False, True):
        with work() as d:
            b = Bricks(d + "/s", "--node", 1, connect=listen)
            p = Peer(d + "/s", listen=listen)
            p.send(SYNC, 777000)
            b.refused("has a latency of 777000 ps, we have 500000; peer=any allows that", listen)
    with work() as d:
        b = Bricks(d + "/s", "--node", 1, options=":peer=any")
        p = Peer(d + "/s")
        p.send(SYNC, 777000)
        p.send(END, 777000)
        b.end(0)


def silent():
    """A socket and no word; a handshake and no word; time that no longer goes on."""
    with work() as d:
        s = socket.socket(socket.AF_UNIX)
        b = Bricks(d + "/s", "--node", 1, options=":wait=0.5")
        while not os.path.exists(d + "/s"):
            time.sleep(0.01)
        s.connect(d + "/s")
        expect("does not say who it is" in b.end(2), "no line about the missing word")
        b = Bricks(d + "/s", "--node", 1, options=":wait=0.5")
        p = Peer(d + "/s")
        expect("says nothing within 0.5 s" in b.end(2), "no line about the missing message")
        f = make_file(d + "/in", 5000)
        b = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", f, "--limit", 0.5)
        p = Peer(d + "/s")
        p.send(SYNC, LATENCY)
        expect("--limit" in b.end(3), "time stands still and it does not say so")
        del p


def killed():
    """Either side dies in the midst of a transfer."""
    for victim in (0, 1):
        with work() as d:
            f, out = make_file(d + "/in", 50000000), d + "/out"     # takes seconds
            a = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", f)
            b = Bricks(d + "/s", "--node", 2, "--recv", out, connect=True)
            b.until("link with 000001 VC 0 open")
            until = time.monotonic() + 20
            while os.path.getsize(out) == 0 and time.monotonic() < until:
                time.sleep(0.01)
            expect(0 < os.path.getsize(out) < os.path.getsize(f), "not in the midst of it")
            (a, b)[victim].p.kill()
            start = time.monotonic()
            text = (b, a)[victim].end(1, 20)
            expect("FAILED (exit 1): the other side has gone without a word" in text,
                   "the other side's end is not told: %r" % text[-200:])
            expect(time.monotonic() - start < 10, "it took too long to notice")
            expect(not os.path.exists(d + "/s"), "the socket is left")


def interrupted():
    """Ctrl-C at the sender closes the link; the receiver has what was acknowledged, and ends."""
    with work() as d:
        f = make_file(d + "/in", 3000000)
        a = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", f)
        b = Bricks(d + "/s", "--node", 2, "--recv", d + "/out", connect=True)
        b.until("link with 000001 VC 0 open")
        a.signal()
        expect("stopped by a signal before all was sent" in a.end(1), "no reason given")
        b.end(0)
        got = read(d + "/out")
        expect(0 < len(got) < 3000000 and read(f).startswith(got), "%d bytes, or others" % len(got))


def left_alone():
    """The other side ends, in the orderly way of the protocol, while a link is open."""
    with work() as d:
        b = Bricks(d + "/s", "--node", 1, "--recv", d + "/out")
        p = Peer(d + "/s")
        p.send(SYNC, LATENCY)
        p.send(PACKET, LATENCY, frame(2, 1, OPEN, txid=5, life=9))
        p.send(END, LATENCY)
        expect("the other side has ended, our links are not closed" in b.end(1), "no reason given")


def frames():
    """Too long for a slot: dropped and counted. Rubbish: the MAC drops it. The link lives."""
    with work() as d:
        b = Bricks(d + "/s", "--node", 1, "--recv", d + "/out", connect=True)
        p = Peer(d + "/s", listen=True, slot=256)
        t = LATENCY
        p.send(SYNC, t)
        t += 3000 * CYCLE                # its registers are written by then
        bad = (PACKET, bytes(100)), (PACKET, b"\1" * 13), (0x41, b""), (0x3f, b"")
        for kind, data in bad:
            p.send(kind, t, data)
        p.send(PACKET, t, bytes(192), length=9000)            # no slot holds that
        size, got = [1, 100, 192 - 60], []
        talk = [dict(op=OPEN, txid=5)]
        talk += [dict(op=PAYLOAD, txid=6 + i, payload=bytes([i]) * n) for i, n in enumerate(size)]
        talk += [dict(op=CLOSE, txid=6 + len(size))]
        while not p.ended:
            if talk and (got or talk[0]["op"] == OPEN):         # all but OPEN name both lives
                t += 500 * CYCLE
                p.send(PACKET, t, frame(2, 1, life=9, to_life=got[0].life if got else 0,
                                        **talk.pop(0)))
            t += LATENCY
            p.send(SYNC, t)
            got += [Heard(m) for m in p.until(t - LATENCY)]
        text = b.end(0)
        answers = [h.op for h in got]
        expect(answers == [OPEN_ACK, ACK, ACK, ACK, CLOSE_ACK], "it answered %s" % answers)
        expect(counter(text, "too long for a slot") == 1, "the long one is not counted")
        expect(counter(text, "short") == 1 and counter(text, "type") + counter(text, "dst") == 1,
               "the rubbish is not counted: %r" % text)
        expect(read(d + "/out") == b"".join(bytes([i]) * n for i, n in enumerate(size)),
               "other bytes")
    with work() as d:
        # Ours do not fit: the sender says so once, counts, and gives the link up.
        f = make_file(d + "/in", 1000)
        b = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", f, "--retry-max", 3, connect=True)
        p = Peer(d + "/s", listen=True, slot=256, slots=4096)
        t = LATENCY
        p.send(SYNC, t)
        while not p.ended:
            t += LATENCY
            p.send(SYNC, t)
            for h in map(Heard, p.until(t - LATENCY)):
                if h.op == OPEN:
                    t += LATENCY
                    p.send(PACKET, t, frame(2, 1, OPEN_ACK, txid=1, rxid=h.txid, life=9,
                                            to_life=h.life))
        text = b.end(1)
        expect("is longer than a slot of the other side" in text and "a link died" in text
               and counter(text, "refused outside") >= 3, "no line, or no count: %r" % text)


def stays():
    """stay=true: its work is done and said, and its time goes on until the other side ends."""
    with work() as d:
        b = Bricks(d + "/s", "--node", 1, "--recv", d + "/out", options=":stay=true")
        p = Peer(d + "/s")
        t = LATENCY
        p.send(SYNC, t)
        talk = [dict(op=OPEN, txid=5), dict(op=CLOSE, txid=6)]
        after = to = 0
        while after < 50:
            if talk and (to or talk[0]["op"] == OPEN):
                t += 2000 * CYCLE
                p.send(PACKET, t, frame(2, 1, life=9, to_life=to, **talk.pop(0)))
            t += LATENCY
            p.send(SYNC, t)
            to = max([to] + [Heard(m).life for m in p.until(t - LATENCY)])
            expect(not p.ended, "it has ended")
            after += "OK\n" in b.text()
        p.send(END, t)
        b.end(0)


TESTS = {"spec": spec_rows, "refused": refused, "fit": fit, "other_latency": other_latency,
         "silent": silent, "killed": killed, "interrupted": interrupted, "left_alone": left_alone,
         "frames": frames, "stays": stays}

if __name__ == "__main__":
    sys.exit(main(TESTS))

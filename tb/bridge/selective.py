#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bridges with --selective: maps and what is sent again because of them, ends that do not agree,
and a MAC whose switch must be on again after its reset."""
import sys

from bridge_lib import *

# Its receive store holds as many payloads as are in flight.
PRESET = ["--preset", "sel512"]
ON = PRESET + ["--selective"]
IPV4 = ["--next-hop", "02:00:00:00:00:09", "--ipv4"]
LOSS = ["--loss", 0.1, "--seed", 3]


def transfer(of_a, of_b, size=800000):
    """Texts of both summaries."""
    ta, tb = carried(size, of_a, of_b)
    expect(counter(ta, "replays") > 0, "nothing was sent again")
    return ta, tb


def field(text, name, line="selective"):
    """A number of this line of the summary, 0 if not there."""
    m = re.search(r"  %s .*?\b%s (\d+)" % (line, name), text)
    return int(m.group(1)) if m else 0


def both(of_a=(), of_b=()):
    def test():
        ta, tb = transfer(ON + LOSS + ["--stats", 0.002, *of_a], ON + list(of_b))
        held, maps, lost = field(tb, "held"), field(tb, "maps"), field(ta, "lost")
        expect(field(ta, "numbered") > 0, "the ends have not agreed")
        expect(held > 0 and maps > 0, "held %d, %d maps" % (held, maps))
        expect(lost > 0, "nothing was lost by a number")
        expect(" | numbered" in ta, "the stats do not tell it")
        return "held %d, %d maps, lost %d" % (held, maps, lost)
    return test


def alone():
    """The switch of one end only is on: they go back N, and no map leaves."""
    for of_a, of_b in ((ON, PRESET), (PRESET, ON)):
        ta, tb = transfer(of_a + LOSS, of_b)
        on, off = (ta, tb) if of_a is ON else (tb, ta)
        expect(field(on, "numbered") == field(on, "maps") == field(on, "held") == 0,
               "one end alone repeats selectively")
        expect("  selective " in on and "  selective " not in off, "a report of what is off")


def restarts():
    """Several lives of the sender's MAC have payloads with a number."""
    with work() as d:
        src, dst = make_file(d + "/in", 1000000), d + "/out"
        b = receiver(dst, *ON, "--restarts", 0)
        a = sender(b, src, *ON, "--restarts", 0.02, "--loss", 0.02, "--pcap", d + "/p")
        ta = a.end()
        b.end()
        same(src, dst)
        sent = [Heard(p[2]) for p in read_pcapng(d + "/p") if p[0] == 0]
    expect(field(ta, "numbered") <= field(ta, "PAYLOAD", "frames out"),
           "numbered counts what the counters of the MAC have forgotten")
    lives = {h.life for h in sent if h.op == PAYLOAD and h.rxid}
    expect(len(lives) > 1, "%d lives with a number" % len(lives))
    return "%d lives" % len(lives)


def ships():
    """Passing ships: a payload with a number opens the link for an OPEN_ACK that it overtook
    (sel.ships), and the bridge says so."""
    with work() as d:
        peer = Peer(2)
        a = sender(peer, make_file(d + "/in", 100), *ON, "--recv", d + "/out")
        peer.last = peer.until(OPEN).txid
        peer.send(1, OPEN, txid=500)
        while peer.hear(5).op != OPEN_ACK:
            pass
        peer.send(1, PAYLOAD, txid=501, rxid=1, payload=b"x")
        a.until("link with 000002 VC 0 open, opened by us")
        peer.serve(2, lambda: peer.data)
        expect(len(peer.data) == 100 and read(d + "/out") == b"x", "the link is not open")


def answers(args, life):
    """The frames by which a bridge answers a peer that leaves a gap, and fills it. Numbers of sends
    are in all its payloads."""
    b = receiver("/dev/null", "--epoch", 5, *args)
    peer = Peer(1, life=life, to=b)
    heard = []
    for op, txid, rxid in ((OPEN, 100, 0), (PAYLOAD, 101, 1), (PAYLOAD, 103, 3),
                           (PAYLOAD, 102, 4)):
        peer.send(2, op, txid=txid, rxid=rxid, payload=b"x" * 8 if op == PAYLOAD else b"")
        heard.append(peer.hear(5))
        expect(heard[-1], "no answer to %d" % txid)
    b.p.kill()
    expect([h.op for h in heard] == [OPEN_ACK, ACK, NACK, ACK], "other answers")
    return [h.bytes for h in heard]


def stranger():
    """To a peer without life numbers each byte is as without the option; another gets a map."""
    expect(answers(ON, 0) == answers(PRESET, 0), "a stranger sees the option")
    expect([b[51] for b in answers(ON, 77)] == [0, 0, 0x20, 0], "no map to a peer that agrees")


TESTS = {
    "both": both(), "ipv4": both(IPV4 + ["10.0.0.1/8"], IPV4 + ["10.0.0.2/8"]),
    "alone": alone, "restarts": restarts, "ships": ships, "stranger": stranger,
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

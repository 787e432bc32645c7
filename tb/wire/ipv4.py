#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Frames in IPv4 form (docs/port.md): the Wireshark dissector, Wireshark's own of IPv4 and UDP, and
`ttpsim decode`, compared with each other and with what is written down here.

    tb/wire/ipv4.py [--bin build] golden | rules | random | bridge

golden     the conversation of frames.py in IPv4 form: all marks as in TTPoE form
rules      frames that the port drops, one for each rule and more, and frames that are not TTP
random     conversations and headers at random
bridge     what `ttpsim bridge --ipv4` writes, for a Wireshark with and without the dissector

Without tshark: exit 77.
"""
import argparse, random, shutil, subprocess, sys

import frames as wf
from compare import MARKS, Compare, check

# Dropped by what IPv4 form has no place for.
TTPOE_ALONE = ("dst", "tth", "gateway")
A_FRAME = wf.frame(1, 2, wf.PAYLOAD, 9, n=4)
# Fields of IPv4 and UDP, then `drop`, "" for none, "other" for a frame that is not TTP
RULES = [
    (dict(), ""), (dict(sport=0xC123), ""), (dict(udp_sum=0x1234), ""), (dict(flags=0xC000), ""),
    (dict(dscp=46, ecn=3, ttl=1, id=77), ""), (dict(ip_total=2000), ""),
    (dict(ver=0x65), "ip.version"), (dict(ver=0x55), "ip.version"),
    (dict(ver=0x35, sum_off=1, flags=1, ip_total=20), "ip.version"),
    (dict(sum_off=1), "ip.checksum"), (dict(sum_off=0x8000), "ip.checksum"),
    (dict(sum_off=256, flags=1, ip_total=20), "ip.checksum"),
    (dict(flags=0x2000), "ip.fragment"), (dict(flags=0x3FFF), "ip.fragment"),
    (dict(flags=0x2001, ip_total=20), "ip.fragment"),
    (dict(ip_total=49), "ip.length"), (dict(ip_total=0), "ip.length"),
    (dict(udp_length=0xFFFF), "ip.length"), (dict(udp_length=31), "ip.length"),
    (dict(udp_length=25), "length"), (dict(udp_length=26), "length"),
    (dict(udp_length=0), "length"),
    (dict(ver=0x46), "other"), (dict(ver=0x44), "other"), (dict(proto=6), "other"),
    (dict(proto=1), "other"), (dict(dport=421), "other"),
]


class Test(Compare):
    def write_pcap(self, name, frames):
        p = wf.Pcap()
        for b in frames:
            p.add(b)
        return self.write(name, p.out)

    def golden(self):
        """Bit 5 of byte 50, as the reference sets it, changes no mark."""
        for mark in (0, 0x20):
            frames = [b if m.get("drop") in TTPOE_ALONE else wf.ipv4(b, mark=mark)
                      for b, m in wf.GOLDEN]
            decoded = self.compare(self.write_pcap("golden", frames))
            for (_, want), d in zip(wf.GOLDEN, decoded):
                got = {k: d[k] for k in MARKS if k in d}
                check(got == want, "frame %d: %s" % (d["frame"], d["info"]), "wanted %s" % want,
                      "decoded %s" % got)
            lives = [decoded[i - 1].get("life", "-") for i in (1, 2, 65, 67)]
            check(lives == [5, 7, 0, 0] and sum(d["ipv4"] for d in decoded) > 70, "lives", lives)
            check({d["reserved"] & 0x20 for d in decoded if d["ipv4"] and not d["cut"]} == {mark},
                  "byte 50 as it came")
        self.need(*MARKS)

    def rules(self):
        decoded = self.compare(self.write_pcap("rules", [wf.ipv4(A_FRAME, **x) for x, _ in RULES]))
        for (x, want), d in zip(RULES, decoded):
            got = d.get("drop", "") if d["ttp"] else "other"
            check(got == want and d["ttp"] == d.get("ipv4", False), "fields %s" % x,
                  "wanted " + want, "decoded " + got)
            check((d["info"] == "IPv4, not TTP") == (want == "other"), "info", d["info"])
            if want == "":
                check(d["ip_src"] == "10.0.0.1" and d["ip_dst"] == "10.0.0.2"
                      and (d["src"], d["dst"]) == (1, 2) and d["ip_dscp"] == x.get("dscp", 0)
                      and d["udp_src"] == x.get("sport", 420), "fields", d)
        # Too short for a header, and for UDP; cut by the capture
        p = wf.Pcap()
        for n in (59, 42, 41, 20):
            p.add(wf.ipv4(A_FRAME)[:n])
        p.add(wf.ipv4(A_FRAME, sum_off=1)[:50])
        for n in (59, 42, 41):
            p.add(wf.ipv4(A_FRAME)[:n], 64)
        got = [d["info"] for d in self.compare(self.write("short", p.out))]
        want = ["cut short, 59 bytes [drop short]", "cut short, 42 bytes [drop short]",
                "IPv4, not TTP", "IPv4, not TTP", "cut short, 50 bytes [drop ip.checksum]",
                "header not captured", "header not captured", "IPv4, not captured"]
        check(got == want, "short frames", *got)
        self.elsewhere()
        self.need(*("ip.src", "udp.srcport", "drop"))

    def elsewhere(self):
        """Behind a VLAN tag or options: the fields are shown, decode says that it is not TTP."""
        b = wf.ipv4(A_FRAME)
        tagged = b[:12] + b"\x81\0\0\7" + b[12:]
        options = wf.ipv4(A_FRAME, ver=0x46, ip_total=54)
        options = options[:34] + bytes(4) + options[34:]
        path = self.write_pcap("elsewhere", [tagged, options])
        check([d["info"] for d in self.compare(path)] == ["not TTP", "IPv4, not TTP"], "elsewhere")
        for t in self.tshark(path, 1):
            check((t["ttpoe.opcode"], t["ttpoe.txid"], t["ttpoe.payload_length"]) == ("6", "9", "4")
                  and "Not right behind Ethernet" in t["_ws.expert.message"], "elsewhere", t)

    def random(self):
        for seed in range(1, 5):
            rng = random.Random(seed)
            p = wf.Pcap()
            for _ in range(1500):
                p.add(self.frame(rng))
            self.compare(self.write("random", p.out))
        self.need("drop", "replay_of", "ack_in", "gap", "ack_new", "request_in", "repeat_of")

    def frame(self, rng):
        src, dst = rng.sample([1, 2, 0x30003], 2)
        op = rng.choice([6] * 6 + [7] * 3 + [8, 0, 1, rng.randrange(64)])
        life = rng.choice([0, 3, 3])
        b = wf.frame(src, dst, op, rng.randrange(40), rng.randrange(40),
                     vc=rng.choice([0, 0, 0, 3]), life=life, to=life if op else 0,
                     n=rng.choice([1, 5, 100, 1024]) if op == 6 else rng.choice([0, 0, 4]))
        x = dict(rng.choice([
            ("ver", rng.randrange(256)), ("ver", 0x45), ("dscp", rng.randrange(64)),
            ("ecn", rng.randrange(4)), ("ttl", rng.randrange(1, 256)), ("ttl", 9),
            ("sum_off", rng.choice([0, 0, rng.randrange(65535)])),
            # Never a last fragment: Wireshark would put a datagram together.
            ("flags", rng.choice([0, 0x4000, 0x8000, 0x2000 | rng.randrange(0x2000)])),
            ("ip_total", rng.randrange(1200)), ("udp_length", rng.randrange(1200)),
            ("sport", 0xC000 + rng.randrange(0x3000)), ("dport", rng.choice([419, 0xC000, 420])),
            ("proto", rng.choice([17, 17, 17, 253])), ("mark", rng.choice([0, 0x20, 0xFF]))])
            for _ in range(rng.randrange(3)))
        b = wf.ipv4(b, **x) if rng.random() < .95 else b
        return b[:rng.randrange(14, len(b))] if rng.random() < .05 else b

    def bridge(self):
        """A MAC answers a capture; its own frames and what came are in IPv4 form."""
        lives = dict(life=5, to=77)
        frames = [wf.ipv4(b) for b in (
            wf.frame(1, 2, wf.OPEN, 9, life=5), wf.frame(1, 2, wf.PAYLOAD, 10, n=4, **lives),
            wf.frame(1, 2, wf.PAYLOAD, 11, n=1024, **lives))]
        frames += [wf.ipv4(A_FRAME, sum_off=1), wf.ipv4(A_FRAME, proto=1),
                   wf.ipv4(wf.frame(1, 2, wf.CLOSE, 12, **lives))]
        out = self.path("out.pcapng")
        p = subprocess.run([self.ttpsim, "bridge", "--node", "2", "--epoch", "77",
                            "--wire", "pcap-in:" + self.write_pcap("in", frames), "--pcap", out,
                            "--ipv4", "10.0.0.2/24", "--next-hop", "02:00:00:00:00:09",
                            "--dscp", "46"], capture_output=True, text=True)
        check(p.returncode == 0, "the bridge", p.stderr)
        decoded = self.compare(out)
        want = ["OPEN", "PAYLOAD", "PAYLOAD", "PAYLOAD", "IPv4,", "CLOSE"]
        got = [d["info"].split()[0] for d in decoded if d["direction"] == "in"]
        sent = [d for d in decoded if d["direction"] == "out"]
        check(got == want, "frames in", got)
        check({"OPEN_ACK", "ACK", "CLOSE_ACK"} <= {d.get("opcode_name") for d in sent}
              and all(d["ipv4"] and d["ip_dscp"] == 46 and d["ip_checksum"] == "right"
                      and "drop" not in d for d in sent), "frames out", *sent)
        notes = [c for d in decoded for c in d["comments"] if not c.startswith("cycle")]
        check(notes == ["dropped: ip.checksum", "ignored: not TTP"], "comments", notes)
        p = subprocess.run(["tshark", "-n", "-o", "ip.check_checksum:TRUE", "-r", out, "-Y",
                            "ip.checksum.status == 1 && ip.dsfield.dscp == 46 && udp.port == 420"],
                           env=self.env, capture_output=True, text=True)
        lines = p.stdout.splitlines()
        check(len(lines) == len(sent) and all(" UDP " in x for x in lines), "without the dissector",
              *lines)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", default="build")
    ap.add_argument("case", choices=["golden", "rules", "random", "bridge"])
    a = ap.parse_args()
    if not shutil.which("tshark"):
        print("tshark not found (scripts/setup wireshark)")
        sys.exit(77)
    t = Test(a.bin)
    try:
        getattr(t, a.case)()
    finally:
        shutil.rmtree(t.tmp)
    print("PASS " + a.case + ": " + ", ".join("%s %d" % x for x in sorted(t.seen.items())))


if __name__ == "__main__":
    main()

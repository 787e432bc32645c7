#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Wireshark dissector and `ttpsim decode`, compared with each other and with known figures.

    tb/wire/dissector.py [--bin build] captures | golden | run | random | bad | install | docs

captures   every file of tb/data/captures, with figures that are known of some
golden     a conversation made by hand: every mark of every frame is written down
run        a pcapng of `ttpsim run` over a hostile wire: comments and marks against its counters
random     conversations, headers and file formats at random
bad        files that are no captures: exit 2 and one line
install    `make wireshark` into a home of its own
docs       the examples of docs/wireshark.md print what the page says

A comparison takes every frame: fields, marks and links, in one pass of tshark and in two. Without
tshark: exit 77.
"""
import argparse, collections, glob, json, os, random, re, shutil, subprocess, sys

import frames as wf
from compare import LUA, MARKS, ROOT, Compare, check

CAPTURE = "tb/data/captures/01_open_payload12_ack_node1.pcap"


class Test(Compare):
    def captures(self):
        files = sorted(glob.glob(os.path.join(ROOT, "tb/data/captures/*.pcap")))
        check(len(files) == 19, "19 captures, here are %d" % len(files))
        for path in files:
            frames = self.compare(path)
            name = os.path.basename(path)
            # In 11f the module is sent two payloads longer than the protocol allows.
            drops = [d["drop"] for d in frames if "drop" in d]
            long = ["length"] * 2 if name.startswith("11f") else []
            check(all(d["ttp"] for d in frames) and drops == long, name, drops)
            marks = {k: sum(k in d for d in frames) for k in MARKS}
            payloads = [d for d in frames if d["opcode"] == wf.PAYLOAD]
            if name.startswith("04"):                   # lossy
                check(marks["replay_of"] > 0 and all("ack_in" in d for d in payloads), name, marks)
            if name.startswith(("03", "09", "10")):     # nothing lost
                check(all("ack_in" in d for d in payloads) and not marks["gap"]
                      and not marks["restart"], name, marks)
            if name.startswith("05"):
                requests = [d for d in frames if d["opcode"] in (wf.OPEN, wf.CLOSE)]
                check([d.get("response_in") for d in requests] == [2, 8, 11]
                      and not marks["replay_of"] and not marks["restart"], name, marks)
            if name.startswith("08"):
                check(marks["reopen"] == 1 and frames[4].get("replay_of") == 1
                      and frames[0].get("ack_in") == 6, name, marks)
            if name.startswith("11f"):
                check(marks["replay_of"] and marks["gap"], name, marks)
        self.need("replay_of", "gap", "request_in", "response_in", "ack_in", "ack_new", "reopen")

    def golden(self):
        p = wf.Pcap()
        for b, _ in wf.GOLDEN:
            p.add(b)
        frames = self.compare(self.write("golden.pcap", p.out))
        for (_, want), d in zip(wf.GOLDEN, frames):
            got = {k: d[k] for k in MARKS if k in d}
            check(got == want, "frame %d: %s" % (d["frame"], d["info"]), "wanted %s" % want,
                  "decoded %s" % got)
        check([frames[i - 1].get("life", "-") for i in (1, 65, 66)] == [5, 0, 0], "lives")
        for i, end in wf.ENDS.items():
            check(frames[i - 1]["info"].endswith(end), "end of frame %d" % i, frames[i - 1]["info"])
        for (b, _), d, t in zip(wf.GOLDEN, frames, self.tshark(self.path("golden.pcap"), 1)):
            want = b[60:60 + d.get("payload", 0)].hex()
            check(t["ttpoe.payload"].replace(":", "") == want, "payload of frame %d" % d["frame"],
                  t["ttpoe.payload"], want)
        # As people run it: no tree, names for addresses.
        p = subprocess.run(["tshark", "-X", "lua_script:" + LUA, "-r", self.path("golden.pcap")],
                           cwd=ROOT, env=self.env, capture_output=True, text=True)
        lines = p.stdout.splitlines()
        check(len(lines) == len(frames), "plain tshark", p.stderr, *lines[-3:])
        for d, line in zip(frames, lines):
            check(" TTP " in line and line.endswith(d["info"]),
                  "plain tshark, frame %d" % d["frame"], d["info"], line)
        self.need(*MARKS)

    def run(self):
        source, cap, out = self.path("in"), self.path("run.pcapng"), self.path("run.json")
        rng = random.Random(7)
        self.write("in", bytes(rng.randrange(256) for _ in range(400000)))
        args = [self.ttpsim, "run", "--dut", "model", "--preset", "sel64", "--selective",
                "--file", source, "--links", "5", "--bidir", "--payload", "600", "--seed", "3",
                "--pcap", cap, "--json", out]
        for harm, p in (("loss", .03), ("dup", .02), ("reorder", .02), ("corrupt", .02),
                        ("truncate", .03)):
            args += ["--" + harm, str(p)]
        p = subprocess.run(args, capture_output=True, text=True)
        check(p.returncode == 0, "the run", p.stdout, p.stderr)
        info = subprocess.run(["capinfos", "-M", cap], capture_output=True, text=True, env=self.env)
        noise = [s for s in info.stderr.splitlines() if not s.startswith("Running as user")]
        check(info.returncode == 0 and not noise, "capinfos", info.stdout, info.stderr)
        names = [s.split("=")[1].strip() for s in info.stdout.splitlines() if "Name =" in s]
        check(names == [n + d for n in "ABC" for d in (".tx", ".rx")], "interfaces", names)
        frames = self.compare(cap)
        check("Number of packets:   %d" % len(frames) in info.stdout,
              "capinfos counts other frames", info.stdout)
        result = json.load(open(out))
        self.against_counters(frames, result)
        self.need("replay_of", "gap", "late", "repeat_of", "drop", "ack_in",
                  "request_in", "response_in", "send", "offer", "held", "newest")
        self.maps(frames)
        check(any(d.get("cut") for d in frames) and not all(d["ttp"] for d in frames),
              "no frame was cut inside its headers")

    def against_counters(self, frames, result):
        """What a run says of itself in its JSON, counted again from the capture."""
        sent = [d for d in frames if d["interface"].endswith(".tx")]
        got = [d for d in frames if d["interface"].endswith(".rx")]
        check(all(d.get("direction") == "out" for d in sent)
              and all(d.get("direction") == "in" for d in got), "directions")

        def notes(where, text):
            return [d for d in where if any(text in c for c in d.get("comments", []))]

        wire = result["wire"]
        check(len(sent) == wire["sent"], "frames sent", len(sent), wire["sent"])
        for key in ("lost", "duplicated", "reordered", "corrupted", "truncated"):
            n = len(notes(sent, "wire: " + key))
            check(n == wire[key] and n > 0,
                  "frames %s: comments %d, the wire counts %d" % (key, n, wire[key]))
        for name, n in result["frames"].items():
            mine = sum(d.get("opcode_name") == name for d in sent)
            check(mine == n, "frames %s: %d in the capture, the MACs count %d" % (name, mine, n))
        # A duplicated frame with a bad FCS is dropped twice.
        copies = lambda d: 2 if any("duplicated" in c for c in d["comments"]) else 1
        drops = {"fcs": sum(copies(d) for d in notes(sent, "drops it: fcs"))}
        for reason in ("short", "long", "type", "dst", "src", "tth", "gateway", "length", "opcode",
                       "vc"):
            drops[reason] = len(notes(got, "drops it: " + reason))
        for reason, n in drops.items():
            check(n == result["dropped"][reason],
                  "drops for %s: comments %d, counters %d" % (reason, n, result["dropped"][reason]))
        check(drops["fcs"] > 0 and drops["short"] > 0, "no drops", drops)
        twice = sum(any("duplicated" in c for c in d.get("comments", [])) for d in sent)
        arrived = len(sent) + twice - wire["lost"]
        check(len(got) == arrived - drops["fcs"], "frames received", len(got),
              arrived - drops["fcs"])
        replays = sum("replay_of" in d for d in sent)
        check(replays == result["replayed"] > 0,
              "replays: %d marked, the MACs count %d" % (replays, result["replayed"]))
        # Every payload was acknowledged in the end, seen from its sender.
        last = {}
        for d in sent:
            if d["opcode"] == wf.PAYLOAD:
                last[d["interface"], d["dst"], d["vc"], d["txid"]] = d
        check(len(last) == 2 * 667 and all("ack_in" in d for d in last.values()),
              "payloads acknowledged", len(last))

    def maps(self, frames):
        """What a MAC says it holds has come to it before: the bits of a map in their order."""
        come, n = collections.defaultdict(set), 0
        for d in frames:
            port, way = d["interface"].split(".")
            if way == "rx" and d.get("opcode") == wf.PAYLOAD and "drop" not in d:
                come[port, d["src"], d["vc"]].add(d["txid"])
            if way == "rx" or "newest" not in d:
                continue
            here = come[port, d["dst"], d["vc"]]
            ends = [[int(x) for x in r.split("-")] for r in d.get("held_ids", "").split(", ") if r]
            held = [i for e in ends for i in range(e[0], e[-1] + 1)]
            check(len(held) == d.get("held", 0) and d["newest"] in here and here.issuperset(held),
                  "a map names what has not come", d["info"])
            n += len(held)
        check(n > 100, "IDs in maps", n)

    def random(self):
        for seed in range(1, 7):
            rng = random.Random(seed)
            self.compare(self.write("talk%d.pcapng" % seed, self.talk(rng, 1500)))
            self.compare(self.write("headers%d" % seed, self.headers(rng, 400, seed)))
        self.need(*MARKS)

    def talk(self, rng, n):
        """Mostly sensible conversations of three nodes, some at an ID that wraps."""
        order = rng.choice("<>")
        p = wf.Pcapng(order)
        for name in ("A.tx", "A.rx", "tap", None):
            p.interface(name, tsresol=rng.choice([None, 6, 9, 0x80 | 20]))
        lives = [0, 0, 1, 2]                            # of node 1 .. 3: strangers and others
        base = {v: rng.choice([0, 7, 0x7FFFFFF0, 0xFFFFFFF8]) for v in range(3)}
        old = None
        for _ in range(n):
            src, dst = rng.sample([1, 2, 3], 2)
            vc = rng.choice([0, 0, 1, 2])
            op = rng.choice([6] * 60 + [7] * 30 + [8] * 8 + list(range(11)))
            far = [70000, 1 << 31, 5 << 29, 65550]

            def an_id():
                if rng.random() >= .9:
                    return 0
                return base[vc] + (rng.randrange(24) if rng.random() < .95 else rng.choice(far))

            tx, rx = an_id(), an_id()
            life = lives[src] if rng.random() < .9 else rng.choice(lives)
            to = lives[dst] if rng.random() < .9 else rng.choice(lives)
            b = wf.frame(src, dst, op, tx, rx, vc=vc, life=life,
                         to=to if op and rng.random() < .9 else 0,
                         n=rng.randrange(1, 9) if op == 6 else 0)
            b = old if old and rng.random() < .15 else b
            old = b
            direction = rng.choice([None, 0, 1, 2, 2]) if rng.random() < .3 else None
            comments = ["one", "two \u00e4\nlines"][:rng.randrange(3)] if rng.random() < .1 else []
            p.add(b, rng.randrange(4), direction, comments)
        return p.out

    def block(self, rng):
        """An offer or a map, as it should be or with a byte that is off."""
        bits = rng.getrandbits(64) & rng.choice([rng.getrandbits(64), -1])
        some = wf.a_map(rng.randrange(1024) * 64, rng.randrange(65536), bits)
        b = bytearray(rng.choice([wf.OFFER, wf.MAP, some]))
        if rng.random() < .5:
            b[rng.randrange(16)] = rng.randrange(256)
        return bytes(b)

    def headers(self, rng, n, seed):
        """Anything in any field, any length, cut by the capture, tagged, on another kind of
        link."""
        p = wf.Pcap(order=rng.choice("<>")) if seed % 3 == 0 else wf.Pcapng(rng.choice("<>"))
        if seed % 3:
            p.interface("eth0", snaplen=0)
            p.interface("cooked", link=113)
        for i in range(n):
            x = dict(rng.choice([
                ("tth0", rng.randrange(256)), ("tth1", rng.randrange(256)),
                ("total", rng.randrange(65536)), ("length", rng.randrange(1200)),
                ("op_reserved", rng.randrange(4) << 6), ("res", rng.randbytes(2)),
                ("ext", rng.randbytes(4)), ("ext", b"\0\0\x10" + rng.randbytes(1)),
                ("to", rng.getrandbits(16)), ("pad", rng.randbytes(16)),
                ("dst_oui", rng.getrandbits(24)), ("src_oui", rng.getrandbits(24)),
                ("tsh_src", rng.getrandbits(24)), ("tsh_dst", rng.getrandbits(24)),
                ("min", 60), ("size", rng.randrange(14, 90)),
                ("size", rng.choice([1084, 1536, 1537, 1600])),
                ("type", 0x88B5), ("vlan", True),
                ("block", self.block(rng)), ("block", self.block(rng))])
                for _ in range(rng.randrange(4)))
            op = rng.choice([0, 1, 6, 6, 7, rng.randrange(64)])
            if "block" in x and rng.random() < .5:      # a map in a NACK that names lives
                op = 8
                x = dict(x, to=rng.randrange(1, 9), length=42, ext=b"\0\0\x10\x20")
            elif "block" in x:                          # an offer in an OPEN
                op, x = 0, dict(block=x["block"], length=26)
            b = wf.frame(rng.randrange(4), rng.randrange(4), op, rng.getrandbits(32),
                         rng.getrandbits(32), vc=rng.choice([0, 1, 2, 3, 255]),
                         life=rng.getrandbits(16),
                         n=0 if "block" in x else rng.choice([0, 1, 4, 5, 100, 1024, 1025]), **x)
            kept = b[:rng.randrange(14, len(b) + 1)] if rng.random() < .1 and len(b) > 14 else b
            if seed % 3 == 0:
                p.add(kept, len(b))
            elif rng.random() < .05:
                p.simple(b)
            elif rng.random() < .05:                    # Linux cooked: no Ethernet addresses
                p.add(b"\0\0\0\1\0\6" + bytes(8) + b"\x9a\xc6" + b[14:], 1)
            else:
                p.add(kept, 0, length=len(b))
        return p.out

    def bad(self):
        def refused(args, must=""):
            p = subprocess.run([self.ttpsim, "decode"] + args, capture_output=True, text=True,
                               errors="replace")
            ok = (p.returncode == 2 and p.stdout == "" and p.stderr.count("\n") == 1
                  and p.stderr.startswith("ttpsim: decode: "))
            check(ok and must in p.stderr, "decode %s" % args, p.returncode,
                  p.stdout[:200], p.stderr[:500])

        refused([], "FILE is missing")
        refused(["--jsn", "x"], "unknown option")
        refused(["a", "b"], "one file")
        refused([self.path("absent")], "No such file")
        refused([self.tmp])
        refused([self.write("empty", b"")], "too short")
        refused([self.write("text", b"no capture at all\n" * 9)], "is not a capture")
        good = wf.Pcapng()
        good.interface("A.tx")
        edges = {len(good.out)}
        for i in range(3):
            good.add(wf.frame(1, 2, 6, i, n=5), 0, 2, ["x"])
            edges.add(len(good.out))
        head = wf.Pcapng().out
        edges |= {len(head)}
        for n in range(1, len(good.out)):
            path = self.write("cut", good.out[:n])
            if n not in edges:
                refused([path])
            else:
                self.decode(path)
        patch = lambda at, new: good.out[:at] + new + good.out[at + len(new):]
        i, p = len(head), sorted(edges)[1]              # interface block, first packet block
        refused([self.write("b", patch(8, b"abcd"))], "not a pcapng")
        refused([self.write("b", patch(4, b"\x1d\0\0\0"))], "impossible length")
        refused([self.write("b", patch(4, b"\xff\xff\xff\x7f"))], "impossible length")
        refused([self.write("b", patch(i - 4, b"\x20"))], "lengths differ")
        refused([self.write("b", patch(i + 18, b"\xff\xff"))], "run over")
        refused([self.write("b", patch(p + 8, b"\x09"))], "does not describe")
        refused([self.write("b", patch(p + 20, b"\xff\xff\xff\xff"))], "runs over its block")
        refused([self.write("b", head + b"\1\0\0\0\x10\0\0\0\1\0\0\0\x10\0\0\0")], "too short")
        refused([self.write("b", head + b"\3\0\0\0\x10\0\0\0\1\0\0\0\x10\0\0\0")],
                "without its interface")
        classic = open(os.path.join(ROOT, CAPTURE), "rb").read()
        refused([self.write("b", classic[:-5])], "can not be read")
        for path, code, must in ((self.path("no/such"), 2, "No such file"),
                                 ("/dev/full", 1, "can not be written")):
            r = subprocess.run([self.ttpsim, "run", "--dut", "model", "--preset", "tiny",
                                "--file", os.path.join(ROOT, "LICENSE"), "--pcap", path],
                               capture_output=True, text=True)
            check(r.returncode == code and must in (r.stderr if code == 2 else r.stdout),
                  "--pcap " + path, r.stdout, r.stderr)
        # Any damage: an answer or a refusal, no crash.
        rng, codes = random.Random(5), collections.Counter()
        for _ in range(400):
            data = bytearray(rng.choice([good.out, classic]))
            for _ in range(rng.randrange(1, 6)):
                data[rng.randrange(len(data))] = rng.choice([0, 1, 0xFF, rng.randrange(256)])
            r = subprocess.run([self.ttpsim, "decode", "--json", self.write("b", bytes(data))],
                               capture_output=True)
            codes[r.returncode] += 1
            check(r.returncode in (0, 2) and r.stderr.count(b"\n") == (r.returncode == 2),
                  "damaged file", r.returncode, r.stderr[:300])
        check(codes[0] > 20 and codes[2] > 20, "damaged files", codes)
        self.seen["refused"] = codes[2]

    def install(self):
        p = subprocess.run(["make", "-s", "wireshark"], cwd=ROOT, env=self.env,
                           capture_output=True, text=True)
        found = [os.path.join(d, "ttp.lua") for d, _, names in os.walk(self.tmp)
                 if "ttp.lua" in names]
        check(p.returncode == 0 and len(found) == 1 and found[0] in p.stdout, "make wireshark",
              p.stdout, p.stderr, found)
        check(open(found[0]).read() == open(os.path.join(ROOT, LUA)).read(),
              "another file was installed")
        out = subprocess.run(["tshark", "-r", CAPTURE], cwd=ROOT, env=self.env,
                             capture_output=True, text=True).stdout
        check("TTP 72 PAYLOAD VC 0 TxID 2, 12 bytes" in out,
              "tshark with the installed dissector", out)
        # Without tshark: one line that says what to do.
        tools = self.path("tools")
        os.mkdir(tools)
        for name in ("bash", "sed", "dirname"):
            os.symlink(shutil.which(name), os.path.join(tools, name))
        p = subprocess.run(["scripts/wireshark/install"], cwd=ROOT, env=dict(self.env, PATH=tools),
                           capture_output=True, text=True)
        check(p.returncode == 2 and p.stderr.count("\n") == 1
              and "scripts/setup wireshark" in p.stderr, "without tshark", p.stderr)

    def docs(self):
        page = open(os.path.join(ROOT, "docs/wireshark.md")).read()
        # A command goes on in the next line after a backslash.
        form = r"^```\n\$ ((?:[^\n]*\\\n)*[^\n]*)\n(.*?)^```"
        for command, want in re.findall(form, page, re.M | re.S):
            command = command.replace("build/ttpsim", self.ttpsim)
            p = subprocess.run(command, shell=True, cwd=ROOT, env=self.env,
                               capture_output=True, text=True)
            check(p.stdout.strip() == want.strip(), command, "prints:", p.stdout, p.stderr)
            self.seen["examples"] += 1
        check(self.seen["examples"] == 3, "examples", self.seen["examples"])


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", default="build")
    ap.add_argument("case",
                    choices=["captures", "golden", "run", "random", "bad", "install", "docs"])
    a = ap.parse_args()
    if not shutil.which("tshark") or not shutil.which("capinfos"):
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

# SPDX-License-Identifier: Apache-2.0
"""One capture through tshark and `ttpsim decode`, and what differs; for tb/wire/dissector.py."""
import collections, json, os, re, subprocess, sys, tempfile

import frames as wf

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LUA = "scripts/wireshark/ttp.lua"
HEADER = {  # field of tshark -> key of decode
    "tth.subtype": "subtype", "tth.version": "version", "tth.header_words": "header_words",
    "tth.gateway": "gateway", "tth.reserved": "tth_reserved", "tth.total": "total",
    "tsh.src": "tsh_src", "tsh.dst": "tsh_dst", "tsh.length": "length",
    "op_reserved": "op_reserved", "opcode": "opcode", "vc": "vc", "tx": "tx", "rx": "rx",
    "epoch": "epoch", "congestion": "congestion", "version": "ttp_version",
    "reserved": "reserved", "ext": "ext", "txid": "txid", "rxid": "rxid",
    "payload_length": "payload" }
IN_PLACE = [f for f in HEADER if f.startswith(("tth.", "tsh."))]    # of TTPoE form alone
IP = {  # field of tshark -> key of decode, of a frame in IPv4 form
    "ip.version": "ip_version", "ip.src": "ip_src", "ip.dst": "ip_dst",
    "ip.dsfield.dscp": "ip_dscp", "ip.len": "ip_total", "ip.ttl": "ip_ttl",
    "udp.srcport": "udp_src", "udp.dstport": "udp_dst", "udp.length": "udp_length" }
LINKS = ["replay_of", "repeat_of", "request_in", "response_in", "ack_in"]
MARKS = LINKS + ["gap", "ack_new", "late", "far", "illegal", "foreign", "reopen",
                 "restart", "drop", "send", "offer", "held", "due", "newest", "held_ids"]
EXPERT = {"replay_of": "Replay of frame %s", "repeat_of": "Repeat of frame %s",
          "gap": "Gap: skips %s ID", "late": "Late: ", "far": "More than 65535 IDs",
          "illegal": "Names an ID that was not sent", "foreign": "Of another life",
          "reopen": "Re-OPEN: ",
          "restart": "Another life"}
COLUMNS = (["frame.number", "frame.len", "frame.cap_len", "eth.type", "eth.src", "eth.dst",
            "frame.interface_name", "frame.comment", "frame.packet_flags_direction",
            "_ws.col.Protocol", "_ws.col.Info", "_ws.malformed", "_ws.expert.message",
            "_ws.expert.group", "_ws.lua.error", "ttpoe.life", "ttpoe.to_life", "ttpoe.payload",
            "ttpoe.ipv4", "ip.checksum.status"]
           + ["ttpoe." + x for x in HEADER] + ["ttpoe." + x for x in MARKS] + list(IP))
MALFORMED = "117440512"                # group of expert notes
SEPARATOR, JOIN = "\x01", "\x02"


def fail(text, *more):
    print("FAILED: " + text)
    for m in more:
        print("  %s" % (m,))
    sys.exit(1)


def check(ok, text, *more):
    if not ok:
        fail(text, *more)


class Compare:
    def __init__(self, bin_dir):
        self.ttpsim = os.path.join(ROOT, bin_dir, "ttpsim")
        self.tmp = tempfile.mkdtemp(prefix="ttp-wire-")
        # No settings and no plugins of the user, so that the dissector is loaded once: this one.
        self.env = dict(os.environ, HOME=self.tmp, XDG_CONFIG_HOME=self.tmp, LC_ALL="C.UTF-8",
                        MAKEFLAGS="")
        self.seen = collections.Counter()

    def path(self, name):
        return os.path.join(self.tmp, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data)
        return self.path(name)

    def tshark(self, path, passes):
        args = ["tshark", "-n", "-o", "ip.check_checksum:TRUE", "-X", "lua_script:" + LUA,
                "-r", path, "-T", "fields", "-E", "separator=" + SEPARATOR,
                "-E", "aggregator=" + JOIN] + ["-2"] * (passes == 2)
        for c in COLUMNS:
            args += ["-e", c]
        p = subprocess.run(args, cwd=ROOT, env=self.env, capture_output=True, text=True)
        noise = [s for s in p.stderr.splitlines() if not s.startswith("Running as user")]
        check(p.returncode == 0 and not noise, "tshark on %s" % path, p.returncode, *noise[:5])
        return [dict(zip(COLUMNS, line.split(SEPARATOR))) for line in p.stdout.splitlines()]

    def decode(self, path):
        p = subprocess.run([self.ttpsim, "decode", "--json", path], capture_output=True, text=True)
        check(p.returncode == 0, "ttpsim decode %s" % path, p.stderr)
        frames = [json.loads(line) for line in p.stdout.splitlines()]
        p = subprocess.run([self.ttpsim, "decode", path], capture_output=True, text=True)
        text = p.stdout.splitlines()
        check(len(text) == len(frames), "text and JSON of %s have different lengths" % path)
        for d, line in zip(frames, text):
            check(line.split()[0] == str(d["frame"]) and d["info"] in line,
                  "text of frame %d" % d["frame"], line)
            check(not re.search(r"[\x00-\x1f\x7f]", line),
                  "control characters in the text of frame %d" % d["frame"], line)
        return frames

    def compare(self, path):
        """Every frame of a file, both readings, both kinds of pass; what decode says of it."""
        frames = self.decode(path)
        check(frames, "%s has no frames" % path)
        for passes in (1, 2):
            shown = self.tshark(path, passes)
            check(len(shown) == len(frames),
                  "%s: %d frames in decode, %d in tshark" % (path, len(frames), len(shown)))
            for d, t in zip(frames, shown):
                wrong = [x for x in self.differences(d, t, passes) if x]
                check(not wrong, "%s frame %d, tshark in %d pass(es): field, decode, tshark"
                      % (path, d["frame"], passes), *wrong, d["info"], t["_ws.col.Info"])
        for d in frames:
            self.seen["frames"] += 1
            self.seen.update(k for k in MARKS if k in d)
        return frames

    def differences(self, d, t, passes):
        def same(what, mine, theirs):
            return None if str(mine) == str(theirs) else (what, mine, theirs)

        def number(name):
            return int(t[name], 0) if t[name] else ""

        yield same("number", d["frame"], t["frame.number"])
        yield same("length", d["length_on_wire"], t["frame.len"])
        yield same("captured", d["captured"], t["frame.cap_len"])
        name = t["frame.interface_name"]
        yield same("interface", d.get("interface", ""), name if name != "unknown" else "")
        comments = JOIN.join(d.get("comments", []))
        yield same("comments", comments.replace("\n", "\\n"), t["frame.comment"])
        direction = {"in": 1, "out": 2}.get(d.get("direction"), 0)
        yield same("direction", direction, number("frame.packet_flags_direction") or 0)
        yield same("Lua error", "", t["_ws.lua.error"])
        right_behind = t["eth.type"] and int(t["eth.type"].split(JOIN)[0], 0) == 0x9AC6
        yield same("ttp", d["ttp"], bool(right_behind or t["ttpoe.ipv4"]))
        if not d["ttp"]:
            return
        yield same("protocol", "TTP", t["_ws.col.Protocol"])
        yield same("Info", d["info"], t["_ws.col.Info"])
        yield same("IPv4 form", d["ipv4"], t["ttpoe.ipv4"] != "")
        short = d["cut"] or d.get("drop") == "short"
        # Wireshark has notes of its own for what is wrong in IPv4 and UDP.
        if not d.get("drop", "").startswith("ip.") and d.get("udp_length", 8) >= 8:
            yield same("malformed", short, t["_ws.malformed"] != "")
            yield same("cut", short, MALFORMED in t["_ws.expert.group"].split(JOIN))
        if d["ipv4"]:
            yield from self.ip_differences(d, t)
        have_header = "opcode" in d
        if have_header:
            yield same("eth_src", d["eth_src"], t["eth.src"])
            yield same("eth_dst", d["eth_dst"], t["eth.dst"])
            for field, key in HEADER.items():
                if d["ipv4"] and field in IN_PLACE:
                    yield same(key, d.get(key, ""), t["ttpoe." + field])
                else:
                    yield same(key, d[key], number("ttpoe." + field))
            marked = d["to_life"] != 0
            has_life = d["opcode"] == wf.OPEN or marked
            yield same("life", d["life"] if has_life else "", t["ttpoe.life"])
            yield same("to_life", d["to_life"] if marked else "", t["ttpoe.to_life"])
            shown = len(t["ttpoe.payload"].replace(":", "")) // 2
            yield same("payload bytes", min(d["payload"], d["captured"] - 60), shown)
        for key in MARKS:
            mine, theirs = d.get(key, ""), t["ttpoe." + key]
            # In one pass nothing is known of frames to come.
            if passes == 1 and key in LINKS and mine != "" and mine > d["frame"]:
                mine = ""
            yield same(key, 1 if mine is True else mine, {"True": "1"}.get(theirs, theirs))
            if key in EXPERT:
                text = EXPERT[key]
                text = text % mine if "%" in text and mine != "" else text.split("%")[0]
                yield same("note of " + key, mine != "", text in t["_ws.expert.message"])
        dropped = d.get("drop") not in (None, "short")
        yield same("note of drop", dropped, "A MAC drops this frame: " in t["_ws.expert.message"])

    def ip_differences(self, d, t):
        """Wireshark's own dissectors are the other reading. Of a frame that the port drops they
        may show nothing; what they show is the same."""
        broken = d.get("drop", "").startswith("ip.")
        for field, key in IP.items():
            theirs = t[field].split(JOIN)[0]
            if d.get("drop") == "ip.version" or (broken and theirs == ""):
                continue
            if key == "ip_total" and d[key] == 0:       # for Wireshark: still to be filled in
                continue
            self.seen[field] += 1
            if str(d[key]) != str(int(theirs, 0) if theirs and "." not in theirs else theirs):
                yield key, d[key], theirs
        status = {"1": "right", "0": "wrong"}.get(t["ip.checksum.status"], "")
        if (status or not broken) and status != d["ip_checksum"]:
            yield "ip_checksum", d["ip_checksum"], t["ip.checksum.status"]

    def need(self, *keys):
        for k in keys:
            check(self.seen[k], "nothing was seen of " + k, dict(self.seen))

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Size and depth of the MAC after Yosys: make synth. docs/synthesis.md says how to read it.

  scripts/synth.py [PRESET...]               nic1g, nic1g_25f (ECP5), tiny (iCE40 UP5K); default: all
  scripts/synth.py --block MODULE [NAME=VALUE...]   one module alone on ECP5, for work on its size

Prints a table per preset and writes build/synth.json (not with --block); logs and netlists stay in
build/synth/. Exit 1: a Yosys warning without an explanation below, a latch, a combinational loop,
a cell of unknown kind, or a payload memory that is not in block RAM or SPRAM. Exit 2: usage.
"""
import json, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(ROOT, "build", "synth")
TOP = "ttp_mac"

# What a preset is mapped to. Its parameters come from sim/presets.def; "set" overrides them.
PRESETS = {
    "nic1g":     {"part": "ECP5-45F", "set": {}},
    "nic1g_25f": {"part": "ECP5-25F", "set": {}},
    # The SPRAM of the UP5K has one port.
    "tiny":      {"part": "iCE40 UP5K", "set": {"SRAM_1P": 1}},
}
PARTS = {
    "ECP5-45F":   {"family": "ecp5", "lut4": 43848, "ram": 108},
    "ECP5-25F":   {"family": "ecp5", "lut4": 24288, "ram": 56},
    "iCE40 UP5K": {"family": "ice40", "lut4": 5280, "ram": 30, "spram": 4},
}

# Public 64-bit stacks, measured with the same synth_ecp5: LUT4, CCU2C, DPR16X4.
PEERS = [
    ("UDP/IP stack, no reliability", 4185, 343, 57),
    ("RoCE retransmission, send only, without payload memory", 2991, 523, 97),
]

# Warnings that are understood: (pattern, reason). Any other one fails the run.
EXPLAINED = [
    (r'ABC: Warning: The network is combinational \(run "fraig" or "fraig_sweep"\)\.',
     "ABC says that it has no flops in its network: it is only given the logic between them"),
]

LUT, WIDE, CARRY, LUTRAM, FF, RAM, SPRAM = "lut4", "wide", "carry_cells", "dpr16x4", "ff", "ram_blocks", "spram"
KINDS = [
    (r"LUT4|SB_LUT4", LUT),
    (r"PFUMX|L6MUX21", WIDE),
    (r"CCU2C|SB_CARRY", CARRY),
    (r"TRELLIS_DPR16X4", LUTRAM),
    (r"TRELLIS_FF|SB_DFFN?(E?(S?[SR])?)", FF),
    (r"DP16KD|PDPW16KD|SB_RAM40_4K(NR|NW|NRNW)?", RAM),
    (r"SB_SPRAM256KA", SPRAM),
]
CLOCKS = {"CLK", "WCK", "CLKA", "CLKB", "CLKW", "CLKR", "C", "WCLK", "RCLK", "CLOCK", "WCLKN", "RCLKN"}

problems = []
explained = {}      # reason -> how often


def problem(text):
    problems.append(text)
    print("synth: " + text, file=sys.stderr)


def kind(cell_type):
    for pattern, k in KINDS:
        if re.fullmatch(pattern, cell_type):
            return k
    return None


def say(text):
    print("synth: " + text, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- Yosys

def yosys(name, script):
    """Runs a script, judges its log, returns the log."""
    path = os.path.join(OUT, name)
    with open(path + ".ys", "w") as f:
        f.write("\n".join(script) + "\n")
    run = subprocess.run(["yosys", "-q", "-l", path + ".log", "-s", path + ".ys"], cwd=ROOT,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with open(path + ".log", errors="replace") as f:
        log = f.read()
    if run.returncode != 0:
        errors = [l for l in log.splitlines() if "ERROR" in l] or run.stdout.splitlines()[-1:]
        sys.exit("synth: Yosys failed on %s: %s" % (name, " ".join(errors)[:400]))
    seen = set()
    for line in log.splitlines():
        if re.search(r"\bwarning:", line, re.I) and line not in seen:
            reason = next((r for p, r in EXPLAINED if re.search(p, line)), None)
            if reason:
                explained[reason] = explained.get(reason, 0) + 1
            else:
                seen.add(line)
                problem("%s: not explained: %s" % (name, line.strip()))
        if re.match(r"\s*Latch inferred", line):
            problem("%s: %s" % (name, line.strip()))
    return log


def load(name):
    with open(os.path.join(OUT, name + ".json")) as f:
        return json.load(f)["modules"]


def elaborate(name, top, params):
    """Reads the sources; returns the modules as instantiated."""
    sets = " ".join("-set %s %s" % (k, v) for k, v in params.items())
    yosys(name + ".elab",
          ["verilog_defaults -add -Irtl",
           "read_verilog rtl/%s%s.v" % ("" if os.path.exists("%s/rtl/%s.v" % (ROOT, top)) else "lib/", top),
           "chparam %s %s" % (sets, top) if sets else "",
           "hierarchy -check -top %s -libdir rtl -libdir rtl/lib" % top,
           "write_rtlil build/synth/%s.il" % name,
           "proc",
           "write_json build/synth/%s.elab.json" % name])
    return load(name + ".elab")


def map_ecp5(name, what, top, keep):
    """Both mappings from one run; they differ from the step map_luts on."""
    path = "build/synth/%s.%s" % (name, what)
    yosys("%s.%s" % (name, what),
          ["read_rtlil build/synth/%s.il" % name]
          + ["setattr -mod -set keep_hierarchy 1 %s" % m for m in keep]
          + ["synth_ecp5 -top %s -run begin:map_ram" % top,
             "json -o %s.mem.json %s/t:$mem*" % (path, top),
             "synth_ecp5 -run map_ram:map_luts",
             "design -save mapped",
             "synth_ecp5 -run map_luts:json",
             "write_json %s.plain.json" % path,
             "design -load mapped",
             "synth_ecp5 -nowidelut -run map_luts:json",
             "write_json %s.nowidelut.json" % path])


def map_ice40(name, what, top, keep):
    path = "build/synth/%s.%s" % (name, what)
    yosys("%s.%s" % (name, what),
          ["read_rtlil build/synth/%s.il" % name]
          + ["setattr -mod -set keep_hierarchy 1 %s" % m for m in keep]
          + ["synth_ice40 -device u -spram -top %s -run begin:map_ram" % top,
             "json -o %s.mem.json %s/t:$mem*" % (path, top),
             "synth_ice40 -device u -spram -run map_ram:json",
             "write_json %s.plain.json" % path])


# ---------------------------------------------------------------- counting

def empty():
    return {LUT: 0, WIDE: 0, CARRY: 0, LUTRAM: 0, FF: 0, RAM: 0, SPRAM: 0}


def count(modules, top):
    """Cells of a module and all below it."""
    total = empty()
    for c in modules[top]["cells"].values():
        k = kind(c["type"])
        if k:
            total[k] += 1
        elif c["type"] in modules and "blackbox" not in modules[c["type"]]["attributes"] \
                and "whitebox" not in modules[c["type"]]["attributes"]:
            for k, n in count(modules, c["type"]).items():
                total[k] += n
        else:
            problem("cell of unknown kind: %s in %s" % (c["type"], top))
    return total


def carry_sites(family, n):
    """A CCU2C takes two LUT4 sites; an SB_CARRY sits beside one."""
    return 2 * n if family == "ecp5" else n


def sites(lut4, ccu2c, dpr16x4):
    """LUT4 sites taken on ECP5, as nextpnr counts them before packing ("Total LUT4s"): a DPR16X4 takes four for
    its words and two for its write port."""
    return lut4 + 2 * ccu2c + 6 * dpr16x4


def logic_cells(cells):
    """iCE40 logic cells, at the least: a flop shares one with the LUT that only feeds it, a carry with the
    LUT of the same sum bit."""
    used, lut_out, sums = {}, set(), set()
    for c in cells.values():
        for p, bits in c["connections"].items():
            if c["port_directions"][p] == "input":
                for b in bits:
                    used[b] = used.get(b, 0) + 1
    n = 0
    for c in cells.values():
        if c["type"] == "SB_LUT4":
            p = c["connections"]
            n += 1
            lut_out.add(p["O"][0])
            sums.add((p["I1"][0], p["I2"][0], p["I3"][0]))
    for c in cells.values():
        p = c["connections"]
        if kind(c["type"]) == FF and not (p["D"][0] in lut_out and used[p["D"][0]] == 1):
            n += 1
        elif c["type"] == "SB_CARRY" and (p["I0"][0], p["I1"][0], p["CI"][0]) not in sums:
            n += 1
    return n


def memories(pre, post, top):
    """[(name, words, bits a word, kind of cell or None for flops, number of cells)]"""
    found = []
    for c in pre.get(top, {"cells": {}})["cells"].values():
        if not c["type"].startswith("$mem"):
            continue
        par = c["parameters"]
        name = par["MEMID"].lstrip("\\")
        into = {}
        for other, d in post[top]["cells"].items():
            if other.startswith(name + ".") and kind(d["type"]) in (LUTRAM, RAM, SPRAM):
                into[d["type"]] = into.get(d["type"], 0) + 1
        t = max(into, key=into.get) if into else None
        found.append((name, int(par["SIZE"], 2), int(par["WIDTH"], 2), t, into.get(t, 0)))
    return sorted(found, key=lambda m: -m[1] * m[2])


def check_payload(preset, params, instances, mems):
    """Both payload stores must be there, whole (in one memory or in several), in block RAM or SPRAM."""
    width = int(params["DATA_W"])
    for module, cells in (("ttp_tx_sram", int(params["TX_CELLS"])), ("ttp_rx_sram", int(params["RX_CELLS"]))):
        words = [m for i, t in instances.items() if module in t
                 for m in mems if m[0].startswith(i + ".") and m[2] == width]
        if sum(m[1] * m[2] for m in words) < 512 * cells:
            problem("%s: %s has no memories of %d bits for %d cells of 512" % (preset, module, width, cells))
        for m in words:
            if m[3] is None or kind(m[3]) not in (RAM, SPRAM):
                problem("%s: %s is not in block RAM or SPRAM" % (preset, m[0]))


# ---------------------------------------------------------------- longest path

# Rough delays in ns on the slowest ECP5 grade (6). Cells as nextpnr-ecp5 reports them; NET is the mean of the
# routed nets on the critical path of a nic1g placed and routed out of context. docs/synthesis.md, "Delay".
NET, T_FLOP, T_RAM, T_LUT, T_WIDE, T_CARRY_IN, T_CARRY, T_CARRY_OUT = 1.1, 0.5, 5.6, 0.24, 0.2, 0.45, 0.07, 0.44


def arcs(cell):
    """Combinational arcs of a cell: (output port, input port, levels, ns with the net to the input)."""
    t = cell["type"]
    if t == "LUT4":
        return [("Z", p, 1, NET + T_LUT) for p in "ABCD"]
    if t == "SB_LUT4":
        return [("O", p, 1, 0) for p in ("I0", "I1", "I2", "I3")]
    # A wide LUT is one level: its data inputs come from LUTs that were counted, its select is an input of it.
    if t == "PFUMX":
        return [("Z", "ALUT", 0, T_WIDE), ("Z", "BLUT", 0, T_WIDE), ("Z", "C0", 1, NET + T_WIDE)]
    if t == "L6MUX21":
        return [("Z", "D0", 0, T_WIDE), ("Z", "D1", 0, T_WIDE), ("Z", "SD", 1, NET + T_WIDE)]
    # A carry chain is one level, counted where a path enters it.
    if t == "CCU2C":
        low, high = ["A0", "B0", "C0", "D0"], ["A1", "B1", "C1", "D1"]
        ways = [("S0", p, 1, NET + T_CARRY_IN) for p in low] + [("S0", "CIN", 0, T_CARRY_OUT)]
        for o, through in (("S1", T_CARRY_OUT), ("COUT", T_CARRY)):
            ways += [(o, p, 1, NET + T_CARRY_IN) for p in low + high] + [(o, "CIN", 0, through)]
        return ways
    if t == "SB_CARRY":
        return [("CO", "I0", 1, 0), ("CO", "I1", 1, 0), ("CO", "CI", 0, 0)]
    if t == "TRELLIS_DPR16X4":
        return [("DO", "RAD", 1, NET + T_LUT)]
    return []


class Netlist:
    PLACE = {FF: "flop", RAM: "block RAM", SPRAM: "SPRAM", LUTRAM: "distributed RAM"}

    def __init__(self, module):
        self.ins = {}           # output bit -> [(input bit, levels, ns)]
        self.ends = {}          # end bit -> what it ends at, and its name
        self.starts = {}        # bit driven by a flop, a memory or a port -> what it comes from
        names = {}
        for name, net in module["netnames"].items():
            for i, b in enumerate(net["bits"]):
                if isinstance(b, int):
                    label = name if len(net["bits"]) == 1 else "%s[%d]" % (name, i + net.get("offset", 0))
                    key = (net["hide_name"], readable(name) != name, len(label), label)
                    if b not in names or key < names[b][0]:
                        names[b] = (key, label)
        self.names = {b: n for b, (_, n) in names.items()}
        carry_out = {c["connections"]["CO"][0] for c in module["cells"].values() if c["type"] == "SB_CARRY"}
        for name, p in module["ports"].items():
            for b in p["bits"]:
                if isinstance(b, int) and p["direction"] == "input":
                    self.starts[b] = "pin"
                elif isinstance(b, int):
                    self.ends.setdefault(b, ("pin", name))
        for name, c in module["cells"].items():
            conn, through, place = c["connections"], set(), self.PLACE.get(kind(c["type"]))
            for o, i, n, ns in arcs(c):
                through.add(i)
                for ob in conn.get(o, []):
                    if isinstance(ob, int):
                        self.ins.setdefault(ob, [])
                        # The LUT of an iCE40 sum bit belongs to the chain.
                        self.ins[ob] += [(ib, 0 if i == "I3" and ib in carry_out else n, ns)
                                         for ib in conn.get(i, []) if isinstance(ib, int)]
            for p, bits in conn.items():
                for b in bits:
                    if not isinstance(b, int) or (place and p in CLOCKS):
                        continue
                    if c["port_directions"][p] == "input" and p not in through:
                        self.ends.setdefault(b, (place or c["type"], name + "." + p))
                    elif c["port_directions"][p] == "output" and b not in self.ins:
                        self.starts[b] = place or c["type"]
        self.order()

    def order(self):
        """Output bits, each after its inputs. What is left over lies on or behind a loop."""
        users, missing = {}, {}
        for o, ins in self.ins.items():
            missing[o] = sum(1 for i in ins if i[0] in self.ins)
            for i in ins:
                users.setdefault(i[0], []).append(o)
        todo, self.sorted = [o for o, n in missing.items() if n == 0], []
        while todo:
            o = todo.pop()
            self.sorted.append(o)
            for u in users.get(o, []):
                missing[u] -= 1
                if missing[u] == 0:
                    todo.append(u)
        self.loop = []
        if len(self.sorted) != len(self.ins):
            bit, seen = next(o for o, n in missing.items() if n), []
            while bit not in seen:      # every bit that is left has an input that is left
                seen.append(bit)
                bit = next(i[0] for i in self.ins[bit] if missing.get(i[0]))
            self.loop = [self.names.get(b, str(b)) for b in reversed(seen[seen.index(bit):])]

    def longest(self, column):
        """The path that is longest by levels (1) or ns (2): both figures, start, end, nets with their levels."""
        at, prev = {}, {}               # bit -> (cost, levels, ns)
        for b, place in self.starts.items():
            ns = T_RAM if place == "block RAM" else T_FLOP
            at[b] = (ns if column == 2 else 0, 0, ns)
        for o in self.sorted:
            best = None
            for i, levels, ns in self.ins[o]:
                c = at.get(i, (0, 0, 0))
                c = (c[0] + (levels, ns)[column - 1], c[1] + levels, c[2] + ns)
                if best is None or c > best:
                    best, prev[o] = c, i
            at[o] = best or (0, 0, 0)
        end = max(self.ends, key=lambda b: (at.get(b, (0, 0, 0)), self.names.get(b, "")))
        path, b = [], end
        while True:
            path.append((self.names.get(b, str(b)), at.get(b, (0, 0, 0))[1]))
            if b not in prev:
                break
            b = prev[b]
        _, levels, ns = at.get(end, (0, 0, 0))
        return {"levels": levels, "ns_estimate": round(ns + NET, 1),
                "start": [self.starts.get(b, "constant"), path[-1][0]], "end": list(self.ends[end]), "path": path[::-1]}


def readable(net):
    """A net inside of mapped logic is named after one nearby, with a tail for each cell between them."""
    return re.split(r"_(?:LUT4|CCU2C|PFUMX|L6MUX21|TRELLIS_\w+?|DP16KD|SB_\w+?)_[A-Z]", net)[0]


def worst_paths(name, module, family):
    netlist = Netlist(module)
    if netlist.loop:
        problem("%s: combinational loop: %s" % (name, " -> ".join(netlist.loop)))
    by_level = netlist.longest(1)
    if family != "ecp5":
        by_level["ns_estimate"] = None
        return by_level, None
    return by_level, netlist.longest(2)


# ---------------------------------------------------------------- one preset

def preset_params(name):
    with open(os.path.join(ROOT, "sim", "presets.def")) as f:
        text = f.read()
    names = re.search(r"\*\s+name\s+(DATA_W[\w ]+?)\s*\*/", text).group(1).split()
    row = re.search(r"^PRESET\(\s*%s\s*,([^)]*)\)" % re.escape(name), text, re.M)
    params = dict(zip(names, (v.strip() for v in row.group(1).split(","))))
    params.update({k: str(v) for k, v in PRESETS[name]["set"].items()})
    return params


def measure(name, top, params, family, version, check=True):
    """Maps a design flat and by block; returns one result per flow."""
    say("%s: elaborate" % name)
    elab = elaborate(name, top, params)
    instances = {i: c["type"] for i, c in elab[top]["cells"].items() if c["type"] in elab}
    run = map_ecp5 if family == "ecp5" else map_ice40
    flows = {"plain": "synth_ecp5", "nowidelut": "synth_ecp5 -nowidelut"} if family == "ecp5" else \
            {"plain": "synth_ice40 -device u -spram"}
    say("%s: %s, flat" % (name, flows["plain"]))
    run(name, "flat", top, [])
    if instances:
        say("%s: %s, by block" % (name, flows["plain"]))
        run(name, "blocks", top, sorted(set(instances.values())))
    results = {}
    for flow, command in flows.items():
        flat = load("%s.flat.%s" % (name, flow))
        n = count(flat, top)
        path, slow = worst_paths("%s, %s" % (name, command), flat[top], family)
        r = {"lut4": n[LUT], "ff": n[FF], "carries": carry_sites(family, n[CARRY]), "dpr16x4": n[LUTRAM],
             "ram_blocks": n[RAM], "wide_muxes": n[WIDE], "longest_path_luts": path["levels"],
             "longest_path": path, "slowest_path_estimate": slow, "per_block": {},
             "yosys": version, "flow": command, "parameters": params}
        if family == "ice40":
            r["spram"] = n[SPRAM]
            r["logic_cells_min"] = logic_cells(flat[top]["cells"])
        else:
            r["lut_sites"] = sites(n[LUT], n[CARRY], n[LUTRAM])
        mems = memories(load("%s.flat.mem" % name), flat, top)
        r["memories"] = [{"name": m[0], "words": m[1], "width": m[2], "cell": m[3] or "flops", "cells": m[4]}
                         for m in mems]
        if check:
            check_payload(name, params, instances, mems)
        if instances:
            blocks = load("%s.blocks.%s" % (name, flow))
            own = empty()
            for i, c in blocks[top]["cells"].items():
                k = kind(c["type"])
                if k:
                    own[k] += 1
                    continue
                b = count(blocks, c["type"])
                r["per_block"][i] = block_row(family, b)
            if any(own.values()):
                r["per_block"]["(top)"] = block_row(family, own)
        results[flow] = r
    return results


def block_row(family, n):
    row = {"lut4": n[LUT], "ff": n[FF], "carries": carry_sites(family, n[CARRY]), "dpr16x4": n[LUTRAM],
           "ram_blocks": n[RAM]}
    if family == "ice40":
        row["spram"] = n[SPRAM]
    return row


# ---------------------------------------------------------------- printing

def percent(n, of):
    return "%d %%" % round(100.0 * n / of)


def share(n, of):
    return "%d of %d (%s%s)" % (n, of, percent(n, of), ", does not fit" if n > of else "")


def table(head, rows):
    width = [max(len(str(r[i])) for r in [head] + rows if i < len(r)) for i in range(len(head))]
    for r in [head] + rows:
        print("  " + "  ".join(str(v).ljust(width[i]) if i == 0 else str(v).rjust(width[i])
                               for i, v in enumerate(r)).rstrip())


def show(name, part_name, results):
    p, part = results["plain"], PARTS[part_name]
    ecp5 = part["family"] == "ecp5"
    print("\n%s on %s: %s" % (name, part_name, ", ".join("%s %s" % kv for kv in p["parameters"].items())))
    print("Per block: hierarchy kept below the top, flattened inside each block. Total: flattened as a whole,")
    print("so that it is not the sum of the blocks.\n")

    def row(label, plain, narrow):
        out = [label, plain["lut4"]]
        if ecp5:
            out += [narrow["lut4"]]
        out += [plain["carries"]]
        if ecp5:
            out += [plain["dpr16x4"]]
        out += [plain["ff"], plain["ram_blocks"]]
        if not ecp5:
            out += [plain["spram"]]
        return out

    narrow = results.get("nowidelut", p)
    head = ["block", "LUT4"] + (["-nowidelut", "2 x CCU2C", "DPR16X4"] if ecp5 else ["SB_CARRY"]) \
        + ["FF", "RAM blocks"] + ([] if ecp5 else ["SPRAM"])
    rows = [row(b, n, narrow["per_block"].get(b, n))
            for b, n in sorted(p["per_block"].items(), key=lambda kv: -kv[1]["lut4"])]
    sums = {k: sum(n[k] for n in p["per_block"].values()) for k in next(iter(p["per_block"].values()), {})}
    if sums:
        rows.append(row("sum of blocks", sums,
                        {k: sum(n[k] for n in narrow["per_block"].values()) for k in sums}))
    rows.append(row("total, flattened", p, narrow))
    table(head, rows)

    print()
    for r in results.values():
        if ecp5:
            print("  %-22s LUT sites (LUT4 + 2 CCU2C + 6 DPR16X4) %s"
                  % (r["flow"] + ":", share(r["lut_sites"], part["lut4"])))
        else:
            print("  %s: logic cells, at least: %s" % (r["flow"], share(r["logic_cells_min"], part["lut4"])))
    print("  RAM blocks " + share(p["ram_blocks"], part["ram"])
          + ("" if ecp5 else ", SPRAM " + share(p["spram"], part["spram"])))
    for m in p["memories"]:
        print("    %-44s %6d x %-4d %s" % (m["name"], m["words"], m["width"],
                                          "%d %s" % (m["cells"], m["cell"]) if m["cells"] else "flops"))
    if ecp5 and name in PRESETS:
        peers(results)
    for r in results.values():
        show_path(r)


def peers(results):
    total = [sum(p[i] for p in PEERS) for i in (1, 2, 3)]

    def row(label, lut, ccu, dpr):
        return [label, lut, 2 * ccu, dpr, sites(lut, ccu, dpr)]

    print()
    rows = [row(*p) for p in PEERS] + [row("sum of the two", *total)]
    for r in results.values():
        rows.append(row("whole MAC, " + r["flow"], r["lut4"], r["carries"] // 2, r["dpr16x4"]))
    table(["compared with (synth_ecp5)", "LUT4", "2 x CCU2C", "DPR16X4", "LUT sites"], rows)
    p = results["plain"]
    print("  The MAC is %s of that sum in LUT4, %s in LUT4 + 2 CCU2C, %s in LUT sites, with synth_ecp5 for both."
          % (percent(p["lut4"], total[0]), percent(p["lut4"] + p["carries"], total[0] + 2 * total[1]),
             percent(p["lut_sites"], sites(*total))))


def show_path(r):
    path, slow = r["longest_path"], r["slowest_path_estimate"]
    print("\n  Longest combinational path, %s: %d LUT levels (a carry chain counts as one)"
          % (r["flow"], path["levels"]))
    show_nets(path)
    if slow:
        print("  Slowest path by a rough estimate (grade 6, %.1f ns a net): %.0f ns, %d levels; 62.5 MHz leaves 16 ns"
              % (NET, slow["ns_estimate"], slow["levels"]))
        if slow["path"] != path["path"]:
            show_nets(slow)


def show_nets(path):
    print("    from %-16s %s" % tuple(path["start"]))
    last = 0
    for net, level in path["path"]:
        if level != last:
            near = readable(net)
            print("    %5d  %s%s" % (level, "" if near == net else "near ", near))
        last = level
    print("    to   %-16s %s" % tuple(path["end"]))


def main(argv):
    if "-h" in argv or "--help" in argv:
        print(__doc__)
        return 0
    os.makedirs(OUT, exist_ok=True)
    try:
        version = subprocess.run(["yosys", "-V"], stdout=subprocess.PIPE, text=True).stdout.strip()
    except OSError:
        print("synth: yosys not found", file=sys.stderr)
        return 1
    if argv[:1] == ["--block"]:
        if len(argv) < 2 or any("=" not in a for a in argv[2:]):
            print("synth: --block MODULE [NAME=VALUE...]", file=sys.stderr)
            return 2
        params = dict(a.split("=", 1) for a in argv[2:])
        results = measure(argv[1], argv[1], params, "ecp5", version, check=False)
        show(argv[1], "ECP5-45F", results)
        return 1 if problems else 0
    for name in argv:
        if name not in PRESETS:
            print("synth: unknown preset '%s' (%s)" % (name, ", ".join(PRESETS)), file=sys.stderr)
            return 2
    print(version)
    path = os.path.join(ROOT, "build", "synth.json")
    if os.path.exists(path):
        os.remove(path)     # what an aborted run leaves must not look like its result
    summary = {}
    for name in argv or PRESETS:
        part = PARTS[PRESETS[name]["part"]]
        results = measure(name, TOP, preset_params(name), part["family"], version)
        for r in results.values():
            r["part"] = PRESETS[name]["part"]
            r["ram_blocks_available"] = part["ram"]
            r["lut4_available"] = part["lut4"]
            if "spram" in part:
                r["spram_available"] = part["spram"]
        show(name, PRESETS[name]["part"], results)
        sys.stdout.flush()
        summary[name] = dict(results["plain"])
        if "nowidelut" in results:
            summary[name]["nowidelut"] = results["nowidelut"]
    with open(path + ".tmp", "w") as f:
        json.dump(summary, f, indent=1)
        f.write("\n")
    os.replace(path + ".tmp", path)
    for reason, n in explained.items():
        print("\nYosys warnings, explained: %d x %s" % (n, reason))
    print("\nsynth: %d presets, %d problems; build/synth.json" % (len(summary), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# SPDX-License-Identifier: Apache-2.0
"""The longest path of a mapped netlist, by LUT levels and by a rough delay; docs/synthesis.md."""
import re
from mapped import FF, LUT, LUTRAM, RAM, SPRAM, kind, readable

# Rough delays in ns. ECP5: the slowest grade (6), cells as nextpnr-ecp5 reports them, `net` the
# mean of the routed nets on the critical path of a nic1g placed and routed out of context. xcup:
# a rule of thumb for a middle grade, 0.45 ns for a LUT and the net to it; no open tool routes it.
# iCE40 has no figures here.
DELAYS = {
    "ecp5": {"net": 1.1, "flop": 0.5, "ram": 5.6, "lut": 0.24, "wide": 0.2, "carry_in": 0.45,
             "carry": 0.07, "carry_out": 0.44},
    "xcup": {"net": 0.35, "flop": 0.1, "ram": 1.2, "lut": 0.1, "wide": 0.05, "carry_in": 0.1,
             "carry": 0.02, "carry_out": 0.1},
}
NONE = dict.fromkeys(DELAYS["ecp5"], 0.0)
CLOCKS = {"CLK", "WCK", "CLKA", "CLKB", "CLKW", "CLKR", "C", "WCLK", "RCLK", "CLOCK", "WCLKN",
          "RCLKN", "CLKARDCLK", "CLKBWRCLK"}
PLACE = {FF: "flop", RAM: "block RAM", SPRAM: "SPRAM", LUTRAM: "distributed RAM"}


def pairs(cell, outs, ins, levels, ns):
    """Each bit of these outputs from each bit of these inputs."""
    conn = cell["connections"]
    return [(o, ob, i, ib, levels, ns) for o in outs for ob in conn.get(o, [])
            for i in ins for ib in conn.get(i, [])]


def carry4(cell, d, lut_outs):
    """A LUT in front of S stands in the place of the carry; without one it is a level itself."""
    conn, out = cell["connections"], []
    for o, last in (("O", d["carry_out"]), ("CO", d["carry"])):
        for n, ob in enumerate(conn.get(o, [])):
            out += [(o, ob, "CI", conn["CI"][0], 0, last),
                    (o, ob, "CYINIT", conn["CYINIT"][0], 1, d["net"] + d["carry_in"] + last)]
            for k in range(n + 1):
                s, di = conn["S"][k], conn["DI"][k]
                own = (0, 0.0) if s in lut_outs else (1, d["net"])
                out.append((o, ob, "S", s, own[0], own[1] + d["carry_in"] + last))
                if k < n or o == "CO":
                    out.append((o, ob, "DI", di, 1, d["net"] + d["carry_in"] + last))
    return out


def arcs(c, d, lut_outs, carry_outs):
    """Combinational arcs of a cell: (output, its bit, input, its bit, levels, ns), the net to the
    input included."""
    t, lut = c["type"], d["net"] + d["lut"]
    if t == "SB_LUT4":      # the LUT of a sum bit belongs to the chain
        return [(o, ob, i, ib, 0 if i == "I3" and ib in carry_outs else n, ns)
                for o, ob, i, ib, n, ns in pairs(c, "O", ("I0", "I1", "I2", "I3"), 1, lut)]
    if kind(t) == LUT:
        ends = [p for p, way in c["port_directions"].items() if way == "output"]
        return pairs(c, ends, [p for p in c["connections"] if p not in ends], 1, lut)
    # A wide LUT is one level: its data inputs come from LUTs that were counted, its select is an
    # input of it.
    for name, out, data, select in (("PFUMX", "Z", ("ALUT", "BLUT"), "C0"),
                                    ("L6MUX21", "Z", ("D0", "D1"), "SD"),
                                    ("MUXF[789]", "O", ("I0", "I1"), "S")):
        if re.fullmatch(name, t):
            return (pairs(c, [out], data, 0, d["wide"])
                    + pairs(c, [out], [select], 1, d["net"] + d["wide"]))
    # A carry chain is one level, counted where a path enters it.
    if t == "CCU2C":
        low, high = ["A0", "B0", "C0", "D0"], ["A1", "B1", "C1", "D1"]
        enter = d["net"] + d["carry_in"]
        out = pairs(c, ["S0"], low, 1, enter) + pairs(c, ["S0"], ["CIN"], 0, d["carry_out"])
        for o, through in (("S1", d["carry_out"]), ("COUT", d["carry"])):
            out += pairs(c, [o], low + high, 1, enter) + pairs(c, [o], ["CIN"], 0, through)
        return out
    if t == "SB_CARRY":
        return pairs(c, ["CO"], ["I0", "I1"], 1, 0.0) + pairs(c, ["CO"], ["CI"], 0, 0.0)
    if t == "CARRY4":
        return carry4(c, d, lut_outs)
    if t == "TRELLIS_DPR16X4":
        return pairs(c, ["DO"], ["RAD"], 1, lut)
    if kind(t) == LUTRAM:   # of Xilinx: an address for each port; the last one writes
        return [a for x in "ABCDEFG" for a in pairs(c, ["DO" + x], ["ADDR" + x], 1, lut)]
    return []


def bits_of(module, types, port):
    return {c["connections"][port][0] for c in module["cells"].values()
            if re.fullmatch(types, c["type"]) and port in c["connections"]}


class Netlist:
    def __init__(self, module, family):
        self.delays = DELAYS.get(family, NONE)
        self.ins = {}           # output bit -> [(input bit, levels, ns)]
        self.ends = {}          # end bit -> what it ends at, and its name
        self.starts = {}        # bit driven by a flop, a memory or a port -> what it comes from
        self.names = self.name(module)
        for name, p in module["ports"].items():
            for b in p["bits"]:
                if isinstance(b, int) and p["direction"] == "input":
                    self.starts[b] = "pin"
                elif isinstance(b, int):
                    self.ends.setdefault(b, ("pin", name))
        known = bits_of(module, "LUT[1-6]", "O"), bits_of(module, "SB_CARRY", "CO")
        for name, c in module["cells"].items():
            self.add(name, c, arcs(c, self.delays, *known))
        self.order()

    @staticmethod
    def name(module):
        """{bit: its best name}: one that the source has before one that Yosys made."""
        names = {}
        for name, net in module["netnames"].items():
            for i, b in enumerate(net["bits"]):
                label = name
                if len(net["bits"]) > 1:
                    label += "[%d]" % (i + net.get("offset", 0))
                key = (net["hide_name"], readable(name) != name, len(label), label)
                if isinstance(b, int) and (b not in names or key < names[b]):
                    names[b] = key
        return {b: key[-1] for b, key in names.items()}

    def add(self, name, c, through):
        place, inputs = PLACE.get(kind(c["type"])), set()
        for _, ob, i, ib, levels, ns in through:
            inputs.add(i)
            if isinstance(ob, int):
                self.ins.setdefault(ob, [])
                if isinstance(ib, int):
                    self.ins[ob].append((ib, levels, ns))
        for p, bits in c["connections"].items():
            for b in bits:
                if not isinstance(b, int) or (place and p in CLOCKS):
                    continue
                if c["port_directions"][p] == "input" and p not in inputs:
                    self.ends.setdefault(b, (place or c["type"], name + "." + p))
                elif c["port_directions"][p] == "output" and b not in self.ins:
                    self.starts[b] = place or c["type"]

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

    def longest(self, by):
        """The path that is longest by "levels" or "ns": both figures, start, end, and its nets with
        their levels."""
        at, prev = {}, {}               # bit -> (cost, levels, ns)
        for b, place in self.starts.items():
            ns = self.delays["ram" if place == "block RAM" else "flop"]
            at[b] = (ns if by == "ns" else 0, 0, ns)
        for o in self.sorted:
            best = None
            for i, levels, ns in self.ins[o]:
                c = at.get(i, (0, 0, 0))
                c = (c[0] + (ns if by == "ns" else levels), c[1] + levels, c[2] + ns)
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
        ns = round(ns + self.delays["net"], 1) if self.delays["net"] else None
        return {"levels": levels, "ns_estimate": ns, "path": path[::-1],
                "start": [self.starts.get(b, "constant"), path[-1][0]],
                "end": list(self.ends[end])}


def worst(module, family):
    """(the path with the most levels, the slowest or None, nets of a combinational loop)"""
    netlist = Netlist(module, family)
    slow = netlist.longest("ns") if family in DELAYS else None
    return netlist.longest("levels"), slow, netlist.loop

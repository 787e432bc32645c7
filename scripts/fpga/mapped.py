# SPDX-License-Identifier: Apache-2.0
"""What a netlist mapped by Yosys is made of: kinds of cells, their number, where memories went."""
import re

LUT, WIDE, CARRY, LUTRAM = "luts", "wide_muxes", "carry_cells", "lutram"
FF, RAM, SPRAM = "ff", "ram_blocks", "spram"
KINDS = [
    (r"LUT[1-6]|INV|SB_LUT4", LUT),
    (r"PFUMX|L6MUX21|MUXF[789]", WIDE),
    (r"CCU2C|SB_CARRY|CARRY4", CARRY),
    (r"TRELLIS_DPR16X4|RAM\d+[MX]\w+", LUTRAM),
    (r"TRELLIS_FF|SB_DFFN?(E?(S?[SR])?)|FD[RS]E", FF),
    (r"DP16KD|PDPW16KD|SB_RAM40_4K(NR|NW|NRNW)?|RAMB(18|36)E2", RAM),
    (r"SB_SPRAM256KA", SPRAM),
]
# A block RAM of UltraScale+ is one of 36 kbit or two of 18; counted are those of 18.
HALVES = {"RAMB36E2": 2}

# lut: LUTs of the part, ram: its block RAMs in the unit of the count above. carry, lutram: LUT
# places that such a cell takes. A DPR16X4 takes four for its words and two for its write port.
PARTS = {
    "ECP5-45F":   {"family": "ecp5", "lut": 43848, "ram": 108, "carry": 2, "lutram": 6},
    "ECP5-25F":   {"family": "ecp5", "lut": 24288, "ram": 56, "carry": 2, "lutram": 6},
    "iCE40 UP5K": {"family": "ice40", "lut": 5280, "ram": 30, "carry": 1, "spram": 4},
    "XCVU9P":     {"family": "xcup", "lut": 1182240, "ram": 4320, "carry": 0, "lutram": 8},
}
CARRY_NAME = {"ecp5": "2 x CCU2C", "ice40": "SB_CARRY", "xcup": "CARRY4"}
LUTRAM_NAME = {"ecp5": "DPR16X4", "xcup": "RAM64M8, RAM32M16"}


class Unknown(Exception):
    """A cell of a kind that KINDS does not have."""


def kind(cell_type):
    return next((k for pattern, k in KINDS if re.fullmatch(pattern, cell_type)), None)


def readable(net):
    """A net inside of mapped logic is named after one nearby, with a tail for each cell between."""
    return re.split(r"_(?:LUT\d|CCU2C|PFUMX|L6MUX21|TRELLIS_\w+?|DP16KD|SB_\w+?|MUXF\d|CARRY4|INV"
                    r"|FD[RS]E|RAM\w+?)_[A-Z]", net)[0]


def empty():
    return {LUT: 0, WIDE: 0, CARRY: 0, LUTRAM: 0, FF: 0, RAM: 0, SPRAM: 0}


def count(modules, top):
    """{kind: number} of the cells of a module and all below it."""
    total = empty()
    for c in modules[top]["cells"].values():
        k, below = kind(c["type"]), modules.get(c["type"])
        if k:
            total[k] += HALVES.get(c["type"], 1)
        elif below and not {"blackbox", "whitebox"} & set(below["attributes"]):
            for k, n in count(modules, c["type"]).items():
                total[k] += n
        else:
            raise Unknown("cell of unknown kind: %s in %s" % (c["type"], top))
    return total


def figures(part, total):
    """The counts as they are reported; carries in the unit of CARRY_NAME."""
    out = {k: n for k, n in total.items() if k != CARRY}
    out["carries"] = total[CARRY] * (PARTS[part]["carry"] or 1)
    if "spram" not in PARTS[part]:
        del out[SPRAM]
    return out


def sites(part, luts, carry_cells, lutram):
    """LUT places taken in all; on ECP5 what nextpnr prints as "Total LUT4s" before packing."""
    p = PARTS[part]
    return luts + p["carry"] * carry_cells + p["lutram"] * lutram


def logic_cells(cells):
    """iCE40 logic cells, at the least: a flop shares one with the LUT that only feeds it, a carry
    with the LUT of the same sum bit."""
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
    """[(name, words, bits a word, kind of cell or None for flops, number of cells)] of the
    memories that stood in the netlist before they were mapped."""
    found = []
    for c in pre.get(top, {"cells": {}})["cells"].values():
        if not c["type"].startswith("$mem"):
            continue
        par, into = c["parameters"], {}
        name = par["MEMID"].lstrip("\\")
        for other, d in post[top]["cells"].items():
            if other.startswith(name + ".") and kind(d["type"]) in (LUTRAM, RAM, SPRAM):
                into[d["type"]] = into.get(d["type"], 0) + 1
        t = max(into, key=into.get) if into else None
        found.append((name, int(par["SIZE"], 2), int(par["WIDTH"], 2), t, into.get(t, 0)))
    return sorted(found, key=lambda m: -m[1] * m[2])

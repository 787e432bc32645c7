# SPDX-License-Identifier: Apache-2.0
"""What reports of place and route and netlists say: clocks, worst paths, use, by module."""
import json, re, statistics
import mapped
from fpga_flow import Failed, PUSH
from common import read

MARGIN = 5.0    # per cent that every seed has to have


# ---------------------------------------------------------------- clocks

def clock_name(net):
    """$glbnet$u_card.tx_clk -> tx_clk, $glbnet$phy0_rxc$TRELLIS_IO_IN -> phy0_rxc"""
    return re.sub(r"\$(TRELLIS_IO_IN|SB_IO_IN.*)$", "", net.replace("$glbnet$", "")).split(".")[-1]


def clocks(board, report):
    """{name: (wanted, reached)} MHz. Every clock of board.conf, constrained to PUSH times its MHz,
    and no other one."""
    found = {}
    for net, f in report["fmax"].items():
        name = clock_name(net)
        if name in found:
            raise Failed("%s: two clocks are called %s" % (board.name, name))
        found[name] = (f["constraint"], f["achieved"])
    for name, mhz in board.clocks:
        if name not in found:
            raise Failed("%s: clock %s of board.conf is not in the design (there: %s)"
                         % (board.name, name, " ".join(sorted(found))))
        if abs(found[name][0] - PUSH * mhz) > 0.002 * mhz:
            raise Failed("%s: clock %s is constrained to %.3f MHz, board.conf says %.3f (times %g)"
                         % (board.name, name, found[name][0], mhz, PUSH))
    extra = set(found) - {name for name, _ in board.clocks}
    if extra:
        raise Failed("%s: clocks without a line in board.conf: %s"
                     % (board.name, " ".join(sorted(extra))))
    return {name: (mhz, found[name][1]) for name, mhz in board.clocks}


def margin(wanted, reached):
    return 100.0 * (reached / wanted - 1)


def spread(board, reports):
    """{clock: {wanted, min, median, max, margin of the worst, pass}} over {seed: report}."""
    by_seed = {s: clocks(board, r) for s, r in reports.items()}
    out = {}
    for name, mhz in board.clocks:
        reached = [by_seed[s][name][1] for s in sorted(by_seed)]
        worst = margin(mhz, min(reached))
        out[name] = {"wanted_mhz": mhz, "min_mhz": round(min(reached), 2),
                     "median_mhz": round(statistics.median(reached), 2),
                     "max_mhz": round(max(reached), 2),
                     "worst_margin_percent": round(worst, 2), "pass": worst >= MARGIN}
    return out


# ---------------------------------------------------------------- paths

def readable(name):
    """A cell is named after a net nearby, with a tail for each cell between: no news in that."""
    return mapped.readable(name).split("$")[0]


def place(end, first):
    """(what, name) of one end of a path."""
    port, cell = end["port"], end["cell"]
    if re.match(r"DO[AB]?\d*$|AD[AB]\d|DI[AB]\d|CE[AB]|WE[AB]|CS[AB]|OCE|RST[AB]", port):
        what = "block RAM"
        if not first:
            what += ", " + {"A": "address", "D": "data"}.get(port[0], "enable")
    elif port in ("Q", "DI", "M"):
        what = "flop"
    elif port in ("CE", "LSR"):
        what = "flop, " + {"CE": "enable", "LSR": "reset"}[port]
    elif re.match(r"WAD|WD|WRE|WCK|WDO|RAD", port):
        what = "distributed RAM"
    elif re.match(r"[RT]XDATA\d|IOLDO|DI$|INFF|TSDATA", port):
        what = "pin register"
    else:
        what = "pin" if "$" in cell else "cell, " + port
    return what, readable(cell)


def worst_path(report, name):
    """The slowest path of a clock from itself to itself."""
    for p in report["critical_paths"]:
        a, b = p["from"].split()[-1], p["to"].split()[-1]
        if clock_name(a) == name and clock_name(b) == name and p["path"]:
            steps = p["path"]
            total = {t: sum(s["delay"] for s in steps if s["type"] == t)
                     for t in ("clk-to-q", "logic", "routing", "setup")}
            luts = carries = 0
            for s in steps:
                if s["type"] == "logic":
                    chain = "FCI" in s["from"]["port"] or "FCO" in s["to"]["port"]
                    # A carry chain counts once, where the path comes in.
                    carries += chain and "FCI" not in s["from"]["port"]
                    luts += not chain
            return {"ns": round(sum(total.values()), 2), "wires_ns": round(total["routing"], 2),
                    "luts": luts, "carry_chains": carries,
                    "start": place(steps[0]["to"], True), "end": place(steps[-1]["to"], False)}
    return None


def say_path(p):
    if p is None:
        return "no path inside this clock"
    chains = ""
    if p["carry_chains"]:
        chains = ", %d carry chain%s" % (p["carry_chains"], "s" * (p["carry_chains"] > 1))
    return "%.1f ns, %.1f of them wires, %d LUT%s%s: from %s %s to %s %s" % (
        p["ns"], p["wires_ns"], p["luts"], "s" * (p["luts"] != 1), chains, *p["start"], *p["end"])


# ---------------------------------------------------------------- what is used

def used(family, report, log):
    """[(name, used, available)]"""
    rows = []
    text = read(log)
    logged = []
    for label, name in family.LOGGED:
        m = re.search(r"%s:\s*(\d+)/\s*(\d+)" % re.escape(label), text)
        if not m:
            raise Failed("no '%s' in %s" % (label, log))
        logged.append((name, int(m.group(1)), int(m.group(2))))
    for key, name in family.USED:
        u = report["utilization"][key]
        rows.append((name, u["used"], u["available"]))
    return logged + rows


def modules(family, netlist, depth):
    """[(level, instance, module, cells with all below)] of a netlist with its hierarchy."""
    mods = json.loads(read(netlist))["modules"]
    known = {}

    def total(module):
        if module not in known:
            n = dict.fromkeys(set(family.CELLS.values()), 0)
            for c in mods[module]["cells"].values():
                if c["type"] in family.CELLS:
                    n[family.CELLS[c["type"]]] += 1
                elif c["type"] in mods and not is_box(mods[c["type"]]):
                    for k, v in total(c["type"]).items():
                        n[k] += v
            known[module] = n
        return known[module]

    def is_box(m):
        return bool({"blackbox", "whitebox"} & set(m["attributes"]))

    rows = [(0, "top", "top", total("top"))]

    def walk(module, level):
        below = [(i, c["type"]) for i, c in mods[module]["cells"].items()
                 if c["type"] in mods and not is_box(mods[c["type"]])]
        for i, t in sorted(below, key=lambda x: (-total(x[1])["lut4"], x[0])):
            plain = re.sub(r"^\$paramod(\$[0-9a-f]+)?\\|\\.*$", "", t)
            rows.append((level, i, plain, total(t)))
            if level < depth:
                walk(t, level + 1)
    walk("top", 1)
    return rows


# ---------------------------------------------------------------- text

def rows_of(page):
    """{board: cells} of the table that the page of all boards has."""
    rows = [[c.strip() for c in line.strip("|").split(" | ")] for line in page.splitlines()]
    return {m.group(1): r for r in rows for m in [re.match(r"\[.*\]\(([\w-]+)\.md\)$", r[0])] if m}


def of(n, available):
    return "%.1f %%" % (100.0 * n / available) if available else ""

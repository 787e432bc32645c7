# SPDX-License-Identifier: Apache-2.0
"""The results of scripts/fpga/synth in words and tables."""
from common import table
import statistics

from longest_path import DELAYS
from mapped import CARRY_NAME, LUTRAM_NAME, PARTS, readable, sites

# Public 64-bit stacks, measured with plain synth_ecp5: LUT4, CCU2C, DPR16X4.
PEERS = [
    ("UDP/IP stack, no reliability", 4185, 343, 57),
    ("RoCE retransmission, send only, without payload memory", 2991, 523, 97),
]


def percent(n, of):
    return "%d %%" % round(100.0 * n / of)


def share(n, of):
    return "%d of %d (%s%s)" % (n, of, percent(n, of), ", does not fit" if n > of else "")


def show(name, result, compare):
    """One preset: its blocks, its totals, its memories, its longest paths."""
    part, family = PARTS[result["part"]], PARTS[result["part"]]["family"]
    print("\n%s on %s: %s" % (name, result["part"], ", ".join(
        "%s %s" % kv for kv in result["parameters"].items())))
    print("Per block, by %s: hierarchy kept below the top, flattened inside each" % flow(result))
    print("block. Total: flattened as a whole, so that it is not the sum of the blocks.\n")
    columns = [("luts", "LUT"), ("carries", CARRY_NAME[family]),
               ("lutram", LUTRAM_NAME.get(family)), ("ff", "FF"), ("ram_blocks", "RAM blocks"),
               ("spram", "SPRAM")]
    columns = [(k, head) for k, head in columns if head and k in result["flows"][0]]

    def row(label, r):
        return [label] + [r[k] for k, _ in columns] + [r.get("levels", "")]

    blocks = sorted(result["per_block"].items(), key=lambda kv: -kv[1]["luts"])
    rows = [row(b, r) for b, r in blocks]
    if rows:
        rows.append(row("sum of blocks", {k: sum(r[k] for _, r in blocks) for k, _ in columns}))
    rows += [row("total, " + r["flow"], dict(r, levels=r["longest_path_luts"]))
             for r in result["flows"]]
    print(table(["block"] + [head for _, head in columns] + ["levels"], rows))

    print()
    r = result["flows"][0]
    if "logic_cells_min" in r:
        print("  Logic cells, at least: " + share(r["logic_cells_min"], part["lut"]))
    if "luts_of_namings" in r:
        n = r["luts_of_namings"]
        print("  The same cells under %d other names: %d to %d LUT, median %d"
              % (len(n), n[0], n[-1], statistics.median(n)))
    for r in result["flows"] if "lut_sites" in result["flows"][0] else []:
        print("  LUT places, %s: %s" % (r["flow"], share(r["lut_sites"], part["lut"])))
    r = result["flows"][0]
    print("  RAM blocks " + share(r["ram_blocks"], part["ram"])
          + (", SPRAM " + share(r["spram"], part["spram"]) if "spram" in r else ""))
    for m in result["memories"]:
        print("    %-44s %6d x %-4d %s" % (m["name"], m["words"], m["width"],
                                          "%d %s" % (m["cells"], m["cell"]) if m["cells"]
                                          else m["cell"]))
    if compare:
        peers(result)
    for r in result["flows"]:
        show_path(r, result, family)


def flow(result):
    return result["flows"][0]["flow"]


def peers(result):
    total = [sum(p[i] for p in PEERS) for i in (1, 2, 3)]

    def row(label, lut, ccu, dpr):
        return [label, lut, 2 * ccu, dpr, sites(result["part"], lut, ccu, dpr)]

    print()
    rows = [row(*p) for p in PEERS] + [row("sum of the two", *total)]
    for r in result["flows"]:
        rows.append(row("whole MAC, " + r["flow"], r["luts"], r["carries"] // 2, r["lutram"]))
    print(table(["compared with (synth_ecp5)", "LUT4", "2 x CCU2C", "DPR16X4", "LUT places"], rows))
    p = next(r for r in result["flows"] if r["flow"] == "synth_ecp5")
    print("  The MAC is %s of that sum in LUT4 and %s in LUT places, with synth_ecp5 for both."
          % (percent(p["luts"], total[0]),
             percent(p["lut_sites"], sites(result["part"], *total))))


def show_path(r, result, family):
    path, slow = r["longest_path"], r["slowest_path_estimate"]
    print("\n  Longest combinational path, %s: %d LUT levels (a carry chain counts as one)"
          % (r["flow"], path["levels"]))
    show_nets(path)
    if not slow:
        return
    print("  Slowest path by a rough estimate (%.2f ns a net): %.1f ns, %d levels"
          % (DELAYS[family]["net"], slow["ns_estimate"], slow["levels"]))
    if slow["path"] != path["path"]:
        show_nets(slow)
    if "mhz_wanted" in result:
        print("  That is %.0f MHz on %s; wanted are %.1f MHz (%.2f ns), %s."
              % (1000 / slow["ns_estimate"], result["part"], result["mhz_wanted"],
                 1000 / result["mhz_wanted"], result["wanted_for"]))


def show_nets(path):
    print("    from %-16s %s" % tuple(path["start"]))
    last = 0
    for net, level in path["path"]:
        if level != last:
            near = readable(net)
            print("    %5d  %s%s" % (level, "" if near == net else "near ", near))
        last = level
    print("    to   %-16s %s" % tuple(path["end"]))

# SPDX-License-Identifier: Apache-2.0
"""Tests of what the reports are judged by, and of what FuseSoC is told."""
import os, re, shutil, sys

from check_lib import *
import fpga_flow, fpga_report, fpga_tools
import common


def report():
    """Clocks, constraints, margins, paths and stages, on made-up reports."""
    b = fpga_flow.Board("colorlight-i9")

    def made(clk=70.0, tx=140.0, **more):
        f = {
            "$glbnet$u_card.clk": (62.5, clk), "$glbnet$u_card.tx_clk": (125, tx),
            "$glbnet$phy0_rxc$TRELLIS_IO_IN": (125, 150),
            "$glbnet$phy1_rxc$TRELLIS_IO_IN": (125, 150)
        }
        f.update(more)
        return {
            "fmax": {
                k: {"constraint": c * fpga_flow.PUSH, "achieved": a} for k, (c, a) in f.items() if c
            }
        }

    want("clocks", fpga_report.clocks(b, made()) == {
        "clk": (62.5, 70.0), "tx_clk": (125, 140.0), "phy0_rxc": (125, 150),
        "phy1_rxc": (125, 150)
    })
    for what, r in (("is not in the design", made(**{"$glbnet$u_card.clk": (0, 0)})),
                    ("without a line", made(**{"$glbnet$stray": (12, 300)})),
                    ("is constrained to 12.7", made(**{"$glbnet$u_card.clk": (12, 70)})),
                    ("two clocks are called", made(**{"$glbnet$u_x.clk": (62.5, 70)}))):
        try:
            fpga_report.clocks(b, r)
            said = ""
        except fpga_flow.Failed as e:
            said = str(e)
        want("clocks: " + what, what in said, said)
    s = fpga_report.spread(b, {
        1: made(clk=70), 2: made(clk=66), 3: made(clk=65.7), 4: made(clk=80), 5: made(clk=71)
    })
    c = s["clk"]
    want("spread", (c["min_mhz"], c["median_mhz"], c["max_mhz"], c["pass"]) == (65.7, 70, 80, True),
         s)
    s = fpga_report.spread(b, {
        1: made(clk=70), 2: made(clk=65.5), 3: made(tx=131.3), 4: made(), 5: made()
    })
    want("5 %", not s["clk"]["pass"] and s["tx_clk"]["pass"], s)

    def step(kind, ns, cell0, port0, cell1, port1):
        return {
            "type": kind, "delay": ns, "from": {"cell": cell0, "port": port0},
            "to": {"cell": cell1, "port": port1}
        }

    path = [
        step("clk-to-q", 5.8, "m", "CLKB", "u_a.mem.0.0", "DOB0"),
        step("routing", 1, "m", "DOB0", "l", "A"),
        step("logic", .2, "l", "A", "l", "F"),
        step("routing", 2, "l", "F", "c", "B0"),
        step("logic", .4, "c", "B", "c", "FCO"),
        step("routing", 0, "c", "FCO", "d", "FCI"),
        step("logic", .4, "d", "FCI", "d", "F1"),
        step("routing", 1, "d", "F1", "q", "DI"),
        step("setup", 0, "q", "DI", "u_b.x_q_TRELLIS_FF_Q_3", "DI")
    ]
    clk, tx_clk = "posedge $glbnet$u_card.clk", "posedge $glbnet$u_card.tx_clk"
    r = {
        "critical_paths": [{"from": tx_clk, "to": clk, "path": path[:1]},
                           {"from": clk, "to": clk, "path": path}]
    }
    said = fpga_report.say_path(fpga_report.worst_path(r, "clk"))
    want("path", said == "10.8 ns, 4.0 of them wires, 1 LUT, 1 carry chain: "
         "from block RAM u_a.mem.0.0 to flop u_b.x_q", said)
    want("no path", fpga_report.worst_path(r, "tx_clk") is None)
    # The page of all boards: what was not measured here keeps its row, word by word.
    page = open("fpga/reports/README.md").read()
    rows = fpga_report.rows_of(page)
    want("a row a board in fpga/reports", sorted(rows) == fpga_flow.boards(), sorted(rows))
    head = [c.strip() for c in page.splitlines()[4].strip("|").split(" | ")]
    want("the rows as they stand", common.table(head, list(rows.values()), "|") + "\n" in page)
    for name in rows:
        text = open("fpga/reports/%s.md" % name).read()
        want("page of " + name, "Commit %s" % rows[name][-1] in text and rows[name][1] in text)
    want("no JSON in fpga/reports",
         not [f for f in os.listdir("fpga/reports") if not f.endswith(".md")])
    # A stage runs once for a key, again for another one and when a product is gone, and leaves
    # nothing half done.
    base, count = os.path.abspath(TMP + "/stage"), []
    for old in (base, base + ".stamp"):
        if os.path.exists(old):
            os.unlink(old)

    def work():
        count.append(1)
        open(base, "w").write("x")
    for key, runs in (("a", 1), ("a", 1), ("b", 2), ("b", 2)):
        fpga_flow.stage(base, key, [base], work)
        want("stage", len(count) == runs, count)
    os.unlink(base)
    fpga_flow.stage(base, "b", [base], work)
    want("stage, product gone", len(count) == 3)
    try:
        fpga_flow.stage(base, "c", [base], lambda: None)
        want("stage without a product", False)
    except fpga_flow.Failed:
        pass
    want("stage, nothing left", not os.path.exists(base) and not os.path.exists(base + ".stamp"))
    for line in ("Latch inferred for signal `\\x.\\y'", "Warning: found logic loop in module top:",
                 "Warning: multiple conflicting drivers for x",
                 "Warning: Wire top.\\x is used but has no driver."):
        with open(TMP + "/judge.log", "w") as f:
            f.write(
                "No latch inferred for signal x\n10. Executing SCC pass (detecting logic loops).\n"
                + line + "\n")
        try:
            fpga_flow.judge_synthesis(TMP + "/judge.log")
            want("synthesis log: " + line, False)
        except fpga_flow.Failed:
            want("synthesis log", True)


def core():
    """ttp.core names every source, and for each board what its board.conf says."""
    text = open("ttp.core").read()
    named = set(re.findall(r"^      - ([\w/.-]+\.(?:vh?|lpf))", text, re.M))
    b = [fpga_flow.Board(n) for n in fpga_flow.boards()]
    have = {p for x in b for p in x.sources() + x.headers()}
    have |= {"%s/%s" % (x.dir, x.conf["pins"]) for x in b}
    want("sources that are missing, scripts/fpga/board core adds them", not have - named,
         have - named)
    want("the lists are as scripts/fpga/board core writes them", fpga_flow.core_lists(text) == text)
    broken = text.replace("      - fpga/eth/eth_sync.v\n", "")
    broken = broken.replace("      - rtl/ttp_mac.v\n", "      - rtl/gone.v\n")
    want("scripts/fpga/board core repairs them",
         broken != text and fpga_flow.core_lists(broken) == text)
    # FuseSoC 2.4.7 shows a description only if that word is in it: it is looked for here.
    for name, first in re.findall(r"^  (\w+):\n((?:    .*\n)+)",
                                  text.split("\ntargets:\n")[1], re.M):
        want("description of the target " + name,
             re.search(r'^    description: "\w.{12,}"$', first, re.M), first)
    want("files that do not exist", all(os.path.exists(p) for p in named),
         [p for p in named if not os.path.exists(p)])
    for x in b:
        part = text.split("\n  %s:\n" % x.name.replace("-", "_"))
        want("target of " + x.name, len(part) == 2)
        target = part[1].split("\n\n")[0]
        c = x.conf
        for word in ("--%s," % c["device"], "--package, %s," % c["package"],
                     '--speed, "%s"' % c["speed"], '--idcode, "%s"' % c["idcode"],
                     c.get("synth", "-abc9"), c["part"], c["name"]):
            want("%s: %s" % (x.name, word), word in target, target)


def fusesoc():
    """Lint, example and sim through FuseSoC; the boards as far as their scripts."""
    try:
        command = fpga_tools.find("fusesoc")
    except fpga_tools.Stop as e:
        print("skipped: %s" % e)
        sys.exit(77)
    base = [*command, "--cores-root", ".", "run", "--build-root", TMP + "/fusesoc"]
    shutil.rmtree(TMP + "/fusesoc", ignore_errors=True)
    # Verilator reads the MAC when no target is named.
    code, out, err = run(*base, "::ttp")
    want("default", code == 0 and not re.search(r"%(Warning|Error)", out + err), out + err)
    made = "%s/fusesoc/ttp_0.1.0/default/" % TMP
    read = "".join(open(made + n).read() for n in os.listdir(made) if n.endswith(".vc"))
    want("default: ttp_mac", "--top-module ttp_mac" in read and "ttp_link_fsm.v" in read, read)
    for target, pattern in (("lint", ""), ("lint_card", ""), ("example", r"^PASS 8\+8 payloads"),
                            ("sim", r"^PASS delivered")):
        code, out, err = run(*base, "--target", target, "::ttp")
        clean = not re.search(r"%(Warning|Error)", out + err)
        want(target, code == 0 and re.search(pattern, out, re.M) and clean, out + err)
    for name in fpga_flow.boards():
        b = fpga_flow.Board(name)
        target = name.replace("-", "_")
        code, out, err = run(*base, "--setup", "--target", target, "::ttp", "--NODE", "7")
        want(name, code == 0, out + err)
        made = "%s/fusesoc/ttp_0.1.0/%s/" % (TMP, target)
        text = open(made + "Makefile").read()
        named = b.family.PNR, "--%s " % b.conf["device"], b.conf["pins"]
        want(name + ": nextpnr",
             all(w in text for w in named) and "allow-unconstrained" not in text, text)
        scripts = "".join(open(os.path.join(made, p)).read() for p in os.listdir(made)
                          if p.endswith((".tcl", ".ys")))
        want(name + ": NODE", re.search(r"NODE 7\b", scripts), scripts)

# SPDX-License-Identifier: Apache-2.0
"""Blocks as Yosys maps them to iCE40 cells, in lockstep with their mirrors: scripts/netlist blocks.

Each block of BLOCKS takes the parameters of one set of its block test, goes through the synthesis
of scripts/netlist and runs in that test in the place of its RTL. Then the same netlist with one
fault must fail. Together the netlists must have every cell that Yosys uses for the whole MAC.
Wrong is a test that fails, a fault that nothing noticed, a cell that no block has.
"""
import os, re, subprocess, time

import netlist_build as netlist
from common import load, read, write

OUT = "build/netlist/blocks"
FAMILY = "ice40"

# Block, parameter set of tb/block/<block>.cpp, what is broken in its netlist.
BLOCKS = [("ttp_tx_sram", 1, "SB_SPRAM256KA"), ("ttp_rx_sram", 1, "SB_RAM40_4K"),
          ("ttp_retransmit", 1, "SB_LUT4")]
CELLS = {"SB_LUT4", "SB_CARRY", "SB_DFF", "SB_DFFE", "SB_DFFSR", "SB_DFFSS", "SB_DFFESR",
         "SB_DFFESS", "SB_RAM40_4K", "SB_SPRAM256KA"}


block_test = load("scripts/block_test")


def synthesize(block, params):
    """The mapped block as text, under its own name and with the parameters that its test sets."""
    text = netlist.map_to_cells(FAMILY, block, params, os.path.join(OUT, block),
                                ["rename -top %s_net" % block, "opt_clean -purge"])
    ports = re.findall(r"^  (input|output) (\[\d+:0\] )?(\w+);$", text, re.M)
    head = "module %s #(%s) (%s);\n" % (
        block, ", ".join("parameter %s = %s" % p for p in params),
        ", ".join("%s wire %s%s" % p for p in ports))
    return "%s%s_net u_net (%s);\nendmodule\n%s" % (
        head, block, ", ".join(".%s (%s)" % (p[2], p[2]) for p in ports), text)


def damage(text, cell):
    """The netlist with one instance of a cell wrong, and what is wrong with it."""
    old, new, what = {
        "SB_SPRAM256KA": (r"\.DATAIN\((.*?)\)", r".DATAIN(~(\1))", "data written inverted"),
        "SB_RAM40_4K": (r"\.WADDR\(\{(.*?), (\S+) \}\)", r".WADDR({\1, 1'h0 })",
                        "write address cut"),
        "SB_LUT4": (r"\.LUT_INIT\(16'h[0-9a-f]{4}\)", ".LUT_INIT(16'h6996)",
                    "another function")}[cell]
    for start, end, inst in netlist.instances(text, cell):
        wrong = re.sub(old, new, inst, flags=re.S)
        if wrong != inst:
            return text[:start] + wrong + text[end:], "%s, %s" % (cell, what)
    raise netlist.Failed("no place for a fault in a " + cell)


def test(block, k, path):
    """Runs the test with this file in the place of the RTL. What it said, and whether it passed."""
    r = subprocess.run(["scripts/block_test", block, "--set", str(k), "--netlist", path],
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       text=True)
    return r.returncode == 0, r.stdout


def check(block, k, broken, cells, used, expect):
    params = re.findall(r"-G(\w+)=(\w+)", block_test.param_sets(read("tb/block/%s.cpp" % block))[k])
    text = synthesize(block, params)
    used |= set(re.findall(r"^  (SB_\w+) ", text, re.M))
    models = read(cells)
    start = time.monotonic()
    for name, what in ((block, None), (block + ".fault", broken)):
        body, why = damage(text, what) if what else (text, "")
        path = os.path.join(OUT, name + ".v")
        write(path, body + models)
        ok, said = test(block, k, path)
        if what:
            # The test has to have run: a fault that does not build shows nothing.
            expect(FAMILY, not ok and "MISMATCH" in said.upper(),
                   "caught: %s, in %s" % (why, block), said)
        else:
            expect(FAMILY, ok and "PASS" in said,
                   "%s, set %d (%.0f s)" % (block, k, time.monotonic() - start), said)


def check_all(expect):
    """expect(family, ok, what, text): is told what was found."""
    os.makedirs(OUT, exist_ok=True)
    used = set()
    try:
        cells = netlist.cell_models(FAMILY, OUT)
        for block, k, broken in BLOCKS:
            check(block, k, broken, cells, used, expect)
    except netlist.Failed as e:
        expect(FAMILY, False, str(e), "")
    expect(FAMILY, used == CELLS, "cells of the whole MAC",
           "not as expected: %s" % " ".join(sorted(used ^ CELLS)))

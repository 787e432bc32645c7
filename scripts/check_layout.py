#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A name means the same thing in every folder.

Each rtl/ttp_X.v has model/ttp_X.c, model/ttp_X.h, tb/block/ttp_X.cpp and a heading in
docs/architecture.md that names it; each rtl/lib/X.v has a test; headers name their mirror and
test. The top, ttp_mac, is tested by the system scenarios. A module of fpga/common/ has no mirror:
its header names the test or tests that run it. Prints (but does not fail on) files over the size
budget.
"""
import glob, os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(ROOT)
BUDGET = 300
errors, warnings = [], []


def want(path, why):
    if not os.path.exists(path):
        errors.append("%s: %s is missing" % (why, path))


doc = open("docs/architecture.md").read() if os.path.exists("docs/architecture.md") else ""
headings = "\n".join(re.findall(r"^#+ .*$", doc, re.M))

for path in sorted(glob.glob("rtl/*.v")):
    block = os.path.basename(path)[:-2]
    want("model/%s.c" % block, path)
    if block != "ttp_mac":
        want("model/%s.h" % block, path)
        want("tb/block/%s.cpp" % block, path)
        if not re.search(r"\b%s\b" % block, headings):
            errors.append("%s: no heading in docs/architecture.md names it" % path)
for path in sorted(glob.glob("rtl/lib/*.v")):
    want("tb/block/%s.cpp" % os.path.basename(path)[:-2], path)
for path in sorted(glob.glob("model/ttp_*.c")):
    block = os.path.basename(path)[:-2]
    # ttp_mac_*.c: the parts of the top that have no hardware: state, checks.
    if block not in ("ttp_model", "ttp_params") and not block.startswith("ttp_mac_"):
        want("rtl/%s.v" % block, path)
for path in sorted(glob.glob("fpga/common/*.v")):
    tests = re.findall(r"\btb/[\w/.]+", " ".join(re.findall(r"^// Test:.*$", open(path).read(), re.M)))
    if not tests:
        errors.append("%s: its header names no test" % path)
    for test in tests:
        want(test, path)
for path in sorted(glob.glob("tb/block/*.cpp")):
    block = os.path.basename(path)[:-4]
    if not any(os.path.exists(p % block) for p in ("rtl/%s.v", "rtl/lib/%s.v", "fpga/common/%s.v", "fpga/sim/%s.v")):
        errors.append("%s: tests no module" % path)

for path in sorted(glob.glob("rtl/*.v") + glob.glob("rtl/lib/*.v") + glob.glob("fpga/common/*.v")
                   + glob.glob("fpga/sim/*.v")):
    text = open(path).read()
    block = os.path.basename(path)[:-2]
    if not re.search(r"^module %s\b" % block, text, re.M):
        errors.append("%s: does not define module %s" % (path, block))
    if len(re.findall(r"^module ", text, re.M)) != 1:
        errors.append("%s: one module per file" % path)
    for directive in ("`resetall", "`default_nettype none"):
        if directive not in text:
            errors.append("%s: no %s" % (path, directive))
    if re.search(r"verilator\s+lint_off", text):
        warnings.append("%s: lint pragma" % path)
    # Formal properties do not count.
    size = len(re.sub(r"`ifdef FORMAL.*?`endif", "", text, flags=re.S).splitlines())
    if size > BUDGET:
        warnings.append("%s: %d lines, budget %d" % (path, size, BUDGET))
for path in sorted(glob.glob("model/*.[ch]")):
    size = len(open(path).read().splitlines())
    if size > BUDGET:
        warnings.append("%s: %d lines, budget %d" % (path, size, BUDGET))

for w in warnings:
    print("check_layout: note: " + w)
for e in errors:
    print("check_layout: " + e)
print("check_layout: %d places missing, %d notes" % (len(errors), len(warnings)))
sys.exit(1 if errors else 0)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What README.md and docs/integration.md tell an integrator, held against the sources.

README.md shows the beginning of an instance of ttp_mac; examples/instance.v has all of it.

What README shows has to stand there, letter for letter and in front. examples/instance.v is
compiled with Verilator -Wall and Icarus -g2005 -Wall: no output at all is accepted. Each tool has
to complain of a text with a mistake, and the instance has to connect every port of ttp_mac.
"""
import os
import re
import subprocess
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TMP = "build/instance"
BEGIN, SHOWN, END = ("// %s\n" % t for t in (
    "The instance", "README.md shows what is above this line", "The end of the instance"))
REST = "    // examples/instance.v has the rest\n);\n"
INC = ["-Irtl", "-y", "rtl", "-y", "rtl/lib", "-y", "rtl/link", "-y", "rtl/rx", "-y", "rtl/tx"]
TOOLS = {
    "Verilator": ["verilator", "--lint-only", "-Wall", "--timing", "-fno-const-bit-op-tree", *INC,
                  "--top-module", "instance_example"],
    "Icarus": ["iverilog", "-g2005", "-Wall", *INC, "-o", "/dev/null", "-s", "instance_example"],
}
MISTAKES = {
    "a port left out": (".cfg_enable(1'b1), ", ""),
    "a port that does not exist": (".s_axis_host_tdest(", ".s_axis_host_dest("),
    "a wire that does not exist": ("(eth_rx_tlast)", "(eth_tlast)"),
    "a wire of another width": ("(eth_rx_tkeep)", "(eth_rx_tkeep[6:0])"),
    "a parameter that does not exist": (".TX_CELLS(", ".TX_CELL("),
}
checked = 0


def want(what, ok, detail=""):
    global checked
    checked += 1
    if not ok:
        print("instance_check: %s\n%s" % (what, detail))
        sys.exit(1)


def output(tool, text):
    """What a tool has to say of examples/instance.v with this text between its marks."""
    path = os.path.join(TMP, "instance_example.v")
    with open(path, "w", encoding="ascii") as f:
        f.write(text)
    r = subprocess.run(TOOLS[tool] + [path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       stdin=subprocess.DEVNULL, text=True)
    return r.stdout + ("" if r.returncode == 0 else "exit %d" % r.returncode)


os.makedirs(TMP, exist_ok=True)
readme = open("README.md", encoding="utf-8").read().partition("\n## In your design\n")[2]
shown = readme.partition("\n## ")[0].partition("```verilog\n")[2].partition("```\n")[0]
want("README.md shows an instance of ttp_mac under `In your design`",
     shown.startswith("ttp_mac #(") and shown.endswith(REST), shown)
want("README.md names the instance", "[examples/instance.v](examples/instance.v)" in readme)
text = open("examples/instance.v", encoding="ascii").read()
want("examples/instance.v has its three marks",
     all(text.count(m) == 1 for m in (BEGIN, SHOWN, END)))
before, _, rest = text.partition(BEGIN)
instance, _, after = rest.partition(END)
front = instance.partition("    " + SHOWN)[0]
want("README.md shows the front of the instance", shown == front + REST, shown)
want("README.md shows what matters", all("." + p in front for p in (
    "clk", "rst", "cfg_node", "cfg_enable", "s_axis_host_tdata", "s_axis_host_tdest")), front)
header = open("rtl/ttp_mac.v", encoding="ascii").read().partition(") (\n")[2].partition(");")[0]
ports = re.findall(r"^ *(?:input|output) +wire +(?:\[[^]]*\] +)?(\w+)", header, re.M)
missing = [p for p in ports if not re.search(r"\.%s\(\w|\.%s\([{\d]" % (p, p), instance)]
want("every port of ttp_mac is connected", len(ports) > 50 and not missing, missing)
for tool in TOOLS:
    said = output(tool, before + instance + after)
    want("%s accepts the instance" % tool, not said, said)
    for name, (old, new) in MISTAKES.items():
        want("the text to spoil: " + name, instance.count(old) == 1, old)
        said = output(tool, before + instance.replace(old, new) + after)
        want("%s finds %s" % (tool, name), said)
# How long tready stays 0, docs/integration.md; examples/cocotb holds the formula against the RTL.
page = open("docs/integration.md", encoding="utf-8").read()
table = dict(re.findall(r"^\| `(\w+)` \| (\d+) \| [\d.]+ us at", page, re.M))
for line in re.findall(r"^ *PRESET\((.*?)\)", open("sim/presets.def").read(), re.M)[:4]:
    name, *values = line.replace(",", " ").split()
    width, cells, pkts, rx, sets, ways = [int(v) for v in values[:6]]
    cycles = max(cells, pkts + 3 * sets * ways) + 2
    want("docs/integration.md: tready of " + name, table.pop(name, "") == str(cycles), cycles)
want("docs/integration.md: the four presets", not table, table)
print("PASS instance: %d ports, %d checks" % (len(ports), checked))

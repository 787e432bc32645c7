# SPDX-License-Identifier: Apache-2.0
"""From a board's folder to its bitstream: synthesis, place and route, packing; nothing is done
twice.

A stage is done again when what it was made from changed: the text of its sources, its options or
the version of its tool. Everything is left in build/fpga/<board>/node<N>/. A family of parts is a
class with the names of Ecp5.
"""
import functools, glob, hashlib, json, os, re, shutil, subprocess, sys
import fpga_tools
from common import ROOT, files, read, read_json, write
from fpga_tools import Stop

BOARDS = os.path.join(ROOT, "fpga", "boards")
KEYS = {"name", "family", "part", "device", "package", "speed", "idcode", "pins", "clocks",
        "loader", "synth", "pnr", "nic_clocks"}
PUSH = 1.06
OPTIONAL = {"synth", "pnr", "nic_clocks"}


class Failed(Exception):
    """The design or a tool is at fault: exit 1."""


def boards():
    found = glob.glob(os.path.join(BOARDS, "*", "board.conf"))
    return sorted(os.path.basename(os.path.dirname(p)) for p in found)


class Board:
    """nic: the card of the NIC, which has clocks of its own."""

    def __init__(self, name, nic=0):
        if name not in boards():
            raise Stop("no board '%s'; boards: %s" % (name, " ".join(boards())))
        self.name, self.dir, conf = name, os.path.join("fpga", "boards", name), {}
        for number, line in enumerate(open(os.path.join(BOARDS, name, "board.conf")), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            key, eq, value = (x.strip() for x in line.partition("="))
            if not eq or key not in KEYS or key in conf:
                raise Stop("%s/board.conf:%d: want `key = value`, each key once, of: %s"
                           % (self.dir, number, " ".join(sorted(KEYS))))
            conf[key] = value
        lacks = KEYS - OPTIONAL - set(conf)
        if lacks:
            raise Stop("%s/board.conf: no %s" % (self.dir, ", ".join(sorted(lacks))))
        if conf["family"] not in FAMILIES:
            raise Stop("%s/board.conf: family '%s' is none of %s"
                       % (self.dir, conf["family"], " ".join(FAMILIES)))
        self.conf, self.nic = conf, nic
        if nic and "nic_clocks" not in conf:
            raise Stop("NIC=1: no card with a NIC fits the %s: there are no nic_clocks in its"
                       " board.conf" % conf["name"])
        try:
            self.clocks = [(c.split()[0], float(c.split()[1]))
                           for c in conf["nic_clocks" if nic else "clocks"].split(",")]
        except (IndexError, ValueError):
            raise Stop("%s/board.conf: clocks are `name MHz, name MHz`" % self.dir)
        self.family = FAMILIES[conf["family"]]

    def sources(self):
        return files("rtl/*.v", "rtl/*/*.v", "fpga/card/*.v", "fpga/eth/*.v", self.dir + "/*.v")

    def headers(self):
        return sorted(files("rtl/*.vh", "fpga/eth/*.vh", "fpga/card/*.vh", self.dir + "/*.vh"))


def node_number(text):
    """1 .. 0xFFFFFE; all ones is the group address."""
    try:
        n = int(str(text), 0)
    except ValueError:
        n = 0
    if not 0 < n < 0xFFFFFF:
        raise Stop("NODE '%s': a number from 1 to 0xFFFFFE" % text)
    return n


# ---------------------------------------------------------------- stages

def digest(*parts):
    h = hashlib.sha256()
    for p in parts:
        h.update(json.dumps(p, sort_keys=True).encode())
    return h.hexdigest()


def content(paths):
    out = []
    for p in paths:
        with open(os.path.join(ROOT, p), "rb") as f:
            out.append([p, hashlib.sha256(f.read()).hexdigest()])
    return out


def stage(base, key, products, work):
    """Runs work() unless all products are there, made from the same key."""
    stamp = base + ".stamp"
    if all(os.path.exists(p) for p in [stamp, *products]) and read(stamp) == key:
        return
    for p in products + [stamp]:
        if os.path.exists(p):
            os.unlink(p)
    work()
    for p in products:
        if not os.path.exists(p) or not os.path.getsize(p):
            raise Failed("%s was not written" % os.path.relpath(p, ROOT))
    write(stamp + ".new", key)
    os.replace(stamp + ".new", stamp)


def run(what, command, log):
    """A tool; its output in a file. Says what it complained about if it fails."""
    print("fpga: " + what, file=sys.stderr, flush=True)
    with open(log, "w") as out:
        r = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out,
                           stderr=subprocess.STDOUT, env=fpga_tools.environment())
    if r.returncode:
        lines = read(log).strip().splitlines()
        errors = [l for l in lines if re.search(r"\berror\b", l, re.I)] or lines[-2:]
        code = r.returncode
        how = "exit %d" % code if code > 0 else "killed by signal %d" % -code
        raise Failed("%s failed, %s: %s (%s)" % (what, how, " ".join(errors)[:500] or "no word why",
                                                 os.path.relpath(log, ROOT)))


# Warnings of Yosys that are understood. What matters (latches, loops, drivers) fails; any other one
# is shown.
EXPLAINED = [
    r"Yosys has only limited support for tri-state logic",     # MDIO: checked in the packed netlist
    r"ABC: Warning: The network is combinational",
    # Yosys 0.23 saves ABC's result, then tries &mfs, which may crash; the result stands.
    r'ABC: execution of command .* failed: return code 134',
    r"Warnings: \d+ (unique|experimental)",
]
FATAL = (r"^Latch inferred"
         r"|^Warning:.*(logic loop|conflicting drivers|has no driver|implicitly declared)")


def judge_synthesis(log):
    seen = set()
    for line in open(log, errors="replace"):
        line = line.strip()
        if re.search(FATAL, line, re.I):
            raise Failed("synthesis: %s (%s)" % (line, os.path.relpath(log, ROOT)))
        news = re.search(r"\bwarning:", line, re.I) and line not in seen
        if news and not any(re.search(e, line) for e in EXPLAINED):
            seen.add(line)
            print("fpga: note, from Yosys: " + line, file=sys.stderr)


class Build:
    """One board, one node number. A step is looked at once in a run: an edit meanwhile counts from
    the next run on."""

    def __init__(self, board, node):
        self.board, self.node, self.family = board, node, board.family
        self.base = os.path.join("build", "fpga", board.name, *["nic"] * board.nic, "node%d" % node)
        self.dir = os.path.join(ROOT, self.base)
        os.makedirs(self.dir, exist_ok=True)
        self.versions = {}

    def path(self, name):
        return os.path.join(self.dir, name)

    def tool(self, name):
        command = fpga_tools.find(name)
        if name not in self.versions:
            number = fpga_tools.version(command, *(["-V"] if name == "yosys" else []))
            self.versions[name] = ("yowasp " if "yowasp" in command[0] else "") + number
        return command

    # ---- synthesis
    @functools.lru_cache(None)
    def synthesize(self, flat=True):
        """The netlist: flat, or for the table by module with the hierarchy kept."""
        yosys = self.tool("yosys")
        b, name = self.board, "synth" if flat else "modules"
        script = self.family.synthesis(b, self.node, "%s/%s.json" % (self.base, name), flat)
        key = digest(content(b.sources() + b.headers()), script, self.versions["yosys"])

        def work():
            write(self.path(name + ".ys"), "\n".join(script) + "\n")
            base = "%s/%s" % (self.base, name)
            run("%s: synthesis%s, yosys %s" % (b.name, "" if flat else ", hierarchy kept",
                                               self.versions["yosys"]),
                yosys + ["-q", "-l", base + ".log", "-s", base + ".ys"], self.path(name + ".out"))
            judge_synthesis(self.path(name + ".log"))
        stage(self.path(name), key, [self.path(name + ".json")], work)
        return self.path(name + ".json"), key

    # ---- place and route
    @functools.lru_cache(None)
    def route(self, seed):
        """Report of one seed."""
        netlist, made_from = self.synthesize()
        command, name = self.tool(self.family.PNR), "seed%d" % seed
        options = self.family.route_options(self.board, self.base, name) + ["--seed", str(seed)]
        pins = os.path.join(self.board.dir, self.board.conf["pins"])
        key = digest(made_from, content([pins]), options, self.versions[self.family.PNR])
        products = [self.path(name + self.family.ROUTED), self.path(name + ".report.json")]

        def work():
            run("%s: place and route, seed %d, %s %s"
                % (self.board.name, seed, self.family.PNR, self.versions[self.family.PNR]),
                command + options, self.path(name + ".out"))
        stage(self.path(name), key, products, work)
        return read_json(products[1]), key

    # ---- bitstream
    def pack(self, seed):
        _, made_from = self.route(seed)
        command = self.tool(self.family.PACK)
        options = self.family.pack_options(self.board, self.base, "seed%d" % seed)
        key = digest(made_from, options, self.versions[self.family.PACK])
        products = [self.path("card" + e) for e in self.family.PACKED]

        def work():
            run("%s: bitstream, %s %s"
                % (self.board.name, self.family.PACK, self.versions[self.family.PACK]),
                command + options, self.path("pack.out"))
            self.family.check_bitstream(self.board, products[0])
        stage(self.path("card"), key, products, work)
        return products


# ---------------------------------------------------------------- families

def pushed_pins(board, path, frequency):
    """The pin file of a board at path, each clock (pattern: name, MHz) asked for PUSH times what
    the board needs: place and route stops to care at the constraint."""
    text = re.sub(frequency, lambda m: "%s %g" % (m[1], PUSH * float(m[2])),
                  read(os.path.join(ROOT, board.dir, board.conf["pins"])), flags=re.M)
    os.makedirs(os.path.dirname(os.path.join(ROOT, path)), exist_ok=True)
    write(os.path.join(ROOT, path), text)
    return path


class Ecp5:
    LOADER, TO_RAM, TO_FLASH = "openFPGALoader", [], ["-f"]
    PNR, PACK, ROUTED, PACKED = "nextpnr-ecp5", "ecppack", ".config", [".bit", ".svf"]
    # What a resource is called in the report of nextpnr, and here.
    USED = [("TRELLIS_FF", "FF"), ("DP16KD", "EBR"), ("EHXPLLL", "PLL"), ("TRELLIS_IO", "pins"),
            ("DCCA", "clock nets"), ("TRELLIS_COMB", "LUT4 sites, packed")]
    # ... and in its log, before packing.
    LOGGED = [("Total LUT4s", "LUT4 sites"), ("logic LUTs", "- logic"),
              ("carry LUTs", "- carry (2 x CCU2C)"),
              ("RAM LUTs", "- distributed RAM (4 x DPR16X4)"),
              ("RAMW LUTs", "- its write ports (2 x DPR16X4)")]
    CELLS = {"LUT4": "lut4", "CCU2C": "ccu2c", "TRELLIS_DPR16X4": "dpr16x4", "TRELLIS_FF": "ff",
             "DP16KD": "ebr", "PDPW16KD": "ebr"}

    @staticmethod
    def synthesis(board, node, netlist, flat):
        options = board.conf.get("synth", "-abc9")
        return ["read_verilog -Irtl -Ifpga/eth -Ifpga/card " + " ".join(board.sources()),
                "chparam -set NODE 24'h%06x%s top" % (node, " -set NIC 1" * board.nic),
                "synth_ecp5 %s-top top %s" % ("" if flat else "-noflatten ", options),
                "write_json " + netlist]

    @staticmethod
    def route_options(board, base, name):
        c, at = board.conf, "%s/%s" % (base, name)
        pins = pushed_pins(board, at + ".lpf", r'(FREQUENCY PORT "[^"]+") ([\d.]+)(?= MHZ)')
        # Never --lpf-allow-unconstrained: every pin has to have its place. A clock that is too slow
        # is for us to judge.
        return ["--" + c["device"], "--package", c["package"], "--speed", c["speed"],
                "--json", base + "/synth.json", "--lpf", pins, "--textcfg", at + ".config",
                "--report", at + ".report.json", "--log", at + ".log",
                "--timing-allow-fail", "-q"] + c.get("pnr", "").split()

    @staticmethod
    def pack_options(board, base, name):
        return ["--compress", "--idcode", board.conf["idcode"],
                "--input", "%s/%s.config" % (base, name),
                "--bit", base + "/card.bit", "--svf", base + "/card.svf"]

    @staticmethod
    def check_bitstream(board, path):
        """Preamble, then the command that makes the FPGA compare its IDCODE: a wrong part refuses
        the file."""
        with open(path, "rb") as f:
            data = f.read()
        idcode = int(board.conf["idcode"], 0).to_bytes(4, "big")
        at = data.find(b"\xff\xff\xbd\xb3")
        verify = data.find(b"\xe2\x00\x00\x00" + idcode, at, at + 64)
        if at < 0 or verify < 0:
            raise Failed("%s is no bitstream for IDCODE %s"
                         % (os.path.relpath(path, ROOT), board.conf["idcode"]))


FAMILIES = {"ecp5": Ecp5}


def core_lists(text):
    """ttp.core with the lists of its filesets rtl and card as the folders are."""
    for fileset, patterns in (("rtl", ("rtl/*.vh", "rtl/*.v", "rtl/*/*.v")),
                              ("card", ("fpga/*/*.vh", "fpga/card/*.v", "fpga/eth/*.v"))):
        lines = ""
        for f in files(*patterns):
            mark = ": {is_include_file: true}" if f.endswith(".vh") else ""
            lines += "      - %s%s\n" % (f, mark)
        text, n = re.subn(r"(^  %s:\n    files:\n)(?:      - .*\n)*" % fileset,
                          lambda m: m.group(1) + lines, text, flags=re.M)
        if n != 1:
            raise Failed("ttp.core has no fileset " + fileset)
    return text


def clean(name):
    Board(name)
    shutil.rmtree(os.path.join(ROOT, "build", "fpga", name), ignore_errors=True)

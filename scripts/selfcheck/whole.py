# SPDX-License-Identifier: Apache-2.0
"""Mutants that a block test let pass, in the whole MAC or in two whole cards: docs/selfcheck.md.

A mutant is a bit of a port of a cell in the block's netlist, with the parameters of its test. Here
it is put at the same place of each copy of the block in the whole design, whose parameters may
differ: the cell of the same kind from the same place of the source. All go into one build."""
import functools, os, re
from common import ROOT, presets, put_link, read, read_json
from damaged import OUT, Failed, RowTest, SystemTest, build_preset, make_tree, new_log, passes
from damaged import run, tail
from mutants import FILES, elaborate, with_mutants

# The MAC: conformance if its rows are for that preset (tb/conform/conform.list), then all system
# scenarios, in the first of these that has the place. Between them they have deep FIFOs, wide
# words, the trace, memories with one port and selective repeat.
MACS = {"nic1g_25f": True, "card25": True, "w256": True, "tiny_1p": False, "sel64": True}
# With mutants the two cards run at a tenth of their speed: the quick tests first.
CARD = ["cable 3", "latency"]                           # of build/two_cards
CTL = ["registers", "generator", "stats", "ping"]       # of tb/card/sim.py
CARD_LONG = ["overrun 2", "credit"]


# ---------------------------------------------------------------- the same place

def key(name, cell):
    """What a cell is called without numbers; and its number."""
    m = re.match(r"(\$flatten\\.*?\.)?(\$\w+).*?\$(\d+)(\w*)$", name)
    if not m:
        return (name, cell["type"].split("\\")[-1]), 0
    # Of what stands above the place only some versions of a module know.
    src = cell["attributes"].get("src", "").split("|")[-1]
    return ((m[1] or "") + m[2] + m[4], cell["type"], src), int(m[3])


def constants(cell):
    """Of its inputs. The comparisons of a `case` have one place in the source, and their numbers
    another order in each design."""
    return {p: bits for p, bits in cell["connections"].items()
            if all(isinstance(b, str) for b in bits)}


@functools.lru_cache(4)
def design(path):
    """{module: {key: its cells, in the order of their numbers}}, from the JSON of Yosys."""
    modules = read_json(path)["modules"]
    out = {}
    for module, body in modules.items():
        cells = {}
        for name, cell in body["cells"].items():
            k, number = key(name, cell)
            cells.setdefault(k, []).append((number, name, cell))
        out[module] = {k: sorted(v, key=lambda c: c[0]) for k, v in cells.items()}
    return out


def place(mutant, there):
    """`mutate -ctrl` for each copy of the block in the design of this path; without the number."""
    opt = mutant["opt"]
    cell = opt["-cell"].lstrip("\\")
    mine = design(mutant["cells"])[mutant["block"]]
    k, row = next((k, row) for k, row in mine.items() if cell in [c[1] for c in row])
    it = next(c for c in row if c[1] == cell)[2]
    twins = [c for c in row if constants(c[2]) == constants(it)] if len(row) > 1 else row
    at = [c[1] for c in twins].index(cell)
    port, bits = opt["-port"].lstrip("\\"), [int(opt[b]) for b in ("-portbit", "-ctrlbit")
                                             if b in opt]
    out = []
    for module, cells in design(there).items():
        if not re.search(r"(^|\\)%s(\\|$)" % mutant["block"], module):
            continue
        # Another number of cells of that line: which of them it is would be a guess.
        alike = cells.get(k, [])
        if len(alike) != len(row):
            continue
        if len(row) > 1:
            alike = [c for c in alike if constants(c[2]) == constants(it)]
        if len(alike) != len(twins):
            continue
        _, name, same = alike[at]
        if max(bits) < len(same["connections"].get(port, [])):
            out.append("-mode %s -module %s -cell %s -port %s -portbit %d%s\n"
                       % (opt["-mode"], module, name, port, bits[0],
                          "".join(" -ctrlbit %d" % b for b in bits[1:])))
    return out


# ---------------------------------------------------------------- the designs

class Conformance(RowTest):
    kind, tries = "conformance", 1


class Scenarios(SystemTest):
    kind, tries = "scenario", 1


class Cards:
    kind, name = "scenario", "two_cards"
    tries = 2       # ttpctl waits for its card in real time: on a busy machine maybe not enough

    def commands(self, tree):
        at = os.path.join(tree, "build/")
        two = lambda tests: [[at + "two_cards", *words.split()] for words in tests]
        ctl = [["env", "CARDSIM=%scardsim" % at, "tb/card/sim.py", test] for test in CTL]
        return two(CARD) + ctl + two(CARD_LONG)


class Mac:
    """The MAC of a preset. files: what decides a verdict on it, beside the sources."""
    top = "ttp_mac"

    def __init__(self, preset):
        self.name, self.preset = "mac." + preset, preset
        self.params = list(presets()[preset].items())
        self.tests = [Conformance(preset=preset)] * MACS[preset] + [Scenarios(preset)]

    def files(self, tree):
        return ["build/test_conformance", "build/test_system",
                os.path.join(tree, "build/rtl_%s.so" % self.preset)]

    def build(self, tree, log):
        here = run(["make", "-s", "build/test_conformance", "build/test_system"], log, 1800)[0]
        return here == 0 and build_preset(tree, "", self.preset, log)


class TwoCards:
    """The card as build/two_cards and build/cardsim have it."""
    name, top, tests = "cards", "card", [Cards()]
    programs = "two_cards", "cardsim"

    def __init__(self):
        params = re.search(r"^CARD_PARAMS := (.*)", read("sim/card/card.mk"), re.M)[1]
        self.params = re.findall(r"-G(\w+)=(\w+)", params)

    def files(self, tree):
        return [os.path.join(tree, "build", name) for name in self.programs] + ["build/ttpctl"]

    def build(self, tree, log):
        for name in ("Makefile", "host", "fuzz", "examples", "fpga/fpga.mk", "fpga/boards"):
            put_link(os.path.join(ROOT, name), os.path.join(tree, name))
        # Objects that know no card are those of the tree itself.
        programs = ["build/" + name for name in self.programs]
        here = run(["make", "-s", "build/ttpctl", *programs], log, 1800)[0]
        cmd = ["make", "-s", "-C", tree, "PLAIN=%s/build" % ROOT, *programs]
        return here == 0 and run(cmd, log, 1800)[0] == 0


def tree_of(view):
    return "yosys/tree." + view.name


class Built:
    """One design with the mutants that have their place in it, chosen by MUTSEL."""

    def __init__(self, view, blocks, base, log):
        self.view, self.blocks, self.base, self.log, self.places = view, blocks, base, log, []

    @classmethod
    def found(cls, name, base_time):
        """What `put` has built under this name, maybe on another machine of the farm; the seconds
        that its tests took."""
        view = TwoCards() if name == TwoCards.name else Mac(name.split(".")[1])
        built = cls(view, [], "", "")
        built.tree, built.base_time = os.path.join(OUT, tree_of(view)), base_time
        return built

    def add(self, mutant):
        """The number of a mutant; 0 if it has no place here."""
        where = place(mutant, self.base + ".cells.json")
        self.places += [where] * bool(where)
        return len(self.places) if where else 0

    def build(self):
        top, width = self.view.top, len(self.places).bit_length()
        commands = ["mutate -ctrl mutsel %d %d %s" % (width, k, line)
                    for k, where in enumerate(self.places, 1) for line in where]
        text = with_mutants(self.view.name, top, self.view.params, self.blocks, self.base, commands,
                            width, self.log)
        self.tree = make_tree(tree_of(self.view), FILES[top], text)
        if not self.view.build(self.tree, self.log):
            raise Failed("%s does not build\n%s" % (self.view.name, tail(self.log)))
        self.base_time = {}
        for test in self.view.tests:
            ok, self.base_time[test.name], _ = passes(test, self.tree, self.log,
                                                      env={"MUTSEL": "0"})
            if not ok:
                raise Failed("%s fails without a mutant\n%s" % (test.name, tail(self.log)))

    def judge(self, number, log):
        """(kind, text) of the first test that catches it, in each of its tries; None."""
        for test in self.view.tests:
            limit = max(30.0, 5 * self.base_time[test.name])
            for _ in range(test.tries):
                ok, seconds, why = passes(test, self.tree, log, limit, {"MUTSEL": str(number)})
                if ok:
                    break
            else:
                return test.kind, "%s in %.1f s%s" % (test.name, seconds, why)
        return None


def put(mutants, report):
    """[(mutant, its design, its number there)]: builds what is needed. Those without a place in any
    design have None and 0."""
    views = {"card": [TwoCards()], "mac": [Mac(p) for p in MACS]}
    left, out = list(mutants), []
    for side, view in [(side, v) for side in views for v in views[side]]:
        mine = [m for m in left if m["path"].startswith("fpga/") == (side == "card")]
        if not mine:
            continue
        base = os.path.join(OUT, "yosys", "whole." + view.name)
        log = new_log("yosys.whole." + view.name)
        try:
            # The top with its parts too: one path leads to what the simulator sets inside.
            blocks = sorted({view.top} | {m["block"] for m in mine})
            elaborate(view.top, view.params, blocks, base, log)
            built = Built(view, blocks, base, log)
            numbers = [(m, built.add(m)) for m in mine]
            if built.places:
                built.build()
        except Failed as e:
            report.add("yosys", "whole." + view.name, "ERROR", "ERROR: %s" % e)
            continue
        out += [(m, built, number) for m, number in numbers if number]
        left = [m for m in left if (m, 0) in numbers or m not in mine]
    return out + [(m, None, 0) for m in left]


def job(mutant, built, number, report):
    """The verdict on one mutant that its block test let pass and that no proof explains."""
    name, what, row = mutant["name"], mutant["what"], mutant["row"]
    log = new_log("yosys.whole." + row.replace(" ", "."))
    try:
        by = built.judge(number, log) if built else None
    except Failed as e:
        report.add("yosys", row, "ERROR", "ERROR: %s" % e)
        return
    if by:
        report.add("yosys", row, "caught", "survived, caught by %s: %s" % (by[1], what), by=by[0])
    else:
        where = "" if built else " (no place in a whole design)"
        report.add("yosys", row, "left", "seen by nothing%s: %s | %s" % (where, name, what),
                   key=(name, what))

# SPDX-License-Identifier: Apache-2.0
"""Bugs that stand in the RTL and in the model alike, so that lockstep can not see them.

both.bugs lists them. One copy of the repository has them all, and an environment variable chooses
one when a test runs: so the model and the RTL are built once. docs/selfcheck.md has the rest.
"""
import itertools, json, os, re
from common import load, read, read_json, write_new
from damaged import DATA, OUT, RTL, Failed, RowTest, build_copy, copy_files, find_test, new_log
from damaged import passes, run
from damaged import tail
from farm.plan import remove
from mutants import LINT_OFF

LIST = DATA + "/both.bugs"
TREE = OUT + "/both"
RESULT = OUT + "/both.json"
CHOICE = "TTP_BUG"
MOST = 12       # so many red rows tell enough
# What judges a bug: of a rule that needs a parameter, MACs with SELECTIVE and VC_ORDER.
PRESETS = RowTest.PRESET, "sel64"

IN_C = ("extern char *getenv(const char *); extern int atoi(const char *); "
        "static inline _Bool ttp_bug(int n) { static int chosen = -1; "
        "if (chosen < 0) chosen = getenv(\"%s\") ? atoi(getenv(\"%s\")) : 0; "
        "return chosen == n; } " % (CHOICE, CHOICE))
IN_RTL = (" reg [15:0] ttp_bug; initial ttp_bug = $c32(\"(std::getenv(\\\"%s\\\") ? "
          "std::atoi(std::getenv(\\\"%s\\\")) : 0)\");" % (CHOICE, CHOICE))
# A bug may leave a signal unused, or a width or a case as the rule had it.
QUIET = "/* verilator lint_off %s */ "


# ---------------------------------------------------------------- the list

class Bug:
    """name, number, label, why, tests, equivalent (why nothing can see it), edits: [(file, old,
    new)]."""

    def __init__(self, number, text):
        head, *files = re.split(r"^((?:rtl|model)/\S+)\n", text, flags=re.M)
        m = re.match(r"(\w+)\n([a-z._]+): (.*)", head, re.S)
        if not m or not files:
            raise Failed("%s: entry not understood: %s" % (LIST, text.split("\n")[0]))
        self.name, self.label, rest = m.groups()
        self.number = number
        why, *notes = re.split(r"^(tests|equivalent): ", rest, flags=re.M)
        notes = dict(zip(notes[::2], notes[1::2]))
        self.why = " ".join(why.split())
        self.tests = notes.get("tests", "").split()
        self.equivalent = " ".join(notes.get("equivalent", "").split())
        self.edits = [(path, old, new) for path, block in zip(files[::2], files[1::2])
                      for old, new in changes(self.name, block)]


def changes(name, block):
    """[(old, new)]: lines that begin with `- `, then what stands there instead, with `+ `. Of one
    line the blanks around it do not count."""
    for line in block.rstrip("\n").split("\n"):
        if line[:2] not in ("- ", "+ ") and line not in ("", "+"):
            raise Failed("%s: a line is neither old nor new: %s" % (name, line))
    out = []
    for old, new in re.findall(r"((?:^- .*\n)+)((?:^\+.*\n?)+)", block + "\n", re.M):
        old, new = ("\n".join(l[2:] for l in s.rstrip("\n").split("\n")) for s in (old, new))
        out.append((old.strip(), new.strip()))
    return out


def read_list():
    text = re.sub(r"^#.*\n", "", read(LIST), flags=re.M)
    entries = re.split(r"^== ", text, flags=re.M)[1:]
    return [Bug(n, e.strip("\n") + "\n") for n, e in enumerate(entries, 1)]


def spans(bugs):
    """({file: [(from, to, text, bug)]}, what is wrong). Of an edit only what differs counts, so
    two bugs may stand close together."""
    found, wrong, texts = {}, [], {}
    for bug in bugs:
        for path, old, new in bug.edits:
            if path not in texts:
                texts[path] = read(path) if os.path.exists(path) else ""
            count = texts[path].count(old)
            if count != 1:
                there = "there %d times" % count if count else "not there any more"
                wrong.append("%s: `%s` is %s in %s" % (bug.name, old, there, path))
                continue
            a = len(os.path.commonprefix([old, new]))
            z = len(os.path.commonprefix([old[a:][::-1], new[a:][::-1]]))
            at = texts[path].index(old)
            found.setdefault(path, []).append(
                (at + a, at + len(old) - z, new[a:len(new) - z], bug))
    for path, edits in found.items():
        edits.sort(key=lambda e: e[:2])
        for x, y in zip(edits, edits[1:]):
            if y[0] < x[1] or y[0] == x[0]:
                wrong.append("%s and %s change one place of %s" % (x[3].name, y[3].name, path))
    return found, wrong


def rules():
    """{label: names of its rows}, as scripts/check/labels has it."""
    found = load("scripts/check/labels").Map()
    return {label: [row.split(" ")[0] for row in at["rows"]] for label, at in found.at.items()}


def check():
    """What is wrong with the list; prints it."""
    try:
        bugs, labels = read_list(), rules()
    except Failed as e:
        print("FAIL both   %s" % e)
        return 1
    wrong = spans(bugs)[1]
    names = [b.name for b in bugs]
    wrong += ["%s stands twice" % n for n in sorted(set(names)) if names.count(n) > 1]
    for bug in bugs:
        if bug.label not in labels:
            wrong.append("%s: no rule is called %s" % (bug.name, bug.label))
        for side in ("rtl/", "model/"):
            if not any(path.startswith(side) and "BUG" in new for path, _, new in bug.edits):
                wrong.append("%s: nothing of it in %s" % (bug.name, side))
    has_one = {b.label for b in bugs}
    wrong += ["%s has no bug" % label for label in labels if label not in has_one]
    if not wrong:
        wrong += no_compiler_takes(bugs)
    for line in wrong:
        print("FAIL both   " + line)
    print("selfcheck: %d bugs in RTL and model alike, in %d of %d rules, %d things wrong"
          % (len(bugs), len({b.label for b in bugs}), len(labels), len(wrong)))
    return 1 if wrong else 0


def no_compiler_takes(bugs):
    """Complaints of compilers about the copy with all bugs: a name in one that is not of today.
    Warnings are left to the build, which judges them."""
    changed = {path: planted(path, edits) for path, edits in spans(bugs)[0].items()}
    copy_files(TREE + "_looked_at", [*RTL, "model", "model/rules"], changed)
    log = new_log("both_looked_at")
    mine = sorted(p for p in changed if p.endswith(".c"))
    at = lambda paths: [os.path.join(TREE + "_looked_at", p) for p in paths]
    c = run(["gcc", "-std=c11", "-fsyntax-only", "-Imodel", *at(mine)], log, 60)[0]
    rtl = run(["verilator", "--lint-only", "-Wno-fatal", "--top-module", "ttp_mac",
               *["-I" + d for d in at(RTL)], *at(["rtl/ttp_mac.v"])], log, 60)[0]
    return ["the copy with all bugs does not compile\n" + tail(log, 20)] * (c != 0 or rtl != 0)


# ---------------------------------------------------------------- the copy with all of them

def planted(path, edits):
    text = read(path)
    is_c = path.endswith(("c", "h"))
    for start, end, new, bug in reversed(edits):
        chosen = "ttp_bug(%d)" if is_c else "(ttp_bug == 16'd%d)"
        text = text[:start] + re.sub(r"\bBUG\b", chosen % bug.number, new) + text[end:]
    if is_c:
        return IN_C + text
    text, count = re.subn(r"^(module\b.*?^\);)", lambda m: m[0] + IN_RTL, text,
                          count=1, flags=re.M | re.S)
    if not count:
        raise Failed("%s: no end of its ports" % path)
    return "".join(QUIET % w for w in LINT_OFF) + text


def build(bugs):
    found, wrong = spans(bugs)
    if wrong:
        raise Failed(wrong[0])
    build_copy(TREE, [*RTL, "model", "model/rules"],
               {path: planted(path, edits) for path, edits in found.items()},
               ["build/rtl_%s.so" % p for p in PRESETS], new_log("both"))


# ---------------------------------------------------------------- one bug

class Sides:
    """Runs rows of the copy with one bug."""

    def __init__(self, number, log, preset):
        self.number, self.log, self.preset = number, log, preset

    def first_red(self, dut, own):
        """Red rows of the rule itself; if there are none, of all."""
        return self.red(dut, own) or self.red(dut)

    def red(self, dut, only=None):
        """Names of red rows; ["..."] if the run has no end, or breaks off."""
        out = "%s.%s.json" % (self.log, dut)
        cmd = [TREE + "/build/test_conformance", "--preset", self.preset, "--dut", dut,
               "--json", out, "--rtl-dir", TREE + "/build", "--most", str(MOST)]
        cmd += ["--only", ",".join(only)] if only else []
        remove(out)
        code, _ = run(cmd, self.log, 300, {CHOICE: str(self.number)})
        if code not in (0, 1) or not os.path.exists(out):
            return ["..."]
        rows = read_json(out)["rows"]
        remove(out)
        return [r["id"] for r in rows if not r["green"] and not r["needs_mac"]]


def judge(bug, sides, own):
    """(verdict, text, {"rules", "model", "rtl": red rows}, by); own: the rows of its rule."""
    red = {dut: sides.first_red(dut, own) for dut in ("rules", "model")}
    # What is red on the model has to be on the RTL, or the two bugs are not alike. The model has
    # a witness of its own, that its records make sense: some rows may be red for that alone.
    red["rtl"] = sides.red("rtl", [r for r in red["model"] if r != "..."])
    if red["model"] or red["rtl"]:
        if not red["rtl"] or not set(red["model"]) & (set(red["rtl"]) | {"..."}):
            text = "ERROR: not alike: red on the model %s, on the RTL %s" % (
                " ".join(red["model"]) or "nothing", " ".join(red["rtl"]) or "nothing")
            return "ERROR", text, red, ""
        if bug.equivalent:
            return "ERROR", "ERROR: said to be equivalent, but seen by " + red["rtl"][0], red, ""
        stands_there = any(path.startswith("model/rules/") for path, _, _ in bug.edits)
        on_rules = ", by no row on the rules alone" if stands_there and not red["rules"] else ""
        return "caught", "caught by %s%s" % (red["rtl"][0], on_rules), red, red["rtl"][0]
    for test in map(find_test, bug.tests):
        if not test.build(TREE, sides.log):
            raise Failed("%s does not build\n%s" % (test.name, tail(sides.log)))
        if not passes(test, TREE, sides.log, env={CHOICE: "0"})[0]:
            raise Failed("%s fails without the bug" % test.name)
        if not passes(test, TREE, sides.log, env={CHOICE: str(bug.number)})[0]:
            return "caught", "caught by %s, by no row" % test.name, red, test.name
    if bug.equivalent:
        return "equivalent", "survived, equivalent: " + bug.equivalent, red, ""
    return "SURVIVED", "SURVIVED every row: " + bug.why, red, ""


class Both:
    """What scripts/selfcheck/run does with them: prepare(), jobs for its pool, conclude()."""

    def __init__(self, wanted):
        self.all = read_list()
        self.bugs = [b for b in self.all if wanted.search(b.name) or wanted.search(b.label)]
        self.results, self.whole = {}, len(self.bugs) == len(self.all)
        self.rules = rules()

    def prepare(self):
        """Builds the copy. Without a bug every row must be green on it."""
        try:
            build(self.all)
        except Failed as e:
            raise SystemExit("selfcheck: both: %s" % e)
        for dut, preset in itertools.product(("rules", "model", "rtl"), PRESETS):
            red = Sides(0, OUT + "/both.0", preset).red(dut)
            if red:
                raise SystemExit("selfcheck: both: without a bug red on %s, %s: %s"
                                 % (dut, preset, " ".join(red)))

    def job(self, bug, report):
        sides = Sides(bug.number, new_log("both.%d" % bug.number),
                      PRESETS[bug.label.startswith(("sel.", "vc."))])
        try:
            verdict, text, red, by = judge(bug, sides, self.rules[bug.label])
        except Failed as e:
            verdict, text, red, by = "ERROR", "ERROR: %s" % e, {}, ""
        self.results[bug.name] = {"name": bug.name, "why": bug.why, "verdict": verdict, "by": by,
                                  "red": red}
        report.add("both", bug.name, verdict, text)

    def conclude(self):
        """The table, a label a line, and build/selfcheck/both.json."""
        table = {}
        for label, rows in self.rules.items():
            plants = [self.results[b.name] for b in self.all
                      if b.label == label and b.name in self.results]
            table[label] = {"rows": rows, "plants": plants}
        print("%-18s %4s %6s  %s" % ("rule", "rows", "plants", "caught by"))
        for label, t in table.items():
            if self.whole or t["plants"]:
                by = ", ".join(p["by"] or p["verdict"] for p in t["plants"])
                print("%-18s %4d %6d  %s" % (label, len(t["rows"]), len(t["plants"]), by or "-"))
        if self.whole:
            write_new(RESULT, json.dumps(table, indent=1))

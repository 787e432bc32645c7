#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What becomes of mutants that a block test lets pass, in scripts/selfcheck/run.

    tb/farm/mutants.py

In a copy of scripts/ whose Yosys, tests and designs are made up: the block has a mutant that is
caught and one that is proved. Of the five others conformance and a scenario catch one each, one is
argued, one survives, and one has no place in a design and survives too.

1. The run is ended while one of them is judged. There is no verdict on it, and none of the run.
2. A resume completes it, and leaves alone what had a verdict.
3. The figures of the block, the rows and the exit code are right.
4. With every mutant explained the run ends well, without judging one of them again.

Then each row of BROKEN: a copy with that fault must not pass what this test asks.
"""
import json, os, sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from farm_lib import (ROOT, Side, Wrong, ended, make_tree, survivors, text_of, told_to_end, until,
                      want)

TREE = os.path.join(ROOT, "build", "farmtest", "mutants")
DIR = TREE + "/build/mutants"
FIGURES = {"total": 7, "block test": 1, "conformance": 1, "scenario": 1, "proved": 1, "argued": 1,
           "survived": 2, "errors": 0}

JOB = '''

def mutants_job(block, path, k, mutants, seed, report):
    name = "%s.%d" % (block, k)
    report.add("yosys", name + " 1", "caught", "caught", by="block test")
    report.add("yosys", name + " 2", "proved", "proved")
    return [{"name": name, "row": "%s %d" % (name, i), "what": "mutant %d" % i}
            for i in range(3, 8)]


def read_equivalent():
    with open("build/argued") as f:
        return {("ttp_fifo.2", "mutant %s" % i): "made up" for i in f.read().split()}
'''
DESIGN = '''

def put(mutants, report):
    built = Built.found("mac.tiny_1p", {"conformance": 1})
    return [(m, built, i) for i, m in enumerate(mutants[:-1], 1)] + [(mutants[-1], None, 0)]


def judge(self, number, log):
    import time
    assert self.base_time == {"conformance": 1}
    with open("build/judged.%d" % number, "a") as f:
        f.write("judged\\n")
    while number == 2 and not os.path.exists("build/go"):
        time.sleep(0.05)
    return [None, ("conformance", "rows"), ("scenario", "ids"), None, None][number]


Built.judge = judge
'''


def tree():
    make_tree(TREE)
    append("mutants.py", JOB)
    append("whole.py", DESIGN)
    for name in ("test_conformance", "test_system",
                 "selfcheck/yosys/tree.mac.tiny_1p/build/rtl_tiny_1p.so"):
        path = TREE + "/build/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        touch(path)
    argue([5])


def append(name, text):
    with open("%s/scripts/selfcheck/%s" % (TREE, name), "a") as f:
        f.write(text)


def argue(numbers):
    with open(TREE + "/build/argued", "w") as f:
        f.write(" ".join(map(str, numbers)))


FRESH = ["--only", "yosys", "-k", r"^ttp_fifo\.2$"]


def touch(path):
    open(path, "w").close()


def times_judged(number):
    return text_of("%s/build/judged.%d" % (TREE, number)).count("\n")


def judged():
    """A run that is ended while its second mutant is judged, and resumed."""
    side = Side(TREE + "/scripts/selfcheck/run", DIR, "--jobs", "1")
    for name in ("go", "judged.1", "judged.2", "judged.3", "judged.4", "mutants.json"):
        if os.path.exists(TREE + "/build/" + name):
            os.unlink(TREE + "/build/" + name)
    with ended(side.start(*FRESH)) as p:
        until(lambda: times_judged(2), 150, "the second mutant is never judged", p)
        out = told_to_end(p, TREE, 150)
    want(p.returncode == 130, "ended: exit %d" % p.returncode, out)
    want(not os.path.exists(DIR + ".json"), "a verdict of half a run", out)
    touch(TREE + "/build/go")
    code, out = side.run("--resume")
    want(code == 1, "exit %d" % code, out)
    want(times_judged(1) == 1 and times_judged(2) == 2, "another one ran again", out)
    with open(DIR + ".json") as f:
        said = json.load(f)
    want(said["blocks"] == {"ttp_fifo": FIGURES} and said["all"] == FIGURES, said["blocks"], out)
    want((said["caught"], said["open"]) == (3, 6), "the sum", out)
    rows = {r["name"]: r["verdict"] for r in said["rows"]}
    want([rows.get("ttp_fifo.2 %d" % i) for i in range(1, 8)]
         == ["caught", "proved", "caught", "caught", "equivalent", "SURVIVED", "SURVIVED"],
         rows, out)
    want("yosys  7: 3 caught, 1 proved equivalent, 1 explained, 2 survived, 0 errors" in out,
         "the count", out)
    return side


def explained(side):
    """What `judged` has left."""
    argue([5, 6, 7])
    try:
        code, out = side.run("--resume")
    finally:
        argue([5])
    want(code == 0 and "all caught or explained" in out, "explained: exit %d" % code, out)
    want([times_judged(i) for i in range(1, 5)] == [1, 2, 1, 1], "one ran again", out)


# (who must see it, file, what stands there, what stands there instead)
BROKEN = [
    (judged, "selfcheck/run", "if code != 130 and verdicts.waits():", "if False:"),
    (judged, "selfcheck/run", "code = more if more == 130 else code or more", "pass"),
    (judged, "selfcheck/run", 'if second.manifest["extra"]["wrong"] or set(second.cases)',
     "if set()"),
    (judged, "selfcheck/one", 'report.more["left"] = ', ""),
    (judged, "selfcheck/verdicts.py", 'self.write(rows + none)', "self.write(none)"),
    (judged, "selfcheck/verdicts.py", 'self.known.get(tuple(row["key"]))', '""'),
]


def main():
    tree()
    try:
        side = judged()
        print("ended in the second run and resumed: %s" % FIGURES, flush=True)
        explained(side)
        print("all explained", flush=True)
    except Wrong as e:
        sys.exit("FAIL: %s" % e)
    return 1 if survivors(TREE, BROKEN) else 0


if __name__ == "__main__":
    sys.exit(main())

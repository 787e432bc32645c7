#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/farm on this machine: what it says of cases that fail, hang, vanish, and what resumes.

    tb/farm/runner.py

1. Verdicts: passed, failed (two of them in one bucket), skipped; hung and killed ones are missing.
   What a case has counted stands in results.json. One at a time, the heaviest case is first.
2. --resume runs what has no result, and nothing else; it ends with 0 when all is there and passed.
3. It is refused when a file of the build has changed. A worker refuses too, in the middle of a run.
4. A result of another build, or half of one, is none.
5. A worker killed by SIGKILL: its case is missing, and its process group gone.
6. Two runners do not share a folder.
7. A runner that is interrupted leaves nothing behind.

Then each row of BROKEN: a copy of the runner with that fault must not pass what this test asks.
"""
import functools, json, os, re, shutil, signal, subprocess, sys, time
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from farm_lib import (ROOT, Wrong, ended, make_tree, processes, survivors, text_of, told_to_end,
                      until, want)

TMP = os.path.join(ROOT, "build", "farmtest", "runner")
DIR = TMP + "/run"
# Processes that nobody waits for, the second in a group of its own; the first word says whose they
# are.
SLEEPS = "sh -c ': DIR; sleep 300; :' & timeout 290 sh -c ': DIR; sleep 300; :' & sleep 300"


class Farm:
    """A folder with a list, and the runner of a tree."""

    def __init__(self, tree, cases):
        self.tree, self.dir = tree, DIR
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(self.dir)
        for name, text in (("list", cases.replace("DIR", self.dir)), ("tool", "1\n")):
            with open("%s/%s" % (self.dir, name), "w") as f:
                f.write(text)

    def command(self, *args, jobs=2):
        return [self.tree + "/scripts/farm/run", self.dir + "/out", *args, "--jobs", str(jobs)]

    def begin(self, limit=20, jobs=2):
        return self.command(self.dir + "/list", "--uses", self.dir + "/tool", "--limit", str(limit),
                            jobs=jobs)

    def start(self, *args, **more):
        return subprocess.Popen(self.begin(*args, **more), text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def run(self, command):
        r = subprocess.run(command, text=True, timeout=60, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        return r.returncode, r.stdout

    def resume(self):
        return self.run(self.command("--resume"))

    def ran(self):
        """Which cases have left a mark, in which order."""
        return text_of(self.dir + "/ran").split()

    def read(self, name):
        with open("%s/out/results/%s.json" % (self.dir, name)) as f:
            return json.load(f)

    def write(self, name, text):
        with open("%s/out/results/%s.json" % (self.dir, name), "w") as f:
            f.write(text)


def left(also=False):
    """Processes of cases, also those of runner and workers: all of them name the folder."""
    return [pid for pid, words in processes(DIR).items()
            if also or "scripts/farm/" not in " ".join(words)]


def clear():
    """A broken runner leaves processes behind, which would write into the next folder."""
    end = time.monotonic() + 20
    while left(True) and time.monotonic() < end:
        for pid in left(True):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.05)


def order(tree):
    farm = Farm(tree, "".join("%s  echo %s >> DIR/ran\n" % (n, n.split()[0]) for n in
                              ("light", "lighter", "heavy weight=9", "heavier weight=10")))
    farm.run(farm.begin(jobs=1))
    want(farm.ran() == ["heavier", "heavy", "light", "lighter"], "the order: %s" % farm.ran())


def missing(out):
    return sorted(re.findall(r"^missing ([\w-]+):", out, re.M))


def verdicts(tree):
    mark = "echo %s >> DIR/ran; "
    farm = Farm(tree, "".join("%s  %s%s\n" % (n, mark % n.split()[0], c) for n, c in [
        ("good", "echo '{\"x\": 3}' > $FARM_JSON"),
        ("half", "echo '{\"x\": 3' > $FARM_JSON"),
        ("bad_1", "echo 'FAIL: 12 of 30'; exit 1"),
        ("bad_2", "echo 'FAIL: 14 of 31'; exit 1"),
        ("crash", "kill -SEGV $$"),
        ("not_here", "echo no tool; exit 77"),
        ("hung", "test -e DIR/again && exit 0; touch DIR/again; " + SLEEPS),
        ("gone", "test -e DIR/again2 && exit 0; touch DIR/again2; kill -KILL $$"),
        ("gone_in_shell", "test -e DIR/again3 || { touch DIR/again3; exit 137; }"),
        ("heavy weight=9 limit=9", "exit 0"),
    ]))
    code, out = farm.run(farm.begin(limit=2))
    want(code == 1, "exit %d, not 1" % code, out)
    want(missing(out) == ["gone", "gone_in_shell", "hung"], "missing: %s" % missing(out), out)
    want("2 passed, 4 failed, 3 missing, 1 skipped" in out, "the count", out)
    want("heavy" in farm.ran(), "heavy did not run: %s" % farm.ran())
    with open(farm.dir + "/out/results.json") as f:
        together = json.load(f)
    want(len(together) == 7 and together["good"]["result"] == {"x": 3}, "results.json", together)
    want("no JSON object in what it has counted (half)" in out, "half an object", out)
    want("  2  N of N (bad_1, bad_2)" in out, "no bucket for two of a kind", out)
    want("SIGSEGV (crash)" in out, "no bucket for a crash", out)
    want("hung: time limit of 2 s" in out and "SIGKILL" in out, "why they are missing", out)
    want("out --resume" in out, "no command to resume", out)
    want(not left(), "left behind: %s" % left(), out)
    suite = ET.parse(farm.dir + "/out.xml").getroot()
    counts = [suite.get(k) for k in ("tests", "failures", "errors", "skipped")]
    want(counts == ["10", "4", "3", "1"], "JUnit counts %s" % counts)
    bad = farm.read("bad_1")
    want(bad["exit"] == 1 and bad["first_difference"] == "N of N" and bad["versions"]
         and bad["build"] in out and "12 of 30" in bad["repeat"], "result %s" % bad)

    before = farm.ran()
    code, out = farm.resume()
    want(code == 1 and "5 passed, 4 failed, 0 missing" in out, "resumed: exit %d" % code, out)
    again = farm.ran()[len(before):]
    want(sorted(again) == ["gone", "gone_in_shell", "hung"], "resumed ran %s" % again)


def builds(tree):
    farm = Farm(tree, "a  exit 0\nb  test -e DIR/go || kill -KILL $$\nc  exit 0\n")
    code, out = farm.run(farm.begin())
    want(code == 1 and missing(out) == ["b"], "first: exit %d" % code, out)
    old = open(farm.dir + "/tool").read()
    open(farm.dir + "/go", "w").close()
    with open(farm.dir + "/tool", "a") as f:
        f.write("2\n")
    code, out = farm.resume()
    want(code == 2 and "refused: the build is" in out and "/tool changed" in out,
         "another build is not refused: exit %d" % code, out)
    with open(farm.dir + "/tool", "w") as f:
        f.write(old)

    record = farm.read("a")
    farm.write("a", json.dumps(dict(record, build="0123456789abcdef", verdict="FAIL")))
    farm.write("c", json.dumps(record)[:100])
    code, out = farm.resume()
    want(code == 0 and "3 passed, 0 failed, 0 missing" in out, "resumed: exit %d" % code, out)
    want(farm.read("a")["build"] == record["build"], "a result of another build stays")


def changed_below(tree):
    farm = Farm(tree, "a  sleep 1; echo 2 >> DIR/tool\nb  sleep 1.5\nc  exit 0\nd  exit 0\n")
    code, out = farm.run(farm.begin())
    want(code == 1 and missing(out) == ["c", "d"], "a build that changes: exit %d" % code, out)


def killed_worker(tree):
    farm = Farm(tree, "a  %s\nb  sleep 1\nc  exit 0\n" % SLEEPS)
    with ended(farm.start()) as p:
        until(left, 20, "no case begins")
        code, out = farm.run(farm.begin())
        want(code == 2 and "another runner" in out, "two runners: exit %d" % code, out)
        os.kill(next(pid for pid, words in processes(DIR).items()
                     if "farm/one" in " ".join(words) and words[-1] == "a"), signal.SIGKILL)
        out = p.communicate(timeout=30)[0]
    time.sleep(0.3)
    want(not left(), "the process group of a lives on: %s" % left())
    want(p.returncode == 1 and missing(out) == ["a"] and "2 passed" in out,
         "a killed worker: exit %d" % p.returncode, out)


def interrupted(tree):
    farm = Farm(tree, "a  exit 0\nb  %s\nc  %s\nd  exit 0\n" % (SLEEPS, SLEEPS))
    p = farm.start(limit=100)
    until(left, 20, "no case begins")
    out = told_to_end(p, DIR, 20)
    want(p.returncode == 130 and "--resume" in out, "interrupted: exit %d" % p.returncode, out)
    want(not left(), "left behind: %s" % left())


SCENARIOS = [verdicts, order, builds, changed_below, killed_worker, interrupted]

# (who must see it, file, what stands there, what stands there instead)
BROKEN = [
    (builds, "farm/report.py", 'n["ok"] and not n["FAIL"] and not whys',
     'n["ok"] and not n["FAIL"]'),
    (verdicts, "farm/report.py", 'n["ok"] and not n["FAIL"] and not whys', 'n["ok"] and not whys'),
    (verdicts, "farm/report.py", 'print("missing %s: %s" % (name, why))', "pass"),
    (verdicts, "farm/report.py", 'return re.sub(r"\\d+", "N", text.strip())[:120]', "return text"),
    (verdicts, "farm/one", "if int(its) == session and", "if int(pid) == session and"),
    (verdicts, "farm/one", "state, _, _, its =", "state, _, its, _ ="),
    (verdicts, "farm/one", "            if os.path.exists(counted) and",
     "            if False and"),
    (order, "farm/back_ends.py", "heaviest_first(run.cases", "list(run.cases"),
    (verdicts, "farm/one", "elif -code in TAKEN or code - 128 in TAKEN:", "elif False:"),
    (killed_worker, "farm/one", "self.guard.holds(p.pid)", "pass"),
    (changed_below, "farm/one", "            run.check_build()\n", "            pass\n"),
    (builds, "farm/plan.py", "        run.check_build()\n", ""),
    (builds, "farm/plan.py", 'and r.get("build") == self.build', ""),
    (interrupted, "farm/drive.py", "            back.stop()\n", "            pass\n"),
    (killed_worker, "farm/plan.py", "fcntl.LOCK_EX | fcntl.LOCK_NB",
     "fcntl.LOCK_SH | fcntl.LOCK_NB"),
]


def see(scenario, tree):
    try:
        scenario(tree)
    finally:
        clear()


def main():
    shutil.rmtree(TMP, ignore_errors=True)
    os.makedirs(TMP)
    for scenario in SCENARIOS:
        try:
            see(scenario, ROOT)
        except Wrong as e:
            sys.exit("FAIL %s: %s" % (scenario.__name__, e))
        print("%-14s good" % scenario.__name__, flush=True)
    make_tree(TMP + "/tree")
    rows = [(functools.partial(see, scenario, TMP + "/tree"), *row) for scenario, *row in BROKEN]
    return 1 if survivors(TMP + "/tree", rows) else 0


if __name__ == "__main__":
    sys.exit(main())

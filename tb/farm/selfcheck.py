#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/selfcheck through scripts/farm: the same verdicts by GNU parallel as on this machine.

    tb/farm/selfcheck.py

In a copy of scripts/ with bugs of its own, all of ttp_skid: one that is caught, one that nothing
can see, one whose place is gone; and two mutants.

1. A worker is killed while its bug is compiled: the bug is missing, by name, also in the list of
   verdicts; no compiler is left behind.
2. A resume is refused while a list of bugs is another. The one that follows completes the run, and
   leaves alone what had a verdict.
3. A run on this machine has the same verdicts.

Then each row of BROKEN: a copy with that fault must not pass what this test asks. Exit 77 with the
reason where GNU parallel cannot be had.
"""
import json, os, re, shutil, signal, subprocess, sys, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import broken
from broken import ROOT, Wrong, want
from check import leader, left_over
from hosts import Hosts

TREE = os.path.join(ROOT, "build", "farmtest", "selfcheck")
BUGS = """== seen
file: rtl/lib/ttp_skid.v
tests: ttp_skid.0
why: no beat moves while the output waits for the first one.
--- old
wire move = out_ready || !valid_q;
--- new
wire move = out_ready;

== unseen
file: rtl/lib/ttp_skid.v
tests: ttp_skid.0
why: nothing, it is the same design.
--- old
    if (ready_q) hold_q <= in_data;
--- new
    if (!(!ready_q)) hold_q <= in_data;

== gone
file: rtl/lib/ttp_skid.v
tests: ttp_skid.0
why: its old text is not there.
--- old
no such text
--- new
no such text either
"""
WANT = {("bugs", "seen"): "caught", ("bugs", "unseen"): "SURVIVED", ("bugs", "gone"): "ERROR"}
OPTIONS = ["--only", "bugs,yosys", "-k", r"^(seen|unseen|gone|ttp_skid\.1)$", "--mutants", "2"]


def make_tree():
    broken.make_tree(TREE)
    with open(TREE + "/scripts/selfcheck/rtl.bugs", "w") as f:
        f.write(BUGS)


class Side:
    """scripts/selfcheck/run of the copy, in a folder of its own."""

    def __init__(self, name, where, env=None):
        self.dir, self.env = "%s/build/%s" % (TREE, name), env
        shutil.rmtree(self.dir, ignore_errors=True)
        self.where = ["--dir", self.dir, "--jobs", "2", *where]

    def start(self, *args):
        return subprocess.Popen([TREE + "/scripts/selfcheck/run", *args, *self.where], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.env)

    def run(self, *args):
        p = self.start(*args)
        out = p.communicate(timeout=200)[0]
        return p.returncode, out

    def rows(self):
        """{(part, name): (verdict, text)}, without seconds."""
        with open(self.dir + ".json") as f:
            return {(r["part"], r["name"]): (r["verdict"], re.sub(r"[\d.]+ s", "", r["text"]))
                    for r in json.load(f)}

    def stamps(self):
        folder = self.dir + "/results/"
        return {f: os.stat(folder + f).st_mtime_ns for f in os.listdir(folder) if f[-1] == "n"}


def ssh_side(hosts):
    return Side("ssh", ["--farm", "ssh", "--each", "1"], hosts.env)


def compiled(name):
    """Does something work in the tree of this bug?"""
    return [pid for pid in left_over("/%s.json" % ("bugs." + name + ".said"))
            if "bug/" + name in command(pid) and "farm/one" not in command(pid)]


def command(pid):
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as f:
            return f.read().decode(errors="replace")
    except OSError:
        return ""


def killed(hosts):
    """A run whose bug `seen` is killed while it is compiled."""
    side = ssh_side(hosts)
    shutil.rmtree(TREE + "/build/selfcheck/bug", ignore_errors=True)
    p = side.start(*OPTIONS)
    try:
        end = time.monotonic() + 120
        while not compiled("seen"):
            if p.poll() is not None or time.monotonic() > end:
                raise Wrong("the bug is not met while it is compiled\n" + p.communicate()[0])
            time.sleep(0.02)
        with open(side.dir + "/tasks.json") as f:
            number = next(i for i, t in enumerate(json.load(f)) if "bugs.seen" in t)
        os.kill(leader(side.dir, lambda words: words[-3:-1] == ["--task", str(number)]),
                signal.SIGKILL)
        time.sleep(0.5)
        want(not compiled("seen"), "what compiled the bug lives on")
        out = p.communicate(timeout=100)[0]
    finally:
        if p.poll() is None:
            p.terminate()
            p.wait()
    want(p.returncode == 1, "killed: exit %d" % p.returncode, out)
    want(re.findall(r"^missing (\S+):", out, re.M) == ["bugs.seen"], "missing is another", out)
    want("1 passed, 2 failed, 1 missing" in out, "the count", out)
    want(side.rows()["bugs", "seen"] == ("ERROR", "ERROR: no verdict"), "rows", side.rows())
    return side


def refused(side):
    path = TREE + "/scripts/selfcheck/card.bugs"
    with open(path) as f:
        text = f.read()
    with open(path, "a") as f:
        f.write("# another list\n")
    code, out = side.run("--resume")
    with open(path, "w") as f:
        f.write(text)
    want(code == 2 and "card.bugs changed" in out, "another list: exit %d" % code, out)
    code, out = side.run("--resume", "--only", "plant")
    want(code == 2 and "is of bugs,yosys" in out, "another part: exit %d" % code, out)


def judged(side, code, out):
    """The run is complete, and its verdicts are those that are wanted."""
    rows = side.rows()
    want(code == 1 and "1 missing" not in out, "exit %d" % code, out)
    want({k: rows.get(k, "-")[0] for k in WANT} == WANT, "verdicts %s" % rows, out)
    want(len(rows) == 5, "%d rows" % len(rows), out)
    want("2 passed, 2 failed, 0 missing" in out and "selfcheck: FAILED" in out, "the count", out)
    want("bugs   3: 1 caught, 1 survived, 1 errors" in out, "the count of bugs", out)


def resumed(side):
    before = side.stamps()
    code, out = side.run("--resume")
    judged(side, code, out)
    after = side.stamps()
    want(len(after) == 4 and all(after[f] == t for f, t in before.items()), "one ran again", out)


def same(far):
    here = Side("here", [])
    judged(here, *here.run(*OPTIONS))
    want(here.rows() == far.rows(), "other verdicts", "%s\n%s" % (here.rows(), far.rows()))


# (who must see it, file, what stands there, what stands there instead)
BROKEN = [
    ("killed", "selfcheck/damaged.py", "        os.setpgrp()", "        os.setsid()"),
    ("refused", "selfcheck/run", 'DATA + "/*[!t]", ', ""),
    ("same", "selfcheck/one", 'GOOD = ("caught",', 'GOOD = ("SURVIVED", "caught",'),
    ("same", "selfcheck/verdicts.py", "        return not self.print_counts(rows)",
     "        return self.print_counts([])"),
]


def count_unseen(far, hosts):
    """How many of the broken copies are not seen."""
    survived = 0
    for who, name, old, new in BROKEN:
        path = "%s/scripts/%s" % (TREE, name)
        what = ""
        with broken.swapped(path, old, new):
            try:
                if who == "refused":
                    side = Side("again", [])
                    side.run(*OPTIONS[:1], "bugs", "-k", "^gone$")
                    refused(side)
                else:
                    {"killed": lambda: killed(hosts), "same": lambda: same(far)}[who]()
            except Wrong as e:
                what = str(e).split("\n")[0]
            finally:
                for pid in left_over("/bugs.seen.said.json"):
                    os.kill(pid, signal.SIGKILL)
        survived += not what
        print("%s %s: %s -> %s: %s" % ("seen    " if what else "SURVIVED", name, old.strip(),
                                       new.strip() or "nothing", what), flush=True)
    return survived


def main():
    if not shutil.which("parallel"):
        r = subprocess.run(["scripts/setup", "farm"], capture_output=True, text=True)
        if not shutil.which("parallel"):
            print((r.stderr.strip().splitlines() or ["GNU parallel cannot be installed"])[-1])
            return 77
    make_tree()
    with Hosts() as hosts:
        try:
            far = killed(hosts)
            print("a bug killed while it was compiled: missing", flush=True)
            refused(far)
            resumed(far)
            same(far)
        except Wrong as e:
            sys.exit("FAIL: %s" % e)
        print("resumed: %s" % far.rows(), flush=True)
        survived = count_unseen(far, hosts)
    print("%d of %d broken copies are seen" % (len(BROKEN) - survived, len(BROKEN)))
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())

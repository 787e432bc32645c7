#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/selfcheck through scripts/farm: the same verdicts by GNU parallel as on this machine.

    tb/farm/selfcheck.py

In a copy of scripts/ with bugs of its own, all of ttp_fifo: one that is caught, one that nothing
can see, one whose place is gone; and two mutants.

1. A worker is killed while its bug is compiled: the bug is missing, by name, also in the list of
   verdicts; no compiler is left behind.
2. A resume is refused while a list of bugs is another. The one that follows completes the run, and
   leaves alone what had a verdict.
3. A run on this machine has the same verdicts.

Then each row of BROKEN: a copy with that fault must not pass what this test asks. Exit 77 with the
reason where GNU parallel cannot be had.
"""
import functools, json, os, re, shutil, signal, sys, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from farm_lib import ROOT, Side, Wrong, ended, make_tree, processes, skip_without, survivors
from farm_lib import text_of, until, want, worker_of
from hosts import Hosts

TREE = os.path.join(ROOT, "build", "farmtest", "selfcheck")
BUGS = """== seen
file: rtl/lib/ttp_fifo.v
tests: ttp_fifo.0
why: an empty queue is popped.
--- old
wire pop  = out_ready && valid_q;
--- new
wire pop  = out_ready;

== unseen
file: rtl/lib/ttp_fifo.v
tests: ttp_fifo.0
why: nothing, it is the same design.
--- old
        valid_d = count_q != ONE;
--- new
        valid_d = !(count_q == ONE);

== gone
file: rtl/lib/ttp_fifo.v
tests: ttp_fifo.0
why: its old text is not there.
--- old
no such text
--- new
no such text either
"""
WANT = {("bugs", "seen"): "caught", ("bugs", "unseen"): "SURVIVED", ("bugs", "gone"): "ERROR"}
OPTIONS = ["--only", "bugs,yosys", "-k", r"^(seen|unseen|gone|ttp_fifo\.2)$", "--mutants", "2"]


def side(name, *where, env=None):
    return Side(TREE + "/scripts/selfcheck/run", "%s/build/%s" % (TREE, name), "--jobs", "2",
                *where, env=env)


def rows_of(side):
    """{(part, name): (verdict, text)}, without seconds."""
    return {(r["part"], r["name"]): (r["verdict"], re.sub(r"[\d.]+ s", "", r["text"]))
            for r in json.loads(text_of(side.dir + ".json"))}


def compilers():
    """What works in the tree of the bug `seen`."""
    return [pid for pid, words in processes("/bugs.seen.said.json").items()
            if "bug/seen" in " ".join(words) and "farm/one" not in " ".join(words)]


def killed(hosts):
    """A run whose bug `seen` is killed while it is compiled."""
    far = side("ssh", "--farm", "ssh", "--each", "1", env=hosts.env)
    shutil.rmtree(TREE + "/build/selfcheck/bug", ignore_errors=True)
    with ended(far.start(*OPTIONS)) as p:
        until(compilers, 120, "the bug is not met while it is compiled", p)
        tasks = json.loads(text_of(far.dir + "/tasks.json"))
        number = next(i for i, t in enumerate(tasks) if "bugs.seen" in t)
        os.kill(worker_of(far.dir, number), signal.SIGKILL)
        time.sleep(0.5)
        want(not compilers(), "what compiled the bug lives on")
        out = p.communicate(timeout=100)[0]
    want(p.returncode == 1, "killed: exit %d" % p.returncode, out)
    want(re.findall(r"^missing (\S+):", out, re.M) == ["bugs.seen"], "missing is another", out)
    want("1 passed, 2 failed, 1 missing" in out, "the count", out)
    rows = rows_of(far)
    want(rows["bugs", "seen"] == ("ERROR", "ERROR: no verdict"), "rows", rows)
    return far


def refused(side):
    path = TREE + "/scripts/selfcheck/card.bugs"
    text = text_of(path)
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
    rows = rows_of(side)
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
    here = side("here")
    judged(here, *here.run(*OPTIONS))
    want(rows_of(here) == rows_of(far), "other verdicts", "%s\n%s" % (rows_of(here), rows_of(far)))


def see_refused():
    again = side("again")
    again.run(*OPTIONS[:1], "bugs", "-k", "^gone$")
    refused(again)


def see_killed(hosts):
    try:
        killed(hosts)
    finally:
        for pid in processes("/bugs.seen.said.json"):
            os.kill(pid, signal.SIGKILL)


def broken(far, hosts):
    """(who must see it, file, what stands there, what stands there instead)"""
    compare = functools.partial(same, far)
    return [
        (functools.partial(see_killed, hosts), "selfcheck/damaged.py", "        os.setpgrp()",
         "        os.setsid()"),
        (see_refused, "selfcheck/run", 'DATA + "/*[!t]", ', ""),
        (compare, "selfcheck/one", 'GOOD = ("caught",', 'GOOD = ("SURVIVED", "caught",'),
        (compare, "selfcheck/verdicts.py", "        return not self.print_counts(rows)",
         "        return self.print_counts([])"),
    ]


def main():
    skip_without(lambda: shutil.which("parallel"))
    make_tree(TREE)
    with open(TREE + "/scripts/selfcheck/rtl.bugs", "w") as f:
        f.write(BUGS)
    with Hosts() as hosts:
        try:
            far = killed(hosts)
            print("a bug killed while it was compiled: missing", flush=True)
            refused(far)
            resumed(far)
            same(far)
        except Wrong as e:
            sys.exit("FAIL: %s" % e)
        print("resumed: %s" % rows_of(far), flush=True)
        return 1 if survivors(TREE, broken(far, hosts)) else 0


if __name__ == "__main__":
    sys.exit(main())

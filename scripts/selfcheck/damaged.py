# SPDX-License-Identifier: Apache-2.0
"""Copies of the repository with one file damaged, and the tests that run in them."""
import glob, math, os, re, resource, shlex, signal, subprocess
from common import ROOT, kill_group, write_new

OUT = "build/selfcheck"
DATA = "scripts/selfcheck"
SCALE = float(os.environ.get("TTP_TEST_TIME_SCALE", "1"))
WAIT = 60                       # seconds for each second of CPU time


class Failed(Exception):
    pass


def children_cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(cmd, log, limit, env=None):
    """Exit code, or None when the limit ran out; seconds. Both are CPU time, so that a verdict does
    not hang on what else the machine does; one that only sleeps has WAIT times as long. The log
    grows. What runs has a group of its own, but stays in the session of the case, as whose part
    scripts/farm kills it."""
    limit = math.ceil(limit * SCALE)

    def begin():
        os.setpgrp()
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    before = children_cpu()
    with open(log, "a") as out:
        out.write("$ %s\n" % " ".join(map(shlex.quote, cmd)))
        out.flush()
        p = subprocess.Popen(cmd, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                             preexec_fn=begin, env=dict(os.environ, **(env or {})))
    try:
        code = p.wait(timeout=WAIT * limit)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        kill_group(p)           # also what a normal end left behind
        p.wait()
    seconds = children_cpu() - before
    # The program that ran out may be a child of the command, which then says only that it failed.
    if code == -signal.SIGXCPU or (code and seconds >= limit):
        code = None
    return code, seconds


def tail(log, n=12):
    with open(log, errors="replace") as f:
        return "\n".join("      | " + line for line in f.read().rstrip().splitlines()[-n:])


def put_link(target, link):
    if os.path.islink(link) and os.readlink(link) == target:
        return
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(target, link)


def make_tree(name, path, text):
    """A copy of the repository in which one file is another; the rest are links."""
    tree = os.path.join(OUT, name)
    for d in ["rtl", *glob.glob("rtl/*[!.vh]"), "fpga/eth", "fpga/card", "fpga/sim"]:
        os.makedirs(os.path.join(tree, d), exist_ok=True)
        there = {os.path.basename(f) for f in glob.glob(d + "/*") if os.path.isfile(f)}
        for f in glob.glob(os.path.join(tree, d, "*")):
            if os.path.basename(f) not in there and not os.path.isdir(f):
                os.unlink(f)
        for f in there:
            link = os.path.join(tree, d, f)
            if os.path.join(d, f) == path:
                write_new(link, text)
            else:
                put_link(os.path.join(ROOT, d, f), link)
    os.makedirs(os.path.join(tree, "build/block"), exist_ok=True)
    for d in ("model", "tb", "sim", "scripts", "build/block/lib"):
        put_link(os.path.join(ROOT, d), os.path.join(tree, d))
    return tree


def param_sets(block):
    with open("tb/block/%s.cpp" % block) as f:
        text = re.sub(r"\n//[ \t]+_", "", f.read())       # `//     _...` goes on with a number
    text = re.sub(r"\n//[ \t]+-", " -", text)             # `//     -...` goes on with a line
    lines = re.findall(r"^//\s*PARAMS:(.*)$", text, re.M)
    seeds = re.findall(r"^//\s*SEEDS:(.*)$", text, re.M)
    sets = [s.strip() for line in lines for s in line.split("|")]
    return sets or [""], " ".join(seeds).split() or ["1"]


class BlockTest:
    """Parameter set k of a block test: `ttp_fifo.2`."""

    def __init__(self, block, k):
        self.name, self.block, self.k = "%s.%d" % (block, k), block, k
        sets, self.seeds = param_sets(block)
        if k >= len(sets):
            raise Failed("%s has no parameter set %d" % (block, k))
        self.params = sets[k]

    def command(self, tree):
        return [os.path.join(tree, "scripts/block_test"), self.block, "--set", str(self.k)]

    def build(self, tree, log):
        return run(self.command(tree) + ["--build-only"], log, 900)[0] == 0

    def commands(self, tree):
        return [self.command(tree) + ["--seed", s] for s in self.seeds]


def build_preset(tree, program, preset, log):
    """The RTL of a preset in this tree, and in the real one what runs it."""
    so = "build/rtl_%s.so" % preset
    if tree == ".":
        cmd = ["make", "-s", "build/" + program, so]
    else:
        cmd = ["make", "-s", "BUILD=%s/build" % tree, "RTL_DIR=%s/rtl" % tree,
               os.path.join(tree, so)]
    return run(cmd, log, 1800)[0] == 0


class SystemTest:
    """All scenarios in one configuration: `system.min64`."""

    def __init__(self, preset):
        self.name, self.preset = "system." + preset, preset

    def build(self, tree, log):
        return build_preset(tree, "test_system", self.preset, log)

    def commands(self, tree):
        return [["build/test_system", "--preset", self.preset,
                 "--rtl-dir", os.path.join(tree, "build")]]


class RowTest:
    """Rows of the conformance matrix, on the RTL alone: `conform.ids.close`, or one of them."""

    PRESET = "nic1g_25f"

    def __init__(self, rows):
        self.name, self.rows = "conform." + rows, rows

    def build(self, tree, log):
        return build_preset(tree, "test_conformance", self.PRESET, log)

    def commands(self, tree):
        return [["build/test_conformance", "--preset", self.PRESET, "--dut", "rtl",
                 "--only", self.rows, "--rtl-dir", os.path.join(tree, "build")]]


def find_test(name):
    if name.startswith("conform."):
        return RowTest(name[len("conform."):])
    block, _, k = name.rpartition(".")
    if block == "system":
        return SystemTest(k)
    if not k.isdigit() or not os.path.exists("tb/block/%s.cpp" % block):
        raise Failed("no test " + name)
    return BlockTest(block, int(k))


def passes(test, tree, log, limit=900.0, env=None):
    """(True, seconds of all runs, "") if every run of the test ends with 0; (False, seconds of the
    one that did not, whether by its time limit)."""
    total = 0.0
    for cmd in test.commands(tree):
        code, seconds = run(cmd, log, limit, env)
        total += seconds
        if code in (126, 127):
            raise Failed("could not run " + cmd[0])
        if code != 0:
            return False, seconds, "" if code is not None else " (time limit)"
    return True, total, ""

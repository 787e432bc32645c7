# SPDX-License-Identifier: Apache-2.0
"""Copies of the repository with one file damaged, and the tests that run in them."""
import glob, math, os, resource, shlex, signal, subprocess
from common import ROOT, SCALE, kill_group, load, put_link, read, write, write_new

OUT = "build/selfcheck"
DATA = "scripts/selfcheck"
WAIT = 60                       # seconds for each second of CPU time
RTL = ["rtl", *sorted(glob.glob("rtl/*[!.vh]", root_dir=ROOT))]
# What a copy of the repository has as links, if it has its own model and build.
LINKED = ["Makefile", "tb", "sim", "scripts", "host", "fpga", "fuzz", "build/sim", "build/tb",
          "build/vlt", "build/library"]
block_test = load("scripts/block_test")


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
    return "\n".join("      | " + line for line in read(log).rstrip().splitlines()[-n:])


def new_log(name):
    path = os.path.join(OUT, name + ".log")
    write(path, "")
    return path


def since(log, start):
    """What the log has from there on; before it are other mutants."""
    with open(log, errors="replace") as f:
        f.seek(start)
        return f.read()


def yosys(base, script, log, limit=900):
    """True if Yosys ends well with this script."""
    write(base + ".ys", script)
    return run(["yosys", "-q", "-s", base + ".ys"], log, limit)[0] == 0


def copy_files(tree, folders, changed):
    """The files of these folders in a tree: a link to each, but what is in changed, {path: text}.
    """
    for d in folders:
        os.makedirs(os.path.join(tree, d), exist_ok=True)
        paths = {os.path.join(d, f) for f in os.listdir(d)} | {
            p for p in changed if os.path.dirname(p) == d}
        for f in os.listdir(os.path.join(tree, d)):
            copy = os.path.join(tree, d, f)
            if os.path.join(d, f) not in paths and not os.path.isdir(copy):
                os.unlink(copy)
        for path in paths:
            if path in changed:
                write_new(os.path.join(tree, path), changed[path])
            elif not os.path.isdir(path):
                put_link(os.path.join(ROOT, path), os.path.join(tree, path))


def make_tree(name, path, text):
    """A copy of the repository in which one file is another; the rest are links."""
    tree = os.path.join(OUT, name)
    copy_files(tree, [*RTL, "fpga/eth", "fpga/card", "fpga/sim"], {path: text})
    os.makedirs(os.path.join(tree, "build/block"), exist_ok=True)
    for d in ("model", "tb", "sim", "host", "scripts", "build/block/lib"):
        put_link(os.path.join(ROOT, d), os.path.join(tree, d))
    return tree


def build_copy(tree, folders, changed, targets, log):
    """The same with many files changed; builds the conformance test and targets in it. Objects
    that know the model by its headers alone are those of the repository: so these come first."""
    make = lambda *words: run(["make", "-s", *words], log, 3600)[0] == 0
    if make("build/test_conformance"):
        copy_files(tree, folders, changed)
        os.makedirs(tree + "/build/block", exist_ok=True)
        for name in LINKED + ["rtl"] * ("rtl" not in folders):
            put_link(os.path.join(ROOT, name), os.path.join(tree, name))
        if make("-C", tree, "build/test_conformance", *targets):
            return
    raise Failed("the copy does not build\n" + tail(log, 30))


class BlockTest:
    """Parameter set k of a block test: `ttp_fifo.2`."""

    def __init__(self, block, k):
        self.name, self.block, self.k = "%s.%d" % (block, k), block, k
        text = read("tb/block/%s.cpp" % block)
        sets, self.seeds = block_test.param_sets(text), block_test.seeds(text)
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

    def __init__(self, rows="", preset=PRESET):
        self.name, self.preset = "conform." + (rows or preset), preset
        self.options = ["--only", rows] if rows else ["--most", "1"]

    def build(self, tree, log):
        return build_preset(tree, "test_conformance", self.preset, log)

    def commands(self, tree):
        return [["build/test_conformance", "--preset", self.preset, "--dut", "rtl",
                 *self.options, "--rtl-dir", os.path.join(tree, "build")]]


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

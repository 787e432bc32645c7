# SPDX-License-Identifier: Apache-2.0
"""What the tests of scripts/farm share: demands, processes, runs, copies of the tree, faults."""
import contextlib, glob, os, shutil, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)


class Wrong(Exception):
    pass


def want(what, there, said=""):
    if not what:
        raise Wrong("%s\n%s" % (there, said))


def until(ready, seconds, there, p=None):
    """Waits for something. Wrong when the time is over, or when process p has ended before."""
    end = time.monotonic() + seconds
    while not ready():
        over = p and p.poll() is not None
        if over or time.monotonic() > end:
            raise Wrong("%s\n%s" % (there, p.communicate()[0] if over else ""))
        time.sleep(0.03)


def told_to_end(p, folder, seconds):
    """What a process printed that SIGTERM ends. Wrong, with what runs in this folder, if that takes
    longer."""
    p.terminate()
    try:
        return p.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        left = "\n".join(" ".join(words) for words in processes(folder).values())
        p.kill()
        raise Wrong("%d s after SIGTERM it has not ended\n%s" % (seconds, left))


def text_of(path):
    """What a file has; empty if it is not there."""
    try:
        with open(path, errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def processes(text):
    """{process: the words of its command} of those that have this text in their command or their
    environment, but for this test."""
    found = {}
    for path in glob.glob("/proc/[0-9]*"):
        pid, command = int(os.path.basename(path)), text_of(path + "/cmdline")
        state = text_of(path + "/stat").rsplit(")", 1)[-1].split()[:1]
        if (text in command or text in text_of(path + "/environ")) and state not in ([], ["Z"]) \
                and pid not in (os.getpid(), os.getppid()):
            found[pid] = command.rstrip("\0").split("\0")
    return found


def worker_of(folder, number):
    """The process of a task of the run in this folder; its guard has its command and is younger."""
    return min((pid for pid, words in processes(os.path.abspath(folder)).items()
                if words[-2:] == ["--task", str(number)]), default=None)


class Side:
    """A script that runs cases on a farm, with a folder of its own."""

    def __init__(self, script, folder, *where, env=None):
        self.script, self.dir, self.env = script, folder, env
        self.where = ["--dir", folder, *where]
        shutil.rmtree(folder, ignore_errors=True)

    def start(self, *args):
        return subprocess.Popen([self.script, *args, *self.where], env=self.env, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, *args):
        p = self.start(*args)
        out = p.communicate(timeout=500)[0]
        return p.returncode, out

    def stamps(self):
        """When each result was written."""
        return {p: os.stat(p).st_mtime_ns for p in glob.glob(self.dir + "/results/*.json")}


@contextlib.contextmanager
def ended(p):
    """A process that does not outlive a demand that is not met."""
    try:
        yield p
    finally:
        if p.poll() is None:
            p.terminate()
            p.wait()


def make_tree(tree):
    """A tree with a copy of scripts/; all else is linked."""
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree + "/build/block")
    shutil.copytree("scripts", tree + "/scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("rtl", "model", "tb", "sim", "fpga", "host", "Makefile", "build/block/lib"):
        os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))


def survivors(tree, rows):
    """How many faults no scenario sees. rows: (scenario, file in scripts/ of the tree, what stands
    there once, what stands there instead)"""
    survived = 0
    for scenario, name, old, new in rows:
        path, what = "%s/scripts/%s" % (tree, name), ""
        text = text_of(path)
        if text.count(old) != 1:
            sys.exit("FAIL: %s is not there once in %s" % (old, path))
        with open(path, "w") as f:
            f.write(text.replace(old, new))
        try:
            scenario()
        except Wrong as e:
            what = str(e).split("\n")[0]
        finally:
            with open(path, "w") as f:
                f.write(text)
        survived += not what
        print("%-8s %s: %s -> %s\n         %s" % (
            "seen" if what else "SURVIVED", name, old.strip(), new.strip() or "nothing", what),
            flush=True)
    print("%d of %d broken copies are seen" % (len(rows) - survived, len(rows)))
    return survived


def skip_without(there):
    """Ends this test with 77 if scripts/setup cannot install what is asked for."""
    if not there():
        r = subprocess.run(["scripts/setup", "farm"], capture_output=True, text=True)
        if not there():
            print((r.stderr.strip().splitlines() or ["it cannot be installed"])[-1])
            sys.exit(77)

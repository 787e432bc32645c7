# SPDX-License-Identifier: Apache-2.0
"""What several scripts share: presets, parts of blocks, commands that end when they must."""
import glob, os, re, signal, subprocess, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def presets():
    """{name: {parameter: value as text}} of sim/presets.def, in its order."""
    with open(os.path.join(ROOT, "sim", "presets.def")) as f:
        text = f.read()
    names = re.search(r"\*\s+name\s+(DATA_W[\w ]+?)\s*\*/", text).group(1).split()
    rows = re.findall(r"^PRESET\(([^)]*)\)", text, re.M)
    return {name: dict(zip(names, values))
            for name, *values in (re.split(r"\s*,\s*", row.strip()) for row in rows)}


def whole(path):
    """The block that a file of rtl/ or model/ is a part of, by its header; None if it is none."""
    with open(path) as f:
        found = re.search(r"^(?:// | \* )Part of: (\w+)", f.read(), re.M)
    return found and found.group(1)


def parts(block, pattern="rtl/**/*.v"):
    """The files that say in their header that they are a part of this block."""
    paths = glob.glob(pattern, root_dir=ROOT, recursive=True)
    return [p for p in sorted(paths) if whole(os.path.join(ROOT, p)) == block]


def write_new(path, text):
    """Leaves a file alone that has that text already, so that what was built from it stays."""
    if os.path.exists(path) and not os.path.islink(path):
        with open(path) as f:
            if f.read() == text:
                return
    if os.path.lexists(path):
        os.unlink(path)
    with open(path, "w") as f:
        f.write(text)


def small_svg(path):
    """A picture of matplotlib in few lines: no comments, places to a hundredth of a point, and on
    a line what is drawn together."""
    with open(path) as f:
        text = f.read()
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", " ", text, flags=re.S)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", re.sub(r"\s+", " ", text)).replace("> <", ">\n<")
    text = re.sub(r"(<g\b[^>]*>)\n", r"\1", re.sub(r"\n(</g>)", r"\1", text))
    with open(path, "w") as f:
        f.write(text.strip() + "\n")


class Stopped(Exception):
    """The user has interrupted all runs."""


class Runs:
    """Commands that run side by side, each in a process group of its own that is killed as one."""

    def __init__(self):
        self.lock, self.running, self.stopped = threading.Lock(), set(), False

    def run(self, command, log, limit, env=None):
        """(exit code, seconds); the code is None when the limit ran out. log: an open file."""
        start = time.monotonic()
        with self.lock:
            if self.stopped:
                raise Stopped
            p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                 stderr=subprocess.STDOUT, start_new_session=True,
                                 env=dict(os.environ, **(env or {})))
            self.running.add(p)
        try:
            code = p.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            code = None
        kill_group(p)           # also what a normal end left behind
        p.wait()
        with self.lock:
            self.running.discard(p)
            if self.stopped:
                raise Stopped
        return code, time.monotonic() - start

    def stop(self):
        with self.lock:
            self.stopped = True
            for p in self.running:
                kill_group(p)


def kill_group(p):
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass

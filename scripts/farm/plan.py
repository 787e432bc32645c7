# SPDX-License-Identifier: Apache-2.0
"""A run of many cases, as files in a folder that all machines of a farm see.

    manifest.json      the cases, the build they are for, tool versions, the command that resumes
    results/ID.json    one a case, written at its end and in one step: a case without it is missing
    logs/ID.log        what its command printed
    notes/ID.json      why there is no result yet: started, killed, hung
    results.json       verdict, seconds and result of every case, written at the end of the run
    tasks.json         the cases of each task, for a back end that numbers tasks
    job.json           what the batch system calls this run, so that a resume waits for it

The build is a hash over all files that decide a verdict: programs, libraries, scripts. It stands in
the manifest and in each result.
"""
import fcntl, glob, hashlib, heapq, json, math, os, re, shutil, time

from common import SCALE, first_line, read_json

# What of the runner decides a verdict.
OWN = ["scripts/common.py", *("scripts/farm/" + f for f in ("one", "plan.py", "report.py"))]
NAME = re.compile(r"[A-Za-z0-9_.+=-]+")


class Refused(Exception):
    """The run cannot begin, or cannot go on; the text says why."""


class Case:
    """An id, a command, and what the runner must know of them.

    limit   seconds after which all its processes are killed
    weight  how much of a task it fills, about its seconds: heavy cases begin first
    repeat  the command that shows a failure again
    group   what JUnit calls the class
    """

    def __init__(self, name, command, limit, repeat="", group="", weight=1):
        if not NAME.fullmatch(name):
            raise Refused("an id has letters, digits and _.+=- only: %r" % name)
        self.name, self.command, self.limit = name, list(command), limit
        self.repeat, self.group, self.weight = repeat, group, weight


def write_atomic(path, data):
    """Other machines see the old file, or the whole new one. What a loss of power breaks counts as
    absent, and a resume makes it anew: no fsync."""
    tmp = "%s.%s.%d" % (path, os.uname().nodename, os.getpid())
    with open(tmp, "wb" if isinstance(data, bytes) else "w") as f:
        f.write(data)
    os.replace(tmp, path)


def write_json(path, what):
    write_atomic(path, json.dumps(what, indent=1) + "\n")


def remove(*paths):
    for path in paths:
        if os.path.exists(path):
            os.unlink(path)


def hash_file(path, known={}):
    """A worker asks before each case: what has not been touched since is not read again."""
    try:
        with open(path, "rb") as f:
            s = os.fstat(f.fileno())
            state = s.st_dev, s.st_ino, s.st_size, s.st_ctime_ns
            if known.get(path, ("", ""))[0] != state:
                known[path] = state, hashlib.blake2b(f.read(), digest_size=16).hexdigest()
            return known[path][1]
    except OSError:
        return "absent"


def hash_files(patterns):
    """{path: hash}. A pattern that matches nothing is a file that is absent."""
    found = (path for p in patterns for path in glob.glob(p, recursive=True) or [p])
    return {path: hash_file(path) for path in sorted(set(found)) if not os.path.isdir(path)}


def build_id(hashes):
    text = "".join("%s %s\n" % kv for kv in sorted(hashes.items()))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def tool_versions():
    """What this machine builds with."""
    said = {tool: first_line(tool, "-V" if tool == "yosys" else "--version")
            for tool in ("g++", "verilator", "yosys")}
    return {tool: line for tool, line in said.items() if line}


class Run:
    def __init__(self, folder, manifest, held=None):
        self.folder, self.manifest, self.held = folder, manifest, held
        self.build, self.files = manifest["build"], manifest["files"]
        self.cases = {c["name"]: Case(**c) for c in manifest["cases"]}

    @classmethod
    def create(cls, folder, title, cases, uses, resume, extra=None):
        """A new run in this folder; the results of an older one go."""
        names = [c.name for c in cases]
        if len(set(names)) != len(names) or not names:
            raise Refused("no case at all" if not names else "an id stands twice")
        held = lock(folder)
        hashes = hash_files(list(uses) + OWN)
        absent = [path for path, h in hashes.items() if h == "absent"]
        if absent:
            raise Refused("the build has no " + " ".join(absent))
        for d in ("results", "logs", "notes"):
            shutil.rmtree(os.path.join(folder, d), ignore_errors=True)
            os.makedirs(os.path.join(folder, d))
        remove(*(os.path.join(folder, f) for f in ("tasks.json", "job.json", "results.json",
                                                   "manifest.json")))
        manifest = {"title": title, "build": build_id(hashes), "files": hashes, "resume": resume,
                    "versions": tool_versions(), "extra": extra or {},
                    "created": time.strftime("%Y-%m-%d %H:%M:%S"),
                    "cases": [vars(c) for c in cases]}
        write_json(os.path.join(folder, "manifest.json"), manifest)
        return cls(folder, manifest, held)

    @classmethod
    def load(cls, folder):
        manifest = read_json(os.path.join(folder, "manifest.json"))
        if not manifest:
            raise Refused("no run in " + folder)
        return cls(folder, manifest)

    @classmethod
    def resume(cls, folder):
        """The run of this folder, if what stands on the disk is still its build."""
        run = cls.load(folder)
        run.held = lock(folder)
        run.check_build()
        return run

    def check_build(self):
        now = hash_files(self.files)
        changed = [path for path in self.files if now.get(path) != self.files[path]]
        if changed:
            more = " and %d more" % (len(changed) - 3) if len(changed) > 3 else ""
            raise Refused("the build is %s, that of the run is %s: %s%s changed"
                          % (build_id(now), self.build, ", ".join(changed[:3]), more))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def record(self, name):
        """The result of a case, or None. One of another build is none."""
        r = read_json(self.path("results", name + ".json"))
        return r if r.get("name") == name and r.get("build") == self.build else None

    def finished(self):
        """The names of the results that are there; cheaper than to read them."""
        there = (f[:-5] for f in os.listdir(self.path("results")) if f.endswith(".json"))
        return {name for name in there if name in self.cases}

    def missing(self):
        return [name for name in self.cases if not self.record(name)]

    def note(self, name):
        return read_json(self.path("notes", name + ".json")).get("why", "")

    def set_note(self, name, why):
        path = self.path("notes", name + ".json")
        if why:
            write_json(path, {"name": name, "why": why})
        else:
            remove(path)


def lock(folder):
    """One runner a folder. The lock goes with the last process that has this file open: also
    workers that outlive their runner keep others away."""
    os.makedirs(folder, exist_ok=True)
    f = open(os.path.join(folder, "lock"), "w")
    try:
        fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Refused("another runner works in " + folder)
    return f


LINE = re.compile(r"(?P<name>\S+)(?P<options>(?:\s+(?:weight|limit)=\S+)*)"
                  r"\s+(?!(?:weight|limit)=)(?P<command>.*\S)")


def read_list(path, limit):
    """Cases of a text file: `id [weight=W] [limit=SECONDS] command...` a line; a line that begins
    with # is a comment."""
    cases = []
    with open(path) as f:
        for line in filter(str.strip, f):
            if line.lstrip().startswith("#"):
                continue
            m = LINE.fullmatch(line.strip())
            if not m:
                raise Refused("%s: no command for %s" % (path, line.strip()))
            try:
                given = {k: float(v) for k, v in re.findall(r"(\w+)=(\S+)", m["options"])}
            except ValueError:
                raise Refused("%s: not a number in %s" % (path, m["options"].strip()))
            if not all(0 < v < float("inf") for v in given.values()):
                raise Refused("%s: not above 0: %s" % (path, m["options"].strip()))
            command = m["command"]
            cases.append(Case(m["name"], ["/bin/sh", "-c", command], given.get("limit", limit),
                              command, weight=given.get("weight", 1)))
    return cases


def seconds(cases):
    """The time limit of these cases, one after the other."""
    return SCALE * sum(c.limit for c in cases)


def heaviest_first(cases):
    return sorted(cases, key=lambda c: -c.weight)


def batches(cases, each, most=1000):
    """The names of the cases of each task. A task weighs about `each`, or is one heavier case; they
    are few enough for the largest array that Slurm takes by default."""
    n = min(math.ceil(sum(min(c.weight, each) for c in cases) / each), len(cases), most)
    loads, tasks = [(0, i) for i in range(n)], [[] for _ in range(n)]
    for c in heaviest_first(cases):
        load, i = heapq.heappop(loads)
        tasks[i].append(c.name)
        heapq.heappush(loads, (load + c.weight, i))
    return tasks

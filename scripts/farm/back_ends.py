# SPDX-License-Identifier: Apache-2.0
"""Where the cases of a run are run: this machine, hosts behind ssh, Slurm.

A back end begins when it is made. alive() is false once nothing runs any more; stop() ends all;
task_end(name) is what it knows of the end of a case that left no result and no note. One that
numbers tasks has each of them run by `scripts/farm/one FOLDER --task N`. One whose tasks outlive
the runner writes job.json and has queued(job): does it wait or run? None: it does not say.
"""
import concurrent.futures, os, shlex, shutil, subprocess, threading, time

from common import ROOT, read, read_json, said
from farm.plan import Refused, batches, heaviest_first, remove, seconds, write_json
from farm.report import called

ONE = os.path.join(ROOT, "scripts", "farm", "one")


class Local:
    """Workers on this machine, one a case, `jobs` at a time."""
    pause = 0.1

    def __init__(self, run, names, jobs, each):
        self.run, self.lock, self.stopped, self.workers = run, threading.Lock(), False, set()
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 1)
        # Not the futures: a signal in the midst of done() leaves a lock of theirs held.
        self.left = set(names)
        for c in heaviest_first(run.cases[n] for n in names):
            self.pool.submit(self.work, c.name)

    def work(self, name):
        try:
            self.case(name)
        finally:
            self.left.discard(name)

    def case(self, name):
        with self.lock:
            if self.stopped:
                return
            p = subprocess.Popen([ONE, self.run.folder, name], stdin=subprocess.DEVNULL,
                                 start_new_session=True, pass_fds=[self.run.held.fileno()])
            self.workers.add(p)
        p.wait()
        self.workers.discard(p)

    def alive(self):
        return bool(self.left)

    def stop(self):
        with self.lock:
            self.stopped = True
            for p in list(self.workers):
                p.terminate()
        self.pool.shutdown()

    def task_end(self, name):
        return ""


class Tasks:
    """The names of the cases of each task, as tasks.json says them to the workers."""

    def __init__(self, run, names, each):
        self.run = run
        self.tasks = batches([run.cases[n] for n in names], each)
        write_json(run.path("tasks.json"), self.tasks)

    def number(self, name):
        return next((i for i, t in enumerate(self.tasks) if name in t), None)


class Ssh(Tasks):
    """GNU parallel over hosts that have this folder under the same name.

    FARM_HOSTS is what its --sshlogin takes, `:` is this machine; PARALLEL_SSH may name another ssh.
    """
    pause = 0.5

    def __init__(self, run, names, jobs, each):
        if "GNU parallel" not in said("parallel", "--version"):
            raise Refused("no GNU parallel on this machine: package parallel")
        hosts = os.environ.get("FARM_HOSTS", "")
        if not hosts:
            raise Refused("FARM_HOSTS names no host, say FARM_HOSTS=8/left,8/right")
        super().__init__(run, names, each)
        command = ["parallel", "--will-cite", "--plain", "--sshlogin", hosts, "--workdir", ROOT,
                   *(["--jobs", str(jobs)] if jobs else []),
                   "--joblog", run.path("joblog"),
                   shlex.join([ONE, os.path.abspath(run.folder), "--task"]) + " {}",
                   ":::", *map(str, range(len(self.tasks)))]
        self.log = open(run.path("parallel.log"), "w")
        self.p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log,
                                  stderr=subprocess.STDOUT, start_new_session=True,
                                  pass_fds=[run.held.fileno()])

    def alive(self):
        return self.p.poll() is None

    def stop(self):
        # The first one lets running jobs end, the second one kills them.
        for _ in range(2):
            self.p.terminate()
            time.sleep(0.3)
        self.p.wait()

    def task_end(self, name):
        """What parallel noted of its task: after host, times and sizes its end; or its last word.
        """
        for line in self.lines("joblog")[1:]:
            part = line.split("\t")
            if len(part) == 9 and part[8].split()[-1] == str(self.number(name)):
                return ": its task ended with %s on %s" % (called(int(part[6]) or -int(part[7])),
                                                           part[1])
        return "".join(": " + line[:100] for line in self.lines("parallel.log")[-1:])

    def lines(self, name):
        path = self.run.path(name)
        return read(path).strip().splitlines() if os.path.exists(path) else []


def slurm(*command):
    """(exit code, what it printed or what it complains of) of a command of Slurm."""
    r = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return r.returncode, (r.stderr if r.returncode else r.stdout).strip()


class Slurm(Tasks):
    """One job array. FARM_SBATCH has more options."""
    pause = 0.5
    PATIENCE = 300      # seconds for which the controller may be silent

    def __init__(self, run, names, jobs, each):
        if not shutil.which("sbatch"):
            raise Refused("no Slurm on this machine: no sbatch")
        self.silent = 0.0
        remove(run.path("job.json"))
        super().__init__(run, names, each)
        longest = max(seconds(run.cases[n] for n in t) for t in self.tasks)
        code, said = slurm(
            "sbatch", "--parsable", "--job-name=" + run.manifest["title"], "--no-requeue",
            "--ntasks=1", "--chdir=" + ROOT,
            "--array=0-%d%s" % (len(self.tasks) - 1, "%%%d" % jobs if jobs else ""),
            "--time=%d" % (longest // 60 + 2), "--open-mode=truncate",
            "--output=" + os.path.abspath(run.path("logs", "task-%a.txt")),
            *shlex.split(os.environ.get("FARM_SBATCH", "")),
            "--wrap", "exec %s --task $SLURM_ARRAY_TASK_ID"
            % shlex.join([ONE, os.path.abspath(run.folder)]))
        if code:
            raise Refused("sbatch: " + said)
        self.job = said.splitlines()[-1].split(";")[0]
        write_json(run.path("job.json"), {"farm": "slurm", "job": self.job})
        print("farm: job %s, %d tasks" % (self.job, len(self.tasks)), flush=True)

    def alive(self):
        there = self.queued(self.job)
        if there is not None:
            self.silent = 0.0
            return there
        self.silent = self.silent or time.monotonic()
        if time.monotonic() - self.silent < self.PATIENCE:
            return True
        raise Refused("Slurm does not answer; job %s may go on. To wait for it: %s"
                      % (self.job, self.run.manifest["resume"]))

    def stop(self):
        slurm("scancel", self.job)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.queued(self.job):
            time.sleep(self.pause)

    @staticmethod
    def queued(job):
        if not shutil.which("squeue"):
            return False
        code, said = slurm("squeue", "-h", "-j", job, "-o", "%T")
        if code:
            return False if "Invalid job id" in said else None
        return bool(said)

    def task_end(self, name):
        """What the accounting or, without one, the controller still knows of its task."""
        number = self.number(name)
        if number is None:
            return ""
        task = "%s_%d" % (self.job, number)
        code, said = slurm("sacct", "-nXP", "-o", "State", "-j", task)
        if code or not said:
            code, said = slurm("scontrol", "-o", "show", "job", task)
            said = dict(w.split("=", 1) for w in said.split() if "=" in w).get("JobState", "")
        return ": task %s is %s" % (task, said.split()[0]) if said else ": task %s" % task


KINDS = {"local": Local, "ssh": Ssh, "slurm": Slurm}


def left_over(folder):
    """(job, queued) of what an earlier runner of this folder has left in a queue, or (None, None).
    queued(job) is None while the batch system does not say."""
    path = os.path.join(folder, "job.json")
    left = read_json(path)
    if "job" not in left:
        return None, None
    job, queued = left["job"], KINDS[left["farm"]].queued
    there = queued(job)
    if there is None:
        raise Refused("%s does not say whether job %s still runs; without it, remove %s"
                      % (left["farm"], job, path))
    return (job, queued) if there else (None, None)

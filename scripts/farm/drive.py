# SPDX-License-Identifier: Apache-2.0
"""From a run to its verdict: starts what is missing, watches it, says the end."""
import importlib.util, shlex, signal, sys, time

from common import from_1
from farm.back_ends import KINDS, left_over
from farm.plan import Refused, Run
from farm.report import Progress, conclude, failure

# A shared folder may show a file to this machine later than to the one that wrote it.
SETTLE = 3


def options(ap, each=8, resume=None):
    """How a script says where its cases run. resume: the group that --resume belongs to."""
    (resume or ap).add_argument("--resume", action="store_true",
                                help="run what the last run has no result of")
    ap.add_argument("--farm", choices=list(KINDS), default="local")
    ap.add_argument("--jobs", type=from_1, help="at a time; for ssh, on each host")
    ap.add_argument("--each", type=from_1, default=each, help="weight of the cases of a task")


def or_refuse(name, work):
    """The exit code of work(); 2 and a line if that is refused."""
    try:
        return work()
    except Refused as e:
        print("%s: refused: %s" % (name, e), file=sys.stderr)
        return 2


def again(a, *script):
    """The command that resumes."""
    where = ["--farm", a.farm] if a.farm != "local" else []
    return shlex.join([*script, "--resume", *where])


def none_queued(folder):
    """Refuses if tasks of the last run could still write into this folder."""
    job, _ = left_over(folder)
    if job:
        raise Refused("job %s of the last run is still in the queue: resume, or scancel %s"
                      % (job, job))


def create(folder, *args, **more):
    """Run.create, in a folder that nobody else uses."""
    none_queued(folder)
    return Run.create(folder, *args, **more)


def wait_for(alive, pause, progress):
    while alive():
        progress.look()
        time.sleep(pause)


def go(run, farm="local", jobs=None, each=8, totals=None, said=failure):
    """Runs what has no result; the exit code. totals: see conclude; said: see Progress."""
    for s in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(s, signal.default_int_handler)
    if not importlib.util.find_spec("junitparser"):
        raise Refused("no junitparser on this machine: scripts/setup")
    progress = Progress(run, set(run.cases) - set(run.missing()), said)
    back = None
    try:
        job, queued = left_over(run.folder)
        if job:
            print("farm: job %s of this run is still in the queue: waiting for it" % job)
            wait_for(lambda: queued(job) is not False, 1, progress)
        todo = run.missing()
        for name in todo:
            run.set_note(name, "")
        if todo:
            back = KINDS[farm](run, todo, jobs, each)
            wait_for(back.alive, back.pause, progress)
        for _ in range(SETTLE if farm != "local" else 0):
            if not run.missing():
                break
            time.sleep(1)
    except KeyboardInterrupt:
        if back:
            back.stop()
        progress.look(last=True)
        print("farm: interrupted; to go on: " + run.manifest["resume"])
        return 130
    progress.look(last=True)
    return conclude(run, back.task_end if back else lambda name: "", totals)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""24 seeds of scripts/regress on a farm, against the same seeds on this machine.

    tb/farm/check.py slurm     a Slurm of one node, see cluster.py
    tb/farm/check.py ssh       GNU parallel; without an sshd on this machine its `:`, no ssh

1. The local run: one seed has a planted difference, all others pass.
2. The farm's run, in which tasks are killed in the middle: slurm one by scancel and the worker of
   another by SIGKILL, ssh a worker by SIGKILL. What has no result is reported as missing, by name.
3. A resume is refused while the build is another, one that follows runs the missing cases and no
   others; then verdicts, first differences and ttpsim's results are those of the local run.
4. Nothing is left behind.

Exit 77 with the reason where Slurm or GNU parallel cannot be had.
"""
import json, os, re, shutil, signal, subprocess, sys
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cluster import Cluster, NoCluster, absent
from farm_lib import Side, Wrong, ended, processes, skip_without, text_of, until, want, worker_of
from hosts import Hosts

TMP = "build/farmtest"
SEEDS, EACH, JOBS = 24, 6, 2
# What may differ in results of ttpsim.
CHANGING = ("file", "cpu_seconds")
# Long enough that a task can be killed in its middle.
CASES = ["--seeds", str(SEEDS), "--preset", "tiny", "--shorter", "8",
         "--plant", "7:m_axis_wire_tvalid@900"]


def regress(name, *where, env=None):
    return Side("scripts/regress", "%s/%s" % (TMP, name), "--jobs", str(JOBS), *where, env=env)


def finished(side):
    return {os.path.basename(path)[:-5] for path in side.stamps()}


def results(side):
    """{case: all that must not depend on where it ran}"""
    out = {}
    for path in side.stamps():
        r = json.loads(text_of(path))
        steady = {k: v for k, v in r["result"].items() if k not in CHANGING}
        out[r["name"]] = (r["verdict"], r["first_difference"], r["exit"], r["build"],
                          r["versions"], steady)
    return out


def await_middle(side, p, task):
    """Until this task has a result and is not done; Wrong when the run is over."""
    until(lambda: 0 < len(finished(side) & set(task)) < len(task) - 1, 120,
          "a task was not met in its middle", p)


def kill_first(side, p):
    """Kills the worker of task 0 in its middle; the cases of each task."""
    until(lambda: os.path.exists(side.dir + "/tasks.json"), 60, "no tasks", p)
    tasks = json.loads(text_of(side.dir + "/tasks.json"))
    want(len(tasks) == SEEDS // EACH, "%d tasks" % len(tasks))
    await_middle(side, p, tasks[0])
    worker = worker_of(side.dir, 0)
    want(worker, "task 0 has no worker")
    os.kill(worker, signal.SIGKILL)
    return tasks


def kill_slurm(cluster, side, p):
    tasks = kill_first(side, p)
    job = json.loads(text_of(side.dir + "/job.json"))["job"]
    await_middle(side, p, tasks[2])
    code, said = cluster.tell("scancel", job + "_2")
    want(code == 0, "scancel", said)
    return [tasks[0], tasks[2]]


def kill_ssh(side, p):
    return kill_first(side, p)[:1]


def check_missing(side, code, out, killed):
    there = finished(side)
    gone = {"seed-%d" % s for s in range(1, SEEDS + 1)} - there
    for task in killed:
        want(0 < len(gone & set(task)) < len(task), "a killed task has %d results of %d"
             % (len(there & set(task)), len(task)), out)
    want(gone <= set(sum(killed, [])), "other tasks have no result", out)
    said = set(re.findall(r"^missing (seed-\d+): \S+", out, re.M))
    want(said == gone, "missing are %s" % sorted(gone), out)
    want(code == 1 and "%d missing" % len(gone) in out.splitlines()[-1], "exit %d" % code, out)
    want("--resume" in out, "no command to resume", out)
    suite = ET.parse(side.dir + ".xml").getroot()
    want(suite.get("errors") == str(len(gone)), "JUnit has %s errors" % suite.get("errors"))
    return gone


def check_refusal(side):
    """As if a library had been built again since: the manifest has another hash of it."""
    path = side.dir + "/manifest.json"
    text = text_of(path)
    manifest = json.loads(text)
    manifest["files"]["build/rtl_tiny.so"] = "0" * 32
    with open(path, "w") as f:
        json.dump(manifest, f)
    code, out = side.run("--resume")
    want(code == 2 and "refused" in out and "build/rtl_tiny.so changed" in out,
         "another build is not refused: exit %d" % code, out)
    with open(path, "w") as f:
        f.write(text)


def compare(local, side):
    here, there = results(local), results(side)
    want(sorted(here) == sorted(there) and len(here) == SEEDS, "cases: %d and %d"
         % (len(here), len(there)))
    for name, r in here.items():
        want(r == there[name], "%s is another here and there" % name, "%s\n%s" % (r, there[name]))
    verdicts = [r[0] for r in here.values()]
    want(verdicts.count("FAIL") == 1 and here["seed-7"][1] == "mismatch at m_axis_wire_tvalid",
         "the planted difference", here["seed-7"])


def whole(local, side, kill):
    with ended(side.start(*CASES, "--each", str(EACH))) as p:
        killed = kill(side, p)
        out = p.communicate(timeout=300)[0]
    gone = check_missing(side, p.returncode, out, killed)
    print("\n".join(line for line in out.splitlines() if line.startswith("missing")), flush=True)
    check_refusal(side)
    before = side.stamps()
    code, out = side.run("--resume")
    want(code == 1 and "23 passed, 1 failed, 0 missing" in out, "resumed: exit %d" % code, out)
    after = side.stamps()
    want(all(after[p] == t for p, t in before.items()), "a case with a result ran again", out)
    compare(local, side)
    until(lambda: not processes(side.dir), 5, "processes left")
    print("%d cases killed, found missing and resumed; %d as here" % (len(gone), SEEDS), flush=True)


def orphans(cluster):
    """A runner that dies leaves its job behind: nobody starts the cases again beside it."""
    folder = os.path.abspath(TMP + "/orphans")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(folder + "/list", "w") as f:
        for n in range(4):
            f.write("case-%d  echo %d >> %s/ran; sleep 2\n" % (n, n, folder))
    command = ["scripts/farm/run", folder + "/out"]
    where = ["--farm", "slurm", "--each", "2"]

    def run(*args):
        r = subprocess.run([*command, *args], env=cluster.env, text=True, timeout=100,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return r.returncode, r.stdout

    p = subprocess.Popen([*command, folder + "/list", *where], env=cluster.env,
                         stdout=subprocess.DEVNULL)
    until(lambda: os.path.exists(folder + "/ran"), 60, "no case begins", p)
    p.kill()
    p.wait()
    code, out = run(folder + "/list")
    want(code == 2 and "still in the queue" in out, "a new run beside the job: %d" % code, out)
    code, out = run("--resume", *where)
    want(code == 0 and "waiting for it" in out and "4 passed" in out, "resumed: %d" % code, out)
    ran = text_of(folder + "/ran").split()
    want(sorted(ran) == list("0123"), "ran: %s" % ran, out)
    print("a job whose runner died: refused, then waited for", flush=True)


def slurm(local):
    cluster = Cluster(JOBS)
    try:
        side = regress("slurm", "--farm", "slurm", env=cluster.env)
        whole(local, side, lambda side, p: kill_slurm(cluster, side, p))
        orphans(cluster)
    except Wrong:
        print(cluster.logs())
        raise
    finally:
        cluster.stop()
    left = processes(cluster.dir)
    want(not left, "left behind by Slurm: %s" % left)


def ssh(local):
    with Hosts() as hosts:
        print(hosts.said, flush=True)
        side = regress("ssh", "--farm", "ssh", env=hosts.env)
        whole(local, side, kill_ssh)


def main():
    if sys.argv[1:] not in (["slurm"], ["ssh"]):
        sys.exit(__doc__)
    kind = sys.argv[1]
    skip_without((lambda: not absent()) if kind == "slurm" else (lambda: shutil.which("parallel")))
    if kind == "slurm" and not os.path.ismount("/sys/fs/cgroup"):
        print("not possible here: slurmd does not start without /sys/fs/cgroup")
        return 77
    os.makedirs(TMP, exist_ok=True)
    local = regress("local-" + kind)
    try:
        code, out = local.run(*CASES)
        want(code == 1 and "23 passed, 1 failed, 0 missing" in out, "here: exit %d" % code, out)
        {"slurm": slurm, "ssh": ssh}[kind](local)
    except Wrong as e:
        sys.exit("FAIL: %s" % e)
    except NoCluster as e:
        # A cluster that this machine does not let start says nothing of the runner.
        print(str(e) + "\nnot possible here: Slurm does not start: " + str(e).splitlines()[0])
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Slurm with one node in a folder of its own: no systemd, no cgroups, nothing under /etc.

munged, slurmctld and slurmd run as children of the test, with their own key, socket and ports.
stop() ends them and what they have started, also after a failure.
"""
import glob, os, shutil, signal, socket, subprocess, tempfile, time

from farm_lib import processes, text_of

CONF = """ClusterName=sandbox
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={dir}/munge/socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={dir}/state
SlurmdSpoolDir={dir}/spool
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd.pid
SlurmctldLogFile={dir}/slurmctld.log
SlurmdLogFile={dir}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=100000
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=2
MailProg=/bin/true
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
NEEDED = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"]
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"


class NoCluster(Exception):
    """It cannot be had here; the text says why."""


def absent():
    return [tool for tool in NEEDED if not shutil.which(tool, path=PATH)]


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Cluster:
    def __init__(self, cpus):
        if absent():
            raise NoCluster("no " + ", ".join(absent()))
        if os.getuid():
            raise NoCluster("slurmd wants to be root")
        # The name of a socket must be short, that of the build folder need not be.
        self.dir, self.daemons = tempfile.mkdtemp(prefix="ttp-slurm-"), []
        os.chmod(self.dir, 0o755)
        self.env = dict(os.environ, SLURM_CONF=self.dir + "/slurm.conf", PATH=PATH)
        try:
            self.start(cpus)
        except BaseException:
            self.stop()
            raise

    def start(self, cpus):
        for d in ("state", "spool", "munge"):
            os.mkdir(os.path.join(self.dir, d), 0o755)
        with open(self.dir + "/munge/key", "wb") as f:
            os.fchmod(f.fileno(), 0o600)
            f.write(os.urandom(1024))
        with open(self.dir + "/slurm.conf", "w") as f:
            f.write(CONF.format(dir=self.dir, user="root", cpus=cpus, ports=free_ports(2),
                                host=socket.gethostname().split(".")[0]))
        munge = [w for k in ("key-file", "socket", "pid-file", "log-file", "seed-file")
                 for w in ("--" + k, "%s/munge/%s" % (self.dir, k.split("-")[0]))]
        self.spawn("munged", "--foreground", "--force", *munge)
        self.until(lambda: os.path.exists(self.dir + "/munge/socket"), "munged")
        self.spawn("slurmctld", "-D")
        self.spawn("slurmd", "-D")
        self.until(lambda: self.tell("sinfo", "-h", "-o", "%T")[1] == "idle", "slurmd")

    def spawn(self, *command):
        with open("%s/%s.out" % (self.dir, command[0]), "w") as out:
            self.daemons.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                env=self.env, start_new_session=True))

    def until(self, ready, who):
        end = time.monotonic() + 60
        while not ready():
            dead = [p.args[0] for p in self.daemons if p.poll() is not None]
            if dead or time.monotonic() > end:
                raise NoCluster("%s does not come up\n%s" % (dead or who, self.logs()))
            time.sleep(0.2)

    def logs(self):
        paths = sorted(glob.glob(self.dir + "/*.out") + glob.glob(self.dir + "/*.log"))
        return "".join("--- %s\n%s\n" % (os.path.basename(path), text_of(path)[-1500:])
                       for path in paths)

    def tell(self, *command):
        """(exit code, output) of a command of Slurm."""
        r = subprocess.run(command, env=self.env, stdin=subprocess.DEVNULL, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return r.returncode, r.stdout.strip()

    def stop(self):
        if len(self.daemons) == 3:
            self.tell("scancel", "--state=RUNNING", "--me")
            self.tell("scancel", "--state=PENDING", "--me")
            end = time.monotonic() + 20
            while time.monotonic() < end and self.tell("squeue", "-h")[1]:
                time.sleep(0.2)
        for p in reversed(self.daemons):
            p.terminate()
            try:
                p.wait(timeout=10)
            except subprocess.TimeoutExpired:
                p.kill()
                p.wait()
        # What slurmd has started is in a session of its own, but knows the folder.
        for pid in processes(self.dir):
            os.kill(pid, signal.SIGKILL)
        self.daemons = []
        shutil.rmtree(self.dir, ignore_errors=True)


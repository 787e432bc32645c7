#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A fabric whose nodes are processes of their own is the same fabric.

    tb/simbricks/fabric.py same      every workload, harm and kind: figure for figure what one
                                     process says
    tb/simbricks/fabric.py eight     64 nodes, 8 of them RTL in 8 processes
    tb/simbricks/fabric.py trouble   what does not fit, and processes that die

Exit 77: ns-3 is not here.
"""
import os, subprocess, sys, time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "fabric"), HERE]
from fabric_lib import Test, whole, without_speed
from bricks_lib import PACKET, SYNC, Peer

WAIT = ":wait=120"
RUNS = [   # options; the nodes that are elsewhere, and what they are; what must have happened
    ("--loss 0.003 --bytes 24K", {1: "model", 3: "rtl"}, "resent"),
    ("--workload ring --bytes 40K --loss 0.001", {0: "rtl", 5: "model", 6: "model"}, "resent"),
    ("--workload halving --bytes 64K --spray rr --delay 37", {2: "model", 7: "lockstep"},
     "delivered"),
    ("--workload incast --buffer 20K --bytes 16K", {0: "model", 4: "rules"}, "dropped"),
    ("--workload all-to-all --bytes 3333 --payload 999 --spray random --shared 20K --quantum 13",
     {3: "model", 4: "model"}, "resent"),
    ("--down leaf0>spine1@500-9000 --detect 900 --spray least --bytes 32K", {1: "model"},
     "lost_down"),
    ("--workload file:%s", {0: "model", 2: "model", 5: "rules"}, "delivered"),
]
FLOWS = """0 2 20000 4000
1 2 3000
2 5 9000 700 after 2
5 0 8000 1 1 after 3
0 2 5000 10 after 4
3 0 4000
"""


class Fabric(Test):
    """Node processes beside a run."""

    def start(self, node, options):
        log = open(self.path("log%d" % node), "w+")
        p = subprocess.Popen([self.exe, *options, "--quiet", "--node", str(node), "--wire",
                              self.path(str(node)) + WAIT], stdout=log, stderr=log)
        return p, log

    def apart(self, options, kinds, rest="model"):
        """The JSON of a run with these nodes elsewhere."""
        procs = {n: self.start(n, [*options, "--endpoints", k]) for n, k in kinds.items()}
        ends = ",".join(["%d=simbricks:%s%s" % (n, self.path("%"), WAIT) for n in kinds])
        try:
            r = self.run(*options, "--endpoints", rest + "," + ends)
        finally:
            self.ends(procs)
        return r

    def ends(self, procs):
        for n, (p, log) in procs.items():
            try:
                rc = p.wait(60)
            except subprocess.TimeoutExpired:
                p.kill()
                rc = "no end"
            log.seek(0)
            self.want(rc == 0, "the process of node %d: exit %s" % (n, rc), log.read())
            log.close()


def happened(r):
    return {"resent": r["payloads"]["resent"], "dropped": r["queues"]["dropped"],
            "lost_down": r["cables"]["lost_down"], "delivered": r["payloads"]["delivered"]}


def compare(t, name, options, kinds, met):
    quantum = [] if "--quantum" in options else ["--quantum", "18"]
    inside = ",".join(["model"] + ["%d=%s" % k for k in kinds.items()])
    one = t.run(*options, *quantum, "--endpoints", inside)
    two = t.apart([*options, *quantum], kinds)
    t.want(whole(one) and happened(one)[met] > 0, "%s: all has come, %s: %d"
           % (name, met, happened(one)[met]))
    if "lockstep" in kinds.values():
        t.want(one["control"]["compared_cycles"] == two["control"]["compared_cycles"] > 0,
               "%s: %d cycles compared" % (name, two["control"]["compared_cycles"]))
    a, b = without_speed(one), without_speed(two)
    t.want(a == b, "%s: figure for figure, %d payloads, digest %s"
           % (name, a["payloads"]["delivered"], a["control"]["digest"]),
           "\n".join("%s: %s / %s" % (k, str(a[k])[:300], str(b[k])[:300])
                     for k in a if a[k] != b[k]))


def same(t):
    flows = t.write("flows", FLOWS)
    common = "--topology leaf-spine:2x2x4 --preset tiny --timeout 4096 --drain 700"
    for text, kinds, met in RUNS:
        options = [x % flows if "%s" in x else x for x in (common + " " + text).split()]
        compare(t, text, options, kinds, met)


def eight(t):
    options = ["--topology", "leaf-spine:8x4x8", "--preset", "tiny", "--bytes", "6K", "--loss",
               "0.002", "--timeout", "4096", "--drain", "300", "--seed", "5"]
    compare(t, "64 nodes, 8 RTL in 8 processes", options, {n: "rtl" for n in range(0, 64, 8)},
            "resent")


def main_fails(t, what, part, code, options, kinds=None, kill=None):
    """The run ends with this code and line; its node processes end too, and not with 0."""
    procs = [t.start(n, o) for n, o in (kinds or {}).items()]
    p = subprocess.Popen([t.exe, *options, "--quiet"], stderr=subprocess.PIPE, text=True)
    if kill is not None:
        time.sleep(1.5)
        (procs[0][0] if kill == "node" else p).kill()
    try:
        _, err = p.communicate(timeout=60)
        ends = [q.wait(60) for q, _ in procs]
    except subprocess.TimeoutExpired:
        err, ends = "it does not end", []
        for q, _ in [(p, 0)] + procs:
            q.kill()
    logs = []
    for _, log in procs:
        log.seek(0)
        logs.append(log.read())
        log.close()
    if kill == "main":
        t.want(ends == [1] and part in logs[0] and logs[0].count("\n") == 1, what, str(logs))
        return
    t.want(p.returncode == code and part in err and err.count("\n") == 1, "%s: %s" % (what, part),
           "exit %s: %s" % (p.returncode, err))
    if kinds and kill is None:
        t.want(ends[0] != 0, "... and its node's process does not end with 0: %s" % ends,
               "".join(logs))


def trouble(t):
    star = ["--topology", "star:4", "--preset", "tiny"]
    wire = "1=simbricks:" + t.path("1")
    away = star + ["--endpoints", "model," + wire + WAIT]
    for options, part in [
            (star + ["--node", "1"], "--node and --wire go together"),
            (star + ["--wire", "x"], "--node and --wire go together"),
            (star + ["--node", "4", "--wire", "x"], "there is no node 4, the last one is 3"),
            (away + ["--node", "1", "--wire", "x"], "not simbricks"),
            (star + ["--endpoints", "model," + wire + ":colour=blue"], "`colour=blue` is none of"),
            (star + ["--endpoints", "model," + wire + ":sync=false"], "needs synchronisation"),
            (star + ["--endpoints", "model," + wire + ":wait=0.2"], "nobody listens there"),
            (star + ["--endpoints", "simbricks"], "simbricks:PATH"),
            (star + ["--node", "1", "--wire", t.path("1") + ":wait=0.2"], "nobody has connected"),
            (away + ["--quantum", "51"], "too short for a quantum of 51"),
            (away + ["--delay", "1"], "too short"),
            (["--topology", "pair", "--endpoints", "model," + wire], "not --topology pair")]:
        main_fails(t, " ".join(options[4:]), part, 2, options)
    for change, part in ((["--bytes", "5K"], "other options, or other flows"),
                         (["--delay", "99"], "a latency of"), (["--seed", "2"], "other options")):
        kind = {1: star + ["--endpoints", "model"] + change}
        main_fails(t, " ".join(change), part, 2 if "--delay" in change else 1, away, kind)
    other = star + ["--endpoints", "model,2=simbricks:" + t.path("1") + WAIT]
    main_fails(t, "a path for another node", "at its other end is node 1", 1, other,
               {1: star + ["--endpoints", "model"]})
    long = ["--bytes", "400M"]
    main_fails(t, "node killed", "has gone without a word", 1, away + long,
               {1: star + long}, "node")
    main_fails(t, "main killed: its node ends too", "has gone without a word", 1, away + long,
               {1: star + long}, "main")
    stranger(t, star)


def stranger(t, star):
    """A station that is no ttpfabric: without flows it may be there, and its rubbish is dropped."""
    for flows, code, line in (("0 2 5000\n", 0, "3 frames came that are for no MAC here"),
                              ("0 1 5000\n", 1, "at its other end is no ttpfabric --node")):
        t.write("flows", flows)
        p = subprocess.Popen([t.exe, *star, "--quiet", "--workload", "file:" + t.path("flows"),
                              "--drain",
                              "500", "--endpoints", "model,1=simbricks:%s%s" % (t.path("s"), WAIT)],
                             stderr=subprocess.PIPE, text=True)
        peer = Peer(t.path("s"), listen=True)
        now = 100 * 5120
        peer.send(SYNC, now)
        for rubbish in (bytes(100), b"\x98\xed\x5c\0\0\x09" + bytes(80), b"x" * 1500):
            peer.send(PACKET, now, rubbish)
        while not peer.ended:
            now += 100 * 5120
            peer.send(SYNC, now)
            peer.until(now - 100 * 5120)
        err = p.communicate(timeout=60)[1]
        os.unlink(t.path("s"))
        t.want(p.returncode == code and line in err and err.count("\n") == 1,
               "a stranger: " + line, "exit %s: %s" % (p.returncode, err))


PARTS = {"same": same, "eight": eight, "trouble": trouble}

if __name__ == "__main__":
    test = Fabric(__doc__, ("part", list(PARTS)))
    test.parts(PARTS[test.args.part])

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every switch, spraying, workload and harm of build/ttpfabric: all arrives, what is counted is
what must happen, and a figure that can be worked out by hand is what the run says."""
import sys

sys.dont_write_bytecode = True
from fabric_lib import Test, whole

FRAME = (60 + 1024 + 24) / 64       # cycles of a whole payload on the line


def incast(t):
    """The last byte can not be sooner than the line; nothing may be lost in a large buffer."""
    for ends in ("model", "rules"):
        r = t.run("--topology", "star:16", "--workload", "incast", "--endpoints", ends)
        bound, took = 15 * 64 * FRAME, r["time"]["cycles"]
        t.want(whole(r) and bound < took < 1.1 * bound,
               "incast of 15, %s: %d cycles, the line alone %.0f" % (ends, took, bound))
        t.want(r["queues"]["dropped"] == 0 and r["payloads"]["resent"] == 0, "nothing is lost")
        deep = r["queues"]["deepest_bytes"]
        t.want(0.8 * 14 * 64 * 1108 < deep < 15 * 64 * 1108,
               "the queue holds what all but one send: %d bytes" % deep)
        t.want(r["completion"]["fairness"] > 0.95, "and they are served alike")
        over_time(t, r, deep)


def over_time(t, r, deep):
    """The queue of an incast grows, and drains with the line until it is empty: each point of the
    series has its depth, and half of the time it is below half of its height."""
    rows = [row[1] for row in r["series"]["rows"]]
    step = r["series"]["bucket_us"] * r["time"]["cycles"] / r["time"]["us"] * 64
    top = rows.index(max(rows))
    falls = [x - y for x, y in zip(rows[top + 1:], rows[top + 2:]) if y > 1108]    # no ACKs
    t.want(max(rows) == deep and len(falls) > 20 and all(abs(f - step) <= 128 for f in falls),
           "it drains %.0f bytes a point, %d points long: %d to %d" % (
               step, len(falls), min(falls, default=0), max(falls, default=0)))
    p50, p99 = r["queues"]["p50_bytes"], r["queues"]["p99_bytes"]
    t.want(0.3 * deep < p50 < 0.7 * deep and 0.9 * deep < p99 <= deep,
           "percentiles over time: p50 %d, p99 %d of %d bytes" % (p50, p99, deep))


def buffers(t):
    """A small buffer loses, a shared one gives one port more than its part."""
    deep = {}
    for name, options in (("small", ["--buffer", "60K"]), ("large", ["--buffer", "4M"]),
                          ("shared", ["--shared", "240K", "--alpha", "8"])):
        r = t.run("--topology", "star:16", "--workload", "incast", "--timeout", "9000", *options)
        t.want(whole(r), name + " buffer: all has come")
        deep[name] = r["queues"]["deepest_bytes"]
        drops = r["queues"]["dropped"]
        t.want((drops > 0) == (name != "large"), "%s buffer: %d drops" % (name, drops))
    # A port has 8 times what is free: 8 / 9 of all, and the frame with which it gets there.
    part = 240 * 1024 * 8 / 9 + 1108
    t.want(deep.get("small", 0) <= 60 * 1024 < deep.get("shared", 0) <= part,
           "a queue is never deeper than its port may be: %s" % deep)


def sprays(t):
    """One flow uses one way with ECMP, and all of them with each spraying."""
    flows = t.write("one", "0 4 200000   # from leaf 0 to leaf 1\n")
    for spray, ways in (("ecmp", 1), ("rr", 4), ("random", 4), ("least", 4)):
        r = t.run("--workload", "file:" + flows, "--spray", spray)
        used = [p["frames"] for p in r["queues"]["ports"] if p["cable"].startswith("leaf0>spine")]
        t.want(whole(r) and len(used) == ways, "%s: %d ways" % (spray, len(used)))
        if spray == "rr":
            t.want(max(used) - min(used) <= 1, "rr: all the same, %s" % used)


def outage(t):
    """A way that goes down: what was on it is lost and comes again, the rest goes round it."""
    for spray in ("ecmp", "rr", "random", "least"):
        r = t.run("--spray", spray, "--bytes", "128K", "--down", "leaf0>spine1@1000-900000",
                  "--down", "spine2>leaf3@1500-4000", "--detect", "2000", "--timeout", "6000",
                  "--endpoints", "rules,3=model")
        t.want(whole(r) and r["cables"]["lost_down"] > 0 and r["time"]["cycles"] < 900000,
               "%s: %d frames lost with two ways down, all has come in %.0f us"
               % (spray, r["cables"]["lost_down"], r["time"]["us"]))
    rc, _, err = t.raw("--topology", "star:4", "--down", "1>switch@100-10000000", "--quiet",
                       "--patience", "50000")
    t.want(rc == 3 and "are missing" in err, "the only way of a node is down: exit 3", err)


def workloads(t):
    n = 16
    for work, flows, payloads in (
            ("permutation", n, n * 4), ("incast", n - 1, (n - 1) * 4), ("incast:3", 3, 12),
            ("all-to-all", n * (n - 1), n * (n - 1) * 4), ("ring", n * 2 * (n - 1), 30 * n),
            ("halving", n * 8, 2 * n * (2 + 1 + 1 + 1))):
        r = t.run("--workload", work, "--bytes", "4K", "--spray", "random", "--loss", "0.0005",
                  "--endpoints", "rules,5=model")
        got = (r["completion"]["flows"], r["payloads"]["delivered"])
        t.want(whole(r) and got == (flows, payloads),
               "%s: %d flows, %d payloads" % ((work,) + got))
    r = t.run("--workload", "incast", "--bytes", "4K", "--jitter", "500", "--endpoints", "rules")
    starts = [f[0] for f in r["flows"]["rows"]]
    t.want(whole(r) and len(set(starts)) > n / 2 and max(starts) <= 500,
           "jitter: they begin at %s" % starts)
    flows = t.write("list", "# src dst bytes start vc\n0 5 5000\n5 9 1 1000 2 after 2\n"
                    "3 1 70000 20000 1\n"
                "\n9 0 64 after 3\n")
    r = t.run("--workload", "file:" + flows)
    rows = {tuple(x[1:5]): (x[0], x[5]) for x in r["flows"]["rows"]}
    want = {(0, 5, 0, 5000), (5, 9, 2, 1), (3, 1, 1, 70000), (9, 0, 0, 64)}
    t.want(set(rows) == want, "a list from a file: its flows")
    first, second, late, last = (rows.get(k, (0, 0)) for k in (
        (0, 5, 0, 5000), (5, 9, 2, 1), (3, 1, 1, 70000), (9, 0, 0, 64)))
    t.want(second[0] == first[1] + 1001 and last[0] == second[1] + 1 and late[0] == 20000,
           "they begin when they should")


if __name__ == "__main__":
    Test(__doc__).parts(incast, buffers, sprays, outage, workloads)

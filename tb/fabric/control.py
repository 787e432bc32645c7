#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The controls of build/ttpfabric: what must hold before a figure of it is believed.

    tb/fabric/control.py cycles      two nodes back to back have the cycle figures of `make bench`
    tb/fabric/control.py quantum     a cycle at a time, no sleep: bit for bit the same run
    tb/fabric/control.py lockstep    RTL in one node, or at its side, changes nothing; all compared
    tb/fabric/control.py rules       untimed rules and golden model: how far they are apart
"""
import json, subprocess, sys

sys.dont_write_bytecode = True
from fabric_lib import Test, whole, without_speed

SIXTEEN = ["--topology", "leaf-spine:4x4x4"]
# In bench the other side's answer takes no time: the phase of ACKs moves the average of a payload.
LOOSE = {"frame64_bidir_cycles": 0.001}

RUNS = [   # options of a run over 16 nodes; what must have happened in it
    (["--loss", "0.001", "--bytes", "64K"], ["lost", "resent"]),
    (["--loss", "0.01", "--spray", "random", "--timeout", "5000"], ["lost", "resent", "timeouts"]),
    (["--workload", "incast", "--buffer", "50K", "--spray", "least", "--timeout", "8000"],
     ["dropped", "resent"]),
    (["--workload", "all-to-all", "--bytes", "7777", "--shared", "20K", "--spray", "rr",
      "--endpoints", "model,2=rules,7-9=rules", "--payload", "999", "--latency", "33"],
     ["dropped", "resent"]),
    (["--workload", "halving", "--bytes", "48K", "--loss", "0.002", "--delay", "37",
      "--timeout", "4096", "--window", "160"], ["lost", "resent"]),
    (["--workload", "ring", "--bytes", "256K", "--preset", "tiny", "--spray", "rr",
      "--down", "leaf0>spine1@5000-30000", "--detect", "3000", "--timeout", "4096"],
     ["lost_down", "resent"]),
]


def happened(r):
    return {"lost": r["cables"]["lost"], "lost_down": r["cables"]["lost_down"],
            "dropped": r["queues"]["dropped"], "resent": r["payloads"]["resent"],
            "timeouts": r["payloads"]["timeouts"]}


def cycles(t):
    make = ["make", "-s", "-f", "scripts/bench/bench.mk", "build/ttpbench"]
    subprocess.run(make, check=True)
    rc, bench, err = t.raw("cycles", "model", exe="build/ttpbench")
    t.want(rc == 0, "ttpbench cycles model", err)
    rc, mine, err = t.raw("--cycles")
    t.want(rc == 0, "ttpfabric --cycles", err)
    if t.bad:
        return
    bench, mine = json.loads(bench), json.loads(mine)
    same = [k for k in bench if k in mine]
    t.want(len(same) >= 20, "%d figures to compare" % len(same))
    for k in same:
        t.want(abs(bench[k] - mine[k]) <= LOOSE.get(k, 0),
               "%s: %g, in the bench %g" % (k, mine[k], bench[k]))


def quantum(t):
    for options, met in RUNS:
        name = " ".join(options)
        first = t.run(*SIXTEEN, *options)
        t.want(whole(first), name + ": all has come")
        for what in met:
            t.want(happened(first)[what] > 0, "%s: %s: %d" % (name, what, happened(first)[what]))
        for change in (["--quantum", "1", "--no-skip"], ["--quantum", "1"], ["--no-skip"],
                       ["--quantum", "29"]):
            other = t.run(*SIXTEEN, *options, *change)
            t.want(without_speed(first) == without_speed(other),
                   "%s %s: the same run" % (name, " ".join(change)))
        other = t.run(*SIXTEEN, *options, "--seed", "2")
        t.want(other["control"]["digest"] != first["control"]["digest"],
               name + ": another seed, another run")


def lockstep(t):
    for preset, more in (("tiny", []), ("sel512", ["--selective", "--spray", "random"])):
        options = [*SIXTEEN, "--preset", preset, "--loss", "0.002", "--bytes", "24K",
                   "--timeout", "4096", *more, "--drain", "3000"]
        model = t.run(*options)
        t.want(happened(model)["lost"] > 0, preset + ": frames are lost")
        if more:
            x = model["selective"]
            t.want(x["links_agreed"] == 2 * 16 and x["maps"] > 0 and x["held"] > 0,
                   "all links have agreed, %d payloads held, %d maps" % (x["held"], x["maps"]))
        for ends in ("model,3=lockstep", "model,0=rtl"):
            other = t.run(*options, "--endpoints", ends)
            t.want(without_speed(other) == without_speed(model),
                   "%s, %s: the same run" % (preset, ends))
            if "lockstep" not in ends:
                continue
            later = t.run(*options[:-1], "4000", "--endpoints", ends)
            # The cycles of the power-up stand in both, before those of the fabric.
            ends_at = [r["control"]["end_cycle"] for r in (other, later)]
            seen = [r["control"]["compared_cycles"] for r in (other, later)]
            t.want(ends_at[1] - ends_at[0] == seen[1] - seen[0] == 1000 and seen[0] > ends_at[0],
                   "%s: every cycle is compared, %d of the power-up, %d of the fabric"
                   % (preset, seen[0] - ends_at[0], ends_at[0]))
            port = "m_axis_wire_tdata"
            rc, _, err = t.raw(*options, "--endpoints", ends, "--quiet", "--plant",
                               "%s@%d" % (port, seen[0] - ends_at[0] + 300))
            t.want(rc == 1 and "RTL and model differ at " + port in err,
                   preset + ": a bit turned over in the RTL is found", err)


def rules(t):
    for preset in ("dojo", "nic1g"):
        for work in ("permutation", "incast", "all-to-all", "ring", "halving"):
            for topology in ("star:16", "leaf-spine:4x4x4"):
                options = ["--topology", topology, "--workload", work, "--preset", preset]
                a, b = [t.run(*options, "--endpoints", k) for k in ("model", "rules")]
                name = "%s %s %s" % (preset, topology, work)
                flows = [sorted(f[1:5] for f in r["flows"]["rows"]) for r in (a, b)]
                t.want(whole(a) and flows[0] == flows[1], name + ": the same has come")
                for r in (a, b):
                    t.want(r["payloads"]["resent"] == 0, name + ": nothing is sent twice")
                last = b["time"]["cycles"] / a["time"]["cycles"] - 1
                mean = b["completion"]["mean_us"] / a["completion"]["mean_us"] - 1
                t.want(abs(last) <= 0.02 and abs(mean) <= 0.03,
                       "%s: the last payload %+.2f %%, a flow on average %+.2f %% apart"
                       % (name, 100 * last, 100 * mean))
    for loss in ("0.001", "0.01"):
        a, b = [t.run("--topology", "star:16", "--loss", loss, "--endpoints", k, "--bytes", "256K",
                      "--timeout", "8192") for k in ("model", "rules")]
        t.want(whole(a) and whole(b), "loss %s: all has come, of both" % loss)
        t.want(0.5 < b["payloads"]["frames_each"] / a["payloads"]["frames_each"] < 2,
               "loss %s: frames a payload %.3f and %.3f"
               % (loss, a["payloads"]["frames_each"], b["payloads"]["frames_each"]))


PARTS = {"cycles": cycles, "quantum": quantum, "lockstep": lockstep, "rules": rules}

if __name__ == "__main__":
    test = Test(__doc__, ("part", list(PARTS)))
    test.parts(PARTS[test.args.part])

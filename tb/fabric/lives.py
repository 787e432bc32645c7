#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts that close links and restart their MACs in a fabric of build/ttpfabric: every payload is
there in the end, once for each life, whatever the kind of MAC, the shape and the quantum. A run
whose harm never happened fails, and without the options nothing is followed."""
import sys

sys.dont_write_bytecode = True
from fabric_lib import Test, whole, without_speed

HARM = ["--closes", "4", "--restarts", "3"]
LOSSY = ["--loss", "0.02", "--timeout", "3000", "--bytes", "24K"]
SHAPES = (("star:6", ["--topology", "star:6"]),
          ("leaf-spine:3x2x2", ["--topology", "leaf-spine:3x2x2", "--spray", "random"]))
ENDS = ("rules", "model", "model,0=lockstep,3-5=rules")
WORKS = ("permutation", "all-to-all", "ring")


def seeds(t):
    """Seeds, shapes, kinds and workloads: all whole, and each kind of harm has happened."""
    for shape, options in SHAPES:
        for ends in ENDS:
            for work in WORKS:
                sums = dict.fromkeys(("closes_asked", "links_closed", "restarts", "given_again",
                                      "delivered_again"), 0)
                good, some = True, range(1, 3 if "lockstep" in ends else 7)
                for seed in some:
                    r = t.run(*options, *LOSSY, *HARM, "--endpoints", ends, "--workload", work,
                              "--seed", str(seed))
                    good = good and whole(r) and r["cables"]["lost"] > 0
                    for k in sums:
                        sums[k] += r["lives"][k]
                t.want(good and all(sums.values()) and sums["restarts"] == 6 * 3 * len(some),
                       "%s, %s, %s, %d seeds: %s" % (shape, ends, work, len(some), sums))


def forms(t):
    """What else a MAC can be, and what else a fabric can do beside it."""
    pair = ["--topology", "pair", "--workload", "all-to-all"]
    for options in (["--preset", "tiny", "--topology", "star:4", "--endpoints", "model,1=lockstep"],
                    pair, [*pair, "--endpoints", "rtl,1=rules"],
                    ["--workload", "halving", "--reack", "500", "--endpoints", "rules,1=model"],
                    ["--workload", "incast", "--buffer", "20K", "--topology", "star:8"],
                    ["--endpoints", "rules", "--selective", "--spray", "rr", "--payload", "8"],
                    ["--down", "leaf0>spine1@2000-30000", "--detect", "3000", "--spray", "rr"]):
        r = t.run(*LOSSY, *HARM, *options)
        t.want(whole(r) and r["lives"]["restarts"] > 0 < r["lives"]["links_closed"],
               " ".join(options) + ": all has come")


def again(t):
    """Bit for bit the same, whatever the quantum, without sleep, and with RTL beside a model."""
    options = [*SHAPES[1][1], *LOSSY, *HARM, "--workload", "all-to-all"]
    for ends in ("model,0-2=rules", "model"):
        first = t.run(*options, "--endpoints", ends)
        for change in (["--quantum", "1", "--no-skip"], ["--quantum", "29"], ["--no-skip"]):
            other = t.run(*options, "--endpoints", ends, *change)
            t.want(without_speed(first) == without_speed(other),
                   "%s, %s: the same run" % (ends, " ".join(change)))
    other = t.run(*options, "--endpoints", "model,3=lockstep")
    t.want(without_speed(first) == without_speed(other)
           and other["control"]["compared_cycles"] > first["control"]["end_cycle"],
           "RTL beside a model through all restarts: the same run, every cycle compared")
    other = t.run(*options, "--seed", "2")
    t.want(first["control"]["digest"] != other["control"]["digest"],
           "another seed, another run")


def missed(t):
    """A harm that never reaches its aim ends with 3; without the options there is none."""
    # Over four long cables a CLOSE takes longer than a run goes on behind the last request.
    flows = t.write("one", "0 1 64\n")
    rc, _, err = t.raw("--topology", "leaf-spine:2x1x1", "--quiet", "--closes", "1", "--drain", "0",
                       "--workload", "file:" + flows, "--delay", "9000", "--timeout", "1000")
    t.want(rc == 3 and "no link has closed" in err and err.count("\n") == 1,
           "a run that ends before its link has closed: exit 3", "exit %d: %s" % (rc, err))
    r = t.run("--topology", "leaf-spine:2x1x1", "--workload", "file:" + flows)
    t.want("lives" not in r, "without --closes and --restarts nothing is followed")


if __name__ == "__main__":
    Test(__doc__).parts(seeds, forms, again, missed)

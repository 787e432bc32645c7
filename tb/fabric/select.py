#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Selective repeat in a fabric of build/ttpfabric, against go-back-N in the same one: the same is
delivered, with fewer frames; who has not agreed sees nothing of it."""
import sys

sys.dont_write_bytecode = True
from fabric_lib import Test, whole, without_speed

RULES = ["--endpoints", "rules", "--bytes", "256K"]
SELECTIVE = ["--selective"]
INCAST = ["--topology", "star:16", "--workload", "incast", "--buffer", "100K"]
CASES = [   # what, options, with selective repeat, links, frames a payload: at least, then at most
    ("incast of 15, 100 KB a port", INCAST, ["--delay-window", "500"], 15, 10, 1.5),
    ("permutation, sprayed at random", ["--spray", "random"], SELECTIVE, 16, 8, 1.05),
    ("permutation, sprayed in turns", ["--spray", "rr"], SELECTIVE, 16, 6, 1.05),
    ("permutation, 1 % lost on each cable", ["--loss", "0.01"], SELECTIVE, 16, 3, 1.1),
]


def flows(r):
    """What has arrived where, whenever."""
    return sorted(f[1:5] for f in r["flows"]["rows"])


def both(t):
    for what, options, ends, links, least, most in CASES:
        g = t.run(*RULES, *options)
        s = t.run(*RULES, *options, *ends, "--contexts", "16")
        t.want(whole(g) and whole(s) and flows(g) == flows(s), what + ": the same is delivered")
        frames = (g["payloads"]["frames_each"], s["payloads"]["frames_each"])
        t.want(frames[0] >= least and 1 <= frames[1] <= most,
               "frames a payload: go-back-N %.3f, at least %g; otherwise %.3f, at most %g"
               % (frames[0], least, frames[1], most))
        x = s["selective"]
        # Both ends of a link count it; both have made an offer, and again if a frame was lost.
        t.want("selective" not in g and x["links_agreed"] == 2 * links
               and 2 * links <= x["offers"] < 3 * links,
               "%d links have agreed, after %d offers" % (x["links_agreed"] // 2, x["offers"]))
        t.want(x["held"] > 0 and x["maps"] > 0 and g["counters"]["rx_nack"] > 0,
               "%d payloads held, %d maps" % (x["held"], x["maps"]))


def macs(t):
    """MACs with the window: a full port costs few frames."""
    s = t.run(*INCAST, "--bytes", "64K", "--params", "SELECTIVE=1", "--delay-window", "400")
    t.want(whole(s) and s["payloads"]["frames_each"] < 1.5,
           "MACs in an incast of 15: %.3f frames a payload" % s["payloads"]["frames_each"])


def mixed(t):
    """Links between rules and models do not agree, and nothing but offers differs."""
    ends = ["--endpoints", "model,0-7=rules", "--spray", "random", "--bytes", "64K"]
    s = t.run(*ends, *SELECTIVE)
    t.want(whole(s), "half of them models: all has come")
    agreed = sum(f[1] < 8 and f[2] < 8 for f in s["flows"]["rows"])
    t.want(agreed > 0 and s["selective"]["links_agreed"] == 2 * agreed,
           "only the %d links between rules have agreed" % agreed)
    pair = ["--topology", "pair", "--endpoints", "rules,1=model", "--workload", "all-to-all"]
    for harm in ([], ["--loss", "0.02"]):
        g, s = t.run(*pair, *harm), t.run(*pair, *harm, *SELECTIVE)
        x = s.get("selective", {})
        t.want(x.get("offers", 0) > 0 and x["links_agreed"] == x["maps"] == x["held"] == 0,
               "rules and a model: offers, and nothing else")
        if not harm:
            t.want(g["counters"] == s["counters"], "and both count what they count without it")


def agreeing(t):
    """MACs that agree and go back N: rules hold their payloads, and hear no map of them."""
    r = t.run("--preset", "sel64", "--topology", "star:4", "--workload", "all-to-all",
              "--selective")
    t.want(whole(r) and r["selective"]["links_agreed"] == 4 * 3,
           "MACs alone: %d links have agreed" % r["selective"]["links_agreed"])
    for ends, links in ((["--topology", "pair", "--delay", "400", "--endpoints",
                          "rules,1=lockstep"], 2),
                        (["--endpoints", "model,0-7=rules", "--spray", "random"], 16 * 15)):
        r = t.run("--preset", "sel64", "--workload", "all-to-all", "--bytes", "64K", "--loss",
                  "0.02", "--selective", *ends)
        x = r["selective"]
        t.want(whole(r) and x["links_agreed"] == links and x["held"] > 0,
               "a MAC that agrees: %d links, %d payloads held" % (x["links_agreed"], x["held"]))


def sizes(t):
    """Contexts, the store, the window and the distance limit what they say."""
    lossy = [*RULES, *INCAST, "--selective"]
    for name, options, key, most in (
            ("one context", ["--contexts", "1"], "contexts_at_once", 1),
            ("a store of 256 cells, of which half stays free", ["--params", "RX_CELLS=256"],
             "held_at_once", 8),
            ("8 in flight", ["--in-flight", "8"], "held_at_once", 8 * 7)):
        r = t.run(*lossy, *options)
        got = r["selective"][key]
        t.want(whole(r) and 0 < got <= most, "%s: %d %s" % (name, got, key))
    sprayed = [*RULES, "--spray", "random", "--selective"]
    for options, least, most in ((["--reorder-most", "4"], 4, 4),
                                 (["--reorder", "40", "--reorder-most", "40"], 40, 40)):
        r = t.run(*sprayed, *options)
        got = r["selective"]["reorder_distance"]
        t.want(whole(r) and least <= got <= most, "%s: distance %d" % (" ".join(options), got))


def times(t):
    """What says how long an OPEN waits, and how long a round trip is without queues."""
    late = 40000
    soon, slow = (t.run("--endpoints", "rules", "--topology", "leaf-spine:2x1x1", "--selective",
                        "--bytes", "1K", "--timeout", "100000", "--down", "leaf0>spine0@0-2000",
                        "--open-first", n) for n in ("900", str(late)))
    ends = [r["time"]["cycles"] for r in (soon, slow)]
    # At 900, 2700: the first of these finds the cable down, as the very first did.
    t.want(whole(soon) and whole(slow) and 2700 <= ends[0] < 5400 and ends[1] >= late,
           "an OPEN that is lost goes again after 900 and 1800 cycles, or %d: %d, %d"
           % (late, *ends))
    known, short = (t.run(*RULES, "--topology", "star:16", "--delay-window", "100", *base)
                    for base in ([], ["--base-rtt", "1"]))
    ends = [r["time"]["cycles"] for r in (known, short)]
    t.want(whole(known) and whole(short) and ends[1] > 4 * ends[0],
           "a round trip that is never met holds back: %d cycles, %d" % tuple(ends))


def windows(t):
    """Two ends with other windows: a MAC of 512 payloads, rules of 256 and of 3."""
    for window in ([], ["--in-flight", "3"]):
        r = t.run("--preset", "sel512", "--topology", "pair", "--endpoints", "rules,1=model",
                  "--workload", "all-to-all", "--bytes", "1M", "--loss", "0.05", "--jitter", "3000",
                  "--selective", *window)
        x = r["selective"]
        t.want(whole(r) and x["links_agreed"] == 2 and x["held"] > 0 and x["maps"] > 0,
               "windows of 512 and %s: all has come, %d payloads held"
               % (window[1] if window else "256", x["held"]))


def again(t):
    """The same whatever the quantum, and the same again."""
    options = [*RULES, "--spray", "random", "--loss", "0.002", "--bytes", "64K", *SELECTIVE,
               "--delay-window", "2000"]
    runs = [t.run(*options, *q) for q in ([], ["--quantum", "7"], [])]
    t.want(without_speed(runs[0]) == without_speed(runs[1])
           == without_speed(runs[2]), "quantum 7: the same, bit for bit")


if __name__ == "__main__":
    Test(__doc__).parts(both, macs, mixed, agreeing, sizes, windows, times, again)

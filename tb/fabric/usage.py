#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""build/ttpfabric: what can not be asked for gets one clear line and exit code 2; what can not go
on ends with 3."""
import sys

sys.dont_write_bytecode = True
from fabric_lib import Test

BAD = [   # options, a part of the line
    (["--topology", "leaf-spine:4x0x4"], "no part of it is 0"),
    (["--topology", "leaf-spine:4x4"], "is none of pair, star:N, leaf-spine:LxSxH"),
    (["--topology", "leaf-spine:1000x1x1000"], "more than 65536 nodes"),
    (["--topology", "star:1"], "at least two nodes"),
    (["--topology", "star:-4"], "is none of"),
    (["--topology", "torus"], "is none of"),
    (["--topology", "pair", "--delay", "10"], "too short"),
    (["--quantum", "101"], "too short for a quantum of 101"),
    (["--endpoints", "model,16=rules"], "there is no node 16, the last one is 15"),
    (["--endpoints", "model,5-3=rules"], "no node or range"),
    (["--endpoints", "hardware"], "none of model, rules, rtl, lockstep"),
    (["--workload", "incast:16"], "from 1 to 15 nodes can send to node 0"),
    (["--workload", "incast:x"], "from 1 to 15"),
    (["--workload", "halving", "--topology", "star:6"], "6 nodes are no power of two"),
    (["--workload", "gather"], "none of permutation"),
    (["--workload", "file:/no/such/file"], "can not be read"),
    (["--preset", "huge"], "--preset huge: no such preset"),
    (["--params", "TX_CELLS=3"], "TX_CELLS"),
    (["--params", "ADDR_HIGH=0"], "ADDR_HIGH"),
    (["--window", "20000"], "a MAC has 16384 cells"),
    (["--selective"], "only endpoints that are rules"),
    (["--preset", "min64", "--delay-window", "9"], "only endpoints that are rules have it"),
    (["--endpoints", "rules", "--reorder", "200"], "--reorder 200 is more than --reorder-most 128"),
    (["--endpoints", "rules", "--in-flight", "513"], "--in-flight 513"),
    (["--in-flight", "8", "--window", "128"], "both say what a link may hold"),
    (["--endpoints", "rules", "--contexts", "0"], "--contexts 0"),
    (["--endpoints", "rules", "--delay-window", "0"], "--delay-window 0"),
    (["--endpoints", "rules", "--base-rtt", "0"], "--base-rtt 0"),
    (["--endpoints", "rules", "--open-first", "0"], "--open-first 0"),
    (["--jitter", "100", "--workload", "ring"], "ring says itself when a flow begins"),
    (["--pcap", "x.pcapng@16"], "there is no node 16, the last one is 15"),
    (["--pcap", "/no/such/folder/x.pcapng", "--bytes", "1"], "/no/such/folder/x.pcapng"),
    (["--payload", "1025"], "--payload 1025"),
    (["--bytes", "0"], "--bytes 0"),
    (["--bytes", "12Q"], "--bytes 12Q"),
    (["--loss", "1.5"], "--loss 1.5"),
    (["--loss", "0.1@leaf9>spine0"], "there is no cable leaf9>spine0"),
    (["--down", "leaf0>spine7@1-2"], "there is no cable leaf0>spine7"),
    (["--down", "leaf0>spine1@9-2"], "--down leaf0>spine1@9-2"),
    (["--spray", "wild"], "--spray wild"),
    (["--colour", "blue"], "--colour: unknown option"),
    (["--seed"], "--seed: value is missing"),
    (["--cycles", "--endpoints", "rules"], "pins"),
    (["--cycles", "--closes", "1"], "not with --cycles"),
    (["--restarts", "1", "--endpoints", "model,3=simbricks:x"], "not with a node in another"),
    (["--closes", "1", "--bytes", "1025"], "a payload has less than 8 bytes"),
    (["--restarts", "1", "--payload", "7"], "a payload has less than 8 bytes"),
    (["--restarts", "201"], "--restarts 201"),
    (["--json", "/no/such/folder/x.json", "--bytes", "1"], "can not be written"),
]

LINES = [   # of a file of flows: text, a part of the line
    ("0 1 1000\n2 16 50\n", ":2: there is no node 16, the last one is 15"),
    ("99 1 1000\n", ":1: there is no node 99"),
    ("# only this\n\n0 1\n", ":3: want SRC DST BYTES"),
    ("0 1 ten\n", ":1: `ten` is no number"),
    ("0 1 -5\n", ":1: `-5` is no number"),
    ("3 3 1000\n", ":1: a flow from a node to itself"),
    ("0 1 0\n", ":1: a flow of 0 bytes"),
    ("0 1 10 0 3\n", ":1: VC 3"),
    ("0 1 10 0 0 0 0\n", ":1: want SRC DST BYTES"),
    ("0 1 10\n1 2 10 after 3\n", ":2: after 3: no flow in a line before"),
    ("0 1 10\n2 3 10 after 1\n", ":2: after 1: node 2 is not where that flow ends"),
    ("0 1 10\n1 2 10 after x\n", ":2: after: want a line number"),
    ("# nothing\n", "has no flow"),
]


def usage(t):
    cases = [(options, part) for options, part in BAD]
    for i, (text, part) in enumerate(LINES):
        cases.append((["--workload", "file:" + t.write("flows%d" % i, text)], part))
    for options, part in cases:
        rc, out, err = t.raw(*options)
        t.want(rc == 2 and part in err and err.count("\n") == 1 and not out,
               "%s: %s" % (" ".join(options), part), "exit %d: %s%s" % (rc, out, err))
    rc, _, err = t.raw("--topology", "pair", "--loss", "1", "--timeout", "100", "--patience",
                       "100000", "--quiet")
    t.want(rc == 3 and "no payload delivered" in err, "nothing arrives: exit 3", err)
    rc, out, _ = t.raw("--help")
    t.want(rc == 0 and "--topology" in out, "--help")


if __name__ == "__main__":
    Test(__doc__).parts(usage)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A program of SimBricks itself, its wire or its switch, is between two of our bridges. Frame
for frame and cycle for cycle the MACs do what one process does with both delays.

Exit 77: neither simb_net_wire nor simb_net_switch is in PATH. They are in SimBricks' own packages.
"""
import shutil, sys

from exact import *

LATENCY = 31                        # cycles of each of the two channels
NS = str(LATENCY * CYCLE // 1000)
RUNS = [   # seed, A, B, timeout, harm
    (1, "model", "rtl", 4096, []),
    (2, "rtl", "model", 2000, ["--loss", "0.1", "--dup", "0.05"]),
    (3, "rtl", "rtl", 120, []),
]


def between(program, *arguments):
    total = 0
    for seed, a, b, timeout, harm in RUNS:
        with work() as d:
            source = make_file(d + "/in", 25000 + seed, seed)
            one = one_process(d, source, seed, 2 * LATENCY, timeout, harm)
            ends = ends_of(d, source, seed, a, b, timeout, harm)
            # Its programs do not know that one may end before the others.
            options = ":latency=%dcy:stay=true" % LATENCY
            bridges = [Bricks(d + "/" + x, *ends[x], options=options) for x in "AB"]
            while not all(os.path.exists(d + "/" + x) for x in "AB"):
                time.sleep(0.01)
            p = subprocess.Popen([program, *[x.replace("DIR", d) for x in arguments]],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                for bridge in bridges:
                    bridge.until("OK\n", 60)
                expect(p.poll() is None, "%s has ended" % program)
            finally:
                p.kill()
                p.wait()
            for bridge in bridges:
                bridge.end(0)
            same(source, d + "/out")
            total += compare(one, read_pcapng(d + "/a"), read_pcapng(d + "/b"), 2 * LATENCY)
    return "%d frames at the very cycle" % total


if __name__ == "__main__":
    wire, switch = shutil.which("simb_net_wire"), shutil.which("simb_net_switch")
    tests = {}
    if wire:
        tests["wire"] = lambda: between(wire, "DIR/A", "DIR/B", "0", NS, NS)
    if switch:
        tests["switch"] = lambda: between(switch, "-S", NS, "-E", NS, "-s", "DIR/A", "-s", "DIR/B")
    if not tests:
        print("not possible here: no simb_net_wire and no simb_net_switch, of which there is no"
              " package")
        sys.exit(77)
    sys.exit(main(tests))

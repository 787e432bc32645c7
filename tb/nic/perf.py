#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`ttpnic bw` and `ttpnic lat`: their tables, and figures between bounds that hold for any NIC on
that line and memory. Cycles of the parts are those of docs/numbers.md."""
import os, re, subprocess

import nic_lib
from nic_lib import ROOT, expect, main

MHZ, GBPS = 195.3125, 100.0
MEMORY, CABLE = 195, 20             # cycles: of an access, of a way
PAYLOAD = 1024                      # bytes, with a head of 8, the first but of an answer of 32
FRAME = 60 + 24                     # what a frame has beside, and the gap
BW = ["#bytes", "#iterations", "BW peak[Gb/sec]", "BW average[Gb/sec]", "MsgRate[Mpps]"]
LAT = ["#bytes", "#iterations", "t_min[usec]", "t_max[usec]", "t_typical[usec]", "t_avg[usec]",
       "t_stdev[usec]", "99%[usec]", "99.9%[usec]"]


def run(*words):
    """(what it says above the table, rows of numbers)"""
    r = subprocess.run([os.path.join(nic_lib.BIN, "ttpnic"), *words], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, timeout=60)
    expect(r.returncode == 0, "%s: exit %d: %s" % (" ".join(words), r.returncode, r.stdout))
    lines = r.stdout.splitlines()
    at = [i for i, line in enumerate(lines) if line.startswith(" #bytes")]
    expect(len(at) == 1, "no table: " + r.stdout)
    names = re.split(r" +(?!average|peak)", re.sub(r" +", " ", lines[at[0]].strip()))
    expect(names == (BW if words[0] == "bw" else LAT), "columns: %s" % names)
    rows = [[float(x) for x in line.split()] for line in lines[at[0] + 1:]]
    expect(rows and all(len(row) == len(names) for row in rows), "rows: " + r.stdout)
    return " ".join(lines[:at[0]]), rows


def line(op, n):
    """Gb/s of messages of n bytes when the line never rests."""
    head = 8 if op == "read" else 32
    behind = max(0, -(-(n + head - PAYLOAD) // (PAYLOAD - 8)))
    return GBPS * n / (n + FRAME + head + behind * (FRAME + 8))


def microseconds(cycles):
    return cycles / MHZ


def cycles_of(row):
    """The figure of a row of docs/numbers.md."""
    with open(os.path.join(ROOT, "docs", "numbers.md")) as f:
        found = re.search(r"^\| %s \| ([\d.]+) " % re.escape(row), f.read(), re.M)
    expect(found, "docs/numbers.md has no row " + row)
    return float(found.group(1))


def bandwidth(_):
    for op, words, sizes in [("write", ["--iters", "2"], [2 << i for i in range(20)]),
                             ("read", ["--size", "992"], [992]),
                             ("send", ["--iters", "300"], [2 << i for i in range(9)]),
                             ("send", ["--size", "992"], [992])]:
        head, rows = run("bw", op, *words)
        expect(head.startswith(op + " bandwidth") and "simulated" in head
               and "195.3125 MHz" in head, head)
        expect([r[0] for r in rows] == sizes, "%s: sizes %s" % (op, [r[0] for r in rows]))
        for n, iterations, peak, average, rate in rows:
            what = "bw %s of %d bytes: " % (op, n)
            expect(iterations == (float(words[1]) if words[0] == "--iters" else 1000),
                   what + "%d iterations" % iterations)
            expect(0 < average <= peak, what + "average %g, peak %g" % (average, peak))
            most = line(op, n)
            expect(peak <= most + 0.01, what + "%g is above the line of %g" % (peak, most))
            expect(abs(rate * n * 8e-3 - average) < 0.006 + n * 4e-7, what + "rate %g" % rate)
    for op in "write", "read":
        _, ((_, _, peak, average, _),) = run("bw", op, "--size", "65536", "--iters", "60")
        most = line(op, 65536)
        expect(0.97 * most < average <= peak <= most,
               "64 KiB %ss: average %g, peak %g of %g" % (op, average, peak, most))


def joined(_):
    """Small writes that share payloads of the MAC: more of them, and one alone waits in vain."""
    few = ["write", "--size", "64", "--iters"]
    rate = [run("bw", *few, "4000", *words)[1][0][4] for words in ([], ["--coalesce", "16"])]
    # Descriptor and data are a word of memory each.
    expect(1.5 * rate[0] < rate[1] <= MHZ / 2, "messages a second: %g, joined %g" % tuple(rate))
    head, (late,) = run("lat", *few, "20", "--coalesce", "100")
    expect("coalesce 100 cycles" in head, head)
    wait = (late[4] - run("lat", *few, "20")[1][0][4]) * MHZ
    expect(abs(wait - 100) < 3, "alone it waits %g cycles of 100" % wait)


def latency(_):
    mac = cycles_of("host to host, 64 bytes, open link")
    nic = cycles_of("NIC: doorbell -> 64 bytes in memory, latency 0")
    way = CABLE + mac
    # A descriptor and data are read; a completion waits for memory once more.
    for op, least, most in [("write", 2 * MEMORY + way, 2 * MEMORY + CABLE + nic + 20),
                            ("send", 3 * MEMORY + way, None), ("read", 3 * MEMORY + 2 * way, None)]:
        head, ((n, iterations, low, high, typical, average, deviation, p99, p999),) = run(
            "lat", op, "--size", "64", "--iters", "20")
        expect(head.startswith(op + " latency") and "simulated" in head, head)
        expect((n, iterations) == (64, 20), "lat %s: %g bytes, %g" % (op, n, iterations))
        expect(low <= typical <= p99 <= p999 <= high and low <= average <= high
               and deviation <= high - low, "lat %s: order of the columns" % op)
        expect(low >= microseconds(least), "lat %s: %g us is below memory, cable and MAC, %g"
               % (op, low, microseconds(least)))
        expect(not most or high <= microseconds(most), "lat %s: %g us" % (op, high))
    _, rows = run("lat", "write", "--iters", "1")
    expect([r[0] for r in rows] == [2 << i for i in range(20)], "lat: sizes")
    times = [r[4] for r in rows]
    expect(times == sorted(times), "latency does not grow with the size: %s" % times)
    expect(times[-1] >= (1 << 20) * 8e-3 / line("write", 1 << 20), "1 MiB faster than the line")


def harm(_):
    """The same seed, the same figures; loss costs."""
    bw = ["bw", "write", "--size", "16384", "--iters", "40"]
    for words in bw, ["lat", "send", "--size", "64", "--iters", "100"]:
        _, (clean,) = run(*words, "--seed", "3")
        head, (lossy,) = run(*words, "--loss", "0.05", "--seed", "3")
        expect("loss 0.05" in head, head)
        expect(run(*words, "--loss", "0.05", "--seed", "3")[1] == [lossy], "same seed, others")
        expect(run(*words, "--loss", "0.05", "--seed", "4")[1] != [lossy], "no seed matters")
        mean = 3 if words[0] == "bw" else 5
        slower = lossy[mean] < clean[mean] if words[0] == "bw" else lossy[mean] > clean[mean]
        expect(slower, "loss costs nothing: %g, %g without" % (lossy[mean], clean[mean]))
    clean = run(*bw)[1]
    for kind in "--dup", "--reorder":
        expect(run(*bw, kind, "0.1")[1] != clean, kind + " changes nothing")


main(bandwidth, joined, latency, harm)

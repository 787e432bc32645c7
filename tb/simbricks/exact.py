#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Two processes over a SimBricks channel are one simulation.

together   `ttpsim run` with both MACs in one process, and two bridges: frame for frame, cycle for
           cycle and byte for byte the same at both MACs, with RTL at either end, whoever comes
           first, however often they synchronise, with losses, repeats and overtaking
lockstep   RTL and model at both ends: every cycle compared
repeated   a difference planted in the RTL is found, and the command that is printed finds it again
unsynced   without synchronisation a file arrives too, at the pace of the clock on the wall
"""
import sys

from bricks_lib import *

BEGIN = 6000                        # cycle of the first payload: both have their registers
RUNS = [   # seed, latency in cycles, interval, A, B, who listens, timeout, harm
    (1, 31, "31cy", "model", "rtl", "A", 4096, []),
    (2, 31, "1cy", "rtl", "model", "B", 900, ["--loss", "0.05"]),
    (3, 31, "7cy", "model", "model", "A", 2000, ["--loss", "0.1", "--dup", "0.1"]),
    (4, 200, "200cy", "rtl", "rtl", "B", 300, []),           # replays: a round trip takes longer
    (5, 1, "1cy", "model", "model", "B", 700, ["--reorder", "0.2", "--loss", "0.02"]),
    (6, 1000, "333cy", "rtl", "model", "A", 5000, ["--loss", "0.05", "--reorder", "0.1"]),
]


def opcode(e):
    return e[2][42] & 63


def one_process(d, source, seed, latency, timeout, harm):
    run("run", "--preset", "nic1g", "--dut", "model", "--file", source, "--delay", latency,
        "--seed", seed, "--timeout", timeout, "--begin", BEGIN, "--pcap", d + "/one", *harm, code=0)
    return read_pcapng(d + "/one")


def ends_of(d, source, seed, a, b, timeout, harm):
    """Options of the two bridges that do what one_process() does."""
    def seconds(cycles):
        return repr(cycles * CYCLE * 1e-12)

    timers = ["--preset", "nic1g", "--retry-max", 255, "--backoff",
              seconds(max(1024, timeout // 4)), "--timeout", seconds(timeout), "--open-timeout",
              seconds(timeout), "--close-timeout", seconds(timeout), "--begin", BEGIN]
    return {
        "A": ["--node", 1, "--peer", 2, "--send", source, "--dut", a, "--epoch",
              mix64(seed) & 0xffff, "--seed", unmix64(seed) ^ 1 << 32, "--pcap", d + "/a", *harm,
              *timers],
        "B": ["--node", 2, "--recv", d + "/out", "--dut", b, "--epoch", mix64(seed + 1) & 0xffff,
              "--pcap", d + "/b", *timers],
    }


def two_processes(d, ends, latency, interval, listens, order):
    options = ":latency=%dcy:sync_interval=%s" % (latency, interval)
    started = {}
    for n, end in enumerate(order):
        if n:
            time.sleep(0.3)              # so that the order is the one that is meant
        started[end] = Bricks(d + "/socket", *ends[end], connect=end != listens, options=options)
    texts = [started[end].end(0) for end in "AB"]
    return texts, read_pcapng(d + "/a"), read_pcapng(d + "/b")


def compare(one, a, b, latency):
    """Up to the CLOSE, which only the bridge sends. How many frames were compared."""
    close = min(p[1] for p in a if p[0] == 0 and opcode(p) == CLOSE)
    there = close + (latency + 1) * CYCLE // 1000
    total = 0
    for name, both, at, limit in (("A sent", (0, a), 0, close), ("A got", (1, a), 1, close),
                                  ("B sent", (2, b), 0, there), ("B got", (3, b), 1, there)):
        want = [(p[1], p[2]) for p in one if p[0] == both[0] and p[1] < limit]
        got = [(p[1], p[2]) for p in both[1] if p[0] == at and p[1] < limit]
        for i, (x, y) in enumerate(zip(want, got)):
            expect(x[1] == y[1], "%s: frame %d differs" % (name, i))
            expect(x[0] == y[0], "%s: frame %d in cycle %d, in one process in %d"
                   % (name, i, y[0] * 1000 // CYCLE, x[0] * 1000 // CYCLE))
        expect(len(want) == len(got), "%s: %d frames, in one process %d"
               % (name, len(got), len(want)))
        total += len(got)
    first = min(p[1] for p in a)
    expect(first >= BEGIN * CYCLE // 1000, "a frame before --begin: the registers come too late")
    return total


def together():
    frames = replays = 0
    for seed, latency, interval, a, b, listens, timeout, harm in RUNS:
        with work() as d:
            source = make_file(d + "/in", 20000 + 777 * seed, seed)
            one = one_process(d, source, seed, latency, timeout, harm)
            cycles = set()
            for order in ("AB", "BA"):
                texts, ca, cb = two_processes(d, ends_of(d, source, seed, a, b, timeout, harm),
                                              latency, interval, listens, order)
                same(source, d + "/out")
                frames += compare(one, ca, cb, latency)
                replays += counter(texts[0], "replays")
                cycles.add(tuple(re.search(r"\d+ cycles at", t).group() for t in texts))
            expect(len(cycles) == 1, "seed %d: the runs end in cycles %s" % (seed, cycles))
    expect(frames > 1000 and replays > 100, "%d frames, %d replays: too few" % (frames, replays))
    return "%d frames at the very cycle, %d replays" % (frames, replays)


def lockstep():
    with work() as d:
        source, back = make_file(d + "/in", 9000, 7), make_file(d + "/back", 5000, 8)
        both = ["--dut", "lockstep", "--preset", "min64", "--loss", "0.05"]
        a = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", source, "--recv", d + "/o1", *both)
        b = Bricks(d + "/s", "--node", 2, "--peer", 1, "--send", back, "--recv", d + "/o2", *both,
                   connect=True)
        texts = [a.end(0), b.end(0)]
        same(source, d + "/o2")
        same(back, d + "/o1")
        for t in texts:
            expect(counter(t, "lockstep       ") > 1000 and "0 mismatches" in t,
                   "nothing was compared")
        return "%d cycles compared" % counter(texts[0], "lockstep       ")


def repeated():
    with work() as d:
        source = make_file(d + "/in", 30000, 7)
        b = Bricks(d + "/s", "--node", 2, "--recv", d + "/out", "--preset", "min64")
        a = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", source, "--preset", "min64",
                   "--dut", "lockstep", "--loss", 0.05, "--begin", 3000, "--plant",
                   "m_axis_wire_tdata@9000", connect=True)
        text = a.end(1)
        b.end(1)
        found = re.search(r"MISMATCH cycle 9\d+ MAC 000001\n +port (\w+)\n.*\n.*\n", text)
        expect(found, "no cycle of the difference: %r" % text[:600])
        command = re.search(r"repeat with:\n +ttpsim (.*)", text).group(1).split()
        recording = next(x for x in command if x.startswith("pcap-in:"))[8:]
        p = run(*command, code=1)
        os.unlink(recording)
        for f in re.findall(r"\S+\.fst", p.stderr):
            if os.path.exists(f):
                os.unlink(f)
        expect(found.group() in p.stderr, "it is another end: %r" % p.stderr[-600:])
        return found.group().split("\n")[0]


def unsynced():
    with work() as d:
        source = make_file(d + "/in", 30000, 9)
        b = Bricks(d + "/s", "--node", 2, "--recv", d + "/out", *FAST, options=":sync=false")
        a = Bricks(d + "/s", "--node", 1, "--peer", 2, "--send", source, *FAST, connect=True,
                   options=":sync=false")
        a.end(0)
        b.end(0)
        same(source, d + "/out")


if __name__ == "__main__":
    sys.exit(main({"together": together, "lockstep": lockstep, "repeated": repeated,
                   "unsynced": unsynced}))

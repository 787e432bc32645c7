# SPDX-License-Identifier: Apache-2.0
"""The scenarios of scripts/fabric/study: a table a section, a row a scenario."""

SEEDS = range(1, 6)

# The columns. A section may name fewer.
ENDS = {
    "go-back-N": [],
    "selective": ["--selective", "--contexts", "16"],
    "selective, window": ["--delay-window", "400", "--contexts", "16"],
}
GBN, SEL, ALL = ENDS
SIZES = [("16", "4x4x4", "1M"), ("64", "8x8x8", "1M"), ("256", "16x16x16", "256K"),
         ("1024", "32x32x32", "128K")]
STAR = ["--topology", "star:16"]
# Ten microseconds: no two seeds are alike.
LATE = ["--jitter", "2000"]
INCAST = [*STAR, "--workload", "incast", "--bytes", "256K", *LATE]
SMALL = [*INCAST, "--buffer", "100K"]
MACS = ["--params", "SELECTIVE=1"]
RANDOM = ["--spray", "random", "--bytes", "1M"]


def shape(s):
    return ["--topology", "leaf-spine:" + s]


def rows(text, values, options):
    """A row a value: text and options as functions of it, or text with a %s."""
    return [(text % v, options(v)) for v in values]


def spray():
    for nodes, size, amount in SIZES:
        for how in ("ecmp", "rr", "random", "least"):
            yield ("%s nodes, %s" % (nodes, how),
                   [*shape(size), "--bytes", amount, "--spray", how])


def long_flows():
    for nodes, size, _ in SIZES:
        yield ("%s nodes, random, 2M each" % nodes,
               [*shape(size), "--bytes", "2M", "--spray", "random"])


def buffers():
    sizes = ["100K", "400K", "1600K", "4M", "16M"]
    yield from rows("incast of 15, %s a port", sizes, lambda v: [*INCAST, "--buffer", v])
    yield from rows("incast of 15, %s shared", ["1600K"], lambda v: [*INCAST, "--shared", v])
    yield from rows("permutation of 64, ecmp, %s a port", sizes,
                    lambda v: [*shape("8x8x8"), "--bytes", "1M", "--buffer", v])


def incast():
    for n in (1, 3, 7, 15, 31, 63, 255, 1023):
        nodes = max(16, n + 1)
        yield ("%d senders, 64K each, 400K a port" % n,
               ["--topology", "star:%d" % nodes, "--workload", "incast:%d" % n, "--buffer", "400K",
                *LATE])


def sram():
    for delay, trip in (("1000", "21 us"), ("4000", "82 us")):
        for kib in (64, 256, 1024, 4096):
            for loss in ("0", "0.001"):
                yield ("%d KiB, %s, loss %s" % (kib, trip, loss),
                       [*STAR, "--bytes", "2M", "--delay", delay, "--loss", loss, *LATE,
                        "--buffer", "400K", "--params", "TX_CELLS=%d" % (kib * 16)])


def timers():
    values = [1024, 4096, 16384, 65536, 262144]
    yield from rows("incast of 15, 100K a port, TIMEOUT %d", values,
                    lambda v: [*SMALL, "--timeout", str(v)])
    yield from rows("64K each, loss 0.01, TIMEOUT %d", values,
                    lambda v: [*STAR, *LATE, "--loss", "0.01", "--timeout", str(v)])


def loss():
    return rows("loss %s", ["0", "0.001", "0.003", "0.01", "0.03", "0.1"],
                lambda v: [*STAR, *LATE, "--bytes", "1M", "--buffer", "400K", "--loss", v])


def down():
    cut = ["--down", "leaf0>spine1@20000-100000", "--detect", "5000"]
    for how in ("ecmp", "random", "least"):
        for what, options in (("", []), (", a cable down", cut)):
            yield (how + what, ["--bytes", "2M", "--spray", how, "--timeout", "16384", *options])


def collectives():
    for work, amount in (("ring", "4M"), ("halving", "1M"), ("all-to-all", "32K")):
        for how in ("ecmp", "random"):
            yield ("%s, %s, %s" % (work, amount, how),
                   [*shape("8x8x8"), "--workload", work, "--bytes", amount, "--spray", how])


def window():
    values = [8, 16, 32, 64, 128, 256]
    yield from rows("random spraying, %d in flight", values,
                    lambda v: [*RANDOM, "--in-flight", str(v)])
    yield from rows("incast of 15, 100K a port, %d in flight", values,
                    lambda v: [*SMALL, "--in-flight", str(v)])


def contexts():
    values = [1, 2, 4, 8, 16]
    yield from rows("incast of 15, 100K a port, %d contexts", values,
                    lambda v: [*SMALL, "--contexts", str(v)])
    yield from rows("all-to-all of 16, 256K each, loss 0.01, %d contexts", values,
                    lambda v: ["--workload", "all-to-all", "--bytes", "256K", "--loss", "0.01",
                               "--contexts", str(v)])


def distance():
    learned, fixed = [0, 8, 32, 128, 255], [32, 128]
    yield from rows("random, learned up to %d", learned,
                    lambda v: [*RANDOM, "--reorder-most", str(v)])
    yield from rows("random, fixed at %d", fixed,
                    lambda v: [*RANDOM, "--reorder", str(v), "--reorder-most", str(v)])
    yield from rows("random, loss 0.01, learned up to %d", [0, 32, 128],
                    lambda v: [*RANDOM, "--loss", "0.01", "--reorder-most", str(v)])


def delay():
    values = [100, 200, 400, 800, 1600, 3200]
    for text, options in (("incast of 15, 100K a port", SMALL),
                          ("permutation of 16, random", RANDOM)):
        yield from rows(text + ", delay %d", values,
                        lambda v: [*options, "--delay-window", str(v)])


def models():
    for text, options in (
            ("incast of 15, 100K a port", SMALL),
            ("permutation of 16, ecmp, 1M each", ["--bytes", "1M"]),
            ("permutation of 16, random, 1M each", ["--bytes", "1M", "--spray", "random"]),
            ("one switch, 1M each, loss 0", [*STAR, "--bytes", "1M"]),
            ("one switch, 1M each, loss 0.01", [*STAR, "--bytes", "1M", "--loss", "0.01"])):
        for ends in (["rules"], ["model", *MACS]):
            yield (text + ", " + ends[0], [*options, "--endpoints", *ends])


def bounds():
    """Rows from above, with the cycle-exact model."""
    for section, names in ((long_flows, ("16 nodes", "1024 nodes")), (loss, ("loss 0.1",)),
                           (incast, ("1023 senders",)), (spray, ("64 nodes, ecmp",)),
                           (collectives, ("halving, 1M, random",))):
        for text, options in section():
            if text.startswith(names):
                macs = MACS
                if "senders" in text:   # dojo has a place for 512 links of a channel
                    text += ", LINK_SETS 1024"
                    macs = ["--params", "SELECTIVE=1 LINK_SETS=1024"]
                yield (text + ", model", [*options, "--endpoints", "model", *macs])


# Title, rows, columns.
SECTIONS = [
    ("Spraying: permutations", spray, (GBN, SEL, ALL)),
    ("Spraying: long flows", long_flows, (SEL, ALL)),
    ("Buffers of a switch", buffers, (GBN, SEL, ALL)),
    ("Incast: how many senders", incast, (GBN, SEL, ALL)),
    ("Transmit SRAM and round trip: permutation of 16, one switch", sram, (GBN, SEL, ALL)),
    ("Timers", timers, (GBN, SEL, ALL)),
    ("Loss on every cable: permutation of 16, one switch", loss, (GBN, SEL, ALL)),
    ("A cable that is down for 410 us: permutation of 16, 2M each", down, (GBN, SEL, ALL)),
    ("Collectives of 64 nodes", collectives, (GBN, SEL, ALL)),
    ("Payloads in flight: window and bitmap", window, (GBN, SEL)),
    ("Reorder contexts", contexts, (SEL, ALL)),
    ("Reorder distance: permutation of 16", distance, (SEL,)),
    ("Queueing that the delay window allows, in cycles", delay, (ALL,)),
    ("Rules beside the cycle-exact model", models, (GBN, SEL, ALL)),
    ("The cycle-exact model in rows from above", bounds, (ALL,)),
]

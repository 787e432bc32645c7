# SPDX-License-Identifier: Apache-2.0
"""A case of scripts/regress: everything that is drawn from its seed, and the file it transfers."""
import os, shlex
from common import presets

OUT = "build/regress"
XINIT = OUT + "/xinit"
MASK = (1 << 64) - 1
HARMS = ["loss", "dup", "reorder", "corrupt", "truncate"]
EDGES = [1, 2, 3, 4, 5, 8, 12, 59, 60, 61, 63, 64, 65, 68, 127, 128, 129, 511, 512, 960, 961, 1020,
         1023]


class Rng:
    """tb_rng of tb/block/tb_util.h: xorshift64*."""

    def __init__(self, seed):
        self.s = (seed * 0x9e3779b97f4a7c15 + 1) & MASK or 1
        for _ in range(8):
            self.next()

    def next(self):
        self.s ^= self.s >> 12
        self.s = (self.s ^ self.s << 25) & MASK
        self.s ^= self.s >> 27
        return self.s * 2685821657736338717 & MASK

    def below(self, n):
        return (self.next() >> 32) % n

    def within(self, lo, hi):
        return lo + self.below(hi - lo + 1)

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def bytes(self, n):
        return b"".join(self.next().to_bytes(8, "little") for _ in range(n // 8 + 1))[:n]

    def log(self, lo, hi):
        """lo to hi, each doubling as likely as the next."""
        k = self.below((hi // lo).bit_length())
        return min(hi, self.within(lo << k, (lo << k + 1) - 1))


def configurations():
    """[(name, parameters)] of the first eight presets, of deep64, so that each depth of the event
    pipe is among them, and of those with selective repeat. Others must not move the seeds."""
    of = all_configurations()
    return of[:8] + [c for c in of[8:] if c[0] in ("deep64", "sel64", "sel512")]


def all_configurations():
    return [(name, {k: int(v) for k, v in p.items()}) for name, p in presets().items()]


def often(**values):
    """Options of ttpsim for what is not 0."""
    return [w for name, v in values.items() if v > 0 for w in ("--" + name, str(v))]


def harm(harms):
    """The same for chances in ten thousand."""
    return [w for name, v in harms.items() if v for w in ("--" + name, "%.4f" % (v / 10000))]


def most_links(p):
    """Links that fit A's table, three to a peer; ttpsim numbers the peers 2, 3, .."""
    sets = p["LINK_SETS"]
    bits, used, node = sets.bit_length() - 1, {}, 2
    while True:
        at = 0
        for shift in range(0, 24, bits or 24):
            at ^= node >> shift & sets - 1
        used[at] = used.get(at, 0) + 1
        if used[at] > p["LINK_WAYS"] or node > 9:
            return 3 * (node - 2)
        node += 1


class Case:
    """preset: this one instead of the seed's, any; shorter: a file with so many times fewer cycles.
    With either of them the seed means another case. plant: `SEED:PORT@CYCLE`, a difference."""

    def __init__(self, seed, xinit=False, out=OUT, preset=None, shorter=1, plant=""):
        rows = configurations()
        if preset:
            rows = [row for row in all_configurations() if row[0] == preset]
        self.preset, p = rows[seed % len(rows)]
        self.seed, self.xinit, self.shorter = seed, xinit, shorter
        self.start = max(seed, 1) if xinit else 0       # TTP_XINIT, a seed of its own
        self.name = "seed-%d%s" % (seed, "-xinit" if xinit else "")
        self.base = os.path.join(out, self.name)
        self.options = ["--xinit"] * xinit + (["--preset", preset] if preset else [])
        self.options += ["--shorter", str(shorter)] if shorter > 1 else []
        self.options += ["--plant", plant] if plant.startswith("%d:" % seed) else []
        self.file, self.out = self.base + ".bin", out
        self.draw(Rng(seed), p)
        if "--plant" in self.options:
            self.args += ["--plant", plant.split(":")[1]]

    def draw(self, r, p):
        """All that the seed decides. The order of the draws is part of what a seed means."""
        self.payload = r.pick([1024, 1024, 1024, r.within(1, 1024), r.within(1, 1024),
                               r.within(1, 200), r.pick(EDGES), r.pick(EDGES)])
        self.both = r.below(5) < 3
        links = r.pick([1, 1, 1, r.within(1, 3), r.within(1, 3), r.within(1, most_links(p))])
        args = ["--preset", self.preset, "--seed", str(self.seed), "--payload", str(self.payload)]
        args += ["--bidir"] * self.both + ["--links", str(links)] * (links > 1)

        # A round of harm on this scale; each of them more often there than not.
        scale = r.pick([0, 30, 100, 100, 300, 300, 1000])
        harms = {h: r.within(scale // 5, scale) if scale and r.below(10) < 7 else 0 for h in HARMS}
        if r.below(12) == 0:
            harms["loss"] = r.within(1000, 3000)
        args += harm(harms)
        delay = r.pick([0, 0, r.within(1, 60), r.within(1, 500), r.within(1, 3000)])
        stall = r.pick([0, 0, r.within(1, 5), r.within(1, 30), r.within(30, 70)])
        wire_stall = r.pick([0, 0, 0, r.within(1, 20)])
        pace = r.below(4) == 0
        slowed = 1 / (1 - max(stall, wire_stall) / 100) ** 2

        # Short ones too, so that replays are not needed; but with several peers queues grow in the
        # switch, and a timeout below that delay is a collapse which no fixed timeout ends.
        beats = (self.payload + 68) * 8 / p["DATA_W"] + 4
        least = int((2 * delay + 16 * beats * links + 512) * slowed) if links > 3 else 250
        timeout = r.pick([0, 0, least + r.log(100, 2000), least + r.log(2000, 16000)])
        args += often(delay=delay) + ["--stall", "0.%02d" % stall] * (stall > 0)
        args += ["--wire-stall", "0.%02d" % wire_stall] * (wire_stall > 0) + ["--pace"] * pace
        self.args = args + often(timeout=timeout)

        # So many payloads as will take about that many cycles: bytes on the wire, or a round trip
        # for each window, and a timeout for what got lost.
        lost = (harms["loss"] + harms["corrupt"] + harms["truncate"]) / 10000
        window = max(1, min(p["TX_PKTS"], p["TX_CELLS"] // ((self.payload + 63) // 64)))
        trip = 2 * delay + 300 + (256 if harms["dup"] or harms["reorder"] else 0)
        each = max(beats, trip / window) * slowed + 2 * lost * (timeout or 4096) / min(window, 4)
        if timeout and timeout < trip:
            each *= 1 + trip / timeout
        cycles = r.log(50000, 1000000) // self.shorter
        count = max(1, min(6000, int(cycles / each)))
        self.size = r.pick([count * self.payload - r.below(self.payload)] * 30 + [0, 1])
        self.kind = r.below(4)
        # Drawn last, so that the other draws of a seed stay what they were.
        piece = self.payload - 8 if r.below(4) == 0 and self.payload >= 24 else 0
        if piece > 0 and self.size >= 20 * piece:
            closes, restarts = r.pick([0, 4, 8, 16]), r.pick([0, 1, 2, 4])
            self.args += often(closes=closes, restarts=restarts)
            piece *= closes + restarts > 0
        else:
            piece = 0
        if p["SELECTIVE"]:
            self.args += self.selective(r)
        self.payloads = -(-self.size // (piece or self.payload)) * (2 if self.both else 1)

    def selective(self, r):
        """Both MACs have the switch on, most often; with a window, or an offer in each OPEN; or one
        of them has; or none."""
        kind = r.below(10)
        if kind == 0:
            return []
        if kind == 1:
            return ["--selective", "--alone", r.pick(["A", "B"])]
        some = ["--delay-window", str(r.log(16, 2000))] if kind < 5 else ["--selective"]
        return some + ["--offer-all"] * (r.below(4) == 0)

    def content(self):
        n = self.size
        if self.kind == 0:
            return bytes(n)
        if self.kind == 1:
            return bytes((i >> 8 ^ i) & 255 for i in range(n))
        if self.kind == 2:
            return b"".join(b"line %d of a text\n" % i for i in range(n // 15 + 1))[:n]
        return Rng(self.seed ^ 0x66696c65).bytes(n)

    def command(self):
        return ["build/ttpsim", "run", "--dut", "lockstep",
                *(["--rtl-dir", XINIT] if self.xinit else []), "--file", self.file, *self.args,
                "--json", self.base + ".run.json", "--fail-trace", self.base + ".fst"]

    def worker(self):
        """The same for scripts/farm: with a verdict."""
        return ["scripts/regress_one", str(self.seed), self.out, *self.options]

    def shown(self):
        return ("TTP_XINIT=%d " % self.start if self.xinit else "") + shlex.join(self.command())

    def repeat(self):
        return shlex.join(["scripts/regress", "--only", str(self.seed), *self.options])

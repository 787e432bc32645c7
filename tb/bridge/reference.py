#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge against the played reference module over UDP: data, exit codes, lossy live wires."""
import re, sys

from bridge_lib import *

INTEROP = ["--node", 2, "--peer", 1, "--profile", "interop", "--limit", 20, "--linger", 4]
WAYS = (1, 2, 3)                        # bits: 1 the bridge sends, 2 the module sends


class Module(Bridge):
    """build/played_reference as a process; its words go to a file."""

    def __init__(self, *args):
        self.start(ROOT + "/build/played_reference", *args, stdout=None)
        self.port = int(self.until(r"port (\d+)").group(1))

class Pair:
    """A bridge and a module, each with a file for the other or none."""

    def __init__(self, d, seed, ways, *more, loss=0.1, size=20000, dut="model", module=()):
        name = "%s/%d-" % (d, seed)
        self.ways, self.seed = ways, seed
        self.src = [make_file(name + "in%d" % i, size, seed + i) for i in (0, 1)]
        self.dst = [name + "out%d" % i for i in (0, 1)]
        own = ["--in", self.src[1]] if ways & 2 else []
        harm = ["--loss", loss, "--seed", seed]
        give = ["--send", self.src[0]] if ways & 1 else []
        take = ["--recv", self.dst[1]] if ways & 2 else []
        args = INTEROP + give + take + harm + ["--dut", dut] + list(more)
        if ways & 1:
            self.module = Module(*own, "--out", self.dst[0], *module)
            self.bridge = Bridge(*args, to=self.module)
        else:                           # the module speaks first
            self.bridge = Bridge(*args)
            self.module = Module(*own, "--to", self.bridge.port, "--target", *module)

    def end(self, code=0):
        text = self.bridge.end(code, 60)
        words = self.module.end(ok="")
        expect("DEAD" not in text, "a link died")
        for i in (0, 1):
            if self.ways >> i & 1:
                same(self.src[i], self.dst[i])
        expect(counter(text, "lost") > 0, "the wire lost nothing")
        return words


def lossy():
    """10 % loss, each way and both ways at once: every file whole, exit 0, never 3."""
    with work() as d:
        pairs = [Pair(d, 10 * ways + i, ways) for ways in WAYS for i in range(2)]
        # A module that sends alone closes nothing by itself: our side is stopped when all is here.
        for p in pairs:
            if p.ways == 2:
                end = time.monotonic() + 40
                while time.monotonic() < end and os.path.getsize(p.dst[1]) < 20000:
                    time.sleep(0.05)
                p.bridge.signal()
        words = [p.end() for p in pairs]
        again = sum(int(re.search(r"sent again (\d+)", w).group(1)) for w in words)
        expect(again > 0, "the module never sent anything again")
        return "%d payloads of the module sent again" % again


def lockstep():
    """Both ways at 10 % loss, RTL and model compared in every cycle."""
    with work() as d:
        p = Pair(d, 1, 3, dut="lockstep", size=8000)
        p.end()
        text = p.bridge.text()
        m = re.search(r"(\d+) cycles compared, (\d+) mismatches", text)
        expect(m and int(m.group(1)) > 50000 and m.group(2) == "0", "nothing was compared")
        return m.group(0)


def rate():
    """A module whose host reads every 5 ms, no loss: more than 60 payloads a second."""
    with work() as d:
        src, out = make_file(d + "/in", 200000), d + "/out"
        m = Module("--out", out)
        start = time.monotonic()
        b = Bridge(*INTEROP, "--send", src, to=m)
        b.until("all acknowledged", 30)
        took = time.monotonic() - start
        b.end(0)
        m.end(ok="")
        same(src, out)
        expect(200 / took > 60, "%.0f payloads a second" % (200 / took))
        return "%.0f payloads a second" % (200 / took)


TESTS = {"lossy": lossy, "lockstep": lockstep, "rate": rate}

if __name__ == "__main__":
    sys.exit(main(TESTS))

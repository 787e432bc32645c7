# SPDX-License-Identifier: Apache-2.0
"""Two ttp_mac and a lossy wire in cocotb: payloads, registers, interrupts, completions.

Every test wants to see that what it is about has happened: frames lost and harmed, payloads sent
again.
"""
import collections
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer, with_timeout

from ttp_sim import DEFS, REFUSED, Mac, Wire

SEED = int(os.environ.get("SEED", "1"))
PAYLOADS = int(os.environ.get("PAYLOADS", "60"))    # each way in both_ways
NS = 8                                              # a cycle: 125 MHz
A, B = 1, 2                                         # nodes, as in pair.v
RETIRED_TOO = 1                                     # CPL_CTRL bit 0


class Bench:
    """The two MACs after reset, with the wires between them."""

    @classmethod
    async def make(cls, dut, wait=True, **harm):
        self = cls()
        self.dut, self.rng = dut, random.Random(SEED)
        dut.rst.value = 1
        cocotb.start_soon(Clock(dut.clk, NS, "ns").start())
        self.a = Mac(dut.a, dut.clk, dut.rst, A)
        self.b = Mac(dut.b, dut.clk, dut.rst, B)
        self.ab = Wire(self.a, self.b, self.rng, **harm)
        self.ba = Wire(self.b, self.a, self.rng, **harm)
        await ClockCycles(dut.clk, 4)
        # Not on an edge: nobody can see it a cycle sooner than another.
        await Timer(NS // 2, "ns")
        dut.rst.value = 0
        if wait:
            for mac in (self.a, self.b):
                while not await mac.read("STATUS") >> DEFS["STATUS_READY"] & 1:
                    pass
        return self


def pauses(rng, share):
    while True:
        yield rng.random() < share


@cocotb.test()
async def both_ways(dut):
    """Random payloads on three VCs each way over a hostile wire: all once, in order, unchanged."""
    t = await Bench.make(dut, loss=0.05, bad=0.04, double=0.04, swap=0.06)
    for mac, other in ((t.a, B), (t.b, A)):
        mac.rx.set_pause_generator(pauses(t.rng, 0.2))
        mac.tx.set_pause_generator(pauses(t.rng, 0.1))
        mac.cpl.set_pause_generator(pauses(t.rng, 0.5))
        for reg, value in (("TIMEOUT", 1500), ("OPEN_TMO", 1500), ("CLOSE_TMO", 1500),
                           ("CPL_CTRL", RETIRED_TOO)):
            await mac.write(reg, value)
            assert await mac.read(reg) == value, reg

    def payload():
        size = t.rng.choice((1, 4, 5, 60, 64, 1023, 1024, t.rng.randint(1, 1024),
                             t.rng.randint(1, 200)))
        return t.rng.randrange(3), t.rng.randbytes(size)

    plan = {A: [payload() for _ in range(PAYLOADS)], B: [payload() for _ in range(PAYLOADS)]}

    async def host(mac, other):
        for vc, data in plan[mac.node]:
            await mac.send(other.node, vc, data)

    async def take(mac, other):
        left = [[data for vc, data in plan[other.node] if vc == want] for want in range(3)]
        while any(left):
            node, vc, data = await mac.receive()
            what = "node %d got %d bytes from node %d, VC %d" % (mac.node, len(data), node, vc)
            assert node == other.node and left[vc], what
            assert data == left[vc].pop(0), what

    jobs = [cocotb.start_soon(job(*macs))
            for job in (host, take) for macs in ((t.a, t.b), (t.b, t.a))]
    for job in jobs:
        await with_timeout(job, 400 * PAYLOADS * 20 * NS, "ns")

    again = collections.Counter()
    for mac, wire, back in ((t.a, t.ab, t.ba), (t.b, t.ba, t.ab)):
        sizes = [len(data) for _, data in plan[mac.node]]
        for _ in range(200):                        # the last ACKs may be on their way, or lost
            n = await mac.counters()
            if n["RETIRED"] == PAYLOADS:
                break
        wanted = {"ACC_PKTS": PAYLOADS, "ACC_BYTES": sum(sizes), "RETIRED": PAYLOADS,
                  "DLV_PKTS": PAYLOADS, "FLUSHED": 0, "REFUSED": 0, "DEAD": 0, "ILLEGAL": 0}
        assert not {k: n[k] for k in wanted if n[k] != wanted[k]}, {k: n[k] for k in wanted}
        assert n["TX_%d" % DEFS["OP_PAYLOAD"]] == PAYLOADS + n["REPLAY"]
        assert n["DROP_FCS"] == back.count["bad"]
        again.update({name: n[name] for name in ("REPLAY", "GAP", "REPEAT", "DROP_FCS")})
        done = [c for c in mac.completions if c.kind == "RETIRED"]
        assert done == mac.completions, mac.completions
        assert sum(c.count for c in done) == PAYLOADS, done
        assert sum(c.bytes for c in done) == sum(sizes), done
        # A lost OPEN_ACK can bring a NACK_NOLINK, and with it a second OPEN of a link.
        assert n["OPENED"] >= 3 and not mac.irq.value
        assert await mac.read("IRQ_CAUSE") in (0, 1 << DEFS["IRQ_NOLINK"])
        dut._log.info("node %d: %d payloads, %d bytes, %d sent again; wire %s", mac.node, PAYLOADS,
                      sum(sizes), n["REPLAY"], dict(wire.count))
    assert t.a.rx.empty() and t.b.rx.empty()
    harm = t.ab.count + t.ba.count
    assert all(harm[what] for what in ("lost", "bad", "doubled", "swapped")), harm
    assert len(again) == 4 and all(again.values()), again


@cocotb.test()
async def ready_after_reset(dut):
    """The host's tready is 0 for max(TX_CELLS, TX_PKTS + links) + 2 cycles: docs/integration.md."""
    t = await Bench.make(dut, wait=False)
    edges = 0
    await RisingEdge(dut.clk)
    while not dut.a.s_axis_host_tready.value:       # as it is just before the edge
        edges += 1
        await RisingEdge(dut.clk)
    sets_ways = await t.a.read("LINKS")
    links = 3 * (sets_ways & 0xFFFF) * (sets_ways >> 16)
    cells, entries = await t.a.read("TX_CELLS"), await t.a.read("TX_PKTS") + links
    dut._log.info("tready 0 at %d edges, %d cells, %d entries", edges, cells, entries)
    assert edges == max(cells, entries) + 2, edges


@cocotb.test()
async def refused_and_closed(dut):
    """A refused packet, an orderly close: each a completion and an interrupt; then open again."""
    t = await Bench.make(dut)
    await t.a.write("IRQ_MASK", 0x7F)
    await t.a.send(B, 3, b"there are VC 0, 1 and 2")
    c = await t.a.completion("REFUSED")
    assert (REFUSED[c.status], c.vc, c.node) == ("VC", 3, B), c
    await t.a.interrupt("REFUSED")
    await t.a.send(B, 1, b"not this one", discard=True)
    for text in (b"first", b"second"):
        await t.a.send(B, 1, text)
        assert await with_timeout(t.b.receive(), 50, "us") == (A, 1, text)
        await t.a.write("CLOSE_LINK", 1 << 24 | B)
        c = await t.a.completion("CLOSED")
        assert (c.vc, c.node) == (1, B), c
        await t.a.interrupt("CLOSED")
    n = await t.a.counters()
    assert (n["OPENED"], n["REFUSED"], n["DISCARD"], n["RETIRED"]) == (2, 1, 1, 2), n
    assert not t.a.completions, t.a.completions


@cocotb.test()
async def dead_link(dut):
    """No answer: the link is given up, its payloads come back as completions, others go on."""
    t = await Bench.make(dut)
    for reg, value in (("TIMEOUT", 300), ("OPEN_TMO", 300), ("RETRY_MAX", 3),
                       ("IRQ_MASK", 1 << DEFS["IRQ_DEAD"])):
        await t.a.write(reg, value)
    await t.a.send(0x00ABCD, 0, b"nobody is there")
    await t.a.send(B, 0, b"but here")
    assert await with_timeout(t.b.receive(), 50, "us") == (A, 0, b"but here")
    gone = await t.a.completion("FLUSHED")
    assert (gone.node, gone.count, gone.bytes) == (0x00ABCD, 1, 15), gone
    assert (await t.a.completion("DEAD")).node == 0x00ABCD
    await t.a.interrupt("DEAD")
    # The same for a link that was open.
    t.ab.cut = True
    await t.a.send(B, 0, bytes(500))
    await t.a.send(B, 0, bytes(501))
    lost = await t.a.completion("FLUSHED")
    assert (lost.node, lost.count, lost.bytes) == (B, 2, 1001), lost
    assert (await t.a.completion("DEAD")).node == B
    await t.a.interrupt("DEAD")
    t.ab.cut = False
    await t.a.send(B, 0, b"again")
    assert await with_timeout(t.b.receive(), 50, "us") == (A, 0, b"again")
    n = await t.a.counters()
    assert (n["DEAD"], n["FLUSHED"], n["OPENED"]) == (2, 3, 2), n
    assert n["TIMEOUT"] >= 6 and t.ab.count["lost"] >= 4, (n, t.ab.count)

# SPDX-License-Identifier: Apache-2.0
"""cocotb drivers of a ttp_mac: payloads, registers, completions; and a wire that harms frames.

    a = Mac(dut.a, dut.clk, dut.rst, node=1)
    await a.send(2, 0, b"hello")                # to node 2 on VC 0; ends when the MAC has taken it
    sender, vc, data = await b.receive()
    await a.write("TIMEOUT", 2000); n = (await a.counters())["REPLAY"]
    c = await a.completion("CLOSED")            # a Completion, or an error after so many cycles

Names of registers, counters, causes and completions are those of rtl/ttp_regs.vh and
rtl/ttp_defs.vh, which are read here: a constant stands in one place.
"""
import collections
import logging
import os
import re

import cocotb
from cocotb.queue import Queue
from cocotb.triggers import ClockCycles, Event, First, RisingEdge, Timer
from cocotb.utils import get_sim_steps, get_sim_time
from cocotbext.axi import (AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamFrame,
                           AxiStreamSink, AxiStreamSource)

RTL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rtl")
LAST_RX_OPCODE = 10


def constants(name):
    """The `define TTP_... lines of a file as {name without TTP_: number}."""
    found = {}
    with open(os.path.join(RTL, name), encoding="ascii") as lines:
        for line in lines:
            m = re.match(r"`define\s+TTP_(\w+)\s+(?:\d+'([hd]))?([0-9A-Fa-f]+)\b", line)
            if m:
                found[m.group(1)] = int(m.group(3), 16 if m.group(2) == "h" else 10)
    return found


DEFS = {**constants("ttp_defs.vh"), **constants("ttp_regs.vh")}


def named(prefix):
    return {name[len(prefix):]: value for name, value in DEFS.items() if name.startswith(prefix)}


REG, CNT, IRQ = named("REG_"), named("CNT_"), named("IRQ_")
KIND = {value: name for name, value in named("CPL_").items()}
REFUSED = {value: name for name, value in named("REF_").items()}

Completion = collections.namedtuple("Completion", "kind status vc node first count bytes")


def completion(word):
    """The 128 bits of m_axis_cpl_tdata, docs/registers.md."""
    return Completion(KIND[word >> 120], word >> 112 & 0xFF, word >> 104 & 0xFF,
                      word >> 80 & 0xFFFFFF, word >> 48 & 0xFFFFFFFF, word >> 32 & 0xFFFF,
                      word & 0xFFFFFFFF)


class Mac:
    """A ttp_mac whose ports are signals of `entity`. Completions are taken from the start on."""

    def __init__(self, entity, clk, rst, node, log=logging.WARNING):
        def stream(kind, prefix):
            unit = kind(AxiStreamBus.from_prefix(entity, prefix), clk, rst)
            unit.log.setLevel(log)
            return unit

        self.node, self.clk, self.irq, self.entity = node, clk, entity.irq, entity
        self.tx = stream(AxiStreamSource, "s_axis_host")
        self.rx = stream(AxiStreamSink, "m_axis_host")
        self.wire_in = stream(AxiStreamSource, "s_axis_wire")
        self.wire_out = stream(AxiStreamSink, "m_axis_wire")
        self.cpl = stream(AxiStreamSink, "m_axis_cpl")
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(entity, "s_axil"), clk, rst)
        for part in (self.axil.write_if, self.axil.read_if):
            part.log.setLevel(log)
        self.completions = []
        cocotb.start_soon(self._take_completions())

    # ---- payloads
    async def send(self, node, vc, data, discard=False):
        """1..1024 bytes are one payload. Returns when the last beat was taken."""
        sent = Event()
        tuser = [0] * (len(data) - 1) + [int(discard)]
        self.tx.send_nowait(AxiStreamFrame(data, tdest=vc << 24 | node, tuser=tuser,
                                           tx_complete=sent))
        await sent.wait()

    async def receive(self):
        """(sender, VC, bytes) of the next payload."""
        frame = await self.rx.recv()
        who = frame.tid if isinstance(frame.tid, int) else frame.tid[0]
        return who & 0xFFFFFF, who >> 24, bytes(frame.tdata)

    # ---- registers
    async def read(self, reg):
        answer = await self.axil.read(REG.get(reg, reg), 4)
        assert answer.resp == AxiResp.OKAY, "reading %s: %s" % (reg, answer.resp.name)
        return int.from_bytes(answer.data, "little")

    async def write(self, reg, value):
        answer = await self.axil.write(REG[reg], value.to_bytes(4, "little"))
        assert answer.resp == AxiResp.OKAY, "writing %s: %s" % (reg, answer.resp.name)

    async def counters(self):
        """All counters of one snapshot by name; frames by opcode: TX_0 .., RX_0 .. RX_10."""
        await self.write("SNAPSHOT", 1)
        while await self.read("STATUS") >> DEFS["STATUS_SNAP_BUSY"] & 1:
            pass
        index = {name: at for name, at in CNT.items() if name not in ("TX", "RX", "N", "W")}
        for way in ("TX", "RX"):
            index.update({"%s_%d" % (way, op): CNT[way] + op for op in range(LAST_RX_OPCODE + 1)})
        values = {}
        for name, at in index.items():
            low, high = [await self.read(REG["COUNTER"] + 8 * at + 4 * half) for half in (0, 1)]
            values[name] = high << 32 | low
        return values

    async def interrupt(self, cause, cycles=20000):
        """Waits for irq, wants just this cause of those in the mask, clears it, sees irq fall."""
        if not self.irq.value:
            await First(RisingEdge(self.irq), ClockCycles(self.clk, cycles))
        assert self.irq.value, "node %d: no irq, wanted %s" % (self.node, cause)
        got = await self.read("IRQ_CAUSE") & await self.read("IRQ_MASK")
        assert got == 1 << IRQ[cause], "node %d: causes %#x, wanted %s" % (self.node, got, cause)
        await self.write("IRQ_CAUSE", got)
        await ClockCycles(self.clk, 2)
        assert not self.irq.value, "node %d: irq stays after %s was cleared" % (self.node, cause)

    # ---- completions
    async def _take_completions(self):
        while True:
            frame = await self.cpl.recv(compact=False)
            self.completions.append(completion(int.from_bytes(frame.tdata, "little")))

    async def completion(self, kind, cycles=20000):
        """The oldest completion of this kind, which is taken out of self.completions."""
        for _ in range(cycles):
            for at, c in enumerate(self.completions):
                if c.kind == kind:
                    return self.completions.pop(at)
            await RisingEdge(self.clk)
        raise AssertionError("node %d: no completion %s, but %s" % (
            self.node, kind, self.completions))


class Wire:
    """One direction of a cable with an Ethernet MAC at each end: frames to another ttp_mac.

    loss, bad, double, swap: the chance of each harm, drawn from rng, a random.Random. `bad` changes
    a bit and marks the frame with tuser, as an Ethernet MAC does when the FCS is wrong. `swap` lets
    the next frame overtake. While `cut` is True all are lost. `count` says how many frames there
    were, and how many came to each harm.
    """

    def __init__(self, source, target, rng, delay_ns=200, loss=0.0, bad=0.0, double=0.0, swap=0.0):
        self.rng, self.delay, self.cut = rng, get_sim_steps(delay_ns, "ns"), False
        self.loss, self.bad, self.double, self.swap = loss, bad, double, swap
        self.count = collections.Counter()
        self.flying = Queue()
        cocotb.start_soon(self._enter(source.wire_out))
        cocotb.start_soon(self._leave(target.wire_in))

    async def _enter(self, port):
        held = None
        while True:
            frame = await port.recv()
            assert 64 <= len(frame.tdata) <= 60 + 1024, "a frame of %d bytes" % len(frame.tdata)
            tuser = [frame.tuser] if isinstance(frame.tuser, int) else frame.tuser or []
            assert not any(tuser), "tuser on the wire"
            self.count["frames"] += 1
            copies = [(bytes(frame.tdata), 0)]
            if self.cut or self.rng.random() < self.loss:
                self.count["lost"] += 1
                copies = []
            elif self.rng.random() < self.bad:
                self.count["bad"] += 1
                data = bytearray(frame.tdata)
                data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
                copies = [(bytes(data), 1)]
            elif self.rng.random() < self.double:
                self.count["doubled"] += 1
                copies *= 2
            elif held is None and self.rng.random() < self.swap:
                held = copies
                continue
            if held is not None:
                self.count["swapped"] += 1
                copies, held = copies + held, None
            for copy in copies:
                self.flying.put_nowait((get_sim_time("step") + self.delay, copy))

    async def _leave(self, port):
        while True:
            due, (data, bad) = await self.flying.get()
            if due > get_sim_time("step"):
                await Timer(due - get_sim_time("step"), "step")
            await port.send(AxiStreamFrame(data, tuser=[0] * (len(data) - 1) + [bad]))

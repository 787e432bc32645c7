# SPDX-License-Identifier: Apache-2.0
"""A driver of a ttp_nic for cocotb: rings, regions, completions, as docs/nic.md has them.

    a = Nic(dut, "a", node=1); b = Nic(dut, "b", node=2)
    await a.start(); await b.start()
    key = await b.region(0, base, length, peer=1, rights=MAY_WRITE)
    a.memory.write(address, data)
    done = await a.finished(await a.post(WRITE, 2, address, len(data), key))
    await b.post_buffer(address, 992)
    told = await b.told.get()                   # a NOTICE or RECEIVED

The host memory is an AxiRam, for the NIC and for the driver. The rings lie at its beginning.
"""
import collections
import logging
import struct

import cocotb
from cocotb.queue import Queue
from cocotb.triggers import ClockCycles, Event
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam, AxiResp

SEND, WRITE, READ = 1, 2, 3                     # operations
DONE, NOTICE, RECEIVED = 1, 2, 3                # kinds of completions
OK, KEY, RANGE, NO_BUFFER = 0, 1, 2, 3          # status
DESCRIPTOR = 13
TELL = 1                                        # the flag NOTICE of a descriptor
MAY_WRITE, MAY_READ = 1, 2                      # rights in a region
ALL = 1 << 31                                   # instead of a peer
MOST = 992                                      # bytes of a payload
CAUSE_CPL = 1
SPACE = 1 << 62                                 # bytes of an AxiRam, which keeps what is written

MAC = {"NODE": 0x020, "CTRL": 0x024}
# Bit 12 of an address says that it is one of the NIC's.
REG = {name: 0x1000 + at for name, at in {
    "NIC_ID": 0x000, "NIC_PARAM": 0x004, "NIC_CTRL": 0x008, "NIC_STATUS": 0x00C,
    "NIC_RINGS": 0x010,
    "SEND_BASE": 0x200, "SEND_SIZE": 0x208, "SEND_HEAD": 0x20C, "SEND_TAIL": 0x210,
    "SEND_LIMIT": 0x214,
    "RECV_BASE": 0x030, "RECV_SIZE": 0x038, "RECV_HEAD": 0x03C, "RECV_TAIL": 0x040,
    "CPL_BASE": 0x050, "CPL_SIZE": 0x058, "CPL_TAIL": 0x05C, "CPL_HEAD": 0x060,
    "NIC_CAUSE": 0x078, "NIC_MASK": 0x07C,
    "REGION_BASE": 0x080, "REGION_LEN": 0x088, "REGION_KEY": 0x090, "REGION_PEER": 0x094,
    "REGION": 0x098, "NIC_COUNT": 0x100}.items()}
REG.update(MAC)
NEXT_SEND = 0x20                                # from the registers of a send ring to the next
COUNTERS = "POSTED TAKEN BAD REFUSED LATE LOST OK FAILED TOLD".split()

# Operation, flags, VC; node; address, length, key, offset, immediate; cookie.
DESCRIPTOR_BYTES = struct.Struct("<BBBx I Q I I Q I 4x Q 16x")
# Kind, status, VC, ring; node; cookie, length, immediate, key, index; phase.
COMPLETION_BYTES = struct.Struct("<BBBB I Q I I I H x B")
Completion = collections.namedtuple(
    "Completion", "kind status vc ring node cookie length immediate key index")


class Nic:
    """The ttp_nic whose ports begin with `name`, and the memory of its host.

    send, recv, cpl: log2 of the elements of the rings, of each send ring. The driver takes
    completions from start() on: those of our messages are for finished(), the others are in the
    queue `told`.
    """

    APART = 0x1000          # bytes from one ring to the next

    def __init__(self, dut, name, node, base=0x12_3450_0000, send=3, recv=2, cpl=3,
                 log=logging.WARNING):
        self.clk, self.irq, self.node = dut.clk, getattr(dut, name + "_irq"), node
        self.memory = AxiRam(AxiBus.from_prefix(dut, name + "_m_axi"), dut.clk, dut.rst,
                             size=SPACE)
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, name + "_s_axil"), dut.clk, dut.rst)
        for part in (self.memory, self.axil):
            for half in (part.write_if, part.read_if):
                half.log.setLevel(log)
        # By name and number; (base, log2 of the elements)
        self.rings = {("RECV", 0): (base, recv), ("CPL", 0): (base + self.APART, cpl)}
        self.sends, self.send_base = send, base + 2 * self.APART
        # Counters of 16 bits: where we are, and up to where the NIC is, as far as we know.
        self.head = collections.Counter()
        self.tail = collections.Counter()
        self.taken = 0
        self.cookies = 0
        self.told = Queue()
        self.open = {}      # cookie: the Event that its message has ended
        self.done = {}      # cookie: its completion, until it is asked for

    # ---- registers
    async def read(self, name, beside=0):
        answer = await self.axil.read(REG[name] + beside, 4)
        assert answer.resp == AxiResp.OKAY, "reading %s: %s" % (name, answer.resp.name)
        return int.from_bytes(answer.data, "little")

    async def write(self, name, value, beside=0):
        answer = await self.axil.write(REG[name] + beside, value.to_bytes(4, "little"))
        assert answer.resp == AxiResp.OKAY, "writing %s: %s" % (name, answer.resp.name)

    async def write_long(self, name, value, beside=0):
        await self.write(name, value & 0xFFFFFFFF, beside)
        await self.write(name, value >> 32, beside + 4)

    async def counters(self):
        return {name: await self.read("NIC_COUNT", 4 * i) for i, name in enumerate(COUNTERS)}

    # ---- at the start
    async def start(self):
        base, size = self.rings["CPL", 0]
        # What lies there of an earlier time must not look like a completion.
        self.memory.write(base, bytes(32 << size))
        for k in range(await self.read("NIC_RINGS")):
            self.rings["SEND", k] = self.send_base + k * self.APART, self.sends
        for (name, k), (base, size) in self.rings.items():
            await self.write_long(name + "_BASE", base, k * NEXT_SEND)
            await self.write(name + "_SIZE", size, k * NEXT_SEND)
        await self.write("NIC_CTRL", 1)
        await self.write("NODE", self.node)
        await self.write("CTRL", 1)
        cocotb.start_soon(self._take())

    async def region(self, index, base, length, peer=ALL, rights=MAY_WRITE | MAY_READ,
                     key=0xC0FFEE):
        """Returns the key that peers have to name."""
        await self.write_long("REGION_BASE", base)
        await self.write_long("REGION_LEN", length)
        await self.write("REGION_KEY", key << 8)
        await self.write("REGION_PEER", peer)
        await self.write("REGION", rights << 8 | index)
        return key << 8 | index

    # ---- send and receive ring
    async def _put(self, name, element, k=0):
        ring, beside = (name, k), k * NEXT_SEND
        base, size = self.rings[ring]
        while self.head[ring] - self.tail[ring] & 0xFFFF == 1 << size:
            self.tail[ring] = await self.read(name + "_TAIL", beside)
        self.memory.write(base + 64 * (self.head[ring] % (1 << size)), element)
        self.head[ring] = self.head[ring] + 1 & 0xFFFF
        await self.write(name + "_HEAD", self.head[ring], beside)

    async def post(self, operation, node, address, length, key=0, offset=0, immediate=0, flags=0,
                   vc=0, ring=0):
        """Posts a message when the ring has room. Returns its cookie, which finished() wants."""
        self.cookies += 1
        cookie = self.cookies
        self.open[cookie] = Event()
        await self._put("SEND", DESCRIPTOR_BYTES.pack(
            operation, flags, vc, node, address, length, key, offset, immediate, cookie), ring)
        return cookie

    async def post_buffer(self, address, length, cookie=0):
        await self._put("RECV", DESCRIPTOR_BYTES.pack(
            0, 0, 0, 0, address, length, 0, 0, 0, cookie))

    # ---- completions
    def next_completion(self):
        """The next one if it is in memory, or None."""
        base, size = self.rings["CPL", 0]
        element = self.memory.read(base + 32 * (self.taken % (1 << size)), 32)
        *fields, last = COMPLETION_BYTES.unpack(element)
        due = 1 - (self.taken >> size & 1)
        return Completion(*fields) if last >> 7 == due else None

    async def _take(self):
        _, size = self.rings["CPL", 0]
        while True:
            c = self.next_completion()
            if c is None:
                await ClockCycles(self.clk, 10)
                continue
            self.taken = self.taken + 1 & 0xFFFF
            if c.kind == DONE:
                self.done[c.cookie] = c
                self.open[c.cookie].set()
            else:
                self.told.put_nowait(c)
            if self.taken % (1 << size >> 1 or 1) == 0:
                await self.write("CPL_TAIL", self.taken)

    async def finished(self, cookie):
        """The completion of a message."""
        await self.open[cookie].wait()
        del self.open[cookie]
        return self.done.pop(cookie)

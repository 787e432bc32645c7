# SPDX-License-Identifier: Apache-2.0
"""Two ttp_nic in cocotb: a file from memory to memory, by a driver written from docs/nic.md.

The file is that page. Every test begins with a reset, empty memories and empty rings, and wants the
bytes beside those that were moved to be what they were.
"""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, First, RisingEdge, Timer, with_timeout
from cocotb.utils import get_sim_time

from nic_sim import (CAUSE_CPL, DONE, KEY, MAY_READ, MAY_WRITE, MOST, NEXT_SEND, NOTICE, OK, RANGE,
                     READ, RECEIVED, SEND, TELL, WRITE, Completion, Nic)

SEED = int(os.environ.get("SEED", "1"))
POSTS = int(os.environ.get("POSTS", "72"))          # messages of rings_wrap
NS = 8                                              # a cycle: 125 MHz
A, B = 1, 2                                         # nodes
PIECE = 4096                                        # bytes a message of the file
# Addresses; the rings lie below.
FILE, BACK, REGION, BUFFERS = 0x7_0000_0003, 0x7_0001_0005, 0x8_0000_0101, 0x9_0000_0006
PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "nic.md")
GUARD = 64                                          # bytes that are looked at beside the others


class Bench:
    """The two NICs after reset, started."""

    @classmethod
    async def make(cls, dut):
        self = cls()
        self.dut, self.rng = dut, random.Random(SEED)
        dut.rst.value = 1
        cocotb.start_soon(Clock(dut.clk, NS, "ns").start())
        self.a, self.b = Nic(dut, "a", A), Nic(dut, "b", B)
        await ClockCycles(dut.clk, 4)
        await Timer(NS // 2, "ns")
        dut.rst.value = 0
        for nic in (self.a, self.b):
            await nic.start()
        return self


def cycles():
    return int(get_sim_time("ns")) // NS


def fill(nic, address, size, rng):
    """Random bytes with a margin; what lies there then, margins and all."""
    nic.memory.write(address - GUARD, rng.randbytes(size + 2 * GUARD))
    return around(nic, address, size)


def around(nic, address, size):
    return bytes(nic.memory.read(address - GUARD, size + 2 * GUARD))


def changed(before, offset, data):
    """What fill() gave, with these bytes written at an offset."""
    at = GUARD + offset
    return before[:at] + data + before[at + len(data):]


def slow(nic, rng, share):
    """Memory that is not ready, or gives nothing, in this share of the cycles."""
    def pauses():
        while True:
            yield rng.random() < share
    w, r = nic.memory.write_if, nic.memory.read_if
    for channel in (w.aw_channel, w.w_channel, w.b_channel, r.ar_channel, r.r_channel):
        channel.set_pause_generator(pauses())


async def all_ok(nic, cookies):
    for cookie in cookies:
        c = await with_timeout(nic.finished(cookie), 500, "us")
        assert c.status == OK, c


async def put(t, data):
    """The file into B's region, in messages; the last with NOTICE. The key of the region."""
    key = await t.b.region(3, REGION, len(data), peer=A)
    t.a.memory.write(FILE, data)
    cookies = []
    for at in range(0, len(data), PIECE):
        size = min(PIECE, len(data) - at)
        last = at + size == len(data)
        cookies.append(await t.a.post(WRITE, B, FILE + at, size, key, at, immediate=0xF11E,
                                      flags=TELL if last else 0))
    await all_ok(t.a, cookies)
    return key, len(cookies)


@cocotb.test()
async def write_file(dut):
    """The file by WRITE in messages, the last with NOTICE: identical, and nothing beside it."""
    t = await Bench.make(dut)
    with open(PAGE, "rb") as page:
        data = page.read()
    before = fill(t.b, REGION, len(data), t.rng)
    begin = cycles()
    key, messages = await put(t, data)
    took = cycles() - begin
    c = await with_timeout(t.b.told.get(), 10, "us")
    last = (messages - 1) * PIECE
    assert c == Completion(NOTICE, OK, 0, 0, A, last, len(data) - last, 0xF11E, key, 0), c
    assert around(t.b, REGION, len(data)) == changed(before, 0, data)
    n = await t.a.counters()
    assert (n["OK"], n["FAILED"], n["LATE"], n["LOST"]) == (messages, 0, 0, 0), n
    dut._log.info("WRITE: %d bytes in %d messages, %d payloads, %d cycles, %.2f bytes a cycle",
                  len(data), messages, n["POSTED"], took, len(data) / took)


@cocotb.test()
async def read_file(dut):
    """The file there by WRITE and back by READ into other memory: identical."""
    t = await Bench.make(dut)
    with open(PAGE, "rb") as page:
        data = page.read()
    key, messages = await put(t, data)
    before = fill(t.a, BACK, len(data), t.rng)
    begin = cycles()
    # tgt.read: so many of them wait at B, one more is BUSY
    share = (await t.b.read("NIC_PARAM") >> 24) * PIECE
    for first in range(0, len(data), share):
        cookies = [await t.a.post(READ, B, BACK + at, min(PIECE, len(data) - at), key, at)
                   for at in range(first, min(first + share, len(data)), PIECE)]
        await all_ok(t.a, cookies)
    took = cycles() - begin
    assert around(t.a, BACK, len(data)) == changed(before, 0, data)
    n = await t.a.counters()
    assert (n["OK"], n["FAILED"], n["LATE"]) == (2 * messages, 0, 0), n
    dut._log.info("READ: %d bytes in %d messages, %d cycles, %.2f bytes a cycle",
                  len(data), messages, took, len(data) / took)


@cocotb.test()
async def send_to_buffer(dut):
    """SEND into posted buffers, of 0 to 992 bytes: RECEIVED with an interrupt, then the bytes."""
    t = await Bench.make(dut)
    await t.b.write("NIC_MASK", CAUSE_CPL)
    for i, size in enumerate((5, MOST, 0)):
        data = t.rng.randbytes(size)
        t.a.memory.write(FILE, data)
        before = fill(t.b, BUFFERS, MOST, t.rng)
        await t.b.post_buffer(BUFFERS, MOST, cookie=0xB0FFE0 + i)
        cookie = await t.a.post(SEND, B, FILE, size, immediate=77 + i, vc=1)
        if not t.b.irq.value:
            await First(RisingEdge(t.b.irq), ClockCycles(dut.clk, 5000))
        assert t.b.irq.value and await t.b.read("NIC_CAUSE") == CAUSE_CPL
        c = await with_timeout(t.b.told.get(), 10, "us")
        assert c == Completion(RECEIVED, OK, 1, 0, A, 0xB0FFE0 + i, size, 77 + i, 0, i), c
        assert around(t.b, BUFFERS, MOST) == changed(before, 0, data)
        await t.b.write("NIC_CAUSE", CAUSE_CPL)
        await ClockCycles(dut.clk, 2)
        assert not t.b.irq.value
        c = await with_timeout(t.a.finished(cookie), 10, "us")
        assert c == Completion(DONE, OK, 1, 0, B, cookie, size, 0, 0, i), c


@cocotb.test()
async def refused(dut):
    """A wrong key, a right that is not given, a byte too much: refused, and nothing has changed."""
    t = await Bench.make(dut)
    key = await t.b.region(3, REGION, 3000, peer=A, rights=MAY_WRITE)
    deaf = await t.b.region(4, BACK, 3000, peer=7)
    await t.b.region(5, BUFFERS, 3000, peer=A, rights=MAY_READ)
    memory = [fill(t.b, at, 3000, t.rng) for at in (REGION, BACK, BUFFERS)]
    mine = fill(t.a, FILE, 3000, t.rng)
    for operation, wrong, offset, size, status in (
            (WRITE, key ^ 1 << 8, 0, 2500, KEY), (WRITE, key ^ 1, 0, 100, KEY),
            (WRITE, 0, 0, 1, KEY), (READ, key, 0, 100, KEY), (WRITE, deaf, 0, 100, KEY),
            (WRITE, key, 1, 3000, RANGE), (WRITE, key, 3001, 0, RANGE),
            (WRITE, key, (1 << 64) - 8, 16, RANGE)):
        cookie = await t.a.post(operation, B, FILE, size, wrong, offset)
        c = await with_timeout(t.a.finished(cookie), 100, "us")
        assert (c.status, c.length) == (status, size), c
    assert memory == [around(t.b, at, 3000) for at in (REGION, BACK, BUFFERS)]
    assert mine == around(t.a, FILE, 3000)
    # The link lives, and the region is what it was.
    await all_ok(t.a, [await t.a.post(WRITE, B, FILE, 3000, key)])
    data = mine[GUARD:-GUARD]
    assert around(t.b, REGION, 3000) == changed(memory[0], 0, data)
    n, m = await t.a.counters(), await t.b.counters()
    assert (n["OK"], n["FAILED"]) == (1, 8) and m["REFUSED"] >= 8, (n, m)
    assert t.b.told.empty()


@cocotb.test()
async def two_rings(dut):
    """Small messages in ring 1, one open at a time by its limit, beside a long one in ring 0: they
    end first. In ring 0 they would stand behind it."""
    t = await Bench.make(dut)
    size, many = 40000, 3
    key = await t.b.region(0, REGION, size + many, peer=A)
    source = fill(t.a, FILE, size + many, t.rng)
    there = fill(t.b, REGION, size + many, t.rng)
    await t.a.write("SEND_LIMIT", 1, NEXT_SEND)
    begin = cycles()
    long_one = await t.a.post(WRITE, B, FILE, size, key)
    small = [await t.a.post(WRITE, B, FILE + size + i, 1, key, size + i, vc=1, ring=1)
             for i in range(many)]
    for i, cookie in enumerate(small):
        c = await with_timeout(t.a.finished(cookie), 100, "us")
        assert c == Completion(DONE, OK, 1, 1, B, cookie, 1, 0, 0, i), c
        assert not t.a.open[long_one].is_set(), "%d behind the long one" % i
    took = cycles() - begin
    c = await with_timeout(t.a.finished(long_one), 100, "us")
    assert c == Completion(DONE, OK, 0, 0, B, long_one, size, 0, 0, 0), c
    assert around(t.b, REGION, size + many) == changed(there, 0, source[GUARD:][:size + many])
    dut._log.info("%d of ring 1 in %d cycles, %d bytes of ring 0 in %d", many, took, size,
                  cycles() - begin)


@cocotb.test()
async def rings_wrap(dut):
    """More messages than the rings have elements, of all operations: none is lost or doubled."""
    t = await Bench.make(dut)
    for nic in (t.a, t.b):
        slow(nic, t.rng, 0.3)
    room, slots = 512, 6                # bytes of a message, buffers; the ring has 4 elements
    key = await t.b.region(0, REGION, POSTS * room, peer=A)
    source = fill(t.a, FILE, POSTS * room, t.rng)
    back = fill(t.a, BACK + (1 << 20), POSTS * room, t.rng)
    there = fill(t.b, REGION, POSTS * room, t.rng)
    plan = [((SEND, WRITE, READ)[i % 3], t.rng.randint(0, room)) for i in range(POSTS)]
    wanted = [i for i, (operation, _) in enumerate(plan) if operation != READ]

    async def listen():
        """Compares what B is told; a buffer that has been read is posted anew."""
        for i in range(slots):
            await t.b.post_buffer(BUFFERS + i * room, room, i)
        received = 0
        for i in wanted:
            c = await t.b.told.get()
            operation, size = plan[i]
            data = source[GUARD + i * room:][:size]
            assert (c.status, c.node, c.length, c.immediate) == (OK, A, size, i), (i, c)
            if operation == SEND:
                assert (c.kind, c.index, c.cookie) == (RECEIVED, received, received % slots), c
                assert bytes(t.b.memory.read(BUFFERS + c.cookie * room, size)) == data, c
                received += 1
                await t.b.post_buffer(BUFFERS + c.cookie * room, room, c.cookie)
            else:
                assert (c.kind, c.cookie, c.key) == (NOTICE, i * room, key), c
                assert bytes(t.b.memory.read(REGION + i * room, size)) == data, c

    listener = cocotb.start_soon(listen())
    cookies = []
    for i, (operation, size) in enumerate(plan):
        at = (BACK + (1 << 20) if operation == READ else FILE) + i * room
        cookies.append(await t.a.post(
            operation, B, at, size, 0 if operation == SEND else key,
            0 if operation == SEND else i * room, 0 if operation == READ else i,
            TELL if operation == WRITE else 0))
    await all_ok(t.a, cookies)
    await with_timeout(listener, 100, "us")
    written = there
    for i, (operation, size) in enumerate(plan):
        if operation == WRITE:
            written = changed(written, i * room, source[GUARD + i * room:][:size])
        elif operation == READ:
            back = changed(back, i * room, there[GUARD + i * room:][:size])
    assert around(t.b, REGION, POSTS * room) == written
    assert around(t.a, BACK + (1 << 20), POSTS * room) == back
    sends = sum(operation == SEND for operation, _ in plan)
    assert (await t.a.read("SEND_TAIL"), await t.a.read("CPL_HEAD")) == (POSTS, POSTS)
    assert await t.b.read("RECV_TAIL") >= sends and await t.b.read("CPL_HEAD") == len(wanted)
    n, m = await t.a.counters(), await t.b.counters()
    assert (n["OK"], n["FAILED"], m["TOLD"], m["REFUSED"]) == (POSTS, 0, len(wanted), 0), (n, m)
    dut._log.info("%d messages, %d RECEIVED, %d NOTICE; rings of 8, 4 and 8 elements",
                  POSTS, sends, len(wanted) - sends)

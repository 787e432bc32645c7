#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The other side of `ttpnicdev` and of `ttpnic --device`, played by hand: every message of the
protocol, byte by byte, answers out of order, and what nobody should send.
"""
import contextlib, os, struct

from nic_lib import Program, expect, main, make_file
from pcie_lib import *

ONES = b"\xff" * 4
NODE, CTRL = 0x020, 0x024
ID, NIC_CTRL, RINGS = 0x1000, 0x1008, 0x1010
SEND_BASE, SEND_SIZE, SEND_HEAD = 0x1200, 0x1208, 0x120c
RECV_BASE, RECV_HEAD, CPL_BASE, CPL_SIZE = 0x1030, 0x103c, 0x1050, 0x1058
CAUSE, MASK = 0x1078, 0x107c
RING, BUFFERS, TOLD = 0x7000000000000000, 0x123456000, 0x200000


@contextlib.contextmanager
def device(d, dut, *options, **how):
    with Program("ttpnicdev", "--pcie", "simbricks:" + d + "/p", "--wire", "udp:0:0", "--dut", dut,
                 *options) as p:
        h = Host(d + "/p", **how)
        yield p, h
        h.close()


def bar(d):
    """Registers, one and several, and what lies outside."""
    for dut in ["model", "rtl", "lockstep"]:
        with device(d, dut) as (p, h):
            expect(h.device == (8192, 0, *[0] * 10, 0x544E, 0x4943, 2, 0x80, *[0] * 9),
                   "the device's intro %s" % (h.device,))
            expect(h.read(ID) == b"CINT", "NIC_ID")
            expect(h.read(0, 8)[:4] == b"1PTT", "ID of the MAC")
            h.write(NODE, 0x123456)
            expect(h.read(NODE) == struct.pack("<I", 0x123456), "NODE was not written")
            h.post(NODE, 5)
            expect(h.read(NODE) == struct.pack("<I", 5), "a posted write is not in front of a read")
            h.send(H2D_WRITE, 1, SEND_BASE, data=struct.pack("<2I", 0x40, 7))
            h.want(D2H_WRITECOMP)
            expect(h.read(SEND_BASE, 8) == struct.pack("<2I", 0x40, 7), "two registers at once")
            for offset, length, of in [(8192, 4, 0), (8188, 8, 0), (ID + 2, 4, 0), (ID, 2, 0),
                                       (ID, 6, 0), (ID, 0, 0), (ID, 4, 1), (1 << 63, 4, 0),
                                       ((1 << 64) - 4, 8, 0), (0x1ffc, 4, 0)]:
                expect(h.read(offset, length, of) == b"\xff" * length, "%x is there" % offset)
            h.write(ID, 3)
            h.write(8192 + NODE, 3)
            h.send(H2D_WRITE_POSTED, 0, NODE, data=ONES[:2])
            expect(h.read(NODE) == struct.pack("<I", 5), "NODE was written from elsewhere")
            h.send(SYNC)
            h.send(END)
            expect(" 13 refused" in p.end(0, "OK"), "not 13 accesses were refused: " + p.said())


def rings(h, cpl=TOLD):
    for base, address in [(SEND_BASE, RING), (RECV_BASE, BUFFERS), (CPL_BASE, cpl)]:
        h.write(base, address & 0xffffffff)
        h.write(base + 4, address >> 32)
        h.write(base + 8, 4)
    h.write(NODE, 1)
    h.write(CTRL, 1)
    h.write(NIC_CTRL, 1)


def reads(h, n):
    """{address: (ID, length)} of the next n messages, reads all."""
    out = {}
    for _ in range(n):
        id, at, length = struct.unpack_from("<QQH", h.want(D2H_READ))
        out[at] = id, length
    return out


def descriptor(cookie):
    """Of no operation: it ends with status 13."""
    return struct.pack("<B39xQ16x", 9, cookie)


def completion(h):
    """The bytes of the next completion, and where they are written."""
    id, at, length = struct.unpack_from("<QQH", m := h.want(D2H_WRITE))
    h.send(H2D_WRITECOMP, id)
    return at, m[64:64 + length]


def dma(d):
    """Two rings are fetched at once, in pieces of a slot each, and answered backwards."""
    for dut in ["model", "lockstep"]:
        with device(d, dut, "--slot", "128") as (p, h):
            rings(h)
            h.post(RECV_HEAD, 3)
            h.post(SEND_HEAD, 2)
            asked = reads(h, 5)
            want = [BUFFERS, BUFFERS + 64, BUFFERS + 128, RING, RING + 64]
            expect(sorted(asked) == want, "reads of %s" % [hex(x) for x in sorted(asked)])
            expect(all(length == 64 for _, length in asked.values()), "lengths %s" % asked)
            expect(h.hear(0.05) is None, "a completion before its descriptor")
            for at in reversed(want):
                h.send(H2D_READCOMP, asked[at][0], data=descriptor(at & 0xff))
            for i in range(2):
                at, c = completion(h)
                expect(at == TOLD + 32 * i and len(c) == 32, "%d bytes at %x" % (len(c), at))
                expect(c[0] == 1 and c[1] == 13 and c[31] == 0x80 and c[28] == i, c.hex())
                expect(struct.unpack_from("<Q", c, 8)[0] == 64 * i, "cookie of " + c.hex())
            h.send(END)
            p.end(0, "OK")


def interrupts(d):
    """The level of the pin as edges, while DEVCTRL wants them; behind the answer of memory."""
    with device(d, "lockstep") as (p, h):
        def edge(kind):
            expect(h.want(D2H_INTERRUPT)[:3] == bytes([0, 0, kind]), "no edge of kind %d" % kind)

        def wants(flags):
            h.send(H2D_DEVCTRL, head=struct.pack("<Q", flags))

        def complete(k):
            h.post(SEND_HEAD, k)
            for at, (id, length) in reads(h, 1).items():
                h.send(H2D_READCOMP, id, data=descriptor(at))
            id, = struct.unpack_from("<Q", h.want(D2H_WRITE))
            expect(h.hear(0.05) is None, "an interrupt before the write is answered")
            h.send(H2D_WRITECOMP, id)

        rings(h)
        h.write(MASK, 1)
        complete(1)
        expect(h.read(CAUSE) == b"\1\0\0\0", "no cause")       # an INTERRUPT would come first
        wants(1)
        edge(0)
        wants(6)
        edge(1)
        wants(1)
        edge(0)
        h.post(CAUSE, 1)
        edge(1)
        complete(2)
        edge(0)
        h.post(MASK, 0)
        edge(1)
        h.send(END)
        expect("; 6 interrupts" in p.end(0, "OK"), "interrupts: " + p.said())


def wrong_host(d):
    for how, what in [(dict(version=2), "version 2"), (dict(upper=NETWORK), "its kind is 1"),
                      (dict(flags=3), "insists on synchronisation")]:
        with device(d, "model", **how) as (p, h):
            p.end(2, what)
    for send, what in [(lambda h: h.send(0x7e), "a message of type 7e"),
                       (lambda h: h.send(H2D_READCOMP, 77), "answers request 4d, which is not"),
                       (lambda h: h.send(H2D_WRITECOMP, 1), "answers request 1, which is not"),
                       (lambda h: h.send(H2D_WRITE, 1, ID, 9000), "more bytes than a message"),
                       (lambda h: h.send(H2D_READ, 1, ID, 9000), "more bytes than a message"),
                       (lambda h: h.close(), "the host has gone without a word")]:
        with device(d, "model") as (p, h):
            send(h)
            p.end(1, "ttpnicdev: the host ")
            expect(what in p.said(), p.said())


def same_path(d):
    """A second device is refused; the first one stays. A socket that was left is replaced."""
    words = ["--pcie", "simbricks:" + d + "/p", "--wire", "udp:0:0"]
    with Program("ttpnicdev", *words) as first:
        first.until("device at")
        while not os.path.exists(d + "/p"):
            time.sleep(0.01)
        with Program("ttpnicdev", *words) as second:
            second.end(2, "/p: Address already in use")
        expect(Host(d + "/p").read(ID) == b"CINT", "NIC_ID")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(d + "/p")
    with device(d, "model", "--wait", "5") as (p, h):
        expect(h.read(ID) == b"CINT", "NIC_ID")
    with Program("ttpnicdev", *words, "--wait", "1") as p, socket.socket(socket.AF_UNIX) as silent:
        while silent.connect_ex(d + "/p"):
            time.sleep(0.01)
        p.end(2, "/p: no host has come within 1 s")


# ---------------------------------------------------------------- a device by hand

@contextlib.contextmanager
def host(d, **how):
    dev = Device(d + "/p")
    f = make_file(d + "/f", 10)
    with Program("ttpnic", "put", f, "--device", "simbricks:" + d + "/p", "--wait", "2") as p:
        yield p, dev.meet(**how)
    dev.close()
    dev.listener.close()
    os.unlink(d + "/p")


def opened(dev):
    """Answers until the host has rung: its registers."""
    registers = {}
    while SEND_HEAD not in registers:
        kind, m = dev.hear()
        id, offset, length, of = struct.unpack_from("<QQHB", m)
        expect(kind in (H2D_READ, H2D_WRITE_POSTED) and length == 4 and of == 0,
               "type %02x, %d bytes of BAR %d" % (kind, length, of))
        if kind == H2D_READ:
            dev.send(D2H_READCOMP, id, data={ID: b"CINT", RINGS: b"\1\0\0\0"}.get(offset, bytes(4)))
        else:
            registers[offset] = struct.unpack_from("<I", m, 64)[0]
    return registers


def ask(dev, at, length):
    dev.send(D2H_READ, 3, at, length)
    m = dev.want(H2D_READCOMP)
    expect(struct.unpack_from("<Q", m)[0] == 3, "another ID comes back")
    return m[64:64 + length]


def put(dev, at, data):
    dev.send(D2H_WRITE, 4, at, data=data)
    expect(struct.unpack_from("<Q", dev.want(H2D_WRITECOMP))[0] == 4, "another ID comes back")


def outside(d):
    """The rings of the host are its memory; what lies beside them is not reached."""
    with host(d) as (p, dev):
        r = opened(dev)
        ring = r[SEND_BASE] | r[SEND_BASE + 4] << 32
        told = r[CPL_BASE] | r[CPL_BASE + 4] << 32
        end = told + 32 * (1 << r[CPL_SIZE])
        expect(ring % 64 == 0 and r[NODE] == 1, "ring at %x" % ring)
        d0 = ask(dev, ring, 64)
        expect(d0[0] == 1 and d0[4:7] == b"\2\0\0", "a SEND to node 2: " + d0.hex())
        at, length = struct.unpack_from("<QI", d0, 8)
        note = ask(dev, at, length)
        expect(note[0] == 1 and b"f\0" in note, "the note: " + note.hex())
        put(dev, end - 32, b"\0" * 31 + b"\x55")
        expect(ask(dev, end - 32, 32) == b"\0" * 31 + b"\x55", "a write in the ring")
        expect(ask(dev, end - 8, 16) == b"\0" * 7 + b"\x55" + b"\xff" * 8, "across its end")
        expect(ask(dev, 16, 100) == b"\xff" * 100, "an address of nobody")
        expect(ask(dev, (1 << 64) - 8, 16) == b"\xff" * 16, "across the end of all")
        put(dev, end - 4, b"\x11" * 8)
        expect(ask(dev, end - 8, 8) == b"\0" * 4 + b"\x11" * 4, "a write across its end")
        put(dev, 16, b"\x11" * 8)
        dev.send(D2H_INTERRUPT)
        dev.send(SYNC)
        dev.send(END)
        p.end(1, "the device has ended; 5 accesses of the device outside")


def wrong_device(d):
    for how, what in [(dict(version=2), "version 2"), (dict(upper=NETWORK), "its kind is 1"),
                      (dict(flags=2), "insists on synchronisation"), (dict(at=88), "not behind"),
                      (dict(lie=1 << 40), "a queue of 16 slots of 192 bytes at 1099511627776"),
                      (dict(bar=4096), "544e:4943 is no NIC, its BAR 0 has 4096 bytes"),
                      (dict(bar_flags=1), "its BAR 0 has 0 bytes")]:
        with host(d, **how) as (p, dev):
            p.end(2, what)
    with host(d) as (p, dev):
        dev.send(D2H_READCOMP, struct.unpack_from("<Q", dev.want(H2D_READ))[0], data=b"TENT")
        p.end(2, "this is no NIC")
    for rings in (0, 9):
        with host(d) as (p, dev):
            for value in (b"CINT", bytes([rings, 0, 0, 0])):
                dev.send(D2H_READCOMP, struct.unpack_from("<Q", dev.want(H2D_READ))[0], data=value)
            p.end(2, "has not 1 to 8 send rings")
    with host(d) as (p, dev):
        dev.want(H2D_READ)
        p.end(2, "the NIC has gone", 10)                # it does not answer within 2 s
    for send, what in [(lambda v: v.send(0x45), "a message of type 45"),
                       (lambda v: v.send(D2H_WRITECOMP, 1), "a message of type 44"),
                       (lambda v: v.send(D2H_READCOMP, 1), "a read that was not asked"),
                       (lambda v: v.send(D2H_READ, 1, 0, 129), "reads 129 bytes at once, where"),
                       (lambda v: v.send(D2H_WRITE, 1, 0, 129), "writes 129 bytes at once, where"),
                       (lambda v: v.close(), "the device has gone")]:
        with host(d) as (p, dev):
            opened(dev)
            send(dev)
            p.end(1, what)


main(bar, dma, interrupts, wrong_host, same_path, outside, wrong_device)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`ttpnicdev --pcie qemu:PATH` with QEMU played by hand: configuration space, BAR 0, memory of the
guest in pieces, with bus mastering on and off, INTx, both ways of a reset, and what nobody should
send.
"""
import contextlib, os, select, socket, struct, time

from nic_lib import Program, expect, main
from qemu_lib import *

ID, NODE = 0x1000, 0x020
NIC_CTRL, SEND_BASE, SEND_HEAD, RECV_BASE, CPL_BASE = 0x1008, 0x1200, 0x120c, 0x1030, 0x1050
CAUSE, MASK = 0x1078, 0x107c
TNIC = 0x544E4943
HIGH, LOW, PAGE = 0x100000000, 0x10000, 4096
BAR = 0xfebfe000


@contextlib.contextmanager
def device(d, dut="model", *options):
    with Program("ttpnicdev", "--pcie", "qemu:" + d + "/p", "--wire", "udp:0:0", "--dut", dut,
                 *options) as p:
        q = Qemu(d + "/p")
        yield p, q
        q.close()


def config(d):
    """As QEMU and then a kernel look at it."""
    with device(d) as (p, q):
        for offset, n, value in [(0, 4, 0x4943544e), (2, 2, 0x4943), (8, 4, 0x02800000),
                                 (0x0e, 1, 0), (0x2c, 4, 0x4943544e), (0x3d, 1, 1),
                                 (STATUS, 2, 0x10), (0x34, 1, 0x40), (0x40, 4, 0x00030001)]:
            expect(q.config(offset, n) == value, "%d bytes at %x: %x" % (n, offset,
                                                                         q.config(offset, n)))
        for i in range(7):
            q.set_config(BAR0 + 4 * i, 0xffffffff)
            expect(q.config(BAR0 + 4 * i) == (0 if i else 0xffffe000), "BAR %d" % i)
        q.set_config(COMMAND, 0xffff, 2)
        expect(q.config(COMMAND, 2) == MEM | MASTER | NO_INTX, "command register")
        q.set_config(0, 0)
        q.set_config(STATUS, 0xffff, 2)
        expect(q.config(0) == 0x4943544e and q.config(STATUS, 2) == 0x10, "it was written")
        q.set_config(0x3c, 0xff0b, 2)
        expect(q.config(0x3c, 2) == 0x010b, "line and pin of INTx")
        q.set_config(0x12, 0xabcd, 2)
        expect(q.config(BAR0) == 0xabcde000, "half of a BAR: %x" % q.config(BAR0))
        q.set_config(255, 1, 1)
        expect(q.config(252) == 0, "the last bytes")
        q.close()
        p.end(0, "OK")


def bar(d):
    """Registers, one and two at a time, and what lies outside."""
    for dut in ["model", "rtl", "lockstep"]:
        with device(d, dut) as (p, q):
            q.enable(BAR)
            expect(q.read(ID) == TNIC, "NIC_ID")
            q.write(NODE, 0x123456)
            expect(q.read(NODE) == 0x123456, "NODE was not written")
            q.write(SEND_BASE, 7 << 32 | 0x40, 8)
            expect(q.read(SEND_BASE, 8) == 7 << 32 | 0x40, "two registers at once")
            for offset, n, memory in [(8192, 4, 1), (-4, 4, 1), (8188, 8, 1), (ID + 2, 4, 1),
                                      (ID, 1, 1), (ID, 2, 1), (ID, 4, 0), (0x1ffc, 4, 1)]:
                expect(q.read(offset, n, memory) == (1 << 8 * n) - 1, "%x is there" % offset)
            q.write(ID, 3)
            q.write(NODE, 3, 2)
            expect(q.read(NODE) == 0x123456, "NODE was written in part")
            q.bar = 0
            q.set_config(BAR0, 0x40000000)
            expect(q.read(0x40000000 + ID) == TNIC, "the BAR did not move")
            expect(q.read(BAR + ID) == 0xffffffff, "the BAR is still there")
            q.close()
            expect(" 11 refused" in p.end(0, "OK"), "not 11 accesses were refused: " + p.said())


class Bench:
    """Memory of two pieces of one file, the second at HIGH, where the rings are."""

    def __init__(self, q, told=HIGH + 2 * PAGE, ring=HIGH):
        self.q, self.fd, self.told, self.n = q, ram(8 * PAGE), told, 0
        self.ring = ring
        q.share((LOW, PAGE, self.fd, 0), (HIGH, 4 * PAGE, self.fd, 2 * PAGE))
        self.start()

    def start(self):
        for base, at in [(SEND_BASE, self.ring), (RECV_BASE, HIGH + PAGE), (CPL_BASE, self.told)]:
            self.q.write(base, at & 0xffffffff)
            self.q.write(base + 4, at >> 32)
            self.q.write(base + 8, 4)
        self.q.write(NIC_CTRL, 1)
        self.n = 0

    def at(self, address):
        return address - HIGH + 2 * PAGE if address >= HIGH else address - LOW

    def post(self, cookie):
        """A descriptor of no operation: it ends with status 13."""
        os.pwrite(self.fd, struct.pack("<B39xQ16x", 9, cookie), self.at(self.ring + 64 * self.n))
        self.n += 1
        self.q.write(SEND_HEAD, self.n)

    def completion(self, i):
        return os.pread(self.fd, 32, self.at(self.told + 32 * i))

    def comes(self, i, seconds=20):
        end = time.monotonic() + seconds
        while not self.completion(i)[31] >> 7:
            if time.monotonic() > end:
                return None
            time.sleep(0.001)
        return self.completion(i)

    def answered(self):
        """The NIC has written a completion, wherever it went."""
        end = time.monotonic() + 20
        while not self.q.read(CAUSE) & 1:
            expect(time.monotonic() < end, "no cause for a completion")
            time.sleep(0.001)
        self.q.write(CAUSE, 1)


def dma(d):
    """The file is where the guest's memory is, byte for byte, and nowhere else."""
    for dut in ["model", "lockstep"]:
        with device(d, dut) as (p, q):
            q.enable(BAR)
            b = Bench(q)
            os.pwrite(b.fd, b"\x5a" * 64, b.at(b.told) + 64)
            for i in range(2):
                b.post(0x1122334455667788 + i)
                c = b.comes(i)
                expect(c and c[0] == 1 and c[1] == 13 and c[28] == i and c[31] == 0x80, "%s" % c)
                expect(struct.unpack_from("<Q", c, 8)[0] == 0x1122334455667788 + i, c.hex())
                b.answered()
            whole = os.pread(b.fd, 8 * PAGE, 0)
            rest = bytearray(whole)
            rest[b.at(b.told):b.at(b.told) + 128] = bytes(128)
            rest[b.at(HIGH):b.at(HIGH) + 128] = bytes(128)
            expect(not any(rest), "it has written elsewhere")
            expect(whole[b.at(b.told) + 64:][:64] == b"\x5a" * 64, "beside the completion")
            # Now the same guest address is other memory.
            q.share((LOW, PAGE, b.fd, 0), (HIGH, 4 * PAGE, b.fd, 4 * PAGE))
            before = os.pread(b.fd, 32, 4 * PAGE + 128)
            b.post(1)
            b.answered()
            expect(os.pread(b.fd, 4 * PAGE, 2 * PAGE)[2 * PAGE:][64:96] == b"\x5a" * 32
                   and before == bytes(32), "the old memory was written")
            expect(os.pread(b.fd, 32, 6 * PAGE + 64)[31] == 0x80, "the new memory was not")
            q.close()
            expect("0 accesses outside, 0 without" in p.end(0, "OK"), p.said())


def not_allowed(d):
    """Without bus master nothing of memory is read or written; outside of it the same."""
    with device(d, "lockstep") as (p, q):
        q.enable(BAR, MEM)
        b = Bench(q)
        b.post(5)
        b.answered()
        expect(not any(b.completion(0)), "written without bus master: " + b.completion(0).hex())
        q.set_config(COMMAND, MEM | MASTER, 2)
        b.post(6)
        c = b.comes(1)
        expect(c and c[1] == 13 and c[8] == 6, "with bus master: %s" % c)
        expect(not any(b.completion(0)), "the old completion comes late")
        b.answered()
        q.set_config(POWER, 3, 2)
        b.post(7)
        b.answered()
        expect(not any(b.completion(2)), "written while it is in D3hot")
        q.close()
        expect("0 accesses outside, 4 without bus master" in p.end(0, "OK"), p.said())
    for told in (HIGH + 4 * PAGE, LOW + PAGE, 0, 1 << 52):
        with device(d) as (p, q):
            q.enable(BAR)
            b = Bench(q, told)
            b.post(5)
            b.answered()
            expect(not any(os.pread(b.fd, 8 * PAGE, b.at(HIGH) + 64)), "written for %x" % told)
            q.close()
            expect(" 1 accesses outside" in p.end(0, "OK"), p.said())
    with device(d) as (p, q):
        q.enable(BAR)
        b = Bench(q, ring=LOW + PAGE)       # behind the first piece: a descriptor of ones
        q.write(SEND_HEAD, 1)
        c = b.comes(0)
        expect(c and c[1] == 13 and c[8:16] == b"\xff" * 8, "%s" % c)


def resets(d):
    """By QEMU, and by power management: nothing of before is left."""
    def by_qemu(q):
        q.send(RESET)
        expect(q.answer() == 0, "answer to a reset")

    def by_power(q):
        q.set_config(POWER, 3, 2)
        expect(q.config(POWER, 2) == 3, "D3hot")
        q.set_config(POWER, 0, 2)

    for reset in (by_qemu, by_power):
        with device(d, "lockstep") as (p, q):
            q.enable(BAR)
            b = Bench(q)
            q.write(NODE, 77)
            for _ in range(2):
                b.post(5)
                expect(b.comes(0), "no completion")
                reset(q)
                expect(q.config(COMMAND, 2) == 0 and q.config(BAR0) == 0, "configuration space")
                expect(q.config(POWER) == 0, "the state of power")
                q.enable(BAR)
                expect(q.read(NODE) == 0 and q.read(NIC_CTRL) == 0 and q.read(SEND_HEAD) == 0,
                       "registers")
                os.pwrite(b.fd, bytes(PAGE), b.at(b.told))
                b.start()
            q.close()
            expect("; 2 resets" in p.end(0, "OK"), p.said())


def interrupts(d):
    """Its edges, its way back, the bit that switches it off, and the bit that shows it."""
    with device(d, "lockstep") as (p, q):
        rise, seen = os.eventfd(0, os.EFD_NONBLOCK), os.eventfd(0, os.EFD_NONBLOCK)

        def came(seconds=0.1):
            if not select.select([rise], [], [], seconds)[0]:
                return 0
            return os.eventfd_read(rise)

        q.enable(BAR)
        q.send(IRQFD, fds=[rise, seen])
        b = Bench(q)
        q.write(MASK, 1)
        expect(not came(), "an interrupt without a cause")
        b.post(1)
        expect(came(5) == 1 and q.config(STATUS, 2) == 0x18, "no interrupt")
        os.eventfd_write(seen, 1)
        expect(came(5) == 1, "not again while the pin is high")
        q.write(CAUSE, 1)
        expect(q.config(STATUS, 2) == 0x10, "the status stays")
        os.eventfd_write(seen, 1)
        expect(not came(), "again while the pin is low")
        q.set_config(COMMAND, MEM | MASTER | NO_INTX, 2)
        b.post(2)
        while q.config(STATUS, 2) != 0x18:
            time.sleep(0.001)
        expect(not came(), "switched off")
        q.set_config(COMMAND, MEM | MASTER, 2)
        expect(came(5) == 1, "not when it is switched on")
        q.close()
        expect("; 3 interrupts" in p.end(0, "OK"), p.said())


def wrong_qemu(d):
    """Exit 1 and a line for each; no hang."""
    fd = ram(4 * PAGE)
    sync = struct.pack("<24Q", *[0] * 24)

    def table(address, n, offset):
        return struct.pack("<Q56xQ56xQ56x", address, n, offset)

    for say, what in [
            (lambda q: q.send(8), "command 8, which is none of 7.2"),
            (lambda q: q.send(-1), "command 4294967295, which is none"),
            (lambda q: q.send(RET, bytes(8)), "command 1, which is none"),
            (lambda q: q.send(CFG_READ, bytes(16)), "command 3 with 16 bytes"),
            (lambda q: q.send(BAR_READ, bytes(24), size=1 << 60), "command 5 with 115292150460684"),
            (lambda q: q.send(RESET, bytes(4)), "command 7 with 4 bytes"),
            (lambda q: q.send(SYNC, sync), "command 0 with 0 descriptors"),
            (lambda q: q.send(SYNC, sync, [fd] * 9), "more descriptors than a message has"),
            (lambda q: q.send(IRQFD, fds=[fd]), "command 6 with 1 descriptors"),
            (lambda q: q.send(RESET, fds=[fd]), "command 7 with 1 descriptors"),
            (lambda q: q.send(SYNC, table(0, PAGE, 4 * PAGE), [fd]), "4096 bytes from 16384 on"),
            (lambda q: q.send(SYNC, table(0, 5 * PAGE, 0), [fd]), "20480 bytes from 0 on"),
            (lambda q: q.send(SYNC, table(0, 0, 0), [fd]), "0 bytes from 0 on"),
            (lambda q: q.send(SYNC, table(0, PAGE, 100), [fd]), "from 100 on: Invalid"),
            (lambda q: q.send(SYNC, table((1 << 64) - PAGE, 2 * PAGE, 0), [fd]), "8192 bytes"),
            (lambda q: q.send(SYNC, table(0, PAGE, 0), [q.sock.fileno()]), "of 0 that are shared"),
            (lambda q: q.config(256), "4 bytes at 256 of configuration space"),
            (lambda q: q.config(254), "4 bytes at 254 of configuration space"),
            (lambda q: q.config(0, 3), "3 bytes at 0 of configuration space"),
            (lambda q: q.config(0, -1), "-1 bytes at 0 of configuration space"),
            (lambda q: q.read(0, 16), "16 bytes of a BAR"),
            (lambda q: q.read(0, 3), "3 bytes of a BAR"),
            (lambda q: q.send(CFG_READ, bytes(5), size=12), "stops in the middle of a message"),
            (lambda q: q.sock.send(bytes(7)), "stops in the middle of a message")]:
        with device(d, "model", "--wait", "3") as (p, q):
            try:
                say(q)
            except (ConnectionError, SystemExit):
                pass                                # the device is gone before an answer
            p.end(1, what, 10)
    os.close(fd)


def gone(d):
    """Between messages that is the end; before an answer, or without a word, it is not."""
    with device(d) as (p, q):
        expect(q.config(0) == 0x4943544e, "configuration space")
        q.close()
        p.end(0, "OK", 10)
    with device(d) as (p, q):
        q.send(CFG_READ, struct.pack("<IIi", 0, 0, 4)[:8], size=12)
        q.close()
        p.end(1, "stops in the middle", 10)
    words = ["--pcie", "qemu:" + d + "/p", "--wire", "udp:0:0"]
    with Program("ttpnicdev", *words) as first:
        while not os.path.exists(d + "/p"):
            time.sleep(0.01)
        with Program("ttpnicdev", *words) as second:
            second.end(2, "/p: Address already in use")
        q = Qemu(d + "/p")
        expect(q.config(0) == 0x4943544e, "the first device after a second one")
        q.close()
        first.end(0, "OK")
    with Program("ttpnicdev", *words, "--wait", "1") as p, socket.socket(socket.AF_UNIX) as silent:
        while silent.connect_ex(d + "/p"):
            time.sleep(0.01)
        p.end(2, "/p: no host has come within 1 s")


main(config, bar, dma, not_allowed, resets, interrupts, wrong_qemu, gone)

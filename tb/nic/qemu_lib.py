# SPDX-License-Identifier: Apache-2.0
"""QEMU's side of x-pci-proxy-dev, played by hand: a reading of its messages of its own, in another
language than sim/nic/. Guest memory is a file in memory, of which pieces are at guest addresses."""
import array, os, socket, struct, time

from nic_lib import expect

SYNC, RET, CFG_WRITE, CFG_READ, BAR_WRITE, BAR_READ, IRQFD, RESET = range(8)
COMMAND, STATUS, BAR0, POWER = 4, 6, 0x10, 0x44
MEM, MASTER, NO_INTX = 2, 4, 1 << 10


class Qemu:
    """A QEMU that connects to the device at this path."""

    def __init__(self, path):
        self.sock, end = socket.socket(socket.AF_UNIX), time.monotonic() + 20
        self.sock.settimeout(20)
        while self.sock.connect_ex(path):
            expect(time.monotonic() < end, "nobody listens at " + path)
            time.sleep(0.01)
        self.bar = 0

    def send(self, command, data=b"", fds=(), size=None):
        m = struct.pack("<iIQ", command, 0, len(data) if size is None else size) + data
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self.sock.sendmsg([m], rights)

    def answer(self):
        m = self.sock.recv(24, socket.MSG_WAITALL)
        expect(len(m) == 24 and struct.unpack_from("<iIQ", m) == (RET, 0, 8), "answer " + m.hex())
        return struct.unpack_from("<Q", m, 16)[0]

    def config(self, offset, n=4):
        self.send(CFG_READ, struct.pack("<IIi", offset, 0, n))
        return self.answer()

    def set_config(self, offset, value, n=4):
        self.send(CFG_WRITE, struct.pack("<IIi", offset, value, n))
        expect(self.answer() == 0, "answer to a write of configuration space")

    def read(self, offset, n=4, memory=1):
        self.send(BAR_READ, struct.pack("<QQIB3x", self.bar + offset, 0, n, memory))
        return self.answer()

    def write(self, offset, value, n=4, memory=1):
        self.send(BAR_WRITE, struct.pack("<QQIB3x", self.bar + offset, value, n, memory))
        expect(self.answer() == 0, "answer to a write of the BAR")

    def share(self, *pieces):
        """(guest address, bytes, fd, offset) each"""
        table = [[p[i] for p in pieces] + [0] * (8 - len(pieces)) for i in (0, 1, 3)]
        self.send(SYNC, struct.pack("<24Q", *table[0], *table[1], *table[2]),
                  [p[2] for p in pieces])

    def enable(self, bar, command=MEM | MASTER):
        self.bar = bar
        self.set_config(BAR0, bar)
        self.set_config(COMMAND, command, 2)

    def close(self):
        self.sock.close()


def ram(n):
    """A file in memory."""
    fd = os.memfd_create("ram")
    os.ftruncate(fd, n)
    return fd

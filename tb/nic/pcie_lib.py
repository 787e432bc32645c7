# SPDX-License-Identifier: Apache-2.0
"""Both sides of a SimBricks PCIe channel, played by hand: a reading of the layout of its own, in
another language than host/nic/."""
import array, mmap, os, socket, struct, time

from nic_lib import expect

SYNC, END = 0x00, 0x01
D2H_READ, D2H_WRITE, D2H_INTERRUPT, D2H_READCOMP, D2H_WRITECOMP = range(0x40, 0x45)
H2D_READ, H2D_WRITE, H2D_READCOMP, H2D_WRITECOMP, H2D_DEVCTRL, H2D_WRITE_POSTED = range(0x60, 0x66)
NETWORK, PCIE = 1, 2
INTRO_L, INTRO_C, INTRO_DEV = "<10Q", "<4Q", "<12Q2H4BBHBBIIH"
OWNED = 0x80


class Side:
    """One end; `to` and `of` are queues: offset, next slot, bytes of a slot, slots."""

    def at(self, q):
        return q[0] + q[1] * q[2]

    def map(self, fd):
        self.mem = mmap.mmap(fd, os.fstat(fd).st_size)
        os.close(fd)

    def send(self, kind, id=0, offset=0, length=None, bar=0, data=b"", head=None):
        """length: that of the data, if it is not told. head: its first bytes as they are."""
        a, end = self.at(self.to), time.monotonic() + 20
        while self.mem[a + 63] & OWNED:
            expect(time.monotonic() < end, "the queue stays full")
            time.sleep(0.0002)
        told = len(data) if length is None else length
        first = struct.pack("<QQHB", id, offset, told, bar) if head is None else head
        self.mem[a:a + 63] = first + bytes(63 - len(first))
        self.mem[a + 64:a + 64 + len(data)] = data
        self.mem[a + 63] = kind | OWNED
        self.to[1] = (self.to[1] + 1) % self.to[3]

    def hear(self, seconds=20):
        """(kind, whole slot) of the next message; None: nothing has come."""
        a, end = self.at(self.of), time.monotonic() + seconds
        while not self.mem[a + 63] & OWNED:
            if time.monotonic() > end:
                return None
            time.sleep(0.0002)
        slot = self.mem[a:a + self.of[2]]
        self.mem[a + 63] = slot[63] & ~OWNED
        self.of[1] = (self.of[1] + 1) % self.of[3]
        return slot[63] & ~OWNED, slot

    def want(self, kind, seconds=20):
        m = self.hear(seconds)
        expect(m and m[0] == kind, "want a message of type %02x, have %s" % (kind, m and m[0]))
        return m[1]

    def close(self):
        self.sock.close()


class Host(Side):
    """A host that connects to the device at this path."""

    def __init__(self, path, version=1, flags=0, upper=PCIE):
        self.sock, end = socket.socket(socket.AF_UNIX), time.monotonic() + 20
        self.sock.settimeout(20)
        while True:
            try:
                self.sock.connect(path)
                break
            except OSError:
                expect(time.monotonic() < end, "nobody listens at " + path)
                time.sleep(0.01)
        self.sock.sendall(struct.pack(INTRO_C, version, flags, upper, 32) + bytes(4))
        data, control, _, _ = self.sock.recvmsg(2048, socket.CMSG_SPACE(4))
        self.intro = struct.unpack_from(INTRO_L, data)
        v = self.intro
        expect(v[:2] == (1, 0) and v[8:] == (PCIE, 80) and len(data) == 199,
               "the listener's intro %s, %d bytes" % (v, len(data)))
        self.device = struct.unpack_from(INTRO_DEV, data, 80)
        self.of, self.to = [v[2], 0, v[3], v[4]], [v[5], 0, v[6], v[7]]
        self.map(struct.unpack("i", control[0][2])[0])

    def read(self, offset, length=4, bar=0, id=7):
        self.send(H2D_READ, id, offset, length, bar)
        m = self.want(D2H_READCOMP)
        expect(struct.unpack_from("<Q", m)[0] == id, "another ID comes back")
        return m[64:64 + length]

    def write(self, offset, value, id=9):
        self.send(H2D_WRITE, id, offset, data=struct.pack("<I", value))
        m = self.want(D2H_WRITECOMP)
        expect(struct.unpack_from("<Q", m)[0] == id, "another ID comes back")

    def post(self, offset, value):
        self.send(H2D_WRITE_POSTED, 0, offset, data=struct.pack("<I", value))


class Device(Side):
    """A device at this path, which a host finds. lie: where the second queue is said to be."""

    def __init__(self, path, slots=16, slot=192):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(20)
        self.listener.bind(path)
        self.listener.listen(1)
        self.slots, self.slot = slots, slot

    def meet(self, version=1, flags=0, upper=PCIE, at=80, bar=8192, bar_flags=0, lie=0):
        slots, slot = self.slots, self.slot
        self.sock = self.listener.accept()[0]
        self.sock.settimeout(20)
        fd = os.memfd_create("device")
        os.ftruncate(fd, 2 * slots * slot)
        bars = [bar, bar_flags] + [0] * 10
        intro = (struct.pack(INTRO_L, version, flags, 0, slot, slots, lie or slots * slot, slot,
                             slots, upper, at)
                 + struct.pack(INTRO_DEV, *bars, 0x544E, 0x4943, 2, 0x80, *[0] * 9))
        self.sock.sendmsg([intro], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))])
        v = struct.unpack_from(INTRO_C, self.sock.recv(2048))
        expect(v == (1, 0, PCIE, 32), "the connecter's intro %s" % (v,))
        self.to, self.of = [0, 0, slot, slots], [slots * slot, 0, slot, slots]
        self.map(fd)
        return self

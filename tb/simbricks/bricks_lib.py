# SPDX-License-Identifier: Apache-2.0
"""What the tests of SimBricks channels share: a bridge on a channel, and the other side played by
hand. Peer is a reading of the layout of its own, in another language than sim/simbricks/."""
import array, mmap, os, socket, struct, sys, tempfile, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bridge"))
from bridge_lib import *

BASE, NETWORK, PCIE = 0, 1, 2
SYNC, END, PACKET = 0, 1, 0x40
OWNED = 0x80
CYCLE = 16000                       # ps, of nic1g


class Bricks(Bridge):
    """A bridge whose wire is a channel at this path."""

    def __init__(self, path, *args, connect=False, options="", **k):
        way = "connect:" if connect else ""
        super().__init__(*args, wire="simbricks:%s%s%s" % (way, path, options), wait=False, **k)

    def end(self, code=0, seconds=60):
        return super().end(code, seconds)

    def refused(self, line, what):
        """It ends with 2, and this in its only line."""
        one_line(self.end(2, 20), line, what)


class Peer:
    """The other side: Unix socket, shared memory, two queues."""

    def __init__(self, path, listen=False, version=1, flags=3, upper=NETWORK, slots=256, slot=1600,
                 lie=None, tail=b"\0\0\0\0"):
        self.bound, self.ended = 0, False        # what has been promised, in ps
        s = socket.socket(socket.AF_UNIX)
        s.settimeout(20)
        if listen:
            s.bind(path)
            s.listen(1)
            self.sock = s.accept()[0]
            self.sock.settimeout(20)
            fd = os.memfd_create("peer")
            size = 2 * slots * slot
            os.ftruncate(fd, size)
            intro = struct.pack("<10Q", version, flags, 0, slot, slots, lie or slots * slot, slot,
                                slots, upper, 80) + tail
            self.sock.sendmsg([intro], [(socket.SOL_SOCKET, socket.SCM_RIGHTS,
                                         array.array("i", [fd]))])
            self.intro = self.sock.recv(2048)
            self.to, self.of = [0, 0, slot, slots], [slots * slot, 0, slot, slots]
        else:
            end = time.monotonic() + 20
            while True:
                try:
                    s.connect(path)
                    break
                except OSError:
                    expect(time.monotonic() < end, "nobody listens at " + path)
                    time.sleep(0.01)
            self.sock = s
            s.sendall(struct.pack("<4Q", version, flags, upper, 32) + tail)
            data, control, _, _ = s.recvmsg(2048, socket.CMSG_SPACE(4))
            self.intro = data
            if not control:
                return                   # it has refused us
            fd = struct.unpack("i", control[0][2])[0]
            v = struct.unpack_from("<10Q", data)
            expect(v[0] == 1 and v[8] == NETWORK and v[9] == 80, "the listener's intro %s" % (v,))
            size = os.fstat(fd).st_size
            self.of, self.to = [v[2], 0, v[3], v[4]], [v[5], 0, v[6], v[7]]
        self.mem = mmap.mmap(fd, size)
        os.close(fd)

    def at(self, q):
        return q[0] + q[1] * q[2]

    def send(self, kind, stamp, data=b"", length=None):
        a, end = self.at(self.to), time.monotonic() + 20
        while self.mem[a + 63] & OWNED:
            expect(time.monotonic() < end, "the queue stays full")
            time.sleep(0.0002)
        self.mem[a + 48:a + 56] = struct.pack("<Q", stamp)
        if kind == PACKET:
            self.mem[a:a + 3] = struct.pack("<HB", len(data) if length is None else length, 0)
            self.mem[a + 64:a + 64 + len(data)] = data
        self.mem[a + 63] = kind | OWNED
        self.to[1] = (self.to[1] + 1) % self.to[3]

    def hear(self, seconds=20):
        """(kind, stamp, frame) of the next message."""
        a, end = self.at(self.of), time.monotonic() + seconds
        while not self.mem[a + 63] & OWNED:
            if time.monotonic() > end:
                return None
            time.sleep(0.0002)
        kind = self.mem[a + 63] & ~OWNED
        stamp, = struct.unpack("<Q", self.mem[a + 48:a + 56])
        n, = struct.unpack("<H", self.mem[a:a + 2])
        frame = self.mem[a + 64:a + 64 + n] if kind == PACKET else b""
        self.mem[a + 63] = kind
        self.of[1] = (self.of[1] + 1) % self.of[3]
        return kind, stamp, frame

    def until(self, now):
        """The frames that come before `now` has been promised, or before the end."""
        frames = []
        while self.bound < now and not self.ended:
            m = self.hear()
            expect(m is not None, "no promise of %d ps" % now)
            kind, stamp, data = m
            self.ended = kind == END
            expect(stamp >= self.bound, "stamps fall")
            self.bound = stamp
            if kind == PACKET:
                frames.append(data)
        return frames


def mix64(x):
    m = (1 << 64) - 1
    x = (x + 0x9e3779b97f4a7c15) & m
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & m
    x = (x ^ x >> 27) * 0x94d049bb133111eb & m
    return x ^ x >> 31


def unmix64(y):
    """The x with mix64(x) == y."""
    m = (1 << 64) - 1

    def unshift(v, n):
        x = v
        for _ in range(64 // n):
            x = v ^ x >> n
        return x

    y = unshift(y, 31) * pow(0x94d049bb133111eb, -1, 1 << 64) & m
    y = unshift(y, 27) * pow(0xbf58476d1ce4e5b9, -1, 1 << 64) & m
    return (unshift(y, 30) - 0x9e3779b97f4a7c15) & m

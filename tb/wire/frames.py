# SPDX-License-Identifier: Apache-2.0
"""Frames and capture files made by hand, for tb/wire/dissector.py."""
import struct

(OPEN, OPEN_ACK, OPEN_NACK, CLOSE, CLOSE_ACK, CLOSE_NACK,
 PAYLOAD, ACK, NACK, NACK_FULL, NACK_NOLINK) = range(11)


def frame(src, dst, op, tx=0, rx=0, vc=0, life=0, n=0, to=0, **x):
    """A TTP frame; to: life of the receiver; x: any header field by name, `block` behind it,
    `size` to cut or stretch it."""
    mac = lambda node, oui: struct.pack(">I", oui)[1:] + struct.pack(">I", node)[1:]
    b = mac(dst, x.get("dst_oui", 0x98ED5C)) + mac(src, x.get("src_oui", 0x98ED5C))
    b += struct.pack(">H", x.get("type", 0x9AC6))
    b += bytes([x.get("tth0", 5), x.get("tth1", 0)])
    b += struct.pack(">H", x.get("total", n + 46)) + x.get("pad", bytes(16))
    b += struct.pack(">I", x.get("tsh_src", src))[1:] + struct.pack(">I", x.get("tsh_dst", dst))[1:]
    b += struct.pack(">H", x.get("length", n + 26)) + bytes([op | x.get("op_reserved", 0), vc])
    b += x.get("res", struct.pack(">H", to)) + struct.pack(">H", life)
    b += x.get("ext", bytes([0, 0, 16 if to else 0, 0]))
    b += struct.pack(">II", tx & 0xFFFFFFFF, rx & 0xFFFFFFFF) + bytes(i % 251 for i in range(n))
    b += x.get("block", b"")
    b = b.ljust(x.get("min", 64), b"\0")
    if "size" in x:
        b = b.ljust(x["size"], b"\x55")[:x["size"]]
    if x.get("vlan"):
        b = b[:12] + b"\x81\x00\x00\x07" + b[12:]
    return b


def address(node, net="10.0.0.0"):
    """The address of a node in this network, as bytes."""
    n = struct.unpack(">I", bytes(int(x) for x in net.split(".")))[0]
    return struct.pack(">I", n | node)


def ipv4(b, next_hop=b"\x02\0\0\0\0\x09", **x):
    """The same frame in IPv4 form (docs/port.md, IPv4 form); x: fields of IPv4 and UDP by name.
    The checksum is right unless `sum_off` is added to it."""
    src, dst = int.from_bytes(b[9:12], "big"), int.from_bytes(b[3:6], "big")
    length = int.from_bytes(b[40:42], "big")
    ip = bytes([x.get("ver", 0x45), x.get("dscp", 0) << 2 | x.get("ecn", 0)])
    ip += struct.pack(">HHHBB", x.get("ip_total", max(length + 20, 50)), x.get("id", 0),
                      x.get("flags", 0x4000), x.get("ttl", 9), x.get("proto", 17))
    ends = x.get("ip_src", address(src)) + x.get("ip_dst", address(dst))
    total = sum(struct.unpack(">10H", ip + b"\0\0" + ends))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    right = 0xFFFF - total
    ip += struct.pack(">H", (right + x.get("sum_off", 0)) & 0xFFFF) + ends
    udp = struct.pack(">HHHH", x.get("sport", 420), x.get("dport", 420),
                      x.get("udp_length", length), x.get("udp_sum", 0))
    out = bytearray(next_hop + b[6:12] + b"\x08\0" + ip + udp + b[42:])
    if len(out) > 50:
        out[50] |= x.get("mark", 0)
    return bytes(out[:len(b)])


class Pcap:
    """Classic, microseconds."""

    def __init__(self, link=1, order="<"):
        self.order = order
        self.out = struct.pack(order + "IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
        self.n = 0

    def add(self, b, length=None):
        length = len(b) if length is None else length
        self.out += struct.pack(self.order + "IIII", 1000, self.n, len(b), length) + b
        self.n += 1


class Pcapng:
    def __init__(self, order="<"):
        self.order, self.out, self.n = order, b"", 0
        self.block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))

    def block(self, kind, body):
        body = body.ljust((len(body) + 3) // 4 * 4, b"\0")
        size = struct.pack(self.order + "I", len(body) + 12)
        self.out += struct.pack(self.order + "I", kind) + size + body + size

    def option(self, code, value):
        padded = value.ljust((len(value) + 3) // 4 * 4, b"\0")
        return struct.pack(self.order + "HH", code, len(value)) + padded

    def interface(self, name=None, link=1, snaplen=0, tsresol=None):
        body = struct.pack(self.order + "HHI", link, 0, snaplen)
        if name is not None:
            body += self.option(2, name.encode())
        if tsresol is not None:
            body += self.option(9, bytes([tsresol]))
        self.block(1, body + self.option(0, b""))

    def add(self, b, interface=0, direction=None, comments=(), length=None):
        body = struct.pack(self.order + "IIIII", interface, 0, 1000 + self.n, len(b),
                           len(b) if length is None else length)
        body += b.ljust((len(b) + 3) // 4 * 4, b"\0")
        for c in comments:
            body += self.option(1, c.encode())
        if direction is not None:
            body += self.option(2, struct.pack(self.order + "I", direction))
        self.block(6, body + (self.option(0, b"") if comments or direction is not None else b""))
        self.n += 1

    def simple(self, b, length=None):
        self.block(3, struct.pack(self.order + "I", len(b) if length is None else length) + b)
        self.n += 1


# sel.frame: 256 payloads; the first, second and last of a map
OFFER = b"\x10\1\0\1\1\0" + bytes(10)
MAP = b"\x20\0\0\0\0\x40\0\0\x80" + bytes(6) + b"\3"


def a_map(base, newest, held):
    return struct.pack(">HHHHQ", 0x2000, base, newest, 0, held)


def mapped(rx, block):
    """A NACK with a map, of two nodes that the capture knows nothing else of."""
    return frame(12, 11, NACK, 0, rx, life=8, to=6, length=42, ext=b"\0\0\x10\x20", block=block)


# What the marks mean, typed from docs/wireshark.md: frame, then all marks it must have.
A, B = 1, 2
TOP = 0xFFFFFFFF
GOLDEN = [
    # Open, three payloads, a cumulative ACK, a replay after it, a repeat of the ACK
    (frame(A, B, OPEN, 9, life=5), dict(response_in=2)),
    (frame(B, A, OPEN_ACK, 100, 9, life=7, to=5), dict(request_in=1)),
    (frame(A, B, PAYLOAD, 10, n=1), dict(ack_in=6)),
    (frame(A, B, PAYLOAD, 11, n=5), dict(ack_in=6)),
    (frame(A, B, PAYLOAD, 12, n=1024), dict(ack_in=9)),
    (frame(B, A, ACK, 0, 11), dict(request_in=4, ack_new=2)),
    (frame(A, B, PAYLOAD, 11, n=5), dict(replay_of=4, ack_in=6)),
    (frame(B, A, ACK, 0, 11), dict(request_in=7, repeat_of=6)),
    (frame(B, A, ACK, 0, 12), dict(request_in=5, ack_new=1)),
    # A gap, its NACK, the missing ones late
    (frame(A, B, PAYLOAD, 15, n=2), dict(gap=2, ack_in=15)),
    (frame(B, A, NACK, 0, 13), dict()),
    (frame(A, B, PAYLOAD, 13, n=2), dict(late=True, ack_in=14)),
    (frame(A, B, PAYLOAD, 14, n=2), dict(late=True, ack_in=15)),
    (frame(B, A, NACK, 0, 14), dict(request_in=13, ack_new=1)),
    (frame(B, A, ACK, 0, 15), dict(request_in=10, ack_new=2)),
    # IDs nobody sent, and too far ahead
    (frame(B, A, ACK, 0, 16), dict(illegal=True)),
    (frame(B, A, NACK, 0, 17), dict(illegal=True)),
    (frame(B, A, NACK, 0, 16), dict()),
    (frame(A, B, PAYLOAD, 16 + 65536, n=1), dict(far=True)),
    (frame(A, B, PAYLOAD, 16 + 65535, n=1), dict(gap=65535)),
    # The other way: its first ID is known from the OPEN_ACK
    (frame(B, A, PAYLOAD, 101, n=1), dict(gap=1, ack_in=64)),
    # Another VC is another link
    (frame(A, B, PAYLOAD, 10, vc=1, n=1), dict()),
    # The OPEN again, then the link lost and opened again, then a restart
    (frame(A, B, OPEN, 9, life=5), dict(repeat_of=1)),
    (frame(A, B, OPEN, 15, life=5), dict(reopen=True, response_in=25)),
    (frame(B, A, OPEN_ACK, 100, 15, life=7, to=5), dict(request_in=24)),
    (frame(A, B, PAYLOAD, 15, n=2), dict(replay_of=10, ack_in=15)),
    (frame(A, B, OPEN, 50, life=6), dict(restart=True, response_in=28)),
    (frame(B, A, OPEN_ACK, 102, 50, life=7, to=6), dict(request_in=27)),
    (frame(A, B, PAYLOAD, 51, n=2), dict()),
    # CLOSE, CLOSE_NACK, CLOSE again, CLOSE_ACK; a new life is no restart
    (frame(A, B, CLOSE, 52, 0), dict(response_in=31)),
    (frame(B, A, CLOSE_NACK, 102, 52), dict(request_in=30)),
    (frame(A, B, CLOSE, 52, 0), dict(repeat_of=30, response_in=33)),
    (frame(B, A, CLOSE_ACK, 0, 52), dict(request_in=32)),
    (frame(B, A, CLOSE_ACK, 0, 52), dict(request_in=32, repeat_of=33)),
    (frame(A, B, OPEN, 60, life=8), dict(response_in=36)),
    (frame(B, A, OPEN_NACK, 0, 60), dict(request_in=35)),
    # IDs wrap: 3, 4: no link, as the reference says it
    (frame(3, 4, OPEN, TOP - 1), dict(response_in=38)),
    (frame(4, 3, OPEN_ACK, 0, TOP - 1), dict(request_in=37)),
    (frame(3, 4, PAYLOAD, TOP, n=1), dict(ack_in=42)),
    (frame(3, 4, PAYLOAD, 0, n=1), dict(ack_in=42)),
    (frame(3, 4, PAYLOAD, 2, n=1), dict(gap=1)),
    (frame(4, 3, ACK, 0, 0), dict(request_in=40, ack_new=2)),
    (frame(3, 4, PAYLOAD, TOP, n=1), dict(replay_of=39, ack_in=42)),
    (frame(4, 3, NACK_NOLINK, 0, 2), dict(request_in=41)),
    (frame(3, 4, OPEN, 0), dict(reopen=True)),
    (frame(3, 4, OPEN, 1000), dict(restart=True)),
    (frame(3, 4, CLOSE, 0, 0), dict(response_in=48)),
    (frame(4, 3, CLOSE_ACK, 0, 77), dict(request_in=47)),
    (frame(3, 4, OPEN, 1000), dict()),
    # What a MAC drops; nothing of it counts
    (frame(A, B, PAYLOAD, 11, n=9, size=66), dict(drop="short")),
    (frame(A, B, PAYLOAD, 11, n=0, size=59), dict(drop="short")),
    (frame(A, B, PAYLOAD, 11, n=0), dict(drop="length")),
    (frame(A, B, PAYLOAD, 11, n=1025), dict(drop="length")),
    (frame(A, B, ACK, 0, 11, length=25), dict(drop="length")),
    (frame(A, B, PAYLOAD, 11, n=1, size=1537), dict(drop="long")),
    (frame(A, B, PAYLOAD, 11, n=1, dst_oui=0x99ED5C), dict(drop="dst")),
    (frame(A, 0xFFFFFF, PAYLOAD, 11, n=1, dst_oui=0xFFFFFF), dict(drop="dst")),
    (frame(B, B, PAYLOAD, 11, n=1), dict(drop="src")),
    (frame(A, B, PAYLOAD, 11, n=1, tth0=0x15), dict(drop="tth")),
    (frame(A, B, PAYLOAD, 11, n=1, tth1=0x80), dict(drop="gateway")),
    (frame(A, B, 11, 11, n=1), dict(drop="opcode")),
    (frame(A, B, PAYLOAD, 11, n=1, vc=3), dict(drop="vc")),
    # Nothing is wrong with these
    (frame(A, B, PAYLOAD, 61, n=1, size=1536, src_oui=0x123456, tth1=0x7F, total=3,
           pad=b"\xaa" * 16, tsh_src=9, tsh_dst=8, op_reserved=0xC0), dict()),
    (frame(A, B, ACK, 0, 101, n=3), dict(request_in=21, ack_new=1)),
    # Reserved bytes that are not zero: the epoch is garbage
    (frame(5, 6, OPEN, 1, life=3, res=b"\0\1"), dict(response_in=66)),
    (frame(6, 5, OPEN_ACK, 70, 1, life=4, ext=b"\1\0\0\0"), dict(request_in=65)),
    (frame(6, 5, PAYLOAD, 3000000000, n=1), dict()),
    # Frames of the lives of now, of the peer's before, of our own before; what is not marked
    (frame(7, 8, OPEN, 9, life=5), dict(response_in=69)),
    (frame(8, 7, OPEN_ACK, 100, 9, life=7, to=5), dict(request_in=68)),
    (frame(7, 8, PAYLOAD, 10, n=1, life=5, to=7), dict(ack_in=76)),
    (frame(7, 8, PAYLOAD, 11, n=1, life=4, to=7), dict(foreign=True)),
    (frame(7, 8, PAYLOAD, 11, n=1, life=5, to=6), dict(foreign=True)),
    (frame(8, 7, NACK_NOLINK, 0, 11, life=6, to=5), dict(foreign=True)),
    (frame(8, 7, OPEN_ACK, 100, 9, life=7, to=4), dict(foreign=True)),
    (frame(8, 7, CLOSE_ACK, 0, 12, life=6, to=5), dict(foreign=True)),
    (frame(8, 7, ACK, 0, 10, life=7, to=5), dict(request_in=70, ack_new=1)),
    (frame(7, 8, OPEN, 10, life=6), dict(restart=True, response_in=78)),
    (frame(8, 7, OPEN_NACK, 0, 10, life=0, to=6), dict(request_in=77)),
    # Selective repeat: an offer, one of no payload, a send and its ACK, a map, one that is none
    (frame(9, 10, OPEN, 40, life=6, block=OFFER), dict(offer=256, response_in=80)),
    (frame(10, 9, OPEN_ACK, 70, 40, life=8, to=6, block=OFFER[:4] + bytes(12)),
     dict(request_in=79)),
    (frame(9, 10, PAYLOAD, 41, 9, n=3, life=6, to=8), dict(send=9, ack_in=82)),
    (frame(10, 9, ACK, 9, 41, life=8, to=6), dict(send=9, request_in=81, ack_new=1)),
    (frame(10, 9, NACK, 9, 42, life=8, to=6, length=42, ext=b"\0\0\x10\x20", block=MAP),
     dict(send=9, held=3, due=42, newest=106, held_ids="43-44, 106")),
    (frame(10, 9, NACK, 9, 42, life=8, to=6, length=42, ext=b"\0\0\x10\x20",
           block=MAP[:7] + b"\1" + MAP[8:]), dict(send=9, repeat_of=83)),
    # Maps: IDs that wrap, every second one from 64 on, eight ranges, all, none
    (mapped(TOP - 2, a_map(0, 64, 1 << 63 | 15)),
     dict(held=5, due=TOP - 2, newest=61, held_ids="4294967294-1, 61")),
    (mapped(1000, a_map(64, 127, 0x5555555555555555)),
     dict(held=32, due=1000, newest=1127, held_ids=", ".join(map(str, range(1065, 1129, 2))))),
    (mapped(1001, a_map(0, 23, 0o33333333)),
     dict(held=16, due=1001, newest=1024, held_ids="1002-1003, 1005-1006, 1008-1009, 1011-1012, "
          "1014-1015, 1017-1018, 1020-1021, 1023-1024")),
    (mapped(1002, a_map(448, 512, (1 << 64) - 1)),
     dict(held=64, due=1002, newest=1514, held_ids="1451-1514")),
    (mapped(1003, a_map(64, 4, 0)), dict(due=1003, newest=1007)),
]
# How the lines of some of them end
ENDS = {
    83: ", 16 bytes, send 9, due 42, newest 106, holds 43-44, 106",
    85: ", due 4294967293, newest 61, holds 4294967294-1, 61",
    86: ", due 1000, newest 1127, "
        "holds 1065, 1067, 1069, 1071, 1073, 1075, 1077, 1079, ...",
    87: ", 1020-1021, 1023-1024",
    88: ", due 1002, newest 1514, holds 1451-1514",
    89: ", due 1003, newest 1007",
}

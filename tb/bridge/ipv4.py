#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bridges in IPv4 mode (docs/port.md): with each other, with the played reference module, with
frames by hand that the port drops, and with the UDP of Linux on a TAP device (`linux`, exit 77: no
TAP here)."""
import fcntl, os, re, select, socket, struct, sys

from bridge_lib import *
from reference import INTEROP, Module
from tap import can_tap

sys.path.insert(0, ROOT + "/tb/wire")
import frames as wf  # noqa: E402

HOP = "02:00:00:00:00:0%d"
RULES = ("ip.version", "ip.checksum", "ip.fragment", "ip.length", "ip.source")


def mode(node, *more, prefix=8):
    return ["--ipv4", "10.0.0.%d/%d" % (node, prefix), "--next-hop", HOP % (3 - node), *more]


def ip_line(text):
    """frames out, in, out as they are, ignored"""
    m = re.search(r"IPv4 .*?: (\d+) frames out, (\d+) in; out as they are (\d+);.*"
                  r"ignored (\d+)", text)
    expect(m, "no summary of IPv4 mode:\n" + text)
    return [int(x) for x in m.groups()]


def transfer(d, size, of_a=(), of_b=(), a_mode=(), b_mode=(), prefix=8):
    src, out = make_file(d + "/in", size), d + "/out"
    b = receiver(out, *mode(2, *b_mode, prefix=prefix), *of_b)
    a = sender(b, src, *mode(1, *a_mode, prefix=prefix), *of_a)
    ta, tb = a.end(), b.end()
    same(src, out)
    for text in (ta, tb):
        n = ip_line(text)
        expect(min(n[:2]) > size // 1024 and n[2] == 0, "not in IPv4 form: %s" % n)
    return ta, tb


def clean():
    """Two bridges; every byte of their frames, DSCP and ports by each choice."""
    notes = []
    for source, prefix, dscp in (("ttp", 8, 0), ("peer", 24, 46), ("frame", 30, 63)):
        with work() as d:
            extra = ["--udp-source", source, "--dscp", dscp, "--any-port"]
            ta, tb = transfer(d, 40000, of_a=["--pcap", d + "/a"], a_mode=extra, b_mode=extra,
                              prefix=prefix)
            packets = read_pcapng(d + "/a")
            sent = [p[2] for p in packets if p[0] == 0]
            heard = [p[2] for p in packets if p[0] == 1]
            expect(len(sent) == ip_line(ta)[0] and len(heard) == ip_line(ta)[1], "frames captured")
            for k, b in enumerate(sent):
                port = {"ttp": 420, "peer": 0xC002, "frame": 0xC000 + k}[source]
                length = int.from_bytes(b[38:40], "big")
                want = wf.ipv4(wf.frame(1, 2, b[42] & 63, n=length - 26), dscp=dscp, sport=port,
                               next_hop=b"\2\0\0\0\0\2")
                expect(b[:42] == want[:42], "frame %d: %s instead of %s"
                       % (k, b[:42].hex(), want[:42].hex()))
            expect(all(b[:6] == b"\2\0\0\0\0\1" and b[26:34] == b"\x0a\0\0\2\x0a\0\0\1"
                       for b in heard), "frames of the other bridge")
            notes.append("%d" % len(packets))
    return "frames " + ", ".join(notes)


def harmed():
    """Everything a wire does, in lockstep at one end: the file is whole, and what was damaged
    broke rules of IPv4 form."""
    with work() as d:
        harm = ["--loss", "0.05", "--dup", "0.03", "--reorder", "0.03", "--corrupt", "0.2",
                "--truncate", "0.1"]
        _, tb = transfer(d, 8000, of_b=["--dut", "lockstep", "--preset", "min64", "--hz", 300000,
                                        *harm], of_a=["--payload", 40])
        m = re.search(r"(\d+) cycles compared, (\d+) mismatches", tb)
        expect(m and int(m.group(1)) > 50000 and m.group(2) == "0", "nothing was compared")
        expect(counter(tb, "ip.checksum") > 0 and ip_line(tb)[3] > 0, "nothing was damaged")
        return m.group(0) + ", ip.checksum %d" % counter(tb, "ip.checksum")


def exact():
    """A run in lockstep repeated from its recording, frames that are dropped and ignored too."""
    with work() as d:
        common = ["--dut", "lockstep", "--preset", "min64", "--hz", 200000, "--epoch", 7,
                  "--seed", 3, "--loss", "0.05", "--corrupt", "0.2"]
        _, tb = transfer(d, 20000, of_b=common + ["--record", d + "/rec"])
        again = run("bridge", "--node", 2, *mode(2), *FAST, *common, "--wire",
                    "pcap-in:%s/rec" % d, "--exact", "--recv", d + "/again", code=0).stderr
        same(d + "/in", d + "/again")
        for what in (r"frames out .*", r"drops .*", r"IPv4 .*", r"\d+ cycles compared.*"):
            x, y = re.search(what, tb).group(0), re.search(what, again).group(0)
            expect(x == y, "repeated run: %r instead of %r" % (y, x))
        expect(counter(tb, "ip.checksum") > 0, "nothing was dropped")


def module(loss, size):
    """The played module, both ways at once. What it spoils on its way to us we drop; it lets pass
    what is wrong; the ICMP of its kernel is ignored."""
    def test():
        with work() as d:
            src = [make_file(d + "/in%d" % i, size, 5 + i) for i in (0, 1)]
            dst = [d + "/out%d" % i for i in (0, 1)]
            m = Module("--in", src[1], "--out", dst[0], "--ipv4", "10.0.0.1", "--spoil", 7)
            b = Bridge(*INTEROP, *mode(2), "--send", src[0], "--recv", dst[1], "--loss", loss,
                       "--seed", 4, to=m)
            text = b.end(0, 90)
            words = m.end(ok="")
            for i in (0, 1):
                same(src[i], dst[i])
            n = [int(x) for x in re.search(
                r"ipv4: sent (\d+), received (\d+), byte 50 not 0 in (\d+), let pass wrong ones "
                r"(\d+), spoiled (\d+)", words).groups()]
            out, got, plain, ignored = ip_line(text)
            expect(out >= n[1] >= size // 1008 and plain == 0 and n[2] == n[3] == 0,
                   "frames: %s\n%s" % (words, text))
            expect(ignored > 0 and n[4] > 0, "no ICMP, or nothing was spoiled: " + text)
            wrong = counter(text, "ip.checksum")
            expect((wrong == n[4] if not loss else 0 < wrong <= n[4]) and
                   (got == n[0] if not loss else got < n[0]), "spoiled %d, dropped %d; %s"
                   % (n[4], wrong, text))
            expect((counter(text, "lost") > 0) == (loss > 0), "loss")
            return "%d payloads each way, %d frames in, %d spoiled, %d ignored" % (
                -(-size // 1008), got, wrong, ignored)
    return test


def by_hand():
    """Each rule of docs/port.md by a frame that breaks it, and frames that must pass."""
    b = Bridge("--node", 2, "--ipv4", "10.9.0.2/16", "--route",
               "1=%s,0x100/0xff00=%s" % (HOP % 1, HOP % 3), *FAST)
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(("127.0.0.1", 0))
    s.settimeout(5)
    count = {}

    def put(op, tx, rx=0, n=0, src=1, **x):
        x.setdefault("ip_src", wf.address(src, "10.9.0.0"))
        x.setdefault("ip_dst", wf.address(2, "10.9.0.0"))
        s.sendto(wf.ipv4(wf.frame(src, 2, op, tx, rx, n=n, life=x.pop("life", 0)), **x),
                 ("127.0.0.1", b.port))

    def hear(op, rx, dst=1, hop=1):
        f = s.recv(2048)
        expect(f[:6] == bytes([2, 0, 0, 0, 0, hop]) and f[12:14] == b"\x08\0"
               and f[30:34] == wf.address(dst, "10.9.0.0") and f[42] & 63 == op
               and f[56:60] == struct.pack(">I", rx), "heard %s" % f[:60].hex())

    put(wf.OPEN, 9, life=5, mark=0x20)
    f = s.recv(2048)
    # Our answer names the peer's life: bit 5 of byte 50 was taken out on the way in.
    expect(f[44:46] == b"\0\5" and f[50] == 16, "the life in an OPEN with bit 5: %s" % f.hex())
    for x, rule in ((dict(ver=0x55), "ip.version"), (dict(sum_off=1), "ip.checksum"),
                    (dict(flags=0x2000), "ip.fragment"), (dict(flags=1), "ip.fragment"),
                    (dict(ip_total=40), "ip.length"),
                    (dict(ip_src=b"\x0a\x08\0\1"), "ip.source"),
                    (dict(src=3), "ip.source"), (dict(src=0x200), "ip.source"),
                    (dict(proto=6), "other"), (dict(dport=421), "other"),
                    (dict(sport=421), "other"),
                    (dict(ver=0x46), "other"), (dict(ip_dst=b"\x0a\x09\0\3"), "other")):
        put(wf.OPEN, 99, **x)
        count[rule] = count.get(rule, 0) + 1
    for f in (b"\2" * 12 + b"\x08\x06" + bytes(46), b"\2" * 12 + b"\x08\0" + bytes(27)):
        s.sendto(f, ("127.0.0.1", b.port))
        count["other"] += 1
    # What may be as it likes; a second peer, behind another hop
    put(wf.OPEN, 50, src=0x1FE, dscp=9, ecn=3, ttl=1, id=77, flags=0xC000, udp_sum=9,
        next_hop=b"\xff" * 6)
    hear(wf.OPEN_ACK, 50, 0x1FE, 3)
    # TTPoE form goes through, and its answer is in IPv4 form only to a peer with a route.
    # A route by mask alone does not help a node above the host part.
    for node in (5, 0x10101):
        s.sendto(wf.frame(node, 2, wf.OPEN, 70), ("127.0.0.1", b.port))
        f = s.recv(2048)
        expect(f[:14] == wf.frame(2, node, 0)[:14] and f[42] == wf.OPEN_ACK,
               "TTPoE form: %s" % f.hex())
    b.signal()
    s.close()
    text = b.end(1)                        # nobody answers its CLOSE
    for rule in RULES:
        expect(counter(text, rule) == count[rule] and "is dropped by %s," % rule in text,
               "%s: %d instead of %d" % (rule, counter(text, rule), count[rule]))
    n = ip_line(text)
    expect(n[1] == 2 and n[2] > 0 and n[3] == count["other"], "%s instead of %s" % (n, count))
    return "%d frames by hand" % sum(count.values())


class KernelPeer(Peer):
    """A peer whose IPv4 and UDP are those of Linux."""

    def __init__(self, node, own, other):
        self.node, self.life, self.to, self.last, self.data = node, 77, (other, 420), None, b""
        self.closed = self.full = False
        self.count, self.heard = [0] * 11, {}
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind((own, 420))

    def send(self, dst, op, node=None, **k):
        k.setdefault("life", self.life)
        if op != OPEN:
            k.setdefault("to_life", self.heard.get((self.node, dst, k.get("vc", 0)), 0))
        f = frame(self.node, dst, op, **k)
        self.sock.sendto(f[42:60 + len(k.get("payload", b""))], self.to)

    def hear(self, seconds):
        if not select.select([self.sock], [], [], max(0, seconds))[0]:
            return None
        data = self.sock.recv(2048)
        f = bytearray(frame(2, self.node, 0)[:42]) + data
        f[40:42] = struct.pack(">H", len(data) + 8)
        h = Heard(f)
        self.count[h.op] += 1
        if h.op in (OPEN, OPEN_ACK):
            self.heard[h.dst, h.src, h.vc] = h.life
        return h


def set_up_device(name, address, other, hop):
    """The device's address, and where the other one is, as `ip` would do it; its Ethernet
    address."""
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def inet(a):
        return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(a))

    siocsifflags, siocsifaddr, siocsifnetmask = 0x8914, 0x8916, 0x891C
    siocgifhwaddr, siocsarp, up_running, atf_com_perm = 0x8927, 0x8955, 0x1041, 2 | 4
    fcntl.ioctl(s, siocsifflags, struct.pack("16sH22x", name.encode(), up_running))
    fcntl.ioctl(s, siocsifaddr, struct.pack("16s16s8x", name.encode(), inet(address)))
    fcntl.ioctl(s, siocsifnetmask, struct.pack("16s16s8x", name.encode(), inet("255.255.255.0")))
    ha = struct.pack("H6s8x", 1, bytes.fromhex(hop.replace(":", "")))
    fcntl.ioctl(s, siocsarp, inet(other) + ha + struct.pack("i", atf_com_perm) + bytes(16)
                + name.encode().ljust(16, b"\0"))
    mac = fcntl.ioctl(s, siocgifhwaddr, struct.pack("16s24x", name.encode()))[18:24]
    s.close()
    return ":".join("%02x" % x for x in mac)


def linux():
    """Over TAP with a socket of Linux as the peer: its kernel takes our IPv4 and UDP. Without the
    socket it answers by ICMP, which is ignored."""
    name, net = "ttpip%d" % (os.getpid() % 100000), "10.203.%d." % (os.getpid() % 250)
    tunsetiff, tunsetpersist = 0x400454CA, 0x400454CB
    tap = struct.pack("16sH22x", name.encode(), 0x1002)
    fd = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(fd, tunsetiff, tap)
    fcntl.ioctl(fd, tunsetpersist, 1)
    try:
        mac = set_up_device(name, net + "1", net + "2", "98:ed:5c:00:00:02")
        os.close(fd)
        fd = -1
        with work() as d:
            src = make_file(d + "/in", 50000)
            args = ["--node", 2, "--peer", 1, "--ipv4", net + "2/24", "--route", "1=" + mac, *FAST]
            p = KernelPeer(1, net + "1", net + "2")
            b = Bridge(*args, "--send", src, wire="tap:" + name, wait=False)
            p.serve(30, lambda: b.p.poll() is not None)
            text = b.end(0)
            p.has(src)
            out, got, _, _ = ip_line(text)
            expect(out > 49 and got > 49 and "dropped: none" in text, text)
            p.sock.close()
            b = Bridge(*args, "--send", src, "--retry-max", 5, wire="tap:" + name, wait=False)
            text = b.end(1)
            expect(ip_line(text)[3] > 0 and ip_line(text)[1] == 0, "no ICMP came: " + text)
            return "%d frames out, %d in; ignored %d" % (out, got, ip_line(text)[3])
    finally:
        if fd < 0:
            fd = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(fd, tunsetiff, tap)
        fcntl.ioctl(fd, tunsetpersist, 0)
        os.close(fd)


def usage():
    good = ["--node", "1", "--wire", "udp:0:0"]
    hop = ["--next-hop", HOP % 2]
    rows = [
        (["--ipv4", "10.0.0.1/8"], "--ipv4 needs --next-hop or --route"),
        (["--ipv4", "10.0.0.2/8", *hop], "10.0.0.2/8 is the address of node 0x000002, not of"),
        (["--ipv4", "10.1.0.1/8", *hop], "10.1.0.1/8 is the address of node 0x010001, not of"),
        (["--ipv4", "10.0.0.1/32", *hop], "10.0.0.1/32 is the address of node 0x000000, not of"),
        (["--ipv4", "10.0.0.1/24", *hop, "--peer", "256"],
         "--peer 0x000100 has no address in 10.0.0.1/24"),
    ]
    for bad in ("10.0.0.1", "10.0.0.1/7", "10.0.0.1/33", "10.0.0.1/", "10.0.0/8", "10.0.0.256/8",
                "10.0.0.1.2/8", "10.0.0.x/8", "10..0.1/8", "/8", "10.0.0.0001/8", "10.0.0.1/8x"):
        rows.append((["--ipv4", bad, *hop], "--ipv4 %s: not an address and a prefix" % bad))
    for bad in ("2", "02:00:00:00:00", "02:00:00:00:00:0g", "02-00-00-00-00-01",
                "02:00:00:00:00:011"):
        rows.append((["--ipv4", "10.0.0.1/8", "--next-hop", bad],
                     "--next-hop %s: not an Ethernet address" % bad))
    for bad in ("2", "2=", "=" + HOP % 2, "x=" + HOP % 2, "2/=" + HOP % 2, "2=%s," % (HOP % 2),
                "0x1000000=" + HOP % 2, "2/0x1000000=" + HOP % 2):
        rows.append((["--ipv4", "10.0.0.1/8", "--route", bad],
                     "--route %s: not NODE[/MASK]=MAC" % bad))
    rows += [(["--ipv4", "10.0.0.1/8", *hop, "--dscp", "64"], "--dscp 64"),
             (["--ipv4", "10.0.0.1/8", *hop, "--udp-source", "random"], "not one of ttp, peer")]
    for lone in (hop, ["--route", "2=" + HOP % 2], ["--dscp", "1"], ["--udp-source", "peer"],
                 ["--any-port"]):
        rows.append((lone, lone[0] + " needs --ipv4"))
    for args, line in rows:
        r = run("bridge", *good, *args, code=2, seconds=10)
        one_line(r.stderr, line, " ".join(args))
    return "%d rows" % len(rows)


TESTS = {"clean": clean, "harmed": harmed, "exact": exact, "by_hand": by_hand,
         "module": module(0, 300 * 1008), "module_lossy": module(0.05, 60 * 1008),
         "usage": usage}

if __name__ == "__main__":
    if sys.argv[-1] == "linux":
        if can_tap():
            print("not possible here: no TAP device can be made: " + can_tap())
            sys.exit(77)
        TESTS = {"linux": linux}
    sys.exit(main(TESTS))

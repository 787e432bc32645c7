# SPDX-License-Identifier: Apache-2.0
"""ttpctl against a card that is played here: links of a MAC with SELECTIVE, which no card has."""
import threading

from card_lib import *

LINKS, STATUS_REG, LINK_INDEX, REC0 = 0x018, 0x028, 0x064, 0x080
WAY = {"LINK_RTT": 0x0C0, "LINK_RTT_MIN": 0x0C4, "LINK_PATH": 0x0C8}


def entry(node, agreed, held=0, window=0, rtt=0, least=0, delay=0, distance=0):
    """The registers of an open link, by address, as docs/registers.md has them."""
    words = [1 << 31 | agreed << 28 | 3, node, 0x4C6, 0x4D2, 0x12C, 0x34793479,
             window << 16 | held]
    found = {REC0 + 4 * i: w for i, w in enumerate(words)}
    found.update(zip(WAY.values(), (rtt, least, delay << 16 | distance)))
    return found


# Of the first the page has the lines. That of node 6 has not agreed, whatever else it says.
TABLE = {
    0: entry(2, 1, 12, 240, 1342, 1184, 96, 5),
    1: entry(3, 1),
    3: entry(4, 1, 0xFFFF, 1023, 0xFFFFFF, 0xFFFFF0, 1023, 255),
    4: entry(5, 1, window=256, rtt=2, delay=8),
    5: entry(6, 0, 1, 240, 1342, 1184, 96, 5),
    7: {**entry(7, 1, 1, 240, 1342, 1184, 96, 5), REC0: 1 << 28 | 3},     # no entry
}


class Played(threading.Thread):
    """Answers REQ from a table of links. A fetch is under way for some looks at STATUS: two of
    three for one, every third for three, which is longer than ttpctl looks at first."""

    def __init__(self):
        super().__init__(daemon=True)
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind(("127.0.0.1", 0))
        self.udp = ["--udp", "127.0.0.1:%d" % self.sock.getsockname()[1]]
        self.index = self.busy = self.fetches = 0
        self.stuck = False

    def read(self, at):
        if at == STATUS_REG:
            self.busy = max(self.busy - 1, 0)
            return (self.busy > 0 or self.stuck) << 2
        if at == LINKS:
            return 2 << 16 | 2                          # two ways, two sets, three VCs
        there = not self.busy or at < WAY["LINK_RTT"]   # those come later
        return TABLE.get(self.index, {}).get(at, 0) if there else 0

    def write(self, at, value):
        if at == LINK_INDEX:
            self.index, self.fetches = value, self.fetches + 1
            self.busy = 2 if self.fetches % 3 else 4

    def run(self):
        while True:
            b, host = self.sock.recvfrom(2048)
            length, body = int.from_bytes(b[20:22], "big"), b""
            if b[14] & 15 != REQ:
                continue
            for at in range(32, 32 + length, 8):
                kind, strobes, reg, value = struct.unpack(">BBHI", b[at:at + 8])
                if kind & 1:
                    self.write(reg, value)
                else:
                    value = self.read(reg)
                body += struct.pack(">BBHI", kind, strobes, reg, value)
            head = bytes([0x10 | RSP]) + bytes(5) + struct.pack(">HHHH", length, 0, 0, 0)
            self.sock.sendto((b[6:12] + MAC_CARD + bytes([0, 0, 1]) + TYPE + head + b[28:32] + body)
                             .ljust(60, b"\0"), host)


def way(text):
    """What a second line of `links` says: five numbers, "-" as None."""
    m = re.fullmatch(r" {6}round trip (\S+), least (\S+) cycles; window (\S+), by delay (\S+) "
                     r"payloads; distance (\S+) sends", text)
    expect(m, "no second line: %r" % text)
    return [None if x == "-" else int(x) for x in m.groups()]


def links_selective():
    card = Played()
    card.start()
    tool = lambda *a, **k: Process([os.path.join(bridge_lib.BIN, "ttpctl")] + card.udp
                                   + [str(x) for x in a]).end(**k)
    text = tool("links")
    lines = text.splitlines()
    expect(lines[-1] == "5 of 12 entries in use" and len(lines) == 11, "links: %s" % text)
    shown = {}
    for line in lines[1:-1]:
        if line[0] != " ":
            index = int(line.split()[0])
            expect(line.endswith("  selective") == bool(TABLE[index][REC0] >> 28 & 1), line)
            shown[index] = None
        else:
            shown[index] = way(line)
    expect(set(shown) == set(TABLE) - {7} and shown[5] is None and shown[1] == [None] * 5,
           "second lines: %s" % shown)

    def value(name):
        return int(re.search(r"= 0x(\w+)", tool("read", name)).group(1), 16)

    for index in (0, 1, 3, 4):
        tool("write", "LINK_INDEX", index)
        while value("STATUS") >> 2 & 1:
            pass
        rec6, path = value("LINK_REC6"), value("LINK_PATH")
        peek = [value("LINK_RTT"), value("LINK_RTT_MIN"), rec6 >> 16 & 1023, path >> 16 & 1023,
                path & 255]
        expect([x or None for x in peek] == shown[index],
               "link %d: %s instead of %s" % (index, shown[index], peek))
    page = open(os.path.join(ROOT, "docs", "ttpctl.md")).read()
    expect("\n".join(lines[:3]) in page, "docs/ttpctl.md does not have:\n" + "\n".join(lines[:3]))
    fetches, card.stuck = card.fetches, True
    expect("the card stays busy" in tool("--timeout", 0.3, "links", code=1), "a fetch without end")
    return "%d fetches" % fetches

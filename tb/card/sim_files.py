# SPDX-License-Identifier: Apache-2.0
"""ttpctl against two simulated cards: files, over every port, with and without trouble."""
import shutil, zlib

from card_lib import *


def file_lossy():
    """1000 Mb/s, a wire that loses, cuts, repeats and corrupts: identical, both ways."""
    with work() as d:
        sim = Sim("--loss", 0.04, "--corrupt", 0.02, "--truncate", 0.01, "--dup", 0.01,
                  "--reorder", 0.01, "--seed", 3)
        sim.transfer(0, 1, make_file(d + "/a", 250000), d + "/a.out")
        sim.transfer(1, 0, make_file(d + "/b", 40000, 2), d + "/b.out", "--vc", 1)
        sim.transfer(0, 1, make_file(d + "/empty", 0), d + "/empty.out")
        s = [sim.stats(0), sim.stats(1)]
        wire = sim.finish()
        for what in ("lost", "corrupted", "truncated", "repeated", "reordered"):
            expect(wire[what] > 0, "the wire never had a frame %s" % what)
        expect(s[0]["MAC", "REPLAY"] > 0 and s[1]["MAC", "GAP"] > 0, "nothing was sent again")
        expect(s[0]["wire port", "RX_FCS"] + s[1]["wire port", "RX_FCS"] > 0,
               "no FCS error was counted")
        expect(s[0]["host link", "OVERRUN"] == 0, "ttpctl did not keep to the credit")
        return "%(frames)d frames, %(lost)d lost" % wire


def slow(speed, size, **k):
    with work() as d:
        sim = Sim("--speed", speed, "--loss", 0.02, "--seed", 5)
        text = sim.ctl(0, "info")
        expect("wire port  PHY 0, link, %d Mb/s, full duplex" % speed in text
               and "host port  PHY 1, link, 1000 Mb/s" in text, "wrong speed")
        # A frame of 1 KB takes longer than the timers are after reset.
        for card in (0, 1):
            sim.ctl(card, "write", "TIMEOUT", 4096 * 1000 // speed)
        sim.transfer(0, 1, make_file(d + "/a", size), d + "/a.out")
        sim.ctl(0, "ping", 2, "-c", 2, "-i", 0)
        expect(sim.stats(1)["MAC", "DLV_BYTES"] > size, "it went another way")
        wire = sim.finish()
        return "%(frames)d frames, %(lost)d lost" % wire


def file_100():
    return slow(100, 30000)


def file_10():
    return slow(10, 3000)


def host_100():
    """The host port at 100 Mb/s: the card finds out by itself."""
    with work() as d:
        sim = Sim("--host-speed", 100)
        expect("host port  PHY 1, link, 100 Mb/s" in sim.ctl(0, "info"), "wrong speed")
        sim.transfer(0, 1, make_file(d + "/a", 20000), d + "/a.out")
        sim.finish()


def uart():
    with work() as d:
        sim = Sim()
        text = sim.ctl(sim.uart[0], "info")
        expect("node       000001" in text and "host port  PHY 1, link" in text, "info: %s" % text)
        expect(sim.ctl(sim.uart[1], "read", "NODE") == "NODE 0x0020 = 0x00000002 (2)\n", "read")
        sim.ctl(sim.uart[0], "ping", 2, "-c", 2, "-i", 0)
        sim.transfer(sim.uart[0], 1, make_file(d + "/a", 1500), d + "/a.out", to=2)
        sim.transfer(1, sim.uart[0], make_file(d + "/b", 1500, 2), d + "/b.out", to=1)
        # Noise on the line: counted, and the next one works.
        with open(sim.uart[0][1], "wb", buffering=0) as f:
            f.write(b"\xc0this is no frame\xc0\xdb\x00\xc0")
        expect("000001" in sim.ctl(sim.uart[0], "node"), "no answer after noise")
        s = sim.stats(0)
        expect(s["host link", "UART_BAD"] == 2,
               "noise was counted %d times" % s["host link", "UART_BAD"])
        sim.finish()


def tap():
    """ttpctl --if on a TAP device, and without the right to."""
    name = "ttp%d" % (os.getpid() % 100000)
    if not os.access("/dev/net/tun", os.W_OK) or os.getuid() != 0:
        print("not possible here: no right to make a TAP device")
        sys.exit(77)
    with work() as d:
        sim = Sim(tap=(name, None))
        sim.transfer(0, 1, make_file(d + "/a", 50000), d + "/a.out")
        sim.ctl(0, "ping", 2, "-c", 2, "-i", 0)
        expect(sim.stats(0)["host port", "RX_GOOD"] > 50, "it went another way")
        os.chmod(d, 0o755)
        tool = shutil.copy(os.path.join(bridge_lib.BIN, "ttpctl"), d)
        r = subprocess.run([tool, "--if", name, "info"], capture_output=True, text=True, user=65534,
                           group=65534, extra_groups=[])
        expect(r.returncode == 2 and "no right to open raw sockets" in r.stderr
               and r.stderr.count("\n") == 1, "without the right: %s" % r)
        if shutil.which("ip"):
            subprocess.run(["ip", "link", "set", name, "down"], check=True)
            expect("is down" in sim.ctl(0, "info", code=2), "an interface that is down")
        sim.finish()


def raw_file(host, pieces, crc, length, skip=None):
    host.data(2, bytes([1, 1, 0, 9, 0, 0, 0, 0]) + length.to_bytes(8, "big"))
    for n, p in enumerate(pieces, 1):
        if n != skip:
            host.data(2, bytes([2, 1, 0, 9]) + n.to_bytes(4, "big") + p)
    end = len(pieces) + 1
    host.data(2, bytes([3, 1, 0, 9]) + end.to_bytes(4, "big") + length.to_bytes(8, "big")
              + crc.to_bytes(4, "big"))


def broken_file():
    """What docs/ttpctl.md says about a file that is not whole; a host of our own sends it."""
    with work() as d:
        sim = Sim()
        host = RawHost(sim, 0)
        body = [bytes([i]) * 1000 for i in range(4)]
        crc = zlib.crc32(b"".join(body))
        first = body[:3]
        for what, more, why in (
                ("crc", dict(crc=crc ^ 1), "the CRC is"),
                ("hole", dict(crc=crc, skip=2), "payload 3 came where 2 was due"),
                ("short", dict(crc=zlib.crc32(b"".join(first)), pieces=first),
                 "3000 bytes came of 4000"),
                ("good", dict(crc=crc), None)):
            host.hello()
            r = sim.start(1, "recv", d + "/" + what)
            host.data(2, b"no part of a file")
            raw_file(host, **{**dict(pieces=body, length=4000), **more})
            answer = host.hear(DATA_IN)[32:]
            text = r.end(1 if why else 0)
            expect(answer[:4] == bytes([4, 1, 0, 9]) and answer[20] == (why is None),
                   "%s: DONE %s" % (what, answer[:21].hex()))
            expect("1 payloads did not belong" in text,
                   "%s: a strange payload was not told: %s" % (what, text))
            expect(os.path.exists(d + "/" + what) == (why is None)
                   and not os.path.exists(d + "/" + what + ".part"), what + ": files left")
            if why:
                expect("the file arrived broken: " + why in text, what + ": " + text)
        sim.finish()


def overrun():
    """A host that does not look at the limit: told with GOBACK, counted, nothing else is harmed."""
    with work() as d:
        sim = Sim()
        host = RawHost(sim, 0)
        host.hello()
        for i in range(250):
            host.data(2, bytes([0x60, i]) * 500, obey=False)
        host.send(REQ, tag=5, body=bytes(8))
        host.hear(RSP)
        s = sim.stats(0)
        expect(s["host link", "OVERRUN"] > 0 and s["host link", "ORDER"] > 0, "no overrun: %s" % s)
        expect(host.goback > 0, "it was not told")
        taken = s["host link", "DATA"]
        dropped = sum(s["host link", n] for n in ("OVERRUN", "ORDER", "STALLED"))
        expect(taken + dropped == 250, "frames are missing in the counters")
        host.send(HELLO, version=2, tag=9)
        host.send(DATA, node=2, body=b"x", length=1025)
        host.send(REQ, body=bytes(7))
        host.send(BYE)
        time.sleep(0.2)
        host.send(DATA, node=2, body=b"x")
        host.send(REQ, tag=6, body=bytes(8))
        host.hear(RSP)
        s = sim.stats(0)
        expect(s["host link", "MALFORMED"] == 3 and s["host link", "NO_SESSION"] == 1,
               "malformed, no session: %s" % s)
        # The payloads that were taken wait for a host of B and go by; then a file as ever.
        r = sim.start(1, "recv", d + "/out")
        sim.start(0, "send", make_file(d + "/in", 5000), "--to", 2).end()
        text = r.end()
        expect("%d payloads did not belong to the file" % taken in text,
               "%d taken: %s" % (taken, text))
        same(d + "/in", d + "/out")
        sim.finish()
        return "%d taken, told %d times" % (taken, host.goback)


def restart():
    """Hosts that are killed: what comes after them works."""
    with work() as d:
        sim = Sim()
        big, small = make_file(d + "/big", 3000000), make_file(d + "/small", 20000, 2)
        # The sender: its receiver takes the next file.
        r = sim.start(1, "recv", d + "/out", "--vc", 0)
        s = sim.start(0, "send", big, "--to", 2)
        r.until("a file from node 000001")
        time.sleep(0.3)
        s.signal(signal.SIGKILL)
        s.p.wait()
        sim.start(0, "send", small, "--to", 2).end()
        expect("begins anew" in r.end(), "the second one is not told: " + r.text())
        same(small, d + "/out")
        # The receiver: its sender says that it did not end well.
        r = sim.start(1, "recv", d + "/out2")
        s = sim.start(0, "send", big, "--to", 2, "--stall", 2)
        r.until("a file from node 000001")
        time.sleep(0.3)
        r.signal(signal.SIGKILL)
        r.p.wait()
        expect("does the far end receive?" in s.end(1), "no reason: " + s.text())
        r = sim.start(1, "recv", d + "/out3")
        sim.start(0, "send", small, "--to", 2).end()
        r.end()
        same(small, d + "/out3")
        # Interrupted: nothing is left but a clear line.
        r = sim.start(1, "recv", d + "/out4")
        r.until("", 1)
        time.sleep(0.3)
        r.signal(signal.SIGINT)
        expect("interrupted" in r.end(1) and not os.path.exists(d + "/out4.part"),
               "interrupted receiver: " + r.text())
        # Also what waits for a card that does not answer, and for one that takes nothing more.
        w = sim.start(0, "--card", 9, "--timeout", 30, "info")
        time.sleep(0.3)
        w.signal(signal.SIGTERM)
        expect("ttpctl: interrupted" in w.end(1), "interrupted info: " + w.text())
        s = sim.start(0, "send", big, "--to", 2)
        time.sleep(2)
        s.signal(signal.SIGINT)
        expect("interrupted: the file is not whole at the far end" in s.end(1),
               "interrupted sender: " + s.text())
        text = sim.ctl(1, "recv", os.devnull, "--wait", 0.5, "--stall", 0.5, code=1)
        expect("nothing more came for 0.5 s" in text, "rest of a file")
        # Another host takes the session: the first one finds out.
        r = sim.start(1, "recv", d + "/out5", "--timeout", 3)
        time.sleep(0.3)
        sim.ctl(1, "ping", 1, "-c", 1)
        expect("another host has its session" in r.end(1), "still believes in it: " + r.text())
        expect(
            "no file came within 0.5 s" in sim.ctl(1, "recv", d + "/out6", "--wait", 0.5, code=1),
            "recv --wait")
        sim.finish()

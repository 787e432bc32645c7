#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""ttpctl against two simulated cards: files, registers, ping, links, generator, UART, restarts, bad usage."""
import shutil, sys, zlib

from card_lib import *


def file_lossy():
    """1000 Mb/s, a wire that loses, cuts, repeats and corrupts: identical, both ways."""
    with work() as d:
        sim = Sim("--loss", 0.04, "--corrupt", 0.02, "--truncate", 0.01, "--dup", 0.01, "--reorder", 0.01, "--seed", 3)
        sim.transfer(0, 1, make_file(d + "/a", 250000), d + "/a.out")
        sim.transfer(1, 0, make_file(d + "/b", 40000, 2), d + "/b.out", "--vc", 1)
        sim.transfer(0, 1, make_file(d + "/empty", 0), d + "/empty.out")
        s = [sim.stats(0), sim.stats(1)]
        wire = sim.finish()
        for what in ("lost", "corrupted", "truncated", "repeated", "reordered"):
            expect(wire[what] > 0, "the wire never had a frame %s" % what)
        expect(s[0]["MAC", "REPLAY"] > 0 and s[1]["MAC", "GAP"] > 0, "nothing was sent again")
        expect(s[0]["wire port", "RX_FCS"] + s[1]["wire port", "RX_FCS"] > 0, "no FCS error was counted")
        expect(s[0]["host link", "OVERRUN"] == 0, "ttpctl did not keep to the credit")
        return "%(frames)d frames, %(lost)d lost" % wire


def slow(speed, size, **k):
    with work() as d:
        sim = Sim("--speed", speed, "--loss", 0.02, "--seed", 5)
        text = sim.ctl(0, "info")
        expect("wire port  PHY 0, link, %d Mb/s, full duplex" % speed in text and "host port  PHY 1, link, 1000 Mb/s" in text, "wrong speed")
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


def registers():
    sim = Sim()
    expect(sim.reg(0, "ID") == 0x54545031 and sim.reg(0, "card_id") == 0x5454504E and sim.reg(0, "0x1000") == 0x5454504E, "wrong IDs")
    expect(sim.reg(0, "NODE") == 1 and sim.reg(1, "NODE") == 2, "wrong nodes")
    names = re.findall(r"\b(?:MAC|CARD)\((\w+)\)", open(os.path.join(ROOT, "host", "names.c")).read())
    expect(len(names) > 50, "no names found")
    for name in names:
        if name != "n":
            sim.reg(0, name)
    sim.ctl(0, "write", "TIMEOUT", "0x12345")
    expect(sim.reg(0, "0x30") == 0x12345 and sim.reg(1, "TIMEOUT") == 4096, "write went wrong")
    sim.ctl(0, "write", "RETRY_MAX", 0)
    expect(sim.reg(0, "RETRY_MAX") == 1, "0 was not clamped")
    for bad in (("write", "ID", "1"), ("write", "CARD_ID", "1"), ("read", "0x1FFC"), ("read", "0x0FFC"), ("write", "CELLS_FREE", "1")):
        expect("the card refuses to %s it" % bad[0] in sim.ctl(0, *bad, code=1), "no error for %s" % (bad,))
    expect(sim.ctl(0, "node", "0x77") == "node 000077\n" and sim.reg(0, "NODE") == 0x77, "node")
    sim.ctl(0, "node", 1)
    before = sim.reg(0, "EPOCH")
    sim.ctl(0, "reset")
    expect(sim.reg(0, "EPOCH") == before + 1 and sim.reg(0, "STATUS") == 1, "no soft reset")
    up = [float(re.search(r"up +([\d.]+) s", sim.ctl(0, "info")).group(1)) for _ in (0, 1)]
    expect(0 < up[0] < up[1], "the clock stands")
    sim.ctl(0, "--card", 1, "read", "NODE")
    expect("no answer from a card within 0.5 s" in sim.ctl(0, "--card", 9, "--timeout", 0.5, "read", "NODE", code=2), "an answer from nobody")
    expect(sim.stats(0)["host link", "NOT_OURS"] > 0, "frames for another card were not counted")
    # A PHY register over MDIO: the ID of PHY 1.
    sim.ctl(0, "write", "MDIO_CMD", (1 << 21 | 2 << 16))
    while sim.reg(0, "MDIO_DATA") >> 31:
        pass
    expect(sim.reg(0, "MDIO_DATA") == 0x600D, "MDIO")
    sim.finish()
    return "%d registers" % len(names)


def ping():
    sim = Sim("--loss", 0.1, "--seed", 9)
    text = sim.ctl(0, "ping", 2, "-c", 12, "-i", 0)
    expect("12 sent, 12 answered; min/avg/max" in text and text.count("64 bytes from 000002, VC 2") == 12, "answers are missing")
    m = re.search(r"min/avg/max ([\d.]+)/([\d.]+)/([\d.]+) ms", text)
    least, mean, most = map(float, m.groups())
    expect(0 < least <= mean <= most, "times out of order")
    for size in (8, 27, 28, 29, 1024):
        expect("%d bytes from" % size in sim.ctl(0, "ping", 2, "-c", 1, "-s", size), "size %d" % size)
    sim.ctl(0, "write", "RETRY_MAX", 10)
    for _ in (0, 1):                       # the second one needs the place of the first
        expect("node 000009 does not answer" in sim.ctl(0, "ping", 9, "-c", 1, code=1), "an answer from nobody")
    expect("own node" in sim.ctl(0, "ping", 1, "-c", 1, code=1), "a ping to itself")
    sim.ctl(1, "echo", "off", 2)
    expect("1 sent, 0 answered" in sim.ctl(0, "ping", 2, "-c", 1, "--wait", 1, code=1), "an echo that is off")
    # It waits for a host of B, and all behind it waits too.
    expect("no file came" in sim.ctl(1, "recv", os.devnull, "--wait", 0.3, code=1), "recv --wait")
    sim.ctl(1, "echo", "on", 1)
    sim.ctl(0, "ping", 2, "-c", 1, "--vc", 1)
    stats = sim.stats(0)
    wire = sim.finish()
    expect(wire["lost"] > 0 and stats["MAC", "TIMEOUT"] > 0, "the wire lost nothing")
    return "%d lost" % wire["lost"]


def links_close():
    sim = Sim()
    expect("0 of 192 entries in use" in sim.ctl(0, "links"), "links before there are any")
    expect("no link with node 000002 on VC 2" in sim.ctl(0, "close", 2, "--vc", 2, code=1), "closed what is not there")
    sim.ctl(0, "ping", 2, "-c", 3, "-i", 0)
    for k, peer in ((0, 2), (1, 1)):
        text = sim.ctl(k, "links")
        expect(re.search(r"^\d+ +%06X  2   open  .* 00000004  00000004  00000003" % peer, text, re.M), "no open link: %s" % text)
        expect("1 of 192 entries in use" in text, "more links")
    expect("VC 2 closed" in sim.ctl(0, "close", 2, "--vc", 2), "not closed")
    for k in (0, 1):
        expect(not re.search(r"\bopen\b", sim.ctl(k, "links")), "still open")
    expect(sim.stats(0)["MAC", "TX_CLOSE"] > 0, "no CLOSE was sent")
    sim.ctl(0, "ping", 2, "-c", 1)
    # A peer that is gone: the link dies of it.
    sim.ctl(0, "write", "RETRY_MAX", 4)
    sim.say("link down")
    expect("declared dead" in sim.ctl(0, "close", 2, "--vc", 2, "--wait", 60, code=1), "closed with nobody there")
    expect("is dead, and was let go before" in sim.ctl(0, "close", 2, "--vc", 2), "let go twice")
    end = time.monotonic() + 20
    while "wire port  PHY 0, no link" not in sim.ctl(0, "info"):
        expect(time.monotonic() < end, "a link without a cable")
    sim.say("link up")
    while "wire port  PHY 0, link" not in sim.ctl(0, "info"):
        expect(time.monotonic() < end, "no link with a cable")
    sim.ctl(0, "ping", 2, "-c", 1)
    sim.finish()


def stats():
    with work() as d:
        sim = Sim()
        sim.transfer(0, 1, make_file(d + "/a", 10160), d + "/a.out")       # ten pieces, BEGIN, END
        a, b = sim.stats(0), sim.stats(1)
        expect(a["MAC", "ACC_PKTS"] == 12 and b["MAC", "DLV_PKTS"] == 12 and a["MAC", "ACC_BYTES"] == 10160 + 80 + 16 + 20, "MAC: %s" % a)
        expect(a["host link", "DATA"] == 12 and b["host link", "TX_DATA"] == 12 and a["host link", "TX_DATA"] == 1, "host link")
        expect(a["wire port", "TX_GOOD"] == b["wire port", "RX_GOOD"] >= 14, "wire port")
        expect(a["host port", "RX_GOOD"] > 12, "host port")
        text = sim.ctl(0, "stats")
        expect("ACC_PKTS                    12" in text and "DROP_FCS" not in text, "stats: %s" % text)
        w = sim.start(0, "stats", "--watch", 0.3, "-c", 3)
        w.until(r"[\d.]+ s later")
        sim.ctl(1, "ping", 1, "-c", 1)
        text = w.end()
        expect(text.count(" s later") == 3 and re.search(r"DLV_PKTS +\d+  \+1, ", text), "--watch: %s" % text)
        w = sim.start(0, "stats", "--watch")
        w.until("later", 20)
        w.signal(signal.SIGINT)
        w.end()
        sim.finish()


def generator():
    sim = Sim("--loss", 0.01)
    sim.ctl(1, "sink", "on", 0)
    sim.ctl(0, "gen", 2, "-c", 300, "-s", 500, "--gap", 100)
    end = time.monotonic() + 60
    while "sink       300 payloads good, 0 bad, 150000 bytes" not in sim.ctl(1, "gen"):
        expect(time.monotonic() < end, "not all came: " + sim.ctl(1, "gen"))
    expect("stands, 300 payloads sent" in sim.ctl(0, "gen"), "the generator goes on")
    # What is no pattern is counted as bad: number 0 again, where 300 is due.
    sim.ctl(0, "gen", 2, "-c", 1)
    while "300 payloads good, 1 bad" not in sim.ctl(1, "gen"):
        expect(time.monotonic() < end, "a wrong number was not seen: " + sim.ctl(1, "gen"))
    # Without an end, echoed, to the sink here.
    sim.ctl(1, "gen", "clear")
    sim.ctl(0, "sink", "on", 2)
    sim.ctl(0, "gen", 2, "--vc", 2, "-s", 64)
    while int(re.search(r"sink +(\d+) payloads good, 0 bad", sim.ctl(0, "gen")).group(1)) < 100:
        expect(time.monotonic() < end, "no echo of the generator")
    sim.ctl(0, "gen", "stop")
    expect("stands" in sim.ctl(0, "gen"), "the generator goes on")
    expect(int(re.search(r"echo +(\d+) payloads", sim.ctl(1, "gen")).group(1)) >= 100, "echoes are not counted")
    # Payloads without end that are no file: recv does not wait for one any longer for that.
    sim.ctl(1, "sink", "off", 0)
    sim.ctl(0, "gen", 2, "-s", 64)
    expect("no file came within 0.5 s" in sim.ctl(1, "recv", os.devnull, "--wait", 0.5, code=1), "recv --wait with payloads that are no file")
    sim.ctl(0, "gen", "stop")
    return "%d frames" % sim.finish()["frames"]


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
        expect(s["host link", "UART_BAD"] == 2, "noise was counted %d times" % s["host link", "UART_BAD"])
        sim.finish()


def tap():
    """ttpctl --if on a TAP device, and without the right to."""
    name = "ttp%d" % (os.getpid() % 100000)
    if not os.access("/dev/net/tun", os.W_OK) or os.getuid() != 0:
        print("no right to make a TAP device")
        sys.exit(77)
    with work() as d:
        sim = Sim(tap=(name, None))
        sim.transfer(0, 1, make_file(d + "/a", 50000), d + "/a.out")
        sim.ctl(0, "ping", 2, "-c", 2, "-i", 0)
        expect(sim.stats(0)["host port", "RX_GOOD"] > 50, "it went another way")
        os.chmod(d, 0o755)
        tool = shutil.copy(os.path.join(bridge_lib.BIN, "ttpctl"), d)
        r = subprocess.run([tool, "--if", name, "info"], capture_output=True, text=True, user=65534, group=65534, extra_groups=[])
        expect(r.returncode == 2 and "no right to open raw sockets" in r.stderr and r.stderr.count("\n") == 1, "without the right: %s" % r)
        if shutil.which("ip"):
            subprocess.run(["ip", "link", "set", name, "down"], check=True)
            expect("is down" in sim.ctl(0, "info", code=2), "an interface that is down")
        sim.finish()


def raw_file(host, pieces, crc, length, skip=None):
    host.data(2, bytes([1, 1, 0, 9, 0, 0, 0, 0]) + length.to_bytes(8, "big"))
    for n, p in enumerate(pieces, 1):
        if n != skip:
            host.data(2, bytes([2, 1, 0, 9]) + n.to_bytes(4, "big") + p)
    host.data(2, bytes([3, 1, 0, 9]) + (len(pieces) + 1).to_bytes(4, "big") + length.to_bytes(8, "big") + crc.to_bytes(4, "big"))


def broken_file():
    """What docs/ttpctl.md says about a file that is not whole; a host of our own sends it."""
    with work() as d:
        sim = Sim()
        host = RawHost(sim, 0)
        body = [bytes([i]) * 1000 for i in range(4)]
        crc = zlib.crc32(b"".join(body))
        for what, more, why in (("crc", dict(crc=crc ^ 1), "the CRC is"), ("hole", dict(crc=crc, skip=2), "payload 3 came where 2 was due"),
                                ("short", dict(crc=zlib.crc32(b"".join(body[:3])), pieces=body[:3]), "3000 bytes came of 4000"), ("good", dict(crc=crc), None)):
            host.hello()
            r = sim.start(1, "recv", d + "/" + what)
            host.data(2, b"no part of a file")
            raw_file(host, **{**dict(pieces=body, length=4000), **more})
            answer = host.hear(DATA_IN)[32:]
            text = r.end(1 if why else 0)
            expect(answer[:4] == bytes([4, 1, 0, 9]) and answer[20] == (why is None), "%s: DONE %s" % (what, answer[:21].hex()))
            expect("1 payloads did not belong" in text, "%s: a strange payload was not told: %s" % (what, text))
            expect(os.path.exists(d + "/" + what) == (why is None) and not os.path.exists(d + "/" + what + ".part"), what + ": files left")
            if why:
                expect("the file arrived broken: " + why in text, what + ": " + text)
        sim.finish()


def overrun():
    """A host that does not look at the limit: told with GOBACK, counted, and nothing else is harmed."""
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
        expect(taken + s["host link", "OVERRUN"] + s["host link", "ORDER"] + s["host link", "STALLED"] == 250, "frames are missing in the counters")
        host.send(HELLO, version=2, tag=9)
        host.send(DATA, node=2, body=b"x", length=1025)
        host.send(REQ, body=bytes(7))
        host.send(BYE)
        time.sleep(0.2)
        host.send(DATA, node=2, body=b"x")
        host.send(REQ, tag=6, body=bytes(8))
        host.hear(RSP)
        s = sim.stats(0)
        expect(s["host link", "MALFORMED"] == 3 and s["host link", "NO_SESSION"] == 1, "malformed, no session: %s" % s)
        # The payloads that were taken wait for a host of B and go by; then a file as ever.
        r = sim.start(1, "recv", d + "/out")
        sim.start(0, "send", make_file(d + "/in", 5000), "--to", 2).end()
        text = r.end()
        expect("%d payloads did not belong to the file" % taken in text, "%d taken: %s" % (taken, text))
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
        expect("interrupted" in r.end(1) and not os.path.exists(d + "/out4.part"), "interrupted receiver: " + r.text())
        # Also what waits for a card that does not answer, and for one that takes nothing more.
        w = sim.start(0, "--card", 9, "--timeout", 30, "info")
        time.sleep(0.3)
        w.signal(signal.SIGTERM)
        expect("ttpctl: interrupted" in w.end(1), "interrupted info: " + w.text())
        s = sim.start(0, "send", big, "--to", 2)
        time.sleep(2)
        s.signal(signal.SIGINT)
        expect("interrupted: the file is not whole at the far end" in s.end(1), "interrupted sender: " + s.text())
        expect("nothing more came for 0.5 s" in sim.ctl(1, "recv", os.devnull, "--wait", 0.5, "--stall", 0.5, code=1), "rest of a file")
        # Another host takes the session: the first one finds out.
        r = sim.start(1, "recv", d + "/out5", "--timeout", 3)
        time.sleep(0.3)
        sim.ctl(1, "ping", 1, "-c", 1)
        expect("another host has its session" in r.end(1), "still believes in it: " + r.text())
        expect("no file came within 0.5 s" in sim.ctl(1, "recv", d + "/out6", "--wait", 0.5, code=1), "recv --wait")
        sim.finish()


def trace():
    with work() as d:
        sim = Sim("--trace", d + "/cards.fst")
        sim.ctl(0, "ping", 2, "-c", 1)
        sim.finish()
        size = os.path.getsize(d + "/cards.fst")
        expect(size > 100000, "a waveform of %d bytes" % size)
        return "%d bytes" % size


def usage():
    """Exit 2 and one clear line, of both programs."""
    with work() as d:
        tool = os.path.join(bridge_lib.BIN, "ttpctl")
        dead = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        dead.bind(("127.0.0.1", 0))                # hears, and says nothing
        port = "127.0.0.1:%d" % dead.getsockname()[1]
        udp = ["--udp", port]
        text = make_file(d + "/text", 10)
        rows = [
            ([], "no command"), (["info"], "one of --if NAME, --uart DEVICE, --udp HOST:PORT is needed"),
            (udp + ["--if", "lo", "info"], "one of --if"), (["--udp", "7001", "info"], "--udp 7001: not HOST:PORT"),
            (["--udp", ":7001", "info"], "not HOST:PORT"), (["--udp", "127.0.0.1:0", "info"], "not HOST:PORT"), (["--udp", "127.0.0.1:65536", "info"], "not HOST:PORT"),
            (["--udp", "127.0.0.1:1", "info"], "nobody listens"), (["--if", "nope0", "info"], "no interface nope0"),
            (["--if", "x" * 16, "info"], "no interface"), (["--if", "", "info"], "no interface"),
            (["--uart", d + "/none", "info"], "No such file"), (["--uart", text, "info"], "not a serial port"), (["--uart", "/dev/null", "info"], "not a serial port"),
            (["--uart", "/dev/null", "--baud", "12345", "info"], "--baud 12345: not a speed"),
            (udp + ["--timeout", "0.3", "info"], "no answer from a card within 0.3 s"), (udp + ["--timeout", "0.3", "ping", "2"], "no answer from a card within 0.3 s"),
            (udp + ["bogus"], "bogus: unknown command"), (udp + ["read"], "read: an argument is missing"), (udp + ["read", "ID", "2"], "unexpected argument 2"),
            (udp + ["read", "NOPE"], "NOPE: no register"), (udp + ["read", "0x2000"], "no register"), (udp + ["read", "0x1002"], "no register"),
            (udp + ["write", "NODE", "x"], "value x: not a number"), (udp + ["write", "NODE", "0x100000000"], "not a number"), (udp + ["write", "NODE", "-1"], "-1: unknown option"),
            (udp + ["ping", "0xffffff"], "node 0xffffff: not a number"), (udp + ["ping", "2", "-s", "7"], "-s 7"), (udp + ["ping", "2", "-s", "1025"], "-s 1025"),
            (udp + ["ping", "2", "-c", "0"], "-c 0"), (udp + ["ping", "2", "--vc", "3"], "--vc 3"), (udp + ["ping", "2", "-i", "x"], "-i x"),
            (udp + ["ping", "2", "-c"], "-c: value is missing"), (udp + ["ping", "2", "--to", "3"], "an option that does not belong to it"),
            (udp + ["info", "--bogus"], "--bogus: unknown option"), (udp + ["send", text], "--to NODE is missing"), (udp + ["send", d + "/none", "--to", "2"], "No such file"),
            (udp + ["send", d, "--to", "2"], "is a directory"), (udp + ["recv", d], "is a directory"), (udp + ["recv", d + "/none/x"], "No such file"),
            (udp + ["echo", "up", "1"], "up: not on VC or off VC"), (udp + ["echo", "on"], "not on VC or off VC"), (udp + ["sink", "on", "3"], "VC 3"),
            (udp + ["gen", "x"], "node x"), (udp + ["gen", "2", "--gap", "16777216"], "--gap 16777216"), (udp + ["stats", "--watch", "0.001"], "--watch 0.001"),
            (udp + ["--timeout", "0", "info"], "--timeout 0"), (udp + ["--card", "0xffffff", "info"], "--card 0xffffff"),
        ]
        sims = [
            (["--bogus"], "--bogus: unknown option"), (["extra"], "extra: unexpected argument"), (["--loss"], "--loss: value is missing"),
            (["--loss", "2"], "--loss 2"), (["--corrupt", "-1"], "--corrupt -1"), (["--speed", "1"], "--speed 1: not 10, 100 or 1000"), (["--host-speed", "x"], "--host-speed x"),
            (["--udp-a", "70000"], "--udp-a 70000"), (["--udp-a", port.split(":")[1]], "Address already in use"), (["--tap-a", "a/b", "--udp-b", "0"], "not a name"),
            (["--trace", d + "/none/x"], "No such file"), (["--seed", "x"], "--seed x"), (["--ppm", "2000"], "--ppm 2000"), (["--delay", "x"], "--delay x"),
        ]
        for program, list_ in ((tool, rows), (SIM, sims)):
            for args, line in list_:
                r = subprocess.run([program] + args, capture_output=True, text=True, timeout=20)
                what = " ".join(args)
                expect(r.returncode == 2, "%s: exit %d" % (what, r.returncode))
                expect(line in r.stderr and r.stderr.count("\n") == 1 and not r.stdout, "%s: said %r" % (what, r.stderr))
            r = subprocess.run([program, "--help"], capture_output=True, text=True)
            expect(r.returncode == 0 and "--udp" in r.stdout, "no help")
        expect(not os.listdir(d) == [] and not os.path.exists(d + "/none"), "files left")
        return "%d rows" % (len(rows) + len(sims))


TESTS = {
    "file_lossy": file_lossy, "file_100": file_100, "file_10": file_10, "host_100": host_100, "registers": registers, "ping": ping,
    "links_close": links_close, "stats": stats, "generator": generator, "uart": uart, "tap": tap, "broken_file": broken_file,
    "overrun": overrun, "restart": restart, "trace": trace, "usage": usage,
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

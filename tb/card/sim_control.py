# SPDX-License-Identifier: Apache-2.0
"""ttpctl against two simulated cards: everything but files."""
from card_lib import *


def registers():
    sim = Sim()
    expect(sim.reg(0, "ID") == 0x54545031 and sim.reg(0, "card_id") == 0x5454504E
           and sim.reg(0, "0x1000") == 0x5454504E, "wrong IDs")
    expect(sim.reg(0, "NODE") == 1 and sim.reg(1, "NODE") == 2, "wrong nodes")
    names = re.findall(r"\b(?:MAC|CARD)\((\w+)\)",
                       open(os.path.join(ROOT, "host", "names.c")).read())
    expect(len(names) > 50, "no names found")
    for name in names:
        if name not in ("n", "MEM_BYTES", "VC_ORDER"):     # a NIC's; of the parameter VC_ORDER
            sim.reg(0, name)
    sim.ctl(0, "write", "TIMEOUT", "0x12345")
    expect(sim.reg(0, "0x30") == 0x12345 and sim.reg(1, "TIMEOUT") == 4096, "write went wrong")
    sim.ctl(0, "write", "RETRY_MAX", 0)
    expect(sim.reg(0, "RETRY_MAX") == 1, "0 was not clamped")
    for bad in (("write", "ID", "1"), ("write", "CARD_ID", "1"), ("read", "0x1FFC"),
                ("read", "MEM_BYTES"), ("read", "VC_ORDER"), ("read", "NIC_ID"), ("read", "0x0FFC"),
                ("write", "CELLS_FREE", "1")):
        expect("the card refuses to %s it" % bad[0] in sim.ctl(0, *bad, code=1),
               "no error for %s" % (bad,))
    expect(sim.ctl(0, "node", "0x77") == "node 000077\n" and sim.reg(0, "NODE") == 0x77, "node")
    sim.ctl(0, "node", 1)
    before = sim.reg(0, "EPOCH")
    sim.ctl(0, "reset")
    expect(sim.reg(0, "EPOCH") == before + 1 and sim.reg(0, "STATUS") == 1, "no soft reset")
    up = [float(re.search(r"up +([\d.]+) s", sim.ctl(0, "info")).group(1)) for _ in (0, 1)]
    expect(0 < up[0] < up[1], "the clock stands")
    sim.ctl(0, "--card", 1, "read", "NODE")
    text = sim.ctl(0, "--card", 9, "--timeout", 0.5, "read", "NODE", code=2)
    expect("no answer from a card within 0.5 s" in text, "an answer from nobody")
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
    expect("12 sent, 12 answered; min/avg/max" in text
           and text.count("64 bytes from 000002, VC 2") == 12, "answers are missing")
    m = re.search(r"min/avg/max ([\d.]+)/([\d.]+)/([\d.]+) ms", text)
    least, mean, most = map(float, m.groups())
    expect(0 < least <= mean <= most, "times out of order")
    for size in (8, 27, 28, 29, 1024):
        expect("%d bytes from" % size in sim.ctl(0, "ping", 2, "-c", 1, "-s", size),
               "size %d" % size)
    sim.ctl(0, "write", "RETRY_MAX", 10)
    for _ in (0, 1):                       # the second one needs the place of the first
        expect("node 000009 does not answer" in sim.ctl(0, "ping", 9, "-c", 1, code=1),
               "an answer from nobody")
    expect("own node" in sim.ctl(0, "ping", 1, "-c", 1, code=1), "a ping to itself")
    sim.ctl(1, "echo", "off", 2)
    expect("1 sent, 0 answered" in sim.ctl(0, "ping", 2, "-c", 1, "--wait", 1, code=1),
           "an echo that is off")
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
    expect("no link with node 000002 on VC 2" in sim.ctl(0, "close", 2, "--vc", 2, code=1),
           "closed what is not there")
    sim.ctl(0, "ping", 2, "-c", 3, "-i", 0)
    for k, peer in ((0, 2), (1, 1)):
        text = sim.ctl(k, "links")
        expect(
            re.search(r"^\d+ +%06X  2   open  .* 00000004  00000004  00000003" % peer, text, re.M),
            "no open link: %s" % text)
        expect("1 of 192 entries in use" in text, "more links")
    expect("VC 2 closed" in sim.ctl(0, "close", 2, "--vc", 2), "not closed")
    for k in (0, 1):
        expect(not re.search(r"\bopen\b", sim.ctl(k, "links")), "still open")
    expect(sim.stats(0)["MAC", "TX_CLOSE"] > 0, "no CLOSE was sent")
    sim.ctl(0, "ping", 2, "-c", 1)
    # A peer that is gone: the link dies of it.
    sim.ctl(0, "write", "RETRY_MAX", 4)
    sim.say("link down")
    expect("declared dead" in sim.ctl(0, "close", 2, "--vc", 2, "--wait", 60, code=1),
           "closed with nobody there")
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
        expect(a["MAC", "ACC_PKTS"] == 12 and b["MAC", "DLV_PKTS"] == 12
               and a["MAC", "ACC_BYTES"] == 10160 + 80 + 16 + 20, "MAC: %s" % a)
        expect(a["host link", "DATA"] == 12 and b["host link", "TX_DATA"] == 12
               and a["host link", "TX_DATA"] == 1, "host link")
        expect(a["wire port", "TX_GOOD"] == b["wire port", "RX_GOOD"] >= 14, "wire port")
        expect(a["host port", "RX_GOOD"] > 12, "host port")
        text = sim.ctl(0, "stats")
        expect("ACC_PKTS                    12" in text and "DROP_FCS" not in text,
               "stats: %s" % text)
        w = sim.start(0, "stats", "--watch", 0.3, "-c", 3)
        w.until(r"[\d.]+ s later")
        sim.ctl(1, "ping", 1, "-c", 1)
        text = w.end()
        expect(text.count(" s later") == 3 and re.search(r"DLV_PKTS +\d+  \+1, ", text),
               "--watch: %s" % text)
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
    expect(int(re.search(r"echo +(\d+) payloads", sim.ctl(1, "gen")).group(1)) >= 100,
           "echoes are not counted")
    # Payloads without end that are no file: recv does not wait for one any longer for that.
    sim.ctl(1, "sink", "off", 0)
    sim.ctl(0, "gen", 2, "-s", 64)
    expect("no file came within 0.5 s" in sim.ctl(1, "recv", os.devnull, "--wait", 0.5, code=1),
           "recv --wait with payloads that are no file")
    sim.ctl(0, "gen", "stop")
    return "%d frames" % sim.finish()["frames"]


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
            ([], "no command"),
            (["info"], "one of --if NAME, --uart DEVICE, --udp HOST:PORT is needed"),
            (udp + ["--if", "lo", "info"], "one of --if"),
            (["--udp", "7001", "info"], "--udp 7001: not HOST:PORT"),
            (["--udp", ":7001", "info"], "not HOST:PORT"),
            (["--udp", "127.0.0.1:0", "info"], "not HOST:PORT"),
            (["--udp", "127.0.0.1:65536", "info"], "not HOST:PORT"),
            (["--udp", "127.0.0.1:1", "info"], "nobody listens"),
            (["--if", "nope0", "info"], "no interface nope0"),
            (["--if", "x" * 16, "info"], "no interface"),
            (["--if", "", "info"], "no interface"),
            (["--uart", d + "/none", "info"], "No such file"),
            (["--uart", text, "info"], "not a serial port"),
            (["--uart", "/dev/null", "info"], "not a serial port"),
            (["--uart", "/dev/null", "--baud", "12345", "info"], "--baud 12345: not a speed"),
            (udp + ["--timeout", "0.3", "info"], "no answer from a card within 0.3 s"),
            (udp + ["--timeout", "0.3", "ping", "2"], "no answer from a card within 0.3 s"),
            (udp + ["bogus"], "bogus: unknown command"),
            (udp + ["read"], "read: an argument is missing"),
            (udp + ["read", "ID", "2"], "unexpected argument 2"),
            (udp + ["read", "NOPE"], "NOPE: no register"),
            (udp + ["read", "0x3000"], "no register"),
            (udp + ["read", "0x1002"], "no register"),
            (udp + ["write", "NODE", "x"], "value x: not a number"),
            (udp + ["write", "NODE", "0x100000000"], "not a number"),
            (udp + ["write", "NODE", "-1"], "-1: unknown option"),
            (udp + ["ping", "0xffffff"], "node 0xffffff: not a number"),
            (udp + ["ping", "2", "-s", "7"], "-s 7"),
            (udp + ["ping", "2", "-s", "1025"], "-s 1025"),
            (udp + ["ping", "2", "-c", "0"], "-c 0"),
            (udp + ["ping", "2", "--vc", "3"], "--vc 3"),
            (udp + ["ping", "2", "-i", "x"], "-i x"),
            (udp + ["ping", "2", "-c"], "-c: value is missing"),
            (udp + ["ping", "2", "--to", "3"], "an option that does not belong to it"),
            (udp + ["info", "--bogus"], "--bogus: unknown option"),
            (udp + ["send", text], "--to NODE is missing"),
            (udp + ["send", d + "/none", "--to", "2"], "No such file"),
            (udp + ["send", d, "--to", "2"], "is a directory"),
            (udp + ["recv", d], "is a directory"),
            (udp + ["recv", d + "/none/x"], "No such file"),
            (udp + ["echo", "up", "1"], "up: not on VC or off VC"),
            (udp + ["echo", "on"], "not on VC or off VC"),
            (udp + ["sink", "on", "3"], "VC 3"),
            (udp + ["gen", "x"], "node x"),
            (udp + ["gen", "2", "--gap", "16777216"], "--gap 16777216"),
            (udp + ["stats", "--watch", "0.001"], "--watch 0.001"),
            (udp + ["--timeout", "0", "info"], "--timeout 0"),
            (udp + ["--card", "0xffffff", "info"], "--card 0xffffff"),
        ]
        sims = [
            (["--bogus"], "--bogus: unknown option"),
            (["extra"], "extra: unexpected argument"),
            (["--loss"], "--loss: value is missing"),
            (["--loss", "2"], "--loss 2"),
            (["--corrupt", "-1"], "--corrupt -1"),
            (["--speed", "1"], "--speed 1: not one of 10, 100, 1000"),
            (["--host-speed", "x"], "--host-speed x"),
            (["--udp-a", "70000"], "--udp-a 70000"),
            (["--udp-a", port.split(":")[1]], "Address already in use"),
            (["--tap-a", "a/b", "--udp-b", "0"], "not a name"),
            (["--trace", d + "/none/x"], "No such file"),
            (["--seed", "x"], "--seed x"),
            (["--ppm", "2000"], "--ppm 2000"),
            (["--delay", "x"], "--delay x"),
        ]
        for program, list_ in ((tool, rows), (SIM, sims)):
            for args, line in list_:
                r = subprocess.run([program] + args, capture_output=True, text=True, timeout=20)
                what = " ".join(args)
                expect(r.returncode == 2, "%s: exit %d" % (what, r.returncode))
                expect(line in r.stderr and r.stderr.count("\n") == 1 and not r.stdout,
                       "%s: said %r" % (what, r.stderr))
            r = subprocess.run([program, "--help"], capture_output=True, text=True)
            expect(r.returncode == 0 and "--udp" in r.stdout, "no help")
        expect(not os.listdir(d) == [] and not os.path.exists(d + "/none"), "files left")
        return "%d rows" % (len(rows) + len(sims))

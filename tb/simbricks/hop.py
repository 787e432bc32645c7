#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A channel that goes on over TCP: `ttpsim hop`.

loopback    through two hops the two MACs do in every cycle what they do without
namespaces  the same between two network namespaces; skipped by name where none can be made
unsynced    without synchronisation a file arrives too
gone        whoever dies, all others end, with a line
usage       what can not be asked for
"""
import shutil, sys

from bricks_lib import *

EXACT = ["--preset", "nic1g", "--retry-max", 255]
NAMES = "ttp-hop-%d-" % os.getpid()
SKIPPED = []


class Hop(Bridge):
    def __init__(self, *args, space=None):
        enter = ["ip", "netns", "exec", space] if space else []
        self.start(*enter, ttpsim(), "hop", *args)

    def end(self, code=0, seconds=60):
        return super().end(code, seconds, ok="")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def pair(d, a_path, b_path, dut, tag, options=""):
    """A transfer with losses between two MACs at these paths; both listen."""
    a = Bricks(a_path, "--node", 1, "--peer", 2, "--send", d + "/in", "--epoch", 5, "--loss", 0.05,
               "--seed", 3, "--pcap", d + "/a" + tag, *EXACT, options=options)
    b = Bricks(b_path, "--node", 2, "--recv", d + "/out" + tag, "--epoch", 6, "--dut", dut,
               "--pcap", d + "/b" + tag, *EXACT, options=options, connect=a_path == b_path)
    return a, b


def frames(path):
    return [(p[0], p[1], p[2]) for p in read_pcapng(path)]


def compare(hosts, spaces=(None, None)):
    """With and without hops: frame for frame, cycle for cycle."""
    with work() as d:
        make_file(d + "/in", 60000, 4)
        for p in pair(d, d + "/s", d + "/s", "rtl", "0"):
            p.end(0)
        port = free_port()
        ends = pair(d, d + "/s1", d + "/s2", "rtl", "1")
        hops = [Hop("connect:%s/s1" % d, "listen:%s:%d" % (hosts[0], port), space=spaces[0]),
                Hop("connect:%s/s2" % d, "%s:%d" % (hosts[0], port), space=spaces[1])]
        for p in (*ends, *hops):
            p.end(0)
        same(d + "/in", d + "/out1")
        n = 0
        for mac in "ab":
            want, got = frames(d + "/" + mac + "0"), frames(d + "/" + mac + "1")
            # The very end, when the other side has gone, is not theirs in common.
            close = min(i for i, f in enumerate(want) if f[2][42] & 63 == CLOSE)
            expect(want[:close + 1] == got[:close + 1],
                   "MAC %s: through the hops it is another run" % mac)
            n += close
        expect(n > 200, "%d frames: too few" % n)
        return "%d frames at the very cycle" % n


def loopback():
    return compare(("127.0.0.1", "127.0.0.1"))


def ip(*args):
    return subprocess.run(["ip", *args], capture_output=True, text=True)


def namespaces():
    one, two, veth = NAMES + "1", NAMES + "2", "ttp%d" % (os.getpid() % 100000)
    if not shutil.which("ip"):
        SKIPPED.append("skipped in part: no ip, which is of iproute2")
        return SKIPPED[0]
    if ip("netns", "add", one).returncode:
        SKIPPED.append("not possible here: a network namespace")
        return SKIPPED[0]
    try:
        made = [ip("netns", "add", two),
                ip("link", "add", veth + "a", "netns", one, "type", "veth",
                   "peer", "name", veth + "b", "netns", two)]
        for space, name, address in ((one, veth + "a", "10.98.237.1/24"),
                                     (two, veth + "b", "10.98.237.2/24")):
            made += [ip("-n", space, "address", "add", address, "dev", name),
                     ip("-n", space, "link", "set", name, "up")]
        bad = [m.stderr.strip() for m in made if m.returncode]
        if bad:
            SKIPPED.append("not possible here: a cable between two namespaces: " + bad[0])
            return SKIPPED[0]
        return compare(("10.98.237.1", "10.98.237.2"), (one, two))
    finally:
        kill_all()
        ip("netns", "delete", one)
        ip("netns", "delete", two)


def unsynced():
    with work() as d:
        make_file(d + "/in", 20000, 4)
        port, no = free_port(), ":sync=false"
        a, b = pair(d, d + "/s1", d + "/s2", "model", "1", no)
        Hop("connect:%s/s1%s" % (d, no), "listen:127.0.0.1:%d" % port)
        Hop("connect:%s/s2%s" % (d, no), "127.0.0.1:%d" % port)
        a.end(0)
        b.end(0)
        same(d + "/in", d + "/out1")


def gone():
    for victim in range(4):
        with work() as d:
            make_file(d + "/in", 3000000, 4)
            port = free_port()
            all_ = [*pair(d, d + "/s1", d + "/s2", "model", "1"),
                    Hop("connect:%s/s1" % d, "listen:127.0.0.1:%d" % port),
                    Hop("connect:%s/s2" % d, "127.0.0.1:%d" % port)]
            all_[1].until("link with 000001 VC 0 open")
            all_[victim].p.kill()
            for i, p in enumerate(all_):
                if i != victim:
                    expect("gone without a word" in p.end(1, 20), "no line: %r" % p.text()[-200:])
            kill_all()
    return "4 victims"


def usage():
    with work() as d:
        busy = socket.socket()
        busy.bind(("127.0.0.1", 0))
        busy.listen(1)
        port = busy.getsockname()[1]
        rows = [([], "want SIMBRICKS TCP"), ([d + "/s"], "want SIMBRICKS TCP"),
                ([d + "/s", "localhost"], "want [listen:|connect:]HOST:PORT"),
                ([d + "/s", "listen:127.0.0.1:%d" % port], "Address already in use"),
                ([d + "/s:wait=0.3", "127.0.0.1:%d" % free_port()], "Connection refused"),
                ([d + "/s:wait=0.3", "127.0.0.1:%d" % port], "is no hop of this version"),
                ([d + "/s:colour=blue", "127.0.0.1:1"], "`colour=blue` is none of")]
        for args, line in rows:
            one_line(Hop(*args).end(2, 20), line, args)
        return "%d rows" % len(rows)


if __name__ == "__main__":
    code = main({"loopback": loopback, "namespaces": namespaces, "unsynced": unsynced, "gone": gone,
                 "usage": usage})
    if code == 0 and SKIPPED:
        print(SKIPPED[0])
        code = 77
    sys.exit(code)

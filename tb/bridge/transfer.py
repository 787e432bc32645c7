#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Two bridges over UDP: files and pipes arrive as they were sent, whatever the wire does."""
import os, re, socket, subprocess, sys, time

from bridge_lib import *

HARM = ["--loss", "0.1", "--dup", "0.02", "--reorder", "0.02", "--corrupt", "0.02",
        "--truncate", "0.02"]


def one_way(size, of_a=(), of_b=()):
    """Texts of both summaries."""
    ta, tb = carried(size, of_a, of_b)
    expect("link with 000002 VC 0 closed" in ta, "the sender did not close its link")
    expect("opened by the peer" in tb, "the receiver did not tell that the link opened")
    expect("%d acknowledged" % -(-size // 1024) in ta, "not all payloads acknowledged")
    return ta, tb


def clean():
    ta, _ = one_way(300000)
    expect(re.search(r"PAYLOAD \d+", ta), "no frames counted")


def loss():
    ta, tb = one_way(200000, HARM + ["--seed", "5"])
    for word in ("lost", "repeated", "reordered", "corrupted", "truncated"):
        expect(counter(ta, word) > 0, "the wire never did: " + word)
    expect(counter(ta, "replays") > 0, "nothing was sent again")
    expect(counter(ta, "fcs") > 0, "the MAC saw no corrupted frame")
    return "lost %d, replays %d" % (counter(ta, "lost"), counter(ta, "replays"))


def lockstep(preset):
    def test():
        ta, tb = one_way(60000 if preset == "min64" else 150000,
                         ["--preset", "nic1g", "--loss", "0.03", "--hz", 500000],
                         ["--preset", preset, "--dut", "lockstep", "--hz", 200000])
        n = re.search(r"(\d+) cycles compared, 0 mismatches", tb)
        expect(n and int(n.group(1)) > 50000, "the lockstep compared nothing")
        return n.group(0)
    return test


def lockstep_sends():
    ta, _ = one_way(60000, ["--preset", "min64", "--dut", "lockstep", "--loss", "0.03"],
                    ["--preset", "min64", "--dut", "rtl"])
    expect(re.search(r"[1-9]\d+ cycles compared, 0 mismatches", ta),
           "the lockstep compared nothing")


def both_ways():
    with work() as d:
        f, g = make_file(d + "/f", 150000, 1), make_file(d + "/g", 90000, 2)
        b = Bridge("--node", 2, "--peer", 1, "--vc", 2, "--send", g, "--recv", d + "/f2", *FAST)
        a = Bridge("--node", 1, "--peer", 2, "--vc", 2, "--send", f, "--recv", d + "/g2", *FAST,
                   "--loss", "0.05", "--payload", 700, wire="udp:%d:%d" % (free_port(), b.port))
        ta = a.end()
        b.end()
        expect("; 215 acknowledged" in ta, "payloads of 700 bytes")
        same(f, d + "/f2")
        same(g, d + "/g2")


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def tar():
    with work() as d:
        os.mkdir(d + "/out")
        b = Bridge("--node", 0x0a0b0c, "--recv", "-", *FAST, stdout=subprocess.PIPE)
        x = subprocess.Popen(["tar", "x", "-C", d + "/out"], stdin=b.p.stdout)
        b.p.stdout.close()
        t = subprocess.Popen(["tar", "c", "-C", ROOT, "sim"], stdout=subprocess.PIPE)
        a = Bridge("--node", 1, "--peer", "0x0a0b0c", "--send", "-", *FAST, "--loss", "0.02",
                   stdin=t.stdout, to=b)
        t.stdout.close()
        a.end()
        b.end()
        expect(t.wait(5) == 0 and x.wait(5) == 0, "tar failed")
        diff = subprocess.run(["diff", "-r", ROOT + "/sim", d + "/out/sim"],
                              capture_output=True, text=True)
        expect(diff.returncode == 0, "the trees differ: " + diff.stdout[:200])


def sizes():
    with work() as d:
        empty, one = make_file(d + "/0", 0), make_file(d + "/1", 1)
        b = receiver(d + "/out")
        a = sender(b, empty)
        expect("nothing to send" in a.end(), "it does not say that it sent nothing")
        expect(b.p.poll() is None, "a receiver ended without a link")
        sender(b, one).end()
        tb = b.end()
        same(one, d + "/out")
        expect("1 payloads, 1 bytes" in tb, "the receiver counts wrong")


def slow_reader():
    """A reader that pauses: the MAC's receive store fills, NACK_FULL, and nothing is lost."""
    with work() as d:
        src = make_file(d + "/in", 400000)
        b = receiver("-", "--preset", "tiny", stdout=subprocess.PIPE)
        a = sender(b, src)
        time.sleep(1.5)
        expect(a.p.poll() is None, "the sender ended although nobody reads")
        got = b.p.stdout.read()
        ta, tb = a.end(), b.end()
        expect(read(src) == got, "what was read differs from the file")
        expect(counter(ta, "NACK_FULL") > 3, "the store never was full")
        return "NACK_FULL %d" % counter(ta, "NACK_FULL")


def slow_writer():
    """A pipe that is written slowly: each line goes at once, the link waits open, a short bridge
    sleeps."""
    with work() as d:
        b = receiver(d + "/out")
        a = sender(b, "-")
        for line in (b"one\n", b"two\n", b"three\n"):
            a.p.stdin.write(line)
            a.p.stdin.flush()
            end = time.monotonic() + 3
            while not read(d + "/out").endswith(line):
                expect(time.monotonic() < end, "a line did not arrive while the pipe was open")
                time.sleep(0.02)
        a.p.stdin.close()
        ta = a.end()
        b.end()
        expect("3 payloads, 14 bytes" in ta, "the lines were not sent as three payloads")


def idle():
    """An idle bridge sleeps, with an open link too; --dut lockstep as well."""
    with work() as d:
        for dut in ("model", "lockstep"):
            b = Bridge("--node", 2, "--dut", dut, "--preset", "min64", *FAST)
            a = sender(b, "-")
            a.p.stdin.write(b"x")
            a.p.stdin.flush()
            b.until("opened by the peer")
            time.sleep(0.3)
            before = [x.cpu() for x in (a, b)]
            time.sleep(1)
            used = [x.cpu() - y for x, y in zip((a, b), before)]
            expect(max(used) < 0.1, "%s: idle for a second, it used %s s of CPU" % (dut, used))
            a.p.stdin.close()
            a.end()
            b.signal()
            b.end()


TESTS = {
    "clean": clean, "loss": loss,
    "lockstep_min64": lockstep("min64"), "lockstep_nic1g": lockstep("nic1g"),
    "lockstep_sends": lockstep_sends, "both_ways": both_ways, "tar": tar, "sizes": sizes,
    "slow_reader": slow_reader, "slow_writer": slow_writer, "idle": idle,
}

if __name__ == "__main__":
    sys.exit(main(TESTS))

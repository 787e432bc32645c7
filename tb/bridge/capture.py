#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Captures: a MAC fed from a file, a run repeated exactly from its recording, a planted
difference found again."""
import glob, os, re, shlex, sys

from bridge_lib import *


def replay(node, *args):
    """What a bridge says that is fed from a file."""
    return run("bridge", "--node", node, *args, code=0, seconds=30).stderr


def transfer(src, out, of_b=(), of_a=()):
    b = receiver(out, *of_b)
    return sender(b, src, *of_a), b


def pcap_in():
    """What a receiver saw, fed to a fresh one: the same file comes out, answers go to --pcap."""
    with work() as d:
        src = make_file(d + "/in", 100000)
        a, b = transfer(src, d + "/out", ["--pcap", d + "/wire.pcap", "--loss", "0.05",
                                          "--epoch", "77"])
        a.end()
        tb = b.end()
        args = ["--wire", "pcap-in:%s/wire.pcap" % d, "--recv", d + "/again",
                "--pcap", d + "/answers.pcap", "--epoch", "77", *FAST]     # frames name its life
        for dut in ("model", "lockstep"):
            text = replay(2, *args, "--dut", dut)
            same(src, d + "/again")
            expect(counter(text, "ACK") >= 98, "too few ACKs")
        expect(counter(tb, "lost") > 0, "the capture has no loss in it")
        # The answers of that MAC are the frames of node 2: a MAC with its
        # number hears nothing from itself.
        text = replay(9, "--wire", "pcap-in:%s/answers.pcap" % d)
        expect(counter(text, "dst") > 200, "frames of others do not reach the MAC")
        out = replay(1, "--wire", "pcap-in:%s/answers.pcap" % d)
        inn = re.search(r"frames in +(.*)", out).group(1)
        expect("ACK" in inn and "PAYLOAD" not in inn and re.search(r"drops +none", out),
               "frames from our own node were fed")


def exact():
    """Receiver and sender in lockstep with a hostile wire, repeated from the recording: every
    frame in its cycle."""
    with work() as d:
        src = make_file(d + "/in", 40000)
        harm = ["--loss", "0.05", "--corrupt", "0.05", "--dup", "0.05", "--reorder", "0.05",
                "--truncate", "0.05", "--delay", "300"]
        both = ["--preset", "min64", "--dut", "lockstep", "--hz", "200000", "--stats", "0.1", *harm]
        rec = both + ["--epoch", 7, "--seed", 9]
        snd = both + ["--epoch", 8, "--seed", 10]
        a, b = transfer(src, d + "/out", rec + ["--record", d + "/b.rec", "--pcap", d + "/b1"],
                        snd + ["--record", d + "/a.rec", "--pcap", d + "/a1"])
        ta, tb = a.end(), b.end()
        same(src, d + "/out")
        xb = replay(2, *FAST, *rec, "--recv", d + "/out2", "--wire", "pcap-in:%s/b.rec" % d,
                    "--exact", "--pcap", d + "/b2")
        xa = replay(1, "--peer", 2, "--send", src, *FAST, *snd, "--wire", "pcap-in:%s/a.rec" % d,
                    "--exact", "--pcap", d + "/a2")
        same(src, d + "/out2")
        # The cycle is in the comment of each frame; the time on the wall is another one.
        for f, g in (("a1", "a2"), ("b1", "b2")):
            x, y = ([(p[0], p[2], p[3]) for p in read_pcapng(d + "/" + n)] for n in (f, g))
            expect(x == y and len(x) > 80, "%s and %s have other frames or cycles" % (f, g))
            expect(all(b"cycle " in p[2] for p in x), "a frame without its cycle")
        for live, again in ((ta, xa), (tb, xb)):
            for what in (r"frames out .*", r"frames in .*", r"trouble .*", r"drops .*",
                         r"\d+ cycles compared.*"):
                x, y = re.search(what, live).group(0), re.search(what, again).group(0)
                expect(x == y, "repeated run: %r instead of %r" % (y, x))
        return re.search(r"\d+ cycles compared", ta).group(0)


def planted():
    """A difference stops the run: exit 1, cycle, port, values, a recording; its command finds it
    again, with a waveform."""
    with work() as d:
        src = make_file(d + "/in", 100000)
        a, b = transfer(src, d + "/out", ["--dut", "lockstep", "--preset", "min64", "--plant",
                                          "m_axis_wire_tdata@8000"], ["--retry-max", 3])
        text = b.end(1)
        a.end(1)
        found = re.search(r"MISMATCH cycle (\d+).*\n(  port .*\n    rtl .*\n    model .*\n)", text)
        expect(found and int(found.group(1)) >= 8000, "no report of a mismatch")
        command = re.search(r"repeat with:\n    (ttpsim bridge .*)", text).group(1)
        r = run(*shlex.split(command)[1:], code=1)
        expect(found.group(0) in r.stderr, "the repeated run shows something else:\n" + r.stderr)
        wave = re.search(r"waveform of the last \d+ cycles: (\S+)", r.stderr)
        expect(wave and os.path.getsize(wave.group(1)) > 10000, "no waveform")
        recording = re.search(r"pcap-in:(\S+)", command).group(1)
        for f in (wave.group(1), recording):
            os.remove(f)
        # A run without a failure leaves nothing behind. By pid: other tests record beside it.
        for x in transfer(make_file(d + "/in", 5000), d + "/out",
                          ["--dut", "lockstep", "--preset", "min64"]):
            x.end()
            expect(not glob.glob("%s/bridge-*-%d.*" % (BIN, x.p.pid)),
                   "the recording of a good run is left over")
        return "cycle " + found.group(1)


TESTS = {"pcap_in": pcap_in, "exact": exact, "planted": planted}

if __name__ == "__main__":
    sys.exit(main(TESTS))

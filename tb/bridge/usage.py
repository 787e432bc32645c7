#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad usage of `ttpsim bridge`: exit 2 and one line that says what is wrong."""
import socket, subprocess, sys

from bridge_lib import *


def usage():
    with work() as d:
        busy = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        busy.bind(("127.0.0.1", 0))
        port = busy.getsockname()[1]
        f = make_file(d + "/f", 10)
        text = d + "/text"
        with open(text, "w") as t:
            t.write("this is no capture\n" * 10)
        ok = ["--node", "1", "--wire", "udp:0:0"]
        rows = [
            (["--wire", "udp:0:0"], "--node is missing"),
            (["--node", "1"], "--wire is missing"),
            (["--node", "1", "--wire", "udp:%d:0" % port],
             "UDP port %d: Address already in use" % port),
            (["--node", "1", "--wire", "udp:1"], "not udp:LOCALPORT:REMOTEPORT"),
            (["--node", "1", "--wire", "udp:70000:1"], "not udp:LOCALPORT:REMOTEPORT"),
            (["--node", "1", "--wire", "udp:5000:5000"], "both ports are the same"),
            (["--node", "1", "--wire", "smoke:signals"],
             "not udp:LOCAL:REMOTE, tap:NAME, pcap-in:FILE or simbricks:PATH"),
            (["--node", "1", "--wire", "tap:"], "not a name"),
            (["--node", "1", "--wire", "tap:" + "x" * 16], "not a name"),
            (["--node", "1", "--wire", "tap:a/b"], "not a name"),
            (["--node", "1", "--wire", "pcap-in:" + d + "/none"], "No such file"),
            (["--node", "1", "--wire", "pcap-in:" + text], "unknown file format"),
            (ok + ["--profile", "best"], "--profile best: not one of spec, interop"),
            (ok + ["--preset", "huge"], "no such preset"),
            (ok + ["--dut", "fpga"], "--dut fpga: not one of lockstep, rtl, model"),
            (ok + ["--peer", "0x000001"], "--peer and --node are the same"),
            (ok + ["--send", f], "--send needs --peer"),
            (ok + ["--peer", "2", "--send", d + "/none"], "No such file"),
            (ok + ["--peer", "2", "--send", d], "is a directory"),
            (ok + ["--recv", d + "/none/out"], "No such file"),
            (ok + ["--peer", "2", "--send", f, "--recv", f], "--recv would overwrite --send"),
            (ok + ["--pcap", d + "/none/x"], "No such file"),
            (ok + ["--record", d + "/none/x"], "No such file"),
            (["--node", "0xffffff", "--wire", "udp:0:0"], "--node 0xffffff"),
            (ok + ["--exact"], "--exact needs"),
            (ok + ["--restarts", "1"], "--restarts needs one of --send and --recv"),
            (ok + ["--restarts", "1", "--peer", "2", "--send", f, "--recv", d + "/out"],
             "--restarts needs one of --send and --recv"),
            (ok + ["--restarts", "1", "--recv", d + "/out", "--payload", "8"],
             "--restarts needs a --payload above 8 bytes"),
            (ok + ["--restarts", "0", "--peer", "2", "--send", "/dev/null"],
             "--restarts: what came through a pipe"),
            (ok + ["--plant", "irq@5"], "--plant needs --dut lockstep"),
            (ok + ["--dut", "lockstep", "--plant", "nose@5"], "no such output port"),
            (ok + ["--dut", "rtl", "--rtl-dir", d, "--preset", "w128x"], "no such preset"),
            (ok + ["--selective"], "--selective: preset nic1g has no SELECTIVE"),
            (ok + ["--bogus"], "--bogus: unknown option"),
            (ok + ["extra"], "extra: unexpected argument"),
            (ok + ["--loss"], "--loss: value is missing"),
        ]
        # The complaint names the option and its value as they were given.
        rows += [(ok + bad.split(), bad) for bad in (
            "--hz 0", "--hz fast", "--hz -5", "--peer 2x", "--vc 3", "--payload 1025",
            "--retry-max 256", "--timeout 0",
            "--restarts -1", "--loss 1.1", "--stats 0", "--epoch 0")]
        for args, line in rows:
            r = run("bridge", *args, code=2, seconds=10)
            one_line(r.stderr, line, " ".join(args))
            expect(not r.stdout, "%s: said %r" % (" ".join(args), r.stdout))
        expect("udp:LOCAL:REMOTE" in run("bridge", "--help", code=0).stdout, "no help")
        return "%d rows" % len(rows)


if __name__ == "__main__":
    sys.exit(main({"usage": usage}))

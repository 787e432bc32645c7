#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad usage of `ttpnic`, and what a server refuses: an exit code and a line that says why."""
from nic_lib import client, expect, main, make_file, run, server


def told(name, rows):
    """Each row: words, exit code, what it says."""
    for words, code, what in rows:
        got, text = run(name, *words)
        expect(got == code and what in text,
               "%s %s: exit %d, %s" % (name, " ".join(words), got, text))


def usage(d):
    wire = ["--wire", "udp:0:1"]
    device = ["--device", "simbricks:" + d + "/none", "--wait", "1"]
    told("ttpnic", [
            ([], 2, "usage:"), (["--help"], 0, "usage:"), (["fly", *wire], 2, "no such command"),
            (["put", *wire], 2, "a name too many or too few"), (["serve"], 2, "want --wire"),
            (["put", "x", "y", *wire], 2, "one name at a time"),
            (["put", "x", "--loss", "1", *wire], 2, "--loss 1: want a part"),
            (["put", "x", "--loss", "a", *wire], 2, "--loss a: want a part"),
            (["put", "x", "--node", "-1", *wire], 2, "--node -1: want a number"),
            (["put", "x", "--node", "0x1000000", *wire], 2, "want a number"),
            (["put", "x", "--seed", "0", *wire], 2, "--seed 0: want a number from 1"),
            (["put", "x", "--wings", "2", *wire], 2, "--wings: no such option"),
            (["put", "x", "--wire"], 2, "--wire: what?"),
            (["serve", "--wire", "udp:1"], 2, "want udp:LOCAL:REMOTE"),
            (["serve", "--wire", "tap:a"], 2, "want udp:LOCAL:REMOTE"),
            (["serve", "--wire", "udp:0:70000"], 2, "want udp:LOCAL:REMOTE"),
            (["put", "x", "--size", "2", *wire], 2, "--size: no such option of put"),
            (["bw"], 2, "bw: want write, read or send"),
            (["lat", "fly"], 2, "fly: want write, read or send"),
            (["bw", "write", "read"], 2, "one name at a time"),
            (["bw", "write", *wire], 2, "--wire: no such option of bw"),
            (["bw", "write", "--size", "0"], 2, "--size 0: want a number from 1 to 1048576"),
            (["bw", "write", "--size", "1048577"], 2, "want a number from 1 to 1048576"),
            (["bw", "send", "--size", "993"], 2, "a SEND has at most 992 bytes"),
            (["lat", "read", "--iters", "0"], 2, "--iters 0: want a number from 1 to 10000"),
            (["lat", "read", "--iters"], 2, "--iters: what?"),
            (["bw", "write", "--size", "64", "--loss", "0.999"], 1, "message of 1 bytes: "),
            (["put", d + "/none", *wire], 1, "No such file"),
            (["put", "x", *wire, *device], 2, "want --wire"),
            (["put", "x", *wire, "--wait", "1"], 2, "--wait is for --device"),
            (["put", "x", "--device", d], 2, "want simbricks:PATH"),
            (["put", "x", "--device", "simbricks:"], 2, "the path of a socket is missing"),
            (["put", "x", "--device", "simbricks:" + 200 * "p"], 2, "longer than the path"),
            (["put", "x", *device, "--loss", "0.1"], 2, "of the device's wire"),
            (["put", "x", *device, "--seed", "3"], 2, "of the device's wire"),
            (["put", "x", *device, "--wait", "0"], 2, "--wait 0: want a number from 1"),
            (["put", "x", "--device", "pci:"], 2, "want the address of a PCI function"),
            (["put", "x", "--device", "pci:0000:00:1f.8x"], 2, "want the address of a PCI"),
            (["put", "x", "--device", "pci:ffff:ff:1f.7"], 2, "there is no such PCI function"),
            (["put", "x", "--device", "pci:0:0:0.0", "--wait", "1"], 2, "is for simbricks:PATH"),
            (["put", "x", "--device", "pci:0:0:0.0", "--dup", "0.1"], 2, "of the device's wire"),
            (["put", "x", *device], 2, "/none: nobody listens there within 1 s")])


def device(d):
    pcie, wire = ["--pcie", "simbricks:" + d + "/p", "--wait", "1"], ["--wire", "udp:0:0"]
    told("ttpnicdev", [
            (["--help"], 0, "usage:"), ([], 2, "--pcie : want simbricks:PATH"),
            (["--pcie", "tcp:1", *wire], 2, "want simbricks:PATH"),
            (["--pcie", "simbricks:", *wire], 2, "the path of a socket is missing"),
            (["--pcie", "simbricks:" + 200 * "p", *wire], 2, "longer than the path"),
            (["--pcie", "simbricks:/none/p", *wire], 2, "/none/p: No such file"),
            (["--pcie", "simbricks:" + __file__, *wire], 2, "Address already in use"),
            (["--pcie", "qemu:", *wire], 2, "the path of a socket is missing"),
            (["--pcie", "qemu:/none/p", *wire], 2, "/none/p: No such file"),
            (["--pcie", "qemu:" + d + "/q", *wire, "--slot", "128"], 2, "are for simbricks:PATH"),
            (["--pcie", "qemu:" + d + "/q", *wire, "--wait", "1"], 2, "/q: no host has come"),
            (pcie, 2, "--wire udp:LOCAL:REMOTE is missing"),
            ([*pcie, "--wire", "udp:1"], 2, "want udp:LOCAL:REMOTE"),
            ([*pcie, *wire, "--wings", "2"], 2, "--wings: no such option"),
            ([*pcie, *wire, "--dut"], 2, "--dut: what?"),
            ([*pcie, *wire, "--dut", "both"], 2, "--dut both: want model"),
            ([*pcie, *wire, "--loss", "1"], 2, "--loss 1: want a part"),
            ([*pcie, *wire, "--seed", "0"], 2, "--seed 0: want a number from 1"),
            ([*pcie, *wire, "--slots", "1"], 2, "--slots 1: want a number from 2"),
            ([*pcie, *wire, "--slot", "130"], 2, "--slot 130: want a multiple of 64"),
            ([*pcie, *wire, "--plant", "irq@5"], 2, "--plant: needs --dut lockstep"),
            ([*pcie, *wire, "--plant", "irq"], 2, "want an output port"),
            ([*pcie, *wire, "--plant", "wing@5"], 2, "want an output port"),
            ([*pcie, *wire], 2, "/p: no host has come within 1 s")])


def refused(d):
    make_file(d + "/.hidden", 10)
    with server(d) as (port, _):
        for name, what in [("none", "No such file"), ("a/b", "a file name"), ("..", "a file name"),
                           (".hidden", "a file name")]:
            code, text = client(port, "get", name)
            expect(code == 1 and what in text, "get %s: exit %d, %s" % (name, code, text))
        code, text = client(port, "put", make_file(d + "/f", 10), "--node", "2")
        expect(code == 2 and "--peer and --node are the same" in text, text)


main(usage, device, refused)

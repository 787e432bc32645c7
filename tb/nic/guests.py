#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Two guests of QEMU, each with Debian's kernel and a NIC in a PCI slot, exchange a file.

    tb/nic/guests.py [--dut model|rtl|lockstep] [--file FILE | --bytes N] [--loss P] [--dup P]
                     [--reorder P] [--seed N] [--keep] [--bin FOLDER]

The NICs are `ttpnicdev` outside of the guests, one beside each QEMU, with a wire between them that
loses. In the guests `ttpnic` is the driver: from user space, by polling. One puts the file into the
memory of the other by remote write, and gets it back by remote read; SHA-256 of both is compared
here. --bytes: of random content. --keep: consoles stay in build/guests. Exit 77: there is no QEMU,
or no kernel for a guest.
"""
import argparse, contextlib, hashlib, os, tempfile, time

import nic_lib
from guest_lib import Device, Guest, skip_without_qemu
from nic_lib import ROOT, expect, make_file

SERVER = """
ttpnic serve --node 2 --dir /files $dev > /log 2>&1 &
until grep -q serves /log; do kill -0 $! || end "FAIL $(cat /log)"; usleep 50000; done
say serves
read x
say "log $(sed 1d /log | tr '\\n' ';')"
say "at server $(sha256sum < /files/f)"
kill $!
"""
# put has uio_pci_generic for its driver, get none: then the library alone ends bus mastering.
CLIENT = """
move() {
    ttpnic "$@" --node 1 --peer 2 $dev > /log 2>&1 || end "FAIL $1: $(cat /log)"
    say "$1: $(head -n 1 /log)"
    [ $(od -An -tu1 -j4 -N1 $sys/config) = 2 ] || end "FAIL $1: still a bus master"
}
say ready
read x
move put /f
echo $nic > /sys/bus/pci/drivers/uio_pci_generic/unbind
move get f --into /back
say "back $(sha256sum < /back)"
"""


def arguments():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--dut", default="model", choices=["model", "rtl", "lockstep"])
    what = p.add_mutually_exclusive_group()
    what.add_argument("--file")
    what.add_argument("--bytes", type=int, default=300007)
    p.add_argument("--seed", type=int, default=1)
    for name in ("loss", "dup", "reorder"):
        p.add_argument("--" + name, default="0.01" if name == "loss" else "0")
    p.add_argument("--keep", action="store_true")
    p.add_argument("--bin", default="build")
    a = p.parse_args()
    if a.file and not os.path.isfile(a.file):
        p.error(a.file + ": no such file")
    if a.seed < 0:
        p.error("--seed %d: want a number from 0" % a.seed)
    if a.file:
        a.bytes = os.path.getsize(a.file)
    if not 0 <= a.bytes <= 32 << 20:
        p.error("%d bytes: the guests have room for 32 MiB" % a.bytes)
    return a


@contextlib.contextmanager
def folder(keep):
    if keep:
        path = os.path.join(ROOT, "build", "guests")
        os.makedirs(path, exist_ok=True)
        yield path
    else:
        with tempfile.TemporaryDirectory() as path:
            yield path


def report(device):
    """What a device says at its end, but its first and last line."""
    text = device.end(0, "OK")
    return "".join(line + "\n" for line in text.splitlines()[1:-1])


def exchange(a, d):
    """(seconds of it, what the guests say, what the devices say)"""
    f = a.file or make_file(d + "/f", a.bytes, a.seed)
    with open(f, "rb") as content:
        want = hashlib.sha256(content.read()).hexdigest()
    wire = ["--dut", a.dut, "--loss", a.loss, "--dup", a.dup, "--reorder", a.reorder]
    pages = 6 + 2 * (a.bytes >> 20)
    room = 160 + 8 * (a.bytes >> 20)
    with Device(d + "/b", 0, *wire, "--seed", str(2 * a.seed + 1)) as far, \
         Device(d + "/a", far.port, *wire, "--seed", str(2 * a.seed + 2)) as near, \
         Guest(d, "server", far, SERVER, memory=room, pages=pages) as server, \
         Guest(d, "client", near, CLIENT, {"f": f}, room, pages) as client:
        server.until("guest: serves")
        up = client.until(r"guest: (up: .*)").group(1)
        client.until("guest: ready")
        print("  two guests        %s" % up[4:], flush=True)
        begin = time.monotonic()
        client.tell("go")
        for what in ("put", "get"):
            moved = client.until(r"guest: %s: +memory to memory +(.*)" % what, 1800).group(1)
            print("  %-17s %s" % (what, moved), flush=True)
        back = client.until(r"guest: back (\w+)").group(1)
        spent = time.monotonic() - begin
        client.end()
        server.tell("end")
        there = server.until(r"guest: at server (\w+)").group(1)
        served = server.until(r"guest: log (.*)").group(1)
        server.end()
        expect("puts f: done" in served and "gets f: done" in served, "the server: " + served)
        expect(there == want, "what was put has SHA-256 %s, the file %s" % (there, want))
        expect(back == want, "what was got has SHA-256 %s, the file %s" % (back, want))
        return want, spent, report(near), report(far)


def main():
    a = arguments()
    nic_lib.BIN = os.path.join(ROOT, a.bin)
    skip_without_qemu()
    print("put and get of %s between two guests, NICs as %s, loss %s each way" % (
        a.file or "%d bytes" % a.bytes, a.dut, a.loss), flush=True)
    with folder(a.keep) as d:
        want, spent, near, far = exchange(a, d)
    print("  there and back    identical, SHA-256 %s, %.0f s" % (want, spent))
    print("NIC of the client\n%sNIC of the server\n%sOK" % (near, far))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files from the memory of one process to that of another, each with its NIC in a process of its
own: `ttpnic --device` and `ttpnicdev`, as model, as RTL, and both in lockstep.

Sizes around the ends of payloads and pages, over a wire that loses; a device that is killed in the
middle, on either side, or stands still; a host that is killed; a difference between RTL and model.
"""
import contextlib, os, re, signal, time

from nic_lib import PORT, Program, expect, main, make_file, same

HARM = ["--loss", "0.05", "--dup", "0.01", "--reorder", "0.01"]


def device(path, port, dut, *options):
    return Program("ttpnicdev", "--pcie", "simbricks:" + path, "--wire", "udp:0:%s" % port,
                   "--dut", dut, *options)


@contextlib.contextmanager
def served(d, dut, *options):
    """A server behind a device: (port of its wire, the device, the server)."""
    os.makedirs(d + "/at", exist_ok=True)
    with device(d + "/b", 0, dut, *options) as dev, \
         Program("ttpnic", "serve", "--node", "2", "--dir", d + "/at", "--device",
                 "simbricks:" + d + "/b") as server:
        port = dev.until(PORT).group(1)
        server.until("serves")
        yield port, dev, server


def client(d, *words):
    return Program("ttpnic", words[0], "--node", "1", "--peer", "2", "--device",
                   "simbricks:" + d + "/a", *words[1:])


def once(d, port, dut, options, *words):
    """A client with a device of its own; what the device says at its end."""
    with device(d + "/a", port, dut, *options) as dev, client(d, *words) as c:
        text = c.end(0, "bytes")
        expect(" 0 accesses outside" in text, text)
        return dev.end(0, "OK")


def there_and_back(d, dut, sizes, harm):
    lost = 0
    with served(d, dut, *harm, "--seed", "7") as (port, dev, server):
        for n in sizes:
            f = make_file("%s/f%d" % (d, n), n, n)
            options = [*harm, "--seed", str(n + 1)]
            for said in [once(d, port, dut, options, "put", f),
                         once(d, port, dut, options, "get", "f%d" % n, "--into", d + "/back")]:
                lost += int(re.search(r"lost (\d+)", said).group(1))
                if dut == "lockstep":
                    found = re.search(r"(\d+) cycles compared, 0 mismatches", said)
                    expect(found and int(found.group(1)) > 1000, "nothing was compared: " + said)
            expect(same(f, "%s/at/f%d" % (d, n)), "put of %d bytes" % n)
            expect(same(f, d + "/back"), "get of %d bytes" % n)
        expect("--loss" not in harm or lost > 0, "nothing was lost")
        server.p.terminate()
        dev.end(1, "the host has gone without a word")


def model(d):
    there_and_back(d, "model", [0, 1, 31, 992, 993, 4096, 300007], HARM)


def many_reads(d):
    """More messages than the far NIC has places for READs."""
    there_and_back(d, "model", [5 << 20], [])


def small_slots(d):
    """A payload goes in several messages, and queues are full at times."""
    there_and_back(d, "model", [5000], ["--slot", "128", "--slots", "4"])


def rtl(d):
    there_and_back(d, "rtl", [993, 100001], HARM)


def lockstep(d):
    there_and_back(d, "lockstep", [1, 992, 60001], HARM)


def device_killed(d):
    """The host says it, on either side, and the other end does not wait forever."""
    big = make_file(d + "/big", 60 << 20)
    with served(d, "model") as (port, dev, server):
        with device(d + "/a", port, "model") as mine, client(d, "put", big) as c:
            time.sleep(0.5)
            mine.kill()
            c.end(1, "the device has gone", 5)
        with device(d + "/a", port, "model") as mine, client(d, "put", big) as c:
            time.sleep(0.5)
            dev.kill()
            server.end(1, "the device has gone", 5)
            c.end(1, "node 000002: ")
            mine.end(1, "the host has gone without a word")


def stalled(d):
    """A device that is without the processor for seconds, on either side, is not taken for dead."""
    f = make_file(d + "/f", 20 << 20)
    with served(d, "model") as (port, dev, _):
        for words in [["put", f], ["get", "f", "--into", d + "/back"]]:
            with device(d + "/a", port, "model") as mine, client(d, *words) as c:
                still = dev if words[0] == "put" else mine
                time.sleep(0.5)
                still.p.send_signal(signal.SIGSTOP)
                time.sleep(3)
                expect(c.p.poll() is None, "it ended before or meanwhile: " + c.said())
                still.p.send_signal(signal.SIGCONT)
                c.end(0, "bytes")
                mine.end(0, "OK")
    expect(same(f, d + "/back"), "get behind a stall")


def host_killed(d):
    big = make_file(d + "/big", 60 << 20)
    with served(d, "model") as (port, _, _), device(d + "/a", port, "model") as mine:
        with client(d, "put", big):
            time.sleep(0.5)
        mine.end(1, "the host has gone without a word", 5)


def mismatch(d):
    """A bit of an output of the RTL is turned over."""
    f = make_file(d + "/f", 100)
    with served(d, "model") as (port, _, _):
        for place in ["m_axis_wire_tdata@0", "m_axi_araddr@100", "s_axil_rdata@0"]:
            with device(d + "/a", port, "lockstep", "--plant", place) as dev, \
                 client(d, "put", f) as c:
                text = dev.end(1, "MISMATCH cycle ")
                expect("  port %s\n" % place.split("@")[0] in text, text)
                expect("ttpnicdev: RTL and model differ" in text, text)
                c.p.wait(20)
                expect(c.p.returncode, "its host goes on: " + c.said())


main(model, many_reads, small_slots, rtl, lockstep, device_killed, stalled, host_killed, mismatch)

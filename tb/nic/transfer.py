#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files from the memory of one process to that of another by `ttpnic`: remote write and read.

Sizes around the ends of payloads, messages and pages; a wire that loses, doubles and reorders; a
client that is killed in the middle, after which the server serves the next one.
"""
import os, time

from nic_lib import Program, client, expect, main, make_file, same, server

SIZES = [0, 1, 31, 992, 993, 1016, 1017, 2008, 2009, 4096, 1 << 20, (1 << 20) + 1, 3000007]
HARM = ["--loss", "0.02", "--dup", "0.01", "--reorder", "0.02"]


def there_and_back(d, sizes, port, harm):
    for n in sizes:
        f = make_file("%s/f%d" % (d, n), n, n)
        code, text = client(port, "put", f, *harm)
        expect(code == 0 and same(f, "%s/at/f%d" % (d, n)), "put of %d bytes: %s" % (n, text))
        code, text = client(port, "get", "f%d" % n, "--into", d + "/back", *harm)
        expect(code == 0 and same(f, d + "/back"), "get of %d bytes: %s" % (n, text))


def clean(d):
    os.mkdir(d + "/at")
    with server(d + "/at") as (port, _):
        there_and_back(d, SIZES, port, [])


def hostile(d):
    os.mkdir(d + "/at")
    with server(d + "/at", *HARM, "--seed", "7") as (port, _):
        there_and_back(d, SIZES[4:], port, HARM)
        code, text = client(port, "put", d + "/f3000007", *HARM)
        lost = int(text.split("lost ")[1].split(",")[0])
        expect(code == 0 and lost > 0, "nothing was lost: " + text)


def killed(d):
    """The first client goes in the middle; the server finds out and takes the second."""
    os.mkdir(d + "/at")
    big = make_file(d + "/big", 40 << 20)
    small = make_file(d + "/small", 100000)
    with server(d + "/at") as (port, _):
        with Program("ttpnic", "put", big, "--node", "1", "--peer", "2", "--wire",
                     "udp:0:" + port) as p:
            time.sleep(0.4)
            expect(p.p.poll() is None, "the big file was there before its client was killed")
        for _ in range(20):
            code, text = client(port, "put", small)
            if code == 0:
                break
        expect(code == 0 and same(small, d + "/at/small"), "after a killed client: " + text)
        expect(not os.path.exists(d + "/at/big"), "half a file was stored")


main(clean, hostile, killed)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A bridge on a TAP device, its frames carried by a packet socket to a bridge on UDP.
Exit 77: no TAP here."""
import fcntl, os, select, socket, struct, subprocess, sys, time

from bridge_lib import *

NAME = "ttp%d" % (os.getpid() % 100000)
ETH_P_ALL, TTP = 3, b"\x9a\xc6"


def can_tap():
    """Whether a TAP device can be made, and a packet socket opened."""
    try:
        fd = os.open("/dev/net/tun", os.O_RDWR)
        tunsetiff, tap_without_header = 0x400454ca, 0x1002
        fcntl.ioctl(fd, tunsetiff, struct.pack("16sH22x", NAME.encode(), tap_without_header))
        os.close(fd)
        socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL)).close()
        return ""
    except OSError as e:
        return str(e)


def carry(tap, udp, to, seconds, done):
    """Frames of our type between the device and the other bridge's port."""
    end = time.monotonic() + seconds
    moved = [0, 0]
    while time.monotonic() < end and not done():
        for s in select.select([tap, udp], [], [], 0.05)[0]:
            if s is udp:
                data = udp.recv(2048)
                try:
                    tap.send(data)
                except OSError:
                    break
                moved[1] += 1
                continue
            try:
                data, address = tap.recvfrom(2048)
            except OSError:                # the device goes with its bridge
                break
            # What this socket has sent itself shows up too.
            if data[12:14] == TTP and address[2] != socket.PACKET_OUTGOING:
                udp.sendto(data, to)
                moved[0] += 1
    return moved


def file_over_tap():
    with work() as d:
        src = make_file(d + "/in", 60000)
        b = receiver(d + "/out", wire="tap:" + NAME, wait=False)
        b.until("cycles a second")
        tap = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        tap.bind((NAME, 0))
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        a = Bridge("--node", 1, "--peer", 2, "--send", src, *FAST,
                   wire="udp:0:%d" % udp.getsockname()[1])
        moved = carry(tap, udp, ("127.0.0.1", a.port), 20,
                      lambda: a.p.poll() is not None and b.p.poll() is not None)
        a.end()
        b.end()
        same(src, d + "/out")
        expect(min(moved) > 50, "nothing went through the device: %s" % moved)
        # A device that is in use is refused.
        c = Bridge("--node", 2, wire="tap:" + NAME, wait=False)
        c.until("cycles a second")
        r = run("bridge", "--node", 3, "--wire", "tap:" + NAME, code=2)
        one_line(r.stderr, "TAP device %s: " % NAME, "busy")
        c.signal()
        c.end()
        return "%d frames out, %d in" % tuple(moved)


def no_right():
    """Without the right to make a device: exit 2, one line."""
    if os.getuid() != 0:
        return "not root"
    try:
        r = run("bridge", "--node", 3, "--wire", "tap:" + NAME, code=2, user=65534, group=65534,
                extra_groups=[])
    except PermissionError:
        return "the program can not be run by others"
    one_line(r.stderr, "")
    expect("not there, and no right to make it" in r.stderr or "/dev/net/tun" in r.stderr, r.stderr)
    return r.stderr.strip()


if __name__ == "__main__":
    why = can_tap()
    if why:
        print("not possible here: no TAP device can be made: " + why)
        sys.exit(77)
    sys.exit(main({"tap_file": file_over_tap, "tap_no_right": no_right}))

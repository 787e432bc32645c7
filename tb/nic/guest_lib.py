# SPDX-License-Identifier: Apache-2.0
"""Small guests of QEMU: Debian's kernel, a busybox, `ttpnic`, and a script that is their init. A
guest has one serial line, no disk and no network, and a NIC that is `ttpnicdev`."""
import os, platform, re, shutil, socket, subprocess, sys, time

import nic_lib
from nic_lib import ROOT, expect

QEMU = "qemu-system-x86_64"
FILES = os.path.join(ROOT, "build", "qemu")
TOOL = os.path.join(ROOT, "build", "static", "ttpnic")
NO_SIGNS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


def skip_without_qemu():
    """Ends with 77 and says what is missing."""
    if platform.machine() != "x86_64":
        print("not possible here: the guests are of x86-64")
        sys.exit(77)
    if not shutil.which(QEMU):
        why = "%s not found (scripts/setup qemu)" % QEMU
    elif not os.path.exists(os.path.join(FILES, "package")):
        why = "no kernel of Debian in build/qemu (scripts/setup qemu)"
    elif "x-pci-proxy-dev" not in subprocess.run([QEMU, "-device", "help"], capture_output=True,
                                                 text=True).stdout:
        why = "this QEMU has no x-pci-proxy-dev"
    else:
        return
    print("skipped: " + why)
    sys.exit(77)


# ---------------------------------------------------------------- what a guest boots

def cpio(entries):
    """An archive of (name, mode, content) as the kernel unpacks it: format newc."""
    out = bytearray()
    for number, (name, mode, data) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        head = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        out += b"070701" + b"".join(b"%08X" % v for v in head) + name.encode() + b"\0"
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return bytes(out)


INIT = """#!/bin/busybox sh
export PATH=/bin HOME=/
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
say() { echo "guest: $*"; }
end() { say "$*"; poweroff -f; }
echo %(pages)d > /proc/sys/vm/nr_hugepages
insmod /lib/uio.ko && insmod /lib/uio_pci_generic.ko || end "FAIL uio_pci_generic"
for d in /sys/bus/pci/devices/*; do
    [ "$(cat $d/vendor)" = 0x544e ] && nic=$(basename $d)
done
[ "$nic" ] || end "FAIL no NIC in any slot"
sys=/sys/bus/pci/devices/$nic
echo 544e 4943 > /sys/bus/pci/drivers/uio_pci_generic/new_id
dev="--device pci:$nic"
say "up: $(uname -r), NIC $nic"
%(script)s
end done
"""


def initramfs(path, script, pages, files):
    """files: {name in the guest: path here}"""
    def content(p):
        with open(p, "rb") as f:
            return f.read()

    entries = [(d, 0o040755, b"") for d in ("bin", "lib", "proc", "sys", "dev", "files")]
    entries += [("init", 0o100755, (INIT % {"pages": pages, "script": script}).encode()),
                ("bin/ttpnic", 0o100755, content(TOOL)),
                ("bin/busybox", 0o100755, content(os.path.join(FILES, "busybox")))]
    entries += [("lib/" + m, 0o100644, content(os.path.join(FILES, m)))
                for m in ("uio.ko", "uio_pci_generic.ko")]
    entries += [(name, 0o100644, content(p)) for name, p in files.items()]
    with open(path, "wb") as f:
        f.write(cpio(entries))


# ---------------------------------------------------------------- a guest

class Device(nic_lib.Program):
    """A NIC for a guest; `port` is that of its wire."""

    def __init__(self, path, remote, *options):
        super().__init__("ttpnicdev", "--pcie", "qemu:" + path, "--wire",
                         "udp:0:%s" % remote, *options)
        self.path = path
        self.port = self.until(nic_lib.PORT).group(1)


class Guest:
    """It boots at once. script: shell, behind INIT; `read x` waits for tell()."""

    def __init__(self, folder, name, device, script, files=(), memory=256, pages=24):
        self.name, self.log = name, os.path.join(folder, name + ".console")
        image = os.path.join(folder, name + ".cpio")
        initramfs(image, script, pages, dict(files))
        sock = self.connect(device)
        with sock, open(self.log, "wb") as log:
            self.p = subprocess.Popen(
                [QEMU, "-accel", "tcg", "-machine", "pc,memory-backend=mem", "-m", str(memory),
                 "-object", "memory-backend-memfd,id=mem,size=%dM,share=on" % memory,
                 "-nodefaults", "-no-user-config", "-display", "none", "-serial", "stdio",
                 "-no-reboot", "-kernel", os.path.join(FILES, "vmlinuz"), "-initrd", image,
                 "-append", "console=ttyS0 quiet loglevel=4 panic=-1",
                 "-device", "x-pci-proxy-dev,fd=%d" % sock.fileno()],
                stdin=subprocess.PIPE, stdout=log, stderr=log, pass_fds=[sock.fileno()])

    def connect(self, device):
        sock, end = socket.socket(socket.AF_UNIX), time.monotonic() + 20
        while sock.connect_ex(device.path):
            expect(time.monotonic() < end, "nobody listens at " + device.path)
            time.sleep(0.01)
        return sock

    def said(self):
        """Whole lines."""
        with open(self.log, errors="replace") as f:
            text = NO_SIGNS.sub("", f.read())
        return text[:text.rfind("\n") + 1]

    def tell(self, line):
        self.p.stdin.write(line.encode() + b"\n")
        self.p.stdin.flush()

    def until(self, pattern, seconds=120):
        """A match in what it says; the test ends if it fails, goes, or is too late."""
        end = time.monotonic() + seconds * nic_lib.SCALE
        while True:
            gone = self.p.poll() is not None
            text = self.said()
            found = re.search(pattern, text)
            if found:
                return found
            bad = re.search(r"guest: FAIL.*|Kernel panic.*", text)
            if bad or gone or time.monotonic() > end:
                sys.exit("FAIL guest %s: %s\n%s" % (
                    self.name, bad.group() if bad else "QEMU has ended" if gone
                    else "nothing of %s in %d s" % (pattern, seconds), text[-2000:]))
            time.sleep(0.05)

    def end(self, seconds=60):
        """It powers off by itself."""
        self.until("guest: done")
        try:
            expect(self.p.wait(seconds) == 0, "QEMU of %s: exit %s" % (self.name, self.p.poll()))
        except subprocess.TimeoutExpired:
            sys.exit("FAIL guest %s does not power off" % self.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()
        self.p.stdin.close()

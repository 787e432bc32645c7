#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`ttpnic --device pci:ADDRESS` in a guest of QEMU: what it says when it can not have the NIC or
the memory, what is left of a NIC whose process was killed, and a NIC that goes. Exit 77: there is
no QEMU, or no kernel for a guest.
"""
from guest_lib import Device, Guest, skip_without_qemu
from nic_lib import expect, main

# try: runs the tool, which has to fail, and says how. command: low byte of the command register.
SCRIPT = """
mkdir /etc; echo "nobody:x:65534:65534:nobody:/:/bin/sh" > /etc/passwd
dd if=/dev/zero of=/big bs=1M count=9 2> /dev/null
dev="--device pci"
try() {
    say "try $1 is $(shift; "$@" 2>&1 < /dev/null; echo "exit $?" | tr '\\n' ' ')" | tr '\\n' ' '
    echo
}
command() { od -An -tu1 -j4 -N1 $sys/config; }
background() {
    rm -f /log
    ttpnic serve --node 2 $dev:$nic > /log 2>&1 &
    until grep -qs serves /log; do kill -0 $! || end "FAIL $(cat /log)"; usleep 50000; done
}
try word ttpnic put /init $dev:slot3
try absent ttpnic put /init $dev:0000:00:1e.0
try other ttpnic put /init $dev:0000:00:01.0
try wait ttpnic put /init $dev:$nic --wait 3
try user su -s /bin/sh nobody -c "ttpnic put /init $dev:$nic"
try room ttpnic put /big $dev:$nic
echo 0 > /proc/sys/vm/nr_hugepages
try pages ttpnic put /init $dev:$nic
echo 3 > /proc/sys/vm/nr_hugepages
for driver in yes no; do
    say "driver $driver: before $(command)"
    background
    say "driver $driver: serving $(command)"
    try second ttpnic put /init $dev:$nic
    kill -9 $!; wait $! 2> /dev/null
    say "driver $driver: killed $(command)"
    background
    kill $!; wait $! 2> /dev/null
    [ $driver = yes ] && echo $nic > /sys/bus/pci/drivers/uio_pci_generic/unbind
done
try user2 su -s /bin/sh nobody -c "ttpnic put /init $dev:$nic"
background
say serves
until grep -q gone /log; do usleep 50000; done
say "left: $(tail -n 1 /log)"
"""
TRIES = {
    "word": "slot3: want the address of a PCI function, such as 0000:00:04.0 exit 2",
    "absent": "0000:00:1e.0: there is no such PCI function exit 2",
    "other": "0000:00:01.0: 8086:7000 is no NIC, 544e:4943 exit 2",
    "wait": "--wait is for simbricks:PATH exit 2",
    "user": "/dev of uio_pci_generic: Permission denied exit 2",
    "user2": "Permission denied: be root exit 2",
    "room": "/big: Cannot allocate memory exit 1",
    "pages": "huge pages: none is free: write how many into /proc/sys/vm/nr_hugepages exit 2",
    "second": "another process has it exit 2",
}


def slot(d):
    with Device(d + "/p", 0, "--dut", "model") as dev, \
         Guest(d, "slot", dev, SCRIPT, memory=128, pages=3) as guest:
        guest.until("guest: serves")
        dev.kill()
        left = guest.until("guest: left: (.*)").group(1)
        expect(left == "ttpnic: the PCI function has gone: it reads as ones", left)
        guest.until("guest: done")
        text = " ".join(guest.said().split())
    for name, what in TRIES.items():
        head = "guest: try %s is ttpnic: " % name
        expect(head in text, "%s was not tried: %s" % (name, text))
        said = text.split(head)[1].split(" guest: ")[0]
        expect(said.endswith(what), "%s: %s" % (name, said))
    # 2: BAR 0 answers; 4: it may touch memory. Without a driver the kernel takes neither back.
    for driver, states in [("yes", [("before", 2), ("serving", 6), ("killed", 2)]),
                           ("no", [("before", 2), ("serving", 6), ("killed", 6)])]:
        for when, value in states:
            expect("driver %s: %s %d " % (driver, when, value) in text,
                   "driver %s, %s: not %d in %s" % (driver, when, value, text))


skip_without_qemu()
main(slot)

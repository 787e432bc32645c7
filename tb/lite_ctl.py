#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""build/ttpctl, as it is, against two small cards at their serial ports (tb/test_card_lite.cpp pty)."""
import glob, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(ROOT)
A, B = "0x00C0DB", "0xDBC0DC"
checks = 0


def stop(why):
    sys.exit("FAIL " + why)


def ctl(port, *words, code=0, says=()):
    """One command; its exit and what its output has to match."""
    global checks
    r = subprocess.run(["build/ttpctl", "--uart", port, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, timeout=120)
    if r.returncode != code:
        stop("ttpctl %s: exit %d, not %d: %s" % (" ".join(words), r.returncode, code, r.stdout))
    for s in says:
        checks += 1
        if not re.search(s, r.stdout, re.M):
            stop("ttpctl %s: no '%s' in: %s" % (" ".join(words), s, r.stdout))
    return r.stdout


def main():
    for command in (["scripts/block_test", "card_lite", "--build-only"], ["make", "-s", "build/ttpctl"]):
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
            stop(" ".join(command))
    card = max(glob.glob("build/block/card_lite/*/test"), key=os.path.getmtime)
    cards = subprocess.Popen([card, "1", "pty"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        a, b = cards.stdout.readline().split()
        ctl(a, "info", says=(r"board 5 \(iCE40 UP5K\)", r"node +00C0DB", r"stream +8 bit", r"57 packets, 57 free", r"echo +on VC 2$"))
        ctl(b, "node", says=("DBC0DC",))
        ctl(a, "ping", B, "-c", "3", "-s", "100", says=(r"3 sent, 3 answered",))
        ctl(a, "links", says=(r"^16 +DBC0DC  2   open ", "1 of 24 entries"))
        ctl(a, "stats", says=(r"TX_PAYLOAD +3$", r"RETIRED +3$", r"HELLO +1$"))
        # A file each way; the receiver has to be there first, else its card keeps what comes.
        with tempfile.TemporaryDirectory() as tmp:
            for frm, to, node in ((a, b, B), (b, a, A)):
                data, got = os.urandom(4000), os.path.join(tmp, "got")
                with open(os.path.join(tmp, "data"), "wb") as f:
                    f.write(data)
                r = subprocess.Popen(["build/ttpctl", "--uart", to, "recv", got], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                ctl(frm, "send", os.path.join(tmp, "data"), "--to", node, says=("sent 4000 bytes",))
                if r.wait(60) or open(got, "rb").read() != data:
                    stop("a file that is not what was sent")
                os.unlink(got)
        ctl(a, "close", B, "--vc", "2", says=("closed",))
        ctl(a, "close", B, "--vc", "1", code=1, says=("no link",))
        ctl(a, "write", "TIMEOUT", "5000000")
        ctl(a, "read", "TIMEOUT", says=(r"\(5000000\)",))
        ctl(a, "echo", "off", "2", says=("VC 2 off",))
        # What this card has not: an error, not silence.
        ctl(a, "reset", code=1, says=("refuses to write",))
        ctl(a, "gen", B, code=1, says=("refuses to write",))
        ctl(a, "read", "IDLE_TMO", code=1, says=("refuses to read",))
        ctl(a, "stats", says=(r"REPLAY|TX_PAYLOAD",))
    finally:
        cards.stdin.close()
        if cards.wait(20):
            stop("the cards ended with %d" % cards.returncode)
    print("PASS %d checks" % checks)


main()

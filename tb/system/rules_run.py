#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`ttpsim run --dut rules`: files between two untimed ends over a hostile wire.

    tb/system/rules_run.py [--bin build]

Each run must end with 0, write the very bytes that went in, and have met the harm it was given;
what can not work must end with the exit code that says so.
"""
import argparse, os, random, re, subprocess, sys, tempfile

HARM = "--loss 0.02 --dup 0.01 --reorder 0.02 --corrupt 0.01 --truncate 0.01".split()
RUNS = [  # bytes, options, at least so many replays
    (1000000, HARM + ["--seed", "1"], 100),
    (200000, HARM + ["--seed", "2", "--links", "3", "--bidir", "--payload", "333"], 100),
    (30000, ["--loss", "0.3", "--seed", "3", "--preset", "min64"], 20),
    (200000, HARM + ["--seed", "4", "--delay", "20000"], 10),
    (200000, ["--loss", "0.1", "--seed", "6", "--selective", "--in-flight", "512"], 10),
    (1, ["--seed", "5"], 0),
]


def run(exe, *args):
    p = subprocess.run([exe, "run", "--dut", "rules", *args], capture_output=True, text=True,
                       timeout=300)
    return p.returncode, p.stdout + p.stderr


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--bin", default="build")
    exe = os.path.join(ap.parse_args().bin, "ttpsim")
    bad = 0

    def want(ok, what, text=""):
        nonlocal bad
        print("%-4s %s" % ("ok" if ok else "FAIL", what))
        if not ok:
            bad += 1
            print(text)

    with tempfile.TemporaryDirectory() as tmp:
        a, b = os.path.join(tmp, "in"), os.path.join(tmp, "out")
        for i, (size, options, replays) in enumerate(RUNS):
            data = random.Random(i).randbytes(size)
            open(a, "wb").write(data)
            rc, text = run(exe, "--file", a, "--out", b, *options)
            line = "%d bytes %s" % (size, " ".join(options))
            want(rc == 0, line + ": exit 0", text)
            same = os.path.exists(b) and open(b, "rb").read() == data
            want(same, line + ": the same bytes", text)
            met = re.search(r"replayed +(\d+)", text)
            want(met and int(met.group(1)) >= replays, line + ": replays", text)
            wire = re.search(r"lost (\d+), repeated (\d+), reordered (\d+), corrupted (\d+), "
                             r"truncated (\d+)", text)
            hostile = options[:len(HARM)] == HARM
            want(wire and (not hostile or all(map(int, wire.groups()))), line + ": the harm", text)
            over = re.search(r"^rules_over_model +\d", text, re.M)
            want(over, line + ": against the model", text)
            if os.path.exists(b):
                os.remove(b)
        open(a, "wb").write(b"x" * 5000)
        dead = run(exe, "--file", a, "--loss", "1", "--timeout", "100")[0]
        want(dead == 3, "nothing arrives: exit 3")
        want(run(exe, "--file", os.path.join(tmp, "none"))[0] == 2, "no such file: exit 2")
        want(run(exe, "--file", a, "--links", "4")[0] == 2, "four links: exit 2")
        want(run(exe, "--file", a, "--restarts", "1")[0] == 2, "restarts: exit 2")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""What the tests of build/ttpfabric share: the skip without ns-3, a run and its JSON, verdicts."""
import argparse, json, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NS3 = "/usr/include/ns3/core-module.h"


class Failed(Exception):
    """A run that ended otherwise than it should: the rest of its part makes no sense."""


class Test:
    def __init__(self, about, *arguments):
        ap = argparse.ArgumentParser(description=about)
        ap.add_argument("--bin", default="build")
        for name, choices in arguments:
            ap.add_argument(name, choices=choices)
        self.args = ap.parse_args()
        os.chdir(ROOT)
        if not os.path.exists(NS3):
            print("skipped: ns-3 is not here (scripts/setup fabric)")
            sys.exit(77)
        self.exe = os.path.join(self.args.bin, "ttpfabric")
        self.bad = 0
        self.tmp = tempfile.TemporaryDirectory()

    def path(self, name):
        return os.path.join(self.tmp.name, name)

    def raw(self, *options, exe=None):
        """(exit code, stdout, stderr)"""
        p = subprocess.run([exe or self.exe, *options], capture_output=True, text=True, timeout=600)
        return p.returncode, p.stdout, p.stderr

    def run(self, *options, code=0):
        """The JSON of a run that ends with this exit code."""
        out = self.path("out.json")
        if os.path.exists(out):
            os.remove(out)
        rc, _, err = self.raw("--quiet", "--json", out, *options)
        if rc != code or not os.path.exists(out):
            raise Failed("%s: exit %d, not %d\n%s" % (" ".join(options), rc, code, err))
        with open(out) as f:
            return json.load(f)

    def want(self, ok, what, text=""):
        print("%-4s %s" % ("ok" if ok else "FAIL", what), flush=True)
        if not ok:
            self.bad += 1
            if text:
                print(text)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)
        return f.name

    def parts(self, *parts):
        """Runs them, says what has failed, and ends the program."""
        for part in parts:
            try:
                part(self)
            except Failed as e:
                self.want(False, str(e))
        sys.exit(1 if self.bad else 0)


def whole(r):
    """Everything that was sent has come."""
    return r["payloads"]["bytes"] == sum(f[4] for f in r["flows"]["rows"]) > 0 \
        and r["completion"]["complete"] == r["completion"]["flows"]


def without_speed(r):
    """What must not depend on how a run was done."""
    r = {k: v for k, v in r.items() if k != "speed"}
    drop = ("command", "quantum", "skip", "endpoints")
    r["config"] = {k: v for k, v in r["config"].items() if k not in drop}
    r["control"] = {k: v for k, v in r["control"].items() if k != "compared_cycles"}
    return r

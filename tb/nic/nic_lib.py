# SPDX-License-Identifier: Apache-2.0
"""What the tests of `ttpnic` share: a server as a process, clients that run to their end."""
import argparse, contextlib, os, random, re, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build")


def expect(condition, what):
    if not condition:
        sys.exit("FAIL " + what)


def make_file(path, n, seed=1):
    with open(path, "wb") as f:
        f.write(random.Random(seed).randbytes(n))
    return path


def same(a, b):
    with open(a, "rb") as f, open(b, "rb") as g:
        return f.read() == g.read()


@contextlib.contextmanager
def server(folder, *options):
    """A server that gives and takes files of that folder; its port."""
    with tempfile.TemporaryFile("w+") as log:
        p = subprocess.Popen([os.path.join(BIN, "ttpnic"), "serve", "--node", "2", "--dir", folder,
                              "--wire", "udp:0:0", *options], stdout=log, stderr=log)
        try:
            for _ in range(500):
                log.seek(0)
                found = re.search(r"127\.0\.0\.1:(\d+)", log.read())
                if found:
                    break
                time.sleep(0.02)
            expect(found, "the server does not name its port")
            yield found.group(1), log
            expect(p.poll() is None, "the server has ended")
        finally:
            p.kill()
            p.wait()


def client(port, *words, **options):
    """(exit code, what it says)"""
    r = subprocess.run([os.path.join(BIN, "ttpnic"), words[0], "--node", "1", "--peer", "2",
                        "--wire", "udp:0:%s" % port, *words[1:]], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, timeout=60, **options)
    return r.returncode, r.stdout


def main(*tests):
    global BIN
    p = argparse.ArgumentParser()
    p.add_argument("--bin", default="build")
    BIN = os.path.join(ROOT, p.parse_args().bin)
    for test in tests:
        with tempfile.TemporaryDirectory() as d:
            test(d)
        print("ok   " + test.__name__)

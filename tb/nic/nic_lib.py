# SPDX-License-Identifier: Apache-2.0
"""What the tests of `ttpnic` share: a server as a process, clients that run to their end."""
import argparse, contextlib, os, random, re, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build")
# On a slow or shared machine every time limit can be stretched.
SCALE = float(os.environ.get("TTP_TEST_TIME_SCALE", "1"))


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


class Program:
    """A program of BIN that goes on, and what it says."""

    def __init__(self, name, *words):
        self.log = tempfile.TemporaryFile("w+")
        self.p = subprocess.Popen([os.path.join(BIN, name), *words], stdout=self.log,
                                  stderr=self.log)

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def until(self, pattern):
        for _ in range(1000):
            found = re.search(pattern, self.said())
            if found:
                return found
            expect(self.p.poll() is None, "it ends with %s: %s" % (self.p.poll(), self.said()))
            time.sleep(0.02)
        sys.exit("FAIL no %s in %s" % (pattern, self.said()))

    def end(self, code, what, seconds=60):
        """It ends by itself with that code and says that."""
        try:
            got = self.p.wait(seconds)
        except subprocess.TimeoutExpired:
            got = "never"
        text = self.said()
        expect(got == code and what in text, "want exit %s and %s; exit %s, %s"
               % (code, what, got, text))
        return text

    def kill(self):
        self.p.kill()
        self.p.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.log.close()


PORT = r"127\.0\.0\.1:(\d+)"


@contextlib.contextmanager
def server(folder, *options):
    """A server that gives and takes files of that folder; its port."""
    with Program("ttpnic", "serve", "--node", "2", "--dir", folder, "--wire", "udp:0:0",
                 *options) as p:
        yield p.until(PORT).group(1), p
        expect(p.p.poll() is None, "the server has ended")


def run(name, *words):
    """(exit code, what it says)"""
    r = subprocess.run([os.path.join(BIN, name), *words], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, timeout=90)
    return r.returncode, r.stdout


def client(port, *words):
    return run("ttpnic", words[0], "--node", "1", "--peer", "2", "--wire", "udp:0:%s" % port,
               *words[1:])


def main(*tests):
    global BIN
    p = argparse.ArgumentParser()
    p.add_argument("--bin", default="build")
    BIN = os.path.join(ROOT, p.parse_args().bin)
    for test in tests:
        with tempfile.TemporaryDirectory() as d:
            test(d)
        print("ok   " + test.__name__)

# SPDX-License-Identifier: Apache-2.0
"""What the tests of scripts/farm share: a demand, a copy of the tree, and a fault in a copy."""
import contextlib, os, shutil, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Wrong(Exception):
    pass


def want(what, there, said=""):
    if not what:
        raise Wrong("%s\n%s" % (there, said))


def make_tree(tree):
    """A tree with a copy of scripts/; all else is linked."""
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree + "/build/block")
    shutil.copytree("scripts", tree + "/scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("rtl", "model", "tb", "sim", "fpga", "host", "Makefile", "build/block/lib"):
        os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))


def swap(path, old, new):
    """Another text in the place of the old one, which must stand there once; what the file was."""
    with open(path) as f:
        text = f.read()
    if text.count(old) != 1:
        sys.exit("FAIL: %s is not there once in %s" % (old, path))
    with open(path, "w") as f:
        f.write(text.replace(old, new))
    return text


@contextlib.contextmanager
def swapped(path, old, new):
    """The same for a while."""
    text = swap(path, old, new)
    try:
        yield
    finally:
        with open(path, "w") as f:
            f.write(text)

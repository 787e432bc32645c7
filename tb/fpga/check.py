#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the FPGA flow and of the boards; what each is for stands at its function.

    tb/fpga/check.py boards | top BOARD | pll | errors | report | core | fusesoc | example
    tb/fpga/check.py pnr BOARD      a real bitstream, every clock met, and what the tables say of it
"""
import os, sys

sys.dont_write_bytecode = True
import check_lib
from check_boards import boards, example, pll, top
from check_flow import errors, pnr
from check_lib import TMP
from check_report import core, fusesoc, report


def main():
    os.makedirs(TMP, exist_ok=True)
    plain = {f.__name__: f for f in (boards, pll, errors, report, core, fusesoc, example)}
    words = sys.argv[1:]
    if len(words) == 1 and words[0] in plain:
        plain[words[0]]()
    elif len(words) == 2 and words[0] == "top":
        top(words[1])
    elif len(words) == 2 and words[0] == "pnr":
        pnr(words[1])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    print("PASS %d checks" % check_lib.done)
    return 0


if __name__ == "__main__":
    sys.exit(main())

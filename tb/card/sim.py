#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""ttpctl against two simulated cards, and one that is played.

    tb/card/sim.py [--bin FOLDER] [TEST...]
"""
import sys

from card_lib import main
from sim_control import registers, ping, links_close, stats, generator, trace, usage
from sim_files import (
    file_lossy, file_100, file_10, host_100, uart, tap, broken_file, overrun, restart)
from sim_played import links_selective

TESTS = {f.__name__: f for f in (
    file_lossy, file_100, file_10, host_100, registers, ping, links_close, links_selective, stats,
    generator, uart, tap, broken_file, overrun, restart, trace, usage)}

if __name__ == "__main__":
    sys.exit(main(TESTS))

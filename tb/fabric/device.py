#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The MAC as a device of ns-3, see tb/fabric/device.cpp. Exit 77: ns-3 is not here."""
import os, sys

sys.dont_write_bytecode = True
from fabric_lib import Test


def device(t):
    rc, out, err = t.raw(exe=os.path.join(t.args.bin, "test_fabric_device"))
    t.want(rc == 0 and out.endswith("PASS\n"), "packets of an application", out + err)


Test(__doc__).parts(device)

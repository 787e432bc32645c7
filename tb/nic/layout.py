#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""host/nic/simbricks_layout.h against SimBricks' own headers, field by field, by the compiler.

They are looked for in lib/ of a tree of SimBricks that the variable SIMBRICKS names, and where the
compiler looks. Exit 77: they are in neither.
"""
import os, re, subprocess, sys

from nic_lib import ROOT, expect

# Ours, and what SimBricks calls it: a constant, or a member of a struct.
MESSAGE = {"ID": "req_id", "OFFSET": "offset", "LENGTH": "len", "BAR": "bar", "STAMP": "timestamp",
           "OWNER": "own_type", "HEAD": "data"}
STRUCTS = {"D2HRead": "ID OFFSET LENGTH STAMP OWNER",
           "D2HWrite": "ID OFFSET LENGTH STAMP OWNER HEAD", "D2HReadcomp": "ID STAMP OWNER HEAD",
           "D2HWritecomp": "ID STAMP OWNER", "D2HInterrupt": "STAMP OWNER",
           "H2DRead": "ID OFFSET LENGTH BAR STAMP OWNER",
           "H2DWrite": "ID OFFSET LENGTH BAR STAMP OWNER HEAD",
           "H2DReadcomp": "ID STAMP OWNER HEAD", "H2DWritecomp": "ID STAMP OWNER",
           "H2DDevctrl": "STAMP OWNER"}
QUEUE = [(o + s, t + u) for o, t in [("L2C_", "l2c_"), ("C2L_", "c2l_")]
         for s, u in [("OFFSET", "offset"), ("SLOT", "elen"), ("SLOTS", "nentries")]]
UPPER = [("VERSION", "version"), ("FLAGS", "flags"), ("UPPER", "upper_layer_proto"),
         ("UPPER_AT", "upper_layer_intro_off")]
TYPES = ["D2H_READ", "D2H_WRITE", "D2H_INTERRUPT", "D2H_READCOMP", "D2H_WRITECOMP", "H2D_READ",
         "H2D_WRITE", "H2D_READCOMP", "H2D_WRITECOMP", "H2D_DEVCTRL", "H2D_WRITE_POSTED"]


def pairs():
    """(name of ours without SIMB_, an expression of theirs)"""
    def at(struct, field):
        return "offsetof(struct SimbricksProto%s, %s)" % (struct, field)

    for struct, fields in STRUCTS.items():
        for f in fields.split():
            yield "HEAD" if f == "HEAD" else "AT_" + f, at("Pcie" + struct, MESSAGE[f])
    yield "AT_VECTOR", at("PcieD2HInterrupt", "vector")
    yield "AT_KIND", at("PcieD2HInterrupt", "inttype")
    yield "AT_FLAGS", at("PcieH2DDevctrl", "flags")
    for ours, theirs in UPPER + QUEUE:
        yield "L_" + ours, at("ListenerIntro", theirs)
    for ours, theirs in UPPER:
        yield "C_" + ours, at("ConnecterIntro", theirs)
    for ours, theirs in [("BAR", "bars[0].len"), ("BAR_FLAGS", "bars[0].flags"),
                         ("BAR_STEP", "bars[1]"), ("VENDOR", "pci_vendor_id"),
                         ("DEVICE", "pci_device_id"), ("CLASS", "pci_class"),
                         ("SUBCLASS", "pci_subclass")]:
        yield "DEV_" + ours, at("PcieDevIntro", theirs)
    for ours, theirs in [("L", "ListenerIntro"), ("C", "ConnecterIntro"), ("DEV", "PcieDevIntro"),
                         ("HOST", "PcieHostIntro")]:
        yield ours + "_BYTES", "sizeof(struct SimbricksProto%s)" % theirs
    for t in TYPES:
        yield t, "SIMBRICKS_PROTO_PCIE_%s_MSG_%s" % tuple(t.split("_", 1))
    for ours, theirs in [("VERSION", "VERSION"), ("UPPER_PCIE", "ID_PCIE"),
                         ("FLAG_FORCE", "FLAGS_LI_SYNC_FORCE"),
                         ("FLAG_FORCE", "FLAGS_CO_SYNC_FORCE"), ("CONSUMER", "MSG_OWN_CON"),
                         ("TYPE", "MSG_TYPE_MASK"), ("SYNC", "MSG_TYPE_SYNC"),
                         ("END", "MSG_TYPE_TERMINATE"), ("BAR_IO", "PCIE_BAR_IO"),
                         ("INTX_RISES", "PCIE_INT_LEGACY_HI"),
                         ("INTX_FALLS", "PCIE_INT_LEGACY_LO"),
                         ("CTRL_INTX", "PCIE_CTRL_INTX_EN")]:
        yield ours, "SIMBRICKS_PROTO_" + theirs


def main():
    look = ["-I%s/lib" % os.environ["SIMBRICKS"]] if "SIMBRICKS" in os.environ else []
    header = "#include <simbricks/pcie/proto.h>\n"
    command = ["cc", "-std=c11", *look, "-I" + ROOT + "/host/nic", "-fsyntax-only", "-x", "c", "-"]
    compiles = lambda text: subprocess.run(command, input=text, text=True, stderr=subprocess.PIPE)
    if compiles(header).returncode:
        print("not possible here: simbricks/pcie/proto.h is in no package, and SIMBRICKS names no"
              " tree of SimBricks")
        return 77
    with open(ROOT + "/host/nic/simbricks_layout.h") as f:
        ours = set(re.findall(r"\bSIMB_(\w+) =", f.read()))
    rows = list(pairs())
    expect(ours == {name for name, _ in rows}, "not compared: %s; not there: %s" % (
        ours - {n for n, _ in rows}, {n for n, _ in rows} - ours))
    r = compiles('#include <stddef.h>\n%s#include "simbricks_layout.h"\n' % header + "".join(
        '_Static_assert(SIMB_%s == %s, "SIMB_%s");\n' % (name, of, name) for name, of in rows))
    expect(not r.returncode, r.stderr)
    print("ok   %d names, %d places" % (len(ours), len(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

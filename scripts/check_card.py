#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One number, one place, for the card: what the host tool knows against Verilog and documents.

host/card_regs.h against the localparams A_* of fpga/common/card_regs.v, card_defs.vh and the tables of docs/card.md;
host/hostlink.h against the types of card_defs.vh and docs/host-link.md; host/names.c names every register and counter of
model/ttp_regs.h, card_regs.h and eth_defs.vh, by the same names.
"""
import os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
errors = []
count = 0


def read(path):
    with open(os.path.join(ROOT, path)) as f:
        return f.read()


def same(what, mine, other, where):
    global count
    count += len(mine)
    for name in sorted(set(mine) | set(other)):
        if mine.get(name) != other.get(name):
            errors.append("%s: %s is %s, in %s %s" % (what, name, mine.get(name), where, other.get(name)))


def defines(path, prefix):
    return {m.group(1): int(m.group(2), 0) for m in re.finditer(r"^#define %s(\w+) +(0[xX][0-9a-fA-F]+|\d+)u?" % prefix, read(path), re.M)}


def verilog(path, prefix):
    base = {"d": 10, "h": 16}
    return {m.group(1): int(m.group(3), base[m.group(2)])
            for m in re.finditer(r"^`define +%s(\w+) +\d+'([dh])([0-9a-fA-F]+)" % prefix, read(path), re.M)}


# Registers of the card: header, Verilog, document
regs = defines("host/card_regs.h", "CARD_REG_")
rows = {"HL": regs.pop("HL"), "ETH_WIRE": regs.pop("ETH_WIRE"), "ETH_HOST": regs.pop("ETH_HOST")}
short = {"ID": "CARD_ID", "VERSION": "CARD_VERSION", "CTRL": "CARD_CTRL", "LINK": "LINK_STATE", "MCMD": "MDIO_CMD", "MDATA": "MDIO_DATA", "DEST": "TG_DEST",
         "LEN": "TG_LEN", "COUNT": "TG_COUNT", "GAP": "TG_GAP", "RUN": "TG_CTRL", "SENT": "TG_SENT", "GOOD": "CK_GOOD", "BAD": "CK_BAD", "BYTES": "CK_BYTES"}
rtl = {short.get(n, n): 0x1000 + 4 * int(v, 16) for n, v in re.findall(r"\bA_(\w+) = 7'h([0-9A-Fa-f]+)", read("fpga/common/card_regs.v"))}
same("host/card_regs.h", regs, rtl, "card_regs.v")
doc = read("docs/card.md")
same("host/card_regs.h", regs, {n: int(a, 16) for a, n in re.findall(r"^\| (0x1\w{3}) \| R[OW] \| `(\w+)` \|", doc, re.M)}, "docs/card.md")
same("host/card_regs.h", rows, dict(zip(("HL", "ETH_WIRE", "ETH_HOST"), (int(a, 16) for a in re.findall(r"^\| (0x1\w{3}) \+ 4i \|", doc, re.M)))), "docs/card.md")

# Counters of the host link; those with registers of their own are no HL_* to a user
hl = defines("host/card_regs.h", "CARD_HL_")
n = hl.pop("N")
cnt = {k: v for k, v in verilog("fpga/common/card_defs.vh", "HL_CNT_").items() if k not in ("CK_GOOD", "CK_BAD", "ECHOED")}
same("host/card_regs.h", hl, cnt, "card_defs.vh")
if n != len(hl):
    errors.append("host/card_regs.h: CARD_HL_N is %d, there are %d" % (n, len(hl)))
table = {}
for first, last, names in re.findall(r"^\| (\d+)(?:(?:\.\.|, )(\d+))? \| ((?:`HL_\w+`(?:, )?)+) \|", doc, re.M):
    for i, name in enumerate(re.findall(r"`HL_(\w+)`", names)):
        table[name] = int(first) + i
same("host/card_regs.h", hl, table, "docs/card.md")

# Types of frames
enum = re.search(r"enum \{ (HL_HELLO.*?)\};", read("host/hostlink.h"), re.S).group(1)
types = {m.group(1): int(m.group(2)) for m in re.finditer(r"HL_(\w+) = (\d+)", enum)}
types["DATA_UP"] = types.pop("DATA_IN")
wire = {k: v for k, v in verilog("fpga/common/card_defs.vh", "HL_").items() if not k.startswith("CNT_")}
same("host/hostlink.h", types, wire, "card_defs.vh")
page = {(int(t), name) for t, name in re.findall(r"^\| (\d+) \| ([A-Z]+) \| (?:host|card) \|", read("docs/host-link.md"), re.M)}
same("host/hostlink.h", {v: k.replace("_UP", "") for k, v in types.items()}, dict(page), "docs/host-link.md")

# Names
names = read("host/names.c")
mac = {m.group(1) for m in re.finditer(r"\bMAC\((\w+)\)", names)} - {"n"}
same("host/names.c", dict.fromkeys(mac, 1), dict.fromkeys(set(defines("model/ttp_regs.h", "TTP_REG_")) - {"COUNTER"}, 1), "model/ttp_regs.h")
card = {m.group(1) for m in re.finditer(r"\bCARD\((\w+)\)", names)} - {"n"}
same("host/names.c", dict.fromkeys(card, 1), dict.fromkeys(regs, 1), "host/card_regs.h")
counters = {m.group(1) for m in re.finditer(r"\bCNT\((\w+)\)", names)} - {"n"}
same("host/names.c", dict.fromkeys(counters, 1), dict.fromkeys(set(defines("model/ttp_regs.h", "TTP_CNT_")) - {"TX", "RX", "N", "W"}, 1), "model/ttp_regs.h")
links = {m.group(1) for m in re.finditer(r"\bHL\((\w+)\)", names)} - {"n"}
same("host/names.c", dict.fromkeys(links, 1), dict.fromkeys(hl, 1), "host/card_regs.h")
eth = re.search(r"eth_counter\[ETH_COUNTERS\] = \{(.*?)\};", names, re.S).group(1)
same("host/names.c", {k: i for i, k in enumerate(re.findall(r'"(\w+)"', eth))}, verilog("fpga/common/eth_defs.vh", "ETH_EV_"), "eth_defs.vh")

for e in errors:
    print("check_card: " + e)
print("check_card: %d constants, %d differences" % (count, len(errors)))
sys.exit(1 if errors or count < 200 else 0)

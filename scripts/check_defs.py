#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One number, one place: compares the constants of rtl/*.vh with their mirrors.

model/ttp_defs.h, model/ttp_regs.h: the same names with the same values, none missing, none more.
docs/registers.md: a table row for every register (address, access, name, reset value), status
bit, irq cause, counter, completion kind and refusal reason.
"""
import os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
errors = []


def read(path):
    with open(os.path.join(ROOT, path)) as f:
        return f.read()


def verilog(path):
    """name -> (value, comment)"""
    found = {}
    for m in re.finditer(r"^`define\s+(\w+)[ \t]+([^\s/]+)[ \t]*(?://[ \t]*(.*))?$", read(path), re.M):
        name, text, comment = m.groups()
        v = re.fullmatch(r"(?:\d+)?'([hdb])([0-9A-Fa-f_]+)|(\d+)", text)
        if not v:
            errors.append("%s: %s: can not read %s" % (path, name, text))
            continue
        base = {"h": 16, "d": 10, "b": 2, None: 10}[v.group(1)]
        found[name] = (int((v.group(2) or v.group(3)).replace("_", ""), base), comment or "")
    return found


def header(path):
    found = {}
    for m in re.finditer(r"^#define\s+(\w+)[ \t]+(\w+)", read(path), re.M):
        found[m.group(1)] = int(m.group(2).rstrip("uUlL"), 0)
    return found


def compare(vh, h):
    a, b = verilog(vh), header(h)
    for name in sorted(set(a) | set(b)):
        if name not in b:
            errors.append("%s lacks %s" % (h, name))
        elif name not in a:
            errors.append("%s has %s, %s does not" % (h, name, vh))
        elif a[name][0] != b[name]:
            errors.append("%s: %s is %d, in %s %d" % (h, name, b[name], vh, a[name][0]))
    return a


def number(cell):
    cell = cell.strip("` ")
    return int(cell, 0) if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", cell) else None


def rows(path):
    """Table rows as lists of cells."""
    for line in read(path).splitlines():
        if line.startswith("|") and not re.match(r"^\|[\s:|-]+\|$", line):
            yield [c.strip() for c in line.strip().strip("|").split("|")]


def check_doc(path, regs, defs):
    by_name = {}
    for cells in rows(path):
        for i, c in enumerate(cells):
            m = re.fullmatch(r"`([A-Z][A-Z0-9_]*)(?:\[i\])?`", c)
            if m:
                by_name.setdefault(m.group(1), []).append((cells, i))
                break

    def want(name, value, more=None):
        near = by_name.get(name)
        if not near:
            errors.append("%s: no row for %s" % (path, name))
            return
        for cells, i in near:
            if any(number(c) == value for c in cells[:i]):
                if more:
                    more(name, cells, i)
                return
        errors.append("%s: %s: number %d (0x%X) is not in its row" % (path, name, value, value))

    for name, (value, comment) in regs.items():
        m = re.fullmatch(r"TTP_(REG|STATUS|IRQ|CNT)_(\w+)", name)
        if not m or name in ("TTP_IRQ_N", "TTP_CNT_N", "TTP_CNT_W"):
            continue
        kind, short = m.groups()

        def access(n, cells, i, comment=comment, short=short):
            acc = comment.split()[0] if comment else ""
            if acc in ("RO", "RW", "WO", "W1C") and acc not in cells:
                errors.append("%s: %s: access %s is not in its row" % (path, n, acc))
            reset = regs.get("TTP_RST_" + short)
            if reset and not any(number(c) == reset[0] for c in cells[i + 1:]):
                errors.append("%s: %s: reset value %d is not in its row" % (path, n, reset[0]))

        prefix = {"REG": "", "STATUS": "", "IRQ": "", "CNT": ""}[kind]
        if name in ("TTP_CNT_TX", "TTP_CNT_RX"):
            for op, (code, _) in defs.items():
                if op.startswith("TTP_OP_"):
                    want(short + "_" + op[7:], value + code)
        else:
            want(prefix + short, value, access if kind == "REG" else None)
    for name, (value, _) in defs.items():
        m = re.fullmatch(r"TTP_(CPL|REF)_(\w+)", name)
        if m:
            want(name, value)


defs = compare("rtl/ttp_defs.vh", "model/ttp_defs.h")
regs = compare("rtl/ttp_regs.vh", "model/ttp_regs.h")
check_doc("docs/registers.md", regs, defs)
for e in errors:
    print("check_defs: " + e)
print("check_defs: %d constants, %d differences" % (len(defs) + len(regs), len(errors)))
sys.exit(1 if errors else 0)

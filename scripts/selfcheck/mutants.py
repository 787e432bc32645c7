# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block by Yosys: all in one netlist, chosen at run time; docs/selfcheck.md."""
import copy, functools, os, re
from common import CARD_DIRS, ROOT, modules, read, read_json
from damaged import DATA, OUT, BlockTest, Failed, make_tree, new_log, passes, since, tail
from damaged import yosys
from same import control, proved

# Parameter sets (numbers as in the test's PARAMS lines) whose netlist is mutated; 0 if not here.
# Each set of a block has its own N mutants: two where the parameters choose between two designs.
SETS = {
    "card_app": [2], "card_host": [2], "card_leds": [2], "card_one_led": [1], "card_reset": [3],
    "eth_mac": [0, 1], "eth_rx_fifo": [2], "ttp_arbiter": [0, 2], "ttp_fifo": [2, 7],
    "ttp_init": [3], "ttp_link_pipe": [1], "ttp_link_table": [6], "ttp_link_timer": [1],
    "ttp_mac": [0, 4], "ttp_nic_core": [0, 2], "ttp_ram_1r1w": [2], "ttp_ram_1rw": [2],
    "ttp_ram_async": [2], "ttp_retire": [1], "ttp_retransmit": [1], "ttp_rx_deliver": [2],
    "ttp_rx_hold": [2], "ttp_rx_parse": [1, 4], "ttp_rx_sram": [2], "ttp_tx_frame": [0, 3],
    "ttp_tx_ingest": [2, 5], "ttp_tx_respond": [1], "ttp_tx_sched": [1, 5], "ttp_tx_sram": [2, 3],
}

# No block test drives these, so they have no mutants.
NONE = {
    "card_ecp5": "the pins of a board and the clocks of its card: placed and routed, not simulated",
    "card_pll_ecp5": "parameters of a cell of the vendor; scripts/fpga judges the clocks",
    "ttp_params_check": "has no logic: tb/system/params.py tries each of its bounds",
}

# {module: its file}: of MAC and card.
FILES = modules("rtl/**", *CARD_DIRS)
# Cells of the vendor stay what they are.
CELLS = ["fpga/sim/DELAYG.v", "fpga/sim/IDDRX1F.v", "fpga/sim/ODDRX1F.v"]
READ = "read_verilog -lib %s\nread_verilog -Irtl -Ifpga/eth -Ifpga/card %s\n" % (
    " ".join(CELLS), " ".join(FILES.values()))

LINT_OFF = """WIDTH UNUSEDSIGNAL UNUSEDPARAM UNDRIVEN UNOPTFLAT CASEINCOMPLETE CASEOVERLAP CASEX
COMBDLY DECLFILENAME VARHIDDEN BLKSEQ PINCONNECTEMPTY SYNCASYNCNET INITIALDLY SELRANGE CMPCONST
UNSIGNED ALWCOMBORDER MULTIDRIVEN IMPLICIT PROCASSWIRE LATCH PINMISSING LITENDIAN STMTDLY""".split()

# Not a mutant: none at all; pins that a memory without read registers does not have, for Yosys does
# not write such a memory; what the register of the time says, which tests set. HELD: others that
# they set; what these say is no mutant either.
HELD = {"card_app": ["wait_q"], "card_check": ["bytes_q", "stat_bytes"],
        "card_gen": ["left_q", "sent_q"], "card_leds": ["act_q", "err_q"],
        "card_one_led": ["count_q"], "card_reset": ["count_q"], "eth_gmii_tx": ["len_q"],
        "ttp_nic_core": ["u_csr.count_q"], "ttp_retire": ["u_batch.bytes_q"],
        "ttp_tx_ingest": ["u_lookup.u_retry.tmo_q"]}
NO_PIN = re.compile(r"^mutate -mode none| -port RD_(EN|ARST|SRST|CLK) | -port Q .*-wire now(_q)? ")

# Seeds of the block test for what those in its SEEDS line let pass. A farm runs such a test with as
# many seeds as it likes; on a change of the RTL there are a few.
MORE = range(101, 141)
FEWER = {"card": 8}     # of a test that takes as long as ten others

# MUTSEL in the environment chooses a mutant, 0 is none.
CHOOSE = r'''reg [%d:0] mutsel;
initial mutsel = $c32("(std::getenv(\"MUTSEL\") ? std::atoi(std::getenv(\"MUTSEL\")) : 0)");
'''


def tested(module):
    return os.path.exists(os.path.join(ROOT, "tb/block/%s.cpp" % module))


def blocks():
    for block, path in FILES.items():
        if tested(block):
            yield block, path


@functools.lru_cache(None)
def within(block):
    """The modules without a test of their own of which this one is made: they are part of it."""
    text = read(os.path.join(ROOT, FILES[block]))
    below = set(re.findall(r"^\s*(\w+)\s+(?:#\(|u_\w+\s*\()", text, re.M))
    mine = {m for m in below if m in FILES and not tested(m)}
    return mine.union(*(within(m) for m in mine))


def unreached():
    """Modules that have no mutants, though nobody has said why."""
    reached = set().union(*({b} | within(b) for b, _ in blocks()))
    return sorted(set(FILES) - reached - set(NONE))


def share(total, units):
    """{(block, path, k): mutants}: as many of `total` as the text is long, at least four."""
    size = {u: sum(os.path.getsize(FILES[m]) for m in [u[0], *within(u[0])])
               / len(SETS.get(u[0], [0]))
            for u in units}
    return {u: max(4, round(total * size[u] / sum(size.values()))) for u in units}


def source_line(src, cache={}):
    path, _, place = src.partition(":")
    if path not in cache:
        cache[path] = read(path).split("\n") if os.path.exists(path) else []
    n = int(place.split(".")[0])
    return cache[path][n - 1].strip() if 0 < n <= len(cache[path]) else ""


def options(line):
    """{option: value} of a line of `mutate -list`, and the places of the source it names."""
    word = line.split()[1:]
    pairs = list(zip(word[::2], word[1::2]))
    return dict(p for p in pairs if p[0] != "-src"), [v for o, v in pairs if o == "-src"]


def describe(line):
    """A mutant in words that outlive changes elsewhere in the file: no line numbers, no numbers of
    cells, one blank for any."""
    opt, src = options(line)
    cell, inside = opt["-cell"].lstrip("\\"), ""
    if cell.startswith("$flatten"):     # of a part: the instance, and the place in the part's file
        inside, cell = re.match(r"\$flatten\\(.*?\.)(\$.*)", cell).groups()
        inside, src = inside.replace("\\", ""), src[-1:]
    if cell.startswith("$"):
        cell = re.sub(r"\$.*", "", cell[1:])
    cell = inside + cell
    text = "%s %s.%s[%s]" % (opt["-mode"], cell, opt["-port"].lstrip("\\"), opt["-portbit"])
    if "-ctrlbit" in opt:
        text += " by [%s]" % opt["-ctrlbit"]
    if "-wire" in opt:
        text += ", wire %s[%s]" % (opt["-wire"].lstrip("\\"), opt.get("-wirebit", "0"))
    text += ", " + (source_line(src[0]) if src else "?")
    return " ".join(text.split())


def prepared(base, script, log):
    if not yosys(base, script, log):
        raise Failed("yosys failed\n" + tail(log))


def wrapper(block, name, params, ports, width):
    """A module with the block's name, parameters and ports around the netlist with its mutants."""
    text = "".join("/* verilator lint_off %s */\n" % w for w in LINT_OFF)
    text += "// %s with mutants.\nmodule %s" % (name, block)
    if params:
        text += " #(%s)" % ", ".join("parameter %s = %s" % p for p in params)
    pins = []
    for pin, port in ports.items():
        if pin != "mutsel":
            high = len(port["bits"]) - 1
            size = "[%d:0] " % high if high else ""
            pins.append((pin, "%s wire %s%s" % (port["direction"], size, pin)))
    text += " (%s);\n" % ", ".join(declared for _, declared in pins)
    return text + CHOOSE % (width - 1) + "%s_net u_net (%s, .mutsel(mutsel));\nendmodule\n" % (
        block, ", ".join(".%s(%s)" % (p, p) for p, _ in pins))


def pattern(modules):
    """What Yosys may call these modules."""
    return " ".join(r"*%s *%s\\*" % (m, m) for m in modules)


def elaborate(top, params, whole, base, log):
    """The design as BASE.il and BASE.cells.json. In the blocks of `whole` modules without a test of
    their own are dissolved: so these have no mutants of their own."""
    script = READ
    if params:
        script += "chparam %s %s\n" % (" ".join("-set %s %s" % p for p in params), top)
    # -nordff: the read registers of memories stay flops, so that a mutant can hit them.
    script += "prep -nordff -top %s\n" % top
    inside = sorted(set().union(*map(within, whole)))
    if inside:
        script += ("setattr -mod -set keep_hierarchy 1 *\nsetattr -mod -unset keep_hierarchy %s\n"
                   "flatten\nsetattr -mod -unset keep_hierarchy *\nopt_clean\n" % pattern(inside))
    script += "write_rtlil %s.il\nwrite_json %s.cells.json\n" % (base, base)
    prepared(base, script, log)


def with_mutants(name, top, params, whole, base, commands, width, log):
    """Verilog of the design with mutants, under its own name, with its parameters and ports."""
    script = "read_rtlil %s.il\n%s" % (base, "".join(commands))
    # Of a $pmux whose output is split, Verilator would work out the whole once for each bit.
    script += "pmuxtree\n"
    # Dissolved parts leave vectors of which one bit leads to another. Verilator 5.006 takes that
    # for a loop, and the outcome is wrong. What tests set stays whole.
    wires = ["%s/w:*" % p for p in pattern(whole).split()]
    held = ["*/w:now_q"] + ["%s/w:%s" % (p, w) for m in whole if m in HELD
                            for p in pattern([m]).split() for w in HELD[m]]
    script += "select %s%s %s\nsplitnets %%\nselect -clear\n" % (
        " ".join(wires), " %u" * (len(wires) - 1), " ".join(w + " %d" for w in held))
    script += "rename %s %s_net\n" % (top, top)
    script += "write_json %s.json\nwrite_verilog -norename -noattr %s.v\n" % (base, base)
    prepared(base + ".apply", script, log)
    ports = read_json(base + ".json")["modules"][top + "_net"]["ports"]
    return wrapper(top, name, params, ports, width) + read(base + ".v")


def held(block, base):
    """The cells whose registers tests set, whatever else their wires are called."""
    module = read_json(base + ".cells.json")["modules"][block]
    bits = {b for w in HELD.get(block, []) for b in module["netnames"][w]["bits"]}
    return {name for name, c in module["cells"].items() if bits & {*c["connections"].get("Q", [])}}


def netlist(block, test, n, seed, log):
    """The block with its mutants, and what they are."""
    base = os.path.join(OUT, "yosys", test.name)
    os.makedirs(os.path.dirname(base), exist_ok=True)
    params = re.findall(r"-G(\w+)=(\w+)", test.params)
    width = n.bit_length()
    elaborate(block, params, [block], base, log)
    prepared(base + ".list", "read_rtlil %s.il\nmutate -list %d -seed %d -none -o %s.mut %s\n"
             % (base, n + 1, seed, base, block), log)
    lines = [l for l in read(base + ".mut").splitlines() if not NO_PIN.search(l)]
    cells = held(block, base)
    lines = [l for l in lines
             if " -port Q " not in l or options(l)[0]["-cell"].lstrip("\\") not in cells]
    commands = ["mutate -ctrl mutsel %d %d %s\n" % (width, k, line[len("mutate "):])
                for k, line in enumerate(lines, 1)]
    return with_mutants(test.name, block, params, [block], base, commands, width, log), lines


def read_equivalent():
    """{(test, mutant): reason} from entries `test | mutant | reason`: each is a line and the
    indented ones below it."""
    path = DATA + "/equivalent.txt"
    known = {}
    for entry in re.split(r"\n(?=\S)", re.sub(r"^(#.*)?\n", "", read(path), flags=re.M)):
        # The mutant names its source line, which may have such a bar in it.
        part = re.fullmatch(r"(\S+) \| (.+) \| (.+)", " ".join(entry.split()))
        if not part:
            raise SystemExit("%s: want `test | mutant | reason`: %s" % (path, entry))
        known[part[1], part[2]] = part[3]
    return known


def check_equivalent():
    """Entries of a test that has no mutants, or of a line that stands in no source any more."""
    tests = {"%s.%d" % (b, k) for b, _ in blocks() for k in SETS.get(b, [0])}
    lines = {" ".join(l.split()) for path in FILES.values() for l in read(path).splitlines()}
    lines = tuple(", " + l for l in lines if l) + (", ?",)
    known = read_equivalent()
    bad = [e for e in known if e[0] not in tests or not e[1].endswith(lines)]
    for entry in bad:
        print("FAIL yosys  %s/equivalent.txt: no such mutant: %s | %s" % (DATA, *entry))
    print("selfcheck: %d mutants explained, %d of them stale" % (len(known), len(bad)))
    return 1 if bad else 0


def caught_later(test, tree, log, limit, number):
    """The first of MORE seeds that catches it, and passes without it; None.

    A seed whose stimulus misses something the test is about, without the mutant, says nothing.
    """
    one = copy.copy(test)
    for seed in MORE[:FEWER.get(test.block)]:
        one.seeds = [str(seed)]
        if not passes(one, tree, log, limit, {"MUTSEL": str(number)})[0]:
            begun = os.path.getsize(log)
            if passes(one, tree, log, env={"MUTSEL": "0"})[0]:
                return seed
            if not re.search("^MISSED ", since(log, begun), re.M):
                raise Failed("the netlist fails without a mutant, seed %d" % seed)
    return None


def mutants_job(block, path, k, mutants, seed, report):
    """All mutants of one parameter set of a block; what neither its test nor a proof explains."""
    name = "%s.%d" % (block, k)
    try:
        test = BlockTest(block, k)
        log = new_log("yosys." + name)
        text, lines = netlist(block, test, mutants, seed, log)
        tree = make_tree("yosys/tree." + name, path, text)
        if not test.build(tree, log):
            raise Failed("the netlist does not build\n" + tail(log))
        ok, base, _ = passes(test, tree, log, env={"MUTSEL": "0"})
        if not ok:
            raise Failed("the netlist fails without a mutant\n" + tail(log))
        caught, proofs, left = [], set(), []
        for i, line in enumerate(lines, 1):
            what, row = describe(line), "%s %d" % (name, i)
            limit = max(30.0, 5 * base)
            ok, seconds, why = passes(test, tree, log, limit, {"MUTSEL": str(i)})
            if not ok:
                caught.append(line)
                report.add("yosys", row, "caught", "caught by %s in %.1f s%s%s"
                           % (name, seconds, why, ": " + what if report.verbose else ""),
                           by="block test")
                continue
            proof = proved(test, line, log)
            if proof:
                proofs.add(proof)
                report.add("yosys", row, "proved", "survived, proved equivalent %s: %s"
                           % (proof, what))
                continue
            late = caught_later(test, tree, log, limit, i)
            if late:
                caught.append(line)
                report.add("yosys", row, "caught", "caught by %s, seed %d: %s" % (name, late, what),
                           by="block test")
            else:
                left.append({"name": name, "block": block, "path": path, "row": row, "what": what,
                             "opt": options(line)[0],
                             "cells": os.path.join(OUT, "yosys", name + ".cells.json")})
        for proof in sorted(proofs):
            control(proof, test, caught, log)
        return left
    except Failed as e:
        report.add("yosys", name, "ERROR", "ERROR: %s" % e)
        return []

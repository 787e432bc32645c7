# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the same design? Two proofs, docs/selfcheck.md.

By AIGER and yosys-abc: from a reset on, with all registers alike at power-up; it knows what a
register never holds. By Yosys: from any state that both have in common."""
import json, os, re
from common import read, read_json, write
from cut import MEMORY, MOST, Pair
from damaged import OUT, Failed, run, since, yosys

# Before the proof: what nothing reads is no part of the design, and wires in the middle of the
# logic may differ: only ports, registers and the inputs of what is instantiated count. What has the
# same inputs is merged first, -icells: Yosys' own cells too. So little is left for the solver. But
# of a cell that is merged the inputs must be alike, and those of the mutant may not be: then again
# without MERGE.
CLEAN = """splitnets gold gate
opt_clean -purge gold gate
opt_expr gold gate
opt_clean -purge gold gate
select -set regs t:$*dff* %co1:+[Q] w:* %i
rename -hide w:* @regs %d
equiv_make gold gate equiv
hierarchy -top equiv
"""
MERGE = "equiv_struct -icells -fwd equiv\n"
SOLVE = """equiv_simple -undef -seq 3 equiv
equiv_induct -seq 3 equiv
equiv_status -assert equiv
"""
# The same inputs for both; resets are held at first.
JUDGE = """`default_nettype none
module judge (%s, output wire bad);
%s
%s
gold u_gold (%s);
gate u_gate (%s);
assign bad = age_q == 3'd7 && %s;
endmodule
"""
AGE = """reg [2:0] age_q = 3'd0;
always @(posedge %s) age_q <= age_q == 3'd7 ? 3'd7 : age_q + 3'd1;"""
NO_AGE = "wire [2:0] age_q = 3'd7;"
BITS = """read_verilog %s
prep -flatten -nordff -top judge
async2sync
memory_map
setundef -undriven -zero
opt -full
techmap
dffunmap
simplemap
opt_clean
setundef -undriven -zero
aigmap
write_aiger -ascii -symbols -zinit %s
"""


def pair(test, line):
    """Commands that give the block as gold, and with the mutant as gate."""
    return ("read_rtlil %s.il\ncopy %s gold\ncopy %s gate\nselect gate\n%s\nselect -clear\n"
            "delete %s\n"
            % (os.path.join(OUT, "yosys", test.name), test.block, test.block,
               re.sub(r"-module \S+", "-module gate", line), test.block))


def by_yosys(test, line, log):
    base, end = os.path.join(OUT, "yosys", test.name + ".equiv"), ""
    for merge, seconds in ((MERGE, 150), ("", 15)):
        start = os.path.getsize(log)
        if yosys(base, pair(test, line) + CLEAN + merge + SOLVE, log, seconds):
            return "proved"
        said = since(log, start)
        if re.search(r"Found \d+ unproven", said):
            end = "unproven"
    return end


def turning(line):
    """Mode, bit and deciding bit, if all that a mutant does to an address is to turn that bit: then
    each word of a memory still has a name, and no two have the same."""
    opt = dict(re.findall(r"-(mode|portbit|ctrlbit) (\S+)", line))
    mode, bit, by = opt["mode"], int(opt["portbit"]), int(opt.get("ctrlbit", -1))
    return (mode, bit, by) if mode in ("inv", "cnot0", "cnot1") and bit != by else None


def word(memory, pins, k, turn):
    """The address at port k of these pins; turn: as the mutant calls it."""
    a = memory["ABITS"]
    plain = "%s_x[%d +: %d]" % (memory[pins], k * a, a)
    if not turn or memory["SIZE"] != 1 << a or max(turn[1:]) >= a:
        return plain
    mode, bit, by = turn
    turned = "1'b1" if mode == "inv" else "%s%s_x[%d]" % ("!" * (mode == "cnot0"), memory[pins],
                                                           k * a + by)
    return "(%s ^ ((%d'd0 | %s) << %d))" % (plain, a, turned, bit)


def differ_in(memory, turn):
    """Verilog, and the wires it needs: what is written differs. What is read is the same while the
    addresses are: pins of the mutant, fresh inputs."""
    a, w, data = memory["ABITS"], memory["WIDTH"], memory["RD_DATA"]
    pin = lambda p, side, k, n: "%s_%s[%d +: %d]" % (memory[p], side, k * n, n)
    wires = ["wire [%d:0] %s_y;" % (memory["RD_PORTS"] * w - 1, data)]
    for k in range(memory["RD_PORTS"]):
        wires.append("assign %s_y[%d +: %d] = %s == %s ? %s[%d +: %d] : %s_else[%d +: %d];"
                     % (data, k * w, w, word(memory, "RD_ADDR", k, turn), pin("RD_ADDR", "y", k, a),
                        data, k * w, w, data, k * w, w))
    bad = []
    for k in range(memory["WR_PORTS"]):
        ex, ey = pin("WR_EN", "x", k, w), pin("WR_EN", "y", k, w)
        bad += ["%s != %s" % (ex, ey),
                "(%s & %s) != (%s & %s)" % (pin("WR_DATA", "x", k, w), ex,
                                            pin("WR_DATA", "y", k, w), ex),
                "|%s && %s != %s" % (ex, word(memory, "WR_ADDR", k, turn),
                                     pin("WR_ADDR", "y", k, a))]
    return wires, ["(%s)" % b for b in bad]


def judge(modules, clock, memories, valid, turn=None):
    """The two side by side, as Verilog."""
    gold, gate = modules["gold"]["ports"], modules["gate"]["ports"]
    ports = {**gold, **gate}
    ends = [p for p in ports if re.fullmatch(r"end\d+", p)]
    shown = [p for p in gold if gold[p]["direction"] == "output" and p not in ends]
    ins = [p for p in ports if p not in ends + shown]
    size = {p: "[%d:0]" % (len(ports[p]["bits"]) - 1) for p in ports}
    resets = [p for p in ins if p.endswith("rst")]
    read = {m["RD_DATA"] for m in memories}
    own = {m[p] for m in memories for p in MEMORY}
    wires = ["wire %s %s_x, %s_y;" % (size[p], p, p) for p in ends]
    wires += ["wire %s_x = %s || age_q != 3'd7;" % (p, p) for p in resets]
    wires += ["wire %s %s;" % (size[p], p) for p in shown]
    bad = ["(%s_x != %s_y%s)" % (p, p, " && %s_x" % valid[p] if p in valid else "")
           for p in ends if p not in own]
    for memory in memories:
        more, differ = differ_in(memory, turn)
        wires, bad = wires + more, bad + differ

    def pins(mine, end):
        return ", ".join(".%s(%s)" % (
            p, p + end if p in ends else p + "_x" if p in resets
            else p + "_y" if end == "_y" and p in read else p) for p in mine)

    return JUDGE % (", ".join("input wire %s %s" % (size[p], q) for p in ins
                              for q in [p, p + "_else"][:1 + (p in read)]), "\n".join(wires),
                    AGE % clock if clock else NO_AGE, pins(gold, "_x"), pins(gate, "_y"),
                    "(" + " || ".join(bad) + ")")


def power_up_alike(path):
    """Of each register that nothing initializes, -zinit makes an input. The mutant's gets that of
    the original, so that both begin with the same."""
    lines = read(path).split("\n")
    _, _, inputs, latches, outs, gates = lines[0].split()[:6]
    inputs, end = int(inputs), 1 + sum(map(int, (inputs, latches, outs, gates)))
    literal = {"gold": {}, "gate": {}}          # of the name of a register
    for line in lines[end:]:
        m = re.match(r"i(\d+) ", line)
        for side, name in re.findall(r" init:u_(gold|gate)\.(\S+)", line) if m else []:
            literal[side][name] = int(lines[1 + int(m[1])])
    alike = {n: literal["gold"][name] for name, n in literal["gate"].items()
             if name in literal["gold"]}

    def other(word):
        n = int(word)
        return str(alike.get(n & ~1, n & ~1) | n & 1)

    for k in range(1 + inputs, end):
        first, *rest = lines[k].split()
        lines[k] = " ".join([first, *map(other, rest)]) if rest else other(first)
    write(path, "\n".join(lines))


def by_abc(test, line, log):
    base, end = os.path.join(OUT, "yosys", test.name + ".miter"), ""
    script = pair(test, line) + "flatten gold gate\nwrite_json %s.json\n" % base
    if not yosys(base, script, log, 60):
        return ""
    modules = read_json(base + ".json")["modules"]
    two = Pair(modules["gold"], modules["gate"])
    turns = [None] + [turning(line)] * (bool(turning(line)) and two.moves_words())
    late = []                                   # what ran out of time
    for plan in two.plans():
        if not two.differ(plan[0]):
            return "proved"                     # nothing else reads what the mutant reaches
        cut = two.cut(*plan)
        for turn in turns if cut else []:
            said = decide(test, *cut, turn, "pdr -T 10", log)
            if said and "Property proved" in said:
                return "proved"
            if said and "was asserted in frame" in said:
                end = "unproven"
            if said and "Reached timeout" in said and sum(map(two.gate.size, plan)) <= 2 * MOST:
                late.append((cut, turn))
    for cut, turn in late[:1]:
        if "Property proved" in (decide(test, *cut, turn, "pdr -y -T 60", log) or ""):
            return "proved"
    return end


def decide(test, clock, modules, memories, valid, turn, how, log):
    """What yosys-abc says of the two; None if it does not come to that."""
    base = os.path.join(OUT, "yosys", test.name + ".miter")
    write(base + ".cut.json", json.dumps({"modules": modules}))
    write(base + ".v", judge(modules, clock, memories, valid, turn))
    if not yosys(base, "read_json %s.cut.json\n" % base + BITS % (base + ".v", base + ".aag"), log,
                 60):
        return None
    power_up_alike(base + ".aag")
    if not yosys(base, "read_aiger -module_name judge %s.aag\nwrite_aiger -zinit %s.aig\n"
                 % (base, base), log, 60):
        return None                             # the file is that of another mutant
    start = os.path.getsize(log)
    run(["yosys-abc", "-c", "read_aiger %s.aig; strash; scorr; %s" % (base, how)], log, 100)
    return since(log, start)


PROOFS = {"from a reset on": by_abc, "in any state": by_yosys}


def proved(test, line, log):
    """Which proof says that the mutant behaves like the original; None."""
    for name, proof in PROOFS.items():
        if proof(test, line, log) == "proved":
            return name
    return None


def control(name, test, caught, log):
    """A proof that also holds for what a test has caught proves nothing."""
    for line in caught[:4]:
        end = PROOFS[name](test, line, log)
        if end == "proved":
            raise Failed("the proof %s holds for a mutant that was caught, too" % name)
        if end:
            return
    raise Failed("no proof %s on a mutant that was caught came to its end" % name)

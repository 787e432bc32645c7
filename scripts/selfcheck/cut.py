# SPDX-License-Identifier: Apache-2.0
"""A block and a mutant of it, cut down to what a proof needs: docs/selfcheck.md.

Both are flat netlists in Yosys' JSON. What keeps a state is cut: what it holds is an input that
both share, and what goes into it is an output to be compared. Both begin alike, so as long as all
outputs are alike, so is all that was cut, and the inputs were rightly shared. Registers may stay, a
few or all, so that a proof knows what they never hold. A memory whose words are cut is compared by
what is written where; two reads of it give the same while their addresses are alike. The mutant may
have other names for the words, if it has them wherever it writes and reads. An output of
the block that goes with a `valid` is compared while that is 1."""
import functools, re, sys

STATE = re.compile(r"\$(mem.*|ff|.*dff(e|sr|sre|ce)?|.*latch(sr)?|sr)$")
PLAIN = re.compile(r"\$(s?dffc?e?)$")       # a register with one clock and no reset without it
ALIKE = {"$and", "$or", "$xor", "$xnor", "$not", "$mux", "$pmux"}       # bit by bit
MOST, REGISTERS, EVERY = 600, 4000, 2000    # bits that stay; all but memories; nothing is cut
MEMORY = "RD_ADDR", "WR_EN", "WR_ADDR", "WR_DATA"
# Called like a valid, or like what goes with one, and read without.
NO_VALID = {"s1_valid", "cnt_valid", "freed", "freed_moved", "retired_pulse", "received_few"}
sys.setrecursionlimit(100000)


def is_state(cell):
    """Or a cell of a vendor: of that, too, nobody knows what it does."""
    return not cell["type"].startswith("$") or bool(STATE.match(cell["type"]))


def memory_bits(cell):
    size = [int(cell["parameters"][p], 2) for p in ("SIZE", "WIDTH")
            if cell["type"].startswith("$mem")]
    return size[0] * size[1] if size else 0


def pins(cell, out):
    return {p: bits for p, bits in cell["connections"].items()
            if (cell["port_directions"][p] == "output") == out}


def valids(outs):
    """{output: the one that says when it means something}, by their names."""
    found = {}
    for valid in (p for p in outs if re.search(r"_t?valid$", p) and p not in NO_VALID):
        name = valid[:-len("valid")]            # foo_ or foo_t
        found.update({p: valid for p in outs if (p.startswith(name) or p + "_" == name)
                      and not re.search(r"_t?(valid|ready)$", p) and p not in NO_VALID})
    return found


class Side:
    """One of the two netlists."""

    def __init__(self, module):
        self.module, self.cells = module, module["cells"]
        self.source = {}                    # net: (its cell or input, port, bit)
        for name, port in module["ports"].items():
            if port["direction"] == "input":
                self.source.update({b: ("", name, k) for k, b in enumerate(port["bits"])})
        for name, cell in self.cells.items():
            for port, bits in pins(cell, True).items():
                self.source.update({b: (name, port, k) for k, b in enumerate(bits)})
        # {(cell, port): nets} of what leaves the logic
        self.ends = {("", n): p["bits"] for n, p in module["ports"].items()
                     if p["direction"] == "output"}
        for name, cell in self.cells.items():
            if is_state(cell):
                self.ends.update({(name, p): bits for p, bits in pins(cell, False).items()})

    def shape(self, own):
        """A function: a number that says what a net is computed from. What the registers of `own`
        hold is this side's alone."""
        @functools.lru_cache(None)
        def of_bit(bit):
            if bit not in self.source:
                return bit                  # a constant
            name, port, k = self.source[bit]
            cell = self.cells.get(name)
            if not cell or is_state(cell):
                return hash((name, port, k, id(self) if name in own else 0))
            ins, width = pins(cell, False), len(cell["connections"]["Y"])
            if cell["type"] in ALIKE and all(len(b) % width == 0 for p, b in ins.items()
                                             if p != "S"):
                return hash((cell["type"], *(of_bit(b) for p in sorted(ins) for b in
                                             (ins[p] if p == "S" else ins[p][k::width]))))
            return hash((of_cell(name), port, k))

        @functools.lru_cache(None)
        def of_cell(name):
            cell, ins = self.cells[name], pins(self.cells[name], False)
            return hash((cell["type"], *sorted(cell["parameters"].items()),
                         *(tuple(map(of_bit, ins[p])) for p in sorted(ins))))
        return of_bit

    def support(self, bits):
        """The cells with a state from which these nets are computed."""
        seen, out, todo = set(), set(), list(bits)
        while todo:
            name = self.source.get(todo.pop(), ("",))[0]
            if name and name not in seen:
                seen.add(name)
                if is_state(self.cells[name]):
                    out.add(name)
                else:
                    todo += [b for bits in pins(self.cells[name], False).values() for b in bits]
        return out

    def size(self, cells):
        """Bits of registers and memories."""
        return sum(memory_bits(c) or len(c["connections"]["Q"])
                   for c in (self.cells[n] for n in cells))

    def clocks(self, keep):
        """The nets and edges of the registers that stay."""
        return {(*self.source.get(c["connections"]["CLK"][0], "???"),
                 c["parameters"]["CLK_POLARITY"])
                for c in (self.cells[n] for n in keep) if "CLK" in c["connections"]}

    def inputs(self, cells):
        return [b for n in cells for bits in pins(self.cells[n], False).values() for b in bits]

    def held(self):
        """{number: (cell, port)} of what states give."""
        return dict(enumerate((n, p) for n, c in sorted(self.cells.items()) if is_state(c)
                              for p in sorted(pins(c, True))))

    def without(self, keep, show, ends):
        """The netlist with all states cut but those to keep; some of these are shown, and of what
        leaves the logic only `ends`. Ports have numbers, which are alike on both sides."""
        ports = {n: p for n, p in self.module["ports"].items() if p["direction"] == "input"}
        for k, (name, port) in self.held().items():
            if name not in keep or name in show:
                ports["state%d" % k] = {"direction": "output" if name in show else "input",
                                        "bits": self.cells[name]["connections"][port]}
        for k, end in enumerate(sorted(ends)):
            ports["end%d" % k] = {"direction": "output", "bits": self.ends[end]}
        cells = {n: c for n, c in self.cells.items() if n in keep or not is_state(c)}
        return {**self.module, "ports": ports, "cells": cells}


class Pair:
    def __init__(self, gold, gate):
        self.gold, self.gate = Side(gold), Side(gate)
        self.plain = {n for n, c in self.gate.cells.items() if PLAIN.match(c["type"])}

    def differ(self, own):
        """The ends that are not computed alike, if what these registers hold may differ, and what
        is read at an address that differs."""
        read = set()
        while True:
            a, b = self.gold.shape(own | read), self.gate.shape(own | read)
            ends = {e for e, bits in self.gold.ends.items()
                    if e[0] not in own and list(map(a, bits)) != list(map(b, self.gate.ends[e]))}
            more = {n for n, p in ends if p == "RD_ADDR"} - read
            if not more:
                return ends
            read |= more

    def plans(self):
        """What to keep, the least first: (own, shared), registers. Of `own` each side has its own:
        the mutant reaches them at once. What is shared decides over them and over what they reach,
        or over that in turn; the mutant's side is told of it, and must agree on what comes next.
        At last all there is."""
        own, seen = set(), []
        for _ in range(2):
            ends, shared = self.differ(own), set()
            for _ in range(3):
                if (own, shared) in seen or self.gate.size(own | shared) > MOST:
                    break
                seen.append((own, shared))
                yield own, shared
                shared = shared | self.gate.support(self.gate.inputs(own | shared) + [
                    b for e in ends for b in self.gate.ends[e]]) & self.plain - own
            own = own | ({c for c, _ in ends} & self.plain)
        if self.gate.size(self.plain) <= REGISTERS and (self.plain, set()) not in seen:
            yield self.plain, set()
        every = {n for n, c in self.gate.cells.items() if is_state(c)}
        if every == {n for n in every if n in self.plain or memory_bits(self.gate.cells[n])} \
                and (every, set()) not in seen and self.gate.size(every) <= EVERY:
            yield every, set()

    def memories(self, own, ends):
        """{cell: its parameters} of each memory that is cut and has pins among the ends. One with a
        read register inside is none: all its pins are compared."""
        cells = {n: self.gold.cells[n] for n, _ in ends if n and n not in own}
        return {n: {p: int(bits, 2) for p, bits in c["parameters"].items()
                    if p in ("ABITS", "SIZE", "WIDTH", "RD_PORTS", "WR_PORTS")}
                for n, c in cells.items() if c["type"] == "$mem_v2"
                and not int(c["parameters"]["RD_CLK_ENABLE"], 2)}

    def moves_words(self):
        """Does the mutant reach the address of a memory at once?"""
        return any(n and p in ("RD_ADDR", "WR_ADDR") for n, p in self.differ(set()))

    def cut(self, own, shared):
        """Both netlists; the clock, "" if no register stays; the memories; {output: its valid}.
        None if it is not one clock of the block, rising."""
        clocks = self.gold.clocks(own | shared) | self.gate.clocks(own)
        if any(cell or not int(edge, 2) for cell, _, _, edge in clocks) or len(clocks) > 1:
            return None
        ends = self.differ(own)
        memories = self.memories(own, ends)
        valid = valids([p for n, p in self.gold.ends if not n])
        ends |= {(n, p) for n in memories for p in MEMORY}
        ends |= {("", valid[p]) for n, p in ends if not n and p in valid}
        name = {end: "end%d" % k for k, end in enumerate(sorted(ends))}
        data = {cell: "state%d" % k for k, (cell, port) in self.gold.held().items()
                if port == "RD_DATA"}
        for n, memory in memories.items():
            memory.update({p: name[n, p] for p in MEMORY}, RD_DATA=data[n])
        return ("".join(clock for _, clock, _, _ in clocks), {
            "gold": self.gold.without(own | shared, shared, ends),
            "gate": self.gate.without(own, set(), ends)}, list(memories.values()),
            {name["", p]: name["", valid[p]] for n, p in ends if not n and p in valid})

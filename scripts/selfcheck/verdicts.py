# SPDX-License-Identifier: Apache-2.0
"""What scripts/selfcheck/run says: a line for each verdict, the counts, what was not caught."""
import json
from common import write_new
from damaged import DATA
from mutants import NONE

VERDICTS = ("caught", "proved", "equivalent", "SURVIVED", "ERROR")
# What becomes of a mutant: who caught it or, if nobody did, its verdict; and the column of that.
ENDS = {"block test": "block test", "conformance": "conformance", "scenario": "scenario",
        "proved": "proved", "equivalent": "argued", "SURVIVED": "survived", "ERROR": "errors"}


class Report:
    """Rows of verdicts, and what else is to be known: both, left, seconds."""

    def __init__(self, verbose=False):
        self.verbose, self.rows, self.more = verbose, [], {}

    def add(self, part, name, verdict, text, detail="", key=None, by=""):
        self.rows.append({"part": part, "name": name, "verdict": verdict, "text": text,
                          **({"detail": detail} if detail else {}), **({"by": by} if by else {}),
                          **({"key": key} if key else {})})
        print("%-6s %-26s %s" % (part, name, text), flush=True)
        if detail:
            print(detail, flush=True)


def rows_of(r):
    """The rows of a case; of one that broke off, an error."""
    rows = r["result"].get("rows", [])
    if r["verdict"] == "ok" or any(row["verdict"] in ("SURVIVED", "ERROR") for row in rows):
        return rows
    return rows + [error(r["name"], r["first_difference"])]


def error(case, what):
    part, _, name = case.partition(".")
    return {"part": part, "name": name, "verdict": "ERROR", "text": "ERROR: " + what}


class Verdicts:
    """run: the run; known: the entries of equivalent.txt; alike: both.Both, or None.

    totals() is for that run, totals_of_whole() for the one after it with mutants in whole designs;
    wrong: what went wrong with these before."""

    def __init__(self, run, parts, known, alike):
        self.run, self.parts, self.known, self.alike = run, parts, known, alike
        self.records, self.wrong = {}, []

    def said(self, r):
        return "\n".join("%-6s %-26s %s" % (row["part"], row["name"], row["text"])
                         + ("\n" + row["detail"] if "detail" in row else "") for row in rows_of(r))

    def left(self):
        """The mutants that are neither caught nor explained yet."""
        return [m for r in self.records.values() for m in r["result"].get("left", [])]

    def waits(self):
        """Is a run with whole designs to follow? Not after half a run: it would miss some."""
        return bool(self.left()) and len(self.records) == len(self.run.cases)

    def totals(self, records):
        """False if something was not caught."""
        self.records = records
        return self.waits() or self.conclude({})

    def totals_of_whole(self, records):
        return self.conclude(records)

    def conclude(self, of_whole):
        """Prints the counts of each part, and what was not caught again; False if there is any."""
        records = [*self.records.values(), *of_whole.values()]
        rows = self.wrong + [self.explained(row) for r in records for row in rows_of(r)]
        judged = {row["name"] for r in of_whole.values() for row in rows_of(r)}
        rows += [error("yosys." + m["row"], "let pass by its block test, and no verdict after it")
                 for m in self.left() if m["row"] not in judged]
        none = [error(name, "no verdict") for name in self.run.cases if name not in self.records]
        self.write(rows + none)
        if self.alike:
            for r in records:
                self.alike.results.update(r["result"].get("both", {}))
            self.alike.whole &= not none        # half a table is none
            self.alike.conclude()
        return not self.print_counts(rows)

    def explained(self, row):
        """A mutant that nothing saw is argued in equivalent.txt, as that is now, or survived."""
        if row["verdict"] != "left":
            return row
        reason = self.known.get(tuple(row["key"]))
        verdict, text = ("equivalent", row["text"] + ": " + reason) if reason else (
            "SURVIVED", "SURVIVED, " + row["text"])
        print("%-6s %-26s %s: %s" % (row["part"], row["name"], verdict, text), flush=True)
        return {**row, "verdict": verdict, "text": text}

    def write(self, rows):
        """The rows; of a run of mutants alone the figures of each block, too."""
        what = [{k: v for k, v in row.items() if k not in ("detail", "key")} for row in rows]
        if "yosys" in self.parts:
            figures = by_block(what)
            print_blocks(figures)
            if self.parts == ["yosys"]:
                what = {"seed": self.run.manifest["extra"]["seed"], **figures, "none": NONE,
                        "rows": what}
        write_new(self.run.folder.rstrip("/") + ".json", json.dumps(what, indent=1))

    def print_counts(self, rows):
        bad = 0
        for part in [p for p in ("bugs", "plant", "both", "yosys") if p in self.parts]:
            n = {v: sum(r["part"] == part and r["verdict"] == v for r in rows) for v in VERDICTS}
            bad += n["SURVIVED"] + n["ERROR"] + (n["caught"] == 0)
            same = "%d proved equivalent, %d explained, " % (n["proved"], n["equivalent"])
            print("%-6s %d: %d caught, %s%d survived, %d errors"
                  % (part, sum(n.values()), n["caught"], same if part in ("both", "yosys") else "",
                     n["SURVIVED"], n["ERROR"]))
        for r in rows:
            if r["verdict"] in ("SURVIVED", "ERROR"):
                print("FAIL %-6s %-26s %s" % (r["part"], r["name"], r["text"].split("\n")[0]))
        return bad


def by_block(rows):
    """What became of the mutants of each block and of all; how many are caught of those that no
    proof explains. An error is no mutant."""
    columns = ["total", *ENDS.values()]
    blocks = {}
    for r in rows:
        if r["part"] == "yosys":
            n = blocks.setdefault(r["name"].split(".")[0], dict.fromkeys(columns, 0))
            n["total"] += r["verdict"] != "ERROR"
            n[ENDS[r.get("by") or r["verdict"]]] += 1
    every = {c: sum(n[c] for n in blocks.values()) for c in columns}
    return {"blocks": dict(sorted(blocks.items())), "all": every,
            "caught": every["block test"] + every["conformance"] + every["scenario"],
            "open": every["total"] - every["proved"]}


def print_blocks(figures):
    every = figures["all"]
    print("%-16s %s" % ("mutants", " ".join("%11s" % c for c in every)))
    for block, n in [*figures["blocks"].items(), ("all", every)]:
        print("%-16s %s" % (block, " ".join("%11d" % v for v in n.values())))
    if figures["open"]:
        print("%d of %d that are not proved equivalent are caught: %.2f %%"
              % (figures["caught"], figures["open"], 100 * figures["caught"] / figures["open"]))

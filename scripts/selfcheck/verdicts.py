# SPDX-License-Identifier: Apache-2.0
"""What scripts/selfcheck/run says: a line for each verdict, the counts, what was not caught."""
import json
from common import write_new
from damaged import DATA

VERDICTS = ("caught", "proved", "equivalent", "SURVIVED", "ERROR")


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
    """known: the entries of equivalent.txt; ran: the tests whose mutants ran; alike: both.Both, or
    None."""

    def __init__(self, run, parts, known, ran, alike):
        self.run, self.parts, self.known, self.ran, self.alike = run, parts, known, ran, alike

    def said(self, r):
        return "\n".join("%-6s %-26s %s" % (row["part"], row["name"], row["text"])
                         + ("\n" + row["detail"] if "detail" in row else "") for row in rows_of(r))

    def totals(self, records):
        """Prints the counts of each part, and what was not caught again; False if there is any."""
        rows = [row for r in records.values() for row in rows_of(r)]
        none = [error(name, "no verdict") for name in self.run.cases if name not in records]
        kept = [{k: v for k, v in row.items() if k not in ("detail", "known")}
                for row in rows + none]
        write_new(self.run.folder.rstrip("/") + ".json", json.dumps(kept, indent=1))
        self.print_idle(rows)
        if self.alike:
            for r in records.values():
                self.alike.results.update(r["result"].get("both", {}))
            self.alike.whole &= not none        # half a table is none
            self.alike.conclude()
        return not self.print_counts(rows)

    def print_idle(self, rows):
        used = {tuple(row["known"]) for row in rows if "known" in row}
        for entry in sorted(self.known):
            if entry[0] in self.ran and entry not in used:
                print("note: %s/equivalent.txt: no survivor any more: %s | %s" % (DATA, *entry))

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

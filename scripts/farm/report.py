# SPDX-License-Identifier: Apache-2.0
"""What a run says: a line for each case that is not passed, buckets, JUnit, the closing count."""
import os, re, signal, sys, time

from common import read
from farm.plan import write_json

# What a failure is called by, the first that is found in its log. The groups are what is said.
FIRST = [
    (r"%Error: (\S+:\d+): (Assertion failed)", "assertion {0}"),
    (r"^FAULT (.*)$", "fault: {0}"),
    (r"^MISMATCH cycle \d+ (.*)$", "mismatch {0}"),
    (r"^(?:.*: )?FAIL:? +(.*)$", "{0}"),
    (r"(AddressSanitizer: \S+|runtime error: .*)$", "{0}"),
    (r"^(?:.*: )?[Ee]rror: (.*)$", "{0}"),
]


def plain(text):
    """Without numbers: what failures with the same cause have in common."""
    return re.sub(r"\d+", "N", text.strip())[:120]


def called(code):
    """An exit code; that of a signal by its name, also when a shell has passed it on."""
    for number in (-code, code - 128):
        if number in signal.valid_signals():
            return signal.Signals(number).name
    return "exit %d" % code


def first_difference(code, log):
    """The bucket of a failure."""
    ports = re.findall(r"^  port (\S+)$", log, re.M)
    if "MISMATCH" in log and ports:
        return "mismatch at " + " ".join(ports)
    for pattern, text in FIRST:
        m = re.search(pattern, log, re.M)
        if m:
            place = m.group(1) if text.startswith("assertion") else plain(m.group(1))
            return text.format(place)
    lines = log.strip().splitlines()
    return "%s: %s" % (called(code), plain(lines[-1])) if lines else called(code)


def failure(r):
    """What is said of a case at its end: nothing, unless it failed."""
    return "" if r["verdict"] != "FAIL" else "FAIL %s: %s; repeat: %s" % (
        r["name"], r["first_difference"], r["repeat"] or r["command"])


class Progress:
    """What said(record) has to say of each case at its end, and a line that is written over, or one
    now and then."""

    def __init__(self, run, before, said=failure):
        self.run, self.said, self.start = run, said, time.monotonic()
        self.shown = self.start
        self.tty, self.seen, self.failed = sys.stdout.isatty(), set(before), 0
        self.cycles = 0
        for name in before:
            self.count(run.record(name))

    def count(self, r):
        self.failed += r["verdict"] == "FAIL"
        self.cycles += r["result"].get("compared_cycles", 0)

    def look(self, last=False):
        """What has come since the last look."""
        for name in sorted(self.run.finished() - self.seen):
            r = self.run.record(name)
            if not r:
                continue
            self.seen.add(name)
            self.count(r)
            text = self.said(r)
            if text:
                print(("\r\x1b[K" if self.tty else "") + text, flush=True)
        now = time.monotonic()
        if now - self.shown >= (0.5 if self.tty else 15) or last:
            self.shown = now
            cycles = ", %.1f M cycles compared" % (self.cycles / 1e6) if self.cycles else ""
            print("%s%d of %d, %d failed%s, %.0f s%s"
                  % ("\r" if self.tty else "", len(self.seen), len(self.run.cases), self.failed,
                     cycles, now - self.start, "    " if self.tty and not last else "\n"),
                  end="", flush=True)


def buckets(run, records, whys):
    """[(what, names)], the largest first."""
    groups = {}
    for name in run.cases:
        r = records.get(name)
        if not r:
            groups.setdefault("missing: " + plain(whys[name].split(" on ")[0]), []).append(name)
        elif r["verdict"] == "FAIL":
            groups.setdefault(r["first_difference"], []).append(name)
    return sorted(groups.items(), key=lambda kv: -len(kv[1]))


def junit(run, records, whys, path):
    from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite
    suite = TestSuite(run.manifest["title"])
    suite.add_property("build", run.build)
    suite.add_property("resume", run.manifest["resume"])
    for tool, version in run.manifest["versions"].items():
        suite.add_property(tool, version)
    for name, case in run.cases.items():
        r = records.get(name)
        test = TestCase(name, run.manifest["title"] + ("." + case.group) * bool(case.group),
                        r["seconds"] if r else 0)
        if not r:
            what = Error("missing: " + whys[name], "missing")
        elif r["verdict"] == "FAIL":
            what = Failure(r["first_difference"], "failure")
        else:
            what = Skipped(r["first_difference"]) if r["verdict"] == "skip" else None
        if what:
            if not r or r["verdict"] == "FAIL":
                log = run.path("logs", name + ".log")
                end = read(log)[-6000:] if os.path.exists(log) else ""
                what.text = printable("%s\n%s" % (case.repeat, end))
            test.result = [what]
        suite.add_testcase(test)
    xml = JUnitXml()
    xml.add_testsuite(suite)
    xml.update_statistics()
    xml.write(path, pretty=True)


def printable(text):
    return re.sub(r"[^\t\n\x20-\uD7FF]", "?", text)


def conclude(run, task_end, totals=None):
    """Prints what is wrong and the counts, writes JUnit; the exit code. totals(records) may print
    figures and find them wrong."""
    records = {name: run.record(name) for name in run.cases}
    records = {name: r for name, r in records.items() if r}
    whys = {name: run.note(name) or "never began" + task_end(name)
            for name in run.cases if name not in records}
    good = not records or not totals or totals(records)
    for name, why in whys.items():
        print("missing %s: %s" % (name, why))
    for name, r in records.items():
        if r["verdict"] == "skip":
            print("skipped %s: %s" % (name, r["first_difference"]))
    for i, (what, names) in enumerate(buckets(run, records, whys)):
        print(("failures by first difference:\n" if i == 0 else "")
              + "  %3d  %s (%s)" % (len(names), what, ", ".join(names[:12])))
    junit(run, records, whys, run.folder.rstrip("/") + ".xml")
    write_json(run.path("results.json"),
               {name: {k: r[k] for k in ("verdict", "first_difference", "seconds", "result")}
                for name, r in records.items()})
    n = {v: sum(r["verdict"] == v for r in records.values()) for v in ("ok", "FAIL", "skip")}
    if whys:
        print("%d of %d cases have no result; to run them: %s"
              % (len(whys), len(run.cases), run.manifest["resume"]))
    print("build %s: %d passed, %d failed, %d missing%s"
          % (run.build, n["ok"], n["FAIL"], len(whys),
             ", %d skipped" % n["skip"] if n["skip"] else ""), flush=True)
    return 0 if good and n["ok"] and not n["FAIL"] and not whys else 1

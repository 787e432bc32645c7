# SPDX-License-Identifier: Apache-2.0
"""The hand-written bugs of scripts/selfcheck/*.bugs, and their place in the RTL."""
import glob, os, re, sys
import both
from common import read
from damaged import DATA, Failed, find_test

ENTRY = re.compile(r"(?P<name>\w+)\nfile: (?P<file>\S+)\ntests: (?P<tests>[^\n]*)\n"
                   r"why: (?P<why>.*?)\n--- old\n(?P<old>.*?)\n--- new\n(?P<new>.*)\Z", re.S)


def read_bugs():
    """Entries of {name, file, tests, why, old, new} from the .bugs files; the top of the first says
    what they are."""
    bugs = []
    for path in sorted(set(glob.glob(DATA + "/*.bugs")) - {both.LIST}):
        text = re.sub(r"^#.*\n", "", read(path), flags=re.M)
        for entry in re.split(r"^== ", text, flags=re.M)[1:]:
            m = ENTRY.match(entry.rstrip("\n"))
            if not m:
                sys.exit("%s: entry not understood: %s" % (path, entry.split("\n")[0]))
            bug = m.groupdict()
            bug["tests"], bug["why"] = bug["tests"].split(), " ".join(bug["why"].split())
            bugs.append(bug)
    names = [b["name"] for b in bugs]
    if len(set(names)) != len(names):
        sys.exit("%s: a name stands twice" % DATA)
    return bugs


QUIET = "/* verilator lint_off UNUSED */ "


def planted(bug):
    """The file of the bug, with it. What it leaves unused is no news; the first line stays the
    first. A macro that stands alone declares, and ends with lint_on."""
    if not os.path.exists(bug["file"]):
        raise Failed("no file " + bug["file"])
    text = read(bug["file"])
    count = text.count(bug["old"])
    if count != 1:
        there = "there %d times" % count if count else "not there any more"
        raise Failed("its old text is %s in %s" % (there, bug["file"]))
    text = text.replace(bug["old"], bug["new"])
    return QUIET + re.sub(r"^`TTP_\w+$", r"\g<0> " + QUIET.strip(), text, flags=re.M)


def check_anchors(bugs):
    bad = 0
    for bug in bugs:
        try:
            planted(bug)
            for test in bug["tests"]:
                find_test(test)
        except Failed as e:
            bad += 1
            print("FAIL bugs   %-26s %s" % (bug["name"], e))
    for path in sorted(glob.glob("rtl/**/*.v", recursive=True)):
        # A wrong bound refuses to build, or lets pass what no block test has: tb/system/params.py
        # tries each bound of the parameters.
        if path not in {b["file"] for b in bugs} and path != "rtl/ttp_params_check.v":
            bad += 1
            print("FAIL bugs   no bug in " + path)
    print("selfcheck: %d bugs, %d of them or of the files wrong" % (len(bugs), bad))
    return 1 if bad else 0

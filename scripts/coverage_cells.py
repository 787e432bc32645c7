# SPDX-License-Identifier: Apache-2.0
"""The cells of the state tables of docs/protocol.md, and which test reaches which.

A part of scripts/coverage.

A cell is a state and an event; its rules are the labels in it, "-" counts as one. A rule of a cell
is reached when model/rules/ met the event in that state in some row of the conformance test or some
scenario, and did what REACHED says of the label. A foreign frame is in no cell. The block tests
throw random events at every state, so they do not count. What the tests made of the rules is noted
by sim/cells.cpp, a line a step.
"""
import collections, os, re
from common import read

PAGE = "docs/protocol.md"
WIRE = ["OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK", "CLOSE_NACK", "PAYLOAD", "ACK",
        "NACK", "NACK_FULL", "NACK_NOLINK"]
# What the words `receive` and `send` of a cell stand for.
RECEIVE = ["rcv.next", "rcv.repeat", "rcv.gap", "rcv.far", "rcv.full", "rcv.full.silent"]
SEND = {"ACK": ["snd.ack", "snd.ack.newer", "snd.ack.late"],
        "NACK": ["snd.nack", "snd.nack.newer", "snd.nack.old", "snd.nack.once"],
        "NACK_FULL": ["snd.full"]}
# Rows of the tables that are no packets: the events of model/rules/ that they speak of.
IDLE, LAST = "idle, victim", "last round was fruitless"
RETIRED = "all sent has retired"
INSIDE = {"payload from the host": ["host", "send"], "close request": ["close"],
          "timer": ["timer"], LAST: ["timer", "NACK", "NACK_NOLINK"],
          "OPEN_ACK has left": ["left"], IDLE: ["service", "victim"],
          RETIRED: ["ACK", "NACK", "timer"]}

# Why no test can reach a rule of a cell: event, state, rule.
NOTHING = "a link in CLOSE_SENT has nothing in flight: what the host hands over waits"
ARGUED = {
    ("ACK", "CLOSE_SENT", "snd.ack"): NOTHING,
    ("NACK", "CLOSE_SENT", "snd.nack"): NOTHING,
    ("NACK", "CLOSE_SENT", "snd.nack.once"): NOTHING,
    (RETIRED, "CLOSE_SENT", "-"): NOTHING,
    (RETIRED, "OPEN_RECD", "-"): "a link in OPEN_RECD has sent no payload of its life",
    (IDLE, "OPEN_RECD", "-"): "the second timer starts with OPEN, and only a link in OPEN is"
                              " looked at as a victim",
}

Step = collections.namedtuple("Step", "event before after answer words")


def answers(name):
    return lambda s: s.answer == name


def has(*words):
    """All of these words, and none of those that begin with a minus."""
    return lambda s: all((w[1:] not in s.words) if w[0] == "-" else w in s.words for w in words)


def both(*tests):
    return lambda s: all(t(s) for t in tests)


def ends(state):
    return lambda s: s.after == state


def stays(s):
    return s.after == s.before or {s.after, s.before} == {"CLOSE_SENT", "CLOSE_DUE"}


NOTED = {"illegal", "timeout", "late", "repeat", "gap", "far", "no_room", "rewind", "opened",
         "lost", "closed", "dead", "restarted"}


def quiet(s):
    """No answer, no change."""
    return s.answer == "-" and not s.words & (NOTED | {"changed", "payload", "deliver", "retired"})


# What shows that a rule was followed. With an event or the name of a row before it: only there.
REACHED = {
    "open.new": ends("OPEN_RECD"), "open.ships": both(answers("OPEN_ACK"), stays),
    "open.live": both(answers("OPEN_ACK"), has("-stranger", "-no_life"), stays),
    "open.ack": ends("OPEN"), "reopen.ack": ends("OPEN"),
    "open.nack": ends("CLOSED"), "open.nack.late": has("illegal"),
    "open.payload": ends("re-OPEN"), "open.host": ends("OPEN_SENT"),
    "open.backoff": ends("OPEN_SENT"),
    "open.timer": answers("OPEN"), "open.timer.recd": answers("OPEN_ACK"),
    "left open.recd": ends("OPEN"),
    "host open.recd": both(has("held"), stays),
    "snd.wait": both(has("held"), stays, has("-payload")),
    "reopen.moving": both(has("held"), stays, has("-payload")),
    "snd.host": has("payload"), "str.open": ends("re-OPEN"),
    "str.repeat": both(answers("OPEN_ACK"),
                       has("stranger", "no_life", "last_or_before", "-any_id")),
    "str.aside": both(answers("OPEN_ACK"), has("aside")),
    "cls.none": both(answers("CLOSE_ACK"), stays),
    "cls.early": both(answers("CLOSE_ACK"), ends("CLOSED")),
    "cls.done": both(answers("CLOSE_ACK"), ends("CLOSED")),
    "cls.cross": both(answers("CLOSE_ACK"), ends("CLOSED")),
    "cls.recd": answers("CLOSE_NACK"), "cls.ack": ends("CLOSED"), "cls.illegal": has("illegal"),
    "cls.hold": has("hold", "changed"), "cls.hold.not": quiet,
    "cls.nolink": lambda s: ends("CLOSED")(s) or has("stranger", "at_once")(s),
    "cls.end": answers("NACK_NOLINK"),
    "close cls.request": has("wants"), "ACK cls.request": has("wanted", "flying", "at_once"),
    "NACK cls.request": has("wanted", "flying", "at_once", "retired"),
    "timer cls.request": both(answers("CLOSE"), ends("CLOSE_SENT")),
    "cls.idle": has("idle", "wants"), "tbl.victim": ends("CLOSE_DUE"),
    "cls.timer": both(answers("CLOSE"), has("timeout")), "cls.recd.timer": answers("CLOSE_NACK"),
    "cls.drained": both(ends("CLOSED"), answers("CLOSE_ACK"), has("-dead")),
    "cls.giveup": both(has("dead"), answers("CLOSE_ACK")), "tmr.dead": has("dead"),
    # Of a packet: no answer, no change. Of the inside: nothing of this kind comes of it.
    "-": quiet, "close -": both(answers("-"), stays), "left -": both(answers("-"), stays),
    RETIRED + " -": has("retired"), LAST + " -": has("-timeout"),
    "service -": both(has("idle", "-wants"), stays),
    "cls.thrice": both(answers("CLOSE_ACK"), has("stranger")),
    "tbl.victim.after": has("was_victim"),
    "snd.timeout": has("timeout", "rewind"), "snd.ignored": quiet,
    "snd.ack": has("retired"), "snd.ack.newer": has("illegal"), "snd.ack.late": has("late"),
    "snd.nack": has("rewind"), "snd.nack.newer": has("illegal"), "snd.nack.old": has("late"),
    "snd.nack.once": both(has("ended_nacks", "flying"), quiet),
    "snd.full": lambda s: "flying" in s.words or column(s.before) == "CLOSE_SENT" and quiet(s),
    "rcv.nolink": answers("NACK_NOLINK"), "rcv.next": both(has("deliver"), answers("ACK")),
    "rcv.repeat": has("repeat"), "rcv.gap": both(has("gap"), answers("NACK")),
    "rcv.far": has("far"),
    "rcv.full": answers("NACK_FULL"), "rcv.full.silent": both(has("gap", "full"), answers("-")),
    "life.over": both(has("lost", "restarted"), ends("CLOSED")),
    "reopen.stranger": both(has("lost"), ends("re-OPEN")), "tbl.full": answers("OPEN_NACK"),
}


def column(state):
    """Of the tables: the timer that sends a CLOSE is a matter of the MAC."""
    return "CLOSE_SENT" if state == "CLOSE_DUE" else state


def rules_of(text, event):
    """The labels of a cell."""
    out = []
    for word in re.findall(r"`([a-z._]+)`|\b(receive|send)\b|^(-)$", text):
        out += RECEIVE if word[1] == "receive" else SEND[event] if word[1] else [word[0] or word[2]]
    return out


def tables():
    """[(event, state, rule)] of the page, in its order. A row of three packets is three rows. What
    is unknown counts as CLOSED, but an OPEN that changes nothing finds its set full."""
    text = read(PAGE)
    text = text[text.index("What comes from the wire"):text.index("Every OPEN and every CLOSE")]
    rows = collections.OrderedDict()
    for line in text.split("\n"):
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith(("| received", "| event")):
            states = cells[1:]
        elif line.startswith("| ") and len(cells) > 1:
            events = cells[0].split(", ") if cells[0].split(", ")[0] in WIRE else [cells[0]]
            for event in events:
                rows.setdefault(event, {}).update(zip(states, cells[1:]))
    if list(rows)[:len(WIRE)] != WIRE or set(rows) != {*WIRE, *INSIDE}:
        raise SystemExit("coverage: %s: not the events that scripts/coverage_cells.py knows" % PAGE)
    out = []
    for event, by_state in rows.items():
        if event in WIRE:
            by_state["unknown"] = "`tbl.full`" if event == "OPEN" else by_state["CLOSED"]
        for state, cell in by_state.items():
            cell = cell.replace("as in OPEN", by_state["OPEN"])
            out += [(event, state, rule) for rule in rules_of(cell, event)]
    return out


def read_notes(paths):
    """{Step: tests that made it}: rows and scenarios, by the program whose notes these are."""
    steps = collections.defaultdict(list)
    for path in paths:
        kind = "row " if os.path.basename(path).startswith("conformance.") else "scenario "
        with open(path) as f:
            for line in f:
                test, _, rest = line.rstrip("\n").partition("\t")
                event, before, after, answer, *words = rest.split(" ")
                step = Step(event, before, after, answer, frozenset(words))
                if kind + test not in steps[step]:
                    steps[step].append(kind + test)
    return steps


def follows(event, rule, step):
    names = ["%s %s" % (event, rule), "%s %s" % (step.event, rule), rule]
    test = next((REACHED[n] for n in names if n in REACHED), None)
    if not test:
        raise SystemExit("coverage: scripts/coverage_cells.py knows no %s" % rule)
    return "foreign" not in step.words and test(step)


def own(test, rule):
    """A row of this very rule says more than one that came by."""
    return (test + ".").startswith("row %s." % rule)


def judge(paths):
    """[{event, state, rule, test, tests, argued}] and what is wrong with it."""
    steps, found, bad = read_notes(paths), [], []
    at = collections.defaultdict(list)
    for step in steps:
        at[step.event, column(step.before)].append(step)
    for event, state, rule in tables():
        tests = []
        for e in INSIDE.get(event, [event]):
            for step in at[e, state]:
                if follows(event, rule, step):
                    tests += steps[step]
        tests = sorted(set(tests), key=lambda t: (not own(t, rule), t))
        why = ARGUED.get((event, state, rule))
        found.append({"event": event, "state": state, "rule": rule,
                      "test": tests[0] if tests else None, "tests": len(tests), "argued": why})
        where = "%s in %s: %s" % (event, state, rule)
        if tests and why:
            bad.append("cell %s: reached by %s, but said not to be" % (where, tests[0]))
        elif not tests and not why:
            bad.append("cell %s: no test reaches it" % where)
    return found, bad

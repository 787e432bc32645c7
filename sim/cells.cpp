// SPDX-License-Identifier: Apache-2.0
//
// See cells.h. A line of the notes: the test, a tab, then words: event, state before, state after,
// the answer, and in any order what else scripts/coverage_cells.py asks for. Each line comes once.
#include "cells.h"

#ifdef TTP_CELLS

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <string>

#include "rules/ttp_rules.h"

namespace {

const char *const EVENTS[] = {
    "OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK", "CLOSE_NACK", "PAYLOAD", "ACK", "NACK",
    "NACK_FULL", "NACK_NOLINK", "", "", "", "", "", "nothing", "timer", "service", "left", "close",
    "victim", "host", "send"
};
const char *const STATES[] = {
    "CLOSED", "OPEN_SENT", "OPEN_RECD", "OPEN", "CLOSE_SENT", "CLOSE_RECD", "re-OPEN", "CLOSE_DUE"
};
const char *const NOTES[] = {
    "illegal", "timeout", "late", "repeat", "gap", "far", "no_room", "rewind", "opened", "lost",
    "closed", "dead", "restarted"
};

// One for the whole program; written when it ends.
struct Notes {
    std::string test = "start";
    std::set<std::string> lines;

    ~Notes()
    {
        const char *path = getenv("TTP_CELLS");
        if (!path) return;
        std::ofstream f(path);
        for (const std::string &line : lines) f << line << "\n";
    }
} notes;

std::string words(const ttp_rules_link &was, const ttp_rules_link &is, const ttp_rules_event &e,
                  const ttp_rules_answers &a)
{
    std::string out;
    const auto word = [&](const char *name, bool is_so) {
        if (is_so) out += std::string(" ") + name;
    };
    const bool set = a.timer == TTP_TIMER_SET;

    // The link before
    word("stranger", !was.peer_life);
    word("was_dead", was.was_dead);
    word("was_victim", was.victim);
    word("flying", was.in_flight);
    word("wanted", was.close_wanted);
    word("full", was.gap_full);
    word("ended_nacks", was.nacked == TTP_NACKED || was.nacked == TTP_NACKED_TWICE);
    word("pausing", was.paused);
    word("any_id", was.any_id);
    // The event
    word("same_life", e.life && e.life == was.peer_life);
    word("no_life", !e.life);
    word("foreign", e.kind > TTP_FRAME_OPEN && e.kind <= TTP_FRAME_NACK_NOLINK
                        && !ttp_rules_ours(&was, &e) && !(a.notes & TTP_NOTE_RESTARTED));
    word("held", e.held);
    word("idle", e.idle);
    word("last_or_before", e.tx_id - was.last + 1 <= 1);
    // What came of it
    word("aside", is.aside == 1 && is.aside_id == e.tx_id);
    word("hold", is.close_held);
    word("pause", is.paused);
    word("wants", is.close_wanted && !was.close_wanted);
    word("set", set);
    word("at_once", set && !a.timer_after);
    word("deliver", a.deliver);
    word("payload", a.payload);
    word("retired", a.retired);
    word("changed", memcmp(&was, &is, sizeof is) != 0);
    for (unsigned i = 0; i < sizeof NOTES / sizeof *NOTES; i++) word(NOTES[i], a.notes >> i & 1);
    return out;
}

} // namespace

void ttp_cells_test(const char *name) { notes.test = name; }

extern "C" void __real_ttp_rules_step(ttp_rules_link *, const ttp_rules_event *,
                                      const ttp_rules_config *, ttp_rules_answers *);

extern "C" void __wrap_ttp_rules_step(ttp_rules_link *link, const ttp_rules_event *event,
                                      const ttp_rules_config *config, ttp_rules_answers *answers)
{
    const ttp_rules_link none{}, was = link ? *link : none;

    __real_ttp_rules_step(link, event, config, answers);
    notes.lines.insert(notes.test + "\t" + EVENTS[event->kind]
                       + " " + (link ? STATES[was.state] : "unknown")
                       + " " + (link ? STATES[link->state] : "unknown")
                       + " " + (answers->frame ? EVENTS[answers->opcode] : "-")
                       + words(was, link ? *link : none, *event, *answers));
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// States, frames and actions in words, for traces. See pair.h.
#include "pair.h"

#include <cstdio>

namespace pair {

namespace {

const char *const OPCODE[] = { "OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK", "CLOSE_NACK",
                               "PAYLOAD", "ACK", "NACK", "NACK_FULL", "NACK_NOLINK" };
const char *const STATE[] = { "CLOSED", "OPEN_SENT", "OPEN_RECD", "OPEN", "CLOSE_SENT",
                              "CLOSE_RECD", "REOPEN", "CLOSE_DUE" };
const char *const ACT[] = { "arrives", "arrives, and the host has no room",
                            "arrives, and the last life is not freed so far",
                            "arrives, and a copy stays on the wire", "is lost", "leaves",
                            "timer", "timer, and the last life is not freed so far",
                            "second timer", "second timer, idle", "host asks", "host gives",
                            "sends", "close request", "victim", "RESTARTS", "entry given away" };

template <class... T> std::string text(const char *format, T... v)
{
    char line[256];
    snprintf(line, sizeof line, format, v...);
    return line;
}

std::string words(const End &x, char name)
{
    const ttp_rules_link &l = x.link;
    if (!x.entry) return text("%c -", name);
    return text("%c %s life %u peer %u una %u sent %u/%u of %u last %u%s%s%s%s", name,
                STATE[l.state & 7], l.own_life, l.peer_life, l.una, l.next, l.in_flight, held(x),
                l.last, l.timer_runs ? " timer" : "", l.service_runs ? " second" : "",
                l.close_wanted ? " to close" : "", l.paused ? " paused" : "");
}

} // namespace

const char *opcode_name(unsigned opcode) { return OPCODE[opcode % 11]; }

std::string words(const Frame &f)
{
    std::string t = text("%c> %-11s TxID %u RxID %u life %u to_life %u", f.to ? 'A' : 'B',
                         opcode_name(f.opcode), f.tx_id, f.rx_id, f.life, f.to_life);
    if (f.payload) t += text(" (payload %u)", f.payload - 1u);
    return t;
}

std::string words(const State &s)
{
    return words(s.end[0], 'A') + " | " + words(s.end[1], 'B') + text(" | %u on the wire", s.n);
}

std::string words(const Action &a, const State &s)
{
    const char *const what = ACT[a.act];
    if (a.act <= LEFT) return words(s.wire[a.arg]) + " " + what;
    return text("%c  %s", a.arg ? 'B' : 'A', what);
}

} // namespace pair

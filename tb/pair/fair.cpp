// SPDX-License-Identifier: Apache-2.0
//
// A fair run: from a state on nothing is lost, doubled or overtaken any more, nobody closes or
// restarts, and every host has room. Both ends must drain. Then either host gives one payload more,
// which must arrive: two ends that are at rest but talk past each other are found by it.
//
// There are two orders. ONE_BY_ONE delivers each frame before the next is sent, and lets one timer
// expire when nothing else can happen, all of them in turn. AT_ONCE_ALL lets both ends send all
// that they may, then delivers that, and lets the timers of both ends expire together, so that
// frames cross. Here the wire is a queue.
//
// A timer that waits until no frame is left may wait for ever. So a run that comes round to where
// it was is made again, honestly: rounds count, and after PATIENCE frames a timer expires as well.
#include "pair.h"

namespace pair {

namespace {

constexpr unsigned ROOM = 8;        // frames on the wire beyond which no payload is sent
constexpr uint8_t PHASES = 2;       // either host gives one payload more
constexpr uint8_t CLOCKS = 4;       // two timers of each end
constexpr uint8_t PATIENCE = 16;    // frames

bool runs(const State &s, unsigned clock)
{
    const End &x = s.end[clock / 2];
    return x.entry && (clock % 2 ? x.link.service_runs : x.link.timer_runs);
}

Action expire(unsigned clock)
{
    return { clock % 2 ? SERVICE : TIMER, static_cast<uint8_t>(clock / 2) };
}

bool drained(const State &s)
{
    for (const End &x : s.end) {
        if (held(x)) return false;
        if (!x.entry) continue;
        if (x.link.timer_runs) return false;
        if (x.link.state != TTP_STATE_CLOSED && x.link.state != TTP_STATE_OPEN) return false;
        if (x.link.state == TTP_STATE_OPEN && x.link.close_wanted) return false;
    }
    return !s.n;
}

bool next_send(const State &s, Action *a)
{
    for (uint8_t i = 0; i < 2; i++) {
        if (!s.end[i].entry || !may_send(s, i)) continue;
        *a = { SEND, i };
        return true;
    }
    return false;
}

bool one_by_one(State *s, Action *a)
{
    const bool late = s->left.patience == 1;
    if (s->n && !late) {
        *a = { DELIVER, 0 };
        if (s->left.patience) s->left.patience--;
        return true;
    }
    if (!late && next_send(*s, a)) return true;
    if (late) s->left.patience = PATIENCE;
    for (uint8_t i = 0; i < CLOCKS; i++) {
        const uint8_t clock = static_cast<uint8_t>((s->left.turn + i) % CLOCKS);
        if (!runs(*s, clock)) continue;
        s->left.turn = static_cast<uint8_t>((clock + 1) % CLOCKS);
        *a = expire(clock);
        return true;
    }
    if (s->n) *a = { DELIVER, 0 };
    return s->n || next_send(*s, a);
}

// turn: 0, or the clock + 1 whose turn it is while all expire.
bool at_once_all(State *s, Action *a)
{
    if (s->left.patience == 1) {
        s->left.patience = PATIENCE;
        s->left.turn = 1;
    }
    while (s->left.turn) {
        const unsigned clock = s->left.turn - 1u;
        s->left.turn = static_cast<uint8_t>(clock + 1 == CLOCKS ? 0 : clock + 2);
        if (!runs(*s, clock)) continue;
        *a = expire(clock);
        return true;
    }
    if (!s->left.batch) {
        if (s->n < ROOM && next_send(*s, a)) return true;
        s->left.batch = static_cast<uint8_t>(s->n);
    }
    if (s->left.batch) {
        s->left.batch--;
        if (s->left.patience) s->left.patience--;
        *a = { DELIVER, 0 };
        return true;
    }
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        if (!runs(*s, clock)) continue;
        s->left.turn = static_cast<uint8_t>(clock + 1 == CLOCKS ? 0 : clock + 2);
        *a = expire(clock);
        return true;
    }
    return false;
}

} // namespace

State fair_start(const State &s, Order order, bool honest)
{
    State f = s;
    memset(&f.left, 0, sizeof f.left);
    f.left.select = s.left.select;
    f.left.sends[0] = f.left.sends[1] = FREE;
    f.left.fair = static_cast<uint8_t>(order + 1);
    f.left.patience = honest ? PATIENCE : 0;
    f.left.lives[0] = f.left.lives[1] = f.left.losses = FREE;
    return f;
}

bool fair_next(State *s, Action *a)
{
    const bool together = s->left.fair == AT_ONCE_ALL + 1;

    for (uint32_t i = 0; i < s->n; i++) {
        if (!(s->wire[i].flags & QUEUED)) continue;
        *a = { LEFT, static_cast<uint8_t>(i) };
        return true;
    }
    if (s->left.phase < PHASES && ((together && s->left.phase) || drained(*s))) {
        *a = { GIVE, s->left.phase++ };
        return true;
    }
    if (drained(*s)) return false;
    return together ? at_once_all(s, a) : one_by_one(s, a);
}

bool fair_done(const State &s) { return s.left.phase == PHASES && drained(s); }

} // namespace pair

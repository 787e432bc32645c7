// SPDX-License-Identifier: Apache-2.0
//
// The record of a link as the RTL packs it, rtl/ttp_link_rec.vh.
#ifndef LINK_REC_H
#define LINK_REC_H

#include "bus_place.h"
#include "ttp_link_fsm.h"

// f(name, place, field) for each field of r, a ttp_link_rec or a const one.
template <class R, class F> void link_rec_each(R &r, F f)
{
    auto &l = r.link;
    f("retired", REC_RETIRED, r.retired);
    f("next", REC_NEXT, l.next);
    f("in_flight", REC_IN_FLIGHT, l.in_flight);
    f("rounds", REC_ROUNDS, l.rounds);
    f("gap_ahead", REC_GAP_AHEAD, l.gap_ahead);
    f("peer_life", REC_PEER_LIFE, l.peer_life);
    f("own_life", REC_OWN_LIFE, l.own_life);
    f("peer_id", REC_PEER_ID, l.peer_id);
    f("deadline", REC_DEADLINE, r.deadline);
    f("last", REC_LAST, l.last);
    f("una", REC_UNA, l.una);
    f("state", REC_STATE, l.state);
    f("timer_runs", REC_TIMER_RUNS, l.timer_runs);
    f("service_runs", REC_SERVICE_RUNS, l.service_runs);
    f("close_wanted", REC_CLOSE_WANTED, l.close_wanted);
    f("was_dead", REC_WAS_DEAD, l.was_dead);
    f("victim", REC_VICTIM, l.victim);
    f("after_open", REC_AFTER_OPEN, l.after_open);
    f("open_accepted", REC_OPEN_ACCEPTED, l.open_accepted);
    f("gap_told", REC_GAP_TOLD, l.gap_told);
    f("gap_full", REC_GAP_FULL, l.gap_full);
    f("any_id", REC_ANY_ID, l.any_id);
    f("paused", REC_PAUSED, l.paused);
    f("close_held", REC_CLOSE_HELD, l.close_held);
    f("close_spent", REC_CLOSE_SPENT, l.close_spent);
    f("close_named", REC_CLOSE_NAMED, l.close_named);
    f("close_acks", REC_CLOSE_ACKS, l.close_acks);
    f("nacked", REC_NACKED, l.nacked);
    f("pace", REC_PACE, l.pace);
    f("told", REC_TOLD, r.agree.told);
    f("agreed", REC_AGREED, r.agree.agreed);
    f("numbered", REC_NUMBERED, r.numbered);
    f("window", REC_WINDOW, r.window);
    f("offered", REC_OFFERED, r.offered);
    f("aside", REC_ASIDE, l.aside);
    f("aside_id", REC_ASIDE_ID, l.aside_id);
    f("open_id", REC_OPEN_ID, l.open_id);
    f("service_at", REC_SERVICE_AT, r.service_at);
    f("active", REC_ACTIVE, r.active);
}

// Into a Verilated port
template <class P> void link_rec_put(P &port, const ttp_link_rec &r)
{
    link_rec_each(r, [&](const char *, bus_place p, auto &field) { bus_put(port, p, field); });
}

// f(name, what the port has, field) for each field
template <class P, class F> void link_rec_compare(const P &port, const ttp_link_rec &r, F f)
{
    link_rec_each(r, [&](const char *name, bus_place p, auto &field) {
        f(name, bus_get(port, p), field);
    });
}

#endif

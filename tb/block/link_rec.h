// SPDX-License-Identifier: Apache-2.0
//
// The record of a link as the RTL packs it, rtl/ttp_link_rec.vh: from bit 0 up.
#ifndef LINK_REC_H
#define LINK_REC_H

#include "tb_util.h"
#include "ttp_link_fsm.h"

// f(name, width, field) for each field of r, a ttp_link_rec or a const one.
template <class R, class F> void link_rec_each(R &r, F f)
{
    auto &l = r.link;
    f("retired", CW, r.retired);
    f("next", CW, l.next);
    f("in_flight", CW, l.in_flight);
    f("rounds", 8, l.rounds);
    f("gap_ahead", 16, l.gap_ahead);
    f("peer_life", 16, l.peer_life);
    f("own_life", 16, l.own_life);
    f("peer_id", 32, l.peer_id);
    f("deadline", 32, r.deadline);
    f("last", 32, l.last);
    f("una", 32, l.una);
    f("state", 3, l.state);
    f("timer_runs", 1, l.timer_runs);
    f("service_runs", 1, l.service_runs);
    f("close_wanted", 1, l.close_wanted);
    f("was_dead", 1, l.was_dead);
    f("victim", 1, l.victim);
    f("after_open", 1, l.after_open);
    f("open_accepted", 1, l.open_accepted);
    f("gap_told", 1, l.gap_told);
    f("gap_full", 1, l.gap_full);
    f("any_id", 1, l.any_id);
    f("paused", 1, l.paused);
    f("close_held", 1, l.close_held);
    f("close_spent", 1, l.close_spent);
    f("close_named", 1, l.close_named);
    f("close_acks", 2, l.close_acks);
    f("nacked", 2, l.nacked);
    f("pace", 3, l.pace);
    f("aside", 2, l.aside);
    f("aside_id", 32, l.aside_id);
    f("open_id", 21, l.open_id);
    f("service_at", 32, r.service_at);
    f("active", 24, r.active);
}

// Into a Verilated port
template <class P> void link_rec_put(P &port, const ttp_link_rec &r)
{
    unsigned at = 0;
    link_rec_each(r, [&](const char *, unsigned width, auto &field) {
        tb_put(port, at, width, field);
        at += width;
    });
}

// f(name, what the port has, field) for each field
template <class P, class F> void link_rec_compare(const P &port, const ttp_link_rec &r, F f)
{
    unsigned at = 0;
    link_rec_each(r, [&](const char *name, unsigned width, auto &field) {
        f(name, tb_get(port, at, width), field);
        at += width;
    });
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// card_app cycle by cycle, read a second time from docs/card.md and the header of the block: where
// a payload from the MAC goes and when, how long an echo waits for room, whose turn is next.
#ifndef CARD_APP_REF_H
#define CARD_APP_REF_H

#include "card_util.h"

struct app_ref {
    enum turn_of { NOBODY, HOST, ECHO, GEN };
    enum goes_to { UNDECIDED, TO_HOST, TO_MAC, TO_SINK, LOST, ENDED };
    turn_of turn = NOBODY, before = GEN;    // whose payload goes to the MAC, whose went before it
    goes_to route = UNDECIDED;
    unsigned waited = 0;                    // cycles that the echo has not begun
    bool out = false, fresh = false;        // a beat stands at the output; none of this turn yet
    bool begun = false, echoed = false, lost = false;       // pulses

    template <class D> static bool free(const app_ref &a, const D &d)
    {
        return !a.out || d.m_axis_mac_tready;
    }
    template <class D> void compare(tb_check &chk, const D &d) const
    {
        const bool room_out = free(*this, d);
        const bool takes = route == TO_HOST  ? d.m_axis_host_tready
                           : route == TO_MAC ? room_out && turn == ECHO
                                             : route == TO_SINK || route == LOST;
        CHECK_EQ(chk, d.s_axis_mac_tready, takes);
        CHECK_EQ(chk, d.s_axis_host_tready, room_out && turn == HOST);
        CHECK_EQ(chk, d.s_axis_gen_tready, room_out && turn == GEN);
        CHECK_EQ(chk, d.m_axis_host_tvalid, route == TO_HOST && d.s_axis_mac_tvalid);
        CHECK_EQ(chk, d.m_axis_sink_tvalid, route == TO_SINK && d.s_axis_mac_tvalid);
        CHECK_EQ(chk, d.m_axis_mac_tvalid, out);
        CHECK_EQ(chk, d.begun, begun);
        CHECK_EQ(chk, d.echoed, echoed);
        CHECK_EQ(chk, d.echo_lost, lost);
    }
    // Who is next, of those that want: the one after the last in host, echo, generator.
    turn_of next(bool host, bool echo, bool gen) const
    {
        const bool wants[3] = { host, echo, gen };
        for (unsigned i = 0; i < 3; i++)
            if (wants[(before + i) % 3]) return static_cast<turn_of>(1 + (before + i) % 3);
        return NOBODY;
    }
    template <class D> void step(const D &d)
    {
        const app_ref a = *this;
        const bool room_out = free(a, d);
        const bool echo = a.route == TO_MAC;
        const bool moves = d.s_axis_mac_tvalid && d.s_axis_mac_tready;
        const bool host_moves = d.s_axis_host_tvalid && d.s_axis_host_tready;
        const bool gen_moves = d.s_axis_gen_tvalid && d.s_axis_gen_tready;
        const bool beat = host_moves || gen_moves || (echo && moves);
        const bool last = host_moves  ? d.s_axis_host_tlast
                          : gen_moves ? d.s_axis_gen_tlast
                                      : d.s_axis_mac_tlast;
        out = beat || !room_out;
        begun = beat && a.fresh;
        fresh = a.turn == NOBODY || (a.fresh && !beat);
        if (a.turn == NOBODY) {
            turn = a.next(d.s_axis_host_tvalid, echo && d.s_axis_mac_tvalid && d.room,
                          d.s_axis_gen_tvalid && d.room);
            if (turn != NOBODY) before = turn;
        } else if (beat && last) turn = NOBODY;

        echoed = echo && moves && d.s_axis_mac_tlast;
        lost = false;
        if (a.route == UNDECIDED) {
            const unsigned vc = d.s_axis_mac_tid >> 24;
            const bool asks = !(d.s_axis_mac_tdata & 0x80);
            waited = 0;
            if (d.s_axis_mac_tvalid)
                route = asks && (d.cfg_echo >> vc & 1) ? TO_MAC
                        : d.cfg_sink >> vc & 1         ? TO_SINK
                                                       : TO_HOST;
        } else if (a.route == ENDED) route = UNDECIDED;
        else if (moves && d.s_axis_mac_tlast) route = ENDED;
        else if (echo && a.turn != ECHO) {
            if (waited < ECHO_MAX) waited++;
            lost = waited == ECHO_MAX && !d.room;
            if (lost) route = LOST;
        }
    }
};

#endif

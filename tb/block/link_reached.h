// SPDX-License-Identifier: Apache-2.0
//
// What tb/block/ttp_link_fsm.cpp has to reach, by name.
#pragma once
#include "link_event.h"

// n(name, whether it happened) for each thing that an event may do.
template <class N> void reached(N n, const Event &e, const ttp_link_rec &before,
                                const ttp_link_rec &after, const ttp_link_fsm_out &o)
{
    const ttp_rules_link &l = before.link, &m = after.link;
    const uint8_t ev = e.in.ev;
    const bool entry = e.in.entry != TTP_ENTRY_NONE, timer = ev == TTP_EV_TIMER;
    const auto says = [&](uint8_t op) { return o.respond_valid && o.respond_op == op; };
    const bool open = l.state == TTP_ST_OPEN, closing = l.state == TTP_ST_CLOSE_SENT;
    const bool host = ev == TTP_EV_SEND || ev == TTP_EV_DOORBELL;
    const bool restart = ev == TTP_OP_PAYLOAD && o.cp_kind == TTP_CPL_RESTARTED;
    const bool pause = ev == TTP_OP_NACK && l.paused && entry && o.moved && m.paused;

    n("closed", o.cp_kind == TTP_CPL_CLOSED);
    n("dead", o.cp_kind == TTP_CPL_DEAD);
    n("restart of a stranger with a life", restart && !l.peer_life && m.peer_life);
    n("restart of a stranger", restart && !l.peer_life && !m.peer_life);
    n("restart of a peer that has no life any more", restart && l.peer_life && !m.peer_life);
    n("restart after our CLOSE was named", o.cp_kind == TTP_CPL_RESTARTED && l.close_named);
    n("OPEN set aside", ev == TTP_OP_OPEN && entry && !l.aside && m.aside);
    n("... forgotten", ev == TTP_OP_PAYLOAD && entry && l.aside && !m.aside
        && o.cp_kind != TTP_CPL_RESTARTED);
    n("first payload with any ID", ev == TTP_OP_PAYLOAD && l.any_id && o.take
        && e.in.txid != l.last + 1);
    n("own OPEN before the first payload", host && open && m.state == TTP_ST_REOPEN_SENT);
    n("ACK repeated", timer && says(TTP_OP_ACK));
    n("OPEN_ACK repeated to a stranger", timer && open && says(TTP_OP_OPEN_ACK));
    n("NACK instead of a repeated ACK", timer && l.any_id && says(TTP_OP_NACK));
    n("idle close", timer && !l.close_wanted && m.close_wanted);
    n("gap timer", timer && entry && l.gap_told && !m.gap_told);
    n("NACK in the back-off retires some", pause && m.in_flight);
    n("... retires all", pause && !m.in_flight);
    n("CLOSE while the numbers are unknown", l.any_id && says(TTP_OP_CLOSE) && !closing);
    n("... once more", l.any_id && says(TTP_OP_CLOSE) && closing);
    n("CLOSE_NACK while they are unknown", ev == TTP_OP_CLOSE_NACK && l.any_id && closing
        && e.in.txid - l.last - 1 < 65535);
    n("CLOSE due again, and closed before", l.state == TTP_ST_CLOSE_DUE && l.close_spent
        && ev == TTP_OP_CLOSE_ACK && o.cp_kind == TTP_CPL_CLOSED && l.victim);
    n("CLOSE_ACK again", timer && l.state == TTP_ST_CLOSED && says(TTP_OP_CLOSE_ACK));
    n("OPEN_ACK again", timer && l.state == TTP_ST_OPEN_RECD && o.respond_notify);
    n("a victim", e.makes_room && m.state == TTP_ST_CLOSE_DUE);
    n("end of a victim", l.victim && !m.victim);
    n("take", o.take);
    n("rewind", o.act >> TTP_ACT_REWIND & 1);
    n("new life", o.new_life);
    n("re-OPEN", ev == TTP_OP_NACK_NOLINK && m.state == TTP_ST_REOPEN_SENT && l.state != m.state);
    n("CLOSE after the last retirement", open && says(TTP_OP_CLOSE));
    n("dead but not settled", timer && !e.in.settled && open && l.timer_runs
        && l.in_flight && !l.paused && l.rounds + 1u >= e.cfg.retry_max);
    n("DROP_SPACE", !!(o.cnt & TTP_LINK_CNT(DROP_SPACE)));
    n("DROP_FAR", !!(o.cnt & TTP_LINK_CNT(DROP_FAR)));
    n("TIMEOUT", !!(o.cnt & TTP_LINK_CNT(TIMEOUT)));
    n("REPEAT", !!(o.cnt & TTP_LINK_CNT(REPEAT)));
    n("GAP", !!(o.cnt & TTP_LINK_CNT(GAP)));
    n("LATE_ACK", !!(o.cnt & TTP_LINK_CNT(LATE_ACK)));
    n("ILLEGAL", !!(o.cnt & TTP_LINK_CNT(ILLEGAL)));
    n("OPENED", !!(o.cnt & TTP_LINK_CNT(OPENED)));
}

// Likewise, whose life a frame names: typed from life.ours.
template <class N> void reached_lives(N n, const Event &e, const ttp_link_rec &before,
                                      const ttp_link_rec &after, const ttp_link_fsm_out &o)
{
    static const char *const STATES[8][6] = {
#define A_STATE(s) { s ": a frame of ours", s ": another life of ours", s ": one of the peer", \
                     s ": no life", s ": a foreign CLOSE", s ": a foreign payload" }
        A_STATE("CLOSED"), A_STATE("OPEN_SENT"), A_STATE("OPEN_RECD"), A_STATE("OPEN"),
        A_STATE("CLOSE_SENT"), A_STATE("CLOSE_RECD"), A_STATE("re-OPEN"), A_STATE("CLOSE_DUE")
#undef A_STATE
    };
    const ttp_rules_link &l = before.link, &m = after.link;
    const ttp_link_fsm_in &in = e.in;
    const uint8_t ev = in.ev;
    const bool frame = ev <= TTP_OP_NACK_NOLINK && ev != TTP_OP_OPEN && in.entry;
    const bool marked = frame && in.frame_to_life, ours = in.frame_to_life == l.own_life;
    const bool peers = l.peer_life && in.frame_life == l.peer_life;
    const bool over = ev == TTP_OP_NACK_NOLINK && o.cp_kind == TTP_CPL_RESTARTED;
    const bool opened = in.entry && ev == TTP_OP_OPEN && l.state == m.state;

    for (unsigned s = 0; s < 8; s++) {
        const bool here = l.state == s;
        n(STATES[s][0], here && marked && ours && peers);
        n(STATES[s][1], here && marked && !ours && peers);
        n(STATES[s][2], here && marked && ours && l.peer_life && !peers);
        n(STATES[s][3], here && frame && !marked && l.peer_life);
        n(STATES[s][4], here && marked && !ours && ev == TTP_OP_CLOSE);
        n(STATES[s][5], here && marked && !ours && ev == TTP_OP_PAYLOAD);
    }
    n("a life that is over in OPEN_RECD", over && l.state == TTP_ST_OPEN_RECD);
    n("... in OPEN", over && l.state == TTP_ST_OPEN && !e.held);
    n("... with payloads", over && l.state == TTP_ST_OPEN && l.in_flight);
    n("... in CLOSE_RECD", over && l.state == TTP_ST_CLOSE_RECD);
    n("... in CLOSE_SENT", ev == TTP_OP_NACK_NOLINK && o.cp_kind == TTP_CPL_CLOSED);
    n("... of a stranger that names ours", marked && ours && !l.peer_life && in.frame_life
        && ev == TTP_OP_NACK_NOLINK && m.state == l.state);
    n("a foreign OPEN_ACK", marked && !ours && ev == TTP_OP_OPEN_ACK && o.respond_valid);
    n("OPEN_NACK in re-OPEN", marked && ours && l.state == TTP_ST_REOPEN_SENT
        && ev == TTP_OP_OPEN_NACK && m.state == TTP_ST_CLOSED);
    n("OPEN_ACK in re-OPEN of a stranger with a life", l.state == TTP_ST_REOPEN_SENT
        && ev == TTP_OP_OPEN_ACK && m.state == TTP_ST_OPEN && m.peer_life && !l.peer_life);
    n("OPEN of another life of the peer", opened && m.state == TTP_ST_OPEN && l.peer_life
        && in.frame_life && !peers && o.respond_to_life == l.peer_life);
    n("OPEN of a stranger to a peer with a life", opened && l.peer_life && !in.frame_life
        && m.aside);
    n("a payload of ours in OPEN_SENT", marked && ours && l.state == TTP_ST_OPEN_SENT
        && ev == TTP_OP_PAYLOAD && o.respond_valid && o.respond_op == TTP_OP_OPEN);
    n("a payload of ours in OPEN_RECD", marked && ours && l.state == TTP_ST_OPEN_RECD && o.take);
    n("a CLOSE of ours in OPEN_RECD", marked && ours && l.state == TTP_ST_OPEN_RECD
        && ev == TTP_OP_CLOSE && o.cp_kind == TTP_CPL_CLOSED);
    n("... with payloads of the host", marked && ours && l.state == TTP_ST_OPEN_RECD
        && ev == TTP_OP_CLOSE && m.state == TTP_ST_CLOSE_RECD);
    n("a marked payload ends what was set aside", marked && ours && peers && l.aside && !m.aside
        && ev == TTP_OP_PAYLOAD);
    n("a stranger's foreign payload ends it", frame && !marked && l.peer_life && l.aside
        && !m.aside && ev == TTP_OP_PAYLOAD && !o.take);
    n("... or is the first of two", frame && !marked && l.peer_life && l.aside == 1
        && m.aside == 2 && ev == TTP_OP_PAYLOAD);
}

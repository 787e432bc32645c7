// SPDX-License-Identifier: Apache-2.0
//
// What tb/block/ttp_link_fsm.cpp has to reach, by name.
#pragma once
#include "link_event.h"
#include "lockstep.h"

// Each thing that an event may do.
inline void reached(const Event &e, const ttp_link_rec &before,
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

    AIM("closed", o.cp_kind == TTP_CPL_CLOSED);
    AIM("dead", o.cp_kind == TTP_CPL_DEAD);
    AIM("restart of a stranger with a life", restart && !l.peer_life && m.peer_life);
    AIM("restart of a stranger", restart && !l.peer_life && !m.peer_life);
    AIM("restart of a peer that has no life any more", restart && l.peer_life && !m.peer_life);
    AIM("restart after our CLOSE was named", o.cp_kind == TTP_CPL_RESTARTED && l.close_named);
    AIM("OPEN set aside", ev == TTP_OP_OPEN && entry && !l.aside && m.aside);
    AIM("... forgotten", ev == TTP_OP_PAYLOAD && entry && l.aside && !m.aside
        && o.cp_kind != TTP_CPL_RESTARTED);
    AIM("first payload with any ID", ev == TTP_OP_PAYLOAD && l.any_id && o.take
        && e.in.txid != l.last + 1);
    AIM("own OPEN before the first payload", host && open && m.state == TTP_ST_REOPEN_SENT);
    AIM("ACK repeated", timer && says(TTP_OP_ACK));
    AIM("OPEN_ACK repeated to a stranger", timer && open && says(TTP_OP_OPEN_ACK));
    AIM("NACK instead of a repeated ACK", timer && l.any_id && says(TTP_OP_NACK));
    AIM("idle close", timer && !l.close_wanted && m.close_wanted);
    AIM("gap timer", timer && entry && l.gap_told && !m.gap_told);
    AIM("NACK in the back-off retires some", pause && m.in_flight);
    AIM("... retires all", pause && !m.in_flight);
    AIM("CLOSE while the numbers are unknown", l.any_id && says(TTP_OP_CLOSE) && !closing);
    AIM("... once more", l.any_id && says(TTP_OP_CLOSE) && closing);
    AIM("CLOSE_NACK while they are unknown", ev == TTP_OP_CLOSE_NACK && l.any_id && closing
        && e.in.txid - l.last - 1 < 65535);
    AIM("CLOSE due again, and closed before", l.state == TTP_ST_CLOSE_DUE && l.close_spent
        && ev == TTP_OP_CLOSE_ACK && o.cp_kind == TTP_CPL_CLOSED && l.victim);
    AIM("CLOSE_ACK again", timer && l.state == TTP_ST_CLOSED && says(TTP_OP_CLOSE_ACK));
    AIM("OPEN_ACK again", timer && l.state == TTP_ST_OPEN_RECD && o.respond_notify);
    AIM("a victim", e.makes_room && m.state == TTP_ST_CLOSE_DUE);
    AIM("end of a victim", l.victim && !m.victim);
    AIM("take", o.take);
    AIM("rewind", o.act >> TTP_ACT_REWIND & 1);
    AIM("new life", o.new_life);
    AIM("re-OPEN", ev == TTP_OP_NACK_NOLINK && m.state == TTP_ST_REOPEN_SENT && l.state != m.state);
    AIM("CLOSE after the last retirement", open && says(TTP_OP_CLOSE));
    AIM("dead but not settled", timer && !e.in.settled && open && l.timer_runs
        && l.in_flight && !l.paused && l.rounds + 1u >= e.cfg.retry_max);
    AIM("DROP_SPACE", !!(o.cnt & TTP_LINK_CNT(DROP_SPACE)));
    AIM("DROP_FAR", !!(o.cnt & TTP_LINK_CNT(DROP_FAR)));
    AIM("TIMEOUT", !!(o.cnt & TTP_LINK_CNT(TIMEOUT)));
    AIM("REPEAT", !!(o.cnt & TTP_LINK_CNT(REPEAT)));
    AIM("GAP", !!(o.cnt & TTP_LINK_CNT(GAP)));
    AIM("LATE_ACK", !!(o.cnt & TTP_LINK_CNT(LATE_ACK)));
    AIM("ILLEGAL", !!(o.cnt & TTP_LINK_CNT(ILLEGAL)));
    AIM("OPENED", !!(o.cnt & TTP_LINK_CNT(OPENED)));
}

// Agreement on selective repeat
inline void reached_agreement(const Event &e, const ttp_link_rec &before, const ttp_link_rec &after,
                              const ttp_link_fsm_out &o)
{
    const uint8_t ev = e.in.ev;
    const bool sent = before.link.state == TTP_ST_OPEN_SENT, payload = ev == TTP_OP_PAYLOAD;
    const bool began = !before.agree.agreed && after.agree.agreed && e.in.entry;
    const bool ended = before.agree.agreed && !after.agree.agreed && e.in.entry;
    const bool echo = payload && o.respond_valid && o.respond_op == TTP_OP_ACK;
    const bool many = before.link.in_flight > WINDOW;
    const bool heard = payload && before.agree.told && !before.agree.agreed && e.in.rxid
        && e.in.frame_to_life == before.link.own_life && before.link.peer_life
        && e.in.frame_life == before.link.peer_life && e.in.entry;

    AIM("an offer in OPEN", o.respond_offer && o.respond_op == TTP_OP_OPEN);
    AIM("... in OPEN_ACK to an OPEN", o.respond_offer && ev == TTP_OP_OPEN);
    AIM("... again by the timer", o.respond_offer && ev == TTP_EV_TIMER);
    AIM("agreed by an OPEN", began && ev == TTP_OP_OPEN);
    AIM("... by an OPEN_ACK", began && ev == TTP_OP_OPEN_ACK);
    AIM("... by a number", began && payload && !sent);
    AIM("... in OPEN_SENT", began && payload && sent);
    AIM_IF(CW > 9, "... but with too many in flight", heard && many && after.link.state);
    AIM("not with the switch off", !e.later.selective && e.in.offer && ev == TTP_OP_OPEN
        && e.in.frame_life && after.link.state && !before.agree.agreed);
    AIM("a payload without number in OPEN_SENT", sent && payload && before.agree.told
        && before.link.after_open && !e.in.rxid && o.respond_op == TTP_OP_OPEN);
    AIM("ended by the end of the link", ended && after.link.state == TTP_ST_CLOSED);
    AIM("... by another life of the peer", ended && after.link.state != TTP_ST_CLOSED);
    AIM("held", o.stow);
    AIM("... as both agree", o.stow && !before.agree.agreed);
    AIM("... in OPEN_SENT", o.stow && sent);
    AIM("... at the edge of the window", o.stow && e.in.txid - before.link.last == WINDOW + 1);
    AIM("not held: beyond the window", payload && e.in.may_stow && before.agree.agreed && !o.stow
        && e.in.txid - before.link.last == 258 && (o.cnt & TTP_LINK_CNT(GAP)));
    AIM("... no context or no room", o.not_held);
    AIM("... the missing one found no room", payload && e.in.may_stow && before.agree.agreed
        && before.link.gap_full && !o.stow && (o.cnt & TTP_LINK_CNT(GAP)));
    AIM("what was agreed ends", o.ends);
    AIM("an ACK names the send", echo && o.respond_txid);
    AIM("... and of what has none, none", echo && before.agree.agreed && !o.respond_txid);
}

// Marks of what is in flight
inline void reached_marks(const Event &e, const ttp_link_rec &before, const ttp_link_rec &after,
                          const ttp_link_fsm_out &o, bool resends)
{
    const ttp_rules_link &l = before.link, &m = after.link;
    const uint8_t ev = e.in.ev;
    const bool entry = e.in.entry == TTP_ENTRY_HIT, map = ev == TTP_OP_NACK && e.in.mapped;
    const bool marked = entry && e.in.has_marks && before.agree.agreed;
    const bool counts = (o.cnt & TTP_LINK_CNT(LATE_ACK)) || (o.cnt & TTP_LINK_CNT(ILLEGAL));

    AIM("a map that counts", o.marks);
    AIM("... and retires", o.marks && o.moved);
    AIM("... in a pause", o.marks && o.moved && l.paused && m.paused);
    AIM("a late map", map && marked && o.heard && !o.marks && counts && l.state == TTP_ST_OPEN);
    AIM("a map without marks", map && entry && before.agree.agreed && !e.in.has_marks
        && (o.act >> TTP_ACT_REWIND & 1));
    AIM("an ACK names a send", ev == TTP_OP_ACK && o.heard);
    AIM("lost by a NACK without map", o.again && ev == TTP_OP_NACK);
    AIM("... by NACK_FULL", o.again && ev == TTP_OP_NACK_FULL);
    AIM("... by the timer", o.again && ev == TTP_EV_TIMER);
    AIM("the life ends, and the send point goes back", marked && ev == TTP_OP_NACK_NOLINK
        && l.next && !m.next);
    AIM("a pause is over", marked && ev == TTP_EV_TIMER && l.paused && !m.paused && m.timer_runs
        && m.state == TTP_ST_OPEN && m.in_flight);
    AIM("a lost payload goes", resends);
    AIM("... the oldest", resends && e.in.rxid == l.una);
    AIM("... in CLOSE_RECD", resends && l.state == TTP_ST_CLOSE_RECD);
    AIM("... does not", e.lost_one && !resends && l.state == TTP_ST_OPEN && !l.paused);
    AIM("... of another context", ev == TTP_EV_RESEND && marked && !e.lost_one && !e.in.news
        && !e.in.limit);
    AIM("a limit", e.in.limit && e.in.limit < before.offered);
    AIM("... above what the peer offers", e.in.limit > before.offered);
    AIM("news", e.in.news && l.rounds && !m.rounds);
    AIM("... in a pause", e.in.news && l.paused && l.in_flight
        && after.deadline == before.deadline);
}

// Whose life a frame names, by state; typed from life.ours. In the order of WHOSE.
struct Lives { uint64_t n[8][6]; };
static const char *const WHOSE[6] = { "a frame of ours", "another life of ours", "one of the peer",
                                      "no life", "a foreign CLOSE", "a foreign payload" };

inline void reached_lives(Lives &lives, const Event &e, const ttp_link_rec &before,
                          const ttp_link_rec &after, const ttp_link_fsm_out &o)
{
    const ttp_rules_link &l = before.link, &m = after.link;
    const ttp_link_fsm_in &in = e.in;
    const uint8_t ev = in.ev;
    const bool frame = ev <= TTP_OP_NACK_NOLINK && ev != TTP_OP_OPEN && in.entry;
    const bool marked = frame && in.frame_to_life, ours = in.frame_to_life == l.own_life;
    const bool peers = l.peer_life && in.frame_life == l.peer_life;
    const bool over = ev == TTP_OP_NACK_NOLINK && o.cp_kind == TTP_CPL_RESTARTED;
    const bool opened = in.entry && ev == TTP_OP_OPEN && l.state == m.state;

    uint64_t *n = lives.n[l.state];

    n[0] += marked && ours && peers;
    n[1] += marked && !ours && peers;
    n[2] += marked && ours && l.peer_life && !peers;
    n[3] += frame && !marked && l.peer_life;
    n[4] += marked && !ours && ev == TTP_OP_CLOSE;
    n[5] += marked && !ours && ev == TTP_OP_PAYLOAD;
    AIM("a life that is over in OPEN_RECD", over && l.state == TTP_ST_OPEN_RECD);
    AIM("... in OPEN", over && l.state == TTP_ST_OPEN && !e.held);
    AIM("... with payloads", over && l.state == TTP_ST_OPEN && l.in_flight);
    AIM("... in CLOSE_RECD", over && l.state == TTP_ST_CLOSE_RECD);
    AIM("... in CLOSE_SENT", ev == TTP_OP_NACK_NOLINK && o.cp_kind == TTP_CPL_CLOSED);
    AIM("... of a stranger that names ours", marked && ours && !l.peer_life && in.frame_life
        && ev == TTP_OP_NACK_NOLINK && m.state == l.state);
    AIM("a foreign OPEN_ACK", marked && !ours && ev == TTP_OP_OPEN_ACK && o.respond_valid);
    AIM("OPEN_NACK in re-OPEN", marked && ours && l.state == TTP_ST_REOPEN_SENT
        && ev == TTP_OP_OPEN_NACK && m.state == TTP_ST_CLOSED);
    AIM("OPEN_ACK in re-OPEN of a stranger with a life", l.state == TTP_ST_REOPEN_SENT
        && ev == TTP_OP_OPEN_ACK && m.state == TTP_ST_OPEN && m.peer_life && !l.peer_life);
    AIM("OPEN of another life of the peer", opened && m.state == TTP_ST_OPEN && l.peer_life
        && in.frame_life && !peers && o.respond_to_life == l.peer_life);
    AIM("OPEN of a stranger to a peer with a life", opened && l.peer_life && !in.frame_life
        && m.aside);
    AIM("a payload of ours in OPEN_SENT", marked && ours && l.state == TTP_ST_OPEN_SENT
        && ev == TTP_OP_PAYLOAD && o.respond_valid && o.respond_op == TTP_OP_OPEN);
    AIM("a payload of ours in OPEN_RECD", marked && ours && l.state == TTP_ST_OPEN_RECD && o.take);
    AIM("a CLOSE of ours in OPEN_RECD", marked && ours && l.state == TTP_ST_OPEN_RECD
        && ev == TTP_OP_CLOSE && o.cp_kind == TTP_CPL_CLOSED);
    AIM("... with payloads of the host", marked && ours && l.state == TTP_ST_OPEN_RECD
        && ev == TTP_OP_CLOSE && m.state == TTP_ST_CLOSE_RECD);
    AIM("a marked payload ends what was set aside", marked && ours && peers && l.aside && !m.aside
        && ev == TTP_OP_PAYLOAD);
    AIM("a stranger's foreign payload ends it", frame && !marked && l.peer_life && l.aside
        && !m.aside && ev == TTP_OP_PAYLOAD && !o.take);
    AIM("... or is the first of two", frame && !marked && l.peer_life && l.aside == 1
        && m.aside == 2 && ev == TTP_OP_PAYLOAD);
}

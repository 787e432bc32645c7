// SPDX-License-Identifier: Apache-2.0
//
// Random records of a link and random events for them, as tb/block/ttp_link_fsm.cpp wants them:
// most numbers lie close to each other, and fields that a state does not use are 0 in it.
#pragma once
#include "link_rec.h"
#include "tb_util.h"
#include "ttp_csr.h"

static const uint32_t CMASK = (1u << CW) - 1;
static const uint8_t EVENTS[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, TTP_EV_TIMER, TTP_EV_CLOSE, TTP_EV_PEEK, TTP_EV_LEFT,
    TTP_EV_LOOKUP, TTP_EV_DOORBELL, TTP_EV_SEND, TTP_EV_RESEND
};
static const uint16_t LIVES[4] = { 0, 1, 0x5aa6, 0xa559 };     // few, but with every bit

// One of them that is not 0; now and then a bit alone
static inline uint16_t some_life(tb_rng &rng)
{
    return static_cast<uint16_t>(rng.one_in(4) ? 1u << rng.below(16) : LIVES[rng.in(1, 3)]);
}

struct Event {
    ttp_link_cfg cfg, later;    // the settings that judge it; the times in the cycle when it moves
    ttp_link_fsm_in in;
    bool makes_room;            // it has no entry, and the record is the victim's
    bool lost_one;              // RESEND of a payload, in the context of now
    uint8_t gen;                // that context
    uint32_t held;
    uint64_t time;              // 36 bit
};

// The lives that a frame names, as ttp_rx_parse gives them: an OPEN names its own one at most, any
// other frame two or none. They are those of the link; or one is wrong, in one bit or in all; or
// there is none.
static inline void some_lives(tb_rng &rng, const ttp_rules_link &l, ttp_link_fsm_in &in)
{
    const auto wrong = [&](uint16_t x) {
        return static_cast<uint16_t>(rng.below(2) ? x ^ 1u << rng.below(16) : LIVES[rng.below(4)]);
    };

    in.frame_life = rng.one_in(4) ? wrong(l.peer_life) : l.peer_life;
    if (l.peer_life == 0 && rng.below(2)) in.frame_life = some_life(rng);
    if (in.ev == TTP_OP_OPEN) return;
    in.frame_to_life = rng.one_in(4) ? wrong(l.own_life) : l.own_life;
    // No payload names our life and none of its own. An OPEN_NACK does.
    if (!in.frame_life && in.ev == TTP_OP_PAYLOAD) in.frame_life = some_life(rng);
    if (in.ev <= TTP_OP_NACK_NOLINK && (!in.frame_to_life || rng.one_in(l.peer_life ? 6 : 2)))
        in.frame_life = in.frame_to_life = 0;
}

// Mostly close, sometimes at a bound, rarely anywhere.
static inline uint32_t near(tb_rng &rng, uint32_t base)
{
    switch (rng.below(8)) {
    case 0: return static_cast<uint32_t>(rng.next());
    case 1: return base + 65533 + rng.below(6);
    case 2: return base + 0x7ffffffe + rng.below(4);
    case 3: return base + (1u << rng.below(32)) + rng.below(4);     // one bit makes it far
    default: return base - 4 + rng.below(9);
    }
}

static inline uint32_t some_id(tb_rng &rng)
{
    return rng.one_in(4) ? rng.below(6) - 3 : static_cast<uint32_t>(rng.next());
}

static inline uint32_t some_time(tb_rng &rng)
{
    const uint32_t most = 1u << rng.in(1, 30);
    return rng.one_in(8) ? most : rng.in(1, most);
}

static inline ttp_link_cfg some_cfg(tb_rng &rng)
{
    ttp_link_cfg c = {};
    c.timeout = some_time(rng);
    c.open_tmo = some_time(rng);
    c.close_tmo = some_time(rng);
    c.backoff = some_time(rng);
    c.open_fits = ttp_csr_open_fits(c.open_tmo, c.timeout);
    c.retry_max = rng.one_in(4) ? rng.in(1, 255) : rng.in(1, 4);
    c.reack = rng.one_in(3) ? 0 : some_time(rng);
    c.idle_tmo = rng.one_in(3) ? 0 : some_time(rng);
    c.selective = !rng.one_in(4);
    c.offer_all = rng.below(2);
    return c;
}

static inline ttp_link_rec some_record(tb_rng &rng, uint32_t held, uint32_t open_id)
{
    ttp_link_rec r = {};
    ttp_rules_link &l = r.link;
    l.state = static_cast<uint8_t>(rng.below(8));
    const bool closing = l.state == TTP_ST_CLOSE_SENT || l.state == TTP_ST_CLOSE_DUE;
    const bool closed = l.state == TTP_ST_CLOSED, open_sent = l.state == TTP_ST_OPEN_SENT;
    const bool pausing = l.state == TTP_ST_OPEN || l.state == TTP_ST_CLOSE_RECD;
    const bool sends = pausing || l.state == TTP_ST_REOPEN_SENT;
    l.una = some_id(rng);
    l.last = some_id(rng);
    r.retired = static_cast<uint16_t>(rng.next() & CMASK);
    l.in_flight = !sends || rng.one_in(3) ? 0 : rng.in(0, held);
    if (l.in_flight > WINDOW && rng.one_in(4)) l.in_flight = WINDOW;   // sel.agree: not too many
    l.next = rng.in(0, l.in_flight);
    l.rounds = static_cast<uint8_t>(rng.one_in(8) ? 255 - rng.below(3)
                                    : rng.one_in(4) ? rng.below(256) : rng.below(6));
    l.close_wanted = rng.below(2);
    l.was_dead = rng.below(2);
    l.after_open = rng.below(2);
    l.open_accepted = rng.below(2);
    l.victim = rng.one_in(4);
    l.gap_told = rng.below(2);
    l.gap_full = rng.one_in(4);
    l.any_id = rng.one_in(4);
    l.timer_runs = !rng.one_in(4);
    l.service_runs = rng.below(2);
    // Fields that a state does not use are 0 in it.
    l.nacked = closed ? 0 : static_cast<uint8_t>(rng.below(4));
    l.close_acks = closed ? static_cast<uint8_t>(rng.below(3)) : 0;
    l.paused = pausing && rng.one_in(3);
    l.close_held = closing && rng.below(2);
    l.aside = closed || open_sent || rng.below(2) ? 0 : static_cast<uint8_t>(rng.in(1, 2));
    l.own_life = rng.below(2) ? some_life(rng) : static_cast<uint16_t>(rng.next());
    l.peer_life = rng.one_in(3) ? 0 : some_life(rng);
    // snd.pace.pause: in a pause rounds are its BACKOFFs.
    l.pace = closed || l.peer_life || rng.below(2) ? 0 : static_cast<uint8_t>(rng.below(8));
    if (l.pace) l.next = std::min(l.next, 1u);
    const unsigned backs = l.pace < 2 || l.state != TTP_ST_OPEN ? 1 : 1u << (l.pace - 2);
    if (l.paused) l.rounds = static_cast<uint8_t>(rng.below(backs));
    // ids.close: to a stranger only
    l.close_spent = !l.peer_life && (l.state == TTP_ST_CLOSE_SENT || (closing && rng.below(2)));
    l.close_named = l.close_spent && rng.below(2);
    l.gap_ahead = static_cast<uint16_t>(rng.one_in(4) ? rng.next() : rng.below(6));
    l.aside_id = near(rng, rng.below(2) ? l.last : static_cast<uint32_t>(rng.next()));
    l.peer_id = near(rng, l.last + 1);
    l.open_id = (open_sent || rng.below(2) ? l.una - 1 : open_id) & 0x1fffff;
    // sel.life: what was agreed is of two lives. In OPEN_SENT no payload has left a gap.
    r.agree.told = !closed && rng.below(2);
    r.agree.agreed = !closed && l.peer_life && rng.below(2);
    r.numbered = r.agree.agreed && rng.below(2);
    r.offered = static_cast<uint16_t>(r.agree.agreed ? rng.in(1, WINDOW) : 0);
    r.window = static_cast<uint16_t>(rng.one_in(2) || !r.offered ? r.offered
                                                                 : rng.in(1, r.offered));
    if (open_sent && r.agree.told) l.gap_told = l.gap_full = l.any_id = false;
    return r;
}

static inline Event some_event(tb_rng &rng, ttp_link_rec &r, uint32_t held)
{
    Event e = {};
    ttp_link_fsm_in &in = e.in;
    ttp_rules_link &l = r.link;
    e.cfg = some_cfg(rng);
    e.held = held;
    e.time = rng.bits(36);
    in.ev = EVENTS[rng.below(sizeof EVENTS)];
    in.entry = rng.one_in(16) ? TTP_ENTRY_NONE : TTP_ENTRY_HIT;
    const bool allocates = in.ev == TTP_OP_OPEN || in.ev == TTP_EV_LOOKUP;
    if (allocates && rng.one_in(4)) in.entry = TTP_ENTRY_NEW;
    if (allocates && in.entry == TTP_ENTRY_NONE) e.makes_room = rng.below(2);
    in.fits = in.ev == TTP_OP_PAYLOAD && rng.below(4);
    in.may_stow = rng.below(4);
    in.has_marks = rng.below(3);
    in.mapped = in.ev == TTP_OP_NACK && rng.below(2);
    e.gen = static_cast<uint8_t>(rng.next());
    const bool opens = in.ev == TTP_OP_OPEN || in.ev == TTP_OP_OPEN_ACK;
    in.offer = static_cast<uint16_t>(opens && rng.below(2) ? rng.in(1, WINDOW) : 0);
    in.settled = !rng.one_in(4);
    in.napp = static_cast<uint16_t>((r.retired + held) & CMASK);
    in.cmask = CMASK;
    in.window = WINDOW;
    some_lives(rng, l, in);
    in.life = static_cast<uint16_t>(rng.in(1, 65535));
    in.start_id = static_cast<uint32_t>(rng.next());
    in.now = static_cast<uint32_t>(e.time);
    in.tick = static_cast<uint32_t>(e.time >> 12);
    in.txid = near(rng, rng.one_in(3) ? l.peer_id : l.last);
    in.rxid = near(rng, l.una + (rng.below(2) ? l.in_flight : 0));
    switch (in.ev) {
    case TTP_OP_OPEN:
        if (rng.one_in(4)) in.txid = 0;
        break;
    case TTP_OP_OPEN_ACK:
    case TTP_OP_OPEN_NACK:
        if (rng.one_in(4)) in.txid = 0;
        in.rxid = rng.below(2) ? near(rng, l.una - 1)
                : (l.state == TTP_ST_OPEN_SENT ? l.una - 1
                   : (static_cast<uint32_t>(rng.next()) & ~0x1fffffu) | l.open_id);
        if (rng.one_in(8)) in.rxid ^= 1u << rng.below(32);
        break;
    case TTP_OP_CLOSE:
        if (rng.below(2)) in.txid = l.last + 1;
        break;
    case TTP_OP_PAYLOAD:
        in.rxid = rng.below(2) ? 0 : rng.in(1, 9);
        if (rng.one_in(4)) in.rxid = static_cast<uint32_t>(rng.next());
        if (rng.one_in(3)) in.txid = near(rng, l.aside_id + 1);
        if (rng.one_in(3)) in.txid = l.aside_id + 1;
        // sel.hold: about the end of the window, or in it
        if (rng.one_in(6))
            in.txid = l.last + (rng.below(2) ? rng.in(WINDOW - 1, WINDOW + 4)
                                             : rng.in(1, WINDOW + 44));
        // It is one bit off the last that the peer says to have.
        if (rng.one_in(8)) l.peer_id = in.txid + 1 + (1u << rng.below(32));
        break;
    case TTP_OP_NACK_NOLINK:
        if (rng.one_in(3)) in.rxid = 0;
        break;
    case TTP_EV_RESEND:
        in.txid = static_cast<uint32_t>(rng.next());
        if (rng.below(4)) in.txid = (in.txid & 0xffffff) | static_cast<uint32_t>(e.gen) << 24;
        if (rng.below(4)) in.rxid = l.una + rng.below(l.in_flight + 1);
        if (in.txid >> 22 & 1) in.txid = (in.txid & ~1023u) | rng.in(1, WINDOW);
        break;
    case TTP_EV_TIMER:
        if (rng.below(2)) l.timer_runs = false;
        break;
    default:
        break;
    }
    const bool asks = in.ev == TTP_EV_RESEND && in.entry == TTP_ENTRY_HIT && in.has_marks
                      && r.agree.agreed && in.txid >> 24 == e.gen;
    in.news = asks && (in.txid >> 23 & 1);
    in.limit = asks && (in.txid >> 22 & 1) ? in.txid & 1023u : 0;
    e.lost_one = asks && !in.news && !in.limit;
    // An age beside the limit, or any; 24 bits that wrap.
    r.active = (rng.one_in(3) ? static_cast<uint32_t>(rng.next())
                : in.tick - (e.cfg.idle_tmo >> 12) + 1 - rng.below(3)) & 0xffffff;
    r.deadline = near(rng, in.now);
    r.service_at = near(rng, in.now);
    e.later = e.cfg;
    return e;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The streak: the link whose events may follow each other, and its numbers as those that have left
 * S1a will leave them.
 * Part of: ttp_link_pipe */
#include "ttp_link_follow.h"

static uint16_t first_set(const struct ttp_link_pipe *b)
{
    return (uint16_t)ttp_link_table_set(&b->table, &b->table.first);
}

/* Payloads to be sent, now or again */
static uint16_t unsent(const struct ttp_link_pipe *b)
{
    const struct ttp_link_streak *s = &b->streak;

    return (uint16_t)((unsigned)(s->napp - s->retired - s->next) & b->cmask);
}

/* sel.window: no new payload may leave, and none is to be sent again. */
static bool full(const struct ttp_link_streak *s, uint32_t next, uint32_t in_flight)
{
    return s->window && next == in_flight && in_flight >= s->window;
}

/* A frame that names the two lives of the link. */
static bool from_peer(const struct ttp_link_streak *s, const struct ttp_link_ev *e,
                      const struct ttp_link_table_in *t)
{
    return !t->s0_bylink && ((uint32_t)e->vc << 24 | t->s0_node) == s->peer
        && e->life == s->peer_life && e->to_life && e->to_life == s->own_life;
}

static bool may_send(const struct ttp_link_ev *e)
{
    return e->turn && (e->sends || !e->follows);
}

/* What a payload that comes now does to a record, of which all but the numbers stays. */
enum payload { TAKEN, BEHIND_GAP, QUIET, NO_FOLLOWER };

static enum payload judge(const struct ttp_link_streak *s, const struct ttp_link_ev *e)
{
    const int32_t ahead = (int32_t)(e->txid - s->last);

    if (s->offered && e->rxid) return NO_FOLLOWER;            /* sel.agree */
    if (ahead <= 0 || ahead > 0xffff) return QUIET;         /* rcv.repeat rcv.far */
    if (s->full) return ahead == 1 && e->fits ? NO_FOLLOWER : QUIET;    /* rcv.full.silent */
    if (ahead == 1) return e->fits && !s->gap ? TAKEN : NO_FOLLOWER;    /* rcv.next */
    return s->gap && !s->window ? BEHIND_GAP : NO_FOLLOWER; /* rcv.gap rcv.gap.pass sel.hold */
}

static bool frame_follows(const struct ttp_link_streak *s, const struct ttp_link_ev *e)
{
    const int32_t acks = (int32_t)(e->rxid - s->una);

    switch (e->ev) {
    case TTP_OP_PAYLOAD: return judge(s, e) != NO_FOLLOWER;
    case TTP_OP_ACK:                                        /* snd.ack.late, snd.ack.newer */
        return (s->tx && !full(s, s->next, s->in_flight)) || acks < 0 || acks >= s->in_flight;
    case TTP_OP_NACK: return acks < -1 || acks > s->in_flight;          /* snd.nack.old, newer */
    default: return false;
    }
}

void ttp_link_follow(const struct ttp_link_pipe *b, struct ttp_link_follow_out *o)
{
    const struct ttp_link_streak *s = &b->streak;
    const struct ttp_link_ev *e = &b->first_ev;
    const struct ttp_link_table_in *t = &b->table.first;
    const bool bell = e->ev == TTP_EV_DOORBELL;

    o->follows = o->sends = o->keeps = o->stays = false;
    if (!b->follow || !s->valid || !b->table.first_valid) return;
    if (from_peer(s, e, t)) {
        o->follows = frame_follows(s, e);
    } else if (t->s0_bylink && e->turn && e->ev != TTP_EV_RESEND && t->s0_link == s->link && s->tx
               && s->next) {
        const bool fresh = s->next == s->in_flight;

        o->sends = !bell && unsent(b) && !full(s, s->next, s->in_flight);
        o->keeps = o->sends && unsent(b) > 1
                   && !full(s, s->next + 1u, (uint32_t)s->in_flight + fresh);
        o->follows = bell || e->second || unsent(b) || s->fresh;
    }
    /* The sender takes one payload in two cycles. */
    if (o->sends && b->table.s1_valid && may_send(&b->s1_ev)) {
        o->follows = false;
        o->stays = true;
    }
}

/* A record that stays as it is while events follow, but for the numbers of the streak and times. */
static bool is_plain(const struct ttp_rules_link *l)
{
    return l->state == TTP_ST_OPEN && l->peer_life && !l->close_wanted && !l->close_held
        && !l->after_open && !l->any_id && !l->aside;
}

static bool any_follower(const struct ttp_link_pipe *b)
{
    if (b->table.s1_valid && b->s1_ev.follows) return true;
    for (unsigned k = 0; k < b->s2_last; k++) {
        const struct ttp_link_way *e = ttp_link_pipe_in_s2(b, k);

        if (e && e->ev.follows) return true;
    }
    return false;
}

/* The event that acts is the last of its set in the pipe, and the one in S1a still waits for it. A
 * follower acts: then the streak is that of its link already. */
static bool is_waited_for(const struct ttp_link_pipe *b, const struct ttp_link_pipe_out *o)
{
    const struct ttp_link_way *e = ttp_link_pipe_acts(b);

    return b->table.first_valid && o->s1.first_waits && o->f.timer_valid && !o->f.victim
        && !e->ev.follows && first_set(b) == o->link / b->table.ways && !any_follower(b);
}

static void begin(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                  const struct ttp_link_pipe_out *o)
{
    struct ttp_link_streak *s = &b->streak;

    s->valid = is_plain(&o->rec.link);
    s->tx = !o->rec.link.paused && !o->rec.link.nacked && !o->rec.link.rounds
            && (o->rec.numbered || !o->rec.agree.agreed);       /* sel.number */
    s->offered = o->rec.agree.told && !o->rec.agree.agreed;
    s->window = o->rec.window;
    s->gap = o->rec.link.gap_told;
    s->full = o->rec.link.gap_full;
    s->gap_ahead = (uint16_t)o->rec.link.gap_ahead;
    s->next = (uint16_t)o->rec.link.next;
    s->link = o->link;
    s->set = first_set(b);
    s->peer = (uint32_t)o->vc << 24 | o->node;
    s->own_life = o->rec.link.own_life;
    s->peer_life = o->rec.link.peer_life;
    s->last = o->rec.link.last;
    s->una = o->rec.link.una;
    s->in_flight = (uint16_t)o->rec.link.in_flight;
    s->retired = o->rec.retired;
    s->napp = o->napp;
    s->fresh = !(in->append_valid || s->appended);
}

static void go_on(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                  const struct ttp_link_pipe_out *o)
{
    struct ttp_link_streak *s = &b->streak;
    const struct ttp_link_ev *e = &b->first_ev;

    if (in->append_valid && in->append_link == s->link) {
        s->napp = in->append_napp;
        s->fresh = 1;
    }
    if (!o->s1.first_ends) return;
    if (!o->follow.follows) {
        if (first_set(b) == s->set) s->valid = 0;
    } else if (e->turn) {
        if (!o->follow.sends) return;
        s->in_flight = (uint16_t)(s->in_flight + (s->next == s->in_flight));
        s->next++;
    } else if (e->ev == TTP_OP_PAYLOAD) {
        const enum payload is = judge(s, e);

        if (is == TAKEN) s->last++;
        if (is == BEHIND_GAP) s->gap_ahead = (uint16_t)(e->txid - s->last);
    } else if (e->ev == TTP_OP_ACK && e->rxid - s->una < s->in_flight) {
        const uint16_t acked = (uint16_t)(e->rxid - s->una + 1);

        s->una += acked;
        s->in_flight = (uint16_t)(s->in_flight - acked);
        s->next = (uint16_t)(s->next < acked ? 0 : s->next - acked);
        s->retired = (uint16_t)((unsigned)(s->retired + acked) & b->cmask);
    }
}

void ttp_link_follow_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                           const struct ttp_link_pipe_out *o)
{
    struct ttp_link_streak *s = &b->streak;
    const unsigned underway = (unsigned)s->underway + (in->grant == TTP_GRANT_SECOND);

    s->wants = s->valid && s->tx && s->next && !full(s, s->next, s->in_flight)
               && unsent(b) > underway;
    s->underway = (uint8_t)(underway - (o->s1.first_ends && b->first_ev.second));
    if (is_waited_for(b, o)) begin(b, in, o);
    else go_on(b, in, o);
    s->appended = (uint8_t)(((unsigned)s->appended << 1 | in->append_valid)
                            & ((1u << b->s2_last) - 1));
    if (in->core_rst) s->valid = s->wants = s->underway = 0;
}

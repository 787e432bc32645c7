/* SPDX-License-Identifier: Apache-2.0
 *
 * How a link closes: in the orderly way from either side, to make room, or given up. */
#include "rules.h"

/* cls.stranger: below the closing ID nothing is missing; a stranger's means nothing. */
bool rules_all_here(const struct ttp_rules_link *l)
{
    return stranger(l) || l->last + 1 == l->peer_id;
}

/* cls.end: the link knows where the peer's payloads end. */
bool rules_end_known(const struct ttp_rules_link *l)
{
    return l->state == TTP_STATE_CLOSE_RECD ? !stranger(l) : closing(l) && l->close_held;
}

/* cls.ids: CLOSE names the last payload taken. While the peer's numbers are unknown it names none:
 * the reference answers an ID that it has not sent with CLOSE_NACK. */
void rules_send_close(struct step *s)
{
    s->l->state = TTP_STATE_CLOSE_SENT;
    s->l->close_spent = stranger(s->l);
    send_frame(s, TTP_FRAME_CLOSE, s->l->una, s->l->any_id ? 0 : s->l->last);
    set_timer(s, s->cfg->close_again);
}

/* ids.close: what both ends of a link have in common, orderly or not. A CLOSE that was sent to a
 * stranger has used up an ID. */
static void leave(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->una = next_id(l);
    l->state = TTP_STATE_CLOSED;
    l->in_flight = l->next = 0;
    l->close_wanted = l->close_held = l->close_spent = l->close_named = false;
    l->paused = l->any_id = false;
    l->nacked = TTP_NACKED_NOT;
    l->close_acks = l->aside = l->pace = 0;
    stop_timer(s);
    stop_service(s);
}

/* cls.reopen: a payload that waits opens the link again at once.
 * tbl.victim.after: the way of a victim is kept from its old peer for one back-off. */
static void closed(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    leave(s);
    note(s, TTP_NOTE_CLOSED);
    if (held(s)) {
        l->victim = false;
        set_timer(s, NEXT);
    } else if (l->victim) {
        set_timer(s, s->cfg->backoff);
    }
}

/* cls.thrice: twice more by timer, unless a payload waits for the next life. */
static void again_to_stranger(struct step *s)
{
    if (!stranger(s->l)) return;
    s->l->close_acks = 2;
    set_timer(s, s->cfg->close_again);
}

/* cls.done, cls.drained, cls.cross */
void rules_closed_by_peer(struct step *s, uint32_t close_id)
{
    closed(s);
    send_frame(s, TTP_FRAME_CLOSE_ACK, 0, close_id);
    if (!held(s)) again_to_stranger(s);
}

/* tmr.dead: what the host has handed over is flushed, and reported. cls.giveup: in CLOSE_RECD the
 * peer gets its CLOSE_ACK regardless. */
void rules_dead(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const bool by_peer = l->state == TTP_STATE_CLOSE_RECD;

    if (by_peer) send_frame(s, TTP_FRAME_CLOSE_ACK, 0, l->peer_id);
    s->a->flushed = held(s);
    l->una += l->in_flight;
    leave(s);
    l->was_dead = true;
    l->victim = false;
    note(s, TTP_NOTE_DEAD);
    if (by_peer) again_to_stranger(s);
}

/* tbl.victim: the timer sends the CLOSE, which always has a place for it. */
void rules_victim(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->state = TTP_STATE_CLOSE_DUE;
    l->victim = true;
    l->close_wanted = l->close_held = l->paused = false;
    l->rounds = 0;
    set_timer(s, AT_ONCE);
    stop_service(s);
}

/* CLOSED, and nothing is lost: what was in flight waits again, for the next life. */
static void start_over(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->state = TTP_STATE_CLOSED;
    l->in_flight = l->next = 0;
    l->nacked = TTP_NACKED_NOT;
    if (held(s)) set_timer(s, NEXT);
    else stop_timer(s);
}

/* life.over: the peer is in this life no more, and never will be again. */
void rules_left_by_peer(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (closing(l)) {                           /* cls.nolink */
        closed(s);
        return;
    }
    start_over(s);
    if (!held(s)) l->close_wanted = false;
    rules_end_pause(l);
    stop_service(s);
    note(s, TTP_NOTE_LOST | TTP_NOTE_RESTARTED);
}

/* cls.early: what the peer closes is not the life that our OPEN is for. */
static void close_while_opening(struct step *s)
{
    start_over(s);
    send_frame(s, TTP_FRAME_CLOSE_ACK, 0, s->ev->tx_id);
}

/* cls.done, cls.recd, cls.silent: a CLOSE on a live link. */
static void close_live(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const uint32_t close_id = s->ev->tx_id;
    /* One that has not answered an OPEN of ours never had what is in flight. */
    const bool drained = !l->in_flight || (stranger(l) && !l->open_accepted);

    l->peer_id = close_id;
    if (drained && rules_all_here(l)) {
        rules_closed_by_peer(s, close_id);
        return;
    }
    send_frame(s, TTP_FRAME_CLOSE_NACK, newest(l), close_id);
    if (closing(l) || l->state == TTP_STATE_CLOSE_RECD) return;
    l->state = TTP_STATE_CLOSE_RECD;
    l->rounds = 0;
    if (!l->timer_runs) set_timer(s, s->cfg->close_again);
}

/* cls.none: every CLOSE has its answer. */
void rules_on_close(struct step *s)
{
    if (hears(s->l)) close_live(s);
    else if (s->l->state == TTP_STATE_OPEN_SENT) close_while_opening(s);
    else send_frame(s, TTP_FRAME_CLOSE_ACK, 0, s->ev->tx_id);
}

/* cls.ack */
void rules_on_close_ack(struct step *s)
{
    const struct ttp_rules_link *l = s->l;

    if (closing(l)) {
        if (s->ev->rx_id == l->una || stranger(l)) closed(s);
    } else if (l->state == TTP_STATE_CLOSE_RECD) {
        if (!l->in_flight && rules_all_here(l)) closed(s);
    }
}

/* cls.hold, cls.hold.not, cls.illegal */
void rules_on_close_nack(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const int32_t ahead = dist(s->ev->tx_id, l->last);

    if (l->state == TTP_STATE_CLOSE_RECD) return;
    if (!closing(l)) {
        note(s, TTP_NOTE_ILLEGAL);
        return;
    }
    if (l->any_id || ahead <= 0 || ahead > FAR_AHEAD) return;
    l->close_held = true;
    l->peer_id = s->ev->tx_id + 1;
    l->rounds = 0;
}

/* cls.request: remembered. In CLOSED there is nothing to close, and one that is closing does so
 * already. */
void rules_close_request(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (l->state == TTP_STATE_CLOSED || l->state == TTP_STATE_CLOSE_RECD || closing(l)) return;
    l->close_wanted = true;
}

/* cls.request: once everything from the host has retired. The timer sends the CLOSE. */
void rules_close_when_done(struct step *s)
{
    const struct ttp_rules_link *l = s->l;

    if (l->state == TTP_STATE_OPEN && l->close_wanted && !l->in_flight && !held(s))
        set_timer(s, AT_ONCE);
}

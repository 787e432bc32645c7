/* SPDX-License-Identifier: Apache-2.0
 *
 * What time does: rounds without fruit, pauses that end, a link that is silent for long. */
#include "rules.h"

/* rcv.reack, cls.idle: the second timer to its long interval. */
void rules_serve(struct step *s)
{
    if (s->cfg->service) set_service(s, s->cfg->service);
    else stop_service(s);
}

/* tmr.rounds, tmr.dead: one more fruitless round. False: that was the last, the link is dead. */
static bool another_round(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    /* In OPEN the NACKs count too, and may have brought the count to its end already. */
    const bool last = l->rounds + 1u >= s->cfg->rounds_max;

    note(s, TTP_NOTE_TIMEOUT);
    rules_count_round(l);
    if (last) rules_dead(s);
    return !last;
}

/* open.backoff, cls.reopen: what waits opens the link. cls.thrice: CLOSE_ACK once more.
 * tbl.victim.after: the end of the back-off. */
static void timer_closed(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->victim = false;
    if (held(s)) {
        rules_open_waits(s);
        return;
    }
    stop_timer(s);
    if (!l->close_acks) return;
    send_frame(s, TTP_FRAME_CLOSE_ACK, 0, l->peer_id);
    if (--l->close_acks) set_timer(s, s->cfg->close_again);
}

/* snd.full, snd.pace.pause: a pause is 1, 2, 4 ... 32 back-offs long. */
static void timer_paused(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const unsigned length = l->pace < 2 ? 1 : 1u << (l->pace - 2);

    rules_count_round(l);
    if (l->rounds < length) {
        set_timer(s, s->cfg->backoff);
    } else {
        rules_end_pause(l);
        stop_timer(s);
    }
}

/* cls.request: all has retired, CLOSE goes. snd.timeout */
static void timer_open(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (l->close_wanted && !held(s)) {
        l->paused = false;
        l->rounds = 0;
        rules_send_close(s);
    } else if (l->paused) {
        timer_paused(s);
    } else if (l->in_flight) {
        if (!another_round(s)) return;
        l->nacked = TTP_NACKED_NOT;
        rules_rewind(s);
        set_timer(s, s->cfg->timeout);
    } else {
        stop_timer(s);
    }
}

/* cls.timer, and cls.hold.end: while it is held CLOSE is not sent, and no round makes it dead. */
static void timer_close_sent(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (l->close_held) {
        note(s, TTP_NOTE_TIMEOUT);
        rules_count_round(l);
        if (l->rounds >= s->cfg->rounds_max) {
            l->close_held = false;
            l->rounds = 0;
        }
        set_timer(s, s->cfg->close_again);
    } else if (another_round(s)) {
        rules_send_close(s);
    }
}

/* cls.drained, snd.full, cls.recd.timer */
static void timer_close_recd(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (!l->in_flight && rules_all_here(l)) {
        rules_closed_by_peer(s, l->peer_id);
    } else if (l->paused) {
        rules_end_pause(l);
        set_timer(s, s->cfg->close_again);
    } else if (another_round(s)) {
        l->nacked = TTP_NACKED_NOT;
        if (l->in_flight) rules_rewind(s);
        send_frame(s, TTP_FRAME_CLOSE_NACK, newest(l), l->peer_id);
        set_timer(s, s->cfg->close_again);
    }
}

/* open.timer, open.timer.recd, cls.timer, and the columns above */
void rules_timer(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    switch (l->state) {
    case TTP_STATE_CLOSED:
        timer_closed(s);
        break;
    case TTP_STATE_OPEN_SENT:
    case TTP_STATE_REOPEN_SENT:
        if (another_round(s)) rules_send_open(s);
        break;
    case TTP_STATE_OPEN_RECD:
        send_frame(s, TTP_FRAME_OPEN_ACK, l->una, l->peer_id);
        set_timer(s, s->cfg->open_again);
        break;
    case TTP_STATE_OPEN:
        timer_open(s);
        break;
    case TTP_STATE_CLOSE_DUE:
        rules_send_close(s);
        break;
    case TTP_STATE_CLOSE_SENT:
        timer_close_sent(s);
        break;
    default:
        timer_close_recd(s);
        break;
    }
}

/* rcv.reack: what wakes a peer that says no more. rcv.reack.unknown: without its numbers no ACK
 * can name another payload than its first; a NACK wakes it as well. open.ack.lost: an ACK or a
 * NACK stops the timer of the reference's OPEN too, so while our OPEN_ACK may have been lost it is
 * sent again instead. */
static void wake(struct step *s)
{
    const struct ttp_rules_link *l = s->l;
    const uint32_t first = next_id(l);

    if (l->any_id) send_frame(s, TTP_FRAME_NACK, 0, 0);
    else if (stranger(l) && l->aside == 1) send_frame(s, TTP_FRAME_OPEN_ACK, first, l->aside_id);
    else if (stranger(l) && l->after_open) send_frame(s, TTP_FRAME_OPEN_ACK, first, l->last);
    else send_frame(s, TTP_FRAME_ACK, 0, l->last);
}

/* rcv.gap.timeout: the pass is over. rcv.reack, cls.idle */
void rules_service(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (!live(l)) {
        stop_service(s);
        return;
    }
    if (l->gap_told) {
        l->gap_told = false;
    } else {
        if (s->cfg->repeat_ack) wake(s);
        if (s->ev->idle && l->state == TTP_STATE_OPEN && !stranger(l) && !l->in_flight && !held(s))
            l->close_wanted = true;
    }
    rules_serve(s);
}

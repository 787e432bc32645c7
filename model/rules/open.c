/* SPDX-License-Identifier: Apache-2.0
 *
 * How a link opens, and what an OPEN of the peer means: a first one, a late copy, or a restart. */
#include "rules.h"

/* life.number, tmr.clear, ids.life: the next number, our IDs go on, and nothing else of the last
 * life counts. */
static void begin_life(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->own_life = s->ev->next_life;
    s->a->new_life = true;
    l->rounds = l->nacked = l->close_acks = l->aside = l->pace = 0;
    l->was_dead = l->victim = l->after_open = l->open_accepted = false;
    l->gap_told = l->gap_full = l->any_id = l->paused = l->close_held = l->close_named = false;
    stop_service(s);
}

/* ids.open, open.timer: our OPEN names the ID before our oldest payload, each time. */
void rules_send_open(struct step *s)
{
    s->l->open_id = s->l->una - 1;
    send_frame(s, TTP_FRAME_OPEN, s->l->open_id, 0);
    set_timer(s, s->cfg->open_again);
}

/* open.host, cls.reopen */
void rules_open(struct step *s)
{
    begin_life(s);
    s->l->state = TTP_STATE_OPEN_SENT;
    rules_send_open(s);
}

/* reopen.same, reopen.moving: the peer has lost its link, or was never asked: OPEN in the same
 * life. Our payloads wait, what it sends is handled as in OPEN. */
void rules_reopen(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    l->state = TTP_STATE_REOPEN_SENT;
    l->next = 0;
    rules_end_pause(l);
    l->nacked = TTP_NACKED_NOT;
    rules_send_open(s);
}

/* open.host, cls.reopen: CLOSED, and payloads may wait. While something of the last life is left:
 * after the back-off. */
void rules_open_waits(struct step *s)
{
    if (s->ev->room) {
        rules_open(s);
    } else {
        s->l->close_acks = 0;
        set_timer(s, s->cfg->backoff);
    }
}

/* open.recd, open.ack, snd.timer: from here on payloads go both ways. The first that is sent sets
 * the timer. */
void rules_enter_open(struct step *s)
{
    s->l->state = TTP_STATE_OPEN;
    stop_timer(s);
    s->a->active = true;
    if (!s->l->service_runs) rules_serve(s);
    note(s, TTP_NOTE_OPENED);
}

/* open.ack, reopen.ack: our OPEN is answered. tmr.clear, but reopen.round: a re-OPEN
 * was a round, until something retires. */
void rules_opened(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (l->state == TTP_STATE_REOPEN_SENT) rules_count_round(l);
    else l->rounds = 0;
    l->open_accepted = true;
    l->next = 0;
    rules_enter_open(s);
}

/* open.new, open.live, open.ships, ids.open_ack, tbl.victim.after */
void rules_on_open(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    struct ttp_rules_link *l = s->l;

    switch (l->state) {
    case TTP_STATE_CLOSED:
        if (!ev->room || l->victim) {           /* its way is kept for another peer */
            send_frame(s, TTP_FRAME_OPEN_NACK, 0, ev->tx_id);
            return;
        }
        begin_life(s);
        rules_learn(s, ev->tx_id);
        l->state = TTP_STATE_OPEN_RECD;
        l->peer_id = ev->tx_id;
        set_timer(s, s->cfg->open_again);
        break;
    case TTP_STATE_OPEN_SENT:                   /* passing ships */
        rules_learn(s, ev->tx_id);
        break;
    case TTP_STATE_OPEN_RECD:
        if (ev->life == l->peer_life) l->peer_id = ev->tx_id;
        rules_set_aside(s);
        break;
    default:
        rules_set_aside(s);
        break;
    }
    send_frame(s, TTP_FRAME_OPEN_ACK, next_id(l), ev->tx_id);
}

/* open.ack, reopen.ack */
void rules_on_open_ack(struct step *s)
{
    const struct ttp_rules_link *l = s->l;

    if (l->state != TTP_STATE_OPEN_SENT && l->state != TTP_STATE_REOPEN_SENT) return;
    if (s->ev->rx_id != l->open_id) return;
    rules_learn_from_ack(s);
    rules_opened(s);
}

/* open.nack, open.nack.late, open.backoff: the peer has no room; once more after the back-off.
 * What was in flight waits again. */
void rules_on_open_nack(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    switch (l->state) {
    case TTP_STATE_CLOSED:
        return;
    case TTP_STATE_OPEN_SENT:
    case TTP_STATE_REOPEN_SENT:
        if (s->ev->rx_id != l->open_id) return;
        l->state = TTP_STATE_CLOSED;
        l->in_flight = l->next = 0;
        l->nacked = TTP_NACKED_NOT;
        set_timer(s, s->cfg->backoff);
        return;
    case TTP_STATE_OPEN_RECD:
        if (s->ev->rx_id == l->una - 1) note(s, TTP_NOTE_ILLEGAL);
        return;
    default:
        if (l->open_accepted && s->ev->rx_id == l->open_id) note(s, TTP_NOTE_ILLEGAL);
        return;
    }
}

/* open.recd: our OPEN_ACK is on the wire. */
void rules_left(struct step *s)
{
    if (s->l->state != TTP_STATE_OPEN_RECD) return;
    s->l->rounds = 0;
    rules_enter_open(s);
}

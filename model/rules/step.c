/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of contents: which rule an event belongs to. */
#include "rules.h"

#include <string.h>

/* rcv.nolink, cls.none, cls.illegal, tbl.full: the peer has no entry, and gets none. */
static void no_link(struct step *s)
{
    if (s->ev->kind == TTP_FRAME_OPEN)
        send_frame(s, TTP_FRAME_OPEN_NACK, 0, s->ev->tx_id);
    else if (s->ev->kind == TTP_FRAME_PAYLOAD)
        send_frame(s, TTP_FRAME_NACK_NOLINK, 0, s->ev->tx_id);
    else if (s->ev->kind == TTP_FRAME_CLOSE_NACK && !s->ev->to_life)
        note(s, TTP_NOTE_ILLEGAL);
    else if (s->ev->kind <= TTP_FRAME_NACK_NOLINK)
        rules_foreign(s);
}

/* tbl.reuse, ids.entry: another peer has the entry now. */
void ttp_rules_forget(struct ttp_rules_link *l, uint32_t first_id)
{
    l->state = TTP_STATE_CLOSED;
    l->nacked = TTP_NACKED_NOT;
    l->close_acks = l->aside = l->pace = 0;
    l->timer_runs = l->service_runs = l->close_wanted = l->was_dead = l->victim = false;
    l->after_open = l->open_accepted = l->gap_told = l->gap_full = l->any_id = false;
    l->paused = l->close_held = l->close_spent = l->close_named = false;
    l->peer_life = 0;
    l->una = first_id;
}

/* What comes from the wire. An OPEN is of no life so far, and a payload may prove a restart. */
static void on_frame(struct step *s)
{
    const uint8_t kind = s->ev->kind;

    if (kind != TTP_FRAME_OPEN && kind != TTP_FRAME_PAYLOAD && !ttp_rules_ours(s->l, s->ev)) {
        rules_foreign(s);
        return;
    }
    switch (kind) {
    case TTP_FRAME_OPEN:        rules_on_open(s); break;
    case TTP_FRAME_OPEN_ACK:    rules_on_open_ack(s); break;
    case TTP_FRAME_OPEN_NACK:   rules_on_open_nack(s); break;
    case TTP_FRAME_CLOSE:       rules_on_close(s); break;
    case TTP_FRAME_CLOSE_ACK:   rules_on_close_ack(s); break;
    case TTP_FRAME_CLOSE_NACK:  rules_on_close_nack(s); break;
    case TTP_FRAME_PAYLOAD:     rules_on_payload(s); break;
    case TTP_FRAME_ACK:         rules_on_ack(s); break;
    case TTP_FRAME_NACK:        rules_on_nack(s); break;
    case TTP_FRAME_NACK_FULL:   rules_on_nack_full(s); break;
    default:                    rules_on_nack_nolink(s); break;
    }
}

/* What comes from inside. */
static void on_event(struct step *s)
{
    switch (s->ev->kind) {
    case TTP_EVENT_TIMER:       rules_timer(s); break;
    case TTP_EVENT_SERVICE:     rules_service(s); break;
    case TTP_EVENT_LEFT:        rules_left(s); break;
    case TTP_EVENT_CLOSE:       rules_close_request(s); break;
    case TTP_EVENT_VICTIM:      rules_victim(s); break;
    case TTP_EVENT_HOST:        rules_host(s); break;
    case TTP_EVENT_SEND:        rules_send(s); break;
    default:                    break;
    }
}

/* The state tables, a line an event. */
void ttp_rules_step(struct ttp_rules_link *link, const struct ttp_rules_event *event,
                    const struct ttp_rules_config *config, struct ttp_rules_answers *answers)
{
    struct step s = { event, config, link, answers };

    memset(answers, 0, sizeof *answers);
    if (!link) no_link(&s);
    else if (event->kind <= TTP_FRAME_NACK_NOLINK) on_frame(&s);
    else on_event(&s);
    rules_name_lives(&s);
    if (link && event->kind != TTP_EVENT_VICTIM && event->kind != TTP_EVENT_SEND)
        rules_close_when_done(&s);
}

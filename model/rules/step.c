/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of contents: which rule an event belongs to. */
#include "rules.h"

#include <string.h>

/* rcv.nolink, cls.none, cls.illegal, tbl.full: the peer has no entry, and gets none. */
void rules_no_link(struct step *s)
{
    static const uint8_t answer[] = {
        [TTP_FRAME_OPEN] = TTP_FRAME_OPEN_NACK,
        [TTP_FRAME_CLOSE] = TTP_FRAME_CLOSE_ACK,
        [TTP_FRAME_PAYLOAD] = TTP_FRAME_NACK_NOLINK,
    };

    switch (s->ev->kind) {
    case TTP_FRAME_OPEN:
    case TTP_FRAME_CLOSE:
    case TTP_FRAME_PAYLOAD:
        send_frame(s, answer[s->ev->kind], 0, s->ev->tx_id);
        break;
    case TTP_FRAME_CLOSE_NACK:
        note(s, TTP_NOTE_ILLEGAL);
        break;
    default:
        break;
    }
}

/* tbl.reuse, ids.entry: another peer has the entry now. */
void ttp_rules_forget(struct ttp_rules_link *l, uint32_t first_id)
{
    l->state = TTP_STATE_CLOSED;
    l->nacked = TTP_NACKED_NOT;
    l->close_acks = l->aside = 0;
    l->timer_runs = l->service_runs = l->close_wanted = l->was_dead = l->victim = false;
    l->after_open = l->open_accepted = l->gap_told = l->gap_full = l->any_id = false;
    l->paused = l->close_held = l->close_spent = l->close_named = false;
    l->peer_life = 0;
    l->una = first_id;
}

/* The state tables, a line an event. */
void ttp_rules_step(struct ttp_rules_link *link, const struct ttp_rules_event *event,
                    const struct ttp_rules_config *config, struct ttp_rules_answers *answers)
{
    struct step s = { event, config, link, answers };

    memset(answers, 0, sizeof *answers);
    if (!link) {
        rules_no_link(&s);
        return;
    }
    switch (event->kind) {
    case TTP_FRAME_OPEN:        rules_on_open(&s); break;
    case TTP_FRAME_OPEN_ACK:    rules_on_open_ack(&s); break;
    case TTP_FRAME_OPEN_NACK:   rules_on_open_nack(&s); break;
    case TTP_FRAME_CLOSE:       rules_on_close(&s); break;
    case TTP_FRAME_CLOSE_ACK:   rules_on_close_ack(&s); break;
    case TTP_FRAME_CLOSE_NACK:  rules_on_close_nack(&s); break;
    case TTP_FRAME_PAYLOAD:     rules_on_payload(&s); break;
    case TTP_FRAME_ACK:         rules_on_ack(&s); break;
    case TTP_FRAME_NACK:        rules_on_nack(&s); break;
    case TTP_FRAME_NACK_FULL:   rules_on_nack_full(&s); break;
    case TTP_FRAME_NACK_NOLINK: rules_on_nack_nolink(&s); break;
    case TTP_EVENT_TIMER:       rules_timer(&s); break;
    case TTP_EVENT_SERVICE:     rules_service(&s); break;
    case TTP_EVENT_LEFT:        rules_left(&s); break;
    case TTP_EVENT_CLOSE:       rules_close_request(&s); break;
    case TTP_EVENT_VICTIM:      rules_victim(&s); return;
    case TTP_EVENT_HOST:        rules_host(&s); break;
    case TTP_EVENT_SEND:        rules_send(&s); return;
    default:                    break;
    }
    rules_close_when_done(&s);
}

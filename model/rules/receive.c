/* SPDX-License-Identifier: Apache-2.0
 *
 * What a payload of the peer means: the next one, a repeat, one ahead of its turn, the proof that
 * the peer has restarted, or one for no link at all. */
#include "rules.h"

/* str.prove: it may speak for the OPEN set aside. */
static bool of_aside(const struct ttp_rules_link *l, uint32_t id)
{
    return l->aside && id == l->aside_id + 1;
}

/* rcv.next, rcv.once: the host gets it. cls.hold.end, cls.drained: it may be what a CLOSE waits
 * for. cls.giveup: it is progress. */
static void take(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    s->a->deliver = s->a->active = true;
    l->last = s->ev->tx_id;
    l->gap_told = l->gap_full = l->any_id = l->after_open = false;
    /* Taken: it can not prove anything twice. */
    if (of_aside(l, l->last)) l->aside = 0;
    rules_serve(s);
    send_frame(s, TTP_FRAME_ACK, 0, l->last);
    if (l->state == TTP_STATE_CLOSE_RECD || l->close_held) l->rounds = 0;
    if (!rules_end_known(l) || l->last + 1 != l->peer_id) return;
    l->close_held = false;
    if (closing(l)) l->state = TTP_STATE_CLOSE_DUE;
    if (!l->in_flight) set_timer(s, AT_ONCE);
}

/* rcv.full: the missing payload is here, and there is no room for it. */
static void refuse(struct step *s)
{
    s->l->gap_full = true;
    send_frame(s, TTP_FRAME_NACK_FULL, 0, s->l->last);
    note(s, TTP_NOTE_NO_ROOM);
}

/* rcv.gap, rcv.gap.pass: one NACK for each pass of the sender. rcv.full.silent */
static void gap(struct step *s, uint16_t ahead)
{
    struct ttp_rules_link *l = s->l;

    note(s, TTP_NOTE_GAP);
    if (l->gap_full) return;
    if (!l->gap_told || ahead <= l->gap_ahead) {
        send_frame(s, TTP_FRAME_NACK, 0, l->last + 1);
        l->gap_told = true;
        set_service(s, s->cfg->timeout);
    }
    l->gap_ahead = ahead;
}

/* open.payload, life.foreign, rcv.nolink, cls.end, rcv.next, rcv.full, rcv.repeat, rcv.gap,
 * rcv.far, rcv.repeat.stranger, str.first */
void rules_on_payload(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const uint32_t id = s->ev->tx_id;
    int32_t ahead;

    if (l->state == TTP_STATE_OPEN_SENT && l->after_open && stranger(l) && !s->ev->to_life) {
        l->state = TTP_STATE_REOPEN_SENT;
        l->rounds = 0;
    }
    if (live(l)) rules_judge_aside(s);
    if (!ttp_rules_ours(l, s->ev)) {
        rules_foreign(s);
        return;
    }
    /* rcv.nolink: the peer is OPEN, and its OPEN_ACK was lost: it is asked for again. */
    if (l->state == TTP_STATE_OPEN_SENT && s->ev->to_life) {
        send_frame(s, TTP_FRAME_OPEN, l->open_id, 0);
        return;
    }
    if (s->ev->to_life) l->aside = 0;           /* str.aside: the peer of this life is there */
    if (!hears(l) || (rules_end_known(l) && dist(id, l->peer_id) >= 0)) {
        send_frame(s, TTP_FRAME_NACK_NOLINK, 0, id);
        return;
    }
    ahead = l->any_id ? 1 : dist(id, l->last);
    if (ahead == 1) {
        if (s->ev->fits) take(s);
        else refuse(s);
    } else if (ahead <= 0) {
        if (!stranger(l) || !s->cfg->repeat_ack || of_aside(l, id))
            send_frame(s, TTP_FRAME_ACK, 0, l->last);
        note(s, TTP_NOTE_REPEAT);
    } else if (ahead <= FAR_AHEAD) {
        gap(s, (uint16_t)ahead);
    } else {
        note(s, TTP_NOTE_FAR);
    }
}

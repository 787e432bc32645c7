/* SPDX-License-Identifier: Apache-2.0
 *
 * See ttp_agree.h. */
#include "ttp_agree.h"

#include <string.h>

#include "rules.h"

/* sel.agree, sel.ships: who numbers its payloads has heard an offer of ours, if we have made one. A
 * frame that names both lives is of no stranger. */
static bool has_heard(const struct ttp_agree *x, const struct ttp_rules_link *l,
                      const struct ttp_rules_event *ev)
{
    return x->told && ev->kind == TTP_FRAME_PAYLOAD && ev->rx_id && ev->to_life && !stranger(l)
        && ev->life == l->peer_life;
}

static bool agree(struct ttp_agree *x, const struct ttp_rules_link *l, uint32_t window)
{
    if (x->agreed || l->in_flight > window) return false;
    x->agreed = true;
    return true;
}

/* sel.ships: the peer knows our life, and its own and its numbers were in its OPEN. */
bool ttp_agree_ships(const struct ttp_agree *x, const struct ttp_rules_link *l,
                     const struct ttp_rules_event *ev, struct ttp_rules_event *ack)
{
    if (!has_heard(x, l, ev) || l->state != TTP_STATE_OPEN_SENT || !l->after_open) return false;
    *ack = *ev;
    ack->kind = TTP_FRAME_OPEN_ACK;
    ack->tx_id = l->last + 1;
    ack->rx_id = l->open_id;
    return true;
}

bool ttp_agree_by_number(struct ttp_agree *x, const struct ttp_rules_link *l,
                         const struct ttp_rules_event *ev, uint32_t window)
{
    return has_heard(x, l, ev) && live(l) && agree(x, l, window);
}

/* sel.agree: in the lives of now, and those of now are known. */
bool ttp_agree_by_offer(struct ttp_agree *x, const struct ttp_rules_link *l,
                        const struct ttp_rules_event *ev, uint32_t window)
{
    return l->state != TTP_STATE_CLOSED && !stranger(l) && ev->life == l->peer_life
        && agree(x, l, window);
}

/* sel.life: of either side. */
bool ttp_agree_end(struct ttp_agree *x, const struct ttp_rules_link *l, uint16_t peer_life)
{
    const bool was = x->agreed;
    const bool over = l->peer_life != peer_life || l->state == TTP_STATE_CLOSED;

    if (over) x->agreed = x->told = false;
    return was && over;
}

/* sel.offer: whose life number has been seen. */
bool ttp_agree_offer(struct ttp_agree *x, const struct ttp_rules_link *l,
                     const struct ttp_rules_event *ev, bool all,
                     const struct ttp_rules_answers *a)
{
    const bool shown = ev->kind == TTP_FRAME_OPEN ? ev->life
                     : l->peer_life || (all && a->opcode == TTP_FRAME_OPEN);

    if (!a->frame || a->opcode > TTP_FRAME_OPEN_ACK || !shown) return false;
    x->told = true;
    return true;
}

/* sel.hold, sel.run: nothing behind the end of the peer's payloads, and nothing while the missing
 * one has found no room. */
bool ttp_agree_ahead(const struct ttp_rules_link *l, const struct ttp_rules_event *ev,
                     uint32_t window)
{
    const int32_t ahead = dist(ev->tx_id, l->last);
    const bool beyond = rules_end_known(l) && dist(ev->tx_id, l->peer_id) >= 0;

    return live(l) && !l->aside && !l->any_id && !l->gap_full && !beyond && ahead >= 2
        && ahead <= (int32_t)window + 1;
}

void ttp_agree_map(struct ttp_rules_link *l, const struct ttp_rules_event *ev,
                   struct ttp_rules_answers *a)
{
    struct step s = { ev, NULL, l, a };

    memset(a, 0, sizeof *a);
    note(&s, TTP_NOTE_GAP);
    send_frame(&s, TTP_FRAME_NACK, ev->rx_id, l->last + 1);
    rules_name_lives(&s);
    rules_close_when_done(&s);
}

void ttp_agree_add(struct ttp_rules_answers *all, const struct ttp_rules_answers *more)
{
    struct ttp_rules_answers sum = *more;

    sum.notes = (uint16_t)(sum.notes | all->notes);
    sum.active = sum.active || all->active;
    sum.deliver = sum.deliver || all->deliver;
    if (sum.timer == TTP_TIMER_KEEP) {
        sum.timer = all->timer;
        sum.timer_after = all->timer_after;
    }
    if (sum.service == TTP_TIMER_KEEP) {
        sum.service = all->service;
        sum.service_after = all->service_after;
    }
    *all = sum;
}

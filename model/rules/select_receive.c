/* SPDX-License-Identifier: Apache-2.0
 *
 * Selective repeat, the receiver: payloads ahead of their turn are kept, and a map says which. */
#include "select.h"

#include <string.h>

static bool have(const struct ttp_select_link *x, uint32_t id)
{
    return x->have[id % TTP_SELECT_WINDOW / 64] >> id % 64 & 1;
}

static void flip(struct ttp_select_link *x, uint32_t id)
{
    x->have[id % TTP_SELECT_WINDOW / 64] ^= 1ull << id % 64;
}

/* sel.life: with the life goes what was kept for it. */
void select_drop(struct select *s)
{
    if (!s->x->have_n) return;
    s->x->have_n = 0;
    memset(s->x->have, 0, sizeof s->x->have);
    s->a->drop = true;
}

/* sel.run: the peer has said where its payloads end, and this one is behind that. */
static bool beyond(const struct ttp_rules_link *l, uint32_t id)
{
    return rules_end_known(l) && dist(id, l->peer_id) >= 0;
}

/* sel.run: what was kept behind the payload is taken with it; the ACK names the newest. */
static void take_run(struct select *s)
{
    struct ttp_select_link *x = s->x;
    struct ttp_rules_event next = s->ev->rules;

    for (next.tx_id++; have(x, next.tx_id) && !beyond(s->l, next.tx_id); next.tx_id++) {
        flip(x, next.tx_id);
        x->have_n--;
        s->a->run++;
        select_rules(s, &next);
    }
}

/* sel.hold: one that can be kept, or is kept. */
static bool hold(struct select *s)
{
    struct ttp_select_link *x = s->x;
    const uint32_t id = s->ev->rules.tx_id;

    if (!ttp_agree_ahead(s->l, &s->ev->rules, s->cfg->window)) return false;
    if (!have(x, id)) {
        if (!s->ev->may_hold) return false;
        flip(x, id);
        if (!x->have_n++ || dist(id, x->newest) > 0) x->newest = id;
        s->a->hold = true;
    }
    x->arrived = id;
    s->a->map = true;
    ttp_agree_map(s->l, &s->ev->rules, &s->a->rules);
    return true;
}

/* sel.hold: only what would leave a gap is kept. sel.number: an answer names the send that
 * has caused it, unless the payload was thrown away. */
void select_on_payload(struct select *s)
{
    const struct ttp_rules_event *ev = &s->ev->rules;
    struct ttp_rules_answers *a = &s->a->rules;

    s->x->echo = ev->rx_id;
    if (hold(s)) return;
    select_rules(s, ev);
    if (a->deliver) take_run(s);
    if (a->frame && a->opcode == TTP_FRAME_ACK) a->tx_id = ev->rx_id;
}

/* sel.map: the part of the window in which the last one came, and every other time
 * the next part in turn, in case that a map was lost. */
bool ttp_select_map_now(struct ttp_select_link *x, const struct ttp_rules_link *l,
                        uint32_t *tx_id, uint32_t *rx_id, struct ttp_select_map *m)
{
    const uint32_t missing = l->last + 1, end = x->newest - missing;
    const uint32_t at = x->arrived - missing - 1;

    if (!x->have_n) return false;
    if (x->turn) x->part = (uint16_t)(x->part + TTP_SELECT_MAP);
    if (x->part >= end) x->part = 0;
    *tx_id = x->echo;
    *rx_id = missing;
    m->newest = (uint16_t)end;
    m->base = x->part;
    if (!x->turn && at < end) m->base = (uint16_t)(at - at % TTP_SELECT_MAP);
    x->turn = !x->turn;
    m->held = 0;
    for (uint32_t i = 0; i < TTP_SELECT_MAP && m->base + i < end; i++)
        if (have(x, missing + 1 + m->base + i)) m->held |= 1ull << i;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Selective repeat: which event it changes; see ttp_select.h. */
#include "select.h"

#include <string.h>

/* sel.advice: what the rules without selective repeat do, with one change: nothing that the peer
 * holds is sent again. Their answers are added to those that are there. */
void select_rules(struct select *s, const struct ttp_rules_event *ev)
{
    struct ttp_rules_answers one;
    const uint32_t una = s->l->una;

    ttp_rules_step(s->l, ev, &s->rules, &one);
    ttp_agree_add(&s->a->rules, &one);
    if (one.retired) select_retire(s, una, one.retired);
}

/* sel.life: what was held, and what maps have said. */
static void forget(struct select *s)
{
    struct ttp_select_link *x = s->x;

    select_drop(s);
    x->probes = 0;
    x->lost_n = x->held_n = 0;
}

/* Both have agreed. What is in flight has no number, and is older than all that have. sel.base: the
 * shortest round trip is not longer than what was set. */
static void begin(struct select *s, uint32_t window)
{
    struct ttp_select_link *x = s->x;

    memset(x->have, 0, sizeof x->have);
    x->peer_window = least(window, s->cfg->window);
    x->reorder = s->cfg->reorder;
    x->srtt8 = 0;
    x->rtt_min = s->cfg->base_rtt;
    x->number = x->known = x->gone = 0;
    for (uint32_t i = 0; i < s->l->in_flight; i++)
        *sent_of(x, s->l->una + i) = (struct ttp_select_sent){ 0 };
    select_window_begins(s);
}

/* The events that selective repeat changes. */
static void agreed_step(struct select *s)
{
    const uint8_t kind = s->ev->rules.kind;
    const uint8_t probes = s->x->probes;

    s->rules.timeout = select_timeout(s);
    switch (kind) {
    case TTP_FRAME_PAYLOAD: select_on_payload(s); break;
    case TTP_FRAME_ACK:     select_on_ack(s); break;
    case TTP_FRAME_NACK:    select_on_nack(s); break;
    case TTP_EVENT_SEND:    select_send(s); break;
    case TTP_EVENT_TIMER:   select_probe(s); break;
    default:                select_rules(s, &s->ev->rules); break;
    }
    /* sel.tail: something new was heard, so the next probe is due as soon as the first. */
    if (probes && !s->x->probes && !s->l->paused && s->a->rules.timer == TTP_TIMER_SET)
        s->a->rules.timer_after = select_timeout(s);
}

/* life.ours: a frame of another life is no business of selective repeat. */
static bool of_this_life(const struct select *s)
{
    const struct ttp_rules_event *ev = &s->ev->rules;

    return ev->kind == TTP_FRAME_OPEN || ev->kind > TTP_FRAME_NACK_NOLINK
        || ttp_rules_ours(s->l, ev);
}

void ttp_select_step(struct ttp_select_link *x, struct ttp_rules_link *link,
                     const struct ttp_select_event *event,
                     const struct ttp_select_config *config, struct ttp_select_answers *answers)
{
    struct select s = { event, config, config->rules, x, link, answers };
    struct step base = { &event->rules, &s.rules, link, &answers->rules };
    struct ttp_rules_event ack;
    const uint16_t peer_life = link->peer_life;

    const bool ours = of_this_life(&s);

    memset(answers, 0, sizeof *answers);
    s.rules.open_again = select_open_again(&s);
    if (ours && ttp_agree_ships(&x->agree, link, &event->rules, &ack)) select_rules(&s, &ack);
    if (ours && ttp_agree_by_number(&x->agree, link, &event->rules, config->window))
        begin(&s, config->window);
    if (x->agree.agreed && ours) agreed_step(&s);
    else ttp_rules_step(link, &event->rules, &s.rules, &answers->rules);
    if (ttp_agree_end(&x->agree, link, peer_life)) forget(&s);
    if (ours && event->offer && ttp_agree_by_offer(&x->agree, link, &event->rules,
                                                  config->window))
        begin(&s, event->window);
    if (x->agree.agreed) select_again(&s);
    answers->offer = ttp_agree_offer(&x->agree, link, &event->rules, config->offer_all,
                                     &answers->rules);
    rules_name_lives(&base);
}

/* ---- blocks ---- */

static void put(uint8_t *at, unsigned bytes, uint64_t v)
{
    while (bytes--) {
        at[bytes] = (uint8_t)v;
        v >>= 8;
    }
}

static uint64_t get(const uint8_t *at, unsigned bytes)
{
    uint64_t v = 0;

    while (bytes--) v = v << 8 | *at++;
    return v;
}

/* sel.frame */
void ttp_select_write_offer(uint8_t *b, uint16_t window)
{
    memset(b, 0, TTP_SELECT_BLOCK);
    b[0] = TTP_SELECT_OFFER_TYPE;
    b[1] = 1;
    put(b + 2, 2, 1);
    put(b + 4, 2, window);
}

/* sel.frame: a version or a feature that is unknown is no offer; more features beside it
 * are. */
bool ttp_select_read_offer(const uint8_t *b, uint16_t *window)
{
    *window = (uint16_t)get(b + 4, 2);
    return b[0] == TTP_SELECT_OFFER_TYPE && b[1] == 1 && (b[3] & 1) && *window && !get(b + 6, 8)
           && !get(b + 14, 2);
}

/* sel.frame */
void ttp_select_write_map(uint8_t *b, const struct ttp_select_map *m)
{
    memset(b, 0, TTP_SELECT_BLOCK);
    b[0] = TTP_SELECT_MAP_TYPE;
    put(b + 2, 2, m->base);
    put(b + 4, 2, m->newest);
    put(b + 8, 8, m->held);
}

/* sel.frame */
bool ttp_select_read_map(const uint8_t *b, struct ttp_select_map *m)
{
    m->base = (uint16_t)get(b + 2, 2);
    m->newest = (uint16_t)get(b + 4, 2);
    m->held = get(b + 8, 8);
    return b[0] == TTP_SELECT_MAP_TYPE && !b[1] && !get(b + 6, 2)
           && m->base % TTP_SELECT_MAP == 0;
}

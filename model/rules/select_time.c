/* SPDX-License-Identifier: Apache-2.0
 *
 * What the time between a send and its answer says: how long to wait, and how much to have on the
 * way. */
#include "select.h"

/* sel.rto: one send at a time is timed. */
void select_time_send(struct select *s)
{
    struct ttp_select_link *x = s->x;

    if (x->sample) return;
    x->sample = x->number;
    x->sample_at = s->ev->now;
}

/* Twice as long after each of n fruitless rounds. */
static uint32_t doubled(uint32_t t, unsigned n, uint32_t longest)
{
    while (n-- && t < longest) t *= 2;
    return least(t, longest);
}

/* sel.delay: one step a sample, which is one a round trip. */
static void follow_delay(struct select *s, uint32_t rtt)
{
    struct ttp_select_link *x = s->x;
    const uint32_t target = x->rtt_min + s->cfg->delay;
    const uint32_t spare = target - least(rtt, target);

    if (rtt > target) {
        x->window = most(x->window / 2, (uint32_t)((uint64_t)x->window * target / rtt));
        x->window = most(x->window, 1);
        x->window_grown = true;
    } else {
        x->window += x->window_grown
            ? 1 + (uint32_t)((uint64_t)x->window * spare / (2 * (uint64_t)target)) : 3 * x->window;
        x->window = least(x->window, TTP_SELECT_WINDOW);
    }
}

/* sel.rto: an answer names its send, so one that was sent twice is no riddle. A
 * sample that is overtaken by more than the wire reorders is lost. */
void select_time_echo(struct select *s, uint32_t q)
{
    struct ttp_select_link *x = s->x;
    const uint32_t rtt = most(s->ev->now - x->sample_at, 1);
    const int32_t off = (int32_t)(rtt - (x->srtt8 >> 3));

    if (!x->sample || dist(q, x->sample) < 0) return;
    if (q == x->sample) {
        if (x->srtt8) {
            x->srtt8 += (uint32_t)off;
            x->dev4 += (uint32_t)(off < 0 ? -off : off) - (x->dev4 >> 2);
        } else {
            x->srtt8 = rtt << 3;
            x->dev4 = rtt << 1;
        }
        x->rtt_min = x->rtt_min ? least(x->rtt_min, rtt) : rtt;
        if (s->cfg->delay) follow_delay(s, rtt);
    }
    if (q == x->sample || dist(q, x->sample) > (int32_t)x->reorder) x->sample = 0;
}

/* sel.tail: two round trips, and twice as long after each probe. */
static uint32_t select_tail(const struct select *s)
{
    return doubled(most(s->x->srtt8 >> 2, 1), s->x->probes, s->cfg->rules.timeout);
}

bool select_probe_next(const struct select *s)
{
    return s->cfg->probe && s->x->srtt8 && s->l->state == TTP_STATE_OPEN
        && select_tail(s) < s->cfg->rules.timeout;
}

/* sel.open */
uint32_t select_open_again(const struct select *s)
{
    const uint32_t first = s->cfg->rules.open_again;
    const unsigned rounds = s->l->rounds + (s->ev->rules.kind == TTP_EVENT_TIMER ? 1u : 0u);

    return doubled(first, rounds, most(first, s->cfg->rules.timeout));
}

/* sel.rto: twice as long after each fruitless round. sel.tail: two round trips. */
uint32_t select_timeout(const struct select *s)
{
    const struct ttp_select_link *x = s->x;
    const uint32_t longest = s->cfg->rules.timeout;
    uint32_t t = longest;

    if (s->cfg->measured && x->srtt8) {
        t = most((x->srtt8 >> 3) + x->dev4, s->cfg->rto_min);
        t = doubled(t, s->l->rounds, longest);
    }
    return select_probe_next(s) ? least(t, select_tail(s)) : t;
}

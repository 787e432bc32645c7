/* SPDX-License-Identifier: Apache-2.0
 *
 * What the time between a send and its answer says: how long to wait, and how much to have on the
 * way. */
#include "select.h"

/* Twice as long after each of n fruitless rounds. */
static uint32_t doubled(uint32_t t, unsigned n, uint32_t longest)
{
    while (n-- && t < longest) t *= 2;
    return least(t, longest);
}

/* sel.delay: nothing is known of the way. */
void select_window_begins(struct select *s)
{
    struct ttp_select_link *x = s->x;

    x->window = s->cfg->delay ? FIRST_WINDOW : TTP_SELECT_NO_WINDOW;
    x->round = (struct ttp_select_round){ .end = x->number + FIRST_WINDOW, .first = true };
}

/* sel.idle: what was known is old. */
void select_window_idle(struct select *s)
{
    const uint32_t was = s->x->window, trip = s->x->srtt8 >> 3;
    const uint32_t idle = s->ev->now - s->x->emptied;

    if (s->l->in_flight || idle <= trip) return;
    select_window_begins(s);
    if (idle <= 4 * trip) s->x->window = most(s->x->window, was);
}

/* sel.delay.less, sel.delay.more: what a round says, in which a payload waited for `queue`
 * cycles. */
static void set_window(struct select *s, uint32_t queue)
{
    struct ttp_select_link *x = s->x;
    struct ttp_select_round *r = &x->round;
    const uint32_t delay = s->cfg->delay, base = x->rtt_min;
    const uint32_t fine = x->window < SMALL_WINDOW ? 2 * delay : delay;

    if (queue > fine) {
        x->window = least(x->window, r->most);
        x->window = most(x->window / 2,
                         (uint32_t)((uint64_t)x->window * (base + fine) / (base + queue)));
        if (r->lossy && queue > 2 * delay) x->window = least(x->window, r->n);
        x->window = most(x->window, 1);
    } else if (r->first) {
        x->window = queue ? most(x->window, FIRST_WINDOW * base / queue) : s->cfg->window;
    } else {
        x->window += 1 + (uint32_t)((uint64_t)x->window * least(fine - queue, delay) / (2 * delay));
    }
    x->window = least(x->window, s->cfg->window);
    *r = (struct ttp_select_round){ .end = x->number + 1, .drains = queue > fine };
}

/* sel.delay: the payloads of a round trip make a round. */
static void follow_delay(struct select *s, uint32_t q, uint32_t rtt, uint32_t way)
{
    struct ttp_select_round *r = &s->x->round;

    r->most = most(r->most, way);
    if (r->drains) {
        if (dist(q, r->end) < 0) return;
        r->drains = false;
        r->end = s->x->number;
    }
    r->sum += rtt;
    r->n++;
    if (dist(q, r->end) >= 0) set_window(s, r->sum / r->n - s->x->rtt_min);
}

/* sel.rtt: an answer names its send, so one that was sent twice is no riddle. */
void select_time_echo(struct select *s, uint32_t q, uint32_t way)
{
    struct ttp_select_link *x = s->x;
    const struct ttp_select_sent *e = sent_of(x, x->id_of[q % TTP_SELECT_SENDS]);
    const uint32_t rtt = most(s->ev->now - e->at, 1);
    const int32_t off = (int32_t)(rtt - (x->srtt8 >> 3));

    if (e->number != q) return;
    if (x->srtt8) x->srtt8 += (uint32_t)off;
    else x->srtt8 = rtt << 3;
    x->rtt_min = x->rtt_min ? least(x->rtt_min, rtt) : rtt;
    if (s->cfg->delay) follow_delay(s, q, rtt, way);
}

/* sel.tail: one and a half round trips, and twice as long after each probe. 0: no round trip is
 * known. */
static uint32_t select_tail(const struct select *s)
{
    const uint32_t trip8 = s->x->srtt8 ? s->x->srtt8 : 32 * s->cfg->base_rtt;

    return trip8 ? doubled(most((trip8 + trip8 / 2) / 8, s->cfg->probe_min), s->x->probes,
                           s->cfg->rules.timeout) : 0;
}

bool select_probe_next(const struct select *s)
{
    const uint32_t tail = select_tail(s);

    return tail && tail < s->cfg->rules.timeout && sending(s->l);
}

/* sel.open */
uint32_t select_open_again(const struct select *s)
{
    const uint32_t first = s->cfg->rules.open_again, longest = most(first, s->cfg->rules.timeout);
    const uint8_t state = s->l->state;

    if (s->ev->rules.kind != TTP_EVENT_TIMER
        || (state != TTP_STATE_OPEN_SENT && state != TTP_STATE_REOPEN_SENT)) return first;
    return s->l->rounds < OPEN_DOUBLED ? doubled(first, s->l->rounds + 1, longest) : longest;
}

/* Until the timer runs out, or until the next probe. */
uint32_t select_timeout(const struct select *s)
{
    return select_probe_next(s) ? select_tail(s) : s->cfg->rules.timeout;
}

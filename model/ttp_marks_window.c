/* SPDX-License-Identifier: Apache-2.0
 *
 * sel.delay, sel.idle: the window of a context, its rounds, and what of it the link pipe is told.
 * Part of: ttp_tx_marks */
#include "ttp_marks_window.h"

#include "ttp_marks_numbers.h"
#include "ttp_marks_times.h"

#define FIRST      8u
#define SMALL      64u      /* below it twice the delay is fine                        */
#define ROUND_MOST 511u     /* answers that a round counts                             */
#define NEAR       8u       /* payloads                                                */
#define SUMS       72u      /* cycles of the sums behind their first one, at 256 places */

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

void ttp_marks_window_takes(struct ttp_marks_context *c, uint16_t before)
{
    c->base = c->gone = before;
    c->window = FIRST;
    c->round = (struct ttp_marks_round){ .end = (uint16_t)(before + FIRST), .first = true };
    c->limit = c->anew = c->full = c->near = c->lossy = false;
}

void ttp_marks_window_frees(struct ttp_tx_marks *b, uint32_t at, uint32_t now)
{
    b->before[b->context[at].link].emptied = ttp_marks_time(now);
}

uint16_t ttp_marks_way(const struct ttp_marks_context *c)
{
    return (uint16_t)(c->newest - c->gone);
}

/* sel.delay */
void ttp_marks_arrives(struct ttp_marks_engine *e, struct ttp_marks_context *c, uint32_t delay)
{
    const bool arrived = e->counts && ttp_marks_behind(e->number, c->gone) > 0;

    e->way_heard = (uint16_t)least(e->way, c->places);
    if (arrived) c->gone = e->number;
    e->limit.moved = delay && (arrived || e->told_una != c->told_una);
}

/* ---- a round ---- */

void ttp_marks_round(struct ttp_marks_engine *e, const struct ttp_marks_context *c, uint32_t now)
{
    struct ttp_marks_round *r = &e->round;

    e->idle = (ttp_marks_time(now) - e->before.emptied) & TTP_MARKS_TIME;
    e->before_window = e->before.window;
    *r = c->round;
    if (r->drains) r->sum = r->n = r->most = 0;
    r->most = (uint16_t)most(r->most, e->way_heard);
    if (r->n < ROUND_MOST) {
        r->n++;
        r->sum += e->trip;
    }
    e->round_over = ttp_marks_behind(e->number, r->end) >= 0;
    e->round_at_once = ttp_marks_behind(e->number, c->newest) >= 0;
}

void ttp_marks_round_moves(struct ttp_tx_marks *b, struct ttp_marks_context *c, uint32_t delay)
{
    struct ttp_marks_engine *e = &b->engine;
    struct ttp_marks_round *r = &e->round;
    struct ttp_marks_sums *s = &b->sums;
    const bool ends = r->drains ? e->round_at_once : e->round_over;

    if (!delay) {
        c->round = (struct ttp_marks_round){ .end = (uint16_t)(c->newest + 1), .first = true };
        return;
    }
    if (r->drains && !e->round_over) return;
    if (r->drains) r->end = c->newest;
    r->drains = false;
    if (ends && !s->busy) {
        *s = (struct ttp_marks_sums){
            .starts = true, .here = b->used >> e->context & 1, .link = c->link,
            .context = e->context,
            .left = (uint8_t)(SUMS + (c->places > 256 ? 2 : 0)), .places = c->places,
            .window = c->window, .round = *r, .shortest = e->shortest,
            .delay = delay, .lossy = c->lossy,
        };
        *r = (struct ttp_marks_round){ .end = (uint16_t)(c->newest + 1) };
        c->lossy = false;
    }
    c->round = *r;
}

/* sel.delay.less, sel.delay.more */
static uint32_t window_after(const struct ttp_marks_sums *s, bool *less)
{
    const struct ttp_marks_round *r = &s->round;
    const uint32_t queue = (r->sum / r->n - s->shortest) & TTP_MARKS_TIME;
    const uint32_t fine = s->window < SMALL ? 2 * s->delay : s->delay;
    const uint32_t used = least(s->window, r->most);
    uint32_t w;

    *less = queue > fine;
    if (*less) {
        w = used * (s->shortest + fine) / (s->shortest + queue);
        w = most(used / 2, least(w, s->places));
        if (s->lossy && queue > 2 * s->delay) w = least(w, r->n);
        return most(w, 1);
    }
    if (r->first)
        return queue ? least(most(s->window, FIRST * s->shortest / queue), s->places) : s->places;
    return least(s->window + 1 + s->window * least(fine - queue, s->delay) / (2 * s->delay),
                 s->places);
}

bool ttp_marks_sums_clock(struct ttp_tx_marks *b, bool loads, uint32_t gone)
{
    struct ttp_marks_sums *s = &b->sums;
    struct ttp_marks_context *c = &b->context[s->context];
    bool less = false;

    if (!s->busy && !s->starts) return false;
    if (gone == s->context && !s->starts) s->here = false;
    if (s->starts) {
        s->starts = false;
        s->busy = true;
        return false;
    }
    if (s->left) {
        s->left--;
        return false;
    }
    if (loads) return false;
    b->before[s->link].window = window_after(s, &less);
    if (s->here) {
        c->window = (uint16_t)b->before[s->link].window;
        c->round.drains |= less;
        c->limit = true;
    }
    *s = (struct ttp_marks_sums){ 0 };
    return less;
}

void ttp_marks_sums_takes(struct ttp_tx_marks *b, uint32_t at)
{
    struct ttp_marks_sums *s = &b->sums;

    if (s->busy && s->context == at) s->here = b->context[at].link == s->link;
}

/* sel.idle */
void ttp_marks_window_loads(struct ttp_tx_marks *b, struct ttp_marks_context *c)
{
    const struct ttp_marks_engine *e = &b->engine;
    const uint32_t trip = e->trip8 / 8;
    const bool known = e->kept != 0, begins = !known || e->idle > trip;

    c->anew = true;
    c->window = (uint16_t)(!begins ? e->before_window
              : !known || e->idle > 4 * trip ? FIRST : most(e->before_window, FIRST));
    b->before[c->link].window = c->window;
    c->round = (struct ttp_marks_round){
        .end = (uint16_t)(c->base + (begins ? FIRST : 1)), .first = begins,
    };
    c->lossy = false;
}

/* ---- what may be in flight ---- */

/* sel.advice, sel.tail: with the first probe one may go. */
void ttp_marks_all_gone(const struct ttp_marks_engine *e, struct ttp_marks_context *c)
{
    c->lossy = true;
    if (!e->probes || e->read.all) c->gone = c->newest;
    else if (e->way >= e->window) c->gone = (uint16_t)(c->newest + 1 - e->window);
}

bool ttp_marks_full(const struct ttp_marks_context *c, uint32_t delay)
{
    return delay && c->full;
}

/* Nothing is said of a limit that is far away; but behind a pause what the link pipe has may be far
 * from it. */
bool ttp_marks_limit_tells(struct ttp_tx_marks *b, uint32_t delay, bool *push)
{
    const struct ttp_marks_limit *l = &b->engine.limit;
    struct ttp_marks_context *c = &b->context[l->context];
    struct ttp_marks_resend *r = (struct ttp_marks_resend *)ttp_fifo_slot(&b->resends);
    const bool other = l->most < l->allowed || (l->most > l->allowed && !l->allowed_all);
    const bool tells = other && (!delay || c->anew || least(l->most, l->allowed) <= l->sent + NEAR);

    if (!l->found) return false;
    if (tells && !ttp_fifo_ready(&b->resends)) return true;
    c->anew = false;
    if (!tells) return false;
    *r = (struct ttp_marks_resend){
        l->link, 0, (uint32_t)l->gen << 24 | TTP_RESEND_TELLS | l->most,
    };
    *push = true;
    return false;
}

static void find(struct ttp_marks_limit *l, const struct ttp_marks_engine *e,
                 struct ttp_marks_context *c, uint32_t delay)
{
    const uint32_t fits = (uint32_t)e->sent + e->acked + e->window;

    c->full = e->way >= e->window;
    c->near = e->way + 16u >= e->window;
    if (!delay) l->most = c->places;
    else if (e->way >= fits || (c->near && c->scan)) l->most = 1;   /* what is lost goes first */
    else l->most = (uint16_t)least(fits - e->way, c->places);
    l->allowed = c->allowed;
    l->allowed_all = c->allowed_all;
    l->sent = c->sent;
    l->gen = c->gen;
    l->link = c->link;
}

void ttp_marks_limit_clock(struct ttp_tx_marks *b, uint8_t served, bool stops, uint32_t delay)
{
    struct ttp_marks_engine *e = &b->engine;
    struct ttp_marks_limit *l = &e->limit;
    const bool moved = l->moved_before && !stops;

    l->found = l->finds && !stops;
    if (l->finds) find(l, e, &b->context[served], delay);
    l->context = served;
    l->finds = (moved || l->goes) && !stops;
    l->moved_before = l->moved;
    l->moved = l->goes = false;
}

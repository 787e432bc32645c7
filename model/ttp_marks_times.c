/* SPDX-License-Identifier: Apache-2.0
 *
 * sel.rtt, sel.tail: the smoothed round trip of a link, and the walk over the contexts.
 * Part of: ttp_tx_marks */
#include "ttp_marks_times.h"

#define NEVER (1u << 19)        /* such a time is never over */

uint32_t ttp_marks_time(uint32_t now)
{
    return now >> 4 & TTP_MARKS_TIME;
}

/* ---- sel.rtt ---- */

void ttp_marks_read_times(struct ttp_tx_marks *b)
{
    struct ttp_marks_engine *e = &b->engine;

    const struct ttp_marks_trips *t = &b->trips[b->context[e->context].link];

    e->kept = t->trip8;
    e->kept_shortest = t->shortest;
    e->kept_distance = t->distance;
    e->before = b->before[b->context[e->context].link];
    e->lies = b->sent[e->context * b->places + e->late_id % b->places];
    e->reads_times = false;
}

void ttp_marks_path(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in)
{
    const struct ttp_marks_trips *t = &b->trips[in->path_link];

    b->path = (struct ttp_path){ t->trip8, t->shortest, 0, t->distance };
    if (t->trip8 && in->delay) b->path.window = (uint16_t)b->before[in->path_link].window;
}

void ttp_marks_smooth(struct ttp_marks_engine *e, const struct ttp_tx_marks_in *in)
{
    const uint32_t trip = e->trip ? e->trip : 1;

    if (e->loads) e->trip8 = e->kept ? e->kept : 2 * in->base_rtt;      /* 8 x 4 / 16 */
    else e->trip8 = e->kept ? e->kept + trip - e->kept / 8 : 8 * trip;
    /* sel.base */
    e->shortest = e->kept ? e->kept_shortest : in->base_rtt / 16;
    if (!e->shortest || trip < e->shortest) e->shortest = trip;
}

static uint32_t until_probe(uint32_t trip8, uint32_t probe_min)
{
    const uint32_t tail = (trip8 + trip8 / 2) / 8;

    if (!trip8) return 0;
    if (tail >= NEVER) return NEVER;
    return tail < probe_min / 16 ? probe_min / 16 : tail;
}

void ttp_marks_keep(struct ttp_tx_marks *b, struct ttp_marks_context *c,
                    const struct ttp_tx_marks_in *in)
{
    const struct ttp_marks_engine *e = &b->engine;

    if (!e->loads) {
        b->trips[c->link] = (struct ttp_marks_trips){
            e->trip8, e->shortest, c->learned ? c->distance : 0,
        };
    } else if (e->kept && e->kept_distance && !c->learned) {
        c->learned = true;      /* sel.reorder: as before the pause */
        c->distance = e->kept_distance;
    }
    c->least = until_probe(e->trip8, in->probe_min);
    c->timed = true;
}

/* ---- sel.tail ---- */

/* Of a context that is used. */
static bool runs(const struct ttp_marks_context *c, uint32_t timeout)
{
    return c->timed && c->goes && c->time && c->time < NEVER && c->time * 16 < timeout;
}

static uint32_t age(const struct ttp_marks_context *c, uint32_t now)
{
    return (ttp_marks_time(now) - c->since) & TTP_MARKS_TIME;
}

static bool due(const struct ttp_marks_context *c, uint32_t now, uint32_t timeout)
{
    return runs(c, timeout) && age(c, now) >= c->time;
}

static void look(struct ttp_tx_marks *b, uint32_t now, uint32_t timeout)
{
    const uint32_t at = now / 4 % b->contexts;
    const struct ttp_marks_context *c = &b->context[at];
    struct ttp_marks_walk *w = &b->walk;

    if (!(b->used >> at & 1) || !c->timed) return;
    w->restart = c->restart;
    w->touch = c->touch;
    w->due = !c->restart && !c->touch && due(c, now, timeout);
    if (!w->restart && !w->touch && !w->due) return;
    w->context = (uint8_t)at;
    w->least = c->least;
}

static void forget(struct ttp_marks_walk *w)
{
    w->restart = w->touch = w->due = false;
    w->context = 0;
    w->least = 0;
}

bool ttp_marks_walk(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in, uint32_t gone,
                    bool *all)
{
    struct ttp_marks_walk *w = &b->walk;
    bool fires = false;

    if (in->now % 4 == 0) look(b, in->now, in->timeout);
    if (!w->restart && !w->touch && !w->due) return false;
    if (gone == w->context) {
        forget(w);
    } else if (in->now % 4 == 3) {
        struct ttp_marks_context *c = &b->context[w->context];

        fires = w->due;
        *all = c->later;
        c->since = ttp_marks_time(in->now);
        if (w->restart) c->time = w->least;
        else if (w->due) c->time *= 2;
        c->later = !w->restart && (c->later || w->due);
        if (w->restart) c->restart = false;
        if (w->touch) c->touch = false;
        if (!fires) forget(w);
    }
    return fires;
}

void ttp_marks_probe_is_due(struct ttp_tx_marks *b, bool all)
{
    struct ttp_marks_context *c = &b->context[b->walk.context];

    c->probe = true;
    c->all = all;
    forget(&b->walk);
}

bool ttp_marks_walk_busy(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout)
{
    bool busy = b->walk.restart || b->walk.touch || b->walk.due;

    for (uint32_t left = b->used; left; left &= left - 1) {
        const struct ttp_marks_context *c = &b->context[__builtin_ctz(left)];

        busy |= (c->timed && (c->restart || c->touch)) || due(c, now, timeout);
    }
    return busy;
}

uint64_t ttp_marks_walk_idle(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t left = b->used; left; left &= left - 1) {
        const struct ttp_marks_context *c = &b->context[__builtin_ctz(left)];
        uint64_t n;

        if (!runs(c, timeout)) continue;
        n = (c->time - age(c, now)) * 16ull - now % 16;
        if (n < least) least = n;
    }
    return least;
}

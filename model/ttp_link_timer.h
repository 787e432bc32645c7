/* SPDX-License-Identifier: Apache-2.0
 *
 * One walk over the deadlines of all links. Mirrors rtl/link/ttp_link_timer.v. Cycle t reads the
 * deadline at the walk index, cycle t+1 judges it, and cycle t+2 queues the link if it has passed.
 * A write that meets the walk holds it for a cycle, unless links may be written in every cycle.
 * Links [0, LINKS), times in cycles modulo 2^32. */
#ifndef TTP_LINK_TIMER_H
#define TTP_LINK_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ttp_link_timer_in {
    bool     core_rst, init_active;
    bool     timer_valid;       /* S2 writes the copy                     */
    bool     timer_runs, timer_service_runs;
    bool     expired_ready;     /* head of the queue is taken             */
    uint32_t init_idx;
    uint32_t now;
    uint32_t timer_link, timer_deadline, timer_service_at;
};

struct ttp_link_timer_out {
    bool     expired_valid;
    uint32_t expired_link;
};

struct ttp_link_timer_copy {
    uint32_t dl, dl2;
    uint32_t armed, armed2;     /* 0/1: dl, dl2 counts */
};

struct ttp_link_timer {
    struct ttp_link_timer_copy *copy;   /* by link                        */
    struct ttp_fifo q;          /* uint32_t, 4 deep                       */
    uint32_t links;
    uint32_t idx;               /* read in this cycle                     */
    uint32_t idx_s1;            /* was read in the last one: judged now   */
    uint32_t looked;            /* 0/1 it was read indeed                 */
    uint32_t every;             /* 0/1 a link may be written in every cycle */
    uint32_t deep;              /* 0/1 parameter DEEP: it is judged a cycle later, as it was read */
    uint32_t idx_held;          /* judged then                            */
    struct ttp_link_timer_copy held;
    uint32_t idx_s2;            /* was judged in the last one ...         */
    uint32_t due_s2;            /* 0/1 ... to be due: queued now          */
};

void ttp_link_timer_bind(struct ttp_link_timer *b, const struct ttp_params *p,
                         struct ttp_arena *a);
void ttp_link_timer_clock(struct ttp_link_timer *b, const struct ttp_link_timer_in *in);

static inline void ttp_link_timer_drive(const struct ttp_link_timer *b,
                                        struct ttp_link_timer_out *o)
{
    o->expired_valid = ttp_fifo_valid(&b->q);
    if (o->expired_valid) o->expired_link = *(const uint32_t *)ttp_fifo_head(&b->q);
}

static inline uint64_t ttp_link_timer_busy(const struct ttp_link_timer *b)
{
    const struct ttp_link_timer_copy *c = &b->copy[b->idx_held], *h = &b->held;
    /* deep: what will be judged is not what stands there any more, so it may not be skipped */
    const bool other = c->armed != h->armed || c->armed2 != h->armed2
                    || (h->armed && c->dl != h->dl) || (h->armed2 && c->dl2 != h->dl2);
    const bool stale = b->deep && other;

    /* The walk was held: it does not go on by one a cycle from what is judged. */
    const bool held = !b->looked || (b->deep && b->idx_held == b->idx_s1);

    return (uint64_t)b->q.count + b->due_s2 + stale + held;
}

/* Cycles that may pass, with an empty queue and no write, until a deadline is seen; UINT64_MAX
 * if none is set. now: that of the present cycle. */
uint64_t ttp_link_timer_idle(const struct ttp_link_timer *b, uint32_t now);
/* n such cycles at once. */
void ttp_link_timer_skip(struct ttp_link_timer *b, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif

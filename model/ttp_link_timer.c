/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_link_timer.h"

#include "ttp_defs.h"

enum { TMQ_N = 4 };

void ttp_link_timer_bind(struct ttp_link_timer *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    b->links = 3 * p->link_sets * p->link_ways;
    b->deep = p->deep != 0;
    b->every = TTP_PIPE_OF(p, FOLLOW);
    b->copy = ttp_arena_take(a, b->links * sizeof *b->copy);
    ttp_fifo_bind(&b->q, a, sizeof(uint32_t), TMQ_N);
}

/* tmr.wrap - the walk: a link is due when its deadline is not ahead of now, by the sign. */
void ttp_link_timer_clock(struct ttp_link_timer *b, const struct ttp_link_timer_in *in)
{
    const bool meets = !b->every && in->timer_valid && in->timer_link == b->idx;
    struct ttp_link_timer_copy read = b->copy[b->idx_s1];
    struct ttp_link_timer_copy seen;
    /* Due in spite of a full queue: the next walk finds it again. */
    const bool push = b->due_s2 && ttp_fifo_ready(&b->q);

    if (!b->looked) read.armed = read.armed2 = 0;
    seen = b->deep ? b->held : read;

    if (push) *(uint32_t *)ttp_fifo_slot(&b->q) = b->idx_s2;
    ttp_fifo_clock(&b->q, push, in->expired_ready && ttp_fifo_valid(&b->q));

    /* After the judgement: what is read in the cycle of a write is the new data, and that
     * reading is judged in the next one. */
    if (in->timer_valid)
        b->copy[in->timer_link] = (struct ttp_link_timer_copy){
            in->timer_deadline, in->timer_service_at, in->timer_runs, in->timer_service_runs
        };
    if (in->init_active && in->init_idx < b->links)
        b->copy[in->init_idx].armed = b->copy[in->init_idx].armed2 = 0;

    b->due_s2 = (seen.armed && (int32_t)(in->now - seen.dl) >= 0)
             || (seen.armed2 && (int32_t)(in->now - seen.dl2) >= 0);
    b->idx_s2 = b->deep ? b->idx_held : b->idx_s1;
    b->idx_held = b->idx_s1;
    b->held = read;
    b->idx_s1 = b->idx;
    b->looked = !in->init_active && !meets;
    if (!meets && ++b->idx == b->links) b->idx = 0;
    if (in->core_rst) {
        b->idx = b->idx_s1 = b->idx_held = b->idx_s2 = b->due_s2 = b->looked = 0;
        b->held.armed = b->held.armed2 = 0;
        ttp_fifo_clear(&b->q);
    }
}

/* Cycles until the walk, k cycles before it is at the link, sees dl: it comes round every `links`
 * cycles, and a deadline that passes behind its back waits for the next round. */
static uint64_t seen_after(const struct ttp_link_timer *b, uint64_t k, uint32_t dl, uint32_t now)
{
    const int32_t need = (int32_t)(dl - now);

    if (need > 0 && (uint64_t)need > k)
        k += ((uint64_t)need - k + b->links - 1) / b->links * b->links;
    return k;
}

uint64_t ttp_link_timer_idle(const struct ttp_link_timer *b, uint32_t now)
{
    uint64_t least = UINT64_MAX;
    const uint32_t first = b->deep ? b->idx_held : b->idx_s1;     /* judged now */

    for (uint32_t l = 0; l < b->links; l++) {
        const struct ttp_link_timer_copy *c = &b->copy[l];
        const uint64_t k = l >= first ? l - first : l + b->links - first;
        const uint64_t at = c->armed ? seen_after(b, k, c->dl, now) : UINT64_MAX;
        const uint64_t at2 = c->armed2 ? seen_after(b, k, c->dl2, now) : UINT64_MAX;

        if (at < least) least = at;
        if (at2 < least) least = at2;
    }
    return least;
}

void ttp_link_timer_skip(struct ttp_link_timer *b, uint64_t n)
{
    /* What stood k cycles before the index, n cycles on. */
    const uint32_t s1 = n > 1 ? (uint32_t)((b->idx + n - 2) % b->links) : b->idx_s1;
    const uint32_t s2 = n > 2 ? (uint32_t)((b->idx + n - 3) % b->links)
                      : n == 2 ? b->idx_s1 : b->idx_held;

    if (!n) return;
    b->idx_s2 = b->deep ? s2 : s1;
    b->idx_held = s1;
    b->held = b->copy[s1];
    b->idx_s1 = (uint32_t)((b->idx + n - 1) % b->links);
    b->idx = (uint32_t)((b->idx + n) % b->links);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_sched.h"

void ttp_tx_sched_bind(struct ttp_tx_sched *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t links = 3 * p->link_sets * p->link_ways;

    ttp_fifo_bind(&b->replay, a, sizeof(uint16_t), links);
    ttp_fifo_bind(&b->fresh, a, sizeof(uint16_t), links);
}

/* Replays go first: nothing behind a hole can retire. */
void ttp_tx_sched_drive(const struct ttp_tx_sched *b, struct ttp_tx_sched_out *o)
{
    o->rq_valid = (b->replay.count | b->fresh.count) != 0;
    o->rq_link = *(const uint16_t *)ttp_fifo_head(b->replay.count ? &b->replay : &b->fresh);
}

void ttp_tx_sched_clock(struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    const bool pop_replay = in->rq_ready && b->replay.count;
    const bool pop_fresh = in->rq_ready && !b->replay.count && b->fresh.count;

    if (in->rq_push)
        *(uint16_t *)ttp_fifo_slot(in->rq_push_replay ? &b->replay : &b->fresh) = in->rq_push_link;
    ttp_fifo_clock(&b->replay, in->rq_push && in->rq_push_replay, pop_replay);
    ttp_fifo_clock(&b->fresh, in->rq_push && !in->rq_push_replay, pop_fresh);

    /* Responses go first, but a waiting payload goes after 16 of them. */
    b->run += in->start_rsp;
    if (in->start_pay || !in->pq_valid) b->run = 0;

    if (in->core_rst) {
        ttp_fifo_clear(&b->replay);
        ttp_fifo_clear(&b->fresh);
        b->run = 0;
    }
}

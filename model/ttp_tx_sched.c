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
    o->ready_valid = (b->replay.count | b->fresh.count) != 0;
    o->ready_link = *(const uint16_t *)ttp_fifo_head(b->replay.count ? &b->replay : &b->fresh);
}

void ttp_tx_sched_clock(struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    const bool pop_replay = in->ready_pop && b->replay.count;
    const bool pop_fresh = in->ready_pop && !b->replay.count && b->fresh.count;

    if (in->ready_push) {
        struct ttp_fifo *q = in->ready_push_replay ? &b->replay : &b->fresh;

        *(uint16_t *)ttp_fifo_slot(q) = in->ready_push_link;
    }
    ttp_fifo_clock(&b->replay, in->ready_push && in->ready_push_replay, pop_replay);
    ttp_fifo_clock(&b->fresh, in->ready_push && !in->ready_push_replay, pop_fresh);

    /* Responses go first, but a waiting payload goes after 16 of them. */
    b->run += in->start_response;
    if (in->start_payload || !in->payload_valid) b->run = 0;

    if (in->core_rst) {
        ttp_fifo_clear(&b->replay);
        ttp_fifo_clear(&b->fresh);
        b->run = 0;
    }
}

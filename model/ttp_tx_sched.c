/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_sched.h"

void ttp_tx_sched_bind(struct ttp_tx_sched *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t links = 3 * p->link_sets * p->link_ways;

    ttp_fifo_bind(&b->replay, a, sizeof(uint16_t), links);
    ttp_fifo_bind(&b->fresh, a, sizeof(uint16_t), links);
}

static bool listed(const struct ttp_tx_sched *b) { return (b->replay.count | b->fresh.count) != 0; }

/* What is lost goes first, but four times in a row at most while another waits. News take nobody's
 * turn. */
static bool lost_goes(const struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    return in->lost_valid && (in->lost_news || !(b->lost == 4 && listed(b)));
}

/* Replays go before new ones: nothing behind a hole can retire. */
void ttp_tx_sched_ready(const struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in,
                        struct ttp_tx_sched_out *o)
{
    o->ready_lost = lost_goes(b, in);
    o->ready_news = o->ready_lost && in->lost_news;
    o->ready_valid = in->lost_valid || listed(b);
    o->ready_link = *(const uint16_t *)ttp_fifo_head(b->replay.count ? &b->replay : &b->fresh);
    if (o->ready_lost) o->ready_link = in->lost_link;
}

void ttp_tx_sched_clock(struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    const bool pop = in->ready_pop && !lost_goes(b, in);
    const bool pop_replay = pop && b->replay.count;
    const bool pop_fresh = pop && !b->replay.count && b->fresh.count;

    if (in->ready_push) {
        struct ttp_fifo *q = in->ready_push_replay ? &b->replay : &b->fresh;

        *(uint16_t *)ttp_fifo_slot(q) = in->ready_push_link;
    }
    ttp_fifo_clock(&b->replay, in->ready_push && in->ready_push_replay, pop_replay);
    ttp_fifo_clock(&b->fresh, in->ready_push && !in->ready_push_replay, pop_fresh);

    if (pop) b->lost = 0;
    else if (in->ready_pop && !in->lost_news && b->lost < 4) b->lost++;

    /* Responses go first, but a waiting payload goes after 16 of them. */
    b->run += in->start_response;
    if (in->start_payload || !in->payload_valid) b->run = 0;

    if (in->core_rst) {
        ttp_fifo_clear(&b->replay);
        ttp_fifo_clear(&b->fresh);
        b->run = b->lost = 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_sched.h"

void ttp_tx_sched_bind(struct ttp_tx_sched *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t links = 3 * p->link_sets * p->link_ways;

    ttp_fifo_bind(&b->replay, a, sizeof(uint16_t), links);
    ttp_fifo_bind(&b->fresh, a, sizeof(uint16_t), links);
    ttp_tx_order_bind(&b->order, p, a);
}

static bool listed(const struct ttp_tx_sched *b) { return (b->replay.count | b->fresh.count) != 0; }

/* A link of its channel, if there is an order; else NULL. */
static const uint16_t *in_order(const struct ttp_tx_sched *b)
{
    return ttp_tx_order_next(&b->order);
}

/* What is lost goes first, but four times in a row at most while another waits. News take nobody's
 * turn. */
static bool lost_goes(const struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    return in->lost_valid && (in->lost_news || !(b->lost == 4 && (listed(b) || in_order(b))));
}

/* Replays go before new ones: nothing behind a hole can retire. */
void ttp_tx_sched_ready(const struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in,
                        struct ttp_tx_sched_out *o)
{
    o->ready_lost = lost_goes(b, in);
    o->ready_news = o->ready_lost && in->lost_news;
    o->ready_valid = in->lost_valid || listed(b) || ttp_tx_order_any(&b->order);
    o->ready_link = *(const uint16_t *)ttp_fifo_head(b->replay.count ? &b->replay : &b->fresh);
    if (in_order(b)) o->ready_link = *in_order(b);
    if (o->ready_lost) o->ready_link = in->lost_link;
}

void ttp_tx_sched_clock(struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in)
{
    const bool pop = in->ready_pop && !lost_goes(b, in);
    const bool common = pop && !in_order(b);
    const bool pop_replay = common && b->replay.count;
    const bool pop_fresh = common && !b->replay.count && b->fresh.count;
    /* vc.turn - with an order each channel has its lists. */
    const bool ordered = in->vc.mode != TTP_VC_OFF;
    const bool push = in->ready_push && !ordered;

    ttp_tx_order_clock(&b->order, &in->vc, listed(b), in->ready_push && ordered,
                       in->ready_push_replay, in->ready_push_link, pop);
    if (push) {
        struct ttp_fifo *q = in->ready_push_replay ? &b->replay : &b->fresh;

        *(uint16_t *)ttp_fifo_slot(q) = in->ready_push_link;
    }
    ttp_fifo_clock(&b->replay, push && in->ready_push_replay, pop_replay);
    ttp_fifo_clock(&b->fresh, push && !in->ready_push_replay, pop_fresh);

    if (pop) b->lost = 0;
    else if (in->ready_pop && !in->lost_news && b->lost < 4) b->lost++;

    /* Responses go first, but a waiting payload goes after 16 of them. */
    b->run += in->start_response;
    if (in->start_payload || !in->payload_valid) b->run = 0;

    if (in->core_rst) {
        ttp_fifo_clear(&b->replay);
        ttp_fifo_clear(&b->fresh);
        ttp_tx_order_clear(&b->order);
        b->run = b->lost = 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_respond.h"

void ttp_tx_respond_bind(struct ttp_tx_respond *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    b->resp_n = p->data_w == 512 ? 64 : 16;
    ttp_fifo_bind(&b->q, a, sizeof(struct ttp_response), b->resp_n);
}

static const struct ttp_response *head(const struct ttp_tx_respond *b)
{
    return (const struct ttp_response *)ttp_fifo_head(&b->q);
}

/* No head is shown while the ring of links is full, and no map before it is there. */
static bool shown(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    return b->q.count && b->held != 4 && (!head(b)->map || (in->map_ready && !in->map_none));
}

/* sel.map - there is nothing to tell any more. */
static bool stale(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    return b->q.count && head(b)->map && in->map_ready && in->map_none;
}

static bool pops(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    return (in->response_ready && shown(b, in)) || stale(b, in);
}

bool ttp_tx_respond_map_done(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    return b->q.count && head(b)->map && pops(b, in);
}

void ttp_tx_respond_drive(const struct ttp_tx_respond *b, struct ttp_tx_respond_out *o)
{
    o->credit_for_frame   = b->credit > 4;   /* frames leave more for timers, commands and turns */
    o->credit_for_event    = b->credit > 2;
    o->left_valid  = b->left != 0;
    o->left_link   = b->ring[b->rd];
    o->map_ask = b->q.count && head(b)->map;
    o->map_link = head(b)->link;
}

void ttp_tx_respond_comb(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in,
                         struct ttp_tx_respond_out *o)
{
    o->response_valid = shown(b, in);
    o->response = head(b);
    if (!o->response_valid || !o->response->map) return;
    o->with_map = *o->response;
    o->with_map.txid = in->map->number;
    o->with_map.rxid = in->map->missing;
    o->response = &o->with_map;
}

void ttp_tx_respond_clock(struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    const bool pop = pops(b, in);

    if (b->held) {
        const bool left_pop = in->left_ready && b->left;

        b->left += (uint32_t)in->frame_left - (uint32_t)left_pop;
        b->held -= left_pop;
        b->rd = (b->rd + left_pop) & 3u;
    }
    if (pop && head(b)->notify) {
        b->ring[b->wr] = head(b)->link;
        b->wr = (b->wr + 1) & 3u;
        b->held++;
    }
    /* A credit is taken for each event that may answer, and comes back without an answer
     * (credit_give) or with the departure of one: so the queue has room for every response. */
    if (in->respond_valid) *(struct ttp_response *)ttp_fifo_slot(&b->q) = in->respond;
    ttp_fifo_clock(&b->q, in->respond_valid, pop);
    b->credit += (uint32_t)in->credit_give + (uint32_t)pop;
    b->credit -= (uint32_t)in->credit_take_frame + (uint32_t)in->credit_take_event;

    if (in->core_rst) {
        ttp_fifo_clear(&b->q);
        b->credit = b->resp_n;
        b->held = b->left = b->wr = b->rd = 0;
    }
}

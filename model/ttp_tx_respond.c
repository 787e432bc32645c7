/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_respond.h"

void ttp_tx_respond_bind(struct ttp_tx_respond *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    b->resp_n = p->data_w == 512 ? 64 : 16;
    ttp_fifo_bind(&b->q, a, sizeof(struct ttp_response), b->resp_n);
}

/* No head is shown while the ring of links is full. */
static inline bool shown(const struct ttp_tx_respond *b) { return b->q.count && b->held != 4; }

void ttp_tx_respond_drive(const struct ttp_tx_respond *b, struct ttp_tx_respond_out *o)
{
    o->credit_for_frame   = b->credit > 4;   /* frames leave more for timers, commands and turns */
    o->credit_for_event    = b->credit > 2;
    o->response_valid = shown(b);
    o->response       = (const struct ttp_response *)ttp_fifo_head(&b->q);
    o->left_valid  = b->left != 0;
    o->left_link   = b->ring[b->rd];
}

void ttp_tx_respond_clock(struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in)
{
    const bool pop = in->response_ready && shown(b);

    if (b->held) {
        const bool left_pop = in->left_ready && b->left;

        b->left += (uint32_t)in->frame_left - (uint32_t)left_pop;
        b->held -= left_pop;
        b->rd = (b->rd + left_pop) & 3u;
    }
    if (pop) {
        const struct ttp_response *r = (const struct ttp_response *)ttp_fifo_head(&b->q);

        if (r->notify) {
            b->ring[b->wr] = r->link;
            b->wr = (b->wr + 1) & 3u;
            b->held++;
        }
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

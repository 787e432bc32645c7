/* SPDX-License-Identifier: Apache-2.0
 *
 * Fetches the elements of a ring in host memory (ring.take, ring.error).
 * Part of: ttp_nic_core */
#include "ttp_nic_ring.h"

#include "ttp_nic_types.h"

static void reset(struct ttp_nic_ring *b)
{
    b->asked = b->tail = b->index = 0;
    b->held = b->away = b->stale = 0;
    b->ask = b->came = false;
    b->at = 0;
    ttp_fifo_clear(&b->queue);
}

void ttp_nic_ring_bind(struct ttp_nic_ring *b, uint32_t data_w, uint32_t ahead,
                       struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->lanes = data_w / 64u;
    b->ahead = ahead;
    ttp_fifo_bind(&b->queue, a, sizeof(struct ttp_nic_element), b->ahead);
    reset(b);
}

/* A word of an element that comes. */
static void take(struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in)
{
    if (!b->stale) {
        if (!b->at) b->err = false;
        b->err |= in->r_err;
        for (uint32_t i = 0; i < b->lanes && b->at < 8; i++) b->lane[b->at++] = in->r_data[i];
    }
    if (!in->r_last) return;
    b->away--;
    if (b->stale) {
        b->stale--;
    } else {
        b->at = 0;
        b->tail++;
        b->came = true;
    }
}

void ttp_nic_ring_clock(struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in)
{
    const bool push = b->came, pop = in->ready && ttp_fifo_valid(&b->queue);
    const bool asks = in->on && b->asked != in->head
                   && b->held < b->ahead && !b->stale && !in->clear;

    if (push) {
        struct ttp_nic_element *e = (struct ttp_nic_element *)ttp_fifo_slot(&b->queue);

        e->broken = b->err;
        for (int i = 0; i < 8; i++) e->lane[i] = b->err ? 0 : b->lane[i];
    }
    if (push || pop) ttp_fifo_clock(&b->queue, push, pop);
    if (pop) {
        b->index++;
        b->held--;
    }
    b->came = false;
    if (in->r_valid) take(b, in);
    if (b->ask) {
        b->ask = !in->ar_ready;
    } else if (asks) {
        b->ask = true;
        b->ar_addr = in->base + ((uint64_t)(b->asked & ((1u << in->size) - 1u)) << 6);
        b->asked++;
        b->held++;
        b->away++;
    }
    if (in->clear) {
        b->asked = b->tail = b->index = 0;
        if (b->ask) {      /* not yet asked for */
            b->ask = false;
            b->away--;
        }
        b->stale = b->away;
        b->held = 0;
        b->at = 0;
        b->came = false;
        ttp_fifo_clear(&b->queue);
    }
    if (in->rst) reset(b);
}

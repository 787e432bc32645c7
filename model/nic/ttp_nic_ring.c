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
    b->fault = b->may = false;
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

/* A word of an element; true if it is there now, in its place of the queue. */
static bool take(struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in)
{
    struct ttp_nic_element *e = (struct ttp_nic_element *)ttp_fifo_slot(&b->queue);

    if (!b->stale) {
        if (!b->at) e->broken = false;
        e->broken |= in->r_err;
        for (uint32_t i = 0; i < b->lanes && b->at < 8; i++) e->lane[b->at++] = in->r_data[i];
    }
    if (!in->r_last) return false;
    b->away--;
    if (b->stale) {
        b->stale--;
        return false;
    }
    b->at = 0;
    b->tail++;
    if (e->broken) memset(e->lane, 0, sizeof e->lane);
    b->fault = e->broken;
    return true;
}

void ttp_nic_ring_clock(struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in)
{
    const bool asks = ttp_nic_ring_asks(b, in) && in->ar_ready;
    const bool pop = in->ready && ttp_fifo_valid(&b->queue);
    bool push;

    b->may = !in->clear && !b->stale && (uint32_t)b->held + asks < b->ahead
          && ((uint16_t)(b->asked + asks) != in->head || in->rings);
    b->fault = false;
    push = in->r_valid && take(b, in);
    if (push || pop) ttp_fifo_clock(&b->queue, push, pop);
    if (pop) {
        b->index++;
        b->held--;
    }
    if (asks) {
        b->asked++;
        b->held++;
        b->away++;
    }
    if (in->clear) {
        b->asked = b->tail = b->index = 0;
        b->stale = b->away;
        b->held = 0;
        b->at = 0;
        b->fault = false;
        ttp_fifo_clear(&b->queue);
    }
    if (in->rst) reset(b);
    b->ar_addr = in->base + ((uint64_t)(b->asked & ((1u << in->size) - 1u)) << 6);
}

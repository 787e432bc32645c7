/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_cpl.h"

static void reset(struct ttp_cpl *b)
{
    ttp_fifo_clear(&b->queue);
    b->wait = b->lost = false;
    b->room = true;
}

void ttp_cpl_bind(struct ttp_cpl *b, struct ttp_arena *a)
{
    ttp_fifo_bind(&b->queue, a, sizeof(struct ttp_cpl_rec), 16);
    b->data = (struct ttp_cpl_rec){ { 0, 0 } };
    reset(b);
}

void ttp_cpl_drive(const struct ttp_cpl *b, struct ttp_cpl_out *out)
{
    out->m_axis_cpl_tvalid = ttp_fifo_valid(&b->queue);
    if (out->m_axis_cpl_tvalid)
        out->m_axis_cpl_tdata = *(const struct ttp_cpl_rec *)ttp_fifo_head(&b->queue);
    out->link_ready = b->room;
    out->free = !b->wait;
    out->lost = b->lost;
}

void ttp_cpl_clock(struct ttp_cpl *b, const struct ttp_cpl_in *in)
{
    const bool ready = ttp_fifo_ready(&b->queue);
    const bool pop = in->m_axis_cpl_tready && ttp_fifo_valid(&b->queue);
    const bool push = (in->ended_valid || b->wait) && ready;
    const bool was_waiting = b->wait;

    /* Four places: the link pipe hears of it a cycle late, with events on their way to S2. */
    b->room = b->queue.count <= 12;
    b->lost = (in->ended_valid && !ready) || (in->retired_valid && in->retired_opt && was_waiting);
    /* The link pipe can not wait: its record outranks the one that does. */
    if (push) {
        *(struct ttp_cpl_rec *)ttp_fifo_slot(&b->queue)
            = in->ended_valid ? in->ended_data : b->data;
        if (!in->ended_valid) b->wait = false;
    }
    if (!was_waiting && (in->retired_valid || in->refused_valid)) {
        b->wait = true;
        b->data = in->retired_valid ? in->retired_data : in->refused_data;
    }
    if (push || pop) ttp_fifo_clock(&b->queue, push, pop);

    if (in->rst) reset(b);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole frames: one comes out when all of it has come in.
 * Part of: ttp_port */
#include "ttp_port_queue.h"

static void reset(struct ttp_port_queue *q)
{
    q->in = q->end = q->out = 0;
    q->lost = q->front.valid = false;
}

void ttp_port_queue_bind(struct ttp_port_queue *q, struct ttp_arena *a, uint32_t words, bool hold)
{
    *q = (struct ttp_port_queue){ .words = words, .hold = hold };
    q->mem = ttp_arena_take(a, words * sizeof *q->mem);
    reset(q);
}

static bool is_full(const struct ttp_port_queue *q)
{
    return q->in - q->out == q->words;
}

/* port.whole: to wait helps while a whole frame is before the one that found no room. */
bool ttp_port_queue_ready(const struct ttp_port_queue *q)
{
    return !q->hold || q->lost || !is_full(q) || q->out == q->end;
}

/* port.room */
enum ttp_port_end ttp_port_queue_end(const struct ttp_port_queue *q,
                                     const struct ttp_port_beat *in)
{
    if (!in->valid || !in->last || !ttp_port_queue_ready(q)) return TTP_PORT_NO_END;
    if (in->user) return TTP_PORT_WAS_BAD;
    return q->lost || is_full(q) ? TTP_PORT_NO_ROOM : TTP_PORT_WHOLE;
}

void ttp_port_queue_clock(struct ttp_port_queue *q, bool rst, const struct ttp_port_beat *in,
                          bool out_ready)
{
    const enum ttp_port_end how = ttp_port_queue_end(q, in);
    const bool moves = q->out != q->end && (!q->front.valid || out_ready);

    if (in->valid && ttp_port_queue_ready(q)) {
        if (is_full(q)) q->lost = true;
        if (!q->lost) q->mem[q->in++ % q->words] = *in;
        if (in->last) q->lost = false;
    }
    if (out_ready) q->front.valid = false;
    if (moves) q->front = q->mem[q->out++ % q->words];
    if (how == TTP_PORT_WHOLE) q->end = q->in;
    else if (how != TTP_PORT_NO_END) q->in = q->end;
    if (rst) reset(q);
}

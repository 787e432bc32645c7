/* SPDX-License-Identifier: Apache-2.0
 *
 * Words of a stream, moved by some bytes.
 * Part of: ttp_nic_core */
#include "ttp_nic_shift.h"

void ttp_nic_shift_start(struct ttp_nic_shift *b, uint32_t rot, bool late, bool drop, uint32_t n_in,
                         uint32_t n_out)
{
    b->rot = rot;
    b->late = late;
    b->drop = drop;
    b->n_in = n_in;
    b->n_out = drop ? 0 : n_out;
    b->busy = b->first = true;
    b->gave = false;
}

struct ttp_nic_step ttp_nic_shift_step(const struct ttp_nic_shift *b, bool in_valid, bool out_ready)
{
    const bool takes = b->n_in != 0;
    const bool gives = !b->drop && !(b->late && b->first);
    struct ttp_nic_step s = { false, false, false, false, false };

    if (!b->busy || (takes && !in_valid) || (gives && !out_ready)) return s;
    s.in = takes;
    s.out = gives;
    s.out_first = !b->gave;
    s.out_last = b->n_out == 1;
    s.done = b->n_in == takes && b->n_out == gives;
    return s;
}

/* A word turned left by rot bytes, from lane `first` on. */
static void turn(const struct ttp_nic_shift *b, const uint64_t *in, uint32_t first, uint64_t *out)
{
    const uint32_t bits = (b->rot & 7u) * 8u, mask = b->lanes - 1u, by = b->rot >> 3;

    if (!bits)
        for (uint32_t i = first; i < b->lanes; i++) out[i] = in[(i - by) & mask];
    else
        for (uint32_t i = first; i < b->lanes; i++)
            out[i] = in[(i - by) & mask] << bits | in[(i - by - 1u) & mask] >> (64u - bits);
}

void ttp_nic_shift_data(const struct ttp_nic_shift *b, const uint64_t *in_data, uint64_t *out_data)
{
    const uint32_t edge = b->n_in ? b->rot >> 3 : b->lanes;     /* where the word comes in */
    const uint64_t held = ((uint64_t)1 << (b->rot & 7u) * 8u) - 1u;

    for (uint32_t i = 0; i < edge; i++) out_data[i] = b->hold[i];
    if (edge == b->lanes) return;
    turn(b, in_data, edge, out_data);
    out_data[edge] = (out_data[edge] & ~held) | (b->hold[edge] & held);
}

void ttp_nic_shift_clock(struct ttp_nic_shift *b, const struct ttp_nic_step *s,
                         const uint64_t *in_data)
{
    if (s->in) {
        if (!b->drop) turn(b, in_data, 0, b->hold);
        b->n_in--;
        b->first = false;
    }
    if (s->out) {
        b->n_out--;
        b->gave = true;
    }
    if (s->done) b->busy = false;
}

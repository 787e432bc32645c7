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

/* in hold left by rot bytes. */
static uint64_t turn(const struct ttp_nic_shift *b, const uint64_t *in, uint32_t lane)
{
    const uint32_t bits = (b->rot & 7u) * 8u, mask = b->lanes - 1u, at = lane - (b->rot >> 3);

    if (!bits) return in[at & mask];
    return in[at & mask] << bits | in[(at - 1u) & mask] >> (64u - bits);
}

void ttp_nic_shift_data(const struct ttp_nic_shift *b, const uint64_t *in_data, uint64_t *out_data)
{
    const uint32_t edge = b->rot >> 3;

    for (uint32_t i = 0; i < b->lanes; i++) {
        uint64_t fresh = ~(uint64_t)0;      /* the bytes of the word that comes in */

        if (i < edge || !b->n_in) fresh = 0;
        else if (i == edge) fresh <<= (b->rot & 7u) * 8u;
        out_data[i] = b->hold[i] & ~fresh;
        if (fresh) out_data[i] |= turn(b, in_data, i) & fresh;
    }
}

void ttp_nic_shift_clock(struct ttp_nic_shift *b, const struct ttp_nic_step *s,
                         const uint64_t *in_data)
{
    if (s->in) {
        for (uint32_t i = 0; i < b->lanes && !b->drop; i++) b->hold[i] = turn(b, in_data, i);
        b->n_in--;
        b->first = false;
    }
    if (s->out) {
        b->n_out--;
        b->gave = true;
    }
    if (s->done) b->busy = false;
}

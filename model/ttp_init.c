/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_init.h"

void ttp_init_bind(struct ttp_init *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t ents = p->tx_pkts + 3u * p->link_sets * p->link_ways;

    (void)a;
    b->n = p->tx_cells > ents ? p->tx_cells : ents;
    b->idx = 0;
    b->active = false;
}

void ttp_init_drive(const struct ttp_init *b, struct ttp_init_out *o)
{
    o->init_active = b->active;
    o->core_ready = !b->active;
    o->init_idx = b->idx;
}

void ttp_init_clock(struct ttp_init *b, const struct ttp_init_in *in)
{
    if (in->core_rst) {
        b->active = true;
        b->idx = 0;
    } else if (b->active) {
        /* The index stays at the last one. */
        if (b->idx == b->n - 1) b->active = false;
        else                    b->idx++;
    }
}

uint64_t ttp_init_busy(const struct ttp_init *b) { return b->active; }

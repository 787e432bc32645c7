/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of regions (tgt.region).
 * Part of: ttp_nic_core */
#include "ttp_nic_regions.h"

void ttp_nic_regions_bind(struct ttp_nic_regions *b, uint32_t regions, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->regions = regions;
    b->table = (struct ttp_nic_region *)ttp_arena_take(a, regions * sizeof *b->table);
}

void ttp_nic_regions_clock(struct ttp_nic_regions *b, const struct ttp_nic_regions_in *in)
{
    if (in->rd) {
        const uint32_t at = in->rd_key & 0xFF;

        const struct ttp_nic_region *r = &b->table[at & (b->regions - 1u)];
        const bool now = in->wr && in->wr_index == at;

        b->word = now ? in->word : *r;
        b->known = at < b->regions && r->rights && b->word.key == in->rd_key >> 8;
    }
    if (in->wr) b->table[in->wr_index & (b->regions - 1u)] = in->word;
    if (in->rst)
        for (uint32_t i = 0; i < b->regions; i++) b->table[i].rights = 0;
}

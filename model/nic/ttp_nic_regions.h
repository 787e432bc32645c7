/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of regions. Mirrors rtl/nic/ttp_nic_regions.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_REGIONS_H
#define TTP_NIC_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"

struct ttp_nic_region {
    uint64_t base, length;
    uint32_t key, peer;         /* key: bits 31:8, moved down by 8 */
    uint8_t  rights;            /* peers may: bit 0 write, bit 1 read; 0: no region */
    bool     all;
};

struct ttp_nic_regions_in {
    bool     rst;
    bool     wr, rd;
    uint8_t  wr_index;
    struct ttp_nic_region word; /* with wr */
    uint32_t rd_key;
};

struct ttp_nic_regions {
    uint32_t regions;
    struct ttp_nic_region *table;
    struct ttp_nic_region word; /* that was read                        */
    bool     known;             /* there is a region of that key        */
};

void ttp_nic_regions_bind(struct ttp_nic_regions *b, uint32_t regions, struct ttp_arena *a);
void ttp_nic_regions_clock(struct ttp_nic_regions *b, const struct ttp_nic_regions_in *in);

#endif

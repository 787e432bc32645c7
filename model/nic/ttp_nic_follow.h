/* SPDX-License-Identifier: Apache-2.0
 *
 * How far messages of peers have come. Mirrors rtl/nic/ttp_nic_follow.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_FOLLOW_H
#define TTP_NIC_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"

struct ttp_nic_way {
    uint32_t dest, tag, next;   /* dest: {VC, node}                  */
    bool     valid;
};

struct ttp_nic_set {
    struct ttp_nic_way way[2];
    uint8_t  newest;            /* the way that was written last     */
};

struct ttp_nic_follow_in {
    bool     rst;
    bool     rd, wr;
    uint32_t dest, tag, next;   /* next: the place behind this payload */
};

struct ttp_nic_follow {
    uint32_t sets;
    struct ttp_nic_set *set;
    uint32_t walk;              /* sets that are empty after reset   */
    uint32_t at;                /* the set that was read             */
};

void ttp_nic_follow_bind(struct ttp_nic_follow *b, uint32_t follow, struct ttp_arena *a);
/* Of the set that was read: the row that a write would go to, {way, set}. */
uint16_t ttp_nic_follow_row(const struct ttp_nic_follow *b, uint32_t dest);
/* Has the message of this link come to that place? */
bool ttp_nic_follow_follows(const struct ttp_nic_follow *b, uint32_t dest, uint32_t tag,
                            uint32_t place);
void ttp_nic_follow_clock(struct ttp_nic_follow *b, const struct ttp_nic_follow_in *in);

static inline bool ttp_nic_follow_ready(const struct ttp_nic_follow *b)
{
    return b->walk == b->sets;
}

#endif

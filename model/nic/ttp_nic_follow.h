/* SPDX-License-Identifier: Apache-2.0
 *
 * How far messages of peers have come, and places for them. Mirrors rtl/nic/ttp_nic_follow.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_FOLLOW_H
#define TTP_NIC_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_nic_types.h"

struct ttp_nic_way {
    uint32_t dest, tag;         /* dest: {VC, node}                  */
    struct ttp_nic_said said;   /* progress: of the payload that comes next; offset: 48 bits */
    bool     valid;             /* a message is under way            */
    bool     kept;              /* nothing came of it since a WRITE found no place here */
};

struct ttp_nic_set {
    struct ttp_nic_way way[2];
    uint8_t  newest;            /* the way that was written last     */
};

struct ttp_nic_follow_in {
    bool     rst;
    bool     rd, wr;
    bool     crowded;           /* with wr: a WRITE that finds no place */
    bool     last;              /* with wr: of the message           */
    uint32_t dest, tag;
    struct ttp_nic_said said;   /* with wr: progress behind this payload */
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
/* ... what is known of this link, or else of way 0. */
const struct ttp_nic_said *ttp_nic_follow_said(const struct ttp_nic_follow *b, uint32_t dest);
/* ... has the link this message, and has that come to this step? */
bool ttp_nic_follow_follows(const struct ttp_nic_follow *b, uint32_t dest, uint32_t tag,
                            uint8_t step);
/* ... is there a place for a WRITE of this link? */
bool ttp_nic_follow_room(const struct ttp_nic_follow *b, uint32_t dest);
void ttp_nic_follow_clock(struct ttp_nic_follow *b, const struct ttp_nic_follow_in *in);

static inline bool ttp_nic_follow_ready(const struct ttp_nic_follow *b)
{
    return b->walk == b->sets;
}

#endif

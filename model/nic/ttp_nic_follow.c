/* SPDX-License-Identifier: Apache-2.0
 *
 * How far messages of peers have come, and places for them (tgt.order, tgt.room).
 * Part of: ttp_nic_core */
#include "ttp_nic_follow.h"

void ttp_nic_follow_bind(struct ttp_nic_follow *b, uint32_t follow, struct ttp_arena *a)
{
    *b = (struct ttp_nic_follow){ .sets = follow / 2u };
    b->set = (struct ttp_nic_set *)ttp_arena_take(a, b->sets * sizeof *b->set);
}

/* The way of a link in the set that was read; 2: it has none. */
static uint32_t way_of(const struct ttp_nic_set *s, uint32_t dest)
{
    uint32_t w = 0;

    while (w < 2 && !(s->way[w].valid && s->way[w].dest == dest)) w++;
    return w;
}

/* ... or else one that a WRITE of it may have (tgt.room); 2: none. */
static uint32_t way_to_write(const struct ttp_nic_set *s, uint32_t dest)
{
    const uint32_t older = !s->newest;
    uint32_t w = way_of(s, dest);

    if (w < 2) return w;
    for (w = 0; w < 2; w++)
        if (!s->way[w].valid) return w;
    if (s->way[older].kept) return older;
    return s->way[s->newest].kept ? s->newest : 2;
}

bool ttp_nic_follow_room(const struct ttp_nic_follow *b, uint32_t dest)
{
    return way_to_write(&b->set[b->at], dest) < 2;
}

uint16_t ttp_nic_follow_row(const struct ttp_nic_follow *b, uint32_t dest)
{
    return (uint16_t)(way_to_write(&b->set[b->at], dest) * b->sets + b->at);
}

const struct ttp_nic_said *ttp_nic_follow_said(const struct ttp_nic_follow *b, uint32_t dest)
{
    const struct ttp_nic_set *s = &b->set[b->at];

    return &s->way[way_of(s, dest) & 1].said;
}

bool ttp_nic_follow_follows(const struct ttp_nic_follow *b, uint32_t dest, uint32_t tag,
                            uint8_t step)
{
    const struct ttp_nic_set *s = &b->set[b->at];
    const uint32_t w = way_of(s, dest);

    return w < 2 && s->way[w].tag == tag && ttp_nic_step_of(s->way[w].said.progress) == step;
}

void ttp_nic_follow_clock(struct ttp_nic_follow *b, const struct ttp_nic_follow_in *in)
{
    if (in->rst) {
        b->walk = 0;
        return;
    }
    if (b->walk < b->sets) {
        struct ttp_nic_set *s = &b->set[b->walk++];

        s->way[0].valid = s->way[1].valid = s->way[0].kept = s->way[1].kept = false;
        s->newest = 0;
    }
    if (in->wr && in->crowded) {
        b->set[b->at].way[0].kept = b->set[b->at].way[1].kept = true;
    } else if (in->wr) {
        struct ttp_nic_set *s = &b->set[b->at];
        const uint32_t w = way_to_write(s, in->dest);

        s->way[w] = (struct ttp_nic_way){ in->dest, in->tag, in->said, !in->last, false };
        s->way[w].said.offset &= ((uint64_t)1 << 48) - 1u;
        s->newest = (uint8_t)w;
    }
    if (in->rd) {
        const uint32_t node = in->dest & 0xFFFFFF;

        b->at = (node ^ node >> 12 ^ (in->dest >> 24) * (b->sets / 4u)) & (b->sets - 1u);
    }
}

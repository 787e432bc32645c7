/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_retire.h"
#include "ttp_defs.h"

#define FREED_MASK 0x1ffffu         /* 2^17 - 1 */
#define BYTES_MASK 0x3ffffffu       /* 2^26 - 1 */

static uint32_t clog2(uint32_t n)
{
    uint32_t w = 0;

    while ((1u << w) < n) w++;
    return w;
}

void ttp_retire_bind(struct ttp_retire *b, const struct ttp_params *p, struct ttp_arena *a)
{
    uint32_t ents;

    b->links = 3 * p->link_sets * p->link_ways;
    b->count_mask = (2u << clog2(p->tx_pkts)) - 1;
    b->vc_shift = clog2(p->link_sets * p->link_ways);
    b->deep = p->deep != 0;
    ents = p->tx_pkts + b->links;
    ttp_fifo_bind(&b->rtq, a, sizeof(uint16_t), b->links);
    b->headp     = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->nfreed    = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->freed     = (uint32_t *)ttp_arena_take(a, sizeof(uint32_t) * b->links);
    b->goal      = (struct ttp_retire_goal *)ttp_arena_take(a, sizeof(struct ttp_retire_goal)
                                                               * b->links);
    b->next_e    = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_len   = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_first = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_last  = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
}

static inline uint32_t cells(const struct ttp_retire *b)    /* of the entry in D */
{
    return (b->ent_len[b->d_e] + 63u) >> 6;
}

/* The last numbers of a flush are written when the host has been told: the link is settled then,
 * and may be opened anew. */
static inline bool numbers_written(const struct ttp_retire *b)
{
    return (b->d_valid && !(b->d_last && b->c_flush)) || b->defer;
}

void ttp_retire_drive(const struct ttp_retire *b, struct ttp_retire_out *o)
{
    o->freed_valid = b->d_valid;
    o->freed_moved = numbers_written(b);
    o->retired_pulse = b->d_valid && !b->c_flush;
    o->flushed_pulse = b->d_valid && b->c_flush;
    o->retired_valid = b->retired_valid;
    if (b->d_valid) {
        o->freed_entry = b->d_free;
        o->freed_first = b->ent_first[b->d_e];
        o->freed_last = b->ent_last[b->d_e];
        o->freed_n = (uint8_t)cells(b);
    }
    if (o->freed_moved) {
        o->freed_link = b->c_link;
        o->freed_count = b->c_nfreed;
        o->freed_head = b->c_head;
        o->freed_cells = (b->c_freed + (b->d_valid ? cells(b) : 0)) & FREED_MASK;
    }
    if (b->retired_valid) {
        /* una is the ID after the batch, but of a flush the one before it. */
        const uint32_t first = b->una - (b->c_flush ? 0u : b->count);

        o->retired_opt = !b->c_flush;
        o->retired_data[1] = (uint64_t)(b->c_flush ? TTP_CPL_FLUSHED : TTP_CPL_RETIRED) << 56
                      | (uint64_t)(b->c_link >> b->vc_shift) << 40
                      | (uint64_t)b->node << 16 | first >> 16;
        o->retired_data[0] = (uint64_t)first << 48 | (uint64_t)b->count << 32 | b->bytes;
    }
}

/* A payload in a send slot is still being sent: its cells must not be written anew. */
static inline bool in_slot(const struct ttp_retire_in *in, uint16_t e)
{
    uint32_t v = in->slot_valid;

    for (uint32_t i = 0; v; i++, v >>= 1)
        if ((v & 1) && in->slot_entry[i] == e) return true;
    return false;
}

/* snd.ack.order - the list of a link is walked from its oldest payload. */
void ttp_retire_clock(struct ttp_retire *b, const struct ttp_retire_in *in)
{
    const bool want_cpl = b->d_last && (b->c_flush || in->cfg_cpl_retired);
    const bool load = b->b_valid && !b->c_valid && !want_cpl
                   && !(b->retired_valid && (b->c_flush || !in->retired_ready));
    const bool room = !b->b_valid || load;
    const bool defer = b->retired_valid && in->retired_ready && b->c_flush;
    bool adv = false, last = false;

    if (b->d_valid) {
        b->c_freed = (b->c_freed + cells(b)) & FREED_MASK;
        b->bytes = (b->bytes + b->ent_len[b->d_e]) & BYTES_MASK;
    }
    if (numbers_written(b)) {
        b->headp[b->c_link] = b->c_head;
        b->nfreed[b->c_link] = b->c_nfreed;
        b->freed[b->c_link] = b->c_freed;
    }
    if (in->init_active && in->init_idx < b->links) {
        b->headp[in->init_idx] = (uint16_t)in->init_idx;
        b->nfreed[in->init_idx] = 0;
        b->freed[in->init_idx] = 0;
    }

    /* C. A goal written in this cycle counts: the pipe pushes a link only if nothing of it is to be
     * freed, and the batch under way is not done yet. */
    if (b->c_valid) {
        const uint16_t e = b->next_e[b->c_head];

        if (in->goal_valid && in->goal_link == b->c_link) {
            b->c_goal = in->goal_nret;
        } else {
            b->una = b->goal[b->c_link].una;
            b->node = b->goal[b->c_link].node;
        }
        /* Deep: the comparison is a flop. It may be old, since what has retired enters no slot. */
        const bool stay = b->deep ? !b->c_looked || b->c_clash : in_slot(in, e);

        if (b->deep) {
            b->c_clash = in_slot(in, e);
            b->c_looked = stay;
        }
        if (!stay) {
            adv = true;
            b->c_nfreed = (uint16_t)((b->c_nfreed + 1u) & b->count_mask);
            last = b->c_nfreed == b->c_goal;
            b->c_valid = !last;
            b->d_free = b->c_head;
            b->d_e = b->c_head = e;
            b->count++;
        }
    } else if (load) {
        const struct ttp_retire_goal *g = &b->goal[b->b_link];
        const uint16_t nfreed = b->nfreed[b->b_link];

        b->c_valid = true;
        b->c_link = b->b_link;
        b->c_head = b->headp[b->c_link];
        b->c_nfreed = nfreed;
        b->c_goal = in->goal_valid && in->goal_link == b->c_link ? in->goal_nret : g->nret;
        b->c_freed = b->freed[b->c_link];
        b->c_flush = g->flush;
        b->count = 0;
        b->bytes = 0;
    }
    b->d_valid = adv;
    b->d_last = last;
    b->retired_valid = want_cpl || (b->retired_valid && !in->retired_ready);
    b->defer = defer;

    /* A, RTQ: a push into an empty queue goes straight on. */
    if (room) b->b_valid = b->rtq.count || in->goal_push;
    if (b->rtq.count || in->goal_push) {
        const bool pop = room && b->rtq.count;
        const bool push = in->goal_push && !(room && !b->rtq.count);

        if (pop) b->b_link = *(const uint16_t *)ttp_fifo_head(&b->rtq);
        else if (room) b->b_link = in->goal_link;
        if (push) *(uint16_t *)ttp_fifo_slot(&b->rtq) = in->goal_link;
        ttp_fifo_clock(&b->rtq, push, pop);
    }

    if (in->goal_valid) {
        struct ttp_retire_goal *g = &b->goal[in->goal_link];

        g->una = in->goal_una;
        g->node = in->goal_node;
        g->nret = in->goal_nret;
        g->flush = in->goal_flush;
    }
    if (in->append_valid) {
        b->next_e[in->append_tail] = in->append_entry;
        b->ent_len[in->append_entry] = in->append_len;
        b->ent_first[in->append_entry] = in->append_first;
        b->ent_last[in->append_entry] = in->append_last;
    }

    if (in->core_rst) {
        ttp_fifo_clear(&b->rtq);
        b->b_valid = b->c_valid = b->c_looked = false;
        b->d_valid = b->d_last = b->retired_valid = b->defer = false;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_link_table.h"

#include "ttp_link_fsm.h"

#define TAG_VALID (1u << 24)

void ttp_link_table_bind(struct ttp_link_table *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    b->sets = p->link_sets;
    b->ways = p->link_ways;
    b->links = 3 * b->sets * b->ways;
    b->link_mask = 1;
    while (b->link_mask < b->links - 1) b->link_mask = 2 * b->link_mask + 1;
    b->deep = p->deep;
    /* In the last cycle of S2 one in S1a may pass: it reads a cycle later. Where events follow it
     * waits for what that one has left. */
    b->busy_n = (uint8_t)(TTP_PIPE_OF(p, READ) + TTP_PIPE_OF(p, RULES) + TTP_PIPE_OF(p, TURN)
                          - (p->deep != 0) + TTP_PIPE_OF(p, FOLLOW));
    /* Where the record is handed on, it comes out of the last cycle as the next event begins S2. */
    b->early_n = TTP_PIPE_OF(p, FOLLOW) ? (uint8_t)(b->busy_n - 3) : b->busy_n;
    b->set_bits = 0;
    while (1u << b->set_bits < b->sets) b->set_bits++;
    b->tag = ttp_arena_take(a, b->links * sizeof *b->tag);
}

uint32_t ttp_link_table_set(const struct ttp_link_table *b, const struct ttp_link_table_in *in)
{
    if (in->s0_bylink) return (in->s0_link & b->link_mask) / b->ways;
    return in->s0_vc * b->sets + ttp_link_table_hash(b, in->s0_node);
}

uint32_t ttp_link_table_hash(const struct ttp_link_table *b, uint32_t node)
{
    uint32_t set = 0;

    if (!b->set_bits) return 0;
    for (; node; node >>= b->set_bits) set ^= node;
    return set & (b->sets - 1);
}

/* tbl.victim.order - a peer with a life number before a stranger, then the one idle for longer. */
static uint32_t rank(const struct ttp_link_verdict *v)
{
    return v->cand ? (v->stranger ? 1u : 2u) << 24 | v->age : 0;
}

static struct ttp_link_verdict heard(const struct ttp_link_table_in *in)
{
    const struct ttp_link_verdict v = { in->probe_good, in->probe_cand, in->probe_stranger,
                                        in->probe_closing, in->probe_age };
    return v;
}

/* tbl.full, tbl.victim, tbl.victim.one - an event that finds its set full goes on without an entry,
 * and with a victim if none of the set is closing. */
static void comb_s1(const struct ttp_link_table *b, const struct ttp_link_table_in *in,
                    struct ttp_link_table_out *o)
{
    const struct ttp_link_verdict v = b->seen;
    bool last;

    o->decides = b->s1_search && b->judged && b->decide;
    if (b->s1_search && b->judged && !b->decide && (!b->deep || b->there)) o->heard = heard(in);
    last = o->decides && (v.good || b->judged == b->ways);
    o->s1_go = b->s1_valid && (!b->s1_search || last);
    o->s1_vict = false;
    o->s1_link = b->s1_link;
    o->s1_entry = b->s1_entry;
    o->s1_vc = b->s1_vc;
    o->s1_node = b->s1_node;
    if (!b->s1_search) return;
    o->closing = b->closing;
    o->best = b->best;
    o->best_rank = b->best_rank;
    if (o->decides) {
        o->closing |= v.closing;
        if (rank(&v) > o->best_rank) {
            o->best_rank = rank(&v);
            o->best = b->s1_link + b->judged - 1;
        }
    }
    if (o->s1_go) {
        o->s1_link += b->judged - 1;
        o->s1_entry = v.good ? TTP_ENTRY_NEW : TTP_ENTRY_NONE;
        if (v.good) return;
        /* tbl.victim.one - a flood of OPENs closes one link of a set, not all of them. */
        o->s1_vict = !o->closing && o->best_rank;
        if (o->s1_vict) o->s1_link = o->best;
    } else {
        /* The next way, once this one is judged; until then its record is addressed again. */
        o->s1_link += b->judged - (b->judged && !o->decides);
    }
}

/* The event in S1a is, or may be, of the link of the one in cycle k of S2, whose set it is of. */
static bool own(const struct ttp_link_table *b, unsigned k)
{
    const uint32_t link = b->busy_link[(b->at - k) & 7];

    if (b->early_n == b->busy_n || !b->stood || link == TTP_LINK_TABLE_ALL) return true;
    if (link == TTP_LINK_TABLE_NONE) return false;
    return b->first.s0_bylink ? b->first.s0_link == link
                              : b->first.s0_node == (b->tag[link] & (TAG_VALID - 1));
}

/* What an event in S2 leaves is too young for the one in S1a. */
static bool too_young(const struct ttp_link_table *b, uint32_t set)
{
    for (unsigned k = 0; k < b->early_n && b->busy >> k; k++)
        if (b->busy >> k & 1 && b->busy_set[(b->at - k) & 7] == set && own(b, k)) return true;
    return false;
}

/* The event behind that in S1a, of set, may pass it: then the two are of different links, and not
 * both from the wire, whose verdicts are in the order of the ring, nor both turns. Where a streak
 * may begin it may not. */
static bool may_pass(const struct ttp_link_table *b, const struct ttp_link_table_in *in,
                     uint32_t set)
{
    return in->more && in->s0_bylink != b->first.s0_bylink
        && !in->s0_makes && !b->first.s0_makes && ttp_link_table_set(b, in) != set
        && !(b->last_set == set && b->one_link && b->again);
}

void ttp_link_table_comb(const struct ttp_link_table *b, const struct ttp_link_table_in *in,
                         struct ttp_link_table_out *o)
{
    const bool waits = !b->deep && b->s1_valid && ttp_link_table_youngest(b, b->s1_set) < 8;

    o->s1_go = o->decides = o->first_ends = o->first_waits = o->passes = false;
    if (b->s1_valid && !waits) comb_s1(b, in, o);
    if (b->deep && b->first_valid) {
        const uint32_t set = ttp_link_table_set(b, &b->first);
        const bool next = b->s1_valid && b->s1_set == set;
        const unsigned youngest = ttp_link_table_youngest(b, set);
        /* It looks at other records too, or a streak may begin. */
        const bool for_all = b->first.s0_makes
                          || (b->last_set == set && b->one_link && (b->again || !in->more));

        o->first_ends = (!b->s1_valid || o->s1_go)
                     && (in->follows || !(next || in->stays || too_young(b, set)
                                          || (youngest < 8 && for_all)));
        o->passes = b->early_n != b->busy_n && may_pass(b, in, set);
        o->first_waits = for_all && !next && youngest == b->busy_n - 1u;
    }
    o->ready = b->deep ? !b->first_valid || o->first_ends : !b->s1_valid || o->s1_go;
}

/* tbl.link - S0 -> S1: tags of the set are read, compared in the next cycle. They do not change
 * between: those of the set of an event that writes one wait. */
static void look_up(struct ttp_link_table *b, const struct ttp_link_table_in *in)
{
    const uint32_t want = TAG_VALID | in->s0_node;
    uint32_t way, base;

    b->s1_valid = 1;
    b->judged = b->decide = b->there = 0;
    b->closing = b->best = b->best_rank = 0;
    b->s1_set = (uint16_t)ttp_link_table_set(b, in);
    b->s1_entry = TTP_ENTRY_NONE;
    b->s1_search = 0;
    b->s1_vc = in->s0_vc;
    b->s1_node = in->s0_node;
    b->s1_link = 0;
    if (in->s0_bylink) {
        if (in->s0_link >= b->links) return;
        b->s1_link = in->s0_link;
        b->s1_vc = (uint8_t)(in->s0_link / (b->sets * b->ways));
        b->s1_node = b->tag[in->s0_link] & (TAG_VALID - 1);
        if (b->tag[in->s0_link] & TAG_VALID) b->s1_entry = TTP_ENTRY_HIT;
        return;
    }
    if (in->s0_vc > 2) return;
    base = b->s1_set * b->ways;
    for (way = 0; way < b->ways; way++) {
        if (b->tag[base + way] != want) continue;
        b->s1_link = base + way;
        b->s1_entry = TTP_ENTRY_HIT;
        return;
    }
    if (!in->s0_makes) return;
    for (way = 0; way < b->ways; way++) {
        if (b->tag[base + way] & TAG_VALID) continue;
        b->s1_link = base + way;
        b->s1_entry = TTP_ENTRY_NEW;
        return;
    }
    b->s1_link = base;
    b->s1_search = 1;
}

void ttp_link_table_clock(struct ttp_link_table *b, const struct ttp_link_table_in *in,
                          const struct ttp_link_table_out *o)
{
    const bool waits = b->busy && b->s1_valid && ttp_link_table_youngest(b, b->s1_set) < 8;
    const bool behind = b->deep && o->first_ends
                     && ttp_link_table_youngest(b, ttp_link_table_set(b, &b->first)) < 8;

    b->one_link = b->first.s0_bylink ? b->first.s0_link % b->ways == b->last_way
                                     : b->first.s0_node == b->last_node;
    if (o->s1_go && o->s1_entry != TTP_ENTRY_NONE) {
        b->last_way = o->s1_link % b->ways;
        b->last_node = o->s1_node;
    }
    /* S2 of an allocation: nothing reads the tag before. */
    if (b->s2_wr) b->tag[b->s2_link] = TAG_VALID | b->s2_node;
    b->s2_wr = o->s1_go && o->s1_entry == TTP_ENTRY_NEW;
    if (b->s2_wr) {
        b->s2_link = o->s1_link;
        b->s2_node = o->s1_node;
    }

    if (b->busy || o->s1_go) {
        b->busy_set[++b->at & 7] = b->s1_set;
        b->busy_link[b->at & 7] = !o->s1_go ? TTP_LINK_TABLE_NONE
            : o->s1_entry == TTP_ENTRY_HIT ? o->s1_link
            : o->s1_entry == TTP_ENTRY_NEW || b->s1_search ? TTP_LINK_TABLE_ALL
                                                           : TTP_LINK_TABLE_NONE;
    }
    b->busy = (uint8_t)(((unsigned)b->busy << 1 | o->s1_go) & ((1u << b->busy_n) - 1));

    if (o->s1_go) b->s1_valid = 0;
    if (!b->deep && b->s1_valid && waits) {
        look_up(b, &b->first);          /* the tags are read again */
    } else if (b->s1_valid && b->judged && b->deep && !b->there) {
        b->there = 1;
    } else if (b->s1_valid && b->judged && !o->decides) {
        b->decide = 1;
        b->seen = o->heard;
    } else if (b->s1_valid) {
        b->judged++;
        b->decide = b->there = 0;
        b->closing = o->closing;
        b->best = o->best;
        b->best_rank = o->best_rank;
    }
    if (b->deep) {
        if (o->first_ends) {
            const uint16_t set = (uint16_t)ttp_link_table_set(b, &b->first);

            b->again = b->last_set == set && behind;
            b->last_set = set;
            look_up(b, &b->first);
        }
        if (o->first_ends) b->first_valid = 0;
        if (in->s0_valid) b->first_valid = 1;
    } else if (in->s0_valid) {
        look_up(b, in);
    }
    b->stood = b->deep && b->first_valid && !in->s0_valid;
    if (in->s0_valid) b->first = *in;

    if (in->init_active && in->init_idx < b->links) b->tag[in->init_idx] = 0;
    if (in->core_rst) {
        b->first_valid = b->s1_valid = 0;
        b->busy = 0;
        b->s2_wr = 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tags of the link cache and the search for a free way or a victim. Mirrors
 * rtl/link/ttp_link_table.v and its parts at their pins: the tags are compared when an event enters
 * S1, the search counts ways instead of copying the flops of ttp_link_probe.
 * Link = (VC * LINK_SETS + set) * LINK_WAYS + way. S0 hands over an event, S1 finds its entry;
 * one that has to look at records for a way to reuse stays in S1 meanwhile. An event waits in the
 * first cycle of S1 for those of its set in S2; where the record is handed on, for those of its
 * link, and for others until it knows that they are. There one behind it may change places with
 * it. */
#ifndef TTP_LINK_TABLE_H
#define TTP_LINK_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ttp_link_table_in {
    bool     core_rst, init_active;
    bool     follows, stays;    /* deep: ttp_link_follow_out of the event in S1a */
    bool     more;              /* deep: an event is behind that in S1a; s0_* is of it   */
    bool     s0_valid;          /* an event enters S1                            */
    bool     s0_makes, s0_bylink;
    uint8_t  s0_vc;             /* [0, 3]                                        */
    bool     probe_good;        /* the record addressed a cycle ago may go       */
    bool     probe_cand;        /* ... could be a victim                         */
    bool     probe_stranger;    /* with cand: its peer is a stranger             */
    bool     probe_closing;     /* ... is closing                                */
    uint32_t probe_age;         /* with cand: 24 bit                             */
    uint32_t s0_node;           /* 24 bit                                        */
    uint32_t s0_link;           /* with bylink; may lie beyond the last link     */
    uint32_t init_idx;
};

/* What the link pipe says of a record. */
struct ttp_link_verdict {
    uint32_t good, cand, stranger, closing;     /* 0/1 */
    uint32_t age;
};

struct ttp_link_table_out {
    bool     ready;             /* S1 takes an event at this edge                */
    bool     first_ends;        /* deep: the event in S1a goes to S1b            */
    bool     first_waits;       /* deep: it waits for all of its set, and one is left    */
    bool     passes;            /* early: if it does not go, that behind it takes its place  */
    bool     s1_go;             /* the event in S1 goes to S2 at this edge       */
    bool     s1_vict;           /* with s1_go: no entry, s1_link is a victim     */
    uint8_t  s1_entry;          /* with s1_go: TTP_ENTRY_*                       */
    uint8_t  s1_vc;             /* with s1_go: of the entry or of the event      */
    bool     decides;           /* s1_search: a judgement counts in this cycle   */
    struct ttp_link_verdict heard;  /* with ttp_link_table_probe                 */
    bool     closing;           /* s1_search: of the ways judged so far, this    */
    uint32_t best, best_rank;   /* cycle included                                */
    uint32_t s1_node;
    uint32_t s1_link;           /* record addressed in this cycle                */
};

struct ttp_link_table {
    uint32_t *tag;              /* by link: bit 24 valid, 23:0 node              */
    uint32_t links, sets, ways;
    uint32_t set_bits;          /* log2 sets                                     */
    uint32_t link_mask;         /* all bits of a link                            */
    uint32_t deep;              /* 0/1 a record comes one cycle later            */
    /* The first cycle of S1; not deep: that is S1, and first_valid is 0 */
    struct ttp_link_table_in first;
    uint8_t  first_valid;
    /* The sets of events in S2 that hold up others: bit k of busy, in cycle k */
    uint8_t  busy;
    uint8_t  busy_n;            /* cycles of S2 in which they do                 */
    uint8_t  early_n;           /* ... one of its link that makes no entry       */
    uint8_t  stood;             /* the event in S1a was there a cycle ago        */
    uint8_t  again;             /* the last to leave came directly behind one of its set */
    uint16_t last_set;          /* that of the last to leave S1a                 */
    uint8_t  one_link;          /* a cycle ago: that in S1a is of the link that left S1 last  */
    uint32_t last_way, last_node;       /* of the last one that had an entry     */
    uint8_t  at;                /* of busy_set, modulo 8: that of cycle 0        */
    uint16_t busy_set[8];
    uint32_t busy_link[8];      /* and its link, or one of these                 */
#define TTP_LINK_TABLE_NONE 0xfffffffeu     /* nothing was found                 */
#define TTP_LINK_TABLE_ALL  0xffffffffu     /* an entry was made, or looked for  */
    /* S1, deep: S1b */
    uint16_t s1_set;            /* VC * LINK_SETS + set                          */
    uint8_t  s1_valid;
    uint8_t  s1_entry;          /* TTP_ENTRY_*, unless s1_search                 */
    uint8_t  s1_search;         /* no way is free: records must be looked at     */
    uint8_t  s1_vc;
    uint32_t s1_node;
    uint32_t s1_link;           /* entry found; s1_search: way 0 of the set      */
    uint32_t judged;            /* s1_search: way addressed last + 1, 0 none         */
    uint32_t there;             /* 0/1 deep: the record of that way can be judged */
    uint32_t decide;            /* 0/1 seen is the judgement of that way         */
    struct ttp_link_verdict seen;
    /* s1_search: of the ways judged before this cycle */
    uint32_t closing;           /* 0/1 one is closing                            */
    uint32_t best;              /* link of the best victim                       */
    uint32_t best_rank;         /* greater is better, 0: there is none           */
    /* S2: the tag of a new entry */
    uint32_t s2_wr;             /* 0/1 */
    uint32_t s2_link, s2_node;
};

void ttp_link_table_bind(struct ttp_link_table *b, const struct ttp_params *p,
                         struct ttp_arena *a);
/* The cycle of S2 of the youngest event of a set that keeps it; 8: there is none */
static inline unsigned ttp_link_table_youngest(const struct ttp_link_table *b, uint32_t set)
{
    for (unsigned k = 0; b->busy >> k; k++)
        if (b->busy >> k & 1 && b->busy_set[(b->at - k) & 7] == set) return k;
    return 8;
}
/* The link whose record probe_good must judge in this cycle; false: none. */
static inline bool ttp_link_table_probe(const struct ttp_link_table *b, uint32_t *link)
{
    *link = b->s1_link + b->judged - 1;
    return b->s1_valid && b->judged && !b->decide && (!b->deep || b->there);
}
/* Deep: the link whose record will be judged in the next cycle, as it stands now; false: none. */
static inline bool ttp_link_table_reads(const struct ttp_link_table *b, uint32_t *link)
{
    *link = b->s1_link + b->judged - 1;
    return b->deep && b->s1_valid && b->judged && !b->decide && !b->there;
}
void ttp_link_table_comb(const struct ttp_link_table *b, const struct ttp_link_table_in *in,
                         struct ttp_link_table_out *o);
/* o: what ttp_link_table_comb gave for the same state and in. */
void ttp_link_table_clock(struct ttp_link_table *b, const struct ttp_link_table_in *in,
                          const struct ttp_link_table_out *o);
static inline uint64_t ttp_link_table_busy(const struct ttp_link_table *b)
{
    return (uint64_t)b->first_valid + b->s1_valid + b->s2_wr + b->busy;
}
/* VC * LINK_SETS + set of an event, also of a link beyond the table. */
uint32_t ttp_link_table_set(const struct ttp_link_table *b, const struct ttp_link_table_in *in);
/* XOR of the set_bits wide chunks of the node number. */
uint32_t ttp_link_table_hash(const struct ttp_link_table *b, uint32_t node);

#ifdef __cplusplus
}
#endif

#endif

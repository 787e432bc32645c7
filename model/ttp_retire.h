/* SPDX-License-Identifier: Apache-2.0
 *
 * Frees what the link pipe has retired or flushed, one payload a cycle. Mirrors
 * rtl/tx/ttp_retire.v; A, B, C, D are its stages. A is not a stage here: B reads the arrays in
 * the cycle in which it is loaded into C. */
#ifndef TTP_RETIRE_H
#define TTP_RETIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

struct ttp_retire_in {
    bool core_rst;
    bool init_active;
    bool cfg_cpl_retired;
    bool append_valid;
    bool goal_valid, goal_push, goal_flush;     /* push only with valid */
    bool retired_ready;
    uint8_t slot_valid;             /* bit i: slot i is taken           */
    const uint16_t *slot_entry;     /* its entry                        */
    uint32_t init_idx;
    uint16_t append_tail, append_entry;         /* with append_valid    */
    uint16_t append_len;                        /* bytes                */
    uint16_t append_first, append_last;         /* cells                */
    uint16_t goal_link, goal_nret;  /* with goal_valid; modulo 2^CW     */
    uint32_t goal_una, goal_node;   /* flush: una before it             */
};

struct ttp_retire_out {             /* all from flops (or RAM output registers) */
    bool freed_valid;               /* an entry and its cells                   */
    uint16_t freed_entry;
    uint16_t freed_first, freed_last;       /* with freed_valid                 */
    uint8_t  freed_n;               /* cells, 1..16                             */
    bool freed_moved;               /* the numbers of a link                    */
    uint16_t freed_link, freed_count;       /* with freed_moved                 */
    uint16_t freed_head;            /* entry                                    */
    uint32_t freed_cells;           /* cells ever freed, modulo 2^17            */
    bool retired_pulse, flushed_pulse;
    bool retired_valid, retired_opt;
    uint64_t retired_data[2];       /* with retired_valid; [0] = bits 63:0      */
};

struct ttp_retire_goal { uint32_t una, node; uint16_t nret; bool flush; };

struct ttp_retire {
    struct ttp_fifo rtq;            /* of uint16_t link                 */
    uint16_t *headp;                /* by link: dummy entry             */
    uint16_t *nfreed;               /* by link: modulo 2^CW             */
    uint32_t *freed;                /* by link: cells, modulo 2^17      */
    struct ttp_retire_goal *goal;   /* by link                          */
    uint16_t *next_e;               /* by entry                         */
    uint16_t *ent_len, *ent_first, *ent_last;   /* by entry             */
    uint32_t links, count_mask;     /* 2^CW - 1                         */
    uint32_t vc_shift;              /* VC = link >> vc_shift            */

    bool     b_valid;
    uint16_t b_link;
    bool     c_valid;
    uint16_t c_link, c_head, c_nfreed, c_goal;
    uint32_t c_freed;
    bool     c_flush;
    bool     c_looked, c_clash;     /* deep: the entry is known to be in a slot, or not  */
    bool     deep;                  /* parameter DEEP: two cycles an entry  */
    uint32_t una, node;             /* for the completion               */
    uint16_t count;                 /* payloads of the batch            */
    uint32_t bytes;                 /* 26 bit                           */
    bool     d_valid, d_last;
    uint16_t d_free, d_e;           /* dummy before, entry retired      */
    bool     retired_valid, defer;
};

void ttp_retire_bind(struct ttp_retire *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_retire_drive(const struct ttp_retire *b, struct ttp_retire_out *o);
void ttp_retire_clock(struct ttp_retire *b, const struct ttp_retire_in *in);

/* Nonzero while a link is being worked on or waits. */
static inline uint64_t ttp_retire_busy(const struct ttp_retire *b)
{
    return b->rtq.count | b->b_valid | b->c_valid | b->d_valid | b->retired_valid | b->defer;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the payload a link sends next and queues it for tx_frame. Mirrors rtl/tx/ttp_retransmit.v.
 *
 * Pointers are looked up in the arrays at the edge of the send, in place of the reads in the two
 * cycles before: the same, as long as no two sends come in neighbouring cycles (contract). */
#ifndef TTP_RETRANSMIT_H
#define TTP_RETRANSMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

struct ttp_retransmit_in {
    bool core_rst;
    bool init_active;
    uint32_t init_idx;
    bool append_valid;
    bool freed_moved;
    bool send_valid, send_head;
    bool send_resend;                           /* of this entry, wherever the list is */
    uint16_t send_entry;
    bool send_numbered, send_first;             /* sel.number: the send has one; it is 1 */
    bool payload_ready;
    uint8_t send_vc;
    uint16_t append_tail, append_entry;         /* with append_valid */
    uint16_t append_len, append_first;          /* bytes, 1..1024; cell */
    uint16_t freed_link, freed_head;            /* with freed_moved */
    uint16_t send_link;                         /* with send_valid, as the rest */
    uint16_t send_life, send_to_life;           /* 0: not named                 */
    uint32_t send_id, send_node;
};

struct ttp_pq {                     /* a payload to send */
    uint32_t id, node;
    uint16_t len, first;            /* bytes 1..1024; cell */
    uint16_t life, to_life;         /* 0: not named        */
    uint16_t number;                /* of the send, 0: none */
    uint8_t  vc;
};

struct ttp_retransmit_out {         /* all from flops */
    uint8_t slots_used;             /* 0..slots */
    bool payload_valid;
    const struct ttp_pq *pq;        /* with payload_valid */
    uint8_t slot_valid;             /* bit i: slot i is taken */
    uint16_t sent_number, sent_entry;   /* of the send in the cycle before */
    const uint16_t *slot_entry;     /* its entry, index 0..7 */
};

struct ttp_retransmit {
    uint16_t *headp, *prevp;        /* by link: entry */
    uint16_t *number;               /* by link: of the newest send that has one */
    uint16_t *next_e;               /* by entry       */
    uint16_t *ent_len, *ent_first;  /* by entry       */
    uint32_t links, slots;
    uint16_t number_max;            /* 1 follows it                     */
    bool     sent;                  /* in the cycle before              */
    uint16_t sent_e;
    uint16_t sent_number;           /* 0: it has none                   */
    uint8_t  used;                  /* 0..slots                         */
    uint8_t  link_wr, ent_wr, rd;   /* ring positions, [0, slots)       */
    uint8_t  ready;                 /* frames that PQ shows, 0..slots   */
    uint8_t  slot_valid;
    uint16_t slot_entry[8];
    struct ttp_pq pq[8];
};

void ttp_retransmit_bind(struct ttp_retransmit *b, const struct ttp_params *p,
                         struct ttp_arena *a);
void ttp_retransmit_clock(struct ttp_retransmit *b, const struct ttp_retransmit_in *in);

static inline void ttp_retransmit_drive(const struct ttp_retransmit *b,
                                        struct ttp_retransmit_out *o)
{
    o->slots_used = b->used;
    o->payload_valid = b->ready != 0;
    o->pq = &b->pq[b->rd];
    o->sent_number = b->sent_number;
    o->sent_entry = b->sent_e;
    o->slot_valid = b->slot_valid;
    o->slot_entry = b->slot_entry;
}

/* Nonzero while a payload is on its way to the wire. */
static inline uint64_t ttp_retransmit_busy(const struct ttp_retransmit *b) { return b->used; }

#endif

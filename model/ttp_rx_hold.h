/* SPDX-License-Identifier: Apache-2.0
 *
 * Payloads ahead of their turn, until their turn comes. Mirrors rtl/rx/ttp_rx_hold.v and its parts.
 * Only MACs with SELECTIVE have it. */
#ifndef TTP_RX_HOLD_H
#define TTP_RX_HOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"
#include "ttp_rx_parse.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TTP_HOLD_CONTEXTS 16u   /* at the most */
#define TTP_HOLD_PLACES  512u   /* of a context, at the most: by ID mod places */

/* A payload in the receive store. */
struct ttp_hold_lies {
    uint16_t bay, len;          /* len: bytes, 1..1024 */
};

/* What the link pipe says of an event. */
struct ttp_hold_told {
    bool     valid;             /* there is a verdict                                  */
    bool     take;              /* the host gets it; else it is held, or dropped       */
    bool     stow;              /* it is to be held                                    */
    bool     not_held;          /* it would be, but for want of a context or of room   */
    bool     ends;              /* what was agreed has ended; without a verdict too    */
    uint8_t  vc;
    uint16_t number;            /* of the send, 0: none                                */
    uint16_t life, to_life;     /* of the peer, ours                                   */
    uint32_t node, link;
    uint32_t id, missing;       /* missing: with stow                                  */
    struct ttp_hold_lies lies;
};

/* What a link holds, as its map leaves (sel.map). */
struct ttp_hold_map {
    uint64_t held;
    uint32_t missing;           /* RxID of the frame                                   */
    uint16_t number;            /* TxID: of the send that came last                    */
    uint16_t base, newest;
    uint8_t  context, part;     /* whose it is; where its turn is then                 */
};

struct ttp_rx_hold_in {
    bool     core_rst;
    struct ttp_hold_told told;
    uint32_t free_cells;        /* of the receive store                                */
    bool     again_ready;
    bool     map_ask;           /* a map of map_link is next                           */
    bool     map_done;          /* ... and leaves, or is given up                      */
    uint32_t map_link;
};

struct ttp_rx_hold_out {        /* all from flops */
    bool     told_valid, told_take;
    uint8_t  told_vc;
    uint32_t told_node;
    struct ttp_hold_lies told_lies;
    bool     again_valid;
    const struct ttp_received *again;   /* with again_valid                            */
    bool     map_ready, map_none;       /* map_none: there is nothing to tell          */
    const struct ttp_hold_map *map;     /* with map_ready and not map_none             */
    bool     held, not_held, map_left;  /* for the counters                            */
};

/* A reorder context. */
struct ttp_hold_context {
    uint64_t held[TTP_HOLD_PLACES / 64];        /* bit by ID mod places                */
    uint32_t link, node;
    uint32_t missing;
    uint16_t life, to_life;
    uint16_t count;             /* bits that are set                                   */
    uint16_t newest, came, number;      /* low bits of IDs; number: of what came last  */
    uint8_t  vc;
    bool     fresh;             /* a payload has come since its map left               */
    bool     turn;              /* the next map is of the next part                    */
    uint8_t  part;              /* of 64                                               */
};

/* The newest run: payloads ahead of the verdict come again. */
struct ttp_hold_run {
    uint8_t  context;
    uint8_t  ahead;             /* payloads that come again, and are not judged; 0: no run */
    bool     goes;              /* the next one is to be looked at                     */
};

enum ttp_hold_look { TTP_HOLD_LOOK, TTP_HOLD_INFO, TTP_HOLD_PART, TTP_HOLD_LOW, TTP_HOLD_HIGH };

struct ttp_rx_hold {
    uint32_t contexts;          /* 2 to 16; 0: the MAC has none of it                  */
    uint32_t stay_free;         /* bays behind a payload that is put by, at least      */
    uint32_t clear;             /* cycles until bits are cleared: nothing is held      */
    struct ttp_hold_context context[TTP_HOLD_CONTEXTS];
    uint32_t used;              /* those that are taken, a bit each; of these          */
    uint32_t ends;              /* those that are drained, and belong to no link       */
    uint32_t places;            /* of each: 256 or 512                                 */
    struct ttp_hold_lies *lies; /* [context][ID mod places]                            */
    uint16_t drain_at;          /* the place that is drained next                      */
    struct ttp_hold_run run;

    struct ttp_hold_told k1, k2;
    bool     k2_of_context, k2_stow, k2_new;
    bool     k2_drains;         /* no verdict: a place of one that has ended           */
    bool     k2_fetches;        /* no verdict: the next place of the run               */
    uint8_t  k2_context;
    uint16_t k2_place;
    /* K3 */
    bool     told_valid, told_take;
    uint8_t  told_vc;
    uint32_t told_node;
    struct ttp_hold_lies told_lies;
    bool     again_valid;
    bool     held, not_held, map_left;  /* counted in this cycle                       */
    struct ttp_received again;
    struct ttp_fifo queue;      /* of struct ttp_received                              */

    /* ttp_rx_map */
    enum ttp_hold_look look;
    struct ttp_hold_map draft, map;
    uint16_t draft_off;         /* of what came last behind the missing one            */
    uint64_t draft_low;
    bool     draft_later, map_later;    /* a payload has come since                    */
    bool     map_ready, map_none;
};

void ttp_rx_hold_bind(struct ttp_rx_hold *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_rx_hold_drive(const struct ttp_rx_hold *b, struct ttp_rx_hold_out *o);
/* sel.hold - would a payload of the link be held? */
bool ttp_rx_hold_may(const struct ttp_rx_hold *b, uint32_t link, uint32_t free_cells);
void ttp_rx_hold_clock(struct ttp_rx_hold *b, const struct ttp_rx_hold_in *in);
/* 0: a clock without a verdict, an end or a map to ask for would change nothing */
uint64_t ttp_rx_hold_busy(const struct ttp_rx_hold *b);

#ifdef __cplusplus
}
#endif

#endif

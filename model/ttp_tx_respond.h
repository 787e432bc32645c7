/* SPDX-License-Identifier: Apache-2.0
 *
 * Response queue, response credits, LEFT queue. Mirrors rtl/tx/ttp_tx_respond.v. */
#ifndef TTP_TX_RESPOND_H
#define TTP_TX_RESPOND_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"
#include "ttp_rx_hold.h"

/* A frame without payload. */
struct ttp_response {
    uint32_t txid, rxid;
    uint32_t node;          /* 24 bit                         */
    uint16_t link;          /* meant only with notify and map */
    uint16_t life, to_life; /* to_life 0: not named           */
    uint8_t  op;            /* TTP_OP_*                       */
    uint8_t  vc;            /* 0..2                           */
    bool     notify;        /* LEFT event when it has left    */
    bool     offer;         /* OPEN, OPEN_ACK: with our offer */
    bool     map;           /* NACK: with the map of its link */
};

struct ttp_tx_respond_in {
    bool core_rst;
    bool respond_valid;
    struct ttp_response respond;    /* with respond_valid     */
    bool credit_take_frame, credit_take_event, credit_give;
    bool response_ready;
    bool map_ready, map_none;       /* what ttp_rx_hold says of map_link */
    const struct ttp_hold_map *map; /* with map_ready and not map_none */
    bool frame_left;
    bool left_ready;
};

struct ttp_tx_respond_out {
    /* drive: from flops */
    bool credit_for_frame, credit_for_event;
    bool left_valid;
    uint16_t left_link;             /* with left_valid        */
    bool map_ask;                   /* a map is next          */
    uint16_t map_link;              /* with map_ask           */
    /* comb: flops and map_* */
    bool response_valid;
    const struct ttp_response *response; /* with response_valid */
    struct ttp_response with_map;
};

struct ttp_tx_respond {
    struct ttp_fifo q;              /* of struct ttp_response                   */
    uint32_t resp_n;                /* 16 or 64                                 */
    uint32_t credit;                /* [0, resp_n]                              */
    uint32_t held;                  /* links in the ring, under way or left 0..4 */
    uint32_t left;                  /* of those left, 0..4                      */
    uint32_t wr, rd;                /* ring positions, 0..3                     */
    uint16_t ring[4];
};

void ttp_tx_respond_bind(struct ttp_tx_respond *b, const struct ttp_params *p,
                         struct ttp_arena *a);
void ttp_tx_respond_drive(const struct ttp_tx_respond *b, struct ttp_tx_respond_out *o);
void ttp_tx_respond_comb(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in,
                         struct ttp_tx_respond_out *o);
/* The map that is next leaves, or is given up. */
bool ttp_tx_respond_map_done(const struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in);
void ttp_tx_respond_clock(struct ttp_tx_respond *b, const struct ttp_tx_respond_in *in);

/* Nonzero while a response waits, or a LEFT event waits or is to come. */
static inline uint64_t ttp_tx_respond_busy(const struct ttp_tx_respond *b)
{
    return b->q.count | b->held;
}

#endif

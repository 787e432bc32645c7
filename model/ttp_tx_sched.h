/* SPDX-License-Identifier: Apache-2.0
 *
 * Ready lists of links; response or payload next on the wire. Mirrors rtl/tx/ttp_tx_sched.v. */
#ifndef TTP_TX_SCHED_H
#define TTP_TX_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"
#include "ttp_tx_order.h"

struct ttp_tx_sched_in {
    bool core_rst;
    struct ttp_vc_cfg vc;           /* VC_ORDER: the register */
    bool ready_push, ready_push_replay;
    uint16_t ready_push_link;       /* with ready_push */
    bool lost_valid;                /* ttp_tx_marks asks */
    bool lost_news;                 /* ... for no turn   */
    uint16_t lost_link;
    bool ready_pop;
    bool response_valid, payload_valid;
    bool start_response, start_payload;
};

struct ttp_tx_sched_out {
    bool ready_valid;               /* comb, from lost_valid */
    uint16_t ready_link;            /* comb, with ready_valid */
    bool ready_lost;                /* comb: it is one of ttp_tx_marks, which pops it */
    bool ready_news;                /* comb: ... and no turn */
    bool sel_payload;               /* comb, from response_valid and payload_valid */
};

struct ttp_tx_sched {
    struct ttp_fifo replay, fresh;  /* of uint16_t link */
    uint32_t run;                   /* responses in a row while a payload waited, 0..16 */
    uint32_t lost;                  /* lost ones in a row, 0..4 */
    struct ttp_tx_order order;      /* VC_ORDER: the lists of each channel */
};

void ttp_tx_sched_bind(struct ttp_tx_sched *b, const struct ttp_params *p, struct ttp_arena *a);
/* Whose turn it is in the ready lists, or of what is lost (sel.first). */
void ttp_tx_sched_ready(const struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in,
                        struct ttp_tx_sched_out *o);
void ttp_tx_sched_clock(struct ttp_tx_sched *b, const struct ttp_tx_sched_in *in);

static inline void ttp_tx_sched_comb(const struct ttp_tx_sched *b,
                                     const struct ttp_tx_sched_in *in, struct ttp_tx_sched_out *o)
{
    o->sel_payload = in->payload_valid && (!in->response_valid || b->run == 16);
}

/* Nonzero while a link waits for its turn. (run != 0 with nothing else busy lasts one cycle.) */
static inline uint64_t ttp_tx_sched_busy(const struct ttp_tx_sched *b)
{
    return b->replay.count | b->fresh.count | b->run | ttp_tx_order_busy(&b->order);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Ready lists of each virtual channel, and which channel has the next turn. Mirrors
 * rtl/tx/ttp_tx_order.v.
 * Part of: ttp_tx_sched */
#ifndef TTP_TX_ORDER_H
#define TTP_TX_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

enum { TTP_VCS = 3, TTP_VC_NONE = 3, TTP_VC_PASSED = 16 };
enum { TTP_VC_OFF, TTP_VC_STRICT, TTP_VC_WEIGHTS };

/* The register VC_ORDER. */
struct ttp_vc_cfg {
    uint8_t mode;               /* TTP_VC_OFF .. TTP_VC_WEIGHTS */
    uint8_t first, second;      /* channels, not the same; but all 0 without the parameter */
    uint8_t weight[TTP_VCS];    /* turns, [1, 15] */
};

struct ttp_tx_order {
    struct ttp_fifo replay[TTP_VCS], fresh[TTP_VCS];    /* of uint16_t link */
    uint32_t channel_links;     /* links of a channel; 0 without VC_ORDER */
    uint8_t pick;               /* channel that is next, or NONE; of the cycle before */
    uint8_t last;               /* channel of the last turn */
    uint8_t turns;              /* its turns in a row while another waited, [0, 15] */
    uint8_t passed[TTP_VCS];    /* turns of others while a link waited, [0, 16] */
};

void ttp_tx_order_bind(struct ttp_tx_order *b, const struct ttp_params *p, struct ttp_arena *a);
/* The link that is next, NULL if it is none of here or not known yet. */
const uint16_t *ttp_tx_order_next(const struct ttp_tx_order *b);
/* common: a link waits in the lists for all. push, pop: a link begins to wait; a turn, of the next
 * one of here or of those. */
void ttp_tx_order_clock(struct ttp_tx_order *b, const struct ttp_vc_cfg *cfg, bool common,
                        bool push, bool push_replay, uint16_t push_link, bool pop);
void ttp_tx_order_clear(struct ttp_tx_order *b);

static inline bool ttp_tx_order_waits(const struct ttp_tx_order *b, unsigned vc)
{
    return (b->replay[vc].count | b->fresh[vc].count) != 0;
}

static inline bool ttp_tx_order_any(const struct ttp_tx_order *b)
{
    return ttp_tx_order_waits(b, 0) || ttp_tx_order_waits(b, 1) || ttp_tx_order_waits(b, 2);
}

/* Nonzero while it has not come to rest. */
static inline uint64_t ttp_tx_order_busy(const struct ttp_tx_order *b)
{
    return ttp_tx_order_any(b) || b->pick != TTP_VC_NONE || b->passed[0] || b->passed[1]
        || b->passed[2];
}

#endif

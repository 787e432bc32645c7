/* SPDX-License-Identifier: Apache-2.0
 *
 * Payloads of the MAC: heads into one queue, words with data into another. Mirrors
 * rtl/nic/ttp_nic_parse.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_PARSE_H
#define TTP_NIC_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_nic_types.h"

struct ttp_nic_parse_in {
    bool     rst;
    bool     tvalid, tlast;
    const uint64_t *tdata;
    uint64_t tkeep;
    uint32_t tid;
    bool     head_ready, word_ready;
};

struct ttp_nic_parse {
    uint32_t lanes, bytes;              /* of a word                     */
    uint32_t words;                     /* of this payload, before this one */
    uint64_t head[4];                   /* as far as it has come         */
    struct ttp_fifo heads;              /* 16 x struct ttp_nic_head      */
    struct ttp_fifo data;               /* 4096 bytes of words           */
};

void ttp_nic_parse_bind(struct ttp_nic_parse *b, uint32_t data_w, struct ttp_arena *a);
void ttp_nic_parse_clock(struct ttp_nic_parse *b, const struct ttp_nic_parse_in *in);

static inline bool ttp_nic_parse_ready(const struct ttp_nic_parse *b)
{
    return ttp_fifo_ready(&b->heads) && ttp_fifo_ready(&b->data);
}

/* The oldest head, or NULL. */
static inline const struct ttp_nic_head *ttp_nic_parse_head(const struct ttp_nic_parse *b)
{
    return ttp_fifo_valid(&b->heads) ? (const struct ttp_nic_head *)ttp_fifo_head(&b->heads)
                                     : NULL;
}

#endif

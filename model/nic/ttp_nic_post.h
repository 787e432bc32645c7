/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes payloads of messages, of answers to READ, of replies. Mirrors rtl/nic/ttp_nic_post.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_POST_H
#define TTP_NIC_POST_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_nic_ring.h"
#include "ttp_nic_types.h"

struct ttp_nic_post_in {
    bool     rst;
    const struct ttp_nic_element *element;  /* NULL: none */
    uint16_t element_index;
    bool     room, wrong_ready;
    uint32_t opens_tag;
    bool     goes_on;
    bool     read_valid, reply_valid, cmd_ready;
    struct ttp_nic_reading read;
    struct ttp_nic_reply reply;
};

struct ttp_nic_post_out {               /* comb */
    bool     element_ready;
    bool     opens;
    struct ttp_nic_opening opening;     /* with opens */
};

/* A message that is being sent. */
struct ttp_nic_source {
    uint64_t addr, offset;
    uint32_t dest, tag, key, immediate, length, progress;
    uint8_t  op;
    bool     notice;
    bool     active;
};

struct ttp_nic_post {
    struct ttp_nic_source ring, answer;
    bool     turn;                      /* the answer was last */
    bool     cmd_valid;
    struct ttp_nic_get cmd;
    struct ttp_fifo replies;            /* 64 x struct ttp_nic_reply      */
    struct ttp_fifo reads;              /* READS x struct ttp_nic_reading */
};

void ttp_nic_post_bind(struct ttp_nic_post *b, uint32_t reads, struct ttp_arena *a);
void ttp_nic_post_comb(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in,
                       struct ttp_nic_post_out *o);
void ttp_nic_post_clock(struct ttp_nic_post *b, const struct ttp_nic_post_in *in);

#endif

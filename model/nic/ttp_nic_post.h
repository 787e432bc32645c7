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
    bool     cfg_coalesce;              /* COALESCE is above 0 */
    bool     waits;                     /* what was made before is not gone */
    const struct ttp_nic_element *element[TTP_NIC_RINGS];   /* of each ring; NULL: none */
    uint16_t index[TTP_NIC_RINGS];
    uint32_t under;                     /* rings that may have one more message, a bit each */
    bool     room, wrong_ready;
    uint32_t opens_tag;
    uint32_t open;                      /* rings whose message under way is open, a bit each */
    bool     read_valid, reply_valid, cmd_ready;
    struct ttp_nic_reading read;
    struct ttp_nic_reply reply;
};

struct ttp_nic_post_out {               /* comb */
    bool     opens;                     /* the element of opening.ring is taken */
    struct ttp_nic_opening opening;     /* with opens */
};

/* A message that is being sent. */
struct ttp_nic_source {
    uint64_t addr, offset;
    uint32_t dest, tag, key, immediate, length, progress;
    uint8_t  op;
    bool     notice;
};

struct ttp_nic_post {
    uint32_t rings;
    /* Of the rings, and TTP_NIC_OF_ANSWER */
    struct ttp_nic_source source[TTP_NIC_RINGS + 1];
    uint32_t active;                    /* those that have a message, a bit each */
    uint8_t  last;                      /* whose payload was made last */
    uint8_t  began;                     /* ring whose message began last */
    uint32_t able;                      /* ring.turn, a cycle before: a bit for each ring */
    uint32_t goes;                      /* rings whose message was open a cycle before, or begins */
    bool     cmd_valid;
    struct ttp_nic_get cmd;             /* the last that was made */
    /* msg.fill */
    bool     wide, fills;               /* 512 bit; and COALESCE is above 0 */
    uint32_t fill;                      /* blocks that another one may be joined to */
    struct ttp_fifo replies;            /* 64 x struct ttp_nic_reply      */
    struct ttp_fifo reads;              /* READS x struct ttp_nic_reading */
};

void ttp_nic_post_bind(struct ttp_nic_post *b, const struct ttp_nic_params *p,
                       struct ttp_arena *a);
void ttp_nic_post_comb(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in,
                       struct ttp_nic_post_out *o);
void ttp_nic_post_clock(struct ttp_nic_post *b, const struct ttp_nic_post_in *in);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What follows when memory has answered for the writes of a payload. Mirrors
 * rtl/nic/ttp_nic_acts.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_ACTS_H
#define TTP_NIC_ACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_nic_types.h"

struct ttp_nic_acts_in {
    bool     rst, on, clear;
    uint64_t cfg_base;
    uint8_t  cfg_size;
    uint16_t cfg_tail;
    uint32_t cfg_wait;
    const struct ttp_nic_act *act;      /* NULL: none */
    bool     b_valid, b_err;            /* b_valid: for data of a payload */
    bool     c_valid;                   /* for a completion     */
    uint32_t slot_dest, slot_length;    /* copied in GO alone   */
    uint64_t slot_cookie;
    uint16_t slot_index;
    uint8_t  slot_ring;
    bool     reply_ready, record_ready;
};

struct ttp_nic_acts_out {               /* comb */
    bool     act_ready;
    bool     frees, is_full;
    bool     reply_valid;
    struct ttp_nic_reply reply;         /* with reply_valid  */
    bool     record_valid;
    uint64_t record_addr;               /* with record_valid */
    uint64_t record[4];
};

/* What is counted, a cycle later. */
struct ttp_nic_acts_pulses {
    bool     retires, wrote, wrote_err, lost, refused, done_ok, done_bad, told;
};

struct ttp_nic_told {                   /* a completion */
    uint64_t cookie;
    uint32_t dest, length, immediate, key;
    uint16_t index;
    uint8_t  kind, status, ring;
};

struct ttp_nic_acts {
    bool     waits, goes;               /* an action is in WAIT, in GO  */
    struct ttp_nic_act next;            /* in WAIT                      */
    bool     err;                       /* an answer of it was an error */
    uint8_t  left;                      /* answers that it awaits       */
    struct ttp_nic_act cur;             /* in GO                        */
    bool     bad;                       /* memory has said an error     */
    bool     put;                       /* its completion is in the queue */
    uint32_t waited;                    /* cycles of its REPLY          */
    bool     expired;                   /* they are enough, a cycle before */
    struct ttp_fifo answers;            /* bool, an error: 2 of each that may wait, 1 of WAIT */
    bool     room;                      /* in the ring, and on, a cycle before, and none went */
    uint16_t head;
    bool    *erred;                     /* by row of a WRITE of several payloads */
    struct ttp_nic_places failed;       /* by place of a message: an error in DATA */
    struct ttp_nic_acts_pulses pulses;
    struct ttp_fifo queue;              /* 4 x struct ttp_nic_told      */
};

void ttp_nic_acts_bind(struct ttp_nic_acts *b, const struct ttp_nic_params *p,
                       struct ttp_arena *a);
void ttp_nic_acts_comb(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in,
                       struct ttp_nic_acts_out *o);
void ttp_nic_acts_clock(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in);

#endif

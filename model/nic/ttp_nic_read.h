/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads data and makes payloads of them. Mirrors rtl/nic/ttp_nic_read.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_READ_H
#define TTP_NIC_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_nic_shift.h"
#include "ttp_nic_types.h"

struct ttp_nic_read_in {
    bool     rst;
    uint8_t  cfg_coalesce;              /* COALESCE       */
    bool     cmd_valid;
    const struct ttp_nic_get *cmd;
    struct ttp_nic_bursts asks;         /* what ttp_nic_read_asks says */
    bool     ar_ready;
    bool     r_valid, r_err;            /* a word of ID 0 */
    const uint64_t *r_data;
    bool     m_axis_tx_tready;
};

struct ttp_nic_read_word {
    uint64_t lane[8];
    bool     err;
};

struct ttp_nic_read {
    uint32_t lanes, bytes, lb;          /* of a word; log2 of the bytes  */
    struct ttp_fifo cmds;               /* ttp_nic_waiting x struct ttp_nic_get */
    uint32_t queue;                     /* words of memory that may wait */
    struct ttp_fifo words;              /* queue x struct ttp_nic_read_word */
    uint32_t erred;                     /* of them those with an error   */
    uint32_t ahead;                     /* words asked for and not used  */
    struct ttp_nic_bursts asks;         /* to be asked for; words[0] = 0: none */
    /* The payload under way */
    bool     busy;
    struct ttp_nic_get cur;
    uint32_t half;                      /* bytes of the head in a word with data */
    uint32_t head_left, head_at;        /* words of the head alone; lanes that have gone */
    struct ttp_nic_shift shift;
    bool     err;                       /* to be discarded               */
    bool     first_err;                 /* ... for a word of its own     */
    bool     poison[TTP_NIC_SOURCES];   /* all behind it too; a REPLY never */
    bool     sorry;                     /* a REPLY with MEMORY is next   */
    uint32_t reply_dest, reply_tag;
    bool     is_sorry;                  /* it is under way               */
    /* Joining */
    bool     there;                     /* a command was the oldest in the cycle before, too */
    uint32_t blocks;                    /* of 64 bytes, joined so far    */
    uint32_t pad;                       /* words of 0 before the next    */
    bool     held;                      /* the last word waits in the register */
    uint32_t left;                      /* cycles that it may wait       */
    uint64_t last_keep;                 /* of the last word              */
    uint64_t tdata[8], tkeep;
    uint32_t tdest;
    bool     tvalid, tlast, tuser;
    bool     fault, sent;         /* of a message of a ring        */
    uint32_t fault_tag;
    bool     answered, posted;
};

void ttp_nic_read_bind(struct ttp_nic_read *b, uint32_t data_w, struct ttp_arena *a);

/* comb: what is asked for, one or two bursts, of a command that is taken or was. */
struct ttp_nic_bursts ttp_nic_read_asks(const struct ttp_nic_read *b,
                                        const struct ttp_nic_read_in *in);
void ttp_nic_read_clock(struct ttp_nic_read *b, const struct ttp_nic_read_in *in);

/* mem.ahead - fewer than 512 words are on the way. */
static inline bool ttp_nic_read_cmd_ready(const struct ttp_nic_read *b)
{
    return ttp_fifo_ready(&b->cmds) && !b->asks.words[0] && b->ahead < 512;
}
static inline bool ttp_nic_read_r_ready(const struct ttp_nic_read *b)
{
    return ttp_fifo_ready(&b->words);
}
/* A command that was taken may still be joined to others. */
static inline bool ttp_nic_read_waits(const struct ttp_nic_read *b)
{
    return ttp_fifo_valid(&b->cmds) || b->busy || b->held;
}

#endif

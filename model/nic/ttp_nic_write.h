/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes data of payloads, and completions, into host memory. Mirrors rtl/nic/ttp_nic_write.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_WRITE_H
#define TTP_NIC_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_nic_shift.h"
#include "ttp_nic_types.h"

struct ttp_nic_write_in {
    bool     rst;
    bool     cmd_valid;
    const struct ttp_nic_put *cmd;
    const uint64_t *word;               /* of ttp_nic_parse; NULL: none */
    bool     record_valid;
    uint64_t record_addr;
    const uint64_t *record;             /* 4 lanes; stands until the edge */
    bool     m_axi_awready, m_axi_wready, act_ready;
};

struct ttp_nic_write_out {              /* comb */
    bool     cmd_ready, record_ready, word_ready;
};

struct ttp_nic_write {
    uint32_t lanes, bytes, lb;          /* of a word; log2 of the bytes */
    struct ttp_fifo cmds;               /* 2 x struct ttp_nic_put       */
    bool     full;                      /* a completion waits: its address and bytes */
    uint64_t rec_addr, data[4];
    bool     aw, second;            /* second: the second burst is beats */
    uint64_t aw_addr, second_addr;
    uint32_t aw_words, second_words;
    uint32_t beats;                      /* words of the burst under way */
    uint64_t first_strb, last_strb;
    bool     is_record;                 /* mem.id: what is written is a completion */
    uint64_t rec[8];                    /* a completion, as words       */
    uint32_t rec_at;                 /* lanes of it that have gone   */
    struct ttp_nic_shift shift;
    bool     wvalid, wlast;
    uint64_t wdata[8], wstrb;
    struct ttp_fifo acts;               /* of struct ttp_nic_act        */
};

void ttp_nic_write_bind(struct ttp_nic_write *b, uint32_t data_w, struct ttp_arena *a);
void ttp_nic_write_comb(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in,
                        struct ttp_nic_write_out *o);
void ttp_nic_write_clock(struct ttp_nic_write *b, const struct ttp_nic_write_in *in);

/* The oldest action, or NULL. */
static inline const struct ttp_nic_act *ttp_nic_write_act(const struct ttp_nic_write *b)
{
    return ttp_fifo_valid(&b->acts) ? (const struct ttp_nic_act *)ttp_fifo_head(&b->acts) : NULL;
}

#endif

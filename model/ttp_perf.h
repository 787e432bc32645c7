/* SPDX-License-Identifier: Apache-2.0
 *
 * Event counters and their snapshot. Mirrors rtl/ttp_perf.v at its pins: the accumulators and
 * the sweep that empties them are not copied, because what can be seen of counter k is only its
 * total when the sweep index is k during a snapshot pass. */
#ifndef TTP_PERF_H
#define TTP_PERF_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_perf_in {
    bool     rst;
    uint32_t now;           /* cycles since rst fell; only bits 5:0 matter      */
    uint64_t inc_en;        /* bit k: counter k moves                           */
    uint32_t dlv_bytes;     /* [0, 1024], with bit TTP_CNT_DLV_BYTES            */
    uint32_t acc_bytes;     /* [0, 1024], with bit TTP_CNT_ACC_BYTES            */
    bool     snap_req;
    uint32_t rd_idx;        /* [0, 64)                                          */
};

struct ttp_perf_out {
    uint64_t rd_data;       /* 48 bit */
    bool     snap_busy;
    bool     cnt_valid;
};

struct ttp_perf {
    uint64_t live[64];      /* totals, up to date in every cycle; mod 2^48 when seen  */
    uint64_t snap[64];      /* second bank                                            */
    uint64_t total_s1, total_s2;    /* s2 writes it into the second bank, a cycle after s1 */
    uint64_t rd_data;
    uint8_t  idx_s1, idx_s2;
    uint8_t  since_rst;     /* cycles since reset, saturates at 67: cnt_valid         */
    bool     pass, pass_s1, pass_s2, pend;
};

void ttp_perf_init(struct ttp_perf *b);
void ttp_perf_drive(const struct ttp_perf *b, struct ttp_perf_out *out);
void ttp_perf_clock(struct ttp_perf *b, const struct ttp_perf_in *in);

/* Nothing can move in this cycle but by rst, snap_req or a count. 67: cycles after a reset until
 * the counters are cleared and can be read. */
static inline bool ttp_perf_idle(const struct ttp_perf *b, uint32_t rd_idx)
{
    return b->since_rst == 67 && !b->pass && !b->pass_s1 && !b->pass_s2 && !b->pend
           && b->rd_data == b->snap[rd_idx];
}

#endif

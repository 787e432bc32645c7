/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_perf.h"

#include <string.h>

#include "ttp_regs.h"

/* Opcodes 0..10 sent and received, behind them those of selective repeat, which never move without
 * it; then 32 more without a hole. */
#define EXISTS UINT64_C(0xFFFFFFFF3FFFFFFF)
#define BYTES  (UINT64_C(1) << TTP_CNT_DLV_BYTES | UINT64_C(1) << TTP_CNT_ACC_BYTES)
#define MASK48 UINT64_C(0xFFFFFFFFFFFF)

static void reset(struct ttp_perf *b)
{
    memset(b->live, 0, sizeof b->live);
    b->since_rst = 0;
    b->pass = true;
    b->pass_s1 = b->pass_s2 = b->pend = false;
}

void ttp_perf_init(struct ttp_perf *b)
{
    memset(b, 0, sizeof *b);
    reset(b);
}

void ttp_perf_drive(const struct ttp_perf *b, struct ttp_perf_out *out)
{
    out->rd_data = b->rd_data;
    out->snap_busy = b->pend || b->pass || b->pass_s1 || b->pass_s2;
    out->cnt_valid = b->since_rst == 67;
}

static unsigned lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned i = 0;

    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

void ttp_perf_clock(struct ttp_perf *b, const struct ttp_perf_in *in)
{
    uint64_t inc = in->inc_en & EXISTS;

    if (in->rst) {
        /* The second bank is rewritten by the pass after reset. */
        b->rd_data = b->snap[in->rd_idx];
        reset(b);
        return;
    }

    /* The sums of the RTL are not copied: a counter is seen only when the sweep is at it, and then
     * it holds all that has come, this cycle included. */
    if (inc & BYTES) {
        if (inc >> TTP_CNT_DLV_BYTES & 1) b->live[TTP_CNT_DLV_BYTES] += in->dlv_bytes;
        if (inc >> TTP_CNT_ACC_BYTES & 1) b->live[TTP_CNT_ACC_BYTES] += in->acc_bytes;
        inc &= ~BYTES;
    }
    for (; inc; inc &= inc - 1) b->live[lowest(inc)]++;

    /* A word being written keeps the read register as it is. */
    if (!(b->pass_s2 && b->idx_s2 == in->rd_idx)) b->rd_data = b->snap[in->rd_idx];
    if (b->since_rst != 67) b->since_rst++;

    if (b->pass || b->pass_s1 || b->pass_s2 || b->pend || in->snap_req) {
        const unsigned index = in->now & 63u;

        if (b->pass_s2) b->snap[b->idx_s2] = b->total_s2;
        b->pass_s2 = b->pass_s1;
        b->idx_s2 = b->idx_s1;
        b->total_s2 = b->total_s1;
        b->idx_s1 = (uint8_t)index;
        b->total_s1 = b->live[index] & MASK48;
        b->pass_s1 = b->pass;
        /* A pass begins at index 0, so that each counter is in it once. */
        if (index == 63) {
            b->pass = b->pend || in->snap_req;
            b->pend = false;
        } else {
            b->pend = b->pend || in->snap_req;
        }
    }
}

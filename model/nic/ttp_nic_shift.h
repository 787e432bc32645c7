/* SPDX-License-Identifier: Apache-2.0
 *
 * Words of a stream, moved by some bytes. Mirrors rtl/nic/ttp_nic_shift.v.
 *
 *     step = ttp_nic_shift_step(b, in_valid, out_ready);
 *     if (step.out) ttp_nic_shift_data(b, in_data, out_data);
 *     ttp_nic_shift_clock(b, &step, in_data);      and then, where one begins, _start()
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_SHIFT_H
#define TTP_NIC_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_nic_shift {
    uint32_t lanes;         /* 64 bits each, of a word          */
    uint32_t rot;           /* bytes                            */
    uint32_t n_in, n_out;   /* words that are left              */
    bool     busy, late, drop;
    bool     first;         /* no word has come in yet          */
    bool     gave;          /* a word has gone out              */
    uint64_t hold[8];     /* the hold word before           */
};

struct ttp_nic_step {
    bool in, out;           /* a word comes in, goes out        */
    bool out_first, out_last;
    bool done;
};

static inline void ttp_nic_shift_reset(struct ttp_nic_shift *b) { b->busy = false; }

void ttp_nic_shift_start(struct ttp_nic_shift *b, uint32_t rot, bool late, bool drop, uint32_t n_in,
                         uint32_t n_out);
struct ttp_nic_step ttp_nic_shift_step(const struct ttp_nic_shift *b, bool in_valid,
                                       bool out_ready);
void ttp_nic_shift_data(const struct ttp_nic_shift *b, const uint64_t *in_data, uint64_t *out_data);
void ttp_nic_shift_clock(struct ttp_nic_shift *b, const struct ttp_nic_step *s,
                         const uint64_t *in_data);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The walk over all memories after reset. Mirrors rtl/ttp_init.v. */
#ifndef TTP_INIT_H
#define TTP_INIT_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

struct ttp_init_in {
    bool core_rst;
};

struct ttp_init_out {
    bool     init_active;
    bool     core_ready;    /* !init_active                                  */
    uint32_t init_idx;      /* [0, n); only while active it means something  */
};

struct ttp_init {
    uint32_t n;             /* INIT_N = max(tx_cells, entries)  */
    uint32_t idx;           /* [0, n)                           */
    bool     active;
};

void ttp_init_bind(struct ttp_init *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_init_drive(const struct ttp_init *b, struct ttp_init_out *o);
void ttp_init_clock(struct ttp_init *b, const struct ttp_init_in *in);
uint64_t ttp_init_busy(const struct ttp_init *b);

#endif

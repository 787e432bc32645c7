/* SPDX-License-Identifier: Apache-2.0
 *
 * Transmit store: payload words and the list of free cells. Mirrors rtl/tx/ttp_tx_sram.v. */
#ifndef TTP_TX_SRAM_H
#define TTP_TX_SRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

/* Pins just before the edge. Cells are [0, tx_cells), word addresses [0, tx_cells * wpc). */
struct ttp_tx_sram_in {
    bool     core_rst;
    bool     init_active;
    bool     store_valid;   /* written only if store_ready          */
    bool     free_cell_pop; /* only while free_cell_valid           */
    bool     abort_valid;
    bool     freed_valid;
    bool     fetch_en;
    bool     next_cell_en;
    uint32_t init_idx;
    uint32_t store_addr;
    const uint64_t *store_data; /* data_w / 64 lanes, read if store_valid */
    uint32_t abort_first, abort_last; /* cells                      */
    uint32_t abort_n;           /* cells in the chain, [1, 16]      */
    uint32_t freed_first, freed_last;
    uint32_t freed_n;
    uint32_t fetch_addr;
    uint32_t next_cell_addr;
};

struct ttp_tx_sram_out {
    /* flops: ttp_tx_sram_drive() */
    bool     free_cell_valid;
    uint32_t free_cell;         /* while free_cell_valid                    */
    const uint64_t *fetch_data; /* the word read last: stays while fetch_en=0 */
    uint32_t next_cell;
    uint32_t stat_free;         /* cells, [0, tx_cells]                     */
    uint32_t stat_low;
    /* combinational: ttp_tx_sram_comb() */
    bool     store_ready;       /* from in->fetch_en (sram_1p) */
    bool     abort_ready;       /* from in->freed_valid      */
};

struct ttp_tx_sram {
    uint64_t *data;         /* tx_cells * wpc words of `lanes` 64-bit lanes */
    uint16_t *next;         /* next_cell, tx_cells                          */
    uint64_t fetch_data[2][8]; /* the read register, and what it held before */
    uint32_t rd_at;         /* which of the two is the register             */
    uint32_t cells;         /* tx_cells                                     */
    uint32_t cell_mask;     /* 2^TCW - 1                                    */
    uint32_t lanes;         /* data_w / 64                                  */
    uint32_t sram_1p;
    bool     deep;          /* parameter DEEP                               */
    uint32_t head, tail;    /* tail: if the list is empty, the cell popped last */
    uint32_t count, low;    /* [0, tx_cells]                                */
    uint32_t next_cell;
    bool     valid;
};

void ttp_tx_sram_bind(struct ttp_tx_sram *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_tx_sram_drive(const struct ttp_tx_sram *b, struct ttp_tx_sram_out *o);
void ttp_tx_sram_comb(const struct ttp_tx_sram *b, const struct ttp_tx_sram_in *in,
                      struct ttp_tx_sram_out *o);
void ttp_tx_sram_clock(struct ttp_tx_sram *b, const struct ttp_tx_sram_in *in);
/* Nonzero while another clock without inputs would change something. */
uint64_t ttp_tx_sram_busy(const struct ttp_tx_sram *b);

/* The free list is a list of count distinct cells from head to tail: NULL, or what is wrong.
 * mark: one byte a cell; the listed ones are set to 1 (a cell already set: "in two lists"). */
const char *ttp_tx_sram_check(const struct ttp_tx_sram *b, uint8_t *mark);

#endif

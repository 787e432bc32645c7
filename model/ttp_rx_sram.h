/* SPDX-License-Identifier: Apache-2.0
 *
 * Receive store: a ring of cells of 64 bytes. Mirrors rtl/rx/ttp_rx_sram.v. */
#ifndef TTP_RX_SRAM_H
#define TTP_RX_SRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_defs.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TTP_RX_BAY 16u     /* SELECTIVE: cells of a bay, which one payload has */

/* Payloads inside at most, which is the number of places for their verdicts. */
static inline uint32_t ttp_rx_places(const struct ttp_params *p)
{
    const uint32_t room = p->selective ? p->rx_cells / TTP_RX_BAY : p->rx_cells;
    const uint32_t most = p->selective ? ttp_params_window(p) : TTP_RING_PAYLOADS;

    return room < most ? room : most;
}

struct ttp_rx_sram_in {
    bool     core_rst;
    bool     wr_en;
    uint32_t wr_addr;         /* word, [0, RX_CELLS * WPC)             */
    const uint64_t *wr_data;  /* DATA_W / 64 lanes, read while wr_en   */
    bool     alloc_en;
    uint8_t  alloc_n;         /* cells, 1..16, at most free_cells      */
    bool     rel_en;
    uint8_t  rel_n;           /* cells, 1..16, at most what is taken   */
    uint16_t rel_bay;         /* bays: the one that comes back         */
    bool     rd_en;
    uint32_t rd_addr;         /* word                                  */
};

struct ttp_rx_sram_out {      /* all from flops */
    uint32_t wr_base;         /* first free cell, or of the next bay   */
    uint32_t free_cells;      /* [0, RX_CELLS]                         */
    bool     slot_free;       /* fewer than slots_n payloads inside    */
    const uint64_t *rd_data;  /* DATA_W / 64 lanes: the word read last */
};

struct ttp_rx_sram {
    uint32_t lanes, rcells, slots_n;  /* derived by bind               */
    uint32_t wr_base;
    uint32_t free_cells;
    uint32_t free_before;     /* in the cycle before                   */
    bool     deep;            /* parameter DEEP: that is what is told  */
    bool     bays;            /* SELECTIVE                             */
    struct ttp_fifo free_bays;        /* of uint16_t                   */
    uint32_t slots;           /* payloads inside, [0, slots_n]         */
    uint64_t *mem;            /* RX_CELLS * WPC words of lanes         */
    uint64_t rd[8];
};

void ttp_rx_sram_bind(struct ttp_rx_sram *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_rx_sram_drive(const struct ttp_rx_sram *b, struct ttp_rx_sram_out *o);
void ttp_rx_sram_clock(struct ttp_rx_sram *b, const struct ttp_rx_sram_in *in);
uint64_t ttp_rx_sram_busy(const struct ttp_rx_sram *b);

#ifdef __cplusplus
}
#endif

#endif

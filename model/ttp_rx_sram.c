/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_rx_sram.h"

#include "ttp_beat.h"

void ttp_rx_sram_bind(struct ttp_rx_sram *b, const struct ttp_params *p, struct ttp_arena *a)
{
    b->lanes = p->data_w / 64u;
    b->deep = p->deep && p->data_w < 512;
    b->rcells = p->rx_cells;
    b->bays = p->selective;
    b->slots_n = ttp_rx_places(p);
    b->mem = (uint64_t *)ttp_arena_take(a, (size_t)p->rx_cells * 64u);
    ttp_fifo_bind(&b->free_bays, a, sizeof(uint16_t), p->rx_cells / TTP_RX_BAY);
}

void ttp_rx_sram_drive(const struct ttp_rx_sram *b, struct ttp_rx_sram_out *o)
{
    const uint16_t bay = *(const uint16_t *)ttp_fifo_head(&b->free_bays);

    o->wr_base = b->bays ? bay * TTP_RX_BAY : b->wr_base;
    o->free_cells = b->deep ? b->free_before : b->free_cells;
    o->slot_free = b->slots < b->slots_n;
    o->rd_data = b->rd;
}

/* A payload has a bay of its own. Those that are free wait in the order in which they came back, at
 * first in that of their numbers. */
static void clock_bays(struct ttp_rx_sram *b, const struct ttp_rx_sram_in *in)
{
    if (in->rel_en) *(uint16_t *)ttp_fifo_slot(&b->free_bays) = in->rel_bay;
    ttp_fifo_clock(&b->free_bays, in->rel_en, in->alloc_en);
    if (!in->core_rst) return;
    ttp_fifo_clear(&b->free_bays);
    for (uint16_t i = 0; i < b->rcells / TTP_RX_BAY; i++) {
        *(uint16_t *)ttp_fifo_slot(&b->free_bays) = i;
        ttp_fifo_clock(&b->free_bays, true, false);
    }
}

void ttp_rx_sram_clock(struct ttp_rx_sram *b, const struct ttp_rx_sram_in *in)
{
    if (in->rd_en)
        ttp_beat_copy(b->rd, b->mem + (size_t)in->rd_addr * b->lanes, b->lanes);
    if (in->wr_en)
        ttp_beat_copy(b->mem + (size_t)in->wr_addr * b->lanes, in->wr_data, b->lanes);
    /* The frame after the next claim is beats away: a count a cycle old does no harm. */
    if (b->deep) b->free_before = b->free_cells;
    if (in->alloc_en) {
        b->wr_base = (b->wr_base + in->alloc_n) & (b->rcells - 1u);
        b->free_cells -= b->bays ? TTP_RX_BAY : in->alloc_n;
        b->slots++;
    }
    if (in->rel_en) {
        b->free_cells += b->bays ? TTP_RX_BAY : in->rel_n;
        b->slots--;
    }
    if (in->core_rst) {
        b->wr_base = 0;
        b->free_cells = b->free_before = b->rcells;
        b->slots = 0;
    }
    if (b->bays) clock_bays(b, in);
}

uint64_t ttp_rx_sram_busy(const struct ttp_rx_sram *b)
{
    return b->deep && b->free_before != b->free_cells;
}

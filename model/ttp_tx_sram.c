/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_sram.h"

#include "ttp_beat.h"

void ttp_tx_sram_bind(struct ttp_tx_sram *b, const struct ttp_params *p, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->cells = p->tx_cells;
    b->cell_mask = 15;
    while (b->cell_mask < p->tx_cells - 1) b->cell_mask = 2 * b->cell_mask + 1;
    b->lanes = p->data_w / 64;
    b->sram_1p = p->sram_1p;
    b->deep = p->deep && p->data_w < 512;
    b->data = ttp_arena_take(a, (size_t)p->tx_cells * 64u);
    b->next = ttp_arena_take(a, (size_t)p->tx_cells * sizeof *b->next);
}

void ttp_tx_sram_drive(const struct ttp_tx_sram *b, struct ttp_tx_sram_out *o)
{
    o->free_cell_valid = b->valid;
    o->free_cell = b->head;
    o->fetch_data = b->fetch_data[b->rd_at];
    o->next_cell = b->next_cell;
    o->stat_free = b->count;
    o->stat_low = b->low;
}

void ttp_tx_sram_comb(const struct ttp_tx_sram *b, const struct ttp_tx_sram_in *in,
                      struct ttp_tx_sram_out *o)
{
    o->store_ready = !(b->sram_1p && in->fetch_en);
    o->abort_ready = !in->freed_valid;
}

static void free_list(struct ttp_tx_sram *b, const struct ttp_tx_sram_in *in)
{
    const bool ret = in->freed_valid || in->abort_valid;
    const uint32_t after = b->count - in->free_cell_pop;

    if (b->count < b->low) b->low = b->count;
    if (in->free_cell_pop) b->head = b->next[b->head]; /* means nothing if the list is empty now */
    if (ret) {
        const uint32_t first = in->freed_valid ? in->freed_first : in->abort_first;

        /* Even if the list is empty: tail is the cell popped last then, and a chunk may hold it
         * and the cell popped next. */
        b->next[b->tail] = (uint16_t)first;
        if (after == 0) b->head = first;
        b->tail = in->freed_valid ? in->freed_last : in->abort_last;
        b->count = after + (in->freed_valid ? in->freed_n : in->abort_n);
    } else {
        b->count = after;
    }
    /* deep: the new head has to be read first */
    b->valid = b->count != 0 && !(b->deep && in->free_cell_pop && after != 0);
}

void ttp_tx_sram_clock(struct ttp_tx_sram *b, const struct ttp_tx_sram_in *in)
{
    /* The word read before stays where it is: who looks at it may have its edge after this one. */
    if (in->fetch_en) {
        b->rd_at ^= 1;
        ttp_beat_copy(b->fetch_data[b->rd_at], b->data + (size_t)in->fetch_addr * b->lanes,
                      b->lanes);
    }
    if (in->store_valid && !(b->sram_1p && in->fetch_en))
        ttp_beat_copy(b->data + (size_t)in->store_addr * b->lanes, in->store_data, b->lanes);

    if (in->init_active) {
        if (in->init_idx < b->cells)
            b->next[in->init_idx] = (uint16_t)((in->init_idx + 1) & b->cell_mask);
        b->valid = false;
    } else {
        free_list(b, in);
    }
    /* After the write: the send copy has a bypass. */
    if (in->next_cell_en) b->next_cell = b->next[in->next_cell_addr];

    if (in->core_rst) {
        b->head = 0;
        b->tail = b->cells - 1;
        b->count = b->low = b->cells;
        b->valid = false;
    }
}

uint64_t ttp_tx_sram_busy(const struct ttp_tx_sram *b)
{
    return b->valid != (b->count != 0) || b->count < b->low;
}

const char *ttp_tx_sram_check(const struct ttp_tx_sram *b, uint8_t *mark)
{
    uint32_t at = b->head;

    if (b->count > b->cells) return "more free cells than cells";
    for (uint32_t i = 0; i < b->count; i++) {
        if (at >= b->cells) return "the free list leaves the store";
        if (mark[at]) return "a cell is in two lists";
        mark[at] = 1;
        if (i + 1 == b->count && at != b->tail) return "the free list does not end at its tail";
        at = b->next[at];
    }
    return NULL;
}

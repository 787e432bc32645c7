/* SPDX-License-Identifier: Apache-2.0
 *
 * Payloads of the MAC: heads into one queue, words with data into another (tgt.bad,
 * tgt.joined).
 * Part of: ttp_nic_core */
#include "ttp_nic_parse.h"

#include "ttp_nic_defs.h"

void ttp_nic_parse_bind(struct ttp_nic_parse *b, uint32_t data_w, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->lanes = data_w / 64u;
    b->bytes = data_w / 8u;
    ttp_fifo_bind(&b->heads, a, sizeof(struct ttp_nic_head), 16);
    ttp_fifo_bind(&b->data, a, b->bytes, 4096u / b->bytes);
}

static uint32_t kept(uint64_t keep)
{
    uint32_t n = 0;

    for (; keep & 1; keep >>= 1) n++;
    return n;
}

/* The last word of a payload has come; `used` words have its head and data, by its count. Where
 * another payload is behind it, it is whole. */
static void end(struct ttp_nic_parse *b, const struct ttp_nic_parse_in *in, uint32_t used)
{
    struct ttp_nic_head *h = (struct ttp_nic_head *)ttp_fifo_slot(&b->heads);
    const bool is_short = ttp_nic_head_short(b->head);
    const uint32_t front = ttp_nic_head_words(is_short, b->bytes);
    const uint32_t size = ttp_nic_head_size(is_short);
    const uint32_t came = b->words + 1u, words = came < used ? came : used;

    for (uint32_t i = 0; i < 4; i++) h->lane[i] = b->head[i];
    h->from = in->tid;
    h->words = (uint8_t)(words > front ? words - front : 0);
    h->bad = false;
    if (in->tlast) {
        const uint32_t all = b->words * b->bytes + kept(in->tkeep);

        h->bad = all < size || all - size != ttp_nic_head_count(h->lane);
    }
}

/* A word is taken: true if it is one with data. */
static bool take(struct ttp_nic_parse *b, const struct ttp_nic_parse_in *in, bool *ends)
{
    const uint32_t at = b->words * b->lanes;
    const uint64_t *h = at ? b->head : in->tdata;
    const bool is_short = ttp_nic_head_short(h);
    const uint32_t bytes = ttp_nic_head_size(is_short) + ttp_nic_head_count(h);
    const uint32_t used = (bytes + b->bytes - 1u) / b->bytes;
    const uint32_t unit = (bytes + 63u) / 64u * (64u / b->bytes);
    const bool data = b->words >= ttp_nic_head_words(is_short, b->bytes) && b->words < used;

    for (uint32_t i = 0; i < b->lanes && at + i < 4; i++) b->head[at + i] = in->tdata[i];
    if (data) memcpy(ttp_fifo_slot(&b->data), in->tdata, b->bytes);
    *ends = in->tlast || b->words + 1u == unit;
    if (*ends) end(b, in, used);
    b->words = *ends ? 0 : b->words + 1u;
    return data;
}

void ttp_nic_parse_clock(struct ttp_nic_parse *b, const struct ttp_nic_parse_in *in)
{
    const bool pop_head = in->head_ready && ttp_fifo_valid(&b->heads);
    const bool pop_data = in->word_ready && ttp_fifo_valid(&b->data);
    bool head = false, data = false;

    if (in->tvalid && ttp_nic_parse_ready(b)) data = take(b, in, &head);
    if (head || pop_head) ttp_fifo_clock(&b->heads, head, pop_head);
    if (data || pop_data) ttp_fifo_clock(&b->data, data, pop_data);
    if (in->rst) {
        b->words = 0;
        ttp_fifo_clear(&b->heads);
        ttp_fifo_clear(&b->data);
    }
}

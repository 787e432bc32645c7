/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes data of payloads, and completions, into host memory (mem.burst).
 * Part of: ttp_nic_core */
#include "ttp_nic_write.h"

#include "ttp_nic_defs.h"

enum { RECORD = 32 };                   /* bytes */

static void reset(struct ttp_nic_write *b)
{
    b->full = b->aw = b->second = b->wvalid = false;
    ttp_nic_shift_reset(&b->shift);
    ttp_fifo_clear(&b->cmds);
    ttp_fifo_clear(&b->acts);
}

void ttp_nic_write_bind(struct ttp_nic_write *b, uint32_t data_w, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->lanes = b->shift.lanes = data_w / 64u;
    b->bytes = data_w / 8u;
    b->lb = ttp_nic_log2(b->bytes);
    ttp_fifo_bind(&b->cmds, a, sizeof(struct ttp_nic_put), 2);
    ttp_fifo_bind(&b->acts, a, sizeof(struct ttp_nic_act), ttp_nic_waiting(data_w));
    reset(b);
}

static struct ttp_nic_step next_step(const struct ttp_nic_write *b,
                                     const struct ttp_nic_write_in *in)
{
    const bool free = !b->wvalid || in->m_axi_wready;

    return ttp_nic_shift_step(&b->shift, b->is_record || in->word,
                              free && (b->beats || !b->second));
}

/* Nothing of the one before is left behind this cycle: neither words nor a burst. */
static bool may_start(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    return (!b->shift.busy || next_step(b, in).done)
        && (!b->aw || (in->m_axi_awready && !b->second));
}

static bool starts_command(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    return !b->full && ttp_fifo_valid(&b->cmds) && ttp_fifo_ready(&b->acts) && may_start(b, in);
}

/* With START of the oldest command its first word is used: it fills none by itself. */
static bool is_soon(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    const struct ttp_nic_put *c = (const struct ttp_nic_put *)ttp_fifo_head(&b->cmds);

    return !b->shift.busy && in->word && starts_command(b, in) && c->count
        && ((uint32_t)c->addr & (b->bytes - 1u)) < ttp_nic_half(c->is_short, b->bytes);
}

void ttp_nic_write_comb(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in,
                        struct ttp_nic_write_out *o)
{
    o->record_ready = !b->full;
    o->cmd_ready = ttp_fifo_ready(&b->cmds);
    o->word_ready = is_soon(b, in) || (b->shift.busy && !b->is_record && next_step(b, in).in);
}

/* The bursts of a command or a completion, and the strobes of their ends. */
static void aim(struct ttp_nic_write *b, uint64_t addr, uint32_t count)
{
    const struct ttp_nic_bursts t = ttp_nic_bursts_of(addr, count, b->lb);
    const uint64_t all = UINT64_MAX >> (64u - b->bytes);
    const uint32_t word = b->bytes - 1u, over = ((uint32_t)addr + count) & word;

    b->aw = true;
    b->aw_addr = t.addr[0];
    b->aw_words = b->beats = t.words[0];
    b->second = t.words[1] != 0;
    b->second_addr = t.addr[1];
    b->second_words = t.words[1];
    b->first_strb = all << (addr & word) & all;
    b->last_strb = over ? all >> (b->bytes - over) : all;
}

/* So many bytes at addr of so many words, in the first of which they stand behind `from` bytes. */
static void start_words(struct ttp_nic_write *b, uint64_t addr, uint32_t count, uint32_t words,
                        uint32_t from)
{
    const uint32_t word = b->bytes - 1u, at = (uint32_t)addr & word;

    aim(b, addr, count);
    ttp_nic_shift_start(&b->shift, (at - from) & word, at < from, false, words,
                        b->aw_words + b->second_words);
}

/* START of a completion: its words as they are; at 512 bit its bytes are in both halves of one. */
static void start_record(struct ttp_nic_write *b)
{
    const uint32_t from = (uint32_t)b->rec_addr & (b->bytes - 1u);

    b->full = false;
    b->is_record = true;
    start_words(b, b->rec_addr, RECORD, b->bytes < RECORD ? RECORD / b->bytes : 1, from);
    b->rec_at = 0;
    for (uint32_t i = 0; i < 8; i++) b->rec[i] = b->data[i & 3u];
}

/* START of a command: its action goes into the queue. */
static void start_command(struct ttp_nic_write *b)
{
    const struct ttp_nic_put *c = (const struct ttp_nic_put *)ttp_fifo_head(&b->cmds);
    struct ttp_nic_act *a = (struct ttp_nic_act *)ttp_fifo_slot(&b->acts);

    b->is_record = false;
    if (c->count)
        start_words(b, c->addr, c->count, c->words, ttp_nic_half(c->is_short, b->bytes));
    else if (c->words)
        ttp_nic_shift_start(&b->shift, 0, false, true, c->words, 0);
    *a = c->act;
    a->bursts = (uint8_t)(c->count ? 1 + b->second : 0);
}

/* A word into the register. */
static void step(struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    const struct ttp_nic_step s = next_step(b, in);
    const uint64_t *word = b->is_record ? b->rec + b->rec_at : in->word;

    if (in->m_axi_wready) b->wvalid = false;
    if (s.out) {
        if (!b->beats) b->beats = b->second_words;
        ttp_nic_shift_data(&b->shift, word, b->wdata);
        b->wvalid = true;
        b->wlast = --b->beats == 0;
        b->wstrb = UINT64_MAX >> (64u - b->bytes);
        if (s.out_first) b->wstrb &= b->first_strb;
        if (s.out_last) b->wstrb &= b->last_strb;
    }
    ttp_nic_shift_clock(&b->shift, &s, word);
    if (s.in) b->rec_at = (b->rec_at + b->lanes) & 7u;
}

/* The address is taken. */
static void ask(struct ttp_nic_write *b)
{
    b->aw = b->second;
    b->aw_addr = b->second_addr;
    b->aw_words = b->second_words;
    b->second = false;
}

void ttp_nic_write_clock(struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    const bool tells = b->full && may_start(b, in);
    const bool starts = starts_command(b, in), soon = is_soon(b, in);
    const bool takes = in->cmd_valid && ttp_fifo_ready(&b->cmds);
    const bool records = in->record_valid && !b->full;
    const bool pop = in->act_ready && ttp_fifo_valid(&b->acts);

    if (b->shift.busy) step(b, in);
    else if (in->m_axi_wready) b->wvalid = false;
    if (b->aw && in->m_axi_awready) ask(b);
    if (tells) start_record(b);
    if (starts) start_command(b);
    if (soon) {
        const struct ttp_nic_step s = { .in = true };

        ttp_nic_shift_clock(&b->shift, &s, in->word);
    }
    if (takes) *(struct ttp_nic_put *)ttp_fifo_slot(&b->cmds) = *in->cmd;
    if (records) {
        b->full = true;
        b->rec_addr = in->record_addr;
        memcpy(b->data, in->record, sizeof b->data);
    }
    if (takes || starts) ttp_fifo_clock(&b->cmds, takes, starts);
    if (starts || pop) ttp_fifo_clock(&b->acts, starts, pop);
    if (in->rst) reset(b);
}

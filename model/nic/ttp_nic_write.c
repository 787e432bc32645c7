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
    ttp_fifo_clear(&b->acts);
}

void ttp_nic_write_bind(struct ttp_nic_write *b, uint32_t data_w, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->lanes = b->shift.lanes = data_w / 64u;
    b->bytes = data_w / 8u;
    b->lb = ttp_nic_log2(b->bytes);
    ttp_fifo_bind(&b->acts, a, sizeof(struct ttp_nic_act), ttp_nic_acts_waiting(data_w));
    reset(b);
}

static struct ttp_nic_step next_step(const struct ttp_nic_write *b,
                                     const struct ttp_nic_write_in *in)
{
    const bool free = !b->wvalid || in->m_axi_wready;

    return ttp_nic_shift_step(&b->shift, b->is_record || in->word,
                              free && (b->beats || !b->second));
}

void ttp_nic_write_comb(const struct ttp_nic_write *b, const struct ttp_nic_write_in *in,
                        struct ttp_nic_write_out *o)
{
    o->record_ready = !b->full;
    o->cmd_ready = !b->full && !in->record_valid && ttp_fifo_ready(&b->acts);
    o->word_ready = b->shift.busy && !b->is_record && next_step(b, in).in;
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

static void take(struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    b->full = true;
    b->from_record = in->record_valid;
    if (b->from_record) {
        b->cmd = (struct ttp_nic_put){
            .addr = in->record_addr, .count = RECORD,
            .words = (uint8_t)(b->bytes < RECORD ? RECORD / b->bytes : 1)
        };
        memcpy(b->data, in->record, sizeof b->data);
    } else {
        b->cmd = *in->cmd;
    }
}

/* The words of a completion are like those of a payload with a long head: at 512 bit behind 32
 * bytes. */
static void start_words(struct ttp_nic_write *b)
{
    const uint32_t word = b->bytes - 1u, from = ttp_nic_half(b->cmd.is_short, b->bytes);
    const uint32_t at = (uint32_t)b->cmd.addr & word;

    aim(b, b->cmd.addr, b->cmd.count);
    ttp_nic_shift_start(&b->shift, (at - from) & word, at < from, false, b->cmd.words,
                        b->aw_words + b->second_words);
    if (!b->is_record) return;
    b->rec_at = 0;
    for (uint32_t i = 0; i < 4; i++) b->rec[from / 8u + i] = b->data[i];
}

/* START: what waits in the register begins. The action of a command goes into the queue. */
static void start(struct ttp_nic_write *b)
{
    struct ttp_nic_act *a = (struct ttp_nic_act *)ttp_fifo_slot(&b->acts);

    b->full = false;
    b->is_record = b->from_record;
    if (b->cmd.count) start_words(b);
    else if (b->cmd.words) ttp_nic_shift_start(&b->shift, 0, false, true, b->cmd.words, 0);
    if (b->is_record) return;
    *a = b->cmd.act;
    a->bursts = (uint8_t)(b->cmd.count ? 1 + b->second : 0);
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

void ttp_nic_write_clock(struct ttp_nic_write *b, const struct ttp_nic_write_in *in)
{
    struct ttp_nic_write_out o;
    const bool moves = b->shift.busy && !next_step(b, in).done;
    const bool asks = b->aw && (!in->m_axi_awready || b->second);
    const bool starts = b->full && !moves && !asks, push = starts && !b->from_record;
    const bool pop = in->act_ready && ttp_fifo_valid(&b->acts);

    ttp_nic_write_comb(b, in, &o);
    if (b->shift.busy) step(b, in);
    else if (in->m_axi_wready) b->wvalid = false;
    if (b->aw && in->m_axi_awready) {
        b->aw = b->second;
        b->aw_addr = b->second_addr;
        b->aw_words = b->second_words;
        b->second = false;
    }
    if (starts) start(b);
    if ((in->record_valid && o.record_ready) || (in->cmd_valid && o.cmd_ready)) take(b, in);
    if (push || pop) ttp_fifo_clock(&b->acts, push, pop);
    if (in->rst) reset(b);
}

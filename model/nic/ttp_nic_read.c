/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads data and makes payloads of them: a head, then data (mem.burst, mem.ahead, msg.fault,
 * msg.join).
 * Part of: ttp_nic_core */
#include "ttp_nic_read.h"

#include "ttp_beat.h"
#include "ttp_nic_defs.h"

static void reset(struct ttp_nic_read *b)
{
    ttp_fifo_clear(&b->cmds);
    ttp_fifo_clear(&b->words);
    ttp_nic_shift_reset(&b->shift);
    b->asks.words[0] = b->asks.words[1] = 0;
    b->busy = b->sorry = false;
    memset(b->poison, 0, sizeof b->poison);
    b->erred = b->pad = b->ahead = 0;
    b->there = b->held = false;
    b->tvalid = b->fault = b->sent = b->answered = b->posted = false;
}

void ttp_nic_read_bind(struct ttp_nic_read *b, uint32_t data_w, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->lanes = b->shift.lanes = data_w / 64u;
    b->bytes = data_w / 8u;
    b->lb = ttp_nic_log2(b->bytes);
    ttp_fifo_bind(&b->cmds, a, sizeof(struct ttp_nic_get), ttp_nic_waiting(data_w));
    b->queue = data_w == 512 ? 32 : 256u / b->bytes;
    ttp_fifo_bind(&b->words, a, sizeof(struct ttp_nic_read_word), b->queue);
    reset(b);
}

struct ttp_nic_bursts ttp_nic_read_asks(const struct ttp_nic_read *b,
                                        const struct ttp_nic_read_in *in)
{
    if (!in->cmd_valid || !ttp_nic_read_cmd_ready(b) || !in->cmd->count) return b->asks;
    return ttp_nic_bursts_of(in->cmd->addr, in->cmd->count, b->lb);
}

/* Memory is asked for the first of them, if it listens. */
static void ask(struct ttp_nic_read *b, const struct ttp_nic_read_in *in)
{
    b->asks = in->asks;
    if (!in->ar_ready) return;
    b->asks.addr[0] = b->asks.addr[1];
    b->asks.words[0] = b->asks.words[1];
    b->asks.words[1] = 0;
}

/* Words of memory that have its data. */
static uint32_t words_in(const struct ttp_nic_read *b, const struct ttp_nic_get *c)
{
    const uint32_t word = b->bytes - 1u;

    return c->count ? (((uint32_t)c->addr & word) + c->count + word) >> b->lb : 0;
}

/* Bytes of the payload, head and data. */
static uint32_t bytes_of(const struct ttp_nic_get *c)
{
    return ttp_nic_head_size(ttp_nic_head_short(c->head)) + c->count;
}

static uint32_t blocks_of(const struct ttp_nic_get *c)
{
    return ttp_nic_blocks(bytes_of(c));
}

/* A command comes into the engine, behind what is joined so far or as the first. */
static void load(struct ttp_nic_read *b, bool joins)
{
    struct ttp_nic_get *c = &b->cur;
    const uint32_t word = b->bytes - 1u;
    uint32_t at, from, n_out;
    bool is_short;

    b->is_sorry = b->sorry;
    if (b->sorry) {
        *c = (struct ttp_nic_get){
            .head = { ttp_nic_head_of(TTP_NIC_OP_REPLY, TTP_NIC_FLAG_LAST | TTP_NIC_FLAG_SHORT, 0,
                                      b->reply_tag, TTP_NIC_ST_MEMORY) },
            .dest = b->reply_dest, .source = TTP_NIC_OF_REPLY, .begins = true
        };
        b->sorry = false;
    } else {
        *c = *(const struct ttp_nic_get *)ttp_fifo_head(&b->cmds);
        ttp_fifo_clock(&b->cmds, false, true);
    }
    b->blocks = (joins ? b->blocks : 0) + blocks_of(c);
    is_short = ttp_nic_head_short(c->head);
    at = b->half = ttp_nic_half(is_short, b->bytes);
    b->busy = true;
    b->head_at = 0;
    b->head_left = ttp_nic_head_words(is_short, b->bytes);
    if (c->begins) b->poison[c->source] = false;
    b->err = b->poison[c->source];
    b->first_err = false;
    from = (uint32_t)c->addr & word;
    n_out = (at + c->count + word) >> b->lb;
    if (n_out)
        ttp_nic_shift_start(&b->shift, (at - from) & word, c->count && from > at, false,
                            words_in(b, c), n_out);
}

/* The last word of a payload enters the register. What is behind its data there is 0. */
static void end(struct ttp_nic_read *b)
{
    const uint32_t used = (b->half + b->cur.count) & (b->bytes - 1u);
    const bool ring = b->cur.source < TTP_NIC_RINGS, answer = b->cur.source == TTP_NIC_OF_ANSWER;

    b->busy = false;
    b->last_keep = b->tkeep;
    if (used) {
        b->last_keep >>= b->bytes - used;
        if (used & 7u) b->tdata[used / 8u] &= UINT64_MAX >> (64u - (used & 7u) * 8u);
        for (uint32_t i = (used + 7u) / 8u; i < b->lanes; i++) b->tdata[i] = 0;
    }
    b->fault = b->first_err && ring;
    b->sent = ring && ttp_nic_head_last(b->cur.head);
    b->fault_tag = ttp_nic_head_tag(b->cur.head);
    b->answered = answer && ttp_nic_head_last(b->cur.head);
    if (b->first_err && answer) {
        b->sorry = true;
        b->reply_dest = b->cur.dest;
        b->reply_tag = ttp_nic_head_tag(b->cur.head);
    }
    b->posted = !b->err;
}

/* A word of data is used up; is it one that memory could not read? */
static void judge(struct ttp_nic_read *b, bool err)
{
    if (!err || b->err) return;
    b->err = b->first_err = b->poison[b->cur.source] = true;
}

static void put_word(struct ttp_nic_read *b)
{
    b->tvalid = true;
    b->tlast = b->tuser = false;
    b->tkeep = UINT64_MAX >> (64u - b->bytes);
    b->tdest = b->cur.dest;
}

/* One word of the payload, if it can go. True as a word of memory is used up. */
static bool step(struct ttp_nic_read *b, bool free)
{
    const struct ttp_nic_read_word *w
        = (const struct ttp_nic_read_word *)ttp_fifo_head(&b->words);
    const bool head = b->head_left != 0;
    const struct ttp_nic_step s
        = ttp_nic_shift_step(&b->shift, ttp_fifo_valid(&b->words) && !head, free && !head);

    if (s.in) judge(b, w->err);
    if (head && free) {
        for (uint32_t i = 0; i < b->lanes; i++) b->tdata[i] = b->cur.head[b->head_at + i];
        b->head_at += b->lanes;
        put_word(b);
        if (!--b->head_left && !b->shift.busy) end(b);
    }
    if (s.out) {
        ttp_nic_shift_data(&b->shift, w->lane, b->tdata);
        for (uint32_t i = 0; s.out_first && i < b->half / 8u; i++) b->tdata[i] = b->cur.head[i];
        put_word(b);
        if (s.out_last) end(b);
    }
    ttp_nic_shift_clock(&b->shift, &s, w->lane);
    return s.in;
}

/* ---- msg.join ---- */

/* What is the oldest command may come behind the payload in the engine. */
static bool fits(const struct ttp_nic_read *b)
{
    const struct ttp_nic_get *c = (const struct ttp_nic_get *)ttp_fifo_head(&b->cmds);

    return c->dest == b->cur.dest && b->blocks + blocks_of(c) <= TTP_NIC_BLOCKS
        && (c->begins || !b->poison[c->source]) && words_in(b, c) <= b->queue;
}

/* ... and its data are here. */
static bool is_here(const struct ttp_nic_read *b, bool used)
{
    const struct ttp_nic_get *c = (const struct ttp_nic_get *)ttp_fifo_head(&b->cmds);

    return b->words.count - used >= words_in(b, c) && !b->erred;
}

/* The last word is in the register: it goes, with another payload behind it (true) or as the last
 * one, or it waits. used: a word of memory was used up in this cycle. */
static bool settle(struct ttp_nic_read *b, uint8_t coalesce, bool used)
{
    const bool on = coalesce != 0, good = !b->err && !b->is_sorry;
    const bool fitting = b->there && fits(b);
    const bool joins = on && good && fitting && is_here(b, used);
    const bool closes = !on || !good || b->blocks == TTP_NIC_BLOCKS || (b->there && !fitting)
                     || (b->held && b->left == 1);

    if (!joins && !closes) {
        b->left = b->held ? b->left - 1u : coalesce;
        b->held = true;
        b->tvalid = false;
        return false;
    }
    b->held = false;
    b->tvalid = true;
    b->tlast = !joins;
    b->tuser = !joins && b->err;
    if (joins)
        b->pad = blocks_of(&b->cur) * (TTP_NIC_BLOCK / b->bytes)
               - (bytes_of(&b->cur) + b->bytes - 1u) / b->bytes;
    else
        b->tkeep = b->last_keep;
    return joins;
}

/* A word of 0 behind a payload that has another one behind it. */
static void put_pad(struct ttp_nic_read *b)
{
    memset(b->tdata, 0, b->bytes);
    b->tvalid = true;
    b->pad--;
}

/* A word of memory comes. */
static void hear(struct ttp_nic_read *b, const struct ttp_nic_read_in *in)
{
    struct ttp_nic_read_word *w = (struct ttp_nic_read_word *)ttp_fifo_slot(&b->words);

    ttp_beat_copy(w->lane, in->r_data, b->lanes);
    w->err = in->r_err;
}

void ttp_nic_read_clock(struct ttp_nic_read *b, const struct ttp_nic_read_in *in)
{
    const bool takes = in->cmd_valid && ttp_nic_read_cmd_ready(b);
    const bool push = in->r_valid && ttp_nic_read_r_ready(b);
    const bool free = !b->tvalid || in->m_axis_tx_tready;
    const bool pads = b->pad != 0;      /* the next payload has nothing to give yet */
    const bool waits = ttp_fifo_valid(&b->cmds), works = b->busy, sorry = b->sorry;
    bool pop = false, joins = false, loads;

    b->fault = b->sent = b->answered = b->posted = false;
    if (in->m_axis_tx_tready) b->tvalid = false;
    ask(b, in);
    if (push) hear(b, in);
    if (b->pad && free) put_pad(b);
    if (works) pop = step(b, free && !pads);
    if (b->held || (works && !b->busy)) joins = settle(b, in->cfg_coalesce, pop);
    /* A REPLY for a fault comes a cycle later. */
    loads = !b->busy && !b->held && (sorry ? !works : waits && !b->sorry);
    if (loads) load(b, joins);
    b->there = waits && !loads;
    b->ahead -= pop;
    if (takes) {
        *(struct ttp_nic_get *)ttp_fifo_slot(&b->cmds) = *in->cmd;
        ttp_fifo_clock(&b->cmds, true, false);
        b->ahead += words_in(b, in->cmd);
    }
    if (push || pop) {
        const struct ttp_nic_read_word *w
            = (const struct ttp_nic_read_word *)ttp_fifo_head(&b->words);

        b->erred += push && in->r_err;
        b->erred -= pop && w->err;
        ttp_fifo_clock(&b->words, push, pop);
    }
    if (in->rst) reset(b);
}

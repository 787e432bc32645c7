/* SPDX-License-Identifier: Apache-2.0
 *
 * What follows when memory has answered for the writes of a payload (cpl.after).
 * Part of: ttp_nic_core */
#include "ttp_nic_acts.h"

#include "ttp_nic_defs.h"

#define LOAD    TTP_NIC_ACTS_LOAD
#define ANSWERS TTP_NIC_ACTS_ANSWERS
#define TELL    TTP_NIC_ACTS_TELL
#define GO      TTP_NIC_ACTS_GO

static void reset(struct ttp_nic_acts *b)
{
    b->state = LOAD;
    ttp_fifo_clear(&b->answers);
    b->waited = 0;
    b->head = 0;
    b->room = false;
    b->failed = 0;
    b->pulses = (struct ttp_nic_acts_pulses){ .retires = false };
    ttp_fifo_clear(&b->queue);
}

void ttp_nic_acts_bind(struct ttp_nic_acts *b, const struct ttp_nic_params *p,
                       struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->erred = (bool *)ttp_arena_take(a, p->follow * sizeof(bool));
    ttp_fifo_bind(&b->answers, a, sizeof(bool), 2u * ttp_nic_acts_waiting(p->data_w));
    ttp_fifo_bind(&b->queue, a, sizeof(struct ttp_nic_told), 4);
    reset(b);
}

/* Is a completion told of it? Of a NOTICE nothing after an error. */
static bool tells(const struct ttp_nic_act *a, bool err)
{
    if (a->code == TTP_NIC_ACT_END) return true;
    return a->tells && !(err && a->kind == TTP_NIC_KIND_NOTICE);
}

/* Its REPLY: true if there is one. */
static bool replies(const struct ttp_nic_acts *b)
{
    return b->cur.code == TTP_NIC_ACT_REPLY || (b->cur.code == TTP_NIC_ACT_PART && b->err);
}

static uint8_t status_of(const struct ttp_nic_acts *b, uint8_t error)
{
    return b->err && !b->cur.status ? error : b->cur.status;
}

/* GO ends in this cycle. */
static bool goes(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    if (b->state != GO) return false;
    if (replies(b)) return in->reply_ready || b->expired;
    return true;
}

/* cpl.phase - the oldest completion as it lies in memory. */
static void record(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in,
                   struct ttp_nic_acts_out *o)
{
    const struct ttp_nic_told *t = (const struct ttp_nic_told *)ttp_fifo_head(&b->queue);
    const uint16_t at = b->head & (uint16_t)((1u << in->cfg_size) - 1u);
    const uint64_t phase = !(b->head >> in->cfg_size & 1);

    o->record_addr = in->cfg_base + ((uint64_t)at << 5);
    o->record[0] = (uint64_t)(t->dest & 0xFFFFFF) << 32 | (uint64_t)(t->dest >> 24) << 16
                 | (uint64_t)t->status << 8 | t->kind;
    o->record[1] = t->cookie;
    o->record[2] = (uint64_t)t->immediate << 32 | t->length;
    o->record[3] = phase << 63 | (uint64_t)t->index << 32 | t->key;
}

/* cpl.full */
static bool is_full(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    return (uint16_t)(b->head - in->cfg_tail) >= 1u << in->cfg_size;
}

void ttp_nic_acts_comb(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in,
                       struct ttp_nic_acts_out *o)
{
    o->act_ready = b->state == LOAD;
    o->reply_valid = b->state == GO && replies(b);
    if (o->reply_valid)
        o->reply = (struct ttp_nic_reply){ b->cur.dest, b->cur.tag,
                                           status_of(b, TTP_NIC_ST_MEMORY) };
    o->frees = b->state == GO && b->cur.code == TTP_NIC_ACT_END;
    o->is_full = ttp_fifo_valid(&b->queue) && in->on && is_full(b, in);
    o->record_valid = ttp_fifo_valid(&b->queue) && b->room;
    if (o->record_valid) record(b, in, o);
}

/* tgt.lost, cpl.error - what is counted, and raised. */
static void pulse(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in, bool pushes)
{
    struct ttp_nic_acts_pulses *p = &b->pulses;
    const bool go = goes(b, in), reply = go && replies(b);
    const bool end = b->cur.code == TTP_NIC_ACT_END, record = b->cur.code == TTP_NIC_ACT_RECORD;
    const bool failed = status_of(b, TTP_NIC_ST_LOCAL) != TTP_NIC_ST_OK;

    p->retires = go && !record;
    p->wrote = go && record;
    p->wrote_err = go && record && b->err;
    p->lost = reply && !in->reply_ready;
    p->refused = reply && in->reply_ready && failed;
    p->done_ok = pushes && end && !failed;
    p->done_bad = pushes && end && failed;
    p->told = pushes && !end;
}

/* A completion into the queue. */
static void tell(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    struct ttp_nic_told *t = (struct ttp_nic_told *)ttp_fifo_slot(&b->queue);
    const struct ttp_nic_act *a = &b->cur;

    if (a->code == TTP_NIC_ACT_END)
        *t = (struct ttp_nic_told){ .kind = TTP_NIC_KIND_DONE, .dest = in->slot_dest,
                                    .cookie = in->slot_cookie, .length = in->slot_length,
                                    .index = in->slot_index };
    else
        *t = (struct ttp_nic_told){ .kind = a->kind, .dest = a->dest, .cookie = a->cookie,
                                    .length = a->length, .immediate = a->immediate,
                                    .key = a->key, .index = a->index };
    t->status = status_of(b, TTP_NIC_ST_LOCAL);
}

/* All answers are here. Of a WRITE of several payloads an error counts for all behind it, of DATA
 * at the END of its message. */
static void remember(struct ttp_nic_acts *b)
{
    const uint64_t place = (uint64_t)1 << (b->cur.tag & 63);

    if (b->cur.many) {
        if (!b->cur.begins) b->err |= b->erred[b->cur.row];
        b->erred[b->cur.row] = b->err;
    } else if (b->cur.code == TTP_NIC_ACT_DATA) {
        if (b->err) b->failed |= place;
    } else if (b->cur.code == TTP_NIC_ACT_END) {
        b->err |= (b->failed & place) != 0;
        b->failed &= ~place;
    }
}

static void next_state(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in, bool pushes,
                       bool hears)
{
    switch (b->state) {
    case LOAD:
        if (!in->act) return;
        b->cur = *in->act;
        b->left = in->act->bursts;
        b->err = false;
        b->waited = 0;
        b->state = ANSWERS;
        break;
    case ANSWERS:
        if (b->left) {
            if (!hears) return;
            b->err |= *(const bool *)ttp_fifo_head(&b->answers);
            b->left--;
        }
        if (b->left) break;
        remember(b);
        b->state = tells(&b->cur, b->err) ? TELL : GO;
        break;
    case TELL:
        if (pushes) b->state = GO;
        break;
    default:
        if (goes(b, in)) b->state = LOAD;
        else if (replies(b)) b->waited++;
        break;
    }
}

void ttp_nic_acts_clock(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    struct ttp_nic_acts_out o;
    const bool pushes = b->state == TELL && ttp_fifo_ready(&b->queue);
    const bool comes = in->b_valid && ttp_fifo_ready(&b->answers);
    const bool hears = b->state == ANSWERS && b->left && ttp_fifo_valid(&b->answers);
    bool pops, enough;

    ttp_nic_acts_comb(b, in, &o);
    pops = o.record_valid && in->record_ready;
    if (pushes) tell(b, in);
    pulse(b, in, pushes);
    enough = b->waited >= in->cfg_wait;
    next_state(b, in, pushes, hears);
    b->expired = enough;
    if (comes) *(bool *)ttp_fifo_slot(&b->answers) = in->b_err;
    if (comes || hears) ttp_fifo_clock(&b->answers, comes, hears);
    if (pushes || pops) ttp_fifo_clock(&b->queue, pushes, pops);
    b->room = in->on && !is_full(b, in) && !pops;
    if (pops) b->head++;
    if (in->clear) b->head = 0;
    if (in->rst) reset(b);
}

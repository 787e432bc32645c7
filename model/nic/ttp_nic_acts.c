/* SPDX-License-Identifier: Apache-2.0
 *
 * What follows when memory has answered for the writes of a payload (cpl.after).
 * Part of: ttp_nic_core */
#include "ttp_nic_acts.h"

#include "ttp_nic_defs.h"

/* What happens in a cycle. */
struct step {
    bool room;          /* GO is free, or being freed           */
    bool hears;         /* WAIT takes an answer                 */
    bool leaves;        /* ... its action leaves for GO         */
    bool puts;          /* GO puts its completion               */
    bool replies;       /* ... offers its REPLY                 */
    bool ends;          /* ... its action has acted             */
};

static void reset(struct ttp_nic_acts *b)
{
    b->waits = b->goes = false;
    ttp_fifo_clear(&b->answers);
    b->head = 0;
    b->room = false;
    memset(&b->failed, 0, sizeof b->failed);
    b->pulses = (struct ttp_nic_acts_pulses){ .retires = false };
    ttp_fifo_clear(&b->queue);
}

void ttp_nic_acts_bind(struct ttp_nic_acts *b, const struct ttp_nic_params *p,
                       struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->erred = (bool *)ttp_arena_take(a, p->follow * sizeof(bool));
    ttp_fifo_bind(&b->answers, a, sizeof(bool), 2u * ttp_nic_waiting(p->data_w) + 1u);
    ttp_fifo_bind(&b->queue, a, sizeof(struct ttp_nic_told), 4);
    reset(b);
}

/* Is a completion told of what is in GO? Of a NOTICE nothing after an error. */
static bool tells(const struct ttp_nic_acts *b)
{
    const struct ttp_nic_act *a = &b->cur;

    if (a->code == TTP_NIC_ACT_END) return true;
    return a->tells && !(b->bad && a->kind == TTP_NIC_KIND_NOTICE);
}

static bool has_reply(const struct ttp_nic_acts *b)
{
    return b->cur.code == TTP_NIC_ACT_REPLY || (b->cur.code == TTP_NIC_ACT_PART && b->bad);
}

static uint8_t status_of(const struct ttp_nic_acts *b, uint8_t error)
{
    return b->bad && !b->cur.status ? error : b->cur.status;
}

static struct step steps(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    struct step s = { .room = !b->goes };

    if (b->goes) {
        const bool due = tells(b) && !b->put;

        s.puts = due && ttp_fifo_ready(&b->queue);
        s.replies = has_reply(b) && (!due || s.puts);
        s.ends = (!due || s.puts) && (!s.replies || in->reply_ready || b->expired);
        s.room = s.ends;
    }
    if (b->waits) {
        const bool last = b->left <= 1;

        s.hears = b->left && ttp_fifo_valid(&b->answers) && (!last || s.room);
        s.leaves = s.room && last && (!b->left || s.hears);
    }
    return s;
}

/* cpl.phase - the oldest completion as it lies in memory. */
static void record(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in,
                   struct ttp_nic_acts_out *o)
{
    const struct ttp_nic_told *t = (const struct ttp_nic_told *)ttp_fifo_head(&b->queue);
    const uint16_t at = b->head & (uint16_t)((1u << in->cfg_size) - 1u);
    const uint64_t phase = !(b->head >> in->cfg_size & 1);

    o->record_addr = in->cfg_base + ((uint64_t)at << 5);
    o->record[0] = (uint64_t)(t->dest & 0xFFFFFF) << 32 | (uint64_t)t->ring << 24
                 | (uint64_t)(t->dest >> 24) << 16 | (uint64_t)t->status << 8 | t->kind;
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
    const struct step s = steps(b, in);

    o->act_ready = !b->waits || s.leaves;
    o->reply_valid = s.replies;
    if (o->reply_valid)
        o->reply = (struct ttp_nic_reply){ b->cur.dest, b->cur.tag,
                                           status_of(b, TTP_NIC_ST_MEMORY) };
    o->frees = s.ends && b->cur.code == TTP_NIC_ACT_END;
    o->is_full = ttp_fifo_valid(&b->queue) && in->on && is_full(b, in);
    o->record_valid = ttp_fifo_valid(&b->queue) && b->room;
    if (o->record_valid) record(b, in, o);
}

/* tgt.lost, cpl.error - what is counted, and raised. */
static void pulse(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in, const struct step *s)
{
    struct ttp_nic_acts_pulses *p = &b->pulses;
    const bool end = b->cur.code == TTP_NIC_ACT_END;
    const bool failed = status_of(b, TTP_NIC_ST_LOCAL) != TTP_NIC_ST_OK;

    p->retires = s->ends;
    p->wrote = in->c_valid;
    p->wrote_err = in->c_valid && in->b_err;
    p->lost = s->replies && s->ends && !in->reply_ready;
    p->refused = s->replies && in->reply_ready && failed;
    p->done_ok = s->puts && end && !failed;
    p->done_bad = s->puts && end && failed;
    p->told = s->puts && !end;
}

/* A completion into the queue. */
static void tell(const struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    struct ttp_nic_told *t = (struct ttp_nic_told *)ttp_fifo_slot(&b->queue);
    const struct ttp_nic_act *a = &b->cur;

    if (a->code == TTP_NIC_ACT_END)
        *t = (struct ttp_nic_told){ .kind = TTP_NIC_KIND_DONE, .dest = in->slot_dest,
                                    .cookie = in->slot_cookie, .length = in->slot_length,
                                    .index = in->slot_index, .ring = in->slot_ring };
    else
        *t = (struct ttp_nic_told){ .kind = a->kind, .dest = a->dest, .cookie = a->cookie,
                                    .length = a->length, .immediate = a->immediate,
                                    .key = a->key, .index = a->index };
    t->status = status_of(b, TTP_NIC_ST_LOCAL);
}

/* What leaves WAIT has all its answers: was one an error? Of a WRITE of several payloads an error
 * counts for all behind it, of DATA at the END of its message. */
static bool remember(struct ttp_nic_acts *b, bool err)
{
    const struct ttp_nic_act *a = &b->next;
    const uint32_t place = a->tag & 0xFF;

    if (a->many) {
        if (!a->begins) err |= b->erred[a->row];
        b->erred[a->row] = err;
    } else if (a->code == TTP_NIC_ACT_DATA) {
        if (err) ttp_nic_places_put(&b->failed, place, true);
    } else if (a->code == TTP_NIC_ACT_END) {
        err |= ttp_nic_places_get(&b->failed, place);
    }
    return err;
}

static void go(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in, const struct step *s,
               bool err)
{
    const bool enough = b->waited >= in->cfg_wait;

    if (s->puts) tell(b, in);
    if (s->ends && b->cur.code == TTP_NIC_ACT_END)
        ttp_nic_places_put(&b->failed, b->cur.tag & 0xFF, false);
    b->expired = !s->room && enough;
    if (!s->room) {
        b->put |= s->puts;
        b->waited += s->replies;
        return;
    }
    b->goes = s->leaves;
    b->put = false;
    b->waited = 0;
    if (!s->leaves) return;
    b->cur = b->next;
    b->bad = remember(b, err);
}

static void await(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in, const struct step *s,
                  bool err)
{
    if (b->waits && !s->leaves) {
        b->left = (uint8_t)(b->left - s->hears);
        b->err = err;
        return;
    }
    b->waits = in->act != NULL;
    if (!b->waits) return;
    b->next = *in->act;
    b->left = in->act->bursts;
    b->err = false;
}

void ttp_nic_acts_clock(struct ttp_nic_acts *b, const struct ttp_nic_acts_in *in)
{
    struct ttp_nic_acts_out o;
    const struct step s = steps(b, in);
    const bool comes = in->b_valid && ttp_fifo_ready(&b->answers);
    const bool err = b->err || (s.hears && *(const bool *)ttp_fifo_head(&b->answers));
    bool pops;

    ttp_nic_acts_comb(b, in, &o);
    pops = o.record_valid && in->record_ready;
    pulse(b, in, &s);
    go(b, in, &s, err);
    await(b, in, &s, err);
    if (comes) *(bool *)ttp_fifo_slot(&b->answers) = in->b_err;
    if (comes || s.hears) ttp_fifo_clock(&b->answers, comes, s.hears);
    if (s.puts || pops) ttp_fifo_clock(&b->queue, s.puts, pops);
    b->room = in->on && !is_full(b, in) && !pops;
    if (pops) b->head++;
    if (in->clear) b->head = 0;
    if (in->rst) reset(b);
}

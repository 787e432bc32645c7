/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes payloads of messages, of answers to READ, of replies (msg.bad, msg.cut, msg.turn).
 * Part of: ttp_nic_core */
#include "ttp_nic_post.h"

#include "ttp_nic_defs.h"

enum choice { NOTHING, REPLY, RING, ANSWER };

static void reset(struct ttp_nic_post *b)
{
    b->ring.active = b->answer.active = b->turn = b->cmd_valid = false;
    ttp_fifo_clear(&b->replies);
    ttp_fifo_clear(&b->reads);
}

void ttp_nic_post_bind(struct ttp_nic_post *b, uint32_t reads, struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    ttp_fifo_bind(&b->replies, a, sizeof(struct ttp_nic_reply), 64);
    ttp_fifo_bind(&b->reads, a, sizeof(struct ttp_nic_reading), reads);
    reset(b);
}

/* msg.bad */
static bool is_wrong(const uint64_t *d)
{
    const uint32_t op = (uint32_t)d[0] & 0xFF, flags = (uint32_t)d[0] >> 8 & 0xFF;

    return op < TTP_NIC_OP_SEND || op > TTP_NIC_OP_READ || flags > 1
        || (flags && op != TTP_NIC_OP_WRITE) || (d[0] >> 24 & 0xFF) || d[0] >> 56
        || (op == TTP_NIC_OP_SEND && (uint32_t)d[2] > TTP_NIC_DATA);
}

static uint32_t dest_of(const uint64_t *d)
{
    return ((uint32_t)(d[0] >> 16) & 0xFF) << 24 | ((uint32_t)(d[0] >> 32) & 0xFFFFFF);
}

/* msg.cut - the first payload of a message of the ring alone has a long head. */
static bool is_short(const struct ttp_nic_source *s)
{
    return s->op == TTP_NIC_OP_DATA || s->progress != 0;
}

static uint32_t most(const struct ttp_nic_source *s)
{
    return is_short(s) ? TTP_NIC_MORE : TTP_NIC_DATA;
}

static bool is_last(const struct ttp_nic_source *s)
{
    return s->op == TTP_NIC_OP_READ || s->length - s->progress <= most(s);
}

/* msg.turn - whose payload is next. */
static enum choice choose(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in)
{
    if (b->cmd_valid && !in->cmd_ready) return NOTHING;
    if (ttp_fifo_valid(&b->replies)) return REPLY;
    if (b->ring.active && (b->turn || !b->answer.active)) return RING;
    return b->answer.active ? ANSWER : NOTHING;
}

void ttp_nic_post_comb(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in,
                       struct ttp_nic_post_out *o)
{
    o->element_ready = o->opens = false;
    if (in->element && in->room && !b->ring.active) {
        const uint64_t *d = in->element->lane;
        const bool wrong = is_wrong(d);

        if (!wrong || in->wrong_ready) {
            o->element_ready = o->opens = true;
            o->opening = (struct ttp_nic_opening){
                .addr = d[1], .cookie = d[5], .dest = dest_of(d), .length = (uint32_t)d[2],
                .index = in->element_index, .read = !wrong && (d[0] & 0xFF) == TTP_NIC_OP_READ,
                .wrong = wrong
            };
        }
    }
}

/* The next payload of a message into the register of commands. */
static void cut(struct ttp_nic_post *b, struct ttp_nic_source *s, bool ring)
{
    struct ttp_nic_get *c = &b->cmd;
    const bool last = is_last(s), shorter = is_short(s);
    const uint32_t count = s->op == TTP_NIC_OP_READ ? 0 : last ? s->length - s->progress
                                                               : most(s);
    const uint32_t flags = (last ? TTP_NIC_FLAG_LAST : 0) | (s->notice ? TTP_NIC_FLAG_NOTICE : 0)
                         | (shorter ? TTP_NIC_FLAG_SHORT : 0);

    memset(c->head, 0, sizeof c->head);
    c->head[0] = ttp_nic_head_of(s->op, flags, count, s->tag,
                                 shorter ? ttp_nic_step_of(s->progress) : 0);
    if (!shorter) {
        c->head[1] = (uint64_t)s->immediate << 32 | s->key;
        c->head[2] = s->offset;
        c->head[3] = s->length;
    }
    c->addr = s->addr + s->progress;
    c->dest = s->dest;
    c->count = (uint16_t)count;
    c->ring = ring;
    c->answer = !ring;
    c->begins = s->progress == 0;
    b->cmd_valid = true;
    b->turn = !ring;
    s->progress += count;
    s->active = !last;
}

static void cut_reply(struct ttp_nic_post *b)
{
    const struct ttp_nic_reply *r = (const struct ttp_nic_reply *)ttp_fifo_head(&b->replies);

    b->cmd = (struct ttp_nic_get){
        .head = { ttp_nic_head_of(TTP_NIC_OP_REPLY, TTP_NIC_FLAG_LAST | TTP_NIC_FLAG_SHORT, 0,
                                  r->tag, r->status) },
        .dest = r->dest, .begins = true
    };
    b->cmd_valid = true;
}

/* A descriptor becomes the message of the ring. */
static void load_ring(struct ttp_nic_source *s, const uint64_t *d, uint32_t tag)
{
    const uint8_t op = (uint8_t)d[0];

    *s = (struct ttp_nic_source){
        .addr = d[1], .dest = dest_of(d), .tag = tag, .length = (uint32_t)d[2], .op = op,
        .notice = d[0] >> 8 & 1, .active = true
    };
    if (op != TTP_NIC_OP_READ) s->immediate = (uint32_t)d[4];
    if (op == TTP_NIC_OP_SEND) return;
    s->key = (uint32_t)(d[2] >> 32);
    s->offset = d[3];
}

static void load_answer(struct ttp_nic_source *s, const struct ttp_nic_reading *r)
{
    *s = (struct ttp_nic_source){
        .addr = r->addr, .dest = r->dest, .tag = r->tag, .length = r->length,
        .op = TTP_NIC_OP_DATA, .active = true
    };
}

void ttp_nic_post_clock(struct ttp_nic_post *b, const struct ttp_nic_post_in *in)
{
    const enum choice next = choose(b, in);
    const bool loads = ttp_fifo_valid(&b->reads) && !b->answer.active;
    const bool reads = in->read_valid && ttp_fifo_ready(&b->reads);
    const bool reply = in->reply_valid && ttp_fifo_ready(&b->replies);
    struct ttp_nic_post_out o;

    ttp_nic_post_comb(b, in, &o);
    if (in->cmd_ready) b->cmd_valid = false;
    if (next == REPLY) cut_reply(b);
    else if (next == RING && in->goes_on) cut(b, &b->ring, true);
    else if (next == RING) b->ring.active = b->turn = false;
    else if (next == ANSWER) cut(b, &b->answer, false);

    if (o.opens && !o.opening.wrong) load_ring(&b->ring, in->element->lane, in->opens_tag);
    if (loads)
        load_answer(&b->answer, (const struct ttp_nic_reading *)ttp_fifo_head(&b->reads));
    if (reads) *(struct ttp_nic_reading *)ttp_fifo_slot(&b->reads) = in->read;
    if (reads || loads) ttp_fifo_clock(&b->reads, reads, loads);
    if (reply) *(struct ttp_nic_reply *)ttp_fifo_slot(&b->replies) = in->reply;
    if (reply || next == REPLY) ttp_fifo_clock(&b->replies, reply, next == REPLY);
    if (in->rst) reset(b);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes payloads of messages, of answers to READ, of replies (msg.bad, msg.cut, msg.fill, msg.turn,
 * ring.turn).
 * Part of: ttp_nic_core */
#include "ttp_nic_post.h"

#include "ttp_nic_defs.h"

enum { NOTHING = TTP_NIC_SOURCES };

static void reset(struct ttp_nic_post *b)
{
    b->active = b->able = b->goes = 0;
    b->last = (uint8_t)(b->rings - 1u);
    b->began = (uint8_t)(b->rings > 1 ? b->rings - 2u : 0u);
    b->cmd_valid = false;
    b->fill = 0;
    ttp_fifo_clear(&b->replies);
    ttp_fifo_clear(&b->reads);
}

void ttp_nic_post_bind(struct ttp_nic_post *b, const struct ttp_nic_params *p,
                       struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    b->rings = p->rings;
    b->wide = p->data_w == 512;
    ttp_fifo_bind(&b->replies, a, sizeof(struct ttp_nic_reply), 64);
    ttp_fifo_bind(&b->reads, a, sizeof(struct ttp_nic_reading), p->reads);
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

/* msg.fill - what one to dest may be joined to */
static uint32_t fill_to(const struct ttp_nic_post *b, uint32_t dest)
{
    return b->cmd.dest == dest ? b->fill : 0;
}

/* msg.cut, msg.fill - bytes of the next payload */
static uint32_t count_of(const struct ttp_nic_post *b, const struct ttp_nic_source *s)
{
    const uint32_t left = s->length - s->progress, less = most(s) - TTP_NIC_LESS;
    const uint32_t before = fill_to(b, s->dest) * TTP_NIC_BLOCK;

    if (s->op == TTP_NIC_OP_READ) return 0;
    if (is_last(s)) return left;
    if (b->fills)
        return TTP_NIC_BLOCKS * TTP_NIC_BLOCK - before < TTP_NIC_ROOM ? most(s) : most(s) - before;
    return left - less <= TTP_NIC_MORE ? less : most(s);
}

/* msg.fill - a payload of so many bytes is made, with its head. */
static void fill(struct ttp_nic_post *b, uint32_t dest, uint32_t bytes)
{
    const uint32_t before = fill_to(b, dest), blocks = ttp_nic_blocks(bytes);

    b->fill = !b->fills ? 0 : before + blocks <= TTP_NIC_BLOCKS ? before + blocks : blocks;
}

/* msg.turn - whose payload is next, if one may go. */
static uint8_t choose(const struct ttp_nic_post *b)
{
    if (ttp_fifo_valid(&b->replies)) return TTP_NIC_OF_REPLY;
    return b->active ? ttp_nic_turn(b->active, b->last) : NOTHING;
}

/* ring.turn - the rings whose next message goes to nobody to whom one of another ring is under
 * way. It takes a cycle to find out, where there are others. */
static uint32_t compare(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in)
{
    uint32_t able = 0;

    for (uint32_t r = 0; r < b->rings; r++) {
        bool meets = !in->element[r];

        for (uint32_t o = 0; o < b->rings && !meets; o++)
            meets = o != r && b->active >> o & 1
                 && b->source[o].dest == dest_of(in->element[r]->lane);
        able |= (uint32_t)!meets << r;
    }
    return able;
}

/* ring.limit, ring.turn - the rings that may begin a message. */
static uint32_t may_begin(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in)
{
    uint32_t there = 0;

    if (b->rings == 1) return in->element[0] && in->under & ~b->active & 1;
    for (uint32_t r = 0; r < b->rings; r++) there |= (uint32_t)(in->element[r] != NULL) << r;
    return there & b->able & in->under & ~b->active;
}

void ttp_nic_post_comb(const struct ttp_nic_post *b, const struct ttp_nic_post_in *in,
                       struct ttp_nic_post_out *o)
{
    const uint32_t may = in->room ? may_begin(b, in) : 0;

    o->opens = false;
    if (may) {
        const uint8_t ring = ttp_nic_turn(may, b->began);
        const uint64_t *d = in->element[ring]->lane;
        const bool wrong = is_wrong(d);

        o->opens = !wrong || in->wrong_ready;
        o->opening = (struct ttp_nic_opening){
            .addr = d[1], .cookie = d[5], .dest = dest_of(d), .length = (uint32_t)d[2],
            .index = in->index[ring], .ring = ring,
            .read = !wrong && (d[0] & 0xFF) == TTP_NIC_OP_READ, .wrong = wrong
        };
    }
}

/* The next payload of a message into the register of commands. */
static void cut(struct ttp_nic_post *b, uint8_t source)
{
    struct ttp_nic_source *s = &b->source[source];
    struct ttp_nic_get *c = &b->cmd;
    const bool last = is_last(s), shorter = is_short(s);
    const uint32_t count = count_of(b, s);
    const uint32_t flags = (last ? TTP_NIC_FLAG_LAST : 0) | (s->notice ? TTP_NIC_FLAG_NOTICE : 0)
                         | (shorter ? TTP_NIC_FLAG_SHORT : 0);

    fill(b, s->dest, ttp_nic_head_size(shorter) + count);
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
    c->source = source;
    c->begins = s->progress == 0;
    b->cmd_valid = true;
    s->progress += count;
    if (last) b->active &= ~(1u << source);
}

static void cut_reply(struct ttp_nic_post *b)
{
    const struct ttp_nic_reply *r = (const struct ttp_nic_reply *)ttp_fifo_head(&b->replies);

    fill(b, r->dest, TTP_NIC_SHORT);
    b->cmd = (struct ttp_nic_get){
        .head = { ttp_nic_head_of(TTP_NIC_OP_REPLY, TTP_NIC_FLAG_LAST | TTP_NIC_FLAG_SHORT, 0,
                                  r->tag, r->status) },
        .dest = r->dest, .source = TTP_NIC_OF_REPLY, .begins = true
    };
    b->cmd_valid = true;
}

/* A message of another ring that had this place has ended. */
static void leave(struct ttp_nic_post *b, uint32_t tag)
{
    for (uint32_t r = 0; r < b->rings; r++)
        if (((b->source[r].tag ^ tag) & 0xFF) == 0) b->active &= ~(1u << r);
}

/* A descriptor becomes the message of its ring. */
static void load_ring(struct ttp_nic_source *s, const uint64_t *d, uint32_t tag)
{
    const uint8_t op = (uint8_t)d[0];

    *s = (struct ttp_nic_source){
        .addr = d[1], .dest = dest_of(d), .tag = tag, .length = (uint32_t)d[2], .op = op,
        .notice = d[0] >> 8 & 1
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
        .op = TTP_NIC_OP_DATA
    };
}

void ttp_nic_post_clock(struct ttp_nic_post *b, const struct ttp_nic_post_in *in)
{
    const uint8_t next = b->cmd_valid && !in->cmd_ready ? NOTHING : choose(b);
    const uint32_t able = b->rings > 1 ? compare(b, in) : 0;
    const bool gone = !b->cmd_valid && !in->waits;
    const bool loads = ttp_fifo_valid(&b->reads) && !(b->active >> TTP_NIC_OF_ANSWER & 1);
    const bool reads = in->read_valid && ttp_fifo_ready(&b->reads);
    const bool reply = in->reply_valid && ttp_fifo_ready(&b->replies);
    struct ttp_nic_post_out o;

    ttp_nic_post_comb(b, in, &o);
    b->able = able;
    if (in->cmd_ready) b->cmd_valid = false;
    b->fills = b->wide && in->cfg_coalesce;
    if (next <= TTP_NIC_OF_ANSWER) b->last = next;
    if (next == TTP_NIC_OF_REPLY) cut_reply(b);
    else if (next == TTP_NIC_OF_ANSWER || (next < TTP_NIC_OF_ANSWER && b->goes >> next & 1))
        cut(b, next);
    else {
        if (next != NOTHING) b->active &= ~(1u << next);
        if (gone) b->fill = 0;
    }
    b->goes = in->open;
    if (o.opens) {
        b->began = o.opening.ring;
        leave(b, in->opens_tag);
    }
    if (o.opens && !o.opening.wrong) {
        load_ring(&b->source[b->began], in->element[b->began]->lane, in->opens_tag);
        b->active |= 1u << b->began;
        b->goes |= 1u << b->began;
    }
    if (loads) {
        load_answer(&b->source[TTP_NIC_OF_ANSWER],
                    (const struct ttp_nic_reading *)ttp_fifo_head(&b->reads));
        b->active |= 1u << TTP_NIC_OF_ANSWER;
    }
    if (reads) *(struct ttp_nic_reading *)ttp_fifo_slot(&b->reads) = in->read;
    if (reads || loads) ttp_fifo_clock(&b->reads, reads, loads);
    if (reply) *(struct ttp_nic_reply *)ttp_fifo_slot(&b->replies) = in->reply;
    if (reply || next == TTP_NIC_OF_REPLY)
        ttp_fifo_clock(&b->replies, reply, next == TTP_NIC_OF_REPLY);
    if (in->rst) reset(b);
}

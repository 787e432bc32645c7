/* SPDX-License-Identifier: Apache-2.0
 *
 * What is to become of a payload (tgt.*).
 * Part of: ttp_nic_core */
#include "ttp_nic_place.h"

#include <string.h>

#include "ttp_nic_command.h"
#include "ttp_nic_defs.h"

#define IDLE TTP_NIC_PLACE_IDLE
#define F    TTP_NIC_PLACE_F
#define K    TTP_NIC_PLACE_K
#define C1   TTP_NIC_PLACE_C1
#define C2   TTP_NIC_PLACE_C2
#define GO   TTP_NIC_PLACE_GO

static void reset(struct ttp_nic_place *b)
{
    b->state = IDLE;
    b->waited = 0;
    b->taken = b->bad = b->late = false;
}

void ttp_nic_place_bind(struct ttp_nic_place *b, const struct ttp_nic_params *p,
                        struct ttp_arena *a)
{
    memset(b, 0, sizeof *b);
    ttp_nic_regions_bind(&b->regions, p->regions, a);
    ttp_nic_follow_bind(&b->follow, p->follow, a);
    reset(b);
}

/* tgt.bad - the wrong head, and a status that no target tells, too. */
static bool is_bad(const struct ttp_nic_head *h)
{
    const uint32_t op = ttp_nic_head_op(h->lane);
    const bool always = op == TTP_NIC_OP_DATA || op == TTP_NIC_OP_REPLY;

    return h->bad || op < TTP_NIC_OP_SEND || op > TTP_NIC_OP_REPLY
        || (op != TTP_NIC_OP_WRITE && ttp_nic_head_short(h->lane) != always)
        || (op == TTP_NIC_OP_REPLY && ttp_nic_head_status(h->lane) > TTP_NIC_ST_ORDER);
}

/* All but is_bad look at three bits of the operation. */
static bool has_op(const uint64_t *h, uint32_t op) { return (ttp_nic_head_op(h) & 7) == op; }

/* A WRITE that goes on. */
static bool goes_on(const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    return !in->head->bad && has_op(h, TTP_NIC_OP_WRITE) && ttp_nic_head_short(h);
}

/* tgt.send - a SEND lacks a buffer. */
static bool lacks(const struct ttp_nic_place_in *in)
{
    return in->head && !in->buffer_valid && !is_bad(in->head)
        && ttp_nic_head_op(in->head->lane) == TTP_NIC_OP_SEND;
}

/* A SEND that is under way when buffers go begins again. */
static bool again(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    return in->clear && b->state != IDLE && !(b->state == GO && b->fate == TTP_NIC_FATE_ENDING)
        && !in->head->bad && has_op(in->head->lane, TTP_NIC_OP_SEND)
        && !ttp_nic_head_short(in->head->lane);
}

/* The payload at the head leaves IDLE. */
static bool begins(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    return b->state == IDLE && !in->ending_valid && !in->clear && in->head
        && ttp_nic_follow_ready(&b->follow) && (b->expired || !lacks(in));
}

/* progress + count, without an overflow. */
static uint64_t behind(const struct ttp_nic_place *b, const uint64_t *h)
{
    return (uint64_t)b->said.progress + ttp_nic_head_count(h);
}

void ttp_nic_place_comb(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                        struct ttp_nic_place_out *o)
{
    const bool stays = again(b, in), go = b->state == GO && in->cmd_ready && !stays;
    const bool payload = go && b->fate != TTP_NIC_FATE_ENDING;
    const uint64_t *h = in->head ? in->head->lane : NULL;

    o->looks = b->state != IDLE;
    o->ending_ready = b->state == IDLE && in->ending_valid && ttp_nic_follow_ready(&b->follow);
    o->cmd_valid = b->state == GO && !stays;
    o->head_ready = payload && b->fate != TTP_NIC_FATE_BROKEN;
    o->buffer_ready = payload && (b->fate == TTP_NIC_FATE_SEND || b->fate == TTP_NIC_FATE_BROKEN);
    o->msg_moves = payload && b->fate == TTP_NIC_FATE_DATA;
    o->msg_closes = payload && (b->fate == TTP_NIC_FATE_REPLY
                                || (b->fate == TTP_NIC_FATE_DATA && ttp_nic_head_last(h)));
    o->read_valid = payload && b->fate == TTP_NIC_FATE_READ;
    if (payload) o->msg_next = (uint32_t)behind(b, h);
    if (o->read_valid)
        o->read = (struct ttp_nic_reading){ b->sum, in->head->from, ttp_nic_head_tag(h),
                                            b->said.length };
    if (o->cmd_valid) ttp_nic_place_command(b, in, &o->cmd);
}

/* ---- F, C1, C2: the verdict ---- */

/* tgt.order - what ttp_nic_follow has read. */
static void follow(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    b->said = *ttp_nic_follow_said(&b->follow, in->head->from);
    b->follows = ttp_nic_follow_follows(&b->follow, in->head->from, ttp_nic_head_tag(h),
                                        ttp_nic_head_step(h));
}

/* What a long head says; of DATA the message knows how far it has come. */
static void hear(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    b->said = (struct ttp_nic_said){
        .offset = ttp_nic_head_offset(h), .key = ttp_nic_head_key(h),
        .immediate = ttp_nic_head_immediate(h), .length = ttp_nic_head_length(h),
        .progress = has_op(h, TTP_NIC_OP_DATA) ? in->msg_progress : 0
    };
    b->follows = true;
}

/* tgt.region, tgt.data, tgt.reply - keys, peers, tags. */
static void compare(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;
    const uint32_t op = ttp_nic_head_op(h), from = in->head->from;
    const struct ttp_nic_region *r = &b->regions.word;
    const uint8_t right = op == TTP_NIC_OP_WRITE ? 1 : 2;

    b->allowed = b->regions.known && (r->rights & right)
              && (r->all || r->peer == (from & 0xFFFFFF));
    if (!goes_on(in)) hear(b, in);
    b->mine = in->msg_open && in->msg_dest == from;
    b->next = ttp_nic_step_of(in->msg_progress) == ttp_nic_head_step(h);
    b->msg_sent = in->msg_sent;
    b->msg_read = in->msg_read;
    b->room = r->length;
    if (op == TTP_NIC_OP_DATA) {
        b->length = in->msg_length;
        b->sum = in->msg_addr;
    } else if (op == TTP_NIC_OP_SEND) {
        b->length = (uint32_t)in->buffer->lane[2];
        b->sum = in->buffer->lane[1];
    } else {
        b->length = b->said.length;
        b->sum = r->base + b->said.offset;
    }
}

/* tgt.range - and offset + length. */
static bool fits(const struct ttp_nic_place *b, const uint64_t *h)
{
    const uint64_t offset = b->said.offset;

    return offset <= b->room && b->length <= b->room - offset && behind(b, h) <= b->length;
}

/* tgt.send */
static uint8_t judge_send(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    b->status = TTP_NIC_ST_RANGE;
    if (b->none) b->status = TTP_NIC_ST_NO_BUFFER;
    else if (in->buffer->broken) return TTP_NIC_FATE_BROKEN;
    else if (behind(b, h) <= b->length) return TTP_NIC_FATE_SEND;
    return TTP_NIC_FATE_REFUSE;
}

/* tgt.write, tgt.read, tgt.order, tgt.refuse */
static uint8_t judge_region(struct ttp_nic_place *b, const uint64_t *h)
{
    const bool write = ttp_nic_head_op(h) == TTP_NIC_OP_WRITE;

    if (!b->follows) b->status = TTP_NIC_ST_ORDER;
    else if (!b->allowed) b->status = TTP_NIC_ST_KEY;
    else if (!fits(b, h)) b->status = TTP_NIC_ST_RANGE;
    else return write ? TTP_NIC_FATE_WRITE : TTP_NIC_FATE_READ;
    return TTP_NIC_FATE_REFUSE;
}

/* tgt.data - the last DATA ends where the message does. */
static uint8_t judge_data(const struct ttp_nic_place *b, const uint64_t *h)
{
    const uint64_t reach = behind(b, h);
    const bool good = ttp_nic_head_last(h) ? reach == b->length : reach <= b->length;

    return b->mine && b->msg_read && b->next && good ? TTP_NIC_FATE_DATA : TTP_NIC_FATE_LATE;
}

/* tgt.reply - that all is well can be told of what was sent to its end, and not of a READ. */
static uint8_t judge_reply(const struct ttp_nic_place *b, const uint64_t *h)
{
    const bool may = ttp_nic_head_status(h) != TTP_NIC_ST_OK || (b->msg_sent && !b->msg_read);

    return b->mine && may ? TTP_NIC_FATE_REPLY : TTP_NIC_FATE_LATE;
}

static void judge(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;
    const uint32_t op = ttp_nic_head_op(h);

    b->addr = b->sum + b->said.progress;
    if (is_bad(in->head)) b->fate = TTP_NIC_FATE_BAD;
    else if (op == TTP_NIC_OP_SEND) b->fate = judge_send(b, in);
    else if (op == TTP_NIC_OP_DATA) b->fate = judge_data(b, h);
    else if (op == TTP_NIC_OP_REPLY) b->fate = judge_reply(b, h);
    else b->fate = judge_region(b, h);
}

/* ---- edges ---- */

static void clock_tables(struct ttp_nic_place *b, const struct ttp_nic_place_in *in, bool rd)
{
    const bool wr = b->state == GO && in->cmd_ready && b->fate == TTP_NIC_FATE_WRITE
                 && ttp_nic_place_many(in->head->lane);

    if (rd || b->state == K || in->region_wr || in->rst) {
        const struct ttp_nic_regions_in r = {
            in->rst, in->region_wr, rd || b->state == K, in->region_index, in->region,
            rd ? ttp_nic_head_key(in->head->lane) : b->said.key
        };

        ttp_nic_regions_clock(&b->regions, &r);
    }
    if (rd || wr || in->rst || !ttp_nic_follow_ready(&b->follow)) {
        struct ttp_nic_follow_in f = { .rst = in->rst, .rd = rd, .wr = wr, .said = b->said };

        if (in->head) {
            f.dest = in->head->from;
            f.tag = ttp_nic_head_tag(in->head->lane);
        }
        if (wr) f.said.progress = (uint32_t)behind(b, in->head->lane);
        ttp_nic_follow_clock(&b->follow, &f);
    }
}

static void idle(struct ttp_nic_place *b, const struct ttp_nic_place_in *in, bool begin,
                 bool ready)
{
    if (begin) {
        b->state = goes_on(in) ? F : C1;
        b->none = !in->buffer_valid;
    } else if (in->ending_valid && ready) {
        b->state = GO;
        b->fate = TTP_NIC_FATE_ENDING;
        b->slot = in->ending_slot;
        b->status = in->ending_status;
    }
}

void ttp_nic_place_clock(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const bool ready = ttp_nic_follow_ready(&b->follow);    /* before the tables move */
    const bool rd = begins(b, in), stays = again(b, in);
    const bool go = b->state == GO && in->cmd_ready && !stays;
    const bool was_enough = b->waited >= in->cfg_wait;

    if (b->state == IDLE && lacks(in) && !b->expired) b->waited++;
    b->taken = go && b->fate != TTP_NIC_FATE_ENDING && b->fate != TTP_NIC_FATE_BROKEN;
    b->bad = go && b->fate == TTP_NIC_FATE_BAD;
    b->late = go && b->fate == TTP_NIC_FATE_LATE;
    clock_tables(b, in, rd);
    switch (b->state) {
    case IDLE:
        idle(b, in, rd, ready);
        break;
    case F:
        follow(b, in);
        b->state = K;
        break;
    case K:
        b->state = C1;
        break;
    case C1:
        compare(b, in);
        b->state = C2;
        break;
    case C2:
        judge(b, in);
        b->state = GO;
        break;
    default:
        if (!go) break;
        b->state = IDLE;
        if (b->fate != TTP_NIC_FATE_ENDING && b->fate != TTP_NIC_FATE_BROKEN) b->waited = 0;
        break;
    }
    if (stays) b->state = IDLE;
    b->expired = was_enough && !b->taken;
    if (in->rst) reset(b);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What is to become of a payload (tgt.*).
 * Part of: ttp_nic_core */
#include "ttp_nic_place.h"

#include <string.h>

#include "ttp_nic_command.h"
#include "ttp_nic_defs.h"
#include "ttp_nic_judge.h"

#define IDLE  TTP_NIC_PLACE_IDLE
#define F     TTP_NIC_PLACE_F
#define K     TTP_NIC_PLACE_K
#define C1    TTP_NIC_PLACE_C1
#define HOLD  TTP_NIC_PLACE_HOLD
#define EMPTY TTP_NIC_BACK_EMPTY
#define C2    TTP_NIC_BACK_C2
#define GO    TTP_NIC_BACK_GO

/* What happens in a cycle. */
struct flow {
    bool begins;        /* the payload at the head leaves IDLE       */
    bool again;         /* ... goes back there: buffers have gone    */
    bool offers, goes;  /* GO gives a command; it is taken           */
    bool moves;         /* C1 to C2                                  */
    bool pops;          /* the head goes                             */
};

static void reset(struct ttp_nic_place *b)
{
    b->front = IDLE;
    b->back.state = EMPTY;
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

/* Its head goes as it leaves C1: no later one depends on what it does in GO. */
static bool is_easy(const struct ttp_nic_head *head)
{
    const uint64_t *h = head->lane;
    const uint32_t op = ttp_nic_head_op(h) & 7;

    if (head->bad) return true;
    if (op == TTP_NIC_OP_WRITE) return ttp_nic_head_last(h) && !ttp_nic_head_short(h);
    return op != TTP_NIC_OP_SEND && op != TTP_NIC_OP_READ && op != TTP_NIC_OP_DATA;
}

/* A SEND that is under way when buffers go begins again. */
static bool again(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    return in->clear && b->front != IDLE && !in->head->bad
        && has_op(in->head->lane, TTP_NIC_OP_SEND) && !ttp_nic_head_short(in->head->lane);
}

static bool begins(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    return b->front == IDLE && in->head && !in->ending_valid && !in->clear
        && ttp_nic_follow_ready(&b->follow) && (b->expired || !lacks(in));
}

static struct flow flows(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    struct flow f = { .begins = begins(b, in), .again = again(b, in) };

    f.offers = b->back.state == GO && !(f.again && b->front == HOLD);
    f.goes = f.offers && in->cmd_ready;
    f.moves = b->front == C1 && !f.again && (b->back.state == EMPTY || f.goes);
    if (f.moves) f.pops = is_easy(in->head);
    else f.pops = f.goes && b->front == HOLD && b->back.fate != TTP_NIC_FATE_BROKEN;
    return f;
}

/* The message of the payload in GO is closed as its command is taken. */
static bool closes(const struct ttp_nic_back *b)
{
    return b->fate == TTP_NIC_FATE_REPLY
        || (b->fate == TTP_NIC_FATE_DATA && ttp_nic_head_last(&b->head));
}

void ttp_nic_place_comb(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                        struct ttp_nic_place_out *o)
{
    const struct flow f = flows(b, in);
    const struct ttp_nic_back *k = &b->back;
    const bool payload = f.goes && k->fate != TTP_NIC_FATE_ENDING;

    o->looks = (uint8_t)((b->front != IDLE && b->front != HOLD) + (k->state != EMPTY));
    o->ending_ready = b->front == IDLE && k->state == EMPTY && in->ending_valid
                   && ttp_nic_follow_ready(&b->follow);
    o->cmd_valid = f.offers;
    o->head_ready = f.pops;
    o->buffer_ready = payload && (k->fate == TTP_NIC_FATE_SEND || k->fate == TTP_NIC_FATE_BROKEN);
    o->msg_moves = payload && k->fate == TTP_NIC_FATE_DATA;
    o->msg_closes = payload && closes(k);
    o->read_valid = payload && k->fate == TTP_NIC_FATE_READ;
    if (payload) o->msg_next = (uint32_t)ttp_nic_place_behind(k);
    if (o->read_valid)
        o->read = (struct ttp_nic_reading){ k->sum, k->from, ttp_nic_head_tag(&k->head),
                                            k->said.length };
    if (f.offers) ttp_nic_place_command(b, in, &o->cmd);
}

/* ---- F, C1: what the verdict looks at ---- */

/* tgt.order - what ttp_nic_follow has read. */
static void follow(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    b->said = *ttp_nic_follow_said(&b->follow, in->head->from);
    b->follows = ttp_nic_follow_follows(&b->follow, in->head->from, ttp_nic_head_tag(h),
                                        ttp_nic_head_step(h));
}

/* What a long head says; of DATA the message knows how far it has come. */
static void hear(struct ttp_nic_back *b, const struct ttp_nic_place_in *in)
{
    const uint64_t *h = in->head->lane;

    b->said = (struct ttp_nic_said){
        .offset = ttp_nic_head_offset(h), .key = ttp_nic_head_key(h),
        .immediate = ttp_nic_head_immediate(h), .length = ttp_nic_head_length(h),
        .progress = has_op(h, TTP_NIC_OP_DATA) ? in->msg_progress : 0
    };
    b->follows = true;
}

/* tgt.data, tgt.reply - the message of the tag, unless GO closes it in this cycle. */
static void ask_message(struct ttp_nic_back *b, const struct ttp_nic_place_in *in, bool closed)
{
    b->mine = in->msg_open && in->msg_dest == in->head->from && !closed;
    b->next = ttp_nic_step_of(in->msg_progress) == ttp_nic_head_step(in->head->lane);
    b->msg_sent = in->msg_sent;
    b->msg_read = in->msg_read;
}

/* C1 to C2: keys, peers, tags (tgt.region); all that GO needs of the head. */
static void compare(struct ttp_nic_place *p, const struct ttp_nic_place_in *in, bool closed)
{
    struct ttp_nic_back *b = &p->back;
    const uint64_t *h = in->head->lane;
    const uint32_t op = ttp_nic_head_op(h), from = in->head->from;
    const struct ttp_nic_region *r = &p->regions.word;
    const uint8_t right = op == TTP_NIC_OP_WRITE ? 1 : 2;

    b->head = h[0];
    b->from = from;
    b->words = in->head->words;
    b->bad = is_bad(in->head);
    b->allowed = p->regions.known && (r->rights & right)
              && (r->all || r->peer == (from & 0xFFFFFF));
    if (goes_on(in)) {
        b->said = p->said;
        b->follows = p->follows;
    } else {
        hear(b, in);
    }
    b->crowded = op == TTP_NIC_OP_WRITE && !ttp_nic_head_short(h) && !ttp_nic_head_last(h)
              && !ttp_nic_follow_room(&p->follow, from);
    ask_message(b, in, closed);
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

/* ---- edges ---- */

static void clock_tables(struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                         const struct flow *f)
{
    const struct ttp_nic_back *k = &b->back;
    const bool rd = f->begins;
    const bool crowded = k->fate == TTP_NIC_FATE_REFUSE && k->status == TTP_NIC_ST_BUSY;
    const bool wr = f->goes && (crowded || (k->fate == TTP_NIC_FATE_WRITE
                                            && ttp_nic_place_many(&k->head)));

    if (rd || b->front == K || in->region_wr || in->rst) {
        const struct ttp_nic_regions_in r = {
            in->rst, in->region_wr, rd || b->front == K, in->region_index, in->region,
            rd ? ttp_nic_head_key(in->head->lane) : b->said.key
        };

        ttp_nic_regions_clock(&b->regions, &r);
    }
    if (rd || wr || in->rst || !ttp_nic_follow_ready(&b->follow)) {
        struct ttp_nic_follow_in t = { .rst = in->rst, .rd = rd, .wr = wr };

        if (wr) {
            t.crowded = crowded;
            t.last = ttp_nic_head_last(&k->head);
            t.dest = k->from;
            t.tag = ttp_nic_head_tag(&k->head);
            t.said = k->said;
            t.said.progress = (uint32_t)ttp_nic_place_behind(k);
        } else if (rd) {
            t.dest = in->head->from;
        }
        ttp_nic_follow_clock(&b->follow, &t);
    }
}

static void clock_back(struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                       const struct flow *f, bool ends)
{
    struct ttp_nic_back *k = &b->back;

    if (f->moves) {
        const bool closed = f->goes && closes(k)
                         && !((k->head ^ in->head->lane[0]) >> 32 & 0xFF);

        compare(b, in, closed);
        k->state = C2;
    } else if (f->goes || (f->again && b->front == HOLD)) {
        k->state = EMPTY;
    } else if (k->state == C2) {
        ttp_nic_place_judge(b, in);
        k->state = GO;
    } else if (ends) {
        k->state = GO;
        k->fate = TTP_NIC_FATE_ENDING;
        k->slot = in->ending_slot;
        k->status = in->ending_status;
    }
}

static void clock_front(struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                        const struct flow *f)
{
    switch (b->front) {
    case IDLE:
        if (!f->begins) break;
        b->front = goes_on(in) ? F : C1;
        b->none = !in->buffer_valid;
        break;
    case F:
        follow(b, in);
        b->front = K;
        break;
    case K:
        b->front = C1;
        break;
    case C1:
        if (f->moves) b->front = f->pops ? IDLE : HOLD;
        break;
    default:
        if (f->goes) b->front = IDLE;
        break;
    }
    if (f->again) b->front = IDLE;
}

void ttp_nic_place_clock(struct ttp_nic_place *b, const struct ttp_nic_place_in *in)
{
    const struct flow f = flows(b, in);
    const bool ends = b->front == IDLE && b->back.state == EMPTY && in->ending_valid
                   && ttp_nic_follow_ready(&b->follow);
    const uint8_t fate = b->back.fate;
    const bool was_enough = b->waited >= in->cfg_wait;

    if (b->front == IDLE && lacks(in) && !b->expired) b->waited++;
    if (f.pops) b->waited = 0;
    b->expired = was_enough && !f.pops;
    b->taken = f.goes && fate != TTP_NIC_FATE_ENDING && fate != TTP_NIC_FATE_BROKEN;
    b->bad = f.goes && fate == TTP_NIC_FATE_BAD;
    b->late = f.goes && fate == TTP_NIC_FATE_LATE;
    clock_tables(b, in, &f);
    clock_back(b, in, &f, ends);
    clock_front(b, in, &f);
    if (in->rst) reset(b);
}

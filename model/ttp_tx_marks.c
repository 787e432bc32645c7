/* SPDX-License-Identifier: Apache-2.0
 *
 * M0 and M1, the queues, and the engine state by state. */
#include "ttp_tx_marks.h"

#include "ttp_marks_bits.h"
#include "ttp_marks_contexts.h"
#include "ttp_marks_judge.h"
#include "ttp_marks_numbers.h"
#include "ttp_marks_times.h"
#include "ttp_marks_window.h"
#include "ttp_regs.h"

static void count(struct ttp_tx_marks *b, unsigned counter) { b->marked |= UINT64_C(1) << counter; }

void ttp_tx_marks_bind(struct ttp_tx_marks *b, const struct ttp_params *p, struct ttp_arena *a)
{
    b->places = ttp_params_window(p);
    b->contexts = ttp_params_contexts(p);
    if (!b->contexts) return;
    for (uint32_t i = 0; i < b->contexts; i++) b->context[i].places = (uint16_t)b->places;
    b->sent = ttp_arena_take(a, b->contexts * b->places * sizeof *b->sent);
    b->id_of = ttp_arena_take(a, b->contexts * TTP_MARKS_SENDS * sizeof *b->id_of);
    b->trips = ttp_arena_take(a, 3u * p->link_sets * p->link_ways * sizeof *b->trips);
    b->before = ttp_arena_take(a, 3u * p->link_sets * p->link_ways * sizeof *b->before);
    ttp_fifo_bind(&b->maps, a, sizeof(struct ttp_marks_map), 32);
    ttp_fifo_bind(&b->ops, a, sizeof(struct ttp_marks_op), 8);
    ttp_fifo_bind(&b->resends, a, sizeof(struct ttp_marks_resend), 4);
}

void ttp_tx_marks_drive(const struct ttp_tx_marks *b, struct ttp_tx_marks_out *o)
{
    *o = (struct ttp_tx_marks_out){ 0 };
    o->marked = b->marked;
    o->path_told = b->path_told;
    o->path = b->path;
    if (!b->contexts || !ttp_fifo_valid(&b->resends)) return;
    const struct ttp_marks_resend *r = (const struct ttp_marks_resend *)ttp_fifo_head(&b->resends);
    o->resend_valid = true;
    o->resend_link = r->link;
    o->resend_rxid = r->rxid;
    o->resend_txid = r->txid;
}

bool ttp_tx_marks_has(const struct ttp_tx_marks *b, uint32_t link, uint8_t *gen)
{
    const uint32_t at = ttp_marks_context_of(b, link);

    if (at != TTP_MARKS_NONE) *gen = b->context[at].gen;
    return at != TTP_MARKS_NONE;
}

/* ---- the engine ---- */

static bool may_scan(const struct ttp_marks_context *c, uint32_t delay)
{
    return c->scan && c->goes && !ttp_marks_full(c, delay);
}

/* Of a context that is used. */
static bool has_work(const struct ttp_tx_marks *b, const struct ttp_marks_context *c,
                     uint32_t delay)
{
    const bool room = ttp_fifo_ready(&b->resends);

    return c->load || c->again || c->probe || c->judge
           || (room && (c->limit || c->due || may_scan(c, delay)));
}

static uint32_t next_with_work(const struct ttp_tx_marks *b, uint32_t delay)
{
    for (uint32_t i = 1; b->used && i <= b->contexts; i++) {
        const uint32_t at = (b->engine.context + i) % b->contexts;

        if (b->used >> at & 1 && has_work(b, &b->context[at], delay)) return at;
    }
    return TTP_MARKS_NONE;
}

static void push_resend(struct ttp_tx_marks *b, const struct ttp_marks_context *c, uint32_t rxid,
                        uint32_t txid, bool *push)
{
    struct ttp_marks_resend *r = (struct ttp_marks_resend *)ttp_fifo_slot(&b->resends);

    *r = (struct ttp_marks_resend){ c->link, rxid, txid | (uint32_t)c->gen << 24 };
    *push = true;
}

static void serve_next(struct ttp_tx_marks *b, uint32_t delay)
{
    struct ttp_marks_engine *e = &b->engine;
    const uint32_t at = next_with_work(b, delay);

    if (ttp_fifo_valid(&b->ops) && (!e->after_op || at == TTP_MARKS_NONE)) {
        e->context = ((const struct ttp_marks_op *)ttp_fifo_head(&b->ops))->context;
        e->after_op = true;
        e->state = TTP_MARKS_OP;
    } else {
        e->after_op = false;
        if (at == TTP_MARKS_NONE) return;
        e->context = (uint8_t)at;
        e->state = TTP_MARKS_PICK;
    }
}

/* Behind the number of an op comes its map. */
static void map_next(struct ttp_marks_engine *e)
{
    e->step = 0;
    e->state = e->read.marks ? TTP_MARKS_LOW : TTP_MARKS_IDLE;
}

static bool stale(const struct ttp_tx_marks *b)
{
    const struct ttp_marks_context *c = &b->context[b->engine.context];
    const struct ttp_marks_op *op = (const struct ttp_marks_op *)ttp_fifo_head(&b->ops);

    return c->gen != op->gen;
}

/* With more ops than that waiting no round trip is measured, nor before load: where one is known a
 * window is kept. */
#define MEASURES 4u

/* HEAR. True: the op goes. */
static bool hear(struct ttp_tx_marks *b, struct ttp_marks_context *c,
                 const struct ttp_marks_op *op, uint32_t delay)
{
    struct ttp_marks_engine *e = &b->engine;

    if (!e->read.valid) {
        e->state = TTP_MARKS_IDLE;
        return true;
    }
    ttp_marks_hear(e, c, op);
    ttp_marks_arrives(e, c, delay);
    e->state = TTP_MARKS_LATE;
    return !e->read.marks;
}

static void go(struct ttp_tx_marks *b, struct ttp_marks_context *c, bool *push)
{
    struct ttp_marks_engine *e = &b->engine;
    const bool room = ttp_fifo_ready(&b->resends);
    const struct ttp_marks_read *r = &e->read;

    e->state = TTP_MARKS_IDLE;
    e->step = 0;
    if (!r->valid) return;
    if (r->load) {
        c->load = false;
        e->reads_times = e->loads = true;
        e->state = TTP_MARKS_TRIP;
    } else if (r->again) {
        c->again = e->probes = false;
        count(b, TTP_CNT_LOST_ALL);
        e->state = TTP_MARKS_AGAIN;
    } else if (r->probe) {
        c->probe = false;
        c->probed = e->probes = true;
        count(b, TTP_CNT_PROBE);
        e->state = TTP_MARKS_AGAIN;
    } else if (r->judge) {
        c->judge = c->all_older = false;
        c->judged_last = true;
        ttp_marks_judge_starts(e);
        e->state = TTP_MARKS_JUDGE;
    } else if (r->limit) {
        if (!room) return;
        c->limit = c->judged_last = false;
        e->limit.goes = true;
    } else if (r->news) {
        if (!room) return;
        c->news = c->due = c->judged_last = false;
        push_resend(b, c, 0, TTP_RESEND_NEWS, push);
    } else if (r->scan && room) {
        c->scan = c->judged_last = false;
        e->scan_una = c->una;
        e->scan_sent = c->sent;
        e->state = TTP_MARKS_SCAN;
    }
}

static void lose_all(struct ttp_marks_engine *e, struct ttp_marks_context *c)
{
    ttp_marks_lose_all(c, e);
    if (++e->step < c->places / 64u) return;
    ttp_marks_all_gone(e, c);
    c->scan = e->asks = true;
    e->state = TTP_MARKS_IDLE;
}

static void judge(struct ttp_tx_marks *b, struct ttp_marks_context *c, bool bits)
{
    struct ttp_marks_engine *e = &b->engine;
    const bool ends = ttp_marks_judge_runs(b, c, bits);

    if (e->asks) count(b, TTP_CNT_LOST);
    if (!ends) return;
    c->judged = e->judge.at;
    e->state = TTP_MARKS_IDLE;
}

/* sel.first: the oldest one */
static void scan(struct ttp_marks_engine *e, const struct ttp_marks_context *c)
{
    ttp_marks_see(e, c);
    if (e->seen) e->state = TTP_MARKS_FIND;
    else if (e->step == c->places / 64u) {
        e->state = TTP_MARKS_IDLE;
        e->asks = true;
    }
    e->step++;
}

static void fetch(struct ttp_marks_engine *e, struct ttp_marks_context *c)
{
    ttp_marks_fetch(c, e->pick);
    e->reads = true;
    e->tell_id = c->una + ((e->pick - c->una) & (c->places - 1u));
    e->tell = ttp_marks_within(e->tell_id, c->una, c->sent);
    e->state = TTP_MARKS_TELL;
}

/* One cycle. bits: those of the payloads may be used. */
static void engine(struct ttp_tx_marks *b, bool bits, const struct ttp_tx_marks_in *in,
                   bool *pop_op, bool *push)
{
    struct ttp_marks_engine *e = &b->engine;
    struct ttp_marks_context *c = &b->context[e->context];
    const struct ttp_marks_op *op = (const struct ttp_marks_op *)ttp_fifo_head(&b->ops);

    switch (e->state) {
    case TTP_MARKS_IDLE:
        serve_next(b, in->delay);
        break;
    case TTP_MARKS_OP:
    case TTP_MARKS_PICK:
        ttp_marks_read_context(&e->read, c, in->reorder);
        e->read.scan = may_scan(c, in->delay);
        if (c->judged_last && ttp_fifo_ready(&b->resends)
            && (e->read.limit || e->read.news || e->read.scan)) e->read.judge = false;
        e->read.valid = e->state == TTP_MARKS_OP ? !stale(b) : b->used >> e->context & 1;
        e->read.marks = e->state == TTP_MARKS_OP && op->marks;
        e->state = e->state == TTP_MARKS_OP ? TTP_MARKS_HEAR : TTP_MARKS_GO;
        break;
    case TTP_MARKS_HEAR:
        *pop_op = hear(b, c, op, in->delay);
        break;
    case TTP_MARKS_LATE:
        e->late_id = ttp_marks_id_of(b, e->context, e->number);
        e->reads_times = true;
        e->few = b->ops.count < MEASURES && !c->load;
        e->state = TTP_MARKS_LATE2;
        break;
    case TTP_MARKS_LATE2:
        if (e->late && !bits) break;
        if (e->late) ttp_marks_learn(e, c, in);
        e->trip = (e->heard_at - e->lies.at) & TTP_MARKS_TIME;
        e->loads = false;
        if (e->few && e->counts && e->lies.number == e->number) e->state = TTP_MARKS_TRIP;
        else map_next(e);
        break;
    case TTP_MARKS_TRIP:
        ttp_marks_smooth(e, in);
        ttp_marks_round(e, c, in->now);
        e->state = TTP_MARKS_TRIP2;
        break;
    case TTP_MARKS_TRIP2:
        if (!e->loads) ttp_marks_round_moves(b, c, in->delay);
        e->state = TTP_MARKS_TRIP3;
        break;
    case TTP_MARKS_TRIP3:
        if (b->m1_send && b->m1_sent.first) break;      /* that one is kept */
        ttp_marks_keep(b, c, in);
        e->loaded = e->loads;
        if (e->loads) ttp_marks_window_loads(b, c);
        if (e->loads) e->state = TTP_MARKS_IDLE;
        else map_next(e);
        break;
    case TTP_MARKS_LOW:
    case TTP_MARKS_HIGH:
        if (!bits) break;
        ttp_marks_mark(e, c, op, e->state == TTP_MARKS_HIGH);
        *pop_op = e->state == TTP_MARKS_HIGH;
        e->state = *pop_op ? TTP_MARKS_IDLE : TTP_MARKS_HIGH;
        break;
    case TTP_MARKS_GO:
        go(b, c, push);
        break;
    case TTP_MARKS_AGAIN:
        if (bits) lose_all(e, c);
        break;
    case TTP_MARKS_JUDGE:
        judge(b, c, bits);
        break;
    case TTP_MARKS_SCAN:
        if (bits) scan(e, c);
        break;
    case TTP_MARKS_FIND:
        e->pick = ttp_marks_oldest(e);
        e->state = TTP_MARKS_FETCH;
        break;
    case TTP_MARKS_FETCH:
        if (bits) fetch(e, c);
        break;
    default:
        c->scan = true;
        if (e->tell) {
            push_resend(b, c, e->tell_id, e->entry, push);
            c->full |= c->near;
        }
        e->state = TTP_MARKS_IDLE;
        break;
    }
}

/* ---- the stages ---- */

/* What the event leaves; true: an op waits in the slot. taken: the context is new. */
static bool noted(struct ttp_tx_marks *b, uint32_t at, bool taken,
                  const struct ttp_tx_marks_in *in)
{
    struct ttp_marks_context *c = &b->context[at];
    const struct ttp_flight *f = &b->m1;

    c->una = f->una;
    c->sent = f->sent;
    c->restart |= f->moved || (f->goes && !c->goes);
    c->goes = f->goes;
    c->allowed = f->allowed;
    c->allowed_all = f->allowed_all;
    c->limit |= ((f->resent && in->delay) || f->told) && !taken;
    if (f->again) {
        c->again = c->touch = true;
        c->again_una = f->una;
        c->again_sent = f->sent;
    }
    if (!f->heard || taken || !ttp_fifo_ready(&b->ops)) return false;
    *(struct ttp_marks_op *)ttp_fifo_slot(&b->ops) = (struct ttp_marks_op){
        .map = b->m1_map, .una = f->una, .at = ttp_marks_time(in->now), .sent = f->sent,
        .number = f->number,
        .context = (uint8_t)at, .gen = c->gen, .marks = f->marks && f->stays,
    };
    return true;
}

static void clock_m0(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in)
{
    const bool pop = in->flight.mapped && ttp_fifo_valid(&b->maps);
    const bool push = in->heard_valid && ttp_fifo_ready(&b->maps);

    if (pop) b->m1_map = *(const struct ttp_marks_map *)ttp_fifo_head(&b->maps);
    if (push)
        *(struct ttp_marks_map *)ttp_fifo_slot(&b->maps) = (struct ttp_marks_map){
            .bits = in->heard_bits, .part = in->heard_part,
        };
    ttp_fifo_clock(&b->maps, push, pop);
    b->m1_flight = in->flight_valid;
    b->m1_send = in->send_valid && in->send_numbered;
    b->m1_resent = in->flight_valid && in->flight.resent && !in->send_valid;
    if (b->m1_send) {
        b->m1_sent.head = in->send_head;
        b->m1_sent.resend = in->send_resend;
        b->m1_sent.first = in->send_first;
        b->m1_sent.id = in->send_id;
    }
    if (in->flight_valid || in->send_valid) b->m1 = in->flight;
}

void ttp_tx_marks_clock(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in)
{
    struct ttp_marks_engine *e = &b->engine;
    if (!b->contexts) return;
    const struct ttp_marks_context *served = &b->context[e->context];
    const uint32_t una = served->una;
    const uint16_t in_flight = served->sent, way = ttp_marks_way(served), window = served->window;
    const uint16_t acked = (uint16_t)((una - served->told_una) % 1024);
    const uint32_t hit = ttp_marks_context_of(b, b->m1.link), other = ttp_marks_spare(b);
    const bool has = hit != TTP_MARKS_NONE;
    const bool takes = b->m1_send && b->m1_sent.head && !b->m1_sent.resend && !has
                       && other != TTP_MARKS_NONE;
    const bool frees = b->m1_flight && has && !b->m1.stays;
    const uint32_t at = takes ? other : hit;
    const bool pop_resend = in->resend_ready && ttp_fifo_valid(&b->resends);
    const bool tick = in->now % 256 == 255;
    const uint32_t with_news = tick ? ttp_marks_news(b) : 0;
    bool pop_op = false, push_op = false, push = false, all = false;

    b->marked = 0;
    if (b->m1_send && b->m1_sent.head && !b->m1_sent.resend && !has && other == TTP_MARKS_NONE)
        count(b, TTP_CNT_NO_CONTEXT);
    const uint8_t is_served = e->context;
    const bool tells = in->path_ask && !b->path_told && e->state == TTP_MARKS_IDLE;
    const bool stops = (takes || frees) && at == is_served;
    const uint8_t limited = e->limit.context;
    const bool loading = e->loads && (e->state == TTP_MARKS_TRIP || e->state == TTP_MARKS_TRIP2
                                      || e->state == TTP_MARKS_TRIP3);
    const bool no_room = ttp_marks_limit_tells(b, in->delay, &push);
    const bool probe = ttp_marks_walk(b, in, takes || frees ? at : TTP_MARKS_NONE, &all);

    if (stops && e->state != TTP_MARKS_IDLE) {
        pop_op = e->state == TTP_MARKS_HEAR && !e->read.valid;
        e->state = TTP_MARKS_IDLE;
    } else engine(b, !b->m2, in, &pop_op, &push);
    ttp_marks_limit_clock(b, is_served, stops, in->delay);
    b->context[limited].limit |= no_room;
    if (b->windowed != (in->delay != 0))
        for (uint32_t i = 0; i < b->contexts; i++) b->context[i].limit = true;
    b->windowed = in->delay != 0;
    b->context[is_served].limit |= e->asked;
    e->asked = (e->asks && in->delay) || e->loaded;
    e->asks = false;
    if (ttp_marks_sums_clock(b, loading, takes || frees ? at : TTP_MARKS_NONE))
        count(b, TTP_CNT_CUT);
    e->loaded = false;
    e->una = una;
    e->sent = in_flight;
    e->way = way;
    e->window = window;
    e->acked = acked;
    if (probe) ttp_marks_probe_is_due(b, all);
    if (tick) ttp_marks_news_are_due(b, with_news);
    ttp_marks_clock_m2(b);
    b->m2 = false;
    if (at != TTP_MARKS_NONE) {
        struct ttp_marks_context *c = &b->context[at];
        const bool is_lost = b->m1_resent && b->m1_flight && has && c->gen == b->m1.gen;

        if (takes) {
            ttp_marks_take(b, at, in);
            ttp_marks_sums_takes(b, at);
        }
        if (b->m1_flight) push_op = noted(b, at, takes, in);
        if (b->m1_send) ttp_marks_note(b, at, in);
        if (frees) {
            ttp_marks_window_frees(b, at, in->now);
            b->used &= ~(1u << at);
        }
        b->m2 = b->m1_send || is_lost;
        b->m2_lost = is_lost;
        b->m2_new = b->m1_send && !b->m1_sent.resend;
        b->m2_idx = (uint8_t)at;
        b->m2_place = (uint16_t)((b->m1_send ? b->m1_sent.id : b->m1.rxid) & (b->places - 1));
    }
    if (b->m1_send && b->m1_sent.first) b->trips[b->m1.link] = (struct ttp_marks_trips){ 0 };
    if (e->reads_times) ttp_marks_read_times(b);
    if (e->reads) ttp_marks_read(b);
    if (tells) ttp_marks_path(b, in);
    b->path_told = tells && !in->core_rst;
    ttp_fifo_clock(&b->ops, push_op, pop_op);
    ttp_fifo_clock(&b->resends, push, pop_resend);
    clock_m0(b, in);
    if (in->core_rst) {
        b->used = 0;
        b->gen = 0;
        b->m1_flight = b->m1_send = b->m1_resent = b->m2 = false;
        e->state = TTP_MARKS_IDLE;
        e->context = 0;
        e->after_op = e->limit.found = false;
        b->sums = (struct ttp_marks_sums){ 0 };
        b->marked = 0;
        ttp_fifo_clear(&b->maps);
        ttp_fifo_clear(&b->ops);
        ttp_fifo_clear(&b->resends);
    }
}

uint64_t ttp_tx_marks_busy(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout,
                           uint32_t delay)
{
    uint64_t busy = b->m1_flight || b->m1_send || b->m1_resent || b->m2 || b->ops.count
                    || b->resends.count || b->engine.state != TTP_MARKS_IDLE || b->engine.after_op
                    || b->marked || b->sums.busy || b->windowed != (delay != 0)
                    || b->engine.limit.finds || b->engine.limit.found
                    || b->engine.limit.moved_before || b->engine.asked;

    for (uint32_t left = b->used; left; left &= left - 1) {
        const struct ttp_marks_context *c = &b->context[__builtin_ctz(left)];

        busy |= c->news || has_work(b, c, delay);
    }
    return busy | ttp_marks_walk_busy(b, now, timeout);
}

uint64_t ttp_tx_marks_idle(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout)
{
    return ttp_marks_walk_idle(b, now, timeout);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_rx_hold.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_rx_sram.h"

#define NONE UINT32_MAX
#define FLOW      8u    /* bays for what comes in its turn */
#define RUN_AHEAD 4u    /* payloads that come again before the verdict on the first */

void ttp_rx_hold_bind(struct ttp_rx_hold *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t bays = p->rx_cells / TTP_RX_BAY;

    b->contexts = ttp_params_contexts(p);
    b->places = ttp_params_window(p);
    if (!b->contexts) return;
    b->stay_free = bays - ttp_rx_places(p) + (bays < 2 * FLOW ? bays / 2 : FLOW);
    b->lies = ttp_arena_take(a, b->contexts * b->places * sizeof *b->lies);
    ttp_fifo_bind(&b->queue, a, sizeof(struct ttp_received), ttp_rx_places(p));
}

void ttp_rx_hold_drive(const struct ttp_rx_hold *b, struct ttp_rx_hold_out *o)
{
    o->told_valid = b->told_valid;
    o->told_take = b->told_take;
    o->told_vc = b->told_vc;
    o->told_node = b->told_node;
    o->told_lies = b->told_lies;
    o->again_valid = ttp_fifo_valid(&b->queue);
    o->again = (const struct ttp_received *)ttp_fifo_head(&b->queue);
    o->map_ready = b->map_ready;
    o->map_none = b->map_none;
    o->map = &b->map;
    o->held = b->held;
    o->not_held = b->not_held;
    o->map_left = b->map_left;
}

/* ---- the pool ---- */

static uint32_t context_of(const struct ttp_rx_hold *b, uint32_t link)
{
    for (uint32_t left = b->used & ~b->ends; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);

        if (b->context[i].link == link) return i;
    }
    return NONE;
}

static uint32_t spare(const struct ttp_rx_hold *b)
{
    const uint32_t i = (uint32_t)__builtin_ctz(~b->used);

    return i < b->contexts ? i : NONE;
}

static uint32_t to_drain(const struct ttp_rx_hold *b)
{
    return b->ends ? (uint32_t)__builtin_ctz(b->ends) : NONE;
}

/* sel.hold - so many bays stay free, and as many places, of which the store has no more than a
 * context. */
static bool room(const struct ttp_rx_hold *b, bool has_one, uint32_t free_cells)
{
    return !b->clear && free_cells / TTP_RX_BAY >= b->stay_free && (has_one || spare(b) != NONE);
}

bool ttp_rx_hold_may(const struct ttp_rx_hold *b, uint32_t link, uint32_t free_cells)
{
    return room(b, context_of(b, link) != NONE, free_cells);
}

/* ---- a map as it leaves ---- */

static uint64_t word_of(const struct ttp_rx_hold *b, const struct ttp_hold_context *c, uint32_t id,
                        uint32_t more)
{
    return c->held[(id + 64 * more) % b->places / 64];
}

/* sel.map - which 64: those around the last one, and every other time the next ones in turn */
static void choose_part(const struct ttp_rx_hold *b, const struct ttp_hold_context *c,
                        struct ttp_hold_map *m, uint16_t off)
{
    m->part = (uint8_t)((c->part + c->turn) % (b->places / 64));
    if (m->part * 64u >= m->newest) m->part = 0;
    m->base = (uint16_t)(m->part * 64u);
    if (!c->turn && off < m->newest) m->base = (uint16_t)(off % b->places / 64 * 64);
}

static void no_map(struct ttp_rx_hold *b)
{
    b->map_ready = b->map_none = true;
    b->look = TTP_HOLD_LOOK;
}

/* One step towards the map of map_link. looks: the pool is asked for it, and says which. */
static void look_up(struct ttp_rx_hold *b, bool looks, uint32_t which)
{
    struct ttp_hold_map *m = &b->draft;
    const struct ttp_hold_context *c = &b->context[m->context];
    const uint32_t first = m->missing + 1 + m->base;
    const unsigned low = first % 64;

    switch (b->look) {
    case TTP_HOLD_LOOK:
        if (!looks) break;
        if (which == NONE) {
            no_map(b);
            break;
        }
        m->context = (uint8_t)which;
        b->look = TTP_HOLD_INFO;
        break;
    case TTP_HOLD_INFO:
        if (!c->fresh || !c->count) {
            no_map(b);
            break;
        }
        m->missing = c->missing;
        m->number = c->number;
        m->newest = (uint16_t)(c->newest - c->missing);
        b->draft_off = (uint16_t)(c->came - c->missing - 1u);
        b->look = TTP_HOLD_PART;
        break;
    case TTP_HOLD_PART:
        choose_part(b, c, m, b->draft_off);
        b->look = TTP_HOLD_LOW;
        break;
    case TTP_HOLD_LOW:
        b->draft_low = word_of(b, c, first, 0);
        b->look = TTP_HOLD_HIGH;
        break;
    default:
        m->held = b->draft_low >> low;
        if (low) m->held |= word_of(b, c, first, 1) << (64 - low);
        b->map = *m;
        b->map_ready = true;
        b->map_none = false;
        b->look = TTP_HOLD_LOOK;
        break;
    }
}

/* came: a payload has come for that context. taken: a link takes that one. */
static void clock_map(struct ttp_rx_hold *b, const struct ttp_rx_hold_in *in, bool looks,
                      uint32_t which, uint32_t came, uint32_t taken)
{
    const enum ttp_hold_look was = b->look;
    const bool draft_came = came == b->draft.context, draft_gone = taken == b->draft.context;
    const bool later = b->draft_later;

    b->map_left = in->map_done && !b->map_none;
    if (b->map_left) {
        struct ttp_hold_context *c = &b->context[b->map.context];

        c->fresh = b->map_later;
        c->turn = !c->turn;
        c->part = b->map.part;
    }
    b->draft_later = draft_came || (b->draft_later && was != TTP_HOLD_INFO);
    b->map_later = b->map_later || came == b->map.context;
    if (taken == b->map.context && !b->map_none) b->map_ready = false;
    if (was == TTP_HOLD_HIGH && draft_gone) b->look = TTP_HOLD_LOOK;
    else look_up(b, looks, which);
    if (was == TTP_HOLD_HIGH && !draft_gone) b->map_later = later || draft_came;
    if (in->map_done || (draft_gone && was != TTP_HOLD_LOOK)) b->look = TTP_HOLD_LOOK;
    if (in->map_done) b->map_ready = false;
    if (taken != NONE) {
        b->context[taken].fresh = b->context[taken].turn = false;
        b->context[taken].part = 0;
    }
    if (came != NONE) b->context[came].fresh = true;
}

/* ---- the stages ---- */

/* K3 and the queue: what goes on */
static void tell(struct ttp_rx_hold *b, const struct ttp_rx_hold_in *in)
{
    const bool pop = in->again_ready && ttp_fifo_valid(&b->queue);

    if (b->again_valid) *(struct ttp_received *)ttp_fifo_slot(&b->queue) = b->again;
    ttp_fifo_clock(&b->queue, b->again_valid, pop);
}

/* The payload that comes next is here: the wire brings it again. It has lost its number, for its
 * map has told of that send. Nobody answers it if the one behind it is here too, and is no multiple
 * of 8. */
static void comes_again(struct ttp_rx_hold *b, const struct ttp_hold_context *c, uint32_t id,
                        struct ttp_hold_lies lies)
{
    const uint32_t next = id + 1;
    const bool follows = next % 8 && word_of(b, c, next, 0) >> next % 64 & 1;

    b->again_valid = true;
    b->again = (struct ttp_received){
        .peer = c->node, .txid = id, .life = c->life, .to_life = c->to_life, .len = lies.len,
        .op = TTP_OP_PAYLOAD, .vc = c->vc, .fits = 1, .bay = lies.bay, .again = 1,
        .quiet = follows,
    };
}

/* In cycles without a verdict those behind the first one of a run follow it, up to four ahead of
 * the verdicts. */
static void follow_run(struct ttp_rx_hold *b, bool taken, bool there)
{
    struct ttp_hold_run *r = &b->run;

    if (taken && there) {
        *r = (struct ttp_hold_run){
            .context = b->k2_context, .ahead = 1, .goes = true,
        };
    } else if (taken && r->ahead && r->context == b->k2_context) {
        r->ahead--;
        r->goes = r->ahead;
    } else if (b->k2_fetches) {
        r->goes = there && r->ahead + 1u < RUN_AHEAD;
        r->ahead += there;
    }
}

/* K2: sel.hold, sel.run, sel.life. Returns the context that is empty now, and was touched. */
static uint32_t judge(struct ttp_rx_hold *b)
{
    const struct ttp_hold_told *t = &b->k2;
    const bool drains = b->k2_drains;
    const uint32_t at = b->k2_context;
    struct ttp_hold_context *c = &b->context[at];
    const bool stows = b->k2_of_context && b->k2_stow;
    const bool taken = b->k2_of_context && t->take;
    const bool fetches = b->k2_fetches;
    const uint32_t id = fetches ? c->missing + b->run.ahead
                      : drains ? b->k2_place : stows ? t->id : t->id + 1;
    const uint64_t bit = 1ull << id % 64;
    uint64_t *word = &c->held[id % b->places / 64];
    const bool there = *word & bit;
    struct ttp_hold_lies *lies = &b->lies[at * b->places + id % b->places];

    b->told_valid = t->valid ? !(stows && !there) : drains && there;
    b->told_take = t->valid && t->take;
    b->told_lies = drains ? *lies : t->lies;
    b->told_vc = t->vc;
    b->told_node = t->node;
    b->again_valid = b->held = false;
    if (!drains && !fetches && !b->k2_of_context) return NONE;

    if (b->k2_new && stows) {
        c->count = 0;
        c->missing = t->missing;
    }
    if (taken) c->missing = id;
    if (stows) {
        if (!c->count || (int16_t)(id - c->newest) >= 0) c->newest = (uint16_t)id;
        c->came = (uint16_t)id;
        c->number = t->number;
    }
    if (drains) b->drain_at = (uint16_t)((*word ? id + 1 : (id | 63) + 1) % b->places);
    if (stows && !there) {
        *word |= bit;
        *lies = t->lies;
        c->count++;
        b->held = true;
    } else if ((taken || drains || fetches) && there) {
        if (!drains) comes_again(b, c, id, *lies);
        *word &= ~bit;
        c->count--;
    }
    follow_run(b, taken, there);
    return c->count ? NONE : at;
}

void ttp_rx_hold_clock(struct ttp_rx_hold *b, const struct ttp_rx_hold_in *in)
{
    const struct ttp_hold_told *t = &b->k1;
    const bool any = t->valid || t->ends;
    const bool one = t->valid && (t->take || t->stow);  /* of a drop the link may mean nothing */
    const bool looks = in->map_ask && b->look == TTP_HOLD_LOOK && !any;
    const uint32_t hit = any || looks ? context_of(b, any ? t->link : in->map_link) : NONE;
    const bool has_one = any && hit != NONE;
    const bool stow = t->valid && t->stow && !t->ends && room(b, has_one, in->free_cells);
    const uint32_t fresh = stow && !has_one ? spare(b) : NONE;
    const uint32_t came = b->k2_of_context && b->k2_stow ? b->k2_context : NONE;
    const bool free_cycle = !t->valid && !b->k2_drains && !b->k2_fetches;
    const bool fetches = free_cycle && b->run.goes && !(b->k2_of_context && !b->k2_stow);
    const uint32_t drained = free_cycle && !fetches ? to_drain(b) : NONE;
    const uint16_t place = b->drain_at;
    const uint8_t run_context = b->run.context;
    uint32_t empty;

    tell(b, in);
    /* The map sees what is there before this cycle's verdict. */
    clock_map(b, in, looks, hit, came, fresh);
    empty = judge(b);
    if (empty == hit && (one || t->ends)) empty = NONE;     /* the next verdict is for it */
    if (empty != NONE) {
        b->used &= ~(1u << empty);
        b->ends &= ~(1u << empty);
        if (empty == b->run.context) b->run.ahead = b->run.goes = 0;
    }
    if (t->ends && hit != NONE) b->ends |= 1u << hit;
    if (fresh != NONE) {
        struct ttp_hold_context *c = &b->context[fresh];

        b->used |= 1u << fresh;
        c->link = t->link;
        c->node = t->node;
        c->vc = t->vc;
        c->life = t->life;
        c->to_life = t->to_life;
    }
    b->not_held = t->valid && (t->not_held || (t->stow && !stow));
    b->k2 = *t;
    b->k2_of_context = one && (has_one || stow) && !t->ends;
    b->k2_stow = stow;
    b->k2_new = fresh != NONE;
    b->k2_drains = drained != NONE;
    b->k2_fetches = fetches;
    b->k2_place = place;
    b->k2_context = (uint8_t)(has_one ? hit : fresh != NONE ? fresh : 0);
    if (b->k2_drains) b->k2_context = (uint8_t)drained;
    if (b->k2_fetches) b->k2_context = run_context;
    if (in->told.valid || in->told.ends) b->k1 = in->told;
    else b->k1 = (struct ttp_hold_told){ 0 };
    if (b->clear) b->clear--;
    if (in->core_rst) {
        memset(b->context, 0, sizeof b->context);
        b->used = b->ends = 0;
        b->clear = b->places / 64 * b->contexts;
        b->drain_at = 0;
        b->k1.valid = b->k1.ends = b->k2.valid = b->k2_of_context = false;
        b->k2_drains = b->k2_fetches = false;
        b->run = (struct ttp_hold_run){ 0 };
        b->told_valid = b->again_valid = b->map_ready = false;
        b->held = b->not_held = b->map_left = false;
        b->look = TTP_HOLD_LOOK;
        ttp_fifo_clear(&b->queue);
    }
}

uint64_t ttp_rx_hold_busy(const struct ttp_rx_hold *b)
{
    return b->clear | (uint64_t)(b->k1.valid || b->k1.ends || b->k2.valid || b->k2_drains
                                 || b->k2_fetches || b->run.goes
                                 || b->told_valid || b->again_valid)
           | (uint64_t)(b->held || b->not_held || b->map_left) | b->queue.count
           | (uint64_t)(to_drain(b) != NONE) | (uint64_t)b->map_ready
           | (uint64_t)b->look;
}

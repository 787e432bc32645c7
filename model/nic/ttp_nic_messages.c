/* SPDX-License-Identifier: Apache-2.0
 *
 * The open messages of this NIC (msg.open, msg.life, msg.dead, msg.time, ring.limit).
 * Part of: ttp_nic_core */
#include "ttp_nic_messages.h"

#include "ttp_defs.h"
#include "ttp_nic_defs.h"

static void reset(struct ttp_nic_messages *b)
{
    for (uint32_t i = 0; i < b->messages; i++) {
        struct ttp_nic_message *m = &b->m[i];

        m->used = m->open = m->sent = m->failed = m->touch = m->after = false;
    }
    memset(&b->used, 0, sizeof b->used);
    memset(b->open_of, 0, sizeof b->open_of);
    b->under = 0;
    b->room = false;
    b->place = 0;
    b->gen = 0;
    b->at = b->seen = 0;
    b->look = b->ending = b->event = b->clear = false;
    b->now = 0;
}

void ttp_nic_messages_bind(struct ttp_nic_messages *b, const struct ttp_nic_params *p,
                           struct ttp_arena *a)
{
    *b = (struct ttp_nic_messages){ .messages = p->messages, .rings = p->rings };
    b->m = (struct ttp_nic_message *)ttp_arena_take(a, p->messages * sizeof *b->m);
    if (b->m) reset(b);
}

/* The lowest free place is looked for a cycle before it is given away. */
static void look_for_room(struct ttp_nic_messages *b, bool opens)
{
    uint32_t i = 0;

    while (i < b->messages && !~b->used.bits[i >> 6]) i += 64;
    if (i < b->messages) i += (uint32_t)__builtin_ctzll(~b->used.bits[i >> 6]);
    b->room = i < b->messages && !opens;
    b->place = i;
}

/* ring.limit - which rings may have one more. */
static void look_at_limits(struct ttp_nic_messages *b, const uint16_t *limit)
{
    b->under = 0;
    for (uint32_t r = 0; r < b->rings; r++)
        b->under |= (uint32_t)(!limit[r] || b->open_of[r] < limit[r]) << r;
}

const struct ttp_nic_message *ttp_nic_messages_of(const struct ttp_nic_messages *b, uint32_t tag)
{
    const uint32_t place = tag & 0xFF;
    const struct ttp_nic_message *m = &b->m[place & (b->messages - 1u)];

    return place < b->messages && m->open && m->gen == tag >> 16 ? m : NULL;
}

bool ttp_nic_messages_ending(const struct ttp_nic_messages *b)
{
    return b->ending && b->m[b->at].open;
}

/* What is known of a place moves on by itself. */
static void fail(struct ttp_nic_message *m, uint8_t status)
{
    if (!m->open || m->failed) return;
    m->failed = true;
    m->status = status;
}

/* Time, in units of 1024 cycles, 20 bits. */
static uint32_t units(const struct ttp_nic_messages *b) { return b->now >> 10 & 0xFFFFF; }

/* msg.dead, msg.time - what the walk finds: the status with which the message fails, or 0. */
static uint8_t judge(const struct ttp_nic_messages *b)
{
    if (!b->w_used || !b->w_open || b->w_failed) return 0;
    if (b->event && !b->w_after && b->event_dest == b->w_dest) return b->event_status;
    return b->w_sent && !b->w_touch && b->w_over ? TTP_NIC_ST_TIMEOUT : 0;
}

static void event_over(struct ttp_nic_messages *b)
{
    if (!b->event || ++b->seen < b->messages) return;
    b->event = false;
    b->clear = b->is_dead;
    for (uint32_t i = 0; i < b->messages; i++) b->m[i].after = false;
}

static void walk(struct ttp_nic_messages *b, const struct ttp_nic_messages_in *in)
{
    struct ttp_nic_message *m = &b->m[b->at];
    const bool busy = (in->fault_valid && ttp_nic_messages_of(b, in->fault_tag))
                   || (in->opens && in->opening.wrong);

    if (!b->look) {
        b->look = true;
        b->w_used = m->used;
        b->w_open = m->open;
        b->w_sent = m->sent;
        b->w_failed = m->failed;
        b->w_touch = m->touch;
        b->w_after = m->after;
        b->w_over = in->cfg_timeout && ((units(b) - m->since) & 0xFFFFF) > in->cfg_timeout;
        b->w_dest = m->dest;
        return;
    }
    if (b->ending) {
        if (m->open && !in->ending_ready) return;
        b->ending = false;
    } else {
        const uint8_t status = judge(b);

        if (status && busy) return;
        if (b->w_used && b->w_touch) {
            m->since = units(b);
            m->touch = false;
        }
        if (status) fail(m, status);
        if (b->w_open && (b->w_failed || status)) {
            b->ending = true;
            return;
        }
    }
    event_over(b);
    b->look = false;
    b->at = (b->at + 1u) & (b->messages - 1u);
}

static void open_place(struct ttp_nic_messages *b, const struct ttp_nic_opening *o, uint32_t place,
                       bool after)
{
    struct ttp_nic_message *m = &b->m[place];

    *m = (struct ttp_nic_message){
        .addr = o->addr, .cookie = o->cookie, .dest = o->dest, .length = o->length,
        .gen = b->gen, .index = o->index, .ring = o->ring, .read = o->read,
        .used = true, .open = true, .touch = true, .since = m->since,
        .after = after
    };
    if (o->wrong) fail(m, TTP_NIC_ST_DESCRIPTOR);
    ttp_nic_places_put(&b->used, place, true);
    b->open_of[o->ring]++;
    b->gen++;
}

/* An event of the MAC is taken when none waits. */
static void hear(struct ttp_nic_messages *b, uint64_t hi)
{
    const uint32_t kind = (uint32_t)(hi >> 56);

    if (kind != TTP_CPL_DEAD && kind != TTP_CPL_RESTARTED && kind != TTP_CPL_REFUSED) return;
    b->event = true;
    b->is_dead = kind == TTP_CPL_DEAD;
    b->event_status = kind == TTP_CPL_DEAD ? TTP_NIC_ST_DEAD
                    : kind == TTP_CPL_RESTARTED ? TTP_NIC_ST_RESTART : TTP_NIC_ST_UNSENT;
    b->event_dest = (uint32_t)(hi >> 16);
    b->seen = 0;
}

void ttp_nic_messages_clock(struct ttp_nic_messages *b, const struct ttp_nic_messages_in *in)
{
    const bool waits = b->event, hears = in->cpl_valid && !b->event && !b->clear;
    const uint32_t place = b->place, ending = b->at;
    const bool ended = in->ending_ready && ttp_nic_messages_ending(b);

    if (in->rst) {
        reset(b);
        return;
    }
    if (b->clear && in->clear_ready) b->clear = false;
    look_for_room(b, in->opens);
    look_at_limits(b, in->cfg_limit);
    walk(b, in);
    if (ended) b->m[ending].open = false;
    if (hears) hear(b, in->cpl_hi);
    if ((in->fault_valid || in->sent_valid) && ttp_nic_messages_of(b, in->fault_tag)) {
        struct ttp_nic_message *m = &b->m[in->fault_tag & 0xFF];

        if (in->sent_valid) m->sent = m->touch = true;
        if (in->fault_valid) fail(m, TTP_NIC_ST_LOCAL);
    }
    if (in->msg_moves) {
        struct ttp_nic_message *m = &b->m[in->tag & 0xFF];

        m->progress = in->msg_next;
        m->touch = true;
    }
    if (in->msg_closes) b->m[in->tag & 0xFF].open = false;
    if (in->frees) {
        b->m[in->slot].used = false;
        b->open_of[b->m[in->slot].ring]--;
        ttp_nic_places_put(&b->used, in->slot, false);
    }
    if (in->opens) open_place(b, &in->opening, place, waits && b->event);
    if (in->cfg_life_set) b->gen = in->cfg_life & 0xFFC0u;
    b->now++;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What an answer says by its number: what is known, and what may come late.
 * Part of: ttp_tx_marks */
#include "ttp_marks_numbers.h"

#include "ttp_marks_bits.h"

int32_t ttp_marks_behind(uint16_t number, uint16_t than)
{
    return (int16_t)(uint16_t)(number - than);
}

uint16_t ttp_marks_after(uint16_t number)
{
    return number == UINT16_MAX ? 1 : (uint16_t)(number + 1);
}

/* sends that lie between q and the newest one */
static uint32_t sends_since(uint16_t newest, uint16_t q)
{
    const uint32_t n = (uint16_t)(newest - q);

    return newest < q ? n - 1 : n;
}

static uint16_t sends_before(uint16_t number, uint32_t n)
{
    return (uint16_t)(number - n - (number <= n));
}

/* The reorder distance: that of the registers until the context has learned one. */
static uint8_t distance(const struct ttp_marks_context *c, uint8_t at_first)
{
    return c->learned ? c->distance : at_first;
}

void ttp_marks_read_context(struct ttp_marks_read *r, const struct ttp_marks_context *c,
                            uint8_t at_first)
{
    r->load = c->load;
    r->again = c->again;
    r->probe = c->probe;
    r->all = c->all;
    r->judge = c->judge;
    r->limit = c->limit;
    r->news = c->due;
    r->distance = distance(c, at_first);
    r->all_older = c->all_older;
    r->newest = c->newest;
    r->sends = c->sends;
    r->known = c->known;
    r->judged = c->judged;
    r->unheard = (uint16_t)(c->newest - c->known) >= TTP_MARKS_SENDS;
}

uint16_t ttp_marks_target(const struct ttp_marks_read *r)
{
    return sends_before(r->known, (r->all_older ? 0 : r->distance) + 1u);
}

/* sel.lost */
void ttp_marks_hear(struct ttp_marks_engine *e, struct ttp_marks_context *c,
                    const struct ttp_marks_op *op)
{
    const struct ttp_marks_read *r = &e->read;
    const uint16_t q = op->number;

    e->told_una = c->told_una;
    c->told_una = op->una;
    e->number = q;
    e->heard_at = op->at;
    e->late = false;
    e->counts = q && sends_since(r->newest, q) < r->sends;
    if (!e->counts) return;
    if (r->unheard || ttp_marks_behind(q, r->known) > 0) {
        c->known = q;
        c->judge = true;
        c->all_older = c->probed && q == r->newest;             /* sel.tail */
        c->probed = false;
        return;
    }
    e->late_by = (uint16_t)ttp_marks_behind(r->known, q);
    e->late = e->late_by > r->distance;
}

/* sel.reorder */
void ttp_marks_learn(const struct ttp_marks_engine *e, struct ttp_marks_context *c,
                     const struct ttp_tx_marks_in *in)
{
    const bool flew = !((e->late_id - e->told_una) & 0x200);
    const bool held = ttp_marks_is_held(c, e->late_id);
    const uint16_t most = e->late_by < in->reorder_max ? e->late_by : in->reorder_max;

    if (!flew || held || most <= e->read.distance) return;
    c->learned = true;
    c->distance = (uint8_t)most;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The bits of the payloads, in words of 64 places.
 * Part of: ttp_tx_marks */
#include "ttp_marks_bits.h"

static uint64_t bit_of(uint32_t place) { return 1ull << place % 64; }

/* The IDs of [una, una + sent), of those from `from` on for all places, that lie in the word. */
static uint64_t flying(const struct ttp_marks_context *c, uint32_t word, uint32_t from,
                       uint32_t una, uint32_t sent)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t id = from + ((word * 64 + i - from) & (c->places - 1u));

        if (ttp_marks_within(id, una, sent)) bits |= 1ull << i;
    }
    return bits;
}

void ttp_marks_clock_m2(struct ttp_tx_marks *b)
{
    struct ttp_marks_context *c = &b->context[b->m2_idx];
    const uint32_t word = b->m2_place / 64u;
    const uint64_t bit = bit_of(b->m2_place);

    if (!b->m2) return;
    if (b->m2_lost) {
        c->lost[word] |= bit & ~c->held[word];
        c->scan = true;
    } else {
        c->lost[word] &= ~bit;
    }
    if (b->m2_new) c->held[word] &= ~bit;
}

bool ttp_marks_is_held(const struct ttp_marks_context *c, uint32_t id)
{
    return c->held[id % c->places / 64] & bit_of(id);
}

/* sel.mark */
void ttp_marks_mark(const struct ttp_marks_engine *e, struct ttp_marks_context *c,
                    const struct ttp_marks_op *op, bool high)
{
    const uint32_t first = op->una + 1 + 64u * op->map.part;
    const uint32_t word = (first / 64 + high) % (c->places / 64u);
    const unsigned low = first % 64;
    uint64_t named = high ? (low ? op->map.bits >> (64 - low) : 0) : op->map.bits << low;

    named &= flying(c, word, op->una, op->una, op->sent);
    named &= flying(c, word, op->una, e->una, e->sent);
    named &= ~c->held[word];
    c->held[word] |= named;
    c->lost[word] &= ~named;
    if (named) c->news = c->restart = true;
}

/* sel.advice - what acknowledged the oldest was lost, if it is held */
void ttp_marks_lose_all(struct ttp_marks_context *c, const struct ttp_marks_engine *e)
{
    const uint32_t word = e->step;
    const uint32_t from = e->probes ? e->una : c->again_una;
    uint64_t fly = flying(c, word, from, e->una, e->sent);
    uint64_t oldest = 0;

    if (!e->probes) fly &= flying(c, word, from, c->again_una, c->again_sent);
    if (e->una % c->places / 64 == word) oldest = fly & bit_of(e->una);
    c->held[word] &= ~oldest;
    c->lost[word] |= e->probes && !e->read.all ? oldest : fly & ~c->held[word];
}

bool ttp_marks_lose(struct ttp_marks_context *c, uint16_t place)
{
    if (ttp_marks_is_held(c, place)) return false;
    c->lost[place / 64] |= bit_of(place);
    return true;
}

void ttp_marks_fetch(struct ttp_marks_context *c, uint16_t place)
{
    c->lost[place / 64] &= ~bit_of(place);
}

/* sel.first */
void ttp_marks_see(struct ttp_marks_engine *e, const struct ttp_marks_context *c)
{
    const uint32_t word = (e->scan_una / 64u + e->step) % (c->places / 64u);
    const uint64_t behind_una = ~0ull << e->scan_una % 64;

    e->seen = c->lost[word] & flying(c, word, e->scan_una, e->scan_una, e->scan_sent);
    if (e->step == 0) e->seen &= behind_una;
    if (e->step == c->places / 64u) e->seen &= ~behind_una;
    e->seen_word = (uint8_t)word;
}

uint16_t ttp_marks_oldest(const struct ttp_marks_engine *e)
{
    uint16_t place = (uint16_t)(e->seen_word * 64);

    while (!(e->seen & bit_of(place))) place++;
    return place;
}

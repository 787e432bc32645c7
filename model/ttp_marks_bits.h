/* SPDX-License-Identifier: Apache-2.0
 *
 * Of each payload in flight: is it held, is it lost. Mirrors rtl/tx/ttp_marks_bits.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_BITS_H
#define TTP_MARKS_BITS_H

#include "ttp_tx_marks.h"

/* Is it one of the payloads from una on? */
static inline bool ttp_marks_within(uint32_t id, uint32_t una, uint32_t sent)
{
    return id - una < sent;
}

/* M2: bits of what was sent, or was not sent again. */
void ttp_marks_clock_m2(struct ttp_tx_marks *b);
bool ttp_marks_is_held(const struct ttp_marks_context *c, uint32_t id);
/* LOW, HIGH: what the map names in the word of its first ID, and in the next one. */
void ttp_marks_mark(const struct ttp_marks_engine *e, struct ttp_marks_context *c,
                    const struct ttp_marks_op *op, bool high);
/* AGAIN: all of a word, or the oldest of all. */
void ttp_marks_lose_all(struct ttp_marks_context *c, const struct ttp_marks_engine *e);
/* JUDGE: this one, unless it is held. True: it is lost. */
bool ttp_marks_lose(struct ttp_marks_context *c, uint16_t place);
/* FETCH: it is lost no more. */
void ttp_marks_fetch(struct ttp_marks_context *c, uint16_t place);
/* SCAN: into `seen`, the lost ones of a step. */
void ttp_marks_see(struct ttp_marks_engine *e, const struct ttp_marks_context *c);
/* FIND: the oldest of them. */
uint16_t ttp_marks_oldest(const struct ttp_marks_engine *e);

#endif

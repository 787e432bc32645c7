/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of sends, 16 bit, 0 is none: the newest that is known to have arrived, the last that is
 * judged, and how far they may come out of order. Mirrors rtl/tx/ttp_marks_numbers.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_NUMBERS_H
#define TTP_MARKS_NUMBERS_H

#include "ttp_tx_marks.h"

int32_t ttp_marks_behind(uint16_t number, uint16_t than);   /* > 0: number is the later one */
uint16_t ttp_marks_after(uint16_t number);
/* OP, PICK. at_first: the reorder distance of a context that has learned none. */
void ttp_marks_read_context(struct ttp_marks_read *r, const struct ttp_marks_context *c,
                            uint8_t at_first);
/* JUDGE goes up to that one. */
uint16_t ttp_marks_target(const struct ttp_marks_read *r);
/* HEAR: does its number count, and is it older than what is known, by more than the distance? */
void ttp_marks_hear(struct ttp_marks_engine *e, struct ttp_marks_context *c,
                    const struct ttp_marks_op *op);
/* LATE2, of that number. */
void ttp_marks_learn(const struct ttp_marks_engine *e, struct ttp_marks_context *c,
                     const struct ttp_tx_marks_in *in);

#endif

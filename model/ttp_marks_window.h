/* SPDX-License-Identifier: Apache-2.0
 *
 * How many payloads of a link may be on the way, and so in flight (sel.delay, sel.idle). Mirrors
 * rtl/tx/ttp_marks_window.v and ttp_marks_sums.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_WINDOW_H
#define TTP_MARKS_WINDOW_H

#include "ttp_tx_marks.h"

/* M1: the context is new; it is given back. */
void ttp_marks_window_takes(struct ttp_marks_context *c, uint16_t before);
void ttp_marks_window_frees(struct ttp_tx_marks *b, uint32_t at, uint32_t now);
/* Sends behind the newest one that is not on the way any more. */
uint16_t ttp_marks_way(const struct ttp_marks_context *c);
/* TRIP: what the round would be with this round trip; or how long the link was idle. */
void ttp_marks_round(struct ttp_marks_engine *e, const struct ttp_marks_context *c, uint32_t now);
/* TRIP2: the round has it. TRIP3 of LOAD: sel.idle. */
void ttp_marks_round_moves(struct ttp_tx_marks *b, struct ttp_marks_context *c, uint32_t delay);
void ttp_marks_window_loads(struct ttp_tx_marks *b, struct ttp_marks_context *c);
/* The last cycle of AGAIN. */
void ttp_marks_all_gone(const struct ttp_marks_engine *e, struct ttp_marks_context *c);
/* Do lost ones have to wait? */
bool ttp_marks_full(const struct ttp_marks_context *c, uint32_t delay);
/* HEAR */
void ttp_marks_arrives(struct ttp_marks_engine *e, struct ttp_marks_context *c, uint32_t delay);
/* Before the engine: the link pipe is told of another limit; true if there is no room for it.
 * Behind it: what may be in flight is found, unless the context that is served goes. */
bool ttp_marks_limit_tells(struct ttp_tx_marks *b, uint32_t delay, bool *push);
void ttp_marks_limit_clock(struct ttp_tx_marks *b, uint8_t served, bool stops, uint32_t delay);
/* The sums, behind the engine and before M1. loads: the engine is about to write a window.
 * gone: the context that is taken or given back. True: that was a cut (sel.delay.less). */
bool ttp_marks_sums_clock(struct ttp_tx_marks *b, bool loads, uint32_t gone);
/* Behind that: it is taken, by this link. */
void ttp_marks_sums_takes(struct ttp_tx_marks *b, uint32_t at);

#endif

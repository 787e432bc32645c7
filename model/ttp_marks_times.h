/* SPDX-License-Identifier: Apache-2.0
 *
 * Round trips of links, and contexts that have heard nothing new for long. Mirrors
 * rtl/tx/ttp_marks_times.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_TIMES_H
#define TTP_MARKS_TIMES_H

#include "ttp_tx_marks.h"

/* The time, in 16 cycles. */
uint32_t ttp_marks_time(uint32_t now);
/* Behind M1: what LATE reads of the payload and of the link, and GO of the link. */
void ttp_marks_read_times(struct ttp_tx_marks *b);
/* There too: what the registers are told of a link that has sent in this life, as it was left. */
void ttp_marks_path(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in);
/* TRIP: the smoothed round trip. TRIP3: it is kept, and says when a probe is due. */
void ttp_marks_smooth(struct ttp_marks_engine *e, const struct ttp_tx_marks_in *in);
void ttp_marks_keep(struct ttp_tx_marks *b, struct ttp_marks_context *c,
                    const struct ttp_tx_marks_in *in);
/* The walk, before the engine. gone: the context that is taken or given back in this cycle. True:
 * a probe of the context of the walk is due, with all if it had been before. */
bool ttp_marks_walk(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in, uint32_t gone,
                    bool *all);
/* Behind the engine. */
void ttp_marks_probe_is_due(struct ttp_tx_marks *b, bool all);
/* Does the walk have something to do? If not, for how many cycles? */
bool ttp_marks_walk_busy(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout);
uint64_t ttp_marks_walk_idle(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * JUDGE goes through the numbers of sends, one a cycle. Mirrors rtl/tx/ttp_marks_judge.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_JUDGE_H
#define TTP_MARKS_JUDGE_H

#include "ttp_tx_marks.h"

/* GO: it begins behind the last that was judged. */
void ttp_marks_judge_starts(struct ttp_marks_engine *e);
/* A cycle. bits: they may be looked at; else M2 has them. True: it was the last. */
bool ttp_marks_judge_runs(struct ttp_tx_marks *b, struct ttp_marks_context *c, bool bits);

#endif

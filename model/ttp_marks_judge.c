/* SPDX-License-Identifier: Apache-2.0
 *
 * Three cycles, a number in each: its ID is read; the newest number of that ID; it is judged.
 * Part of: ttp_tx_marks */
#include "ttp_marks_judge.h"

#include "ttp_marks_bits.h"
#include "ttp_marks_numbers.h"

void ttp_marks_judge_starts(struct ttp_marks_engine *e)
{
    struct ttp_marks_judge *j = &e->judge;

    j->to = ttp_marks_target(&e->read);
    j->at = e->read.judged;
    j->first.valid = j->second.valid = false;
}

static bool too_many(const struct ttp_marks_judge *j)
{
    const uint16_t n = (uint16_t)(j->to - j->at);

    return n >= TTP_MARKS_SENDS && n < 0x10000 - TTP_MARKS_SENDS;
}

/* sel.lost */
bool ttp_marks_judge_runs(struct ttp_tx_marks *b, struct ttp_marks_context *c, bool bits)
{
    struct ttp_marks_engine *e = &b->engine;
    struct ttp_marks_judge *j = &e->judge;
    const struct ttp_marks_judged last = j->second;
    const bool ends = !j->first.valid && ttp_marks_behind(j->to, j->at) <= 0;

    /* Of too many only the last ones count. */
    if (too_many(j)) {
        j->at = (uint16_t)(j->to - (TTP_MARKS_SENDS - 1));
        return false;
    }
    if (last.valid && last.same) {
        if (!bits) {
            if (!b->m2_lost && b->m2_idx == e->context && b->m2_place == last.id)
                j->second.same = false;          /* it is sent again */
            return false;
        }
        if (ttp_marks_lose(c, last.id)) c->scan = c->lossy = e->asks = true;
    }
    j->second = j->first;
    j->second.flies = ((j->first.id - c->una) & (c->places - 1u)) < c->sent;
    j->first.valid = ttp_marks_behind(j->to, j->at) > 0;
    if (j->first.valid) j->first.number = j->at = ttp_marks_after(j->at);
    e->reads = true;
    return ends;
}

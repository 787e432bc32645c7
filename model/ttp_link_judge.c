/* SPDX-License-Identifier: Apache-2.0
 *
 * S1: may the entry of a probed link be given away, or be asked for? Mirrors
 * rtl/link/ttp_link_judge.v.
 * Part of: ttp_link_pipe */
#include "ttp_link_judge.h"

/* tbl.victim.one */
static bool closing(const struct ttp_link_rec *r)
{
    return r->link.state == TTP_ST_CLOSE_SENT || r->link.state == TTP_ST_CLOSE_DUE
           || r->link.state == TTP_ST_CLOSE_RECD
           || (r->link.state == TTP_ST_OPEN && r->link.close_wanted);
}

/* tbl.victim.fit: nothing is owed in either direction, and nothing has moved for long. */
static bool idle(const struct ttp_link_rec *r, uint32_t age, uint32_t victim_idle)
{
    const bool waits = r->link.gap_told || r->link.aside;

    return r->link.state == TTP_ST_OPEN && !r->link.in_flight && !r->link.close_wanted && !waits
           && age > ttp_ticks(victim_idle);
}

/* tbl.reuse, tbl.reuse.dead, tbl.victim.order: may the entry of link be reused, now or after it
 * has been closed? If the record passes a flop, time and counts are those of the cycle before. */
bool ttp_link_judge(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                    uint32_t link, struct ttp_link_table_in *t)
{
    const struct ttp_link_rec *r = &b->rec[link];
    const bool empty = b->load ? b->probe_empty : ttp_link_empty(b, link);
    const uint32_t age = ttp_tick_age(b->load ? b->probe_tick : in->tick, r->active);
    const bool kept = r->link.was_dead && in->irq_dead;     /* tbl.reuse.dead */
    const bool good = r->link.state == TTP_ST_CLOSED && empty && !kept;
    const bool cand = empty && idle(r, age, in->victim_idle);
    const bool pinned = in->pin_valid && in->pin_link == link;

    t->probe_good = good && !pinned;
    t->probe_cand = cand && !pinned;
    t->probe_stranger = !r->link.peer_life;
    t->probe_age = age;
    t->probe_closing = closing(r);
    return (good || cand) && pinned;
}

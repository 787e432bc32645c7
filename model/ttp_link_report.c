/* SPDX-License-Identifier: Apache-2.0
 *
 * Peek, completion, counters, causes, trace. Mirrors rtl/link/ttp_link_report.v.
 * Part of: ttp_link_pipe */
#include "ttp_link_report.h"

#include <string.h>

void ttp_link_report_peek(const struct ttp_link_pipe *b, const struct ttp_link_way *e,
                          uint16_t napp, struct ttp_link_pipe_out *o)
{
    const struct ttp_link_rec *r = &o->rec;

    o->f.result_peeked = true;
    memset(o->result_record, 0, sizeof o->result_record);
    if (e->entry == TTP_ENTRY_NONE) return;
    o->f.result_numbered = r->numbered;
    o->result_record[0] = 1u << 31 | (uint32_t)r->link.was_dead << 30
                      | (uint32_t)r->link.close_wanted << 29 | (uint32_t)r->agree.agreed << 28
                      | (uint32_t)r->link.rounds << 12 | r->link.state;
    o->result_record[1] = (uint32_t)e->vc << 24 | e->node;
    o->result_record[2] = r->link.una;
    o->result_record[3] = r->link.una + r->link.in_flight;
    o->result_record[4] = r->link.last;
    o->result_record[5] = (uint32_t)r->link.peer_life << 16 | r->link.own_life;
    o->result_record[6] = (uint32_t)r->window << 16 | ttp_link_held(b, napp, r);
}

/* {kind, status, VC, node, first ID, count, bytes}. The first ID is that of the oldest payload
 * that is lost (DEAD), of the next one to be sent, or of the first of the peer's new life. */
void ttp_link_report_end(const struct ttp_link_way *e, uint8_t kind, uint32_t una0,
                         uint16_t flushed, struct ttp_link_pipe_out *o)
{
    const uint32_t id = kind == TTP_CPL_DEAD ? una0
                        : kind == TTP_CPL_RESTARTED ? e->ev.txid : o->rec.link.una;

    o->f.ended_valid = true;
    o->ended_data[1] = (uint64_t)kind << 56 | (uint64_t)e->vc << 40 | (uint64_t)e->node << 16
                    | id >> 16;
    o->ended_data[0] = (uint64_t)id << 48 | (uint64_t)flushed << 32;
}

void ttp_link_report_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_out *o)
{
    const struct ttp_link_way *at = ttp_link_pipe_acts(b);
    const struct ttp_link_ev *e;
    bool entry;

    if (!at) {
        b->trace_valid = b->irq = 0;
        b->count_pulse = 0;
        return;
    }
    e = &at->ev;
    entry = at->entry != TTP_ENTRY_NONE;
    b->count_pulse = o->cnt_d;
    b->irq = o->irq_d;
    /* A second turn that sends nothing did not happen. */
    b->trace_valid = b->trace && e->ev != TTP_EV_PEEK && !(e->second && !o->f.send_valid);
    b->trace_state0 = o->state0;
    b->trace_state1 = entry ? o->rec.link.state : o->state0;
    b->trace_event = e->ev;
    b->trace_action = o->act_d;
    b->trace_link = entry ? o->link : 0xFFFF;
    b->trace_txid = o->f.send_valid ? o->send_id : e->txid;
    b->trace_rxid = e->rxid;
}

void ttp_link_report_drive(const struct ttp_link_pipe *b, struct ttp_link_pipe_out *o)
{
    o->count_pulse = b->count_pulse;
    o->irq_nolink = b->irq & (1u << TTP_IRQ_NOLINK);
    o->irq_closed = b->irq & (1u << TTP_IRQ_CLOSED);
    o->irq_restart = b->irq & (1u << TTP_IRQ_RESTART);
    o->trace_valid = b->trace_valid;
    if (!b->trace_valid) return;
    o->trace_state0 = b->trace_state0;
    o->trace_state1 = b->trace_state1;
    o->trace_event = b->trace_event;
    o->trace_action = b->trace_action;
    o->trace_link = b->trace_link;
    o->trace_txid = b->trace_txid;
    o->trace_rxid = b->trace_rxid;
}

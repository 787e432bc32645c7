/* SPDX-License-Identifier: Apache-2.0
 *
 * The inputs of every block at the edge, from the outputs of the others: the nets of
 * rtl/ttp_mac.v. What belongs to a valid is copied only with it where that saves more than the
 * question costs; the block does not look at it otherwise. */
#include "ttp_mac.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_regs.h"

static void wire_send(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_sram_in *t = &w->tx_sram_in;
    struct ttp_tx_sched_in *q = &w->sched_in;

    w->frame_in.core_rst = core_rst;

    t->core_rst = core_rst;
    t->init_active = w->init.init_active;
    t->init_idx = w->init.init_idx;
    t->store_valid = w->ingest.store_valid;
    t->store_addr = w->ingest.store_addr;
    t->store_data = w->ingest.store_data;
    t->free_cell_pop = w->ingest.free_cell_pop;
    t->abort_valid = w->ingest.abort_valid;
    t->abort_first = w->ingest.abort_first;
    t->abort_last = w->ingest.abort_last;
    t->abort_n = w->ingest.abort_n;
    t->freed_first = w->retire.freed_first;
    t->freed_last = w->retire.freed_last;
    t->freed_n = w->retire.freed_n;
    t->next_cell_en = w->frame.next_cell_en;
    t->fetch_addr = w->frame.fetch_addr;
    t->next_cell_addr = w->frame.next_cell_addr;

    q->core_rst = core_rst;
    q->ready_push = w->pipe.f.ready_push;
    q->ready_push_replay = w->pipe.f.ready_push_replay;
    q->ready_push_link = (uint16_t)w->pipe.link;
    q->ready_pop = w->arbiter.grant == TTP_GRANT_READY;
    q->start_response = w->frame.start_response;
    q->start_payload = w->frame.start_payload;
}

static void wire_link(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_link_pipe_in *p = &w->pipe_in;
    struct ttp_link_timer_in *t = &w->timer_in;

    p->life_set = w->csr.life_set;
    p->life_value = w->csr.life_value;
    p->start_id_set = w->csr.start_id_set;
    p->start_id_value = w->csr.start_id_value;
    p->core_rst = core_rst;
    p->init_active = w->init.init_active;
    p->init_idx = w->init.init_idx;
    p->append_valid = w->ingest.append_valid;
    p->append_link = w->ingest.append_link;
    p->append_napp = (uint16_t)w->ingest.append_napp;

    t->core_rst = core_rst;
    t->init_active = w->init.init_active;
    t->init_idx = w->init.init_idx;
    t->now = (uint32_t)w->csr.now;
    t->timer_valid = w->pipe.f.timer_valid;
    t->timer_runs = w->pipe.f.timer_runs;
    t->timer_link = w->pipe.link;
    t->timer_deadline = w->pipe.timer_deadline;
    t->timer_service_runs = w->pipe.f.timer_service_runs;
    t->timer_service_at = w->pipe.timer_service_at;
    t->expired_ready = w->arbiter.grant == TTP_GRANT_TIMER;
}

static void wire_retire(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_retire_in *r = &w->retire_in;
    struct ttp_retransmit_in *x = &w->retransmit_in;
    const bool any = core_rst || w->init.init_active || w->ingest.append_valid;

    /* What can wake each of the two; without it, and with nothing under way, its edge would change
     * nothing. */
    w->retire_on = any || w->pipe.f.goal_valid || ttp_retire_busy(&s->retire);
    if (w->retire_on) {
        r->core_rst = core_rst;
        r->init_active = w->init.init_active;
        r->init_idx = w->init.init_idx;
        r->append_valid = w->ingest.append_valid;
        r->append_tail = (uint16_t)w->ingest.append_tail;
        r->append_entry = (uint16_t)w->ingest.append_entry;
        r->append_len = (uint16_t)w->ingest.append_len;
        r->append_first = (uint16_t)w->ingest.append_first;
        r->append_last = (uint16_t)w->ingest.append_last;
        r->goal_push = w->pipe.f.goal_push;
        r->goal_valid = w->pipe.f.goal_valid;
        r->goal_flush = w->pipe.f.goal_flush;
        r->goal_link = (uint16_t)w->pipe.link;
        r->goal_nret = w->pipe.goal_nret;
        r->goal_una = w->pipe.goal_una;
        r->goal_node = w->pipe.node;
        r->retired_ready = ttp_cpl_retired_ready(&w->cpl, w->retire.retired_opt);
        r->slot_valid = w->retransmit.slot_valid;
        r->slot_entry = w->retransmit.slot_entry;
    }
    w->retransmit_on = any || w->pipe.f.send_valid || w->retire.freed_moved
                       || ttp_retransmit_busy(&s->retransmit);
    if (w->retransmit_on) {
        x->core_rst = core_rst;
        x->init_active = w->init.init_active;
        x->init_idx = w->init.init_idx;
        x->append_valid = w->ingest.append_valid;
        x->append_tail = (uint16_t)w->ingest.append_tail;
        x->append_entry = (uint16_t)w->ingest.append_entry;
        x->append_len = (uint16_t)w->ingest.append_len;
        x->append_first = (uint16_t)w->ingest.append_first;
        x->freed_moved = w->retire.freed_moved;
        x->freed_link = w->retire.freed_link;
        x->freed_head = w->retire.freed_head;
        x->send_valid = w->pipe.f.send_valid;
        x->send_head = w->pipe.f.send_head;
        x->send_numbered = w->pipe.f.send_numbered;
        x->send_first = w->pipe.f.send_first;
        x->send_resend = w->pipe.f.send_resend;
        x->send_entry = (uint16_t)w->pipe.txid;
        x->send_vc = w->pipe.vc;
        x->send_link = (uint16_t)w->pipe.link;
        x->send_id = w->pipe.send_id;
        x->send_life = w->pipe.send_life;
        x->send_to_life = w->pipe.send_to_life;
        x->send_node = w->pipe.node;
        x->payload_ready = w->frame.payload_ready;
    }
}

/* What the event leaves in flight, and what a frame has told. */
static void wire_marks(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_marks_in *k = &w->marks_in;
    struct ttp_flight *f = &k->flight;
    const struct ttp_rules_link *l = &w->pipe.rec.link;

    if (!m->s.marks.contexts) return;
    k->now = (uint32_t)w->csr.now;
    k->timeout = w->csr.cfg.timeout;
    k->delay = w->csr.cfg.delay / 16;
    k->flight_valid = w->pipe.f.timer_valid && !w->pipe.f.victim;
    k->heard_valid = w->parse.heard_valid;
    k->send_valid = w->pipe.f.send_valid;
    w->marks_on = core_rst || k->flight_valid || k->heard_valid || k->send_valid
                  || w->pipe.f.mapped || w->arbiter.grant == TTP_GRANT_READY || w->csr.path_ask
                  || ttp_tx_marks_busy(&m->s.marks, k->now, k->timeout, k->delay);
    if (!w->marks_on) return;
    k->core_rst = core_rst;
    k->path_ask = w->csr.path_ask;
    k->path_link = w->csr.command_link;
    k->reorder = w->csr.cfg.reorder;
    k->reorder_max = w->csr.cfg.reorder_max;
    k->base_rtt = w->csr.cfg.base_rtt;
    k->probe_min = w->csr.cfg.probe_min;
    f->allowed = w->pipe.rec.window;
    f->allowed_all = w->pipe.rec.window == w->pipe.rec.offered;
    k->heard_part = w->parse.heard_part;
    k->heard_bits = w->parse.heard_bits;
    f->link = w->pipe.link;
    f->una = l->una;
    f->sent = (uint16_t)l->next;
    f->stays = w->pipe.rec.agree.agreed && l->in_flight;
    f->goes = !l->paused && (l->state == TTP_ST_OPEN || l->state == TTP_ST_CLOSE_RECD);
    f->again = w->pipe.f.again;
    f->heard = w->pipe.f.heard;
    f->marks = w->pipe.f.marks;
    f->resent = w->pipe.f.resent;
    f->told = w->pipe.f.told;
    f->moved = w->pipe.f.goal_valid;
    f->mapped = w->pipe.f.mapped;
    f->number = w->pipe.txid >> 16 ? 0 : (uint16_t)w->pipe.txid;
    f->gen = (uint8_t)(w->pipe.txid >> 24);
    f->rxid = w->pipe.rxid;
    k->send_id = w->pipe.send_id;
    k->send_head = w->pipe.f.send_head;
    k->send_resend = w->pipe.f.send_resend;
    k->send_numbered = w->pipe.f.send_numbered;
    k->send_first = w->pipe.f.send_first;
    k->sent_number = w->retransmit.sent_number;
    k->sent_entry = w->retransmit.sent_entry;
    k->resend_ready = w->arbiter.grant == TTP_GRANT_READY && w->sched.ready_lost;
}

static void wire_respond(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_respond_in *r = &w->respond_in;

    r->core_rst = core_rst;
    r->respond_valid = w->pipe.f.respond_valid;
    if (r->respond_valid) {
        r->respond.op = w->pipe.respond_op;
        r->respond.vc = w->pipe.vc;
        r->respond.notify = w->pipe.f.respond_notify;
        r->respond.offer = w->pipe.f.respond_offer;
        r->respond.map = w->pipe.f.respond_map;
        r->respond.node = w->pipe.node;
        r->respond.txid = w->pipe.respond_txid;
        r->respond.rxid = w->pipe.respond_rxid;
        r->respond.life = w->pipe.respond_life;
        r->respond.to_life = w->pipe.respond_to_life;
        r->respond.link = (uint16_t)w->pipe.link;
    }
    r->credit_take_frame = w->parse.credit_take_frame;
    r->credit_take_event = w->arbiter.credit_take_event;
    r->credit_give = w->pipe.f.credit_give;
    r->response_ready = w->frame.response_ready;
    r->frame_left = w->frame.frame_left;
    r->left_ready = w->arbiter.grant == TTP_GRANT_LEFT;
}

/* What the link pipe says of a payload, by way of ttp_rx_hold if there is one. */
static void wire_verdict(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_rx_hold_in *h = &w->hold_in;
    struct ttp_hold_told *t = &h->told;
    struct ttp_rx_deliver_in *d = &w->deliver_in;

    if (!m->s.hold.contexts) {
        d->verdict_valid = w->pipe.f.verdict_valid;
        d->verdict_take = w->pipe.f.verdict_take;
        d->verdict_len = w->pipe.verdict_len;
        d->verdict_bay = w->pipe.verdict_bay;
        d->verdict_vc = w->pipe.vc;
        d->verdict_node = w->pipe.node;
        return;
    }
    d->verdict_valid = w->hold.told_valid;
    d->verdict_take = w->hold.told_take;
    d->verdict_len = w->hold.told_lies.len;
    d->verdict_bay = w->hold.told_lies.bay;
    d->verdict_vc = w->hold.told_vc;
    d->verdict_node = w->hold.told_node;

    w->hold_on = core_rst || w->pipe.f.verdict_valid || w->pipe.f.keep_ends || w->respond.map_ask
                 || ttp_rx_hold_busy(&m->s.hold);
    if (!w->hold_on) return;
    h->core_rst = core_rst;
    t->valid = w->pipe.f.verdict_valid;
    t->take = w->pipe.f.verdict_take;
    t->stow = w->pipe.f.keep_stow;
    t->not_held = w->pipe.f.keep_not;
    t->ends = w->pipe.f.keep_ends;
    t->vc = w->pipe.vc;
    t->node = w->pipe.node;
    t->link = w->pipe.link;
    t->number = w->pipe.keep_number;
    t->life = w->pipe.keep_life;
    t->to_life = w->pipe.keep_to_life;
    t->id = w->pipe.keep_id;
    t->missing = w->pipe.respond_rxid;
    t->lies.len = w->pipe.verdict_len;
    t->lies.bay = w->pipe.verdict_bay;
    h->free_cells = w->rx_sram.free_cells;
    h->again_ready = w->parse.again_ready;
    h->map_ask = w->respond.map_ask;
    h->map_link = w->respond.map_link;
    h->map_done = ttp_tx_respond_map_done(&m->s.respond, &w->respond_in);
}

static void wire_receive(struct ttp_mac *m, const struct ttp_in *in, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_rx_deliver_in *d = &w->deliver_in;
    struct ttp_rx_sram_in *r = &w->rx_sram_in;
    struct ttp_rx_parse_in *p = &w->parse_in;

    /* As for retirement: asleep unless something comes or is under way. */
    wire_verdict(m, core_rst);
    w->deliver_on = core_rst || d->verdict_valid || ttp_rx_deliver_busy(&s->deliver);
    if (w->deliver_on) d->core_rst = core_rst;

    r->core_rst = core_rst;
    r->wr_en = w->parse.wr_en;
    r->wr_addr = w->parse.wr_addr;
    r->wr_data = w->parse.wr_data;
    r->alloc_en = w->parse.alloc_en;
    r->alloc_n = w->parse.alloc_n;
    r->rel_en = w->deliver.rel_en;
    r->rel_n = w->deliver.rel_n;
    r->rel_bay = w->deliver.rel_bay;
    r->rd_en = w->deliver.rd_en;
    r->rd_addr = w->deliver.rd_addr;

    p->s_axis_wire_tvalid = in->s_axis_wire_tvalid;
    w->parse_on = core_rst || in->s_axis_wire_tvalid || p->again || ttp_rx_parse_busy(&s->parse);
    if (w->parse_on) {
        p->rst = in->rst;
        p->core_rst = core_rst;
        p->s_axis_wire_tdata = in->s_axis_wire_tdata;
        p->s_axis_wire_tkeep = in->s_axis_wire_tkeep;
        p->s_axis_wire_tlast = in->s_axis_wire_tlast;
        p->s_axis_wire_tuser = in->s_axis_wire_tuser;
        p->received_ready = w->arbiter.grant == TTP_GRANT_RECEIVED;
    }
}

static void wire_ingest(struct ttp_mac *m, const struct ttp_in *in, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_ingest_in *i = &w->ingest_in;

    i->rst = in->rst;
    i->core_rst = core_rst;
    i->init_active = w->init.init_active;
    i->init_idx = w->init.init_idx;
    i->s_axis_host_tvalid = in->s_axis_host_tvalid;
    i->s_axis_host_tlast = in->s_axis_host_tlast;
    i->s_axis_host_tuser = in->s_axis_host_tuser;
    i->s_axis_host_tdata = in->s_axis_host_tdata;
    i->s_axis_host_tkeep = in->s_axis_host_tkeep;
    i->s_axis_host_tdest = in->s_axis_host_tdest;
    i->lookup_ready = w->arbiter.grant == TTP_GRANT_LOOKUP;
    i->lookup_done = w->pipe.f.lookup_done;
    i->lookup_ok = w->pipe.f.lookup_ok;
    i->lookup_link = w->pipe.link;
    i->pin_kill = w->pipe.pin_kill;
    i->evicting = w->pipe.evicting;
    i->pin_act = w->pipe.pin_act;
    i->doorbell_ready = w->arbiter.grant == TTP_GRANT_DOORBELL;
    i->freed_valid = w->retire.freed_valid;
    i->freed_entry = w->retire.freed_entry;
    i->freed_moved = w->retire.freed_moved;
    i->freed_link = w->retire.freed_link;
    i->freed_cells = w->retire.freed_cells;
    i->abort_ready = w->tx_sram.abort_ready;
    i->refused_ready = ttp_cpl_refused_ready(&w->cpl, w->retire.retired_valid);
}

static void wire_report(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_cpl_in *c = &w->cpl_in;
    struct ttp_perf_in *f = &w->perf_in;
    /* From where they come: read from c, to which they are just written, they would wait. */
    const bool any = w->pipe.f.ended_valid | w->retire.retired_valid | w->ingest.refused_valid;

    c->rst = in->rst;
    c->ended_valid = w->pipe.f.ended_valid;
    c->retired_valid = w->retire.retired_valid;
    c->refused_valid = w->ingest.refused_valid;
    c->m_axis_cpl_tready = in->m_axis_cpl_tready;
    w->cpl_on = in->rst || any || !ttp_cpl_idle(&m->s.cpl);
    if (c->ended_valid) {
        c->ended_data.d[0] = w->pipe.ended_data[0];
        c->ended_data.d[1] = w->pipe.ended_data[1];
    }
    if (c->retired_valid) {
        c->retired_opt = w->retire.retired_opt;
        c->retired_data.d[0] = w->retire.retired_data[0];
        c->retired_data.d[1] = w->retire.retired_data[1];
    }
    if (c->refused_valid) {
        c->refused_data.d[0] = w->ingest.refused_data[0];
        c->refused_data.d[1] = w->ingest.refused_data[1];
    }

    /* A bit for each counter, at its number. */
    f->rst = in->rst;
    f->now = (uint32_t)w->csr.now;
    f->inc_en = (uint64_t)w->frame.tx_pulse << TTP_CNT_TX
                | (uint64_t)w->parse.rx_pulse << TTP_CNT_RX
                | (uint64_t)w->parse.drop_pulse << TTP_CNT_DROP_FCS
                | (uint64_t)w->pipe.count_pulse << TTP_LINK_CNT0
                | (uint64_t)w->deliver.dlv_pulse << TTP_CNT_DLV_PKTS
                | (uint64_t)w->deliver.dlv_pulse << TTP_CNT_DLV_BYTES
                | (uint64_t)w->ingest.acc_pulse << TTP_CNT_ACC_PKTS
                | (uint64_t)w->ingest.acc_pulse << TTP_CNT_ACC_BYTES
                | (uint64_t)w->retire.retired_pulse << TTP_CNT_RETIRED
                | (uint64_t)w->retire.flushed_pulse << TTP_CNT_FLUSHED
                | (uint64_t)w->ingest.ref_pulse << TTP_CNT_REFUSED
                | (uint64_t)w->ingest.dis_pulse << TTP_CNT_DISCARD
                | (uint64_t)w->hold.held << TTP_CNT_HELD | (uint64_t)w->hold.map_left << TTP_CNT_MAP
                | (uint64_t)w->hold.not_held << TTP_CNT_NOT_HELD
                | w->marks.marked;
    f->dlv_bytes = w->deliver.dlv_len;
    f->acc_bytes = w->ingest.acc_len;
    f->snap_req = w->csr.snap_req;
    f->rd_idx = w->csr.cnt_idx;
    w->perf_on = in->rst || f->inc_en || f->snap_req || !ttp_perf_idle(&m->s.perf, f->rd_idx);
}

static void wire_csr(struct ttp_mac *m, const struct ttp_in *in)
{
    const struct ttp_csr *s = &m->s.csr;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_csr_in *c = &w->csr_in;
    const uint32_t causes = TTP_LINK_CNT(DEAD) | TTP_LINK_CNT(ILLEGAL);

    w->csr_on = in->rst || in->s_axil_awvalid || in->s_axil_wvalid || in->s_axil_arvalid
                || !ttp_csr_idle(s) || s->cfg.on != (s->cfg.enable && w->init.core_ready)
                || (w->pipe.count_pulse & causes) || w->cpl.lost || w->pipe.irq_nolink
                || w->pipe.irq_closed || w->ingest.ref_pulse || w->pipe.irq_restart
                || w->pipe.f.result_closed || w->pipe.f.result_peeked;
    if (!w->csr_on) return;
    c->rst = in->rst;
    c->cfg_enable_in = in->cfg_enable;
    c->cfg_node_in = in->cfg_node;
    c->cfg_epoch_seed = in->cfg_epoch_seed;
    c->axil.awvalid = in->s_axil_awvalid;
    c->axil.wvalid = in->s_axil_wvalid;
    c->axil.bready = in->s_axil_bready;
    c->axil.arvalid = in->s_axil_arvalid;
    c->axil.rready = in->s_axil_rready;
    c->axil.awaddr = in->s_axil_awaddr & 0xFFF;
    c->axil.wdata = in->s_axil_wdata;
    c->axil.araddr = in->s_axil_araddr & 0xFFF;
    c->axil.wstrb = in->s_axil_wstrb & 0xF;
    c->irq_set = (uint8_t)(bit(w->pipe.count_pulse & TTP_LINK_CNT(DEAD), 1u << TTP_IRQ_DEAD)
                           | bit(w->pipe.count_pulse & TTP_LINK_CNT(ILLEGAL),
                                 1u << TTP_IRQ_ILLEGAL)
                           | bit(w->cpl.lost, 1u << TTP_IRQ_CPL_LOST)
                           | bit(w->pipe.irq_nolink, 1u << TTP_IRQ_NOLINK)
                           | bit(w->pipe.irq_closed, 1u << TTP_IRQ_CLOSED)
                           | bit(w->ingest.ref_pulse, 1u << TTP_IRQ_REFUSED)
                           | bit(w->pipe.irq_restart, 1u << TTP_IRQ_RESTART));
    c->tx_idle = w->frame.tx_idle;
    c->rx_idle = w->deliver.rx_idle;
    c->core_ready = w->init.core_ready;
    c->life = w->pipe.life;
    c->start_id = w->pipe.start_id;
    c->command_ready = w->arbiter.grant == TTP_GRANT_COMMAND;
    c->result_closed = w->pipe.f.result_closed;
    c->result_nolink = w->pipe.f.result_nolink;
    c->result_peeked = w->pipe.f.result_peeked;
    c->result_numbered = w->pipe.f.result_numbered;
    c->path_told = w->marks.path_told;
    c->path = w->marks.path;
    if (c->result_peeked) memcpy(c->result_record, w->pipe.result_record, sizeof c->result_record);
    c->snap_busy = w->perf.snap_busy;
    c->cnt_valid = w->perf.cnt_valid;
    c->cnt_data = w->perf.rd_data;
    c->stat_cells_free = w->tx_sram.stat_free;
    c->stat_cells_low = w->tx_sram.stat_low;
    c->stat_pkts_free = w->ingest.stat_pkts_free;
    c->stat_rxc_free = w->rx_sram.free_cells;
}

void ttp_mac_wire(struct ttp_mac *m, const struct ttp_in *in, bool core_rst)
{
    wire_send(m, core_rst);
    wire_link(m, core_rst);
    wire_retire(m, core_rst);
    wire_marks(m, core_rst);
    wire_respond(m, core_rst);
    wire_receive(m, in, core_rst);
    wire_ingest(m, in, core_rst);
    wire_report(m, in);
    wire_csr(m, in);
    m->w.init_in.core_rst = core_rst;
}

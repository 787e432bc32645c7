/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks of the MAC, wired as in rtl/ttp_mac.v. An edge is: outputs of all blocks from their
 * flops (done at the end of the edge before), combinational outputs in the order of their
 * dependence, then each block's edge. A block that hands out pointers to its own state (queue
 * heads, read registers, beats) has its edge after the blocks that read them. */
#include "ttp_mac.h"

#include "ttp_defs.h"
#include "ttp_regs.h"

void ttp_mac_drive(struct ttp_mac *m)
{
    const struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    const uint32_t version = w->csr.version;

    ttp_csr_drive(&s->csr, &w->csr);
    if (w->csr.version != version) {
        const struct ttp_csr_cfg *c = &w->csr.cfg;

        w->pipe_in.cfg = (struct ttp_link_cfg){ c->timeout, c->open_tmo, c->close_tmo, c->backoff,
                                                c->retry_max, c->reack, c->idle_tmo };
        w->pipe_in.victim_idle = c->victim_idle;
        w->pipe_in.nack_once = c->nack_once;
        w->parse_in.cfg_node = w->frame_in.cfg_node = w->ingest_in.cfg_node = c->node;
        w->parse_in.cfg_on = w->ingest_in.cfg_on = c->on;
        w->ingest_in.cfg_retry_max = c->retry_max;
        w->ingest_in.cfg_cell_limit = c->cell_limit;
        w->ingest_in.cfg_close_tmo = c->close_tmo;
        w->retire_in.cfg_cpl_retired = c->cpl_retired;
    }
    ttp_init_drive(&s->init, &w->init);
    ttp_link_pipe_drive(&s->pipe, &w->pipe);
    ttp_link_timer_drive(&s->timer, &w->timer);
    ttp_rx_parse_drive(&s->parse, &w->parse);
    ttp_rx_sram_drive(&s->rx_sram, &w->rx_sram);
    ttp_rx_deliver_drive(&s->deliver, &w->deliver);
    ttp_tx_ingest_drive(&s->ingest, &w->ingest);
    ttp_tx_sram_drive(&s->tx_sram, &w->tx_sram);
    ttp_retire_drive(&s->retire, &w->retire);
    ttp_retransmit_drive(&s->retransmit, &w->retransmit);
    ttp_tx_respond_drive(&s->respond, &w->respond);
    ttp_tx_sched_drive(&s->sched, &w->sched);
    ttp_tx_frame_drive(&s->frame, &w->frame);
    ttp_cpl_drive(&s->cpl, &w->cpl);
    ttp_perf_drive(&s->perf, &w->perf);
}

/* ---- combinational outputs ---- */

/* S1 and S2. */
static void comb_pipe(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_link_pipe_in *i = &w->pipe_in;

    i->irq_dead = w->csr.irq_dead;
    i->now = (uint32_t)w->csr.now;
    i->tick = (uint32_t)(w->csr.now >> 12) & 0xFFFFFFu;
    i->slots_used = w->retransmit.slots_used;
    i->nf_wr = w->retire.nf_wr;
    i->nf_link = w->retire.nf_link;
    i->nf_val = w->retire.nf_val;
    i->pin_valid = w->ingest.pin_valid;
    i->pin_link = i->in_link = w->ingest.pin_link;
    ttp_link_pipe_comb(&m->s.pipe, i, &w->pipe);
}

static unsigned bit(bool b, unsigned mask) { return b ? mask : 0; }

/* S0, and what the granted event brings. */
static void comb_arbiter(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_arbiter_in *i = &w->arbiter_in;
    struct ttp_link_pipe_in *p = &w->pipe_in;

    i->valid = (uint8_t)(bit(w->parse.rxq_valid, TTP_G_RX) | bit(w->timer.tm_valid, TTP_G_TM)
                         | bit(w->csr.ct_valid && w->init.core_ready, TTP_G_CT) | bit(w->respond.lf_valid, TTP_G_LF)
                         | bit(w->ingest.lk_valid, TTP_G_LK) | bit(w->ingest.db_valid, TTP_G_DB)
                         | bit(w->sched.rq_valid, TTP_G_RQ) | bit(w->pipe.sp_valid, TTP_G_SP));
    i->rxq_is_open = w->parse.rxq_valid && w->parse.rxq->op == TTP_OP_OPEN;
    i->rxq_low = m->s.parse.rxq.count < 8;
    i->ct_op = w->csr.ct_op;
    i->s1_valid = w->pipe.s1_valid;
    i->s1_turn = w->pipe.s1_turn;
    i->s2_valid = w->pipe.s2_valid;
    i->s2_soon = w->pipe.s2_soon;
    i->pipe_excl = w->pipe.pipe_excl;
    i->cr_any = w->respond.cr_any;
    i->cpl_link_ready = w->cpl.link_ready;
    i->slots_used = w->retransmit.slots_used;
    i->pq_len = w->retransmit.pq_valid ? w->retransmit.pq->len : 0;
    ttp_arbiter_comb(&m->s.arbiter, i, &w->arbiter);

    p->grant = w->arbiter.grant;
    switch (p->grant) {
    case TTP_G_RX:
        p->rxq = w->parse.rxq;
        break;
    case TTP_G_TM:
        p->tm_qlink = w->timer.tm_qlink;
        break;
    case TTP_G_CT:
        p->ct_op = w->csr.ct_op;
        p->ct_vc = w->csr.ct_vc;
        p->ct_node = w->csr.ct_node;
        p->ct_link = w->csr.ct_link;
        break;
    case TTP_G_LF:
        p->lf_link = w->respond.lf_link;
        break;
    case TTP_G_LK:
        p->lk_vc = w->ingest.lk_vc;
        p->lk_node = w->ingest.lk_node;
        break;
    case TTP_G_DB:
        p->db_link = w->ingest.db_link;
        break;
    case TTP_G_RQ:
        p->rq_link = w->sched.rq_link;
        break;
    default:
        break;
    }
}

static void comb_receive(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;

    w->parse_in.resp_ok = w->respond.resp_ok;
    w->parse_in.wr_base = w->rx_sram.wr_base;
    w->parse_in.free_cells = w->rx_sram.free_cells;
    w->parse_in.slot_free = w->rx_sram.slot_free;
    ttp_rx_parse_comb(&m->s.parse, &w->parse_in, &w->parse);

    w->deliver_in.quiesce = w->csr.quiesce;
    w->deliver_in.m_axis_host_tready = in->m_axis_host_tready;
    ttp_rx_deliver_comb(&m->s.deliver, &w->deliver_in, &w->deliver);
}

static void comb_send(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_frame_in *f = &w->frame_in;

    w->sched_in.rsp_valid = f->rsp_valid = w->respond.rsp_valid;
    w->sched_in.pq_valid = f->pq_valid = w->retransmit.pq_valid;
    ttp_tx_sched_comb(&m->s.sched, &w->sched_in, &w->sched);

    f->quiesce = w->csr.quiesce;
    f->m_axis_wire_tready = in->m_axis_wire_tready;
    f->sel_payload = w->sched.sel_payload;
    f->rsp = w->respond.rsp;
    if (f->pq_valid) {
        const struct ttp_pq *pq = w->retransmit.pq;

        f->pq_vc = pq->vc;
        f->pq_len = pq->len;
        f->pq_first = pq->first;
        f->pq_id = pq->id;
        f->pq_node = pq->node;
    } else {
        f->pq_len = 0;      /* the frame block stores it even if it does not use it */
    }
    f->rd_data = w->tx_sram.rd_data;
    f->nc_data = (uint16_t)w->tx_sram.nc_data;
    ttp_tx_frame_comb(&m->s.frame, f, &w->frame);
}

static void comb_store(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_sram_in *t = &w->tx_sram_in;
    struct ttp_tx_ingest_in *i = &w->ingest_in;

    t->rd_en = w->frame.rd_en;
    t->fr_valid = w->retire.fe_valid;
    ttp_tx_sram_comb(&m->s.tx_sram, t, &w->tx_sram);

    i->wr_ready = w->tx_sram.wr_ready;
    i->fc_valid = w->tx_sram.fc_valid;
    i->fc_cell = w->tx_sram.fc_cell;
    ttp_tx_ingest_comb(&m->s.ingest, i, &w->ingest);
}

/* ---- edges ---- */

static void clock_send(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_sram_in *t = &w->tx_sram_in;
    struct ttp_tx_sched_in *q = &w->sched_in;

    w->frame_in.core_rst = core_rst;
    ttp_tx_frame_clock(&s->frame, &w->frame_in);

    t->core_rst = core_rst;
    t->init_active = w->init.init_active;
    t->init_idx = w->init.init_idx;
    t->wr_en = w->ingest.wr_en;
    t->wr_addr = w->ingest.wr_addr;
    t->wr_data = w->ingest.wr_data;
    t->fc_pop = w->ingest.fc_pop;
    t->ab_valid = w->ingest.ab_valid;
    t->ab_first = w->ingest.ab_first;
    t->ab_last = w->ingest.ab_last;
    t->ab_n = w->ingest.ab_n;
    t->fr_first = w->retire.fr_first;
    t->fr_last = w->retire.fr_last;
    t->fr_n = w->retire.fr_n;
    t->nc_en = w->frame.nc_en;
    t->rd_addr = w->frame.rd_addr;
    t->nc_addr = w->frame.nc_addr;
    ttp_tx_sram_clock(&s->tx_sram, t);

    q->core_rst = core_rst;
    q->rq_push = w->pipe.f.rq_push;
    q->rq_push_replay = w->pipe.f.rq_push_replay;
    q->rq_push_link = (uint16_t)w->pipe.link;
    q->rq_ready = w->arbiter.grant == TTP_G_RQ;
    q->start_rsp = w->frame.start_rsp;
    q->start_pay = w->frame.start_pay;
    ttp_tx_sched_clock(&s->sched, q);
}

static void clock_link(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_link_pipe_in *p = &w->pipe_in;
    struct ttp_link_timer_in *t = &w->timer_in;

    ttp_arbiter_clock(&s->arbiter, &w->arbiter_in, &w->arbiter);

    p->epoch_set = w->csr.epoch_set;
    p->epoch_val = w->csr.epoch_val;
    p->start_id_set = w->csr.start_id_set;
    p->start_id_val = w->csr.start_id_val;
    p->core_rst = core_rst;
    p->init_active = w->init.init_active;
    p->init_idx = w->init.init_idx;
    p->ap_valid = w->ingest.ap_valid;
    p->ap_link = w->ingest.ap_link;
    p->ap_napp = (uint16_t)w->ingest.ap_napp;
    ttp_link_pipe_clock(&s->pipe, p, &w->pipe);

    t->core_rst = core_rst;
    t->init_active = w->init.init_active;
    t->init_idx = w->init.init_idx;
    t->now = (uint32_t)w->csr.now;
    t->tm_wr = w->pipe.f.tm_wr;
    t->tm_armed = w->pipe.f.tm_armed;
    t->tm_link = w->pipe.link;
    t->tm_dl = w->pipe.tm_dl;
    t->tm_armed2 = w->pipe.f.tm_armed2;
    t->tm_dl2 = w->pipe.tm_dl2;
    t->tm_ready = w->arbiter.grant == TTP_G_TM;
    ttp_link_timer_clock(&s->timer, t);
}

static void clock_retire(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_retire_in *r = &w->retire_in;
    struct ttp_retransmit_in *x = &w->retransmit_in;
    const bool any = core_rst || w->init.init_active || w->ingest.ap_valid;

    if (any || w->pipe.f.gl_wr || ttp_retire_busy(&s->retire)) {
        r->core_rst = core_rst;
        r->init_active = w->init.init_active;
        r->init_idx = w->init.init_idx;
        r->ap_valid = w->ingest.ap_valid;
        r->ap_tail = (uint16_t)w->ingest.ap_tail;
        r->ap_e = (uint16_t)w->ingest.ap_e;
        r->ap_len = (uint16_t)w->ingest.ap_len;
        r->ap_first = (uint16_t)w->ingest.ap_first;
        r->ap_last = (uint16_t)w->ingest.ap_last;
        r->rt_push = w->pipe.f.rt_push;
        r->rt_link = (uint16_t)w->pipe.link;
        r->gl_wr = w->pipe.f.gl_wr;
        r->gl_flush = w->pipe.f.gl_flush;
        r->gl_link = (uint16_t)w->pipe.link;
        r->gl_nret = w->pipe.gl_nret;
        r->gl_una = w->pipe.gl_una;
        r->gl_node = w->pipe.node;
        r->rc_ready = ttp_cpl_rc_ready(&w->cpl, w->retire.rc_opt);
        r->slot_v = w->retransmit.slot_v;
        r->slot_e = w->retransmit.slot_e;
        ttp_retire_clock(&s->retire, r);
    }
    if (any || w->pipe.f.snd_valid || w->retire.nf_wr || ttp_retransmit_busy(&s->retransmit)) {
        x->core_rst = core_rst;
        x->init_active = w->init.init_active;
        x->init_idx = w->init.init_idx;
        x->ap_valid = w->ingest.ap_valid;
        x->ap_tail = (uint16_t)w->ingest.ap_tail;
        x->ap_e = (uint16_t)w->ingest.ap_e;
        x->ap_len = (uint16_t)w->ingest.ap_len;
        x->ap_first = (uint16_t)w->ingest.ap_first;
        x->hp_wr = w->retire.nf_wr;
        x->hp_link = w->retire.nf_link;
        x->hp_val = w->retire.hp_val;
        x->snd_valid = w->pipe.f.snd_valid;
        x->snd_head = w->pipe.f.snd_head;
        x->snd_vc = w->pipe.vc;
        x->snd_link = (uint16_t)w->pipe.link;
        x->snd_id = w->pipe.snd_id;
        x->snd_node = w->pipe.node;
        x->pq_ready = w->frame.pq_ready;
        ttp_retransmit_clock(&s->retransmit, x);
    }
}

static void clock_respond(struct ttp_mac *m, bool core_rst)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_respond_in *r = &w->respond_in;

    r->core_rst = core_rst;
    r->rs_valid = w->pipe.f.rs_valid;
    if (r->rs_valid) {
        r->rs.op = w->pipe.rs_op;
        r->rs.vc = w->pipe.vc;
        r->rs.notify = w->pipe.f.rs_notify;
        r->rs.node = w->pipe.node;
        r->rs.txid = w->pipe.rs_txid;
        r->rs.rxid = w->pipe.rs_rxid;
        r->rs.epoch = w->pipe.rs_epoch;
        r->rs.link = (uint16_t)w->pipe.link;
    }
    r->rx_cr_take = w->parse.rx_cr_take;
    r->ar_cr_take = w->arbiter.ar_cr_take;
    r->cr_give = w->pipe.f.cr_give;
    r->rsp_ready = w->frame.rsp_ready;
    r->left_pulse = w->frame.left_pulse;
    r->lf_ready = w->arbiter.grant == TTP_G_LF;
    ttp_tx_respond_clock(&m->s.respond, r);
}

static void clock_receive(struct ttp_mac *m, const struct ttp_in *in, bool core_rst)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_rx_deliver_in *d = &w->deliver_in;
    struct ttp_rx_sram_in *r = &w->rx_sram_in;
    struct ttp_rx_parse_in *p = &w->parse_in;

    d->vd_valid = w->pipe.f.vd_valid;
    if (core_rst || d->vd_valid || ttp_rx_deliver_busy(&s->deliver)) {
        d->core_rst = core_rst;
        d->vd_take = w->pipe.f.vd_take;
        d->vd_len = w->pipe.vd_len;
        d->vd_vc = w->pipe.vc;
        d->vd_node = w->pipe.node;
        ttp_rx_deliver_clock(&s->deliver, d);
    }

    r->core_rst = core_rst;
    r->wr_en = w->parse.wr_en;
    r->wr_addr = w->parse.wr_addr;
    r->wr_data = w->parse.wr_data;
    r->alloc_en = w->parse.alloc_en;
    r->alloc_n = w->parse.alloc_n;
    r->rel_en = w->deliver.rel_en;
    r->rel_n = w->deliver.rel_n;
    r->rd_en = w->deliver.rd_en;
    r->rd_addr = w->deliver.rd_addr;
    ttp_rx_sram_clock(&s->rx_sram, r);

    p->s_axis_wire_tvalid = in->s_axis_wire_tvalid;
    if (core_rst || in->s_axis_wire_tvalid || ttp_rx_parse_busy(&s->parse)) {
        p->rst = in->rst;
        p->core_rst = core_rst;
        p->s_axis_wire_tdata = in->s_axis_wire_tdata;
        p->s_axis_wire_tkeep = in->s_axis_wire_tkeep;
        p->s_axis_wire_tlast = in->s_axis_wire_tlast;
        p->s_axis_wire_tuser = in->s_axis_wire_tuser;
        p->rxq_ready = w->arbiter.grant == TTP_G_RX;
        ttp_rx_parse_clock(&s->parse, p);
    }
}

static void clock_ingest(struct ttp_mac *m, const struct ttp_in *in, bool core_rst)
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
    i->lk_ready = w->arbiter.grant == TTP_G_LK;
    i->lk_done = w->pipe.f.lk_done;
    i->lk_ok = w->pipe.f.lk_ok;
    i->lk_link = w->pipe.link;
    i->pin_kill = w->pipe.pin_kill;
    i->ap_act = w->pipe.ap_act;
    i->db_ready = w->arbiter.grant == TTP_G_DB;
    i->fe_valid = w->retire.fe_valid;
    i->fe_e = w->retire.fe_e;
    i->fd_wr = w->retire.nf_wr;
    i->fd_link = w->retire.nf_link;
    i->fd_val = w->retire.fd_val;
    i->ab_ready = w->tx_sram.ab_ready;
    i->ic_ready = ttp_cpl_ic_ready(&w->cpl, w->retire.rc_valid);
    ttp_tx_ingest_clock(&m->s.ingest, i);
}

static void clock_report(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;
    struct ttp_cpl_in *c = &w->cpl_in;
    struct ttp_perf_in *f = &w->perf_in;

    c->rst = in->rst;
    c->cp_valid = w->pipe.f.cp_valid;
    c->rc_valid = w->retire.rc_valid;
    c->ic_valid = w->ingest.ic_valid;
    c->m_axis_cpl_tready = in->m_axis_cpl_tready;
    if (c->cp_valid) {
        c->cp_data.d[0] = w->pipe.cp_data[0];
        c->cp_data.d[1] = w->pipe.cp_data[1];
    }
    if (c->rc_valid) {
        c->rc_opt = w->retire.rc_opt;
        c->rc_data.d[0] = w->retire.rc_data[0];
        c->rc_data.d[1] = w->retire.rc_data[1];
    }
    if (c->ic_valid) {
        c->ic_data.d[0] = w->ingest.ic_data[0];
        c->ic_data.d[1] = w->ingest.ic_data[1];
    }
    ttp_cpl_clock(&s->cpl, c);

    f->rst = in->rst;
    f->now = (uint32_t)w->csr.now;
    f->inc_en = (uint64_t)w->frame.tx_pulse << TTP_CNT_TX | (uint64_t)w->parse.rx_pulse << TTP_CNT_RX
                | (uint64_t)w->parse.drop_pulse << TTP_CNT_DROP_FCS
                | (uint64_t)w->pipe.cnt_pulse << TTP_LINK_CNT0
                | (uint64_t)w->deliver.dlv_pulse << TTP_CNT_DLV_PKTS
                | (uint64_t)w->deliver.dlv_pulse << TTP_CNT_DLV_BYTES
                | (uint64_t)w->ingest.acc_pulse << TTP_CNT_ACC_PKTS
                | (uint64_t)w->ingest.acc_pulse << TTP_CNT_ACC_BYTES
                | (uint64_t)w->retire.retired_pulse << TTP_CNT_RETIRED
                | (uint64_t)w->retire.flushed_pulse << TTP_CNT_FLUSHED
                | (uint64_t)w->ingest.ref_pulse << TTP_CNT_REFUSED
                | (uint64_t)w->ingest.dis_pulse << TTP_CNT_DISCARD;
    f->dlv_bytes = w->deliver.dlv_len;
    f->acc_bytes = w->ingest.acc_len;
    f->snap_req = w->csr.snap_req;
    f->rd_idx = w->csr.cnt_idx;
    ttp_perf_clock(&s->perf, f);
}

static void clock_csr(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_csr_in *c = &w->csr_in;

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
    c->irq_set = (uint8_t)(bit(w->pipe.cnt_pulse & TTP_LINK_CNT(DEAD), 1u << TTP_IRQ_DEAD)
                           | bit(w->pipe.cnt_pulse & TTP_LINK_CNT(ILLEGAL), 1u << TTP_IRQ_ILLEGAL)
                           | bit(w->cpl.lost, 1u << TTP_IRQ_CPL_LOST)
                           | bit(w->pipe.irq_nolink, 1u << TTP_IRQ_NOLINK)
                           | bit(w->pipe.irq_closed, 1u << TTP_IRQ_CLOSED)
                           | bit(w->ingest.ref_pulse, 1u << TTP_IRQ_REFUSED)
                           | bit(w->pipe.irq_restart, 1u << TTP_IRQ_RESTART));
    c->tx_idle = w->frame.tx_idle;
    c->rx_idle = w->deliver.rx_idle;
    c->core_ready = w->init.core_ready;
    c->epoch_q = w->pipe.epoch_q;
    c->start_id_q = w->pipe.start_id_q;
    c->ct_ready = w->arbiter.grant == TTP_G_CT;
    c->close_done = w->pipe.f.close_done;
    c->close_nolink = w->pipe.f.close_nolink;
    c->peek_valid = w->pipe.f.peek_valid;
    if (c->peek_valid) memcpy(c->peek_data, w->pipe.peek_data, sizeof c->peek_data);
    c->snap_busy = w->perf.snap_busy;
    c->cnt_valid = w->perf.cnt_valid;
    c->cnt_data = w->perf.rd_data;
    c->stat_cells_free = w->tx_sram.stat_free;
    c->stat_cells_low = w->tx_sram.stat_low;
    c->stat_pkts_free = w->ingest.stat_pkts_free;
    c->stat_rxc_free = w->rx_sram.free_cells;
    ttp_csr_clock(&m->s.csr, c);
}

/* ---- pins ---- */

static void copy_lanes(uint64_t *to, const uint64_t *from, uint32_t data_w)
{
    const uint32_t lanes = data_w / 64;

    if (lanes == 8) {
        memcpy(to, from, 64);
    } else {
        memset(to, 0, 64);
        memcpy(to, from, lanes * 8u);
    }
}

void ttp_mac_outputs(const struct ttp_mac *m, struct ttp_out *out)
{
    const struct ttp_mac_wires *w = &m->w;

    out->m_axis_host_tvalid = w->deliver.m_axis_host_tvalid;
    out->m_axis_host_tlast = w->deliver.m_axis_host_tlast;
    out->m_axis_host_tkeep = w->deliver.m_axis_host_tkeep;
    out->m_axis_host_tid = w->deliver.m_axis_host_tid;
    if (out->m_axis_host_tvalid) copy_lanes(out->m_axis_host_tdata, w->rx_sram.rd_data, m->p.data_w);

    out->m_axis_wire_tvalid = w->frame.m_axis_wire_tvalid;
    out->m_axis_wire_tlast = w->frame.m_axis_wire_tlast;
    out->m_axis_wire_tkeep = w->frame.m_axis_wire_tkeep;
    out->m_axis_wire_tuser = false;
    if (out->m_axis_wire_tvalid)
        copy_lanes(out->m_axis_wire_tdata, w->frame.m_axis_wire_tdata, m->p.data_w);

    out->s_axis_host_tready = w->ingest.s_axis_host_tready;
    out->s_axis_wire_tready = true;

    out->m_axis_cpl_tvalid = w->cpl.m_axis_cpl_tvalid;
    out->m_axis_cpl_tdata[0] = w->cpl.m_axis_cpl_tdata.d[0];
    out->m_axis_cpl_tdata[1] = w->cpl.m_axis_cpl_tdata.d[1];

    out->s_axil_awready = w->csr.axil.awready;
    out->s_axil_wready = w->csr.axil.wready;
    out->s_axil_bvalid = w->csr.axil.bvalid;
    out->s_axil_arready = w->csr.axil.arready;
    out->s_axil_rvalid = w->csr.axil.rvalid;
    out->s_axil_bresp = w->csr.axil.bresp;
    out->s_axil_rresp = w->csr.axil.rresp;
    out->s_axil_rdata = w->csr.axil.rdata;
    out->irq = w->csr.irq;

    out->trace_valid = w->pipe.trace_valid;
    out->trace_link = (uint16_t)w->pipe.trace_link;
    out->trace_state0 = w->pipe.trace_state0;
    out->trace_state1 = w->pipe.trace_state1;
    out->trace_event = w->pipe.trace_event;
    out->trace_action = w->pipe.trace_action;
    out->trace_txid = w->pipe.trace_txid;
    out->trace_rxid = w->pipe.trace_rxid;
}

void ttp_mac_clock(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_state *s = &m->s;
    const bool core_rst = in->rst || m->w.csr.core_rst;
    const struct ttp_init_in init_in = { core_rst };

    m->w.pipe_in.core_rst = m->w.arbiter_in.core_rst = core_rst;
    comb_pipe(m);
    comb_arbiter(m);
    comb_receive(m, in);
    comb_send(m, in);
    comb_store(m);

    clock_send(m, core_rst);
    clock_link(m, core_rst);
    clock_retire(m, core_rst);
    clock_respond(m, core_rst);
    clock_receive(m, in, core_rst);
    clock_ingest(m, in, core_rst);
    clock_report(m, in);
    clock_csr(m, in);
    ttp_init_clock(&s->init, &init_in);

    s->cycle++;
    s->was_reset |= in->rst;
    if (core_rst || in->s_axis_host_tvalid || in->s_axis_wire_tvalid || in->s_axil_awvalid
        || in->s_axil_wvalid || in->s_axil_arvalid || m->w.arbiter.grant)
        s->calm = 0;
    else if (s->calm != TTP_MAC_CALM)
        s->calm++;
    ttp_mac_drive(m);
}

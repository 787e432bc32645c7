/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks of the MAC, wired as in rtl/ttp_mac.v. A cycle is: outputs of all blocks from their
 * flops (done at the end of the edge before); combinational outputs in the order of their
 * dependence (ttp_mac_comb.c); the inputs of every block (ttp_mac_wire.c); then each block's edge.
 * In an edge a block reads its own state and its own inputs only, so the order of the edges does
 * not matter. ttp_mac_shuffle() changes it each cycle to show that.
 *
 * Some wires are pointers: to a beat in a memory, which is not written while it is being read, and
 * to the head of a queue, whose place is not filled before it has been taken. */
#include "ttp_mac.h"

#include "ttp_beat.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

static void drive_registers(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    const uint32_t version = w->csr.version;

    /* Every value of a register goes to its readers only when one has changed: that is rare, and
     * the copies would cost as much as a small block each cycle. */
    ttp_csr_drive(&m->s.csr, &w->csr);
    if (w->csr.version != version) {
        const struct ttp_csr_cfg *c = &w->csr.cfg;

        w->pipe_in.cfg = (struct ttp_link_cfg){ c->timeout, c->open_tmo, c->close_tmo, c->backoff,
                                                c->retry_max, c->reack, c->idle_tmo,
                                                c->selective, c->offer_all, c->open_fits };
        w->pipe_in.victim_idle = c->victim_idle;
        w->pipe_in.nack_once = c->nack_once;
        w->parse_in.cfg_node = w->frame_in.cfg_node = w->ingest_in.cfg_node = c->node;
        w->parse_in.cfg_on = w->ingest_in.cfg_on = c->on;
        w->ingest_in.cfg_retry_max = c->retry_max;
        w->ingest_in.cfg_cell_limit = c->cell_limit;
        w->ingest_in.cfg_close_tmo = c->close_tmo;
        w->retire_in.cfg_cpl_retired = c->cpl_retired;
        w->sched_in.vc = c->vc;
        w->pipe_in.ordered = w->arbiter_in.ordered = c->vc.mode != TTP_VC_OFF;
    }
}

/* A block without an edge says what it said before. */
static void drive(struct ttp_mac *m)
{
    const struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;

    if (w->csr_on) drive_registers(m);
    else w->csr.now = s->csr.now;
    ttp_init_drive(&s->init, &w->init);
    ttp_link_pipe_drive(&s->pipe, &w->pipe);
    ttp_link_timer_drive(&s->timer, &w->timer);
    if (w->parse_on) ttp_rx_parse_drive(&s->parse, &w->parse);
    ttp_rx_sram_drive(&s->rx_sram, &w->rx_sram);
    if (w->deliver_on) ttp_rx_deliver_drive(&s->deliver, &w->deliver);
    if (w->hold_on) ttp_rx_hold_drive(&s->hold, &w->hold);
    ttp_tx_ingest_drive(&s->ingest, &w->ingest);
    ttp_tx_sram_drive(&s->tx_sram, &w->tx_sram);
    if (w->retire_on) ttp_retire_drive(&s->retire, &w->retire);
    if (w->retransmit_on) ttp_retransmit_drive(&s->retransmit, &w->retransmit);
    ttp_tx_respond_drive(&s->respond, &w->respond);
    if (w->marks_on) ttp_tx_marks_drive(&s->marks, &w->marks);
    ttp_tx_frame_drive(&s->frame, &w->frame);
    if (w->cpl_on) ttp_cpl_drive(&s->cpl, &w->cpl);
    if (w->perf_on) ttp_perf_drive(&s->perf, &w->perf);
}

void ttp_mac_drive(struct ttp_mac *m)
{
    const struct ttp_mac_state *s = &m->s;
    struct ttp_mac_wires *w = &m->w;

    w->retire_on = w->retransmit_on = w->deliver_on = w->parse_on = true;
    w->csr_on = w->cpl_on = w->perf_on = true;
    w->hold_on = s->hold.contexts != 0;
    w->marks_on = s->marks.contexts != 0;
    drive(m);
}

/* ---- edges ----
 * A function for each block, all of one type, so that they can be called in any order. */

#define EDGE(BLOCK, NAME) \
    static void edge_##NAME(struct ttp_mac *m) \
    { \
        ttp_##BLOCK##_clock(&m->s.NAME, &m->w.NAME##_in); \
    }
/* A block that goes on from its own combinational outputs. */
#define EDGE_OUT(BLOCK, NAME) \
    static void edge_##NAME(struct ttp_mac *m) \
    { \
        ttp_##BLOCK##_clock(&m->s.NAME, &m->w.NAME##_in, &m->w.NAME); \
    }
/* A block that has nothing to do skips its edge: ttp_mac_wire.c finds out, and leaves its inputs
 * as they were then. These are big, and idle in many cycles. */
#define EDGE_ON(BLOCK, NAME) \
    static void edge_##NAME(struct ttp_mac *m) \
    { \
        if (m->w.NAME##_on) ttp_##BLOCK##_clock(&m->s.NAME, &m->w.NAME##_in); \
    }

EDGE(tx_frame, frame)
EDGE(tx_sram, tx_sram)
EDGE(tx_sched, sched)
EDGE_OUT(arbiter, arbiter)
EDGE_OUT(link_pipe, pipe)
EDGE(link_timer, timer)
EDGE_ON(retire, retire)
EDGE_ON(retransmit, retransmit)
EDGE_ON(tx_marks, marks)
EDGE(tx_respond, respond)
EDGE_ON(rx_deliver, deliver)
EDGE_ON(rx_hold, hold)
EDGE(rx_sram, rx_sram)
EDGE_ON(rx_parse, parse)
EDGE(tx_ingest, ingest)
EDGE_ON(cpl, cpl)
EDGE_ON(perf, perf)
EDGE(init, init)

/* Of registers that nobody asks and nothing changes the clock goes on. */
static void edge_csr(struct ttp_mac *m)
{
    if (m->w.csr_on) ttp_csr_clock(&m->s.csr, &m->w.csr_in);
    else m->s.csr.now++;
}

/* Any order does. */
#define BLOCKS(X) \
    X(frame) X(tx_sram) X(sched) X(arbiter) X(pipe) X(timer) X(retire) X(retransmit) X(marks) \
    X(respond) X(deliver) X(hold) X(rx_sram) X(parse) X(ingest) X(cpl) X(perf) X(csr) X(init)

static void all_edges(struct ttp_mac *m)
{
#define CALL(NAME) edge_##NAME(m);
    BLOCKS(CALL)
#undef CALL
}

/* The same in another order each cycle (Fisher and Yates, with xorshift64 as the dice). */
static void shuffled_edges(struct ttp_mac *m)
{
#define NAME_OF(NAME) edge_##NAME,
    void (*edge[])(struct ttp_mac *) = { BLOCKS(NAME_OF) };
#undef NAME_OF

    for (unsigned n = sizeof edge / sizeof *edge; n; n--) {
        unsigned k;

        m->shuffle ^= m->shuffle << 13;
        m->shuffle ^= m->shuffle >> 7;
        m->shuffle ^= m->shuffle << 17;
        k = (unsigned)(m->shuffle % n);
        edge[k](m);
        edge[k] = edge[n - 1];
    }
}

void ttp_mac_shuffle(struct ttp_mac *m, uint64_t seed) { m->shuffle = seed; }

/* ---- pins ---- */

/* Lanes above DATA_W are 0. */
static void copy_lanes(uint64_t *to, const uint64_t *from, uint32_t data_w)
{
    if (data_w < 64 * TTP_LANES_MAX) memset(to, 0, 8 * TTP_LANES_MAX);
    ttp_beat_copy(to, from, data_w / 64);
}

/* A beat is copied only with its valid: without one tdata means nothing, and 64 bytes a port are
 * most of what there is to copy. */
void ttp_mac_outputs(const struct ttp_mac *m, struct ttp_out *out)
{
    const struct ttp_mac_wires *w = &m->w;

    out->m_axis_host_tvalid = w->deliver.m_axis_host_tvalid;
    out->m_axis_host_tlast = w->deliver.m_axis_host_tlast;
    out->m_axis_host_tkeep = w->deliver.m_axis_host_tkeep;
    out->m_axis_host_tid = w->deliver.m_axis_host_tid;
    if (out->m_axis_host_tvalid)
        copy_lanes(out->m_axis_host_tdata, w->rx_sram.rd_data, m->p.data_w);

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

    m->w.pipe_in.core_rst = m->w.arbiter_in.core_rst = core_rst;
    ttp_mac_comb(m, in);
    ttp_mac_wire(m, in, core_rst);
    if (m->shuffle) shuffled_edges(m);
    else all_edges(m);

    /* Calm counts cycles in which nothing came from outside and no event entered the pipe: after
     * TTP_MAC_CALM of them every chain of flops has run dry. See idle() in ttp_mac_state.c. */
    s->cycle++;
    s->was_reset |= in->rst;
    if (core_rst || in->s_axis_host_tvalid || in->s_axis_wire_tvalid || in->s_axil_awvalid
        || in->s_axil_wvalid || in->s_axil_arvalid || m->w.arbiter.grant)
        s->calm = 0;
    else if (s->calm != TTP_MAC_CALM)
        s->calm++;
    drive(m);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What the blocks say within a cycle, in the order in which one hears another: link pipe (S1, S2),
 * arbiter (S0), receive side, send side, transmit store and ingest. The pipe is first because what
 * stands in S1 and S2 decides whether the arbiter may grant at all. The store comes behind the
 * frame builder because a read of a single-ported SRAM goes before the write of ingest. */
#include "ttp_mac.h"

#include "ttp_defs.h"

/* S1 and S2. */
static void comb_pipe(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_link_pipe_in *i = &w->pipe_in;
    const uint32_t compares = ttp_link_pipe_compares(&m->s.pipe);

    i->irq_dead = w->csr.irq_dead;
    i->now = (uint32_t)w->csr.now;
    i->tick = (uint32_t)(w->csr.now >> 12) & 0xFFFFFFu;     /* ages: 24 bits of 4096 cycles */
    i->slots_used = w->retransmit.slots_used;
    i->no_turns = !m->s.arbiter.turns;
    i->freed_moved = w->retire.freed_moved;
    i->freed_link = w->retire.freed_link;
    i->freed_count = w->retire.freed_count;
    i->pin_valid = w->ingest.pin_valid;
    i->pin_link = w->ingest.pin_link;
    if (m->s.marks.contexts && compares != UINT32_MAX) {
        i->may_stow = ttp_rx_hold_may(&m->s.hold, compares, w->rx_sram.free_cells);
        i->has_marks = ttp_tx_marks_has(&m->s.marks, compares, &i->marks_gen);
    }
    ttp_link_pipe_comb(&m->s.pipe, i, &w->pipe);
}

/* S0, and what the granted event brings. */
static void comb_arbiter(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_arbiter_in *i = &w->arbiter_in;
    struct ttp_link_pipe_in *p = &w->pipe_in;

    w->sched_in.lost_valid = w->marks.resend_valid;
    w->sched_in.lost_news = w->marks.resend_txid & TTP_RESEND_NEWS;
    w->sched_in.lost_link = (uint16_t)w->marks.resend_link;
    ttp_tx_sched_ready(&m->s.sched, &w->sched_in, &w->sched);
    i->request = (uint8_t)(bit(w->parse.received_valid, TTP_GRANT_RECEIVED)
                           | bit(w->timer.expired_valid, TTP_GRANT_TIMER)
                           | bit(w->csr.command_valid && w->init.core_ready, TTP_GRANT_COMMAND)
                           | bit(w->respond.left_valid, TTP_GRANT_LEFT)
                           | bit(w->ingest.lookup_valid, TTP_GRANT_LOOKUP)
                           | bit(w->ingest.doorbell_valid, TTP_GRANT_DOORBELL)
                           | bit(w->sched.ready_valid, TTP_GRANT_READY)
                           | bit(w->pipe.second_valid, TTP_GRANT_SECOND));
    i->received_few = w->parse.received_few;
    i->received_more = w->parse.received_more;
    i->ready_news = w->sched.ready_news;
    i->command_peek = w->csr.command_peek;
    i->hold = w->pipe.hold;
    i->turn_ends = w->pipe.turn_ends;
    i->expiry_ends = w->pipe.expiry_ends;
    i->credit_for_event = w->respond.credit_for_event;
    i->cpl_link_ready = w->cpl.link_ready;
    i->slots_used = w->retransmit.slots_used;
    i->payload_long = w->retransmit.payload_valid
                   && w->retransmit.pq->len >= m->p.data_w; /* data_w / 8 bytes a beat */
    ttp_arbiter_comb(&m->s.arbiter, i, &w->arbiter);

    /* The multiplexer in front of S0: only the fields of the granted event are copied, and the
     * pipe looks at no others. */
    p->grant = w->arbiter.grant;
    switch (p->grant) {
    case TTP_GRANT_RECEIVED:
        p->received = w->parse.received;
        break;
    case TTP_GRANT_TIMER:
        p->expired_link = w->timer.expired_link;
        break;
    case TTP_GRANT_COMMAND:
        p->command_peek = w->csr.command_peek;
        p->command_vc = w->csr.command_vc;
        p->command_node = w->csr.command_node;
        p->command_link = w->csr.command_link;
        break;
    case TTP_GRANT_LEFT:
        p->left_link = w->respond.left_link;
        break;
    case TTP_GRANT_LOOKUP:
        p->lookup_vc = w->ingest.lookup_vc;
        p->lookup_node = w->ingest.lookup_node;
        break;
    case TTP_GRANT_DOORBELL:
        p->doorbell_link = w->ingest.doorbell_link;
        p->doorbell_joins = w->arbiter.doorbell_joins;
        break;
    case TTP_GRANT_READY:
        p->ready_link = w->sched.ready_link;
        p->ready_resend = w->sched.ready_lost;
        if (!p->ready_resend) break;
        p->resend_txid = w->marks.resend_txid;
        p->resend_rxid = w->marks.resend_rxid;
        break;
    default:
        break;
    }
}

static void comb_receive(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;

    w->parse_in.credit_for_frame = w->respond.credit_for_frame;
    w->parse_in.wr_base = w->rx_sram.wr_base;
    w->parse_in.free_cells = w->rx_sram.free_cells;
    w->parse_in.slot_free = w->rx_sram.slot_free;
    w->parse_in.again = w->hold.again_valid ? w->hold.again : NULL;
    ttp_rx_parse_comb(&m->s.parse, &w->parse_in, &w->parse);

    w->deliver_in.quiesce = w->csr.quiesce;
    w->deliver_in.m_axis_host_tready = in->m_axis_host_tready;
    ttp_rx_deliver_comb(&m->s.deliver, &w->deliver_in, &w->deliver);
}

/* sel.frame: what is behind the header, the first byte in the low bits. An offer: version 1,
 * selective repeat, our window. */
static uint64_t be16(uint32_t v) { return (v & 0xff) << 8 | (v >> 8 & 0xff); }

static struct ttp_block our_offer(uint32_t window)
{
    return (struct ttp_block){ { UINT64_C(0x01000110) | be16(window) << 32, 0 }, false };
}

static struct ttp_block map_block(const struct ttp_hold_map *m)
{
    struct ttp_block b = { { 0x20 | be16(m->base) << 16 | be16(m->newest) << 32, 0 }, true };

    for (unsigned i = 0; i < 8; i++) b.lane[1] |= (m->held >> 8 * i & 0xff) << (56 - 8 * i);
    return b;
}

static void comb_send(struct ttp_mac *m, const struct ttp_in *in)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_frame_in *f = &w->frame_in;

    w->respond_in.map_ready = w->hold.map_ready;
    w->respond_in.map_none = w->hold.map_none;
    w->respond_in.map = w->hold.map;
    ttp_tx_respond_comb(&m->s.respond, &w->respond_in, &w->respond);
    w->sched_in.response_valid = f->response_valid = w->respond.response_valid;
    w->sched_in.payload_valid = f->payload_valid = w->retransmit.payload_valid;
    ttp_tx_sched_comb(&m->s.sched, &w->sched_in, &w->sched);

    f->quiesce = w->csr.quiesce;
    f->m_axis_wire_tready = in->m_axis_wire_tready;
    f->sel_payload = w->sched.sel_payload;
    f->response = w->respond.response;
    f->block = NULL;
    if (f->response_valid && f->response->offer) {
        w->block = our_offer(m->s.parse.most);
        f->block = &w->block;
    }
    if (f->response_valid && f->response->map) {
        w->block = map_block(w->hold.map);
        f->block = &w->block;
    }
    if (f->payload_valid) {
        const struct ttp_pq *pq = w->retransmit.pq;

        f->payload_vc = pq->vc;
        f->payload_len = pq->len;
        f->payload_first = pq->first;
        f->payload_id = pq->id;
        f->payload_node = pq->node;
        f->payload_life = pq->life;
        f->payload_to_life = pq->to_life;
        f->payload_number = pq->number;
    } else {
        f->payload_len = 0; /* the frame block stores it even if it does not use it */
    }
    f->fetch_data = w->tx_sram.fetch_data;
    f->next_cell = (uint16_t)w->tx_sram.next_cell;
    ttp_tx_frame_comb(&m->s.frame, f, &w->frame);
}

static void comb_store(struct ttp_mac *m)
{
    struct ttp_mac_wires *w = &m->w;
    struct ttp_tx_sram_in *t = &w->tx_sram_in;
    struct ttp_tx_ingest_in *i = &w->ingest_in;

    t->fetch_en = w->frame.fetch_en;
    t->freed_valid = w->retire.freed_valid;
    ttp_tx_sram_comb(&m->s.tx_sram, t, &w->tx_sram);

    i->store_ready = w->tx_sram.store_ready;
    i->free_cell_valid = w->tx_sram.free_cell_valid;
    i->free_cell = w->tx_sram.free_cell;
    ttp_tx_ingest_comb(&m->s.ingest, i, &w->ingest);
}

void ttp_mac_comb(struct ttp_mac *m, const struct ttp_in *in)
{
    comb_pipe(m);
    comb_arbiter(m);
    comb_receive(m, in);
    comb_send(m, in);
    comb_store(m);
}

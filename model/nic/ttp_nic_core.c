/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the NIC, wired as in rtl/nic/ttp_nic_core.v. An edge is: what the parts say
 * combinationally, in the order in which one hears another (comb_..); then the edge of each part.
 * In its edge a part reads its own state and its own inputs only: no order but where one is told.
 *
 * Some wires are pointers to the head of a queue, whose place is not filled before it was taken. */
#include "ttp_nic_core.h"

#include <string.h>

#include "ttp_beat.h"

/* mem.id - whose element the next answer with ID 1 is. */
static void reset_asked(struct ttp_nic_core *n)
{
    ttp_fifo_clear(&n->asked);
    n->asked_last = (uint8_t)(n->p.rings > 1 ? n->p.rings - 2u : 0u);
}

static bool is_power(uint32_t n) { return n && !(n & (n - 1u)); }

const char *ttp_nic_params_error(const struct ttp_nic_params *p)
{
    if (p->data_w < 64 || p->data_w > 512 || !is_power(p->data_w))
        return "DATA_W is 64, 128, 256 or 512";
    if (p->messages < 4 || p->messages > TTP_NIC_PLACES || !is_power(p->messages))
        return "MESSAGES is a power of two from 4 to 256";
    if (p->regions < 2 || p->regions > 64 || !is_power(p->regions))
        return "REGIONS is a power of two from 2 to 64";
    if (p->reads < 2 || p->reads > 32) return "READS is 2 to 32";
    if (p->follow < 8 || p->follow > 1024 || !is_power(p->follow))
        return "FOLLOW is a power of two from 8 to 1024";
    if (p->rings < 1 || p->rings > TTP_NIC_RINGS || !is_power(p->rings))
        return "RINGS is a power of two from 1 to 8";
    return NULL;
}

void ttp_nic_core_bind(struct ttp_nic_core *n, const struct ttp_nic_params *p, struct ttp_arena *a)
{
    /* ring.take */
    const uint32_t all = ttp_nic_waiting(p->data_w);
    const uint32_t ahead = p->data_w == 512 ? all / p->rings : all;

    memset(n, 0, sizeof *n);
    n->p = *p;
    ttp_nic_csr_bind(&n->csr, p);
    for (uint32_t r = 0; r < p->rings; r++)
        ttp_nic_ring_bind(&n->send_ring[r], p->data_w, ahead, a);
    ttp_fifo_bind(&n->asked, a, sizeof(uint8_t), ahead * p->rings);
    reset_asked(n);
    ttp_nic_ring_bind(&n->recv_ring, p->data_w, all, a);
    ttp_nic_asks_bind(&n->asks, p->data_w);
    ttp_nic_messages_bind(&n->messages, p, a);
    ttp_nic_post_bind(&n->post, p, a);
    ttp_nic_read_bind(&n->read, p->data_w, a);
    ttp_nic_parse_bind(&n->parse, p->data_w, a);
    ttp_nic_place_bind(&n->place, p, a);
    ttp_nic_write_bind(&n->write, p->data_w, a);
    ttp_nic_acts_bind(&n->acts, p, a);
}

void ttp_nic_core_drive(const struct ttp_nic_core *n, struct ttp_nic_out *o)
{
    const uint32_t lanes = n->read.lanes;

    o->m_axi_arvalid = n->asks.arvalid;
    o->m_axi_arid = n->asks.arid;
    o->m_axi_araddr = n->asks.araddr;
    o->m_axi_arlen = n->asks.arlen;
    o->m_axi_rready = ttp_nic_read_r_ready(&n->read);
    o->m_axi_bready = true;
    o->m_axi_awvalid = n->write.aw;
    o->m_axi_awid = n->write.is_record;
    o->m_axi_awaddr = n->write.aw_addr;
    o->m_axi_awlen = (uint8_t)(n->write.aw_words - 1u);
    o->m_axi_wvalid = n->write.wvalid;
    if (n->write.wvalid) {
        ttp_beat_copy(o->m_axi_wdata, n->write.wdata, lanes);
        o->m_axi_wstrb = n->write.wstrb;
        o->m_axi_wlast = n->write.wlast;
    }
    ttp_axil_drive(&n->csr.axil, &o->s_axil);
    o->irq = n->csr.irq;
    o->m_axis_tx_tvalid = n->read.tvalid;
    if (n->read.tvalid) {
        ttp_beat_copy(o->m_axis_tx_tdata, n->read.tdata, lanes);
        o->m_axis_tx_tkeep = n->read.tkeep;
        o->m_axis_tx_tlast = n->read.tlast;
        o->m_axis_tx_tuser = n->read.tuser;
        o->m_axis_tx_tdest = n->read.tdest;
    }
    o->s_axis_rx_tready = ttp_nic_parse_ready(&n->parse);
    o->s_axis_cpl_tready = !n->messages.event && !n->messages.clear;
    o->clear_valid = n->messages.clear;
}

/* ---- what the parts say within a cycle ---- */

static void wire_ring(const struct ttp_nic_core *n, const struct ttp_nic_in *in,
                      struct ttp_nic_ring_in *r, const struct ttp_nic_csr_ring *cfg, uint16_t head,
                      uint8_t id)
{
    r->rst = in->rst;
    r->on = n->csr.on && !n->csr.clear;
    r->clear = n->csr.clear;
    r->base = cfg->base;
    r->size = cfg->size;
    r->head = head;
    r->r_valid = in->m_axi_rvalid && in->m_axi_rid == id && ttp_nic_read_r_ready(&n->read);
    r->r_last = in->m_axi_rlast;
    r->r_err = in->m_axi_rresp >> 1 & 1;
    r->r_data = in->m_axi_rdata;
}

/* mem.id - the next answer with ID 1 is to that send ring. */
static bool answers_to(const struct ttp_nic_core *n, uint32_t ring)
{
    return n->p.rings == 1
        || (ttp_fifo_valid(&n->asked) && *(const uint8_t *)ttp_fifo_head(&n->asked) == ring);
}

/* What asks for reads of memory. */
static void wire_askers(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_wires *w = &n->w;

    for (uint32_t r = 0; r < n->p.rings; r++) {
        wire_ring(n, in, &w->send_in[r], &n->csr.send[r], n->csr.send_head[r], 1);
        w->send_in[r].rings = n->csr.bell && n->csr.bell_ring == r;
        w->send_in[r].r_valid &= answers_to(n, r);
    }
    wire_ring(n, in, &w->recv_in, &n->csr.recv, n->csr.recv_head, 2);
    w->read_in.cmd_valid = n->post.cmd_valid;
    w->read_in.cmd = &n->post.cmd;
}

static void comb_asks(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_asks_in *a = &n->w.asks_in;
    uint32_t rings = 0;

    for (uint32_t r = 0; r < n->p.rings; r++)
        rings |= (uint32_t)ttp_nic_ring_asks(&n->send_ring[r], &n->w.send_in[r]) << r;
    a->send_valid = rings != 0;
    if (rings) {
        n->w.asking = ttp_nic_turn(rings, n->asked_last);
        a->send_addr = n->send_ring[n->w.asking].ar_addr;
    }
    n->w.read_in.asks = ttp_nic_read_asks(&n->read, &n->w.read_in);
    a->recv_valid = ttp_nic_ring_asks(&n->recv_ring, &n->w.recv_in);
    a->recv_addr = n->recv_ring.ar_addr;
    a->data_valid = n->w.read_in.asks.words[0] != 0;
    a->data_addr = n->w.read_in.asks.addr[0];
    a->data_len = (uint8_t)(n->w.read_in.asks.words[0] - 1u);
    a->m_axi_arready = in->m_axi_arready;
    ttp_nic_asks_comb(&n->asks, a, &n->w.asks);
}

/* What is told of writes that were answered, and whether there is room for it. */
static void comb_acts(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_acts_in *a = &n->w.acts_in;

    a->on = n->csr.on && !n->csr.clear;
    a->clear = n->csr.clear;
    a->cfg_base = n->csr.cpl.base;
    a->cfg_size = n->csr.cpl.size;
    a->cfg_tail = n->csr.cpl_tail;
    a->cfg_wait = n->csr.wait;
    a->act = ttp_nic_write_act(&n->write);
    a->b_valid = in->m_axi_bvalid && !in->m_axi_bid;
    a->c_valid = in->m_axi_bvalid && in->m_axi_bid;
    a->b_err = in->m_axi_bresp >> 1 & 1;
    if (n->acts.goes) {
        const struct ttp_nic_message *m
            = &n->messages.m[n->acts.cur.tag & (n->p.messages - 1u)];

        a->slot_dest = m->dest;
        a->slot_cookie = m->cookie;
        a->slot_length = m->length;
        a->slot_index = m->index;
        a->slot_ring = m->ring;
    }
    a->reply_ready = ttp_fifo_ready(&n->post.replies);
    ttp_nic_acts_comb(&n->acts, a, &n->w.acts);
}

/* What is written next. */
static void comb_write(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_write_in *w = &n->w.write_in;

    w->word = ttp_fifo_valid(&n->parse.data) ? (const uint64_t *)ttp_fifo_head(&n->parse.data)
                                             : NULL;
    w->record_valid = n->w.acts.record_valid;
    w->record_addr = n->w.acts.record_addr;
    w->record = n->w.acts.record;
    w->m_axi_awready = in->m_axi_awready;
    w->m_axi_wready = in->m_axi_wready;
    ttp_nic_write_comb(&n->write, w, &n->w.write);
}

static void comb_place(struct ttp_nic_core *n)
{
    struct ttp_nic_place_in *p = &n->w.place_in;

    p->clear = n->csr.clear;
    p->cfg_wait = n->csr.wait;
    p->head = ttp_nic_parse_head(&n->parse);
    p->ending_valid = ttp_nic_messages_ending(&n->messages);
    if (p->ending_valid) {
        p->ending_slot = n->messages.at;
        p->ending_status = n->messages.m[n->messages.at].status;
    }
    if (n->place.front == TTP_NIC_PLACE_C1) {
        const uint32_t tag = ttp_nic_place_tag(p->head);
        /* msg.life - of another one it is of none of our messages */
        const bool ours = ttp_nic_tag_life(tag) == n->csr.tag_life;
        const struct ttp_nic_message *m = ours ? ttp_nic_messages_of(&n->messages, tag) : NULL;

        p->msg_open = m != NULL;
        if (m) {
            p->msg_dest = m->dest;
            p->msg_length = m->length;
            p->msg_progress = m->progress;
            p->msg_addr = m->addr;
            p->msg_sent = m->sent;
            p->msg_read = m->read;
        }
    }
    p->buffer_valid = ttp_nic_ring_valid(&n->recv_ring);
    p->buffer = ttp_nic_ring_element(&n->recv_ring);
    p->buffer_index = n->recv_ring.index;
    p->read_ready = ttp_fifo_ready(&n->post.reads);
    p->cmd_ready = n->w.write.cmd_ready;
    ttp_nic_place_comb(&n->place, p, &n->w.place);
}

static void comb_post(struct ttp_nic_core *n)
{
    struct ttp_nic_post_in *p = &n->w.post_in;

    p->open = 0;
    for (uint32_t r = 0; r < n->p.rings; r++) {
        const struct ttp_nic_ring *ring = &n->send_ring[r];

        p->element[r] = ttp_nic_ring_valid(ring) ? ttp_nic_ring_element(ring) : NULL;
        p->index[r] = ring->index;
        p->open |= (uint32_t)n->messages.m[n->post.source[r].tag & 0xFF].open << r;
    }
    p->under = n->messages.under;
    p->room = n->messages.room;
    p->wrong_ready = !n->read.fault;
    p->opens_tag = ttp_nic_messages_tag(&n->messages, n->csr.tag_life);
    p->cmd_ready = ttp_nic_read_cmd_ready(&n->read);
    ttp_nic_post_comb(&n->post, p, &n->w.post);
}

/* ---- what the parts hear of the others ---- */

static void wire_csr(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    const struct ttp_nic_wires *w = &n->w;
    const struct ttp_nic_acts_pulses *a = &n->acts.pulses;
    struct ttp_nic_csr_in *c = &n->w.csr_in;
    bool fault = false;

    for (uint32_t r = 0; r < n->p.rings; r++) fault |= n->send_ring[r].fault;
    c->rst = in->rst;
    c->cfg_epoch_seed = in->cfg_epoch_seed;
    c->axil = in->s_axil;
    c->axil.awaddr &= 0xFFF;
    c->axil.araddr &= 0xFFF;
    for (uint32_t r = 0; r < n->p.rings; r++) n->w.send_tail[r] = n->send_ring[r].tail;
    c->send_tail = w->send_tail;
    c->recv_tail = n->recv_ring.tail;
    c->cpl_head = n->acts.head;
    c->any = ttp_nic_places_any(&n->messages.used);
    c->looks = w->place.looks;
    c->commands = w->place.cmd_valid && w->write.cmd_ready;
    c->retires = a->retires;
    c->asks = w->place.read_valid && w->place_in.read_ready;
    c->answered = n->read.answered;
    c->causes = (uint8_t)((a->wrote && !a->wrote_err) | w->acts.is_full << 1 | a->wrote_err << 2
                          | (fault || n->recv_ring.fault) << 3);
    c->counts = (uint16_t)(n->read.posted | n->place.taken << 1 | n->place.bad << 2
                           | a->refused << 3 | n->place.late << 4 | a->lost << 5
                           | a->done_ok << 6 | a->done_bad << 7 | a->told << 8);
}

static void wire_messages(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_messages_in *m = &n->w.messages_in;
    const struct ttp_nic_place_out *p = &n->w.place;

    m->rst = in->rst;
    m->cfg_timeout = n->csr.timeout;
    m->cfg_life = n->csr.life;
    m->cfg_life_set = n->csr.life_set;
    memcpy(m->cfg_limit, n->csr.limit, sizeof m->cfg_limit);
    m->opens = n->w.post.opens;
    if (m->opens) m->opening = n->w.post.opening;
    m->sent_valid = n->read.sent;
    m->fault_valid = n->read.fault;
    m->fault_tag = n->read.fault_tag;
    m->tag = ttp_nic_head_tag(&n->place.back.head);
    m->msg_moves = p->msg_moves;
    m->msg_next = p->msg_next;
    m->msg_closes = p->msg_closes;
    m->ending_ready = p->ending_ready;
    m->slot = n->acts.cur.tag & (n->p.messages - 1u);
    m->frees = n->w.acts.frees;
    m->cpl_valid = in->s_axis_cpl_tvalid;
    m->cpl_hi = in->s_axis_cpl_tdata[1];
    m->clear_ready = in->clear_ready;
}

/* Of a payload to be sent. */
static void wire_send(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_wires *w = &n->w;

    w->asks_in.rst = w->post_in.rst = w->read_in.rst = in->rst;
    for (uint32_t r = 0; r < n->p.rings; r++) {
        w->send_in[r].ready = w->post.opens && w->post.opening.ring == r;
        w->send_in[r].ar_ready = w->asks.send_ready && w->asks_in.send_valid && w->asking == r;
    }
    w->recv_in.ready = w->place.buffer_ready;
    w->recv_in.ar_ready = w->asks.recv_ready;
    w->post_in.read_valid = w->place.read_valid;
    if (w->place.read_valid) w->post_in.read = w->place.read;
    w->post_in.reply_valid = w->acts.reply_valid;
    if (w->acts.reply_valid) w->post_in.reply = w->acts.reply;
    w->read_in.cfg_coalesce = n->csr.coalesce;
    w->post_in.cfg_coalesce = n->csr.coalesce != 0;
    w->post_in.waits = ttp_nic_read_waits(&n->read);
    w->read_in.ar_ready = w->asks.data_ready;
    w->read_in.r_valid = in->m_axi_rvalid && in->m_axi_rid == 0;
    w->read_in.r_err = in->m_axi_rresp >> 1 & 1;
    w->read_in.r_data = in->m_axi_rdata;
    w->read_in.m_axis_tx_tready = in->m_axis_tx_tready;
}

/* Of a payload that comes. */
static void wire_receive(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_wires *w = &n->w;
    const struct ttp_nic_csr *c = &n->csr;

    w->parse_in.rst = w->place_in.rst = w->write_in.rst = w->acts_in.rst = in->rst;
    w->parse_in.tvalid = in->s_axis_rx_tvalid;
    w->parse_in.tlast = in->s_axis_rx_tlast;
    w->parse_in.tdata = in->s_axis_rx_tdata;
    w->parse_in.tkeep = in->s_axis_rx_tkeep;
    w->parse_in.tid = in->s_axis_rx_tid;
    w->parse_in.head_ready = w->place.head_ready;
    w->parse_in.word_ready = w->write.word_ready;
    w->place_in.region_wr = c->region_wr;
    if (c->region_wr) {
        w->place_in.region_index = c->index;
        w->place_in.region = (struct ttp_nic_region){
            c->base, c->length, c->key, c->peer, c->rights,
            c->all
        };
    }
    w->write_in.cmd_valid = w->place.cmd_valid;
    w->write_in.cmd = &w->place.cmd;
    w->write_in.act_ready = w->acts.act_ready;
    w->acts_in.record_ready = w->write.record_ready;
}

/* In turn send rings are asked for, and their elements come in that order. */
static void clock_asked(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    const struct ttp_nic_wires *w = &n->w;
    const bool asks = w->asks_in.send_valid && w->asks.send_ready;
    const bool comes = in->m_axi_rvalid && in->m_axi_rid == 1 && in->m_axi_rlast
                    && ttp_nic_read_r_ready(&n->read) && ttp_fifo_valid(&n->asked);

    if (asks) {
        n->asked_last = w->asking;
        *(uint8_t *)ttp_fifo_slot(&n->asked) = w->asking;
    }
    if (asks || comes) ttp_fifo_clock(&n->asked, asks, comes);
    if (in->rst) reset_asked(n);
}

void ttp_nic_core_clock(struct ttp_nic_core *n, const struct ttp_nic_in *in)
{
    struct ttp_nic_wires *w = &n->w;

    wire_askers(n, in);
    comb_asks(n, in);
    comb_acts(n, in);
    comb_write(n, in);
    comb_place(n);
    comb_post(n);
    wire_send(n, in);
    wire_receive(n, in);
    wire_messages(n, in);
    wire_csr(n, in);

    if (n->p.rings > 1) clock_asked(n, in);         /* before read: it looks at its room */
    ttp_nic_read_clock(&n->read, &w->read_in);      /* before post: it looks at its register */
    ttp_nic_post_clock(&n->post, &w->post_in);
    ttp_nic_csr_clock(&n->csr, &w->csr_in);
    ttp_nic_messages_clock(&n->messages, &w->messages_in);
    for (uint32_t r = 0; r < n->p.rings; r++)
        ttp_nic_ring_clock(&n->send_ring[r], &w->send_in[r]);
    ttp_nic_place_clock(&n->place, &w->place_in);
    ttp_nic_ring_clock(&n->recv_ring, &w->recv_in);
    ttp_nic_asks_clock(&n->asks, &w->asks_in);
    ttp_nic_acts_clock(&n->acts, &w->acts_in);
    ttp_nic_write_clock(&n->write, &w->write_in);
    ttp_nic_parse_clock(&n->parse, &w->parse_in);
}

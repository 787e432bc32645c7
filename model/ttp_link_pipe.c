/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_link_pipe.h"

#include <string.h>

#define ACT(name) (1u << TTP_ACT_##name)
#define TTP_START_STEP (1u << 20)

void ttp_link_pipe_bind(struct ttp_link_pipe *b, const struct ttp_params *p,
                        struct ttp_arena *a)
{
    uint32_t cw = 1;

    while (1u << (cw - 1) < p->tx_pkts) cw++;       /* clog2(TX_PKTS) + 1 */
    b->cmask = (uint16_t)((1u << cw) - 1);
    b->links = 3 * p->link_sets * p->link_ways;
    b->slots = p->data_w == 512 ? 8 : 4;
    b->trace = p->trace != 0;
    b->wide = p->data_w == 512;
    b->deep = p->deep != 0;
    b->s2_last = b->wide ? 0 : b->deep ? 5 : 2;
    b->rec = ttp_arena_take(a, b->links * sizeof *b->rec);
    b->napp = ttp_arena_take(a, b->links * sizeof *b->napp);
    b->nfreed = ttp_arena_take(a, b->links * sizeof *b->nfreed);
    b->act = ttp_arena_take(a, b->links * sizeof *b->act);
    ttp_link_table_bind(&b->table, p, a);
}

void ttp_link_pipe_drive(const struct ttp_link_pipe *b, struct ttp_link_pipe_out *o)
{
    o->s2_valid = ttp_link_pipe_acts(b);
    o->s1_valid = b->s1_valid || (b->s2_valid && !o->s2_valid);
    o->s2_soon = b->s2_valid && b->s2_step + 1 == b->s2_last;
    o->s1_turn = b->wide && b->s1_valid && b->s1_ev.turn;
    o->pipe_excl = b->wide && ((b->s1_valid && b->s1_ev.excl) || (b->s2_valid && b->s2_ev.excl));
    o->sp_valid = b->wide && b->s2_valid && b->s2_ev.turn && !b->s2_ev.second;
    o->cnt_pulse = b->cnt;
    o->irq_nolink = b->irq & (1u << TTP_IRQ_NOLINK);
    o->irq_closed = b->irq & (1u << TTP_IRQ_CLOSED);
    o->irq_restart = b->irq & (1u << TTP_IRQ_RESTART);
    o->epoch_q = b->life;
    o->start_id_q = b->start_id;
    o->trace_valid = b->tr_valid;
    if (!b->tr_valid) return;
    o->trace_state0 = b->tr_state0;
    o->trace_state1 = b->tr_state1;
    o->trace_event = b->tr_event;
    o->trace_action = b->tr_action;
    o->trace_link = b->tr_link;
    o->trace_txid = b->tr_txid;
    o->trace_rxid = b->tr_rxid;
}

/* All that was handed over for link is retired and freed. */
static bool nothing_held(const struct ttp_link_pipe *b, uint32_t link)
{
    return b->napp[link] == b->rec[link].nret && b->nfreed[link] == b->rec[link].nret;
}

/* tbl.reuse, tbl.reuse.dead, tbl.victim.fit: may the entry of link be reused, now
 * or after it has been closed? True: but for being pinned. */
static bool judge(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in, uint32_t link,
                  struct ttp_link_table_in *t)
{
    const struct ttp_link_rec *r = &b->rec[link];
    const bool empty = b->deep ? b->probe_empty : nothing_held(b, link);
    const bool pinned = in->pin_valid && in->pin_link == link;
    const uint32_t age = ttp_tick_age(b->deep ? b->probe_tick : in->tick, r->ta);
    const bool good = r->st == TTP_ST_CLOSED && empty && !(r->dead && in->irq_dead);
    const bool cand = r->st == TTP_ST_OPEN && empty && !r->nfl && !r->closereq && !r->gapv
                      && !r->xv && age > ttp_ticks(in->victim_idle);

    t->probe_good = good && !pinned;
    t->probe_cand = cand && !pinned;
    t->probe_stranger = !r->plife;
    t->probe_age = age;
    t->probe_closing = r->st == TTP_ST_CLOSE_SENT || r->st == TTP_ST_CLOSE_RECD
                       || (r->st == TTP_ST_OPEN && r->closereq);
    return (good || cand) && pinned;
}

static uint16_t held(const struct ttp_link_pipe *b, uint16_t napp, const struct ttp_link_rec *r)
{
    return (uint16_t)((unsigned)(napp - r->nret) & b->cmask);
}

static void peek(const struct ttp_link_pipe *b, const struct ttp_link_rec *r, uint16_t held_n,
                 struct ttp_link_pipe_out *o)
{
    o->f.peek_valid = true;
    memset(o->peek_data, 0, sizeof o->peek_data);
    if (b->s2_entry == TTP_ENTRY_NONE) return;
    o->peek_data[0] = 1u << 31 | (uint32_t)r->dead << 30 | (uint32_t)r->closereq << 29
                      | (uint32_t)r->reopen << 28 | (uint32_t)r->retry << 12 | r->st;
    o->peek_data[1] = (uint32_t)b->s2_vc << 24 | b->s2_node;
    o->peek_data[2] = r->una;
    o->peek_data[3] = r->una + r->nfl;
    o->peek_data[4] = r->last;
    o->peek_data[5] = (uint32_t)r->plife << 16 | r->olife;
    o->peek_data[6] = held_n;
}

/* The link's turn, after the FSM. */
static void settle(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   const struct ttp_link_seen *seen, bool settled, struct ttp_link_pipe_out *o)
{
    struct ttp_link_rec *r = &o->rec;
    const uint16_t held_n = held(b, seen->napp, r);
    const bool second = b->s2_ev.second;
    const bool act = b->act[b->s2_link];
    /* A PEEK only looks: what has been appended just now has its doorbell. */
    const bool turn = b->s2_ev.ev == TTP_EV_PEEK ? false : (b->s2_ev.ev == TTP_EV_SEND && !second) || !act;
    struct ttp_link_send_in si = { in->cfg.timeout, seen->now, seen->tick, held_n, false,
                                   in->nack_once };
    struct ttp_link_send_out so;
    bool more;

    o->f.act = act;
    if (!turn && !second) return;
    si.go = !b->sent && in->slots_used < b->slots && (r->cof || settled);
    ttp_link_send(&si, r, &so);
    if (so.sent) {
        o->f.snd_valid = true;
        o->f.snd_head = so.head;
        o->snd_id = so.id;
        o->act_d = (uint16_t)(o->act_d | ACT(SEND));
        if (so.replay) {
            o->act_d = (uint16_t)(o->act_d | ACT(REPLAY));
            o->cnt_d |= TTP_LINK_CNT(REPLAY);
        }
    }
    if (!turn) return;          /* it stands in the ready list already */
    more = so.more || (so.must_ask && held_n && !r->hold);      /* its next turn sends the OPEN */
    o->f.act = more;
    o->f.rq_push = more;
    o->f.rq_push_replay = r->cof < r->nfl;
}

static void stage1(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   struct ttp_link_pipe_out *o)
{
    struct ttp_link_table_in ti;
    uint32_t probe;

    ti.probe_good = ti.probe_cand = ti.probe_closing = false;
    o->pinned = ttp_link_table_probe(&b->table, &probe) && judge(b, in, probe, &ti);
    if (b->wide) o->pin_kill = o->pinned;
    ttp_link_table_comb(&b->table, &ti, &o->s1);
    o->s1_rd_en = o->s1.s1_go;
    o->s1_link = o->s1.s1_link;
}

/* The link in S2 makes room for the peer of the event. The timer sends its CLOSE. */
static void close_victim(const struct ttp_link_pipe *b, uint32_t now, struct ttp_link_pipe_out *o)
{
    o->rec = b->rec[b->s2_link];
    ttp_link_victim(&o->rec, now);
    o->f.victim = true;
}

static void write_timer(struct ttp_link_pipe_out *o)
{
    o->f.tm_wr = true;
    o->f.tm_armed = o->rec.armed;
    o->f.tm_armed2 = o->rec.armed2;
    o->tm_dl = o->rec.dl;
    o->tm_dl2 = o->rec.dl2;
}

/* The retire engine has freed all that the link has retired; what it writes in this very cycle counts. */
static bool is_settled(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in)
{
    const uint32_t link = b->s2_link;

    return (in->nf_wr && in->nf_link == link ? in->nf_val : b->nfreed[link]) == b->rec[link].nret;
}

/* What an event sees of the world as it enters S2; deep: but for what is configured, that a cycle later. */
static void look(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in, struct ttp_link_seen *s)
{
    const bool entry = b->s2_entry != TTP_ENTRY_NONE;

    s->cfg = in->cfg;
    s->start_id = b->start_id;
    if (b->s2_step) return;
    s->now = in->now;
    s->tick = in->tick;
    s->napp = entry ? b->napp[b->s2_link] : 0;
    s->settled = entry && is_settled(b, in);
}

static void stage2(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   const struct ttp_link_seen *seen, struct ttp_link_pipe_out *o)
{
    const struct ttp_link_ev *e = &b->s2_ev;
    const uint32_t link = b->s2_link;
    const bool entry = b->s2_entry != TTP_ENTRY_NONE;
    struct ttp_link_fsm_in fi;
    struct ttp_link_fsm_out fo;
    uint32_t una0 = 0;

    o->vc = b->s2_vc;
    o->node = b->s2_node;
    o->link = link;
    o->state0 = TTP_ST_CLOSED;
    if (entry) {
        o->rec = b->rec[link];
        una0 = o->rec.una;
        if (b->s2_entry == TTP_ENTRY_HIT) o->state0 = o->rec.st;
    }
    fi.cfg = b->deep ? &b->arm : &in->cfg;
    fi.seen = &seen->cfg;
    fi.settled = seen->settled;
    fi.ev = e->ev;
    fi.entry = b->s2_entry;
    fi.fits = e->fits;
    fi.napp = seen->napp;
    fi.cmask = b->cmask;
    fi.epoch = e->epoch;
    fi.life = b->deep ? b->arm_life : b->life;
    fi.start_id = seen->start_id;
    fi.txid = e->txid;
    fi.rxid = e->rxid;
    fi.now = seen->now;
    fi.tick = seen->tick;
    ttp_link_fsm(&fi, &o->rec, &fo);
    o->act_d = fo.act;
    o->cnt_d = fo.cnt;
    o->irq_d = fo.irq;

    o->f.rs_valid = fo.rs_valid;
    o->f.rs_notify = fo.rs_notify;
    o->rs_op = fo.rs_op;
    o->rs_txid = fo.rs_txid;
    o->rs_rxid = fo.rs_rxid;
    o->rs_epoch = fo.rs_epoch;
    o->f.cr_give = e->cred && !fo.rs_valid;
    o->f.life_take = fo.new_life;
    o->f.start_take = fo.new_entry;

    o->f.vd_valid = e->ev == TTP_OP_PAYLOAD && e->fits;
    o->f.vd_take = fo.take;
    o->vd_len = e->len;

    switch (e->ev) {
    case TTP_EV_LOOKUP:
        o->f.lk_done = true;
        o->f.lk_ok = entry && !o->rec.vict;
        break;
    case TTP_EV_PEEK:
        peek(b, &o->rec, entry ? held(b, seen->napp, &o->rec) : 0, o);
        break;
    case TTP_EV_CLOSE:
        o->f.close_done = true;
        o->f.close_nolink = o->state0 == TTP_ST_CLOSED;
        break;
    default:
        break;
    }
    if (b->s2_vict) {
        close_victim(b, seen->now, o);
        write_timer(o);
    }
    if (!entry) return;

    o->f.gl_wr = fo.moved;
    o->f.gl_flush = fo.flush;
    o->f.rt_push = fo.moved && is_settled(b, in);
    o->gl_nret = o->rec.nret;
    o->gl_una = fo.flush ? una0 : o->rec.una;
    if (fo.cp_kind) {       /* {kind, status, VC, node, first ID, count, bytes} */
        const uint32_t id = fo.cp_kind == TTP_CPL_DEAD ? una0
                            : fo.cp_kind == TTP_CPL_RESTARTED ? e->txid : o->rec.una;

        o->f.cp_valid = true;
        o->cp_data[1] = (uint64_t)fo.cp_kind << 56 | (uint64_t)b->s2_vc << 40
                        | (uint64_t)b->s2_node << 16 | id >> 16;
        o->cp_data[0] = (uint64_t)id << 48 | (uint64_t)fo.cp_count << 32;
    }
    settle(b, in, seen, fi.settled && !fo.moved, o);
    write_timer(o);
    if (in->in_link == link) o->ap_act = o->f.act;
}

void ttp_link_pipe_comb(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                        struct ttp_link_pipe_out *o)
{
    o->s1_rd_en = o->s1.s1_go = o->pinned = false;
    o->pin_kill = b->kill;
    o->ap_act = b->act[in->in_link];
    memset(&o->f, 0, sizeof o->f);
    if (b->s1_valid) stage1(b, in, o);
    if (!b->s2_valid) return;
    if (b->wide) {
        struct ttp_link_seen seen;

        look(b, in, &seen);
        stage2(b, in, &seen, o);
    } else if (ttp_link_pipe_acts(b)) {
        stage2(b, in, &b->seen, o);
    } else if (b->s2_entry != TTP_ENTRY_NONE && in->in_link == b->s2_link) {
        o->ap_act = false;          /* not known yet: rather one doorbell too many */
    }
}

static void by_link(struct ttp_link_ev *e, struct ttp_link_table_in *t, unsigned ev,
                    uint32_t link, bool turn, bool cred)
{
    *e = (struct ttp_link_ev){ .ev = (uint8_t)ev, .turn = turn, .cred = cred };
    t->s0_bylink = true;
    t->s0_link = link;
}

static void by_peer(struct ttp_link_ev *e, struct ttp_link_table_in *t, unsigned ev, uint8_t vc,
                    uint32_t node, bool cred)
{
    *e = (struct ttp_link_ev){ .ev = (uint8_t)ev, .vc = vc, .cred = cred };
    t->s0_vc = vc;
    t->s0_node = node;
}

/* The event of the granted source, as S1 will hold it. */
static void select_event(const struct ttp_link_pipe_in *in, uint32_t s2_link, struct ttp_link_ev *e,
                         struct ttp_link_table_in *t)
{
    const struct ttp_rxq *rx;

    t->s0_bylink = false;
    switch (in->grant) {
    case TTP_G_RX:
        rx = in->rxq;
        by_peer(e, t, rx->op, rx->vc, rx->peer, true);
        e->fits = rx->op == TTP_OP_PAYLOAD && rx->fits;
        e->epoch = rx->epoch;
        e->txid = rx->txid;
        e->rxid = rx->rxid;
        e->len = rx->len;
        e->excl = rx->op == TTP_OP_OPEN;
        break;
    case TTP_G_CT:
        if (in->ct_op) by_link(e, t, TTP_EV_PEEK, in->ct_link, false, false);
        else by_peer(e, t, TTP_EV_CLOSE, in->ct_vc, in->ct_node, true);
        break;
    case TTP_G_LK:
        by_peer(e, t, TTP_EV_LOOKUP, in->lk_vc, in->lk_node, false);
        e->excl = 1;
        break;
    case TTP_G_TM: by_link(e, t, TTP_EV_TIMER, in->tm_qlink, false, true); break;
    case TTP_G_LF: by_link(e, t, TTP_EV_LEFT, in->lf_link, false, false); break;
    case TTP_G_DB: by_link(e, t, TTP_EV_DOORBELL, in->db_link, true, true); break;
    case TTP_G_RQ: by_link(e, t, TTP_EV_SEND, in->rq_link, true, true); break;
    default:
        by_link(e, t, TTP_EV_SEND, s2_link, true, true);
        e->second = 1;
        break;
    }
    t->s0_excl = e->excl;
}

void ttp_link_pipe_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                         const struct ttp_link_pipe_out *o)
{
    const uint32_t s2_link = b->s2_link;        /* of the event in S2 now */
    const bool entry = b->s2_entry != TTP_ENTRY_NONE;
    const bool quiet = !b->s1_valid && !b->table.s2_wr && !in->grant;
    uint32_t probe;

    if (b->s2_valid && !b->wide && b->s2_step <= b->deep) look(b, in, &b->seen);
    if (b->deep && b->s2_valid && b->s2_step + 1 == b->s2_last) {
        b->arm = in->cfg;
        b->arm_life = b->life;
    }
    if (b->deep && ttp_link_table_reads(&b->table, &probe)) {
        b->probe_empty = nothing_held(b, probe);
        b->probe_tick = in->tick;
    }
    if (ttp_link_pipe_acts(b)) {
        if (o->f.tm_wr) {
            b->rec[b->s2_link] = o->rec;
            if (entry) b->act[b->s2_link] = o->f.act;
        }
        b->tr_state0 = o->state0;
        b->tr_state1 = entry ? o->rec.st : o->state0;
        b->tr_event = b->s2_ev.ev;
        b->tr_action = o->act_d;
        b->tr_link = entry ? o->link : 0xFFFF;
        b->tr_txid = o->f.snd_valid ? o->snd_id : b->s2_ev.txid;
        b->tr_rxid = b->s2_ev.rxid;
        b->tr_valid = b->trace && b->s2_ev.ev != TTP_EV_PEEK
                      && !(b->s2_ev.second && !o->f.snd_valid);
        b->cnt = o->cnt_d;
        b->irq = o->irq_d;
        b->sent = o->f.snd_valid;
        b->s2_valid = 0;
    } else {
        b->s2_step += b->s2_valid;
        b->tr_valid = 0;
        b->cnt = 0;
        b->irq = 0;
        b->sent = 0;
    }

    b->kill = !b->wide && o->pinned && !in->core_rst;
    if (o->f.life_take) b->life = b->life == 0xFFFF ? 1 : (uint16_t)(b->life + 1);
    if (o->f.start_take) b->start_id += TTP_START_STEP;
    if (in->epoch_set) b->life = in->epoch_val;
    if (in->start_id_set) b->start_id = in->start_id_val;

    if (o->s1.s1_go) {
        b->s2_valid = 1;
        b->s2_step = 0;
        b->s2_ev = b->s1_ev;
        b->s2_entry = o->s1.s1_entry;
        b->s2_vict = o->s1.s1_vict;
        b->s2_vc = o->s1.s1_vc;
        b->s2_node = o->s1.s1_node;
        b->s2_link = o->s1.s1_link;
        b->s1_valid = 0;
    }
    if (!quiet || in->init_active) {
        struct ttp_link_table_in ti = { 0 };

        ti.s0_valid = in->grant != TTP_G_NONE;
        if (ti.s0_valid) {
            select_event(in, s2_link, &b->s1_ev, &ti);
            b->s1_valid = 1;
        }
        if (b->deep) {          /* the table hears of it a cycle later */
            const struct ttp_link_table_in next = ti;
            const bool any = b->s0_valid;

            ti = b->s0;
            ti.s0_valid = any;
            b->s0 = next;
            b->s0_valid = next.s0_valid && !in->core_rst;
        }
        ti.core_rst = in->core_rst;
        ti.init_active = in->init_active;
        ti.init_idx = in->init_idx;
        ttp_link_table_clock(&b->table, &ti, &o->s1);
    }

    if (in->ap_valid) b->napp[in->ap_link] = in->ap_napp;
    if (in->nf_wr) b->nfreed[in->nf_link] = in->nf_val;

    if (in->init_active && in->init_idx < b->links) {
        memset(&b->rec[in->init_idx], 0, sizeof *b->rec);
        b->napp[in->init_idx] = 0;
        b->nfreed[in->init_idx] = 0;
        b->act[in->init_idx] = 0;
    }
    if (in->core_rst) {
        b->s1_valid = b->s2_valid = 0;
        b->sent = b->tr_valid = b->irq = 0;
        b->cnt = 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_pipe.v (table and FSM inside) against model/ttp_link_pipe.c. Around
// both stands what keeps the contract of the pipe: the arbiter, an ingest that appends and rings, a
// retire engine that frees, ready lists, send slots. Frames carry numbers near those of the link's
// record, so that links really open, send, retire, close and die. Every output, every cycle.
//
// PARAMS: -GDATA_W=512 -GSLOTS=8 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=1 -GDEEP=0 -GLW=2 -GCW=4
// PARAMS: -GDATA_W=512 -GSLOTS=8 -GLINK_SETS=2 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=0 -GLW=4 -GCW=6
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=4 -GTRACE=1 -GDEEP=0 -GLW=6 -GCW=6
// PARAMS: -GDATA_W=128 -GSLOTS=4 -GLINK_SETS=2 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=0 -GLW=3 -GCW=15
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=1 -GLW=5 -GCW=6
// PARAMS: -GDATA_W=256 -GSLOTS=4 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=1 -GLW=2 -GCW=4
// SEEDS: 1 2 3
// MODEL: ttp_arbiter
#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_link_pipe.h"
#include "verilated.h"
#include "tb_util.h"
#include "ttp_arbiter.h"
#include "ttp_link_pipe.h"

enum { LINKS = 3 * LINK_SETS * LINK_WAYS, CMASK = (1 << CW) - 1, PKTS = 1 << (CW - 1) };

struct world {
    tb_rng rng;
    ttp_link_pipe b = {};
    std::vector<uint64_t> mem;
    explicit world(uint64_t seed) : rng(seed)
    {
        ttp_params p = {};
        p.data_w = DATA_W;
        p.link_sets = LINK_SETS;
        p.link_ways = LINK_WAYS;
        p.tx_pkts = PKTS;
        p.trace = TRACE;
        p.deep = DEEP;
        ttp_arena a = {};
        ttp_link_pipe_bind(&b, &p, &a);
        mem.resize(a.used / 8);
        a = { reinterpret_cast<uint8_t *>(mem.data()), 0, a.used };
        ttp_link_pipe_bind(&b, &p, &a);
    }

    // Sources
    std::deque<ttp_rxq> rxq;
    std::deque<uint32_t> replay, fresh, left, timer;
    std::deque<std::pair<uint32_t, uint64_t>> leaving;      // link, cycle
    bool ct = false, ct_op = false;
    uint32_t ct_vc = 0, ct_node = 0, ct_link = 0;
    // Ingest
    bool lk = false, lk_out = false, pin = false, db = false;
    uint32_t lk_vc = 0, lk_node = 0, pin_link = 0, db_link = 0, held_all = 0;
    // Retire
    std::deque<uint32_t> rtq;
    std::vector<uint32_t> goal = std::vector<uint32_t>(LINKS), nfreed = std::vector<uint32_t>(LINKS);
    uint32_t slots = 0;
    uint64_t hot = 1;           // nodes that there is traffic with: few links are busy, or many are idle

    void reset()
    {
        rxq.clear(); replay.clear(); fresh.clear(); left.clear(); timer.clear(); leaving.clear();
        ct = lk = lk_out = pin = db = false;
        held_all = slots = 0;
        rtq.clear();
        goal.assign(LINKS, 0);
        nfreed.assign(LINKS, 0);
    }

    uint32_t near(uint32_t base)
    {
        switch (rng.below(12)) {
        case 0: return static_cast<uint32_t>(rng.next());
        case 1: return base + 65530 + rng.below(10);
        case 2: return base - 3 + rng.below(7);
        default: return base + rng.below(2);
        }
    }

    // A frame that some peer might send: near the record of its link, if it has one.
    ttp_rxq frame(const std::vector<uint32_t> &nodes, uint32_t mood)
    {
        static const uint8_t OPS[4][12] = {
            { 7, 7, 7, 7, 6, 6, 6, 7, 1, 0, 8, 6 },         // traffic
            { 0, 0, 1, 1, 1, 2, 6, 6, 7, 7, 10, 8 },        // opening
            { 3, 3, 4, 4, 5, 6, 7, 7, 1, 0, 9, 8 },         // closing
            { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6 },        // anything
        };
        static const uint16_t LIVES[4] = { 0, 1, 0x5aa6, 0xa559 };     // few, but with every bit
        ttp_rxq f = {};
        const ttp_link_rec *r = nullptr;

        f.op = OPS[mood][rng.below(12)];
        f.vc = static_cast<uint8_t>(rng.below(3));
        f.peer = nodes[rng.below(hot)];
        for (uint32_t l = 0; l < LINKS; l++)
            if (b.table.tag[l] == (1u << 24 | f.peer) && l / (LINKS / 3) == f.vc) r = &b.rec[l];
        f.txid = r ? near(r->last + 1) : static_cast<uint32_t>(rng.next());
        f.rxid = r ? near(r->una + (r->nfl ? rng.below(r->nfl + 1u) : 0) - rng.one_in(6)) : 0;
        if (r && r->st == TTP_ST_OPEN_SENT && rng.below(4)) f.rxid = r->una - 1;
        if (f.op == 5 || f.op == 3) f.txid = r && rng.below(3) ? (rng.below(2) ? r->last + 1 : r->clid) : f.txid;
        if (r && r->xv && rng.below(2)) f.txid = r->xid + 1;
        if (f.op == 0 && rng.below(2)) f.txid = static_cast<uint32_t>(rng.next());
        f.epoch = static_cast<uint16_t>(r && rng.below(2) ? r->plife : LIVES[rng.below(4)]);
        f.len = static_cast<uint16_t>(rng.in(1, 1024));
        f.fits = rng.below(5) != 0;
        return f;
    }
};

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    world w(seed);
    tb_rng &rng = w.rng;
    tb_check chk("ttp_link_pipe", seed);
    auto dut = std::make_unique<Vttp_link_pipe>();
    ttp_arbiter arb = {};
    {
        ttp_params p = {};
        ttp_arena a = {};
        p.data_w = DATA_W;
        p.deep = DEEP;
        ttp_arbiter_bind(&arb, &p, &a);
    }
    ttp_link_pipe &b = w.b;
    std::vector<uint32_t> nodes;
    for (int i = 0; i < 3 * LINK_SETS * LINK_WAYS; i++) nodes.push_back(static_cast<uint32_t>(rng.bits(24)));

    struct { uint64_t send, replay, take, retire, dead, closed, alloc, evict, none, peek, peek_beyond, nolink_close, unsettled,
             second, second_sent, opened, reopen, forward, act_race, bell, restart, victim, kept_out, kill; } n = {};
    ttp_link_pipe_in in = {};
    static ttp_link_pipe_out o;
    uint32_t init = 0, mood = 3, rx_load = 30, app_load = 30, free_load = 50, done_load = 40;
    bool active = true;

    uint64_t time = 0;

    in.epoch_val = 1;
    for (uint64_t c = 0; c < 300000; c++) {
        if (c % 1024 == 0) {
            mood = rng.below(4);
            w.hot = rng.below(2) ? nodes.size() : rng.in(1, std::min<uint64_t>(4, nodes.size()));
            rx_load = rng.one_in(5) ? 2 : rng.one_in(3) ? 100 : rng.in(5, 60);
            app_load = rng.one_in(4) ? 0 : rng.in(1, 80);
            free_load = rng.one_in(3) ? (DEEP ? 1 : 2) : rng.in(4, 100);   // slow: the link moves on before its payloads are free
            done_load = rng.one_in(4) ? 3 : rng.in(10, 100);
            in.cfg.timeout = rng.in(1, 1u << rng.in(3, 11));
            in.cfg.open_tmo = rng.in(1, 1u << rng.in(3, 11));
            in.cfg.close_tmo = rng.in(1, 1u << rng.in(3, 11));
            in.cfg.backoff = rng.in(1, 1u << rng.in(3, 11));
            in.cfg.retry_max = rng.one_in(3) ? rng.in(1, 255) : rng.in(1, 5);
            in.cfg.reack = rng.below(2) ? 0 : rng.one_in(8) ? rng.below(1u << 31) : rng.in(1, 1u << rng.in(3, 11));
            in.cfg.idle_tmo = rng.below(2) ? 0 : rng.in(1, 9000);
            in.nack_once = rng.one_in(3);
            in.victim_idle = rng.below(2) ? rng.in(0, 9000) : 1u << rng.in(0, 30);
        }
        const bool rst = c < 3 || rng.one_in(60000);
        ttp_link_pipe_drive(&b, &o);

        // What waits.
        if (!active && !rst) {
            if (w.rxq.size() < 8 && rng.percent(rx_load)) w.rxq.push_back(w.frame(nodes, mood));
            if (w.timer.size() < 4 && rng.percent(20)) {
                const uint32_t l = rng.below(LINKS);
                if (rng.one_in(8) || (b.rec[l].armed && static_cast<int32_t>(in.now - b.rec[l].dl) >= 0)
                    || (b.rec[l].armed2 && static_cast<int32_t>(in.now - b.rec[l].dl2) >= 0)) w.timer.push_back(l);
            }
            if (!w.ct && rng.one_in(30)) {
                w.ct = true;
                w.ct_op = rng.below(2);
                w.ct_vc = rng.below(3);
                w.ct_node = nodes[rng.below(w.hot)];
                w.ct_link = rng.one_in(8) ? rng.below(65536) : rng.below(LINKS);
            }
            if (!w.lk && !w.lk_out && rng.one_in(w.pin ? 60 : 5)) {
                w.lk = true;
                w.pin = false;
                w.lk_vc = rng.below(3);
                w.lk_node = nodes[rng.below(w.hot)];
            }
            while (!w.leaving.empty() && w.leaving.front().second <= c && w.left.size() < 4) {
                w.left.push_back(w.leaving.front().first);
                w.leaving.pop_front();
            }
        }

        // Arbiter
        ttp_arbiter_in ai = {};
        ai.valid = static_cast<uint8_t>((!w.rxq.empty() ? TTP_G_RX : 0) | (!w.timer.empty() ? TTP_G_TM : 0) | (w.ct ? TTP_G_CT : 0)
            | (!w.left.empty() ? TTP_G_LF : 0) | (w.lk ? TTP_G_LK : 0) | (w.db ? TTP_G_DB : 0)
            | (!w.replay.empty() || !w.fresh.empty() ? TTP_G_RQ : 0) | (o.sp_valid ? TTP_G_SP : 0));
        if (active || rst) ai.valid = 0;
        ai.core_rst = rst;
        ai.rxq_is_open = !w.rxq.empty() && w.rxq.front().op == 0;
        ai.rxq_low = w.rxq.size() < 8;
        ai.ct_op = w.ct_op;
        ai.s1_valid = o.s1_valid;
        ai.s1_turn = o.s1_turn;
        ai.s2_valid = o.s2_valid;
        ai.pipe_excl = o.pipe_excl;
        ai.s2_soon = o.s2_soon;
        ai.cr_any = !rng.one_in(16);
        ai.cpl_link_ready = !rng.one_in(16);
        ai.slots_used = static_cast<uint8_t>(w.slots);
        ttp_arbiter_out ao;
        ttp_arbiter_comb(&arb, &ai, &ao);

        // Inputs
        in.core_rst = rst;
        in.init_active = active;
        in.init_idx = init;
        in.irq_dead = (c >> 12 & 1) || rng.one_in(20);
        in.epoch_set = c < 6 || rng.one_in(5000);
        in.epoch_val = static_cast<uint16_t>(rng.one_in(2) ? 65533 + rng.below(3) : rng.in(1, 65535));
        in.start_id_set = c < 6 || rng.one_in(5000);
        in.start_id_val = static_cast<uint32_t>(rng.next());
        in.grant = ao.grant;
        const ttp_rxq head = w.rxq.empty() ? ttp_rxq{} : w.rxq.front();
        in.rxq = &head;
        in.tm_qlink = w.timer.empty() ? 0 : w.timer.front();
        in.ct_op = w.ct_op;
        in.ct_vc = static_cast<uint8_t>(w.ct_vc);
        in.ct_node = w.ct_node;
        in.ct_link = w.ct_link;
        in.lf_link = w.left.empty() ? 0 : w.left.front();
        in.lk_vc = static_cast<uint8_t>(w.lk_vc);
        in.lk_node = w.lk_node;
        in.db_link = w.db_link;
        in.rq_link = !w.replay.empty() ? w.replay.front() : w.fresh.empty() ? 0 : w.fresh.front();
        in.slots_used = static_cast<uint8_t>(w.slots);
        in.pin_valid = w.pin;
        in.pin_link = in.in_link = w.pin_link;
        in.nf_wr = !w.rtq.empty() && !active && !rst && rng.percent(free_load);
        if (in.nf_wr) {
            in.nf_link = w.rtq.front();
            in.nf_val = static_cast<uint16_t>((w.nfreed[in.nf_link] + 1) & CMASK);
        }
        in.ap_valid = false;

        dut->rst = rst;
        dut->init_active = active;
        dut->init_idx = init;
        in.now = static_cast<uint32_t>(time);
        in.tick = static_cast<uint32_t>(time >> 12 & 0xffffff);
        dut->now = time & 0xfffffffff;
        dut->cfg_timeout = in.cfg.timeout;
        dut->cfg_open_tmo = in.cfg.open_tmo;
        dut->cfg_close_tmo = in.cfg.close_tmo;
        dut->cfg_backoff = in.cfg.backoff;
        dut->cfg_retry_max = static_cast<uint8_t>(in.cfg.retry_max);
        dut->cfg_reack = in.cfg.reack;
        dut->cfg_idle = in.cfg.idle_tmo;
        dut->cfg_victim_idle = in.victim_idle;
        dut->cfg_nack_once = in.nack_once;
        dut->epoch_set = in.epoch_set;
        dut->epoch_val = in.epoch_val;
        dut->start_id_set = in.start_id_set;
        dut->start_id_val = in.start_id_val;
        dut->irq_dead = in.irq_dead;
        dut->g_rx = in.grant == TTP_G_RX;
        dut->g_tm = in.grant == TTP_G_TM;
        dut->g_ct = in.grant == TTP_G_CT;
        dut->g_lf = in.grant == TTP_G_LF;
        dut->g_lk = in.grant == TTP_G_LK;
        dut->g_db = in.grant == TTP_G_DB;
        dut->g_rq = in.grant == TTP_G_RQ;
        dut->g_sp = in.grant == TTP_G_SP;
        dut->rxq_op = head.op;
        dut->rxq_vc = head.vc;
        dut->rxq_peer = head.peer;
        dut->rxq_txid = head.txid;
        dut->rxq_rxid = head.rxid;
        dut->rxq_epoch = head.epoch;
        dut->rxq_len = head.len;
        dut->rxq_fits = head.fits;
        dut->tm_qlink = in.tm_qlink;
        dut->ct_op = in.ct_op;
        dut->ct_vc = in.ct_vc;
        dut->ct_node = in.ct_node;
        dut->ct_link = in.ct_link;
        dut->lf_link = in.lf_link;
        dut->lk_vc = in.lk_vc;
        dut->lk_node = in.lk_node;
        dut->db_link = in.db_link;
        dut->rq_link = in.rq_link;
        dut->slots_used = in.slots_used;
        dut->pin_valid = in.pin_valid;
        dut->pin_link = in.pin_link;
        dut->in_link = in.in_link;
        dut->nf_wr = in.nf_wr;
        dut->nf_link = in.nf_link;
        dut->nf_val = in.nf_val;
        dut->ap_valid = 0;
        dut->clk = 0;
        dut->eval();

        ttp_link_pipe_comb(&b, &in, &o);

        // ---- compare
        chk.cycle = c;
        if (c >= 2) {
            chk.eq("s1_valid", dut->s1_valid, o.s1_valid);
            chk.eq("s1_turn", dut->s1_turn, o.s1_turn);
            chk.eq("s2_valid", dut->s2_valid, o.s2_valid);
            chk.eq("pipe_excl", dut->pipe_excl, o.pipe_excl);
            chk.eq("s2_soon", dut->s2_soon, o.s2_soon);
            chk.eq("sp_valid", dut->sp_valid, o.sp_valid);
            if (c > 6) {
                chk.eq("epoch_q", dut->epoch_q, o.epoch_q);
                chk.eq("start_id_q", dut->start_id_q, o.start_id_q);
            }
            chk.eq("cnt_pulse", dut->cnt_pulse, (o.cnt_pulse & TTP_LINK_CNT(DEAD) ? 1u << 10 : 0)
                | (o.cnt_pulse & TTP_LINK_CNT(OPENED) ? 1u << 9 : 0) | (o.cnt_pulse & TTP_LINK_CNT(ILLEGAL) ? 1u << 8 : 0)
                | (o.cnt_pulse & TTP_LINK_CNT(LATE_ACK) ? 1u << 7 : 0) | (o.cnt_pulse & TTP_LINK_CNT(GAP) ? 1u << 6 : 0)
                | (o.cnt_pulse & TTP_LINK_CNT(REPEAT) ? 1u << 5 : 0) | (o.cnt_pulse & TTP_LINK_CNT(TIMEOUT) ? 1u << 4 : 0)
                | (o.cnt_pulse & TTP_LINK_CNT(REPLAY) ? 1u << 3 : 0) | (o.cnt_pulse & TTP_LINK_CNT(DROP_FAR) ? 1u << 2 : 0)
                | (o.cnt_pulse & TTP_LINK_CNT(DROP_SPACE) ? 1u << 1 : 0));
            chk.eq("irq_nolink", dut->irq_nolink, o.irq_nolink);
            chk.eq("irq_closed", dut->irq_closed, o.irq_closed);
            chk.eq("irq_restart", dut->irq_restart, o.irq_restart);
            chk.eq("pin_kill", dut->pin_kill, o.pin_kill);
            chk.eq("trace_valid", dut->trace_valid, o.trace_valid);
            if (o.trace_valid) {
                chk.eq("trace_event", dut->trace_event, o.trace_event);
                chk.eq("trace_link", dut->trace_link, o.trace_link);
                chk.eq("trace_state0", dut->trace_state0, o.trace_state0);
                chk.eq("trace_state1", dut->trace_state1, o.trace_state1);
                chk.eq("trace_action", dut->trace_action, o.trace_action);
                chk.eq("trace_txid", dut->trace_txid, o.trace_txid);
                chk.eq("trace_rxid", dut->trace_rxid, o.trace_rxid);
            }
            if (o.s1_rd_en) {
                chk.eq("s1_rd_en", dut->s1_rd_en, 1);
                if (o.s1.s1_entry != TTP_ENTRY_NONE) chk.eq("s1_link", dut->s1_link, o.s1_link);
            }
            chk.eq("rs_valid", dut->rs_valid, o.f.rs_valid);
            if (o.f.rs_valid) {
                chk.eq("rs_op", dut->rs_op, o.rs_op);
                chk.eq("rs_vc", dut->rs_vc, o.vc);
                chk.eq("rs_node", dut->rs_node, o.node);
                chk.eq("rs_txid", dut->rs_txid, o.rs_txid);
                chk.eq("rs_rxid", dut->rs_rxid, o.rs_rxid);
                chk.eq("rs_epoch", dut->rs_epoch, o.rs_epoch);
                chk.eq("rs_notify", dut->rs_notify, o.f.rs_notify);
                if (o.f.rs_notify) chk.eq("rs_link", dut->rs_link, o.link);
            }
            chk.eq("cr_give", dut->cr_give, o.f.cr_give);
            chk.eq("vd_valid", dut->vd_valid, o.f.vd_valid);
            if (o.f.vd_valid) {
                chk.eq("vd_take", dut->vd_take, o.f.vd_take);
                chk.eq("vd_len", dut->vd_len, o.vd_len);
                chk.eq("vd_vc", dut->vd_vc, o.vc);
                chk.eq("vd_node", dut->vd_node, o.node);
            }
            chk.eq("rt_push", dut->rt_push, o.f.rt_push);
            chk.eq("gl_wr", dut->gl_wr, o.f.gl_wr);
            if (o.f.gl_wr) {
                chk.eq("gl_link", dut->gl_link, o.link);
                chk.eq("rt_link", dut->rt_link, o.link);
                chk.eq("gl_flush", dut->gl_flush, o.f.gl_flush);
                chk.eq("gl_nret", dut->gl_nret, o.gl_nret);
                chk.eq("gl_una", dut->gl_una, o.gl_una);
                chk.eq("gl_node", dut->gl_node, o.node);
            }
            chk.eq("snd_valid", dut->snd_valid, o.f.snd_valid);
            if (o.f.snd_valid) {
                chk.eq("snd_link", dut->snd_link, o.link);
                chk.eq("snd_head", dut->snd_head, o.f.snd_head);
                chk.eq("snd_id", dut->snd_id, o.snd_id);
                chk.eq("snd_vc", dut->snd_vc, o.vc);
                chk.eq("snd_node", dut->snd_node, o.node);
            }
            chk.eq("rq_push", dut->rq_push, o.f.rq_push);
            if (o.f.rq_push) {
                chk.eq("rq_push_link", dut->rq_push_link, o.link);
                chk.eq("rq_push_replay", dut->rq_push_replay, o.f.rq_push_replay);
            }
            chk.eq("lk_done", dut->lk_done, o.f.lk_done);
            if (o.f.lk_done) {
                chk.eq("lk_ok", dut->lk_ok, o.f.lk_ok);
                if (o.f.lk_ok) chk.eq("lk_link", dut->lk_link, o.link);
            }
            chk.eq("tm_wr", dut->tm_wr, o.f.tm_wr);
            if (o.f.tm_wr) {
                chk.eq("tm_link", dut->tm_link, o.link);
                chk.eq("tm_armed", dut->tm_armed, o.f.tm_armed);
                if (o.f.tm_armed) chk.eq("tm_dl", dut->tm_dl, o.tm_dl);
                chk.eq("tm_armed2", dut->tm_armed2, o.f.tm_armed2);
                if (o.f.tm_armed2) chk.eq("tm_dl2", dut->tm_dl2, o.tm_dl2);
            }
            chk.eq("peek_valid", dut->peek_valid, o.f.peek_valid);
            if (o.f.peek_valid)
                for (unsigned i = 0; i < 7; i++)
                    if (o.f.tm_wr) chk.eq("peek_data", tb_get(dut->peek_data, 32 * i, 32), o.peek_data[i]);
                    else chk.eq("peek_data: no entry", tb_get(dut->peek_data, 31, 1), 0);
            chk.eq("close_done", dut->close_done, o.f.close_done);
            if (o.f.close_done) chk.eq("close_nolink", dut->close_nolink, o.f.close_nolink);
            chk.eq("cp_valid", dut->cp_valid, o.f.cp_valid);
            if (o.f.cp_valid) {
                chk.eq("cp_data low", tb_get(dut->cp_data, 0, 64), o.cp_data[0]);
                chk.eq("cp_data high", tb_get(dut->cp_data, 64, 64), o.cp_data[1]);
            }
            if (w.pin && !active) chk.eq("ap_act", dut->ap_act, o.ap_act);
        }

        // ---- what has been reached
        if (o.s2_valid) {
            n.send += o.f.snd_valid;
            n.replay += o.act_d >> TTP_ACT_REPLAY & 1;
            n.take += o.f.vd_valid && o.f.vd_take;
            n.retire += o.act_d >> TTP_ACT_RETIRE & 1;
            n.dead += o.act_d >> TTP_ACT_DEAD & 1;
            n.closed += o.f.cp_valid && !(o.act_d >> TTP_ACT_DEAD & 1);
            n.alloc += o.f.start_take;
            n.none += o.act_d >> TTP_ACT_NOENTRY & 1 && b.s2_ev.excl;
            n.peek += o.f.peek_valid && o.f.tm_wr;
            n.peek_beyond += o.f.peek_valid && !o.f.tm_wr;
            n.nolink_close += o.f.close_nolink;
            n.unsettled += o.f.gl_wr && !o.f.rt_push;
            n.second += b.s2_ev.second;
            n.second_sent += b.s2_ev.second && o.f.snd_valid;
            n.opened += o.cnt_d & TTP_LINK_CNT(OPENED) ? 1 : 0;
            n.reopen += o.irq_d >> TTP_IRQ_NOLINK & 1;
            n.restart += o.irq_d >> TTP_IRQ_RESTART & 1;
            n.victim += o.f.victim;
            n.kept_out += o.f.lk_done && !o.f.lk_ok && o.f.tm_wr && !o.f.victim;
            n.forward += b.s1_valid && o.s1_rd_en && o.s1_link == b.s2_link && o.f.tm_wr && o.s1.s1_entry != TTP_ENTRY_NONE;
        }
        n.kill += o.pin_kill;
        n.evict += b.s1_valid && b.table.s1_search && o.s1_rd_en && o.s1.s1_entry == TTP_ENTRY_NEW;

        // ---- the ingest appends
        if (w.pin && !active && !rst && w.held_all < PKTS && rng.percent(app_load)
            && (!w.db || w.db_link == w.pin_link) && in.grant != TTP_G_DB) {
            in.ap_valid = true;
            in.ap_link = w.pin_link;
            in.ap_napp = static_cast<uint16_t>((b.napp[w.pin_link] + 1) & CMASK);
            n.act_race += o.f.tm_wr && o.link == w.pin_link;
            if (!o.ap_act && !w.db) {
                w.db = true;
                w.db_link = w.pin_link;
                n.bell++;
            }
            w.held_all++;
        }
        dut->ap_valid = in.ap_valid;
        dut->ap_link = in.ap_link;
        dut->ap_napp = in.ap_napp;
        dut->eval();

        // ---- the edge of everything else
        if (in.grant == TTP_G_DB) w.db = false;
        if (in.nf_wr) {
            const uint32_t l = in.nf_link;
            w.nfreed[l] = in.nf_val;
            w.held_all--;
            if (in.nf_val == w.goal[l]) w.rtq.pop_front();
        }
        if (o.f.gl_wr) w.goal[o.link] = o.gl_nret;
        if (o.f.rt_push) w.rtq.push_back(o.link);
        if (in.grant == TTP_G_RX) w.rxq.pop_front();
        if (in.grant == TTP_G_TM) w.timer.pop_front();
        if (in.grant == TTP_G_CT) w.ct = false;
        if (in.grant == TTP_G_LF) w.left.pop_front();
        if (in.grant == TTP_G_LK) { w.lk = false; w.lk_out = true; }
        if (in.grant == TTP_G_RQ) { if (!w.replay.empty()) w.replay.pop_front(); else w.fresh.pop_front(); }
        if (o.f.rq_push) (o.f.rq_push_replay ? w.replay : w.fresh).push_back(o.link);
        if (o.f.lk_done) {
            w.lk_out = false;
            if (o.f.lk_ok) { w.pin = true; w.pin_link = o.link; }
        }
        if (o.f.rs_valid && o.f.rs_notify) w.leaving.push_back({ o.link, c + rng.below(40) });
        if (w.slots && rng.percent(done_load)) w.slots--;
        w.slots += o.f.snd_valid;
        chk.eq("slots", w.slots > SLOTS, 0);

        ttp_arbiter_clock(&arb, &ai, &ao);
        ttp_link_pipe_clock(&b, &in, &o);
        tb_edge(*dut);
        time++;
        if (c == 100000) time = (1ull << 36) - 5000;            // both wrap
        if (rng.one_in(3000)) time += 4096 * (1 + rng.below(3));
        if (rst) {
            active = true;
            init = 0;
            w.reset();
            time = rng.below(5000);
        } else if (active && ++init == LINKS) {
            active = false;
            init = 0;
        }
    }
    dut->final();
    chk.reached("send", n.send);
    chk.reached("replay", n.replay);
    chk.reached("take", n.take);
    chk.reached("retire", n.retire);
    chk.reached("dead link", n.dead);
    chk.reached("closed link", n.closed);
    chk.reached("new entry", n.alloc);
    chk.reached("reused entry", n.evict);
    chk.reached("no entry", n.none);
    chk.reached("peek", n.peek);
    chk.reached("peek beyond the table", n.peek_beyond);
    chk.reached("close of nothing", n.nolink_close);
    chk.reached("goal moved while freeing", n.unsettled);
    chk.reached("opened", n.opened);
    chk.reached("re-OPEN", n.reopen);
    chk.reached("doorbell", n.bell);
    chk.reached("restarted peer", n.restart);
    chk.reached("victim", n.victim);
    chk.reached("lookup of a victim", n.kept_out);
    chk.reached("idle ingest holds a way", n.kill);
    chk.reached("append in the S2 cycle of its link", n.act_race);
    if (DATA_W == 512) {
        chk.reached("second turn that sends", n.second_sent);
        chk.reached("event behind one of the same link", n.forward);
    }
    printf("PASS ttp_link_pipe %s seed=%" PRIu64 " sends=%" PRIu64 " replays=%" PRIu64 " takes=%" PRIu64 " dead=%" PRIu64
           " closed=%" PRIu64 " compared=%" PRIu64 "\n", PARAMS, seed, n.send, n.replay, n.take, n.dead, n.closed, chk.compared);
    return 0;
}

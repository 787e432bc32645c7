// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_fsm.v against model/ttp_link_fsm.c. Both are pure functions: random
// records and events, most numbers drawn close to each other so that every comparison goes both
// ways; all outputs are compared. With CUT the inputs change in the cycles after the event's own, and the times
// are those of the last. Fails unless every event was seen in every state and every
// action and answer happened.
//
// PARAMS: -GCUT=0 -GCW=4 | -GCUT=0 -GCW=13 | -GCUT=1 -GCW=9 | -GCUT=1 -GCW=15
// SEEDS: 1 2 3
#include <cstring>
#include <memory>
#include <set>
#include "Vttp_link_fsm.h"
#include "verilated.h"
#include "link_rec.h"
#include "tb_util.h"
#include "ttp_link_fsm.h"

static const uint8_t EVENTS[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, TTP_EV_TIMER, TTP_EV_CLOSE, TTP_EV_PEEK,
                                  TTP_EV_LEFT, TTP_EV_LOOKUP, TTP_EV_DOORBELL, TTP_EV_SEND };

static const uint16_t LIVES[4] = { 0, 1, 0x5aa6, 0xa559 };     // few, but with every bit

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    const uint32_t cmask = (1u << CW) - 1;
    tb_rng rng(seed);
    tb_check chk("ttp_link_fsm", seed);
    auto dut = std::make_unique<Vttp_link_fsm>();
    std::set<unsigned> seen_event, seen_op;
    uint64_t seen_cnt[19] = {}, n_closed = 0, n_dead = 0, n_take = 0, n_rewind = 0, n_life = 0, n_close = 0;
    uint64_t n_unsettled_dead = 0, n_lost = 0, n_restart = 0, n_stranger = 0, n_aside = 0, n_forgot = 0, n_anyid = 0, n_own = 0;
    uint64_t n_pause = 0, n_pause_all = 0, n_close_any[2] = {}, n_nack_any = 0, n_reack_any = 0;
    uint64_t n_reack = 0, n_idle = 0, n_gap2 = 0, n_again = 0, n_recd = 0, n_vict = 0;

    const auto near = [&](uint32_t base) {      // mostly close, sometimes at a bound, rarely anywhere
        switch (rng.below(8)) {
        case 0: return static_cast<uint32_t>(rng.next());
        case 1: return base + 65533 + rng.below(6);
        case 2: return base + 0x7ffffffe + rng.below(4);
        case 3: return base + (1u << rng.below(32)) + rng.below(4);      // one bit makes it far
        default: return base - 4 + rng.below(9);
        }
    };

    for (uint64_t c = 0; c < 2000000; c++) {
        ttp_link_cfg cfg;
        cfg.timeout = rng.in(1, 1u << rng.in(1, 30));
        cfg.open_tmo = rng.in(1, 1u << rng.in(1, 30));
        cfg.close_tmo = rng.in(1, 1u << rng.in(1, 30));
        cfg.backoff = rng.in(1, 1u << rng.in(1, 30));
        cfg.retry_max = rng.one_in(4) ? rng.in(1, 255) : rng.in(1, 4);

        ttp_link_rec r = {};
        const uint32_t held = rng.one_in(3) ? 0 : rng.one_in(3) ? rng.below((cmask >> 1) + 2) : rng.below(4) & (cmask >> 1);
        r.st = static_cast<uint8_t>(rng.below(6));
        r.una = rng.one_in(4) ? static_cast<uint32_t>(-3 + static_cast<int>(rng.below(6))) : static_cast<uint32_t>(rng.next());
        r.last = rng.one_in(4) ? static_cast<uint32_t>(-3 + static_cast<int>(rng.below(6))) : static_cast<uint32_t>(rng.next());
        r.nret = static_cast<uint16_t>(rng.next() & cmask);
        r.nfl = static_cast<uint16_t>(rng.one_in(3) ? 0 : rng.in(0, held));
        if (r.st == TTP_ST_CLOSED || r.st == TTP_ST_OPEN_RECD || r.st == TTP_ST_CLOSE_SENT) r.nfl = 0;
        r.cof = static_cast<uint16_t>(rng.in(0, r.nfl));
        // In these states the bit is always 0.
        r.reopen = r.st != TTP_ST_OPEN_RECD && r.st != TTP_ST_OPEN && r.st != TTP_ST_CLOSE_RECD && rng.below(2);
        r.closereq = rng.below(2); r.dead = rng.below(2); r.sopen = rng.below(2);
        r.gapv = rng.below(2); r.full = rng.one_in(4); r.nkv = rng.below(4); r.hold = rng.one_in(4);
        r.armed = !rng.one_in(4); r.chold = rng.one_in(3);
        r.retry = static_cast<uint8_t>(rng.one_in(8) ? 255 - rng.below(3) : rng.one_in(4) ? rng.below(256) : rng.below(4));
        r.olife = static_cast<uint16_t>(rng.next());
        r.plife = rng.one_in(3) ? 0 : LIVES[rng.in(1, 3)];
        r.prec = r.plife != 0;
        r.gapn = static_cast<uint16_t>(rng.one_in(4) ? rng.next() : rng.below(6));
        r.xv = static_cast<uint8_t>(rng.one_in(2) ? 0 : rng.in(1, 2));
        if (r.st == TTP_ST_CLOSED || (r.st == TTP_ST_OPEN_SENT && !r.reopen)) r.xv = 0;      // a new life has none
        r.xlife = rng.one_in(2) ? 0 : LIVES[rng.in(1, 3)];
        r.xid = near(rng.below(2) ? r.last : static_cast<uint32_t>(rng.next()));
        r.anyid = rng.one_in(4); r.sown = rng.below(2); r.vict = rng.one_in(4); r.armed2 = rng.below(2);
        r.clid = near(r.st == TTP_ST_OPEN_SENT ? r.una - 1 : r.last + 1);

        ttp_link_fsm_in in = {};
        in.ev = EVENTS[rng.below(sizeof EVENTS)];
        in.entry = rng.one_in(16) ? TTP_ENTRY_NONE : TTP_ENTRY_HIT;
        if ((in.ev == TTP_OP_OPEN || in.ev == TTP_EV_LOOKUP) && rng.one_in(4)) in.entry = TTP_ENTRY_NEW;
        in.fits = in.ev == TTP_OP_PAYLOAD && rng.below(4);
        in.settled = !rng.one_in(4);
        in.napp = static_cast<uint16_t>((r.nret + held) & cmask);
        in.cmask = static_cast<uint16_t>(cmask);
        in.epoch = LIVES[rng.below(4)];
        in.life = static_cast<uint16_t>(rng.in(1, 65535));
        in.start_id = static_cast<uint32_t>(rng.next());
        in.txid = rng.one_in(3) ? near(r.clid) : near(r.last);
        in.rxid = near(r.una + (rng.below(2) ? r.nfl : 0));
        r.oid = (rng.below(2) ? r.una - 1 : static_cast<uint32_t>(rng.next())) & 0x7fffff;
        const uint64_t time = rng.bits(36);
        in.now = static_cast<uint32_t>(time);
        in.tick = static_cast<uint32_t>(time >> 12);
        cfg.reack = rng.one_in(3) ? 0 : rng.in(1, 1u << rng.in(1, 30));
        cfg.idle_tmo = rng.one_in(3) ? 0 : rng.in(1, 1u << rng.in(1, 30));
        // An age beside the limit, or any; 24 bits that wrap.
        r.ta = (rng.one_in(3) ? static_cast<uint32_t>(rng.next()) : in.tick - (cfg.idle_tmo >> 12) + 1 - rng.below(3)) & 0xffffff;
        r.dl2 = near(in.now);
        if (in.ev == TTP_EV_TIMER && rng.below(2)) r.armed = 0;
        if (in.ev == TTP_OP_PAYLOAD && rng.one_in(3)) in.txid = near(r.xid + 1);
        if (in.ev == TTP_OP_PAYLOAD && rng.one_in(3)) in.txid = r.xid + 1;
        if ((in.ev == TTP_OP_OPEN_ACK || in.ev == TTP_OP_OPEN) && rng.one_in(4)) in.txid = 0;
        if (in.ev == TTP_OP_NACK_NOLINK && rng.one_in(3)) in.rxid = 0;
        if (in.ev == TTP_OP_OPEN_ACK && rng.one_in(2)) in.rxid = r.clid;
        if (r.st == TTP_ST_OPEN_SENT && rng.below(2)) in.rxid = near(r.clid);
        r.dl = near(in.now);
        if (in.ev == TTP_OP_CLOSE && rng.below(2)) in.txid = r.last + 1;

        link_rec_put(dut->rec, r);
        dut->cfg_timeout = cfg.timeout;
        dut->cfg_open_tmo = cfg.open_tmo;
        dut->cfg_close_tmo = cfg.close_tmo;
        dut->cfg_backoff = cfg.backoff;
        dut->cfg_retry_max = static_cast<uint8_t>(cfg.retry_max);
        dut->now = time;
        dut->load = 1;
        dut->cfg_reack = cfg.reack != 0;
        dut->cfg_idle = cfg.idle_tmo != 0;
        dut->cfg_svc = cfg.reack ? cfg.reack : cfg.idle_tmo;
        dut->cfg_age = cfg.idle_tmo >> 12;
        dut->life = in.life;
        dut->first_id = in.start_id + 1;
        dut->ev = in.ev;
        dut->entry = in.entry != TTP_ENTRY_NONE;
        dut->victim = 0;
        dut->fresh = in.entry == TTP_ENTRY_NEW;
        dut->txid = in.txid;
        dut->rxid = in.rxid;
        dut->epoch = in.epoch;
        dut->fits = in.fits;
        dut->napp = in.napp;
        dut->settled = in.settled;
        ttp_link_cfg later = cfg;
        in.seen = &cfg;
        in.cfg = &later;
        if (CUT) {
            const auto edge = [&] { dut->clk = 0; dut->eval(); tb_edge(*dut); };
            edge();
            dut->load = 0;
            ttp_link_rec noise = {};
            link_rec_each(noise, [&](const char *, unsigned width, auto &field) {
                field = static_cast<std::remove_reference_t<decltype(field)>>(rng.bits(width));
            });
            link_rec_put(dut->rec, noise);
            dut->now = rng.bits(36);
            dut->first_id = static_cast<uint32_t>(rng.next());
            dut->ev = EVENTS[rng.below(sizeof EVENTS)];
            dut->entry = rng.below(2);
            dut->fresh = rng.below(2); dut->fits = rng.below(2); dut->settled = rng.below(2);
            dut->txid = static_cast<uint32_t>(rng.next()); dut->rxid = static_cast<uint32_t>(rng.next());
            dut->epoch = static_cast<uint16_t>(rng.next());
            dut->napp = rng.next() & cmask;
            dut->cfg_retry_max = static_cast<uint8_t>(rng.in(1, 255));
            dut->cfg_reack = rng.below(2); dut->cfg_idle = rng.below(2);
            dut->cfg_age = static_cast<uint32_t>(rng.bits(19));
            edge();
            later.timeout = dut->cfg_timeout = rng.in(1, 1u << rng.in(1, 30));
            later.open_tmo = dut->cfg_open_tmo = rng.in(1, 1u << rng.in(1, 30));
            later.close_tmo = dut->cfg_close_tmo = rng.in(1, 1u << rng.in(1, 30));
            later.backoff = dut->cfg_backoff = rng.in(1, 1u << rng.in(1, 30));
            // The switches stand by then; a length of 0 would mean off.
            if (cfg.reack || cfg.idle_tmo) {
                (cfg.reack ? later.reack : later.idle_tmo) = rng.in(1, 1u << rng.in(1, 30));
                dut->cfg_svc = cfg.reack ? later.reack : later.idle_tmo;
            }
        }
        dut->eval();

        const ttp_link_rec before = r;
        ttp_link_fsm_out o;
        ttp_link_fsm(&in, &r, &o);
        chk.cycle = c;

        static char what[256];
        const bool entry = in.entry != TTP_ENTRY_NONE;
        const auto eq = [&](const char *name, uint64_t rtl, uint64_t model) {
            if (rtl != model)
                snprintf(what, sizeof what, "%s (ev %u st %u entry %u reopen %u plife %u nfl %u held %u rxid-una %d"
                         " txid-last %d settled %d)", name, in.ev, before.st, in.entry, before.reopen, before.plife,
                         before.nfl, held, static_cast<int>(in.rxid - before.una),
                         static_cast<int>(in.txid - before.last), in.settled);
            chk.eq(rtl == model ? name : what, rtl, model);
        };
        const uint32_t cnt = o.cnt;
        eq("rs_valid", dut->rs_valid, o.rs_valid);
        if (o.rs_valid) {
            eq("rs_op", dut->rs_op, o.rs_op);
            eq("rs_txid", dut->rs_txid, o.rs_txid);
            eq("rs_rxid", dut->rs_rxid, o.rs_rxid);
            eq("rs_epoch", dut->rs_epoch, o.rs_epoch);
            eq("rs_notify", dut->rs_notify, o.rs_notify);
            seen_op.insert(o.rs_op);
        }
        eq("illegal", dut->m_illegal, !!(cnt & TTP_LINK_CNT(ILLEGAL)));
        if (in.ev == TTP_OP_PAYLOAD) eq("take", dut->m_take, o.take);
        if (in.ev == TTP_EV_CLOSE) eq("close_miss", dut->m_close_miss, !entry || before.st == TTP_ST_CLOSED);
        if (entry) {
            eq("moved", dut->moved, o.moved);
            eq("flush", dut->m_dead && dut->moved, o.flush);
            eq("new_life", dut->new_life, o.new_life);
            eq("rewind", dut->m_rewind, !!(o.act & 1u << TTP_ACT_REWIND));
            eq("f_closed", dut->m_closed, o.cp_kind == TTP_CPL_CLOSED);
            eq("restarted", dut->m_restarted, o.cp_kind == TTP_CPL_RESTARTED);
            eq("f_dead", dut->m_dead, o.cp_kind == TTP_CPL_DEAD);
            if (o.cp_kind == TTP_CPL_DEAD) eq("held", dut->m_held, o.cp_count);
            eq("dead counter", dut->m_dead, !!(cnt & TTP_LINK_CNT(DEAD)));
            eq("timeout", dut->m_timeout, !!(cnt & TTP_LINK_CNT(TIMEOUT)));
            eq("late_ack", dut->m_late_ack, !!(cnt & TTP_LINK_CNT(LATE_ACK)));
            eq("repeated", dut->m_repeated, !!(cnt & TTP_LINK_CNT(REPEAT)));
            eq("gap", dut->m_gap, !!(cnt & TTP_LINK_CNT(GAP)));
            eq("no_space", dut->m_no_space, !!(cnt & TTP_LINK_CNT(DROP_SPACE)));
            eq("too_far", dut->m_too_far, !!(cnt & TTP_LINK_CNT(DROP_FAR)));
            eq("opened", dut->opened, !!(cnt & TTP_LINK_CNT(OPENED)));
            eq("lost_link", dut->m_lost_link, !!(o.irq & 1u << TTP_IRQ_NOLINK));
            link_rec_compare(dut->rec_d, r, [&](const char *name, uint64_t got, uint64_t want) {
                if (!strcmp(name, "dl2") && !r.armed2) return;          // it means nothing
                const bool tick = !strcmp(name, "ta") && dut->active;   // the pipe puts it in
                eq(name, tick ? in.tick : got, want);
            });
        }
        for (int i = 0; i < 19; i++) seen_cnt[i] += cnt >> i & 1;
        n_closed += o.cp_kind == TTP_CPL_CLOSED;
        n_dead += o.cp_kind == TTP_CPL_DEAD;
        n_restart += o.cp_kind == TTP_CPL_RESTARTED;
        n_stranger += o.cp_kind == TTP_CPL_RESTARTED && !r.plife;
        n_aside += in.ev == TTP_OP_OPEN && entry && !before.xv && r.xv;
        n_forgot += in.ev == TTP_OP_PAYLOAD && entry && before.xv && !r.xv && o.cp_kind != TTP_CPL_RESTARTED;
        n_anyid += in.ev == TTP_OP_PAYLOAD && before.anyid && o.take && in.txid != before.last + 1;
        n_own += (in.ev == TTP_EV_SEND || in.ev == TTP_EV_DOORBELL) && before.st == TTP_ST_OPEN && r.st == TTP_ST_OPEN_SENT;
        n_reack += in.ev == TTP_EV_TIMER && o.rs_valid && o.rs_op == TTP_OP_ACK;
        n_idle += in.ev == TTP_EV_TIMER && !before.closereq && r.closereq;
        n_gap2 += in.ev == TTP_EV_TIMER && entry && before.gapv && !r.gapv;
        const bool pause = in.ev == TTP_OP_NACK && before.hold && before.st != TTP_ST_CLOSE_SENT
            && entry && o.moved && r.hold;
        n_pause += pause && r.nfl;
        n_pause_all += pause && !r.nfl;
        if (before.anyid && o.rs_valid && o.rs_op == TTP_OP_CLOSE)
            n_close_any[before.st == TTP_ST_CLOSE_SENT]++;
        n_nack_any += in.ev == TTP_OP_CLOSE_NACK && before.anyid && before.st == TTP_ST_CLOSE_SENT
            && in.txid - before.last - 1 < 65535;
        n_reack_any += in.ev == TTP_EV_TIMER && before.anyid && o.rs_valid && o.rs_op == TTP_OP_NACK;
        n_again += in.ev == TTP_EV_TIMER && before.st == TTP_ST_CLOSED && o.rs_valid && o.rs_op == TTP_OP_CLOSE_ACK;
        n_recd += in.ev == TTP_EV_TIMER && before.st == TTP_ST_OPEN_RECD && o.rs_valid && o.rs_notify;
        n_vict += before.vict && !r.vict;
        n_take += o.take;
        n_rewind += o.act >> TTP_ACT_REWIND & 1;
        n_life += o.new_life;
        n_lost += o.irq >> TTP_IRQ_NOLINK & 1;
        n_close += o.rs_valid && o.rs_op == TTP_OP_CLOSE && before.st == TTP_ST_OPEN;
        n_unsettled_dead += in.ev == TTP_EV_TIMER && !in.settled && before.st == TTP_ST_OPEN && before.armed
            && before.nfl && !before.hold && before.retry + 1u >= cfg.retry_max;
        if (entry) seen_event.insert(in.ev * 8u + before.st);
    }
    dut->final();

    chk.reached("every event in every state", seen_event.size() == 18 * 6);
    chk.reached("every answer but PAYLOAD", seen_op.size() == 10);
    static const char *COUNTERS[] = { "space", "far", nullptr, "replay", "timeout", "repeat", "gap" };
    for (int i = 0; i < 7; i++)
        if (i != 2 && i != 3) chk.reached(COUNTERS[i], seen_cnt[i]);
    chk.reached("late ack", seen_cnt[15]);
    chk.reached("illegal", seen_cnt[16]);
    chk.reached("opened", seen_cnt[17]);
    chk.reached("closed", n_closed);
    chk.reached("dead", n_dead);
    chk.reached("take", n_take);
    chk.reached("OPEN set aside", n_aside);
    chk.reached("... forgotten", n_forgot);
    chk.reached("restart", n_restart > n_stranger);
    chk.reached("restart of a stranger", n_stranger);
    chk.reached("first payload with any ID", n_anyid);
    chk.reached("own OPEN before the first payload", n_own);
    chk.reached("ACK repeated", n_reack);
    chk.reached("NACK in the back-off retires some", n_pause);
    chk.reached("... retires all", n_pause_all);
    chk.reached("CLOSE while the numbers are unknown", n_close_any[0]);
    chk.reached("... once more", n_close_any[1]);
    chk.reached("CLOSE_NACK while they are unknown", n_nack_any);
    chk.reached("NACK instead of a repeated ACK", n_reack_any);
    chk.reached("idle close", n_idle);
    chk.reached("gap timer", n_gap2);
    chk.reached("CLOSE_ACK again", n_again);
    chk.reached("OPEN_ACK again", n_recd);
    chk.reached("end of a victim", n_vict);
    chk.reached("rewind", n_rewind);
    chk.reached("new life", n_life);
    chk.reached("re-OPEN", n_lost);
    chk.reached("CLOSE after the last retirement", n_close);
    chk.reached("dead but not settled", n_unsettled_dead);
    printf("PASS ttp_link_fsm %s seed=%" PRIu64 " events=%d compared=%" PRIu64 "\n", PARAMS, seed, 2000000, chk.compared);
    return 0;
}

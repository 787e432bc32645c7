// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_fsm.v against model/ttp_link_fsm.c. Both are pure functions: random
// records and events, most numbers drawn close to each other so that every comparison goes both
// ways; all outputs are compared. With CUT the inputs change in the cycles after the event's own,
// and the times are those of the last. Fails unless every event was seen in every state and every
// action and answer happened.
//
// PARAMS: -GCUT=0 -GCW=4 | -GCUT=0 -GCW=13 | -GCUT=1 -GCW=9 | -GCUT=1 -GCW=15
// SEEDS: 1 2 3
#include <cstring>
#include <memory>
#include <set>
#include "Vttp_link_fsm.h"
#include "verilated.h"
#include "link_event.h"
#include "link_reached.h"

static const int EVENTS_N = 2000000;
template <class R> static void put_record(Vttp_link_fsm &dut, R &r, tb_rng *noise)
{
    unsigned at = 0;
    link_rec_each(r, [&](const char *, unsigned n, auto &v) {
        tb_put(dut.event_rec, at, n, noise ? noise->next() : static_cast<uint64_t>(v));
        at += n;
    });
}

static void put(Vttp_link_fsm &dut, const Event &e)
{
    dut.load = 1;
    dut.cfg_timeout = e.cfg.timeout;
    dut.cfg_open_tmo = e.cfg.open_tmo;
    dut.cfg_close_tmo = e.cfg.close_tmo;
    dut.cfg_backoff = e.cfg.backoff;
    dut.cfg_retry_max = static_cast<uint8_t>(e.cfg.retry_max);
    dut.cfg_reack = e.cfg.reack != 0;
    dut.cfg_idle = e.cfg.idle_tmo != 0;
    dut.cfg_svc = e.cfg.reack ? e.cfg.reack : e.cfg.idle_tmo;
    dut.cfg_age = e.cfg.idle_tmo >> 12;
    dut.next_life = e.in.life;
    dut.first_id = e.in.start_id + 1;
    dut.event_now = e.time;
    dut.event_ev = e.in.ev;
    dut.event_entry = e.in.entry != TTP_ENTRY_NONE;
    dut.event_fresh = e.in.entry == TTP_ENTRY_NEW;
    dut.event_makes_room = e.makes_room;
    dut.event_txid = e.in.txid;
    dut.event_rxid = e.in.rxid;
    dut.event_life = e.in.frame_life;
    dut.event_to_life = e.in.frame_to_life;
    dut.event_fits = e.in.fits;
    dut.event_napp = e.in.napp;
    dut.event_settled = e.in.settled;
}

// CUT: an edge, noise at the inputs, an edge; then the times that count.
static void stages(Vttp_link_fsm &dut, Event &e, ttp_link_rec &r, tb_rng &rng)
{
    dut.clk = 0;
    dut.eval();
    tb_edge(dut);
    dut.load = 0;
    put_record(dut, r, &rng);
    dut.event_now = rng.bits(36);
    dut.first_id = static_cast<uint32_t>(rng.next());
    dut.event_ev = EVENTS[rng.below(sizeof EVENTS)];
    dut.event_entry = rng.below(2);
    dut.event_fresh = rng.below(2);
    dut.event_makes_room = rng.below(2);
    dut.event_fits = rng.below(2);
    dut.event_settled = rng.below(2);
    dut.event_txid = static_cast<uint32_t>(rng.next());
    dut.event_rxid = static_cast<uint32_t>(rng.next());
    dut.event_life = static_cast<uint16_t>(rng.next());
    dut.event_to_life = static_cast<uint16_t>(rng.next());
    dut.event_napp = rng.next() & CMASK;
    dut.cfg_retry_max = static_cast<uint8_t>(rng.in(1, 255));
    dut.cfg_reack = rng.below(2);
    dut.cfg_idle = rng.below(2);
    dut.cfg_age = static_cast<uint32_t>(rng.bits(19));
    tb_edge(dut);
    e.later.timeout = dut.cfg_timeout = some_time(rng);
    e.later.open_tmo = dut.cfg_open_tmo = some_time(rng);
    e.later.close_tmo = dut.cfg_close_tmo = some_time(rng);
    e.later.backoff = dut.cfg_backoff = some_time(rng);
    // The switches stand by then; a length of 0 would mean off.
    if (e.cfg.reack) dut.cfg_svc = e.later.reack = some_time(rng);
    else if (e.cfg.idle_tmo) dut.cfg_svc = e.later.idle_tmo = some_time(rng);
}

struct Compare {
    tb_check &chk;
    const Event &e;
    const ttp_link_rec &before;
    void operator()(const char *name, uint64_t rtl, uint64_t model)
    {
        char what[256];
        if (rtl != model) {
            const ttp_rules_link &l = before.link;
            snprintf(what, sizeof what, "%s (ev %u state %u entry %u peer_life %u in_flight %u"
                     " held %u rxid-una %d txid-last %d settled %d own_life %u life %u to %u)",
                     name, e.in.ev, l.state, e.in.entry, l.peer_life, l.in_flight, e.held,
                     static_cast<int>(e.in.rxid - l.una), static_cast<int>(e.in.txid - l.last),
                     e.in.settled, l.own_life, e.in.frame_life, e.in.frame_to_life);
            name = what;
        }
        chk.eq(name, rtl, model);
    }
};

// What goes by the rules unchanged. Of a new entry not all of the record is set.
static void passed_on(Vttp_link_fsm &dut, Compare eq)
{
    unsigned at = 0;

    eq("now", dut.m_now, eq.e.time);
    eq("settled", dut.m_settled, eq.e.in.settled);
    eq("napp", dut.m_napp, eq.e.in.napp);
    if (eq.e.in.entry != TTP_ENTRY_HIT) return;
    link_rec_each(eq.before, [&](const char *name, unsigned n, auto &v) {
        eq(name, tb_get(dut.m_rec, at, n), v);
        at += n;
    });
}

static void compare(Vttp_link_fsm &dut, Compare eq, ttp_link_rec &r, const ttp_link_fsm_out &o)
{
    const ttp_link_fsm_in &in = eq.e.in;
    const bool entry = in.entry != TTP_ENTRY_NONE;
    const auto counts = [&](uint32_t bit) { return !!(o.cnt & bit); };

    eq("respond_valid", dut.respond_valid, o.respond_valid);
    if (o.respond_valid) {
        eq("respond_op", dut.respond_op, o.respond_op);
        eq("respond_txid", dut.respond_txid, o.respond_txid);
        eq("respond_rxid", dut.respond_rxid, o.respond_rxid);
        eq("respond_life", dut.respond_life, o.respond_life);
        eq("respond_to_life", dut.respond_to_life, o.respond_to_life);
        eq("respond_notify", dut.respond_notify, o.respond_notify);
    }
    // ttp_link_fsm.vh: an event that tells a link nothing leaves all moves 0.
    if (!o.respond_valid && in.ev != TTP_OP_PAYLOAD) {
        eq("opcode without an answer", dut.respond_op, 0);
        eq("TxID without an answer", dut.respond_txid, 0);
        eq("RxID without an answer", dut.respond_rxid, 0);
    }
    eq("illegal", dut.m_illegal, counts(TTP_LINK_CNT(ILLEGAL)));
    if (in.ev == TTP_OP_PAYLOAD) eq("take", dut.m_take, o.take);
    if (in.ev == TTP_EV_CLOSE)
        eq("missed", dut.m_missed, !entry || eq.before.link.state == TTP_ST_CLOSED);
    eq("moved", dut.moved, o.moved);       // nothing without an entry, whatever the record says
    if (!entry && !eq.e.makes_room) return;
    if (entry) {
        eq("flush", dut.m_dead && dut.moved, o.flush);
        eq("new_life", dut.m_new_life, o.new_life);
        eq("rewind", dut.m_rewind, !!(o.act & 1u << TTP_ACT_REWIND));
        eq("closed", dut.m_closed, o.cp_kind == TTP_CPL_CLOSED);
        eq("restart", dut.m_restart, o.cp_kind == TTP_CPL_RESTARTED);
        eq("dead", dut.m_dead, o.cp_kind == TTP_CPL_DEAD);
        if (o.cp_kind == TTP_CPL_DEAD) eq("held", dut.m_held, o.cp_count);
        eq("DEAD", dut.m_dead, counts(TTP_LINK_CNT(DEAD)));
        eq("TIMEOUT", dut.m_timeout, counts(TTP_LINK_CNT(TIMEOUT)));
        eq("LATE_ACK", dut.m_late, counts(TTP_LINK_CNT(LATE_ACK)));
        eq("REPEAT", dut.m_repeated, counts(TTP_LINK_CNT(REPEAT)));
        eq("GAP", dut.m_gap, counts(TTP_LINK_CNT(GAP)));
        eq("DROP_SPACE", dut.m_full, counts(TTP_LINK_CNT(DROP_SPACE)));
        eq("DROP_FAR", dut.m_too_far, counts(TTP_LINK_CNT(DROP_FAR)));
        eq("OPENED", dut.opened, counts(TTP_LINK_CNT(OPENED)));
        eq("NOLINK", dut.m_lost, !!(o.irq & 1u << TTP_IRQ_NOLINK));
        // A link that dies is told of with its una as it was.
        eq("una before a flush", dut.una_pre,
           o.cp_kind == TTP_CPL_DEAD ? eq.before.link.una : r.link.una);
        if (in.ev == TTP_EV_PEEK)
            eq("una + in_flight", dut.nxt, eq.before.link.una + eq.before.link.in_flight);
        passed_on(dut, eq);
    }
    unsigned at = 0;
    link_rec_each(r, [&](const char *name, unsigned n, auto &v) {
        const uint64_t got = tb_get(dut.rec_d, at, n);
        at += n;
        if (!strcmp(name, "service_at") && !r.link.service_runs) return;    // it means nothing
        // The tick is put in by the pipe.
        eq(name, !strcmp(name, "active") && dut.active ? in.tick : got, v);
    });
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    tb_check chk("ttp_link_fsm", seed);
    auto dut = std::make_unique<Vttp_link_fsm>();
    std::set<unsigned> seen_event, seen_op;
    Tally n;
    uint64_t no_event = 0;

    for (int c = 0; c < EVENTS_N; c++) {
        const uint32_t half = (CMASK >> 1) + 1;
        const uint32_t few = rng.below(4) % half;
        const uint32_t held = rng.one_in(3) ? 0 : rng.one_in(3) ? rng.in(0, half) : few;
        ttp_link_rec r = some_record(rng, held, static_cast<uint32_t>(rng.next()));
        Event e = some_event(rng, r, held);
        put(*dut, e);
        put_record(*dut, r, nullptr);
        // An event with a number that none has does nothing, as an OPEN_ACK that left long ago.
        const bool nothing = e.in.ev == TTP_EV_LEFT && r.link.state != TTP_ST_OPEN_RECD;
        if (nothing && rng.below(2)) {
            dut->event_ev = rng.one_in(3) ? rng.in(TTP_OP_NACK_NOLINK + 1, TTP_EV_TIMER - 1)
                                          : rng.in(TTP_EV_SEND + 1, 31);
            no_event++;
        }
        if (CUT) stages(*dut, e, r, rng);
        dut->eval();

        const ttp_link_rec before = r;
        ttp_link_fsm_out o;
        e.in.seen = &e.cfg;
        e.in.cfg = &e.later;
        ttp_link_fsm(&e.in, &r, &o);
        if (e.makes_room) ttp_link_victim(&r, e.in.now);
        chk.cycle = static_cast<uint64_t>(c);
        compare(*dut, Compare{ chk, e, before }, r, o);
        n.at = 0;
        reached(n, e, before, r, o);
        reached_lives(n, e, before, r, o);
        if (e.in.entry != TTP_ENTRY_NONE) seen_event.insert(e.in.ev * 8u + before.link.state);
        if (o.respond_valid) seen_op.insert(o.respond_op);
    }
    dut->final();

    chk.reached("every event in every state", seen_event.size() == sizeof EVENTS * 8);
    chk.reached("every answer but PAYLOAD", seen_op.size() == 10);
    chk.reached("an event that does not exist", no_event);
    for (const auto &[what, times] : n.all) chk.reached(what, times);
    printf("PASS ttp_link_fsm %s seed=%" PRIu64 " events=%d compared=%" PRIu64 "\n",
           PARAMS, seed, EVENTS_N, chk.compared);
    return 0;
}

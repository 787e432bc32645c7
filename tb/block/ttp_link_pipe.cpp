// SPDX-License-Identifier: Apache-2.0
//
// rtl/link/ttp_link_pipe.v with all that is in it against model/ttp_link_pipe.c, at every output.
// Around both are the arbiter and the world of link_pipe_world.h. A list of what has been granted
// says who may pass whom.
//
// PARAMS: -GDATA_W=512 -GPW=9 -GSLOTS=8 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=1 -GDEEP=1 -GLW=2
//     -GCW=4
// PARAMS: -GDATA_W=512 -GPW=9 -GSLOTS=8 -GLINK_SETS=2 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=1
//     -GSELECTIVE=1 -GLW=4 -GCW=6 -GVC_ORDER=1
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=4 -GTRACE=1 -GDEEP=0 -GLW=6 -GCW=6
// PARAMS: -GDATA_W=128 -GSLOTS=4 -GLINK_SETS=2 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=0 -GSELECTIVE=1
//     -GLW=3 -GCW=15 -GVC_ORDER=1
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=1 -GSELECTIVE=1
//     -GLW=5 -GCW=6 -GVC_ORDER=1
// PARAMS: -GDATA_W=256 -GSLOTS=4 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=1 -GLW=2 -GCW=4
// PARAMS: -GDATA_W=512 -GPW=9 -GSLOTS=8 -GLINK_SETS=8 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=1
//     -GSELECTIVE=1 -GLW=6 -GCW=8
// SEEDS: 1 2 3
// LONG: 0 5
// MODEL: ttp_arbiter
// VLT: tb/block/counters.vlt
#include "Vttp_link_pipe.h"
#include "Vttp_link_pipe___024root.h"
#include "lockstep.h"
#include "link_pipe_ports.h"
#include "link_pipe_world.h"
#include "ttp_link_select.h"

static constexpr bool FOLLOW = DATA_W == 512;

// What has been granted and has not acted yet, in the order of the grants
struct link_pipe_order {
    struct one {
        ttp_link_ev e;
        ttp_link_table_in t;        // what its entry is found by
        uint32_t set;
    };
    std::vector<one> under_way;

    void granted(const ttp_link_pipe &m, const ttp_link_pipe_in &in)
    {
        ttp_link_table_in t = {};
        ttp_link_ev e = {};

        ttp_link_select(&in, LINKS, m.streak.link, &e, &t);
        under_way.push_back({ e, t, ttp_link_table_set(&m.table, &t) });
    }
    // An event passes only one that is named in another way and is of another set. How many has
    // this one passed?
    uint64_t acts(tb_check &chk, const ttp_link_way &way)
    {
        const ttp_link_ev &e = way.ev;
        const bool by_link = (e.ev > TTP_EV_CLOSE || e.ev == TTP_EV_TIMER) && e.ev != TTP_EV_LOOKUP;
        const auto at = std::find_if(under_way.begin(), under_way.end(),
                                     [&](const one &o) { return o.t.s0_bylink == by_link; });

        chk.eq("an event that was granted", at != under_way.end(), 1);
        chk.eq("oldest of its kind", at->e.ev, e.ev);
        chk.eq("its TxID", at->e.txid, e.txid);
        if (!by_link) chk.eq("its peer", at->t.s0_node, way.node);
        else if (way.entry) chk.eq("its link", at->t.s0_link, way.link);
        const auto passed = static_cast<uint64_t>(at - under_way.begin());
        for (auto o = under_way.begin(); o != at; ++o) {
            chk.eq("one of the set is passed", o->set == at->set, 0);
            chk.eq("one that makes an entry passes or is passed", o->e.makes || e.makes, 0);
        }
        if (!FOLLOW) chk.eq("events passed", passed, 0);
        under_way.erase(at);
        return passed;
    }
};

// The memory of the records; where events follow each other two
#define INSIDE(NAME, MEM) \
    TB_INSIDE(NAME, ttp_link_pipe__DOT__u_store__DOT__g_rec__DOT__##MEM##__DOT__mem, \
              ttp_link_pipe__DOT__u_net__DOT__u_store__02eg_rec__02e##MEM##__DOT__mem)
INSIDE(records_of, u_rec)
INSIDE(moves_of, u_moves)
INSIDE(stays_of, u_stays)

// After the walk all of a record is 0, as in the model, also what a closed link never looks at.
template <class M> static void all_clear(tb_check &chk, const M &mem)
{
    for (uint32_t l = 0; l < LINKS; l++)
        for (size_t w = 0; w < sizeof mem[l] / sizeof mem[l][0]; w++)
            chk.eq("record after the walk", mem[l][w], 0);
}
template <class R> static void records_clear(tb_check &chk, R *root)
{
    if constexpr (FOLLOW) {
        all_clear(chk, *moves_of(root, 0));
        all_clear(chk, *stays_of(root, 0));
    } else {
        all_clear(chk, *records_of(root, 0));
    }
}

struct Bench : lockstep<Vttp_link_pipe> {
    link_pipe_world world{ r };
    tb_model<ttp_arbiter> arbiter{ ttp_arbiter_bind, link_pipe_params };
    ttp_arbiter_in arbiter_in = {};
    ttp_arbiter_out arbiter_out = {};
    ttp_link_pipe *const model = world.model;
    ttp_link_pipe_in in = {};
    ttp_link_pipe_out o = {};
    ttp_received head = {};
    uint64_t time = 0;
    tb_walk walk{ LINKS };
    bool walked = false, rang = false;  // the walk has ended; the ingest has rung
    link_pipe_order order;
    uint64_t passed = 0;                // by the event that acts
    bool changed = false;               // S1a and S0b, a cycle ago

    Bench() { in.life_value = 1; }

    void drive() override
    {
        if (chk.cycle % 1024 == 0) world.change_mood(in);
        in.core_rst = chk.cycle < 3 || r.one_in(60000);
        const bool quiet = walk.active() || in.core_rst;
        ttp_link_pipe_drive(model, &o);
        if (!quiet) world.sources(in, chk.cycle, o.evicting);
        in.init_active = walk.active();
        in.init_idx = walk.at;
        in.now = static_cast<uint32_t>(time);
        in.tick = static_cast<uint32_t>(time >> 12 & 0xffffff);
        registers();
        in.may_stow = r.percent(80);
        head = world.received.empty() ? ttp_received{} : world.received.front();
        world.inputs(in, head, quiet);
        // What the pipe says of S1 decides what may be granted.
        in.grant = TTP_GRANT_NONE;
        in.no_turns = !arbiter.turns;
        ttp_link_pipe_comb(model, &in, &o);
        grant(quiet);
        link_pipe_drive(*dut, in, head);
        dut->pin_read = world.pin_read;
        dut->pin_read_link = world.pin_read_link;
    }
    void grant(bool quiet)
    {
        ttp_arbiter_in &a = arbiter_in;

        a.request = quiet ? 0 : world.waiting(o.second_valid);
        a.core_rst = in.core_rst;
        a.received_few = world.received.size() < 8;
        a.received_more = world.received.size() > 1;
        a.ready_news = !world.resends.empty() && world.resends.front().txid >> 23 & 1;
        a.command_peek = in.command_peek;
        a.ordered = in.ordered;
        a.hold = o.hold;
        a.turn_ends = o.turn_ends;
        a.expiry_ends = o.expiry_ends;
        a.credit_for_event = !r.one_in(16);
        a.cpl_link_ready = !r.one_in(16);
        a.slots_used = static_cast<uint8_t>(world.slots);
        ttp_arbiter_comb(arbiter, &a, &arbiter_out);
        in.grant = arbiter_out.grant;
        in.doorbell_joins = arbiter_out.doorbell_joins;
    }
    // In the first cycles the registers are written; the model starts with zeros.
    void registers()
    {
        in.irq_dead = (chk.cycle >> 12 & 1) || r.one_in(20);
        in.life_set = chk.cycle < 6 || r.one_in(5000);
        // Often the last lives before the wrap, and those that differ from the last in one bit.
        const uint64_t last = r.one_in(2) ? r.in(65533, 65535) : 65535 ^ (1 << r.below(16));
        in.life_value = static_cast<uint16_t>(r.one_in(3) ? r.in(1, 65535) : last);
        in.start_id_set = chk.cycle < 6 || r.one_in(5000);
        in.start_id_value = static_cast<uint32_t>(r.next());
    }

    void check() override
    {
        if (chk.cycle >= 2) chk.eq("hold", bus_get(dut->stage, STAGE_HOLD), o.hold);
        if (chk.cycle >= 2) list();
        if (chk.cycle >= 2 && ttp_link_pipe_compares(model) != UINT32_MAX) {
            const ttp_link_way *e = ttp_link_pipe_in_s2(model, model->load);
            if (e->entry != TTP_ENTRY_NONE) chk.eq("stow_link", dut->stow_link, e->link);
        }
        const bool asks = world.pinned && !world.pin_fresh && !walk.active();
        if (chk.cycle >= 2) link_pipe_check(chk, *dut, o, asks);
        rang = !walk.active() && !in.core_rst && world.append(in, o.pin_act);
    }
    // The sender reads the list of a link two cycles before its event acts.
    void list()
    {
        const ttp_link_way *const e = ttp_link_pipe_in_s2(model, model->s2_last - 2u);

        chk.eq("list_rd_en", dut->list_rd_en, e != nullptr);
        if (e && e->entry != TTP_ENTRY_NONE) chk.eq("list_link", dut->list_link, e->link);
    }
    void seen() override
    {
        static const ttp_link_way none = {};
        const ttp_link_way *const at = ttp_link_pipe_acts(model);
        const ttp_link_ev &e = (at ? at : &none)->ev;
        const bool acts = o.s2_valid, died = acts && o.act_d >> TTP_ACT_DEAD & 1;
        const bool entry = o.f.timer_valid && !o.f.victim, named = o.respond_to_life != 0;
        const bool lost = acts && o.irq_d >> TTP_IRQ_NOLINK & 1;
        const bool restart = acts && o.irq_d >> TTP_IRQ_RESTART & 1;
        const bool peeked = acts && o.f.result_peeked;
        const auto act = [&](unsigned bit) { return acts && o.act_d >> bit & 1; };
        const auto says = [&](unsigned op) {
            return acts && o.f.respond_valid && o.respond_op == op;
        };
        AIM("send", acts && o.f.send_valid);
        AIM("replay", act(TTP_ACT_REPLAY));
        AIM("take", acts && o.f.verdict_valid && o.f.verdict_take);
        AIM("retire", act(TTP_ACT_RETIRE));
        AIM("dead link", died);
        AIM("closed link", acts && o.f.ended_valid && !died);
        AIM("new entry", act(TTP_ACT_ALLOC));
        AIM("reused entry", model->table.s1_valid && model->table.s1_search && o.s1.s1_go
            && o.s1.s1_entry == TTP_ENTRY_NEW);
        AIM("no entry", act(TTP_ACT_NOENTRY) && e.makes);
        AIM("peek", peeked && o.f.timer_valid);
        AIM_IF(SELECTIVE, "... and its sends have numbers", peeked && o.f.result_numbered);
        AIM("peek beyond the table", peeked && !o.f.timer_valid);
        AIM("close of nothing", acts && o.f.result_nolink);
        AIM("goal moved while freeing", acts && o.f.goal_valid && !o.f.goal_push);
        AIM("opened", acts && o.cnt_d & TTP_LINK_CNT(OPENED));
        AIM("re-OPEN", lost && !restart);
        AIM("life that is over", lost && restart);
        AIM("foreign frame with an answer", e.to_life && says(TTP_OP_NACK_NOLINK));
        AIM("ACK that names two lives", says(TTP_OP_ACK) && named);
        AIM("payload that names two lives", acts && o.f.send_valid && o.send_to_life);
        AIM("doorbell", rang);
        AIM_IF(VC_ORDER, "a doorbell that joins", acts && e.ev == TTP_EV_DOORBELL && !e.turn
               && o.f.ready_push && !o.f.send_valid);
        AIM_IF(VC_ORDER, "one that is a turn", acts && e.ev == TTP_EV_DOORBELL && e.turn
               && in.ordered && o.f.send_valid);
        AIM_IF(VC_ORDER, "a frame puts its link into the list and sends nothing", acts
               && e.ev == TTP_OP_NACK && in.ordered && o.f.ready_push && !o.f.send_valid
               && world.slots == 0 && in.no_turns);
        if (VC_ORDER && acts && in.ordered && !e.turn && !o.f.send_resend)
            chk.eq("what is no turn sends nothing", o.f.send_valid, 0);
        AIM("restarted peer", restart);
        AIM("victim", acts && o.f.victim);
        AIM("lookup of a victim", acts && o.f.lookup_done && !o.f.lookup_ok && entry);
        AIM("idle ingest holds a way", o.pin_kill);
        AIM("append in the S2 cycle of its link", in.append_valid && o.f.timer_valid
            && o.link == in.append_link);
        const bool follows = acts && e.follows;
        const auto counts = [&](uint32_t counter) { return follows && o.cnt_d & counter; };
        AIM_IF(FOLLOW, "payload that follows", follows && e.ev == TTP_OP_PAYLOAD
               && o.f.verdict_take);
        AIM_IF(FOLLOW, "payload behind a gap", counts(TTP_LINK_CNT(GAP)) && !o.f.respond_valid);
        AIM_IF(FOLLOW, "... of the next pass", counts(TTP_LINK_CNT(GAP)) && o.f.respond_valid);
        AIM_IF(FOLLOW, "old payload", counts(TTP_LINK_CNT(REPEAT)));
        AIM_IF(FOLLOW, "payload too far ahead", counts(TTP_LINK_CNT(DROP_FAR)));
        AIM_IF(FOLLOW, "payload without room, again", counts(TTP_LINK_CNT(DROP_SPACE)));
        AIM_IF(FOLLOW, "NACK that follows", follows && e.ev == TTP_OP_NACK);
        AIM_IF(FOLLOW, "late ACK that follows", counts(TTP_LINK_CNT(LATE_ACK)));
        AIM_IF(FOLLOW && LINK_SETS == 2, "replay that follows",
               follows && o.act_d >> TTP_ACT_REPLAY & 1);
        AIM_IF(FOLLOW, "ACK that follows", follows && e.ev == TTP_OP_ACK
               && model->here >> (model->s2_last - 1) & 1);
        AIM_IF(FOLLOW, "ACK of all that follows", follows && e.ev == TTP_OP_ACK && !o.f.timer_runs);
        AIM_IF(FOLLOW, "SEND that follows", follows && e.ev == TTP_EV_SEND && !e.second && e.sends);
        AIM_IF(FOLLOW, "SEND that follows for nothing",
               follows && e.ev == TTP_EV_SEND && !e.second && !e.sends);
        AIM_IF(FOLLOW, "second turn that follows", follows && e.second && e.sends);
        AIM_IF(FOLLOW, "second turn for nothing", follows && e.second && !e.sends);
        AIM_IF(FOLLOW, "doorbell that follows", follows && e.ev == TTP_EV_DOORBELL);
        AIM_IF(FOLLOW, "a link pinned without a lookup", world.pin_fresh);
        AIM_IF(FOLLOW, "... that has act", world.pin_fresh && o.pin_act);
        AIM_IF(FOLLOW, "a streak ends", model->streak.valid && o.s1.first_ends
               && !o.follow.follows && model->streak.set == model->table.s1_set);
        agreement(e, acts, follows);
        AIM("S1 holds events up", o.hold);
        if (acts) passed = order.acts(chk, *at);
        AIM_IF(FOLLOW && LINK_SETS > 1, "a frame passes", acts && passed && e.ev < TTP_EV_TIMER);
        AIM_IF(FOLLOW && LINK_SETS > 1, "a turn passes", acts && passed && e.turn);
        const bool changes = model->s0_valid && o.s1.passes && !o.s1.ready;
        AIM_IF(FOLLOW && LINK_SETS > 1, "two change places again", changes && changed);
        AIM_IF(FOLLOW && LINK_SETS > 1, "one that could follow is passed",
               changes && o.follow.follows);
        changed = changes;
        AIM("events in neighbouring cycles", acts && model->here >> 1 & 1);
        AIM("a life number taken behind another", o.f.new_life && model->here);
    }

    void agreement(const ttp_link_ev &e, bool acts, bool follows)
    {
        const ttp_agree &agree = o.rec.agree;
        const bool payload = acts && e.ev == TTP_OP_PAYLOAD && o.f.timer_valid && !o.f.victim;
        const bool echo = payload && o.f.respond_valid && o.respond_txid;

        AIM_IF(SELECTIVE, "held", acts && o.f.keep_stow);
        AIM_IF(SELECTIVE, "... behind a gap that a NACK has told of",
               acts && o.f.keep_stow && o.rec.link.gap_told);
        AIM_IF(SELECTIVE, "... an end", acts && o.f.keep_ends);
        AIM_IF(SELECTIVE, "what was held is taken", acts && e.again && o.f.verdict_take
               && o.f.respond_valid);
        AIM_IF(SELECTIVE, "... and not answered", acts && e.again && e.quiet && o.f.verdict_take
               && o.f.credit_give);
        AIM_IF(SELECTIVE, "... and not taken", acts && e.again && !o.f.verdict_take
               && o.f.credit_give);
        AIM_IF(SELECTIVE, "an offer is made", acts && o.f.respond_valid && o.f.respond_offer);
        AIM_IF(SELECTIVE, "the first send with a number", acts && o.f.send_valid && o.f.send_first);
        AIM_IF(SELECTIVE, "one behind it",
               acts && o.f.send_valid && o.f.send_numbered && !o.f.send_first);
        AIM_IF(SELECTIVE, "an ACK names the send", echo);
        AIM_IF(SELECTIVE && FOLLOW, "... of a follower", echo && follows);
        AIM_IF(SELECTIVE && FOLLOW, "a follower that sends has a number",
               follows && acts && o.f.send_valid && o.f.send_numbered);
        AIM_IF(SELECTIVE && FOLLOW, "a number is news in a streak",
               o.s1.first_ends && !o.follow.follows && model->streak.valid && model->streak.offered
               && model->first_ev.ev == TTP_OP_PAYLOAD && model->first_ev.rxid
               && model->first_ev.txid == model->streak.last + 1);
        const ttp_rules_link &l = o.rec.link;
        const bool full = agree.agreed && l.next == l.in_flight && l.in_flight >= o.rec.window;
        AIM_IF(SELECTIVE, "a full window, and more to send", acts && o.f.timer_valid && !o.f.act
               && full && l.state == TTP_ST_OPEN && ttp_link_held(model, o.napp, &o.rec) > l.next);
        AIM_IF(SELECTIVE && FOLLOW && CW > 4, "an ACK of a full window does not follow",
               o.s1.first_ends && !o.follow.follows && model->streak.valid && model->streak.tx
               && model->first_ev.ev == TTP_OP_ACK && model->streak.window
               && model->streak.in_flight >= model->streak.window
               && model->first_ev.rxid - model->streak.una < model->streak.in_flight);
        AIM_IF(SELECTIVE, "offered, and no answer yet", payload && agree.told && !agree.agreed);
        marks(e, acts);
    }

    void marks(const ttp_link_ev &e, bool acts)
    {
        const bool resends = acts && e.ev == TTP_EV_RESEND;
        const bool news = e.txid >> 23 & 1;

        AIM_IF(SELECTIVE, "a lost payload goes", resends && o.f.send_valid);
        AIM_IF(SELECTIVE, "... with act", resends && o.f.send_valid && o.f.act);
        AIM_IF(SELECTIVE, "... without", resends && o.f.send_valid && !o.f.act);
        AIM_IF(SELECTIVE, "... does not", resends && !news && !o.f.send_valid);
        AIM_IF(SELECTIVE, "a map had news", resends && news && o.f.timer_runs);
        AIM_IF(SELECTIVE, "a map that counts", acts && o.f.marks);
        AIM_IF(SELECTIVE, "all is lost", acts && o.f.again);
        AIM_IF(SELECTIVE && FOLLOW, "a map that follows", acts && e.follows && o.f.heard
               && e.ev == TTP_OP_NACK);
        AIM_IF(SELECTIVE && FOLLOW, "a RESEND ends a streak", o.s1.first_ends
               && model->streak.valid && model->first_ev.ev == TTP_EV_RESEND
               && model->table.first.s0_link == model->streak.link);
    }

    void step() override
    {
        dut->append_valid = in.append_valid;
        bus_set(dut->append, { { APPEND_LINK, in.append_link },
                               { APPEND_NAPP, in.append_napp } });
        dut->eval();
        if (in.grant) order.granted(*model, in);
        world.edge(in, o, chk.cycle);
        chk.eq("slots", world.slots > SLOTS, 0);
        ttp_arbiter_clock(arbiter, &arbiter_in, &arbiter_out);
        ttp_link_pipe_clock(model, &in, &o);
        step_time();
        walked = walk.step(in.core_rst);
        if (in.core_rst) world.reset();
        if (in.core_rst) order.under_way.clear();
    }
    void step_time()
    {
        time++;
        if (chk.cycle == 100000) time = (1ull << 36) - 5000;    // cycles and ticks wrap
        if (r.one_in(3000)) time += 4096 * (1 + r.below(3));
        if (world.leap && r.one_in(30)) time += world.leap_now();
        if (in.core_rst) time = r.below(5000);
    }
    void cycle() override
    {
        lockstep::cycle();
        if (walked) records_clear(chk, dut->rootp);
    }
};

int main(int argc, char **argv)
{
    return lockstep_main<Bench>(argc, argv, FOLLOW ? LINK_SETS == 2 ? 1500000 : 700000 : 300000);
}

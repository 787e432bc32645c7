// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_pipe.v with all that is in it against model/ttp_link_pipe.c. Around
// both stand the arbiter and the world of link_pipe_world.h. Every output, every cycle.
//
// PARAMS: -GDATA_W=512 -GSLOTS=8 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=1 -GDEEP=0 -GLW=2 -GCW=4
// PARAMS: -GDATA_W=512 -GSLOTS=8 -GLINK_SETS=2 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=0 -GLW=4 -GCW=6
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=4 -GTRACE=1 -GDEEP=0 -GLW=6 -GCW=6
// PARAMS: -GDATA_W=128 -GSLOTS=4 -GLINK_SETS=2 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=0 -GLW=3 -GCW=15
// PARAMS: -GDATA_W=64 -GSLOTS=4 -GLINK_SETS=4 -GLINK_WAYS=2 -GTRACE=1 -GDEEP=1 -GLW=5 -GCW=6
// PARAMS: -GDATA_W=256 -GSLOTS=4 -GLINK_SETS=1 -GLINK_WAYS=1 -GTRACE=0 -GDEEP=1 -GLW=2 -GCW=4
// SEEDS: 1 2 3
// MODEL: ttp_arbiter
// VLT: tb/block/counters.vlt
#include <memory>
#include "Vttp_link_pipe___024root.h"
#include "verilated.h"
#include "link_pipe_ports.h"
#include "link_pipe_world.h"

TB_INSIDE(records_of, ttp_link_pipe__DOT__u_store__DOT__u_rec__DOT__mem,
          ttp_link_pipe__DOT__u_net__DOT__u_store__02eu_rec__DOT__mem)

// After the walk all of a record is 0, as in the model, also what a closed link never looks at.
template <class M> static void all_clear(tb_check &chk, const M &mem)
{
    for (uint32_t l = 0; l < LINKS; l++)
        for (unsigned at = 0; at < 316 + 3 * CW + 1; at += 32)      // and act
            chk.eq("record after the walk", mem[l][at / 32], 0);
}

// What has been reached
struct reached {
    uint64_t send, replay, take, retire, dead, closed, alloc, evict, none, peek, peek_beyond,
             nolink_close, unsettled, second, second_sent, opened, reopen, forward, act_race, bell,
             restart, victim, kept_out, kill, over, foreign, named, send_named;

    void count(const ttp_link_pipe &b, const ttp_link_pipe_out &o)
    {
        const bool entry = o.f.timer_valid && !o.f.victim;
        const bool died = o.act_d >> TTP_ACT_DEAD & 1;
        const bool found = o.s1.s1_entry != TTP_ENTRY_NONE;

        kill += o.pin_kill;
        evict += b.s1_valid && b.table.s1_search && o.s1_rd_en && o.s1.s1_entry == TTP_ENTRY_NEW;
        if (!o.s2_valid) return;
        send += o.f.send_valid;
        replay += o.act_d >> TTP_ACT_REPLAY & 1;
        take += o.f.verdict_valid && o.f.verdict_take;
        retire += o.act_d >> TTP_ACT_RETIRE & 1;
        dead += died;
        closed += o.f.ended_valid && !died;
        alloc += o.f.start_take;
        none += o.act_d >> TTP_ACT_NOENTRY & 1 && b.s2_ev.excl;
        peek += o.f.result_peeked && o.f.timer_valid;
        peek_beyond += o.f.result_peeked && !o.f.timer_valid;
        nolink_close += o.f.result_nolink;
        unsettled += o.f.goal_valid && !o.f.goal_push;
        second += b.s2_ev.second;
        second_sent += b.s2_ev.second && o.f.send_valid;
        opened += o.cnt_d & TTP_LINK_CNT(OPENED) ? 1 : 0;
        reopen += o.irq_d >> TTP_IRQ_NOLINK & ~o.irq_d >> TTP_IRQ_RESTART & 1;
        over += o.irq_d >> TTP_IRQ_NOLINK & o.irq_d >> TTP_IRQ_RESTART & 1;
        foreign += b.s2_ev.to_life && o.f.respond_valid && o.respond_op == TTP_OP_NACK_NOLINK;
        named += o.f.respond_valid && o.respond_op == TTP_OP_ACK && o.respond_to_life;
        send_named += o.f.send_valid && o.send_to_life;
        restart += o.irq_d >> TTP_IRQ_RESTART & 1;
        victim += o.f.victim;
        kept_out += o.f.lookup_done && !o.f.lookup_ok && entry;
        forward += b.s1_valid && o.s1_rd_en && o.s1_link == b.s2_link && o.f.timer_valid && found;
    }

    void check(tb_check &chk) const
    {
        chk.reached("send", send);
        chk.reached("replay", replay);
        chk.reached("take", take);
        chk.reached("retire", retire);
        chk.reached("dead link", dead);
        chk.reached("closed link", closed);
        chk.reached("new entry", alloc);
        chk.reached("reused entry", evict);
        chk.reached("no entry", none);
        chk.reached("peek", peek);
        chk.reached("peek beyond the table", peek_beyond);
        chk.reached("close of nothing", nolink_close);
        chk.reached("goal moved while freeing", unsettled);
        chk.reached("opened", opened);
        chk.reached("re-OPEN", reopen);
        chk.reached("life that is over", over);
        chk.reached("foreign frame with an answer", foreign);
        chk.reached("ACK that names two lives", named);
        chk.reached("payload that names two lives", send_named);
        chk.reached("doorbell", bell);
        chk.reached("restarted peer", restart);
        chk.reached("victim", victim);
        chk.reached("lookup of a victim", kept_out);
        chk.reached("idle ingest holds a way", kill);
        chk.reached("append in the S2 cycle of its link", act_race);
        if (DATA_W != 512) return;
        chk.reached("second turn that sends", second_sent);
        chk.reached("event behind one of the same link", forward);
    }
};

static ttp_arbiter_in arbiter_in(link_pipe_world &w, const ttp_link_pipe_out &o, bool rst,
                                 bool quiet)
{
    ttp_arbiter_in ai = {};
    ai.request = quiet ? 0 : w.waiting(o.second_valid);
    ai.core_rst = rst;
    ai.received_open = !w.received.empty() && w.received.front().op == TTP_OP_OPEN;
    ai.received_few = w.received.size() < 8;
    ai.command_peek = w.command_peek;
    ai.s1_valid = o.s1_valid;
    ai.s1_turn = o.s1_turn;
    ai.s2_valid = o.s2_valid;
    ai.pipe_excl = o.pipe_excl;
    ai.s2_soon = o.s2_soon;
    ai.credit_for_event = !w.rng.one_in(16);
    ai.cpl_link_ready = !w.rng.one_in(16);
    ai.slots_used = static_cast<uint8_t>(w.slots);
    return ai;
}

// What the registers say. In the first cycles they are written; the model starts with zeros.
static void registers(tb_rng &rng, uint64_t c, ttp_link_pipe_in &in)
{
    in.irq_dead = (c >> 12 & 1) || rng.one_in(20);
    in.life_set = c < 6 || rng.one_in(5000);
    // Often the last ones, and those that miss one bit of the last.
    const uint64_t last = rng.one_in(2) ? rng.in(65533, 65535) : 65535 ^ (1 << rng.below(16));
    in.life_value = static_cast<uint16_t>(rng.one_in(3) ? rng.in(1, 65535) : last);
    in.start_id_set = c < 6 || rng.one_in(5000);
    in.start_id_value = static_cast<uint32_t>(rng.next());
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    link_pipe_world w(seed);
    tb_rng &rng = w.rng;
    tb_check chk("ttp_link_pipe", seed);
    auto dut = std::make_unique<Vttp_link_pipe>();
    ttp_link_pipe &b = w.b;
    ttp_arbiter arb = {};
    {
        ttp_params p = {};
        ttp_arena a = {};
        p.data_w = DATA_W;
        p.deep = DEEP;
        ttp_arbiter_bind(&arb, &p, &a);
    }
    ttp_link_pipe_in in = {};
    static ttp_link_pipe_out o;
    reached n = {};
    uint32_t init = 0;
    uint64_t time = 0;
    bool active = true;

    in.life_value = 1;
    for (uint64_t c = 0; c < 300000; c++) {
        if (c % 1024 == 0) w.change_mood(in);
        const bool rst = c < 3 || rng.one_in(60000), quiet = active || rst;
        ttp_link_pipe_drive(&b, &o);
        if (!quiet) w.sources(c, in.now);
        const ttp_arbiter_in ai = arbiter_in(w, o, rst, quiet);
        ttp_arbiter_out ao;
        ttp_arbiter_comb(&arb, &ai, &ao);

        in.core_rst = rst;
        in.init_active = active;
        in.init_idx = init;
        in.now = static_cast<uint32_t>(time);
        in.tick = static_cast<uint32_t>(time >> 12 & 0xffffff);
        in.grant = ao.grant;
        registers(rng, c, in);
        const ttp_received head = w.received.empty() ? ttp_received{} : w.received.front();
        w.inputs(in, head, quiet);
        link_pipe_drive(*dut, in, head);
        dut->clk = 0;
        dut->eval();

        ttp_link_pipe_comb(&b, &in, &o);
        chk.cycle = c;
        if (c >= 2) link_pipe_check(chk, *dut, o, w.pin && !active);
        n.count(b, o);

        if (!quiet) n.bell += w.append(in, o.pin_act);
        n.act_race += in.append_valid && o.f.timer_valid && o.link == in.append_link;
        dut->append_valid = in.append_valid;
        bus_put(dut->append, BUS.append.link, in.append_link);
        bus_put(dut->append, BUS.append.napp, in.append_napp);
        dut->eval();

        w.edge(in, o, c);
        chk.eq("slots", w.slots > SLOTS, 0);
        ttp_arbiter_clock(&arb, &ai, &ao);
        ttp_link_pipe_clock(&b, &in, &o);
        tb_edge(*dut);

        time++;
        if (c == 100000) time = (1ull << 36) - 5000;            // both wrap
        if (rng.one_in(3000)) time += 4096 * (1 + rng.below(3));
        if (w.leap && rng.one_in(30)) time += w.leap_now();
        if (rst) {
            active = true;
            init = 0;
            w.reset();
            time = rng.below(5000);
        } else if (active && ++init == LINKS) {
            active = false;
            init = 0;
            all_clear(chk, *records_of(dut->rootp, 0));
        }
    }
    dut->final();
    n.check(chk);
    printf("PASS ttp_link_pipe %s seed=%" PRIu64 " sends=%" PRIu64 " replays=%" PRIu64
           " takes=%" PRIu64 " dead=%" PRIu64 " closed=%" PRIu64 " compared=%" PRIu64 "\n",
           PARAMS, seed, n.send, n.replay, n.take, n.dead, n.closed, chk.compared);
    return 0;
}

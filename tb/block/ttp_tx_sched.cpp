// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_sched.v against model/ttp_tx_sched.c, and two plain queues as the third
// witness. Stimulus: a link is in the ready lists once at most, as the link pipe keeps it.
// PARAMS: -GLINKS=3 -GLW=2 | -GLINKS=48 -GLW=6 | -GLINKS=96 -GLW=7 | -GLINKS=1536 -GLW=11
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_tx_sched.h"
#include "tb_util.h"
extern "C" {
#include "ttp_tx_sched.h"
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_tx_sched", seed);
    auto dut = std::make_unique<Vttp_tx_sched>();

    ttp_params p = {};
    p.link_sets = LINKS / 3;
    p.link_ways = 1;
    std::vector<uint64_t> mem(4096);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, mem.size() * 8 };
    ttp_tx_sched m = {};
    ttp_tx_sched_bind(&m, &p, &arena);

    std::deque<uint16_t> old_q, new_q;
    std::vector<uint16_t> idle;
    for (unsigned i = 0; i < LINKS; i++) idle.push_back(static_cast<uint16_t>(i));
    uint64_t all_in = 0, popped = 0, bursts = 0, replays_first = 0;
    unsigned run = 0;
    unsigned p_push = 50, p_pop = 50, p_replay = 30, p_rsp = 50, p_pq = 50, p_go = 50;

    ttp_tx_sched_in in = {};
    ttp_tx_sched_out o = {};
    for (uint64_t c = 0; c < 200000; c++) {
        chk.cycle = c;
        if (r.one_in(100 + LINKS * 2)) {
            static const unsigned pc[] = { 0, 5, 50, 95, 100, 100 };
            p_push = pc[r.below(6)]; p_pop = pc[r.below(6)]; p_replay = pc[r.below(6)];
            p_rsp = pc[r.below(6)]; p_pq = pc[r.below(6)]; p_go = pc[1 + r.below(5)];
        }
        ttp_tx_sched_drive(&m, &o);
        in = {};
        in.core_rst = c < 2 || r.one_in(20000);
        if (c >= 1) {
            in.response_valid = r.percent(p_rsp);
            in.payload_valid = r.percent(p_pq);
            in.ready_pop = r.percent(p_pop);
            if (!idle.empty() && r.percent(p_push)) {
                in.ready_push = true;
                const size_t k = r.below(idle.size());
                in.ready_push_link = idle[k];
                idle[k] = idle.back();
                idle.pop_back();
            }
            in.ready_push_replay = r.percent(p_replay);
        }
        ttp_tx_sched_comb(&m, &in, &o);
        const bool start = c >= 1 && (in.response_valid || in.payload_valid) && r.percent(p_go);
        in.start_payload = start && o.sel_payload;
        in.start_response = start && !o.sel_payload;

        dut->core_rst = in.core_rst;
        dut->ready_push = in.ready_push; dut->ready_push_link = in.ready_push_link;
        dut->ready_push_replay = in.ready_push_replay; dut->ready_pop = in.ready_pop;
        dut->response_valid = in.response_valid; dut->payload_valid = in.payload_valid;
        dut->start_response = in.start_response; dut->start_payload = in.start_payload;
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->ready_valid, o.ready_valid);
            if (o.ready_valid) CHECK_EQ(chk, dut->ready_link, o.ready_link);
            CHECK_EQ(chk, dut->sel_payload, o.sel_payload);
            chk.eq("ready_valid as defined", dut->ready_valid, !old_q.empty() || !new_q.empty());
            if (o.ready_valid)
                chk.eq("order", dut->ready_link, old_q.empty() ? new_q.front() : old_q.front());
            chk.eq("sel_payload as defined", dut->sel_payload,
                   in.payload_valid && (!in.response_valid || run >= 16));
            all_in += old_q.size() + new_q.size() == LINKS;
            replays_first += !old_q.empty() && !new_q.empty() && in.ready_pop;
            bursts += in.start_payload && in.response_valid;
        }
        if (in.ready_pop && o.ready_valid && c >= 1) {
            auto &q = old_q.empty() ? new_q : old_q;
            idle.push_back(q.front());
            q.pop_front();
            popped++;
        }
        if (in.ready_push) (in.ready_push_replay ? old_q : new_q).push_back(in.ready_push_link);
        if (in.start_response) run++;
        if (in.start_payload || !in.payload_valid) run = 0;
        if (in.core_rst) {
            for (auto q : { &old_q, &new_q }) {
                idle.insert(idle.end(), q->begin(), q->end());
                q->clear();
            }
            run = 0;
        }
        ttp_tx_sched_clock(&m, &in);
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("every link in the lists", all_in);
    chk.reached("replay before new", replays_first);
    chk.reached("payload after 16 responses", bursts);
    printf("PASS popped=%" PRIu64 " full=%" PRIu64 " bursts=%" PRIu64 "\n", popped, all_in, bursts);
    return 0;
}

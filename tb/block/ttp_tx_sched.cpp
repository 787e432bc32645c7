// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_sched.v against model/ttp_tx_sched.c. The bench plays the link pipe, for
// which a link is in the ready lists once at most, and the queues of responses and payloads. The
// witness: two plain queues, those of each channel with the rules of vc.*, and the number of
// responses in a row while a payload waited.
// PARAMS: -GLINKS=3 -GLW=2 | -GLINKS=48 -GLW=6 | -GLINKS=96 -GLW=7 | -GLINKS=1536 -GLW=11
// PARAMS: -GLINKS=3 -GLW=2 -GVC_ORDER=1 | -GLINKS=24 -GLW=5 -GVC_ORDER=1
// PARAMS: -GLINKS=384 -GLW=9 -GVC_ORDER=1
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_tx_sched.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_tx_sched.h"
}

#ifndef VC_ORDER                // a set without it: the default of the RTL
#define VC_ORDER 0
#endif
#include "sched_channels.h"

struct Bench : lockstep<Vttp_tx_sched> {
    tb_model<ttp_tx_sched> ref{ ttp_tx_sched_bind, [](ttp_params &p) {
        p.link_sets = LINKS / 3;
        p.link_ways = 1;
        p.vc_order = VC_ORDER;
    } };
    ttp_tx_sched_in in = {};
    ttp_tx_sched_out o = {};
    struct { unsigned push, pop, replay, response, payload, start, lost, news; }
        load = { 50, 50, 30, 50, 50, 50, 20, 20 };
    sched_lists lists;                  // those for all
    sched_channels channels{ LINKS / 3 };
    std::vector<uint16_t> idle;         // links in neither
    unsigned responses_in_a_row = 0, lost_in_a_row = 0;
    unsigned quiet = 3;                 // channel from which nothing comes; 3: none

    Bench()
    {
        for (unsigned i = 0; i < LINKS; i++) idle.push_back(static_cast<uint16_t>(i));
    }

    void drive() override
    {
        if (r.one_in(100 + LINKS * 2))
            load = { tb_load(r), tb_load(r), tb_load(r), tb_load(r), tb_load(r), tb_load(r, 1),
                     r.one_in(3) ? 0 : tb_load(r), tb_load(r) };
        const ttp_vc_cfg was = in.vc;
        in = {};
        in.vc = was;
        if (VC_ORDER && (!chk.cycle || r.one_in(300))) change_order();
        in.core_rst = chk.cycle < 2 || r.one_in(20000);
        if (chk.cycle) drive_neighbours();
        ttp_tx_sched_ready(&ref, &in, &o);
        // The arbiter has seen the link a cycle ago, and does not choose twice in a row.
        if (VC_ORDER && !o.ready_lost && !channels.may_pop) in.ready_pop = false;
        ttp_tx_sched_comb(&ref, &in, &o);
        const bool start = (in.response_valid || in.payload_valid) && r.percent(load.start);
        in.start_payload = start && o.sel_payload;
        in.start_response = start && !o.sel_payload;
        DRIVE(core_rst, ready_push, ready_push_link, ready_push_replay, lost_valid, lost_link,
              lost_news, ready_pop, response_valid, payload_valid, start_response, start_payload);
        dut->cfg_mode = in.vc.mode;
        dut->cfg_first = in.vc.first;
        dut->cfg_second = in.vc.second;
        dut->cfg_weights = static_cast<uint16_t>(in.vc.weight[0] | in.vc.weight[1] << 4
                                                 | in.vc.weight[2] << 8);
    }
    void change_order()
    {
        in.vc.mode = static_cast<uint8_t>(r.below(3));
        in.vc.first = static_cast<uint8_t>(r.below(3));
        in.vc.second = static_cast<uint8_t>((in.vc.first + 1 + r.below(2)) % 3);
        for (uint8_t &w : in.vc.weight)
            w = static_cast<uint8_t>(r.one_in(3) ? 15 : 1 + r.below(4));
        quiet = r.below(6);
    }
    void drive_neighbours()
    {
        in.response_valid = r.percent(load.response);
        in.payload_valid = r.percent(load.payload);
        in.ready_pop = r.percent(load.pop);
        in.lost_valid = r.percent(load.lost);
        in.lost_news = r.percent(load.news);
        in.lost_link = static_cast<uint16_t>(r.below(LINKS));
        in.ready_push = !idle.empty() && r.percent(load.push);
        in.ready_push_replay = r.percent(load.replay);
        if (!in.ready_push) return;
        std::swap(idle[r.below(idle.size())], idle.back());
        in.ready_push_link = idle.back();
        in.ready_push = in.ready_push_link / (LINKS / 3) != quiet;
        if (in.ready_push) idle.pop_back();
    }

    void check() override
    {
        if (!chk.cycle) return;
        const bool listed = !lists.empty() || channels.next_known();
        const bool turns = lost_in_a_row < 4 || !listed;
        const bool lost = in.lost_valid && (in.lost_news || turns);
        SAME(ready_valid, ready_lost, ready_news, sel_payload);
        chk.eq("ready_valid as defined", dut->ready_valid,
               in.lost_valid || !lists.empty() || channels.waits());
        chk.eq("ready_lost as defined", dut->ready_lost, lost);
        chk.eq("ready_news as defined", dut->ready_news, in.lost_valid && in.lost_news);
        AIM("news after four that are lost", lost && !turns && in.ready_pop);
        if (lost || listed) {
            SAME(ready_link);
            chk.eq("order", dut->ready_link, lost ? in.lost_link
                   : channels.next_known() ? channels.next() : lists.oldest().front());
        }
        AIM("one of the lists after four that are lost", in.lost_valid && !lost && in.ready_pop);
        chk.eq("sel_payload as defined", dut->sel_payload,
               in.payload_valid && (!in.response_valid || responses_in_a_row >= 16));
        AIM("payload after 16 responses", in.start_payload && in.response_valid);
        AIM_IF(!VC_ORDER, "every link in the lists", lists.count() == LINKS);
        AIM_IF(!VC_ORDER, "replay before new", lists.both() && in.ready_pop);
        if (VC_ORDER) channels.aims(in.vc, in.ready_pop && !lost, !lists.empty());
        chk.eq("passed over", channels.most_passed() > 16, 0);
    }

    void step() override
    {
        const bool turn = in.ready_pop && !o.ready_lost;
        const bool of_channel = turn && channels.next_known();

        if (in.ready_pop && o.ready_lost) lost_in_a_row += !o.ready_news;
        else if (in.ready_pop) lost_in_a_row = 0;
        const sched_seen seen = { in.vc, !lists.empty(), lists.count() + channels.count() != 0 };
        if (of_channel) idle.push_back(channels.next());
        else if (turn && !lists.empty()) idle.push_back(lists.pop());
        channels.step(seen, turn);
        if (in.ready_push && in.vc.mode) channels.push(in.ready_push_link, in.ready_push_replay);
        else if (in.ready_push) lists.push(in.ready_push_link, in.ready_push_replay);
        responses_in_a_row += in.start_response;
        if (in.start_payload || !in.payload_valid) responses_in_a_row = 0;
        if (in.core_rst) {
            lists.drain(idle);
            channels.drain(idle);
            responses_in_a_row = lost_in_a_row = 0;
        }
        ttp_tx_sched_clock(&ref, &in);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }

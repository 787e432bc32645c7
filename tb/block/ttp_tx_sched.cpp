// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_sched.v against model/ttp_tx_sched.c. The bench plays the link pipe, for
// which a link is in the ready lists once at most, and the queues of responses and payloads. The
// witness: two plain queues, and the number of responses in a row while a payload waited.
// PARAMS: -GLINKS=3 -GLW=2 | -GLINKS=48 -GLW=6 | -GLINKS=96 -GLW=7 | -GLINKS=1536 -GLW=11
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_tx_sched.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_tx_sched.h"
}

struct Bench : lockstep<Vttp_tx_sched> {
    tb_model<ttp_tx_sched> ref{ ttp_tx_sched_bind };
    ttp_tx_sched_in in = {};
    ttp_tx_sched_out o = {};
    struct { unsigned push, pop, replay, response, payload, start, lost, news; }
        load = { 50, 50, 30, 50, 50, 50, 20, 20 };
    std::deque<uint16_t> replays, fresh;
    std::vector<uint16_t> idle;         // links in neither
    unsigned responses_in_a_row = 0, lost_in_a_row = 0;

    Bench()
    {
        for (unsigned i = 0; i < LINKS; i++) idle.push_back(static_cast<uint16_t>(i));
    }
    std::deque<uint16_t> &oldest() { return replays.empty() ? fresh : replays; }

    void drive() override
    {
        if (r.one_in(100 + LINKS * 2))
            load = { tb_load(r), tb_load(r), tb_load(r), tb_load(r), tb_load(r), tb_load(r, 1),
                     r.one_in(3) ? 0 : tb_load(r), tb_load(r) };
        in = {};
        in.core_rst = chk.cycle < 2 || r.one_in(20000);
        if (chk.cycle) drive_neighbours();
        ttp_tx_sched_ready(&ref, &in, &o);
        ttp_tx_sched_comb(&ref, &in, &o);
        const bool start = (in.response_valid || in.payload_valid) && r.percent(load.start);
        in.start_payload = start && o.sel_payload;
        in.start_response = start && !o.sel_payload;
        DRIVE(core_rst, ready_push, ready_push_link, ready_push_replay, lost_valid, lost_link,
              lost_news, ready_pop, response_valid, payload_valid, start_response, start_payload);
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
        idle.pop_back();
    }

    void check() override
    {
        if (!chk.cycle) return;
        const bool turns = lost_in_a_row < 4 || oldest().empty();
        const bool lost = in.lost_valid && (in.lost_news || turns);
        SAME(ready_valid, ready_lost, ready_news, sel_payload);
        if (o.ready_valid) SAME(ready_link);
        chk.eq("ready_valid as defined", dut->ready_valid, in.lost_valid || !oldest().empty());
        chk.eq("ready_lost as defined", dut->ready_lost, lost);
        chk.eq("ready_news as defined", dut->ready_news, in.lost_valid && in.lost_news);
        AIM("news after four that are lost", lost && !turns && in.ready_pop);
        if (o.ready_valid)
            chk.eq("order", dut->ready_link, lost ? in.lost_link : oldest().front());
        AIM("one of the lists after four that are lost", in.lost_valid && !lost && in.ready_pop);
        chk.eq("sel_payload as defined", dut->sel_payload,
               in.payload_valid && (!in.response_valid || responses_in_a_row >= 16));
        AIM("every link in the lists", replays.size() + fresh.size() == LINKS);
        AIM("replay before new", !replays.empty() && !fresh.empty() && in.ready_pop);
        AIM("payload after 16 responses", in.start_payload && in.response_valid);
    }

    void step() override
    {
        if (in.ready_pop && o.ready_lost) {
            lost_in_a_row += !o.ready_news;
        } else if (in.ready_pop) {
            lost_in_a_row = 0;
            if (!oldest().empty()) {
                idle.push_back(oldest().front());
                oldest().pop_front();
            }
        }
        if (in.ready_push) (in.ready_push_replay ? replays : fresh).push_back(in.ready_push_link);
        responses_in_a_row += in.start_response;
        if (in.start_payload || !in.payload_valid) responses_in_a_row = 0;
        if (in.core_rst) {
            idle.insert(idle.end(), replays.begin(), replays.end());
            idle.insert(idle.end(), fresh.begin(), fresh.end());
            replays.clear();
            fresh.clear();
            responses_in_a_row = lost_in_a_row = 0;
        }
        ttp_tx_sched_clock(&ref, &in);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }

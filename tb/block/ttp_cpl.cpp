// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_cpl.v against model/ttp_cpl.c, every cycle. A third reading keeps three
// lists: each source's records leave in order, exactly those that were taken and not lost.
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_cpl.h"
#include "tb_util.h"
extern "C" {
#include "ttp_cpl.h"
}

template <class P> static void put(P &port, const ttp_cpl_rec &r)
{
    tb_put(port, 0, 64, r.d[0]);
    tb_put(port, 64, 64, r.d[1]);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_cpl", seed);
    auto dut = std::make_unique<Vttp_cpl>();
    std::vector<uint64_t> mem(64);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, mem.size() * 8 };
    ttp_cpl ref = {};
    ttp_cpl_bind(&ref, &arena);

    std::deque<uint64_t> sent[3];           // serial numbers in flight, per source
    uint64_t serial = 1, taken = 0, came = 0, n_lost = 0, lost_link = 0, lost_opt = 0, full = 0;
    uint64_t three = 0, dim = 0;
    unsigned p[3] = { 10, 10, 10 }, p_out = 50;
    ttp_cpl_in in = {};

    for (uint64_t c = 0; c < 300000; c++) {
        chk.cycle = c;
        if (r.one_in(200)) {
            for (auto &x : p) x = r.one_in(3) ? 0 : r.below(101);
            p_out = r.one_in(3) ? 100 : r.below(101);
        }
        ttp_cpl_out o;
        ttp_cpl_drive(&ref, &o);
        // Held until taken, as the law of the handshake wants; the link pipe only pulses.
        const bool retired_hold = in.retired_valid && !in.rst && !dut->retired_ready;
        const bool refused_hold = in.refused_valid && !in.rst && !dut->refused_ready;
        const ttp_cpl_in was = in;
        in = {};
        in.rst = c < 2 || r.one_in(10000);
        in.ended_valid = r.percent(p[0]);
        in.retired_valid = retired_hold || r.percent(p[1]);
        in.retired_opt = retired_hold ? was.retired_opt : r.percent(50);
        in.refused_valid = refused_hold || r.percent(p[2]);
        in.m_axis_cpl_tready = r.percent(p_out);
        // A serial number, spread over all bits, and the source below noise.
        const auto rec = [&](uint64_t source) {
            return ttp_cpl_rec{ { serial++ * 0x9e3779b97f4a7c15ull, r.next() << 2 | source } };
        };
        in.ended_data = rec(0);
        in.retired_data = retired_hold ? was.retired_data : rec(1);
        in.refused_data = refused_hold ? was.refused_data : rec(2);

        dut->rst = in.rst;
        dut->ended_valid = in.ended_valid;
        dut->retired_valid = in.retired_valid;
        dut->retired[4] = in.retired_opt;       // RETIRED_OPT
        dut->refused_valid = in.refused_valid;
        dut->m_axis_cpl_tready = in.m_axis_cpl_tready;
        put(dut->ended, in.ended_data);
        put(dut->retired, in.retired_data);
        put(dut->refused, in.refused_data);
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->m_axis_cpl_tvalid, o.m_axis_cpl_tvalid);
            CHECK_EQ(chk, dut->link_ready, o.link_ready);
            CHECK_EQ(chk, dut->lost, o.lost);
            CHECK_EQ(chk, dut->retired_ready, ttp_cpl_retired_ready(&o, in.retired_opt));
            CHECK_EQ(chk, dut->refused_ready, ttp_cpl_refused_ready(&o, in.retired_valid));
            if (o.m_axis_cpl_tvalid) {
                CHECK_EQ(chk, tb_get(dut->m_axis_cpl_tdata, 0, 64), o.m_axis_cpl_tdata.d[0]);
                CHECK_EQ(chk, tb_get(dut->m_axis_cpl_tdata, 64, 64), o.m_axis_cpl_tdata.d[1]);
            }
            n_lost += o.lost;
            dim += !o.link_ready;
        }
        if (!in.rst && c >= 2) {
            if (o.m_axis_cpl_tvalid && in.m_axis_cpl_tready) {
                auto &q = sent[o.m_axis_cpl_tdata.d[1] & 3];
                chk.eq("order of one source", q.empty() ? 0 : q.front(), o.m_axis_cpl_tdata.d[0]);
                q.pop_front();
                came++;
            }
            const bool is_full = ref.queue.count == 16;
            full += is_full;
            three += in.ended_valid && in.retired_valid && in.refused_valid;
            if (in.ended_valid && is_full) lost_link++;
            if (in.ended_valid && !is_full) { sent[0].push_back(in.ended_data.d[0]); taken++; }
            if (in.retired_valid && dut->retired_ready) {
                if (in.retired_opt && ref.wait) lost_opt++;
                else { sent[1].push_back(in.retired_data.d[0]); taken++; }
            }
            if (in.refused_valid && dut->refused_ready) {
                sent[2].push_back(in.refused_data.d[0]);
                taken++;
            }
        }
        ttp_cpl_clock(&ref, &in);
        if (in.rst) for (auto &q : sent) { taken -= q.size(); q.clear(); }
        dut->clk = 1;
        dut->eval();
        const size_t inside = sent[0].size() + sent[1].size() + sent[2].size();
        chk.eq("records inside", inside, ref.queue.count + ref.wait);
    }
    dut->final();
    chk.reached("full queue", full);
    chk.reached("a lost link record", lost_link);
    chk.reached("a lost optional record", lost_opt);
    chk.reached("lost", n_lost);
    chk.reached("three at once", three);
    chk.reached("link_ready low", dim);
    printf("PASS taken=%" PRIu64 " came=%" PRIu64 " lost=%" PRIu64 "+%" PRIu64 " full=%" PRIu64
           "\n", taken, came, lost_link, lost_opt, full);
    return 0;
}

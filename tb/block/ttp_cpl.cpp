// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_cpl.v against model/ttp_cpl.c. The bench plays the three sources of records
// and the stream's receiver. The witness has a list for each source: its records leave in order,
// exactly those that were taken and not lost.
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_cpl.h"
#include "lockstep.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_cpl.h"
}

struct Bench : lockstep<Vttp_cpl> {
    enum source { ENDED, RETIRED, REFUSED };    // link pipe, retire engine, ingest
    ttp_cpl ref = {};
    uint64_t memory[64] = {};
    ttp_cpl_in in = {};
    ttp_cpl_out o = {};
    unsigned load[3] = { 10, 10, 10 }, out_load = 50;
    uint64_t serial = 1;
    std::deque<uint64_t> inside[3];             // serial numbers, by source

    Bench()
    {
        ttp_arena arena = { reinterpret_cast<uint8_t *>(memory), 0, sizeof memory };
        ttp_cpl_bind(&ref, &arena);
    }

    // A serial number, spread over all bits, and the source in the low bits beside noise.
    ttp_cpl_rec record(source from)
    {
        return { { serial++ * 0x9e3779b97f4a7c15, r.next() << 2 | from } };
    }
    template <class P> static void put(P &port, const ttp_cpl_rec &x)
    {
        tb_put(port, 0, 64, x.d[0]);
        tb_put(port, 64, 64, x.d[1]);
    }

    void drive() override
    {
        if (r.one_in(200)) {
            for (unsigned &x : load) x = r.one_in(3) ? 0 : r.below(101);
            out_load = r.one_in(3) ? 100 : r.below(101);
        }
        ttp_cpl_drive(&ref, &o);
        // A record stays until it is taken, but for those of the link pipe.
        const bool hold_retired = in.retired_valid && !in.rst && !dut->retired_ready;
        const bool hold_refused = in.refused_valid && !in.rst && !dut->refused_ready;
        in.rst = chk.cycle < 2 || r.one_in(10000);
        in.ended_valid = r.percent(load[ENDED]);
        in.ended_data = record(ENDED);
        if (!hold_retired) {
            in.retired_valid = r.percent(load[RETIRED]);
            in.retired_opt = r.percent(50);
            in.retired_data = record(RETIRED);
        }
        if (!hold_refused) {
            in.refused_valid = r.percent(load[REFUSED]);
            in.refused_data = record(REFUSED);
        }
        in.m_axis_cpl_tready = r.percent(out_load);
        DRIVE(rst, ended_valid, retired_valid, refused_valid, m_axis_cpl_tready);
        put(dut->ended, in.ended_data);
        put(dut->retired, in.retired_data);
        dut->retired[4] = in.retired_opt;       // RETIRED_OPT
        put(dut->refused, in.refused_data);
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(m_axis_cpl_tvalid, link_ready, lost);
        CHECK_EQ(chk, dut->retired_ready, ttp_cpl_retired_ready(&o, in.retired_opt));
        CHECK_EQ(chk, dut->refused_ready, ttp_cpl_refused_ready(&o, in.retired_valid));
        for (unsigned i = 0; o.m_axis_cpl_tvalid && i < 2; i++)
            chk.eq("m_axis_cpl_tdata", tb_get(dut->m_axis_cpl_tdata, 64 * i, 64),
                   o.m_axis_cpl_tdata.d[i]);
        chk.eq("records inside", inside[0].size() + inside[1].size() + inside[2].size(),
               ref.queue.count + ref.wait);
        AIM("lost", o.lost);
        AIM("link_ready low", !o.link_ready);
        if (!in.rst && chk.cycle >= 2) witness();
    }
    void witness()
    {
        if (o.m_axis_cpl_tvalid && in.m_axis_cpl_tready) {
            auto &q = inside[o.m_axis_cpl_tdata.d[1] & 3];
            chk.eq("order of one source", q.empty() ? 0 : q.front(), o.m_axis_cpl_tdata.d[0]);
            q.pop_front();
        }
        const bool full = ref.queue.count == 16;
        const bool retired = in.retired_valid && dut->retired_ready;
        const bool lost_opt = retired && in.retired_opt && ref.wait;
        if (in.ended_valid && !full) inside[ENDED].push_back(in.ended_data.d[0]);
        if (retired && !lost_opt) inside[RETIRED].push_back(in.retired_data.d[0]);
        if (in.refused_valid && dut->refused_ready)
            inside[REFUSED].push_back(in.refused_data.d[0]);
        AIM("full queue", full);
        AIM("a lost link record", in.ended_valid && full);
        AIM("a lost optional record", lost_opt);
        AIM("three at once", in.ended_valid && in.retired_valid && in.refused_valid);
    }

    void step() override
    {
        ttp_cpl_clock(&ref, &in);
        for (auto &q : inside)
            if (in.rst) q.clear();
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 300000); }

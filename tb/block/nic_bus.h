// SPDX-License-Identifier: Apache-2.0
//
// The AXI4-Lite side of the host of tb/block/ttp_nic_core.cpp: accesses in their order, reads
// beside writes, with what they must answer. A write may come while the one before it has its
// answer not taken yet, as a processor's do.
#ifndef NIC_BUS_H
#define NIC_BUS_H

#include <deque>
#include <functional>
#include "nic_page.h"
#include "nic_pins.h"

enum nic_answer { OKAY, SLVERR, EITHER };

struct nic_access {
    uint32_t addr, data;
    nic_answer want = OKAY;
    // It works soon from here on: it and all answers before it were taken. A doorbell: before.
    std::function<void()> begun = nullptr;
    std::function<void(bool, uint32_t)> done = nullptr;         // error, data
};

struct nic_bus {
    tb_rng &r;
    nic_judge &judge;
    std::deque<nic_access> writes, reads;       // the first of them are under way
    unsigned out = 0;                           // writes that are: at most 2
    bool rd = false;                            // the first read is
    bool aw = false, w = false, ar = false;     // channels that wait; of the last write
    uint32_t load = 60, slow = 50;              // percent of cycles
    uint64_t wr_since = 0, rd_since = 0;
    std::function<void(uint32_t, uint32_t)> keeps;              // told of writes that work

    nic_bus(tb_rng &rng, nic_judge &j) : r(rng), judge(j) {}
    bool idle() const { return writes.empty() && reads.empty(); }
    void reset()
    {
        writes.clear(), reads.clear();
        out = 0;
        rd = aw = w = ar = false;
    }
    void write(nic_access a) { writes.push_back(std::move(a)); }
    void write(uint32_t addr, uint32_t data) { writes.push_back({ addr, data }); }
    void read(uint32_t addr, std::function<void(bool, uint32_t)> done, nic_answer want = OKAY)
    {
        reads.push_back({ addr, 0, want, nullptr, std::move(done) });
    }

    void drive(nic_in &in)
    {
        if (!aw && !w && out < 2 && out < writes.size() && r.percent(load)) {
            aw = w = true;
            if (!out++) wr_since = judge.now();
        }
        if (!rd && !reads.empty() && r.percent(load)) {
            rd = ar = true;
            rd_since = judge.now();
        }
        in.s_axil_awvalid = aw && (in.s_axil_awvalid || r.below(2));
        in.s_axil_wvalid = w && (in.s_axil_wvalid || r.below(2));
        in.s_axil_arvalid = ar && (in.s_axil_arvalid || r.below(2));
        if (aw) in.s_axil_awaddr = writes[out - 1].addr | low;
        if (w) in.s_axil_wdata = writes[out - 1].data, in.s_axil_wstrb = strobes;
        if (ar) in.s_axil_araddr = reads.front().addr | low;
        in.s_axil_bready = r.percent(slow);
        in.s_axil_rready = r.percent(slow);
    }
    uint8_t strobes = 15, low = 0;              // both are ignored

    void step(const nic_in &in, const nic_out &o)
    {
        const bool ends = o.s_axil_bvalid && in.s_axil_bready;
        const bool reads_ends = o.s_axil_rvalid && in.s_axil_rready;
        const bool was = aw || w;       // the last one is not there yet
        NIC_MUST(judge, !o.s_axil_bvalid || out > was, "axil", "an answer to no write");
        NIC_MUST(judge, !o.s_axil_rvalid || (rd && !ar), "axil", "an answer to no read");
        if (in.s_axil_awvalid && o.s_axil_awready) aw = false;
        if (in.s_axil_wvalid && o.s_axil_wready) w = false;
        if (in.s_axil_arvalid && o.s_axil_arready) ar = false;
        if (was && !aw && !w) {
            AIM("a write behind one without its answer", out == 2 && !ends);
            if (out == 1) begins();
        }
        if (ends) {
            const nic_access a = writes.front();
            writes.pop_front();
            out--;
            wr_since = judge.now();
            if (!o.s_axil_bresp && keeps) keeps(a.addr, a.data);
            answer("write", a, o.s_axil_bresp, 0);
            if (out && !aw && !w) begins();
        }
        if (reads_ends) {
            const nic_access a = reads.front();
            reads.pop_front();
            rd = false;
            answer("read", a, o.s_axil_rresp, o.s_axil_rdata);
        }
        if (!aw && !w && !ar) low = r.one_in(4) ? r.below(4) & 3 : 0;
        if (!aw && !w) strobes = static_cast<uint8_t>(r.one_in(4) ? r.below(16) : 15);
        NIC_MUST(judge, !out || judge.now() - wr_since < 3000, "axil", "no answer to a write");
        NIC_MUST(judge, !rd || judge.now() - rd_since < 3000, "axil", "no answer to a read");
    }
    void begins()
    {
        judge.trace("write 0x%03x begins", writes.front().addr);
        if (writes.front().begun) writes.front().begun();
    }
    void answer(const char *what, const nic_access &a, uint8_t resp, uint32_t data)
    {
        NIC_MUST(judge, resp == 0 || resp == 2, "axil", "%s 0x%03x: response %u", what, a.addr,
                 resp);
        if (a.want != EITHER)
            NIC_MUST(judge, (resp != 0) == (a.want == SLVERR), "registers",
                     "%s 0x%03x (0x%x): response %u", what, a.addr, a.data, resp);
        AIM("SLVERR", resp);
        judge.trace("%s 0x%03x 0x%x response %u", what, a.addr, data ? data : a.data, resp);
        if (a.done) a.done(resp != 0, data);
    }
};

#endif

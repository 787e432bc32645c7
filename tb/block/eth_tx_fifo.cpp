// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_tx_fifo.v: bytes come out in order with their ends. The line's reader takes a byte a
// clock after an 8-byte preamble, and must never wait inside a frame when the core does not stall,
// or, with STORE = 1 and a frame that fits, whatever the core does.
// PARAMS: -GDEPTH=16 -GSTORE=0 | -GDEPTH=32 -GSTORE=0 | -GDEPTH=16 -GSTORE=1
// PARAMS: -GDEPTH=256 -GSTORE=1 | -GDEPTH=128 -GSTORE=0
// SEEDS: 1 2
#include <deque>
#include "Veth_tx_fifo.h"
#include "eth_util.h"
#include "two_clocks.h"

struct Bench : two_clocks<Veth_tx_fifo> {
    struct frame { bytes body; bool error, promise; };  // promise: it must not run dry
    // The core, near
    std::deque<frame> due;          // begun there, not yet whole on the line
    beat_source src;
    unsigned pause = 0, idle_p = 0; // cycles to the next frame; percent idle before a beat
    bool stalls = false, stall = false, error = false, draining = false;
    uint64_t core_cycles = 0, first_beat = 0;
    // The line, far
    size_t at = 0;
    unsigned preamble = 8, clocks_a_byte = 1;
    uint64_t line_clocks = 0, last_empty = 0;
    bool ran_dry = false;
    uint64_t frames = 0, promised = 0, dry = 0, longer = 0, errors = 0, backpressure = 0,
             latency_max = 0;

    Bench()
    {
        near = { 16000, 1000 };
        far = { 8000, 0 };
        dut->tx_clk = dut->clk = 0;
    }
    void new_conditions()
    {
        near.period = 16000 - 2 + 2 * r.below(3);
        stalls = r.one_in(2);
        idle_p = r.one_in(2) ? 40 : 94;
        clocks_a_byte = r.one_in(4) ? 10 : 1;
    }
    void new_frame()
    {
        size_t n = r.one_in(3)    ? r.in(1, 20)
                   : r.one_in(6)  ? r.in(1000, 1518)
                   : r.one_in(30) ? r.in(2049, 4000)
                                  : r.in(40, 300);
        if (STORE && r.one_in(3)) n = DEPTH * 8 - r.below(16);
        const bool fits = n <= DEPTH * 8;
        stall = stalls;
        error = r.one_in(8);
        src.cur = eth_random(r, n);
        due.push_back({ src.cur, error, !stall || (STORE && fits) });
        longer += !fits;
    }
    void near_cycle() override
    {
        core_cycles++;
        dut->rst = core_cycles < 12;
        if (core_cycles % 5000 == 0) new_conditions();
        if (src.idle() && pause) pause--;
        else if (src.idle() && !draining && core_cycles > 20) new_frame();
        src.drive(r, stall && src.at ? idle_p : 0, dut->s_axis_core_tdata, dut->s_axis_core_tkeep,
                  dut->s_axis_core_tvalid, dut->s_axis_core_tlast);
        const bool last = dut->s_axis_core_tvalid && dut->s_axis_core_tlast;
        if (!dut->s_axis_core_tvalid) dut->s_axis_core_tlast = r.one_in(2);
        dut->s_axis_core_tuser = last ? error : r.one_in(2);
        dut->eval();
        if (dut->s_axis_core_tvalid) {
            backpressure += !dut->s_axis_core_tready;
            if (dut->s_axis_core_tready) {
                if (!src.at) first_beat = now;
                if (src.taken()) pause = r.one_in(2) ? 0 : r.in(1, 200);
            }
        }
        edge(dut->clk);
    }
    void far_cycle() override
    {
        line_clocks++;
        dut->tx_rst = core_cycles < 10;
        dut->m_axis_tx_tready = 0;
        dut->eval();
        if (core_cycles > 14) {
            if (due.empty()) EXPECT(dut->m_axis_tx_tvalid, 0);
            else reader();
        }
        edge(dut->tx_clk);
    }
    // As eth_gmii_tx: it waits for the first byte of a frame, sends the preamble, takes the bytes.
    void reader()
    {
        if (preamble == 8) {
            if (!dut->m_axis_tx_tvalid) { last_empty = line_clocks; return; }
            if (due.size() == 1 && last_empty + 1 == line_clocks && !STORE)
                latency_max = std::max(latency_max, now - first_beat);
            preamble = 7;
        } else if (preamble) preamble--;
        else if (line_clocks % clocks_a_byte == 0) take_byte();
    }
    void take_byte()
    {
        const frame &f = due.front();
        dut->m_axis_tx_tready = 1;
        dut->eval();
        if (!dut->m_axis_tx_tvalid) {
            ran_dry = true;
            EXPECT(f.promise, false);
            return;
        }
        EXPECT(dut->m_axis_tx_tdata, f.body[at++]);
        EXPECT(dut->m_axis_tx_tlast, at == f.body.size());
        if (at < f.body.size()) return;
        EXPECT(dut->m_axis_tx_tuser, f.error);
        errors += f.error;
        frames++;
        promised += f.promise;
        dry += ran_dry;
        ran_dry = false;
        at = 0;
        preamble = 8;
        due.pop_front();
    }
    void play()
    {
        while (core_cycles < 300000) run(1);
        draining = true;
        await("the end of all frames", 300000, [&] { return src.idle() && due.empty(); });
        if (!STORE) CHECK(latency_max <= (DEPTH > 64 ? 8 : 3) * 16002 + 5 * 8000);
    }
    void aims() override
    {
        aim("tuser", errors);
        aim("back-pressure", backpressure);
        aim("frames that must not run dry", promised > 200);
        aim("a frame longer than the FIFO", longer);
        if (!STORE) aim("a core that stalls runs dry", dry);
        if (!STORE) aim("picoseconds of latency", latency_max);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

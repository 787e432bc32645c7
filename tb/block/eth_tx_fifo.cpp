// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_tx_fifo.v: bytes come out in order with their ends; the line's reader takes a byte a
// clock after an 8-byte preamble, and must never wait inside a frame when the core does not stall,
// or, with STORE = 1 and a frame that fits, whatever the core does.
// PARAMS: -GDEPTH=16 -GSTORE=0 | -GDEPTH=32 -GSTORE=0 | -GDEPTH=16 -GSTORE=1
// PARAMS: -GDEPTH=256 -GSTORE=1 | -GDEPTH=128 -GSTORE=0
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_tx_fifo.h"
#include "eth_util.h"

struct frame { bytes body; bool error, promise; };  // promise: it must not run dry

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_tx_fifo", seed);
    auto dut = std::make_unique<Veth_tx_fifo>();
    std::deque<frame> due;
    uint64_t frames = 0, promised = 0, dry = 0, longer = 0, errors = 0, backpressure = 0,
             latency = 0, latency_max = 0;
    uint64_t tt = 0, tc = 1000, core_p = 16000, n_core = 0, first_beat = 0, line = 0,
             last_seen_empty = 0;
    frame cur;
    size_t at = 0;
    unsigned pause = 0, p_valid = 100;
    bool active = false, offered = false, stall = false, stalls = false;
    size_t out_at = 0;
    unsigned wait = 8, period = 1;          // preamble; line clocks a byte
    bool frame_dry = false;

    dut->tx_rst = dut->rst = 1;
    dut->tx_clk = dut->clk = 0;
    const uint64_t total = 300000;
    while (n_core < total + 100000 && (n_core < total || active || !due.empty())) {
        chk.cycle = n_core;
        if (tc <= tt) {
            tc += core_p;
            n_core++;
            dut->rst = n_core < 12;
            if (n_core % 5000 == 0) {
                static const uint64_t p[] = { 16000, 15998, 16002 };
                core_p = p[r.below(3)];
                stalls = r.one_in(2);
                p_valid = r.one_in(2) ? 60 : 6;
                period = r.one_in(4) ? 10 : 1;
            }
            if (!active && !pause && n_core < total && n_core > 20) {
                active = true;
                at = 0;
                offered = false;
                stall = stalls;
                size_t n = r.one_in(3)    ? r.in(1, 20)
                           : r.one_in(6)  ? r.in(1000, 1518)
                           : r.one_in(30) ? r.in(2049, 4000)
                                          : r.in(40, 300);
                if (STORE && r.one_in(3)) n = DEPTH * 8 - r.below(16);
                cur.body = eth_random(r, n);
                cur.error = r.one_in(8);
                cur.promise = !stall || (STORE && n <= DEPTH * 8);
                longer += n > DEPTH * 8;
                due.push_back(cur);
            }
            if (!active && pause) pause--;
            // valid holds until ready.
            if (active && !offered) offered = !stall || at == 0 || r.percent(p_valid);
            dut->s_axis_core_tvalid = active && offered;
            if (active && offered) {
                const size_t left = cur.body.size() - at;
                uint64_t w = r.next();
                for (size_t i = 0; i < 8 && i < left; i++)
                    w = (w & ~(uint64_t{0xFF} << (8 * i))) | uint64_t{cur.body[at + i]} << (8 * i);
                dut->s_axis_core_tdata = w;
                dut->s_axis_core_tkeep = static_cast<uint8_t>(left >= 8 ? 0xFF : (1u << left) - 1);
                dut->s_axis_core_tlast = left <= 8;
                dut->s_axis_core_tuser = left <= 8 ? cur.error : r.one_in(2);
            }
            dut->eval();
            if (active && offered && n_core > 20) {
                backpressure += !dut->s_axis_core_tready;
                if (dut->s_axis_core_tready) {
                    if (at == 0) first_beat = tc - core_p;
                    at += 8;
                    offered = false;
                    if (at >= cur.body.size()) {
                        active = false;
                        pause = r.one_in(2) ? 0 : r.in(1, 200);
                    }
                }
            }
            dut->clk = 1; dut->eval(); dut->clk = 0; dut->eval();
        } else {
            tt += 8000;
            line++;
            dut->tx_rst = n_core < 10;
            dut->m_axis_tx_tready = 0;
            dut->eval();
            const bool valid = dut->m_axis_tx_tvalid && n_core > 14;
            if (!due.empty() && n_core > 14) {
                // Between frames: as eth_gmii_tx in IDLE
                if (out_at == 0 && wait == 8) {
                    if (!valid) last_seen_empty = line;
                    else {
                        if (due.size() == 1 && last_seen_empty + 1 == line && !STORE) {
                            latency = tt - 8000 - first_beat;
                            if (latency > latency_max) latency_max = latency;
                        }
                        wait = 7;
                    }
                } else if (wait) wait--;
                else if (line % period == 0) {
                    dut->m_axis_tx_tready = 1;
                    dut->eval();
                    const frame &f = due.front();
                    if (!valid) { frame_dry = true; CHECK_EQ(chk, f.promise, false); }
                    else {
                        CHECK_EQ(chk, dut->m_axis_tx_tdata, f.body[out_at]);
                        out_at++;
                        CHECK_EQ(chk, dut->m_axis_tx_tlast, out_at == f.body.size());
                        if (out_at == f.body.size()) {
                            CHECK_EQ(chk, dut->m_axis_tx_tuser, f.error);
                            errors += f.error;
                            frames++;
                            promised += f.promise;
                            dry += frame_dry;
                            frame_dry = false;
                            out_at = 0;
                            wait = 8;
                            due.pop_front();
                        }
                    }
                }
            } else if (n_core > 14) CHECK_EQ(chk, valid, 0);
            dut->tx_clk = 1; dut->eval(); dut->tx_clk = 0; dut->eval();
        }
    }
    CHECK_EQ(chk, due.size(), 0);
    dut->final();
    chk.reached("tuser", errors);
    chk.reached("back-pressure", backpressure);
    chk.reached("frames that must not run dry", promised > 200);
    chk.reached("a frame longer than the FIFO", longer);
    if (!STORE) {
        chk.reached("a core that stalls runs dry", dry);
        chk.reached("latency was seen", latency_max);
        CHECK_EQ(chk, latency_max <= (DEPTH > 64 ? 8 : 3) * 16002 + 5 * 8000, true);
    }
    printf("PASS frames=%" PRIu64 " promised=%" PRIu64 " dry=%" PRIu64 " longer=%" PRIu64
           " latency=%" PRIu64 " ps\n",
           frames, promised, dry, longer, latency_max);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rgmii_tx.v with the cell models of fpga/sim/: the pins as a PHY sees them that
// delays TXC, at all speeds: the bytes, tx_en and tx_er, both halves of TXC to the half clock,
// changes of speed.
// PARAMS: -GTX_DELAY=0 | -GTX_DELAY=80
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_rgmii_tx.h"
#include "tb_util.h"

struct sent { unsigned data; bool en, er; unsigned speed; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("eth_rgmii_tx", seed);
    auto dut = std::make_unique<Veth_rgmii_tx>();
    std::deque<sent> line;              // bytes shown with tx_en and not yet seen at the pins
    uint64_t per_speed[3] = {}, errors = 0, changes = 0, late_changes = 0, idle_edges = 0;
    unsigned speed = 2, asked = 2;
    int64_t frame = 0, idle = 50;       // bytes left of the frame, of the gap
    unsigned txc = 0, rise_d = 0, run = 0, nib0 = 0;
    bool rise_ctl = false, half = false, timed = false;
    unsigned since_change = 0;

    auto phy = [&] {                    // after each half clock
        run++;
        if (dut->rgmii_txc == txc) return;
        const unsigned len = run;       // halves that the old level lasted
        run = 0;
        txc = dut->rgmii_txc;
        static const unsigned want[] = { 50, 5, 1 };
        if (since_change > 250) { CHECK_EQ(chk, len, want[speed]); timed = true; }
        if (txc) {
            rise_d = dut->rgmii_txd;
            rise_ctl = dut->rgmii_tx_ctl;
        } else {
            const bool er = rise_ctl != static_cast<bool>(dut->rgmii_tx_ctl);
            if (!rise_ctl) { half = false; idle_edges++; CHECK_EQ(chk, er, 0); return; }
            if (line.empty()) { CHECK_EQ(chk, rise_ctl, 0); }
            const sent &s = line.front();
            CHECK_EQ(chk, er, s.er);
            if (s.speed == 2) {
                CHECK_EQ(chk, rise_d | dut->rgmii_txd << 4, s.data);
                per_speed[2]++;
                line.pop_front();
            } else {
                CHECK_EQ(chk, dut->rgmii_txd, rise_d);
                if (!half) nib0 = rise_d;
                else {
                    CHECK_EQ(chk, nib0 | rise_d << 4, s.data);
                    per_speed[s.speed]++;
                    line.pop_front();
                }
                half = !half;
            }
        }
    };

    dut->tx_clk = 0;
    dut->cfg_speed = 2;
    bool en = false, er = false;
    unsigned data = 0;
    for (uint64_t c = 0; c < 900000; c++) {
        chk.cycle = c;
        dut->tx_rst = c < 4;
        if (c % 30000 == 20000 + r.below(200) % 200 || c % 30000 == 20500) {
            const unsigned s = r.below(4);
            asked = s > 2 ? 2 : s;
            dut->cfg_speed = s;
            changes += asked != speed;
            late_changes += asked != speed && en;
        }
        dut->tx_data = data;
        dut->tx_en = en;
        dut->tx_er = er;
        dut->eval();
        since_change++;
        if (dut->tx_ce && c >= 4) {
            if (!en && asked != speed) { speed = asked; since_change = 0; }
            // The next byte.
            if (frame) { frame--; if (!frame) idle = r.in(1, 15); }
            else if (idle) { idle--; if (!idle) frame = r.in(1, 30); }
            en = frame != 0;
            er = en && r.one_in(6);
            data = r.below(256);
            if (en) { line.push_back({ data, en, er, speed }); errors += er; }
        }
        dut->tx_clk = 1; dut->eval(); phy();
        dut->tx_clk = 0; dut->eval(); phy();
    }
    CHECK_EQ(chk, line.size() <= 3, true);
    // A reset at any speed: 1000 Mb/s, a byte a clock, TXC on; after it the speed asked for
    for (unsigned s = 0; s < 12; s++) {
        dut->cfg_speed = s & 1;
        dut->tx_en = dut->tx_er = 0;
        for (unsigned c = 0; c < 250 + r.below(100); c++) {
            dut->tx_clk = 1; dut->eval();
            dut->tx_clk = 0; dut->eval();
        }
        dut->tx_rst = 1;
        for (unsigned c = 0; c < 10; c++) {
            dut->tx_clk = 1; dut->eval();
            const unsigned high = dut->rgmii_txc;
            dut->tx_clk = 0; dut->eval();
            CHECK_EQ(chk, dut->tx_ce, 1);
            if (c > 3) { CHECK_EQ(chk, high ^ dut->rgmii_txc, 1); }
        }
        dut->tx_rst = 0;
    }
    dut->final();
    CHECK_EQ(chk, timed, true);
    chk.reached("10 Mb/s", per_speed[0]);
    chk.reached("100 Mb/s", per_speed[1]);
    chk.reached("1000 Mb/s", per_speed[2]);
    chk.reached("tx_er", errors);
    chk.reached("a change of speed", changes);
    chk.reached("a change asked for inside a frame", late_changes);
    chk.reached("clock between frames", idle_edges);
    printf("PASS bytes 10: %" PRIu64 " 100: %" PRIu64 " 1000: %" PRIu64 " changes %" PRIu64 "\n",
           per_speed[0], per_speed[1], per_speed[2], changes);
    return 0;
}

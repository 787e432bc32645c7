// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rgmii_tx.v with the cell models of fpga/sim/: the pins as a PHY sees them that
// delays TXC, at all speeds: the bytes, tx_en and tx_er, both halves of TXC to the half clock,
// changes of speed.
// PARAMS: -GTX_DELAY=0 | -GTX_DELAY=80
// SEEDS: 1 2
#include <deque>
#include "Veth_rgmii_tx.h"
#include "eth_line.h"
#include "lockstep.h"

struct Dut : Veth_rgmii_tx { CData &clk = tx_clk; };

struct Bench : lockstep<Dut> {
    struct sent { unsigned data; bool er; unsigned speed; };
    std::deque<sent> due;               // shown with tx_en and not yet seen at the pins
    unsigned speed = 2, asked = 2;
    unsigned frame = 0, idle = 50;      // bytes left of the frame, of the gap
    bool en = false, er = false;
    unsigned data = 0, since_change = 0;
    // The PHY
    rgmii_rx pins;
    unsigned halves = 0;                // clocks / 2 since TXC changed
    bool second = false, timed = false; // second half of a byte; the length of a level was checked
    unsigned first_half = 0;
    uint64_t per_speed[3] = {}, errors = 0, changes = 0, late_changes = 0, idle_edges = 0;

    void cycle() override
    {
        dut->tx_rst = chk.cycle < 4;
        if (chk.cycle % 30000 == 20000 + r.below(200) || chk.cycle % 30000 == 20500) ask_speed();
        dut->tx_data = data;
        dut->tx_en = en;
        dut->tx_er = er;
        dut->eval();
        since_change++;
        if (dut->tx_ce && !dut->tx_rst) next_byte();
        for (bool level : { true, false }) {
            dut->tx_clk = level;
            dut->eval();
            phy();
        }
    }
    void ask_speed()
    {
        const unsigned s = r.below(4);
        asked = s > 2 ? 2 : s;
        dut->cfg_speed = s;
        changes += asked != speed;
        late_changes += asked != speed && en;
    }
    void next_byte()
    {
        if (!en && asked != speed) {
            speed = asked;
            since_change = 0;
        }
        if (frame && !--frame) idle = r.in(1, 15);
        else if (!frame && idle && !--idle) frame = r.in(1, 30);
        en = frame != 0;
        er = en && r.one_in(6);
        data = r.below(256);
        if (en) due.push_back({ data, er, speed });
        errors += er;
    }
    // After each half clock
    void phy()
    {
        static const unsigned want[] = { 50, 5, 1 };        // halves that a level lasts
        halves++;
        const bool was = pins.clock, fell = pins.step(dut->rgmii_txc, dut->rgmii_txd,
                                                      dut->rgmii_tx_ctl);
        if (pins.clock == was) return;
        if (since_change > 250) {
            EXPECT(halves, want[speed]);
            timed = true;
        }
        halves = 0;
        if (!fell || chk.cycle < 8) return;     // what comes out of the reset
        if (!pins.en) {
            second = false;
            idle_edges++;
            EXPECT(pins.er, 0);
            return;
        }
        CHECK(!due.empty());
        const sent s = due.front();
        EXPECT(pins.er, s.er);
        if (s.speed == 2) EXPECT(pins.byte(), s.data);
        else {
            EXPECT(pins.high, pins.low);
            second = !second;
            if (second) {
                first_half = pins.low;
                return;
            }
            EXPECT(first_half | pins.low << 4, s.data);
        }
        per_speed[s.speed]++;
        due.pop_front();
    }
    // At any speed: 1000 Mb/s, a byte a clock, TXC on; after it the speed asked for
    void reset(unsigned s)
    {
        dut->cfg_speed = s;
        dut->tx_en = dut->tx_er = 0;
        for (unsigned c = 0; c < 250 + r.below(100); c++) tb_edge(*dut);
        dut->tx_rst = 1;
        for (unsigned c = 0; c < 10; c++) {
            dut->tx_clk = 1;
            dut->eval();
            const unsigned high = dut->rgmii_txc;
            dut->tx_clk = 0;
            dut->eval();
            EXPECT(dut->tx_ce, 1);
            if (c > 3) EXPECT(high ^ dut->rgmii_txc, 1);
        }
        dut->tx_rst = 0;
    }
    void play()
    {
        dut->cfg_speed = 2;
        run(900000);
        CHECK(due.size() <= 3);
        CHECK(timed);
        for (unsigned i = 0; i < 12; i++) reset(i & 1);
    }
    void aims() override
    {
        aim("10 Mb/s", per_speed[0]);
        aim("100 Mb/s", per_speed[1]);
        aim("1000 Mb/s", per_speed[2]);
        aim("tx_er", errors);
        aim("a change of speed", changes);
        aim("a change asked for inside a frame", late_changes);
        aim("clock between frames", idle_edges);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

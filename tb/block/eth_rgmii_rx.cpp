// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rgmii_rx.v with the cell models of fpga/sim/: what was on the pins at the two edges
// of RXC is at the outputs three edges later, whatever the pins do between the edges.
// PARAMS: -GRX_DELAY=0 | -GRX_DELAY=127
// SEEDS: 1 2
#include <deque>
#include "Veth_rgmii_rx.h"
#include "eth_util.h"
#include "lockstep.h"

struct Dut : Veth_rgmii_rx { CData &clk = rgmii_rxc; };

struct Bench : lockstep<Dut> {
    struct pins { unsigned rise, fall; };
    std::deque<pins> was;
    uint64_t er = 0, dv = 0, false_carrier = 0;

    // Any level, then the one at the edge
    void edge(bool clock, unsigned v)
    {
        for (unsigned level : { r.below(32), v }) {
            dut->rgmii_rxd = level & 15;
            dut->rgmii_rx_ctl = level >> 4;
            dut->eval();
        }
        dut->rgmii_rxc = clock;
        dut->eval();
    }
    void cycle() override
    {
        was.push_back({ r.below(32), r.below(32) });
        edge(true, was.back().rise);
        edge(false, was.back().fall);
        if (was.size() < 3) return;
        const pins o = was.front();         // two edges after its own
        was.pop_front();
        if (chk.cycle <= 6) return;
        EXPECT(dut->rx_data, (o.rise & 15) | (o.fall & 15) << 4);
        EXPECT(dut->rx_dv, o.rise >> 4);
        EXPECT(dut->rx_er, (o.rise ^ o.fall) >> 4);
        dv += dut->rx_dv;
        er += dut->rx_dv && dut->rx_er;
        false_carrier += !dut->rx_dv && dut->rx_er;
    }
    void play() { run(20000); }
    void aims() override
    {
        aim("rx_dv", dv);
        aim("rx_er", er);
        aim("rx_er without rx_dv", false_carrier);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

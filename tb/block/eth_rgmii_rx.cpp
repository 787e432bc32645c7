// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rgmii_rx.v with the cell models of fpga/sim/: what was on the pins at the two edges
// of RXC is at the outputs three edges later, whatever the pins do between the edges.
// PARAMS: -GRX_DELAY=0 | -GRX_DELAY=127
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_rgmii_rx.h"
#include "tb_util.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_rgmii_rx", seed);
    auto dut = std::make_unique<Veth_rgmii_rx>();
    struct pins { unsigned rise, fall; };
    std::deque<pins> was;
    uint64_t er = 0, dv = 0, false_carrier = 0;
    auto put = [&](unsigned v) {
        dut->rgmii_rxd = v & 15;
        dut->rgmii_rx_ctl = v >> 4;
        dut->eval();
    };
    dut->rgmii_rxc = 0;
    dut->eval();
    for (uint64_t c = 0; c < 20000; c++) {
        chk.cycle = c;
        const pins p = { r.below(32), r.below(32) };
        put(r.below(32));
        put(p.rise);
        dut->rgmii_rxc = 1; dut->eval();
        was.push_back(p);
        put(r.below(32));
        put(p.fall);
        dut->rgmii_rxc = 0; dut->eval();
        if (was.size() == 4) was.pop_front();
        if (was.size() == 3 && c > 6) {
            const pins &o = was.front();        // two edges after its own
            CHECK_EQ(chk, dut->rx_data, (o.rise & 15) | (o.fall & 15) << 4);
            CHECK_EQ(chk, dut->rx_dv, o.rise >> 4);
            CHECK_EQ(chk, dut->rx_er, (o.rise ^ o.fall) >> 4);
            dv += dut->rx_dv;
            er += dut->rx_dv && dut->rx_er;
            false_carrier += !dut->rx_dv && dut->rx_er;
        }
    }
    dut->final();
    chk.reached("rx_dv", dv);
    chk.reached("rx_er", er);
    chk.reached("rx_er without rx_dv", false_carrier);
    printf("PASS dv=%" PRIu64 " er=%" PRIu64 "\n", dv, er);
    return 0;
}

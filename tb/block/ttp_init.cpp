// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_init.v against model/ttp_init.c; the walk visits every index once.
// PARAMS: -GTX_CELLS=16 -GENTS=11 | -GTX_CELLS=16 -GENTS=56 | -GTX_CELLS=256 -GENTS=56
// PARAMS: -GTX_CELLS=65536 -GENTS=28672
#include <algorithm>
#include <memory>
#include "Vttp_init.h"
#include "tb_util.h"
extern "C" {
#include "ttp_init.h"
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_init", seed);
    auto dut = std::make_unique<Vttp_init>();
    ttp_params p = {};
    p.tx_cells = TX_CELLS; p.link_sets = 1; p.link_ways = 1; p.tx_pkts = ENTS - 3;
    ttp_arena a = {};
    ttp_init ref = {};
    ttp_init_bind(&ref, &p, &a);
    const uint32_t n = std::max<uint32_t>(TX_CELLS, ENTS);
    uint64_t walks = 0, cut = 0, len = 0;

    for (chk.cycle = 0; chk.cycle < 20000 + 6ull * n; chk.cycle++) {
        ttp_init_in in = {};
        in.core_rst = chk.cycle < 3 || r.one_in(2 * n);
        dut->core_rst = in.core_rst;
        dut->clk = 0; dut->eval();
        if (chk.cycle) {
            ttp_init_out o;
            ttp_init_drive(&ref, &o);
            CHECK_EQ(chk, dut->init_active, o.init_active);
            CHECK_EQ(chk, dut->core_ready, o.core_ready);
            CHECK_EQ(chk, dut->init_idx, o.init_idx);       // it stays at the last one
            if (o.init_active && !in.core_rst) {
                chk.eq("index of the walk", dut->init_idx, len);
                len++;
            } else if (len) {
                if (in.core_rst) cut++;
                else { chk.eq("length of the walk", len, n); walks++; }
                len = 0;
            }
        }
        ttp_init_clock(&ref, &in);
        dut->clk = 1; dut->eval();
    }
    dut->final();
    chk.reached("whole walk", walks);
    chk.reached("walk cut by reset", cut);
    printf("PASS compared=%" PRIu64 " walks=%" PRIu64 " cut=%" PRIu64 "\n", chk.compared, walks,
           cut);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_async.v against an array.
// PARAMS: -GWIDTH=1 -GDEPTH=1 | -GWIDTH=38 -GDEPTH=2 | -GWIDTH=38 -GDEPTH=16
// PARAMS: -GWIDTH=120 -GDEPTH=65
#include <memory>
#include "Vttp_ram_async.h"
#include "tb_ram.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    using words = tb_words<WIDTH>;
    tb_rng r(seed);
    tb_check chk("ttp_ram_async", seed);
    auto dut = std::make_unique<Vttp_ram_async>();
    std::vector<tb_word> mem(DEPTH);
    uint64_t same = 0;

    for (chk.cycle = 0; chk.cycle < 100000; chk.cycle++) {
        const bool wr = r.percent(60);
        const uint32_t wa = r.below(DEPTH), ra = r.one_in(4) ? wa : r.below(DEPTH);
        const tb_word w = words::random(r);
        dut->wr_en = wr; dut->wr_addr = wa; words::put(dut->wr_data, w);
        dut->rd_addr = ra;
        dut->clk = 0; dut->eval();
        words::check(chk, dut->rd_data, mem[ra]);   // the old word in the cycle of the write
        same += wr && wa == ra && mem[ra].known;
        dut->clk = 1; dut->eval();
        if (wr) mem[wa] = w;
        words::check(chk, dut->rd_data, mem[ra]);   // and the new one after it
    }
    dut->final();
    chk.reached("read of the address being written", same);
    printf("PASS compared=%" PRIu64 " same=%" PRIu64 "\n", chk.compared, same);
    return 0;
}

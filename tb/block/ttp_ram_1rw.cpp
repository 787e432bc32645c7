// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_1rw.v against an array.
// PARAMS: -GWIDTH=1 -GDEPTH=1 -GHUGE=0 | -GWIDTH=16 -GDEPTH=300 -GHUGE=1
// PARAMS: -GWIDTH=120 -GDEPTH=64 -GHUGE=0
#include <memory>
#include "Vttp_ram_1rw.h"
#include "tb_ram.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    using words = tb_words<WIDTH>;
    tb_rng r(seed);
    tb_check chk("ttp_ram_1rw", seed);
    auto dut = std::make_unique<Vttp_ram_1rw>();
    std::vector<tb_word> mem(DEPTH);
    tb_word rd = { 0, 0, false };
    uint64_t held_write = 0, held_idle = 0;

    for (chk.cycle = 0; chk.cycle < 100000; chk.cycle++) {
        const bool en = r.percent(70), wr = r.percent(50);
        const uint32_t a = r.below(DEPTH);
        const tb_word w = words::random(r);
        dut->en = en; dut->wr = wr; dut->addr = a; words::put(dut->wr_data, w);
        dut->clk = 0; dut->eval();
        dut->clk = 1; dut->eval();
        if (en && wr) mem[a] = w;
        if (en && !wr) rd = mem[a];
        held_write += rd.known && en && wr;
        held_idle += rd.known && !en;
        words::check(chk, dut->rd_data, rd);
    }
    dut->final();
    chk.reached("hold over a write", held_write);
    chk.reached("hold while idle", held_idle);
    printf("PASS compared=%" PRIu64 "\n", chk.compared);
    return 0;
}

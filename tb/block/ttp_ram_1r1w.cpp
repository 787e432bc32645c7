// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_1r1w.v against an array.
// PARAMS: -GWIDTH=1 -GDEPTH=2 -GBYPASS=1 | -GWIDTH=38 -GDEPTH=1 -GBYPASS=1
// PARAMS: -GWIDTH=120 -GDEPTH=300 -GBYPASS=1
// PARAMS: -GWIDTH=38 -GDEPTH=16 -GBYPASS=0 | -GWIDTH=120 -GDEPTH=65 -GBYPASS=0
#include <memory>
#include "Vttp_ram_1r1w.h"
#include "tb_ram.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    using words = tb_words<WIDTH>;
    tb_rng r(seed);
    tb_check chk("ttp_ram_1r1w", seed);
    auto dut = std::make_unique<Vttp_ram_1r1w>();
    std::vector<tb_word> mem(DEPTH);
    tb_word rd = { 0, 0, false };
    uint64_t hits = 0, holds = 0, beyond = 0;
    uint32_t span = 2;                          // addresses that the port can say
    while (span < DEPTH) span *= 2;

    for (chk.cycle = 0; chk.cycle < 100000; chk.cycle++) {
        bool wr = r.percent(60), en = r.percent(60);
        const uint32_t wa = r.below(span), ra = wa < DEPTH && r.one_in(4) ? wa : r.below(DEPTH);
        if (!BYPASS && wr && en && wa == ra) wr = false;
        const tb_word w = words::random(r);
        dut->wr_en = wr; dut->wr_addr = wa; words::put(dut->wr_data, w);
        dut->rd_en = en; dut->rd_addr = ra;
        dut->clk = 0; dut->eval();
        dut->clk = 1; dut->eval();
        if (en) rd = mem[ra];
        else holds += rd.known;
        if (wr && wa < DEPTH) mem[wa] = w;
        else beyond += wr;
        if (wr && en && wa == ra) { rd = w; hits++; }
        words::check(chk, dut->rd_data, rd);
    }
    dut->final();
    if (BYPASS) chk.reached("read of the address being written", hits);
    chk.reached("hold", holds);
    if (span > DEPTH) chk.reached("write behind the last word", beyond);
    printf("PASS compared=%" PRIu64 " hits=%" PRIu64 "\n", chk.compared, hits);
    return 0;
}

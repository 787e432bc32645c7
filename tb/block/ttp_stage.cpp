// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_stage.v against one word: it is kept while en is 0, and with RESET cleared. As a
// wire it has nothing to keep, and what it shows follows the input in the same cycle.
//
// PARAMS: -GWIDTH=1 -GON=1 -GRESET=1 | -GWIDTH=38 -GON=1 -GRESET=0 | -GWIDTH=120 -GON=1 -GRESET=1
// PARAMS: -GWIDTH=1 -GON=0 -GRESET=0 | -GWIDTH=120 -GON=0 -GRESET=1
#include <memory>
#include "Vttp_stage.h"
#include "tb_ram.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    using words = tb_words<WIDTH>;
    tb_rng r(seed);
    tb_check chk("ttp_stage", seed);
    auto dut = std::make_unique<Vttp_stage>();
    tb_word kept = { 0, 0, false };
    uint64_t moves = 0, holds = 0, clears = 0, kept_by_reset = 0;

    for (chk.cycle = 0; chk.cycle < 100000; chk.cycle++) {
        const bool en = r.percent(60), rst = r.one_in(20);
        const tb_word w = words::random(r);
        dut->clk = 0;
        dut->en = en;
        dut->rst = rst;
        words::put(dut->in, w);
        dut->eval();
        if (!ON) words::check(chk, dut->out, w);
        else words::check(chk, dut->out, kept);

        dut->clk = 1;
        dut->eval();
        if (!ON) continue;
        moves += en && !rst;
        holds += !en && !rst && kept.known;
        clears += RESET && rst && en;
        kept_by_reset += !RESET && rst && !en && kept.known;
        if (en) kept = w;
        if (RESET && rst) kept = { 0, 0, true };
        words::check(chk, dut->out, kept);
    }
    dut->final();
    if (ON) {
        chk.reached("a word taken", moves);
        chk.reached("a word kept", holds);
        if (RESET) chk.reached("reset against en", clears);
        else chk.reached("a word that the reset leaves", kept_by_reset);
    }
    printf("PASS compared=%" PRIu64 " moves=%" PRIu64 " holds=%" PRIu64 "\n", chk.compared, moves,
           holds);
    return 0;
}

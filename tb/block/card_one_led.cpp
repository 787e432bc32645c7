// SPDX-License-Identifier: Apache-2.0
//
// fpga/card/card_one_led.v: dark, lit, dark while a frame passes, and a blink of the right period
// for an error, whose count is brought to where bits turn.
// VLT: sim/card.vlt
// PARAMS: -GBLINK=1 | -GBLINK=5 | -GBLINK=12
#include <memory>
#include "Vcard_one_led.h"
#include "Vcard_one_led___024root.h"
#include "tb_util.h"

TB_INSIDE(count_of, card_one_led__DOT__count_q, card_one_led__DOT__u_net__DOT__count_q)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_one_led", seed);
    auto dut = std::make_unique<Vcard_one_led>();
    uint64_t seen[3] = {}, half = 0, halves = 0;

    dut->clk = 0;
    dut->eval();
    for (uint64_t c = 0; c < 20000; c++) {
        chk.cycle = c;
        dut->error = 0;
        dut->link = r.below(2);
        dut->activity = r.below(2);
        const bool want = dut->link && !dut->activity;
        seen[dut->link ? 1 + dut->activity : 0]++;
        tb_edge(*dut);
        CHECK_EQ(chk, dut->led, want);
    }
    // An error: each half period is 2^BLINK cycles, whatever link and activity do.
    dut->error = 1;
    tb_edge(*dut);
    for (bool last = dut->led, first = true; halves < 9;) {
        dut->link = r.below(2);
        dut->activity = r.below(2);
        tb_edge(*dut);
        half++;
        chk.cycle++;
        if (half > (uint64_t{2} << BLINK)) chk.eq("it blinks", half, 0);
        if (dut->led == last) continue;
        if (!first) CHECK_EQ(chk, half, uint64_t{1} << BLINK);
        first = false;
        last = dut->led;
        half = 0;
        halves++;
    }
    // From the first cycle of a half: its rest is made shorter, or it goes on in the other half.
    // The count is changed, not set, so that what is wrong stays wrong.
    uint64_t jumps = 0;
    unsigned at = 0, show = 0;
    const auto run = [&](unsigned n) {
        for (; n; n--) {
            show = at >> BLINK & 1;
            at = (at + 1) & ((2u << BLINK) - 1);
            tb_edge(*dut);
            CHECK_EQ(chk, dut->led, show);
            chk.cycle++;
        }
    };
    at = (dut->led ? 1u << BLINK : 0) + 1;
    for (unsigned i = 0; i < 400; i++) {
        const unsigned bit = r.below(BLINK + 1),
                       to = ((static_cast<unsigned>(r.bits(BLINK + 1)) | ((1u << bit) - 1))
                             - r.below(2)) & ((2u << BLINK) - 1);
        *count_of(dut->rootp, 0) ^= static_cast<uint32_t>(at ^ to);
        at = to;
        dut->eval();
        run(r.in(1, 6));
        jumps++;
    }
    dut->final();
    chk.reached("a count elsewhere", jumps);
    chk.reached("no link", seen[0]);
    chk.reached("a link", seen[1]);
    chk.reached("activity", seen[2]);
    printf("PASS dark=%" PRIu64 " link=%" PRIu64 " activity=%" PRIu64 " halves=%" PRIu64 "\n",
           seen[0], seen[1], seen[2], halves);
    return 0;
}

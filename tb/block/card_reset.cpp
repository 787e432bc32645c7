// SPDX-License-Identifier: Apache-2.0
//
// fpga/card/card_reset.v: how long both resets last, after the lock, after a button that bounces,
// and that a PLL that loses its lock resets at once, also while the clock stands. Last of all the
// count is brought to where bits turn.
// VLT: sim/card.vlt
// PARAMS: -GPHY_HOLD=40 -GHOLD=25 | -GPHY_HOLD=0 -GHOLD=1 | -GPHY_HOLD=1 -GHOLD=300
// The last set: what is counted to has each bit as 0 and as 1, between bits of the other kind.
// PARAMS: -GPHY_HOLD=2796201 -GHOLD=4194308
// SEEDS: 1 2
#include <memory>
#include "Vcard_reset.h"
#include "Vcard_reset___024root.h"
#include "tb_util.h"

TB_INSIDE(count_of, card_reset__DOT__count_q, card_reset__DOT__u_net__DOT__count_q)

// Millions of cycles a start: few of them, and the button early
static const bool LONG = PHY_HOLD > 1000;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("card_reset", seed);
    auto dut = std::make_unique<Vcard_reset>();
    uint64_t started = 0, losses = 0, standing = 0, bounces = 0, phy_low = 0;

    dut->clk = 0; dut->locked = 0; dut->button_n = 1;
    dut->eval();
    for (int round = 0; round < (LONG ? 2 : 60); round++) {
        // A loss of lock, here or there without a clock.
        dut->locked = 0;
        dut->eval();
        CHECK_EQ(chk, dut->rst, 1);
        CHECK_EQ(chk, dut->phy_rst_n, PHY_HOLD == 0);
        losses++;
        if (LONG ? round == 0 : r.one_in(3)) standing++;
        else for (uint32_t i = r.below(20); i; i--) { tb_edge(*dut); CHECK_EQ(chk, dut->rst, 1); }
        dut->locked = 1;
        dut->eval();
        // The button bounces while the card comes up, or later
        if (LONG ? round == 1 : r.one_in(2)) {
            const uint32_t most = LONG ? 1000 : 2 * PHY_HOLD + HOLD + 40;
            for (uint32_t i = r.below(most); i; i--) tb_edge(*dut);
            for (uint32_t i = r.in(1, 30); i; i--) {
                dut->button_n = r.below(2);
                for (uint32_t k = r.in(1, 9); k; k--) tb_edge(*dut);
            }
            dut->button_n = 0;
            for (int k = 0; k < 5; k++) tb_edge(*dut);
            CHECK_EQ(chk, dut->rst, 1);
            CHECK_EQ(chk, dut->phy_rst_n, PHY_HOLD == 0);
            dut->button_n = 1;
            bounces++;
        }
        // From here on nothing disturbs it: count the edges to each release.
        uint64_t phy = PHY_HOLD == 0 ? 0 : ~uint64_t{0}, run = ~uint64_t{0};
        for (uint64_t e = 1; e < 2 * PHY_HOLD + HOLD + 40; e++) {
            chk.cycle = e;
            tb_edge(*dut);
            if (dut->phy_rst_n && phy == ~uint64_t{0}) phy = e;
            if (!dut->rst && run == ~uint64_t{0}) run = e;
            phy_low += !dut->phy_rst_n;
            // What is released stays so.
            CHECK_EQ(chk, dut->phy_rst_n, phy <= e);
            CHECK_EQ(chk, dut->rst, run > e);
        }
        // Two flops of the button or four of the lock lie before the count, one behind it.
        if (PHY_HOLD) {
            CHECK_EQ(chk, phy >= PHY_HOLD && phy <= PHY_HOLD + 6, 1);
            CHECK_EQ(chk, run - phy, PHY_HOLD + HOLD);
        }
        CHECK_EQ(chk, run >= 2 * PHY_HOLD + HOLD && run <= 2 * PHY_HOLD + HOLD + 6, 1);
        started++;
    }
    // The button is held and let go: the count is 0 until two edges later. It is changed, not set,
    // so that what is wrong stays wrong.
    uint64_t jumps = 0;
    for (unsigned i = 0; i < 400; i++) {
        const unsigned free = 2 * PHY_HOLD + HOLD;
        unsigned at = 0;
        bool phy = false;
        const auto run = [&](unsigned n) {
            for (; n; n--) {
                chk.cycle++;
                phy = phy || at == PHY_HOLD;
                const bool out = at == free;
                at += !out;
                tb_edge(*dut);
                CHECK_EQ(chk, dut->phy_rst_n, PHY_HOLD == 0 || phy);
                CHECK_EQ(chk, dut->rst, !out);
            }
        };
        const auto jump = [&](unsigned to) {
            *count_of(dut->rootp, 0) ^= static_cast<uint32_t>(at ^ to);
            at = to;
            dut->eval();
            jumps++;
        };
        dut->button_n = 0;
        for (int k = 0; k < 5; k++) tb_edge(*dut);
        dut->button_n = 1;
        for (int k = 0; k < 2; k++) tb_edge(*dut);
        run(r.in(0, 3));
        const unsigned most = PHY_HOLD && r.one_in(2) ? PHY_HOLD : free, bit = r.below(24);
        const unsigned turns = static_cast<unsigned>(r.bits(24)) >> bit << bit;
        if (turns > 3 && turns + 8 < most) {
            jump(turns - r.in(1, 3));
            run(r.in(1, 6));
        }
        if (at + 8 < most) {
            jump(most - r.in(1, 4));
            run(9);
        }
        if (at + 4 < free) jump(free - 4);
        run(12);
    }
    dut->final();
    if (HOLD > 10) chk.reached("a count far on", jumps);
    chk.reached("a start", started);
    chk.reached("a loss while the clock stands", standing);
    chk.reached("a bounce", bounces);
    if (PHY_HOLD) chk.reached("the reset of the PHYs", phy_low);
    printf("PASS starts=%" PRIu64 " losses=%" PRIu64 " standing=%" PRIu64 " bounces=%" PRIu64 "\n",
           started, losses, standing, bounces);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// fpga/card/card_reset.v: how long both resets last, after the lock, after a button that bounces,
// and that a PLL that loses its lock resets at once, also while the clock stands. The count is
// brought to where bits turn.
// VLT: sim/card.vlt
// PARAMS: -GPHY_HOLD=40 -GHOLD=25 | -GPHY_HOLD=0 -GHOLD=1 | -GPHY_HOLD=1 -GHOLD=300
// The last set: what is counted to has each bit as 0 and as 1, between bits of the other kind.
// PARAMS: -GPHY_HOLD=2796201 -GHOLD=4194308
// SEEDS: 1 2
#include "Vcard_reset.h"
#include "Vcard_reset___024root.h"
#include "lockstep.h"
#include "eth_util.h"

TB_INSIDE(count_of, card_reset__DOT__count_q, card_reset__DOT__u_net__DOT__count_q)

struct Bench : lockstep<Vcard_reset> {
    static const unsigned FREE = 2 * PHY_HOLD + HOLD;       // the count where the card runs
    static constexpr bool LONG = FREE > 1000;
    static const unsigned CALM = LONG ? 200 : 3 * FREE + 40;    // cycles between two disturbances
    unsigned relock = 4;            // edges until the lock counts
    bool let_go[2] = {};            // the button, in the two flops that it goes through
    unsigned count = 0, bounce = 0;
    bool phy = false, runs = false;
    uint64_t starts = 0, standing = 0, bounces = 0, phy_resets = 0, jumps = 0;

    Bench()
    {
        dut->locked = 1;            // so that it can be lost
        dut->clk = 0;
        for (unsigned i = 0; i < 8; i++) tb_edge(*dut);
    }

    void reset()
    {
        count = 0;
        phy = runs = false;
    }
    void lose_lock()
    {
        dut->locked = 0;
        dut->eval();
        relock = 4;
        reset();
        check();
        if (!r.one_in(3)) return;
        dut->locked = 1;            // and there was no edge of the clock
        standing++;
    }
    // The count is changed, not set, so that what is wrong stays wrong.
    void jump()
    {
        const unsigned bit = r.below(24), turn = static_cast<unsigned>(r.bits(24)) >> bit << bit,
                       near = r.one_in(2) ? turn : r.one_in(2) ? PHY_HOLD : FREE,
                       few = r.below(4), to = near < few || near > FREE ? 0 : near - few;
        *count_of(dut->rootp, 0) ^= static_cast<uint32_t>(count ^ to);
        count = to;
        jumps++;
    }
    void drive() override
    {
        if (!chk.cycle || r.one_in(CALM)) lose_lock();
        else if (!dut->locked) dut->locked = r.one_in(10);
        if (!relock && r.one_in(LONG ? 8 : 2 * CALM)) jump();
        if (r.one_in(CALM)) { bounce = r.in(1, 60); bounces++; }
        dut->button_n = bounce ? r.one_in(5) : 1;
        bounce -= !!bounce;
    }
    void check() override
    {
        EXPECT(dut->phy_rst_n, PHY_HOLD == 0 || phy);
        EXPECT(dut->rst, !runs);
    }
    void step() override
    {
        const bool pressed = !let_go[1], done = count == FREE;
        let_go[1] = let_go[0];
        let_go[0] = dut->button_n;
        phy_resets += !dut->phy_rst_n;
        if (!dut->locked) return;
        if (relock) relock--;
        else if (pressed) reset();
        else {
            starts += done && !runs;
            phy = phy || count == PHY_HOLD;
            runs = done;
            count += !done;
        }
    }
    void play() { run(200000); }
    void aims() override
    {
        if (HOLD > 10) aim("a count far on", jumps);
        aim("a start", starts);
        aim("a loss while the clock stands", standing);
        aim("a bounce", bounces);
        if (PHY_HOLD) aim("the reset of the PHYs", phy_resets);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

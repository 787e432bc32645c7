// SPDX-License-Identifier: Apache-2.0
//
// fpga/card/card_one_led.v: dark, lit, dark while a frame passes, and for an error a blink of
// 2^BLINK cycles a half, whose count is brought to where bits turn.
// VLT: sim/card.vlt
// PARAMS: -GBLINK=1 | -GBLINK=5 | -GBLINK=12
#include "Vcard_one_led.h"
#include "Vcard_one_led___024root.h"
#include "lockstep.h"
#include "eth_util.h"

TB_INSIDE(count_of, card_one_led__DOT__count_q, card_one_led__DOT__u_net__DOT__count_q)

struct Bench : lockstep<Vcard_one_led> {
    static const unsigned PERIOD = 2u << BLINK;
    unsigned count = 0;
    bool led = false;
    uint64_t dark = 0, lit = 0, frames = 0, jumps = 0, whole = 0;
    unsigned undisturbed = 0;       // cycles with an error since the count was changed

    Bench()
    {
        dut->clk = 0;
        dut->eval();
        count = *count_of(dut->rootp, 0);
    }
    void drive() override
    {
        const bool calm = chk.cycle < 30000;        // for whole periods
        if (calm) dut->error = chk.cycle > 1000;
        else if (chk.cycle % 500 == 0) dut->error = r.below(2);
        // Changed, not set, so that what is wrong stays wrong
        if (!calm && r.one_in(4)) {
            const unsigned to = before_turn(r, BLINK + 1);
            *count_of(dut->rootp, 0) ^= static_cast<uint32_t>(count ^ to);
            count = to;
            undisturbed = 0;
            jumps++;
        }
        dut->link = r.below(2);
        dut->activity = r.below(2);
    }
    void check() override { if (chk.cycle) EXPECT(dut->led, led); }
    void step() override
    {
        if (!dut->error) (!dut->link ? dark : dut->activity ? frames : lit)++;
        undisturbed = dut->error ? undisturbed + 1 : 0;
        whole += undisturbed == PERIOD;
        led = dut->error ? count >> BLINK & 1 : dut->link && !dut->activity;
        count = (count + 1) % PERIOD;
    }
    void play() { run(100000); }
    void aims() override
    {
        aim("a count elsewhere", jumps);
        aim("no link", dark);
        aim("a link", lit);
        aim("activity", frames);
        aim("a whole period of the blink", whole);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

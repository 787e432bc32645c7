// SPDX-License-Identifier: Apache-2.0
//
// LEDs: levels pass, a pulse lights its LED for HOLD cycles from the last one on. With a long HOLD
// the cycles left are brought to where bits turn.
// PARAMS: -GHOLD=1 | -GHOLD=51 | -GHOLD=16777213
// SEEDS: 1
// VLT: sim/card.vlt
#include "Vcard_leds.h"
#include "Vcard_leds___024root.h"
#include "lockstep.h"
#include "eth_util.h"

TB_INSIDE(act_of, card_leds__DOT__act_q, card_leds__DOT__u_net__DOT__act_q)
TB_INSIDE(err_of, card_leds__DOT__err_q, card_leds__DOT__u_net__DOT__err_q)

struct Bench : lockstep<Vcard_leds> {
    static constexpr bool LONG = HOLD > 1000;
    uint32_t act_left = 0, err_left = 0;    // cycles that each LED is still lit
    unsigned led = 0;
    uint64_t states[16] = {}, jumps = 0;

    // The register is changed, not set, so that what is wrong stays wrong.
    void jump(uint32_t &reg, uint32_t &left)
    {
        if (!left || !r.one_in(8)) return;
        const unsigned bit = r.below(24);
        const uint32_t turn = static_cast<uint32_t>(r.bits(24)) >> bit << bit | 1u << bit,
                       to = r.one_in(2) ? r.in(1, 5) : std::min(turn + r.in(1, 3), HOLD + 0u);
        reg ^= left ^ to;
        left = to;
        jumps++;
    }
    void drive() override
    {
        if (LONG) {
            jump(*act_of(dut->rootp, 0), act_left);
            jump(*err_of(dut->rootp, 0), err_left);
        }
        dut->rst = chk.cycle < 3;
        dut->act = r.one_in(LONG ? 60 : 3 * HOLD);
        dut->err = r.one_in(LONG ? 60 : 4 * HOLD);
        dut->wire_link = r.below(2);
        dut->host = r.below(2);
    }
    void check() override
    {
        if (chk.cycle < 3) return;
        EXPECT(dut->led, led);
        states[dut->led]++;
    }
    void step() override
    {
        if (dut->rst) return;
        led = (err_left ? 8u : 0) | (dut->host ? 4u : 0) | (act_left ? 2u : 0) | dut->wire_link;
        act_left = dut->act ? HOLD : act_left - !!act_left;
        err_left = dut->err ? HOLD : err_left - !!err_left;
    }
    void play() { run(100000); }
    void aims() override
    {
        if (LONG) aim("a time far on", jumps);
        for (uint64_t n : states) aim("each state of the LEDs", n);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

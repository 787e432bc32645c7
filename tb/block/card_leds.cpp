// SPDX-License-Identifier: Apache-2.0
//
// LEDs: levels pass, pulses are held for HOLD cycles from the last one. With a long HOLD what is
// left of it is brought to where bits turn.
// PARAMS: -GHOLD=1 | -GHOLD=51 | -GHOLD=16777213
// SEEDS: 1
// VLT: sim/card.vlt
#include <memory>
#include "Vcard_leds.h"
#include "Vcard_leds___024root.h"
#include "card_util.h"

TB_INSIDE(act_of, card_leds__DOT__act_q, card_leds__DOT__u_net__DOT__act_q)
TB_INSIDE(err_of, card_leds__DOT__err_q, card_leds__DOT__u_net__DOT__err_q)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_leds", seed);
    auto d = std::make_unique<Vcard_leds>();
    int64_t act = -1000 - HOLD, err = act;
    uint64_t seen[16] = {};
    d->rst = 1;
    for (int i = 0; i < 3; i++) { d->eval(); tb_edge(*d); }
    d->rst = 0;
    // With a long time one pulse each, at the beginning
    const bool once = HOLD > 1000;
    for (int64_t t = 0; t < (once ? HOLD + 20000 : 20000); t++) {
        d->act = once ? t == 1000 : r.one_in(3 * HOLD);
        d->err = once ? t == 9000 : r.one_in(4 * HOLD);
        const unsigned levels = static_cast<unsigned>(r.bits(2));
        d->wire_link = levels & 1;
        d->host = levels >> 1;
        d->eval();
        // A pulse is in the counter after this edge and at the LED after the next one.
        const unsigned want = (t - err <= HOLD ? 8u : 0) | (d->host ? 4u : 0)
                              | (t - act <= HOLD ? 2u : 0) | (d->wire_link ? 1u : 0);
        if (d->act) act = t;
        if (d->err) err = t;
        tb_edge(*d);
        CHECK_EQ(chk, d->led, want);
        seen[d->led]++;
    }
    // The cycles left are changed, not set, so that what is wrong stays wrong.
    uint64_t jumps = 0;
    d->act = d->err = d->wire_link = d->host = 0;
    for (unsigned i = 0; once && i < 480; i++) {
        const bool is_act = r.one_in(2);
        const unsigned mask = is_act ? 2 : 8;
        (is_act ? d->act : d->err) = 1;
        d->eval();
        tb_edge(*d);
        d->act = d->err = 0;
        unsigned left = HOLD;
        const auto run = [&](unsigned n) {
            for (; n; n--) {
                tb_edge(*d);
                CHECK_EQ(chk, d->led, left ? mask : 0);
                if (left) left--;
            }
        };
        const auto jump = [&](unsigned to) {
            (is_act ? *act_of(d->rootp, 0) : *err_of(d->rootp, 0)) ^= left ^ to;
            d->eval();
            left = to;
            jumps++;
        };
        run(r.in(1, 4));
        // A few above a multiple of a power of two, and on beyond it
        const unsigned bit = i % 24;
        jump((static_cast<unsigned>(r.bits(24)) >> bit << bit | 1u << bit) + r.in(1, 3));
        run(std::min(r.in(1, 8), left - 1));
        jump(r.in(1, 5));
        run(9);
    }
    if (once) chk.reached("a time far on", jumps);
    for (uint64_t n : seen) chk.reached("each state of the LEDs", n);
    printf("PASS\n");
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// LEDs: levels pass, pulses are held for HOLD cycles from the last one.
// PARAMS: -GHOLD=1 | -GHOLD=51 | -GHOLD=16777213
// SEEDS: 1
#include <memory>
#include "Vcard_leds.h"
#include "card_util.h"

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
    for (uint64_t n : seen) chk.reached("each state of the LEDs", n);
    printf("PASS\n");
    return 0;
}

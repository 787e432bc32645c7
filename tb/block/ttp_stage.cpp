// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_stage.v against one word: it is kept while en is 0, and with RESET cleared. Where it
// is no register but a wire (ON = 0), it shows the input of the same cycle.
// PARAMS: -GWIDTH=1 -GON=1 -GRESET=1 | -GWIDTH=38 -GON=1 -GRESET=0 | -GWIDTH=120 -GON=1 -GRESET=1
// PARAMS: -GWIDTH=1 -GON=0 -GRESET=0 | -GWIDTH=120 -GON=0 -GRESET=1
#include "Vttp_stage.h"
#include "lockstep.h"
#include "tb_ram.h"

struct Bench : lockstep<Vttp_stage> {
    using words = tb_words<WIDTH>;
    tb_word w = {}, kept = {};

    void drive() override
    {
        dut->en = r.percent(60);
        dut->rst = r.one_in(20);
        w = words::random(r);
        words::put(dut->in, w);
    }
    void check() override { words::check(chk, dut->out, ON ? kept : w); }
    void step() override
    {
        AIM_IF(ON, "a word taken", dut->en && !dut->rst);
        AIM_IF(ON, "a word kept", !dut->en && !dut->rst && kept.known);
        AIM_IF(ON && RESET, "reset against en", dut->rst && dut->en);
        AIM_IF(ON && !RESET, "a word that the reset leaves", dut->rst && !dut->en && kept.known);
        if (dut->en) kept = w;
        if (RESET && dut->rst) kept = { 0, 0, true };
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

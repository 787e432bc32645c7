// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_1rw.v against an array.
// PARAMS: -GWIDTH=1 -GDEPTH=1 -GHUGE=0 | -GWIDTH=16 -GDEPTH=300 -GHUGE=1
// PARAMS: -GWIDTH=120 -GDEPTH=64 -GHUGE=0
#include "Vttp_ram_1rw.h"
#include "lockstep.h"
#include "tb_ports.h"
#include "tb_ram.h"

struct Bench : lockstep<Vttp_ram_1rw> {
    using words = tb_words<WIDTH>;
    std::vector<tb_word> mem = std::vector<tb_word>(DEPTH);
    tb_word w = {}, rd = {};

    void drive() override
    {
        dut->en = r.percent(70);
        dut->wr = r.percent(50);
        tb_set(dut->addr, r.below(DEPTH));
        w = words::random(r);
        words::put(dut->wr_data, w);
    }
    void check() override { words::check(chk, dut->rd_data, rd); }
    void step() override
    {
        AIM("hold over a write", rd.known && dut->en && dut->wr);
        AIM("hold while idle", rd.known && !dut->en);
        if (dut->en && !dut->wr) rd = mem[dut->addr];
        if (dut->en && dut->wr) mem[dut->addr] = w;
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

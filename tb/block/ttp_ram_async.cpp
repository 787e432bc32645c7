// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_async.v against an array: a word that is written is read from the next cycle on.
// PARAMS: -GWIDTH=1 -GDEPTH=1 | -GWIDTH=38 -GDEPTH=2 | -GWIDTH=38 -GDEPTH=16
// PARAMS: -GWIDTH=120 -GDEPTH=65
#include "Vttp_ram_async.h"
#include "lockstep.h"
#include "tb_ports.h"
#include "tb_ram.h"

struct Bench : lockstep<Vttp_ram_async> {
    using words = tb_words<WIDTH>;
    std::vector<tb_word> mem = std::vector<tb_word>(DEPTH);
    tb_word w = {};

    void drive() override
    {
        const uint32_t last = dut->wr_addr % DEPTH, now = r.below(DEPTH);
        dut->wr_en = r.percent(60);
        tb_set(dut->wr_addr, now);
        tb_set(dut->rd_addr, r.one_in(4) ? now : r.one_in(3) ? last : r.below(DEPTH));
        w = words::random(r);
        words::put(dut->wr_data, w);
    }
    void check() override
    {
        words::check(chk, dut->rd_data, mem[dut->rd_addr]);
        AIM("read of the address being written",
            dut->wr_en && dut->wr_addr == dut->rd_addr && mem[dut->rd_addr].known);
    }
    void step() override
    {
        if (dut->wr_en) mem[dut->wr_addr] = w;
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_ram_1r1w.v against an array.
// PARAMS: -GWIDTH=1 -GDEPTH=2 -GBYPASS=1 | -GWIDTH=38 -GDEPTH=1 -GBYPASS=1
// PARAMS: -GWIDTH=120 -GDEPTH=300 -GBYPASS=1
// PARAMS: -GWIDTH=38 -GDEPTH=16 -GBYPASS=0 | -GWIDTH=120 -GDEPTH=65 -GBYPASS=0
#include "Vttp_ram_1r1w.h"
#include "lockstep.h"
#include "tb_ports.h"
#include "tb_ram.h"

// Addresses that the port can say
static constexpr uint32_t span() { uint32_t n = 2; while (n < DEPTH) n *= 2; return n; }

struct Bench : lockstep<Vttp_ram_1r1w> {
    using words = tb_words<WIDTH>;
    std::vector<tb_word> mem = std::vector<tb_word>(DEPTH);
    tb_word w = {}, rd = {};

    void drive() override
    {
        dut->wr_en = r.percent(60);
        dut->rd_en = r.percent(60);
        const uint32_t wr_addr = r.below(span());
        tb_set(dut->wr_addr, wr_addr);
        tb_set(dut->rd_addr, wr_addr < DEPTH && r.one_in(4) ? wr_addr : r.below(DEPTH));
        if (!BYPASS && dut->rd_en && dut->wr_addr == dut->rd_addr) dut->wr_en = 0;
        w = words::random(r);
        words::put(dut->wr_data, w);
    }
    void check() override { words::check(chk, dut->rd_data, rd); }
    void step() override
    {
        const bool meet = dut->wr_en && dut->rd_en && dut->wr_addr == dut->rd_addr;
        AIM_IF(BYPASS, "read of the address being written", meet);
        AIM("hold", !dut->rd_en && rd.known);
        AIM_IF(span() > DEPTH, "write behind the last word", dut->wr_en && dut->wr_addr >= DEPTH);
        if (dut->rd_en) rd = meet ? w : mem[dut->rd_addr];
        if (dut->wr_en && dut->wr_addr < DEPTH) mem[dut->wr_addr] = w;
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

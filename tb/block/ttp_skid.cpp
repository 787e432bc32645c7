// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_skid.v is a FIFO of depth 2 (model/ttp_fifo.h).
// PARAMS: -GWIDTH=1 | -GWIDTH=64 | -GWIDTH=128
#include <memory>
#include "Vttp_skid.h"
#include "tb_ram.h"
extern "C" {
#include "ttp_fifo.h"
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    using words = tb_words<WIDTH>;
    tb_rng r(seed);
    tb_check chk("ttp_skid", seed);
    auto dut = std::make_unique<Vttp_skid>();
    tb_word mem[2];
    ttp_fifo f = { reinterpret_cast<uint8_t *>(mem), sizeof(tb_word), 2, 0, 0, 0 };
    uint64_t stalls = 0, both = 0;
    uint32_t vp = 50, rp = 50;

    for (chk.cycle = 0; chk.cycle < 100000; chk.cycle++) {
        if (r.one_in(100)) { vp = r.below(3) * 50; rp = r.below(3) * 50; }
        const bool rst = chk.cycle < 2 || r.one_in(1000), iv = r.percent(vp), orr = r.percent(rp);
        const tb_word w = words::random(r);
        dut->rst = rst; dut->in_valid = iv; dut->out_ready = orr; words::put(dut->in_data, w);
        dut->clk = 0; dut->eval();
        if (chk.cycle) {
            chk.eq("in_ready", dut->in_ready, ttp_fifo_ready(&f));
            chk.eq("out_valid", dut->out_valid, ttp_fifo_valid(&f));
            if (ttp_fifo_valid(&f))
                words::check(chk, dut->out_data, *static_cast<tb_word *>(ttp_fifo_head(&f)));
        }
        const bool push = iv && ttp_fifo_ready(&f), pop = orr && ttp_fifo_valid(&f);
        stalls += iv && !push;
        both += push && pop;
        if (push) *static_cast<tb_word *>(ttp_fifo_slot(&f)) = w;
        ttp_fifo_clock(&f, push, pop);
        if (rst) ttp_fifo_clear(&f);
        dut->clk = 1; dut->eval();
    }
    dut->final();
    chk.reached("full", stalls);
    chk.reached("a beat in and one out", both);
    printf("PASS compared=%" PRIu64 " stalls=%" PRIu64 " both=%" PRIu64 "\n", chk.compared, stalls,
           both);
    return 0;
}

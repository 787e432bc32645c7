// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_skid.v is a FIFO of depth 2 (model/ttp_fifo.h).
// PARAMS: -GWIDTH=1 | -GWIDTH=64 | -GWIDTH=128
#include "Vttp_skid.h"
#include "lockstep.h"
#include "tb_ram.h"
extern "C" {
#include "ttp_fifo.h"
}

struct Bench : lockstep<Vttp_skid> {
    using words = tb_words<WIDTH>;
    tb_word mem[2], w;
    ttp_fifo f = { reinterpret_cast<uint8_t *>(mem), sizeof(tb_word), 2, 0, 0, 0 };
    uint32_t valid_p = 50, ready_p = 50;
    uint64_t stalls = 0, both = 0;

    explicit Bench(uint64_t seed) : lockstep("ttp_skid", seed) {}

    void drive() override
    {
        if (r.one_in(100)) { valid_p = r.below(3) * 50; ready_p = r.below(3) * 50; }
        dut->rst = chk.cycle < 2 || r.one_in(1000);
        dut->in_valid = r.percent(valid_p);
        dut->out_ready = r.percent(ready_p);
        w = words::random(r);
        words::put(dut->in_data, w);
    }
    void check() override
    {
        if (!chk.cycle) return;
        chk.eq("in_ready", dut->in_ready, ttp_fifo_ready(&f));
        chk.eq("out_valid", dut->out_valid, ttp_fifo_valid(&f));
        if (ttp_fifo_valid(&f))
            words::check(chk, dut->out_data, *static_cast<tb_word *>(ttp_fifo_head(&f)));
    }
    void step() override
    {
        const bool push = dut->in_valid && ttp_fifo_ready(&f);
        const bool pop = dut->out_ready && ttp_fifo_valid(&f);
        stalls += dut->in_valid && !push;
        both += push && pop;
        if (push) *static_cast<tb_word *>(ttp_fifo_slot(&f)) = w;
        ttp_fifo_clock(&f, push, pop);
        if (dut->rst) ttp_fifo_clear(&f);
    }
    void aims() override
    {
        aim("full", stalls);
        aim("a beat in and one out", both);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

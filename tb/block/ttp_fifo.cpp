// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_fifo.v against a plain queue, and model/ttp_fifo.h in the same run.
// PARAMS: -GWIDTH=1 -GDEPTH=1 | -GWIDTH=38 -GDEPTH=2 | -GWIDTH=120 -GDEPTH=16
// PARAMS: -GWIDTH=38 -GDEPTH=64
// PARAMS: -GWIDTH=38 -GDEPTH=65 | -GWIDTH=120 -GDEPTH=65 | -GWIDTH=1 -GDEPTH=300
// PARAMS: -GWIDTH=120 -GDEPTH=300
// SEEDS: 1 2
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_fifo.h"
#include "tb_util.h"
extern "C" {
#include "ttp_fifo.h"
}

struct word { uint64_t lo, hi; };
static const unsigned LO_W = WIDTH < 64 ? WIDTH : 64, HI_W = WIDTH - LO_W;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_fifo", seed);
    auto dut = std::make_unique<Vttp_fifo>();
    std::deque<word> ref;
    std::vector<uint64_t> mem(2 * DEPTH + 8);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, mem.size() * 8 };
    ttp_fifo f = {};
    ttp_fifo_bind(&f, &arena, sizeof(word), DEPTH);

    uint64_t full = 0, empty = 0, both = 0, moved = 0;
    unsigned p_in = 50, p_out = 50;
    for (uint64_t c = 0; c < 200000; c++) {
        chk.cycle = c;
        if (r.one_in(DEPTH * 3 + 20)) {
            static const unsigned p[] = { 0, 10, 50, 90, 100, 100 };
            p_in = p[r.below(6)];
            p_out = p[r.below(6)];
        }
        const bool rst = c < 2 || r.one_in(20000);
        const bool iv = r.percent(p_in), orr = r.percent(p_out);
        const word w = { r.bits(LO_W), HI_W ? r.bits(HI_W) : 0 };
        dut->rst = rst;
        dut->in_valid = iv;
        dut->out_ready = orr;
        tb_put(dut->in_data, 0, LO_W, w.lo);
        if (HI_W) tb_put(dut->in_data, LO_W, HI_W, w.hi);
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->in_ready, ref.size() < DEPTH);
            CHECK_EQ(chk, dut->out_valid, !ref.empty());
            CHECK_EQ(chk, dut->count, ref.size());
            CHECK_EQ(chk, ttp_fifo_ready(&f), ref.size() < DEPTH);
            CHECK_EQ(chk, ttp_fifo_valid(&f), !ref.empty());
            if (!ref.empty()) {
                CHECK_EQ(chk, tb_get(dut->out_data, 0, LO_W), ref.front().lo);
                if (HI_W) CHECK_EQ(chk, tb_get(dut->out_data, LO_W, HI_W), ref.front().hi);
                CHECK_EQ(chk, static_cast<word *>(ttp_fifo_head(&f))->lo, ref.front().lo);
                CHECK_EQ(chk, static_cast<word *>(ttp_fifo_at(&f, f.count - 1))->hi, ref.back().hi);
            }
            full += ref.size() == DEPTH;
            empty += ref.empty();
        }
        const bool push = iv && ref.size() < DEPTH, pop = orr && !ref.empty();
        both += push && pop;
        moved += pop;
        if (push) *static_cast<word *>(ttp_fifo_slot(&f)) = w;
        ttp_fifo_clock(&f, push, pop);
        if (pop) ref.pop_front();
        if (push) ref.push_back(w);
        if (rst) { ref.clear(); ttp_fifo_clear(&f); }
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("full", full);
    chk.reached("empty", empty);
    if (DEPTH > 1) chk.reached("push and pop in one cycle", both);
    printf("PASS words=%" PRIu64 " full=%" PRIu64 " empty=%" PRIu64 "\n", moved, full, empty);
    return 0;
}

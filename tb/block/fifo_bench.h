// SPDX-License-Identifier: Apache-2.0
//
// For ttp_fifo.cpp and ttp_skid.cpp: a block that behaves as a FIFO of so many words, against a
// plain queue and model/ttp_fifo.h.
#ifndef FIFO_BENCH_H
#define FIFO_BENCH_H

#include <deque>
#include "lockstep.h"
#include "tb_ram.h"
extern "C" {
#include "ttp_fifo.h"
}

template <class Dut, unsigned WORDS, bool HAS_COUNT> struct fifo_bench : lockstep<Dut> {
    using lockstep<Dut>::r, lockstep<Dut>::chk, lockstep<Dut>::dut;
    using words = tb_words<WIDTH>;
    std::deque<tb_word> queue;
    tb_word memory[WORDS], w;
    ttp_fifo model = { reinterpret_cast<uint8_t *>(memory), sizeof(tb_word), WORDS, 0, 0, 0 };
    unsigned in_load = 50, out_load = 50;

    void drive() override
    {
        if (r.one_in(WORDS * 3 + 20)) {
            in_load = tb_load(r);
            out_load = tb_load(r);
        }
        dut->rst = chk.cycle < 2 || r.one_in(10000);
        dut->in_valid = r.percent(in_load);
        dut->out_ready = r.percent(out_load);
        w = words::random(r);
        words::put(dut->in_data, w);
    }
    void check() override
    {
        if (!chk.cycle) return;
        const bool ready = queue.size() < WORDS, valid = !queue.empty();
        chk.eq("in_ready", dut->in_ready, ready);
        chk.eq("in_ready of the model", ttp_fifo_ready(&model), ready);
        chk.eq("out_valid", dut->out_valid, valid);
        chk.eq("out_valid of the model", ttp_fifo_valid(&model), valid);
        if constexpr (HAS_COUNT) chk.eq("count", dut->count, queue.size());
        AIM("full", !ready);
        AIM("empty", !valid);
        if (!valid) return;
        words::check(chk, dut->out_data, queue.front());
        chk.eq("head", static_cast<tb_word *>(ttp_fifo_head(&model))->lo, queue.front().lo);
        chk.eq("last one",
               static_cast<tb_word *>(ttp_fifo_at(&model, model.count - 1))->hi, queue.back().hi);
    }
    void step() override
    {
        const bool push = dut->in_valid && queue.size() < WORDS;
        const bool pop = dut->out_ready && !queue.empty();
        AIM("held up at the input", dut->in_valid && !push);
        AIM_IF(WORDS > 1, "push and pop in one cycle", push && pop);
        if (push) *static_cast<tb_word *>(ttp_fifo_slot(&model)) = w;
        ttp_fifo_clock(&model, push, pop);
        if (pop) queue.pop_front();
        if (push) queue.push_back(w);
        if (!dut->rst) return;
        queue.clear();
        ttp_fifo_clear(&model);
    }
};

#endif

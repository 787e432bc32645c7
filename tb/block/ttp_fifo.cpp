// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_fifo.v is a FIFO of any depth, against a plain queue and model/ttp_fifo.h.
// PARAMS: -GWIDTH=1 -GDEPTH=1 | -GWIDTH=38 -GDEPTH=2 | -GWIDTH=120 -GDEPTH=16
// PARAMS: -GWIDTH=38 -GDEPTH=64
// PARAMS: -GWIDTH=38 -GDEPTH=65 | -GWIDTH=120 -GDEPTH=65 | -GWIDTH=1 -GDEPTH=300
// PARAMS: -GWIDTH=120 -GDEPTH=300
// SEEDS: 1 2
#include "Vttp_fifo.h"

#include <deque>
#include "lockstep.h"
#include "tb_ram.h"
extern "C" {
#include "ttp_fifo.h"
}

struct Bench : lockstep<Vttp_fifo> {
    using words = tb_words<WIDTH>;
    std::deque<tb_word> queue;
    tb_word memory[DEPTH], w;
    ttp_fifo model = { reinterpret_cast<uint8_t *>(memory), sizeof(tb_word), DEPTH, 0, 0, 0 };
    unsigned in_load = 50, out_load = 50;

    void drive() override
    {
        if (r.one_in(DEPTH * 3 + 20)) {
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
        const bool ready = queue.size() < DEPTH, valid = !queue.empty();
        chk.eq("in_ready", dut->in_ready, ready);
        chk.eq("in_ready of the model", ttp_fifo_ready(&model), ready);
        chk.eq("out_valid", dut->out_valid, valid);
        chk.eq("out_valid of the model", ttp_fifo_valid(&model), valid);
        chk.eq("count", dut->count, queue.size());
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
        const bool push = dut->in_valid && queue.size() < DEPTH;
        const bool pop = dut->out_ready && !queue.empty();
        AIM("held up at the input", dut->in_valid && !push);
        AIM_IF(DEPTH > 1, "push and pop in one cycle", push && pop);
        if (push) *static_cast<tb_word *>(ttp_fifo_slot(&model)) = w;
        ttp_fifo_clock(&model, push, pop);
        if (pop) queue.pop_front();
        if (push) queue.push_back(w);
        if (!dut->rst) return;
        queue.clear();
        ttp_fifo_clear(&model);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }

// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_init.v against model/ttp_init.c; the walk visits every index once.
// PARAMS: -GTX_CELLS=16 -GENTS=11 | -GTX_CELLS=16 -GENTS=56 | -GTX_CELLS=256 -GENTS=56
// PARAMS: -GTX_CELLS=65536 -GENTS=28672
#define LINKS 3                         // some of the entries, for the model
#include "Vttp_init.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_init.h"
}

static const uint32_t WALK_N = std::max<uint32_t>(TX_CELLS, ENTS);

struct Bench : lockstep<Vttp_init> {
    tb_model<ttp_init> ref{ ttp_init_bind };
    ttp_init_in in = {};
    ttp_init_out o = {};
    uint64_t visited = 0;               // indices of this walk

    void drive() override
    {
        dut->core_rst = in.core_rst = chk.cycle < 3 || r.one_in(2 * WALK_N);
        ttp_init_drive(&ref, &o);
    }
    void check() override
    {
        if (!chk.cycle) return;
        SAME(init_active, core_ready, init_idx);    // the index stays at the last one
        const bool walks = o.init_active && !in.core_rst;
        AIM("walk cut by reset", visited && in.core_rst);
        AIM("whole walk", visited && !walks && !in.core_rst);
        if (walks) chk.eq("index of the walk", dut->init_idx, visited);
        else if (visited && !in.core_rst) chk.eq("length of the walk", visited, WALK_N);
        visited = walks ? visited + 1 : 0;
    }
    void step() override { ttp_init_clock(&ref, &in); }
};

int main(int argc, char **argv)
{
    return lockstep_main<Bench>(argc, argv, 20000 + 6ull * WALK_N);
}

// SPDX-License-Identifier: Apache-2.0
//
// A block of the model with its parameters and with the memory that its arrays lie in:
//
//     bound<ttp_rx_sram> model{ ttp_rx_sram_bind, [](ttp_params &p) { p.data_w = DATA_W; } };
//     ttp_rx_sram_clock(model, &in);      model->wr_base
#ifndef X_MODEL_H
#define X_MODEL_H

#include <vector>
#include "tb_util.h"
#include "ttp_arena.h"
#include "ttp_model.h"

template <class M> struct bound {
    M block = {};
    std::vector<uint64_t> mem;

    template <class Set> bound(void (*bind)(M *, const ttp_params *, ttp_arena *), Set set)
    {
        ttp_params p = {};
        ttp_arena arena = {};
        set(p);
        bind(&block, &p, &arena);       // says only how much it needs
        mem.resize(arena.used / 8);
        arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, arena.used };
        bind(&block, &p, &arena);
    }
    bound(const bound &) = delete;      // the block points into mem
    operator M *() { return &block; }
    M *operator->() { return &block; }
    const M *operator->() const { return &block; }
};

// After a reset the blocks of the links clear all n links, one a cycle, as ttp_init says.
struct link_walk {
    bool active = true;
    uint32_t at = 0;

    // True: it has ended.
    bool step(bool rst, uint32_t n)
    {
        const bool ends = active && !rst && ++at == n;
        if (rst || ends) {
            active = rst;
            at = 0;
        }
        return ends;
    }
};

#endif

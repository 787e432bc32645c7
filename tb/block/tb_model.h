// SPDX-License-Identifier: Apache-2.0
//
// A block of the model with the memory that its arrays lie in:
//
//     bound<ttp_rx_sram> model{ ttp_rx_sram_bind, params() };     model->wr_base, &model.block
#ifndef TB_MODEL_H
#define TB_MODEL_H

#include <vector>
#include "tb_util.h"
#include "ttp_arena.h"
#include "ttp_model.h"

template <class M> struct bound {
    M block = {};
    std::vector<uint64_t> mem;

    bound(void (*bind)(M *, const ttp_params *, ttp_arena *), const ttp_params &p)
    {
        ttp_arena arena = {};
        bind(&block, &p, &arena);       // says only how much it needs
        mem.resize(arena.used / 8);
        arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, arena.used };
        bind(&block, &p, &arena);
    }
    bound(const bound &) = delete;      // the block points into mem
    M *operator->() { return &block; }
    const M *operator->() const { return &block; }
};

#endif

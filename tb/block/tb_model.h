// SPDX-License-Identifier: Apache-2.0
//
// A block of the model beside the RTL: its parameters are those of the set, its memory its own.
//
//     tb_model<ttp_retire> ref{ ttp_retire_bind };
//     tb_model<ttp_x> ref{ ttp_x_bind, [](ttp_params &p) { p.addr_high = 0; } };
#ifndef TB_MODEL_H
#define TB_MODEL_H

#include <vector>
#include "tb_util.h"
extern "C" {
#include "ttp_arena.h"
#include "ttp_model.h"
}

inline ttp_params tb_params()
{
    ttp_params p = {};
#ifdef DATA_W
    p.data_w = DATA_W;
#endif
#ifdef PW
    p.sel_window = WINDOW;
#endif
#ifdef LINKS                // a way in each of three sets
    p.link_sets = LINKS / 3;
    p.link_ways = 1;
#endif
#ifdef TX_PKTS
    p.tx_pkts = TX_PKTS;
#elif defined ENTS && defined LINKS
    p.tx_pkts = ENTS - LINKS;
#endif
#ifdef TX_CELLS
    p.tx_cells = TX_CELLS;
#endif
#ifdef DEEP
    p.deep = DEEP;
#endif
#ifdef SRAM_1P
    p.sram_1p = SRAM_1P;
#endif
    return p;
}

template <class Block> struct tb_model : Block {
    std::vector<uint64_t> memory;

    template <class Bind> tb_model(Bind bind, void (*more)(ttp_params &) = nullptr) : Block{}
    {
        ttp_params p = tb_params();
        if (more) more(p);
        ttp_arena arena = {};
        bind(this, &p, &arena);         // how much it takes
        memory.resize(arena.used / 8);
        arena = { reinterpret_cast<uint8_t *>(memory.data()), 0, arena.used };
        bind(this, &p, &arena);
    }
    tb_model(const tb_model &) = delete;        // the block points into its memory
    operator Block *() { return this; }
    Block &block() { return *this; }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// A word of up to 128 bits, and a memory of them that knows which words were ever written:
// the reference of the RAM tests.
#ifndef TB_RAM_H
#define TB_RAM_H

#include <vector>
#include "tb_util.h"

struct tb_word { uint64_t lo, hi; bool known; };

template <unsigned W> struct tb_words {
    static constexpr unsigned LO = W < 64 ? W : 64, HI = W - LO;
    static tb_word random(tb_rng &r) { return { r.bits(LO), HI ? r.bits(HI ? HI : 1) : 0, true }; }
    template <class P> static void put(P &port, const tb_word &w)
    {
        tb_put(port, 0, LO, w.lo);
        if (HI) tb_put(port, LO, HI, w.hi);
    }
    template <class P> static void check(tb_check &chk, const P &port, const tb_word &w)
    {
        if (!w.known) return;
        chk.eq("rd_data", tb_get(port, 0, LO), w.lo);
        if (HI) chk.eq("rd_data above bit 63", tb_get(port, LO, HI), w.hi);
    }
};

#endif

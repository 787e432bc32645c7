// SPDX-License-Identifier: Apache-2.0
//
// Where the fields of the buses of rtl/ttp_bus_tx.vh are at the ports of a Verilated block.
//
//     static const bus_tx BUS(LW, CW, EW, TCW);       0 for a width that the block does not have
//     bus_put(dut->append, BUS.append.len, in.append_len);
//     BUS_EQ(chk, dut->append, BUS.append.len, o.append_len);
#ifndef BUS_TX_H
#define BUS_TX_H

#include "tb_util.h"

struct bus_place { unsigned at, width; };

template <class P, class V> void bus_put(P &port, const bus_place &f, V value)
{
    tb_put(port, f.at, f.width, static_cast<uint64_t>(value));
}

template <class P> uint64_t bus_get(const P &port, const bus_place &f)
{
    return tb_get(port, f.at, f.width);
}

#define BUS_EQ(chk, port, place, model) (chk).eq(#model, bus_get(port, place), (model))

struct bus_tx {
    struct { bus_place link, napp, tail, entry, len, first, last; } append;

    bus_tx(unsigned lw, unsigned cw, unsigned ew, unsigned tcw)
    {
        unsigned at = 0;
        const auto next = [&](unsigned width) {
            at += width;
            return bus_place{ at - width, width };
        };
        append = { next(lw), next(cw), next(ew), next(ew), next(11), next(tcw), next(tcw) };
    }
};

#endif

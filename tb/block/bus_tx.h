// SPDX-License-Identifier: Apache-2.0
//
// Where the fields of the buses of rtl/ttp_bus_tx.vh are at the ports of a Verilated block.
//
//     static const bus_tx BUS(LW, CW, EW, TCW);       0 for a width that the block does not have
//     bus_put(dut->append, BUS.append.len, in.append_len);
//     BUS_EQ(chk, dut->append, BUS.append.len, o.append_len);
#ifndef BUS_TX_H
#define BUS_TX_H

#include "bus.h"

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

// SPDX-License-Identifier: Apache-2.0
//
// Where the fields of the buses of rtl/ttp_bus_tx.vh are at the ports of a Verilated block.
//
//     static const bus_tx BUS(LW, CW, EW, TCW, DATA_W);       0: the block does not have it
//     bus_put(dut->append, BUS.append.len, in.append_len);
//     BUS_EQ(chk, dut->append, BUS.append.len, o.append_len);
#ifndef BUS_TX_H
#define BUS_TX_H

#include "bus_place.h"

struct bus_tx {
    struct { bus_place link, napp, tail, entry, len, first, last; } append;
    struct { bus_place first, last, n; } abort;
    struct { bus_place data, addr; } store;
    struct { bus_place en, next_en, cell, addr; } fetch;
    struct { bus_place node, vc; } lookup;
    struct { bus_place link, ok; } answer;
    struct { bus_place data, opt; } retired;
    struct { bus_place id, node, vc, head, life, to_life, link; } send;
    struct { bus_place id, node, vc, len, life, to_life, first; } payload;
    struct { bus_place link, nret, una, node, flush, push; } goal;
    struct { bus_place link, count, head, cells, entry, first, last, n1; } freed;
    struct { bus_place first, last, n1; } chain;

    bus_tx(unsigned lw, unsigned cw, unsigned ew, unsigned tcw, unsigned data_w = 512)
    {
        const unsigned addr = tcw + (data_w == 64 ? 3 : data_w == 128 ? 2 : data_w == 256);
        unsigned at = 0;
        const auto next = [&](unsigned width) {
            at += width;
            return bus_place{ at - width, width };
        };
        append = { next(lw), next(cw), next(ew), next(ew), next(11), next(tcw), next(tcw) };
        at = 0;
        abort = { next(tcw), next(tcw), next(5) };
        at = 0;
        store = { next(data_w), next(addr) };
        at = 0;
        fetch = { next(1), next(1), next(tcw), next(addr) };
        at = 0;
        lookup = { next(24), next(2) };
        at = 0;
        answer = { next(lw), next(1) };
        at = 0;
        retired = { next(128), next(1) };
        at = 0;
        send = { next(32), next(24), next(2), next(1), next(16), next(16), next(lw) };
        at = 0;
        payload = { next(32), next(24), next(2), next(11), next(16), next(16), next(tcw) };
        at = 0;
        goal = { next(lw), next(cw), next(32), next(24), next(1), next(1) };
        at = 0;
        freed = { next(lw), next(cw), next(ew), next(17), next(ew),
                  next(tcw), next(tcw), next(4) };
        at = 0;
        chain = { next(tcw), next(tcw), next(4) };
    }
};

#endif

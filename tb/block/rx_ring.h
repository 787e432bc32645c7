// SPDX-License-Identifier: Apache-2.0
//
// The ring of cells that received payloads lie in, as ttp_rx_sram keeps it for its neighbours.
#ifndef RX_RING_H
#define RX_RING_H

#include <algorithm>
#include <deque>
#include "tb_util.h"

struct rx_ring {
    const uint32_t cells, places;       // payloads inside at most
    uint32_t base = 0, free_cells;      // base: where the next payload begins
    std::deque<uint32_t> payloads;      // cells of each, the oldest first

    // bays: a payload takes 16 cells, and more of them may be inside.
    explicit rx_ring(uint32_t n, bool bays = false)
        : cells(n), places(bays ? std::min(n / 16, WINDOW) : std::min(n, 64u)), free_cells(n) {}
    bool slot_free() const { return payloads.size() < places; }
    void claim(uint32_t n)
    {
        payloads.push_back(n);
        base = (base + n) % cells;
        free_cells -= n;
    }
    // The cells of the oldest payload come back.
    void release()
    {
        free_cells += payloads.front();
        payloads.pop_front();
    }
    void clear()
    {
        payloads.clear();
        base = 0;
        free_cells = cells;
    }
};

#endif

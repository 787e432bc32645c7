// SPDX-License-Identifier: Apache-2.0
//
// For ttp_retire.cpp and ttp_retransmit.cpp: the payload lists of the links, as ingest and the
// retire engine keep them. A list begins with a dummy entry and each payload has an entry behind
// it. When the oldest payload is freed its entry becomes the dummy, and the old dummy is spare.
#ifndef TX_LISTS_H
#define TX_LISTS_H

#include <deque>
#include <vector>
#include "bus_place.h"

struct tx_payload {
    uint16_t entry, len, first, last;       // len in bytes; first and last cell
    uint64_t since;                         // cycle of the append
};

struct tx_list {
    std::deque<tx_payload> held;            // appended, not yet freed
    uint16_t tail = 0, dummy = 0;           // entries
};

template <class Link> struct tx_lists {     // Link is a tx_list and more
    std::vector<Link> link = std::vector<Link>(LINKS);
    std::deque<uint16_t> spare;             // entries of no list

    void reset()
    {
        spare.clear();
        for (unsigned e = LINKS; e < ENTS; e++) spare.push_back(static_cast<uint16_t>(e));
        for (unsigned k = 0; k < LINKS; k++) {
            link[k] = Link();
            link[k].tail = link[k].dummy = static_cast<uint16_t>(k);
        }
    }
    // One payload more for link l; in tells the model.
    template <class In> void append(tx_list &l, tx_payload x, In &in)
    {
        x.entry = spare.front();
        spare.pop_front();
        in.append_valid = true;
        in.append_tail = l.tail;
        in.append_entry = x.entry;
        in.append_len = x.len;
        in.append_first = x.first;
        l.tail = x.entry;
        l.held.push_back(x);
    }
    void free_oldest(tx_list &l)
    {
        spare.push_back(l.dummy);
        l.dummy = l.held.front().entry;
        l.held.pop_front();
    }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Peers that follow the protocol, played by hand: they take payloads in order,
// answer OPEN and CLOSE, and know nothing of what was before (a payload on a
// link unknown to them gets NACK_NOLINK).
#ifndef TTP_FUZZ_PEERS_H
#define TTP_FUZZ_PEERS_H

#include <map>

#include "mac_bench.h"

// sel.frame: behind an OPEN or OPEN_ACK, of so many payloads; 0: none.
void offer(Frame *f, uint32_t window);

class Peers {
public:
    struct Link {
        bool open = false;
        uint32_t last = 0;                 // newest ID taken
        uint32_t next = 0x700;             // of our own payloads
        uint32_t mac_life = 0;
        uint64_t got = 0;                  // payloads
        bool closed = false;               // it has answered a CLOSE
        std::vector<uint32_t> acked;       // own payload IDs that the MAC acknowledged
    };

    // What this peer answers to a frame of the MAC; false: nothing.
    bool answer(const Frame &f, Frame *reply);
    Link &link(uint32_t vc, uint32_t node) { return links_[vc << 24 | node]; }
    void forget() { links_.clear(); }
    uint32_t life = 0x51fe;                // 0: they are strangers
    bool offer = false;                    // their OPEN_ACK carries one

private:
    std::map<uint32_t, Link> links_;
};

#endif

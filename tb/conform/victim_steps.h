// SPDX-License-Identifier: Apache-2.0
//
// Links that make room for another, and full sets.
#ifndef TB_CONFORM_VICTIM_STEPS_H
#define TB_CONFORM_VICTIM_STEPS_H

#include "conform.h"

namespace conform {

struct FullSet {
    std::vector<uint32_t> nodes;
    uint32_t local;
};

// Every way but that of b.peer is busy: a payload of ours is in flight there.
FullSet fill_set(Bench &b);
void victim(Bench &b, Start s, State st);
// All other ways are busy, and a frame for another link wants that of b.peer, which has been idle.
void wanted(Bench &b);
void made_victim(Bench &b);
// All ways OPEN and idle; b.peer's is idle for longest, it has a payload behind it each way.
void idle_set(Bench &b, uint32_t idle);
void victim_remote(Bench &b, uint32_t life);
// An OPEN of yet another peer, so late that every idle link is old enough. How many CLOSEs follow?
uint64_t closes_for(Bench &b, uint32_t txid);

} // namespace conform

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Two untimed ends on the hostile wire, payloads both ways, and what must be true of any such run.
#ifndef TB_SELECT_PAIR_H
#define TB_SELECT_PAIR_H

#include <string>

#include "rules_end.h"
#include "wire/wire.h"

struct PairPlan {
    uint64_t seed = 1;
    Harm harm;
    RulesEndConfig end[2];         // node and life are filled in
    uint32_t payloads[2] = {};     // from either end
    uint32_t links = 1, in_flight = 64;
    uint32_t least = 1, most = 1024;       // bytes
    uint32_t host_stops = 0;       // the hosts take nothing for so long, now and then
    uint32_t learn = 0;            // payloads of end 0 before frames are counted
};

struct PairResult {
    std::string why;               // empty: all is well
    uint64_t cycles = 0;
    double frames = 0;             // PAYLOAD frames a payload of end 0, behind the first `learn`
    uint64_t kept = 0, probes = 0, reorder = 0, replays = 0, timeouts = 0, full = 0, maps = 0;
    uint64_t most_kept = 0;
};

// Exactly once, in order, the same bytes; all retired; nothing left in a store; nothing illegal;
// and an end that has not agreed gets frames as ever.
PairResult run_pair(const PairPlan &p);

// Harms, sizes, delays, rooms and switches by chance.
PairPlan mixed(uint64_t seed);

// Captures of the reference: with the switch on not a byte differs. 0: none does.
int strangers(const std::string &folder);

#endif

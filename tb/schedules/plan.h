// SPDX-License-Identifier: Apache-2.0
//
// What happens in one random schedule, drawn from its seed before anything runs: how the two ends
// are set up, what the wire does, and when hosts give, stop, close and restart.
#ifndef TB_SCHEDULES_PLAN_H
#define TB_SCHEDULES_PLAN_H

#include <string>
#include <vector>

#include "rng.h"
#include "rules_end.h"

// A kind of schedule is what may happen in it; timers, IDs, lives, VCs and harm are drawn in each.
struct Kind {
    const char *name;
    bool closes, restarts, late, full, select;
};

constexpr unsigned KIND_N = 9, STREAM = 8;     // STREAM is drawn only when it is named
extern const Kind KINDS[KIND_N];

enum What { GIVE, CLOSE, RESTART, HOLD_HOST, FREE_HOST, HOLD_WIRE, FREE_WIRE };

struct Action {
    uint64_t at;
    What what;
    int end;
    uint32_t vc, n;             // n: payloads of GIVE
};

// Of a stream: many payloads over a line that has its speed, no restart and no close, under harm
// until all have come.
struct Stream {
    uint32_t payloads[2] = {};  // of each end; none: the plan is no stream
    uint32_t in_flight = 64;    // so many are given ahead, on each VC
    uint32_t learn = 0;         // payloads of end A before its frames are counted
};

struct Plan {
    unsigned kind = 0;          // of KINDS
    uint64_t seed = 1;
    RulesEndConfig end[2];
    uint32_t vcs = 1;           // in use: 0 to vcs - 1
    uint32_t least = 8, most = 64;                 // bytes of a payload
    Stream stream;
    bool lives_go_on = false;   // a restarted end goes on counting lives, else it draws anew
    // Of each frame: lost, doubled; each copy: late by up to some hundred cycles, by thousands.
    uint64_t loss = 0, dup = 0, mid = 0, late = 0; // thresholds, see rng.h
    uint64_t corrupt = 0, truncate = 0;
    uint32_t base = 20, jitter = 1, mid_span = 1, late_span = 1;
    std::vector<Action> actions;                   // by time; all of them before harm_ends
    uint64_t harm_ends = 0;
    uint64_t slow = 0;          // rest is worth a count if it takes longer from there on ...
    uint64_t patience = 0;      // ... and a failure
};

Plan draw_plan(unsigned kind, uint64_t seed);

#endif

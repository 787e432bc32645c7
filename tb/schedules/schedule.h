// SPDX-License-Identifier: Apache-2.0
//
// One schedule: two untimed ends (sim/rules_end.h) on a wire that loses, doubles and delays, while
// hosts give, stop, close and restart. Then harm stops, and both ends must come to rest; and once
// more after one further payload on each link.
#ifndef TB_SCHEDULES_SCHEDULE_H
#define TB_SCHEDULES_SCHEDULE_H

#include <array>

#include "ledger.h"
#include "plan.h"

// What schedules are to meet; a count of each.
enum Aim {
    DELIVERED, REPLAYS, TIMEOUTS, NACKS, NACKS_FULL, LOST, COPIES, OLD_FRAMES, LATE_FRAMES,
    STALE_FRAMES, OPENED, CLOSED, RESTARTS, LIVE_RESTARTS, PROVED, UNSENT_ACKS, AGREED,
    HELD, MAPS, PROBES, LEARNT, ID_WRAPS, LIFE_WRAPS, GHOSTS, ILLEGAL_RUNS, SLOW_RUNS, AIM_N
};

struct AimName {
    const char *name;
    bool Kind::*of;             // only kinds that have this can meet it
    bool must;                  // else it is only told
};

extern const AimName AIMS[AIM_N];

struct Outcome {
    Fault fault = SOUND;
    std::string why;
    uint64_t at = 0;            // time of the fault, or of rest
    std::array<uint64_t, AIM_N> met{};
    double frames = 0;          // PAYLOAD frames a payload of A, behind the first `learn`
    uint64_t most_held = 0;     // payloads ahead of their turn at once
    uint64_t distance = 0;      // by which the ends have learnt that frames come out of order
};

// strict: an end that counts something as illegal, and a payload delivered after it had retired,
// are faults too. trace: print each frame and what else happens.
Outcome run_schedule(const Plan &p, bool strict, bool trace);

// Other tests of untimed ends; 0: all is well.
int unknown_peer();             // the answer to an unknown peer waits for a stopped wire
int figures();                  // frames a payload with selective repeat
int strangers(const std::string &folder);   // captures: towards strangers nothing changes

#endif

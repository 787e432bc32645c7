// SPDX-License-Identifier: Apache-2.0
//
// The wire of a schedule: two ends, whole frames, a delay drawn for each copy. sim/wire/wire.h has
// one delay for all and bounds what comes out of order; here some copies are later by thousands of
// cycles than their neighbours.
#ifndef TB_SCHEDULES_HOSTILE_H
#define TB_SCHEDULES_HOSTILE_H

#include <array>
#include <vector>

#include "plan.h"
#include "wire/frame.h"

using Lives = std::array<uint32_t, 2>;  // which life each end is in: only to be compared

// A frame under way.
struct Flying {
    uint64_t due = 0, seq = 0, sent = 0;
    int to = 0;
    Lives lives{};                      // when it was sent
    Frame frame;

    bool operator>(const Flying &o) const { return due != o.due ? due > o.due : seq > o.seq; }
};

// What becomes of a frame.
struct Copies {
    bool hurt = false;                  // corrupted or cut: it arrives with its error flag or short
    unsigned n = 0;                     // 0: it is lost
    uint64_t due[2] = {};
    Frame frame;                        // if asked for
};

class Hostile {
public:
    explicit Hostile(const Plan &p) : p_(p), rng_(p.seed, 0x77697265) {}

    Copies send(int to, Frame f, uint64_t now, const Lives &lives, bool tell);
    bool pop(uint64_t now, Flying *f);  // the next that is due
    uint64_t next_due() const { return heap_.empty() ? UINT64_MAX : heap_.front().due; }
    void calm() { calm_ = true; }       // from here on no harm; what is under way stays late

private:
    uint64_t delay();
    void push(Flying f);

    const Plan &p_;
    Rng rng_;
    bool calm_ = false;
    uint64_t seq_ = 0;
    std::vector<Flying> heap_;          // earliest on top
};

#endif

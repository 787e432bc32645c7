// SPDX-License-Identifier: Apache-2.0
//
// One direction of a cable: a delay, losses, and times at which it is down. What has arrived waits
// in a queue for the actor at its end.
#ifndef TTPFABRIC_LINK_H
#define TTPFABRIC_LINK_H

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "fabric/actor.h"
#include "fabric/frame.h"
#include "rng.h"

namespace fabric {

struct Arrival {
    uint64_t at;                     // cycle
    FramePtr frame;
};

struct Outage {
    uint64_t from, to;               // cycles
};

class Link {
public:
    std::string name;                // "3>leaf0", "leaf0>spine1"
    Actor *to = nullptr;
    uint64_t delay = 0;              // cycles
    bool at_first = false;           // a frame is there with its first beat, else with its last
    std::vector<Outage> down;

    void set_loss(double p, uint64_t seed, uint64_t stream)
    {
        loss_ = threshold(p);
        rng_ = Rng(seed, stream);
    }
    // First and last: when these beats of it leave.
    void carry(FramePtr f, uint64_t first, uint64_t last);
    std::function<bool(const Frame &)> drop;   // true: this one is lost
    bool is_down(uint64_t cycle) const;

    // For the actor at the end.
    uint64_t next() const { return queue_.empty() ? NEVER : queue_.front().at; }
    const Frame &front() const { return *queue_.front().frame; }
    FramePtr take()
    {
        FramePtr f = std::move(queue_.front().frame);
        queue_.pop_front();
        return f;
    }

    uint64_t frames = 0, bytes = 0, lost = 0, lost_down = 0;

private:
    std::deque<Arrival> queue_;
    uint64_t loss_ = 0;
    Rng rng_;
};

} // namespace fabric

#endif

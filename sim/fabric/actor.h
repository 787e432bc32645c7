// SPDX-License-Identifier: Apache-2.0
//
// What has time in a fabric: MACs and switches. ns-3 has one event for each actor that is not
// asleep; an event lets it run for a quantum of cycles.
//
//     event at cycle T:  run(T, T + quantum) -> when to run again
//
// A link takes at least a quantum from one actor to the next. So all that can reach an actor before
// T + quantum was sent before T, and ns-3 has let every other actor run up to T: it is there. The
// quantum changes the speed of a simulation, never its result.
#ifndef TTPFABRIC_ACTOR_H
#define TTPFABRIC_ACTOR_H

#include <cstdint>

#include <ns3/event-id.h>

namespace fabric {

constexpr uint64_t NEVER = UINT64_MAX;

// Shared by all actors of a simulation.
struct Clock {
    uint64_t period_ps = 5120;   // of a cycle
    uint64_t quantum = 1;        // cycles
    uint64_t now = 0;            // cycle of the event that runs
    uint64_t end = NEVER;        // no actor runs this cycle or a later one
    uint64_t events = 0;
};

class Actor {
public:
    explicit Actor(Clock &clock) : clock_(clock) {}
    virtual ~Actor() = default;
    Actor(const Actor &) = delete;
    Actor &operator=(const Actor &) = delete;

    // It runs at `cycle` at the latest. Never puts off what was to come sooner.
    void wake(uint64_t cycle);

protected:
    // Does all of [from, to). Returns the cycle, `to` or later, at which it wants to go on; what
    // arrives before that wakes it.
    virtual uint64_t run(uint64_t from, uint64_t to) = 0;
    const Clock &clock() const { return clock_; }

private:
    void event();

    Clock &clock_;
    ns3::EventId event_;
    uint64_t at_ = NEVER;
    uint64_t to_ = 0;            // of the run under way; 0: none
};

} // namespace fabric

#endif

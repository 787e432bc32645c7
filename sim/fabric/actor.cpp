// SPDX-License-Identifier: Apache-2.0
//
// See actor.h.
#include "fabric/actor.h"

#include <algorithm>

#include <ns3/simulator.h>

namespace fabric {

void Actor::wake(uint64_t cycle)
{
    // Its own run sees what happens in its own window.
    if (cycle >= at_ || cycle < to_) return;
    if (at_ != NEVER) event_.Cancel();
    at_ = cycle;
    // The time of ns-3 may be past the newest event of an actor.
    const auto then = static_cast<int64_t>(cycle * clock_.period_ps);
    const int64_t wait = then - ns3::Simulator::Now().GetTimeStep();
    event_ = ns3::Simulator::Schedule(ns3::Time(wait), &Actor::event, this);
}

void Actor::event()
{
    const uint64_t from = at_;
    at_ = NEVER;
    if (from >= clock_.end) return;
    clock_.now = from;
    clock_.events++;
    to_ = std::min(from + clock_.quantum, clock_.end);
    const uint64_t next = run(from, to_);
    to_ = 0;
    if (next != NEVER) wake(next);
}

} // namespace fabric

// SPDX-License-Identifier: Apache-2.0
//
// See link.h.
#include "fabric/link.h"

#include <algorithm>

namespace fabric {

bool Link::is_down(uint64_t cycle) const
{
    return std::any_of(down.begin(), down.end(),
                       [=](const Outage &o) { return cycle >= o.from && cycle < o.to; });
}

void Link::carry(FramePtr f, uint64_t first, uint64_t last)
{
    frames++;
    bytes += f->size;
    if (rng_.chance(loss_) || (drop && drop(*f))) {
        lost++;
        return;
    }
    if (!down.empty() && is_down(last)) {
        lost_down++;
        return;
    }
    const uint64_t at = (at_first ? first : last) + delay;
    queue_.push_back({ at, std::move(f) });
    to->wake(at);
}

} // namespace fabric

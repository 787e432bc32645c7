// SPDX-License-Identifier: Apache-2.0
//
// See hostile.h.
#include "hostile.h"

#include <algorithm>

uint64_t Hostile::delay()
{
    if (calm_) return p_.base;
    const uint64_t d = p_.base + rng_.below(p_.jitter);
    if (rng_.chance(p_.late)) return d + 1000 + rng_.below(p_.late_span);
    return rng_.chance(p_.mid) ? d + rng_.below(p_.mid_span) : d;
}

void Hostile::push(Flying f)
{
    heap_.push_back(std::move(f));
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

Copies Hostile::send(int to, Frame f, uint64_t now, const Lives &lives, bool tell)
{
    Copies c;

    if (tell) c.frame = f;
    if (!calm_ && rng_.chance(p_.loss)) return c;
    if (!calm_ && rng_.chance(p_.corrupt)) f.user = c.hurt = true;
    if (!calm_ && rng_.chance(p_.truncate)) {
        f.bytes.resize(1 + rng_.below(static_cast<uint32_t>(f.bytes.size()) - 1));
        c.hurt = true;
    }
    c.n = !calm_ && rng_.chance(p_.dup) ? 2 : 1;
    for (unsigned i = 0; i < c.n; i++) c.due[i] = now + delay();
    if (c.n == 2) push(Flying{ c.due[1], seq_++, now, to, lives, f });
    push(Flying{ c.due[0], seq_++, now, to, lives, std::move(f) });
    return c;
}

bool Hostile::pop(uint64_t now, Flying *f)
{
    if (heap_.empty() || heap_.front().due > now) return false;
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    *f = std::move(heap_.back());
    heap_.pop_back();
    return true;
}

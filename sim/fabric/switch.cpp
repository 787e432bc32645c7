// SPDX-License-Identifier: Apache-2.0
//
// See switch.h.
#include "fabric/switch.h"

#include <algorithm>

namespace fabric {

Switch::Switch(Clock &clock, const SwitchConfig &c, std::string name, uint32_t number)
    : Actor(clock), cfg_(c), name_(std::move(name)), rng_(c.seed, 0x737769746368 + number),
      salt_(mix64(mix64(c.seed) + number))
{
}

uint32_t Switch::add_port(Link *out, Link *in)
{
    Port p{};
    p.out = out;
    p.in = in;
    in->to = this;
    ports_.push_back(p);
    return static_cast<uint32_t>(ports_.size() - 1);
}

bool Switch::choose(const Came &c, uint32_t *port)
{
    const uint32_t node = c.frame->dst;
    const Route r = route(node);
    if (r.n == 1) {
        *port = r.first;
        return true;
    }
    choice_.clear();
    for (uint32_t p = r.first; p < r.first + r.n; p++)
        if (!usable || usable(p, node, c.at)) choice_.push_back(p);
    const auto n = static_cast<uint32_t>(choice_.size());
    if (n == 0) return false;
    const uint64_t line_now = c.at * cfg_.rate;
    uint32_t k = 0;
    switch (cfg_.spray) {
    case Spray::ecmp: {
        const uint64_t link = static_cast<uint64_t>(c.frame->src) << 32 | node << 8 | c.frame->vc;
        k = static_cast<uint32_t>(mix64(link ^ salt_) % n);
        break;
    }
    case Spray::rr: k = turn_++ % n; break;
    case Spray::random: k = rng_.below(n); break;
    case Spray::least: {             // of equal ones the next in turn
        uint64_t least = UINT64_MAX;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t at = (turn_ + i) % n;
            const uint64_t d = depth(ports_[choice_[at]], line_now);
            if (d < least) {
                least = d;
                k = at;
            }
        }
        turn_ = k + 1;
        break;
    }
    }
    *port = choice_[k];
    return true;
}

// What a port may hold now.
uint64_t Switch::limit(uint64_t line_now) const
{
    if (!cfg_.shared) return cfg_.buffer;
    uint64_t used = 0;
    for (const Port &p : ports_) used += depth(p, line_now);
    if (used >= cfg_.buffer) return 0;
    return std::min(cfg_.buffer, static_cast<uint64_t>(
        cfg_.alpha * static_cast<double>(cfg_.buffer - used)));
}

// What a queue has done since the last frame came to it: it was emptied with the line.
void Switch::tell(Port *p, uint64_t to)
{
    const uint64_t deep = depth(*p, p->since * cfg_.rate), rest = depth(*p, to * cfg_.rate);
    for (uint64_t bin = rest / STEP; bin * STEP < deep; bin++) {
        if (bin >= depths_.size()) depths_.resize(bin + 1);
        depths_[bin] += std::min(deep, (bin + 1) * STEP) - std::max(rest, bin * STEP);
    }
    if (drained && deep) drained(p->since, to, deep);
    p->since = to;
}

void Switch::finish(uint64_t to)
{
    for (Port &p : ports_) tell(&p, std::max(to, p.since));
}

void Switch::forward(Came *c)
{
    uint32_t at = 0;
    if (!choose(*c, &at)) {
        no_route++;
        return;
    }
    Port &p = ports_[at];
    const uint64_t now = c->at + cfg_.latency, line_now = now * cfg_.rate;
    const uint64_t d = depth(p, line_now), n = c->frame->size;
    const bool drop = d + n + GAP > limit(line_now);

    tell(&p, now);
    p.frames++;
    p.depth_sum += static_cast<double>(d);
    p.deepest = std::max(p.deepest, drop ? d : d + n + GAP);
    if (drop) {
        p.dropped++;
        if (dropped) dropped(now);
        return;
    }
    const uint64_t begin = std::max(p.line_end, line_now);
    p.line_end = begin + n + GAP;
    p.out->carry(std::move(c->frame), begin / cfg_.rate, (begin + n - 1) / cfg_.rate);
}

// Frames go on in the order of their arrival; within one cycle the lowest port comes first.
uint64_t Switch::run(uint64_t, uint64_t to)
{
    came_.clear();
    uint64_t next = NEVER;
    for (uint32_t i = 0; i < ports_.size(); i++) {
        Link &in = *ports_[i].in;
        while (in.next() < to) {
            const uint64_t at = in.next();
            came_.push_back({ at, i, in.take() });
        }
        next = std::min(next, in.next());
    }
    std::stable_sort(came_.begin(), came_.end(), [](const Came &a, const Came &b) {
        return a.at < b.at;
    });
    for (Came &c : came_) forward(&c);
    return next;
}

} // namespace fabric

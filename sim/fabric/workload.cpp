// SPDX-License-Identifier: Apache-2.0
//
// See workload.h. The list of flows from a file is in workload_file.cpp.
#include "fabric/workload.h"

#include <algorithm>
#include <numeric>

#include "fabric/frame.h"
#include "fabric/kinds.h"
#include "fabric/workload_file.h"
#include "rng.h"

namespace fabric {

namespace {

// Flows that are all there from the start.
class Plain : public Workload {
public:
    Plain(Flows &f, const WorkloadConfig &c)
        : Workload(f), jitter_(c.jitter), rng_(c.seed, 0x6a697474) {}
    void flow(uint32_t src, uint32_t dst, uint64_t bytes)
    {
        list_.push_back({ src, dst, bytes });
        plan(src, dst, bytes);
    }
    void start() override
    {
        for (const Item &i : list_)
            flows_.add(i.src, i.dst, 0, i.bytes, jitter_ ? rng_.below(jitter_ + 1) : 0);
    }

private:
    struct Item {
        uint32_t src, dst;
        uint64_t bytes;
    };
    std::vector<Item> list_;
    uint32_t jitter_;
    Rng rng_;
};

// A chunk goes to the next node as soon as the one of the step before has come from the last.
class Ring : public Workload {
public:
    Ring(Flows &f, uint64_t bytes) : Workload(f), chunk_((bytes + nodes() - 1) / nodes())
    {
        for (uint32_t i = 0; i < nodes(); i++)
            plan(i, (i + 1) % nodes(), chunk_, 2ull * (nodes() - 1));
    }
    void start() override
    {
        for (uint32_t i = 0; i < nodes(); i++) send(i, 0, 0);
    }
    void finished(uint32_t flow, uint64_t cycle) override
    {
        const Flow &f = flows_[flow];
        if (f.tag + 1 < 2ull * (nodes() - 1)) send(f.dst, cycle + 1, f.tag + 1);
    }

private:
    void send(uint32_t node, uint64_t cycle, uint64_t step)
    {
        flows_.add(node, (node + 1) % nodes(), 0, chunk_, cycle, step);
    }

    uint64_t chunk_;
};

// Step s < log2 n: half of what is left goes to the partner n / 2^(s+1) away, then the same back.
class Halving : public Workload {
public:
    Halving(Flows &f, uint64_t bytes) : Workload(f), bytes_(bytes), heard_(nodes())
    {
        while (1u << rounds_ < nodes()) rounds_++;
        for (uint32_t i = 0; i < nodes(); i++)
            for (uint32_t s = 0; s < 2 * rounds_; s++) plan(i, partner(i, s), size(s));
    }
    void start() override
    {
        for (uint32_t i = 0; i < nodes(); i++) {
            step_.push_back(0);
            send(i, 0, 0);
        }
    }
    // Partners may be a step ahead: what comes early counts when its step is reached.
    void finished(uint32_t flow, uint64_t cycle) override
    {
        const Flow &f = flows_[flow];
        const uint32_t node = f.dst;
        heard_[node] |= uint64_t{ 1 } << f.tag;
        while (step_[node] < 2 * rounds_ && heard_[node] >> step_[node] & 1) {
            step_[node]++;
            if (step_[node] < 2 * rounds_) send(node, cycle + 1, step_[node]);
        }
    }

private:
    uint32_t distance(uint32_t step) const
    {
        return step < rounds_ ? nodes() >> (step + 1) : 1u << (step - rounds_);
    }
    uint32_t partner(uint32_t node, uint32_t step) const { return node ^ distance(step); }
    uint64_t size(uint32_t step) const
    {
        const uint32_t level = step < rounds_ ? step + 1 : 2 * rounds_ - step;
        return std::max<uint64_t>(1, (bytes_ + (uint64_t{ 1 } << level) - 1) >> level);
    }
    void send(uint32_t node, uint64_t cycle, uint32_t step)
    {
        flows_.add(node, partner(node, step), 0, size(step), cycle, step);
    }

    uint64_t bytes_;
    uint32_t rounds_ = 0;
    std::vector<uint64_t> heard_;
    std::vector<uint32_t> step_;
};

// A random one without a fixed point: Sattolo's cycle.
std::vector<uint32_t> derangement(uint32_t n, uint64_t seed)
{
    Rng rng(seed, 0x7065726d);
    std::vector<uint32_t> to(n);
    std::iota(to.begin(), to.end(), 0u);
    for (uint32_t i = n - 1; i > 0; i--) std::swap(to[i], to[rng.below(i)]);
    return to;
}

bool read_count(const std::string &text, uint32_t most, uint32_t *n)
{
    uint64_t v = 0;
    if (!read_number(text, 0, most, &v)) return false;
    *n = static_cast<uint32_t>(v);
    return *n >= 1;
}

} // namespace

void Workload::finished(uint32_t, uint64_t) {}

void Workload::plan(uint32_t src, uint32_t dst, uint64_t bytes, uint64_t times)
{
    out_[src].push_back({ bytes, times });
    in_[dst].push_back({ bytes, times });
}

uint64_t Workload::bound(uint32_t payload, uint32_t rate) const
{
    const auto line = [=](const std::vector<Planned> &list) {
        uint64_t sum = 0;
        for (const Planned &p : list) {
            const uint64_t whole = p.bytes / payload, rest = p.bytes % payload;
            const uint64_t last = rest ? std::max<uint64_t>(LEAST, HEADER + rest) + GAP : 0;
            const uint64_t full = std::max<uint64_t>(LEAST, HEADER + payload) + GAP;
            sum += (whole * full + last) * p.times;
        }
        return sum;
    };
    uint64_t most = 0;
    for (const auto &l : out_) most = std::max(most, line(l));
    for (const auto &l : in_) most = std::max(most, line(l));
    return most / rate;
}

uint64_t Workload::payloads(uint32_t payload) const
{
    uint64_t n = 0;
    for (const auto &l : out_)
        for (const Planned &p : l) n += (p.bytes + payload - 1) / payload * p.times;
    return n;
}

std::vector<uint64_t> Workload::of_each(uint32_t payload) const
{
    std::vector<uint64_t> sum(out_.size());
    for (const auto *side : { &out_, &in_ })
        for (size_t i = 0; i < sum.size(); i++)
            for (const Planned &p : (*side)[i])
                sum[i] += (p.bytes + payload - 1) / payload * p.times;
    return sum;
}

uint32_t Workload::shortest(uint32_t payload) const
{
    uint64_t least = payload;
    for (const auto &l : out_)
        for (const Planned &p : l)
            if (p.bytes % payload) least = std::min(least, p.bytes % payload);
    return static_cast<uint32_t>(least);
}

std::unique_ptr<Workload> Workload::make(const WorkloadConfig &c, Flows &flows, std::string *why)
{
    const uint32_t n = flows.hosts();
    const std::string name = c.name.substr(0, c.name.find(':'));
    const bool with = name != c.name;
    const std::string arg = with ? c.name.substr(name.size() + 1) : "";

    if (c.jitter && (name == "file" || name == "ring" || name == "halving")) {
        *why = "--jitter: " + name + " says itself when a flow begins";
        return nullptr;
    }
    if (name == "file" && with) return read_flows(arg, flows, why);
    if (name == "ring" && !with) return std::make_unique<Ring>(flows, c.bytes);
    if (name == "halving" && !with) {
        if ((n & (n - 1)) == 0) return std::make_unique<Halving>(flows, c.bytes);
        *why = "--workload halving: " + std::to_string(n) + " nodes are no power of two";
        return nullptr;
    }
    auto w = std::make_unique<Plain>(flows, c);
    uint32_t senders = n - 1;
    if (name == "permutation" && !with) {
        const std::vector<uint32_t> to = derangement(n, c.seed);
        for (uint32_t i = 0; i < n; i++) w->flow(i, to[i], c.bytes);
    } else if (name == "all-to-all" && !with) {
        for (uint32_t d = 1; d < n; d++)
            for (uint32_t i = 0; i < n; i++) w->flow(i, (i + d) % n, c.bytes);
    } else if (name == "incast") {
        if (with && !read_count(arg, n - 1, &senders)) {
            *why = "--workload " + c.name + ": from 1 to " + std::to_string(n - 1)
                + " nodes can send to node 0";
            return nullptr;
        }
        for (uint32_t i = 1; i <= senders; i++) w->flow(i, 0, c.bytes);
    } else {
        *why = "--workload " + c.name + " is none of permutation, incast[:N], all-to-all, ring, "
               "halving, file:PATH";
        return nullptr;
    }
    return w;
}

} // namespace fabric

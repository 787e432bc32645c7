// SPDX-License-Identifier: Apache-2.0
//
// The hostile wire; see wire.h.
#include "wire/wire.h"

#include <algorithm>
#include <utility>

int Wire::attach(uint32_t node)
{
    ports_.push_back(Port{ node, {} });
    return static_cast<int>(ports_.size()) - 1;
}

void Wire::load(Path *p, const Harm &h)
{
    p->harm = h;
    p->loss = threshold(h.loss);
    p->dup = threshold(h.dup);
    p->reorder = threshold(h.reorder);
    p->corrupt = threshold(h.corrupt);
    p->truncate = threshold(h.truncate);
    p->maps = threshold(h.maps);
}

Wire::Path &Wire::path(int src, int dst)
{
    const auto key = std::make_pair(src, dst);
    auto it = paths_.find(key);
    if (it == paths_.end()) {
        Path p{};
        load(&p, harm_);
        const uint64_t ports = static_cast<uint64_t>(src) * 65536 + static_cast<uint64_t>(dst);
        p.rng = Rng(seed_, 0x77697265u + ports);
        it = paths_.emplace(key, p).first;
    }
    return it->second;
}

void Wire::set(const Harm &h)
{
    harm_ = h;
    for (auto &p : paths_) load(&p.second, h);
}

void Wire::set(int src, int dst, const Harm &h)
{
    load(&path(src, dst), h);
}

void Wire::push(int port, Frame f, uint64_t due)
{
    auto &heap = ports_[static_cast<size_t>(port)].heap;
    heap.push_back(Flying{ due, seq_++, std::move(f) });
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
    in_flight_++;
}

void Wire::inject(int port, Frame f, uint64_t due)
{
    push(port, std::move(f), due);
}

void Wire::send(int port, Frame f, uint64_t cycle)
{
    if (!witness) {
        carry(port, std::move(f), cycle);
        return;
    }
    const Frame sent = f;
    witness(port, sent, carry(port, std::move(f), cycle));
}

Fate Wire::carry(int port, Frame f, uint64_t cycle)
{
    Fate fate;
    count_.sent++;
    const uint32_t node = f.bytes.size() >= 6 ? get_be(f.bytes, 3, 3) : 0;
    int dst = route ? route(port, f) : 0;
    while (!route && static_cast<size_t>(dst) < ports_.size()
           && (dst == port || ports_[static_cast<size_t>(dst)].node != node)) dst++;
    if (static_cast<size_t>(dst) == ports_.size()) {
        count_.unroutable++;
        fate.harm = HARM_UNROUTABLE;
        return fate;
    }
    fate.dst = dst;
    if (filter && !filter(port, dst, f)) {
        count_.filtered++;
        fate.harm = HARM_FILTERED;
        return fate;
    }

    Path &p = path(port, dst);
    const uint32_t op = f.bytes.size() > 42 ? f.bytes[42] & 31u : 31u;
    if ((p.harm.loss_ops >> op & 1) && p.rng.chance(p.loss)) {
        count_.lost++;
        fate.harm = HARM_LOST;
        return fate;
    }
    // What stands behind the packet is gone, as behind a router that cuts frames to their total
    // length (sel.frame).
    if (op == OP_NACK && f.bytes.size() > MIN_FRAME && p.rng.chance(p.maps)) {
        f.bytes.resize(HDR_BYTES);
        f.bytes.resize(MIN_FRAME);
        count_.unmapped++;
        f.harm |= HARM_UNMAPPED;
    }
    if (p.rng.chance(p.truncate)) {
        // A cut frame fails its FCS; without the flag it is for the length check to find.
        f.bytes.resize(1 + p.rng.below(static_cast<uint32_t>(f.bytes.size()) - 1));
        if (p.rng.below(2)) f.user = true;
        count_.truncated++;
        f.harm |= HARM_TRUNCATED;
    }
    if (p.rng.chance(p.corrupt)) {
        fate.flips = 1 + p.rng.below(8);
        for (uint32_t i = 0; i < fate.flips; i++) {
            const uint32_t bit = p.rng.below(static_cast<uint32_t>(f.bytes.size()) * 8);
            f.bytes[bit / 8] = static_cast<uint8_t>(f.bytes[bit / 8] ^ 1u << bit % 8);
        }
        f.user = true;
        count_.corrupted++;
        f.harm |= HARM_CORRUPTED;
    }
    // The frame was complete in this cycle: its first beat can arrive in the next.
    const uint64_t due = cycle + 1 + p.harm.delay;
    const uint8_t harm = f.harm;
    fate.error = f.user;
    fate.bytes = f.bytes.size();
    if (p.rng.chance(p.dup)) {
        f.harm = harm | HARM_DUPLICATED;
        fate.copy_late = p.rng.below(p.harm.reorder_span + 1);
        push(dst, f, due + fate.copy_late);
        count_.duplicated++;
    }
    fate.harm = f.harm;
    f.harm = harm;
    if (p.rng.chance(p.reorder)) {
        fate.late = 1 + p.rng.below(p.harm.reorder_span);
        f.harm |= HARM_REORDERED;
        fate.harm |= HARM_REORDERED;
        count_.reordered++;
    }
    push(dst, std::move(f), due + fate.late);
    return fate;
}

bool Wire::pop(int port, uint64_t cycle, Frame *f)
{
    auto &heap = ports_[static_cast<size_t>(port)].heap;
    if (heap.empty() || heap.front().due > cycle) return false;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    *f = std::move(heap.back().frame);
    heap.pop_back();
    in_flight_--;
    count_.delivered++;
    return true;
}

void Wire::clear()
{
    for (Port &p : ports_) p.heap.clear();
    in_flight_ = 0;
}

uint64_t Wire::next_due(int port) const
{
    const auto &heap = ports_[static_cast<size_t>(port)].heap;
    return heap.empty() ? UINT64_MAX : heap.front().due;
}

// SPDX-License-Identifier: Apache-2.0
//
// See flows.h.
#include "fabric/flows.h"

#include <algorithm>
#include <cstring>

#include "fabric/frame.h"
#include "rng.h"

namespace fabric {

void Host::begin(uint32_t flow)
{
    const Flow &f = flows_.flows_[flow];
    const auto [at, fresh] = busy_.try_emplace(f.vc << 24 | f.dst);
    if (fresh) active_.push_back(flow);
    else at->second.push_back(flow);
}

void Host::begin_due(uint64_t cycle)
{
    while (!waiting_.empty() && waiting_.top().first <= cycle) {
        begin(waiting_.top().second);
        waiting_.pop();
    }
}

// What follows on the link of a flow, when a payload of it was handed over.
void Host::next_turn(uint32_t id)
{
    const Flow &f = flows_.flows_[id];
    if (f.handed < f.count) {
        active_.push_back(id);
        return;
    }
    const auto at = busy_.find(f.vc << 24 | f.dst);
    if (at->second.empty()) {
        busy_.erase(at);
    } else {
        active_.push_back(at->second.front());
        at->second.pop_front();
    }
}

bool Host::next(uint64_t cycle, Payload *p)
{
    begin_due(cycle);
    if (lives_) return give(cycle, p);
    if (active_.empty()) return false;
    const uint32_t id = active_.front();
    active_.pop_front();
    Flow &f = flows_.flows_[id];
    const uint32_t i = f.handed++;
    // As they are handed over, so the link carries them.
    if (!f.lane) f.lane = &flows_.hosts_[f.dst].lanes_[f.vc << 24 | (index_ + 1)];
    f.lane->coming.push_back(id);
    next_turn(id);
    p->dest = f.vc << 24 | (f.dst + 1);
    p->bytes = flows_.payload_bytes(f, i);
    p->key = Flows::key(f, f.lane->handed++);
    const std::vector<uint8_t> *d = flows_.data(id);
    p->data = d ? d->data() + static_cast<size_t>(i) * flows_.payload_ : nullptr;
    return true;
}

uint64_t Host::next_start(uint64_t cycle) const
{
    if (lives_) cycle = std::max(cycle, lives_->pause());
    if (!active_.empty() || (lives_ && lives_->has_again())) return cycle;
    return waiting_.empty() ? NEVER : std::max(cycle, waiting_.top().first);
}

void Host::delivered(uint64_t cycle, uint32_t from, uint32_t n, const uint8_t *bytes, uint64_t key)
{
    if (lives_) return get(cycle, from, n, bytes, key);
    const auto at = lanes_.find(from);
    if (at == lanes_.end() || at->second.coming.empty())
        return flows_.wrong(cycle, index_, from, "a payload that nobody has sent");
    Lane &lane = at->second;
    const uint32_t id = lane.coming.front();
    Flow &f = flows_.flows_[id];
    const uint32_t i = f.arrived;
    if (n != flows_.payload_bytes(f, i))
        return flows_.wrong(cycle, index_, from, "a payload of another length");
    const uint64_t want = Flows::key(f, lane.arrived++);
    const std::vector<uint8_t> *d = flows_.data(id);
    const size_t offset = static_cast<size_t>(i) * flows_.payload_;
    const bool same = !bytes ? key == want
                    : d      ? memcmp(bytes, d->data() + offset, n) == 0
                             : check_payload(bytes, n, want);
    if (!same) return flows_.wrong(cycle, index_, from, "a payload with other bytes");
    lane.coming.pop_front();
    arrived(cycle, from, id, n, want);
}

// A payload of this flow has come for the first time.
void Host::arrived(uint64_t cycle, uint32_t from, uint32_t id, uint32_t n, uint64_t key)
{
    Flow &f = flows_.flows_[id];
    f.arrived++;
    flows_.delivered++;
    flows_.delivered_bytes += n;
    flows_.last = std::max(flows_.last, cycle);
    if (flows_.progress) flows_.progress(cycle, n);
    if (flows_.arrived) flows_.arrived({ index_, cycle, from, n, key });
    if (f.arrived < f.count) return;
    f.done = cycle;
    flows_.open_--;
    if (flows_.finished) flows_.finished(id, cycle);
}

Flows::Flows(uint32_t hosts, uint32_t payload) : payload_(payload)
{
    for (uint32_t i = 0; i < hosts; i++) hosts_.emplace_back(*this, i);
}

uint32_t Flows::add(uint32_t src, uint32_t dst, uint32_t vc, uint64_t bytes, uint64_t cycle,
                    uint64_t tag)
{
    const auto id = static_cast<uint32_t>(flows_.size());
    Flow f;
    f.src = src;
    f.dst = dst;
    f.vc = vc;
    f.bytes = bytes;
    f.start = cycle;
    f.tag = tag;
    f.count = static_cast<uint32_t>((bytes + payload_ - 1) / payload_);
    flows_.push_back(f);
    payloads += f.count;
    open_++;
    hosts_[src].waiting_.emplace(cycle, id);
    if (added) added(src, cycle);
    return id;
}

uint32_t Flows::add(uint32_t src, uint32_t dst, uint32_t vc, std::vector<uint8_t> data,
                    uint64_t cycle, uint64_t tag)
{
    const auto id = static_cast<uint32_t>(flows_.size());
    const uint64_t bytes = data.size();
    data_[id] = std::move(data);
    return add(src, dst, vc, bytes, cycle, tag);
}

const std::vector<uint8_t> *Flows::data(uint32_t flow) const
{
    if (data_.empty()) return nullptr;
    const auto at = data_.find(flow);
    return at == data_.end() ? nullptr : &at->second;
}

uint32_t Flows::payload_bytes(const Flow &f, uint32_t i) const
{
    const uint64_t left = f.bytes - static_cast<uint64_t>(i) * payload_;
    return static_cast<uint32_t>(std::min<uint64_t>(payload_, left));
}

// No flow number in it: those depend on which actor ran first.
uint64_t Flows::key(const Flow &f, uint64_t i)
{
    const uint64_t ends = static_cast<uint64_t>(f.src) << 32 | f.dst << 2 | f.vc;
    return mix64(mix64(ends) + i);
}

void Flows::wrong(uint64_t cycle, uint32_t host, uint32_t from, const std::string &what)
{
    if (!error_.empty()) return;
    error_ = "cycle " + std::to_string(cycle) + ": host " + std::to_string(host) + " got "
           + what + " from host " + std::to_string((from & 0xffffff) - 1) + ", VC "
           + std::to_string(from >> 24);
}

} // namespace fabric

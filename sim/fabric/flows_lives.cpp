// SPDX-License-Identifier: Apache-2.0
//
// Payloads of hosts that close links and restart their MACs: as gifts, in books; see lives.h.
#include <algorithm>
#include <cstring>

#include "fabric/flows.h"
#include "fabric/frame.h"

namespace fabric {

// The next payload of the flow whose turn it is becomes a chunk of its lane.
Gifts *Host::fresh_chunk()
{
    const uint32_t id = active_.front();
    active_.pop_front();
    Flow &f = flows_.flows_[id];
    if (!f.lane) f.lane = &flows_.hosts_[f.dst].lanes_[f.vc << 24 | (index_ + 1)];
    Lane &lane = *f.lane;
    if (!lane.gifts) {
        lane.gifts = std::make_unique<Gifts>();
        lives_->gives_on(lane.gifts.get(), f.vc << 24 | (f.dst + 1));
    }
    lane.gifts->book.add(1);
    lane.gifts->chunk.emplace_back(id, f.handed++);
    next_turn(id);
    return lane.gifts.get();
}

// What was lost goes first.
bool Host::give(uint64_t cycle, Payload *p)
{
    if (lives_->pauses(cycle)) return false;
    Gifts *g = lives_->again(&p->dest);
    const bool fresh = !g;
    if (fresh) {
        if (active_.empty()) return false;
        g = fresh_chunk();
    }
    uint64_t serial = 0, chunk = 0;
    g->book.give(&serial, &chunk);
    if (serial >> GiftKey::SERIAL) {
        flows_.fail("more payloads on one link than a serial number can name");
        return false;
    }
    const auto [id, i] = g->chunk[chunk];
    const Flow &f = flows_.flows_[id];
    p->dest = f.vc << 24 | (f.dst + 1);
    p->bytes = flows_.payload_bytes(f, i);
    p->key = GiftKey{ index_, f.dst, f.vc, static_cast<uint32_t>(serial) }.key();
    p->data = nullptr;
    lives_->given(cycle, fresh);
    return true;
}

void Host::get(uint64_t cycle, uint32_t from, uint32_t n, const uint8_t *bytes, uint64_t key)
{
    if (bytes && n >= GIFT_MIN) memcpy(&key, bytes, GIFT_MIN);
    const GiftKey k = GiftKey::of(key);
    Gifts *g = flows_.gifts(key);
    if (!g || n < GIFT_MIN || k.dst != index_ || (k.vc << 24 | (k.src + 1)) != from)
        return flows_.wrong(cycle, index_, from, "a payload that nobody has sent");
    const uint64_t before = g->book.got();
    lives_->meets(g, from);
    if (!g->book.delivered(k.serial))
        return flows_.wrong(cycle, index_, from, "what it should not: " + g->book.error());
    const auto [id, i] = g->chunk[g->book.chunk_of(k.serial)];
    if (n != flows_.payload_bytes(flows_.flows_[id], i))
        return flows_.wrong(cycle, index_, from, "a payload of another length");
    if (bytes && !check_payload(bytes, n, key))
        return flows_.wrong(cycle, index_, from, "a payload with other bytes");
    const bool fresh = g->book.got() != before;
    if (fresh) arrived(cycle, from, id, n, key);
    lives_->got(cycle, g, fresh);
}

void Flows::harm(const LivesSetting &s, const std::vector<uint64_t> &totals)
{
    setting_ = s;
    harmed_ = true;
    for (Host &h : hosts_)
        h.lives_ = std::make_unique<HostLives>(*this, h.index_, setting_, totals[h.index_]);
}

void Flows::live(uint64_t cycle)
{
    last_harm = std::max(last_harm, cycle);
    if (changed && done()) changed();
}

Gifts *Flows::gifts(uint64_t key)
{
    const GiftKey k = GiftKey::of(key);
    if (k.dst >= hosts_.size()) return nullptr;
    const auto at = hosts_[k.dst].lanes_.find(k.vc << 24 | (k.src + 1));
    return at == hosts_[k.dst].lanes_.end() ? nullptr : at->second.gifts.get();
}

void Flows::fail(const std::string &what)
{
    if (error_.empty()) error_ = what;
}

bool Flows::whole() const
{
    return std::all_of(hosts_.begin(), hosts_.end(), [](const Host &h) {
        return h.lives_->over() && h.lives_->whole();
    });
}

} // namespace fabric

// SPDX-License-Identifier: Apache-2.0
//
// One directed stream of chunks over MACs that restart; see book.h.
#include "book.h"

#include <algorithm>
#include <utility>

Book::Book(uint64_t chunks, bool told) : chunk_(chunks), told_(told)
{
}

void Book::add(uint64_t chunks)
{
    chunk_.resize(chunk_.size() + chunks);
}

bool Book::fail(uint64_t serial, const std::string &what)
{
    if (error_.empty())
        error_ = "gift " + std::to_string(serial) + " (chunk "
                 + std::to_string(knows(serial) ? gifts_[serial].chunk : 0) + " of its link) "
                 + what;
    return false;
}

bool Book::give(uint64_t *serial, uint64_t *chunk)
{
    uint64_t k = fresh_;
    if (!redo_.empty()) {
        k = *redo_.begin();
        redo_.erase(redo_.begin());
    } else if (fresh_ == chunk_.size()) {
        return false;
    } else {
        fresh_++;
    }
    *serial = gifts_.size();
    *chunk = k;
    gifts_.push_back(Gift{});
    gifts_.back().chunk = k;
    chunk_[k].newest = *serial;
    chunk_[k].retired = false;
    return true;
}

void Book::sender_restarts(uint64_t kept)
{
    for (uint64_t s = first_held_; s < gifts_.size(); s++) {
        Gift &g = gifts_[s];
        if (!g.held() || s == kept) continue;
        g.lost = true;
        if (chunk_[g.chunk].newest == s && !chunk_[g.chunk].retired) redo_.insert(g.chunk);
    }
    first_held_ = std::min<uint64_t>(kept, gifts_.size());
}

void Book::sent(uint64_t serial, uint32_t id)
{
    if (knows(serial)) ids_[id] = serial;
}

void Book::at_port(uint64_t serial)
{
    if (!knows(serial)) return;
    Gift &g = gifts_[serial];
    if (!g.first_port) g.first_port = life_;
    g.last_port = life_;
}

bool Book::retired(uint32_t first_id, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const auto at = ids_.find(first_id + i);
        if (at == ids_.end()) {
            error_ = "payload " + std::to_string(first_id + i) + " retired, it was never sent";
            return false;
        }
        Gift &g = gifts_[at->second];
        if (!g.first_port) return fail(at->second, "retired, but it has never arrived");
        g.retired = true;
        if (chunk_[g.chunk].newest == at->second) chunk_[g.chunk].retired = true;
        look_for_lost(at->second);
    }
    while (first_held_ < gifts_.size() && !gifts_[first_held_].held()) first_held_++;
    return true;
}

// The oldest ones that the MAC holds, from this ID on; those that never left have no ID.
bool Book::flushed(uint32_t first_id, uint32_t count)
{
    const auto at = ids_.find(first_id);
    uint64_t s = at != ids_.end() ? at->second : first_held_;
    for (; count && s < gifts_.size(); s++) {
        Gift &g = gifts_[s];
        if (!g.held()) continue;
        g.flushed = true;
        if (chunk_[g.chunk].newest == s && !chunk_[g.chunk].retired) redo_.insert(g.chunk);
        count--;
    }
    // What was lost with a soft reset may still be reported: its records were waiting.
    while (first_held_ < gifts_.size() && !gifts_[first_held_].held()) first_held_++;
    return true;
}

bool Book::explained(const Gift &g) const
{
    return g.lost || g.flushed || g.got || (g.first_port && g.first_port < life_);
}

bool Book::delivered(uint64_t serial)
{
    if (!knows(serial)) return fail(serial, "was delivered, but never given");
    Gift &g = gifts_[serial];
    if (g.got == life_) return fail(serial, "was delivered twice");
    if (serial < next_)
        return fail(serial, "was delivered behind gift " + std::to_string(next_ - 1));
    for (uint64_t s = floor_; s < serial; s++)
        if (!explained(gifts_[s]))
            return fail(s, "was passed over: gift " + std::to_string(serial) + " was delivered");
    g.got = life_;
    next_ = serial + 1;
    floor_ = std::max(floor_, next_);
    Chunk &c = chunk_[g.chunk];
    if (c.got) again_++;
    else got_++;
    c.got = true;
    return true;
}

// Acknowledged by an earlier life of the receiver, which had not given it to its host.
void Book::look_for_lost(uint64_t serial)
{
    const Gift &g = gifts_[serial];
    const Chunk &c = chunk_[g.chunk];
    if (!g.retired || c.got || c.newest != serial) return;
    if (!told_) {
        unsure_.push_back(g.chunk);
        return;
    }
    if (g.last_port >= life_) return;
    lost_ += redo_.insert(g.chunk).second;
}

void Book::receiver_restarts()
{
    life_++;
    next_ = 0;
    for (uint64_t s = 0; told_ && s < gifts_.size(); s++) look_for_lost(s);
}

bool Book::settle(uint64_t chunk)
{
    const Chunk &c = chunk_[chunk];
    if (c.got || redo_.count(chunk)) return true;
    const Gift &g = gifts_[c.newest];
    if (g.held()) return true;
    if (!explained(g)) return fail(c.newest, "has retired, and was never delivered");
    lost_ += redo_.insert(chunk).second;
    return true;
}

std::vector<uint64_t> Book::take_unsure()
{
    return std::exchange(unsure_, {});
}

bool Book::sweep()
{
    const size_t before = redo_.size();
    for (uint64_t k = 0; k < fresh_; k++)
        if (!settle(k)) return false;
    return redo_.size() != before;
}

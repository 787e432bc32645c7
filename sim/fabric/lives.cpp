// SPDX-License-Identifier: Apache-2.0
//
// See lives.h.
#include "fabric/lives.h"

#include <algorithm>
#include <functional>

#include "fabric/flows.h"

namespace fabric {

namespace {

constexpr unsigned TRIES = 64;       // of a close, until there is never a link any more

} // namespace

GiftKey GiftKey::of(uint64_t key)
{
    return { static_cast<uint32_t>(key >> 48), static_cast<uint32_t>(key >> 32 & 0xffff),
             static_cast<uint32_t>(key >> SERIAL & 3),
             static_cast<uint32_t>(key & ((1u << SERIAL) - 1)) };
}

uint64_t GiftKey::key() const
{
    return static_cast<uint64_t>(src) << 48 | static_cast<uint64_t>(dst) << 32
        | static_cast<uint64_t>(vc) << SERIAL | serial;
}

HostLives::HostLives(Flows &flows, uint32_t index, const LivesSetting &s, uint64_t total)
    : flows_(flows), index_(index), set_(s), total_(total), rng_(s.seed, 0x6c69766573 + index)
{
    plan(&closes_, s.harm.closes);
    plan(&restarts_, s.harm.restarts);
}

void HostLives::plan(Plan *p, uint32_t count)
{
    for (uint32_t i = 0; i < count && total_; i++) p->at.push_back(1 + rng_.next() % total_);
    std::sort(p->at.begin(), p->at.end(), std::greater<>());
}

// Short ones are as likely as each doubling of longer ones.
uint64_t HostLives::wait()
{
    uint64_t most = 16;
    for (uint32_t k = rng_.below(16); k && most < 2 * set_.longest; k--) most *= 2;
    return 1 + rng_.next() % std::min(most, 2 * set_.longest);
}

void HostLives::arm(uint64_t cycle)
{
    for (Plan *p : { &closes_, &restarts_ }) {
        if (p->due != NEVER || p->at.empty() || p->at.back() > seen_) continue;
        if (p == &closes_ && asking_) continue;      // one at a time, or one is forgotten
        p->at.pop_back();
        p->due = cycle + wait();
    }
}

void HostLives::gives_on(Gifts *g, uint32_t link)
{
    out_.push_back({ g, link });
    use(link);
}

void HostLives::meets(Gifts *g, uint32_t link)
{
    if (g->met) return;
    g->met = true;
    in_.push_back({ g, link });
    use(link);
}

void HostLives::use(uint32_t link)
{
    if (std::find(links_.begin(), links_.end(), link) == links_.end()) links_.push_back(link);
}

Gifts *HostLives::find(const std::vector<Lane> &lanes, uint32_t link) const
{
    const auto at = std::find_if(lanes.begin(), lanes.end(),
                                 [link](const Lane &l) { return l.link == link; });
    return at == lanes.end() ? nullptr : at->gifts;
}

Gifts *HostLives::again(uint32_t *dest)
{
    for (size_t tried = 0; tried < out_.size(); tried++) {
        const Lane &l = out_[turn_++ % out_.size()];
        if (!l.gifts->book.has_again()) continue;
        *dest = l.link;
        return l.gifts;
    }
    return nullptr;
}

bool HostLives::has_again() const
{
    return std::any_of(out_.begin(), out_.end(),
                       [](const Lane &l) { return l.gifts->book.has_again(); });
}

void HostLives::given(uint64_t cycle, bool fresh)
{
    if (rng_.below(static_cast<uint32_t>(total_ / 8 + 2)) == 0) pause_ = cycle + wait();
    seen_ += fresh;
    arm(cycle);
    if (!fresh) flows_.live(cycle);
}

void HostLives::got(uint64_t cycle, Gifts *g, bool fresh)
{
    g->moved = std::max(g->moved, cycle);
    seen_ += fresh;
    arm(cycle);
}

void HostLives::fail(uint64_t cycle, const std::string &what)
{
    flows_.fail("cycle " + std::to_string(cycle) + ": host " + std::to_string(index_) + ": "
                + what);
}

void HostLives::retired(uint64_t cycle, uint32_t link, uint32_t first_id, uint32_t count)
{
    Gifts *g = find(out_, link);
    if (!g) return fail(cycle, "payloads retired on a link that it has given nothing to");
    if (!g->book.retired(first_id, count)) return fail(cycle, g->book.error());
    g->moved = std::max(g->moved, cycle);
    for (const uint64_t chunk : g->book.take_unsure())
        unsure_.push_back({ cycle + set_.settle, chunk, g });
}

void HostLives::flushed(uint32_t link, uint32_t first_id, uint32_t count)
{
    if (Gifts *g = find(out_, link)) g->book.flushed(first_id, count);
}

// Explained only by a peer that has restarted, and nothing has moved either way since.
void HostLives::dead(uint64_t cycle, uint32_t link)
{
    const HostLives &peer = *flows_.host((link & 0xffffff) - 1).lives();
    uint64_t newest = 0;
    for (const Gifts *g : { find(out_, link), find(in_, link) })
        if (g) newest = std::max(newest, g->moved);
    count_.dead++;
    if (set_.carries && (!peer.restarted_ || peer.restarted_ < newest))
        fail(cycle, "its link with host " + std::to_string((link & 0xffffff) - 1)
             + " is dead while both ends live");
}

void HostLives::sent(uint64_t key, uint32_t id)
{
    if (Gifts *g = flows_.gifts(key)) g->book.sent(GiftKey::of(key).serial, id);
}

void HostLives::at_port(uint64_t key)
{
    const GiftKey k = GiftKey::of(key);
    Gifts *g = flows_.gifts(key);
    if (!g || k.dst != index_) return;
    meets(g, k.vc << 24 | (k.src + 1));
    g->book.at_port(k.serial);
}

uint64_t HostLives::due() const
{
    const uint64_t look = unsure_.empty() ? NEVER : unsure_.front().cycle;
    return std::min({ asking_ ? NEVER : closes_.due, restarts_.due, look });
}

// What was acknowledged so long ago and is not with the other host was lost with its MAC: that host
// has to say so by other means.
void HostLives::tick(uint64_t cycle)
{
    while (!unsure_.empty() && unsure_.front().cycle <= cycle) {
        const Unsure u = unsure_.front();
        unsure_.pop_front();
        if (!u.gifts->book.settle(u.chunk)) fail(cycle, u.gifts->book.error());
    }
}

uint32_t HostLives::close()
{
    asking_ = true;
    closes_.due = NEVER;
    return links_[rng_.below(static_cast<uint32_t>(links_.size()))];
}

void HostLives::asked(uint64_t cycle, bool found)
{
    asking_ = false;
    if (!found && ++tries_ < TRIES) {
        closes_.due = cycle + 1 + rng_.below(256);
        return;
    }
    tries_ = 0;
    count_.asked += found;
    count_.vain += !found;
    if (found && rng_.below(2)) pause_ = std::max(pause_, cycle + wait());
    arm(cycle);
    flows_.live(cycle);
}

void HostLives::restart(uint64_t cycle)
{
    restarts_.due = NEVER;
    up_ = false;
    if (asking_) asked(cycle, false);
    for (const Lane &l : out_) {
        l.gifts->book.sender_restarts();
        l.gifts->book.forget_ids();
    }
    for (const Lane &l : in_) l.gifts->book.receiver_restarts();
    restarted_ = cycle;
    count_.restarts++;
}

void HostLives::ready(uint64_t cycle)
{
    up_ = true;
    arm(cycle);
    flows_.live(cycle);
}

bool HostLives::whole() const
{
    return std::all_of(out_.begin(), out_.end(),
                       [](const Lane &l) { return l.gifts->book.whole(); });
}

LivesCount HostLives::count() const
{
    LivesCount c = count_;
    for (const Lane &l : out_) {
        c.given_again += l.gifts->book.given_again();
        c.got_again += l.gifts->book.got_again();
        c.lost += l.gifts->book.lost();
    }
    return c;
}

LivesCount lives_count(Flows &flows)
{
    LivesCount sum;
    for (uint32_t i = 0; i < flows.hosts(); i++) {
        const LivesCount c = flows.host(i).lives()->count();
        sum.asked += c.asked;
        sum.vain += c.vain;
        sum.closed += c.closed;
        sum.noticed += c.noticed;
        sum.dead += c.dead;
        sum.restarts += c.restarts;
        sum.given_again += c.given_again;
        sum.got_again += c.got_again;
        sum.lost += c.lost;
    }
    return sum;
}

std::string lives_missed(Flows &flows, const LivesConfig &c)
{
    const LivesCount sum = lives_count(flows);
    if (c.closes && !sum.asked) return "no close was asked for";
    if (c.closes && !sum.closed) return "no link has closed";
    for (uint32_t i = 0; i < flows.hosts(); i++) {
        const HostLives &l = *flows.host(i).lives();
        if (l.harmed() && l.count().restarts < c.restarts)
            return "node " + std::to_string(i) + " was not restarted as often as it should";
    }
    return "";
}

} // namespace fabric

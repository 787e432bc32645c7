// SPDX-License-Identifier: Apache-2.0
//
// A witness of the order between channels, vc.* of docs/protocol.md, for tb/block/ttp_tx_sched.cpp.
// It is told each turn, and says which link has the next one: what waited a cycle ago decides.
#ifndef SCHED_CHANNELS_H
#define SCHED_CHANNELS_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>
#include "lockstep.h"
extern "C" {
#include "ttp_tx_order.h"
}

// Links that wait, those that send again before those that send what is new.
struct sched_lists {
    std::deque<uint16_t> replays, fresh;

    bool empty() const { return replays.empty() && fresh.empty(); }
    bool both() const { return !replays.empty() && !fresh.empty(); }
    size_t count() const { return replays.size() + fresh.size(); }
    const std::deque<uint16_t> &oldest() const { return replays.empty() ? fresh : replays; }
    void push(uint16_t link, bool replay) { (replay ? replays : fresh).push_back(link); }
    uint16_t pop()
    {
        std::deque<uint16_t> &q = replays.empty() ? fresh : replays;
        const uint16_t link = q.front();
        q.pop_front();
        return link;
    }
    void drain(std::vector<uint16_t> &to)
    {
        to.insert(to.end(), replays.begin(), replays.end());
        to.insert(to.end(), fresh.begin(), fresh.end());
        replays.clear();
        fresh.clear();
    }
};

// What was so in the cycle that decides.
struct sched_seen {
    ttp_vc_cfg cfg;
    bool common;                // a link waited in the lists for all
    bool any;                   // ... anywhere
};

class sched_channels {
public:
    explicit sched_channels(unsigned links) : links_(links) {}

    bool may_pop = false;       // something waited a cycle ago, and no turn was then

    bool waits() const
    {
        return std::any_of(vc_.begin(), vc_.end(), [](auto &c) { return !c.lists.empty(); });
    }
    size_t count() const
    {
        size_t n = 0;
        for (const auto &c : vc_) n += c.lists.count();
        return n;
    }
    bool next_known() const { return next_ < 3 && !vc_[next_].lists.empty(); }
    uint16_t next() const { return vc_[next_].lists.oldest().front(); }
    unsigned most_passed() const
    {
        unsigned most = 0;
        for (const auto &c : vc_) most = std::max(most, c.passed);
        return most;
    }
    void push(uint16_t link, bool replay) { vc_[link / links_].lists.push(link, replay); }

    // The end of a cycle: `turn` was taken, by next() if it is known. Before the push.
    void step(const sched_seen &seen, bool turn)
    {
        const unsigned then = decide(seen);
        const bool mine = turn && next_known();

        if (mine) note(next_);
        for (unsigned v = 0; v < 3; v++) {
            if (vc_[v].lists.empty() || (mine && v == next_)) vc_[v].passed = 0;
            else vc_[v].passed += turn;
        }
        if (mine) vc_[next_].lists.pop();
        next_ = then;
        may_pop = seen.any && !turn;
    }
    void drain(std::vector<uint16_t> &to)
    {
        for (auto &c : vc_) {
            c.lists.drain(to);
            c.passed = 0;
        }
        next_ = 3;
        last_ = 2;
        turns_ = 0;
        may_pop = false;
    }

    void aims(const ttp_vc_cfg &cfg, bool turn, bool common)
    {
        const bool mine = turn && next_known();
        const unsigned others = others_wait();

        const ttp_vc_cfg &c = cfg;
        const unsigned passed = mine ? vc_[next_].passed : 0;
        AIM_IF(VC_ORDER, "every link of a channel waits", full());
        AIM_IF(VC_ORDER && LINKS > 3, "replay before new", mine && vc_[next_].lists.both());
        AIM_IF(VC_ORDER, "strict: the second channel passes over the third",
               mine && c.mode == 1 && next_ == c.second && others);
        AIM_IF(VC_ORDER, "weights: as many turns as one has",
               mine && c.mode == 2 && next_ != last_ && turns_ == c.weight[last_] && turns_ > 1
               && !vc_[last_].lists.empty());
        AIM_IF(VC_ORDER, "weights: 15 turns in a row",
               mine && c.mode == 2 && turns_ == 14 && next_ == last_);
        AIM_IF(VC_ORDER, "weights: nobody else waits", mine && c.mode == 2 && !others);
        AIM_IF(VC_ORDER, "passed over 16 times", passed == 16);
        AIM_IF(VC_ORDER && LINKS > 3, "two passed over 15 times", passed == 15 && due() == 2);
        AIM_IF(VC_ORDER && LINKS > 3, "passed over 14 times by the lists for all",
               passed == 14 && c.mode && common && due() == 0);
        AIM_IF(VC_ORDER, "the lists for all go first",
               turn && !mine && common && c.mode && waits());
        AIM_IF(VC_ORDER, "what is left goes first", mine && common && !c.mode);
        AIM_IF(VC_ORDER, "a turn of another in the cycle in which a link begins to wait",
               mine && others && came_);
        came_ = false;
        for (unsigned v = 0; v < 3; v++) {
            came_ |= !vc_[v].lists.empty() && !waited_[v];
            waited_[v] = !vc_[v].lists.empty();
        }
    }

private:
    struct channel {
        sched_lists lists;
        unsigned passed = 0;    // turns of others while one waited
    };
    std::array<channel, 3> vc_;
    const unsigned links_;
    unsigned next_ = 3;         // channel, 3: none of these
    unsigned last_ = 2, turns_ = 0;
    std::array<bool, 3> waited_ = {};
    bool came_ = false;

    bool full() const
    {
        return std::any_of(vc_.begin(), vc_.end(),
                           [&](auto &c) { return c.lists.count() == links_; });
    }
    unsigned due() const
    {
        return static_cast<unsigned>(std::count_if(vc_.begin(), vc_.end(),
                                                   [](auto &c) { return c.passed >= 15; }));
    }
    unsigned others_wait() const
    {
        unsigned n = 0;
        for (unsigned v = 0; v < 3; v++) n += v != next_ && !vc_[v].lists.empty();
        return n;
    }
    void note(unsigned v)
    {
        turns_ = !others_wait() ? 0 : v == last_ ? std::min(turns_ + 1, 15u) : 1;
        last_ = v;
    }
    // docs/protocol.md, from vc.change and vc.passed to vc.strict.
    unsigned decide(const sched_seen &seen) const
    {
        const std::array<unsigned, 3> order = {
            seen.cfg.first, seen.cfg.second, 3u - seen.cfg.first - seen.cfg.second };
        for (unsigned v = 0; v < 3; v++) if (vc_[v].passed >= 16) return v;
        const auto first_with = [&](unsigned n) {
            const auto v = std::find_if(order.begin(), order.end(),
                                        [&](unsigned c) { return vc_[c].passed >= n; });
            return v == order.end() ? 3 : *v;
        };
        if (due() == 2) return first_with(15);
        if (seen.cfg.mode && seen.common) return first_with(14);
        const auto waits = [&](unsigned v) { return !vc_[v].lists.empty(); };
        if (seen.cfg.mode == 2) {
            if (waits(last_) && turns_ < seen.cfg.weight[last_]) return last_;
            for (unsigned k = 1; k < 4; k++) if (waits((last_ + k) % 3)) return (last_ + k) % 3;
        } else {
            for (unsigned v : order) if (waits(v)) return v;
        }
        return 3;
    }
};

#endif

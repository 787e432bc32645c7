// SPDX-License-Identifier: Apache-2.0
//
// A host that closes links and restarts its MAC in mid-workload: the harm of `--closes N
// --restarts N`. What the two hosts of a lane know of its payloads is in sim/book.h: a payload that
// is handed over is a gift, and its key names its lane and its serial number.
//
//   - each close and each restart is due at a share of the node's payloads, those that it gives and
//     those that it gets, and a wait behind that which may be longer than the timers;
//   - the MAC does them (pins_lives.cpp, rules_lives.cpp) and tells what came of them;
//   - a host pauses now and then, so that links have time to close.
//
// All of it follows from what this host has given and got, in its own cycles: so it does not depend
// on the quantum. What another host knows is looked at only when it must have known it for long.
#ifndef TTPFABRIC_LIVES_H
#define TTPFABRIC_LIVES_H

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "book.h"
#include "fabric/actor.h"
#include "rng.h"

namespace fabric {

class Flows;

struct LivesConfig {
    uint32_t closes = 0, restarts = 0;   // of each node, each so often
    bool any() const { return closes || restarts; }
};

// What all hosts have in common.
struct LivesSetting {
    LivesConfig harm;
    uint64_t seed = 1;
    uint64_t longest = 0;                // of the timers, cycles
    uint64_t settle = 0;                 // a payload that was acknowledged is with the host by then
    bool carries = true;                 // no cable goes down: no link may die
};

struct LivesCount {
    uint64_t asked = 0, vain = 0;        // closes that found a link, that never did
    uint64_t closed = 0, noticed = 0, dead = 0;      // completions CLOSED, RESTARTED, DEAD
    uint64_t restarts = 0;
    uint64_t given_again = 0, got_again = 0, lost = 0;   // as in Book
};

// One direction and VC between two hosts.
struct Gifts {
    Book book{ 0, false };
    std::vector<std::pair<uint32_t, uint32_t>> chunk;    // flow, which payload of it
    uint64_t moved = 0;                  // cycle of the newest delivery or retirement
    bool met = false;                    // by the host that gets
};

struct GiftKey {                         // of a payload
    uint32_t src, dst, vc, serial;

    static constexpr unsigned SERIAL = 30;           // bits
    static GiftKey of(uint64_t key);
    uint64_t key() const;
};

constexpr uint32_t BOOT_STEP = 256;  // added to the life number at each boot
constexpr uint32_t GIFT_MIN = 8;         // bytes of a payload, so that its key is in it

class HostLives {
public:
    // total: payloads that it will give and get. 0: no harm to this one.
    HostLives(Flows &flows, uint32_t index, const LivesSetting &s, uint64_t total);

    // The host. A lane that it gives on; one on which something has come.
    void gives_on(Gifts *g, uint32_t link);
    void meets(Gifts *g, uint32_t link);
    bool pauses(uint64_t cycle) const { return cycle < pause_; }
    uint64_t pause() const { return pause_; }
    Gifts *again(uint32_t *dest);        // a lane with something to give once more, in turns
    bool has_again() const;
    void given(uint64_t cycle, bool fresh);
    void got(uint64_t cycle, Gifts *g, bool fresh);

    // The MAC. Completions; `link`: {VC, node}.
    void retired(uint64_t cycle, uint32_t link, uint32_t first_id, uint32_t count);
    void flushed(uint32_t link, uint32_t first_id, uint32_t count);
    void dead(uint64_t cycle, uint32_t link);
    void closed() { count_.closed++; }
    void noticed() { count_.noticed++; }
    void fail(uint64_t cycle, const std::string &what);
    // A payload has left under this ID, has come whole to the wire port.
    void sent(uint64_t key, uint32_t id);
    void at_port(uint64_t key);

    // When the next of these, or of what the host has to look at, is due; the host's part of it.
    uint64_t due() const;
    void tick(uint64_t cycle);
    bool close_due(uint64_t cycle) const { return closes_.due <= cycle && !asking_; }
    uint32_t close();                    // the link to be closed; asked() follows
    void asked(uint64_t cycle, bool found);
    bool restart_due(uint64_t cycle) const { return restarts_.due <= cycle; }
    void restart(uint64_t cycle);        // the MAC has forgotten everything
    void ready(uint64_t cycle);          // ... and is set up again
    uint32_t boots() const { return static_cast<uint32_t>(count_.restarts); }
    uint32_t below(uint32_t n) { return rng_.below(n); }

    bool over() const { return up_ && !asking_ && closes_.over() && restarts_.over(); }
    bool whole() const;                  // nothing is to be given once more
    bool harmed() const { return total_ != 0; }
    uint64_t restarted() const { return restarted_; }
    LivesCount count() const;

private:
    struct Plan {
        std::vector<uint64_t> at;        // payloads, the last one first
        uint64_t due = NEVER;            // cycle
        bool over() const { return at.empty() && due == NEVER; }
    };
    struct Lane {
        Gifts *gifts;
        uint32_t link;
    };
    struct Unsure {                      // retired, and the other host had not got it by then
        uint64_t cycle, chunk;
        Gifts *gifts;
    };

    void plan(Plan *p, uint32_t count);
    void arm(uint64_t cycle);
    void use(uint32_t link);
    uint64_t wait();
    Gifts *find(const std::vector<Lane> &lanes, uint32_t link) const;

    Flows &flows_;
    const uint32_t index_;
    const LivesSetting &set_;
    const uint64_t total_;
    Rng rng_;
    Plan closes_, restarts_;
    std::vector<Lane> out_, in_;
    std::vector<uint32_t> links_;        // of both
    std::deque<Unsure> unsure_;
    uint64_t seen_ = 0;                  // payloads given and got, each once
    uint64_t pause_ = 0, restarted_ = 0;             // cycles
    size_t turn_ = 0;
    unsigned tries_ = 0;                 // of the close under way
    bool asking_ = false, up_ = true;
    LivesCount count_;
};

// "" or what was asked for and has not happened.
std::string lives_missed(Flows &flows, const LivesConfig &c);
LivesCount lives_count(Flows &flows);

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What a conformance row stands on: a whole MAC in its harness (system.h), or the rules alone, one
// untimed end (sim/rules_end.h). A row that asks for what only a MAC has throws NeedsMac there; it
// is counted as such, and is neither green nor red.
#ifndef TB_CONFORM_GROUND_H
#define TB_CONFORM_GROUND_H

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rules_end.h"
#include "system.h"

namespace conform {

struct NeedsMac {
    std::string what;
};
// The same the other way round: what no MAC has so far.
struct NeedsRules {
    std::string what;
};

// The node under test, as rows see it.
struct Seat {
    struct Port {
        bool &hold;
    };
    struct {
        uint32_t node;
    } cfg;
    Port wire_out, sink; // hold: takes nothing
};

class Ground {
public:
    // rules: no MAC, whatever the setup says of one.
    Ground(const Setup &s, const WorldOptions &o, bool rules);

    bool ok() const { return world_ ? world_->ok() : why_.empty(); }
    const std::string &why() const { return world_ ? world_->why() : why_; }
    void expect(bool condition, const std::string &what);

    bool run(uint64_t limit, const std::function<bool()> &done, const char *what);
    void step(uint64_t cycles);
    void settle(Seat &n, uint64_t quiet = 800);
    void inject(Frame f); // arrives now
    void push(Seat &n, HostPacket p);
    void send_to(Seat &n, uint32_t node, uint32_t vc, size_t bytes, size_t count = 1);
    Counters counters(Seat &n);
    void set(Seat &n, uint32_t addr, uint32_t data);
    uint32_t get(Seat &n, uint32_t addr);
    std::array<uint32_t, 7> record(Seat &n, uint32_t vc, uint32_t node);
    bool all_free(Seat &n);
    void fault(const std::string &who, const std::string &what);

    World *world() { return world_.get(); }   // nullptr: the rules
    World &mac(const char *what);             // or NeedsMac
    RulesEnd &end();                          // the rules, where there is no MAC; or NeedsRules
    uint64_t links() const { return links_; } // cycles of a walk of the timer
    Seat seat();

private:
    std::unique_ptr<World> world_;
    std::unique_ptr<RulesEnd> end_;
    std::deque<Frame> wire_; // frames to the rules
    uint64_t cycle_ = 0, links_;
    std::string why_;

public:
    struct {
        const uint64_t &cycle;
    } net;
    Rng rng;
    std::function<void(const Frame &)> sent, heard; // frames out and in
    std::function<void(uint32_t tid, const std::vector<uint8_t> &)> delivered;
    std::function<void(const Completion &)> completion;

private:
    bool command(uint32_t addr, uint32_t data);
    uint32_t *tunable(uint32_t addr);
};

} // namespace conform

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What the system scenarios share: two MACs on a wire, queues of host packets
// with recognisable content, and expectations that fail a scenario, among them that its stimulus
// has reached its aim.
#ifndef TB_SYSTEM_H
#define TB_SYSTEM_H

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "counters.h"
#include "net.h"

struct Setup {
    std::string preset, rtl_dir;
    ttp_params params;
    DutKind dut;
    uint64_t seed;
};

struct WorldOptions {
    double stall = 0, wire_stall = 0;
    bool direct = false;
    Harm harm;
    Tunables tunables;
};

class World {
public:
    World(const Setup &s, const WorldOptions &o);

    bool ok() const { return why_.empty(); }
    const std::string &why() const { return why_; }
    void expect(bool condition, const std::string &what);   // keeps the first failure

    // A packet of n random bytes, or `count` of them, to the end of a host's queue.
    void send(Node &from, Node &to, uint32_t vc, size_t bytes, size_t count = 1);
    void send_to(Node &from, uint32_t node, uint32_t vc, size_t bytes, size_t count = 1);
    void push(Node &from, HostPacket p);
    void drop_queue(Node &from) { queue_[&from == b].clear(); }

    // Steps until `done`; fails if that takes more than `limit` cycles, or if anything differs.
    bool run(uint64_t limit, const std::function<bool()> &done, const char *what);
    void step(uint64_t cycles);
    bool drain(uint64_t limit = 3000000);                   // all delivered, retired, wire empty
    Counters counters(Node &n);
    void set(Node &n, uint32_t addr, uint32_t data);
    uint32_t get(Node &n, uint32_t addr);
    void finish();                                          // final checks of the witnesses
    bool all_free(Node &n);                                 // every cell and entry is back

    Net net;
    Node *a = nullptr, *b = nullptr;
    Rng rng;
    std::vector<std::pair<Node *, Completion>> completions;

private:
    std::vector<std::deque<HostPacket>> queue_;
    std::string why_;
};

struct Scenario {
    const char *name;
    void (*run)(World &w);
    WorldOptions (*options)(const Setup &s);
};

// Each file of scenarios adds its own.
std::vector<Scenario> traffic_scenarios();
std::vector<Scenario> fault_scenarios();

#endif

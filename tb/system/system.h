// SPDX-License-Identifier: Apache-2.0
//
// What the system scenarios share: two MACs on a wire or three, queues of host packets
// with recognisable content, and expectations that fail a scenario, among them that its stimulus
// has reached its aim.
#ifndef TB_SYSTEM_H
#define TB_SYSTEM_H

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "counters.h"
#include "net.h"

struct Setup {
    std::string preset, rtl_dir;
    ttp_params params;
    DutKind dut;
    uint64_t seed;
    uint64_t start_cycle = 0;      // of the MACs' cycle counters
    uint64_t shuffle = 0;          // of the order in which the model clocks its blocks
    bool selective = false;        // rows of the conformance: the switch is on from the beginning
};

struct WorldOptions {
    double stall = 0, wire_stall = 0;
    bool direct = false;
    unsigned nodes = 2;            // 3: there is a C, `other`, too
    Harm harm;
    Tunables tunables;
    bool selective = true;         // MACs that have the parameter are told to

    // Setters for a row of scenarios: WorldOptions().timeouts(3000).delay(20).
    WorldOptions &timeouts(uint32_t cycles) { return timeouts(cycles, cycles); }
    WorldOptions &timeouts(uint32_t cycles, uint32_t of_close);
    WorldOptions &backoff(uint32_t cycles) { return tunables.backoff = cycles, *this; }
    WorldOptions &retries(uint32_t most) { return tunables.retry_max = most, *this; }
    WorldOptions &delay(uint64_t cycles) { return harm.delay = cycles, *this; }
    WorldOptions &loss(double chance) { return harm.loss = chance, *this; }
    WorldOptions &stalls(double chance) { return stall = chance, *this; }
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
    void drop_queue(Node &from) { queue_[index(from)].clear(); }
    size_t queued(const Node &from) { return queue_[index(from)].size(); }

    // Steps until `done`; fails if that takes more than `limit` cycles, or if anything differs.
    bool run(uint64_t limit, const std::function<bool()> &done, const char *what);
    void step(uint64_t cycles);
    bool drain(uint64_t limit = 3000000);                   // all delivered, retired, wire empty
    Counters counters(Node &n);
    // A reset by the pin, then other lives, and the registers as before.
    void restart(const std::vector<Node *> &nodes, unsigned cycles);
    // A reset by CTRL. The wire is cleared, and what a host has handed over in part is forgotten.
    void soft_reset(const std::vector<Node *> &nodes);
    void set(Node &n, uint32_t addr, uint32_t data);
    uint32_t get(Node &n, uint32_t addr);
    void finish();                                          // final checks of the witnesses
    bool all_free(Node &n);                                 // every cell and entry is back
    // Its wire port has taken all that waits, and then some.
    void settle(Node &n, uint64_t quiet = 800);
    // LINK_REC0..6 of a link, all 0 if it has no entry.
    std::array<uint32_t, 7> record(Node &n, uint32_t vc, uint32_t node);
    uint32_t state(Node &n, uint32_t vc, uint32_t node) { return record(n, vc, node)[0] & 7; }
    bool cause(Node &n, unsigned bit) { return get(n, TTP_REG_IRQ_CAUSE) >> bit & 1; }
    void set_index(Node &n, uint32_t index);                // and waits until the record is there

    Net net;
    Node *a = nullptr, *b = nullptr, *other = nullptr;
    Rng rng;
    std::vector<std::pair<Node *, Completion>> completions;

private:
    size_t index(const Node &n);

    Tunables tunables_;
    std::vector<std::deque<HostPacket>> queue_;
    std::string why_;
};

// A node that is not on the wire: its frames are made by hand, what a MAC sends to it is kept. The
// scoreboard is told of the payloads that it hands over and takes.
class Peer {
public:
    Peer(World &w, Node &mac, uint32_t node, uint32_t life);
    ~Peer();
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;

    Frame frame(uint32_t op, uint32_t vc, uint32_t txid, uint32_t rxid, size_t bytes = 0);
    // To the MAC's wire port, behind what waits there.
    void send(const Frame &f);
    void send(uint32_t op, uint32_t vc, uint32_t txid, uint32_t rxid);
    void payload(uint32_t vc, uint32_t id, size_t bytes, bool taken = true);
    void handed(const Frame &f);               // the MAC's host must get the payload of this frame

    // The oldest frame for this node not yet looked at; a fault if it is of
    // another kind or none comes.
    Header answer(uint32_t op);
    bool silent() const { return heard.empty(); }
    // The link in OPEN: by its OPEN with TxID `base`, or by its answer to the MAC's.
    void open(uint32_t vc, uint32_t base);
    Header accept(uint32_t vc, uint32_t base);

    uint32_t named(uint32_t vc) { return named_[vc]; }      // the MAC's newest life
    // The answer to a frame of another life: that one is over.
    void over(const Header &h);

    const uint32_t node;
    uint32_t life;
    std::deque<Header> heard;

private:
    void hear(const Frame &f);

    World &w_;
    Node &mac_;
    std::function<void(Node &, const Frame &, bool)> tap_;     // the one before
    std::map<uint32_t, std::map<uint32_t, std::vector<uint8_t>>> got_;   // payloads by VC and ID
    std::map<uint32_t, uint32_t> taken_;       // newest ID taken, by VC
    std::map<uint32_t, uint32_t> named_;       // the MAC's newest life, by VC
};

// Which counters of a MAC have moved since the last look, and which ever have.
class Ledger {
public:
    using Moves = std::map<unsigned, uint64_t>;

    Ledger(World &w, Node &n);
    // Once all frames are in and `quiet` cycles are over: these have moved, by this much, and no
    // other.
    void expect(const std::string &what, const Moves &moves, uint64_t quiet = 800);
    uint64_t moved(unsigned i);                // since the last look, without looking away
    std::set<unsigned> never() const;          // counters that have not moved so far
    void skip() { was_ = w_.counters(n_); }

private:
    World &w_;
    Node &n_;
    Counters was_;
    std::set<unsigned> ever_;
};

constexpr uint32_t NEVER = 1u << 30;           // cycles: the longest timeout there is
constexpr uint32_t PEER = 0x0b0001;            // a node that is not on the wire

// Another node in the set of `node` in the link table of n: number i.
uint32_t same_set(const Node &n, uint32_t node, uint32_t i);
// How many of n small payloads are in flight at once: a new one waits for room for the biggest.
uint32_t in_flight(const Node &n, uint32_t payloads);
size_t records(const World &w, uint32_t kind, uint32_t node);  // completions so far

enum LinkState : uint32_t {
    CLOSED, OPEN_SENT, OPEN_RECD, OPEN, CLOSE_SENT, CLOSE_RECD, REOPEN_SENT, CLOSE_DUE
};
enum CplKind { CPL_RETIRED = 1, CPL_FLUSHED, CPL_REFUSED, CPL_DEAD, CPL_RESTARTED, CPL_CLOSED };
enum RefusedWhy { REF_VC = 1, REF_NODE, REF_KEEP, REF_FULL };

struct Scenario {
    const char *name;
    void (*run)(World &w);
    WorldOptions options = {};
};

// Each file of scenarios adds its own.
std::vector<Scenario> traffic_scenarios();
std::vector<Scenario> counter_scenarios();
std::vector<Scenario> input_scenarios();
std::vector<Scenario> link_scenarios();
std::vector<Scenario> closing_scenarios();
std::vector<Scenario> host_scenarios();
std::vector<Scenario> reset_scenarios();
std::vector<Scenario> register_scenarios();
std::vector<Scenario> interrupt_scenarios();
std::vector<Scenario> order_scenarios();

#endif

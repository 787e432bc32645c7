// SPDX-License-Identifier: Apache-2.0
//
// The table of faults: each row injects one fault in one dose, and one driver holds every row to
// the same rules.
//
//     A <== the victim, VC 0, both ways ==> B          the wire between A and B is harmed
//     A <== the bystander, VC 1, both ways ==> C       this one is not
//
// Held in every row:
//
//   - the fault has happened, and the one counter that should know of it says how often;
//   - every payload arrives exactly once, in order, unchanged (scoreboard);
//   - a witness at the wire ports of A and B knows for every frame which counter it must move, that
//     of its opcode or one of DROP_*, and which payloads are repeats or leave a gap: they agree;
//   - no counter of illegal frames, full queues or dead links moves that the row has not named;
//   - no frame finds a queue of events or answers full, but in the rows that offer more frames than
//     the event pipe takes; there each is counted (in.slots);
//   - when the fault ends, all that is in the MACs is delivered and retired within the row's number
//     of timeouts and the time that the line needs for it;
//   - then no cell, entry or completion is left, and the victim carries payloads again;
//   - the bystander never replays, never opens again, and each payload of it is there within a
//     timeout and the time in which the victim sends all that it holds once.
#ifndef TB_FAULT_H
#define TB_FAULT_H

#include <memory>

#include "system.h"

class FaultBench;

// What is printed of a row and goes into the JSON file.
struct FaultResult {
    uint64_t injected = 0, expected = 0, counted = 0, delivered = 0;
    std::string counter = "none", note;
    double frames_per_payload = 0, recovery = 0, bound = 0;        // timeouts
    uint64_t bystander = 0, bystander_bound = 0;                   // cycles of its slowest payload
    std::string why;                   // empty: it went well
    uint64_t cycles = 0, compared = 0;
};

struct FaultRow {
    const char *fault, *dose;
    double arg;                        // the dose as a number
    bool quick;                        // in CI
    void (*run)(FaultBench &f);
    double bound = 2;                  // timeouts in which it is over, the drain not counted
    uint32_t retry_max = 255;
    uint64_t delay = 100;              // cycles of the wire one way
    // What needs simulations of its own: before, because only one may be alive.
    FaultResult (*first)(const Setup &s, const FaultRow &r) = nullptr;

    std::string name() const { return std::string(fault) + "." + dose; }
};

// What arrives at one wire port, read from docs/protocol.md: Bad input for every frame, Receiving
// for the payloads of the victim.
class PortWitness {
public:
    void see(const Frame &f, uint32_t own, uint32_t peer);
    void sent(const Header &h);                // of the victim, by the end at this port
    void forget() { frames = bad = gaps = repeats = passes = acks = 0, count = {}; }

    uint64_t frames = 0, bad = 0, gaps = 0, repeats = 0;
    uint64_t passes = 0;                       // gaps that want a NACK (rcv.gap, rcv.gap.pass)
    uint64_t acks = 0;                         // of the victim
    std::array<uint64_t, TTP_CNT_N> count{};   // by the counter that each frame must move
    uint32_t last = 0;

private:
    bool known_ = false, nacked_ = false;
    uint32_t life_ = 0, to_ = 0;               // the pair of lives that counts (life.ours)
    uint32_t asked_ = 0;                       // life of our OPEN without an answer, else 0
    uint32_t behind_ = 0;                      // the newest payload seen behind the gap
};

class FaultBench {
public:
    FaultBench(World &world, const Setup &s, const FaultRow &r);
    ~FaultBench();
    FaultBench(const FaultBench &) = delete;
    FaultBench &operator=(const FaultBench &) = delete;

    // The row's script: traffic, the fault, its end.
    bool run(uint64_t limit, const std::function<bool()> &done, const char *what);
    void step(uint64_t cycles);
    void carry(uint64_t payloads, uint64_t limit = 40000000);      // so many more on the victim
    void harm(const Harm &h);                  // on the wire between A and B, both ways
    // Called for each frame of the victim on its way: false: it does not go on by itself.
    std::function<bool(bool to_b, const Frame &)> pass;
    void put(Node &to, const Frame &f, uint64_t late = 0);         // behind what is under way
    void over();                               // the fault has ended: nothing new from the hosts
    void reset_b();                            // B lost its state; its registers are set again
    Frame forge(Node &to, uint32_t op, uint32_t txid, uint32_t rxid, size_t bytes = 0);

    // What the counters must say. `hit` names the row's own, the others stand beside it.
    void hit(const char *name, uint64_t injected, uint64_t counted) { hit(name, injected, counted,
                                                                          injected); }
    void hit(const char *name, uint64_t injected, uint64_t counted, uint64_t expected);
    // Where a storm overruns the pipe: what A's queues did not take, as the wire port saw it.
    void hit_full(uint64_t injected);
    uint64_t full(Node &n) { return moved(n, TTP_CNT_DROP_EVENT) + moved(n, TTP_CNT_DROP_RESP); }
    void may(unsigned counter) { allowed_.insert(counter); }       // moves for good reason
    uint64_t moved(Node &n, unsigned counter);
    uint64_t both(unsigned counter) { return moved(a, counter) + moved(b, counter); }
    uint64_t moved_in(Node &n);                // frames in, by all counters that count them
    uint64_t bystander_again() const { return watch_[0].frames - watch_[0].done; }     // by A
    bool idle() { return !w.queued(a) && !w.queued(b) && a.source.dry() && b.source.dry(); }
    uint64_t delivered() const { return delivered_; }
    uint64_t wire_lost();
    void note(const std::string &s) { result.note += (result.note.empty() ? "" : ", ") + s; }
    double speed() const;                      // payload bytes a cycle of the victim, so far
    void mark();                               // speed() from here on

    World &w;
    Node &a, &b, &c;
    const Setup &setup;
    const FaultRow &row;
    FaultResult result;
    const uint32_t timeout;
    const size_t beat;                         // bytes
    bool feed_a = true, feed_b = true;         // the victim's hosts
    uint32_t low = 1, high = 300;              // bytes of its payloads
    uint64_t pause = 0;                        // cycles from one to the next of a host
    bool witnessed = true;                     // GAP and REPEAT must be what the witnesses saw
    bool fragile = false;                      // the victim may lose payloads, if that is reported
    // More frames than the event pipe takes: drops are no fault of a MAC (in.slots).
    bool overrun = false;
    // Cycles in which the pipe takes one of a link, at most: at 512 bit four are enough for most
    const uint64_t event;
    // Cycles in which a payload of so many bytes takes its line, or its three events if they are of
    // one link
    uint64_t each(uint64_t bytes) const
    {
        return std::max<uint64_t>((HDR_BYTES + bytes) / beat + 6, 3 * event + 2);
    }
    PortWitness at_a, at_b;
    uint32_t una = 0;                          // of A, as its wire port knows it
    uint64_t payloads_out = 0;                 // frames of the victim, replays among them
    std::array<uint32_t, 2> newest{};          // ID sent, from A and from B
    std::array<bool, 2> any{};

    void judge();                              // all that is held in every row

private:
    struct Watch {                             // one direction of the bystander
        std::deque<uint64_t> since;
        uint64_t done = 0, frames = 0, opens = 0, worst = 0;
        bool busy = false;
    };

    void pump();
    void see(Node &n, const Frame &f, bool sent);
    void taken(Node &n, const HostPacket &p);
    void got(Node &n, uint32_t tid, size_t bytes);
    void check_counters();
    void check_bystander();
    void check_after();
    uint64_t entries(Node &n);

    Watch watch_[2];                           // A to C, C to A
    bool bystander_ = true, reset_ = false;
    uint64_t accepted_ = 0, delivered_ = 0, bytes_ = 0, mark_cycle_ = 0, mark_bytes_ = 0;
    uint64_t fault_end_ = 0;
    std::array<uint64_t, 2> next_{};           // cycle of a host's next payload
    std::set<unsigned> allowed_;
    std::array<uint32_t, 2> lives_{};          // of A and of B, as a forger has seen them
    Counters start_a_, start_b_;
    Rng rng_;
};

WorldOptions fault_options(const Setup &s, const FaultRow &r);
uint32_t fault_timeout(const ttp_params &p, uint64_t delay);
FaultResult run_fault(const Setup &s, const FaultRow &r, const std::string &trace);

// Each file of rows adds its own.
std::vector<FaultRow> wire_faults();
std::vector<FaultRow> order_faults();
std::vector<FaultRow> forged_faults();
std::vector<FaultRow> restart_faults();
std::vector<FaultRow> host_faults();

// Runs the rows of all presets named, prints a line each. 0: all went well.
struct FaultArgs {
    bool all = false;                          // not only the quick ones
    std::vector<std::string> presets;
    std::string only, json, trace;
};
int fault_table(const Setup &s, const FaultArgs &a);
// The rows that run beside the scenarios.
std::vector<FaultRow> rows_everywhere(const ttp_params &p);

#endif

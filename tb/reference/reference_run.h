// SPDX-License-Identifier: Apache-2.0
//
// One transfer between our MAC and the played reference module, in simulated time: the MAC's wire
// port, a lossy wire, the module. The registers are those of `ttpsim bridge --profile interop`.
//
// How long a run may take. Nothing in it waits but for a timer, so from one step forward to the
// next there can be at most one wait, W, and one more for each frame lost meanwhile:
//
//     step to step    (1 + lost meanwhile) * W
//     whole run       (the same run without loss) + lost * W
//
// W is the longest timer of both ends (its CLOSE, 0.5 s) and SLACK, which covers what is no
// timer: the window sent once, both ways over the wire, a read of the peer's host, the back-off. A
// step forward is a payload acknowledged or taken at either end, or a state of the peer's link.
// One wait is longer: when the module closes, our ACK may stop its timer before its CLOSE has come
// through. It then never closes, and our host does so after LINGER of silence.
#ifndef TB_REFERENCE_RUN_H
#define TB_REFERENCE_RUN_H

#include <string>
#include <vector>

#include "bridge/bridge.h"
#include "net.h"
#include "reference.h"

// What happens in a run; drawn from the seed by plan().
struct Plan {
    enum Opener { OURS, THEIRS, BOTH };
    enum Closer { WE, THEY, HASTY };       // HASTY: as soon as all of ours is acknowledged
    enum Reload { NEVER, HALF_WAY, AT_END };
    uint64_t seed = 1, hz = 1000000;
    uint32_t vc = 0;
    size_t out = 0, in = 0;                // payloads: ours, the module's
    size_t least = 8, most = 1008;         // bytes of each
    Opener opener = OURS;
    Closer closer = WE;
    Reload reload = NEVER;                 // of the module; at the end its host opens the link anew
    double loss = 0;
    uint64_t delay_us = 100, read_us = 5000;
    bool twice = false;                    // the module sends the first of a burst twice
};

Plan plan(uint64_t seed, double loss);

struct Outcome {
    std::string why;                       // empty: as it should be
    double seconds = 0, longest_wait = 0;  // simulated
    uint64_t lost = 0, cycles = 0, compared = 0, retired = 0, delivered = 0;
    double sending = 0;                    // seconds until our last payload was acknowledged
    bool stuck = false;                    // the module lost the timer of its OPEN or CLOSE
    ReferenceCount module;
    uint64_t sent[OP_N] = {};              // by the MAC
};

class ReferenceRun {
public:
    ReferenceRun(const Plan &p, const std::string &preset, DutKind dut, const std::string &rtl_dir,
                 bool show);

    // Below 0: no bound on the whole run.
    Outcome run(double clean_seconds);

private:
    static NetConfig config(const Plan &p, const std::string &preset,
                            const std::string &rtl_dir);
    void connect();
    bool prepare();
    void fail(const std::string &what);
    bool ok() const { return out_.why.empty(); }
    uint64_t us() const { return (net_.cycle - start_) * 1000000 / p_.hz; }
    double seconds(uint64_t cycles) const
    {
        return static_cast<double>(cycles) / static_cast<double>(p_.hz);
    }
    std::vector<uint8_t> data(bool ours, size_t i) const;
    bool can_pull() const;
    bool pull(HostPacket *p);
    void step();
    void act();
    void ask_to_close();
    void look_at_progress();
    void taken(const std::vector<uint8_t> &d);
    bool stuck() const;
    bool done() const;
    void final_checks();
    void show(const Frame &f, bool sent) const;

    Plan p_;
    bool show_;
    ttp_params params_{};
    Net net_;
    Node *n_ = nullptr;
    BridgeTimes times_;
    Reference module_;
    Outcome out_;
    std::deque<uint32_t> cells_;
    uint64_t held_ = 0, hasty_left_ = 0;
    uint64_t start_ = 0, wait_ = 0, linger_ = 0, heard_ = 0;            // cycles
    uint64_t moved_ = 0, moved_at_ = 0, moved_lost_ = 0;
    size_t pulled_ = 0, arrived_ = 0;      // arrived_: at the module's host
    size_t before_reload_ = SIZE_MAX;      // of ours, acknowledged when it was loaded anew
    bool opened_ = false, asked_ = false, they_asked_ = false, reloaded_ = false;
    bool closed_ = false, host_waits_ = false;
};

#endif

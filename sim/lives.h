// SPDX-License-Identifier: Apache-2.0
//
// A file between hosts that close links and restart their MACs in mid-transfer: the harm of
// `ttpsim run --closes N --restarts N`. Each payload is a stamp of 8 bytes, which names its gift
// (book.h), and the next bytes of the file.
//
//   - a close is a write of CLOSE_LINK; one that finds no entry of the link is asked again later;
//   - a restart is either rst with another cfg_epoch_seed, and then the host sets the registers
//     again, or the soft reset of CTRL; a host packet under way is cut by the first;
//   - each is due at a share of the file that is drawn, and a wait behind it that may be longer
//     than the timers; hosts also pause, so that links have time to close.
#ifndef TTPSIM_LIVES_H
#define TTPSIM_LIVES_H

#include <memory>
#include <vector>

#include "book.h"
#include "counters.h"
#include "transfer.h"

enum class Boots { step, random, count };      // the next cfg_epoch_seed: + 256, drawn, + 1

struct LivesConfig {
    uint32_t closes = 0, restarts = 0;         // of A and of B, each so often
    Boots boots = Boots::step;
    uint32_t links = 1, payload = 1024;
    bool bidir = false;
    uint64_t seed = 1;
    Tunables tunables;
    bool any() const { return closes || restarts; }
};

struct LivesCount {
    uint64_t asked = 0, closed = 0;            // closes: writes that found a link, completions
    uint64_t restarts[2] = { 0, 0 }, soft = 0; // of A and of B; those by CTRL
    uint64_t given_again = 0, got_again = 0;   // chunks handed over, delivered once more
    uint64_t lost = 0;                         // acknowledged, lost with the receiver's MAC
    uint64_t noticed = 0, dead = 0;            // completions RESTARTED, DEAD
};

class Lives : public Traffic {
public:
    static constexpr size_t STAMP = 8;         // bytes
    static constexpr size_t WALK_MIN = 128;    // cycles: shorter, and no soft reset is seen

    // Nodes and links as in Transfer.
    Lives(Net &net, const InputFile &file, OutputFile *out, const LivesConfig &c);

    bool done() const override;
    uint64_t arrived() const override;
    uint64_t bytes() const override { return bytes_; }
    uint64_t activity() const override { return activity_; }
    uint64_t next_due() const override { return due_; }
    void tick() override;
    void completion(Node &n, const Completion &c) override;

    LivesCount count() const;
    std::string missed() const;                // empty, or what has not happened at all

private:
    struct Plan {                              // of one kind of harm at one end
        std::vector<uint64_t> at;              // chunks given, the last one first
        uint64_t due = UINT64_MAX;             // cycle
        bool over() const { return at.empty() && due == UINT64_MAX; }
    };
    enum class Phase { up, reset, walk, set_up };
    struct End {
        Rng rng;
        Phase phase = Phase::up;
        Plan closes, restarts;
        uint64_t phase_end = 0;                // reset: its last cycle
        bool written = false;                  // walk: CTRL has answered
        unsigned quiet = 0;                    // walk: cycles without anything at the ports
        bool asking = false;                   // a close is under way
        uint16_t seed = 1;                     // cfg_epoch_seed
        std::vector<uint16_t> used;            // all of them
        std::vector<uint32_t> links;           // that it sends on
        size_t turn = 0;
        uint64_t pause = 0;                    // nothing before this cycle
        uint64_t serial = 0;                   // of the gift pulled last, on ...
        Book *book = nullptr;
        uint64_t restarted = 0;                // cycle
    };
    struct Way {                               // one direction of a link
        Way(uint64_t chunks) : book(chunks) {}
        Book book;
        uint64_t moved = 0;                    // cycle of the last delivery or retirement
    };

    bool next(size_t node, HostPacket *p);
    void arrive(Node &n, uint32_t tid, const std::vector<uint8_t> &data);
    void see(Node &n, const Frame &f, bool sent);
    void close(size_t node);
    void look_at_close(size_t node, unsigned looks);
    void close_again(size_t node);
    void restart(size_t node);
    void reborn(size_t node, uint64_t kept);
    void watch_walk(size_t node);
    void set_up(size_t node);
    uint16_t next_boot(End *e);
    void plan(Plan *p, End *e, uint32_t count);
    uint64_t wait(End *e);
    void moved();
    bool whole() const;
    size_t index(const Node &n) const;
    uint32_t link_of(size_t node, uint32_t name) const;
    uint64_t chunk_bytes(uint64_t chunk) const;

    Net &net_;
    const InputFile &file_;
    OutputFile *out_;
    const LivesConfig cfg_;
    const uint32_t piece_;                     // bytes of the file in a payload
    uint64_t chunks_, given_ = 0, bytes_ = 0, activity_ = 0, longest_ = 0;
    uint64_t due_ = 0, quiet_at_ = UINT64_MAX;         // cycles
    std::vector<std::unique_ptr<Way>> ways_[2];        // by link; [1]: towards A
    std::vector<End> ends_;
    std::vector<uint8_t> want_;
    LivesCount count_;
    bool soft_ = false;
};

#endif

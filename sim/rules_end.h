// SPDX-License-Identifier: Apache-2.0
//
// One end of TTP links without a MAC: model/rules/ and what they leave to their caller, in the
// simplest form. Payloads wait in a queue a link, the table of links never fills, a timer is a
// number that the clock is compared with, and an event takes no time.
//
//     host -> give() -> [queue] -> sent -> wire -> arrived() -> [rules] -> delivered -> host
#ifndef TTPSIM_RULES_END_H
#define TTPSIM_RULES_END_H

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "axis.h"
#include "wire/frame.h"
#include "rules/ttp_rules.h"
#include "rules/ttp_select.h"
#include "ttp_regs.h"

namespace rules_end {
inline size_t cells(size_t bytes) { return (bytes + 63) / 64; }
}

// One link: its rules, with selective repeat or without, and its two timers.
struct RulesLink {
    ttp_rules_link rules{};
    std::unique_ptr<ttp_select_link> select;     // nullptr: without
    uint64_t due = UINT64_MAX, service_due = UINT64_MAX, active = 0;     // cycles

    // A new link: its IDs begin behind *start_id, which moves on for the next one.
    void begin(bool selective, uint32_t *start_id);
    // `held`: payloads of the host that have not retired.
    bool may_send(size_t held) const;
    // One event in cycle `now`. *life: the life number of the next opening.
    ttp_select_answers step(ttp_select_event *e, const ttp_rules_config &rules_config,
                            const ttp_select_config &select_config, size_t held, uint64_t now,
                            uint16_t *life);
};

using RulesCount = std::array<uint64_t, TTP_CNT_N>;   // as the registers of a MAC count
// What the answers to an event add to it.
void count_answers(const ttp_rules_answers &a, RulesCount *count);

struct RulesEndConfig {
    uint32_t node = 1;
    uint16_t life = 1;         // the first life number
    uint32_t start_id = 0;     // ID before the first payload of the next new link
    uint32_t idle_time = 0;    // close a link that is idle for longer, 0: never
    uint32_t reack = 0;        // repeat the last ACK so often, 0: never
    bool tell_retired = false; // a completion for each retirement too
    size_t room = SIZE_MAX;    // 64-byte cells for received payloads that the host has not taken
    ttp_rules_config rules{ 4096, 4096, 4096, 1024, 0, 64, false, false };
    ttp_select_config select{}; // off; its own .rules is filled in
    size_t contexts = 8;        // links that hold payloads ahead of their turn
};

class RulesEnd {
public:
    explicit RulesEnd(const RulesEndConfig &c);

    // dest: {VC[7:0], node[23:0]}, as in a HostPacket.
    void give(uint32_t dest, std::vector<uint8_t> data);
    void arrived(const Frame &f);
    void close(uint32_t dest);
    void release();   // what `hold_*` held back goes on
    void configure(); // after a change of cfg

    void advance(uint64_t to); // time, with every timer on the way
    uint64_t now() const { return now_; }
    uint64_t next_due();                             // of the timers; UINT64_MAX: none runs
    size_t held(uint32_t dest) const;                // payloads not retired so far
    bool idle() const { return held_ == 0; }         // nothing that the host gave is still here
    size_t stored() const { return cells_; }         // cells of what the host has not taken
    const ttp_rules_link *link(uint32_t dest) const; // nullptr: never heard of

    bool wants() const; // a payload waits for a place on the wire
    const ttp_select_link *select(uint32_t dest) const; // nullptr: never heard of, or off

    std::function<void(Frame)> sent;
    std::function<bool()> place; // has the wire one for a payload? Not set: always
    std::function<void(uint32_t dest, const std::vector<uint8_t> &)> delivered;
    std::function<void(const Completion &)> report;

    RulesEndConfig cfg;
    bool hold_wire = false, hold_host = false;
    RulesCount count{};
    uint32_t causes = 0;                     // TTP_IRQ_*
    uint64_t probes = 0, kept = 0, most_kept = 0; // tail probes, payloads held ahead of their turn
    uint64_t most_reorder = 0;                    // learned
    uint64_t never_kept = 0; // payloads to deliver, say the rules, and there are none

private:
    struct Link : RulesLink {
        std::deque<std::vector<uint8_t>> queue; // from una on
        std::map<uint32_t, std::vector<uint8_t>> kept; // by ID, ahead of their turn
    };
    struct Waiting { // for the wire
        Frame frame;
        uint32_t dest;
        bool notify; // the rules want to know that it has left
        bool map;    // it is filled in when it leaves
    };

    void happen(uint32_t dest, Link *l, ttp_select_event *e,
                std::vector<uint8_t> *payload = nullptr);
    void follow(uint32_t dest, Link *l, const ttp_select_answers &a, uint32_t tx_id,
                std::vector<uint8_t> *payload);
    void answer(uint32_t dest, const Link &l, const ttp_select_answers &a);
    void read_blocks(const Frame &f, const Header &h, ttp_select_event *e) const;
    bool may_hold(uint32_t dest, const Link *l, size_t bytes) const;
    bool fill_map(Waiting *w);
    void keep(Link *l, const ttp_select_answers &a, uint32_t tx_id, std::vector<uint8_t> *payload);
    void take_run(uint32_t dest, Link *l, uint32_t id, uint32_t n);
    void tell(uint32_t dest, const Link &l, const ttp_rules_answers &a, uint32_t una,
              uint32_t tx_id);
    void timers(uint32_t dest, Link *l);
    void pump(uint32_t dest, Link *l);
    void push(uint32_t dest, Frame f, bool notify, bool map = false);
    void flow();
    Link *make(uint32_t dest);
    Link *find(uint32_t dest);

    std::map<uint32_t, Link> links_;
    std::deque<Waiting> out_;
    std::deque<std::pair<uint32_t, std::vector<uint8_t>>> in_; // taken, not with the host so far
    size_t cells_ = 0, held_ = 0, kept_ = 0;
    uint64_t now_ = 0, next_ = UINT64_MAX;
    bool stale_ = false; // next_ may be too early or too late
};

#endif

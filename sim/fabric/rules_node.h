// SPDX-License-Identifier: Apache-2.0
//
// A MAC without pins: model/rules/ and what they leave to their caller, with the sizes of a MAC's
// memories and its latencies as constants. Time goes from event to event.
//
//     host -> taken_ (on its way into the MAC) -> Peer::held -> the line
//     the line -> [rules] -> answers_ -> the line; a payload goes to the host at once
//
// What selective repeat wants beside that is in rules_select.cpp.
#ifndef TTPFABRIC_RULES_NODE_H
#define TTPFABRIC_RULES_NODE_H

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fabric/endpoint.h"
#include "rules/ttp_rules.h"
#include "rules/ttp_select.h"
#include "rules_end.h"

namespace fabric {

class RulesNode : public Endpoint {
public:
    RulesNode(Clock &clock, const EndConfig &c, Host &host, uint32_t node, FramePool &pool);

    Kind kind() const override { return Kind::rules; }
    Counts counters() override { return count_; }
    Selected selected() const override;

protected:
    uint64_t run(uint64_t from, uint64_t to) override;

private:
    struct Peer : RulesLink {
        uint32_t dest = 0;           // {VC, node}
        std::deque<Payload> held;    // from una on
        uint32_t cells = 0;          // of the transmit memory that its payloads have
        uint64_t alarm = NEVER;      // the earliest entry of alarms_ that is its own
        bool listed = false;         // in ready_
        std::map<uint32_t, FramePtr> kept;           // by ID, ahead of their turn
        bool mapping = false;        // one of answers_ is a map for it
    };
    struct Taken {
        uint64_t ready;
        Payload payload;
    };
    struct Answer {
        FramePtr frame;              // nullptr: a map, filled in when it leaves
        Peer *peer;                  // not nullptr: it wants to know that the frame has left
    };

    void take();
    uint32_t find(uint32_t dest);
    void append();
    void arrive();
    void timers();
    void transmit();
    // f: the frame that has come; it is taken if it is held.
    void happen(Peer *p, ttp_select_event *e, FramePtr *f = nullptr);
    void stranger(ttp_rules_event *e, const Frame &f);
    void follow(Peer *p, const ttp_select_answers &sa, FramePtr *f);
    void lives();                    // rules_lives.cpp: what is due
    void restart();
    void close(uint32_t dest);
    void tell(const Peer &p, const ttp_rules_answers &a, uint32_t una);
    void deliver(uint32_t dest, const Frame &f);
    void alarm(Peer *p);
    void answer(Peer *p, const ttp_select_answers &sa);
    void send(FramePtr f);
    void read_blocks(const Frame &f, ttp_select_event *e) const;
    bool may_hold(const Peer &p, uint32_t bytes) const;
    FramePtr map_now(Peer *p);
    void keep(Peer *p, const ttp_select_answers &sa, FramePtr *f);
    void take_run(Peer *p, uint32_t id, uint32_t n);
    bool room(const Peer &p, uint32_t bytes) const;
    Peer *peer(uint32_t dest);
    uint64_t line_free() const;

    HostLives *const lives_;         // nullptr: its host restarts nothing
    ttp_rules_config rules_{};
    ttp_select_config select_{};
    uint32_t host_to_wire_, wire_to_host_, to_answer_;   // latencies, cycles
    uint32_t lookup_;                // what the host stream waits for another link
    std::unordered_map<uint32_t, Peer> peers_;
    std::deque<Taken> taken_;
    Payload shown_;
    Peer *waiting_ = nullptr;        // where shown_ finds no room
    uint64_t host_free_ = 0, out_free_ = 0;      // of the host streams in and out: cycle
    uint32_t last_dest_ = UINT32_MAX;
    std::array<uint32_t, 64> known_;
    uint32_t cells_ = 0, entries_ = 0;
    uint32_t kept_ = 0, kept_cells_ = 0, contexts_ = 0;    // held ahead of their turn; links
    std::deque<Peer *> ready_;       // each may send; in turns, a payload each
    std::deque<Answer> answers_;
    using Alarm = std::pair<uint64_t, Peer *>;
    struct Later {
        bool operator()(const Alarm &a, const Alarm &b) const
        {
            return a.first != b.first ? a.first > b.first : a.second->dest > b.second->dest;
        }
    };
    std::priority_queue<Alarm, std::vector<Alarm>, Later> alarms_;
    uint64_t now_ = 0, line_end_ = 0;
    uint16_t life_;
    uint32_t start_id_ = 0;
    Counts count_{};
    Selected selected_{};
};

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Untimed scoreboard over all MACs of a simulation, typed from protocol.md. It follows each
// directed link (sender, VC, receiver) and holds the MACs to this:
//
//   - every payload handed over by a host reaches the peer's host exactly once, in order, unchanged;
//   - payload IDs on the wire are contiguous, a replay carries what was sent under that ID before;
//   - no ACK covers an ID that did not arrive intact and in order at the receiver's wire port, and
//     in the end the host has got all that was acknowledged;
//   - payloads of a link that was reported dead, restarted or refused may be missing, nothing else.
//
// It keeps only what is under way, so memory does not grow with the traffic.
#ifndef TTPSIM_SCOREBOARD_H
#define TTPSIM_SCOREBOARD_H

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "axis.h"
#include "frame.h"
#include "monitor.h"

struct ScoreCount {
    uint64_t accepted = 0, delivered = 0, delivered_bytes = 0, flushed = 0, refused = 0;
    uint64_t new_payloads = 0, replays = 0, acks = 0, frames = 0, dead = 0, retired = 0;
    uint64_t redelivered = 0;          // after the receiver was reset
};

struct LinkName {
    uint32_t src, vc, dst;
    bool operator<(const LinkName &o) const
    {
        return std::tie(src, vc, dst) < std::tie(o.src, o.vc, o.dst);
    }
};

class Scoreboard {
public:
    explicit Scoreboard(Faults *faults) : faults_(faults) {}

    void accepted(uint32_t node, const HostPacket &p, size_t from, size_t to);   // one payload of it
    void delivered(uint32_t node, uint32_t tid, const std::vector<uint8_t> &data, uint64_t cycle);
    void completion(uint32_t node, const Completion &c, uint64_t cycle);
    void frame_out(uint32_t node, const Frame &f, uint64_t cycle);
    void frame_in(uint32_t node, const Frame &f, uint64_t cycle);
    void reset(uint32_t node);         // the MAC lost its state: what was under way may be missing

    size_t waiting() const { return waiting_; }    // payloads that must still be delivered
    void finish(uint64_t cycle);                   // the traffic is over: is anything missing?
    std::vector<std::string> stuck() const;        // a line for each link that still waits
    const ScoreCount &count() const { return count_; }

private:
    struct Item {
        std::vector<uint8_t> data;
        bool optional;                 // flushed: may or may not have arrived
    };
    struct Print {                     // of a payload once sent, for its replays
        uint64_t hash;
        size_t length;
    };
    struct Link {
        std::deque<Item> items;        // handed over, not delivered; front has number `head`
        uint64_t head = 0, next = 0;   // next: number of the first that never was on the wire
        bool has_sent = false;
        uint32_t own_life = 0, sent = 0;           // sender: newest ID sent
        std::deque<Print> prints;      // of sent, sent - 1, ... at the back
        bool has_last = false;
        uint32_t peer_life = 0, last = 0;          // at the receiver's wire port, in order
        bool has_ack = false;
        uint32_t ack = 0;
        bool lenient = false;          // the receiver lost its state: repeats may reach its host
    };

    Link &link(uint32_t src, uint32_t vc, uint32_t dst);
    void fail(uint64_t cycle, const LinkName &l, const std::string &what);
    void payload_out(const LinkName &n, const Frame &f, const Header &h, uint64_t cycle);
    void ack_out(const LinkName &n, const Header &h, uint64_t cycle);
    void make_optional(Link *l, uint64_t below);
    static bool was_sent(const Link &l, const std::vector<uint8_t> &data);

    Faults *faults_;
    std::map<LinkName, Link> links_;
    LinkName cached_name_{};
    Link *cached_ = nullptr;
    size_t waiting_ = 0;
    ScoreCount count_;
};

#endif

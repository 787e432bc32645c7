// SPDX-License-Identifier: Apache-2.0
//
// Untimed scoreboard over all MACs of a simulation, typed from docs/protocol.md. It follows each
// directed link (sender, VC, receiver) and holds the MACs to this:
//
//   - every payload handed over by a host reaches the peer's host exactly once, in order,
//     unchanged;
//   - payload IDs on the wire are contiguous, a replay carries what was sent under that ID before;
//   - no ACK covers an ID that did not arrive intact and in order at the receiver's wire port, in
//     the lives of both ends that it names, and in the end the host has got all that was
//     acknowledged;
//   - what it answers names what it was asked and what it has taken (scoreboard_answers.cpp);
//   - a map names nothing that has not arrived;
//   - sends that have numbers count from 1 on in each pair of lives, and none is left out then; an
//     ACK names one that has arrived;
//   - payloads of a link that was reported dead, restarted or refused may be missing, nothing else.
//
// It keeps only what is under way, so memory does not grow with the traffic.
#ifndef TTPSIM_SCOREBOARD_H
#define TTPSIM_SCOREBOARD_H

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "axis.h"
#include "wire/frame.h"
#include "monitor.h"

struct ScoreCount {
    uint64_t accepted = 0, delivered = 0, delivered_bytes = 0, flushed = 0, refused = 0;
    uint64_t new_payloads = 0, replays = 0, acks = 0, frames = 0, dead = 0, retired = 0;
    uint64_t redelivered = 0;          // after the receiver was reset
    uint64_t answers = 0;              // frames whose meaning was checked, but ACKs
    uint64_t numbered = 0;             // sends with a number
    uint64_t maps = 0;                 // NACKs with a map
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

    // One payload of the packet, its bytes [from, to).
    void accepted(uint32_t node, const HostPacket &p, size_t from, size_t to);
    void delivered(uint32_t node, uint32_t tid, const std::vector<uint8_t> &data, uint64_t cycle);
    void completion(uint32_t node, const Completion &c, uint64_t cycle);
    void frame_out(uint32_t node, const Frame &f, uint64_t cycle);
    void frame_in(uint32_t node, const Frame &f, uint64_t cycle);
    // A payload that a test sends to `dst` by hand: its host must get it.
    void handed(uint32_t src, uint32_t vc, uint32_t dst, const std::vector<uint8_t> &data);
    void reset(uint32_t node);         // the MAC lost its state: what was under way may be missing
    // MACs restart in mid-transfer: what hosts get is judged by somebody who knows their lives.
    void lives() { lives_ = true; }

    void address(uint32_t high) { high_ = high; }  // ADDR_HIGH of all MACs
    // This MAC may agree on selective repeat, and offers such a window.
    void selective(uint32_t node, uint32_t window) { windows_[node] = window; }
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
    template <size_t N> class Recent {  // the last N numbers
    public:
        void push(uint64_t v) { at_[n_++ % N] = v; }
        bool has(uint64_t v) const
        {
            for (size_t i = 0; i < N && i < n_; i++) if (at_[i] == v) return true;
            return false;
        }

    private:
        std::array<uint64_t, N> at_{};
        size_t n_ = 0;
    };
    struct Pair {                      // what the receiver has got of one life, in one of its own
        uint32_t life = 0, own = 0;    // of the sender, of the receiver; 0: a stranger's
        uint32_t last = 0;             // ID up to which all have come to its wire port
        std::set<uint32_t> beyond;     // selective: those that have come beyond last + 1
        uint32_t taken = 0;            // what its ACKs have named, at first the ID before all
    };
    struct Link {
        std::deque<Item> items;        // handed over, not delivered; front has number `head`
        // next: number of the one that goes next; a new life may begin with what the host has.
        // Those below `seen` were on the wire.
        uint64_t head = 0, next = 0, seen = 0;
        unsigned early = 0;            // packets refused before all their beats were taken
        bool swallow = false;          // the rest of such a packet
        bool has_sent = false;
        uint32_t own_life = 0, sent = 0;           // sender: newest ID sent
        std::deque<Print> prints;      // of sent, sent - 1, ... at the back
        std::deque<Pair> pairs;        // the newest at the back
        bool lenient = false;          // the receiver lost its state: repeats may reach its host
        Recent<8> opens, acks, closes; // TxIDs that came in
        Recent<8> opened;              // of OPENs with their lives: life, TxID
        Recent<128> payloads;          // more than can wait in the receiver
        Recent<128> numbers;           // of those sends, that have one
        uint32_t number = 0;           // of the newest send
        uint32_t number_lives = 0;     // ... which named these two
        // Of the sender, in this life.
        bool closing = false;          // its CLOSE is out: no new payload
        bool limited = false;          // it has named its last payload in a CLOSE_NACK
        uint32_t limit = 0;
    };

    Link &link(uint32_t src, uint32_t vc, uint32_t dst);
    void fail(uint64_t cycle, const LinkName &l, const std::string &what);
    void number_out(const LinkName &n, Link &l, const Header &h, uint64_t cycle);
    void payload_out(const LinkName &n, const Frame &f, const Header &h, uint64_t cycle);
    void ack_out(const LinkName &n, const Header &h, uint64_t cycle);
    void answer_out(uint32_t node, const Frame &f, const Header &h, uint64_t cycle);
    void open_out(const LinkName &n, const Header &h, uint64_t cycle);
    void learn(uint32_t node, Link *l, const Header &h);   // of a frame that came in
    static void arrives(Pair *p, uint32_t id, uint32_t window);
    uint32_t window(uint32_t node) const;          // 0: it goes back N with all
    static Pair *pair_of(Link *l, uint32_t life, uint32_t own);
    static void pair_up(Link *l, uint32_t life, uint32_t own, uint32_t before);
    void make_optional(Link *l, uint64_t below);
    static bool was_sent(const Link &l, const std::vector<uint8_t> &data);

    Faults *faults_;
    uint32_t high_ = OUI;
    bool lives_ = false;
    std::map<uint32_t, uint32_t> windows_;         // of those that may agree
    std::map<LinkName, Link> links_;
    LinkName cached_name_{};
    Link *cached_ = nullptr;
    size_t waiting_ = 0;
    ScoreCount count_;
};

#endif

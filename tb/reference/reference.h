// SPDX-License-Identifier: Apache-2.0
//
// The reference module, played: a peer with the habits that Tesla's Linux module was seen to have
// (docs/protocol.md, Habits of the reference). It knows no simulator and no socket: frames and the
// time come in, frames go out, so one program plays it in simulated time and another one on a live
// wire.
//
//     host: target(), write(), close(), reload()      wire: receive(), send      time: tick()
#ifndef TB_REFERENCE_H
#define TB_REFERENCE_H

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "wire/frame.h"

// What it did; a test that claims to meet a habit looks here.
struct ReferenceCount {
    uint64_t received[OP_N] = {}, sent[OP_N] = {};
    uint64_t taken = 0;            // payloads that its host got
    uint64_t acknowledged = 0;     // payloads of its own that an ACK has freed
    uint64_t thrown_away = 0;      // ... that a CLOSE or a reload has cost
    uint64_t again = 0;            // payloads sent once more, by whatever cause
    uint64_t doubled = 0;          // ... because an ACK named another ID than its outstanding one
    uint64_t silenced = 0;         // a PAYLOAD stopped the timer of its own payload or CLOSE
    uint64_t twice = 0;            // first payloads of a burst that went out twice
    uint64_t full_nacks = 0;       // NACKs for payloads younger than one that got NACK_FULL
    uint64_t dropped = 0;          // frames under 64 bytes, or not for it
};

class Reference {
public:
    struct Options {
        uint32_t node = 1;
        uint32_t first_id = 1;     // its start ID; the first payload has the next one
        uint64_t read_us = 5000;   // its host reads the page so long after something came into it
        bool twice = false;        // it sends the first payload of each burst twice
    };
    enum State { CLOSED, OPEN_SENT, OPEN, CLOSE_SENT };

    static constexpr uint64_t NEVER = UINT64_MAX;
    static constexpr size_t PAGE = 4000, MOST = 1008;           // bytes
    static constexpr uint64_t OPEN_US = 250000, PAYLOAD_US = 375000, CLOSE_US = 500000;
    static constexpr unsigned TRIES = 1000;

    explicit Reference(const Options &o) : o_(o) {}

    std::function<void(const Frame &)> send;
    std::function<void(uint32_t node, uint32_t vc, const std::vector<uint8_t> &)> taken;

    // Time is in microseconds and never runs backwards. A call first runs the timers that are due.
    void receive(const Frame &f, uint64_t now);
    void tick(uint64_t now);
    uint64_t next() const;                                      // when a timer is due

    // Its host. target: set the peer, which opens the link. A write to a link that is closed waits
    // for the next target().
    void target(uint32_t node, uint32_t vc, uint64_t now);
    void write(uint32_t node, uint32_t vc, std::vector<uint8_t> data, uint64_t now);
    void close(uint32_t node, uint32_t vc, uint64_t now);
    void reload(uint64_t now);                                  // as if loaded afresh

    State state(uint32_t node, uint32_t vc) const;
    size_t queued(uint32_t node, uint32_t vc) const;            // payloads not yet acknowledged
    bool timed(uint32_t node, uint32_t vc) const;               // its timer runs
    const ReferenceCount &count() const { return count_; }

private:
    struct Payload { uint32_t id; std::vector<uint8_t> data; bool sent; };
    struct Link {
        uint32_t node = 0, vc = 0;
        bool known = false;                // has numbers: opened, or written to
        State state = CLOSED;
        uint32_t last = 0, next = 0, retired = 0;
        std::deque<Payload> queue;         // the first one is outstanding
        unsigned tries = 0;
        uint64_t timer = NEVER;
        bool full = false;                 // its last word on the next payload was NACK_FULL
    };
    using Key = std::pair<uint32_t, uint32_t>;

    Link &link(uint32_t node, uint32_t vc);
    const Link *find(uint32_t node, uint32_t vc) const;
    void begin(Link &l);
    void end(Link &l);
    void put(const Link &l, uint32_t op, uint32_t txid, uint32_t rxid,
             const std::vector<uint8_t> &data = {});
    void timers(uint64_t now);
    void expired(Link &l);
    void open(Link &l);
    void go_on(Link &l);
    void begin_burst(Link &l);
    void throw_away(Link &l);
    void on_ack(Link &l, uint32_t id);
    void on_close(Link &l, uint32_t rxid);
    void on_payload(Link &l, const Header &h, const Frame &f);

    Options o_;
    uint64_t now_ = 0, read_at_ = NEVER;
    size_t page_ = 0;                      // bytes in it, of all links
    std::map<Key, Link> links_;
    ReferenceCount count_;
};

#endif

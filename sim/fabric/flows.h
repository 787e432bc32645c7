// SPDX-License-Identifier: Apache-2.0
//
// What the hosts want from the fabric, and whether they get it. A flow is so many bytes from one
// host to another; it is cut into payloads. On the link of two MACs flows follow each other, those
// of several links take turns. The receiver knows which payload must come next and every byte of
// it: each arrival is compared.
#ifndef TTPFABRIC_FLOWS_H
#define TTPFABRIC_FLOWS_H

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fabric/actor.h"
#include "fabric/lives.h"

namespace fabric {

// Payloads on the link of two MACs, one way and VC, oldest first.
struct Lane {
    std::deque<uint32_t> coming;     // of which flow each is
    uint64_t handed = 0, arrived = 0;
    std::unique_ptr<Gifts> gifts;    // instead, where hosts close links and restart their MACs
};

struct Flow {
    uint32_t src = 0, dst = 0;       // hosts, counted from 0
    uint32_t vc = 0;
    uint64_t bytes = 0;
    uint64_t start = 0;              // cycle from which on the host has it
    uint64_t tag = 0;                // for the workload
    uint32_t count = 0;              // payloads
    uint32_t handed = 0, arrived = 0;
    uint64_t done = NEVER;           // cycle of the last beat of its last payload
    Lane *lane = nullptr;            // where it is handed over, when it has begun
};

struct Payload {
    uint32_t dest = 0;               // {VC[7:0], node[23:0]}
    uint32_t bytes = 0;
    uint64_t key = 0;                // see fill_payload()
    const uint8_t *data = nullptr;   // not nullptr: these bytes instead
};

// A payload has come to a host.
struct Delivery {
    uint32_t host = 0;
    uint64_t cycle = 0;
    uint32_t from = 0, bytes = 0;    // as in Host::delivered()
    uint64_t key = 0;
};

class Flows;

// One host. It knows no node numbers but as index + 1.
class Host {
public:
    Host(Flows &flows, uint32_t index) : flows_(flows), index_(index) {}

    // To its MAC. False: there is none at this cycle.
    bool next(uint64_t cycle, Payload *p);
    uint64_t next_start(uint64_t cycle) const;   // from when on there is one; NEVER: none planned
    // From its MAC. `from`: {VC, node}. bytes nullptr: only their key is known.
    void delivered(uint64_t cycle, uint32_t from, uint32_t n, const uint8_t *bytes, uint64_t key);
    HostLives *lives() const { return lives_.get(); }    // nullptr: its MAC has one life

private:
    friend class Flows;
    using Start = std::pair<uint64_t, uint32_t>;                 // cycle, flow

    Flows &flows_;
    uint32_t index_;
    std::priority_queue<Start, std::vector<Start>, std::greater<Start>> waiting_;
    void begin(uint32_t flow);
    void begin_due(uint64_t cycle);
    void arrived(uint64_t cycle, uint32_t from, uint32_t id, uint32_t n, uint64_t key);
    bool give(uint64_t cycle, Payload *p);
    void get(uint64_t cycle, uint32_t from, uint32_t n, const uint8_t *bytes, uint64_t key);
    Gifts *fresh_chunk();
    void next_turn(uint32_t flow);
    std::deque<uint32_t> active_;    // one of each link, in turns, a payload each
    std::unordered_map<uint32_t, std::deque<uint32_t>> busy_;    // links in active_: what follows
    std::unordered_map<uint32_t, Lane> lanes_;                   // to this host, by `from`
    std::unique_ptr<HostLives> lives_;
};

class Flows {
public:
    Flows(uint32_t hosts, uint32_t payload);

    // Starts at `cycle` or later. The number of the flow.
    uint32_t add(uint32_t src, uint32_t dst, uint32_t vc, uint64_t bytes, uint64_t cycle,
                 uint64_t tag = 0);
    uint32_t add(uint32_t src, uint32_t dst, uint32_t vc, std::vector<uint8_t> data,
                 uint64_t cycle, uint64_t tag);
    Flow &operator[](uint32_t i) { return flows_[i]; }
    const std::deque<Flow> &all() const { return flows_; }
    Host &host(uint32_t i) { return hosts_[i]; }
    uint32_t hosts() const { return static_cast<uint32_t>(hosts_.size()); }
    const std::vector<uint8_t> *data(uint32_t flow) const;

    uint32_t payload_bytes(const Flow &f, uint32_t i) const;
    // From here on hosts close links and restart their MACs; of each: payloads to come, both ways.
    void harm(const LivesSetting &s, const std::vector<uint64_t> &totals);
    void live(uint64_t cycle);       // something of that has happened
    Gifts *gifts(uint64_t key);      // the lane that this key names, nullptr: none
    void fail(const std::string &what);

    bool done() const { return open_ == 0 && (!harmed_ || whole()); }
    const std::string &error() const { return error_; }

    std::function<void(uint32_t flow, uint64_t cycle)> finished;
    std::function<void(uint32_t host, uint64_t cycle)> added;  // from then on it has more to send
    std::function<void(uint64_t cycle, uint32_t bytes)> progress;
    std::function<void(const Delivery &)> arrived;             // each good payload

    uint64_t payloads = 0, delivered = 0, delivered_bytes = 0;
    uint64_t last = 0;               // cycle of the newest delivery
    uint64_t last_harm = 0;          // of the newest thing that harm has brought
    std::function<void()> changed;   // done() may have changed by harm

private:
    friend class Host;
    static uint64_t key(const Flow &f, uint64_t i);   // of payload i of its lane
    void wrong(uint64_t cycle, uint32_t host, uint32_t from, const std::string &what);

    uint32_t payload_;
    std::deque<Host> hosts_;
    std::deque<Flow> flows_;
    std::unordered_map<uint32_t, std::vector<uint8_t>> data_;
    uint64_t open_ = 0;
    LivesSetting setting_;
    bool harmed_ = false;
    bool whole() const;
    std::string error_;
};

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Untimed witness of one MAC's ports: the AXI rules of every output port, and the form of every
// frame that it sends (docs/protocol.md, Frame). It shares nothing with the RTL or the model.
#ifndef TTPSIM_MONITOR_H
#define TTPSIM_MONITOR_H

#include <cstdint>
#include <string>
#include <vector>

#include "wire/frame.h"
#include "ttp_model.h"

// What the witnesses found wrong, first one first.
class Faults {
public:
    void add(uint64_t cycle, const std::string &who, const std::string &what);
    bool any() const { return count_ != 0; }
    uint64_t count() const { return count_; }
    const std::vector<std::string> &first() const { return text_; }

private:
    uint64_t count_ = 0;
    std::vector<std::string> text_;    // the first few
};

class PortMonitor {
public:
    PortMonitor(std::string who, unsigned beat_bytes, Faults *faults);

    void check(const ttp_in &in, const ttp_out &out, uint64_t cycle);
    uint64_t beats() const { return beats_; }
    // Beats into the MAC with something beyond tkeep that is not 0: from the host, from the wire.
    uint64_t noisy_host() const { return noisy_host_; }
    uint64_t noisy_wire() const { return noisy_wire_; }

private:
    struct Held {                      // a beat shown and not taken
        bool on = false, last = false, user = false;
        uint64_t keep = 0, data[8] = {};
        uint32_t id = 0;
    };

    void fail(uint64_t cycle, const std::string &what) { faults_->add(cycle, who_, what); }
    struct Beat {                      // on the pins
        bool valid, ready, last, user;
        uint32_t id;
        uint64_t keep;
        const uint64_t *data;
    };
    bool check_beat(Held *h, const Beat &b, const char *port, uint64_t cycle);
    void check_host(const ttp_in &in, const ttp_out &out, uint64_t cycle);
    void check_wire(const ttp_in &in, const ttp_out &out, uint64_t cycle);
    void check_small(const ttp_in &in, const ttp_out &out, uint64_t cycle);
    bool keep_ok(uint64_t keep, bool last) const;

    std::string who_;
    unsigned beat_;
    uint64_t ones_;
    Faults *faults_;
    bool was_reset_ = true;            // nothing is known of the cycle before
    Held host_, wire_, cpl_, b_, r_;
    bool wire_in_frame_ = false;
    uint32_t host_bytes_ = 0, host_id_ = 0;
    uint64_t beats_ = 0, noisy_host_ = 0, noisy_wire_ = 0;
};

// Is it a NACK that says to have a map (sel.frame)?
inline bool has_map(const Frame &f)
{
    return f.bytes.size() > 51 && (f.bytes[42] & 63) == OP_NACK && f.bytes[51] == 0x20;
}

// Empty, or what is wrong with a frame sent by node `own`; `high`: ADDR_HIGH. window: not 0 if it
// may carry an offer, of so many payloads, or a map, and name numbers of sends.
std::string frame_fault(const Frame &f, uint32_t own, uint32_t high = OUI, uint32_t window = 0);

// The counter of a MAC that drops a frame for its form (docs/protocol.md, Bad input), in the order
// in which it looks; 0: the frame is taken. `length` is that on the wire. `own` is the MAC's node,
// or ANY_NODE.
constexpr uint32_t ANY_NODE = UINT32_MAX;
unsigned drop_counter(const Frame &f, size_t length, uint32_t own, uint32_t high = OUI);

inline bool frame_taken(const Frame &f, uint32_t own, uint32_t high = OUI)
{
    return !drop_counter(f, f.bytes.size(), own, high);
}

#endif

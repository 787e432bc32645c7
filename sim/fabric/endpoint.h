// SPDX-License-Identifier: Apache-2.0
//
// A MAC in a fabric, of any kind: one host behind it, one cable before it.
//
//     Host -> [MAC] -> out()      the cable that leaves
//     Host <- [MAC] <- in_link()  the cable that comes
#ifndef TTPFABRIC_ENDPOINT_H
#define TTPFABRIC_ENDPOINT_H

#include <array>
#include <memory>
#include <string>

#include "fabric/actor.h"
#include "fabric/flows.h"
#include "fabric/link.h"
#include "rules/ttp_select.h"
#include "ttp_model.h"
#include "ttp_regs.h"
#include "wire/pcapng_out.h"

namespace fabric {

enum class Kind { model, rules, rtl, lockstep, simbricks };

inline uint32_t cells(uint32_t bytes) { return (bytes + 63) / 64; }

const char *kind_name(Kind k);
bool find_kind(const std::string &name, Kind *k);

// What all MACs of a fabric have in common.
struct EndConfig {
    std::string preset = "dojo", rtl_dir;
    ttp_params params{};             // of the preset, or changed
    uint32_t timeout = 0, backoff = 0, retry_max = 0, reack = 0;
    uint32_t window = 0;             // cells that a link may hold; 0: all
    bool nack_once = false;
    bool skip = true;                // a model sleeps while it is idle
    uint32_t rate = 64;              // bytes a cycle on the line: a beat
    bool pace = true;                // the line takes its time for the gaps between frames
    uint64_t seed = 1;
    ttp_select_config select{};      // of the rules; .on: they offer it. Its .rules is not used
    LivesConfig lives;               // closes and restarts that the hosts make
    uint32_t open_first = 0;         // sel.open
    uint32_t contexts = 8;           // links of which a MAC holds payloads ahead of their turn

    uint32_t beat() const { return params.data_w / 8; }
    uint16_t life(uint32_t node) const;     // first life number
};

using Counts = std::array<uint64_t, TTP_CNT_N>;

// What selective repeat has done in a MAC.
struct Selected {
    uint64_t offers = 0, agreed = 0; // frames; links, of MACs those whose frames show it
    uint64_t maps = 0, held = 0, probes = 0;
    uint64_t most_held = 0, most_contexts = 0, most_reorder = 0;
};

class Endpoint : public Actor {
public:
    Endpoint(Clock &clock, const EndConfig &c, Host &host, uint32_t node, FramePool &pool)
        : Actor(clock), cfg_(c), host_(host), node_(node), pool_(pool) {}

    Link &out() const { return *out_; }
    Link &in_link() const { return *in_; }
    void connect(Link *out, Link *in)
    {
        out_ = out;
        in_ = in;
        in->to = this;
        in->at_first = true;
    }
    virtual Kind kind() const = 0;
    // When the simulation has ended: as registers of a MAC count.
    virtual Counts counters() = 0;
    virtual Selected selected() const { return {}; }
    virtual uint64_t compared() const { return 0; }       // cycles, RTL against model
    virtual std::string trouble() const { return ""; }    // a difference, a failed assertion
    virtual uint64_t clocked() const { return 0; }        // cycles that were not skipped

    // Of every frame that came or went and of every payload delivered: what, and in which cycle.
    virtual uint64_t digest() const { return digest_; }
    virtual void finish() {}         // the simulation has ended: waits for what is elsewhere

    // For measurements.
    struct Watch {
        virtual ~Watch() = default;
        virtual void host_beat(uint32_t node, uint64_t cycle, bool first, bool last) = 0;
        virtual void frame(uint32_t node, const Frame &f, uint64_t first, uint64_t last) = 0;
        virtual void payload(uint32_t node, uint64_t first, uint64_t last) = 0;
    };
    Watch *watch = nullptr;
    // Not nullptr: every frame goes there too. Interfaces 0 and 1: sent, received.
    PcapngOut *capture = nullptr;

protected:
    void note(uint64_t what, uint64_t cycle, const Frame &f)
    {
        const uint64_t a = static_cast<uint64_t>(f.src) << 40 | static_cast<uint64_t>(f.dst) << 8
            | f.opcode | what << 6;
        const uint64_t b = static_cast<uint64_t>(f.tx_id) << 32 | f.rx_id;
        if (capture) record(what == 2, cycle, f);
        add(a, cycle);
        add(b ^ static_cast<uint64_t>(f.payload) << 16, f.life ^ static_cast<uint64_t>(f.vc) << 24);
    }
    void add(uint64_t a, uint64_t b)
    {
        digest_ = (digest_ ^ a) * 0x9e3779b97f4a7c15ull;
        digest_ = (digest_ ^ digest_ >> 29 ^ b) * 0xbf58476d1ce4e5b9ull;
    }

    const EndConfig &cfg_;
    Host &host_;
    uint32_t node_;
    FramePool &pool_;
    Link *out_ = nullptr, *in_ = nullptr;

private:
    void record(bool sent, uint64_t cycle, const Frame &f);

    uint64_t digest_ = 0;
};

} // namespace fabric

#endif

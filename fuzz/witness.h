// SPDX-License-Identifier: Apache-2.0
//
// What one MAC may do, whatever its peers send: judged from its pins, and from the events that pass
// its link pipe (so that a frame dropped for want of space is known to be
// dropped). It holds the MAC to
//
//   - every event comes from a well-formed frame on the wire, in the order of arrival, and a
//     well-formed frame is dropped only for want of space or while the MAC is off;
//   - the host gets what was taken, all of it, in order, unchanged, and takes of a link are in ID
//     order;
//   - ACK, NACK, NACK_FULL, CLOSE name nothing that was not taken; answers name what was asked;
//   - the wire carries the payloads of the host, in order, with contiguous IDs, and replays are
//     identical;
//   - only an ACK or NACK of something sent retires, completions of retired payloads stay below
//     that;
//   - a payload of the host that never left was reported as flushed or refused.
#ifndef TTP_FUZZ_WITNESS_H
#define TTP_FUZZ_WITNESS_H

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "axis.h"
#include "wire/frame.h"
#include "ttp_model.h"

class Witness {
public:
    Witness(uint32_t own, uint32_t window) : own_(own), window_(window) {}

    // The beat on the pins is its last, or the one behind byte 1536.
    void frame_in(const Frame &f);
    void cycle(const ttp_mac *m, const ttp_out &out);        // before each edge
    void host_out(uint32_t tid, const std::vector<uint8_t> &data);
    void accepted(const HostPacket &p, size_t from, size_t to);
    void wire_out(const Frame &f);
    void completion(const Completion &c);
    void reset();                                            // the MAC forgets everything
    void finish();                                           // nothing is under way any more

    const std::string &fault() const { return fault_; }
    uint64_t taken() const { return taken_; }
    uint64_t retired() const { return retired_; }
    size_t undelivered() const { return due_.size(); }

private:
    struct Arrived {
        bool good = false;                 // its form lets it in
        uint32_t op = 0, name = 0, txid = 0, rxid = 0;
        std::vector<uint8_t> data;
    };
    struct Due {
        uint32_t tid;
        std::vector<uint8_t> data;
    };
    struct Item {
        std::vector<uint8_t> data;
        bool optional;                     // the packet ended in an error: may be left out
    };
    struct Sent {
        uint64_t hash[2];              // the newest, and one of an earlier life under the same ID
    };
    struct Link {
        // receiving
        std::vector<uint32_t> known;   // IDs taken, and those that OPEN or OPEN_ACK gave as base
        std::vector<uint32_t> opens, closes;
        bool took = false;                 // `last` means something
        bool rebased = true;           // an OPEN, OPEN_ACK or NACK_NOLINK came since the last take
        uint32_t last = 0;
        // sending
        std::deque<Item> items;
        uint64_t missing = 0, flushed = 0, refused = 0;
        bool alive = false;                // has sent OPEN or OPEN_ACK
        uint32_t life = 0, nxt = 0, base = 0;      // base: nxt when this life began
        bool stale = false;            // payloads of the life before may still leave, from old_nxt
        uint32_t old_nxt = 0, old_life = 0;
        std::unordered_map<uint32_t, uint32_t> nxt_of;      // by our life
        uint64_t close_id = UINT64_MAX;    // of our newest CLOSE
        uint64_t closing = UINT64_MAX;     // of the peer's newest CLOSE
        std::unordered_map<uint32_t, Sent> sent;
        bool has_snt = false, has_covered = false;
        uint32_t snt = 0;                  // newest ID handed to the sender
        uint32_t covered = 0;              // newest ID that an ACK or NACK has retired
    };
    struct Seen {                          // the event in S2 of the cycle before
        bool valid = false;
        uint32_t ev = 0, name = 0, txid = 0, rxid = 0;
        uint32_t bay = 0;
        bool again = false;                // a payload that was held
    };

    void fail(const std::string &what, uint32_t name);
    void judged(uint32_t drop, uint32_t rx);
    void event(const Seen &s, const ttp_out &out);
    bool brought(const Seen &s, Arrived *a);
    void take(Link &l, uint32_t name, Arrived *a);
    void payload_out(Link &l, uint32_t name, const Header &h, const std::vector<uint8_t> &data);
    bool match(Link &l, const std::vector<uint8_t> &data);
    void new_life(Link &l, uint32_t life, uint32_t nxt);

    uint32_t own_;
    const uint32_t window_;                // not 0: it may offer, and name numbers of sends
    std::string fault_;
    std::deque<Arrived> on_pins_;          // not judged yet
    std::deque<Arrived> arrived_;          // given to the link pipe
    std::unordered_map<uint32_t, Arrived> in_bay_;      // payloads that were not taken, by bay
    std::deque<Due> due_;
    std::unordered_map<uint32_t, Link> links_;
    // In earlier entries of the link.
    std::unordered_map<uint32_t, std::vector<uint32_t>> covered_before_;
    Seen s2_;
    uint64_t taken_ = 0, retired_ = 0;
};

#endif

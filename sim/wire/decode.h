// SPDX-License-Identifier: Apache-2.0
//
// What a capture says about its TTP frames: the header fields, what a MAC would refuse, and how the
// frames belong together. scripts/wireshark/ttp.lua is the second reading of the same rules; they
// stand in docs/wireshark.md, and tb/wire/dissector.py holds the two against each other.
#ifndef TTPSIM_DECODE_H
#define TTPSIM_DECODE_H

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire/capture_in.h"
#include "wire/frame.h"
#include "wire/ipv4.h"

const char *ext_name(uint32_t ext);

struct Decoded {
    bool ttp = false;                 // EtherType 0x9AC6 right behind the addresses, or `ipv4`
    bool ipv4 = false;                // in IPv4 form (docs/port.md)
    bool other_ip = false;            // IPv4, but not TTP
    Ipv4Header ip{};                  // ... of both, if all of it was captured
    bool header = false;              // ... and the header is in the capture
    bool cut = false;                 // shorter than a header, on the wire
    Header h{};
    uint32_t life = 0;                // of the sender, if it counts (life.garbage, life.mark)
    const char *drop = nullptr;

    // Frame numbers, 0: none
    uint64_t replay_of = 0;           // PAYLOAD: where this ID was seen first
    uint64_t repeat_of = 0;           // others: where the run of equals began
    uint64_t request_in = 0;          // answers: the newest frame that they answer or name
    uint64_t response_in = 0;         // OPEN, CLOSE: the first answer
    uint64_t ack_in = 0;              // PAYLOAD: the first ACK or NACK that covered its ID
    uint32_t gap = 0;                 // PAYLOAD: IDs skipped
    uint32_t ack_new = 0;             // ACK, NACK: IDs that it covered first
    bool late = false;                // PAYLOAD: older than the newest, and not seen before
    bool far = false;                 // PAYLOAD: more than 65535 ahead
    bool illegal = false;             // ACK, NACK of an ID that was not sent
    bool foreign = false;             // names a life that is not the newest of its side
    bool reopen = false;              // OPEN that goes on with the same life
    bool restart = false;             // OPEN, OPEN_ACK: another life, though nobody closed the link
    // Selective repeat
    uint32_t send = 0;                // PAYLOAD, ACK, NACK: number of the send that it is or names
    uint32_t offer = 0;               // OPEN, OPEN_ACK: payloads that it offers to hold
    bool mapped = false;              // NACK: with a map
    uint32_t held = 0;                // ... so many payloads it names
    uint32_t newest = 0;              // ... the newest ID that is held
    std::vector<std::pair<uint32_t, uint32_t>> ranges;  // ... IDs that it names: first, last
};

// Feed the frames in order; an answer fills in the frame it answers.
class Analysis {
public:
    explicit Analysis(std::vector<Decoded> *out) : out_(*out) {}

    void add(const CaptureFrame &c);

private:
    struct Id {
        uint64_t first = 0, latest = 0, ack_in = 0;
        std::vector<uint64_t> open;   // its frames that no ACK has covered
    };
    struct Last {                     // of an opcode
        uint64_t first = 0;           // 0: none
        uint32_t txid = 0, rxid = 0, life = 0;
    };
    struct Request {
        uint64_t latest = 0;          // 0: none
        uint32_t txid = 0;
        std::vector<uint64_t> open;   // its frames that nobody has answered
    };
    struct Direction {
        bool known = false, has_top = false, has_acked = false, has_low = false, closed = false;
        uint32_t life = 0;            // 0: a stranger's
        uint32_t top = 0;             // newest payload ID, or the ID before the first
        uint32_t acked = 0;
        uint32_t low = 0;             // no ID older than this waits for its ACK
        std::unordered_map<uint32_t, Id> ids;
        Last last[OP_N];
        Request open, close;
    };
    // Point of view, source, destination, VC
    using Key = std::tuple<uint64_t, uint32_t, uint32_t, uint32_t>;

    Decoded &at(uint64_t number) { return out_[number - 1]; }
    static void begin_life(Direction *d, Direction *e);
    static bool foreign(const Direction &d, const Direction &e, const Header &h);
    static bool repeated(Direction *d, Decoded *r);
    void open(Direction *d, Direction *e, Decoded *r, bool repeat, uint64_t number);
    void open_ack(Direction *d, Direction *e, Decoded *r);
    void payload(Direction *d, Decoded *r, uint64_t number);
    void cover(Direction *e, Decoded *r, uint32_t upto, uint64_t number);
    void acknowledge(Direction *e, Decoded *r, uint64_t number);
    void answer(Request *q, Decoded *r, uint64_t number);

    std::vector<Decoded> &out_;
    std::map<Key, Direction> directions_;
};

// The line of text for a frame, as in the Info column of Wireshark.
std::string info_line(const CaptureFrame &c, const Decoded &r);

// ttpsim decode FILE [--json]
int run_decode(int argc, char **argv);

#endif

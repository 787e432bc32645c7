// SPDX-License-Identifier: Apache-2.0
//
// A frame on its way. Its header is always there as fields. Its bytes are there if a MAC with pins
// has sent it; a MAC without (rules_node.h) leaves them to the one who needs them, and names the
// payload by a key.
#ifndef TTPFABRIC_FRAME_H
#define TTPFABRIC_FRAME_H

#include <cstdint>
#include <memory>
#include <vector>

namespace fabric {

constexpr uint32_t HEADER = 60, LEAST = 64, BLOCK = 16, PAYLOAD_MAX = 1024;
constexpr uint32_t GAP = 24;         // FCS, preamble and gap between frames: bytes on the line
constexpr size_t ROOM = 1088;        // of the longest frame, 1084 bytes, in whole beats

struct Frame {
    uint32_t src = 0, dst = 0;       // nodes
    uint32_t tx_id = 0, rx_id = 0;
    uint16_t size = 0;               // bytes of the frame without FCS
    uint16_t payload = 0;            // bytes
    uint16_t life = 0, to_life = 0;  // of the sender, of the receiver; 0: not named
    uint8_t opcode = 0, vc = 0;
    uint8_t type = 0;                // byte 51: what a block behind the header is
    bool solid = false;              // `bytes` is the frame
    bool block = false;              // if not solid: BLOCK bytes lie behind the header in `bytes`
    uint64_t key = 0;                // of the payload, if not solid
    const uint8_t *data = nullptr;   // not nullptr: these are its bytes, if not solid
    uint8_t bytes[ROOM];

    uint32_t beats(uint32_t beat) const { return (size + beat - 1u) / beat; }
    void set_payload(uint32_t n);    // payload and size
    void read_header();              // fields from bytes; size is that of the frame
    void write_header();             // the other way, all but the payload
    uint64_t payload_key() const;    // that it was filled with, of 8 bytes or more
    void make_solid();               // `bytes` becomes the frame, if it is not yet
    void set_lives(uint16_t own, uint16_t peer) { life = own, to_life = peer; }
    // As the beginning of a frame: no payload, not solid. No other field is left from before.
    void set_header(uint32_t from, uint32_t dest, uint8_t code, uint32_t tx, uint32_t rx);
};

// Frames are used again: 200 bytes of bookkeeping by malloc and a cold kilobyte each would cost
// more than what a switch does with one.
class FramePool {
public:
    FramePool() = default;
    FramePool(const FramePool &) = delete;
    FramePool &operator=(const FramePool &) = delete;

    struct Back {
        FramePool *pool = nullptr;
        void operator()(Frame *f) const { pool->free_.push_back(f); }
    };
    using Ptr = std::unique_ptr<Frame, Back>;

    Ptr take();

private:
    std::vector<std::unique_ptr<Frame[]>> blocks_;
    std::vector<Frame *> free_;
};

using FramePtr = FramePool::Ptr;

// The bytes of a payload: a function of its key. Rounded up to whole words.
void fill_payload(uint8_t *to, uint32_t n, uint64_t key);
bool check_payload(const uint8_t *from, uint32_t n, uint64_t key);

} // namespace fabric

#endif

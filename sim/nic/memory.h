// SPDX-License-Identifier: Apache-2.0
//
// The NIC's AXI4 master as reads and writes of host memory. A burst that is longer than what the
// host takes at once goes in several pieces. The host may answer them in any order: bursts of one
// ID are given to the NIC in order, those of different IDs as they are whole.
#ifndef TTPNICDEV_MEMORY_H
#define TTPNICDEV_MEMORY_H

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "nic/dut.h"
#include "nic/host.h"

namespace nicdev {

class Memory {
public:
    explicit Memory(Host *host) : host_(host) {}

    // The pins of this cycle, and what passes with its edge: true if anything did.
    void drive(ttp_nic_in *in);
    bool clock(const ttp_nic_in &in, const ttp_nic_out &out);

    // Answers of the host; data: up to `room` bytes. False: nobody has asked for it.
    bool read_done(uint64_t id, const uint8_t *data, size_t room);
    bool write_done(uint64_t id);
    void reset();                                // nothing is under way
    bool waits() const { return !pieces_.empty() || !writing_.empty(); }

    uint64_t reads = 0, writes = 0, read_bytes = 0, written_bytes = 0;

private:
    struct Read {
        std::vector<uint8_t> data;
        size_t missing = 0, given = 0;           // bytes
    };
    struct Piece {                               // of a burst that a message has asked for
        Read *read;
        size_t at, bytes;
    };
    struct Write {
        uint64_t at = 0;                         // of the next word
        unsigned words = 0;                      // that are to come
        unsigned open = 0;                       // messages without an answer
        uint8_t  id = 0;
    };

    void ask(const ttp_nic_out &out);
    void take_word(const ttp_nic_out &out);
    void write_run();

    Host *host_;
    uint64_t serial_ = 0;                        // IDs of messages
    std::deque<Read> reads_[4];                  // by AXI ID; a Read stays where it is
    unsigned turn_ = 0;                          // whose burst is given, if one is
    bool giving_ = false;
    std::map<uint64_t, Piece> pieces_;
    std::deque<Write> writes_;
    size_t filling_ = 0;                         // which of writes_ takes words
    std::map<uint64_t, Write *> writing_;
    uint64_t run_at_ = 0;                        // strobed bytes without a gap, not yet written
    std::vector<uint8_t> run_;
};

} // namespace nicdev

#endif

// SPDX-License-Identifier: Apache-2.0
//
// BAR 0 of the device: reads and writes of the host, one after the other, at the NIC's AXI4-Lite
// port. An access is of whole registers: offset and length are multiples of 4, the length is not 0,
// and its end is within the BAR. Any other, and a register that answers SLVERR, reads as ones, is
// not written, and is counted.
#ifndef TTPNICDEV_REGISTERS_H
#define TTPNICDEV_REGISTERS_H

#include <deque>
#include <vector>

#include "nic/dut.h"
#include "nic/link.h"

namespace nicdev {

constexpr uint64_t BAR = 1 << 13;

class Registers {
public:
    explicit Registers(Link *link) : link_(link) {}

    // A message H2D READ, WRITE or WRITE_POSTED. False: it says that it is longer than a slot.
    bool take(uint8_t type, const uint8_t *m);
    // So many wait that no more messages should be taken.
    bool crowded() const { return waiting_.size() >= 1024; }

    // The pins of this cycle, and what passes with its edge: true while there is something to do.
    void drive(ttp_axil_in *in);
    bool clock(const ttp_axil_out &out);

    uint64_t accesses = 0, refused = 0;

private:
    struct Access {
        uint8_t type;
        uint64_t id, offset;
        std::vector<uint8_t> data;
        bool bad;                                // it does not get to the NIC
        size_t at;
    };
    void begin(const Access &a);
    void done(bool error);

    Link *link_;
    std::deque<Access> waiting_;                 // the first one is under way
    bool under_way_ = false;
    ttp_axil_in pins_{};
};

} // namespace nicdev

#endif

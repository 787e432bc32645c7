// SPDX-License-Identifier: Apache-2.0
//
// BAR 0 of the device: reads and writes of the host, one after the other, at the NIC's AXI4-Lite
// port. An access is of whole registers: offset and length are multiples of 4, the length is not 0,
// and its end is within the BAR. Any other, and a register that answers SLVERR, reads as ones, is
// not written, and is counted.
#ifndef TTPNICDEV_REGISTERS_H
#define TTPNICDEV_REGISTERS_H

#include <deque>

#include "nic/dut.h"
#include "nic/host.h"

namespace nicdev {

class Registers {
public:
    explicit Registers(Host *host) : host_(host) {}

    void take(Access a);
    // So many wait that no more messages should be taken.
    bool crowded() const { return waiting_.size() >= 1024; }
    void reset();                                // nothing waits, nothing is under way

    // The pins of this cycle, and what passes with its edge: true while there is something to do.
    void drive(ttp_axil_in *in);
    bool clock(const ttp_axil_out &out);

    uint64_t accesses = 0, refused = 0;

private:
    void begin(const Access &a);
    void done(bool error);

    Host *host_;
    std::deque<Access> waiting_;                 // the first one is under way
    bool under_way_ = false;
    ttp_axil_in pins_{};
};

} // namespace nicdev

#endif

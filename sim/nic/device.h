// SPDX-License-Identifier: Apache-2.0
//
// A NIC as a PCIe device of SimBricks: its clock, and what stands around its pins. There is no
// synchronisation: cycles pass as fast as they can, and slower while nothing moves.
#ifndef TTPNICDEV_DEVICE_H
#define TTPNICDEV_DEVICE_H

#include <memory>
#include <string>

#include "nic/memory.h"
#include "nic/registers.h"
#include "wire_udp.h"

namespace nicdev {

class Device {
public:
    // `epoch`: another each boot. The link is open, the wire too.
    Device(std::unique_ptr<Dut> dut, Link *link, wire_udp *wire, uint16_t epoch);

    // Until the host has ended: true. False: RTL and model differ, or the host has gone without a
    // word or does what the protocol does not know; why() is one line then.
    bool run();
    const std::string &why() const { return why_; }
    void report() const;                         // to stdout

private:
    void cycle();
    void listen();
    void hear(uint8_t type, const uint8_t *m);
    void interrupt(bool level);
    void wire_in(ttp_nic_wire *w);
    void wire_out(const ttp_nic_wire &w);
    void idle();

    std::unique_ptr<Dut> dut_;
    Link *link_;
    wire_udp *wire_;
    Memory memory_;
    Registers registers_;
    ttp_nic_pins_in in_{};
    uint64_t cycle_ = 0;
    bool moved_ = false, ended_ = false;
    unsigned idle_ = 0;                          // rounds in a row in which nothing moved
    bool wanted_ = false, told_ = false;         // INTx: the host wants it; level that it knows
    uint64_t interrupts_ = 0;
    uint8_t rx_[1536], tx_[1536];                // frames on their way
    size_t rx_n_ = 0, rx_at_ = 0, tx_n_ = 0;
    std::string why_;
};

} // namespace nicdev

#endif

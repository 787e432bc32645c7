// SPDX-License-Identifier: Apache-2.0
//
// A NIC as a PCIe device: its clock, and what stands around its pins. There is no synchronisation
// with the host: cycles pass as fast as they can, and slower while nothing moves.
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
    // `epoch`: another each boot. Host and wire are there.
    Device(std::unique_ptr<Dut> dut, Host *host, wire_udp *wire, uint16_t epoch);

    // Until the host has ended: true. False: RTL and model differ, or the host has gone without a
    // word or does what the protocol does not know; why() is one line then.
    bool run();
    const std::string &why() const { return why_; }
    void report() const;                         // to stdout

private:
    void cycle();
    void reset();
    void wire_in(ttp_nic_wire *w);
    void wire_out(const ttp_nic_wire &w);
    void idle();

    std::unique_ptr<Dut> dut_;
    Host *host_;
    wire_udp *wire_;
    Memory memory_;
    Registers registers_;
    ttp_nic_pins_in in_{};
    uint64_t cycle_ = 0;
    bool moved_ = false;
    unsigned idle_ = 0;                          // rounds in a row in which nothing moved
    uint8_t rx_[1536], tx_[1536];                // frames on their way
    size_t rx_n_ = 0, rx_at_ = 0, tx_n_ = 0;
    std::string why_;
};

} // namespace nicdev

#endif

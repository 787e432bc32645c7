// SPDX-License-Identifier: Apache-2.0
//
// Configuration space; see pci_config.h.
#include "nic/pci_config.h"

#include "nic/host.h"

namespace nicdev {

namespace {

// Bits of the command register: accesses of the BAR, bus master, no INTx.
constexpr uint32_t WRITABLE = 1 << 1 | 1 << 2 | 1 << 10;
constexpr uint8_t NO_INTX = 1 << 2;              // of its high byte
constexpr uint8_t INTX = 1 << 3, CAPABILITIES = 1 << 4;        // of the status register
constexpr uint8_t POWER = 0x40;                  // where power management is

} // namespace

PciConfig::PciConfig()
{
    set(0x00, VENDOR, 2, 0);
    set(0x02, DEVICE, 2, 0);
    set(AT_COMMAND, 0, 2, WRITABLE);
    set(AT_STATUS, CAPABILITIES, 2, 0);
    set(0x0a, SUBCLASS, 1, 0);
    set(0x0b, CLASS, 1, 0);
    set(0x0c, 0, 1, 0xff);                       // size of a cache line: without a meaning here
    set(AT_BAR, 0, 4, ~static_cast<uint32_t>(BAR - 1));        // memory of 32 bits
    set(0x2c, VENDOR, 2, 0);                     // of the subsystem
    set(0x2e, DEVICE, 2, 0);
    set(0x34, POWER, 1, 0);
    set(0x3c, 0, 1, 0xff);                       // where INTx goes, for software alone
    set(0x3d, 1, 1, 0);                          // pin A
    set(POWER, 0x0001, 2, 0);                    // the last capability
    set(POWER + 2, 0x0003, 2, 0);                // version 1.2 of its page; D0 and D3hot alone
    set(AT_POWER, 0, 4, 3);                      // the state; it is a reset, by bit 3 being 0
    after_reset_ = bytes_;
}

void PciConfig::reset()
{
    bytes_ = after_reset_;
}

void PciConfig::set(uint32_t offset, uint32_t value, size_t bytes, uint32_t writable)
{
    for (uint32_t i = 0; i < bytes; i++) {
        bytes_[offset + i] = static_cast<uint8_t>(value >> 8 * i);
        writable_[offset + i] = static_cast<uint8_t>(writable >> 8 * i);
    }
}

uint32_t PciConfig::read(uint32_t offset, size_t bytes) const
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < bytes; i++)
        value |= static_cast<uint32_t>(bytes_[offset + i]) << 8 * i;
    return value;
}

bool PciConfig::write(uint32_t offset, uint32_t value, size_t bytes)
{
    const bool asleep = bytes_[AT_POWER] == 3;
    for (uint32_t i = 0; i < bytes; i++) {
        const uint8_t mask = writable_[offset + i];
        const auto byte = static_cast<uint8_t>(value >> 8 * i);
        bytes_[offset + i] = static_cast<uint8_t>((bytes_[offset + i] & ~mask) | (byte & mask));
    }
    return asleep && bytes_[AT_POWER] == 0;
}

bool PciConfig::interrupt(bool level)
{
    bytes_[AT_STATUS] = static_cast<uint8_t>(CAPABILITIES | (level ? INTX : 0));
    return level && !(bytes_[AT_COMMAND + 1] & NO_INTX);
}

} // namespace nicdev

// SPDX-License-Identifier: Apache-2.0
//
// Configuration space of the device: 256 bytes of a PCI function with one BAR, INTx, and the
// capability of power management, whose way from D3hot to D0 is a reset: Linux takes it for that.
// A byte that is nothing of these is 0 and stays so.
#ifndef TTPNICDEV_PCI_CONFIG_H
#define TTPNICDEV_PCI_CONFIG_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace nicdev {

class PciConfig {
public:
    PciConfig();
    void reset();                                // as after power on

    // 1, 2 or 4 bytes that lie within it: true.
    static bool fits(uint32_t offset, int64_t bytes)
    {
        return (bytes == 1 || bytes == 2 || bytes == 4) && offset <= SIZE - bytes;
    }
    uint32_t read(uint32_t offset, size_t bytes) const;
    // True: the whole device is to be reset with this.
    bool write(uint32_t offset, uint32_t value, size_t bytes);

    uint32_t bar() const { return read(AT_BAR, 4); }
    // It may touch memory.
    bool master() const { return bytes_[AT_COMMAND] & 4 && !(bytes_[AT_POWER] & 3); }
    // The level of INTx, for the status register: what of it the host is to see.
    bool interrupt(bool level);

private:
    static constexpr uint32_t SIZE = 256, AT_COMMAND = 0x04, AT_STATUS = 0x06, AT_BAR = 0x10,
                              AT_POWER = 0x44;

    void set(uint32_t offset, uint32_t value, size_t bytes, uint32_t writable);

    std::array<uint8_t, SIZE> bytes_{}, writable_{}, after_reset_{};
};

} // namespace nicdev

#endif

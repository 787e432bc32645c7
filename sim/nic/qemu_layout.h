// SPDX-License-Identifier: Apache-2.0
//
// What QEMU 7.2 says over the socket of its device x-pci-proxy-dev, and what it wants to hear. QEMU
// calls it private, so it may change; docs/nic.md has it as a table. Written from what QEMU sends
// and from the structs of its include/hw/remote/mpqemu-link.h, for 64-bit machines, little-endian.
#ifndef TTPNICDEV_QEMU_LAYOUT_H
#define TTPNICDEV_QEMU_LAYOUT_H

#include <cstddef>

namespace nicdev {

// Commands, the first number of a message.
enum {
    QEMU_SYNC_SYSMEM = 0,        // this is the guest's memory now
    QEMU_RET = 1,                // ours: the answer to all but SYNC_SYSMEM and SET_IRQFD
    QEMU_CFG_WRITE = 2,          // of configuration space
    QEMU_CFG_READ = 3,
    QEMU_BAR_WRITE = 4,
    QEMU_BAR_READ = 5,
    QEMU_SET_IRQFD = 6,          // two events: INTx rises; the guest has seen it
    QEMU_DEVICE_RESET = 7
};

// A head, then data; descriptors come with the head.
constexpr size_t QEMU_AT_COMMAND = 0;    // i32
constexpr size_t QEMU_AT_SIZE = 8;       // u64, bytes of data
constexpr size_t QEMU_HEAD = 16;

constexpr size_t QEMU_PIECES = 8;        // of memory at most, a descriptor each
// Data of SYNC_SYSMEM: three times PIECES numbers of 64 bits.
constexpr size_t QEMU_MEM_GUEST = 0;     // address of the guest
constexpr size_t QEMU_MEM_BYTES = 64;
constexpr size_t QEMU_MEM_OFFSET = 128;  // in what the descriptor is of
constexpr size_t QEMU_MEM_SIZE = 192;
// Data of CFG_READ and CFG_WRITE: offset, value, bytes.
constexpr size_t QEMU_CFG_OFFSET = 0;    // u32
constexpr size_t QEMU_CFG_VALUE = 4;     // u32
constexpr size_t QEMU_CFG_BYTES = 8;     // i32
constexpr size_t QEMU_CFG_SIZE = 12;
// Data of BAR_READ and BAR_WRITE.
constexpr size_t QEMU_BAR_ADDRESS = 0;   // u64, of the guest
constexpr size_t QEMU_BAR_VALUE = 8;     // u64
constexpr size_t QEMU_BAR_BYTES = 16;    // u32
constexpr size_t QEMU_BAR_MEMORY = 20;   // u8: not a port
constexpr size_t QEMU_BAR_SIZE = 24;
// Data of RET.
constexpr size_t QEMU_RET_SIZE = 8;      // u64

} // namespace nicdev

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What SimBricks has in a socket and in shared memory, version 1 of its base protocol. Written from
// the layout that it publishes: github.com/simbricks/simbricks, lib/simbricks/base/proto.h and
// lib/simbricks/network/proto.h. docs/simbricks.md has it as a table. All numbers are in the byte
// order of the machine: both sides run on one.
#ifndef TTPSIM_SIMBRICKS_LAYOUT_H
#define TTPSIM_SIMBRICKS_LAYOUT_H

#include <cstddef>
#include <cstdint>

namespace simbricks {

constexpr uint64_t VERSION = 1;
constexpr uint64_t UPPER_NETWORK = 1;            // Ethernet; 0 base, 2 PCIe, 3 memory
constexpr uint64_t FLAG_SYNC = 1, FLAG_FORCE = 2;

// Once over the Unix socket, with the descriptor of the shared memory. l2c: from listener to
// connecter. Offsets and sizes of slots are in bytes.
struct ListenerIntro {
    uint64_t version, flags;
    uint64_t l2c_offset, l2c_slot, l2c_slots;
    uint64_t c2l_offset, c2l_slot, c2l_slots;
    uint64_t upper, upper_offset;
};
static_assert(sizeof(ListenerIntro) == 80, "no gaps");

struct ConnecterIntro {
    uint64_t version, flags;
    uint64_t upper, upper_offset;
};
static_assert(sizeof(ConnecterIntro) == 32, "no gaps");

// After each of them comes what the upper layer has to say: with Ethernet four bytes that mean
// nothing. Older versions had none, and a reader takes both.
constexpr size_t UPPER_INTRO = 4;

// A slot of a queue: a head of 64 bytes, then the frame.
constexpr size_t HEAD = 64;
constexpr size_t AT_LENGTH = 0;                  // u16, of a packet: bytes of the frame
constexpr size_t AT_PORT = 2;                    // u8, of a packet
constexpr size_t AT_STAMP = 48;                  // u64, picoseconds: when it arrives
constexpr size_t AT_OWNER = 63;                  // u8: bit 7 and the type; written last

constexpr uint8_t OWNED_BY_CONSUMER = 0x80, TYPE_MASK = 0x7f;
constexpr uint8_t TYPE_SYNC = 0x00, TYPE_END = 0x01, TYPE_PACKET = 0x40;

constexpr uint64_t DEFAULT_LATENCY = 500000;     // ps
constexpr uint64_t DEFAULT_SLOTS = 8192, DEFAULT_SLOT = HEAD + 1536;

} // namespace simbricks

#endif

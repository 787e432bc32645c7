// SPDX-License-Identifier: Apache-2.0
//
// The memory of a guest: pieces of shared memory, each at an address of the guest. What lies
// outside reads as ones and is not written.
#ifndef TTPNICDEV_GUEST_MEMORY_H
#define TTPNICDEV_GUEST_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nicdev {

class GuestMemory {
public:
    GuestMemory() = default;
    ~GuestMemory() { clear(); }
    GuestMemory(const GuestMemory &) = delete;
    GuestMemory &operator=(const GuestMemory &) = delete;

    void clear();
    // So many bytes of what the descriptor is of, from `offset` on, are at `address`. False and
    // *why: there are not as many, or they can not be mapped.
    bool add(int fd, uint64_t address, uint64_t bytes, uint64_t offset, std::string *why);

    // False: some of it lay outside.
    bool read(uint64_t address, uint8_t *into, size_t bytes) const;
    // The last 8 bytes, or what there is, come last: those of a completion have its phase.
    bool write(uint64_t address, const uint8_t *from, size_t bytes);

    size_t pieces() const { return pieces_.size(); }
    uint64_t bytes() const;

private:
    struct Piece {
        uint64_t address, bytes;
        uint8_t *base;
    };
    // How many bytes from this address on lie in one piece, and where: 0 to most.
    size_t reach(uint64_t address, size_t most, uint8_t **at) const;
    bool write_some(uint64_t address, const uint8_t *from, size_t bytes);

    std::vector<Piece> pieces_;
};

} // namespace nicdev

#endif

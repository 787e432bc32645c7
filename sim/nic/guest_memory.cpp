// SPDX-License-Identifier: Apache-2.0
//
// Shared memory of a guest; see guest_memory.h.
#include "nic/guest_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace nicdev {

void GuestMemory::clear()
{
    for (const Piece &p : pieces_) munmap(p.base, p.bytes);
    pieces_.clear();
}

bool GuestMemory::add(int fd, uint64_t address, uint64_t bytes, uint64_t offset, std::string *why)
{
    struct stat st;
    const auto size = !fstat(fd, &st) && S_ISREG(st.st_mode) ? static_cast<uint64_t>(st.st_size)
                                                             : 0;
    *why = std::to_string(bytes) + " bytes from " + std::to_string(offset) + " on";
    if (!bytes || offset > size || bytes > size - offset || address + bytes < address) {
        *why += ", of " + std::to_string(size) + " that are shared";
        return false;
    }
    void *const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                         static_cast<off_t>(offset));
    if (p == MAP_FAILED) {
        *why += std::string(": ") + strerror(errno);
        return false;
    }
    pieces_.push_back({ address, bytes, static_cast<uint8_t *>(p) });
    return true;
}

size_t GuestMemory::reach(uint64_t address, size_t most, uint8_t **at) const
{
    for (const Piece &p : pieces_) {
        if (address - p.address >= p.bytes) continue;
        *at = p.base + (address - p.address);
        return static_cast<size_t>(std::min<uint64_t>(most, p.bytes - (address - p.address)));
    }
    return 0;
}

bool GuestMemory::read(uint64_t address, uint8_t *into, size_t bytes) const
{
    bool all = true;
    for (size_t i = 0, n = 0; i < bytes; i += n) {
        uint8_t *at = nullptr;
        n = reach(address + i, bytes - i, &at);
        if (n) memcpy(into + i, at, n);
        else into[i] = 0xff, n = 1, all = false;
    }
    return all;
}

bool GuestMemory::write_some(uint64_t address, const uint8_t *from, size_t bytes)
{
    bool all = true;
    for (size_t i = 0, n = 0; i < bytes; i += n) {
        uint8_t *at = nullptr;
        n = reach(address + i, bytes - i, &at);
        if (n) memcpy(at, from + i, n);
        else n = 1, all = false;
    }
    return all;
}

bool GuestMemory::write(uint64_t address, const uint8_t *from, size_t bytes)
{
    const size_t first = bytes > 8 ? bytes - 8 : 0;
    const bool all = write_some(address, from, first);
    std::atomic_thread_fence(std::memory_order_release);
    return write_some(address + first, from + first, bytes - first) && all;
}

uint64_t GuestMemory::bytes() const
{
    uint64_t sum = 0;
    for (const Piece &p : pieces_) sum += p.bytes;
    return sum;
}

} // namespace nicdev

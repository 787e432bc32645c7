// SPDX-License-Identifier: Apache-2.0
//
// Frames for the tests of fpga/eth/: bytes, FCS from zlib, events by name.
#ifndef ETH_UTIL_H
#define ETH_UTIL_H

#include <cstdint>
#include <vector>
#include <zlib.h>
#include "tb_util.h"

// Typed again on purpose: the numbers software reads, docs/ethernet.md.
enum eth_event {
    RX_GOOD, RX_FCS, RX_ER, RX_ALIGN, RX_RUNT, RX_NOSFD, RX_OVERSIZE, RX_OVERFLOW,
    TX_GOOD, TX_UNDERRUN, TX_ERROR, ETH_EVENTS
};

using bytes = std::vector<uint8_t>;

inline uint32_t eth_fcs(const uint8_t *p, size_t n)
{
    return static_cast<uint32_t>(crc32(crc32(0, nullptr, 0), p, static_cast<uInt>(n)));
}
inline void eth_add_fcs(bytes &f)
{
    const uint32_t c = eth_fcs(f.data(), f.size());
    for (unsigned i = 0; i < 4; i++) f.push_back(static_cast<uint8_t>(c >> (8 * i)));
}
// The four last bytes against the ones before: 0 right, 1 each bit inverted, 2 neither.
inline unsigned eth_fcs_state(const bytes &f)
{
    if (f.size() < 4) return 2;
    const uint32_t c = eth_fcs(f.data(), f.size() - 4);
    uint32_t got = 0;
    for (unsigned i = 0; i < 4; i++) got |= static_cast<uint32_t>(f[f.size() - 4 + i]) << (8 * i);
    return got == c ? 0 : got == ~c ? 1 : 2;
}
inline bytes eth_random(tb_rng &r, size_t n)
{
    bytes f(n);
    // Now and then bytes that look like preamble and SFD, or all the same.
    const unsigned kind = r.below(6);
    for (auto &b : f)
        b = kind == 0   ? (r.one_in(3) ? 0xD5 : 0x55)
            : kind == 1 ? 0
            : kind == 2 ? 0xFF
                        : static_cast<uint8_t>(r.bits(8));
    return f;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// For the tests of fpga/eth/ and fpga/card/: frames with their FCS from zlib, frames on a 64-bit
// stream, events by name, checks that tell their line.
#ifndef ETH_UTIL_H
#define ETH_UTIL_H

#include <cstdint>
#include <vector>
#include <zlib.h>
#include "tb_util.h"

#undef CHECK_EQ
#define CHECK_STR2(x) #x
#define CHECK_STR(x) CHECK_STR2(x)
#define CHECK_EQ(chk, rtl, model) \
    (chk).eq("line " CHECK_STR(__LINE__) ": " #rtl " against " #model, \
             static_cast<uint64_t>(rtl), static_cast<uint64_t>(model))
// In a bench, which has a chk
#define EXPECT(rtl, model) CHECK_EQ(chk, rtl, model)
#define CHECK(condition) CHECK_EQ(chk, condition, true)

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

// A stream of 64-bit beats into the design: whole frames, gaps between beats. Bytes that a beat
// does not keep are random.
struct beat_source {
    bytes cur;
    size_t at = 0;
    bool valid = false;
    bool idle() const { return !valid && cur.empty(); }
    // Before the edge: drive; gap: percent of idle cycles before a beat.
    template <class D, class K, class B>
    void drive(tb_rng &r, unsigned gap, D &data, K &keep, B &v, B &last)
    {
        if (!valid && !cur.empty() && !r.percent(gap)) valid = true;
        v = valid;
        const size_t left = cur.size() - at;
        uint64_t w = r.bits(64);
        if (valid) for (size_t i = 0; i < 8 && i < left; i++) {
            w &= ~(uint64_t{0xFF} << (8 * i));
            w |= uint64_t{cur[at + i]} << (8 * i);
        }
        data = w;
        keep = static_cast<uint8_t>(left >= 8 ? 0xFF : (1u << left) - 1);
        last = left <= 8;
    }
    // The beat was taken; true with the last one.
    bool taken()
    {
        valid = false;
        at += 8;
        if (at < cur.size()) return false;
        cur.clear();
        at = 0;
        return true;
    }
};
inline void beat_append(bytes &b, uint64_t data, unsigned keep)
{
    for (unsigned i = 0; i < 8; i++)
        if (keep >> i & 1) b.push_back(static_cast<uint8_t>(data >> (8 * i)));
}

#endif

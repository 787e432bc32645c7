// SPDX-License-Identifier: Apache-2.0
//
// Host link frames for the tests of card_*: typed again from docs/host-link.md, not from the RTL.
#ifndef CARD_UTIL_H
#define CARD_UTIL_H

#include "eth_util.h"

enum hl_type {
    T_HELLO = 1, T_DATA, T_REQ, T_CREDIT, T_BYE, T_WELCOME = 9, T_DATA_UP, T_RSP, T_CPL, T_STATUS
};

// docs/card.md, HL_*
enum hl_counter {
    C_HELLO, C_DATA, C_REQ, C_CREDIT, C_BYE, C_NOT_OURS, C_MALFORMED, C_NO_SESSION, C_ORDER,
    C_OVERRUN, C_STALLED, C_BUSY, C_UART_BAD, C_UART_FULL, C_TX_WELCOME, C_TX_DATA, C_TX_RSP,
    C_TX_CPL, C_TX_STATUS, C_TX_GOBACK, C_CPL_LOST, C_ECHO_LOST, C_CK_GOOD = 24, C_CK_BAD, C_ECHOED,
    C_N = 32
};

struct hl_frame {
    uint64_t dst = 0xFFFFFFFFFFFF, src = 0;
    unsigned etype = 0x88B5, version = 1, type = 0, vc = 0, flags = 0, node = 0, length = 0,
             seq = 0, limit = 0, ack = 0;
    uint32_t tag = 0;
    bytes body;
};

inline void put_be(bytes &b, uint64_t v, unsigned n)
{
    while (n--) b.push_back(static_cast<uint8_t>(v >> (8 * n)));
}
inline uint64_t get_be(const bytes &b, size_t at, unsigned n)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i++) v = v << 8 | b[at + i];
    return v;
}
// Bytes 14.. of the frame, or all of it, padded as Ethernet does
inline bytes hl_bytes(const hl_frame &f, bool ethernet)
{
    bytes b;
    if (ethernet) { put_be(b, f.dst, 6); put_be(b, f.src, 6); put_be(b, f.etype, 2); }
    put_be(b, f.version << 4 | f.type, 1);
    put_be(b, f.vc, 1);
    put_be(b, f.flags, 1);
    put_be(b, f.node, 3);
    put_be(b, f.length, 2);
    put_be(b, f.seq, 2);
    put_be(b, f.limit, 2);
    put_be(b, f.ack, 2);
    put_be(b, f.tag, 4);
    b.insert(b.end(), f.body.begin(), f.body.end());
    if (ethernet) while (b.size() < 60) b.push_back(0xA5);
    return b;
}
// b: bytes 0.. of a frame
inline hl_frame hl_parse(const bytes &b)
{
    hl_frame f;
    f.dst = get_be(b, 0, 6);
    f.src = get_be(b, 6, 6);
    f.etype = static_cast<unsigned>(get_be(b, 12, 2));
    f.version = b[14] >> 4;
    f.type = b[14] & 15;
    f.vc = b[15];
    f.flags = b[16];
    f.node = static_cast<unsigned>(get_be(b, 17, 3));
    f.length = static_cast<unsigned>(get_be(b, 20, 2));
    f.seq = static_cast<unsigned>(get_be(b, 22, 2));
    f.limit = static_cast<unsigned>(get_be(b, 24, 2));
    f.ack = static_cast<unsigned>(get_be(b, 26, 2));
    f.tag = static_cast<uint32_t>(get_be(b, 28, 4));
    f.body.assign(b.begin() + 32, b.end());
    return f;
}

// A register after a write with byte strobes
inline uint32_t strobed(uint32_t was, uint32_t v, unsigned strb)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) if (strb >> i & 1) mask |= 0xFFu << (8 * i);
    return (was & ~mask) | (v & mask);
}
// Payload k of the generator
inline bytes pattern(uint32_t k, size_t n)
{
    bytes b(n);
    for (size_t i = 0; i < n; i++)
        b[i] = static_cast<uint8_t>(i < 4 ? (k & 0x7FFFFFFF) >> (24 - 8 * i) : k + i);
    return b;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Frames for the receive side, good and broken in every way that has a drop counter, and the
// verdict on each, typed from the table of drops. The test says DATA_W and ADDR_HIGH before.
#ifndef RX_FRAMES_H
#define RX_FRAMES_H

#include <cstring>
#include <vector>
#include "tb_util.h"
#include "ttp_defs.h"

struct rx_frame {
    std::vector<uint8_t> bytes;
    bool user = false;
    int hole = -1;              // a beat, not the last, without full keep
    bool keep0 = false;         // the last beat has no first byte
    bool ragged = false;        // bytes after the lowest zero of the last keep
};

enum { RX_PUSH = 16, RX_NONE = 17 };        // beside the bits of drop_pulse

static const unsigned RX_B = DATA_W / 8;    // bytes a beat

inline void rx_be(uint8_t *p, uint32_t v, int n)
{
    while (n--) {
        p[n] = static_cast<uint8_t>(v);
        v >>= 8;
    }
}

inline uint8_t rx_bit(tb_rng &r, uint32_t lo, uint32_t hi)
{
    return static_cast<uint8_t>(1u << r.in(lo, hi));
}

// Bytes of payload.
inline uint32_t rx_length(tb_rng &r, uint32_t op)
{
    static const uint32_t edge[] = { 1, 4, 5, 60, 61, 63, 64, 65, 68, 127, 128, 129, 1023, 1024 };

    if (op != TTP_OP_PAYLOAD) return r.one_in(4) ? r.in(1, 100) : 0;    // ignored
    switch (r.below(4)) {
    case 0:  return r.in(1, 16);
    case 1:  return r.one_in(8) ? 1024 + rx_bit(r, 0, 7) : edge[r.below(14)];   // too long
    case 2:  return r.in(1, 1024 / RX_B) * RX_B;
    default: return r.in(1, 1024);
    }
}

// Bytes of the frame: padding, and what comes after the payload.
inline uint32_t rx_size(tb_rng &r, uint32_t least)
{
    switch (r.below(8)) {
    case 0:  return least;
    case 1:  return least + r.below(8);
    case 2:  return r.in(least, 1536);
    case 3:  return r.one_in(8) ? 1536 : least;
    default: return least < 64 ? 64 : least;
    }
}

// One thing wrong, if the frame is long enough to have it.
inline void rx_break(tb_rng &r, uint32_t node, rx_frame &f)
{
    const uint32_t size = static_cast<uint32_t>(f.bytes.size());
    uint8_t *p = f.bytes.data();
    const auto flip = [&](uint32_t at) { p[at] ^= rx_bit(r, 0, 7); };
    const auto tsh = [&](uint32_t v) { if (size > 42) rx_be(p + 40, v, 2); };

    switch (r.below(18)) {
    case 0:  f.user = true; break;
    case 1:  f.bytes.resize(r.in(1, 59)); break;
    case 2:  f.bytes.resize(r.in(1, size)); break;
    case 3:  f.bytes.resize(r.one_in(4) ? r.in(1537, 4000) : r.in(1535, 1540)); break;
    case 4:  if (size > 14) flip(12 + r.below(2)); break;
    case 5:  if (size > 6) flip(r.below(6)); break;
    case 6:
        if (size <= 6) break;
        if (r.one_in(2)) memset(p, 0xff, 6);
        else             rx_be(p, TTP_OUI, 3);
        break;
    case 7:  if (size > 12) rx_be(p + 9, node, 3); break;
    case 8:  if (size > 15) flip(14); break;
    case 9:  if (size > 16) p[15] |= 0x80; break;
    case 10: tsh(r.below(28)); break;
    case 11: tsh(r.in(1049, 1053)); break;
    case 12: tsh(r.one_in(2) ? r.below(65536) : (r.in(1, 31) << 11) + r.below(100)); break;
    case 13: tsh(size - 34 + r.below(3) - 1); break;
    case 14: if (size > 43) p[42] = static_cast<uint8_t>(r.in(11, 63)); break;
    case 15: if (size > 44) p[43] = r.one_in(2) ? 3 : rx_bit(r, 2, 7); break;
    case 16: f.hole = static_cast<int>(r.below(size / RX_B + 1)); break;
    default: (r.one_in(2) ? f.keep0 : f.ragged) = true;
    }
}

// Bytes 44 to 51: garbage; or marked or zero around the epoch, now and then but for one bit. A mark
// may come with any opcode, and with any byte 51.
inline void rx_lives(tb_rng &r, uint32_t op, uint8_t *p)
{
    const bool marked = r.percent(op == TTP_OP_OPEN ? 10 : 65);

    if (r.percent(15)) return;
    rx_be(p + 44, !marked || r.one_in(8) ? 0 : r.one_in(4) ? 1u << r.below(16) : r.bits(16), 2);
    if (r.one_in(8)) rx_be(p + 46, 0, 2);
    rx_be(p + 48, marked ? 0x10 : 0, 3);
    if (!marked || r.below(2)) p[51] = 0;
    if (r.one_in(3)) p[r.in(44, 51)] ^= rx_bit(r, 0, 7);
}

inline rx_frame rx_make(tb_rng &r, uint32_t node)
{
    rx_frame f;
    const uint32_t op = r.percent(60) ? TTP_OP_PAYLOAD
                      : r.one_in(5) ? TTP_OP_OPEN : r.below(11);
    const uint32_t len = rx_length(r, op);
    uint32_t peer = r.one_in(4) ? node ^ (1u << r.below(24)) : r.below(1 << 24);

    if (peer == node) peer ^= 1;
    f.bytes.resize(rx_size(r, 60 + len));
    for (auto &x : f.bytes) x = static_cast<uint8_t>(r.next() >> 56);
    uint8_t *p = f.bytes.data();
    rx_be(p, ADDR_HIGH, 3);
    rx_be(p + 3, node, 3);
    if (r.one_in(4)) rx_be(p + 6, ADDR_HIGH, 3);
    rx_be(p + 9, peer, 3);
    rx_be(p + 12, TTP_ETHERTYPE, 2);
    p[14] = TTP_TTH0;
    p[15] &= 0x7f;
    rx_be(p + 40, len + 26, 2);
    p[42] = static_cast<uint8_t>(op | (r.below(4) << 6));
    p[43] = static_cast<uint8_t>(r.below(3));
    rx_lives(r, op, p);
    for (uint32_t n = r.percent(35) ? r.in(1, 2) : 0; n--;) rx_break(r, node, f);
    return f;
}

// The life numbers that count, typed from life.garbage and life.mark: the sender's and ours.
struct rx_named { uint16_t life = 0, to_life = 0; };

inline rx_named rx_names(const rx_frame &f)
{
    const uint8_t *p = f.bytes.data();
    const bool alone = (p[42] & 63) == 2 || p[46] || p[47];     // OPEN_NACK names one life
    const bool zero = !p[44] && !p[45], mark = alone && !p[48] && !p[49] && p[50] == 0x10;
    rx_named n;

    if ((p[42] & 63) == 0 ? zero && !p[48] && !p[49] && !p[50] && !p[51] : mark && !zero) {
        n.to_life = static_cast<uint16_t>(p[44] << 8 | p[45]);
        n.life = static_cast<uint16_t>(p[46] << 8 | p[47]);
    }
    return n;
}

// Which byte behind 44 alone keeps them from counting, 8: none or more than one. Of an OPEN all but
// the epoch have to be 0, of any other frame the mark has to be right in all its bytes.
inline unsigned rx_off(const rx_frame &f)
{
    static const uint8_t marks[8] = { 0, 0, 0, 0, 0, 0, 0x10, 0 };
    const uint8_t *p = f.bytes.data() + 44;
    const bool open = (p[-2] & 63) == 0;
    unsigned at = 8, off = 0;

    for (unsigned i = open ? 0 : 4; i < (open ? 8u : 7u); i++) {
        if ((open && (i == 2 || i == 3)) || p[i] == (open ? 0 : marks[i])) continue;
        at = i;
        off++;
    }
    return off == 1 && (open || p[0] || p[1]) ? at : 8;
}

// The verdict that needs only the frame: a bit of drop_pulse, or RX_PUSH.
inline int rx_judge(const rx_frame &f, uint32_t node)
{
    const uint8_t *p = f.bytes.data();
    const size_t n = f.bytes.size(), beats = (n + RX_B - 1) / RX_B;
    const auto v = [&](int at, int k) {
        uint32_t x = 0;
        while (k--) x = x << 8 | p[at++];
        return x;
    };

    if (beats > 1536 / RX_B) return 2;
    if (f.user || f.keep0 || (f.hole >= 0 && static_cast<size_t>(f.hole) + 1 < beats)) return 0;
    if (n < 60) return 1;
    if (v(12, 2) != TTP_ETHERTYPE) return 3;
    if (v(0, 3) != ADDR_HIGH || v(3, 3) != node) return 4;
    if (v(9, 3) == node) return 5;
    if (p[14] != 5) return 6;
    if (p[15] & 0x80) return 7;
    const uint32_t tsh = v(40, 2), op = p[42] & 63;
    if (tsh < 26 || (op == 6 && (tsh < 27 || tsh > 1050))) return 8;
    if (n < 34 + tsh) return 1;
    if (op > 10) return 9;
    if (p[43] > 2) return 10;
    return RX_PUSH;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Frames for the receive side, good and broken in every way that has a drop counter; the verdict on
// each, typed from the table of drops; the life numbers that it names, typed from life.mark; the
// map that it has. The test defines DATA_W and ADDR_HIGH before.
#ifndef RX_FRAMES_H
#define RX_FRAMES_H

#include <algorithm>
#include <cstring>
#include <vector>
#include "tb_util.h"
#include "ttp_defs.h"

static const unsigned RX_B = DATA_W / 8;    // bytes a beat

struct rx_frame {
    std::vector<uint8_t> bytes;
    bool user = false;
    int hole = -1;              // a beat, not the last, without full keep
    bool keep0 = false;         // the last beat has no first byte
    bool ragged = false;        // bytes after the lowest zero of the last keep

    size_t beats() const { return (bytes.size() + RX_B - 1) / RX_B; }
    unsigned op() const { return bytes[42] & 63; }
    // n bytes, the first one highest
    uint32_t number(size_t at, int n) const
    {
        uint32_t v = 0;
        while (n--) v = v << 8 | bytes[at++];
        return v;
    }
};

// What becomes of a frame: a bit of drop_pulse, or it is pushed to the queue.
enum rx_verdict {
    RX_FCS, RX_SHORT, RX_LONG, RX_TYPE, RX_DST, RX_SRC, RX_TTH, RX_GATEWAY, RX_LENGTH, RX_OPCODE,
    RX_VC, RX_EVENT, RX_RESP, RX_OFF = 15, RX_PUSH, RX_NONE
};

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
    case 1:  return least + (r.one_in(2) ? 16 : r.below(8));
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

// Bytes 44 to 51 of a frame: garbage; or two lives and a mark; or zeros, with or without a life in
// bytes 46 and 47. Now and then one bit of them is wrong. Any opcode may be marked, and then byte
// 51 may have any value.
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

// The block behind an OPEN that offers selective repeat, and now and then a byte of it is wrong:
// typed from sel.frame. To be read with rx_offer.
inline void rx_put_offer(tb_rng &r, rx_frame &f)
{
    uint8_t *p = f.bytes.data() + 60;

    memset(p, 0, 16);
    p[0] = 0x10;
    p[1] = 1;
    p[2] = static_cast<uint8_t>(r.one_in(2) ? 0 : r.next());
    p[3] = static_cast<uint8_t>(r.one_in(2) ? 1 : r.next() | 1);
    rx_be(p + 4, r.one_in(2) ? r.in(1, WINDOW - 1) : r.bits(16), 2);
    f.bytes[51] = 0;
    static const uint8_t edge[] = { 51, 60, 61, 63, 66, 71, 72, 75 };
    const unsigned at = r.one_in(8) ? r.in(60, 75) : edge[r.below(8)];
    if (r.percent(60)) f.bytes[at] ^= at == 63 ? 1 : rx_bit(r, 0, 7);
}

// Its window, at most ours; 0: it is none, or the frame has no offer.
inline uint32_t rx_offer(const rx_frame &f)
{
    if (f.op() > TTP_OP_OPEN_ACK || f.number(40, 2) != 26 || f.bytes.size() < 76) return 0;
    if (f.bytes[51] || f.number(60, 2) != 0x1001 || !(f.bytes[63] & 1)) return 0;
    for (unsigned i = 66; i < 76; i++)
        if (f.bytes[i]) return 0;
    return std::min<uint32_t>(f.number(64, 2), WINDOW);
}

// The byte that alone keeps it from being one, 0: none or more than one.
inline unsigned rx_offer_off(const rx_frame &f)
{
    unsigned at = 0, n = 0;

    if (f.op() > TTP_OP_OPEN_ACK || f.number(40, 2) != 26 || f.bytes.size() < 76) return 0;
    for (unsigned i = 51; i < 76; i++) {
        const uint8_t b = f.bytes[i];
        const bool right = i == 60 ? b == 0x10 : i == 61 ? b == 1 : i == 63 ? b & 1
                         : i == 51 || i > 65 ? !b : true;
        if (!right) at = i, n++;
    }
    return n == 1 && f.number(64, 2) ? at : 0;
}

// The fields of a good frame, over random bytes; op: with the two bits above it.
inline void rx_header(uint8_t *p, uint32_t node, uint32_t peer, uint32_t op, uint32_t vc,
                      uint32_t len)
{
    rx_be(p, ADDR_HIGH, 3);
    rx_be(p + 3, node, 3);
    rx_be(p + 9, peer, 3);
    rx_be(p + 12, TTP_ETHERTYPE, 2);
    p[14] = TTP_TTH0;
    p[15] &= 0x7f;
    rx_be(p + 40, len + 26, 2);
    p[42] = static_cast<uint8_t>(op);
    p[43] = static_cast<uint8_t>(vc);
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
    if (op <= TTP_OP_OPEN_ACK && !len && r.one_in(2)) f.bytes.resize(76);
    for (auto &x : f.bytes) x = static_cast<uint8_t>(r.next() >> 56);
    uint8_t *p = f.bytes.data();
    if (r.one_in(4)) rx_be(p + 6, ADDR_HIGH, 3);
    const uint32_t above = r.below(4) << 6;
    rx_header(p, node, peer, op | above, r.below(3), len);
    rx_lives(r, op, p);
    if (op <= TTP_OP_OPEN_ACK && f.bytes.size() >= 76 && r.percent(80)) {
        rx_put_offer(r, f);
        if (r.one_in(8)) f.bytes.resize(r.in(60, 76));
    }
    for (uint32_t n = r.percent(35) ? r.in(1, 2) : 0; n--;) rx_break(r, node, f);
    return f;
}

// A map, as heard; typed from sel.frame and sel.map.
struct rx_map {
    bool there = false;
    uint32_t base = 0;
    uint64_t bits = 0;                  // bit i: RxID + 1 + base + i is held
    bool beyond = false;                // it named one that is our window ahead of RxID or more
};

inline rx_map rx_read_map(const rx_frame &f)
{
    rx_map m;

    if (f.op() != TTP_OP_NACK || f.number(40, 2) != 42 || f.bytes.size() < 76) return m;
    if (f.bytes[51] != 0x20 || f.bytes[60] != 0x20 || f.bytes[61] || f.number(66, 2)) return m;
    m.base = f.number(62, 2);
    if (m.base % 64) return m;
    m.there = true;
    for (unsigned i = 0; i < 64; i++) {
        if (!(f.bytes[75 - i / 8] >> i % 8 & 1)) continue;
        if (1 + m.base + i < WINDOW) m.bits |= 1ull << i;
        else m.beyond = true;
    }
    return m;
}

// What alone keeps a frame from having a map: a byte, 40 its length, 42 its opcode, 76 that it ends
// too early; 0: nothing, or more than one thing.
inline unsigned rx_map_off(rx_frame f)
{
    const size_t size = f.bytes.size();
    std::vector<unsigned> off;

    if (size < 60) return 0;
    f.bytes.resize(std::max<size_t>(size, 76));
    if (f.op() != TTP_OP_NACK) off.push_back(42);
    if (f.number(40, 2) != 42) off.push_back(40);
    else if (size < 76) off.push_back(76);
    for (unsigned i : { 51, 60 })
        if (f.bytes[i] != 0x20) off.push_back(i);
    for (unsigned i : { 61, 66, 67 })
        if (f.bytes[i]) off.push_back(i);
    if (f.bytes[63] % 64) off.push_back(63);
    return off.size() == 1 ? off[0] : 0;
}

// A NACK with a map, and every other time one thing is wrong with it.
inline rx_frame rx_make_map(tb_rng &r, uint32_t node)
{
    rx_frame f;

    f.bytes.resize(r.one_in(2) ? 76 : r.in(76, 200));
    for (auto &x : f.bytes) x = static_cast<uint8_t>(r.next() >> 56);
    uint8_t *p = f.bytes.data();
    rx_header(p, node, node ^ r.in(1, (1 << 24) - 1), TTP_OP_NACK | r.below(4) << 6, r.below(3),
              16);
    rx_lives(r, TTP_OP_NACK, p);
    p[51] = p[60] = 0x20;
    p[61] = p[66] = p[67] = 0;
    rx_be(p + 62, 64 * r.below(WINDOW / 64), 2);
    if (r.one_in(4)) memset(p + 68, 0, 8);
    if (r.one_in(4)) p[r.in(68, 75)] = rx_bit(r, 0, 7);
    static const uint8_t bytes[] = { 51, 60, 61, 66, 67 };
    const uint32_t size = r.in(68, 75);
    switch (r.below(16)) {
    case 0: case 1: case 2: p[bytes[r.below(5)]] ^= rx_bit(r, 0, 7); break;
    case 3: p[63] ^= rx_bit(r, 0, 5); break;
    case 4: rx_be(p + 62, 64 * (r.one_in(2) ? 1u << r.in(2, 9) : r.in(4, 1023)), 2); break;
    case 5: p[42] = static_cast<uint8_t>(r.below(11)); break;
    case 6: rx_be(p + 40, r.one_in(2) ? 26 : 42 + rx_bit(r, 0, 4), 2); break;
    case 7:                             // it ends within the map, and may say so
        f.bytes.resize(size);
        if (r.one_in(2)) rx_be(f.bytes.data() + 40, size - 34, 2);
        break;
    default: break;
    }
    return f;
}

// The life numbers that count, typed from life.garbage and life.mark: the sender's and ours.
struct rx_named { uint16_t life = 0, to_life = 0; };

inline rx_named rx_names(const rx_frame &f)
{
    const uint32_t to_life = f.number(44, 2), life = f.number(46, 2), mark = f.number(48, 3);
    const bool open = f.op() == TTP_OP_OPEN, without_life = f.op() == TTP_OP_OPEN_NACK;
    const bool marked = mark == 0x10 && to_life && (life || without_life);

    if (open ? to_life || mark || f.bytes[51] : !marked) return {};
    return { static_cast<uint16_t>(life), static_cast<uint16_t>(to_life) };
}

// Which byte behind byte 44 alone keeps them from counting, 8: none or more than one. Of an OPEN
// all but its life have to be 0, of any other frame the mark has to be right in all its bytes.
inline unsigned rx_off(const rx_frame &f)
{
    static const uint8_t MARK[3] = { 0, 0, 0x10 };
    const uint8_t *p = &f.bytes[44];
    std::vector<unsigned> off;

    if (f.op() == TTP_OP_OPEN) {
        for (unsigned i : { 0, 1, 4, 5, 6, 7 })
            if (p[i]) off.push_back(i);
    } else if (p[0] || p[1]) {
        for (unsigned i : { 4, 5, 6 })
            if (p[i] != MARK[i - 4]) off.push_back(i);
    }
    return off.size() == 1 ? off[0] : 8;
}

// The verdict that needs only the frame.
inline rx_verdict rx_judge(const rx_frame &f, uint32_t node)
{
    if (f.beats() > 1536 / RX_B) return RX_LONG;
    if (f.user || f.keep0) return RX_FCS;
    if (f.hole >= 0 && static_cast<size_t>(f.hole) + 1 < f.beats()) return RX_FCS;
    if (f.bytes.size() < 60) return RX_SHORT;
    if (f.number(12, 2) != TTP_ETHERTYPE) return RX_TYPE;
    if (f.number(0, 3) != ADDR_HIGH || f.number(3, 3) != node) return RX_DST;
    if (f.number(9, 3) == node) return RX_SRC;
    if (f.bytes[14] != TTP_TTH0) return RX_TTH;
    if (f.bytes[15] & 0x80) return RX_GATEWAY;
    const uint32_t tsh = f.number(40, 2);
    if (tsh < 26 || (f.op() == TTP_OP_PAYLOAD && (tsh < 27 || tsh > 1050))) return RX_LENGTH;
    if (f.bytes.size() < 34 + tsh) return RX_SHORT;
    if (f.op() > 10) return RX_OPCODE;
    return f.bytes[43] > 2 ? RX_VC : RX_PUSH;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// See frame.h.
#include "fabric/frame.h"

#include <cstring>

#include "wire/frame.h"

namespace fabric {

namespace {

constexpr uint64_t STEP = 0x9e3779b97f4a7c15ull;
constexpr size_t AT_ONCE = 256;      // frames

uint32_t big(const uint8_t *b, unsigned n)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < n; i++) v = v << 8 | b[i];
    return v;
}

void put_big(uint8_t *b, unsigned n, uint32_t v)
{
    for (unsigned i = 0; i < n; i++) b[i] = static_cast<uint8_t>(v >> (8 * (n - 1 - i)));
}

} // namespace

void Frame::set_payload(uint32_t n)
{
    payload = static_cast<uint16_t>(n);
    size = static_cast<uint16_t>(HEADER + n < LEAST ? LEAST : HEADER + n);
}

void Frame::read_header()
{
    dst = big(bytes + 3, 3);
    src = big(bytes + 9, 3);
    const uint32_t length = big(bytes + 40, 2);
    payload = static_cast<uint16_t>(length < 26 ? 0 : length - 26);
    opcode = bytes[42] & 0x3f;
    vc = bytes[43];
    // Marked or not; no MAC of a fabric has anything else there.
    life = static_cast<uint16_t>(big(bytes + 46, 2));
    to_life = big(bytes + 48, 3) == LIVES_MARK ? static_cast<uint16_t>(big(bytes + 44, 2))
                                               : uint16_t{ 0 };
    type = bytes[51];
    tx_id = big(bytes + 52, 4);
    rx_id = big(bytes + 56, 4);
    solid = true;
}

void Frame::set_header(uint32_t from, uint32_t dest, uint8_t code, uint32_t tx, uint32_t rx)
{
    src = from;
    dst = dest & 0xffffff;
    vc = static_cast<uint8_t>(dest >> 24);
    opcode = code;
    tx_id = tx;
    rx_id = rx;
    life = to_life = 0;
    type = 0;
    solid = block = false;
    data = nullptr;
    set_payload(0);
}

void Frame::write_header()
{
    memset(bytes, 0, block ? HEADER : LEAST);
    put_big(bytes, 3, OUI);
    put_big(bytes + 3, 3, dst);
    put_big(bytes + 6, 3, OUI);
    put_big(bytes + 9, 3, src);
    put_big(bytes + 12, 2, ETHERTYPE);
    bytes[14] = 0x05;
    put_big(bytes + 16, 2, payload + 46u);
    put_big(bytes + 34, 3, src);
    put_big(bytes + 37, 3, dst);
    put_big(bytes + 40, 2, payload + 26u);
    bytes[42] = opcode;
    bytes[43] = vc;
    put_big(bytes + 44, 2, to_life);
    put_big(bytes + 46, 2, life);
    if (to_life) put_big(bytes + 48, 3, LIVES_MARK);
    bytes[51] = type;
    put_big(bytes + 52, 4, tx_id);
    put_big(bytes + 56, 4, rx_id);
}

void Frame::make_solid()
{
    if (solid) return;
    write_header();
    if (payload && data) memcpy(bytes + HEADER, data, payload);
    else if (payload && !block) fill_payload(bytes + HEADER, payload, key);
    solid = true;
}

uint64_t Frame::payload_key() const
{
    uint64_t k = key;
    if (solid) memcpy(&k, bytes + HEADER, sizeof k);
    return k;
}

FramePool::Ptr FramePool::take()
{
    if (free_.empty()) {
        blocks_.push_back(std::make_unique<Frame[]>(AT_ONCE));
        free_.reserve(blocks_.size() * AT_ONCE);
        for (size_t i = 0; i < AT_ONCE; i++) free_.push_back(&blocks_.back()[i]);
    }
    Frame *f = free_.back();
    free_.pop_back();
    return Ptr(f, Back{ this });
}

void fill_payload(uint8_t *to, uint32_t n, uint64_t key)
{
    for (uint32_t i = 0; i < n; i += 8, key += STEP) memcpy(to + i, &key, 8);
}

bool check_payload(const uint8_t *from, uint32_t n, uint64_t key)
{
    uint64_t wrong = 0, word = 0;
    uint32_t i = 0;
    for (; i + 8 <= n; i += 8, key += STEP) {
        memcpy(&word, from + i, 8);
        wrong |= word ^ key;
    }
    return !wrong && memcmp(from + i, &key, n - i) == 0;
}

} // namespace fabric

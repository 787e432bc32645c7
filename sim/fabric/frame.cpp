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

} // namespace

void Frame::set_payload(uint32_t n)
{
    payload = static_cast<uint16_t>(n);
    size = static_cast<uint16_t>(HEADER + n < LEAST ? LEAST : HEADER + n);
}

void Frame::read_header()
{
    dst = get_be(bytes + 3, 3);
    src = get_be(bytes + 9, 3);
    const uint32_t length = get_be(bytes + 40, 2);
    payload = static_cast<uint16_t>(length < 26 ? 0 : length - 26);
    opcode = bytes[42] & 0x3f;
    vc = bytes[43];
    // Marked or not; no MAC of a fabric has anything else there.
    life = static_cast<uint16_t>(get_be(bytes + 46, 2));
    to_life = get_be(bytes + 48, 3) == LIVES_MARK ? static_cast<uint16_t>(get_be(bytes + 44, 2))
                                               : uint16_t{ 0 };
    type = bytes[51];
    tx_id = get_be(bytes + 52, 4);
    rx_id = get_be(bytes + 56, 4);
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
    ::write_header(bytes, src, dst, opcode, vc, tx_id, rx_id, life, to_life, payload);
    bytes[51] = type;
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

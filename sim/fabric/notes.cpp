// SPDX-License-Identifier: Apache-2.0
//
// See notes.h. All numbers have their lowest byte first.
#include "fabric/notes.h"

#include <algorithm>

namespace fabric {

namespace {

constexpr size_t ETHERNET = 14, TEXT = 400;
constexpr uint8_t TYPE[2] = { 0x88, 0xb5 };

class Writer {
public:
    Writer() : b_(ETHERNET, 0)
    {
        std::fill(b_.begin(), b_.begin() + 6, uint8_t{ 0x02 });      // local addresses
        b_[6] = 0x02;
        b_[12] = TYPE[0];
        b_[13] = TYPE[1];
    }
    void put(uint64_t v, unsigned bytes)
    {
        for (unsigned i = 0; i < bytes; i++) b_.push_back(static_cast<uint8_t>(v >> (8 * i)));
    }
    void text(const std::string &s)
    {
        const size_t n = std::min(s.size(), TEXT);
        put(n, 2);
        b_.insert(b_.end(), s.begin(), s.begin() + static_cast<std::ptrdiff_t>(n));
    }
    std::vector<uint8_t> done() { return std::move(b_); }

private:
    std::vector<uint8_t> b_;
};

class Reader {
public:
    explicit Reader(const std::vector<uint8_t> &b) : b_(b), at_(ETHERNET) {}
    uint64_t get(unsigned bytes)
    {
        uint64_t v = 0;
        if (at_ + bytes > b_.size()) whole = false;
        for (unsigned i = 0; whole && i < bytes; i++) v |= uint64_t{ b_[at_++] } << (8 * i);
        return v;
    }
    uint32_t get32() { return static_cast<uint32_t>(get(4)); }
    std::string text()
    {
        const size_t n = get(2);
        std::string s;
        while (whole && s.size() < n) s += static_cast<char>(get(1));
        return s;
    }
    bool whole = true;

private:
    const std::vector<uint8_t> &b_;
    size_t at_;
};

} // namespace

std::vector<uint8_t> pack(const Note &n)
{
    Writer w;
    w.put(n.kind, 1);
    w.put(n.node, 4);
    w.put(n.value, 8);
    if (n.kind == Note::delivered) {
        w.put(n.deliveries.size(), 2);
        for (const Delivery &d : n.deliveries) {
            w.put(d.host, 4);
            w.put(d.cycle, 8);
            w.put(d.from, 4);
            w.put(d.bytes, 4);
            w.put(d.key, 8);
        }
    }
    if (n.kind == Note::report) {
        w.put(n.last.digest, 8);
        w.put(n.last.compared, 8);
        w.put(n.last.clocked, 8);
        for (const uint64_t c : n.last.counts) w.put(c, 8);
        w.text(n.last.trouble);
    }
    return w.done();
}

bool unpack(const std::vector<uint8_t> &frame, Note *n)
{
    if (frame.size() <= ETHERNET || frame[12] != TYPE[0] || frame[13] != TYPE[1]) return false;
    Reader r(frame);
    *n = Note();
    const uint64_t kind = r.get(1);
    if (kind > Note::report) return false;
    n->kind = static_cast<Note::Kind>(kind);
    n->node = r.get32();
    n->value = r.get(8);
    if (n->kind == Note::delivered) {
        n->deliveries.resize(std::min<size_t>(r.get(2), DELIVERIES));
        for (Delivery &d : n->deliveries) {
            d.host = r.get32();
            d.cycle = r.get(8);
            d.from = r.get32();
            d.bytes = r.get32();
            d.key = r.get(8);
        }
    }
    if (n->kind == Note::report) {
        n->last.digest = r.get(8);
        n->last.compared = r.get(8);
        n->last.clocked = r.get(8);
        for (uint64_t &c : n->last.counts) c = r.get(8);
        n->last.trouble = r.text();
    }
    return r.whole;
}

} // namespace fabric

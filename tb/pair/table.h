// SPDX-License-Identifier: Apache-2.0
//
// The memory of a search: a set of hashes, and states packed for the queue.
#ifndef TB_PAIR_TABLE_H
#define TB_PAIR_TABLE_H

#include <cstdio>
#include <cstring>
#include <vector>

#include "pair.h"

namespace pair {

struct Hash { uint64_t low, high; };

// 128 bits of a state, two products of 64 x 64 bits a pair of words.
inline Hash hash_of(const State &s)
{
    const auto mix = [](uint64_t a, uint64_t b) {
        const unsigned __int128 m = static_cast<unsigned __int128>(a) * b;
        return static_cast<uint64_t>(m) ^ static_cast<uint64_t>(m >> 64);
    };
    uint64_t h = 0x9e3779b97f4a7c15 ^ s.bytes(), g = 0xd1b54a32d192ed03;
    const auto *p = reinterpret_cast<const unsigned char *>(&s);
    for (size_t i = s.first(); i < s.bytes(); i += 8) {
        uint64_t w;
        memcpy(&w, p + i, 8);
        h = mix(h ^ w, 0xa0761d6478bd642f + 2 * i) + g;
        g = (g << 23 | g >> 41) + (w ^ 0xe7037ed1a0b428db) * 0x8ebc6af09c88c6e3;
    }
    const Hash r = { mix(h ^ 0x589965cc75374cc3, g | 1), mix(g ^ h, 0x1d8e4e27c47d124f) };
    return { r.low ? r.low : 1, r.high };
}

// Open addressing, half a place free at least in every three; grows by doubling.
class Seen {
public:
    explicit Seen(unsigned words) : words_(words), at_(places_ * words) {}

    void prefetch(const Hash &h) { __builtin_prefetch(&at_[(h.low & (places_ - 1)) * words_]); }
    bool has(const Hash &h) { return at_[find(h) * words_] != 0; }
    // False: it was there.
    bool add(const Hash &h)
    {
        const size_t i = find(h);
        if (at_[i * words_]) return false;
        put(i, h);
        if (++n_ * 3 > places_ * 2) grow();
        return true;
    }
    bool write(FILE *f)
    {
        for (size_t i = 0; i < places_; i++)
            if (at_[i * words_] && !fwrite(&at_[i * words_], 8, 1, f)) return false;
        return true;
    }
    size_t size() const { return n_; }
    size_t bytes() const { return places_ * words_ * 8; }
    // The memory of the next doubling, while it goes on.
    size_t peak() const { return (n_ * 3 > places_ * 19 / 10 ? 3 : 1) * bytes(); }

private:
    size_t find(const Hash &h)
    {
        size_t i = h.low & (places_ - 1);
        while (at_[i * words_] &&
               (at_[i * words_] != h.low || (words_ == 2 && at_[i * words_ + 1] != h.high)))
            i = (i + 1) & (places_ - 1);
        return i;
    }
    void put(size_t i, const Hash &h)
    {
        at_[i * words_] = h.low;
        if (words_ == 2) at_[i * words_ + 1] = h.high;
    }
    void grow()
    {
        std::vector<uint64_t> was(2 * at_.size());
        was.swap(at_);
        places_ *= 2;
        for (size_t i = 0; i < was.size(); i += words_) {
            const Hash h = { was[i], words_ == 2 ? was[i + 1] : 0 };
            if (h.low) put(find(h), h);
        }
    }

    unsigned words_;
    size_t places_ = 1u << 16, n_ = 0;
    std::vector<uint64_t> at_;
};

// A queue of states: of each the bytes that are not 0, behind a map of them.
class Queue {
public:
    void push(const State &s)
    {
        const auto *p = reinterpret_cast<const unsigned char *>(&s);
        const size_t n = s.bytes();
        data_.push_back(static_cast<unsigned char>(s.n << 1 | s.left.select));
        for (size_t i = s.first(); i < n; i += 8) {
            const size_t map = data_.size();
            unsigned char bits = 0;
            data_.push_back(0);
            for (size_t j = 0; j < 8; j++) {
                if (!p[i + j]) continue;
                bits = static_cast<unsigned char>(bits | 1u << j);
                data_.push_back(p[i + j]);
            }
            data_[map] = bits;
        }
        n_++;
    }
    bool pop(State *s)
    {
        if (at_ == data_.size()) return false;
        auto *p = reinterpret_cast<unsigned char *>(s);
        const unsigned head = data_[at_++];
        const size_t n = offsetof(State, wire) + (head >> 1) * sizeof(Frame);
        memset(p, 0, n);
        for (size_t i = head & 1 ? 0 : offsetof(State, end); i < n; i += 8)
            for (unsigned bits = data_[at_++], j = 0; bits; bits >>= 1, j++)
                if (bits & 1) p[i + j] = data_[at_++];
        return true;
    }
    size_t size() const { return n_; }
    size_t bytes() const { return data_.capacity(); }
    void clear()
    {
        std::vector<unsigned char>().swap(data_);
        at_ = n_ = 0;
    }
    void swap(Queue &o)
    {
        data_.swap(o.data_);
        std::swap(at_, o.at_);
        std::swap(n_, o.n_);
    }

private:
    std::vector<unsigned char> data_;
    size_t at_ = 0, n_ = 0;
};

} // namespace pair

#endif

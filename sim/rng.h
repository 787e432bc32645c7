// SPDX-License-Identifier: Apache-2.0
//
// Seeded random numbers: the same run everywhere. Two forms: a stream (Rng), one for each thing
// that draws at its own pace, and a hash of the cycle number (Stall), so that skipping idle cycles
// does not shift what comes later.
#ifndef TTPSIM_RNG_H
#define TTPSIM_RNG_H

#include <cstdint>

// The finish of splitmix64: neighbouring seeds give unrelated numbers.
inline uint64_t mix64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

// Probability as a threshold on a 64-bit draw; 1.0 is exact.
inline uint64_t threshold(double p)
{
    if (p <= 0) return 0;
    if (p >= 1) return UINT64_MAX;
    return static_cast<uint64_t>(p * 18446744073709551616.0);
}

// xorshift64*; `| 1` because a state of 0 would stay 0.
class Rng {
public:
    Rng() = default;
    Rng(uint64_t seed, uint64_t stream) : s_(mix64(mix64(seed) ^ stream) | 1) {}

    uint64_t next()
    {
        s_ ^= s_ >> 12;
        s_ ^= s_ << 25;
        s_ ^= s_ >> 27;
        return s_ * 2685821657736338717ull;
    }
    // [0, n), n at least 1. A product instead of a remainder: no division.
    uint32_t below(uint32_t n) { return static_cast<uint32_t>(((next() >> 32) * n) >> 32); }
    bool chance(uint64_t thr) { return thr && (next() < thr || thr == UINT64_MAX); }

private:
    uint64_t s_ = 1;
};

// Whether a port stalls in a given cycle: a function of seed, port and cycle alone.
class Stall {
public:
    Stall() = default;
    Stall(uint64_t seed, uint64_t port, double p)
        : key_(mix64(mix64(seed) ^ ~port)), thr_(threshold(p)) {}
    bool at(uint64_t cycle) const
    {
        return thr_ && (thr_ == UINT64_MAX || mix64(key_ ^ (cycle * 0xd1342543de82ef95ull)) < thr_);
    }
    bool any() const { return thr_ != 0; }

private:
    uint64_t key_ = 0;
    uint64_t thr_ = 0;
};

#endif

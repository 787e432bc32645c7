// SPDX-License-Identifier: Apache-2.0
//
// What every block test needs: a seeded generator, bit access to Verilated ports of any width,
// a comparison that reports both sides.
#ifndef TB_UTIL_H
#define TB_UTIL_H

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

// Payloads of a link in flight, or held, with SELECTIVE; 256 where a set does not say it.
#ifdef PW
constexpr unsigned WINDOW = 1u << PW;
#else
constexpr unsigned WINDOW = 256;
#endif

// Bytes that a row has typed, two digits each; what is no digit of 0 to f separates.
inline std::vector<uint8_t> tb_hex(const std::string &text)
{
    std::vector<uint8_t> b;
    std::string digits;
    for (char c : text)
        if (isxdigit(static_cast<unsigned char>(c))) digits += c;
    for (size_t i = 0; i + 1 < digits.size(); i += 2)
        b.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    return b;
}

// xorshift64*, the same numbers on every machine.
struct tb_rng {
    uint64_t s;
    explicit tb_rng(uint64_t seed = 1) { init(seed); }
    void init(uint64_t seed)
    {
        s = seed * 0x9e3779b97f4a7c15ull + 1;
        if (!s) s = 1;                          // 0 would stay 0
        for (int i = 0; i < 8; i++) next();     // small seeds begin alike
    }
    uint64_t next()
    {
        s ^= s >> 12; s ^= s << 25; s ^= s >> 27;
        return s * 2685821657736338717ull;
    }
    uint32_t below(uint64_t n) { return static_cast<uint32_t>((next() >> 32) % n); }    // [0, n)
    uint32_t in(uint32_t lo, uint32_t hi) { return lo + below(uint64_t{hi} - lo + 1); } // [lo, hi]
    bool one_in(uint64_t n) { return below(n) == 0; }
    bool percent(uint32_t p) { return below(100) < p; }
    uint64_t bits(unsigned n) { return n >= 64 ? next() : next() >> (64 - n); }
};

// Bits [lo, lo+n) of a Verilated port, n <= 64. Wide ports are arrays of 32-bit words.
template <class P> uint64_t tb_get(const P &port, unsigned lo, unsigned n)
{
    const uint64_t mask = n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1;
    if constexpr (std::is_integral_v<P>) {
        return (static_cast<uint64_t>(port) >> lo) & mask;
    } else {
        uint64_t v = 0;
        for (unsigned i = 0, k; i < n; i += k) {        // k bits of a word at a time
            const unsigned bit = (lo + i) % 32;
            k = std::min(32 - bit, n - i);
            const uint64_t word = port[(lo + i) / 32];
            v |= ((word >> bit) & ((uint64_t{1} << k) - 1)) << i;
        }
        return v;
    }
}

template <class P> void tb_put(P &port, unsigned lo, unsigned n, uint64_t v)
{
    if constexpr (std::is_integral_v<P>) {
        const uint64_t mask = (n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1) << lo;
        port = static_cast<P>((static_cast<uint64_t>(port) & ~mask) | ((v << lo) & mask));
    } else {
        for (unsigned i = 0, k; i < n; i += k) {
            const unsigned bit = (lo + i) % 32;
            k = std::min(32 - bit, n - i);
            const uint64_t mask = ((uint64_t{1} << k) - 1) << bit;
            auto &word = port[(lo + i) / 32];
            word = static_cast<uint32_t>((word & ~mask) | ((v >> i) << bit & mask));
        }
    }
}

// Mismatch report: the first one ends the test.
//     tb_check chk("ttp_perf", seed);   chk.cycle = c;   CHECK_EQ(chk, dut->x, out.x);
struct tb_check {
    const char *block;
    uint64_t seed, cycle = 0, compared = 0;
    tb_check(const char *b, uint64_t s) : block(b), seed(s) {}
    void eq(const char *what, uint64_t rtl, uint64_t model)
    {
        compared++;
        if (rtl == model) return;
        fprintf(stderr, "MISMATCH %s seed=%" PRIu64 " cycle=%" PRIu64 " %s: rtl 0x%" PRIx64
                " model 0x%" PRIx64 "\n", block, seed, cycle, what, rtl, model);
        exit(1);
    }
    // The stimulus reached its aim, or the test fails.
    void reached(const char *what, uint64_t n)
    {
        if (n) return;
        fprintf(stderr, "MISSED %s seed=%" PRIu64 ": %s never happened\n", block, seed, what);
        exit(3);
    }
};
#define CHECK_EQ(chk, rtl, model) (chk).eq(#model, (rtl), (model))

// Clock edge of a Verilated top with ports clk; outputs are settled before and after.
template <class T> void tb_edge(T &dut)
{
    dut.clk = 1;
    dut.eval();
    dut.clk = 0;
    dut.eval();
}

// A number of so many bits, most often a few steps below where many of its bits turn
inline uint32_t before_turn(tb_rng &r, unsigned bits)
{
    const uint32_t mask = 0xFFFFFFFF >> (32 - bits), v = static_cast<uint32_t>(r.bits(bits));
    return r.one_in(4) ? v : ((v | mask >> r.below(bits)) - r.below(8)) & mask;
}

// A function NAME(root, 0) to a register inside the RTL, or to where a netlist with mutants has it;
// without either the test does not build.
#define TB_INSIDE(NAME, IN_RTL, IN_NETLIST) \
    template <class R> auto NAME(R *root, int) -> decltype(&root->IN_RTL) \
    { \
        return &root->IN_RTL; \
    } \
    template <class R> auto NAME(R *root, long) -> decltype(&root->IN_NETLIST) \
    { \
        return &root->IN_NETLIST; \
    }

// tb_settle(dut) after such a register was set: what is computed from it. By itself Verilator does
// that after an edge, and the next edge would take what the logic had said before.
#define TB_SETTLE(DUT) \
    void DUT##___024root___eval_settle(DUT##___024root *); \
    static void tb_settle(DUT &dut) { DUT##___024root___eval_settle(dut.rootp); }

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The frame of every block test. A bench derives from lockstep<Vblock> and overrides
//
//     drive()     the driver: inputs of this cycle, the same ones to RTL and model
//     check()     the checker: outputs of both, settled, before the edge; and the witness, which
//                 holds them to a third reading of the contract
//     step()      the edge of the model, and of the world that the bench plays around the block
//     aims()      what the stimulus must have reached: aim() for each; or AIM() where it happens
//
// Most aims are things that happen in a cycle. For them a bench has, in the place of a counter and
// of its aims(),
//
//     seen()      what happens in this cycle, after check() and before step(): saw() for each
//
// and its main is one line:
//
//     int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }
//
// A block with a second clock, or without one, has a cycle() of its own.
#ifndef TB_LOCKSTEP_H
#define TB_LOCKSTEP_H

#include <memory>
#include <string>
#include <vector>
#include "verilated.h"
#include "tb_util.h"

// How busy a neighbour of the block is for some hundred cycles, in percent: from the `least`-th to
// the `most`-th of six values.
inline unsigned tb_load(tb_rng &r, unsigned least = 0, unsigned most = 5)
{
    static const unsigned load[] = { 0, 5, 30, 60, 100, 100 };
    return load[r.in(least, most)];
}

// AIM("irq", o.irq) adds o.irq to the count of an aim. The test fails if a count stays 0, even if
// its line never runs. AIM_IF(CW < 8, ...) is an aim only where the condition holds.
struct tb_aim {
    const char *what;
    bool wanted;
    uint64_t n = 0;

    tb_aim(const char *text, bool is_wanted) : what(text), wanted(is_wanted)
    {
        all().push_back(this);
    }
    static std::vector<tb_aim *> &all()
    {
        static std::vector<tb_aim *> aims;
        return aims;
    }
};
template <class Line> struct tb_aim_of {        // made before main() for each line with an aim
    static inline tb_aim aim{ Line::what(), Line::wanted() };
};
#define AIM_IF(CONDITION, WHAT, TIMES) \
    do { \
        struct line { \
            static const char *what() { return WHAT; } \
            static bool wanted() { return CONDITION; } \
        }; \
        tb_aim_of<line>::aim.n += (TIMES); \
    } while (0)
#define AIM(WHAT, TIMES) AIM_IF(true, WHAT, TIMES)

// ttp_init's walk over the memories: n cycles after each reset.
struct tb_walk {
    uint32_t n, at = 0;

    bool active() const { return at < n; }
    void step(bool rst) { at = rst ? 0 : std::min(at + 1, n); }
};

inline uint64_t &tb_seed()      // argv[1] of the program
{
    static uint64_t seed;
    return seed;
}

template <class Dut> struct lockstep {
    tb_rng r;
    tb_check chk;                       // chk.cycle counts from 0
    std::unique_ptr<Dut> dut = std::make_unique<Dut>();

    lockstep(const char *block, uint64_t seed) : r(seed), chk(block, seed) {}
    lockstep() : lockstep("", tb_seed())
    {
        chk.block = dut->modelName() + 1;       // ttp_skid of Vttp_skid
    }
    virtual ~lockstep() { dut->final(); }

    virtual void drive() {}
    virtual void check() {}
    virtual void step() {}
    virtual void seen() {}
    virtual void aims() {}

    virtual void cycle()
    {
        drive();
        dut->clk = 0;
        dut->eval();
        check();
        look();
        step();
        dut->clk = 1;
        dut->eval();
    }
    // The test fails unless n is above 0; the last line of the program says how often.
    void aim(const char *what, uint64_t n)
    {
        chk.reached(what, n);
        told += (told.empty() ? ": " : ", ") + std::string(what) + " " + std::to_string(n);
    }
    std::string told;

    // The test fails if n was 0 in every cycle. Each cycle makes the same calls in the same order:
    // none of them depends on what happens in it.
    void saw(const char *what, uint64_t n)
    {
        if (!chk.cycle) sightings.push_back({ what, 0 });
        if (sightings.at(next_sighting).what != what) abort();
        sightings[next_sighting++].n += n;
    }
    void look()
    {
        next_sighting = 0;
        seen();
    }
    struct sighting { const char *what; uint64_t n; };
    std::vector<sighting> sightings;
    size_t next_sighting = 0;

    void run(uint64_t cycles) { for (; cycles; cycles--, chk.cycle++) cycle(); }
    // Runs until done(). The test fails if that takes more than so many cycles.
    template <class F> void await(const char *what, uint64_t most, F &&done)
    {
        while (!done() && most--) run(1);
        chk.reached(what, done());
    }
};

// argv[1] is the seed.
template <class Bench> int lockstep_main(int argc, char **argv, uint64_t cycles)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_seed() = seed;
    std::unique_ptr<Bench> b;
    if constexpr (std::is_default_constructible_v<Bench>) b = std::make_unique<Bench>();
    else b = std::make_unique<Bench>(seed);
    for (b->chk.cycle = 0; b->chk.cycle < cycles; b->chk.cycle++) b->cycle();
    for (const auto &s : b->sightings) {
        if (b->sightings.size() <= 40) b->aim(s.what, s.n);
        else b->chk.reached(s.what, s.n);       // too many for the last line
    }
    b->aims();
    for (const tb_aim *a : tb_aim::all())
        if (a->wanted) b->aim(a->what, a->n);
    printf("PASS %s %s seed=%" PRIu64 " compared=%" PRIu64 "%s\n", b->chk.block, PARAMS, seed,
           b->chk.compared, b->told.c_str());
    return 0;
}

// For a bench that plays scenes, play(), instead of a number of cycles. Its flops hold anything
// before the first reset.
template <class Bench> int scenes_main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>(seed));
    const auto b = std::make_unique<Bench>(seed);
    b->play();
    b->aims();
    printf("PASS %s %s seed=%" PRIu64 " cycles=%" PRIu64 "%s\n", b->chk.block, PARAMS, seed,
           b->chk.cycle, b->told.c_str());
    return 0;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The frame of every block test. A bench derives from lockstep<Vblock> and overrides
//
//     drive()     the driver: inputs of this cycle, the same ones to RTL and model
//     check()     the checker: outputs of both, settled, before the edge; and the witness, which
//                 holds them to a third reading of the contract
//     step()      the edge of the model, and of the world that the bench plays around the block
//     seen()      what the stimulus has reached in this cycle, before step(): AIM() for each
//     aims()      what it must have reached in the end: aim() for each
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
    // True: the walk has ended with this cycle.
    bool step(bool rst)
    {
        const bool walks = active();
        at = rst ? 0 : std::min(at + 1, n);
        return walks && !active();
    }
};

inline uint64_t &tb_seed()      // argv[1] of the program
{
    static uint64_t seed;
    return seed;
}

template <class Dut> struct lockstep {
    std::unique_ptr<Dut> dut = std::make_unique<Dut>();
    tb_rng r;
    tb_check chk;                       // chk.cycle counts from 0

    // modelName() is Vttp_fifo for the block ttp_fifo.
    lockstep() : r(tb_seed()), chk(dut->modelName() + 1, tb_seed()) {}
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
        seen();
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

    void run(uint64_t cycles) { for (; cycles; cycles--, chk.cycle++) cycle(); }
    // Runs until done(). The test fails if that takes more than so many cycles.
    template <class F> void await(const char *what, uint64_t most, F &&done)
    {
        while (!done() && most--) run(1);
        chk.reached(what, done());
    }
};

// argv[1] is the seed.
template <class Bench> std::unique_ptr<Bench> tb_begin(int argc, char **argv, bool random_flops)
{
    tb_seed() = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    if (random_flops) {
        Verilated::randReset(2);
        Verilated::randSeed(static_cast<int>(tb_seed()));
    }
    return std::make_unique<Bench>();
}

// The last line tells the aims; those of AIM() not where they are too many for a line.
template <class Bench> int tb_end(Bench &b)
{
    b.aims();
    const std::string own = b.told;
    for (const tb_aim *a : tb_aim::all())
        if (a->wanted) b.aim(a->what, a->n);
    printf("PASS %s %s seed=%" PRIu64 " cycles=%" PRIu64 " compared=%" PRIu64 "%s\n", b.chk.block,
           PARAMS, b.chk.seed, b.chk.cycle, b.chk.compared,
           (b.told.size() < 2000 ? b.told : own).c_str());
    return 0;
}

template <class Bench> int lockstep_main(int argc, char **argv, uint64_t cycles)
{
    const auto b = tb_begin<Bench>(argc, argv, false);
    b->run(cycles);
    return tb_end(*b);
}

// For a bench that plays scenes, play(), instead of a number of cycles. Its flops hold anything
// before the first reset.
template <class Bench> int scenes_main(int argc, char **argv, bool random_flops = true)
{
    const auto b = tb_begin<Bench>(argc, argv, random_flops);
    b->play();
    return tb_end(*b);
}

#endif

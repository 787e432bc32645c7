// SPDX-License-Identifier: Apache-2.0
//
// The frame of every block test. A bench derives from lockstep<Vblock> and says
//
//     drive()     the driver: inputs of this cycle, the same ones to RTL and model
//     check()     the checker: outputs of both, settled, before the edge; and the witness, which
//                 holds them to a third reading of the contract
//     step()      the edge of the model, and of the world that the bench plays around the block
//     aims()      what the stimulus must have reached: aim() for each
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
#include "verilated.h"
#include "tb_util.h"

template <class Dut> struct lockstep {
    tb_rng r;
    tb_check chk;                       // chk.cycle counts from 0
    std::unique_ptr<Dut> dut = std::make_unique<Dut>();

    lockstep(const char *block, uint64_t seed) : r(seed), chk(block, seed) {}
    virtual ~lockstep() { dut->final(); }

    virtual void drive() {}
    virtual void check() {}
    virtual void step() {}
    virtual void aims() = 0;

    virtual void cycle()
    {
        drive();
        dut->clk = 0;
        dut->eval();
        check();
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
};

// argv[1] is the seed.
template <class Bench> int lockstep_main(int argc, char **argv, uint64_t cycles)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    const auto b = std::make_unique<Bench>(seed);
    for (b->chk.cycle = 0; b->chk.cycle < cycles; b->chk.cycle++) b->cycle();
    b->aims();
    printf("PASS %s %s seed=%" PRIu64 " compared=%" PRIu64 "%s\n", b->chk.block, PARAMS, seed,
           b->chk.compared, b->told.c_str());
    return 0;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The frame of a block between two clocks that know nothing of each other: lockstep.h, where a
// cycle is one of the clock whose edge comes first. The bench says near_cycle() and far_cycle(),
// each with its driver and its checks, and ends each with edge().
#ifndef TWO_CLOCKS_H
#define TWO_CLOCKS_H

#include "lockstep.h"

template <class Dut> struct two_clocks : lockstep<Dut> {
    struct clock { uint64_t period, next; };
    clock near{ 8000, 0 }, far{ 16000, 1000 };      // ps
    uint64_t now = 0;                               // ps

    virtual void near_cycle() = 0;
    virtual void far_cycle() = 0;
    void cycle() override
    {
        const bool is_near = near.next <= far.next;
        clock &c = is_near ? near : far;
        now = c.next;
        c.next += c.period;
        if (is_near) near_cycle(); else far_cycle();
    }
    void edge(CData &clk)
    {
        clk = 1;
        this->dut->eval();
        clk = 0;
        this->dut->eval();
    }
};

#endif

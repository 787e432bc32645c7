// SPDX-License-Identifier: Apache-2.0
//
// One FST file for all Verilated MACs; see waves.h.
#include "waves.h"

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdlib>

Waves::Waves()
    : context_(std::make_unique<VerilatedContext>()), fst_(std::make_unique<VerilatedFstC>())
{
    context_->traceEverOn(true);           // must stand before the first MAC is made
    context_->fatalOnError(false);         // a failed assertion is reported like any other failure
    // Flops without reset start at 0, so that runs are repeatable. With the seed TTP_XINIT they
    // start with random bits, if Verilator has translated the RTL with --x-initial unique.
    const char *const seed = std::getenv("TTP_XINIT");
    const int bits = seed ? std::atoi(seed) : 0;
    context_->randReset(bits ? 2 : 0);
    if (bits) context_->randSeed(bits);
}

Waves::~Waves()
{
    close();
}

bool Waves::open(const std::string &path)
{
    fst_->open(path.c_str());
    open_ = fst_->isOpen();
    return open_;
}

void Waves::close()
{
    if (open_) fst_->close();
    open_ = false;
}

void Waves::dump(uint64_t time)
{
    fst_->dump(time);
}

bool Waves::failed() const
{
    return context_->gotError();
}

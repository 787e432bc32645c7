// SPDX-License-Identifier: Apache-2.0
//
// One FST file for all Verilated MACs; see waves.h.
#include "waves.h"

#include <verilated.h>
#include <verilated_fst_c.h>

Waves::Waves()
    : context_(std::make_unique<VerilatedContext>()), fst_(std::make_unique<VerilatedFstC>())
{
    context_->traceEverOn(true);           // must stand before the first MAC is made
    context_->fatalOnError(false);         // a failed assertion is reported like any other failure
    context_->randReset(0);                // flops without reset start at 0: runs are repeatable
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

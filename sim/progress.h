// SPDX-License-Identifier: Apache-2.0
//
// How far a run is, on stderr.
#ifndef TTPSIM_PROGRESS_H
#define TTPSIM_PROGRESS_H

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>

#include "clocks.h"
#include "transfer.h"

// One line on a terminal, written over itself; else a line each few seconds.
class Progress {
public:
    void tick(const Net &net, const Traffic &t)
    {
        const time_t now = time(nullptr);
        if (now < next_) return;
        if (next_ == 0) {
            next_ = now + (tty_ ? 1 : 5);
            return;
        }
        next_ = now + (tty_ ? 1 : 5);
        const double cpu = cpu_seconds();
        const double cycles = static_cast<double>(net.cycle - last_cycle_);
        fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " payloads, cycle %" PRIu64 ", %.0f cycles/s%s",
                tty_ ? "\r" : "", t.arrived(), t.total(), net.cycle,
                cycles / std::max(1e-6, cpu - last_cpu_), tty_ ? "   " : "\n");
        last_cycle_ = net.cycle;
        last_cpu_ = cpu;
        shown_ = true;
    }
    void end() { if (tty_ && shown_) fprintf(stderr, "\n"); }

private:
    bool tty_ = isatty(2) == 1, shown_ = false;
    time_t next_ = 0;
    uint64_t last_cycle_ = 0;
    double last_cpu_ = 0;
};

#endif

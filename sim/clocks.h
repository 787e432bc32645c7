// SPDX-License-Identifier: Apache-2.0
//
// Seconds, for those who measure themselves and those who wait for others.
#ifndef TTPSIM_CLOCKS_H
#define TTPSIM_CLOCKS_H

#include <ctime>

inline double clock_seconds(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Of the wall, from some moment on; of the CPU, by this process.
inline double wall_seconds() { return clock_seconds(CLOCK_MONOTONIC); }
inline double cpu_seconds() { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }

#endif

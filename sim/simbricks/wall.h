// SPDX-License-Identifier: Apache-2.0
#ifndef TTPSIM_SIMBRICKS_WALL_H
#define TTPSIM_SIMBRICKS_WALL_H

#include <ctime>

namespace simbricks {

// Seconds of the clock on the wall, from some moment on.
inline double wall_now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

} // namespace simbricks

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Event counters set from outside, in ttp_perf and in its model, so that their high bits move.
#ifndef PERF_SET_H
#define PERF_SET_H

#include "tb_util.h"
extern "C" {
#include "ttp_perf.h"
}

static const uint64_t PERF_MASK = (UINT64_C(1) << 48) - 1;

// Anything, or so that a carry soon runs far
inline uint64_t perf_more(tb_rng &r)
{
    const uint64_t top = UINT64_C(1) << r.in(1, 48);
    return (r.one_in(2) ? r.next() : top - r.in(1, 200)) & PERF_MASK;
}

// More on a counter: on the one that the sweep, now at `now`, is furthest from. Which one it is.
// Only after the first pass; mem: of u_live.
template <class M> unsigned perf_set(M &mem, ttp_perf &ref, uint64_t now, uint64_t more)
{
    const unsigned k = (now + 32) & 63;
    mem[k] = (mem[k] + more) & PERF_MASK;
    ref.live[k] += more;
    return k;
}

#endif

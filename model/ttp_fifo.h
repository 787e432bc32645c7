/* SPDX-License-Identifier: Apache-2.0
 *
 * Ring buffer that behaves like rtl/lib/ttp_fifo.v: what is pushed at an edge is at the head
 * after that edge, exactly `depth` elements fit, both ready and valid come from flops.
 *
 *     drive:  out->valid = ttp_fifo_valid(f); out->ready = ttp_fifo_ready(f);
 *             if (valid) out->rec = *(const struct rec *)ttp_fifo_head(f);
 *     clock:  const bool push = in->valid && ttp_fifo_ready(f);    both before either moves
 *             const bool pop  = in->ready && ttp_fifo_valid(f);
 *             if (push) *(struct rec *)ttp_fifo_slot(f) = in->rec;
 *             ttp_fifo_clock(f, push, pop);
 *             if (in->rst) ttp_fifo_clear(f);
 *
 * The slot is beyond the last element, so that a pop in the same cycle does not see it. */
#ifndef TTP_FIFO_H
#define TTP_FIFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ttp_arena.h"

struct ttp_fifo {
    uint8_t *mem;       /* depth elements of size bytes  */
    uint32_t size;      /* bytes an element              */
    uint32_t depth;     /* elements, >= 1                */
    uint32_t rd;        /* oldest element, [0, depth)    */
    uint32_t wr;        /* next free slot, [0, depth)    */
    uint32_t count;     /* elements inside, [0, depth]   */
};

static inline void ttp_fifo_bind(struct ttp_fifo *f, struct ttp_arena *a, size_t size,
                                 uint32_t depth)
{
    f->mem = (uint8_t *)ttp_arena_take(a, size * depth);
    f->size = (uint32_t)size;
    f->depth = depth;
    f->rd = f->wr = f->count = 0;
}

static inline void ttp_fifo_clear(struct ttp_fifo *f) { f->rd = f->wr = f->count = 0; }

static inline bool ttp_fifo_valid(const struct ttp_fifo *f) { return f->count != 0; }
static inline bool ttp_fifo_ready(const struct ttp_fifo *f) { return f->count != f->depth; }

/* The oldest element; only while valid. */
static inline void *ttp_fifo_head(const struct ttp_fifo *f)
{
    return f->mem + (size_t)f->rd * f->size;
}

/* Element i from the oldest, i < count. */
static inline void *ttp_fifo_at(const struct ttp_fifo *f, uint32_t i)
{
    uint32_t at = f->rd + i;

    if (at >= f->depth) at -= f->depth;
    return f->mem + (size_t)at * f->size;
}

/* Where the next push is written; only while ready. */
static inline void *ttp_fifo_slot(const struct ttp_fifo *f)
{
    return f->mem + (size_t)f->wr * f->size;
}

/* The edge: push only while ready (its slot already written), pop only while valid. */
static inline void ttp_fifo_clock(struct ttp_fifo *f, bool push, bool pop)
{
    if (push) {
        f->count++;
        if (++f->wr == f->depth) f->wr = 0;
    }
    if (pop) {
        f->count--;
        if (++f->rd == f->depth) f->rd = 0;
    }
}

#endif

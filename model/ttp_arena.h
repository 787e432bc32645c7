/* SPDX-License-Identifier: Apache-2.0
 *
 * Bump arena: one piece of memory holds every array of a MAC, so that saving, restoring and
 * comparing its state is one memcpy or memcmp. With base NULL nothing is handed out and only
 * the need is counted: a first pass sizes, a second pass binds. */
#ifndef TTP_ARENA_H
#define TTP_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct ttp_arena {
    uint8_t *base;      /* NULL: count only; else aligned to 8 */
    size_t   used;      /* bytes, multiple of 8                */
    size_t   cap;       /* bytes at base                       */
};

/* n bytes, zeroed, aligned to 8. NULL when only counting, and if cap is too small (which is
 * a broken contract: the counting pass was made with other parameters). */
static inline void *ttp_arena_take(struct ttp_arena *a, size_t n)
{
    const size_t at = a->used;

    a->used += (n + 7u) & ~(size_t)7u;
    if (!a->base || a->used > a->cap) return NULL;
    memset(a->base + at, 0, a->used - at);
    return a->base + at;
}

#endif

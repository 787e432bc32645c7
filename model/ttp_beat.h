/* SPDX-License-Identifier: Apache-2.0
 *
 * Beats: 1 to 8 lanes of 64 bits. Eight, where most of the moving is, have loops of their own: of a
 * constant length the compiler makes two or three vector moves. */
#ifndef TTP_BEAT_H
#define TTP_BEAT_H

#include <stdint.h>

#define TTP_LANES_MAX 8

static inline void ttp_beat_copy(uint64_t *restrict to, const uint64_t *restrict from,
                                 uint32_t lanes)
{
    if (lanes == TTP_LANES_MAX)
        for (uint32_t i = 0; i < TTP_LANES_MAX; i++) to[i] = from[i];
    else
        for (uint32_t i = 0; i < lanes; i++) to[i] = from[i];
}

/* A header of 60 bytes moves payloads by 4 bytes against beats. Off the wire: the last 4 bytes of
 * the beat before, then this one without its own last 4. */
static inline void ttp_beat_later(uint64_t *restrict to, uint32_t before,
                                  const uint64_t *restrict from, uint32_t lanes)
{
    to[0] = from[0] << 32 | before;
    if (lanes == TTP_LANES_MAX)
        for (uint32_t i = 1; i < TTP_LANES_MAX; i++) to[i] = from[i] << 32 | from[i - 1] >> 32;
    else
        for (uint32_t i = 1; i < lanes; i++) to[i] = from[i] << 32 | from[i - 1] >> 32;
}

/* Onto the wire: the word without its first 4 bytes, then the first 4 of the next one. */
static inline void ttp_beat_earlier(uint64_t *restrict to, const uint64_t *restrict from,
                                    uint32_t next, uint32_t lanes)
{
    if (lanes == TTP_LANES_MAX)
        for (uint32_t i = 0; i < TTP_LANES_MAX - 1; i++) to[i] = from[i] >> 32 | from[i + 1] << 32;
    else
        for (uint32_t i = 0; i + 1 < lanes; i++) to[i] = from[i] >> 32 | from[i + 1] << 32;
    to[lanes - 1] = from[lanes - 1] >> 32 | (uint64_t)next << 32;
}

#endif

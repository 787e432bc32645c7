/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hostile wire does to frames: some are lost, doubled, or go behind the next one. */
#ifndef WIRE_HARM_H
#define WIRE_HARM_H

#include <stddef.h>
#include <stdint.h>

struct wire_harm {
    uint64_t random;                            /* the seed                          */
    double   loss, dup, reorder;                /* of frames, 0 to below 1           */
    void    *wire;                              /* what is left goes out there       */
    void   (*out)(void *wire, const uint8_t *frame, size_t bytes);
    uint8_t  held[1536];                        /* goes behind the next one          */
    size_t   held_n;
    uint64_t lost, doubled, reordered;          /* frames so far                     */
};

/* A frame of at most 1536 bytes. */
void wire_harm_send(struct wire_harm *h, const uint8_t *frame, size_t bytes);
/* What is held goes now: no next one comes. */
void wire_harm_flush(struct wire_harm *h);

#endif

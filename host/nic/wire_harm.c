/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames that are lost, doubled or late; see wire_harm.h. */
#include "wire_harm.h"

#include <stdbool.h>
#include <string.h>

/* True with that probability. splitmix64: small seeds are as good as others. */
static bool chance(struct wire_harm *h, double p)
{
    uint64_t x = h->random += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (double)(x >> 11) < p * 0x1p53;
}

void wire_harm_send(struct wire_harm *h, const uint8_t *frame, size_t bytes)
{
    if (chance(h, h->loss)) {
        h->lost++;
        return;
    }
    if (!h->held_n && bytes <= sizeof h->held && chance(h, h->reorder)) {
        memcpy(h->held, frame, h->held_n = bytes);
        h->reordered++;
        return;
    }
    h->out(h->wire, frame, bytes);
    if (chance(h, h->dup)) {
        h->out(h->wire, frame, bytes);
        h->doubled++;
    }
    wire_harm_flush(h);
}

void wire_harm_flush(struct wire_harm *h)
{
    if (h->held_n) h->out(h->wire, h->held, h->held_n);
    h->held_n = 0;
}

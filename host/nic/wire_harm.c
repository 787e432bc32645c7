/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames that are lost, doubled or late; see wire_harm.h. */
#include "wire_harm.h"

#include <stdbool.h>
#include <string.h>

/* True with that probability. */
static bool chance(struct wire_harm *h, double p)
{
    h->random ^= h->random << 13;
    h->random ^= h->random >> 7;
    h->random ^= h->random << 17;
    return (double)(h->random >> 11) < p * 0x1p53;
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

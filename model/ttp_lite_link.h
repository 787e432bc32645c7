/* SPDX-License-Identifier: Apache-2.0
 *
 * Links of the small MAC: what a slot of the wire or of the timer does. */
#ifndef TTP_LITE_LINK_H
#define TTP_LITE_LINK_H

#include "ttp_lite.h"

void ttp_lite_wire_in(struct ttp_lite *m, const struct ttp_lite_frame *f);      /* WRX */
void ttp_lite_wire_out(struct ttp_lite *m);                                     /* WTX, the port is idle */
void ttp_lite_timer(struct ttp_lite *m);                                        /* TIMER */

struct ttp_lite_link *ttp_lite_find(struct ttp_lite *m, uint32_t key);
struct ttp_lite_link *ttp_lite_alloc(struct ttp_lite *m, uint32_t key);         /* NULL: no place */
void ttp_lite_enqueue(struct ttp_lite *m, struct ttp_lite_link *l, uint8_t page);
void ttp_lite_complete(struct ttp_lite *m, uint8_t kind, uint8_t status, uint32_t key, uint16_t count, uint16_t bytes);
/* The counter of life numbers begins with the first frame, from either side. */
void ttp_lite_seed(struct ttp_lite *m);

/* Places of the store */
uint8_t ttp_lite_take(struct ttp_lite *m, const uint8_t *data, uint16_t bytes, uint32_t key);
void ttp_lite_free(struct ttp_lite *m, int page);

/* Queues */
void ttp_lite_push(struct ttp_lite_queue *q, uint8_t page);
uint8_t ttp_lite_pop(struct ttp_lite_queue *q);

static inline uint32_t ttp_lite_be(const uint8_t *p, unsigned n)
{
    uint32_t v = 0;
    while (n--) v = v << 8 | *p++;
    return v;
}
static inline void ttp_lite_put(uint8_t *p, unsigned n, uint32_t v)
{
    while (n--) {
        p[n] = (uint8_t)v;
        v >>= 8;
    }
}
/* Cycles as rounds: what counts is the round after. */
static inline uint16_t ttp_lite_rounds(uint32_t cycles)
{
    if (!cycles) return 0;
    return cycles >> 16 >= 0x0FFF ? 0x7FFF : (uint16_t)((cycles >> 13) + 1);
}

#endif

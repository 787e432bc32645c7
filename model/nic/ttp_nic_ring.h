/* SPDX-License-Identifier: Apache-2.0
 *
 * Fetches the elements of a ring in host memory. Mirrors rtl/nic/ttp_nic_ring.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_RING_H
#define TTP_NIC_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"

struct ttp_nic_element {
    uint64_t lane[8];
    bool     broken;            /* memory erred, the element is 0 */
};

struct ttp_nic_ring_in {
    bool     rst, on, clear;
    uint8_t  size;              /* log2 of its elements */
    uint16_t head;
    bool     rings;             /* head moves on in the next cycle: the doorbell */
    uint64_t base;
    bool     ar_ready;
    bool     r_valid, r_last, r_err;    /* a word of this ring */
    const uint64_t *r_data;
    bool     ready;
};

struct ttp_nic_ring {
    uint32_t lanes;             /* 64 bits each, of a word      */
    uint32_t ahead;             /* elements that are fetched    */
    uint16_t asked;             /* index of the next to be asked for */
    uint16_t tail;              /* behind the last that has come */
    uint16_t index;             /* of the oldest that waits     */
    uint8_t  held;              /* asked for, or wait to be taken */
    uint8_t  away;              /* asked for and not come       */
    uint8_t  stale;             /* of them, asked for before clear */
    uint64_t ar_addr;           /* of that to be asked for      */
    uint32_t at;                /* lanes that are here of the element that comes */
    bool     fault;             /* memory erred at the last     */
    bool     may;               /* it asks, if it is on         */
    struct ttp_fifo queue;      /* ahead x struct ttp_nic_element */
};

void ttp_nic_ring_bind(struct ttp_nic_ring *b, uint32_t data_w, uint32_t ahead,
                       struct ttp_arena *a);
void ttp_nic_ring_clock(struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in);

/* What is from flops. */
static inline bool ttp_nic_ring_valid(const struct ttp_nic_ring *b)
{
    return ttp_fifo_valid(&b->queue);
}
static inline const struct ttp_nic_element *ttp_nic_ring_element(const struct ttp_nic_ring *b)
{
    return (const struct ttp_nic_element *)ttp_fifo_head(&b->queue);
}

/* comb, ar_valid: it asks for an element. */
static inline bool ttp_nic_ring_asks(const struct ttp_nic_ring *b, const struct ttp_nic_ring_in *in)
{
    return in->on && b->may;
}

#endif

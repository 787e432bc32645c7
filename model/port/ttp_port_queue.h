/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole frames: one comes out when all of it has come in. Mirrors rtl/port/ttp_port_queue.v.
 * Part of: ttp_port */
#ifndef TTP_PORT_QUEUE_H
#define TTP_PORT_QUEUE_H

#include "ttp_arena.h"
#include "ttp_port_types.h"

enum ttp_port_end { TTP_PORT_NO_END, TTP_PORT_WHOLE, TTP_PORT_NO_ROOM, TTP_PORT_WAS_BAD };

struct ttp_port_queue {
    struct ttp_port_beat *mem;
    uint32_t words;
    bool     hold;              /* a word without room waits, if that helps             */
    /* Words so far: taken, of whole frames, and gone to the output. Those taken are counted back
     * when their frame comes to nothing. */
    uint64_t in, end, out;
    bool     lost;              /* there was no room for a word of the frame under way  */
    struct ttp_port_beat front; /* at the output                                        */
};

void ttp_port_queue_bind(struct ttp_port_queue *q, struct ttp_arena *a, uint32_t words, bool hold);
bool ttp_port_queue_ready(const struct ttp_port_queue *q);
/* How a frame ends with this beat, if it is one and is taken. */
enum ttp_port_end ttp_port_queue_end(const struct ttp_port_queue *q,
                                     const struct ttp_port_beat *in);
void ttp_port_queue_clock(struct ttp_port_queue *q, bool rst, const struct ttp_port_beat *in,
                          bool out_ready);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Completions of three sources to one stream. Mirrors rtl/ttp_cpl.v: same registers, same cycle. */
#ifndef TTP_CPL_H
#define TTP_CPL_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"

struct ttp_cpl_rec {
    uint64_t d[2];              /* [0] = bits 63:0 */
};

struct ttp_cpl_in {
    bool rst;
    bool ended_valid;           /* link pipe                  */
    bool retired_valid, retired_opt; /* retire engine         */
    bool refused_valid;         /* ingest                     */
    bool m_axis_cpl_tready;
    struct ttp_cpl_rec ended_data, retired_data, refused_data; /* with their valid */
};

struct ttp_cpl_out {
    struct ttp_cpl_rec m_axis_cpl_tdata;            /* with tvalid */
    bool m_axis_cpl_tvalid;
    bool link_ready;
    bool free;                  /* the waiting place: see the two functions below */
    bool lost;
};

struct ttp_cpl {
    struct ttp_fifo queue;      /* 16 of struct ttp_cpl_rec */
    struct ttp_cpl_rec data;    /* the waiting record       */
    bool wait, lost, room;
};

/* Takes the queue from the arena and resets. */
void ttp_cpl_bind(struct ttp_cpl *b, struct ttp_arena *a);
void ttp_cpl_drive(const struct ttp_cpl *b, struct ttp_cpl_out *out);
void ttp_cpl_clock(struct ttp_cpl *b, const struct ttp_cpl_in *in);

/* The two combinational outputs. */
static inline bool ttp_cpl_retired_ready(const struct ttp_cpl_out *o, bool retired_opt)
{
    return retired_opt || o->free; /* an optional record that finds no place is lost, with `lost` */
}

static inline bool ttp_cpl_refused_ready(const struct ttp_cpl_out *o, bool retired_valid)
{
    return !retired_valid && o->free;
}

/* Nothing can move in this cycle but by rst or a record that comes. */
static inline bool ttp_cpl_idle(const struct ttp_cpl *b)
{
    return !b->queue.count && !b->wait && !b->lost && b->room;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Host packets into the transmit store: cut into chunks of 1024 bytes, stored, appended to the
 * list of their link. Mirrors rtl/tx/ttp_tx_ingest.v. */
#ifndef TTP_TX_INGEST_H
#define TTP_TX_INGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

/* Pins just before the edge. comb() reads those marked *. */
struct ttp_tx_ingest_in {
    bool     rst;               /* hard reset                                    */
    bool     core_rst;          /* hard or soft reset                            */
    bool     cfg_on;            /* enabled and ready                             */
    bool     init_active;
    bool     s_axis_host_tvalid, s_axis_host_tlast, s_axis_host_tuser;
    bool     lookup_ready, lookup_done, lookup_ok;
    bool     pin_kill;          /* give the cached link up, if it is not in use  */
    bool     pin_act;           /* act of pin_link                               */
    bool     evicting;          /* entries may go, or be closed to make room     */
    bool     doorbell_ready;
    bool     freed_valid;
    bool     freed_moved;
    bool     store_ready;       /* *                                             */
    bool     free_cell_valid;   /* *                                             */
    bool     abort_ready;
    bool     refused_ready;
    uint8_t  cfg_retry_max;     /* 1..255                                        */
    uint32_t cfg_node;          /* * 24 bit                                      */
    uint32_t cfg_cell_limit;    /* * cells, 17 bit                               */
    uint32_t cfg_close_tmo;     /* cycles                                        */
    uint32_t init_idx;
    const uint64_t *s_axis_host_tdata;  /* read if tvalid                        */
    uint64_t s_axis_host_tkeep; /* bits above data_w / 8 are ignored             */
    uint32_t s_axis_host_tdest; /* {VC[7:0], node[23:0]}                         */
    uint32_t lookup_link;       /* [0, links), if lookup_done and lookup_ok      */
    uint32_t freed_entry;       /* entry                                         */
    uint32_t freed_link, freed_cells;       /* cells ever freed, modulo 2^17     */
    uint32_t free_cell;         /* *                                             */
};

struct ttp_tx_ingest_out {
    /* flops: ttp_tx_ingest_drive() */
    bool     s_axis_host_tready;
    bool     lookup_valid;
    bool     pin_valid;
    bool     doorbell_valid;
    bool     abort_valid;
    bool     refused_valid;
    bool     acc_pulse;         /* a chunk was appended in the cycle before      */
    bool     ref_pulse;         /* a packet was refused                          */
    bool     dis_pulse;         /* a packet was discarded by tuser               */
    uint8_t  lookup_vc;         /* [0, 2] while lookup_valid                     */
    uint32_t lookup_node;
    uint32_t pin_link;          /* the cached link                               */
    uint32_t doorbell_link;
    uint32_t abort_first, abort_last; /* cells                                   */
    uint32_t abort_n;           /* [1, 16] while abort_valid                     */
    uint64_t refused_data[2];
    uint32_t acc_len;           /* bytes, [1, 1024] with acc_pulse               */
    uint32_t stat_pkts_free;    /* entries, [0, tx_pkts]                         */
    /* combinational: ttp_tx_ingest_comb(); wr_*, ap_* mean something with their valid only */
    bool     store_valid;
    bool     free_cell_pop;
    bool     append_valid;
    uint32_t store_addr;        /* word                                          */
    const uint64_t *store_data;
    uint32_t append_link, append_tail, append_entry;
    uint32_t append_len;        /* bytes, [1, 1024]                              */
    uint32_t append_first, append_last;     /* cells                             */
    uint32_t append_napp;       /* the new count, modulo 2^CW                    */
};

struct ttp_tx_ingest_beat {
    uint64_t data[8];
    uint32_t dest;
    uint8_t  n;                 /* bytes, [1, data_w / 8]; any if bad            */
    bool     bad;               /* tkeep rule broken                             */
    bool     last;
    bool     discard;           /* tlast and tuser                               */
};

/* What the RAM of the block holds for a link. */
struct ttp_tx_ingest_list {
    uint32_t taken;             /* cells ever taken + 16, modulo 2^17            */
    uint16_t tail;              /* entry                                         */
    uint16_t napp;              /* modulo 2^CW                                   */
};

/* Cells ever freed of a link, modulo 2^17. */
struct ttp_tx_ingest_freed {
    uint32_t wr;                /* 0/1; nothing else is set without it. A word: states are
                                 * compared byte by byte, so there is no padding */
    uint32_t link, val;
};

enum { TTP_KNOWN = 64 };

enum ttp_tx_ingest_lk { LK_NONE, LK_REQ, LK_PIPE, LK_LOAD, LK_CACHED, LK_PAUSE };

struct ttp_tx_ingest {
    /* derived sizes */
    uint32_t lanes;             /* data_w / 64                                   */
    uint32_t bytes;             /* data_w / 8                                    */
    uint32_t wpc_log2, chunk_words;     /* words a cell; words a chunk: 1024 / bytes */
    uint32_t links, ents;
    bool     deep;              /* parameter DEEP                                */
    uint32_t known_n;           /* places for links that need no lookup: 0, or TTP_KNOWN */
    uint32_t eq_mask;           /* 2^clog2(tx_pkts) - 1: index into the queue    */
    uint64_t keep_mask;         /* legal bits of tkeep                           */
    /* arrays */
    struct ttp_tx_ingest_list *list;    /* links                                 */
    uint32_t *freed_of;                 /* links: cells ever freed, mod 2^17     */
    uint16_t *eq;                       /* entry queue, 2^clog2(tx_pkts)         */
    /* beats: beat[rd] is f */
    struct ttp_tx_ingest_beat beat[2];
    uint32_t rd, beats;         /* [0, 1], [0, 2]                                */
    bool     gate;              /* tready if there is room for a beat            */
    bool     pin_mid;           /* the beat accepted last was not tlast          */
    /* packet and chunk */
    bool     mid, swallow;      /* f is not a first beat; f is swallowed         */
    uint32_t words;             /* of the chunk, stored so far: [0, chunk_words) */
    uint32_t first, cell;       /* its first and its newest cell                 */
    /* cache and lookup */
    enum ttp_tx_ingest_lk state;
    uint32_t dest;              /* {VC, node} of the cached link, lookup, refusal */
    uint32_t link;              /* the cached link                               */
    uint64_t known_valid;       /* bit i: place i holds the link of a peer       */
    uint32_t known_dest[TTP_KNOWN], known_link[TTP_KNOWN];
    struct ttp_tx_ingest_list own;      /* of the cached link                    */
    uint32_t freed, freed_rd;   /* its cells ever freed: 2 cycles old, RAM output */
    struct ttp_tx_ingest_freed late;    /* deep: known a cycle later             */
    bool     room_late;         /* deep: what room depends on has moved          */
    bool     room;              /* deep: the link could hold 16 cells more ...   */
    bool     stale;             /* deep: ... by counts before the last append    */
    bool     trying, expired;   /* the time without an entry runs; has run out   */
    uint8_t  rounds;            /* rounds of cfg_close_tmo cycles begun, [1, 255] */
    uint32_t tmo;               /* cycle of this round, [1, cfg_close_tmo]       */
    /* entry queue, doorbell, abort, refusal, pulses */
    uint32_t eq_rd, eq_wr;      /* modulo 2^CW; CW bits count                    */
    bool     eq_valid;
    bool     doorbell_valid, abort_valid, refused_valid;
    uint8_t  why;               /* TTP_REF_*                                     */
    uint32_t doorbell_link;
    bool     acc_pulse, ref_pulse, dis_pulse;
    uint32_t acc_len;
};

void ttp_tx_ingest_bind(struct ttp_tx_ingest *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_tx_ingest_drive(const struct ttp_tx_ingest *b, struct ttp_tx_ingest_out *o);
void ttp_tx_ingest_comb(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                        struct ttp_tx_ingest_out *o);
void ttp_tx_ingest_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in);
/* Nonzero while another clock without inputs would change something (a beat, a lookup, a doorbell,
 * a chain, a refusal under way). cfg_on and init_active must have stood still for one clock. */
uint64_t ttp_tx_ingest_busy(const struct ttp_tx_ingest *b);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside of the MAC model. The state is one struct and one arena; the pins and wires beside it
 * are recomputed from the state and are no part of it. */
#ifndef TTP_MAC_H
#define TTP_MAC_H

#include "ttp_arbiter.h"
#include "ttp_cpl.h"
#include "ttp_csr.h"
#include "ttp_init.h"
#include "ttp_link_pipe.h"
#include "ttp_link_timer.h"
#include "ttp_model.h"
#include "ttp_perf.h"
#include "ttp_retire.h"
#include "ttp_retransmit.h"
#include "ttp_rx_deliver.h"
#include "ttp_rx_hold.h"
#include "ttp_rx_parse.h"
#include "ttp_rx_sram.h"
#include "ttp_tx_frame.h"
#include "ttp_tx_ingest.h"
#include "ttp_tx_marks.h"
#include "ttp_tx_respond.h"
#include "ttp_tx_sched.h"
#include "ttp_tx_sram.h"

struct ttp_mac_state {
    uint64_t cycle;             /* clock edges so far                                     */
    uint32_t calm;              /* edges since anything moved, saturates at TTP_MAC_CALM  */
    uint32_t was_reset;         /* 0/1                                                    */
    struct ttp_link_pipe pipe;
    struct ttp_arbiter arbiter;
    struct ttp_link_timer timer;
    struct ttp_rx_parse parse;
    struct ttp_rx_sram rx_sram;
    struct ttp_rx_deliver deliver;
    struct ttp_rx_hold hold;        /* SELECTIVE                                        */
    struct ttp_tx_ingest ingest;
    struct ttp_tx_sram tx_sram;
    struct ttp_retire retire;
    struct ttp_retransmit retransmit;
    struct ttp_tx_marks marks;      /* SELECTIVE                                        */
    struct ttp_tx_respond respond;
    struct ttp_tx_sched sched;
    struct ttp_tx_frame frame;
    struct ttp_init init;
    struct ttp_csr csr;
    struct ttp_cpl cpl;
    struct ttp_perf perf;
};

enum { TTP_MAC_CALM = 8, TTP_MAC_POINTERS = 96 };

/* Outputs of the blocks, and inputs, kept only to save clearing them every cycle. */
struct ttp_mac_wires {
    struct ttp_link_pipe_out pipe;
    struct ttp_arbiter_out arbiter;
    struct ttp_link_timer_out timer;
    struct ttp_rx_parse_out parse;
    struct ttp_rx_sram_out rx_sram;
    struct ttp_rx_deliver_out deliver;
    struct ttp_rx_hold_out hold;
    struct ttp_tx_ingest_out ingest;
    struct ttp_tx_sram_out tx_sram;
    struct ttp_retire_out retire;
    struct ttp_retransmit_out retransmit;
    struct ttp_tx_marks_out marks;
    struct ttp_tx_respond_out respond;
    struct ttp_tx_sched_out sched;
    struct ttp_tx_frame_out frame;
    struct ttp_init_out init;
    struct ttp_csr_out csr;
    struct ttp_cpl_out cpl;
    struct ttp_perf_out perf;

    struct ttp_link_pipe_in pipe_in;
    struct ttp_arbiter_in arbiter_in;
    struct ttp_link_timer_in timer_in;
    struct ttp_rx_parse_in parse_in;
    struct ttp_rx_sram_in rx_sram_in;
    struct ttp_rx_deliver_in deliver_in;
    struct ttp_rx_hold_in hold_in;
    struct ttp_tx_ingest_in ingest_in;
    struct ttp_tx_sram_in tx_sram_in;
    struct ttp_retire_in retire_in;
    struct ttp_retransmit_in retransmit_in;
    struct ttp_tx_marks_in marks_in;
    struct ttp_tx_respond_in respond_in;
    struct ttp_tx_sched_in sched_in;
    struct ttp_tx_frame_in frame_in;
    struct ttp_csr_in csr_in;
    struct ttp_cpl_in cpl_in;
    struct ttp_perf_in perf_in;
    struct ttp_init_in init_in;

    struct ttp_block block;     /* of the response that is next: an offer, a map         */

    bool retire_on;             /* the block has an edge in this cycle                    */
    bool retransmit_on;
    bool deliver_on;
    bool hold_on;
    bool marks_on;
    bool parse_on;
    bool csr_on;
    bool cpl_on;
    bool perf_on;
};

struct ttp_mac {
    struct ttp_mac_state s;
    struct ttp_mac_wires w;
    struct ttp_params p;
    uint8_t *arena;             /* right behind this struct                               */
    size_t   arena_n;           /* bytes                                                  */
    uint64_t shuffle;           /* 0: the edges of the blocks in their own order          */
    uint32_t pointers;          /* words of s that point into the arena                   */
    uint16_t pointer_at[TTP_MAC_POINTERS];
};

static inline unsigned bit(bool b, unsigned mask) { return b ? mask : 0; }

/* The steps of a cycle. state -> outputs that come from flops; -> combinational outputs; -> inputs
 * of the edges. ttp_mac_drive is for a state that did not come about by an edge. */
void ttp_mac_drive(struct ttp_mac *m);
void ttp_mac_comb(struct ttp_mac *m, const struct ttp_in *in);
void ttp_mac_wire(struct ttp_mac *m, const struct ttp_in *in, bool core_rst);

#endif

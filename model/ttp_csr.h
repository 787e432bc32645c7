/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers, irq, soft reset, commands. Mirrors rtl/ttp_csr.v: same registers, same cycle. */
#ifndef TTP_CSR_H
#define TTP_CSR_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_axil.h"
#include "ttp_model.h"
#include "ttp_tx_marks.h"
#include "ttp_tx_order.h"

/* What the other blocks read. `on` moves with core_ready, the rest by register writes only. */
struct ttp_csr_cfg {
    uint32_t node;              /* 24 bit */
    uint32_t timeout, open_tmo, close_tmo, backoff;     /* cycles, [1, 2^30] */
    uint32_t reack, victim_idle, idle_tmo;              /* cycles, [0, 2^30] */
    uint32_t cell_limit;        /* [16, TX_CELLS] */
    uint8_t  retry_max;         /* [1, 255] */
    uint8_t  open_fits;         /* bit i: open_tmo, doubled i times, was below timeout */
    uint8_t  reorder, reorder_max;  /* sends; 0 without SELECTIVE */
    uint32_t base_rtt, probe_min, delay;   /* cycles; 0 without SELECTIVE */
    struct ttp_vc_cfg vc;       /* all 0 without VC_ORDER */
    bool     enable, cpl_retired, nack_once, selective, offer_all;
    bool     on;                /* enabled and ready */
};

/* sel.open: bit i, doubled i times it is less than TIMEOUT */
static inline uint8_t ttp_csr_open_fits(uint32_t open_tmo, uint32_t timeout)
{
    uint8_t fits = 0;

    for (unsigned i = 0; i < 6; i++)
        if ((uint64_t)open_tmo << i < timeout) fits |= (uint8_t)(1u << i);
    return fits;
}

struct ttp_csr_in {
    bool     rst;
    bool     cfg_enable_in;
    uint32_t cfg_node_in;
    uint16_t cfg_epoch_seed;
    struct ttp_axil_in axil;
    uint8_t  irq_set;           /* bits TTP_IRQ_* */
    bool     tx_idle, rx_idle, core_ready;
    uint16_t life;
    uint32_t start_id;
    bool     command_ready, result_closed, result_nolink, result_peeked;
    uint32_t result_record[7];  /* with result_peeked */
    bool     result_numbered;   /* ... a send of this life had a number */
    bool     path_told;
    struct ttp_path path;       /* with path_told */
    bool     snap_busy, cnt_valid;
    uint64_t cnt_data;
    uint32_t stat_cells_free, stat_cells_low, stat_pkts_free, stat_rxc_free;
};

/* drive() copies cfg only when it has changed: the same struct must be used in every cycle, and
 * start with version 0. */
struct ttp_csr_out {
    uint64_t now;
    uint32_t version;           /* of cfg */
    struct ttp_csr_cfg cfg;
    struct ttp_axil_out axil;
    bool     irq, irq_dead;
    bool     core_rst;          /* without rst: the pin is in.rst || core_rst */
    bool     quiesce;
    bool     life_set, start_id_set;
    uint16_t life_value;        /* with life_set */
    uint32_t start_id_value;    /* with start_id_set */
    bool     command_valid, command_peek;
    uint8_t  command_vc;
    uint32_t command_node;
    uint16_t command_link;
    bool     path_ask;          /* of command_link, until path_told */
    bool     snap_req;
    uint8_t  cnt_idx;           /* means something while a counter is looked up */
};

enum ttp_csr_soft { TTP_SR_RUN, TTP_SR_QUIET, TTP_SR_RST, TTP_SR_LAST };

struct ttp_csr {
    struct ttp_params p;
    struct ttp_axil axil;
    struct ttp_csr_cfg cfg;
    uint64_t now;
    uint64_t start;             /* now after reset: 0 but in tests */
    uint32_t version;
    uint32_t word;              /* what was looked up; without counters */
    uint32_t hi;
    uint32_t start_val;
    uint32_t close;             /* {VC[1:0], node[23:0]} */
    uint32_t rec[7];
    struct ttp_path path;
    uint16_t life_value, index;
    uint8_t  cause, mask;       /* bits TTP_IRQ_* */
    uint8_t  soft;              /* enum ttp_csr_soft */
    uint8_t  wait;              /* cycles in WRITE, [0, 47] */
    bool     irq, life_set, start_set, snap;
    bool     command_valid, command_peek, busy, nolink;
    bool     ask;               /* what is known of the way to the peer of the link */
};

void ttp_csr_init(struct ttp_csr *b, const struct ttp_params *p);
void ttp_csr_drive(const struct ttp_csr *b, struct ttp_csr_out *out);
void ttp_csr_clock(struct ttp_csr *b, const struct ttp_csr_in *in);
/* True if with idle inputs only `now` moves. */
bool ttp_csr_idle(const struct ttp_csr *b);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The NIC without its MAC: memory to memory (docs/nic.md). Golden model of rtl/nic/ttp_nic_core.v:
 * the same pins in every cycle. All memory is in the arena: bind once with a base of NULL to learn
 * how much, then with that.
 *
 *     ttp_nic_core_drive(n, &out);     the pins of this cycle: no output depends on an input of it
 *     ttp_nic_core_clock(n, &in);      the edge */
#ifndef TTP_NIC_CORE_H
#define TTP_NIC_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_axil.h"
#include "ttp_nic_acts.h"
#include "ttp_nic_asks.h"
#include "ttp_nic_csr.h"
#include "ttp_nic_messages.h"
#include "ttp_nic_parse.h"
#include "ttp_nic_place.h"
#include "ttp_nic_post.h"
#include "ttp_nic_read.h"
#include "ttp_nic_ring.h"
#include "ttp_nic_types.h"
#include "ttp_nic_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beats: lane 0 has bits 63:0. What belongs to a valid is looked at while that is 1. */
struct ttp_nic_in {
    bool     rst;
    bool     m_axi_arready, m_axi_rvalid, m_axi_rlast;
    uint8_t  m_axi_rid, m_axi_rresp;
    bool     m_axi_awready, m_axi_wready, m_axi_bvalid;
    uint8_t  m_axi_bid, m_axi_bresp;
    uint64_t m_axi_rdata[8];
    struct ttp_axil_in s_axil;
    bool     m_axis_tx_tready;
    bool     s_axis_rx_tvalid, s_axis_rx_tlast;
    uint64_t s_axis_rx_tdata[8], s_axis_rx_tkeep;
    uint32_t s_axis_rx_tid;             /* {VC[7:0], node[23:0]} */
    uint64_t s_axis_cpl_tdata[2];
    bool     s_axis_cpl_tvalid;
    bool     clear_ready;
    uint16_t cfg_epoch_seed;            /* LIFE after a reset: looked at while rst is 1 */
};

struct ttp_nic_out {
    bool     m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready;
    uint8_t  m_axi_arid, m_axi_arlen, m_axi_awid, m_axi_awlen;
    uint64_t m_axi_araddr, m_axi_awaddr;
    uint64_t m_axi_wdata[8], m_axi_wstrb;
    struct ttp_axil_out s_axil;
    bool     irq;
    uint64_t m_axis_tx_tdata[8], m_axis_tx_tkeep;
    bool     m_axis_tx_tvalid, m_axis_tx_tlast, m_axis_tx_tuser;
    uint32_t m_axis_tx_tdest;           /* {VC[7:0], node[23:0]} */
    bool     s_axis_rx_tready, s_axis_cpl_tready, clear_valid;
};

/* What passes between the parts within an edge. */
struct ttp_nic_wires {
    struct ttp_nic_csr_in csr_in;
    struct ttp_nic_ring_in send_in[TTP_NIC_RINGS], recv_in;
    uint16_t send_tail[TTP_NIC_RINGS];
    uint8_t asking;                     /* with asks_in.send_valid: the send ring */
    struct ttp_nic_asks_in asks_in;
    struct ttp_nic_asks_out asks;
    struct ttp_nic_messages_in messages_in;
    struct ttp_nic_post_in post_in;
    struct ttp_nic_post_out post;
    struct ttp_nic_read_in read_in;
    struct ttp_nic_parse_in parse_in;
    struct ttp_nic_place_in place_in;
    struct ttp_nic_place_out place;
    struct ttp_nic_write_in write_in;
    struct ttp_nic_write_out write;
    struct ttp_nic_acts_in acts_in;
    struct ttp_nic_acts_out acts;
};

struct ttp_nic_core {
    struct ttp_nic_params p;
    struct ttp_nic_csr csr;
    struct ttp_nic_ring send_ring[TTP_NIC_RINGS], recv_ring;
    uint8_t asked_last;                 /* the send ring that was asked for last */
    struct ttp_fifo asked;              /* send rings whose elements are to come, a uint8_t each */
    struct ttp_nic_asks asks;
    struct ttp_nic_messages messages;
    struct ttp_nic_post post;
    struct ttp_nic_read read;
    struct ttp_nic_parse parse;
    struct ttp_nic_place place;
    struct ttp_nic_write write;
    struct ttp_nic_acts acts;
    struct ttp_nic_wires w;             /* no state */
};

/* NULL: legal; else a sentence. */
const char *ttp_nic_params_error(const struct ttp_nic_params *p);
void ttp_nic_core_bind(struct ttp_nic_core *n, const struct ttp_nic_params *p,
                       struct ttp_arena *a);
void ttp_nic_core_drive(const struct ttp_nic_core *n, struct ttp_nic_out *o);
void ttp_nic_core_clock(struct ttp_nic_core *n, const struct ttp_nic_in *in);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * ttp_model - cycle-accurate golden model of the TTP MAC (rtl/ttp_mac.v).
 *
 * One object is one MAC: no globals, no files, no clock, libc only. Per clock cycle:
 *
 *     ttp_mac_outputs(m, &out);   the output pins of this cycle (flops only: no input matters)
 *     ttp_mac_clock(m, &in);      the rising edge, with the input pins just before it
 *
 * Pins have the names of the Verilog ports. A beat of DATA_W bits is an array of 64-bit lanes:
 * tdata[i] is tdata[64*i+63 : 64*i], so byte 0 of a frame is tdata[0] & 0xff; lanes above DATA_W
 * are ignored on input and 0 on output. Bit k of tkeep marks byte k.
 */
#ifndef TTP_MODEL_H
#define TTP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The Verilog parameters. */
struct ttp_params {
    uint32_t data_w;      /* bits a beat: 64, 128, 256, 512                              */
    uint32_t tx_cells;    /* transmit SRAM, cells of 64 bytes, 16..65536                 */
    uint32_t tx_pkts;     /* payloads in flight, 8..16384                                */
    uint32_t rx_cells;    /* receive SRAM, cells of 64 bytes, 32..16384, power of two    */
    uint32_t link_sets;   /* sets per VC, 1..1024, power of two                          */
    uint32_t link_ways;   /* ways: 1, 2, 4                                               */
    uint32_t trace;       /* trace port: 0 absent (drives 0), 1 present                  */
    uint32_t sram_1p;     /* transmit SRAM: 0 one read and one write port, 1 single port */
    uint32_t deep;        /* 1: event pipe for a fast clock; at 512 bit always            */
    uint32_t selective;   /* 1: selective repeat: docs/integration.md                     */
    /* What these registers hold after reset: docs/timers.md */
    uint32_t timeout_rst, open_tmo_rst, close_tmo_rst, backoff_rst;     /* cycles, 1..2^30 */
    uint32_t retry_max_rst;                                             /* rounds, 1..255  */
    uint32_t addr_high;   /* high 24 bits of every address, 0x98ED5C; group bit 0        */
    uint32_t vc_order;    /* 1: register VC_ORDER, an order between channels             */
    /* selective: links that may hold payloads, 2, 4, 8, 16; payloads of each, 256, 512; or 0 */
    uint32_t sel_contexts, sel_window;
};

/* Input pins, as they stand just before the rising edge. */
struct ttp_in {
    bool     rst;
    bool     cfg_enable;
    uint16_t cfg_epoch_seed;
    uint32_t cfg_node;                 /* 24 bit */

    uint64_t s_axis_host_tdata[8];
    uint64_t s_axis_host_tkeep;
    uint32_t s_axis_host_tdest;        /* {VC[7:0], node[23:0]} */
    bool     s_axis_host_tvalid, s_axis_host_tlast, s_axis_host_tuser;

    bool     m_axis_host_tready;
    bool     m_axis_cpl_tready;

    uint64_t s_axis_wire_tdata[8];
    uint64_t s_axis_wire_tkeep;
    bool     s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser;

    bool     m_axis_wire_tready;

    uint32_t s_axil_awaddr;            /* 12 bit, byte address */
    uint32_t s_axil_wdata;
    uint8_t  s_axil_wstrb;             /* 4 bit */
    uint32_t s_axil_araddr;            /* 12 bit */
    bool     s_axil_awvalid, s_axil_wvalid, s_axil_bready, s_axil_arvalid, s_axil_rready;
};

/* Output pins of the present cycle. What belongs to a valid means something only with it. */
struct ttp_out {
    uint64_t m_axis_host_tdata[8];
    uint64_t m_axis_host_tkeep;
    uint32_t m_axis_host_tid;          /* {VC[7:0], node[23:0]} of the sender */
    bool     m_axis_host_tvalid, m_axis_host_tlast;

    uint64_t m_axis_wire_tdata[8];
    uint64_t m_axis_wire_tkeep;
    bool     m_axis_wire_tvalid, m_axis_wire_tlast, m_axis_wire_tuser;

    bool     s_axis_host_tready;
    bool     s_axis_wire_tready;

    uint64_t m_axis_cpl_tdata[2];      /* [0] = tdata[63:0]; layout in docs/registers.md */
    bool     m_axis_cpl_tvalid;

    bool     s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
    uint8_t  s_axil_bresp;             /* 0 OKAY, 2 SLVERR */
    uint8_t  s_axil_rresp;
    uint32_t s_axil_rdata;

    bool     irq;

    bool     trace_valid;
    uint16_t trace_link;               /* link index */
    uint8_t  trace_state0;             /* state before, 3 bit */
    uint8_t  trace_state1;             /* state after, 3 bit */
    uint8_t  trace_event;              /* TTP_EV_*, 5 bit */
    uint16_t trace_action;             /* TTP_ACT_* bits */
    uint32_t trace_txid;               /* TxID of the event, or of the payload sent */
    uint32_t trace_rxid;               /* RxID of the event */
};

struct ttp_mac;                        /* opaque */

/* NULL if the parameters are legal, else a constant sentence that names the parameter. */
const char *ttp_params_check(const struct ttp_params *p);

/* Selective repeat: links with a context, in the sender and in the receiver, 0 without SELECTIVE;
 * payloads of one in flight, or held, at most (sel.window). Powers of two. */
static inline uint32_t ttp_params_contexts(const struct ttp_params *p)
{
    if (!p->selective) return 0;
    return p->sel_contexts ? p->sel_contexts : p->data_w == 512 ? 16 : 4;
}

static inline uint32_t ttp_params_window(const struct ttp_params *p)
{
    if (p->sel_window) return p->sel_window;
    return p->data_w == 512 && p->rx_cells >= 8192 ? 512 : 256;
}

/* A MAC with power-up content; hold in.rst for at least one clock before use.
 * NULL and *why set (if why is not NULL) on illegal parameters or no memory. Caller frees. */
struct ttp_mac *ttp_mac_new(const struct ttp_params *p, const char **why);
void ttp_mac_free(struct ttp_mac *m);   /* NULL is allowed */

/* in.rst puts the cycle counter (CYCLES_LO, CYCLES_HI, all deadlines) to n, a multiple of 64; it is
 * 0, as in hardware, if this is never called. For tests of what happens when it wraps. */
void ttp_mac_start_cycle(struct ttp_mac *m, uint64_t n);

/* From the next clock on the blocks have their edges in a random order, another one each cycle; 0
 * ends that. No output may depend on it: a check of the model itself, slower than without. */
void ttp_mac_shuffle(struct ttp_mac *m, uint64_t seed);

void ttp_mac_outputs(const struct ttp_mac *m, struct ttp_out *out);
void ttp_mac_clock(struct ttp_mac *m, const struct ttp_in *in);

/* First cycle count at which an input-idle MAC could do anything: a value equal to
 * ttp_mac_cycle() means now. "Input-idle" is: rst 0, every tvalid and *valid input 0, every
 * tready and *ready input as it is. Until then ttp_mac_skip() may replace the clock calls. */
uint64_t ttp_mac_idle_until(const struct ttp_mac *m);
/* Same state as n calls of ttp_mac_clock() with idle inputs; n at most idle_until - cycle. */
void ttp_mac_skip(struct ttp_mac *m, uint64_t n);
/* Clock edges so far. */
uint64_t ttp_mac_cycle(const struct ttp_mac *m);

/* Whole state. size is the same for equal parameters; restore accepts only a buffer saved from a
 * MAC with equal parameters, else false and nothing changes. compare: true if equal. */
size_t ttp_mac_state_size(const struct ttp_mac *m);
void   ttp_mac_save(const struct ttp_mac *m, void *buf);
bool   ttp_mac_restore(struct ttp_mac *m, const void *buf);
bool   ttp_mac_equal(const struct ttp_mac *a, const struct ttp_mac *b);
/* Another MAC in the same state, without the power-up and the walk over its memories. What is still
 * 0 of them stays untouched: it costs neither time nor pages. NULL if there is no memory. */
struct ttp_mac *ttp_mac_copy(const struct ttp_mac *m);
/* Bytes of heap that this MAC holds. */
size_t ttp_mac_footprint(const struct ttp_mac *m);

/* Checks every invariant that can be stated on the state (docs/architecture.md, "Invariants"):
 * NULL if all hold, else a constant sentence naming the violated one. */
const char *ttp_mac_check(const struct ttp_mac *m);

#ifdef __cplusplus
}
#endif

#endif

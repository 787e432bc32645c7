/* SPDX-License-Identifier: Apache-2.0
 *
 * ttp_nic - cycle-accurate golden model of the NIC with its MAC (rtl/nic/ttp_nic.v, docs/nic.md).
 *
 * One object is one NIC: no globals, no files, no clock, libc only. Per clock cycle:
 *
 *     ttp_nic_outputs(n, &out);   the output pins of this cycle (flops only: no input matters)
 *     ttp_nic_clock(n, &in);      the rising edge, with the input pins just before it
 *
 * Pins have the names of the Verilog ports; those of memory and registers are in `core`. */
#ifndef TTP_NIC_H
#define TTP_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_model.h"
#include "ttp_nic_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ttp_nic_wire {
    uint64_t tdata[8];      /* [0] = tdata[63:0]; byte 0 of a frame in [0] & 0xff */
    uint64_t tkeep;
    bool     tvalid, tlast, tuser;
};

struct ttp_nic_pins_in {
    struct ttp_nic_in core;             /* rst, m_axi_*, s_axil: addresses of 13 bits           */
    bool     cfg_enable;
    uint16_t cfg_epoch_seed;
    uint32_t cfg_node;                  /* 24 bit                                               */
    struct ttp_nic_wire s_axis_wire;
    bool     m_axis_wire_tready;
};

struct ttp_nic_pins_out {
    struct ttp_nic_out core;            /* m_axi_*, s_axil, irq                                 */
    struct ttp_nic_wire m_axis_wire;
    bool     s_axis_wire_tready;
};

struct ttp_nic;                         /* opaque */

/* A NIC with power-up content; hold rst for at least one clock before use. NULL and *why set (if
 * why is not NULL) on illegal parameters, different data_w of both, or no memory. Caller frees. */
struct ttp_nic *ttp_nic_new(const struct ttp_params *mac, const struct ttp_nic_params *nic,
                            const char **why);
void ttp_nic_free(struct ttp_nic *n);   /* NULL is allowed */
void ttp_nic_outputs(struct ttp_nic *n, struct ttp_nic_pins_out *out);
void ttp_nic_clock(struct ttp_nic *n, const struct ttp_nic_pins_in *in);

#ifdef __cplusplus
}
#endif

#endif

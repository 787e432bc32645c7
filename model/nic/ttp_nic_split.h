/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers of MAC and NIC behind one port. Mirrors rtl/nic/ttp_nic_split.v. */
#ifndef TTP_NIC_SPLIT_H
#define TTP_NIC_SPLIT_H

#include "ttp_axil.h"

struct ttp_nic_split {
    uint32_t addr, data, raddr, rdata;
    uint8_t  strb, bresp, rresp;
    bool     aw_full, w_full, b_valid, runs, ours, aw, w;   /* a write                */
    bool     ar_full, r_valid, ar;                          /* a read                 */
};

/* To the host, and to both: to[0] the MAC, to[1] the NIC. */
void ttp_nic_split_drive(const struct ttp_nic_split *b, struct ttp_axil_out *host,
                         struct ttp_axil_in to[2]);
/* The answer of the MAC to a write of ours comes in this cycle. */
bool ttp_nic_split_cleared(const struct ttp_nic_split *b, const struct ttp_axil_out from[2]);
void ttp_nic_split_clock(struct ttp_nic_split *b, bool rst, bool clear,
                         const struct ttp_axil_in *host, const struct ttp_axil_out from[2]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The address channel of reads. Mirrors rtl/nic/ttp_nic_asks.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_ASKS_H
#define TTP_NIC_ASKS_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_nic_asks_in {
    bool     rst;
    bool     send_valid, recv_valid, data_valid, m_axi_arready;
    uint64_t send_addr, recv_addr, data_addr;       /* bytes */
    uint8_t  data_len;
};

struct ttp_nic_asks_out {       /* comb */
    bool     send_ready, recv_ready, data_ready;
};

struct ttp_nic_asks {
    uint8_t  ring_len;          /* an element, in words less 1 */
    bool     arvalid;
    uint8_t  arid, arlen;
    uint64_t araddr;
};

void ttp_nic_asks_bind(struct ttp_nic_asks *b, uint32_t data_w);
void ttp_nic_asks_comb(const struct ttp_nic_asks *b, const struct ttp_nic_asks_in *in,
                       struct ttp_nic_asks_out *o);
void ttp_nic_asks_clock(struct ttp_nic_asks *b, const struct ttp_nic_asks_in *in);

#endif

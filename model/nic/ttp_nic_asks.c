/* SPDX-License-Identifier: Apache-2.0
 *
 * The address channel of reads: send ring, receive ring, data, in this order (mem.id).
 * Part of: ttp_nic_core */
#include "ttp_nic_asks.h"

void ttp_nic_asks_bind(struct ttp_nic_asks *b, uint32_t data_w)
{
    *b = (struct ttp_nic_asks){ .ring_len = (uint8_t)(512u / data_w - 1u) };
}

void ttp_nic_asks_comb(const struct ttp_nic_asks *b, const struct ttp_nic_asks_in *in,
                       struct ttp_nic_asks_out *o)
{
    const bool free = !b->arvalid || in->m_axi_arready;

    o->send_ready = free;
    o->recv_ready = free && !in->send_valid;
    o->data_ready = free && !in->send_valid && !in->recv_valid;
}

void ttp_nic_asks_clock(struct ttp_nic_asks *b, const struct ttp_nic_asks_in *in)
{
    if (!b->arvalid || in->m_axi_arready) {
        const bool ring = in->send_valid || in->recv_valid;

        b->arvalid = ring || in->data_valid;
        if (b->arvalid) {
            b->arid = in->send_valid ? 1 : in->recv_valid ? 2 : 0;
            b->araddr = in->send_valid ? in->send_addr : in->recv_valid ? in->recv_addr
                                                                        : in->data_addr;
            b->arlen = ring ? b->ring_len : in->data_len;
        }
    }
    if (in->rst) b->arvalid = false;
}

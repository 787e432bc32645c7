/* SPDX-License-Identifier: Apache-2.0
 *
 * One cable for everything: docs/port.md. */
#include "ttp_port.h"

static bool is_power_of_two(uint32_t n)
{
    return n && !(n & (n - 1));
}

bool ttp_port_bind(struct ttp_port *b, const struct ttp_port_params *p, struct ttp_arena *a)
{
    if (!is_power_of_two(p->data_w) || p->data_w < 64 || p->data_w > 512
        || !is_power_of_two(p->other_words) || p->other_words < 32 || p->other_words > 4096
        || p->routes < 1 || p->routes > 16 || p->addr_high >> 24)
        return false;
    ttp_port_csr_bind(&b->csr, p);
    b->routes = (struct ttp_port_routes){ .n = p->routes };
    ttp_port_rx_bind(&b->rx, p);
    ttp_port_tx_bind(&b->tx, p);
    ttp_port_queue_bind(&b->to_host, a, p->other_words, false);
    ttp_port_queue_bind(&b->from_host, a, p->other_words, true);
    return true;
}

static struct ttp_port_tx_in to_tx(const struct ttp_port *b, const struct ttp_port_in *in)
{
    return (struct ttp_port_tx_in){
        .rst = in->rst, .cfg = &b->csr.cfg, .routes = &b->routes, .ttp = &in->s_axis_ttp,
        .other = &b->from_host.front, .out_ready = in->m_axis_wire_tready,
    };
}

void ttp_port_drive(const struct ttp_port *b, const struct ttp_port_in *in,
                    struct ttp_port_out *out)
{
    const struct ttp_port_tx_in tx = to_tx(b, in);

    ttp_port_tx_drive(&b->tx, &out->m_axis_wire);
    out->m_axis_ttp = b->rx.out;
    out->m_axis_ttp.valid = b->rx.out.valid && b->rx.way == TTP_PORT_TO_MAC;
    out->m_axis_other = b->to_host.front;
    out->s_axis_wire_tready = true;
    out->s_axis_ttp_tready = ttp_port_tx_ttp_ready(&b->tx, &tx);
    out->s_axis_other_tready = ttp_port_queue_ready(&b->from_host);
    ttp_axil_drive(&b->csr.axil, &out->s_axil);
}

/* Counter of how a frame ends, of a queue: port.room, port.whole. */
static uint32_t counts_of(enum ttp_port_end how, unsigned whole, unsigned no_room, unsigned was_bad)
{
    switch (how) {
    case TTP_PORT_WHOLE:   return UINT32_C(1) << whole;
    case TTP_PORT_NO_ROOM: return UINT32_C(1) << no_room;
    case TTP_PORT_WAS_BAD: return UINT32_C(1) << was_bad;
    default:               return 0;
    }
}

void ttp_port_clock(struct ttp_port *b, const struct ttp_port_in *in)
{
    const struct ttp_port_tx_in tx = to_tx(b, in);
    const bool other_ready = ttp_port_tx_other_ready(&b->tx, &tx);
    struct ttp_port_beat other = b->rx.out;
    const uint32_t none = TTP_PORT_COUNTERS;    /* a pulse that no counter has */
    uint32_t counts;

    other.valid = b->rx.out.valid && b->rx.way == TTP_PORT_TO_OTHER;
    counts = counts_of(ttp_port_queue_end(&b->to_host, &other), TTP_PORT_OTHER_RX,
                       TTP_PORT_OTHER_DROP, TTP_PORT_OTHER_BAD)
           | counts_of(ttp_port_queue_end(&b->from_host, &in->s_axis_other), none,
                       TTP_PORT_OTHER_LONG, TTP_PORT_OTHER_LONG);
    counts |= ttp_port_tx_clock(&b->tx, &tx);
    counts |= ttp_port_rx_clock(&b->rx, in->rst, &b->csr.cfg, &b->routes, &in->s_axis_wire);
    ttp_port_queue_clock(&b->to_host, in->rst, &other, in->m_axis_other_tready);
    ttp_port_queue_clock(&b->from_host, in->rst, &in->s_axis_other, other_ready);
    ttp_port_csr_clock(&b->csr, in->rst, &in->s_axil, counts, &b->routes);
}

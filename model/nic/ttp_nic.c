/* SPDX-License-Identifier: Apache-2.0
 *
 * The NIC with its MAC: wires. Mirrors rtl/nic/ttp_nic.v. */
#include "ttp_nic.h"

#include <stdlib.h>
#include <string.h>

#include "ttp_nic_split.h"

enum { MAC, NIC };

struct ttp_nic {
    struct ttp_mac *mac;
    struct ttp_nic_core core;
    struct ttp_nic_split split;
    void *memory;
    struct ttp_in  mac_in;
    struct ttp_nic_in core_in;
    /* of this cycle, as ttp_nic_outputs has found them */
    struct ttp_out mac_out;
    struct ttp_axil_out core_axil;
    bool clear_valid;
    struct ttp_axil_in to[2];
};

struct ttp_nic *ttp_nic_new(const struct ttp_params *mac, const struct ttp_nic_params *nic,
                            const char **why)
{
    const char *wrong = ttp_nic_params_error(nic);
    struct ttp_arena arena = { NULL, 0, 0 };
    struct ttp_nic *n;

    if (!wrong && mac->data_w != nic->data_w) wrong = "data_w of MAC and NIC differ";
    if (why) *why = wrong ? wrong : "no memory";
    if (wrong || !(n = calloc(1, sizeof *n))) return NULL;
    ttp_nic_core_bind(&n->core, nic, &arena);
    n->memory = malloc(arena.used);
    arena = (struct ttp_arena){ n->memory, 0, arena.used };
    n->mac = n->memory ? ttp_mac_new(mac, why) : NULL;
    if (!n->mac) {
        ttp_nic_free(n);
        return NULL;
    }
    ttp_nic_core_bind(&n->core, nic, &arena);
    return n;
}

void ttp_nic_free(struct ttp_nic *n)
{
    if (!n) return;
    ttp_mac_free(n->mac);
    free(n->memory);
    free(n);
}

/* A word is copied only with its valid: words are most of what there is to copy. */

/* What the core sees of the pins, and of the MAC; */
static void to_core(struct ttp_nic *n, const struct ttp_nic_pins_in *all)
{
    const struct ttp_nic_in *pins = &all->core;
    const struct ttp_out *m = &n->mac_out;
    struct ttp_nic_in *in = &n->core_in;

    in->rst = pins->rst;
    in->cfg_epoch_seed = all->cfg_epoch_seed;
    in->m_axi_arready = pins->m_axi_arready;
    in->m_axi_rvalid = pins->m_axi_rvalid;
    if (pins->m_axi_rvalid) {
        memcpy(in->m_axi_rdata, pins->m_axi_rdata, sizeof in->m_axi_rdata);
        in->m_axi_rid = pins->m_axi_rid;
        in->m_axi_rlast = pins->m_axi_rlast;
        in->m_axi_rresp = pins->m_axi_rresp;
    }
    in->m_axi_awready = pins->m_axi_awready;
    in->m_axi_wready = pins->m_axi_wready;
    in->m_axi_bvalid = pins->m_axi_bvalid;
    in->m_axi_bid = pins->m_axi_bid;
    in->m_axi_bresp = pins->m_axi_bresp;
    in->m_axis_tx_tready = m->s_axis_host_tready;
    in->s_axis_rx_tvalid = m->m_axis_host_tvalid;
    if (m->m_axis_host_tvalid) {
        memcpy(in->s_axis_rx_tdata, m->m_axis_host_tdata, sizeof in->s_axis_rx_tdata);
        in->s_axis_rx_tkeep = m->m_axis_host_tkeep;
        in->s_axis_rx_tlast = m->m_axis_host_tlast;
        in->s_axis_rx_tid = m->m_axis_host_tid;
    }
    in->s_axis_cpl_tvalid = m->m_axis_cpl_tvalid;
    memcpy(in->s_axis_cpl_tdata, m->m_axis_cpl_tdata, sizeof in->s_axis_cpl_tdata);
    in->s_axil = n->to[NIC];
}

/* the MAC of the core, */
static void of_core(struct ttp_nic *n, const struct ttp_nic_out *c)
{
    struct ttp_in *m = &n->mac_in;

    m->s_axis_host_tvalid = c->m_axis_tx_tvalid;
    if (c->m_axis_tx_tvalid) {
        memcpy(m->s_axis_host_tdata, c->m_axis_tx_tdata, sizeof m->s_axis_host_tdata);
        m->s_axis_host_tkeep = c->m_axis_tx_tkeep;
        m->s_axis_host_tlast = c->m_axis_tx_tlast;
        m->s_axis_host_tuser = c->m_axis_tx_tuser;
        m->s_axis_host_tdest = c->m_axis_tx_tdest;
    }
    m->m_axis_host_tready = c->s_axis_rx_tready;
    m->m_axis_cpl_tready = c->s_axis_cpl_tready;
    n->core_axil = c->s_axil;
    n->clear_valid = c->clear_valid;
}

/* and of the pins. */
static void to_mac(struct ttp_nic *n, const struct ttp_nic_pins_in *in)
{
    const struct ttp_axil_in *r = &n->to[MAC];
    struct ttp_in *m = &n->mac_in;

    m->rst = in->core.rst;
    m->cfg_enable = in->cfg_enable;
    m->cfg_epoch_seed = in->cfg_epoch_seed;
    m->cfg_node = in->cfg_node;
    m->s_axis_wire_tvalid = in->s_axis_wire.tvalid;
    if (in->s_axis_wire.tvalid) {
        memcpy(m->s_axis_wire_tdata, in->s_axis_wire.tdata, sizeof m->s_axis_wire_tdata);
        m->s_axis_wire_tkeep = in->s_axis_wire.tkeep;
        m->s_axis_wire_tlast = in->s_axis_wire.tlast;
        m->s_axis_wire_tuser = in->s_axis_wire.tuser;
    }
    m->m_axis_wire_tready = in->m_axis_wire_tready;
    m->s_axil_awaddr = r->awaddr;
    m->s_axil_wdata = r->wdata;
    m->s_axil_wstrb = r->wstrb;
    m->s_axil_araddr = r->araddr;
    m->s_axil_awvalid = r->awvalid;
    m->s_axil_wvalid = r->wvalid;
    m->s_axil_bready = r->bready;
    m->s_axil_arvalid = r->arvalid;
    m->s_axil_rready = r->rready;
}

static struct ttp_axil_out of_mac(const struct ttp_out *m)
{
    return (struct ttp_axil_out){
        .rdata = m->s_axil_rdata, .bresp = m->s_axil_bresp, .rresp = m->s_axil_rresp,
        .awready = m->s_axil_awready, .wready = m->s_axil_wready, .bvalid = m->s_axil_bvalid,
        .arready = m->s_axil_arready, .rvalid = m->s_axil_rvalid,
    };
}

void ttp_nic_outputs(struct ttp_nic *n, struct ttp_nic_pins_out *out)
{
    const struct ttp_out *m = &n->mac_out;

    ttp_mac_outputs(n->mac, &n->mac_out);
    ttp_nic_core_drive(&n->core, &out->core);
    of_core(n, &out->core);
    ttp_nic_split_drive(&n->split, &out->core.s_axil, n->to);
    out->core.irq |= m->irq;
    out->s_axis_wire_tready = m->s_axis_wire_tready;
    out->m_axis_wire.tvalid = m->m_axis_wire_tvalid;
    if (!m->m_axis_wire_tvalid) return;
    memcpy(out->m_axis_wire.tdata, m->m_axis_wire_tdata, sizeof out->m_axis_wire.tdata);
    out->m_axis_wire.tkeep = m->m_axis_wire_tkeep;
    out->m_axis_wire.tlast = m->m_axis_wire_tlast;
    out->m_axis_wire.tuser = m->m_axis_wire_tuser;
}

void ttp_nic_clock(struct ttp_nic *n, const struct ttp_nic_pins_in *in)
{
    const struct ttp_axil_out from[2] = { of_mac(&n->mac_out), n->core_axil };

    to_mac(n, in);
    to_core(n, in);
    n->core_in.clear_ready = ttp_nic_split_cleared(&n->split, from);
    ttp_nic_split_clock(&n->split, in->core.rst, n->clear_valid, &in->core.s_axil, from);
    ttp_nic_core_clock(&n->core, &n->core_in);
    ttp_mac_clock(n->mac, &n->mac_in);
}

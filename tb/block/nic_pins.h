// SPDX-License-Identifier: Apache-2.0
//
// The pins of ttp_nic_core, under the names of the ports, with beats in 64-bit lanes. For
// tb/block/ttp_nic_core.cpp.
#ifndef NIC_PINS_H
#define NIC_PINS_H

#include <cstring>
#include "Vttp_nic_core.h"
#include "lockstep.h"
#include "tb_ports.h"

enum { NIC_W = DATA_W / 8, NIC_LANES = DATA_W / 64 };      // a beat

struct nic_in {
    uint16_t cfg_epoch_seed;
    uint8_t rst, m_axi_arready, m_axi_rvalid, m_axi_rid, m_axi_rresp, m_axi_rlast;
    uint8_t m_axi_awready, m_axi_wready, m_axi_bvalid, m_axi_bid, m_axi_bresp;
    uint64_t m_axi_rdata[8];
    uint32_t s_axil_awaddr, s_axil_wdata, s_axil_araddr;
    uint8_t s_axil_wstrb, s_axil_awvalid, s_axil_wvalid, s_axil_bready;
    uint8_t s_axil_arvalid, s_axil_rready;
    uint8_t m_axis_tx_tready, s_axis_rx_tvalid, s_axis_rx_tlast, s_axis_cpl_tvalid, clear_ready;
    uint64_t s_axis_rx_tdata[8], s_axis_rx_tkeep, s_axis_cpl_tdata[2];
    uint32_t s_axis_rx_tid;
};

struct nic_out {
    uint8_t m_axi_arvalid, m_axi_arid, m_axi_arlen, m_axi_rready;
    uint8_t m_axi_awvalid, m_axi_awid, m_axi_awlen, m_axi_wvalid, m_axi_wlast, m_axi_bready;
    uint64_t m_axi_araddr, m_axi_awaddr, m_axi_wdata[8], m_axi_wstrb;
    uint8_t s_axil_awready, s_axil_wready, s_axil_bresp, s_axil_bvalid, s_axil_arready;
    uint8_t s_axil_rresp, s_axil_rvalid, irq;
    uint32_t s_axil_rdata;
    uint64_t m_axis_tx_tdata[8], m_axis_tx_tkeep;
    uint8_t m_axis_tx_tvalid, m_axis_tx_tlast, m_axis_tx_tuser;
    uint32_t m_axis_tx_tdest;
    uint8_t s_axis_rx_tready, s_axis_cpl_tready, clear_valid;
};

// All ports by name: those that DRIVE and SAME can take, and the wide ones.
inline void nic_drive(Vttp_nic_core *dut, const nic_in &in)
{
    DRIVE(rst, cfg_epoch_seed, m_axi_arready, m_axi_rvalid, m_axi_rid, m_axi_rresp,
          m_axi_rlast, m_axi_awready, m_axi_wready, m_axi_bvalid, m_axi_bid, m_axi_bresp,
          s_axil_awaddr, s_axil_wdata, s_axil_araddr, s_axil_wstrb, s_axil_awvalid, s_axil_wvalid,
          s_axil_bready, s_axil_arvalid, s_axil_rready);
    DRIVE(m_axis_tx_tready, s_axis_rx_tvalid, s_axis_rx_tlast, s_axis_cpl_tvalid, clear_ready,
          s_axis_rx_tkeep, s_axis_rx_tid);
    put_lanes(dut->m_axi_rdata, in.m_axi_rdata, NIC_LANES);
    put_lanes(dut->s_axis_rx_tdata, in.s_axis_rx_tdata, NIC_LANES);
    put_lanes(dut->s_axis_cpl_tdata, in.s_axis_cpl_tdata, 2);
}

template <class P> void nic_lanes(const P &port, uint64_t *lanes)
{
    for (unsigned i = 0; i < NIC_LANES; i++) lanes[i] = tb_get(port, 64 * i, 64);
}

inline nic_out nic_read(const Vttp_nic_core &dut)
{
    nic_out o = {};
#define NIC_TAKE(NONE, NAME) o.NAME = dut.NAME;
    TB_EACH(NIC_TAKE, , m_axi_arvalid, m_axi_arid, m_axi_arlen, m_axi_rready, m_axi_awvalid,
            m_axi_awid, m_axi_awlen, m_axi_wvalid, m_axi_wlast, m_axi_bready, m_axi_araddr,
            m_axi_awaddr, m_axi_wstrb, s_axil_awready, s_axil_wready, s_axil_bresp, s_axil_bvalid,
            s_axil_arready, s_axil_rresp, s_axil_rvalid, s_axil_rdata, irq);
    TB_EACH(NIC_TAKE, , m_axis_tx_tkeep, m_axis_tx_tvalid, m_axis_tx_tlast, m_axis_tx_tuser,
            m_axis_tx_tdest, s_axis_rx_tready, s_axis_cpl_tready, clear_valid);
#undef NIC_TAKE
    nic_lanes(dut.m_axi_wdata, o.m_axi_wdata);
    nic_lanes(dut.m_axis_tx_tdata, o.m_axis_tx_tdata);
    return o;
}

// What belongs to a valid may change only when it was taken. `is` of this cycle, `was` of the one
// before, which was taken or not.
struct nic_holds {
    tb_check &chk;
    nic_out was = {};
    bool ar = false, aw = false, w = false, tx = false, r = false, b = false, clear = false;

    template <class T> void same(const char *what, const T &x, const T &y)
    {
        if (!memcmp(&x, &y, sizeof x)) return;
        fprintf(stderr, "WRONG ttp_nic_core seed=%" PRIu64 " cycle=%" PRIu64 " axi.hold: %s "
                "changes or goes before it was taken\n", chk.seed, chk.cycle, what);
        exit(1);
    }
#define NIC_HOLD(WHEN, NAME) if (WHEN) same(#NAME, is.NAME, was.NAME);
    void follow(const nic_in &in, const nic_out &is)
    {
        if (in.rst) {
            ar = aw = w = tx = r = b = clear = false;
            return;
        }
        TB_EACH(NIC_HOLD, ar, m_axi_arvalid, m_axi_arid, m_axi_araddr, m_axi_arlen);
        TB_EACH(NIC_HOLD, aw, m_axi_awvalid, m_axi_awid, m_axi_awaddr, m_axi_awlen);
        TB_EACH(NIC_HOLD, w, m_axi_wvalid, m_axi_wdata, m_axi_wstrb, m_axi_wlast);
        TB_EACH(NIC_HOLD, tx, m_axis_tx_tvalid, m_axis_tx_tdata, m_axis_tx_tkeep, m_axis_tx_tlast,
                m_axis_tx_tuser, m_axis_tx_tdest);
        TB_EACH(NIC_HOLD, r, s_axil_rvalid, s_axil_rdata, s_axil_rresp);
        TB_EACH(NIC_HOLD, b, s_axil_bvalid, s_axil_bresp);
        TB_EACH(NIC_HOLD, clear, clear_valid);
        was = is;
        ar = is.m_axi_arvalid && !in.m_axi_arready;
        aw = is.m_axi_awvalid && !in.m_axi_awready;
        w = is.m_axi_wvalid && !in.m_axi_wready;
        tx = is.m_axis_tx_tvalid && !in.m_axis_tx_tready;
        r = is.s_axil_rvalid && !in.s_axil_rready;
        b = is.s_axil_bvalid && !in.s_axil_bready;
        clear = is.clear_valid && !in.clear_ready;
    }
#undef NIC_HOLD
};

#endif

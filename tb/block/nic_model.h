// SPDX-License-Identifier: Apache-2.0
//
// The model of ttp_nic_core beside the RTL of tb/block/ttp_nic_core.cpp: the same pins go in, and
// each pin that comes out is compared in each cycle. What belongs to a valid is compared with it.
#ifndef NIC_MODEL_H
#define NIC_MODEL_H

#include "nic_pins.h"
extern "C" {
#include "ttp_arena.h"
#include "ttp_nic_core.h"
}

struct nic_model {
    ttp_nic_core core = {};
    ttp_nic_in min = {};
    ttp_nic_out mo = {};
    std::vector<uint64_t> memory;

    nic_model()
    {
        ttp_nic_params p = {};
        p.data_w = DATA_W, p.messages = MESSAGES, p.regions = REGIONS;
        p.reads = READS, p.follow = FOLLOW, p.rings = RINGS;
        ttp_arena arena = {};
        ttp_nic_core_bind(&core, &p, &arena);       // how much it takes
        memory.resize(arena.used / 8 + 1);
        arena = { reinterpret_cast<uint8_t *>(memory.data()), 0, arena.used };
        ttp_nic_core_bind(&core, &p, &arena);
    }
    nic_model(const nic_model &) = delete;
    uint32_t &counter(unsigned i) { return core.csr.count[i]; }

    void drive(const nic_in &in)
    {
#define NIC_GIVE(NONE, NAME) tb_set(min.NAME, in.NAME);
#define NIC_AXIL(NONE, NAME) tb_set(min.s_axil.NAME, in.s_axil_##NAME);
        TB_EACH(NIC_GIVE, , rst, cfg_epoch_seed, m_axi_arready, m_axi_rvalid, m_axi_rid,
                m_axi_rresp, m_axi_rlast, m_axi_awready, m_axi_wready, m_axi_bvalid,
                m_axi_bid, m_axi_bresp,
                m_axis_tx_tready, s_axis_rx_tvalid, s_axis_rx_tlast, s_axis_cpl_tvalid, clear_ready,
                s_axis_rx_tkeep, s_axis_rx_tid);
        TB_EACH(NIC_AXIL, , awaddr, wdata, araddr, wstrb, awvalid, wvalid, bready, arvalid, rready);
#undef NIC_GIVE
#undef NIC_AXIL
        memcpy(min.m_axi_rdata, in.m_axi_rdata, sizeof in.m_axi_rdata);
        memcpy(min.s_axis_rx_tdata, in.s_axis_rx_tdata, sizeof in.s_axis_rx_tdata);
        memcpy(min.s_axis_cpl_tdata, in.s_axis_cpl_tdata, sizeof in.s_axis_cpl_tdata);
        ttp_nic_core_drive(&core, &mo);
    }
    // The bytes that `which` marks
    static void beat(tb_check &chk, const char *what, const uint64_t *rtl, const uint64_t *model,
                     uint64_t which)
    {
        for (unsigned i = 0; i < NIC_W; i++)
            if (which >> i & 1)
                chk.eq(what, rtl[i / 8] >> 8 * (i % 8) & 255, model[i / 8] >> 8 * (i % 8) & 255);
    }
    void check(tb_check &chk, const nic_out &o) const
    {
#define NIC_SAME(IF, NAME) if (IF) chk.eq(#NAME, o.NAME, mo.NAME);
#define NIC_AXIL(IF, NAME) if (IF) chk.eq("s_axil_" #NAME, o.s_axil_##NAME, mo.s_axil.NAME);
        TB_EACH(NIC_SAME, true, m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid,
                m_axi_bready, irq, m_axis_tx_tvalid, s_axis_rx_tready, s_axis_cpl_tready,
                clear_valid);
        TB_EACH(NIC_AXIL, true, awready, wready, bvalid, arready, rvalid);
        TB_EACH(NIC_AXIL, o.s_axil_bvalid, bresp);
        TB_EACH(NIC_AXIL, o.s_axil_rvalid, rdata, rresp);
        TB_EACH(NIC_SAME, o.m_axi_arvalid, m_axi_arid, m_axi_araddr, m_axi_arlen);
        TB_EACH(NIC_SAME, o.m_axi_awvalid, m_axi_awid, m_axi_awaddr, m_axi_awlen);
        TB_EACH(NIC_SAME, o.m_axi_wvalid, m_axi_wstrb, m_axi_wlast);
        TB_EACH(NIC_SAME, o.m_axis_tx_tvalid, m_axis_tx_tkeep, m_axis_tx_tlast, m_axis_tx_tdest);
        TB_EACH(NIC_SAME, o.m_axis_tx_tvalid && o.m_axis_tx_tlast, m_axis_tx_tuser);
#undef NIC_SAME
#undef NIC_AXIL
        if (o.m_axi_wvalid)
            beat(chk, "m_axi_wdata", o.m_axi_wdata, mo.m_axi_wdata, o.m_axi_wstrb);
        if (o.m_axis_tx_tvalid)
            beat(chk, "m_axis_tx_tdata", o.m_axis_tx_tdata, mo.m_axis_tx_tdata, o.m_axis_tx_tkeep);
    }
    // As if the model were the NIC
    nic_out read() const
    {
        nic_out o = {};
#define NIC_TAKE(NONE, NAME) tb_set(o.NAME, mo.NAME);
#define NIC_AXIL(NONE, NAME) tb_set(o.s_axil_##NAME, mo.s_axil.NAME);
        TB_EACH(NIC_TAKE, , m_axi_arvalid, m_axi_arid, m_axi_arlen, m_axi_rready, m_axi_awvalid,
                m_axi_awid, m_axi_awlen, m_axi_wvalid, m_axi_wlast, m_axi_bready, m_axi_araddr,
                m_axi_awaddr, m_axi_wstrb, irq, m_axis_tx_tkeep, m_axis_tx_tvalid, m_axis_tx_tlast,
                m_axis_tx_tuser, m_axis_tx_tdest, s_axis_rx_tready, s_axis_cpl_tready, clear_valid);
        TB_EACH(NIC_AXIL, , awready, wready, bresp, bvalid, arready, rresp, rvalid, rdata);
#undef NIC_TAKE
#undef NIC_AXIL
        memcpy(o.m_axi_wdata, mo.m_axi_wdata, sizeof o.m_axi_wdata);
        memcpy(o.m_axis_tx_tdata, mo.m_axis_tx_tdata, sizeof o.m_axis_tx_tdata);
        return o;
    }
    void clock() { ttp_nic_core_clock(&core, &min); }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL as build/rtl_ttp_nic.so. It finds Verilator's runtime in the program that loads
// it.
#include <memory>

#include "Vttp_nic.h"
#include "nic/dut.h"

namespace {

using namespace nicdev;

class Rtl : public Dut {
public:
    Rtl() { top_->eval(); }
    ~Rtl() override { top_->final(); }

    const ttp_nic_pins_out &outputs() override
    {
        const Vttp_nic &t = *top_;
        ttp_nic_out &c = out_.core;
        c.m_axi_arvalid = t.m_axi_arvalid;
        c.m_axi_arid = t.m_axi_arid;
        c.m_axi_araddr = t.m_axi_araddr;
        c.m_axi_arlen = t.m_axi_arlen;
        c.m_axi_rready = t.m_axi_rready;
        c.m_axi_awvalid = t.m_axi_awvalid;
        c.m_axi_awid = t.m_axi_awid;
        c.m_axi_awaddr = t.m_axi_awaddr;
        c.m_axi_awlen = t.m_axi_awlen;
        c.m_axi_wvalid = t.m_axi_wvalid;
        c.m_axi_wlast = t.m_axi_wlast;
        c.m_axi_wstrb = t.m_axi_wstrb;
        c.m_axi_wdata[0] = t.m_axi_wdata;
        c.m_axi_bready = t.m_axi_bready;
        c.irq = t.irq;
        c.s_axil.awready = t.s_axil_awready;
        c.s_axil.wready = t.s_axil_wready;
        c.s_axil.bvalid = t.s_axil_bvalid;
        c.s_axil.bresp = t.s_axil_bresp;
        c.s_axil.arready = t.s_axil_arready;
        c.s_axil.rvalid = t.s_axil_rvalid;
        c.s_axil.rdata = t.s_axil_rdata;
        c.s_axil.rresp = t.s_axil_rresp;
        ttp_nic_wire &w = out_.m_axis_wire;
        w.tvalid = t.m_axis_wire_tvalid;
        w.tlast = t.m_axis_wire_tlast;
        w.tuser = t.m_axis_wire_tuser;
        w.tkeep = t.m_axis_wire_tkeep;
        w.tdata[0] = t.m_axis_wire_tdata;
        out_.s_axis_wire_tready = t.s_axis_wire_tready;
        return out_;
    }

    void edge(const ttp_nic_pins_in &in) override
    {
        Vttp_nic &t = *top_;
        const ttp_nic_in &c = in.core;
        t.rst = c.rst;
        t.cfg_enable = in.cfg_enable;
        t.cfg_epoch_seed = in.cfg_epoch_seed;
        t.cfg_node = in.cfg_node;
        t.m_axi_arready = c.m_axi_arready;
        t.m_axi_rvalid = c.m_axi_rvalid;
        t.m_axi_rid = c.m_axi_rid;
        t.m_axi_rresp = c.m_axi_rresp;
        t.m_axi_rlast = c.m_axi_rlast;
        t.m_axi_rdata = c.m_axi_rdata[0];
        t.m_axi_awready = c.m_axi_awready;
        t.m_axi_wready = c.m_axi_wready;
        t.m_axi_bvalid = c.m_axi_bvalid;
        t.m_axi_bid = c.m_axi_bid;
        t.m_axi_bresp = c.m_axi_bresp;
        t.s_axil_awaddr = static_cast<uint16_t>(c.s_axil.awaddr);
        t.s_axil_awvalid = c.s_axil.awvalid;
        t.s_axil_wdata = c.s_axil.wdata;
        t.s_axil_wstrb = c.s_axil.wstrb;
        t.s_axil_wvalid = c.s_axil.wvalid;
        t.s_axil_bready = c.s_axil.bready;
        t.s_axil_araddr = static_cast<uint16_t>(c.s_axil.araddr);
        t.s_axil_arvalid = c.s_axil.arvalid;
        t.s_axil_rready = c.s_axil.rready;
        const ttp_nic_wire &w = in.s_axis_wire;
        t.s_axis_wire_tvalid = w.tvalid;
        t.s_axis_wire_tlast = w.tlast;
        t.s_axis_wire_tuser = w.tuser;
        t.s_axis_wire_tkeep = static_cast<uint8_t>(w.tkeep);
        t.s_axis_wire_tdata = w.tdata[0];
        t.m_axis_wire_tready = in.m_axis_wire_tready;
        t.clk = 0;
        t.eval();
        t.clk = 1;
        t.eval();
    }

private:
    std::unique_ptr<Vttp_nic> top_ = std::make_unique<Vttp_nic>();
    ttp_nic_pins_out out_{};
};

Dut *make()
{
    return std::make_unique<Rtl>().release();
}

} // namespace

extern "C" const Plugin *ttp_nic_rtl()
{
    static const Plugin plugin = { NICDEV_SET, make };
    return &plugin;
}

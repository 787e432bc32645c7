// SPDX-License-Identifier: Apache-2.0
//
// For ttp_axil.cpp and ttp_csr.cpp: the pins of the AXI-Lite port, driven and compared.
#ifndef AXIL_PINS_H
#define AXIL_PINS_H

#include "tb_ports.h"
extern "C" {
#include "ttp_axil.h"
}

template <class Dut> void axil_drive(Dut &dut, const ttp_axil_in &in)
{
    tb_set(dut.s_axil_awaddr, in.awaddr);
    dut.s_axil_awvalid = in.awvalid;
    dut.s_axil_wdata = in.wdata;
    dut.s_axil_wstrb = in.wstrb;
    dut.s_axil_wvalid = in.wvalid;
    dut.s_axil_bready = in.bready;
    tb_set(dut.s_axil_araddr, in.araddr);
    dut.s_axil_arvalid = in.arvalid;
    dut.s_axil_rready = in.rready;
}

template <class Dut> void axil_check(tb_check &chk, const Dut &dut, const ttp_axil_out &o)
{
    CHECK_EQ(chk, dut.s_axil_awready, o.awready);
    CHECK_EQ(chk, dut.s_axil_wready, o.wready);
    CHECK_EQ(chk, dut.s_axil_arready, o.arready);
    CHECK_EQ(chk, dut.s_axil_bvalid, o.bvalid);
    CHECK_EQ(chk, dut.s_axil_rvalid, o.rvalid);
    if (o.bvalid) CHECK_EQ(chk, dut.s_axil_bresp, o.bresp);
    if (!o.rvalid) return;
    CHECK_EQ(chk, dut.s_axil_rresp, o.rresp);
    CHECK_EQ(chk, dut.s_axil_rdata, o.rdata);
}

#endif

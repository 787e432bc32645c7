// SPDX-License-Identifier: Apache-2.0
//
// The pins of the whole MAC on both sides: how those of the model drive the Verilated top, and
// where the two may not differ. For tb/block/ttp_mac.cpp.
#ifndef MAC_PINS_H
#define MAC_PINS_H

#include <cstring>
#include "Vttp_mac.h"
#include "tb_util.h"
#include "ttp_defs.h"
#include "ttp_model.h"
#include "ttp_regs.h"

#ifndef ADDR_HIGH               // a set without them: the defaults of the RTL
#define TIMEOUT_RST TTP_RST_TIMEOUT
#define OPEN_TMO_RST TTP_RST_OPEN_TMO
#define CLOSE_TMO_RST TTP_RST_CLOSE_TMO
#define BACKOFF_RST TTP_RST_BACKOFF
#define RETRY_MAX_RST TTP_RST_RETRY_MAX
#define ADDR_HIGH TTP_OUI
#endif

enum { B = DATA_W / 8 };

inline void pins_in(Vttp_mac &t, const ttp_in &in)
{
    t.rst = in.rst;
    t.cfg_enable = in.cfg_enable;
    t.cfg_epoch_seed = in.cfg_epoch_seed;
    t.cfg_node = in.cfg_node;
    memcpy(&t.s_axis_host_tdata, in.s_axis_host_tdata, sizeof t.s_axis_host_tdata);
    memcpy(&t.s_axis_host_tkeep, &in.s_axis_host_tkeep, sizeof t.s_axis_host_tkeep);
    t.s_axis_host_tdest = in.s_axis_host_tdest;
    t.s_axis_host_tvalid = in.s_axis_host_tvalid;
    t.s_axis_host_tlast = in.s_axis_host_tlast;
    t.s_axis_host_tuser = in.s_axis_host_tuser;
    t.m_axis_host_tready = in.m_axis_host_tready;
    t.m_axis_cpl_tready = in.m_axis_cpl_tready;
    memcpy(&t.s_axis_wire_tdata, in.s_axis_wire_tdata, sizeof t.s_axis_wire_tdata);
    memcpy(&t.s_axis_wire_tkeep, &in.s_axis_wire_tkeep, sizeof t.s_axis_wire_tkeep);
    t.s_axis_wire_tvalid = in.s_axis_wire_tvalid;
    t.s_axis_wire_tlast = in.s_axis_wire_tlast;
    t.s_axis_wire_tuser = in.s_axis_wire_tuser;
    t.m_axis_wire_tready = in.m_axis_wire_tready;
    t.s_axil_awaddr = in.s_axil_awaddr & 0xfff;
    t.s_axil_wdata = in.s_axil_wdata;
    t.s_axil_wstrb = in.s_axil_wstrb;
    t.s_axil_araddr = in.s_axil_araddr & 0xfff;
    t.s_axil_awvalid = in.s_axil_awvalid;
    t.s_axil_wvalid = in.s_axil_wvalid;
    t.s_axil_bready = in.s_axil_bready;
    t.s_axil_arvalid = in.s_axil_arvalid;
    t.s_axil_rready = in.s_axil_rready;
}

inline uint8_t lane_byte(const uint64_t *lanes, unsigned i)
{
    return static_cast<uint8_t>(lanes[i / 8] >> (8 * (i % 8)));
}

// The bytes that tkeep marks: the others mean nothing.
inline void compare_beat(tb_check &chk, const char *what, const void *pins, const uint64_t *lanes,
                         uint64_t keep)
{
    uint8_t rtl[64] = {};
    memcpy(rtl, pins, B);
    for (unsigned i = 0; i < B; i++)
        if (keep >> i & 1) chk.eq(what, rtl[i], lane_byte(lanes, i));
}

// What belongs to a valid is compared only with it.
inline void compare(tb_check &chk, const Vttp_mac &t, const ttp_out &o)
{
    CHECK_EQ(chk, t.s_axis_host_tready, o.s_axis_host_tready);
    CHECK_EQ(chk, t.s_axis_wire_tready, o.s_axis_wire_tready);
    CHECK_EQ(chk, t.irq, o.irq);
    CHECK_EQ(chk, t.trace_valid, o.trace_valid);
    if (o.trace_valid) {
        CHECK_EQ(chk, t.trace_event, o.trace_event);
        CHECK_EQ(chk, t.trace_link, o.trace_link);
        CHECK_EQ(chk, t.trace_state0, o.trace_state0);
        CHECK_EQ(chk, t.trace_state1, o.trace_state1);
        CHECK_EQ(chk, t.trace_txid, o.trace_txid);
        CHECK_EQ(chk, t.trace_rxid, o.trace_rxid);
        CHECK_EQ(chk, t.trace_action, o.trace_action);
    }
    CHECK_EQ(chk, t.m_axis_wire_tvalid, o.m_axis_wire_tvalid);
    if (o.m_axis_wire_tvalid) {
        CHECK_EQ(chk, t.m_axis_wire_tkeep, o.m_axis_wire_tkeep);
        CHECK_EQ(chk, t.m_axis_wire_tlast, o.m_axis_wire_tlast);
        CHECK_EQ(chk, t.m_axis_wire_tuser, o.m_axis_wire_tuser);
        compare_beat(chk, "m_axis_wire_tdata", &t.m_axis_wire_tdata, o.m_axis_wire_tdata,
                     o.m_axis_wire_tkeep);
    }
    CHECK_EQ(chk, t.m_axis_host_tvalid, o.m_axis_host_tvalid);
    if (o.m_axis_host_tvalid) {
        CHECK_EQ(chk, t.m_axis_host_tkeep, o.m_axis_host_tkeep);
        CHECK_EQ(chk, t.m_axis_host_tlast, o.m_axis_host_tlast);
        CHECK_EQ(chk, t.m_axis_host_tid, o.m_axis_host_tid);
        compare_beat(chk, "m_axis_host_tdata", &t.m_axis_host_tdata, o.m_axis_host_tdata,
                     o.m_axis_host_tkeep);
    }
    CHECK_EQ(chk, t.m_axis_cpl_tvalid, o.m_axis_cpl_tvalid);
    if (o.m_axis_cpl_tvalid) {
        chk.eq("m_axis_cpl_tdata low", tb_get(t.m_axis_cpl_tdata, 0, 64), o.m_axis_cpl_tdata[0]);
        chk.eq("m_axis_cpl_tdata high", tb_get(t.m_axis_cpl_tdata, 64, 64), o.m_axis_cpl_tdata[1]);
    }
    CHECK_EQ(chk, t.s_axil_awready, o.s_axil_awready);
    CHECK_EQ(chk, t.s_axil_wready, o.s_axil_wready);
    CHECK_EQ(chk, t.s_axil_bvalid, o.s_axil_bvalid);
    CHECK_EQ(chk, t.s_axil_arready, o.s_axil_arready);
    CHECK_EQ(chk, t.s_axil_rvalid, o.s_axil_rvalid);
    if (o.s_axil_bvalid) CHECK_EQ(chk, t.s_axil_bresp, o.s_axil_bresp);
    if (o.s_axil_rvalid) {
        CHECK_EQ(chk, t.s_axil_rdata, o.s_axil_rdata);
        CHECK_EQ(chk, t.s_axil_rresp, o.s_axil_rresp);
    }
}

#endif

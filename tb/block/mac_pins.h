// SPDX-License-Identifier: Apache-2.0
//
// The pins of the whole MAC on both sides: how those of the model drive the Verilated top, and
// where the two may not differ. For tb/block/ttp_mac.cpp.
#ifndef MAC_PINS_H
#define MAC_PINS_H

#include <cstring>
#include "Vttp_mac.h"
#include "tb_ports.h"
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
#ifndef VC_ORDER
#define VC_ORDER 0
#endif
#ifndef SEL_WINDOW
#define SEL_CONTEXTS 0
#define SEL_WINDOW 0
#endif

enum { B = DATA_W / 8 };

inline uint64_t ones(uint64_t n) { return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

// Also while no tvalid is there: what a beat has then is of the one before.
inline void pins_in(Vttp_mac &t, ttp_in in)
{
    in.s_axil_awaddr &= 0xfff;
    in.s_axil_araddr &= 0xfff;
    DRIVE_TO(t, in, rst, cfg_enable, cfg_epoch_seed, cfg_node, s_axis_host_tkeep, s_axis_host_tdest,
          s_axis_host_tvalid, s_axis_host_tlast, s_axis_host_tuser, s_axis_wire_tkeep,
          s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser);
    DRIVE_TO(t, in, m_axis_host_tready, m_axis_cpl_tready, m_axis_wire_tready, s_axil_awaddr,
          s_axil_wdata, s_axil_wstrb, s_axil_araddr, s_axil_awvalid, s_axil_wvalid, s_axil_bready,
          s_axil_arvalid, s_axil_rready);
    memcpy(&t.s_axis_host_tdata, in.s_axis_host_tdata, sizeof t.s_axis_host_tdata);
    memcpy(&t.s_axis_wire_tdata, in.s_axis_wire_tdata, sizeof t.s_axis_wire_tdata);
}

// Nothing comes in, so that the model may skip cycles.
inline bool idle(const ttp_in &in)
{
    return !in.rst && !in.s_axis_host_tvalid && !in.s_axis_wire_tvalid && !in.s_axil_awvalid
           && !in.s_axil_wvalid && !in.s_axil_arvalid;
}

// The bytes that tkeep marks; the others may differ. Lanes and ports alike have byte 0 first.
inline void compare_beat(tb_check &chk, const char *what, const void *pins, const uint64_t *lanes,
                         uint64_t keep)
{
    const auto rtl = static_cast<const uint8_t *>(pins);
    const auto model = reinterpret_cast<const uint8_t *>(lanes);

    for (unsigned i = 0; i < B; i++)
        if (keep >> i & 1) chk.eq(what, rtl[i], model[i]);
}

// What belongs to a valid is compared only with it.
inline void compare(tb_check &chk, const Vttp_mac &t, const ttp_out &o)
{
    SAME_OF(chk, t, o, s_axis_host_tready, s_axis_wire_tready, irq, trace_valid, m_axis_wire_tvalid,
            m_axis_host_tvalid, m_axis_cpl_tvalid, s_axil_awready, s_axil_wready, s_axil_bvalid,
            s_axil_arready, s_axil_rvalid);
    if (o.trace_valid)
        SAME_OF(chk, t, o, trace_event, trace_link, trace_state0, trace_state1, trace_txid,
                trace_rxid, trace_action);
    if (o.m_axis_wire_tvalid) {
        SAME_OF(chk, t, o, m_axis_wire_tkeep, m_axis_wire_tlast, m_axis_wire_tuser);
        compare_beat(chk, "m_axis_wire_tdata", &t.m_axis_wire_tdata, o.m_axis_wire_tdata,
                     o.m_axis_wire_tkeep);
    }
    if (o.m_axis_host_tvalid) {
        SAME_OF(chk, t, o, m_axis_host_tkeep, m_axis_host_tlast, m_axis_host_tid);
        compare_beat(chk, "m_axis_host_tdata", &t.m_axis_host_tdata, o.m_axis_host_tdata,
                     o.m_axis_host_tkeep);
    }
    if (o.m_axis_cpl_tvalid)
        check_lanes(chk, "m_axis_cpl_tdata", t.m_axis_cpl_tdata, o.m_axis_cpl_tdata, 2);
    if (o.s_axil_bvalid) SAME_OF(chk, t, o, s_axil_bresp);
    if (o.s_axil_rvalid) SAME_OF(chk, t, o, s_axil_rdata, s_axil_rresp);
}

#endif

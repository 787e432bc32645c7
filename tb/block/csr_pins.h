// SPDX-License-Identifier: Apache-2.0
//
// For ttp_csr.cpp: the pins of the RTL from those of the model, and their comparison.
#ifndef CSR_PINS_H
#define CSR_PINS_H

#include "Vttp_csr.h"
#include "tb_util.h"
extern "C" {
#include "ttp_csr.h"
#include "ttp_regs.h"
}

inline void csr_drive(Vttp_csr &dut, const ttp_csr_in &in)
{
    dut.rst = in.rst;
    dut.cfg_node_in = in.cfg_node_in;
    dut.cfg_enable_in = in.cfg_enable_in;
    dut.cfg_epoch_seed = in.cfg_epoch_seed;
    dut.s_axil_awaddr = in.axil.awaddr & 0xFFF;
    dut.s_axil_awvalid = in.axil.awvalid;
    dut.s_axil_wdata = in.axil.wdata;
    dut.s_axil_wstrb = in.axil.wstrb;
    dut.s_axil_wvalid = in.axil.wvalid;
    dut.s_axil_bready = in.axil.bready;
    dut.s_axil_araddr = in.axil.araddr & 0xFFF;
    dut.s_axil_arvalid = in.axil.arvalid;
    dut.s_axil_rready = in.axil.rready;
    dut.irq_set = in.irq_set;
    dut.tx_idle = in.tx_idle;
    dut.rx_idle = in.rx_idle;
    dut.core_ready = in.core_ready;
    dut.epoch_q = in.epoch_q;
    dut.start_id_q = in.start_id_q;
    dut.ct_ready = in.ct_ready;
    dut.close_done = in.close_done;
    dut.close_nolink = in.close_nolink;
    dut.peek_valid = in.peek_valid;
    for (unsigned i = 0; i < 7; i++) dut.peek_data[i] = in.peek_data[i];
    dut.snap_busy = in.snap_busy;
    dut.cnt_valid = in.cnt_valid;
    dut.cnt_data = in.cnt_data;
    dut.stat_cells_free = in.stat_cells_free;
    dut.stat_cells_low = in.stat_cells_low;
    dut.stat_pkts_free = in.stat_pkts_free;
    dut.stat_rxc_free = in.stat_rxc_free;
}

// Data is compared only while it is valid. `rst`: the pin, which core_rst shows at once.
inline void csr_compare(tb_check &chk, const Vttp_csr &dut, const ttp_csr &ref,
                        const ttp_csr_out &o, bool rst)
{
    CHECK_EQ(chk, dut.s_axil_awready, o.axil.awready);
    CHECK_EQ(chk, dut.s_axil_wready, o.axil.wready);
    CHECK_EQ(chk, dut.s_axil_arready, o.axil.arready);
    CHECK_EQ(chk, dut.s_axil_bvalid, o.axil.bvalid);
    CHECK_EQ(chk, dut.s_axil_rvalid, o.axil.rvalid);
    if (o.axil.bvalid) CHECK_EQ(chk, dut.s_axil_bresp, o.axil.bresp);
    if (o.axil.rvalid) {
        CHECK_EQ(chk, dut.s_axil_rresp, o.axil.rresp);
        CHECK_EQ(chk, dut.s_axil_rdata, o.axil.rdata);
    }
    CHECK_EQ(chk, dut.irq, o.irq);
    CHECK_EQ(chk, dut.irq_dead, o.irq_dead);
    CHECK_EQ(chk, dut.now, o.now);
    CHECK_EQ(chk, dut.cfg_node, o.cfg.node);
    CHECK_EQ(chk, dut.cfg_enable, o.cfg.enable);
    CHECK_EQ(chk, dut.cfg_on, o.cfg.on);
    CHECK_EQ(chk, dut.cfg_timeout, o.cfg.timeout);
    CHECK_EQ(chk, dut.cfg_open_tmo, o.cfg.open_tmo);
    CHECK_EQ(chk, dut.cfg_close_tmo, o.cfg.close_tmo);
    CHECK_EQ(chk, dut.cfg_backoff, o.cfg.backoff);
    CHECK_EQ(chk, dut.cfg_retry_max, o.cfg.retry_max);
    CHECK_EQ(chk, dut.cfg_reack, o.cfg.reack);
    CHECK_EQ(chk, dut.cfg_victim_idle, o.cfg.victim_idle);
    CHECK_EQ(chk, dut.cfg_idle, o.cfg.idle_tmo);
    CHECK_EQ(chk, dut.cfg_cell_limit, o.cfg.cell_limit);
    CHECK_EQ(chk, dut.cfg_cpl_retired, o.cfg.cpl_retired);
    CHECK_EQ(chk, dut.cfg_nack_once, o.cfg.nack_once);
    CHECK_EQ(chk, dut.core_rst, o.core_rst || rst);
    CHECK_EQ(chk, dut.quiesce, o.quiesce);
    CHECK_EQ(chk, dut.epoch_set, o.epoch_set);
    if (o.epoch_set) CHECK_EQ(chk, dut.epoch_val, o.epoch_val);
    CHECK_EQ(chk, dut.start_id_set, o.start_id_set);
    if (o.start_id_set) CHECK_EQ(chk, dut.start_id_val, o.start_id_val);
    CHECK_EQ(chk, dut.ct_valid, o.ct_valid);
    if (o.ct_valid) {
        CHECK_EQ(chk, dut.ct_op, o.ct_op);
        if (o.ct_op) CHECK_EQ(chk, dut.ct_link, o.ct_link);
        else {
            CHECK_EQ(chk, dut.ct_vc, o.ct_vc);
            CHECK_EQ(chk, dut.ct_node, o.ct_node);
        }
    }
    CHECK_EQ(chk, dut.snap_req, o.snap_req);
    if (ref.axil.state != TTP_AXIL_IDLE) CHECK_EQ(chk, dut.cnt_idx, o.cnt_idx);
}

#endif

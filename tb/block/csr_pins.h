// SPDX-License-Identifier: Apache-2.0
//
// For ttp_csr.cpp: the pins of the RTL from those of the model.
#ifndef CSR_PINS_H
#define CSR_PINS_H

#include "Vttp_csr.h"
#include "bus_rx.h"
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
    dut.tx_idle = in.tx_idle, dut.rx_idle = in.rx_idle;
    dut.core_ready = in.core_ready;
    bus_put(dut.numbers, NUMBERS_LIFE, in.life);
    bus_put(dut.numbers, NUMBERS_START, in.start_id);
    dut.command_ready = in.command_ready;
    bus_put(dut.result, RESULT_CLOSED, in.result_closed);
    bus_put(dut.result, RESULT_NOLINK, in.result_nolink);
    bus_put(dut.result, RESULT_PEEKED, in.result_peeked);
    for (unsigned i = 0; i < 7; i++) bus_put(dut.result, result_word(i), in.result_record[i]);
    dut.snap_busy = in.snap_busy, dut.cnt_valid = in.cnt_valid;
    dut.cnt_data = in.cnt_data;
    dut.stat_cells_free = in.stat_cells_free;
    dut.stat_cells_low = in.stat_cells_low;
    dut.stat_pkts_free = in.stat_pkts_free;
    dut.stat_rxc_free = in.stat_rxc_free;
}

#endif

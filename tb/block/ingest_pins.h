// SPDX-License-Identifier: Apache-2.0
//
// For ttp_tx_ingest.cpp: the pins of the RTL from those of the model, and their comparison.
#ifndef INGEST_PINS_H
#define INGEST_PINS_H

#include "bus_tx.h"
extern "C" {
#include "ttp_tx_ingest.h"
}

static constexpr unsigned clog2(unsigned n) { return n < 2 ? 0 : 1 + clog2((n + 1) / 2); }

// The widths follow from the parameters as they do in the block.
static const bus_tx BUS(LINKS > 1 ? clog2(LINKS) : 1, clog2(TX_PKTS) + 1, clog2(TX_PKTS + LINKS),
                        TCW, DATA_W);

template <class T> void ingest_drive(T &dut, const ttp_tx_ingest_in &in)
{
    dut.rst = in.rst; dut.core_rst = in.core_rst;
    dut.cfg_on = in.cfg_on; dut.cfg_node = in.cfg_node; dut.cfg_cell_limit = in.cfg_cell_limit;
    dut.cfg_close_tmo = in.cfg_close_tmo; dut.cfg_retry_max = in.cfg_retry_max;
    dut.init_active = in.init_active; dut.init_idx = in.init_idx;
    for (unsigned i = 0; i < DATA_W / 64; i++)
        tb_put(dut.s_axis_host_tdata, 64 * i, 64, in.s_axis_host_tdata[i]);
    tb_put(dut.s_axis_host_tkeep, 0, DATA_W / 8, in.s_axis_host_tkeep);
    dut.s_axis_host_tdest = in.s_axis_host_tdest;
    dut.s_axis_host_tvalid = in.s_axis_host_tvalid;
    dut.s_axis_host_tlast = in.s_axis_host_tlast;
    dut.s_axis_host_tuser = in.s_axis_host_tuser;
    dut.pin_kill = in.pin_kill;
    dut.lookup_ready = in.lookup_ready;
    dut.lookup_done = in.lookup_done;
    bus_put(dut.lookup_answer, BUS.answer.ok, in.lookup_ok);
    bus_put(dut.lookup_answer, BUS.answer.link, in.lookup_link);
    dut.pin_act = in.pin_act; dut.doorbell_ready = in.doorbell_ready;
    dut.freed_valid = in.freed_valid;
    bus_put(dut.freed, BUS.freed.entry, in.freed_entry);
    dut.freed_moved = in.freed_moved;
    bus_put(dut.freed, BUS.freed.link, in.freed_link);
    bus_put(dut.freed, BUS.freed.cells, in.freed_cells);
    dut.store_ready = in.store_ready;
    dut.free_cell_valid = in.free_cell_valid; dut.free_cell = in.free_cell;
    dut.abort_ready = in.abort_ready; dut.refused_ready = in.refused_ready;
}

template <class T> void ingest_compare(tb_check &chk, T &dut, const ttp_tx_ingest_out &o)
{
    CHECK_EQ(chk, dut.s_axis_host_tready, o.s_axis_host_tready);
    CHECK_EQ(chk, dut.lookup_valid, o.lookup_valid);
    if (o.lookup_valid) {
        BUS_EQ(chk, dut.lookup, BUS.lookup.vc, o.lookup_vc);
        BUS_EQ(chk, dut.lookup, BUS.lookup.node, o.lookup_node);
    }
    CHECK_EQ(chk, dut.pin_valid, o.pin_valid);
    if (o.pin_valid) CHECK_EQ(chk, dut.pin_link, o.pin_link);
    CHECK_EQ(chk, dut.doorbell_valid, o.doorbell_valid);
    if (o.doorbell_valid) CHECK_EQ(chk, dut.doorbell_link, o.doorbell_link);
    CHECK_EQ(chk, dut.abort_valid, o.abort_valid);
    if (o.abort_valid) {
        BUS_EQ(chk, dut.abort_chain, BUS.abort.first, o.abort_first);
        BUS_EQ(chk, dut.abort_chain, BUS.abort.last, o.abort_last);
        BUS_EQ(chk, dut.abort_chain, BUS.abort.n, o.abort_n);
    }
    CHECK_EQ(chk, dut.refused_valid, o.refused_valid);
    for (unsigned i = 0; o.refused_valid && i < 2; i++)
        chk.eq("refused_data", tb_get(dut.refused, 64 * i, 64), o.refused_data[i]);
    CHECK_EQ(chk, dut.acc_pulse, o.acc_pulse);
    if (o.acc_pulse) CHECK_EQ(chk, dut.acc_len, o.acc_len);
    CHECK_EQ(chk, dut.ref_pulse, o.ref_pulse);
    CHECK_EQ(chk, dut.dis_pulse, o.dis_pulse);
    CHECK_EQ(chk, dut.stat_pkts_free, o.stat_pkts_free);
    CHECK_EQ(chk, dut.store_valid, o.store_valid);
    CHECK_EQ(chk, dut.free_cell_pop, o.free_cell_pop);
    CHECK_EQ(chk, dut.append_valid, o.append_valid);
    if (o.store_valid) {
        BUS_EQ(chk, dut.store, BUS.store.addr, o.store_addr);
        for (unsigned i = 0; i < DATA_W / 64; i++)
            chk.eq("store_data", tb_get(dut.store, 64 * i, 64), o.store_data[i]);
    }
    if (o.append_valid) {
        BUS_EQ(chk, dut.append, BUS.append.link, o.append_link);
        BUS_EQ(chk, dut.append, BUS.append.tail, o.append_tail);
        BUS_EQ(chk, dut.append, BUS.append.entry, o.append_entry);
        BUS_EQ(chk, dut.append, BUS.append.len, o.append_len);
        BUS_EQ(chk, dut.append, BUS.append.first, o.append_first);
        BUS_EQ(chk, dut.append, BUS.append.last, o.append_last);
        BUS_EQ(chk, dut.append, BUS.append.napp, o.append_napp);
    }
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What a shared object with one preset's Verilated RTL exports, and the pins of any of them.
#ifndef TTPSIM_DUT_RTL_H
#define TTPSIM_DUT_RTL_H

#include <cstring>
#include <memory>

#include <verilated.h>
#include <verilated_fst_c.h>

#include "dut.h"
#include "waves.h"

// Bumped when the classes that cross the border of the shared object change.
constexpr uint32_t RTL_PLUGIN_ABI = 2;

struct RtlPlugin {
    uint32_t abi;
    ttp_params params;
    Dut *(*make)(Waves *waves, const char *instance);   // the caller owns it
};

extern "C" const RtlPlugin *ttpsim_rtl_plugin();

// A beat is one 64-bit word or an array of 32-bit words in Verilator; both lie in memory as the
// lanes of the model do (little-endian host).
template <class T> void put_beat(T *pin, const uint64_t *lanes) { memcpy(pin, lanes, sizeof *pin); }
template <class T> void get_beat(uint64_t *lanes, const T *pin) { memcpy(lanes, pin, sizeof *pin); }
template <class T> void put(T *pin, uint64_t v) { *pin = static_cast<T>(v); }

// What a Verilated MAC has inside: the cycle counter, and the clk that the last eval() saw. NULL
// where it can not be reached.
struct RtlInside {
    uint64_t *counter;
    uint8_t *seen_clk;
};

template <class V> class RtlDut : public Dut {
public:
    RtlDut(Waves *waves, const char *instance, RtlInside (*inside)(V &))
        : top_(std::make_unique<V>(waves->context(), instance)), waves_(waves),
          inside_(inside(*top_))
    {
        top_->trace(waves->fst(), 99);
        top_->clk = 0;
        top_->rst = 1;
        top_->eval();
    }
    ~RtlDut() override { top_->final(); }

    // Beats are copied only with their valid: wide ports are most of what crosses here.
    const ttp_out &outputs() override
    {
        const V &t = *top_;
        ttp_out &o = out_;
        o.s_axis_host_tready = t.s_axis_host_tready;
        o.s_axis_wire_tready = t.s_axis_wire_tready;
        o.m_axis_host_tvalid = t.m_axis_host_tvalid;
        o.m_axis_wire_tvalid = t.m_axis_wire_tvalid;
        o.m_axis_cpl_tvalid = t.m_axis_cpl_tvalid;
        o.s_axil_awready = t.s_axil_awready;
        o.s_axil_wready = t.s_axil_wready;
        o.s_axil_bvalid = t.s_axil_bvalid;
        o.s_axil_arready = t.s_axil_arready;
        o.s_axil_rvalid = t.s_axil_rvalid;
        o.irq = t.irq;
        o.trace_valid = t.trace_valid;
        if (o.m_axis_host_tvalid) {
            get_beat(o.m_axis_host_tdata, &t.m_axis_host_tdata);
            o.m_axis_host_tkeep = t.m_axis_host_tkeep;
            o.m_axis_host_tlast = t.m_axis_host_tlast;
            o.m_axis_host_tid = t.m_axis_host_tid;
        }
        if (o.m_axis_wire_tvalid) {
            get_beat(o.m_axis_wire_tdata, &t.m_axis_wire_tdata);
            o.m_axis_wire_tkeep = t.m_axis_wire_tkeep;
            o.m_axis_wire_tlast = t.m_axis_wire_tlast;
            o.m_axis_wire_tuser = t.m_axis_wire_tuser;
        }
        if (o.m_axis_cpl_tvalid) get_beat(o.m_axis_cpl_tdata, &t.m_axis_cpl_tdata);
        if (o.s_axil_bvalid) o.s_axil_bresp = t.s_axil_bresp;
        if (o.s_axil_rvalid) {
            o.s_axil_rdata = t.s_axil_rdata;
            o.s_axil_rresp = t.s_axil_rresp;
        }
        if (o.trace_valid) {
            o.trace_link = t.trace_link;
            o.trace_state0 = t.trace_state0;
            o.trace_state1 = t.trace_state1;
            o.trace_event = t.trace_event;
            o.trace_action = t.trace_action;
            o.trace_txid = t.trace_txid;
            o.trace_rxid = t.trace_rxid;
        }
        return out_;
    }

    void drive(const ttp_in &in) override
    {
        V &t = *top_;
        put(&t.rst, in.rst);
        put(&t.cfg_enable, in.cfg_enable);
        put(&t.cfg_epoch_seed, in.cfg_epoch_seed);
        put(&t.cfg_node, in.cfg_node);
        put(&t.s_axis_host_tvalid, in.s_axis_host_tvalid);
        if (in.s_axis_host_tvalid) {
            put_beat(&t.s_axis_host_tdata, in.s_axis_host_tdata);
            put(&t.s_axis_host_tkeep, in.s_axis_host_tkeep);
            put(&t.s_axis_host_tlast, in.s_axis_host_tlast);
            put(&t.s_axis_host_tuser, in.s_axis_host_tuser);
            put(&t.s_axis_host_tdest, in.s_axis_host_tdest);
        }
        put(&t.s_axis_wire_tvalid, in.s_axis_wire_tvalid);
        if (in.s_axis_wire_tvalid) {
            put_beat(&t.s_axis_wire_tdata, in.s_axis_wire_tdata);
            put(&t.s_axis_wire_tkeep, in.s_axis_wire_tkeep);
            put(&t.s_axis_wire_tlast, in.s_axis_wire_tlast);
            put(&t.s_axis_wire_tuser, in.s_axis_wire_tuser);
        }
        put(&t.m_axis_host_tready, in.m_axis_host_tready);
        put(&t.m_axis_cpl_tready, in.m_axis_cpl_tready);
        put(&t.m_axis_wire_tready, in.m_axis_wire_tready);
        put(&t.s_axil_awvalid, in.s_axil_awvalid);
        put(&t.s_axil_awaddr, in.s_axil_awaddr);
        put(&t.s_axil_wvalid, in.s_axil_wvalid);
        put(&t.s_axil_wdata, in.s_axil_wdata);
        put(&t.s_axil_wstrb, in.s_axil_wstrb);
        put(&t.s_axil_bready, in.s_axil_bready);
        put(&t.s_axil_arvalid, in.s_axil_arvalid);
        put(&t.s_axil_araddr, in.s_axil_araddr);
        put(&t.s_axil_rready, in.s_axil_rready);
        // The falling edge clocks nothing, and the eval() of the rising one settles the inputs
        // first. So one eval() a cycle does, unless a waveform shows both halves of it.
        if (inside_.seen_clk && !waves_->is_open()) {
            *inside_.seen_clk = 0;
            return;
        }
        t.clk = 0;
        t.eval();
    }

    void edge() override
    {
        top_->clk = 1;
        top_->eval();
        // The edge has put the counter to 0. The next eval() works out what follows from it.
        if (start_ && top_->rst) *inside_.counter = start_;
    }

    bool start_cycle(uint64_t n) override
    {
        if (!inside_.counter) return n == 0;
        start_ = n;
        return true;
    }

private:
    std::unique_ptr<V> top_;
    Waves *waves_;
    RtlInside inside_;
    uint64_t start_ = 0;
    ttp_out out_{};
};

#endif

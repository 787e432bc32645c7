// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite master; see axil.h.
#include "axil.h"

void AxilMaster::drive(ttp_in *in, uint64_t cycle)
{
    if (!active_ && !queue_.empty()) {
        active_ = true;
        addr_left_ = true;
        data_left_ = queue_.front().write;
        addr_shown_ = data_shown_ = false;
        // Address first, data first, or both in one cycle.
        const uint32_t skew = queue_.front().write && stall_.any() ? rng_.below(3) : 2;
        addr_wait_ = skew == 1 ? 1 + rng_.below(3) : 0;
        data_wait_ = skew == 0 ? 1 + rng_.below(3) : 0;
        age_ = 0;
    }
    const bool stall = stall_.at(cycle);
    const bool write = active_ && queue_.front().write;
    if (addr_left_ && !addr_shown_ && !stall && addr_wait_-- == 0) addr_shown_ = true;
    if (data_left_ && !data_shown_ && !stall && data_wait_-- == 0) data_shown_ = true;

    in->s_axil_awvalid = write && addr_left_ && addr_shown_;
    in->s_axil_arvalid = active_ && !write && addr_left_ && addr_shown_;
    in->s_axil_wvalid = write && data_left_ && data_shown_;
    if (active_) {
        const AxilOp &op = queue_.front();
        in->s_axil_awaddr = in->s_axil_araddr = op.addr;
        in->s_axil_wdata = op.data;
        in->s_axil_wstrb = op.strb;
    }
    in->s_axil_bready = in->s_axil_rready = !stall;
}

void AxilMaster::observe(const ttp_in &in, const ttp_out &out)
{
    if (!active_) return;
    if ((addr_shown_ || !addr_left_) && (data_shown_ || !data_left_)) age_++;
    if (in.s_axil_awvalid && out.s_axil_awready) addr_left_ = false;
    if (in.s_axil_arvalid && out.s_axil_arready) addr_left_ = false;
    if (in.s_axil_wvalid && out.s_axil_wready) data_left_ = false;
    const bool answer = queue_.front().write ? out.s_axil_bvalid : out.s_axil_rvalid;
    if (answer && age_ > slowest_) slowest_ = age_;
    if (answer) age_ = 0;             // what follows is our own stall
    if (in.s_axil_bready && out.s_axil_bvalid) finish(0, out.s_axil_bresp);
    else if (in.s_axil_rready && out.s_axil_rvalid) finish(out.s_axil_rdata, out.s_axil_rresp);
}

void AxilMaster::finish(uint32_t data, uint8_t resp)
{
    const AxilOp op = std::move(queue_.front());
    queue_.pop_front();
    active_ = false;
    if (op.done) op.done(data, resp);
}

void AxilMaster::reset()
{
    queue_.clear();
    active_ = addr_left_ = data_left_ = addr_shown_ = data_shown_ = false;
}

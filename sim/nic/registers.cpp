// SPDX-License-Identifier: Apache-2.0
//
// Accesses of BAR 0; see registers.h.
#include "nic/registers.h"

#include <cstring>

namespace nicdev {

void Registers::take(Access a)
{
    const size_t length = a.data.size();
    a.bad |= !length || length % 4 || a.offset % 4 || a.offset >= BAR || length > BAR - a.offset;
    waiting_.push_back(std::move(a));
    accesses++;
}

void Registers::reset()
{
    waiting_.clear();
    under_way_ = false;
    pins_ = {};
}

void Registers::begin(const Access &a)
{
    pins_ = {};
    const auto address = static_cast<uint32_t>(a.offset + a.at);
    if (a.read) {
        pins_.araddr = address;
        pins_.arvalid = true;
    } else {
        pins_.awaddr = address;
        memcpy(&pins_.wdata, &a.data[a.at], 4);
        pins_.wstrb = 0xf;
        pins_.awvalid = pins_.wvalid = true;
    }
    under_way_ = true;
}

void Registers::drive(ttp_axil_in *in)
{
    if (!under_way_ && !waiting_.empty()) {
        const Access &a = waiting_.front();
        if (a.bad) done(true);
        else begin(a);
    }
    *in = pins_;
    in->bready = in->rready = true;
}

// A register of the first access is done; behind its last one the host hears of it.
void Registers::done(bool error)
{
    Access &a = waiting_.front();
    refused += error;
    a.at += 4;
    under_way_ = false;
    if (!a.bad && a.at < a.data.size()) return;
    host_->answer(a);
    waiting_.pop_front();
}

bool Registers::clock(const ttp_axil_out &out)
{
    if (!under_way_) return !waiting_.empty();
    if (out.awready) pins_.awvalid = false;
    if (out.wready) pins_.wvalid = false;
    if (out.arready) pins_.arvalid = false;
    if (out.rvalid && !out.rresp) {
        Access &a = waiting_.front();
        memcpy(&a.data[a.at], &out.rdata, 4);
    }
    if (out.rvalid || out.bvalid) done((out.rvalid && out.rresp) || (out.bvalid && out.bresp));
    return true;
}

} // namespace nicdev

// SPDX-License-Identifier: Apache-2.0
//
// Accesses of BAR 0; see registers.h.
#include "nic/registers.h"

#include <algorithm>

namespace nicdev {

bool Registers::take(uint8_t type, const uint8_t *m)
{
    const bool read = type == SIMB_H2D_READ;
    const uint64_t offset = simbricks_get(m + SIMB_AT_OFFSET, 8);
    const size_t length = static_cast<size_t>(simbricks_get(m + SIMB_AT_LENGTH, 2));
    const size_t room = read ? simbricks_room_out(&link_->channel)
                             : simbricks_room_in(&link_->channel);
    if (length > room) return false;
    Access a = { type, simbricks_get(m + SIMB_AT_ID, 8), offset,
                 std::vector<uint8_t>(length, 0xff), false, 0 };
    a.bad = m[SIMB_AT_BAR] != 0 || !length || length % 4 || offset % 4 || offset >= BAR
         || length > BAR - offset;
    if (!read) a.data.assign(m + SIMB_HEAD, m + SIMB_HEAD + length);
    waiting_.push_back(std::move(a));
    accesses++;
    return true;
}

void Registers::begin(const Access &a)
{
    pins_ = {};
    const auto address = static_cast<uint32_t>(a.offset + a.at);
    if (a.type == SIMB_H2D_READ) {
        pins_.araddr = address;
        pins_.arvalid = true;
    } else {
        pins_.awaddr = address;
        pins_.wdata = static_cast<uint32_t>(simbricks_get(&a.data[a.at], 4));
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
    if (a.type == SIMB_H2D_READ) link_->answer(SIMB_D2H_READCOMP, a.id, a.data);
    else if (a.type == SIMB_H2D_WRITE) link_->answer(SIMB_D2H_WRITECOMP, a.id, {});
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
        simbricks_put(&a.data[a.at], out.rdata, 4);
    }
    if (out.rvalid || out.bvalid) done((out.rvalid && out.rresp) || (out.bvalid && out.bresp));
    return true;
}

} // namespace nicdev

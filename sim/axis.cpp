// SPDX-License-Identifier: Apache-2.0
//
// Drivers of the AXI-Stream ports; see axis.h.
#include "axis.h"

#include <algorithm>
#include <cstring>

namespace {

uint64_t keep_ones(size_t n)
{
    return n >= 64 ? UINT64_MAX : (uint64_t{ 1 } << n) - 1;
}

void append_beat(std::vector<uint8_t> *to, const uint64_t *lanes, uint64_t keep)
{
    const auto *b = reinterpret_cast<const uint8_t *>(lanes);
    to->insert(to->end(), b, b + __builtin_popcountll(keep));
}

} // namespace

bool load_beat(const std::vector<uint8_t> &bytes, size_t pos, unsigned beat, uint64_t *lanes,
               uint64_t *keep)
{
    const size_t n = std::min<size_t>(beat, bytes.size() - pos);
    memcpy(lanes, bytes.data() + pos, n);
    if (n < beat) {
        // The MAC ignores bytes beyond tkeep. They are noise without a 0, the same in every run.
        auto *b = reinterpret_cast<uint8_t *>(lanes);
        uint64_t x = pos + bytes.size();
        for (size_t i = 0; i < n; i++) x = x << 8 ^ x >> 56 ^ b[i];
        for (size_t i = n; i < beat; i++) b[i] = static_cast<uint8_t>(mix64(x + i) | 1u << i % 8);
    }
    *keep = keep_ones(n);
    return pos + n == bytes.size();
}

void HostSource::load(ttp_in *in)
{
    in->s_axis_host_tvalid = true;
    in->s_axis_host_tdest = packet_.dest;
    in->s_axis_host_tlast = load_beat(packet_.data, pos_, beat_, in->s_axis_host_tdata,
                                      &in->s_axis_host_tkeep);
    in->s_axis_host_tuser = in->s_axis_host_tlast && packet_.discard;
    if (in->s_axis_host_tlast && packet_.bad_keep)
        in->s_axis_host_tkeep = in->s_axis_host_tkeep == 1 ? 2
                                                           : in->s_axis_host_tkeep & ~uint64_t{ 1 };
    if (pos_ / beat_ == packet_.odd_beat) in->s_axis_host_tkeep = packet_.odd_keep;
    shown_ = true;
}

void HostSource::drive(ttp_in *in, uint64_t cycle)
{
    if (shown_) return;
    in->s_axis_host_tvalid = false;
    if (!have_) {
        dry_ = !pull || !pull(&packet_);
        if (dry_) return;
        have_ = true;
        disowned_ = false;
        pos_ = 0;
    }
    if (!hold && !stall_.at(cycle)) load(in);
}

void HostSource::observe(const ttp_in &in, const ttp_out &out)
{
    if (!in.s_axis_host_tvalid || !out.s_axis_host_tready) return;
    shown_ = false;
    pos_ += beat_;
    if (in.s_axis_host_tlast) have_ = false;
    else if (pos_ % MAX_PAYLOAD != 0) return;
    const size_t to = have_ ? pos_ : packet_.data.size();
    if ((pos_ - 1) / beat_ >= packet_.odd_beat) return;
    if (accepted && !disowned_) accepted(packet_, (to - 1) / MAX_PAYLOAD * MAX_PAYLOAD, to);
}

void HostSink::observe(const ttp_in &in, const ttp_out &out)
{
    if (!out.m_axis_host_tvalid || !in.m_axis_host_tready) return;
    beats_++;
    append_beat(&data_, out.m_axis_host_tdata, out.m_axis_host_tkeep);
    if (!out.m_axis_host_tlast) return;
    if (packet) packet(out.m_axis_host_tid, data_);
    data_.clear();
}

void CompletionSink::observe(const ttp_in &in, const ttp_out &out)
{
    if (!out.m_axis_cpl_tvalid || !in.m_axis_cpl_tready) return;
    const uint64_t hi = out.m_axis_cpl_tdata[1], lo = out.m_axis_cpl_tdata[0];
    Completion c;
    c.kind = static_cast<uint32_t>(hi >> 56);
    c.status = hi >> 48 & 0xff;
    c.vc = hi >> 40 & 0xff;
    c.node = hi >> 16 & 0xffffff;
    c.first_id = static_cast<uint32_t>((hi & 0xffff) << 16 | lo >> 48);
    c.count = lo >> 32 & 0xffff;
    c.bytes = static_cast<uint32_t>(lo);
    if (record) record(c);
}

void WireOut::drive(ttp_in *in, uint64_t cycle)
{
    const bool line_free = !pace_ || cycle >= line_end_ / beat_;
    const bool stalled = in_frame_ ? inside_.at(cycle) : between_.at(cycle) || !line_free;
    in->m_axis_wire_tready = !hold && !stalled;
}

void WireOut::observe(const ttp_in &in, const ttp_out &out, uint64_t cycle)
{
    if (!out.m_axis_wire_tvalid || !in.m_axis_wire_tready) return;
    if (!in_frame_) {
        in_frame_ = true;
        frame_ = Frame{};
        frame_.bytes.reserve(HDR_BYTES + MAX_PAYLOAD + 64);
        line_end_ = std::max(line_end_, cycle * beat_);
    }
    append_beat(&frame_.bytes, out.m_axis_wire_tdata, out.m_axis_wire_tkeep);
    if (!out.m_axis_wire_tlast) return;
    in_frame_ = false;
    line_end_ += frame_.bytes.size() + 24;
    frame_.user = out.m_axis_wire_tuser;
    if (frame) frame(std::move(frame_));
}

void WireOut::reset()
{
    in_frame_ = false;
}

void WireIn::drive(ttp_in *in, uint64_t cycle)
{
    if (!busy_) {
        in->s_axis_wire_tvalid = false;
        if (between_.at(cycle) || !pop || !pop(&frame_, cycle)) return;
        busy_ = true;
        pos_ = 0;
    }
    in->s_axis_wire_tvalid = true;
    in->s_axis_wire_tlast = load_beat(frame_.bytes, pos_, beat_, in->s_axis_wire_tdata,
                                      &in->s_axis_wire_tkeep);
    in->s_axis_wire_tuser = in->s_axis_wire_tlast && frame_.user;
}

void WireIn::observe(const ttp_in &in)
{
    if (!busy_) return;
    pos_ += beat_;
    if (!in.s_axis_wire_tlast) return;
    busy_ = false;
    if (arrived) arrived(frame_);
}

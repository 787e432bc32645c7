// SPDX-License-Identifier: Apache-2.0
//
// See pins_node.h.
#include "fabric/pins_node.h"

#include <algorithm>
#include <cstring>

#include "counters.h"
#include "fabric/power_up.h"

namespace fabric {

namespace {

uint64_t ones(uint32_t n) { return n >= 64 ? UINT64_MAX : (uint64_t{ 1 } << n) - 1; }

} // namespace

PinsNode::PinsNode(Clock &clock, const EndConfig &c, Host &host, uint32_t node, FramePool &pool,
                   Kind kind, std::unique_ptr<Dut> dut)
    : Endpoint(clock, c, host, node, pool), kind_(kind), dut_(std::move(dut)),
      model_(dut_->model()), in_(idle_pins()), beat_(c.beat()), lanes_(c.beat() / 8),
      lives_(host.lives())
{
    completions_.record = [this](const Completion &r) { completion(r); };
}

void PinsNode::drive_host()
{
    if (shown_) return;
    in_.s_axis_host_tvalid = false;
    if (!up()) return;
    if (!have_) {
        have_ = host_.next(now_, &payload_);
        if (!have_) return;
        given_ = 0;
        if (payload_.data) memcpy(data_, payload_.data, payload_.bytes);
        else fill_payload(data_, payload_.bytes, payload_.key);
    }
    const uint32_t left = payload_.bytes - given_;
    memcpy(in_.s_axis_host_tdata, data_ + given_, beat_);
    in_.s_axis_host_tkeep = ones(std::min(left, beat_));
    in_.s_axis_host_tlast = left <= beat_;
    in_.s_axis_host_tdest = payload_.dest;
    in_.s_axis_host_tvalid = shown_ = true;
}

// A frame is put on the pins without gaps, as an Ethernet MAC does.
void PinsNode::drive_wire()
{
    in_.s_axis_wire_tvalid = false;
    if (!coming_) {
        if (in_link().next() > now_) return;
        coming_ = in_link().take();
        shown_bytes_ = 0;
        cut_ = false;
        coming_->make_solid();
        note(1, now_, *coming_);
    }
    const uint32_t left = coming_->size - shown_bytes_;
    memcpy(in_.s_axis_wire_tdata, coming_->bytes + shown_bytes_, beat_);
    in_.s_axis_wire_tkeep = ones(std::min(left, beat_));
    in_.s_axis_wire_tlast = left <= beat_;
    in_.s_axis_wire_tvalid = true;
    shown_bytes_ += beat_;
    cut_ = cut_ || in_.rst;
    if (!in_.s_axis_wire_tlast) return;
    if (lives_ && !cut_ && coming_->opcode == TTP_FRAME_PAYLOAD)
        lives_->at_port(coming_->payload_key());
    coming_.reset();
}

void PinsNode::take_wire(const ttp_out &o)
{
    if (!o.m_axis_wire_tvalid || !in_.m_axis_wire_tready) return;
    if (!sent_) {
        sent_ = pool_.take();
        sent_->size = 0;
        sent_first_ = now_;
        line_end_ = std::max(line_end_, now_ * cfg_.rate);
    }
    Frame &f = *sent_;
    memcpy(f.bytes + f.size, o.m_axis_wire_tdata, beat_);
    f.size = static_cast<uint16_t>(f.size + __builtin_popcountll(o.m_axis_wire_tkeep));
    if (!o.m_axis_wire_tlast) return;
    f.read_header();
    // A line slower than the MAC has the last byte later.
    const uint64_t last = cfg_.pace ? std::max(now_, (line_end_ + f.size - 1) / cfg_.rate) : now_;
    line_end_ += f.size + GAP;
    note(2, sent_first_, f);
    look_at_number(f);
    if (watch) watch->frame(node_, f, sent_first_, now_);
    if (lives_ && f.opcode == TTP_FRAME_PAYLOAD) lives_->sent(f.payload_key(), f.tx_id);
    out().carry(std::move(sent_), sent_first_, last);
}

// sel.number: only who has agreed gives a send a number, or says which send it has got.
void PinsNode::look_at_number(const Frame &f)
{
    const bool opens = f.opcode == TTP_FRAME_OPEN || f.opcode == TTP_FRAME_OPEN_ACK;
    offers_ += opens && f.type;
    if ((f.opcode == TTP_FRAME_PAYLOAD && f.rx_id) || (f.opcode == TTP_FRAME_ACK && f.tx_id))
        agreed_.insert(uint32_t{ f.vc } << 24 | f.dst);
}

Selected PinsNode::selected() const
{
    Selected s;
    s.offers = offers_;
    s.agreed = agreed_.size();
    return s;
}

void PinsNode::take_host(const ttp_out &o)
{
    if (!o.m_axis_host_tvalid) return;
    if (!got_) got_first_ = now_;
    memcpy(got_data_ + got_, o.m_axis_host_tdata, beat_);
    got_ += static_cast<uint32_t>(__builtin_popcountll(o.m_axis_host_tkeep));
    if (!o.m_axis_host_tlast && got_ <= ROOM - beat_) return;
    add(o.m_axis_host_tid, now_ << 16 | got_);
    if (watch) watch->payload(node_, got_first_, now_);
    host_.delivered(now_, o.m_axis_host_tid, got_, got_data_, 0);
    got_ = 0;
}

bool PinsNode::quiet(const ttp_out &o) const
{
    return !in_.s_axis_host_tvalid && !in_.s_axis_wire_tvalid && !o.m_axis_host_tvalid
        && !o.m_axis_wire_tvalid && !o.m_axis_cpl_tvalid && in_.m_axis_wire_tready;
}

// As in a bench: what the MAC shows in this cycle depends on flops alone, so the other side of each
// handshake may be chosen first.
void PinsNode::step()
{
    if (lives_) lives();
    drive_host();
    drive_wire();
    in_.m_axis_wire_tready = sent_ || !cfg_.pace || now_ >= line_end_ / cfg_.rate;
    const ttp_out &o = dut_->outputs();
    if (!in_.rst) {
        take_wire(o);
        take_host(o);
        if (lives_) axil_.observe(in_, o);
        if (lives_) completions_.observe(in_, o);
    }
    if (!in_.rst && in_.s_axis_host_tvalid && o.s_axis_host_tready) {
        shown_ = false;
        if (watch) watch->host_beat(node_, now_, given_ == 0, in_.s_axis_host_tlast);
        given_ += beat_;
        if (in_.s_axis_host_tlast) have_ = false;
    }
    quiet_ = quiet(o);
    dut_->drive(in_);
    dut_->edge();
    now_++;
    clocked_++;
}

uint64_t PinsNode::run(uint64_t from, uint64_t to)
{
    // It slept until `from`, and the model has said that it may.
    if (now_ < from) {
        ttp_mac_skip(model_, from - now_);
        now_ = from;
    }
    while (now_ < to) {
        step();
        if (!sleeps() || !quiet_ || have_ || !calm_) continue;
        const uint64_t until = ttp_mac_idle_until(model_);
        const uint64_t idle = until == UINT64_MAX ? NEVER : now_ + until - ttp_mac_cycle(model_);
        if (idle <= now_) continue;
        const uint64_t next =
            std::min({ idle, in_link().next(), host_.next_start(now_),
                       lives_ ? lives_->due() : NEVER });
        if (next >= to) return next;
        if (next > now_) ttp_mac_skip(model_, next - now_);
        now_ = std::max(now_, next);
    }
    return to;
}

std::string PinsNode::trouble() const
{
    const Difference *d = dut_->difference();
    if (!d) return "";
    return "node " + std::to_string(node_ - 1) + ": RTL and model differ at " + d->ports[0].name
        + " in cycle " + std::to_string(d->cycle) + " after power-up (rtl " + d->ports[0].rtl
        + ", model " + d->ports[0].model + ")";
}

Counts PinsNode::counters()
{
    Counts c{};
    ttp_in in = idle_pins();
    uint64_t cycles = 0;
    uint32_t busy = 2, v = 0;

    // The run is over: the host gives nothing more, and frames that still leave are ignored.
    write_registers(dut_.get(), &in, { { TTP_REG_SNAPSHOT, 1 } }, &cycles);
    while (busy & 2 && read_register(dut_.get(), &in, TTP_REG_STATUS, &busy, &cycles)) {}
    for (uint32_t i = 0; i < TTP_CNT_N; i++) {
        if (counter_name(i)
            && read_register(dut_.get(), &in, TTP_REG_COUNTER + 8 * i, &v, &cycles)) c[i] = v;
    }
    return c;
}

} // namespace fabric

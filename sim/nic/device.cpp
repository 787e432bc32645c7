// SPDX-License-Identifier: Apache-2.0
//
// The device, cycle by cycle; see device.h.
#include "nic/device.h"

#include <sched.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace nicdev {

namespace {

constexpr unsigned ROUND = 512;                  // cycles between two looks at the other side
constexpr unsigned LOOK = 16;                    // cycles between two looks at an idle wire
// Rounds without a sleep, longer than the timers that ttpnic sets: what was lost is soon repeated.
constexpr unsigned AWAKE = 40;

std::string hex(uint64_t v)
{
    char text[20];
    snprintf(text, sizeof text, "%" PRIx64, v);
    return text;
}

} // namespace

Device::Device(std::unique_ptr<Dut> dut, Host *host, wire_udp *wire, uint16_t epoch)
    : dut_(std::move(dut)), host_(host), wire_(wire), memory_(host), registers_(host)
{
    in_.cfg_epoch_seed = epoch;
    reset();
}

// What was under way is lost, frames too.
void Device::reset()
{
    memory_.reset();
    registers_.reset();
    rx_n_ = rx_at_ = tx_n_ = 0;
    in_.cfg_epoch_seed = static_cast<uint16_t>(in_.cfg_epoch_seed + 256);  // more than its lives
    in_.core.rst = true;
    cycle();
    cycle();
    in_.core.rst = false;
}

// ---------------------------------------------------------------- the wire

void Device::wire_in(ttp_nic_wire *w)
{
    if (rx_at_ == rx_n_ && cycle_ % LOOK == 0) {
        rx_at_ = 0;
        rx_n_ = wire_udp_receive(wire_, rx_, sizeof rx_);
    }
    w->tvalid = rx_at_ < rx_n_;
    if (!w->tvalid) return;
    const size_t n = std::min<size_t>(rx_n_ - rx_at_, WORD);
    memcpy(w->tdata, rx_ + rx_at_, n);
    w->tkeep = (UINT64_C(1) << n) - 1;
    rx_at_ += n;
    w->tlast = rx_at_ == rx_n_;
    moved_ = true;
}

void Device::wire_out(const ttp_nic_wire &w)
{
    if (!w.tvalid) return;
    moved_ = true;
    for (unsigned i = 0; i < WORD && w.tkeep >> i & 1; i++)
        if (tx_n_ < sizeof tx_) tx_[tx_n_++] = static_cast<uint8_t>(w.tdata[0] >> 8 * i);
    if (!w.tlast) return;
    wire_udp_send(wire_, tx_, tx_n_);
    tx_n_ = 0;
}

// ---------------------------------------------------------------- the clock

void Device::cycle()
{
    const ttp_nic_pins_out &out = dut_->outputs();
    memory_.drive(&in_.core);
    registers_.drive(&in_.core.s_axil);
    wire_in(&in_.s_axis_wire);
    in_.m_axis_wire_tready = true;
    if (!in_.core.rst) {
        moved_ |= memory_.clock(in_.core, out.core);
        moved_ |= registers_.clock(out.core.s_axil);
        wire_out(out.m_axis_wire);
        host_->interrupt(out.core.irq);
    }
    dut_->edge(in_);
    cycle_++;
}

void Device::idle()
{
    if (moved_) idle_ = 0;
    else if (++idle_ > AWAKE && !memory_.waits()) wire_udp_idle_or(wire_, host_->fd());
    else sched_yield();
}

bool Device::run()
{
    const auto goes_on = [this] { return why_.empty() && !host_->ended(); };
    while (goes_on()) {
        moved_ = false;
        for (unsigned i = 0; i < ROUND && goes_on(); i++) {
            moved_ |= host_->listen(&memory_, &registers_);
            if (!host_->why().empty()) why_ = host_->why();
            if (host_->wants_reset()) {
                reset();
                host_->was_reset();
            }
            cycle();
            if (dut_->difference()) why_ = "RTL and model differ";
        }
        if (goes_on() && host_->gone()) why_ = "the host has gone without a word";
        idle();
    }
    return why_.empty();
}

void Device::report() const
{
    printf("  clock             %" PRIu64 " cycles\n", cycle_);
    printf("  memory            %" PRIu64 " reads, %" PRIu64 " bytes; %" PRIu64 " writes, %" PRIu64
           " bytes\n", memory_.reads, memory_.read_bytes, memory_.writes, memory_.written_bytes);
    printf("  registers         %" PRIu64 " accesses, %" PRIu64 " refused; %" PRIu64
           " interrupts\n", registers_.accesses, registers_.refused, host_->interrupts());
    host_->report();
    printf("  wire              %" PRIu64 " frames out, %" PRIu64 " in; lost %" PRIu64
           ", doubled %" PRIu64 ", reordered %" PRIu64 "\n", wire_->sent, wire_->received,
           wire_->harm.lost, wire_->harm.doubled, wire_->harm.reordered);
    const Difference *const d = dut_->difference();
    if (dut_->compared())
        printf("  lockstep          %" PRIu64 " cycles compared, %d mismatches\n", dut_->compared(),
               d ? 1 : 0);
    if (!d) return;
    fflush(stdout);
    fprintf(stderr, "MISMATCH cycle %" PRIu64 "\n", d->cycle);
    for (const auto &p : d->ports)
        fprintf(stderr, "  port %s\n    rtl   %s\n    model %s\n", p.name.c_str(),
                hex(p.rtl).c_str(), hex(p.model).c_str());
}

} // namespace nicdev

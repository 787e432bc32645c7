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

Device::Device(std::unique_ptr<Dut> dut, Link *link, wire_udp *wire, uint16_t epoch)
    : dut_(std::move(dut)), link_(link), wire_(wire), memory_(link), registers_(link)
{
    in_.cfg_epoch_seed = epoch;
    in_.core.rst = true;
    cycle();
    cycle();
    in_.core.rst = false;
}

// ---------------------------------------------------------------- the host

void Device::hear(uint8_t type, const uint8_t *m)
{
    const uint64_t id = simbricks_get(m + SIMB_AT_ID, 8);
    bool known = true;
    switch (type) {
    case SIMB_SYNC:
        break;
    case SIMB_END:
        ended_ = true;
        break;
    case SIMB_H2D_READ:
    case SIMB_H2D_WRITE:
    case SIMB_H2D_WRITE_POSTED:
        if (!registers_.take(type, m)) why_ = "the host names more bytes than a message has";
        break;
    case SIMB_H2D_READCOMP:
        known = memory_.read_done(id, m + SIMB_HEAD, simbricks_room_in(&link_->channel));
        break;
    case SIMB_H2D_WRITECOMP:
        known = memory_.write_done(id);
        break;
    case SIMB_H2D_DEVCTRL:
        wanted_ = simbricks_get(m + SIMB_AT_FLAGS, 8) & SIMB_CTRL_INTX;
        break;
    default:
        why_ = "the host sends a message of type " + hex(type);
    }
    if (!known) why_ = "the host answers request " + hex(id) + ", which is not open";
}

void Device::listen()
{
    uint8_t type = 0;
    link_->flush();
    while (why_.empty() && !ended_ && !registers_.crowded()) {
        const uint8_t *const m = simbricks_first(&link_->channel, &type);
        if (!m) return;
        hear(type, m);
        simbricks_take(&link_->channel);
        moved_ = true;
    }
}

// The level of the pin, as edges; while the host does not want it, 0.
void Device::interrupt(bool level)
{
    if ((level && wanted_) == told_) return;
    told_ = !told_;
    link_->interrupt(told_);
    interrupts_++;
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
        interrupt(out.core.irq);
    }
    dut_->edge(in_);
    cycle_++;
}

void Device::idle()
{
    if (moved_) idle_ = 0;
    else if (++idle_ > AWAKE && !memory_.waits()) wire_udp_idle(wire_);
    else sched_yield();
}

bool Device::run()
{
    while (why_.empty() && !ended_) {
        moved_ = false;
        for (unsigned i = 0; i < ROUND && why_.empty() && !ended_; i++) {
            listen();
            cycle();
            if (dut_->difference()) why_ = "RTL and model differ";
        }
        if (why_.empty() && !ended_ && simbricks_gone(&link_->channel))
            why_ = "the host has gone without a word";
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
           " interrupts\n", registers_.accesses, registers_.refused, interrupts_);
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

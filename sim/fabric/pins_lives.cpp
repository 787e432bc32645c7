// SPDX-License-Identifier: Apache-2.0
//
// A MAC with pins whose host closes links and restarts it: through its pins alone, cycle by cycle;
// see pins_node.h and lives.h.
#include "fabric/pins_node.h"

#include "fabric/power_up.h"
#include "ttp_defs.h"

namespace fabric {

void PinsNode::lives()
{
    if (phase_ == Phase::reset && now_ >= phase_end_) set_up();
    if (lives_->due() <= now_) {
        lives_->tick(now_);
        if (phase_ != Phase::reset && lives_->restart_due(now_)) restart();
        if (up() && lives_->close_due(now_)) close(lives_->close());
    }
    calm_ = up() && axil_.idle();
    axil_.drive(&in_, now_);
}

// rst, with the next boot's life number at the pins. What is half way through a port is lost with
// the MAC: the line carries the beginning of a frame, the host begins its packet anew.
void PinsNode::restart()
{
    phase_ = Phase::reset;
    phase_end_ = now_ + 1 + lives_->below(6);
    lives_->restart(now_);
    in_.rst = true;
    in_.cfg_epoch_seed = static_cast<uint16_t>(cfg_.life(node_) + BOOT_STEP * lives_->boots());
    axil_.reset();
    have_ = shown_ = false;
    got_ = 0;
    if (!sent_) return;
    line_end_ += sent_->size + GAP;
    sent_.reset();
}

// rst falls; the registers as after power-up, the node number last: until then no frame is for it.
void PinsNode::set_up()
{
    phase_ = Phase::set_up;
    in_.rst = false;
    axil_.push({ false, TTP_REG_STATUS, 0, 15, [this](uint32_t v, uint8_t) {
        if (!(v >> TTP_STATUS_READY & 1)) return set_up();
        Writes w = common_registers(cfg_);
        w.emplace_back(TTP_REG_NODE, node_);
        for (const auto &[addr, data] : w)
            axil_.push({ true, addr, data, 15, [this](uint32_t, uint8_t answer) {
                if (answer) lives_->fail(now_, "its MAC refuses a register");
            } });
        axil_.push({ false, TTP_REG_STATUS, 0, 15, [this](uint32_t, uint8_t) {
            phase_ = Phase::up;
            lives_->ready(now_);
        } });
    } });
}

void PinsNode::close(uint32_t link)
{
    axil_.push({ true, TTP_REG_CLOSE_LINK, link, 15, [this](uint32_t, uint8_t answer) {
        if (answer) lives_->asked(now_, false);
        else look_at_close();
    } });
}

// Was there a link to be closed?
void PinsNode::look_at_close()
{
    axil_.push({ false, TTP_REG_STATUS, 0, 15, [this](uint32_t v, uint8_t) {
        if (v >> TTP_STATUS_CMD_BUSY & 1) look_at_close();
        else lives_->asked(now_, !(v >> TTP_STATUS_NOLINK & 1));
    } });
}

void PinsNode::completion(const Completion &c)
{
    const uint32_t link = c.vc << 24 | c.node;
    switch (c.kind) {
    case TTP_CPL_RETIRED:
        lives_->retired(now_, link, c.first_id, c.count);
        break;
    case TTP_CPL_FLUSHED:
        lives_->flushed(link, c.first_id, c.count);
        break;
    case TTP_CPL_REFUSED:
        lives_->fail(now_, "its MAC has refused a payload");
        break;
    case TTP_CPL_DEAD:
        lives_->dead(now_, link);
        // Else the entry is kept for ever.
        axil_.push({ true, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD, 15, nullptr });
        break;
    case TTP_CPL_RESTARTED:
        lives_->noticed();
        break;
    case TTP_CPL_CLOSED:
        lives_->closed();
        break;
    default:
        break;
    }
}

} // namespace fabric

// SPDX-License-Identifier: Apache-2.0
//
// A MAC that is reset in mid-transfer (--restarts), and its host, which goes on; see
// bridge/resume.h and session.h.
#include "bridge/session.h"

#include <algorithm>

#include "run.h"
#include "ttp_regs.h"

namespace {

constexpr uint16_t BOOT = 256;                 // life numbers of two boots do not overlap

} // namespace

void Bridge::piece(uint32_t node, std::vector<uint8_t> d)
{
    if (!resume_->take(&d)) return;            // over() looks at error()
    if (!in_->is_open()) o_.peer = node;       // whom the words go to
    count_.received++;
    count_.received_bytes += d.size();
    if (out_->is_open()) out_->put(d);
    n_->source.wake();
    maybe_close();
}

// Any distance up to twice the mean.
void Bridge::plan_restart()
{
    const auto most = static_cast<uint64_t>(2 * o_.restarts * static_cast<double>(hz_));
    restart_at_ = most ? net_.cycle + 1 + dice_.next() % most : UINT64_MAX;
}

uint64_t Bridge::next_tick() const
{
    return resume_ ? std::min({ restart_at_, reset_end_, resume_->due() }) : UINT64_MAX;
}

void Bridge::tick()
{
    if (net_.cycle < next_tick()) return;
    if (net_.cycle >= reset_end_) set_up_again();
    if (net_.cycle >= restart_at_) restart();
    resume_->tick(net_.cycle);
    n_->source.wake();
}

void Bridge::restart()
{
    plan_restart();
    if (stopping_ || n_->in.rst) return;
    net_.begin_reset(*n_);
    n_->sent.fill(0);
    n_->in.cfg_epoch_seed = static_cast<uint16_t>(n_->in.cfg_epoch_seed + BOOT);
    running_ = serving_ = false;
    reset_end_ = net_.cycle + 1 + dice_.below(6);
    cells_.clear();
    held_cells_ = 0;
    links_.restarted();
    resume_->restarted();
    count_.restarts++;
}

// rst falls; the host writes the registers, and then goes on.
void Bridge::set_up_again()
{
    reset_end_ = UINT64_MAX;
    net_.end_reset(*n_);
    for (const Register &r : tunable_registers(times_.regs, n_->cfg))
        n_->axil.push({ true, r.addr, r.value, 15, nullptr });
    for (const auto &r : times_.more) n_->axil.push({ true, r.first, r.second, 15, nullptr });
    n_->axil.push({ false, TTP_REG_STATUS, 0, 15, [this](uint32_t, uint8_t) {
        running_ = true;
        n_->source.wake();
    } });
}

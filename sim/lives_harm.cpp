// SPDX-License-Identifier: Apache-2.0
//
// When closes and restarts happen, and how: register writes, pins, and what the host does
// meanwhile; see lives.h.
#include "lives.h"

#include <algorithm>

#include "ttp_regs.h"

namespace {

constexpr unsigned QUIET = 12;         // cycles without a valid: the walk of a soft reset goes on
// Looks at a command that is not done, six cycles each: it may wait for the walk after a restart.
constexpr unsigned BUSY_MAX = 10000;

} // namespace

// Between two cycles: all that is due, and when to be asked again.
void Lives::tick()
{
    if (net_.cycle < due_) return;
    const uint64_t now = net_.cycle;
    uint64_t due = UINT64_MAX;
    for (size_t i = 0; i < ends_.size(); i++) {
        End &e = ends_[i];
        net_[i].source.wake();
        if (e.phase == Phase::reset && now >= e.phase_end) set_up(i);
        if (e.phase == Phase::walk) watch_walk(i);
        for (Plan *p : { &e.closes, &e.restarts }) {
            if (p->due != UINT64_MAX || p->at.empty() || p->at.back() > given_) continue;
            p->at.pop_back();
            p->due = now + wait(&e);
        }
        if (e.restarts.due <= now && e.phase != Phase::reset) {
            e.restarts.due = UINT64_MAX;
            restart(i);
        }
        if (e.closes.due <= now && e.phase == Phase::up && !e.asking) {
            e.closes.due = UINT64_MAX;
            close(i);
        }
        if (e.phase == Phase::reset) due = std::min(due, e.phase_end);
        if (e.phase == Phase::walk) due = now + 1;
        if (e.pause > now) due = std::min(due, e.pause);
        due = std::min({ due, e.restarts.due, e.closes.due });
    }
    // Nothing has moved for so long that nothing is under way any more.
    if (now >= quiet_at_) {
        quiet_at_ = now + 16384;
        for (auto &side : ways_) {
            for (auto &w : side) {
                if (w->book.sweep()) moved();
                if (!w->book.error().empty()) error_ = w->book.error();
            }
        }
    }
    due_ = std::max(now + 1, std::min(due, quiet_at_));
}

void Lives::moved()
{
    activity_++;
    quiet_at_ = net_.cycle + 4 * longest_ + 16384;
}

void Lives::close(size_t node)
{
    End &e = ends_[node];
    const uint32_t l = e.links[e.rng.below(static_cast<uint32_t>(e.links.size()))];
    const uint32_t peer = net_[node == 0 ? 1 + l / 3 : 0].cfg.node;
    e.asking = true;
    net_[node].axil.push({ true, TTP_REG_CLOSE_LINK, (l % 3) << 24 | peer, 15,
                           [this, node](uint32_t, uint8_t resp) {
        if (resp) close_again(node);
        else look_at_close(node, BUSY_MAX);
    } });
}

// Was there a link to be closed?
void Lives::look_at_close(size_t node, unsigned looks)
{
    net_[node].axil.push({ false, TTP_REG_STATUS, 0, 15, [this, node, looks](uint32_t v, uint8_t) {
        End &e = ends_[node];
        if (v >> TTP_STATUS_CMD_BUSY & 1) {
            if (looks) look_at_close(node, looks - 1);
            else error_ = "MAC " + net_[node].cfg.name + " does not do CLOSE_LINK";
        } else if (v >> TTP_STATUS_NOLINK & 1) {
            close_again(node);
        } else {
            e.asking = false;
            count_.asked++;
            if (e.rng.below(2)) e.pause = net_.cycle + wait(&e);
            moved();
            due_ = 0;
        }
    } });
}

void Lives::close_again(size_t node)
{
    End &e = ends_[node];
    e.asking = false;
    // With the file through there may never be a link any more.
    if (!whole()) e.closes.due = net_.cycle + 1 + e.rng.below(256);
    due_ = 0;
}

void Lives::restart(size_t node)
{
    End &e = ends_[node];
    Node &n = net_[node];
    const bool soft = e.rng.below(2) && soft_ && e.phase == Phase::up;
    n.source.hold = true;
    count_.restarts[node]++;
    if (soft) {
        e.phase = Phase::walk;
        e.written = false;
        e.quiet = 0;
        n.axil.push({ true, TTP_REG_CTRL, 2 | ctrl_of(cfg_.tunables, n.cfg), 15,
                      [&e](uint32_t, uint8_t) { e.written = true; } });
        return;
    }
    e.phase = Phase::reset;
    e.phase_end = net_.cycle + 1 + e.rng.below(6);
    net_.begin_reset(n);
    n.sent.fill(0);                    // its counters begin anew
    n.in.cfg_epoch_seed = next_boot(&e);
    if (e.asking) close_again(node);
    reborn(node, Book::NONE);
    for (uint32_t l : e.links) ways_[node != 0][l]->book.forget_ids();
}

// A soft reset lets frames and packets under way end, and then nothing is at the ports for as long
// as the walk takes. What was handed over before that is lost.
void Lives::watch_walk(size_t node)
{
    End &e = ends_[node];
    Node &n = net_[node];
    const ttp_out &o = *n.out;
    const bool still = !o.m_axis_host_tvalid && !o.m_axis_wire_tvalid && !o.s_axis_host_tready;
    e.quiet = e.written && still ? e.quiet + 1 : 0;
    if (e.quiet < QUIET) return;
    if (n.source.in_packet()) n.source.disown();        // the rest is swallowed to its tlast
    reborn(node, n.source.waits() ? e.serial : Book::NONE);
    net_.score.reset(n.cfg.node);
    n.source.hold = false;
    e.phase = Phase::up;
    count_.soft++;
}

// The MAC of `node` has forgotten everything. kept: the gift that its host still holds.
void Lives::reborn(size_t node, uint64_t kept)
{
    End &e = ends_[node];
    for (uint32_t l : e.links) {
        Book &from = ways_[node != 0][l]->book;
        from.sender_restarts(e.book == &from ? kept : Book::NONE);
        ways_[node == 0][l]->book.receiver_restarts();
    }
    e.restarted = net_.cycle;
    moved();
}

// rst falls; the host sets the registers and then goes on.
void Lives::set_up(size_t node)
{
    End &e = ends_[node];
    Node &n = net_[node];
    net_.end_reset(n);
    e.phase = Phase::set_up;
    for (const Register &r : tunable_registers(cfg_.tunables, n.cfg))
        if (r.write) n.axil.push({ true, r.addr, r.value, 15, nullptr });
    n.axil.push({ false, TTP_REG_STATUS, 0, 15, [this, &e, &n](uint32_t, uint8_t) {
        e.phase = Phase::up;
        n.source.hold = false;
        due_ = 0;
    } });
}

// A life number of an earlier boot must not come again: the counter moves on with each opening.
uint16_t Lives::next_boot(End *e)
{
    const auto near = [e](uint16_t v) {
        return std::any_of(e->used.begin(), e->used.end(), [v](uint16_t u) {
            return static_cast<uint16_t>(v - u) < 64 || static_cast<uint16_t>(u - v) < 64;
        });
    };
    switch (cfg_.boots) {
    case Boots::step:
        e->seed = static_cast<uint16_t>(e->seed + 256);
        break;
    case Boots::random:
        do e->seed = static_cast<uint16_t>(e->rng.next() >> 48);
        while (near(e->seed));
        break;
    case Boots::count:
        e->seed = static_cast<uint16_t>(e->seed + 1);
        break;
    }
    if (e->used.size() < 100) e->used.push_back(e->seed);
    return e->seed;
}

// SPDX-License-Identifier: Apache-2.0
//
// A MAC without pins whose host closes links and restarts it; see rules_node.h and lives.h.
#include "fabric/rules_node.h"

namespace fabric {

void RulesNode::lives()
{
    lives_->tick(now_);
    if (lives_->restart_due(now_)) restart();
    if (lives_->close_due(now_)) close(lives_->close());
}

// Everything is forgotten but the time that the line and the host's streams take. What has left is
// on its way: a frame goes to the line whole here.
void RulesNode::restart()
{
    lives_->restart(now_);
    ready_.clear();
    answers_.clear();
    taken_.clear();
    alarms_ = {};
    waiting_ = nullptr;
    peers_.clear();
    cells_ = entries_ = kept_ = kept_cells_ = contexts_ = 0;
    last_dest_ = UINT32_MAX;
    known_.fill(UINT32_MAX);
    start_id_ = 0;
    count_ = {};
    life_ = static_cast<uint16_t>(cfg_.life(node_) + BOOT_STEP * lives_->boots());
    lives_->ready(now_);
}

void RulesNode::close(uint32_t dest)
{
    const auto at = peers_.find(dest);
    const bool found = at != peers_.end() && at->second.rules.state != TTP_STATE_CLOSED;
    if (found) {
        ttp_select_event e{};
        e.rules.kind = TTP_EVENT_CLOSE;
        happen(&at->second, &e);
    }
    lives_->asked(now_, found);
}

// What a MAC says in completions. una: of the link before.
void RulesNode::tell(const Peer &p, const ttp_rules_answers &a, uint32_t una)
{
    if (a.retired) lives_->retired(now_, p.dest, una, a.retired);
    if (a.notes & TTP_NOTE_DEAD) lives_->dead(now_, p.dest);
    if (a.flushed) lives_->flushed(p.dest, una + a.retired, a.flushed);
    if (a.notes & TTP_NOTE_CLOSED) lives_->closed();
    if (a.notes & TTP_NOTE_RESTARTED) lives_->noticed();
}

} // namespace fabric

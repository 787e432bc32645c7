// SPDX-License-Identifier: Apache-2.0
//
// What selective repeat (model/rules/ttp_select.h) leaves to a MAC without pins: frames with
// blocks, the store of payloads ahead of their turn, and who may use it; see rules_node.h.
#include <algorithm>

#include "fabric/rules_node.h"

namespace fabric {

// A block that is well-formed goes into the event. That of an offer lies behind the end of its
// packet, where a MAC that knows no blocks looks at nothing.
void RulesNode::read_blocks(const Frame &f, ttp_select_event *e) const
{
    const uint8_t *block = f.bytes + HEADER;
    if ((!f.solid && !f.block) || f.size < HEADER + BLOCK) return;

    if (f.opcode <= TTP_FRAME_OPEN_ACK && f.payload == 0 && f.type == 0)
        e->offer = ttp_select_read_offer(block, &e->window);
    if (f.opcode == TTP_FRAME_NACK && f.payload == BLOCK && f.type == TTP_SELECT_MAP_TYPE)
        e->mapped = ttp_select_read_map(block, &e->map);
}

// A reorder context is free, one peer can not have them all, and enough of the store stays free.
bool RulesNode::may_hold(const Peer &p, uint32_t bytes) const
{
    const uint32_t others = contexts_ - !p.kept.empty();
    const uint32_t node = p.dest & 0xffffff;
    uint32_t of_peer = 0;

    for (uint32_t vc = 0; vc < 3; vc++) {
        const auto at = peers_.find(vc << 24 | node);
        of_peer += at != peers_.end() && &at->second != &p && !at->second.kept.empty();
    }
    const bool context =
        others < cfg_.contexts && (of_peer == 0 || of_peer + 1 < cfg_.contexts);
    const size_t store = cfg_.params.rx_cells;
    return context && kept_cells_ + cells(bytes) + ttp_select_free_cells(store) <= store;
}

// The frame of an answer. Of maps to a link one waits at the most.
void RulesNode::answer(Peer *p, const ttp_select_answers &sa)
{
    const ttp_rules_answers &a = sa.rules;
    const bool tell = a.opcode == TTP_FRAME_OPEN_ACK && p->rules.state == TTP_STATE_OPEN_RECD;

    if (sa.map) {
        if (!p->mapping) answers_.push_back({ nullptr, p });
        p->mapping = true;
        return;
    }
    FramePtr f = pool_.take();
    f->set_header(node_, p->dest, a.opcode, a.tx_id, a.rx_id);
    f->set_lives(a.life, a.to_life);
    if (sa.offer) {
        f->block = true;
        f->size = HEADER + BLOCK;
        ttp_select_write_offer(f->bytes + HEADER, select_.window);
        selected_.offers++;
    }
    answers_.push_back({ std::move(f), tell ? p : nullptr });
}

// nullptr: the gap has closed meanwhile.
FramePtr RulesNode::map_now(Peer *p)
{
    ttp_select_map m;
    uint32_t tx_id, rx_id;

    p->mapping = false;
    if (!ttp_select_map_now(p->select.get(), &p->rules, &tx_id, &rx_id, &m)) return nullptr;
    FramePtr f = pool_.take();
    f->set_header(node_, p->dest, TTP_FRAME_NACK, tx_id, rx_id);
    f->set_lives(p->rules.own_life, p->rules.peer_life);
    f->set_payload(BLOCK);
    f->type = TTP_SELECT_MAP_TYPE;
    f->block = true;
    ttp_select_write_map(f->bytes + HEADER, &m);
    selected_.maps++;
    return f;
}

// What is ahead of its turn comes into the store, or all of it goes.
void RulesNode::keep(Peer *p, const ttp_select_answers &sa, FramePtr *f)
{
    Selected &s = selected_;

    s.most_reorder = std::max<uint64_t>(s.most_reorder, p->select->reorder);
    s.probes += sa.probe;
    if (sa.hold) {
        contexts_ += p->kept.empty();
        kept_++;
        kept_cells_ += cells((*f)->payload);
        const uint32_t id = (*f)->tx_id;
        p->kept[id] = std::move(*f);
        s.held++;
        s.most_held = std::max<uint64_t>(s.most_held, kept_);
        s.most_contexts = std::max<uint64_t>(s.most_contexts, contexts_);
    }
    if (!sa.drop) return;
    for (const auto &k : p->kept) kept_cells_ -= cells(k.second->payload);
    kept_ -= static_cast<uint32_t>(p->kept.size());
    contexts_ -= !p->kept.empty();
    p->kept.clear();
}

void RulesNode::take_run(Peer *p, uint32_t id, uint32_t n)
{
    for (; n; n--, id++) {
        const auto at = p->kept.find(id);
        deliver(p->dest, *at->second);
        kept_cells_ -= cells(at->second->payload);
        kept_--;
        p->kept.erase(at);
    }
    contexts_ -= p->kept.empty();
}

Selected RulesNode::selected() const
{
    Selected s = selected_;
    for (const auto &p : peers_) s.agreed += p.second.select && p.second.select->agree.agreed;
    return s;
}

} // namespace fabric

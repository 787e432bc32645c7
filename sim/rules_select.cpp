// SPDX-License-Identifier: Apache-2.0
//
// What selective repeat (model/rules/ttp_select.h) leaves to an untimed end: frames with blocks,
// the store of payloads ahead of their turn, and who may use it; see rules_end.h.
#include <algorithm>

#include "rules_end.h"

using rules_end::cells;

namespace {

constexpr size_t TYPE = 51; // byte of the frame that names its block

} // namespace

// A block that is well-formed goes into the event. That of an offer lies behind the end of its
// packet, where a MAC that knows no blocks looks at nothing.
void RulesEnd::read_blocks(const Frame &f, const Header &h, ttp_select_event *e) const
{
    if (!cfg.select.on || f.bytes.size() < HDR_BYTES + TTP_SELECT_BLOCK) return;
    const uint8_t *block = f.bytes.data() + HDR_BYTES;

    if (h.opcode <= OP_OPEN_ACK && h.payload == 0 && f.bytes[TYPE] == 0)
        e->offer = ttp_select_read_offer(block, &e->window);
    const bool map = f.bytes[TYPE] == TTP_SELECT_MAP_TYPE && h.payload == TTP_SELECT_BLOCK;
    if (h.opcode == OP_NACK && map)
        e->mapped = ttp_select_read_map(block, &e->map);
}

// A reorder context is free, one peer can not have them all, and enough of the store stays free.
bool RulesEnd::may_hold(uint32_t dest, const Link *l, size_t bytes) const
{
    if (!l || !l->select) return false;
    size_t used = 0, peers = 0;
    for (const auto &[to, other] : links_) {
        if (other.kept.empty() || &other == l) continue;
        used++;
        peers += (to ^ dest) % (1u << 24) == 0;
    }
    const bool context = used < cfg.contexts && (peers == 0 || peers + 1 < cfg.contexts);
    const size_t reserve = ttp_select_free_cells(cfg.room);
    return context && cells_ <= cfg.room && cells(bytes) + reserve <= cfg.room - cells_;
}

const ttp_select_link *RulesEnd::select(uint32_t dest) const
{
    const auto at = links_.find(dest);
    return at == links_.end() ? nullptr : at->second.select.get();
}

// The frame of an answer. Of maps to a link one waits at the most.
void RulesEnd::answer(uint32_t dest, const Link &l, const ttp_select_answers &sa)
{
    const ttp_rules_answers &a = sa.rules;
    const uint32_t vc = dest >> 24, node = dest & 0xffffff;
    const auto waits = [dest](const Waiting &w) { return w.map && w.dest == dest; };

    if (sa.map) {
        if (std::none_of(out_.begin(), out_.end(), waits)) push(dest, Frame{}, false, true);
        return;
    }
    Frame f = make_frame(cfg.node, node, a.opcode, vc, a.tx_id, a.rx_id, a.life, {}, a.to_life);
    if (sa.offer) {
        f.bytes.resize(HDR_BYTES + TTP_SELECT_BLOCK);
        ttp_select_write_offer(f.bytes.data() + HDR_BYTES, cfg.select.window);
    }
    push(dest, std::move(f),
         a.opcode == TTP_FRAME_OPEN_ACK && l.rules.state == TTP_STATE_OPEN_RECD);
}

// False: the gap has closed meanwhile.
bool RulesEnd::fill_map(Waiting *w)
{
    Link *l = find(w->dest);
    std::vector<uint8_t> block(TTP_SELECT_BLOCK);
    ttp_select_map m;
    uint32_t tx_id, rx_id;

    if (!ttp_select_map_now(l->select.get(), &l->rules, &tx_id, &rx_id, &m)) return false;
    ttp_select_write_map(block.data(), &m);
    w->frame = make_frame(cfg.node, w->dest & 0xffffff, OP_NACK, w->dest >> 24, tx_id, rx_id,
                          l->rules.own_life, block, l->rules.peer_life);
    w->frame.bytes[TYPE] = TTP_SELECT_MAP_TYPE;
    return true;
}

// What is ahead of its turn comes into the store, or all of it goes.
void RulesEnd::keep(Link *l, const ttp_select_answers &a, uint32_t tx_id,
                    std::vector<uint8_t> *payload)
{
    most_reorder = std::max<uint64_t>(most_reorder, l->select->reorder);
    probes += a.probe;
    if (a.hold) {
        cells_ += cells(payload->size());
        kept++;
        most_kept = std::max<uint64_t>(most_kept, ++kept_);
        l->kept[tx_id] = std::move(*payload);
    }
    if (!a.drop) return;
    for (const auto &k : l->kept) cells_ -= cells(k.second.size());
    kept_ -= l->kept.size();
    l->kept.clear();
}

void RulesEnd::take_run(uint32_t dest, Link *l, uint32_t id, uint32_t n)
{
    for (; n; n--, id++) {
        const auto at = l->kept.find(id);
        if (at == l->kept.end()) {
            never_kept += n;
            return;
        }
        in_.emplace_back(dest, std::move(at->second));
        l->kept.erase(at);
        kept_--;
    }
}

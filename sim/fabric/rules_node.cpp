// SPDX-License-Identifier: Apache-2.0
//
// See rules_node.h.
#include "fabric/rules_node.h"

#include <algorithm>
#include <utility>

namespace fabric {

// The latencies are the measured ones of docs/numbers.md and `make bench`; below 512 bit those
// without DEEP. A packet to another link costs a lookup, at 512 bit only if its peer is not known.
struct Latency { uint32_t host_to_wire, wire_to_host, to_answer, lookup; };
constexpr uint32_t FOUND = 2;          // a peer that is known
static Latency latency(const ttp_params &p)
{
    return p.data_w < 512 ? Latency{ 17, 9, 10, 12 } : Latency{ 14, 13, 14, 14 };
}

RulesNode::RulesNode(Clock &clock, const EndConfig &c, Host &host, uint32_t node, FramePool &pool)
    : Endpoint(clock, c, host, node, pool), lives_(host.lives()),
      host_to_wire_(latency(c.params).host_to_wire), wire_to_host_(latency(c.params).wire_to_host),
      to_answer_(latency(c.params).to_answer), lookup_(latency(c.params).lookup),
      life_(c.life(node))
{
    known_.fill(UINT32_MAX);
    rules_.timeout = rules_.open_again = rules_.close_again = c.timeout;
    rules_.backoff = c.backoff;
    rules_.rounds_max = c.retry_max;
    rules_.service = c.reack;
    rules_.repeat_ack = c.reack != 0;
    rules_.nack_once = c.nack_once;
    select_ = c.select;
    select_.rules = rules_;
    select_.rules.open_again = c.open_first;
}

RulesNode::Peer *RulesNode::peer(uint32_t dest)
{
    const auto [at, fresh] = peers_.try_emplace(dest);
    Peer *p = &at->second;
    if (!fresh) return p;
    p->dest = dest;
    p->begin(select_.on, &start_id_);
    return p;
}

bool RulesNode::room(const Peer &p, uint32_t bytes) const
{
    const uint32_t n = cells(bytes), limit = cfg_.window ? cfg_.window : cfg_.params.tx_cells;
    return cells_ + n <= cfg_.params.tx_cells && entries_ < cfg_.params.tx_pkts
        && p.cells + 16 <= limit;
}

// Cycles until the link of a packet is there. 64 peers are known by their place, as in
// ttp_tx_known; that forgets all when a full set is searched, and here no set is.
uint32_t RulesNode::find(uint32_t dest)
{
    if (dest == last_dest_) return 0;
    last_dest_ = dest;
    if (cfg_.params.data_w < 512) return lookup_;
    uint32_t place = dest >> 24 << 4;
    for (uint32_t node = dest & 0xffffff; node; node >>= 6) place ^= node;
    return std::exchange(known_[place % known_.size()], dest) == dest ? FOUND : lookup_;
}

// The host stream: a payload at a time, in its own order.
void RulesNode::take()
{
    if (!waiting_ && !host_.next(now_, &shown_)) return;
    Peer *p = waiting_ ? waiting_ : peer(shown_.dest);
    waiting_ = room(*p, shown_.bytes) ? nullptr : p;
    if (waiting_) return;
    const uint32_t beats = (shown_.bytes + cfg_.beat() - 1) / cfg_.beat();
    p->cells += cells(shown_.bytes);
    cells_ += cells(shown_.bytes);
    entries_++;
    const uint32_t look = find(shown_.dest);
    host_free_ = now_ + beats + look;
    taken_.push_back({ now_ + beats - 1 + look + host_to_wire_, shown_ });
    count_[TTP_CNT_ACC_PKTS]++;
    count_[TTP_CNT_ACC_BYTES] += shown_.bytes;
}

void RulesNode::append()
{
    const Payload payload = taken_.front().payload;
    taken_.pop_front();
    Peer *p = peer(payload.dest);
    p->held.push_back(payload);
    ttp_select_event e{};
    e.rules.kind = p->rules.state == TTP_STATE_OPEN ? TTP_EVENT_NOTHING : TTP_EVENT_HOST;
    happen(p, &e);
}

void RulesNode::arrive()
{
    FramePtr f = in_link().take();
    const uint32_t dest = static_cast<uint32_t>(f->vc) << 24 | f->src;
    const bool known = f->opcode == TTP_FRAME_OPEN || peers_.count(dest);
    ttp_select_event e{};

    note(1, now_, *f);
    count_[TTP_CNT_RX + f->opcode]++;
    if (lives_ && f->opcode == TTP_FRAME_PAYLOAD) lives_->at_port(f->payload_key());
    e.rules.kind = f->opcode;
    e.rules.life = f->life;
    e.rules.to_life = f->to_life;
    e.rules.tx_id = f->tx_id;
    e.rules.rx_id = f->rx_id;
    e.rules.fits = true;             // the host takes a beat in every cycle
    if (!known) return stranger(&e.rules, *f);
    Peer *p = peer(dest);
    if (p->select) {
        read_blocks(*f, &e);
        e.may_hold = f->opcode == TTP_FRAME_PAYLOAD && may_hold(*p, f->payload);
    }
    happen(p, &e, &f);
}

// Of a link that is not there.
void RulesNode::stranger(ttp_rules_event *e, const Frame &f)
{
    ttp_rules_answers a;

    ttp_rules_step(nullptr, e, &rules_, &a);
    count_answers(a, &count_);
    if (!a.frame) return;
    FramePtr out = pool_.take();
    out->set_header(node_, static_cast<uint32_t>(f.vc) << 24 | f.src, a.opcode, a.tx_id, a.rx_id);
    out->set_lives(a.life, a.to_life);
    answers_.push_back({ std::move(out), nullptr });
}

// One event and all that comes of it at once.
void RulesNode::happen(Peer *p, ttp_select_event *e, FramePtr *f)
{
    if (e->rules.kind != TTP_EVENT_NOTHING) {
        const uint32_t una = p->rules.una;
        const ttp_select_answers sa = p->step(e, rules_, select_, p->held.size(), now_, &life_);
        count_answers(sa.rules, &count_);
        if (lives_) tell(*p, sa.rules, una);
        follow(p, sa, f);
    }
    if (e->rules.kind == TTP_EVENT_SEND) return;
    if (!p->held.empty() && ttp_rules_must_ask(&p->rules)) {
        ttp_select_event ask{};
        ask.rules.kind = TTP_EVENT_HOST;
        return happen(p, &ask);
    }
    if (!p->listed && p->may_send(p->held.size())) {
        p->listed = true;
        ready_.push_back(p);
    }
}

// What the rules have answered is done.
void RulesNode::follow(Peer *p, const ttp_select_answers &sa, FramePtr *f)
{
    const ttp_rules_answers &a = sa.rules;
    const uint32_t tx_id = f ? (*f)->tx_id : 0;

    alarm(p);
    for (uint32_t n = a.retired + a.flushed; n; n--) {
        const uint32_t c = cells(p->held.front().bytes);
        p->cells -= c;
        cells_ -= c;
        entries_--;
        p->held.pop_front();
    }
    if (a.deliver) deliver(p->dest, **f);
    if (p->select) keep(p, sa, f);
    if (sa.run) take_run(p, tx_id + 1, sa.run);
    if (a.frame) answer(p, sa);
    if (a.payload) {
        const Payload &payload = p->held[a.payload_id - p->rules.una];
        FramePtr out = pool_.take();
        out->set_header(node_, p->dest, TTP_FRAME_PAYLOAD, a.payload_id, sa.number);
        out->set_lives(a.life, a.to_life);
        out->key = payload.key;
        out->data = payload.data;
        out->set_payload(payload.bytes);
        if (lives_) lives_->sent(payload.key, a.payload_id);
        send(std::move(out));
    }
}

// The frame was last on the wire `to_answer_` ago, or is held since before. The host takes one
// payload at a time.
void RulesNode::deliver(uint32_t dest, const Frame &f)
{
    const uint32_t beats = (f.payload + cfg_.beat() - 1u) / cfg_.beat();
    const uint64_t first = std::max(now_ - to_answer_ + wire_to_host_, out_free_);
    const uint64_t at = first + beats - 1;
    out_free_ = at + 1;
    count_[TTP_CNT_DLV_PKTS]++;
    count_[TTP_CNT_DLV_BYTES] += f.payload;
    add(dest, at << 16 | f.payload);
    host_.delivered(at, dest, f.payload, f.solid ? f.bytes + HEADER : nullptr, f.key);
}

// It leaves now: the line is free.
void RulesNode::send(FramePtr f)
{
    const uint64_t last = now_ + f->beats(cfg_.beat()) - 1;
    line_end_ = std::max(line_end_, now_ * cfg_.rate) + f->size + GAP;
    const uint64_t slow = cfg_.pace ? (line_end_ - GAP - 1) / cfg_.rate : 0;
    if (!cfg_.pace) line_end_ = (last + 1) * cfg_.rate;
    count_[TTP_CNT_TX + f->opcode]++;
    note(2, now_, *f);
    out().carry(std::move(f), now_, std::max(last, slow));
}

void RulesNode::transmit()
{
    ttp_select_event e{};
    if (!answers_.empty()) {
        Answer a = std::move(answers_.front());
        answers_.pop_front();
        const bool map = !a.frame;
        if (map) a.frame = map_now(a.peer);
        if (a.frame) send(std::move(a.frame));
        e.rules.kind = TTP_EVENT_LEFT;
        if (a.peer && !map) happen(a.peer, &e);
        return;
    }
    Peer *p = ready_.front();
    ready_.pop_front();
    p->listed = false;
    // It may have lost the right to send since it was listed.
    if (!p->may_send(p->held.size())) return;
    e.rules.kind = TTP_EVENT_SEND;
    happen(p, &e);
    e.rules.kind = TTP_EVENT_NOTHING;
    happen(p, &e);
}

// A timer that was set anew leaves its old entry behind, which then says nothing.
void RulesNode::alarm(Peer *p)
{
    const uint64_t due = std::min(p->due, p->service_due);
    if (due >= p->alarm) return;
    p->alarm = due;
    alarms_.emplace(due, p);
}

void RulesNode::timers()
{
    const Alarm top = alarms_.top();
    Peer *p = top.second;
    ttp_select_event e{};

    alarms_.pop();
    if (top.first != p->alarm) return;
    p->alarm = NEVER;
    if (p->rules.timer_runs && p->due <= now_) {
        p->due = NEVER;
        e.rules.kind = TTP_EVENT_TIMER;
        happen(p, &e);
    } else if (p->rules.service_runs && p->service_due <= now_) {
        p->service_due = NEVER;
        e.rules.kind = TTP_EVENT_SERVICE;
        happen(p, &e);
    }
    alarm(p);
}

uint64_t RulesNode::line_free() const { return std::max(now_, line_end_ / cfg_.rate); }

uint64_t RulesNode::run(uint64_t from, uint64_t to)
{
    now_ = std::max(now_, from);
    while (true) {
        // Of what happens in one cycle, frames come first and the line last.
        const Link &link = in_link();
        const uint64_t frame = link.next() == NEVER ? NEVER
            : link.next() + link.front().beats(cfg_.beat()) - 1 + to_answer_;
        const uint64_t timer = alarms_.empty() ? NEVER : alarms_.top().first;
        const uint64_t ready = taken_.empty() ? NEVER : taken_.front().ready;
        const uint64_t free = std::max(now_, host_free_);
        const uint64_t host = !waiting_                        ? host_.next_start(free)
                            : room(*waiting_, shown_.bytes) ? free : NEVER;
        const uint64_t line = answers_.empty() && ready_.empty() ? NEVER : line_free();
        const uint64_t harm = lives_ ? lives_->due() : NEVER;
        const uint64_t next = std::min({ frame, timer, ready, host, line, harm });
        if (next >= to) return next;
        now_ = std::max(now_, next);
        if (harm <= now_) lives();
        else if (frame <= now_) arrive();
        else if (timer <= now_) timers();
        else if (ready <= now_) append();
        else if (host <= now_) take();
        else transmit();
    }
}

} // namespace fabric

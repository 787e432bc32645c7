// SPDX-License-Identifier: Apache-2.0
//
// See rules_end.h.
#include "rules_end.h"

#include <algorithm>

#include "monitor.h"

namespace {

using rules_end::cells;

constexpr uint32_t START_STEP = 1u << 20;

// Counter of each note, -1: none of its own.
constexpr int COUNTER[] = {
    TTP_CNT_ILLEGAL, TTP_CNT_TIMEOUT, TTP_CNT_LATE_ACK, TTP_CNT_REPEAT, TTP_CNT_GAP,
    TTP_CNT_DROP_FAR, TTP_CNT_DROP_SPACE, -1, TTP_CNT_OPENED, -1, -1, TTP_CNT_DEAD, -1
};
static_assert(TTP_NOTE_RESTARTED == 1 << (sizeof COUNTER / sizeof *COUNTER - 1), "a line a note");

uint32_t causes_of(unsigned notes)
{
    uint32_t c = 0;
    if (notes & TTP_NOTE_ILLEGAL) c |= 1u << TTP_IRQ_ILLEGAL;
    if (notes & TTP_NOTE_LOST) c |= 1u << TTP_IRQ_NOLINK;
    if (notes & TTP_NOTE_CLOSED) c |= 1u << TTP_IRQ_CLOSED;
    if (notes & TTP_NOTE_DEAD) c |= 1u << TTP_IRQ_DEAD;
    if (notes & TTP_NOTE_RESTARTED) c |= 1u << TTP_IRQ_RESTART;
    return c;
}

enum CompletionKind : uint32_t { RETIRED = 1, FLUSHED, REFUSED, DEAD, RESTARTED, CLOSED };

} // namespace

void RulesLink::begin(bool selective, uint32_t *start_id)
{
    if (selective) select = std::make_unique<ttp_select_link>();
    ttp_rules_forget(&rules, *start_id + 1);
    *start_id += START_STEP;
}

bool RulesLink::may_send(size_t held) const
{
    const auto n = static_cast<uint32_t>(held);
    return select ? ttp_select_may_send(select.get(), &rules, n) : ttp_rules_may_send(&rules, n);
}

ttp_select_answers RulesLink::step(ttp_select_event *e, const ttp_rules_config &rules_config,
                                   const ttp_select_config &select_config, size_t held,
                                   uint64_t now, uint16_t *life)
{
    ttp_select_answers sa{};
    const ttp_rules_answers &a = sa.rules;

    e->rules.room = true;
    e->rules.next_life = *life;
    e->rules.held = static_cast<uint32_t>(held);
    e->now = static_cast<uint32_t>(now);
    if (select) ttp_select_step(select.get(), &rules, e, &select_config, &sa);
    else ttp_rules_step(&rules, &e->rules, &rules_config, &sa.rules);
    if (a.new_life) *life = static_cast<uint16_t>(*life == 0xffff ? 1 : *life + 1);
    if (a.active) active = now;
    if (a.timer != TTP_TIMER_KEEP)
        due = a.timer == TTP_TIMER_SET ? now + a.timer_after : UINT64_MAX;
    if (a.service != TTP_TIMER_KEEP)
        service_due = a.service == TTP_TIMER_SET ? now + a.service_after : UINT64_MAX;
    return sa;
}

void count_answers(const ttp_rules_answers &a, RulesCount *count)
{
    for (unsigned notes = a.notes, i = 0; notes; notes >>= 1, i++)
        if ((notes & 1) && COUNTER[i] >= 0) (*count)[static_cast<unsigned>(COUNTER[i])]++;
    (*count)[TTP_CNT_RETIRED] += a.retired;
    (*count)[TTP_CNT_FLUSHED] += a.flushed;
    if (a.replay) (*count)[TTP_CNT_REPLAY]++;
}

RulesEnd::RulesEnd(const RulesEndConfig &c) : cfg(c) { configure(); }

void RulesEnd::configure()
{
    cfg.rules.service = cfg.reack ? cfg.reack : cfg.idle_time;
    cfg.rules.repeat_ack = cfg.reack != 0;
    cfg.select.rules = cfg.rules;
}

RulesEnd::Link *RulesEnd::find(uint32_t dest)
{
    const auto at = links_.find(dest);
    return at == links_.end() ? nullptr : &at->second;
}

RulesEnd::Link *RulesEnd::make(uint32_t dest)
{
    Link *l = find(dest);
    if (l) return l;
    l = &links_[dest];
    l->begin(cfg.select.on, &cfg.start_id);
    return l;
}

const ttp_rules_link *RulesEnd::link(uint32_t dest) const
{
    const auto at = links_.find(dest);
    return at == links_.end() ? nullptr : &at->second.rules;
}

size_t RulesEnd::held(uint32_t dest) const
{
    const auto at = links_.find(dest);
    return at == links_.end() ? 0 : at->second.queue.size();
}

void RulesEnd::give(uint32_t dest, std::vector<uint8_t> data)
{
    Link *l = make(dest);
    ttp_select_event e{};

    count[TTP_CNT_ACC_PKTS]++;
    count[TTP_CNT_ACC_BYTES] += data.size();
    l->queue.push_back(std::move(data));
    held_++;
    e.rules.kind = TTP_EVENT_HOST;
    happen(dest, l, &e);
}

void RulesEnd::close(uint32_t dest)
{
    ttp_select_event e{};
    Link *l = find(dest);

    e.rules.kind = TTP_EVENT_CLOSE;
    if (l) happen(dest, l, &e);
}

void RulesEnd::arrived(const Frame &f)
{
    Header h;
    if (const unsigned dropped = drop_counter(f, f.bytes.size(), cfg.node)) {
        count[dropped]++;
        return;
    }
    parse_header(f, &h);
    count[TTP_CNT_RX + h.opcode]++;

    const uint32_t dest = h.vc << 24 | h.src;
    const std::vector<uint8_t> &b = f.bytes;
    Link *l = h.opcode == OP_OPEN ? make(dest) : find(dest);
    std::vector<uint8_t> payload;
    ttp_select_event e{};

    e.rules.kind = static_cast<uint8_t>(h.opcode);
    read_blocks(f, h, &e);
    e.rules.life = static_cast<uint16_t>(h.life);
    e.rules.to_life = static_cast<uint16_t>(h.to_life);
    e.rules.tx_id = h.txid;
    e.rules.rx_id = h.rxid;
    if (h.opcode == OP_PAYLOAD) {
        e.rules.fits = cells_ + cells(h.payload) <= cfg.room;
        const auto at = b.begin() + HDR_BYTES;
        e.may_hold = may_hold(dest, l, h.payload);
        const auto end = at + static_cast<std::ptrdiff_t>(h.payload);
        if (e.rules.fits || e.may_hold) payload.assign(at, end);
    }
    happen(dest, l, &e, &payload);
}

// One event and all that comes of it at once.
void RulesEnd::happen(uint32_t dest, Link *l, ttp_select_event *e, std::vector<uint8_t> *payload)
{
    ttp_rules_event &r = e->rules;

    if (!l) {
        ttp_rules_answers a;
        ttp_rules_step(nullptr, &r, &cfg.rules, &a);
        if (a.frame)
            push(dest,
                 make_frame(cfg.node, dest & 0xffffff, a.opcode, dest >> 24, a.tx_id, a.rx_id,
                            a.life, {}, a.to_life),
                 false);
        if (a.notes & TTP_NOTE_ILLEGAL) count[TTP_CNT_ILLEGAL]++;
        causes |= causes_of(a.notes);
        flow();
        return;
    }
    const uint32_t una = l->rules.una;
    const ttp_select_answers sa =
        l->step(e, cfg.rules, cfg.select, l->queue.size(), now_, &cfg.life);
    tell(dest, *l, sa.rules, una, r.tx_id);
    follow(dest, l, sa, r.tx_id, payload);
    if (r.kind != TTP_EVENT_SEND) pump(dest, l);
}

// What the rules have answered is done.
void RulesEnd::follow(uint32_t dest, Link *l, const ttp_select_answers &sa, uint32_t tx_id,
                      std::vector<uint8_t> *payload)
{
    const ttp_rules_answers &a = sa.rules;
    const size_t gone = a.retired + a.flushed;

    stale_ = true;              // a link may have lost its timers without an answer for them
    l->queue.erase(l->queue.begin(), l->queue.begin() + static_cast<std::ptrdiff_t>(gone));
    held_ -= gone;
    if (a.deliver) {
        cells_ += cells(payload->size());
        in_.emplace_back(dest, std::move(*payload));
    }
    if (l->select) keep(l, sa, tx_id, payload);
    if (sa.run) take_run(dest, l, tx_id + 1, sa.run);
    if (a.frame) answer(dest, *l, sa);
    if (a.payload)
        push(dest,
             make_frame(cfg.node, dest & 0xffffff, OP_PAYLOAD, dest >> 24, a.payload_id, sa.number,
                        a.life, l->queue[a.payload_id - l->rules.una], a.to_life),
             false);
    flow();
}

// Counters, causes, completions. una: of the link before.
void RulesEnd::tell(uint32_t dest, const Link &l, const ttp_rules_answers &a, uint32_t una,
                    uint32_t tx_id)
{
    const auto record = [&](uint32_t kind, uint32_t first, size_t n, size_t bytes) {
        if (report)
            report({ kind, 0, dest >> 24, dest & 0xffffff, first, static_cast<uint32_t>(n),
                     static_cast<uint32_t>(bytes) });
    };
    size_t bytes = 0;

    count_answers(a, &count);
    causes |= causes_of(a.notes);
    for (size_t i = 0; i < a.retired + a.flushed; i++) bytes += l.queue[i].size();
    if (a.retired && cfg.tell_retired) record(RETIRED, una, a.retired, bytes);
    if (a.notes & TTP_NOTE_DEAD) record(DEAD, una, a.flushed, 0);
    if (a.flushed) record(FLUSHED, una, a.flushed, bytes);
    if (a.notes & TTP_NOTE_CLOSED) record(CLOSED, l.rules.una, 0, 0);
    if (a.notes & TTP_NOTE_RESTARTED) record(RESTARTED, tx_id, 0, 0);
}

// All that may go to the wire goes; a stranger may have to be asked before.
void RulesEnd::pump(uint32_t dest, Link *l)
{
    ttp_select_event e{};

    if (!l->queue.empty() && ttp_rules_must_ask(&l->rules)) {
        e.rules.kind = TTP_EVENT_HOST;
        happen(dest, l, &e);
    }
    while (!hold_wire && (!place || place()) && l->may_send(l->queue.size())) {
        e.rules.kind = TTP_EVENT_SEND;
        happen(dest, l, &e);
    }
}

bool RulesEnd::wants() const
{
    return std::any_of(links_.begin(), links_.end(),
                       [](const auto &l) { return l.second.may_send(l.second.queue.size()); });
}

void RulesEnd::push(uint32_t dest, Frame f, bool notify, bool map)
{
    out_.push_back({ std::move(f), dest, notify, map });
}

void RulesEnd::flow()
{
    while (!hold_wire && !out_.empty()) {
        Waiting w = std::move(out_.front());
        out_.pop_front();
        if (w.map && !fill_map(&w)) continue;
        count[TTP_CNT_TX + (w.frame.bytes[42] & 15u)]++;
        if (sent) sent(std::move(w.frame));
        if (!w.notify) continue;
        ttp_select_event e{};
        e.rules.kind = TTP_EVENT_LEFT;
        happen(w.dest, find(w.dest), &e);
    }
    while (!hold_host && !in_.empty()) {
        const auto p = std::move(in_.front());
        in_.pop_front();
        cells_ -= cells(p.second.size());
        count[TTP_CNT_DLV_PKTS]++;
        count[TTP_CNT_DLV_BYTES] += p.second.size();
        if (delivered) delivered(p.first, p.second);
    }
}

void RulesEnd::timers(uint32_t dest, Link *l)
{
    ttp_select_event e{};

    if (l->rules.timer_runs && l->due <= now_) {
        e.rules.kind = TTP_EVENT_TIMER;
    } else if (l->rules.service_runs && l->service_due <= now_) {
        e.rules.kind = TTP_EVENT_SERVICE;
        e.rules.idle = cfg.idle_time && now_ - l->active > cfg.idle_time;
    } else {
        return;
    }
    happen(dest, l, &e);
}

uint64_t RulesEnd::next_due()
{
    if (!stale_) return next_;
    next_ = UINT64_MAX;
    for (const auto &l : links_) {
        if (l.second.rules.timer_runs) next_ = std::min(next_, l.second.due);
        if (l.second.rules.service_runs) next_ = std::min(next_, l.second.service_due);
    }
    stale_ = false;
    return next_;
}

void RulesEnd::advance(uint64_t to)
{
    while (next_due() <= to) {
        now_ = std::max(now_, next_due());
        for (auto &l : links_) timers(l.first, &l.second);
    }
    now_ = to;
}

void RulesEnd::release()
{
    flow();
    for (auto &l : links_) pump(l.first, &l.second);
}

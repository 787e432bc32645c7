// SPDX-License-Identifier: Apache-2.0
//
// See ground.h.
#include "ground.h"

namespace conform {

Ground::Ground(const Setup &s, const WorldOptions &o, bool rules)
    : world_(rules ? nullptr : std::make_unique<World>(s, o)),
      links_(3 * s.params.link_sets * s.params.link_ways), net{ rules ? cycle_
                                                                      : world_->net.cycle },
      rng(s.seed, 0x7463)
{
    if (!rules) {
        World &w = *world_;
        if (!w.a) return; // it could not be made, and why() says so
        w.a->sink.packet = [this](uint32_t tid, const std::vector<uint8_t> &d) {
            delivered(tid, d);
        };
        w.a->completions.record = [this](const Completion &c) { completion(c); };
        w.a->source.accepted = [](const HostPacket &, size_t, size_t) {};
        w.a->wire_out.frame = [this](Frame f) { sent(f); };
        w.a->wire_in.arrived = [this](const Frame &f) { heard(f); };
        return;
    }
    RulesEndConfig c;
    c.node = 0x0a0b01;
    c.life = static_cast<uint16_t>(1 + rng.below(65535));
    c.room = s.params.rx_cells;
    c.rules.timeout = o.tunables.timeout;
    c.rules.open_again = o.tunables.open_tmo;
    c.rules.close_again = o.tunables.close_tmo;
    c.rules.backoff = o.tunables.backoff;
    c.rules.rounds_max = o.tunables.retry_max;
    end_ = std::make_unique<RulesEnd>(c);
    end_->sent = [this](Frame f) { sent(f); };
    end_->delivered = [this](uint32_t dest, const std::vector<uint8_t> &d) { delivered(dest, d); };
    end_->report = [this](const Completion &x) { completion(x); };
}

Seat Ground::seat()
{
    if (end_) return { { end_->cfg.node }, { end_->hold_wire }, { end_->hold_host } };
    Node &a = *world_->a;
    return { { a.cfg.node }, { a.wire_out.hold }, { a.sink.hold } };
}

World &Ground::mac(const char *what)
{
    if (!world_) throw NeedsMac{ what };
    return *world_;
}

void Ground::expect(bool condition, const std::string &what)
{
    if (world_) world_->expect(condition, what);
    else if (!condition && why_.empty()) why_ = "cycle " + std::to_string(net.cycle) + ": " + what;
}

RulesEnd &Ground::end()
{
    if (!end_) throw NeedsRules{ "selective repeat" };
    return *end_;
}

void Ground::fault(const std::string &who, const std::string &what)
{
    if (world_) world_->net.faults.add(world_->net.cycle, who, what);
    else expect(what.empty(), who + ": " + what);
}

bool Ground::run(uint64_t limit, const std::function<bool()> &done, const char *what)
{
    if (world_) return world_->run(limit, done, what);
    const uint64_t end = net.cycle + limit;
    while (ok() && !done()) {
        if (net.cycle >= end) expect(false, std::string("no end of: ") + what);
        else step(1);
    }
    return ok();
}

void Ground::step(uint64_t cycles)
{
    if (world_) {
        world_->step(cycles);
        return;
    }
    for (; cycles && ok(); cycles--) {
        cycle_++;
        end_->advance(net.cycle);
        end_->release();
        if (wire_.empty()) continue;
        const Frame f = std::move(wire_.front());
        wire_.pop_front();
        heard(f);
        end_->arrived(f);
    }
}

void Ground::settle(Seat &, uint64_t quiet)
{
    if (world_) world_->settle(*world_->a, quiet);
    else step(quiet + wire_.size());
}

void Ground::inject(Frame f)
{
    if (world_) world_->net.wire.inject(0, std::move(f), world_->net.cycle);
    else wire_.push_back(std::move(f));
}

void Ground::push(Seat &, HostPacket p)
{
    if (world_) {
        world_->push(*world_->a, std::move(p));
        return;
    }
    if (p.discard || p.bad_keep || p.odd_beat != SIZE_MAX) throw NeedsMac{ "host port" };
    for (size_t at = 0; at < p.data.size(); at += MAX_PAYLOAD) {
        const auto from = p.data.begin() + static_cast<std::ptrdiff_t>(at);
        const auto n = static_cast<std::ptrdiff_t>(std::min(MAX_PAYLOAD, p.data.size() - at));
        end_->give(p.dest, { from, from + n });
    }
}

void Ground::send_to(Seat &n, uint32_t node, uint32_t vc, size_t bytes, size_t count)
{
    for (; count; count--) {
        HostPacket p;
        p.dest = vc << 24 | node;
        p.data.resize(bytes);
        for (uint8_t &x : p.data) x = static_cast<uint8_t>(rng.below(256));
        push(n, std::move(p));
    }
}

Counters Ground::counters(Seat &)
{
    Counters c;
    if (world_) return world_->counters(*world_->a);
    c.c = end_->count;
    return c;
}

uint32_t *Ground::tunable(uint32_t addr)
{
    ttp_rules_config &r = end_->cfg.rules;

    switch (addr) {
    case TTP_REG_TIMEOUT: return &r.timeout;
    case TTP_REG_OPEN_TMO: return &r.open_again;
    case TTP_REG_CLOSE_TMO: return &r.close_again;
    case TTP_REG_BACKOFF: return &r.backoff;
    case TTP_REG_RETRY_MAX: return &r.rounds_max;
    case TTP_REG_REACK: return &end_->cfg.reack;
    case TTP_REG_IDLE_TMO: return &end_->cfg.idle_time;
    case TTP_REG_START_ID: return &end_->cfg.start_id;
    default: return nullptr;
    }
}

// A register that does something. False: there is none such without a MAC.
bool Ground::command(uint32_t addr, uint32_t data)
{
    switch (addr) {
    case TTP_REG_EPOCH: end_->cfg.life = static_cast<uint16_t>(data ? data : 1); return true;
    case TTP_REG_CLOSE_LINK: end_->close(data); return true;
    case TTP_REG_IRQ_CAUSE: end_->causes &= ~data; return true;
    case TTP_REG_CPL_CTRL: end_->cfg.tell_retired = data & 1; return true;
    case TTP_REG_CTRL:
        end_->cfg.rules.nack_once = data >> 2 & 1;
        return (data & 3) == 1; // neither off nor a reset
    default: return false;
    }
}

void Ground::set(Seat &, uint32_t addr, uint32_t data)
{
    if (world_) {
        world_->set(*world_->a, addr, data);
        return;
    }
    if (uint32_t *t = tunable(addr)) *t = data;
    else if (!command(addr, data)) throw NeedsMac{ "register " + std::to_string(addr) };
    end_->configure();
    step(8);
}

uint32_t Ground::get(Seat &, uint32_t addr)
{
    if (world_) return world_->get(*world_->a, addr);
    if (const uint32_t *t = tunable(addr)) return *t;
    if (addr == TTP_REG_EPOCH) return end_->cfg.life;
    if (addr == TTP_REG_IRQ_CAUSE) return end_->causes;
    throw NeedsMac{ "register " + std::to_string(addr) };
}

// As LINK_REC0 to LINK_REC6 show a link.
std::array<uint32_t, 7> Ground::record(Seat &, uint32_t vc, uint32_t node)
{
    if (world_) return world_->record(*world_->a, vc, node);
    const uint32_t dest = vc << 24 | node;
    const ttp_rules_link *l = end_->link(dest);
    if (!l) return {};
    return { 1u << 31 | uint32_t{ l->was_dead } << 30 | uint32_t{ l->close_wanted } << 29 |
                 uint32_t{ l->rounds } << 12 | l->state,
             dest,
             l->una,
             l->una + l->in_flight,
             l->last,
             uint32_t{ l->peer_life } << 16 | l->own_life,
             static_cast<uint32_t>(end_->held(dest)) };
}

bool Ground::all_free(Seat &) { return world_ ? world_->all_free(*world_->a) : end_->idle(); }

} // namespace conform

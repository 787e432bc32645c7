// SPDX-License-Identifier: Apache-2.0
//
// The driver of the table of faults; see fault.h.
#include "fault.h"

#include <algorithm>

namespace {

constexpr uint32_t VICTIM = 0, BYSTANDER = 1;         // their virtual channels

std::string text(double v)
{
    char s[32];
    snprintf(s, sizeof s, "%.2f", v);
    return s;
}

} // namespace

// As docs/timers.md says: twice the round trip and 16 frames of the longest.
uint32_t fault_timeout(const ttp_params &p, uint64_t delay)
{
    const uint64_t frame = (HDR_BYTES + MAX_PAYLOAD + 24) / (p.data_w / 8) + 1;
    return static_cast<uint32_t>(2 * (2 * delay + 16 * frame));
}

WorldOptions fault_options(const Setup &s, const FaultRow &r)
{
    WorldOptions o;
    o.nodes = 3;
    o.harm.delay = r.delay;
    Tunables &t = o.tunables;
    t.timeout = t.open_tmo = t.close_tmo = fault_timeout(s.params, r.delay);
    t.backoff = t.timeout / 4;
    t.retry_max = r.retry_max;
    return o;
}

FaultBench::FaultBench(World &world, const Setup &s, const FaultRow &r)
    : w(world), a(*world.a), b(*world.b), c(*world.other), setup(s), row(r),
      timeout(fault_timeout(s.params, r.delay)), beat(s.params.data_w / 8),
      event(s.params.deep ? 7 : 4), rng_(s.seed, 0x6661)
{
    w.net.tap = [this](Node &n, const Frame &f, bool sent) { see(n, f, sent); };
    w.net.on_packet = [this](Node &n, uint32_t tid, const std::vector<uint8_t> &d) {
        got(n, tid, d.size());
    };
    for (Node *n : { &a, &b, &c }) {
        const auto before = n->source.accepted;
        n->source.accepted = [this, n, before](const HostPacket &p, size_t from, size_t to) {
            before(p, from, to);
            taken(*n, p);
        };
    }
    w.net.wire.filter = [this](int src, int dst, const Frame &f) {
        if (!pass || src > 1 || dst > 1 || f.bytes.size() <= 43 || f.bytes[43] != VICTIM)
            return true;
        return pass(src == 0, f);
    };
    // All links are open, both ways, before anything is harmed.
    for (int i = 0; i < 3; i++) {
        w.send(a, b, VICTIM, 64);
        w.send(b, a, VICTIM, 64);
        w.send(a, c, BYSTANDER, 64);
        w.send(c, a, BYSTANDER, 64);
    }
    w.drain();
    start_a_ = w.counters(a);
    start_b_ = w.counters(b);
    for (Watch &at : watch_) at = {};
    at_a.forget();
    at_b.forget();
    accepted_ = delivered_ = bytes_ = payloads_out = 0;
    mark();
}

FaultBench::~FaultBench()
{
    w.net.tap = nullptr;
    w.net.on_packet = nullptr;
    w.net.wire.filter = nullptr;
}

// A payload for each host that has none in its queue, the bystander's first.
void FaultBench::pump()
{
    Node *const by[2] = { &a, &c };
    for (int i = 0; i < 2; i++) {
        if (!bystander_ || watch_[i].busy || w.queued(*by[i]) || rng_.below(timeout / 8)) continue;
        watch_[i].busy = true;
        w.send(*by[i], i ? a : c, BYSTANDER, 1 + rng_.below(300));
    }
    for (size_t i = 0; i < 2; i++) {
        Node &from = i ? b : a;
        if (!(i ? feed_b : feed_a) || w.queued(from) || w.net.cycle < next_[i]) continue;
        w.send(from, i ? a : b, VICTIM, low + rng_.below(high - low + 1));
        next_[i] = w.net.cycle + pause;
    }
}

bool FaultBench::run(uint64_t limit, const std::function<bool()> &done, const char *what)
{
    return w.run(limit, [&] {
        pump();
        return done();
    }, what);
}

void FaultBench::step(uint64_t cycles)
{
    const uint64_t end = w.net.cycle + cycles;
    run(cycles + 1, [&] { return w.net.cycle >= end; }, "some cycles");
}

void FaultBench::carry(uint64_t payloads, uint64_t limit)
{
    const uint64_t goal = delivered_ + payloads;
    run(limit, [&] { return delivered_ >= goal; }, "the victim's payloads");
}

void FaultBench::harm(const Harm &h)
{
    Harm with = h;
    with.delay = row.delay;
    w.net.wire.set(0, 1, with);
    w.net.wire.set(1, 0, with);
}

void FaultBench::put(Node &to, const Frame &f, uint64_t late)
{
    w.net.wire.inject(&to == &b, f, w.net.cycle + 1 + row.delay + late);
}

Frame FaultBench::forge(Node &to, uint32_t op, uint32_t txid, uint32_t rxid, size_t bytes)
{
    std::vector<uint8_t> data(bytes);
    for (uint8_t &x : data) x = static_cast<uint8_t>(rng_.below(256));
    const Node &from = &to == &b ? a : b;
    return make_frame(from.cfg.node, to.cfg.node, op, VICTIM, txid, rxid, lives_[&from == &b],
                      data, op == OP_OPEN ? 0 : lives_[&to == &b]);
}

void FaultBench::reset_b()
{
    w.restart({ &b }, 1 + rng_.below(6));
    start_b_ = {};
    reset_ = true;
    witnessed = false;
}

void FaultBench::see(Node &n, const Frame &f, bool sent)
{
    Header h;
    if (!sent && &n != &c)
        (&n == &a ? at_a : at_b).see(f, n.cfg.node, (&n == &a ? b : a).cfg.node);
    if (!parse_header(f, &h)) return;
    if (h.vc == BYSTANDER) {
        const bool from_a = h.src == a.cfg.node && h.dst == c.cfg.node;
        if (!sent || (!from_a && (h.src != c.cfg.node || h.dst != a.cfg.node))) return;
        watch_[!from_a].frames += h.opcode == OP_PAYLOAD;
        watch_[!from_a].opens += h.opcode == OP_OPEN;
        return;
    }
    if (h.vc != VICTIM || &n == &c) return;
    if (sent && h.opcode <= OP_OPEN_ACK) lives_[&n == &b] = h.epoch;
    if (sent) (&n == &a ? at_a : at_b).sent(h);
    if (!sent && &n == &a && h.src == b.cfg.node && frame_taken(f, n.cfg.node)) {
        const uint32_t next = h.opcode == OP_ACK ? h.rxid + 1 : h.rxid;
        const bool names = h.opcode == OP_ACK || h.opcode == OP_NACK;
        if (names && newer(next, una) && !newer(next, newest[0] + 1)) una = next;
    } else if (sent && h.opcode == OP_PAYLOAD) {
        const bool of_b = &n == &b;
        payloads_out++;
        if (!any[of_b] || newer(h.txid, newest[of_b])) newest[of_b] = h.txid;
        any[of_b] = true;
    }
}

void FaultBench::taken(Node &n, const HostPacket &p)
{
    if (p.dest >> 24 != BYSTANDER) accepted_++;
    else watch_[&n == &c].since.push_back(w.net.cycle);
}

void FaultBench::got(Node &n, uint32_t tid, size_t bytes)
{
    if (tid >> 24 != BYSTANDER) {
        delivered_++;
        bytes_ += bytes;
        return;
    }
    Watch &at = watch_[&n == &a];
    if (at.since.empty()) return;
    at.worst = std::max(at.worst, w.net.cycle - at.since.front());
    at.since.pop_front();
    at.busy = false;
    at.done++;
}

void FaultBench::mark()
{
    mark_cycle_ = w.net.cycle;
    mark_bytes_ = bytes_;
}

double FaultBench::speed() const
{
    const uint64_t cycles = w.net.cycle - mark_cycle_;
    return cycles ? static_cast<double>(bytes_ - mark_bytes_) / static_cast<double>(cycles) : 0;
}

uint64_t FaultBench::moved(Node &n, unsigned counter)
{
    return w.counters(n)[counter] - (&n == &a ? start_a_ : start_b_)[counter];
}

uint64_t FaultBench::moved_in(Node &n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < TTP_CNT_N; i++) {
        const bool in = (i >= TTP_CNT_RX && i < TTP_CNT_RX + OP_N)
            || (i >= TTP_CNT_DROP_FCS && i <= TTP_CNT_DROP_RESP);
        if (in) sum += moved(n, i);
    }
    return sum;
}

uint64_t FaultBench::wire_lost()
{
    return w.net.wire.count().lost + w.net.wire.count().filtered;
}

void FaultBench::hit(const char *name, uint64_t injected, uint64_t counted, uint64_t expected)
{
    result.counter = name;
    result.injected = injected;
    result.counted = counted;
    result.expected = expected;
}

void FaultBench::hit_full(uint64_t injected)
{
    const uint64_t drops = full(a);
    hit("DROP_EVENT/RESP", injected, drops, at_a.frames - (moved_in(a) - drops));
}

uint64_t FaultBench::entries(Node &n)
{
    return n.cfg.params.tx_pkts - w.get(n, TTP_REG_PKTS_FREE);
}

// The clock of the recovery runs from here until the last payload has retired.
void FaultBench::over()
{
    feed_a = feed_b = false;
    pass = nullptr;
    harm({});
    fault_end_ = w.net.cycle;
    const uint64_t waiting = std::max(entries(a), entries(b)) + 1;
    const uint64_t drain = waiting * each(high) + 4 * row.delay + 600;
    const double per = static_cast<double>(timeout);
    result.bound = row.bound + static_cast<double>(drain) / per;
    const uint64_t limit = 20 * (static_cast<uint64_t>(row.bound) * timeout + drain);
    const uint64_t end = fault_end_ + limit;
    run(limit, [&] {
        return fragile || (delivered_ >= accepted_ && w.queued(a) + w.queued(b) == 0);
    }, "what waited when the fault ended");
    bystander_ = false;
    w.run(limit, [&] { return w.net.score.waiting() == 0; }, "delivery after the fault");
    while (w.ok() && !w.net.failed() && entries(a) + entries(b) + entries(c) != 0) {
        w.expect(w.net.cycle < end, "payloads do not retire after the fault");
        w.step(16);
    }
    result.recovery = static_cast<double>(w.net.cycle - fault_end_) / per;
    w.expect(result.recovery <= result.bound, "recovery took " + text(result.recovery)
             + " timeouts, the bound is " + text(result.bound));
    w.settle(a);
    w.settle(b);
}

FaultResult run_fault(const Setup &s, const FaultRow &r, const std::string &trace)
{
    FaultResult result;
    if (r.first) result = r.first(s, r);
    World w(s, fault_options(s, r));
    w.expect(result.why.empty(), result.why);
    if (!trace.empty()) w.net.trace_to(trace, w.net.cycle);
    if (w.ok()) {
        FaultBench f(w, s, r);
        f.result = result;
        if (w.ok()) r.run(f);
        f.judge();
        result = f.result;
    }
    if (w.ok()) w.finish();
    result.why = w.why();
    result.cycles = w.net.cycle;
    result.compared = w.net.compared();
    return result;
}

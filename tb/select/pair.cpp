// SPDX-License-Identifier: Apache-2.0
//
// See pair.h.
#include "pair.h"

#include <algorithm>
#include <memory>

namespace {

constexpr uint64_t PATIENCE = 40000000;            // cycles without a delivery
constexpr uint32_t LINE = 8;                       // bytes a cycle

class Pair {
public:
    explicit Pair(const PairPlan &p) : p_(p), wire_(p.seed), rng_(p.seed, 0x70616972) {}

    PairResult run();

private:
    struct Side {
        std::unique_ptr<RulesEnd> end;
        uint64_t line_free = 0, frames = 0, counted_from = 0;
        uint32_t given[3] = {}, got[3] = {}, sent = 0;
        bool agreed = false;                       // it has sent an offer, and so may the other
    };

    std::vector<uint8_t> bytes(int from, uint32_t link, uint32_t n) const
    {
        Rng r(p_.seed ^ (static_cast<uint64_t>(from) << 40 | static_cast<uint64_t>(link) << 32 | n),
              0x64617461);
        std::vector<uint8_t> d(p_.least + r.below(p_.most - p_.least + 1));
        for (uint8_t &x : d) x = static_cast<uint8_t>(r.below(256));
        return d;
    }
    void fail(const std::string &why)
    {
        if (out_.why.empty()) out_.why = why;
    }
    void make(int i);
    void fill(int i);
    void look(int i, const Frame &f);
    void done();

    const PairPlan &p_;
    Wire wire_;
    Rng rng_;
    Side side_[2];
    uint64_t now_ = 0, arrived_ = 0;
    PairResult out_;
};

void Pair::make(int i)
{
    RulesEndConfig c = p_.end[i];
    Side &s = side_[i];
    c.node = static_cast<uint32_t>(i + 1);
    c.life = static_cast<uint16_t>(rng_.below(65535) + 1);
    const int port = wire_.attach(c.node);
    s.end = std::make_unique<RulesEnd>(c);
    s.end->sent = [this, i, port](Frame f) {
        Side &to = side_[i];
        look(i, f);
        to.line_free = std::max(to.line_free, now_) + (f.bytes.size() + LINE - 1) / LINE;
        wire_.send(port, std::move(f), to.line_free);
    };
    s.end->place = [this, i] { return side_[i].line_free <= now_; };
    s.end->delivered = [this, i](uint32_t dest, const std::vector<uint8_t> &d) {
        const uint32_t link = dest >> 24, n = side_[i].got[link]++;
        if (n >= side_[1 - i].given[link] || d != bytes(1 - i, link, n))
            fail("payload " + std::to_string(n) + " of link " + std::to_string(link) + " differs");
        arrived_++;
    };
    s.end->report = [this](const Completion &c2) {
        if (c2.kind == 4) fail("an end reports a dead link");
        if (c2.kind == 5) fail("an end reports a restart that never was");
    };
}

// Frames to an end that knows nothing of blocks are as ever, but for the offer behind an OPEN.
void Pair::look(int i, const Frame &f)
{
    Header h{};
    parse_header(f, &h);
    Side &s = side_[i];
    s.frames += h.opcode == OP_PAYLOAD;
    out_.maps += f.bytes[51] == 0x20;
    const bool opens = h.opcode <= OP_OPEN_ACK;
    const bool both = p_.end[0].select.on && p_.end[1].select.on;
    const bool block = f.bytes[51] || (opens && f.bytes.size() != MIN_FRAME);
    const bool number = (h.opcode == OP_PAYLOAD && h.rxid)
                        || ((h.opcode == OP_ACK || h.opcode == OP_NACK) && h.txid);
    if (!p_.end[i].select.on && block) fail("a block from an end without the switch");
    if (!both && (number || (block && !opens))) fail("a frame to a peer that has not agreed");
    if (opens && f.bytes[51]) fail("an OPEN whose life number does not count");
}

void Pair::fill(int i)
{
    Side &s = side_[i];
    for (uint32_t l = 0; l < p_.links; l++) {
        const uint32_t dest = l << 24 | static_cast<uint32_t>(2 - i);
        while (s.sent < p_.payloads[i] && s.end->held(dest) < p_.in_flight) {
            s.sent++;
            s.end->give(dest, bytes(i, l, s.given[l]++));
            if (s.sent == p_.learn) s.counted_from = s.frames;
        }
    }
}

void Pair::done()
{
    for (int i = 0; i < 2; i++) {
        const RulesEnd &e = *side_[i].end;
        const auto &c = e.count;
        if (c[TTP_CNT_RETIRED] != p_.payloads[i]) fail("not every payload has retired");
        if (c[TTP_CNT_TX + OP_PAYLOAD] != p_.payloads[i] + c[TTP_CNT_REPLAY])
            fail("PAYLOAD frames are not payloads and replays");
        if (c[TTP_CNT_ILLEGAL]) fail("an end has heard what no peer may say");
        if (e.stored()) fail("something is left in the store");
        out_.kept += e.kept;
        out_.most_kept = std::max(out_.most_kept, e.most_kept);
        out_.probes += e.probes;
        out_.reorder = std::max(out_.reorder, e.most_reorder);
        out_.replays += c[TTP_CNT_REPLAY];
        out_.timeouts += c[TTP_CNT_TIMEOUT];
        out_.full += c[TTP_CNT_TX + OP_NACK_FULL];
    }
    const Side &s = side_[0];
    if (p_.payloads[0] > p_.learn)
        out_.frames = static_cast<double>(s.frames - s.counted_from)
                      / static_cast<double>(p_.payloads[0] - p_.learn);
    out_.cycles = now_;
}

PairResult Pair::run()
{
    uint64_t seen = 0, seen_at = 0, stop = p_.host_stops ? 500 : UINT64_MAX;
    const uint64_t total = p_.payloads[0] + p_.payloads[1];

    wire_.set(p_.harm);
    for (int i = 0; i < 2; i++) make(i);
    while (out_.why.empty()) {
        for (int i = 0; i < 2; i++) fill(i);
        // An end that repeats its last ACK never leaves the wire alone.
        const bool repeats = p_.end[0].reack || p_.end[1].reack;
        const bool still = side_[0].end->idle() && side_[1].end->idle()
                           && (repeats || !wire_.in_flight());
        if (arrived_ == total && still) break;
        uint64_t next = stop;
        for (int i = 0; i < 2; i++) {
            RulesEnd &e = *side_[i].end;
            next = std::min({ next, wire_.next_due(i), e.next_due() });
            if (e.wants()) next = std::min(next, side_[i].line_free);
        }
        if (next == UINT64_MAX || now_ - seen_at > PATIENCE) fail("no progress");
        now_ = std::max(now_, next);
        if (now_ >= stop) {
            for (Side &s : side_) s.end->hold_host = !s.end->hold_host;
            stop = now_ + 1 + rng_.below(p_.host_stops);
        }
        for (int i = 0; i < 2; i++) {
            RulesEnd &e = *side_[i].end;
            Frame f;
            e.advance(now_);
            while (wire_.pop(i, now_, &f)) e.arrived(f);
            e.release();
        }
        if (arrived_ != seen) seen_at = now_;
        seen = arrived_;
    }
    if (out_.why.empty()) done();
    return out_;
}

} // namespace

PairResult run_pair(const PairPlan &p) { return Pair(p).run(); }

PairPlan mixed(uint64_t seed)
{
    Rng r(seed, 0x6d697865);
    PairPlan p;
    const auto some = [&r](uint32_t percent) { return r.below(percent * 100 + 1) / 10000.0; };

    p.seed = seed;
    if (r.below(4)) p.harm.loss = some(r.below(3) ? 5 : 25);
    if (r.below(2)) p.harm.dup = some(10);
    if (r.below(3)) p.harm.reorder = some(r.below(2) ? 100 : 10);
    if (r.below(2)) p.harm.corrupt = some(5);
    if (r.below(2)) p.harm.truncate = some(5);
    p.harm.delay = r.below(3) ? r.below(4000) : 0;
    p.harm.reorder_span = 1 + r.below(r.below(2) ? 4096 : 256);
    p.links = 1 + r.below(3);
    p.in_flight = 1 + r.below(r.below(3) ? 256 : 16);
    p.payloads[0] = 50 + r.below(250);
    p.payloads[1] = r.below(2) ? r.below(250) : 0;
    p.most = 1 + r.below(1024);
    if (r.below(3) == 0) p.host_stops = 1 + r.below(5000);
    const uint32_t t = 1000 + 4 * static_cast<uint32_t>(p.harm.delay) + r.below(20000);
    for (RulesEndConfig &c : p.end) {
        c.rules.timeout = c.rules.open_again = c.rules.close_again = t;
        c.rules.backoff = 1 + r.below(2000);
        c.rules.rounds_max = 255;
        c.start_id = r.below(4) ? r.below(0xffffffff) : 0xffffffffu - r.below(200);
        if (r.below(2)) c.room = 64 + r.below(400);
        c.contexts = 1 + r.below(4);
        if (r.below(8) == 0) c.reack = 1 + r.below(20000);
        ttp_select_config &s = c.select;
        s.on = r.below(10) != 0;
        s.learn = r.below(4) != 0;
        s.window = static_cast<uint16_t>(1 + r.below(256));
        s.reorder = r.below(4) ? 0 : r.below(64);
        s.reorder_max = 128;
        s.measured = r.below(2);
        s.probe = r.below(2);
        s.rto_min = 1 + r.below(1000);
        if (r.below(4) == 0) s.delay = 1 + r.below(4000);
    }
    return p;
}

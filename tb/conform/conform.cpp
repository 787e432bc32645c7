// SPDX-License-Identifier: Apache-2.0
//
// What the rows of the conformance test share; see conform.h.
#include "conform.h"
#include "sel_steps.h"

#include <algorithm>

namespace conform {

namespace {

WorldOptions still(const Setup &s)
{
    WorldOptions o;
    o.tunables.timeout = o.tunables.open_tmo = o.tunables.close_tmo = o.tunables.backoff = NEVER;
    o.tunables.retry_max = 3;
    o.selective = s.selective;     // else a row turns it on
    return o;
}

constexpr uint64_t LIMIT = 12000;              // cycles for an answer that no timer holds back
constexpr size_t LOG_LINES = 24;

} // namespace

const char *state_name(uint32_t s)
{
    static const char *const name[] = { "CLOSED", "OPEN_SENT", "OPEN_RECD", "OPEN", "CLOSE_SENT",
                                        "CLOSE_RECD", "REOPEN_SENT", "CLOSE_DUE" };
    return s <= CLOSE_DUE ? name[s] : "?";
}

Bench::Bench(const Setup &s, bool rules) : w(s, still(s), rules), a(w.seat()), offers(s.selective)
{
    w.delivered = [this](uint32_t tid, const std::vector<uint8_t> &d) {
        got.emplace_back(tid, d);
    };
    w.completion = [this](const Completion &c) { cpl.push_back(c); };
    w.sent = [this](const Frame &f) { hear(f); };
    w.heard = [this](const Frame &f) { note("in ", f); };
    set(TTP_REG_START_ID, 1000);
    look();
}

void Bench::note(const char *dir, const Frame &f)
{
    Header h{};
    char text[160];
    if (parse_header(f, &h))
        snprintf(text, sizeof text,
                 "cycle %-8llu %s %-11s %06x -> %06x VC %u TxID %u RxID %u lives %04x %04x, "
                 "%zu bytes",
                 static_cast<unsigned long long>(w.net.cycle), dir, opcode_name(h.opcode), h.src,
                 h.dst, h.vc, h.txid, h.rxid,
                 h.epoch, h.to_life, f.bytes.size());
    else
        snprintf(text, sizeof text, "cycle %-8llu %s %zu bytes",
                 static_cast<unsigned long long>(w.net.cycle), dir, f.bytes.size());
    log.push_back(text);
    if (log.size() > LOG_LINES) log.erase(log.begin());
}

void Bench::hear(const Frame &f)
{
    note("out", f);
    Sent s;
    const uint32_t window = offers ? at_most(*this) : 0;
    const std::string bad = blocks ? "" : frame_fault(f, a.cfg.node, OUI, window);
    if (!bad.empty() || !parse_header(f, &s.h)) {
        w.fault("frame sent", bad);
        return;
    }
    s.cycle = w.net.cycle;
    s.raw = f.bytes;
    if (s.h.opcode <= OP_OPEN_ACK) mac_lives[s.h.vc << 24 | s.h.dst] = s.h.epoch;
    const auto at = f.bytes.begin() + HDR_BYTES;
    s.data.assign(at, at + static_cast<std::ptrdiff_t>(s.h.payload));
    // A payload carries what the host gave, in that order, a replay what it carried before.
    if (s.h.opcode == OP_PAYLOAD && s.h.dst == peer) {
        const auto was = sent_.find(s.h.txid);
        if (was != sent_.end()) {
            if (was->second != s.data)
                w.fault("frame sent", "a replay with other bytes");
        } else if (given_.empty() || given_.front() != s.data) {
            w.fault("frame sent", "a payload that the host did not give next");
        } else {
            sent_[s.h.txid] = s.data;
            given_.pop_front();
        }
    }
    heard[s.h.dst].push_back(std::move(s));
}

std::vector<uint8_t> Bench::bytes_of(uint32_t id, size_t n) const
{
    std::vector<uint8_t> d(n);
    for (size_t i = 0; i < n; i++)
        d[i] = static_cast<uint8_t>((id * 2654435761u >> 7) + i * 37 + (i >> 3));
    return d;
}

Frame Bench::frame(uint32_t op, uint32_t txid, uint32_t rxid, size_t bytes)
{
    if (op == OP_OPEN) peer_lives[peer] = life;
    return make_frame(peer, a.cfg.node, op, vc, txid, rxid, life, bytes_of(txid, bytes),
                      op != OP_OPEN && life ? named(peer) : 0);
}

// A beat a cycle is more than the event pipe takes of one link, and the queue to it is short.
void Bench::inject_each(Frame f)
{
    inject(std::move(f));
    if (w.world() && size().data_w == 512) step(8);
}

void Bench::inject(Frame f)
{
    Header h{};
    if (garble && parse_header(f, &h)) {
        std::vector<uint8_t> &x = f.bytes;
        const auto noise = [&](size_t from, size_t to) {
            for (size_t i = from; i < to; i++) x[i] = static_cast<uint8_t>(w.rng.below(256));
        };
        noise(6, 9);                            // upper half of the source address
        x[15] = static_cast<uint8_t>(w.rng.below(128));
        noise(16, 40);                          // total length, padding, nodes
        x[42] = static_cast<uint8_t>(x[42] | w.rng.below(4) << 6);
        // beside a life number these bytes mean something
        if (h.epoch == 0 && h.to_life == 0) {
            noise(44, 52);
            x[44] |= 1;
        }
        x.resize(HDR_BYTES + h.payload + w.rng.below(40));
        noise(HDR_BYTES + h.payload, x.size());
    }
    w.inject(std::move(f));
}

Frame Bench::payload(uint32_t id, size_t bytes)
{
    return frame(OP_PAYLOAD, id, 0, bytes);
}

void Bench::take(uint32_t id, size_t bytes)
{
    const size_t n = got.size();
    inject(payload(id, bytes));
    next(OP_ACK, 0, id);
    w.run(LIMIT, [&] { return got.size() > n; }, "the delivery of a payload");
    expect(!ok() || (got.back().first == (vc << 24 | peer)
                     && got.back().second == bytes_of(id, bytes)),
           "the host got other bytes");
    last = id;
}

void Bench::delivered(size_t n)
{
    w.run(LIMIT, [&] { return got.size() >= looked_got_ + n; }, "a delivery");
    expect(got.size() == looked_got_ + n,
           "the host got " + std::to_string(got.size() - looked_got_) + " payloads, not "
               + std::to_string(n));
}

void Bench::host(size_t n, size_t bytes)
{
    for (; n; n--) {
        HostPacket p;
        p.dest = vc << 24 | peer;
        p.data.resize(bytes);
        for (uint8_t &x : p.data) x = static_cast<uint8_t>(w.rng.below(256));
        given_.push_back(p.data);
        w.push(a, p);
    }
}

void Bench::host_to(uint32_t node, size_t n, size_t bytes)
{
    if (node == peer) host(n, bytes);
    else w.send_to(a, node, vc, bytes, n);
}

Sent Bench::next_of(uint32_t node, uint32_t op)
{
    Sent s;
    auto &q = heard[node];
    if (!w.run(LIMIT, [&] { return !q.empty(); },
               (std::string("waiting for ") + opcode_name(op)).c_str()))
        return s;
    s = q.front();
    q.pop_front();
    expect(s.h.opcode == op,
           std::string("answer is ") + opcode_name(s.h.opcode) + ", not " + opcode_name(op));
    expect(s.h.vc == vc, "VC of the answer");
    return s;
}

void Bench::flight(uint32_t n, size_t bytes)
{
    connect();
    host(n, bytes);
    for (uint32_t i = 0; i < n; i++) next(OP_PAYLOAD, una + i, 0);
    snt = una + n - 1;
    quiet(100);
    look();
}

void Bench::quiet(uint64_t cycles)
{
    w.settle(a, cycles);
    for (const auto &q : heard)
        if (!q.second.empty())
            expect(false, std::string("unexpected ") + opcode_name(q.second.front().h.opcode)
                              + " TxID " + std::to_string(q.second.front().h.txid) + " RxID "
                              + std::to_string(q.second.front().h.rxid));
}

void Bench::in_state(State s, const char *when)
{
    const uint32_t is = state();
    expect(is == s, std::string(when) + ": state " + state_name(is) + ", not " + state_name(s));
}

void Bench::rests_in(State s, const char *when)
{
    quiet();
    in_state(s, when);
}

void Bench::is_closed()
{
    wait_completion(CPL_CLOSED);
    rests_in(CLOSED);
}

void Bench::same_link(const char *when)
{
    const auto r = rec();
    expect(r[2] == una,
           std::string(when) + ": una " + std::to_string(r[2]) + ", not " + std::to_string(una));
    expect(r[4] == last,
           std::string(when) + ": last " + std::to_string(r[4]) + ", not " + std::to_string(last));
}

void Bench::look()
{
    before = w.counters(a);
    set(TTP_REG_IRQ_CAUSE, 0x7f);
    looked_got_ = got.size();
    looked_cpl_ = cpl.size();
}

uint64_t Bench::count(unsigned counter)
{
    return w.counters(a)[counter] - before[counter];
}

void Bench::moved(unsigned counter, uint64_t by, const char *what)
{
    const uint64_t n = count(counter);
    expect(n == by, std::string(what) + ": counter " + std::to_string(counter) + " moved by "
                        + std::to_string(n) + ", not " + std::to_string(by));
}

bool Bench::completed(uint32_t kind) const
{
    return std::any_of(cpl.begin() + static_cast<std::ptrdiff_t>(looked_cpl_), cpl.end(),
                       [&](const Completion &c) { return c.kind == kind; });
}

void Bench::wait_completion(uint32_t kind, uint64_t limit)
{
    w.run(limit, [&] { return completed(kind); },
          ("completion of kind " + std::to_string(kind)).c_str());
}

uint32_t ways(Bench &b) { return b.size().link_ways; }

uint32_t other(Bench &b, uint32_t i) { return same_set(b.mac(), PEER, i); }

Frame from(Bench &b, uint32_t node, uint32_t op, uint32_t txid, uint32_t rxid, uint32_t life,
           const std::vector<uint8_t> &data)
{
    if (op == OP_OPEN) b.peer_lives[node] = life;
    const uint32_t own = op <= OP_OPEN_ACK ? life : b.peer_lives[node];
    return make_frame(node, b.a.cfg.node, op, b.vc, txid, rxid, own, data,
                      op != OP_OPEN && own ? b.named(node) : 0);
}

void idle_link(Bench &b, uint32_t node, uint32_t base)
{
    b.inject(from(b, node, OP_OPEN, base, 0, LIFE + node));
    b.next_of(node, OP_OPEN_ACK);
}

void busy_ways(Bench &b)
{
    for (uint32_t i = 1; i < ways(b); i++) {
        idle_link(b, other(b, i));
        b.w.send_to(b.a, other(b, i), b.vc, 40);
        b.next_of(other(b, i), OP_PAYLOAD);
    }
}

uint32_t refused(Bench &b, uint32_t txid, uint32_t life)
{
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, txid, 0, life));
    const Sent s = b.next_of(node, OP_OPEN_NACK);
    b.expect(s.h.txid == 0 && s.h.rxid == txid, "OPEN_NACK names the OPEN");
    return node;
}

void becomes_victim(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.connect();
    b.step(500);
    busy_ways(b);
    b.look();
    b.step(LONGER);
    refused(b, 900, OTHER);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

uint32_t span(Bench &b) { return 4000 + 8 * static_cast<uint32_t>(b.links()); }

void one_spoke(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// What the rows of the conformance test share; see conform.h.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

WorldOptions still()
{
    WorldOptions o;
    o.tunables.timeout = o.tunables.open_tmo = o.tunables.close_tmo = o.tunables.backoff = NEVER;
    o.tunables.retry_max = 3;
    return o;
}

constexpr uint64_t LIMIT = 12000;              // cycles for an answer that no timer holds back
constexpr size_t LOG_LINES = 24;

} // namespace

const char *state_name(uint32_t s)
{
    static const char *const name[] = { "CLOSED", "OPEN_SENT", "OPEN_RECD", "OPEN", "CLOSE_SENT", "CLOSE_RECD", "CLOSE_SENT or CLOSE_RECD" };
    return s <= EITHER_CLOSING ? name[s] : "?";
}

Bench::Bench(const Setup &s) : w(s, still()), a(*w.a)
{
    a.sink.packet = [this](uint32_t tid, const std::vector<uint8_t> &d) { got.emplace_back(tid, d); };
    a.completions.record = [this](const Completion &c) { cpl.push_back(c); };
    a.source.accepted = [](const HostPacket &, size_t, size_t) {};
    a.wire_out.frame = [this](Frame f) { hear(f); };
    a.wire_in.arrived = [this](const Frame &f) { note("in ", f); };
    set(TTP_REG_START_ID, 1000);
    look();
}

void Bench::note(const char *dir, const Frame &f)
{
    Header h{};
    char text[160];
    if (parse_header(f, &h))
        snprintf(text, sizeof text, "cycle %-8llu %s %-11s %06x -> %06x VC %u TxID %u RxID %u epoch %04x, %zu bytes",
                 static_cast<unsigned long long>(w.net.cycle), dir, opcode_name(h.opcode), h.src, h.dst, h.vc, h.txid, h.rxid,
                 h.epoch, f.bytes.size());
    else
        snprintf(text, sizeof text, "cycle %-8llu %s %zu bytes", static_cast<unsigned long long>(w.net.cycle), dir, f.bytes.size());
    log.push_back(text);
    if (log.size() > LOG_LINES) log.erase(log.begin());
}

void Bench::hear(const Frame &f)
{
    note("out", f);
    Sent s;
    const std::string bad = frame_fault(f, a.cfg.node);
    if (!bad.empty() || !parse_header(f, &s.h)) {
        w.net.faults.add(w.net.cycle, "frame sent", bad);
        return;
    }
    s.cycle = w.net.cycle;
    s.raw = f.bytes;
    const auto at = f.bytes.begin() + HDR_BYTES;
    s.data.assign(at, at + static_cast<std::ptrdiff_t>(s.h.payload));
    // A payload carries what the host gave, in that order, a replay what it carried before.
    if (s.h.opcode == OP_PAYLOAD && s.h.dst == peer) {
        const auto was = sent_.find(s.h.txid);
        if (was != sent_.end()) {
            if (was->second != s.data) w.net.faults.add(w.net.cycle, "frame sent", "a replay with other bytes");
        } else if (given_.empty() || given_.front() != s.data) {
            w.net.faults.add(w.net.cycle, "frame sent", "a payload that the host did not give next");
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
    for (size_t i = 0; i < n; i++) d[i] = static_cast<uint8_t>((id * 2654435761u >> 7) + i * 37 + (i >> 3));
    return d;
}

Frame Bench::frame(uint32_t op, uint32_t txid, uint32_t rxid, size_t bytes)
{
    return make_frame(peer, a.cfg.node, op, vc, txid, rxid, op <= OP_OPEN_ACK ? life : 0, bytes_of(txid, bytes));
}

void Bench::inject(Frame f)
{
    Header h{};
    if (garble && parse_header(f, &h)) {
        std::vector<uint8_t> &x = f.bytes;
        const auto noise = [&](size_t from, size_t to) {
            for (size_t i = from; i < to; i++) x[i] = static_cast<uint8_t>(w.rng.below(256));
        };
        noise(6, 9);                                   // upper half of the source address
        x[15] = static_cast<uint8_t>(w.rng.below(128));
        noise(16, 40);                                 // total length, padding, nodes
        x[42] = static_cast<uint8_t>(x[42] | w.rng.below(4) << 6);
        if (h.epoch == 0) {                            // beside a life number these bytes mean something
            noise(44, 52);
            x[44] |= 1;
        }
        x.resize(HDR_BYTES + h.payload + w.rng.below(40));
        noise(HDR_BYTES + h.payload, x.size());
    }
    w.net.wire.inject(0, std::move(f), w.net.cycle);
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
    expect(!ok() || (got.back().first == (vc << 24 | peer) && got.back().second == bytes_of(id, bytes)), "the host got other bytes");
    last = id;
}

void Bench::delivered(size_t n)
{
    w.run(LIMIT, [&] { return got.size() >= looked_got_ + n; }, "a delivery");
    expect(got.size() == looked_got_ + n, "the host got " + std::to_string(got.size() - looked_got_) + " payloads, not " + std::to_string(n));
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
    if (!w.run(LIMIT, [&] { return !q.empty(); }, (std::string("waiting for ") + opcode_name(op)).c_str())) return s;
    s = q.front();
    q.pop_front();
    expect(s.h.opcode == op, std::string("answer is ") + opcode_name(s.h.opcode) + ", not " + opcode_name(op));
    expect(s.h.vc == vc, "VC of the answer");
    return s;
}

Sent Bench::next(uint32_t op)
{
    return next_of(peer, op);
}

Sent Bench::next(uint32_t op, uint32_t txid, uint32_t rxid)
{
    const Sent s = next(op);
    expect(s.h.txid == txid && s.h.rxid == rxid,
           std::string(opcode_name(op)) + " TxID " + std::to_string(s.h.txid) + " RxID " + std::to_string(s.h.rxid) + ", not "
               + std::to_string(txid) + ", " + std::to_string(rxid));
    return s;
}

void Bench::quiet(uint64_t cycles)
{
    w.settle(a, cycles);
    for (const auto &q : heard)
        if (!q.second.empty())
            expect(false, std::string("unexpected ") + opcode_name(q.second.front().h.opcode) + " TxID "
                              + std::to_string(q.second.front().h.txid) + " RxID " + std::to_string(q.second.front().h.rxid));
}

void Bench::in_state(State s, const char *when)
{
    const uint32_t is = state();
    expect(is == s || (s == EITHER_CLOSING && (is == CLOSE_SENT || is == CLOSE_RECD)),
           std::string(when) + ": state " + state_name(is) + ", not " + state_name(s));
}

void Bench::same_link(const char *when)
{
    const auto r = rec();
    expect(r[2] == una, std::string(when) + ": una " + std::to_string(r[2]) + ", not " + std::to_string(una));
    expect(r[4] == last, std::string(when) + ": last " + std::to_string(r[4]) + ", not " + std::to_string(last));
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
    expect(n == by, std::string(what) + ": counter " + std::to_string(counter) + " moved by " + std::to_string(n) + ", not " + std::to_string(by));
}

bool Bench::completed(uint32_t kind) const
{
    return std::any_of(cpl.begin() + static_cast<std::ptrdiff_t>(looked_cpl_), cpl.end(), [&](const Completion &c) { return c.kind == kind; });
}

void Bench::wait_completion(uint32_t kind, uint64_t limit)
{
    w.run(limit, [&] { return completed(kind); }, ("completion of kind " + std::to_string(kind)).c_str());
}

// OPEN by our first payload, which is acknowledged; with `both` the peer sends one too.
void Bench::connect(bool both)
{
    host();
    const Sent open = next(OP_OPEN);
    open_id = open.h.txid;
    own_life = open.h.epoch;
    tx(OP_OPEN_ACK, BASE + 1, open_id);
    last = BASE;
    next(OP_PAYLOAD, open_id + 1, 0);
    una = snt = open_id + 1;
    if (!both) return;
    tx(OP_ACK, 0, snt);
    una++;
    take(BASE + 1);
}

void Bench::shut()
{
    close();
    close_id = next(OP_CLOSE, snt + 1, last).h.txid;
}

void Bench::reach(Start s)
{
    State at = OPEN;
    switch (s) {
    case S_NONE:
        expect(rec()[0] == 0, "no entry yet");
        look();
        return;
    case S_WAIT:
    case S_OPEN_SENT:
    case S_SHIPS:
        host(2);
        open_id = next(OP_OPEN).h.txid;
        una = open_id + 1;
        snt = open_id;
        if (s == S_WAIT) tx(OP_OPEN_NACK, 0, open_id);
        if (s == S_SHIPS) {
            tx(OP_OPEN, BASE, 0);
            next(OP_OPEN_ACK, una, BASE);
            last = BASE;
        }
        at = s == S_WAIT ? CLOSED : OPEN_SENT;
        break;
    case S_RECD_NACKED:
    case S_OPEN_RECD:
        if (s == S_RECD_NACKED) {
            reach(S_WAIT);
            step(100);
        }
        look();                        // all of it counts, whenever the MAC counts the frame that it holds
        a.wire_out.hold = true;
        tx(OP_OPEN, BASE, 0);
        last = BASE;
        at = OPEN_RECD;
        break;
    case S_FRESH:
        connect(false);
        break;
    default:
        connect();
    }
    switch (s) {
    case S_CLOSED:
    case S_OPEN_SENT_REC:
        shut();
        tx(OP_CLOSE_ACK, 0, close_id);
        wait_completion(CPL_CLOSED);
        una = close_id + 1;
        snt = close_id;
        at = CLOSED;
        if (s == S_CLOSED) break;
        step(300);
        host(2);
        open_id = next(OP_OPEN).h.txid;
        una = open_id + 1;
        at = OPEN_SENT;
        break;
    case S_DEAD:
        set(TTP_REG_TIMEOUT, 200);
        set(TTP_REG_RETRY_MAX, 1);
        host();
        snt = next(OP_PAYLOAD, una, 0).h.txid;
        wait_completion(CPL_DEAD);
        step(300);
        una = snt + 1;
        set(TTP_REG_TIMEOUT, NEVER);
        set(TTP_REG_RETRY_MAX, 3);
        at = CLOSED;
        break;
    case S_FLIGHT:
    case S_REOPEN:
    case S_CLOSE_RECD:
        host(2);
        next(OP_PAYLOAD, una, 0);
        next(OP_PAYLOAD, una + 1, 0);
        snt += 2;
        if (s == S_REOPEN) {
            tx(OP_NACK_NOLINK, 0, una);
            open_id = next(OP_OPEN, una - 1, 0).h.txid;
            at = OPEN_SENT;
        } else if (s == S_CLOSE_RECD) {
            tx(OP_CLOSE, last + 1, una - 1);
            next(OP_CLOSE_NACK, snt, last + 1);
            at = CLOSE_RECD;
        }
        break;
    case S_CLOSE_SENT:
    case S_HELD:
        shut();
        if (s == S_HELD) tx(OP_CLOSE_NACK, last + 2, close_id);
        at = CLOSE_SENT;
        break;
    case S_MISSING:
        tx(OP_CLOSE, last + 3, una - 1);
        next(OP_CLOSE_NACK, snt, last + 3);
        at = CLOSE_RECD;
        break;
    default:
        break;
    }
    w.settle(a, 200);
    const auto r = rec();
    expect((r[0] & 7) == at, std::string("never reached ") + state_name(at) + ", is " + state_name(r[0] & 7));
    if (at == OPEN_RECD && s == S_OPEN_RECD) {
        una = r[2];
        snt = una - 1;
    }
    const bool sure = at != OPEN_SENT && at != CLOSED && at != CLOSE_SENT;
    expect(!sure || (r[2] == una && r[4] == last && r[3] == snt + 1), "never reached: una, last or next ID");
    quiet(1);
    if (at != OPEN_RECD) look();
}

uint32_t Bench::value(Id id) const
{
    switch (id) {
    case NIL: return 0;
    case UNA: return una;
    case UNA_M1: return una - 1;
    case UNA_M2: return una - 2;
    case UNA1: return una + 1;
    case SNT: return snt;
    case SNT1: return snt + 1;
    case SNT2: return snt + 2;
    case SNT9: return snt + 9;
    case LAST: return last;
    case LAST1: return last + 1;
    case LAST2: return last + 2;
    case LAST3: return last + 3;
    case LAST4: return last + 4;
    case LAST_M1: return last - 1;
    case LAST_FAR: return last + 70000;
    case OURS: return open_id;
    case CLOSE_ID: return close_id;
    case CLOSE_ID1: return close_id + 1;
    case ASK: return ask;
    case ASK_M1: return ask - 1;
    case NEWS: return 0x40000000;
    case ANY: break;
    }
    return 0;
}

} // namespace conform

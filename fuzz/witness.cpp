// SPDX-License-Identifier: Apache-2.0
//
// What one MAC may do, whatever its peers send; see witness.h.
#include "witness.h"

#include <algorithm>

#include "monitor.h"
extern "C" {
#include "ttp_mac.h"
#include "ttp_regs.h"
}

namespace {

constexpr int32_t AHEAD = 8;           // payloads that may wait between the link pipe and the wire
constexpr uint64_t CHUNKS = 3;         // payloads of the longest host packet

uint64_t hash(const std::vector<uint8_t> &d)
{
    uint64_t h = 0xcbf29ce484222325ull + d.size();
    for (uint8_t b : d) h = (h ^ b) * 0x100000001b3ull;
    return h;
}

bool has(const std::vector<uint32_t> &v, uint32_t x)
{
    return std::find(v.rbegin(), v.rend(), x) != v.rend();
}

std::string hex(uint32_t v)
{
    char text[16];
    snprintf(text, sizeof text, "%x", v);
    return text;
}

} // namespace

void Witness::fail(const std::string &what, uint32_t name)
{
    if (fault_.empty())
        fault_ = what + " (VC " + std::to_string(name >> 24)
                 + ", node " + hex(name & 0xffffff) + ")";
}

void Witness::frame_in(const Frame &f)
{
    Arrived a;
    Header h;
    if (parse_header(f, &h) && frame_taken(f, own_)) {
        a = { true, h.opcode, h.vc << 24 | h.src, h.txid, h.rxid, {} };
        if (h.opcode == OP_PAYLOAD) {
            const auto at = f.bytes.begin() + HDR_BYTES;
            a.data.assign(at, at + static_cast<std::ptrdiff_t>(h.payload));
        }
    }
    on_pins_.push_back(std::move(a));
}

// Each frame moves one counter: a drop, or its opcode.
void Witness::judged(uint32_t drop, uint32_t rx)
{
    const auto reason = [](unsigned counter) { return 1u << (counter - TTP_CNT_DROP_FCS); };
    const uint32_t no_room = reason(TTP_CNT_DROP_EVENT) | reason(TTP_CNT_DROP_RESP)
                             | reason(TTP_CNT_DROP_OFF);
    if (!drop && !rx) return;
    if (on_pins_.empty()) return fail("a frame is counted that was not there", 0);
    Arrived a = std::move(on_pins_.front());
    on_pins_.pop_front();
    if ((drop & (drop - 1)) || (rx & (rx - 1)) || (drop && rx))
        return fail("a frame is counted twice", a.name);
    if (rx && !a.good) return fail("a malformed frame is taken", a.name);
    if (rx && rx != 1u << a.op) return fail("a frame is taken for one of another opcode", a.name);
    if (drop && a.good && !(drop & no_room))
        return fail("a good frame is dropped as malformed", a.name);
    if (rx) arrived_.push_back(std::move(a));
}

void Witness::cycle(const ttp_mac *m, const ttp_out &out)
{
    const ttp_link_pipe &p = m->s.pipe;

    if (!m->w.csr.core_rst) judged(m->w.parse.drop_pulse, m->w.parse.rx_pulse);
    if (s2_.valid && out.trace_valid) event(s2_, out);
    else if (s2_.valid && s2_.ev < OP_N) fail("an event of the wire left no trace", s2_.name);
    const ttp_link_way *const e = ttp_link_pipe_acts(&p);
    s2_.valid = e && e->ev.ev != TTP_EV_PEEK && !m->w.csr.core_rst;
    if (!s2_.valid) return;
    s2_.ev = e->ev.ev;
    s2_.name = static_cast<uint32_t>(e->vc) << 24 | e->node;
    s2_.txid = e->ev.txid;
    s2_.rxid = e->ev.rxid;
    s2_.bay = e->ev.bay;
    s2_.again = e->ev.again;
}

// The frame of an event. sel.run: one that was held comes a second time, without its number.
bool Witness::brought(const Seen &s, Arrived *a)
{
    if (s.again) {
        *a = in_bay_[s.bay];
        if (a->name != s.name || a->txid != s.txid || s.rxid || a->data.empty())
            fail("what comes again is not what was held", s.name);
        return fault_.empty();
    }
    if (arrived_.empty()) {
        fail("an event that no frame has brought", s.name);
        return false;
    }
    *a = std::move(arrived_.front());
    arrived_.pop_front();
    if (a->op != s.ev || a->name != s.name || a->txid != s.txid || a->rxid != s.rxid)
        fail("an event is not that of its frame", s.name);
    return fault_.empty();
}

void Witness::event(const Seen &s, const ttp_out &out)
{
    const uint32_t act = out.trace_action;
    Link &l = links_[s.name];

    if (out.trace_event != s.ev)
        return fail("the trace tells another event than the pipe had", s.name);
    if (s.ev < OP_N) {
        Arrived a;
        if (!brought(s, &a)) return;
        if (s.ev == OP_OPEN || s.ev == OP_OPEN_ACK)
            l.known.push_back(s.ev == OP_OPEN ? s.txid : s.txid - 1);
        // A CLOSE that ends the link has used its ID: what comes behind it is in order.
        if (s.ev == OP_CLOSE) {
            if (!l.took || has(l.known, s.txid - 1)) l.known.push_back(s.txid);
            l.closing = s.txid;
        }
        if (s.ev == OP_OPEN || s.ev == OP_OPEN_ACK || s.ev == OP_NACK_NOLINK) l.rebased = true;
        if (s.ev == OP_OPEN) l.opens.push_back(s.txid);
        if (s.ev == OP_CLOSE) l.closes.push_back(s.txid);
        if (act & 1u << TTP_ACT_TAKE) take(l, s.name, &a);
        else if (s.ev == OP_PAYLOAD && window_) in_bay_[s.bay] = std::move(a);
    } else if (act & 1u << TTP_ACT_TAKE) {
        fail("a payload taken without a frame", s.name);
    }
    if (act & 1u << TTP_ACT_RETIRE) {
        const uint32_t newest = s.ev == OP_ACK ? s.rxid : s.rxid - 1;
        if (s.ev != OP_ACK && s.ev != OP_NACK)
            fail("payloads retired without an ACK or NACK", s.name);
        else if (!l.has_snt || newer(newest, l.snt))
            fail("an ID retired that was never sent", s.name);
        // An entry made anew may number from anywhere while completions of the
        // one before still wait.
        if (l.has_covered && newer(l.covered, newest)) covered_before_[s.name].push_back(l.covered);
        l.has_covered = true;
        l.covered = newest;
        retired_++;
    }
    if (act & 1u << TTP_ACT_SEND) {
        l.has_snt = true;
        if (!(act & 1u << TTP_ACT_REPLAY)) l.snt = out.trace_txid;
        else if (newer(out.trace_txid, l.snt)) fail("a replay of an ID never sent", s.name);
    }
}

void Witness::take(Link &l, uint32_t name, Arrived *a)
{
    if (a->op != OP_PAYLOAD) return fail("a take of something else than a payload", name);
    const bool behind_close = l.closing == l.last + 1 && a->txid == l.last + 2;
    if (l.took && a->txid != l.last + 1 && !behind_close && !l.rebased)
        fail("a payload taken out of order", name);
    l.took = true;
    l.rebased = false;
    l.last = a->txid;
    l.known.push_back(a->txid);
    due_.push_back({ name, std::move(a->data) });
    taken_++;
}

void Witness::host_out(uint32_t tid, const std::vector<uint8_t> &data)
{
    if (due_.empty()) return fail("the host gets what was not taken", tid);
    if (due_.front().tid != tid) fail("the host gets the payload of another link", tid);
    else if (due_.front().data != data) fail("the host gets a changed payload", tid);
    due_.pop_front();
}

void Witness::accepted(const HostPacket &p, size_t from, size_t to)
{
    const auto at = p.data.begin();
    const bool last = to == p.data.size();
    const auto first = at + static_cast<std::ptrdiff_t>(from);
    const auto end = at + static_cast<std::ptrdiff_t>(to);
    links_[p.dest].items.push_back({ { first, end }, last && (p.discard || p.bad_keep) });
}

// The next of the host's payloads with this content.
bool Witness::match(Link &l, const std::vector<uint8_t> &data)
{
    uint64_t skipped = 0;
    for (size_t i = 0; i < l.items.size(); i++) {
        if (l.items[i].data == data) {
            l.missing += skipped;
            l.items.erase(l.items.begin(), l.items.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return true;
        }
        skipped += !l.items[i].optional;
    }
    return false;
}

void Witness::payload_out(Link &l, uint32_t name, const Header &h, const std::vector<uint8_t> &data)
{
    const uint64_t now = hash(data);
    const auto old = l.sent.find(h.txid);
    uint32_t *next = nullptr;

    // A peer can acknowledge, unseen, an OPEN that still waits in our transmit queue.
    if (!l.alive) new_life(l, UINT32_MAX, h.txid);
    // With an OPEN_ACK of the life before on the wire a link in OPEN_RECD is OPEN: a payload may
    // leave before the OPEN_ACK of its own life does.
    if (h.life && h.life != l.life && !(l.stale && h.life == l.old_life))
        new_life(l, h.life, h.txid);
    if (const auto own = l.nxt_of.find(h.life); own != l.nxt_of.end() && h.txid == own->second)
        own->second++;
    // A peer that restarts while we close may go on behind the ID of our CLOSE.
    if (h.txid == l.nxt + 1 && l.nxt == l.close_id) l.nxt++;
    if (h.txid == l.nxt) next = &l.nxt;
    else if (l.stale && h.txid == l.old_nxt) next = &l.old_nxt;
    if (next && old != l.sent.end() && old->second.hash[0] == now) {
        ++*next;                           // a new life sends again what the old one had in flight
        return;
    }
    if (!next) {
        if (old == l.sent.end()) fail("a payload ID that is not the next", name);
        else if (old->second.hash[0] != now && old->second.hash[1] != now)
            fail("a replay with other content", name);
        return;
    }
    if (!match(l, data))
        return fail("a payload that no host has handed over, or out of order", name);
    l.sent[h.txid] = { { now, old == l.sent.end() ? 0 : old->second.hash[0] } };
    ++*next;
}

void Witness::new_life(Link &l, uint32_t life, uint32_t nxt)
{
    if (l.alive && life == l.life) return;
    l.nxt_of.emplace(life, nxt);
    // A life that has sent nothing hides nothing of the one before.
    if (l.nxt != l.base) l.old_nxt = l.nxt;
    l.stale = l.alive;
    l.old_life = l.life;
    l.alive = true;
    l.base = nxt;
    l.life = life;
    l.nxt = nxt;
}

void Witness::wire_out(const Frame &f)
{
    const std::string bad = frame_fault(f, own_, OUI, window_);
    Header h;
    if (!bad.empty() || !parse_header(f, &h)) return fail("sends a malformed frame: " + bad, 0);
    const uint32_t name = h.vc << 24 | h.dst;
    Link &l = links_[name];
    const std::string op = opcode_name(h.opcode);
    switch (h.opcode) {
    case OP_OPEN:
        new_life(l, h.epoch, h.txid + 1);
        break;
    case OP_OPEN_ACK:
        new_life(l, h.epoch, h.txid);
        if (!has(l.opens, h.rxid)) fail("OPEN_ACK of no OPEN", name);
        break;
    case OP_OPEN_NACK:
        if (!has(l.opens, h.rxid)) fail("OPEN_NACK of no OPEN", name);
        break;
    case OP_CLOSE: {
        // An ACK can overtake its payload in our own transmit queue, and then CLOSE does. Answers
        // of a life that is over may wait there while payloads of the next leave.
        const auto next = [&](uint32_t nxt) {
            const auto ahead = static_cast<int32_t>(h.txid - nxt);
            return ahead >= 0 && ahead <= AHEAD;
        };
        const auto own = l.nxt_of.find(h.life);
        if (!l.alive || !(next(l.nxt) || (l.stale && next(l.old_nxt))
                          || (own != l.nxt_of.end() && next(own->second))))
            fail("CLOSE with an ID that is not the next", name);
        l.close_id = h.txid;
        // cls.ids: 0 if a stranger's numbers are unknown again.
        if (!has(l.known, h.rxid) && l.took && !(l.rebased && !h.rxid))
            fail("CLOSE names an ID never taken", name);
        break;
    }
    case OP_CLOSE_ACK:
    case OP_CLOSE_NACK:
        if (!has(l.closes, h.rxid)) fail(op + " of no CLOSE", name);
        break;
    case OP_PAYLOAD: {
        const auto at = f.bytes.begin() + HDR_BYTES;
        payload_out(l, name, h, { at, at + static_cast<std::ptrdiff_t>(h.payload) });
        break;
    }
    case OP_ACK:
    case OP_NACK_FULL:
        if (!has(l.known, h.rxid)) fail(op + " of an ID never taken", name);
        break;
    case OP_NACK:
        // rcv.reack.unknown: 0 if a stranger's numbers are unknown again.
        if (!has(l.known, h.rxid - 1) && !(l.rebased && !h.rxid))
            fail("NACK behind an ID never taken", name);
        break;
    default:
        break;
    }
}

void Witness::completion(const Completion &c)
{
    const uint32_t name = c.vc << 24 | c.node;
    Link &l = links_[name];
    if (c.kind == TTP_CPL_FLUSHED) l.flushed += c.count;
    if (c.kind == TTP_CPL_REFUSED) l.refused++;
    if (c.kind != TTP_CPL_RETIRED) return;
    const uint32_t newest = c.first_id + c.count - 1;
    const std::vector<uint32_t> &before = covered_before_[name];
    const bool now = l.has_covered && !newer(newest, l.covered);
    const bool then = std::any_of(before.begin(), before.end(),
                                  [&](uint32_t id) { return !newer(newest, id); });
    if (!c.count || (!now && !then))
        fail("a completion for payloads that nobody acknowledged", name);
}

void Witness::reset()
{
    // Completions outlive a soft reset.
    for (const auto &n : links_)
        if (n.second.has_covered) covered_before_[n.first].push_back(n.second.covered);
    on_pins_.clear();
    arrived_.clear();
    in_bay_.clear();
    due_.clear();
    links_.clear();
    s2_.valid = false;
}

void Witness::finish()
{
    if (!due_.empty())
        fail("a payload taken and acknowledged never reached the host", due_.front().tid);
    for (const auto &n : links_) {
        const Link &l = n.second;
        uint64_t lost = l.missing;
        for (const Item &i : l.items) lost += !i.optional;
        if (lost > l.flushed + CHUNKS * l.refused)
            fail("a payload of the host was lost in silence", n.first);
    }
}

// SPDX-License-Identifier: Apache-2.0
//
// Untimed scoreboard; see scoreboard.h.
#include "scoreboard.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr size_t PRINTS_MAX = 20000;   // more than any MAC can have in flight

// Completion kinds, numbers as in docs/registers.md.
enum { CPL_RETIRED = 1, CPL_FLUSHED, CPL_REFUSED, CPL_DEAD, CPL_RESTARTED, CPL_CLOSED };

uint64_t hash_bytes(const uint8_t *p, size_t n)
{
    uint64_t h = n;
    for (; n >= 8; p += 8, n -= 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        h = (h ^ w) * 0x9fb21c651e98df25ull;
        h ^= h >> 29;
    }
    for (; n; p++, n--) h = (h ^ *p) * 0x9fb21c651e98df25ull;
    return h ^ h >> 32;
}

} // namespace

Scoreboard::Link &Scoreboard::link(uint32_t src, uint32_t vc, uint32_t dst)
{
    const LinkName n{ src, vc, dst };
    if (cached_ && cached_name_.src == src && cached_name_.vc == vc && cached_name_.dst == dst)
        return *cached_;
    cached_name_ = n;
    cached_ = &links_[n];
    return *cached_;
}

void Scoreboard::fail(uint64_t cycle, const LinkName &l, const std::string &what)
{
    char name[64];
    snprintf(name, sizeof name, "link %06x -> %06x VC %u", l.src, l.dst, l.vc);
    faults_->add(cycle, name, what);
}

void Scoreboard::accepted(uint32_t node, const HostPacket &p, size_t from, size_t to)
{
    const uint32_t vc = p.dest >> 24, dst = p.dest & 0xffffff;
    // tuser and tkeep of the last beat are about the last payload of a packet that was cut.
    const bool broken = to == p.data.size() && (p.discard || p.bad_keep);
    if (broken || vc > 2 || dst == node || dst == 0xffffff) return;
    const auto at = p.data.begin();
    Link &l = link(node, vc, dst);
    if (l.early && from == 0) {
        l.early--;
        l.swallow = true;
    }
    if (l.swallow) {
        l.swallow = to != p.data.size();
        return;
    }
    const auto first = at + static_cast<std::ptrdiff_t>(from);
    const auto end = at + static_cast<std::ptrdiff_t>(to);
    l.items.push_back(Item{ { first, end }, false });
    count_.accepted++;
    waiting_++;
}

void Scoreboard::delivered(uint32_t node, uint32_t tid, const std::vector<uint8_t> &data,
                           uint64_t cycle)
{
    const LinkName n{ tid & 0xffffff, tid >> 24, node };
    Link &l = link(n.src, n.vc, n.dst);
    // What may be missing is skipped, but only if something behind it fits.
    size_t skip = 0;
    while (skip < l.items.size() && l.items[skip].optional && l.items[skip].data != data) skip++;
    const bool fits = skip < l.items.size() && l.items[skip].data == data;
    if (!fits && l.lenient && (lives_ || was_sent(l, data))) {
        count_.redelivered++;
        return;
    }
    for (; fits && skip; skip--) {
        l.items.pop_front();
        l.head++;
        count_.flushed++;
    }
    if (l.items.empty()) {
        fail(cycle, n, "host got a payload that nobody sent, or a second time");
        return;
    }
    if (l.head >= l.seen) fail(cycle, n, "host got a payload that was never on the wire");
    if (l.items.front().data != data) fail(cycle, n, "host got wrong bytes (or order) in payload "
                                           + std::to_string(l.head));
    if (!l.items.front().optional) waiting_--;
    l.items.pop_front();
    l.head++;
    l.seen = std::max(l.seen, l.head);
    count_.delivered++;
    count_.delivered_bytes += data.size();
}

bool Scoreboard::was_sent(const Link &l, const std::vector<uint8_t> &data)
{
    const uint64_t hash = hash_bytes(data.data(), data.size());
    for (const Print &p : l.prints) if (p.hash == hash && p.length == data.size()) return true;
    return false;
}

// All items numbered below `below` may be missing from now on.
void Scoreboard::make_optional(Link *l, uint64_t below)
{
    for (size_t i = 0; i < l->items.size() && l->head + i < below; i++) {
        if (!l->items[i].optional) waiting_--;
        l->items[i].optional = true;
    }
}

void Scoreboard::completion(uint32_t node, const Completion &c, uint64_t cycle)
{
    const LinkName n{ node, c.vc, c.node };
    switch (c.kind) {
    case CPL_RETIRED:
        count_.retired += c.count;
        break;
    case CPL_FLUSHED: {
        // IDs first, first + 1, ...: those newer than `sent` never were on the wire.
        Link &l = link(n.src, n.vc, n.dst);
        const bool any = l.has_sent && !newer(c.first_id, l.sent);
        const uint32_t in_flight = any ? l.sent - c.first_id + 1 : 0;
        if (c.count > in_flight) l.next += c.count - in_flight;
        if (l.next > l.head + l.items.size()) {
            fail(cycle, n, "more payloads flushed than the host handed over");
            l.next = l.head + l.items.size();
        }
        l.seen = std::max(l.seen, l.next);
        make_optional(&l, l.next);
        l.has_sent = false;            // what comes next belongs to a new life
        break;
    }
    case CPL_REFUSED: {
        count_.refused++;
        if (c.vc > 2 || c.node == node || c.node == 0xffffff || c.status == 3) break;
        Link &l = link(n.src, n.vc, n.dst);
        if (l.seen >= l.head + l.items.size()) {
            l.early++;
            break;
        }
        const auto it = l.items.begin() + static_cast<std::ptrdiff_t>(l.seen - l.head);
        if (!it->optional) waiting_--;
        l.items.erase(it);
        break;
    }
    case CPL_DEAD:
        count_.dead++;
        break;
    case CPL_RESTARTED:
        // What was said to the peer's old life in a CLOSE_NACK holds no more.
        link(node, c.vc, c.node).limited = false;
        break;
    case CPL_CLOSED:
        break;
    default:
        fail(cycle, n, "completion of unknown kind " + std::to_string(c.kind));
    }
}

// sel.number, sel.life: from 1 on in each pair of lives, and none is left out.
void Scoreboard::number_out(const LinkName &n, Link &l, const Header &h, uint64_t cycle)
{
    const uint32_t lives = h.life << 16 | h.to_life;
    if (lives != l.number_lives) l.number = 0;
    l.number_lives = lives;
    count_.numbered += h.rxid != 0;
    const bool again = h.rxid == 1 && l.number >= 0xffff;
    if (h.rxid ? h.rxid != l.number + 1 && !again : l.number != 0)
        fail(cycle, n, "send " + std::to_string(h.rxid) + " behind " + std::to_string(l.number));
    l.number = h.rxid;
}

void Scoreboard::payload_out(const LinkName &n, const Frame &f, const Header &h, uint64_t cycle)
{
    Link &l = link(n.src, n.vc, n.dst);
    const uint8_t *p = f.bytes.data() + HDR_BYTES;
    number_out(n, l, h, cycle);
    if (!l.has_sent) {
        fail(cycle, n, "payload " + std::to_string(h.txid)
             + " before the link's first OPEN or OPEN_ACK");
        l.has_sent = true;
        l.sent = h.txid - 1;
    }
    // It waited behind the OPEN of the next life, where it goes again.
    if (h.life && h.life != l.own_life) return;
    const uint64_t hash = hash_bytes(p, h.payload);
    if (h.txid == l.sent + 1) {
        count_.new_payloads++;
        l.sent = h.txid;
        if (l.closing) fail(cycle, n, "payload " + std::to_string(h.txid) + " after its CLOSE");
        if (l.limited && newer(h.txid, l.limit))
            fail(cycle, n, "payload " + std::to_string(h.txid) + " after a CLOSE_NACK that named "
                 + std::to_string(l.limit));
        l.prints.push_back(Print{ hash, h.payload });
        if (l.prints.size() > PRINTS_MAX) l.prints.pop_front();
        if (l.next < l.head) {
            l.next++;                  // once more, in a new life
        } else if (l.next < l.head + l.items.size()) {
            const std::vector<uint8_t> &d = l.items[l.next - l.head].data;
            if (d.size() != h.payload || memcmp(d.data(), p, d.size()) != 0)
                fail(cycle, n, "payload " + std::to_string(h.txid)
                     + " is not what the host handed over");
            l.seen = std::max(l.seen, ++l.next);
        } else {
            fail(cycle, n, "payload " + std::to_string(h.txid)
                 + " that the host never handed over");
        }
        return;
    }
    if (newer(h.txid, l.sent)) {
        fail(cycle, n, "payload " + std::to_string(h.txid) + " skips IDs, newest was "
             + std::to_string(l.sent));
        return;
    }
    count_.replays++;
    const uint32_t age = l.sent - h.txid;
    if (age >= l.prints.size()) {
        fail(cycle, n, "replay of " + std::to_string(h.txid) + ", which this life never sent");
        return;
    }
    const Print &was = l.prints[l.prints.size() - 1 - age];
    if (was.hash != hash || was.length != h.payload)
        fail(cycle, n, "replay of " + std::to_string(h.txid) + " differs from its first sending");
}

// `n` is the link that the ACK is for, so its sender is n.dst.
void Scoreboard::ack_out(const LinkName &n, const Header &h, uint64_t cycle)
{
    Pair *p = pair_of(&link(n.src, n.vc, n.dst), h.to_life, h.life);
    count_.acks++;
    if (h.txid && !link(n.src, n.vc, n.dst).numbers.has(h.txid))
        fail(cycle, n, "ACK of send " + std::to_string(h.txid) + ", which has not arrived");
    if (!p)
        fail(cycle, n, "ACK before anything arrived");
    else if (newer(h.rxid, p->last))
        fail(cycle, n, "ACK of " + std::to_string(h.rxid) + ", but in order only "
             + std::to_string(p->last) + " has arrived");
    else if (newer(p->taken, h.rxid))
        fail(cycle, n, "ACK of " + std::to_string(h.rxid) + " after that of "
             + std::to_string(p->taken));
    else
        p->taken = h.rxid;
}

void Scoreboard::frame_out(uint32_t node, const Frame &f, uint64_t cycle)
{
    count_.frames++;
    const std::string bad = frame_fault(f, node, high_, window(node));
    Header h;
    if (!bad.empty() || !parse_header(f, &h)) {
        faults_->add(cycle, "frame sent by " + std::to_string(node), bad);
        return;
    }
    switch (h.opcode) {
    case OP_OPEN:
    case OP_OPEN_ACK:
        open_out(LinkName{ node, h.vc, h.dst }, h, cycle);
        break;
    case OP_PAYLOAD:
        payload_out(LinkName{ node, h.vc, h.dst }, f, h, cycle);
        return;
    case OP_ACK:
        ack_out(LinkName{ h.dst, h.vc, node }, h, cycle);
        return;
    default:
        break;
    }
    answer_out(node, f, h, cycle);
}

void Scoreboard::frame_in(uint32_t node, const Frame &f, uint64_t cycle)
{
    (void)cycle;
    Header h;
    if (!parse_header(f, &h) || !frame_taken(f, node, high_)) return;
    learn(node, &link(h.src, h.vc, node), h);
}

uint32_t Scoreboard::window(uint32_t node) const
{
    const auto it = windows_.find(node);
    return it == windows_.end() ? 0 : it->second;
}

void Scoreboard::reset(uint32_t node)
{
    for (auto &e : links_) {
        Link &l = e.second;
        if (e.first.src == node) {
            make_optional(&l, l.head + l.items.size());
            l.next = l.seen = l.head + l.items.size();
            l.has_sent = false;
        } else if (e.first.dst == node) {
            make_optional(&l, l.seen);
            l.pairs.clear();
            l.lenient = true;
        }
    }
}

void Scoreboard::finish(uint64_t cycle)
{
    for (auto &e : links_) {
        size_t missing = 0;
        for (const Item &i : e.second.items) missing += !i.optional;
        if (e.second.early) fail(cycle, e.first, "refused a packet that was never handed over");
        if (missing)
            fail(cycle, e.first, std::to_string(missing) + " payloads never reached the host");
    }
    if (waiting_ != 0 && !faults_->any())
        faults_->add(cycle, "scoreboard", "its own sums do not agree");
}

std::vector<std::string> Scoreboard::stuck() const
{
    std::vector<std::string> v;
    for (const auto &e : links_) {
        const Link &l = e.second;
        size_t missing = 0;
        for (const Item &i : l.items) missing += !i.optional;
        if (!missing) continue;
        char text[200];
        const Pair none, &p = l.pairs.empty() ? none : l.pairs.back();
        snprintf(text, sizeof text, "link %06x -> %06x VC %u: %zu payloads wait, newest ID sent %u,"
                 " last in order at the peer %u, last acknowledged %u", e.first.src, e.first.dst,
                 e.first.vc, missing, l.has_sent ? l.sent : 0, p.last, p.taken);
        v.push_back(text);
    }
    return v;
}

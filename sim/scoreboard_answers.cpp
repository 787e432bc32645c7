// SPDX-License-Identifier: Apache-2.0
//
// What a MAC may answer, and what it may say about itself (docs/protocol.md), as far as
// that shows at its wire port. Answers leave in the order of what they answer, so the newest ACK
// that a MAC has sent on a link names what it had taken when it gave the next answer.
//
//     OPEN_ACK, OPEN_NACK     RxID is the TxID of an OPEN that came in
//     CLOSE_ACK, CLOSE_NACK   RxID is the TxID of a CLOSE that came in; CLOSE_NACK TxID is the
//                             last payload's
//     NACK                    RxID is the newest ID taken + 1
//     NACK_FULL               RxID is the newest ID taken
//     NACK_NOLINK             RxID is the TxID of a payload or of an OPEN_ACK that came in
//     CLOSE                   TxID is that of the last payload sent + 1, RxID the newest ID taken
//     OPEN again, OPEN_ACK    TxID is not beyond what the life has sent
#include "scoreboard.h"

namespace {

uint64_t named(uint32_t life, uint32_t id)
{
    return uint64_t{ life } << 32 | id;
}

// sel.map: bit i, and the newest
std::vector<uint32_t> named_by_map(const Frame &f, const Header &h)
{
    const uint64_t held = uint64_t{ get_be(f.bytes, 68, 4) } << 32 | get_be(f.bytes, 72, 4);
    std::vector<uint32_t> ids = { h.rxid + get_be(f.bytes, 64, 2) };
    for (uint32_t i = 0; i < 64; i++)
        if (held >> i & 1) ids.push_back(h.rxid + 1 + get_be(f.bytes, 62, 2) + i);
    return ids;
}

constexpr size_t PAIRS = 64; // more lives than are under way at a time, forged ones among them

} // namespace

// nullptr: never heard of, or long ago.
Scoreboard::Pair *Scoreboard::pair_of(Link *l, uint32_t life, uint32_t own)
{
    for (auto p = l->pairs.rbegin(); p != l->pairs.rend(); ++p)
        if (p->life == life && (life == 0 || p->own == own)) return &*p;
    return nullptr;
}

// The receiver knows where the IDs of a life begin.
void Scoreboard::pair_up(Link *l, uint32_t life, uint32_t own, uint32_t before)
{
    if (pair_of(l, life, own)) return;
    if (l->pairs.size() == PAIRS) l->pairs.pop_front();
    l->pairs.push_back({ life, own, before, {}, before });
}

void Scoreboard::handed(uint32_t src, uint32_t vc, uint32_t dst, const std::vector<uint8_t> &data)
{
    Link &l = link(src, vc, dst);
    l.items.push_back(Item{ data, false });
    l.next = l.seen = l.head + l.items.size();
    count_.accepted++;
    waiting_++;
}

// OPEN or OPEN_ACK of the sender of link n.
void Scoreboard::open_out(const LinkName &n, const Header &h, uint64_t cycle)
{
    Link &l = link(n.src, n.vc, n.dst);
    // The ID before its first payload, or before the oldest.
    const uint32_t before = h.opcode == OP_OPEN ? h.txid : h.txid - 1;
    if (!l.has_sent || l.own_life != h.epoch) {
        // Payloads of the life before that were not acknowledged are sent again under the same IDs.
        if (l.has_sent && newer(l.sent, before))
            l.next -= std::min<uint64_t>(l.sent - before, l.next);
        l.has_sent = true;
        l.own_life = h.epoch;
        l.sent = before;
        l.prints.clear();
        l.closing = l.limited = false;
    } else if (newer(before, l.sent + l.closing)) {
        fail(cycle, n, std::string(opcode_name(h.opcode)) + " TxID " + std::to_string(h.txid)
             + ", newest sent was " + std::to_string(l.sent));
    }
    if (h.opcode == OP_OPEN) l.limited = false;
}

void Scoreboard::answer_out(uint32_t node, const Frame &f, const Header &h, uint64_t cycle)
{
    const LinkName n{ h.dst, h.vc, node };             // the link of what is answered
    Link &l = link(n.src, n.vc, n.dst);
    const Pair *p = pair_of(&l, h.to_life, h.life);
    const auto wrong = [&](const LinkName &of, const std::string &why) {
        fail(cycle, of, std::string(opcode_name(h.opcode)) + " TxID " + std::to_string(h.txid)
             + " RxID " + std::to_string(h.rxid) + ", " + why);
    };
    const auto unless = [&](bool fine, const char *why) { if (!fine) wrong(n, why); };
    // sel.run: of a run one ACK is on its way, which names the newest.
    const auto taken_is = [&](uint32_t id) {
        if (!p || id == p->taken) return;
        if (!window(node) || newer(p->taken, id) || newer(id, p->last))
            wrong(n, "but it has taken up to " + std::to_string(p->taken));
    };

    switch (h.opcode) {
    case OP_OPEN_ACK:
        unless(l.opens.has(h.rxid), "but no such OPEN came in");
        if (l.opened.has(named(h.to_life, h.rxid))) pair_up(&l, h.to_life, h.epoch, h.rxid);
        break;
    case OP_OPEN_NACK:
        unless(l.opens.has(h.rxid), "but no such OPEN came in");
        break;
    case OP_NACK:
        taken_is(h.rxid - 1);
        if (!has_map(f)) break;
        count_.maps++;
        unless(!h.txid || l.numbers.has(h.txid), "but no such send came in");
        for (uint32_t id : named_by_map(f, h))
            if (p && newer(id, p->last) && !p->beyond.count(id))
                wrong(n, "its map names " + std::to_string(id) + ", which has not arrived");
        break;
    case OP_NACK_FULL:
        taken_is(h.rxid);
        break;
    case OP_NACK_NOLINK:
        unless(l.payloads.has(h.rxid) || l.acks.has(h.rxid), "but no such payload came in");
        break;
    case OP_CLOSE_ACK:
    case OP_CLOSE_NACK:
        // A CLOSE without life numbers (of a stranger) may carry any ID.
        unless(h.to_life == 0 || l.closes.has(h.rxid), "but no such CLOSE came in");
        break;
    case OP_CLOSE:
        taken_is(h.rxid);
        break;
    default:
        return;
    }
    count_.answers++;

    if (h.opcode != OP_CLOSE && h.opcode != OP_CLOSE_NACK) return;
    const LinkName m{ node, h.vc, h.dst };
    Link &own = link(m.src, m.vc, m.dst);
    if (!own.has_sent) return;
    if (h.opcode == OP_CLOSE) {
        if (h.txid != own.sent + 1) wrong(m, "newest payload sent was " + std::to_string(own.sent));
        own.closing = true;
    } else {
        // Payloads that have their IDs may still be on their way to the port.
        if (newer(own.sent, h.txid))
            wrong(m, "newest payload sent was " + std::to_string(own.sent));
        own.limited = true;
        own.limit = h.txid;
    }
}

// A payload has come. What is farther ahead than a window is thrown away.
void Scoreboard::arrives(Pair *p, uint32_t id, uint32_t window)
{
    if (id == p->last + 1) p->last = id;
    else if (window && newer(id, p->last) && id - p->last <= window + 1) p->beyond.insert(id);
    while (p->beyond.erase(p->last + 1)) p->last++;
}

void Scoreboard::learn(uint32_t node, Link *l, const Header &h)
{
    switch (h.opcode) {
    case OP_OPEN:
        l->opens.push(h.txid);
        l->opened.push(named(h.life, h.txid));
        break;
    case OP_OPEN_ACK:
        l->acks.push(h.txid);
        pair_up(l, h.life, h.to_life, h.txid - 1);
        break;
    case OP_CLOSE:
        l->closes.push(h.txid);
        break;
    case OP_PAYLOAD:
        l->payloads.push(h.txid);
        if (h.rxid) l->numbers.push(h.rxid);
        if (Pair *p = pair_of(l, h.life, h.to_life)) arrives(p, h.txid, window(node));
        break;
    default:
        break;
    }
}

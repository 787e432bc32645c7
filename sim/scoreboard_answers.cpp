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
//     NACK_NOLINK             RxID is the TxID of a payload that came in
//     CLOSE                   TxID is that of the last payload sent + 1, RxID the newest ID taken
//     OPEN again, OPEN_ACK    TxID is not beyond what the life has sent
#include "scoreboard.h"

namespace {

std::string number(uint32_t id)
{
    return std::to_string(id);
}

} // namespace

void Scoreboard::handed(uint32_t src, uint32_t vc, uint32_t dst, const std::vector<uint8_t> &data)
{
    Link &l = link(src, vc, dst);
    l.items.push_back(Item{ data, false });
    l.next = l.head + l.items.size();
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
        l.has_sent = true;
        l.own_life = h.epoch;
        l.sent = before;
        l.prints.clear();
        l.closing = l.limited = false;
    } else if (newer(before, l.sent + l.closing)) {
        fail(cycle, n, std::string(opcode_name(h.opcode)) + " TxID " + number(h.txid)
             + ", newest sent was " + number(l.sent));
    }
    if (h.opcode == OP_OPEN) l.limited = false;
}

void Scoreboard::answer_out(uint32_t node, const Header &h, uint64_t cycle)
{
    const LinkName n{ h.dst, h.vc, node };             // the link of what is answered
    Link &l = link(n.src, n.vc, n.dst);
    const bool known = l.has_base;
    const uint32_t taken = l.has_ack ? l.ack : l.base;
    const auto wrong = [&](const LinkName &of, const std::string &why) {
        fail(cycle, of, std::string(opcode_name(h.opcode)) + " TxID " + number(h.txid)
             + " RxID " + number(h.rxid) + ", " + why);
    };
    const auto unless = [&](bool fine, const char *why) { if (!fine) wrong(n, why); };
    const auto taken_is = [&](uint32_t id) {
        if (known && id != taken) wrong(n, "but it has taken up to " + number(taken));
    };

    switch (h.opcode) {
    case OP_OPEN_ACK:
        unless(l.opens.has(h.rxid), "but no such OPEN came in");
        if (l.fresh && h.rxid == l.fresh_id) {
            l.fresh = false;
            l.has_base = true;
            l.base = l.fresh_id;
            l.has_ack = false;
        }
        break;
    case OP_OPEN_NACK:
        unless(l.opens.has(h.rxid), "but no such OPEN came in");
        break;
    case OP_NACK:
        taken_is(h.rxid - 1);
        break;
    case OP_NACK_FULL:
        taken_is(h.rxid);
        break;
    case OP_NACK_NOLINK:
        unless(l.payloads.has(h.rxid), "but no such payload came in");
        break;
    case OP_CLOSE_ACK:
    case OP_CLOSE_NACK:
        // What a stranger's CLOSE carries means nothing.
        unless(l.peer_life == 0 || l.closes.has(h.rxid), "but no such CLOSE came in");
        // Closed: the CLOSE has used its ID.
        if (h.opcode == OP_CLOSE_ACK && l.peer_life && l.has_last && h.rxid == l.last + 1) {
            l.last = h.rxid;
            (l.has_ack ? l.ack : l.base) = h.rxid;
        }
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
        if (h.txid != own.sent + 1) wrong(m, "newest payload sent was " + number(own.sent));
        own.closing = true;
        own.anew = false;
    } else {
        // Payloads that have their IDs may still be on their way to the port.
        if (newer(own.sent, h.txid)) wrong(m, "newest payload sent was " + number(own.sent));
        own.limited = true;
        own.limit = h.txid;
    }
}

void Scoreboard::learn(Link *l, const Header &h)
{
    switch (h.opcode) {
    case OP_OPEN:
    case OP_OPEN_ACK:
        if (h.opcode == OP_OPEN) l->opens.push(h.txid);
        // News only if the life is younger: a late copy of an old one changes nothing.
        if (l->has_last && static_cast<int16_t>(h.epoch - l->peer_life) <= 0) break;
        l->has_last = true;
        l->peer_life = h.epoch;
        l->last = h.opcode == OP_OPEN ? h.txid : h.txid - 1;
        if (h.opcode == OP_OPEN) {
            // What is still on its way out answers the life before.
            l->fresh = true;
            l->fresh_id = h.txid;
        } else {
            l->fresh = l->has_ack = false;
            l->has_base = true;
            l->base = l->last;
        }
        break;
    case OP_CLOSE:
        l->closes.push(h.txid);
        break;
    case OP_PAYLOAD:
        l->payloads.push(h.txid);
        if (l->has_last && h.txid == l->last + 1) l->last = h.txid;
        break;
    default:
        break;
    }
}

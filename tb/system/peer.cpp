// SPDX-License-Identifier: Apache-2.0
//
// A peer played by hand, and counters looked at step by step; see system.h.
#include "system.h"

#include <algorithm>

Peer::Peer(World &w, Node &mac, uint32_t n, uint32_t l)
    : node(n), life(l), w_(w), mac_(mac), tap_(w.net.tap)
{
    w.net.tap = [this](Node &at, const Frame &f, bool sent) {
        if (tap_) tap_(at, f, sent);
        if (sent && &at == &mac_) hear(f);
    };
}

Peer::~Peer()
{
    w_.net.tap = tap_;
}

void Peer::hear(const Frame &f)
{
    Header h;
    if (!parse_header(f, &h) || h.dst != node) return;
    heard.push_back(h);
    if (h.opcode == OP_OPEN || h.opcode == OP_OPEN_ACK) named_[h.vc] = h.epoch;
    const auto last = taken_.find(h.vc);
    if (h.opcode != OP_PAYLOAD || (last != taken_.end() && !newer(h.txid, last->second))) return;
    const auto at = f.bytes.begin() + HDR_BYTES;
    got_[h.vc][h.txid].assign(at, at + static_cast<std::ptrdiff_t>(h.payload));
}

Frame Peer::frame(uint32_t op, uint32_t vc, uint32_t txid, uint32_t rxid, size_t bytes)
{
    std::vector<uint8_t> data(bytes);
    for (uint8_t &x : data) x = static_cast<uint8_t>(w_.rng.below(256));
    return make_frame(node, mac_.cfg.node, op, vc, txid, rxid, life, data,
                      op != OP_OPEN && life ? named_[vc] : 0);
}

void Peer::send(const Frame &f)
{
    w_.net.wire.inject(&mac_ == w_.b, f, w_.net.cycle);
    Header h;
    if (!parse_header(f, &h) || h.vc > 2 || (h.opcode != OP_ACK && h.opcode != OP_NACK)) return;
    // An ACK takes what it names, a NACK what is older: the host behind this node has got it.
    auto &got = got_[h.vc];
    const uint32_t last = h.opcode == OP_ACK ? h.rxid : h.rxid - 1;
    std::vector<uint32_t> ids;
    for (const auto &g : got) if (!newer(g.first, last)) ids.push_back(g.first);
    std::sort(ids.begin(), ids.end(), [](uint32_t a, uint32_t b) { return newer(b, a); });
    for (uint32_t id : ids) {
        w_.net.score.delivered(node, h.vc << 24 | mac_.cfg.node, got[id], w_.net.cycle);
        got.erase(id);
        taken_[h.vc] = id;
    }
}

void Peer::send(uint32_t op, uint32_t vc, uint32_t txid, uint32_t rxid)
{
    send(frame(op, vc, txid, rxid));
}

void Peer::payload(uint32_t vc, uint32_t id, size_t bytes, bool taken)
{
    const Frame f = frame(OP_PAYLOAD, vc, id, 0, bytes);
    if (taken) handed(f);
    send(f);
}

void Peer::handed(const Frame &f)
{
    Header h;
    if (!parse_header(f, &h)) return;
    const auto at = f.bytes.begin() + HDR_BYTES;
    w_.net.score.handed(node, h.vc, mac_.cfg.node,
                        { at, at + static_cast<std::ptrdiff_t>(h.payload) });
}

void Peer::over(const Header &h)
{
    send(make_frame(node, mac_.cfg.node, OP_NACK_NOLINK, h.vc, 0, h.txid, h.to_life, {}, h.epoch));
}

Header Peer::answer(uint32_t op)
{
    Header h{};
    const std::string what = std::string("an answer ") + opcode_name(op);
    if (!w_.run(20000, [&] { return !heard.empty(); }, what.c_str())) return h;
    h = heard.front();
    heard.pop_front();
    w_.expect(h.opcode == op,
              std::string("answer is ") + opcode_name(h.opcode) + ", not " + opcode_name(op));
    return h;
}

void Peer::open(uint32_t vc, uint32_t base)
{
    send(OP_OPEN, vc, base, 0);
    const Header h = answer(OP_OPEN_ACK);
    w_.expect(h.rxid == base && h.vc == vc, "OPEN_ACK names the OPEN");
    w_.settle(mac_, 100);
}

Header Peer::accept(uint32_t vc, uint32_t base)
{
    const Header h = answer(OP_OPEN);
    send(OP_OPEN_ACK, vc, base + 1, h.txid);
    w_.settle(mac_, 100);
    return h;
}

Ledger::Ledger(World &w, Node &n) : w_(w), n_(n), was_(w.counters(n))
{
}

void Ledger::expect(const std::string &what, const Moves &moves, uint64_t quiet)
{
    w_.settle(n_, quiet);
    const Counters now = w_.counters(n_);
    for (unsigned i = 0; i < TTP_CNT_N; i++) {
        const uint64_t by = now[i] - was_[i];
        const auto m = moves.find(i);
        const uint64_t want = m == moves.end() ? 0 : m->second;
        if (by) ever_.insert(i);
        w_.expect(by == want, what + ": counter " + std::to_string(i) + " moved by "
                  + std::to_string(by) + ", not " + std::to_string(want));
    }
    was_ = now;
}

uint64_t Ledger::moved(unsigned i)
{
    return w_.counters(n_)[i] - was_[i];
}

std::set<unsigned> Ledger::never() const
{
    std::set<unsigned> s;
    for (unsigned i = 0; i < TTP_CNT_N; i++)
        if (!(i % 16 >= OP_N && i < 32) && !ever_.count(i)) s.insert(i);
    return s;
}

// The set is the XOR of the log2(sets)-bit pieces of the node: k and k one piece higher cancel out.
uint32_t same_set(const Node &n, uint32_t node, uint32_t i)
{
    uint32_t bits = 0;
    while (1u << bits < n.cfg.params.link_sets) bits++;
    return bits ? (node ^ i ^ i << bits) & 0xffffff : node + i;
}

uint32_t in_flight(const Node &n, uint32_t payloads)
{
    return n.cfg.params.tx_cells >= 32 ? payloads : 1;
}

size_t records(const World &w, uint32_t kind, uint32_t node)
{
    const auto n = std::count_if(w.completions.begin(), w.completions.end(), [&](const auto &c) {
        return c.second.kind == kind && c.second.node == node;
    });
    return static_cast<size_t>(n);
}

// SPDX-License-Identifier: Apache-2.0
//
// System scenarios in which something breaks: dead peers, full sets, resets,
// rules broken by the host.
#include "system.h"

#include <algorithm>

namespace {

constexpr uint32_t NOBODY = 0x0a0bfe;       // a node that is not on the wire

WorldOptions impatient(const Setup &)
{
    WorldOptions o;
    o.tunables.timeout = o.tunables.open_tmo = o.tunables.close_tmo = 3000;
    o.tunables.retry_max = 3;
    return o;
}

// Payloads for a node that came back by a completion: flushed with the link, or never let in.
uint32_t returned(const World &w, uint32_t node)
{
    uint32_t n = 0;
    for (const auto &c : w.completions) {
        if (c.second.node != node) continue;
        if (c.second.kind == CPL_FLUSHED) n += c.second.count;
        if (c.second.kind == CPL_REFUSED) n++;
    }
    return n;
}

// Nobody answers OPEN; and a peer that falls silent in mid-stream.
void dead_peer(World &w)
{
    w.set(*w.a, TTP_REG_IRQ_MASK, 1u << TTP_IRQ_DEAD);
    w.send_to(*w.a, NOBODY, 0, 200, 4);
    w.send(*w.a, *w.b, 1, 200, 4);          // another link, unharmed
    w.run(400000, [&] { return records(w, CPL_DEAD, NOBODY) != 0; }, "the dead link's completion");
    w.expect(w.run(1000, [&] { return w.a->out->irq; }, "the interrupt"), "irq");
    w.run(400000, [&] { return returned(w, NOBODY) == 4; }, "its payloads to come back");
    w.expect(w.a->sent[OP_OPEN] >= 3, "OPEN was repeated");
    w.expect(w.get(*w.a, TTP_REG_IRQ_CAUSE) & 1u << TTP_IRQ_DEAD, "cause");
    w.set(*w.a, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD);
    w.step(10);
    w.expect(!w.a->out->irq, "irq goes when its cause is cleared");
    w.drain();

    bool silent = true;
    w.net.wire.filter = [&](int, int, const Frame &) { return !silent; };
    w.send(*w.a, *w.b, 0, 300, 6);
    w.run(400000, [&] { return records(w, CPL_DEAD, w.b->cfg.node) != 0; }, "the second dead link");
    w.run(400000, [&] { return returned(w, w.b->cfg.node) == 6; }, "its payloads to come back");
    w.set(*w.a, TTP_REG_IRQ_CAUSE, 0x7f);
    const Counters c = w.counters(*w.a);
    w.expect(c[TTP_CNT_DEAD] == records(w, CPL_DEAD, NOBODY) + records(w, CPL_DEAD, w.b->cfg.node)
             && c[TTP_CNT_FLUSHED] + c[TTP_CNT_REFUSED] == 10 && c[TTP_CNT_FLUSHED] >= 2,
             "counters of dead links and flushed payloads");
    w.expect(w.all_free(*w.a), "all memory is free again");
    w.expect(w.net.score.waiting() == 0, "nothing left to wait for");
}

// Wire frames by hand from many nodes: more OPENs than the table has room for.
void full_table(World &w)
{
    const ttp_params &p = w.a->cfg.params;
    const uint32_t room = p.link_sets * p.link_ways, peers = std::min(3 * room + 8, 4000u);
    uint64_t acks = 0, nacks = 0;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!sent || &n != w.a || !parse_header(f, &h) || h.vc != 1) return;
        acks += h.opcode == OP_OPEN_ACK;
        nacks += h.opcode == OP_OPEN_NACK;
    };
    w.send(*w.a, *w.b, 0, 500, 50);         // traffic of a link that must not suffer
    uint64_t due = w.net.cycle + 100;
    for (uint32_t i = 0; i < peers; i++, due += 40)
        w.net.wire.inject(0, make_frame(0x100000 + i * 0x111, w.a->cfg.node, OP_OPEN, 1, 7, 0, 5),
                          due);
    w.run(peers * 60 + 200000, [&] { return acks + nacks == peers; }, "an answer to each OPEN");
    w.expect(acks >= 1 && acks <= room, "no more links than there is room for");
    w.expect(nacks >= 1, "a set was full");
    w.net.tap = nullptr;
    w.drain();
}

void refused(World &w)
{
    const uint32_t own = w.a->cfg.node, peer = w.b->cfg.node;
    const std::vector<uint8_t> data(100, 0x5a), tiny(1, 0x5a), two(1024 + 64, 0x5a);
    w.send(*w.a, *w.b, 0, 64);
    w.push(*w.a, { 3u << 24 | peer, data, false, false });
    w.push(*w.a, { own, data, false, false });
    w.push(*w.a, { 0xffffff, data, false, false });
    w.push(*w.a, { peer, data, false, true });
    w.push(*w.a, { peer, tiny, false, true });
    w.push(*w.a, { peer, data, true, false });      // discarded by tuser: no completion
    w.send(*w.a, *w.b, 0, 64);
    w.drain();
    std::vector<uint32_t> reasons;
    for (const auto &c : w.completions)
        if (c.second.kind == CPL_REFUSED) reasons.push_back(c.second.status);
    w.expect(reasons == std::vector<uint32_t>{ REF_VC, REF_NODE, REF_NODE, REF_KEEP, REF_KEEP },
             "refused, with the reason");
    const Counters c = w.counters(*w.a);
    w.expect(c[TTP_CNT_REFUSED] == 5 && c[TTP_CNT_DISCARD] == 1 && c[TTP_CNT_ACC_PKTS] == 2,
             "counters");
}

WorldOptions resilient(const Setup &)
{
    WorldOptions o;
    o.harm.delay = 20;
    o.tunables.timeout = o.tunables.open_tmo = 3000;
    o.tunables.retry_max = 255;
    return o;
}

// The receiver loses its state while a frame is coming in; the sender finds out and reopens.
void hard_reset(World &w)
{
    for (int i = 0; i < 6; i++) {
        w.send(*w.a, *w.b, 0, 1024, 8);
        w.run(100000, [&] {
            const ttp_in &in = w.b->in;
            return w.b->wire_in.busy() && in.s_axis_wire_tvalid && !in.s_axis_wire_tlast;
        }, "a frame into B");
        w.step(w.rng.below(3));
        if (!w.b->wire_in.busy()) i--;
        w.b->in.cfg_epoch_seed = static_cast<uint16_t>(w.b->in.cfg_epoch_seed + 100);
        w.net.hard_reset(*w.b, 1 + w.rng.below(6));
        Tunables t = resilient({}).tunables;
        w.expect(set_up(w.net, *w.b, t), "registers after the reset");
        w.drain(4000000);
    }
    w.send(*w.a, *w.b, 0, 1024, 20);
    w.drain();
    w.expect(w.a->sent[OP_OPEN] >= 2, "the link was opened again");
}

// A MAC is reset by register while a frame comes in, one goes out and a host packet is under way.
// Meanwhile the wire is cut, so that the scoreboard can follow.
void soft_reset_of(World &w, Node &n)
{
    n.source.hold = true;
    w.set(n, TTP_REG_CTRL, 3);
    w.net.wire.clear();
    w.step(600);
    w.run(200000, [&] { return w.get(n, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; },
          "ready after the soft reset");
    w.net.score.reset(n.cfg.node);
    n.source.disown();
    n.source.hold = false;
}

void soft_reset(World &w)
{
    bool cut = false;
    w.net.wire.filter = [&](int, int, const Frame &) { return !cut; };
    unsigned in_frame = 0, in_packet = 0;
    for (uint32_t i = 0; i < 8; i++) {
        Node &n = *w.b;
        // Its own payloads are lost with it. It sends only while it can use a link that
        // its peer does not know yet: telling a restart from a late OPEN is not built yet.
        const bool sends = i < 2;
        w.send(*w.a, n, 0, 1024, 12);
        if (sends) w.send(n, *w.a, 1 + i, 1024, 12);
        w.run(200000, [&] { return sends ? n.source.in_packet() : n.wire_in.busy(); }, "traffic");
        if (!sends) w.step(w.rng.below(8));
        in_frame += n.wire_in.busy();
        in_packet += n.source.in_packet();
        cut = true;
        w.drop_queue(n);
        soft_reset_of(w, n);
        cut = false;
        w.run(4000000, [&] { return w.net.score.waiting() == 0; }, "delivery after the reset");
    }
    w.expect(in_frame >= 1 && in_packet >= 1, "resets in the middle of frames and packets");
    w.send(*w.a, *w.b, 0, 1024, 20);
    w.drain();
}

void close_link(World &w)
{
    w.send(*w.a, *w.b, 0, 100, 5);
    w.send(*w.b, *w.a, 0, 100, 5);
    w.drain();
    w.set(*w.a, TTP_REG_CLOSE_LINK, w.b->cfg.node);
    w.run(100000, [&] { return records(w, 6, w.b->cfg.node) != 0; }, "the completion of the close");
    w.expect(w.a->sent[OP_CLOSE] >= 1 && w.b->sent[OP_CLOSE_ACK] >= 1, "CLOSE and its answer");
    w.send(*w.a, *w.b, 0, 100, 5);          // and it reopens by itself
    w.send(*w.b, *w.a, 0, 100, 5);
    w.drain();
    w.expect(w.counters(*w.a)[TTP_CNT_OPENED] == 2, "opened twice");
}

// B closes, A's CLOSE_ACK is lost, A opens a new life while B still asks. A says that the old one
// is over, which ends B's closing in the orderly way, and traffic flows both ways.
void lost_close_ack(World &w)
{
    Node &a = *w.a, &b = *w.b;
    bool lose = false;
    w.net.wire.filter = [&](int, int, const Frame &f) {
        Header h;
        if (!lose || !parse_header(f, &h) || h.opcode != OP_CLOSE_ACK) return true;
        lose = false;
        return false;
    };
    uint32_t restarts = 0;
    // From a CLOSE again long before A's first payload to one long after it.
    for (uint32_t tmo = 2200; tmo <= 5800; tmo += 400) {
        w.set(b, TTP_REG_CLOSE_TMO, tmo);
        w.send(a, b, 0, 64);
        w.send(b, a, 0, 64);
        w.drain();
        lose = true;
        w.set(b, TTP_REG_CLOSE_LINK, a.cfg.node);
        w.run(20000, [&] { return !lose; }, "a lost CLOSE_ACK");
        w.send(a, b, 0, 64);
        w.step(12000);
        w.send(b, a, 0, 64, 3);
        w.send(a, b, 0, 64, 3);
        w.drain();
        restarts += w.cause(b, TTP_IRQ_RESTART);
        w.set(b, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_RESTART);
    }
    const Counters ca = w.counters(a), cb = w.counters(b);
    w.expect(ca[TTP_CNT_TX + OP_NACK_NOLINK] > 0, "B met the new life while it closed");
    w.expect(restarts == 0, "a restart that never was");
    w.expect(ca[TTP_CNT_DEAD] + cb[TTP_CNT_DEAD] == 0, "no dead link");
}

WorldOptions far_apart(const Setup &)
{
    WorldOptions o;
    o.harm.delay = 1000;
    o.tunables.timeout = o.tunables.open_tmo = 6000;
    o.tunables.close_tmo = 3500;
    o.tunables.retry_max = 5;
    return o;
}

} // namespace

std::vector<Scenario> fault_scenarios()
{
    return {
        { "dead_peer", dead_peer, impatient },
        { "full_table", full_table, resilient },
        { "refused", refused, nullptr },
        { "close_link", close_link, resilient },
        { "hard_reset", hard_reset, resilient },
        { "soft_reset", soft_reset, resilient },
        { "lost_close_ack", lost_close_ack, far_apart },
    };
}

// SPDX-License-Identifier: Apache-2.0
//
// System scenarios about the life of a link: a dead peer, a full link table, storms of forged
// answers, a peer that has lost its link.
#include "system.h"

#include <algorithm>
#include <map>

namespace {

constexpr uint32_t NOBODY = 0x0a0bfe;       // a node that is not on the wire

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

// Forged and old answers under the peer's name, as fast as the line takes them. What is named
// is never newer than what the peer has taken: who may name that may lose data for others.
void nack_storm(World &w)
{
    Node &a = *w.a;
    constexpr uint32_t forgery = 0xf0f0f0f0;    // as TxID, which nobody looks at
    uint32_t una = 0, snt = 0, base = 0;
    bool known = false;
    uint64_t first = 0, again = 0;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (&n != &a || !parse_header(f, &h) || h.vc != 0) return;
        if (sent && h.opcode == OP_PAYLOAD) {
            if (!known || newer(h.txid, snt)) {
                snt = h.txid;
                first++;
            } else {
                again++;
            }
            if (!known) una = base = h.txid;
            known = true;
        }
        if (!sent && h.opcode == OP_ACK && h.txid != forgery && newer(h.rxid + 1, una))
            una = h.rxid + 1;
    };
    w.send(a, *w.b, 0, 64);
    w.drain();
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f);

    const uint32_t lives = w.record(a, 0, w.b->cfg.node)[5];    // that the forger has seen
    const size_t n = std::clamp<size_t>(3 * a.cfg.params.tx_pkts, 120, 300);
    const Counters before = w.counters(a);
    for (const bool forged : { false, true }) {
        w.send(a, *w.b, 0, 200, n);
        w.send(*w.b, a, 1, 200, 40);            // another link, the other way
        const uint64_t end = w.net.cycle + 4000000;
        uint64_t i = 0;
        w.step(5);
        // Never more than a few in the queue, or the true answers would wait for ever behind them.
        const auto busy = [&] {
            return w.net.score.waiting() || !a.source.dry() || !w.b->source.dry();
        };
        while (w.ok() && !w.net.failed() && busy()) {
            if (w.net.wire.next_due(0) > w.net.cycle) {
                const uint32_t op = i % 3 == 2 ? OP_ACK : OP_NACK;
                const uint32_t age = w.rng.below(forged ? 2 : 400);
                uint32_t id = una - age;
                if (op == OP_ACK) id = forged ? snt + 1000 + w.rng.below(100000) : una - 1 - age;
                else if (forged && i % 7 == 0) id = snt + 1000 + w.rng.below(1u << 30);
                w.net.wire.inject(0,
                                  make_frame(w.b->cfg.node, a.cfg.node, op, 0, forgery, id,
                                             lives >> 16, {}, lives & 0xffff),
                                  w.net.cycle);
                i++;
            }
            w.net.step();
            w.expect(w.net.cycle < end, "a storm stops the link for ever");
        }
        w.drain();
        w.expect(i > 100, "a storm");
    }
    const Counters c = w.counters(a);
    w.expect(c[TTP_CNT_LATE_ACK] - before[TTP_CNT_LATE_ACK] > 50 && c[TTP_CNT_ILLEGAL] > 50,
             "late and illegal answers");
    w.expect(w.cause(a, TTP_IRQ_ILLEGAL), "the cause of illegal answers");
    w.expect(again > 0 && again == c[TTP_CNT_REPLAY], "replays");
    // A storm may have all that is in flight sent again each time that una moves, not more often.
    w.expect(again <= 2 * first,
             "replays are bounded: " + std::to_string(again) + " of " + std::to_string(first));
    w.expect(c[TTP_CNT_DEAD] == 0, "no link dies of it");
    w.net.tap = nullptr;
}

// The peer loses all links by a soft reset: NACK_NOLINK to what is in flight,
// OPEN of the next life, and everything from the oldest on arrives.
void nolink(World &w)
{
    Node &a = *w.a, &b = *w.b;
    w.send(a, b, 0, 500, 6);
    w.drain();
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f);
    w.set(a, TTP_REG_IRQ_MASK, 1u << TTP_IRQ_NOLINK);
    std::vector<Header> opens, nolinks;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!sent || !parse_header(f, &h)) return;
        if (&n == &a && h.opcode == OP_OPEN) opens.push_back(h);
        if (&n == &b && h.opcode == OP_NACK_NOLINK) nolinks.push_back(h);
    };
    const auto before = w.record(a, 0, b.cfg.node);
    bool cut = true;
    w.net.wire.filter = [&](int, int, const Frame &) { return !cut; };
    w.soft_reset({ &b });
    cut = false;
    w.expect(w.record(b, 0, a.cfg.node)[0] == 0, "the link is forgotten");
    w.send(a, b, 0, 500, 12);
    w.drain();
    w.expect(!nolinks.empty() && nolinks[0].rxid == before[3], "NACK_NOLINK names the payload");
    // A payload that was on its way when the OPEN passed it may cause another one.
    w.expect(!opens.empty() && opens.size() <= 3 && opens[0].txid == before[2] - 1,
             "OPEN names the ID before the oldest");
    w.expect(opens[0].epoch != (before[5] & 0xffff), "in another life");
    for (const Header &h : opens) w.expect(h.epoch == opens[0].epoch, "in one life");
    w.expect(a.out->irq && w.cause(a, TTP_IRQ_NOLINK), "interrupt");
    w.expect(w.state(a, 0, b.cfg.node) == OPEN && w.state(b, 0, a.cfg.node) == OPEN,
             "OPEN on both sides");
    const Counters c = w.counters(a);
    w.expect(c[TTP_CNT_OPENED] >= 2 && c[TTP_CNT_TIMEOUT] == 0, "open again at once");

    // NACK_NOLINK of the life before changes nothing.
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f);
    const auto idle = w.record(a, 0, b.cfg.node);
    w.net.wire.inject(0,
                      make_frame(b.cfg.node, a.cfg.node, OP_NACK_NOLINK, 0, 0, idle[2],
                                 before[5] >> 16, {}, before[5] & 0xffff),
                      w.net.cycle);
    w.settle(a);
    w.expect(w.record(a, 0, b.cfg.node) == idle && !w.cause(a, TTP_IRQ_NOLINK), "old NACK_NOLINK");
    w.net.tap = nullptr;
    w.send(a, b, 0, 500, 4);
    w.send(b, a, 1, 500, 4);
    w.drain();
}

// An OPEN_ACK names the OPEN that it answers, also when an ACK that was under
// way has moved una since.
void reopen_ack(World &w)
{
    Node &a = *w.a;
    Peer p(w, a, PEER, 0);
    p.open(0, 100);
    const uint32_t n = in_flight(a, 3);
    w.send_to(a, PEER, 0, 100, n);
    p.accept(0, 100);                           // str.open
    const uint32_t id = p.answer(OP_PAYLOAD).txid;
    for (uint32_t i = 1; i < n; i++) p.answer(OP_PAYLOAD);
    p.send(OP_NACK_NOLINK, 0, 0, id);
    const Header open = p.answer(OP_OPEN);
    w.expect(open.txid == id - 1, "re-OPEN names the ID before the oldest");
    p.send(OP_ACK, 0, 0, id);
    w.settle(a);
    w.expect(w.state(a, 0, PEER) == REOPEN_SENT && w.record(a, 0, PEER)[2] == id + 1,
             "una moved in re-OPEN");
    for (const uint32_t wrong : { id, id + 1, id - 2 }) {
        p.send(OP_OPEN_ACK, 0, 101, wrong);
        p.send(OP_OPEN_NACK, 0, 0, wrong);
    }
    w.settle(a);
    w.expect(p.silent() && w.state(a, 0, PEER) == REOPEN_SENT, "answers to other OPENs");
    p.send(OP_OPEN_ACK, 0, 101, open.txid);
    for (uint32_t i = 1; i < n; i++)
        w.expect(p.answer(OP_PAYLOAD).txid == id + i, "replay from una");
    p.send(OP_ACK, 0, 0, id + n - 1);
    w.settle(a);
    w.expect(w.state(a, 0, PEER) == OPEN, "OPEN again");
}

// All ways of a set are OPEN: a host packet for another node of it waits, and
// is refused in the end; when a way becomes free in time it goes.
void local_set_full(World &w)
{
    Node &a = *w.a;
    const uint32_t ways = a.cfg.params.link_ways, target = same_set(a, PEER, 16);
    std::deque<Peer> peers;
    for (uint32_t i = 0; i < ways; i++) {
        peers.emplace_back(w, a, same_set(a, PEER, i), 7 + i);
        peers[i].open(0, 100);
    }
    Peer last(w, a, target, 99);
    const uint64_t start = w.net.cycle;
    w.send_to(a, target, 0, 200);
    w.send_to(a, peers[0].node, 0, 100);        // behind it
    w.run(60000, [&] { return records(w, CPL_REFUSED, target) == 1; }, "the refusal");
    const uint64_t waited = w.net.cycle - start;
    w.expect(waited >= 2 * 3000 && waited < 4 * 3000 + 1000,
             "refused after the time, not before: " + std::to_string(waited));
    w.expect(w.completions.back().second.status == REF_FULL, "the reason");
    w.expect(w.cause(a, TTP_IRQ_REFUSED), "the cause");
    w.expect(last.silent(), "nothing was sent to it");
    const uint32_t id = peers[0].answer(OP_PAYLOAD).txid;
    peers[0].send(OP_ACK, 0, 0, id);
    w.settle(a);

    w.send_to(a, target, 0, 200);
    w.step(1000);
    w.expect(last.silent(), "it waits");
    peers[ways - 1].send(OP_CLOSE, 0, 101, 0);
    peers[ways - 1].answer(OP_CLOSE_ACK);
    const Header h = last.accept(0, 50);
    const uint32_t first = last.answer(OP_PAYLOAD).txid;
    w.expect(first == h.txid + 1, "the first payload of a new entry");
    last.send(OP_ACK, 0, 0, first);
    w.settle(a);
    w.expect(w.counters(a)[TTP_CNT_REFUSED] == 1 && w.counters(a)[TTP_CNT_RETIRED] == 2,
             "counters");
    w.expect(w.record(a, 0, peers[ways - 1].node)[0] == 0, "the closed link made room");
}

// A payload is lost beside a stream of the shortest ones on another link, both ways: its timer runs
// out though the event pipe is as busy as it can be, and long before the stream ends.
void busy_link(World &w)
{
    constexpr uint64_t TIMEOUT = 3000;
    Node &a = *w.a;
    const ttp_params &p = a.cfg.params;
    const uint64_t bound = TIMEOUT + 3u * p.link_sets * p.link_ways + 1000;
    const uint64_t cycles = std::max(2u, 84 * 8 / p.data_w);        // a payload, on the line
    uint64_t lost = 0, again = 0;
    w.send(a, *w.b, 0, 4);
    w.send(a, *w.b, 1, 4);
    w.drain();
    const auto its = [&](const Frame &f) {
        Header h;
        return parse_header(f, &h) && h.opcode == OP_PAYLOAD && h.vc == 1;
    };
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        if (sent && &n == &a && lost && !again && its(f)) again = w.net.cycle;
    };
    w.net.wire.filter = [&](int, int, const Frame &f) {
        if (lost || !its(f)) return true;
        lost = w.net.cycle;
        return false;
    };
    w.send(a, *w.b, 1, 4);
    w.run(1000, [&] { return lost != 0; }, "the loss");
    w.send(a, *w.b, 0, 4, 2 * bound / cycles);
    w.send(*w.b, a, 0, 4, 2 * bound / cycles);
    w.run(4 * bound, [&] { return again != 0; }, "the payload to go again");
    w.expect(again - lost <= bound, "its timer ran out after " + std::to_string(again - lost));
    w.expect(w.queued(a) && w.queued(*w.b), "the stream is still on");
    w.drain();
    w.net.tap = nullptr;
    w.net.wire.filter = nullptr;
}

// One link is busy, and all else asks for the event pipe beside it: OPENs of strangers into a
// table of many idle links, packets to another link, timers of peers that never answer.
// It keeps 95 % of what it has alone, if the MAC has room for all of them; each OPEN has its answer
// soon, and no frame is dropped.
void hostile_mix(World &w)
{
    Node &a = *w.a;
    const ttp_params &p = a.cfg.params;
    constexpr uint32_t IDLE = 0x100000, STRANGER = 0x200000, COUNT = 400;
    const uint64_t unit = (1108 * 8 + p.data_w - 1) / p.data_w;     // cycles of a whole payload
    const uint32_t idle = std::min(p.link_sets * p.link_ways, 1000u);
    std::map<uint32_t, uint64_t> due;       // by node: its OPEN is in
    uint64_t acks = 0, longest = 0, first = 0, last = 0, frames = 0;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!sent || &n != &a || !parse_header(f, &h)) return;
        const auto its = due.find(h.dst);
        if (h.vc == 1 && its != due.end()
            && (h.opcode == OP_OPEN_ACK || h.opcode == OP_OPEN_NACK)) {
            longest = std::max(longest, w.net.cycle - its->second);
            acks += h.opcode == OP_OPEN_ACK;
            due.erase(its);
        }
        if (h.opcode != OP_PAYLOAD || h.vc != 0) return;
        if (!frames++) first = w.net.cycle;
        last = w.net.cycle;
    };
    const auto open = [&](uint32_t node, uint64_t at) {
        due[node] = at;
        w.net.wire.inject(0, make_frame(node, a.cfg.node, OP_OPEN, 1, 7, 0, 5), at);
    };
    const auto stream = [&] {
        frames = 0;
        w.run(COUNT * unit * 2 + 400000, [&] { return frames == COUNT; }, "the busy link");
        return last - first;
    };
    for (uint32_t i = 0; i < idle; i++) open(IDLE + i, w.net.cycle + 100 + 60 * i);
    w.run(idle * 60 + 20000, [&] { return due.empty(); }, "the idle links");
    w.expect(acks > idle / 2, "idle links: " + std::to_string(acks));
    w.send(a, *w.b, 0, 64);
    w.send(a, *w.b, 2, 64);
    w.drain();

    w.send(a, *w.b, 0, 1024, COUNT);
    const uint64_t alone = stream();
    w.drain();
    longest = 0;
    const Counters before = w.counters(a);
    for (uint32_t i = 0; i < COUNT; i++) {
        w.send(a, *w.b, 0, 1024);
        if (i % 32 == 0) w.send(a, *w.b, 2, 64);
        if (i % (COUNT / 4) == 0) w.send_to(a, NOBODY - i, 0, 64);
        // Their answers take the same line as the busy link: below 512 bit more of it.
        if (i % (p.data_w == 512 ? 4 : 16) == 0) open(STRANGER + i, w.net.cycle + i * unit);
    }
    const uint64_t mixed = stream();
    const Counters after = w.counters(a);
    w.expect(p.link_sets < 32 || 100 * alone >= 95 * mixed, "the busy link alone "
             + std::to_string(alone) + " cycles, in the mix " + std::to_string(mixed));
    w.expect(longest > 0 && longest < 4 * unit + 200, "an OPEN waits " + std::to_string(longest));
    w.expect(after[TTP_CNT_TIMEOUT] != before[TTP_CNT_TIMEOUT], "timers ran out");
    for (const int drop : { TTP_CNT_DROP_EVENT, TTP_CNT_DROP_RESP })
        w.expect(after[drop] == before[drop], "no frame was dropped");
    w.run(400000, [&] { return due.empty(); }, "an answer to each OPEN");
    w.net.tap = nullptr;
    w.drain();
}

} // namespace

std::vector<Scenario> link_scenarios()
{
    const WorldOptions lively = WorldOptions().timeouts(6000).retries(200).delay(30);
    const WorldOptions patient = WorldOptions().timeouts(NEVER, 3000).retries(3);
    return {
        { "dead_peer", dead_peer, WorldOptions().timeouts(3000).retries(3) },
        { "full_table", full_table, WorldOptions().timeouts(3000).retries(255).delay(20) },
        { "nack_storm", nack_storm, lively },
        { "nolink", nolink, lively },
        { "reopen_ack", reopen_ack, patient },
        { "local_set_full", local_set_full, patient },
        { "busy_link", busy_link, WorldOptions().timeouts(3000) },
        { "hostile_mix", hostile_mix, WorldOptions().timeouts(3000).retries(8) },
    };
}

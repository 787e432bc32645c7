// SPDX-License-Identifier: Apache-2.0
//
// System scenarios about the life of a link: storms of forged answers, closing, a peer that has
// lost its link, a set of the link table that is full.
#include "system.h"

#include <algorithm>

namespace {

WorldOptions lively(const Setup &)
{
    WorldOptions o;
    o.harm.delay = 30;
    o.tunables.timeout = o.tunables.open_tmo = o.tunables.close_tmo = 6000;
    o.tunables.retry_max = 200;
    return o;
}

uint32_t state(World &w, Node &n, uint32_t vc, uint32_t node)
{
    return w.record(n, vc, node)[0] & 7;
}

enum { CLOSED, OPEN_SENT, OPEN_RECD, OPEN, CLOSE_SENT, CLOSE_RECD };

bool cause(World &w, Node &n, unsigned bit)
{
    return w.get(n, TTP_REG_IRQ_CAUSE) >> bit & 1;
}

// Forged and old answers under the peer's name, as fast as the line takes them. What is named is never
// newer than what the peer has taken: who may name that may lose data for others.
void nack_storm(World &w)
{
    Node &a = *w.a;
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
        if (!sent && h.opcode == OP_ACK && h.txid == 0 && newer(h.rxid + 1, una)) una = h.rxid + 1;
    };
    w.send(a, *w.b, 0, 64);
    w.drain();
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f);

    const size_t n = std::clamp<size_t>(3 * a.cfg.params.tx_pkts, 120, 300);
    const Counters before = w.counters(a);
    for (const bool forged : { false, true }) {
        w.send(a, *w.b, 0, 200, n);
        w.send(*w.b, a, 1, 200, 40);            // another link, the other way
        const uint64_t end = w.net.cycle + 4000000;
        uint64_t i = 0;
        w.step(5);
        // Never more than a few in the queue, or the true answers would wait for ever behind them.
        while (w.ok() && !w.net.failed() && (w.net.score.waiting() || !a.source.dry() || !w.b->source.dry())) {
            if (w.net.wire.next_due(0) > w.net.cycle) {
                const uint32_t op = i % 3 == 2 ? OP_ACK : OP_NACK, age = w.rng.below(forged ? 2 : 400);
                uint32_t id = una - age;
                if (op == OP_ACK) id = forged ? snt + 1000 + w.rng.below(100000) : una - 1 - age;
                else if (forged && i % 7 == 0) id = snt + 1000 + w.rng.below(1u << 30);
                w.net.wire.inject(0, make_frame(w.b->cfg.node, a.cfg.node, op, 0, 1, id), w.net.cycle);
                i++;
            }
            w.net.step();
            w.expect(w.net.cycle < end, "a storm stops the link for ever");
        }
        w.drain();
        w.expect(i > 100, "a storm");
    }
    const Counters c = w.counters(a);
    w.expect(c[TTP_CNT_LATE_ACK] - before[TTP_CNT_LATE_ACK] > 50 && c[TTP_CNT_ILLEGAL] > 50, "late and illegal answers");
    w.expect(cause(w, a, TTP_IRQ_ILLEGAL), "the cause of illegal answers");
    w.expect(again > 0 && again == c[TTP_CNT_REPLAY], "replays");
    // A storm may have all that is in flight sent again each time that una moves, not more often.
    w.expect(again <= 2 * first, "replays are bounded: " + std::to_string(again) + " of " + std::to_string(first));
    w.expect(c[TTP_CNT_DEAD] == 0, "no link dies of it");
    w.net.tap = nullptr;
}

// The closer is `a`; done when both sides have reported it.
void close_by(World &w, Node &a, Node &b, uint32_t vc)
{
    const size_t done_a = records(w, CPL_CLOSED, b.cfg.node), done_b = records(w, CPL_CLOSED, a.cfg.node);
    w.set(a, TTP_REG_CLOSE_LINK, vc << 24 | b.cfg.node);
    w.run(400000, [&] {
        return records(w, CPL_CLOSED, b.cfg.node) > done_a && records(w, CPL_CLOSED, a.cfg.node) > done_b;
    }, "the completions of a close");
    w.step(200);
    w.expect(state(w, a, vc, b.cfg.node) == CLOSED && state(w, b, vc, a.cfg.node) == CLOSED, "both sides are CLOSED");
}

void traffic(World &w, uint32_t vc, size_t n)
{
    w.send(*w.a, *w.b, vc, 300, n);
    w.send(*w.b, *w.a, vc, 200, n);
}

void close(World &w)
{
    Node &a = *w.a, &b = *w.b;
    uint32_t close_id = 0, next_open = 0, last_sent = 0;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!sent || &n != &a || !parse_header(f, &h)) return;
        if (h.opcode == OP_PAYLOAD) last_sent = h.txid;
        if (h.opcode == OP_CLOSE) close_id = h.txid;
        if (h.opcode == OP_OPEN) next_open = h.txid;
    };
    // By register, each side once; the next payload opens it again and the IDs go on.
    traffic(w, 0, 5);
    w.drain();
    close_by(w, a, b, 0);
    w.expect(close_id == last_sent + 1 && cause(w, a, TTP_IRQ_CLOSED) && cause(w, b, TTP_IRQ_CLOSED), "CLOSE");
    w.send(a, b, 0, 100, 5);
    w.drain();
    w.expect(next_open == close_id, "CLOSE has used up an ID");
    traffic(w, 0, 5);
    w.drain();
    close_by(w, b, a, 0);
    traffic(w, 0, 5);
    w.drain();
    w.expect(w.counters(a)[TTP_CNT_OPENED] == 3, "opened three times");
    w.net.tap = nullptr;

    // Crossing: both have sent CLOSE before either arrives.
    Harm far;
    far.delay = 2000;
    w.net.wire.set(far);
    const uint64_t sent_a = a.sent[OP_CLOSE], sent_b = b.sent[OP_CLOSE], start = w.net.cycle;
    w.set(a, TTP_REG_CLOSE_LINK, b.cfg.node);
    w.set(b, TTP_REG_CLOSE_LINK, a.cfg.node);
    w.run(1500, [&] { return a.sent[OP_CLOSE] > sent_a && b.sent[OP_CLOSE] > sent_b; }, "crossing CLOSEs");
    w.run(400000, [&] { return records(w, CPL_CLOSED, a.cfg.node) == 3 && records(w, CPL_CLOSED, b.cfg.node) == 3; }, "their end");
    w.expect(w.net.cycle - start < 4500, "crossing CLOSEs finish at once");
    w.step(10000);
    traffic(w, 0, 5);
    w.drain();

    // While payloads wait and are in flight: all of them go first.
    far.delay = 300;
    w.net.wire.set(far);
    const uint64_t delivered = w.net.score.count().delivered, closes = a.sent[OP_CLOSE];
    const uint64_t taken = w.net.score.count().accepted;
    const size_t n = std::min<size_t>(20, std::min(a.cfg.params.tx_cells / 16, a.cfg.params.tx_pkts));
    w.send(a, b, 0, 1000, n);
    w.run(100000, [&] { return w.net.score.count().accepted == taken + n; }, "the host's packets to go in");
    w.set(a, TTP_REG_CLOSE_LINK, b.cfg.node);
    w.expect(a.sent[OP_CLOSE] == closes && w.net.score.waiting() > 0, "payloads wait");
    w.run(400000, [&] { return a.sent[OP_CLOSE] > closes; }, "CLOSE behind the payloads");
    w.expect(w.net.score.count().delivered == delivered + n, "all payloads have arrived before CLOSE");
    w.run(400000, [&] { return records(w, CPL_CLOSED, b.cfg.node) == 4; }, "the end of that");

    // The other side closes while payloads to it are in flight: CLOSE_NACK, it takes them, then closes.
    traffic(w, 0, 5);
    w.drain();
    const uint64_t nacks = a.sent[OP_CLOSE_NACK], arrived = w.net.score.count().delivered;
    w.send(a, b, 0, 1024, 60);
    w.run(400000, [&] { return w.net.score.count().delivered > arrived + 5; }, "payloads on their way");
    w.set(b, TTP_REG_CLOSE_LINK, a.cfg.node);
    w.run(400000, [&] { return a.sent[OP_CLOSE_NACK] > nacks; }, "CLOSE_NACK");
    w.drain(4000000);                           // those that were not in flight open it again
    w.expect(records(w, CPL_CLOSED, b.cfg.node) == 5 && records(w, CPL_CLOSED, a.cfg.node) == 5, "closed five times");

    // No such link; and a peer that is dead.
    w.set(a, TTP_REG_CLOSE_LINK, 2u << 24 | 0x123456);
    w.step(200);
    w.expect(w.get(a, TTP_REG_STATUS) >> TTP_STATUS_NOLINK & 1, "STATUS.nolink");
    w.expect(!(w.get(b, TTP_REG_STATUS) >> TTP_STATUS_NOLINK & 1), "STATUS.nolink only for that");
    traffic(w, 1, 5);
    w.drain();
    w.net.wire.filter = [](int, int, const Frame &) { return false; };
    w.set(a, TTP_REG_RETRY_MAX, 3);
    w.set(a, TTP_REG_CLOSE_TMO, 1000);
    const uint64_t before = a.sent[OP_CLOSE];
    w.set(a, TTP_REG_CLOSE_LINK, 1u << 24 | b.cfg.node);
    w.run(200000, [&] { return records(w, CPL_DEAD, b.cfg.node) == 1; }, "the dead link");
    w.expect(a.sent[OP_CLOSE] - before == 3 && cause(w, a, TTP_IRQ_DEAD), "three CLOSEs");
    w.step(200);
    w.expect(state(w, a, 1, b.cfg.node) == CLOSED && w.record(a, 1, b.cfg.node)[0] >> 30 & 1, "CLOSED and dead");
}

// The peer loses all links by a soft reset: NACK_NOLINK to what is in flight, OPEN again in the same
// life, and everything from the oldest on arrives.
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
    w.set(b, TTP_REG_CTRL, 3);
    w.run(200000, [&] { return w.get(b, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; }, "ready again");
    w.net.score.reset(b.cfg.node);
    cut = false;
    w.expect(w.record(b, 0, a.cfg.node)[0] == 0, "the link is forgotten");
    w.send(a, b, 0, 500, 12);
    w.drain();
    w.expect(!nolinks.empty() && nolinks[0].rxid == before[3], "NACK_NOLINK names the payload");
    // A payload that was on its way when the OPEN passed it may cause another one.
    w.expect(!opens.empty() && opens.size() <= 3 && opens[0].txid == before[2] - 1, "OPEN names the ID before the oldest");
    for (const Header &h : opens) w.expect(h.epoch == (before[5] & 0xffff), "in the same life");
    w.expect(a.out->irq && cause(w, a, TTP_IRQ_NOLINK), "interrupt");
    w.expect(state(w, a, 0, b.cfg.node) == OPEN && state(w, b, 0, a.cfg.node) == OPEN, "OPEN on both sides");
    const Counters c = w.counters(a);
    w.expect(c[TTP_CNT_OPENED] >= 2 && c[TTP_CNT_TIMEOUT] == 0, "open again at once");

    // NACK_NOLINK that names nothing in flight changes nothing.
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f);
    const auto idle = w.record(a, 0, b.cfg.node);
    w.net.wire.inject(0, make_frame(b.cfg.node, a.cfg.node, OP_NACK_NOLINK, 0, 0, idle[2]), w.net.cycle);
    w.settle(a);
    w.expect(w.record(a, 0, b.cfg.node) == idle && !cause(w, a, TTP_IRQ_NOLINK), "old NACK_NOLINK");
    w.net.tap = nullptr;
    w.send(a, b, 0, 500, 4);
    w.send(b, a, 1, 500, 4);
    w.drain();
}

WorldOptions patient(const Setup &)
{
    WorldOptions o;
    o.tunables.timeout = o.tunables.open_tmo = NEVER;
    o.tunables.close_tmo = 3000;
    o.tunables.retry_max = 3;
    return o;
}

// As many payloads as the transmit SRAM takes at once, at most n.
uint32_t in_flight(Node &a, uint32_t n)
{
    return std::min(n, a.cfg.params.tx_cells / 16);
}

// An OPEN_ACK names the OPEN that it answers, also when an ACK that was under way has moved una since.
void reopen_ack(World &w)
{
    Node &a = *w.a;
    Peer p(w, a, PEER, 9);
    p.open(0, 100);
    const uint32_t n = in_flight(a, 3);
    w.send_to(a, PEER, 0, 100, n);
    const uint32_t id = p.answer(OP_PAYLOAD).txid;
    for (uint32_t i = 1; i < n; i++) p.answer(OP_PAYLOAD);
    p.send(OP_NACK_NOLINK, 0, 0, id);
    const Header open = p.answer(OP_OPEN);
    w.expect(open.txid == id - 1, "re-OPEN names the ID before the oldest");
    p.send(OP_ACK, 0, 0, id);
    w.settle(a);
    w.expect(state(w, a, 0, PEER) == OPEN_SENT && w.record(a, 0, PEER)[2] == id + 1, "una moved in re-OPEN");
    for (const uint32_t wrong : { id, id + 1, id - 2 }) {
        p.send(OP_OPEN_ACK, 0, 101, wrong);
        p.send(OP_OPEN_NACK, 0, 0, wrong);
    }
    w.settle(a);
    w.expect(p.silent() && state(w, a, 0, PEER) == OPEN_SENT, "answers to other OPENs");
    p.send(OP_OPEN_ACK, 0, 101, open.txid);
    for (uint32_t i = 1; i < n; i++) w.expect(p.answer(OP_PAYLOAD).txid == id + i, "replay from una");
    p.send(OP_ACK, 0, 0, id + n - 1);
    w.settle(a);
    w.expect(state(w, a, 0, PEER) == OPEN, "OPEN again");
}

// The TxID of a stranger's CLOSE means nothing, but its CLOSE_ACK names it, also when that comes late.
void stranger_close(World &w)
{
    Node &a = *w.a;
    Peer p(w, a, PEER, 0);
    p.open(0, 100);
    const uint32_t n = in_flight(a, 2);
    w.send_to(a, PEER, 0, 100, n);
    const Header own = p.answer(OP_OPEN);       // before our first payload to a stranger
    p.send(OP_OPEN_ACK, 0, 0, own.txid);
    uint32_t snt = 0;
    for (uint32_t i = 0; i < n; i++) snt = p.answer(OP_PAYLOAD).txid;
    for (const uint32_t id : { 50u, 77777u }) {
        p.send(OP_CLOSE, 0, id, 0);
        const Header h = p.answer(OP_CLOSE_NACK);
        w.expect(h.rxid == id && h.txid == snt, "CLOSE_NACK while payloads are in flight");
    }
    p.payload(0, 101, 60);
    w.expect(p.answer(OP_ACK).rxid == 101 && state(w, a, 0, PEER) == CLOSE_RECD, "its payload is taken meanwhile");
    p.send(OP_ACK, 0, 0, snt);
    w.expect(p.answer(OP_CLOSE_ACK).rxid == 77777, "CLOSE_ACK names the CLOSE");
    w.expect(p.answer(OP_CLOSE_ACK).rxid == 77777 && p.answer(OP_CLOSE_ACK).rxid == 77777, "three times");
    w.settle(a, 8000);
    w.expect(p.silent() && state(w, a, 0, PEER) == CLOSED && records(w, CPL_CLOSED, PEER) == 1, "CLOSED");
}

// All ways of a set are OPEN: a host packet for another node of it waits, and is refused in the end;
// when a way becomes free in time it goes.
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
    w.expect(waited >= 2 * 3000 && waited < 4 * 3000 + 1000, "refused after the time, not before: " + std::to_string(waited));
    w.expect(w.completions.back().second.status == REF_FULL, "the reason");
    w.expect(w.get(a, TTP_REG_IRQ_CAUSE) >> TTP_IRQ_REFUSED & 1, "the cause");
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
    w.expect(w.counters(a)[TTP_CNT_REFUSED] == 1 && w.counters(a)[TTP_CNT_RETIRED] == 2, "counters");
    w.expect(w.record(a, 0, peers[ways - 1].node)[0] == 0, "the closed link made room");
}

} // namespace

std::vector<Scenario> link_scenarios()
{
    return {
        { "nack_storm", nack_storm, lively },
        { "close", close, lively },
        { "nolink", nolink, lively },
        { "reopen_ack", reopen_ack, patient },
        { "stranger_close", stranger_close, patient },
        { "local_set_full", local_set_full, patient },
    };
}

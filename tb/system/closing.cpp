// SPDX-License-Identifier: Apache-2.0
//
// System scenarios about closing: by register, crossing, with payloads waiting or in flight,
// without a link, with a dead peer, by a stranger, and with a CLOSE_ACK that is lost.
#include "system.h"

#include <algorithm>

namespace {

// The closer is `a`; done when both sides have reported it.
void close_by(World &w, Node &a, Node &b, uint32_t vc)
{
    const auto closed = [&](Node &n) { return records(w, CPL_CLOSED, n.cfg.node); };
    const size_t done_a = closed(b), done_b = closed(a);
    w.set(a, TTP_REG_CLOSE_LINK, vc << 24 | b.cfg.node);
    w.run(400000, [&] { return closed(b) > done_a && closed(a) > done_b; },
          "the completions of a close");
    w.step(200);
    w.expect(w.state(a, vc, b.cfg.node) == CLOSED && w.state(b, vc, a.cfg.node) == CLOSED,
             "both sides are CLOSED");
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
    w.expect(close_id == last_sent + 1 && w.cause(a, TTP_IRQ_CLOSED)
             && w.cause(b, TTP_IRQ_CLOSED), "CLOSE");
    w.send(a, b, 0, 100, 5);
    w.drain();
    w.expect(next_open == close_id - 1, "CLOSE uses no ID: ids.close");
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
    w.run(1500, [&] { return a.sent[OP_CLOSE] > sent_a && b.sent[OP_CLOSE] > sent_b; },
          "crossing CLOSEs");
    const auto closed = [&](uint32_t times) {
        return records(w, CPL_CLOSED, a.cfg.node) == times
            && records(w, CPL_CLOSED, b.cfg.node) == times;
    };
    w.run(400000, [&] { return closed(3); }, "their end");
    w.expect(w.net.cycle - start < 4500, "crossing CLOSEs finish at once");
    w.step(10000);
    traffic(w, 0, 5);
    w.drain();

    // While payloads wait and are in flight: all of them go first.
    far.delay = 300;
    w.net.wire.set(far);
    const uint64_t delivered = w.net.score.count().delivered, closes = a.sent[OP_CLOSE];
    const uint64_t taken = w.net.score.count().accepted;
    const size_t n = std::min({ 20u, a.cfg.params.tx_cells / 16, a.cfg.params.tx_pkts });
    w.send(a, b, 0, 1000, n);
    w.run(100000, [&] { return w.net.score.count().accepted == taken + n; },
          "the host's packets to go in");
    w.set(a, TTP_REG_CLOSE_LINK, b.cfg.node);
    w.expect(a.sent[OP_CLOSE] == closes && w.net.score.waiting() > 0, "payloads wait");
    w.run(400000, [&] { return a.sent[OP_CLOSE] > closes; }, "CLOSE behind the payloads");
    w.expect(w.net.score.count().delivered == delivered + n,
             "all payloads have arrived before CLOSE");
    w.run(400000, [&] { return records(w, CPL_CLOSED, b.cfg.node) == 4; }, "the end of that");

    // The other side closes while payloads to it are in flight: CLOSE_NACK, it
    // takes them, then closes.
    traffic(w, 0, 5);
    w.drain();
    const uint64_t nacks = a.sent[OP_CLOSE_NACK], arrived = w.net.score.count().delivered;
    w.send(a, b, 0, 1024, 60);
    w.run(400000, [&] { return w.net.score.count().delivered > arrived + 5; },
          "payloads on their way");
    w.set(b, TTP_REG_CLOSE_LINK, a.cfg.node);
    w.run(400000, [&] { return a.sent[OP_CLOSE_NACK] > nacks; }, "CLOSE_NACK");
    w.drain(4000000);                           // payloads that still waited open it again
    w.expect(closed(5), "closed five times");

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
    w.expect(a.sent[OP_CLOSE] - before == 3 && w.cause(a, TTP_IRQ_DEAD), "three CLOSEs");
    w.step(200);
    w.expect(w.state(a, 1, b.cfg.node) == CLOSED && w.record(a, 1, b.cfg.node)[0] >> 30 & 1,
             "CLOSED and dead");
}

// A stranger may put any TxID into its CLOSE. Our CLOSE_ACK names that TxID, also when it is sent
// late.
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
    w.expect(p.answer(OP_ACK).rxid == 101 && w.state(a, 0, PEER) == CLOSE_RECD,
             "its payload is taken meanwhile");
    p.send(OP_ACK, 0, 0, snt);
    w.expect(p.answer(OP_CLOSE_ACK).rxid == 77777, "CLOSE_ACK names the CLOSE");
    w.expect(p.answer(OP_CLOSE_ACK).rxid == 77777 && p.answer(OP_CLOSE_ACK).rxid == 77777,
             "three times");
    w.settle(a, 8000);
    w.expect(p.silent() && w.state(a, 0, PEER) == CLOSED && records(w, CPL_CLOSED, PEER) == 1,
             "CLOSED");
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

} // namespace

std::vector<Scenario> closing_scenarios()
{
    return {
        { "close", close, WorldOptions().timeouts(6000).retries(200).delay(30) },
        { "stranger_close", stranger_close, WorldOptions().timeouts(NEVER, 3000).retries(3) },
        { "lost_close_ack", lost_close_ack,
          WorldOptions().timeouts(6000, 3500).retries(5).delay(1000) },
    };
}

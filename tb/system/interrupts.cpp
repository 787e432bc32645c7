// SPDX-License-Identifier: Apache-2.0
//
// System scenario of the interrupt causes: each one alone, behind its mask bit, cleared by a 1.
#include "system.h"

namespace {

// One cause has come up: it shows, drives irq only through its own mask bit,
// and goes when 1 is written.
void one_cause(World &w, unsigned bit, uint32_t others = 0)
{
    Node &a = *w.a;
    const std::string name = "cause " + std::to_string(bit);
    w.step(10);
    w.expect(w.get(a, TTP_REG_IRQ_CAUSE) == (1u << bit | others), name + " and no other");
    w.expect(!a.out->irq, name + ": masked");
    w.set(a, TTP_REG_IRQ_MASK, 0x7f & ~(1u << bit | others));
    w.step(4);
    w.expect(!a.out->irq, name + ": the other mask bits do nothing");
    w.set(a, TTP_REG_IRQ_MASK, 1u << bit);
    w.step(4);
    w.expect(a.out->irq, name + ": irq");
    w.set(a, TTP_REG_IRQ_CAUSE, 0x7f & ~(1u << bit | others));
    w.step(4);
    w.expect(a.out->irq && w.get(a, TTP_REG_IRQ_CAUSE) == (1u << bit | others),
             name + ": a 0 clears nothing");
    w.set(a, TTP_REG_IRQ_CAUSE, 1u << bit);
    w.step(4);
    w.expect(!a.out->irq && w.get(a, TTP_REG_IRQ_CAUSE) == others, name + ": cleared by a 1");
    w.set(a, TTP_REG_IRQ_MASK, 0);
}

void irq(World &w)
{
    Node &a = *w.a;
    Peer p(w, a, PEER, 7);
    w.expect(w.get(a, TTP_REG_IRQ_CAUSE) == 0 && w.get(a, TTP_REG_IRQ_MASK) == 0 && !a.out->irq,
             "after reset");

    w.push(a, HostPacket{ 9u << 24 | PEER, std::vector<uint8_t>(5), false, false });
    w.settle(a);
    one_cause(w, TTP_IRQ_REFUSED);
    p.open(0, 100);
    w.expect(w.get(a, TTP_REG_IRQ_CAUSE) == 0, "no cause in an OPEN");
    p.send(OP_ACK, 0, 0, 5000);
    w.settle(a);
    one_cause(w, TTP_IRQ_ILLEGAL);
    w.send_to(a, PEER, 0, 20);
    p.send(OP_NACK_NOLINK, 0, 0, p.answer(OP_PAYLOAD).txid);
    // The peer has left its life on a live link: life.over.
    p.accept(0, 100);
    p.send(OP_ACK, 0, 0, p.answer(OP_PAYLOAD).txid);
    w.settle(a);
    one_cause(w, TTP_IRQ_NOLINK, 1u << TTP_IRQ_RESTART);
    one_cause(w, TTP_IRQ_RESTART);
    w.expect(records(w, CPL_RESTARTED, PEER) == 1, "RESTARTED");
    p.heard.clear();
    w.set(a, TTP_REG_CLOSE_LINK, PEER);
    const Header h = p.answer(OP_CLOSE);
    p.send(OP_CLOSE_ACK, 0, 0, h.txid);
    w.settle(a);
    one_cause(w, TTP_IRQ_CLOSED);

    // An OPEN alone says nothing of a live link.
    p.life++;
    p.open(1, 100);
    p.life++;
    p.send(OP_OPEN, 1, 500, 0);
    p.answer(OP_OPEN_ACK);
    w.settle(a);
    w.expect(w.get(a, TTP_REG_IRQ_CAUSE) == 0, "no cause in an OPEN on a live link");

    // More completions of retired payloads than the queue of 16 and what waits before it hold.
    p.life++;
    p.open(0, 200);
    w.set(a, TTP_REG_CPL_CTRL, 1);
    a.completions.hold = true;
    for (unsigned i = 0; i < 24; i++) {
        w.send_to(a, PEER, 0, 10);
        p.send(OP_ACK, 0, 0, p.answer(OP_PAYLOAD).txid);
        w.settle(a, 100);
        if (i == 15) w.expect(w.get(a, TTP_REG_IRQ_CAUSE) == 0, "sixteen fit");
    }
    a.completions.hold = false;
    w.step(100);
    one_cause(w, TTP_IRQ_CPL_LOST);
    w.expect(records(w, CPL_RETIRED, PEER) == 17, "the others are there");
    w.set(a, TTP_REG_CPL_CTRL, 0);

    // Dead; and two causes at a time, cleared one by one.
    w.set(a, TTP_REG_RETRY_MAX, 1);
    w.send_to(a, PEER, 0, 20);
    w.run(60000, [&] { return records(w, CPL_DEAD, PEER) == 1; }, "a dead link");
    w.settle(a);
    one_cause(w, TTP_IRQ_DEAD);
    w.push(a, HostPacket{ 9u << 24 | PEER, std::vector<uint8_t>(5), false, false });
    p.send(OP_CLOSE_NACK, 2, 0, 0);             // without a link: illegal
    w.settle(a);
    one_cause(w, TTP_IRQ_REFUSED, 1u << TTP_IRQ_ILLEGAL);
    one_cause(w, TTP_IRQ_ILLEGAL);
    w.expect(w.counters(a)[TTP_CNT_ILLEGAL] == 2, "counted");
}

} // namespace

std::vector<Scenario> interrupt_scenarios()
{
    WorldOptions o = WorldOptions().timeouts(NEVER).backoff(100).retries(100);
    o.tunables.timeout = 3000;
    return { { "irq", irq, o } };
}

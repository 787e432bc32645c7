// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tbl.victim.one tbl.victim.order
#include "victim_steps.h"

using namespace conform;

namespace {

// As tbl.victim.one.close_recd, but the ways judged before the closing one are idle.
void one_in_last_way(Bench &b, Start s)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
    b.reach(s);
    if (s == S_FLIGHT) b.close();               // which waits for what is in flight
    b.look();
    b.step(10000);                              // more than two steps of the register
    refused(b, 900, 5);
    b.step(1000 + b.links());
    b.moved(TTP_CNT_TX + OP_CLOSE, 0, "no second link of the set is closing");
    if (s != S_FLIGHT) return;
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// All ways are idle, the youngest for `youngest` cycles, the others by `apart` longer. Each has the
// oldest in turn.
void victim_oldest_by(Bench &b, uint64_t apart, uint64_t youngest)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 100000);
    b.set(TTP_REG_RETRY_MAX, 200);
    b.set(TTP_REG_BACKOFF, 500);
    std::vector<uint32_t> last(ways(b), 100);
    for (uint32_t i = 0; i < ways(b); i++) idle_link(b, other(b, i));
    for (uint32_t oldest = 0; oldest < ways(b) && b.ok(); oldest++) {
        for (uint32_t k = 1; k < ways(b); k++) {
            const uint32_t i = (oldest + k) % ways(b);
            b.step(apart);
            b.inject(from(b, other(b, i), OP_PAYLOAD, ++last[i], 0, 0, { 1, 2, 3 }));
            b.next_of(other(b, i), OP_ACK);
        }
        b.step(youngest);
        b.expect(closes_for(b, 900 + oldest) == 1, "one victim");
        const uint32_t id = b.next_of(other(b, oldest), OP_CLOSE).h.txid;
        for (uint32_t i = 0; i < ways(b); i++)
            b.expect(b.waiting(other(b, i)) == 0, "the one idle for longest");
        b.inject(from(b, other(b, oldest), OP_CLOSE_ACK, 0, id, 0));
        b.step(1000 + b.links());               // a back-off of its own
        b.inject(from(b, other(b, oldest), OP_OPEN, last[oldest] = 5000 * (oldest + 1), 0, 77));
        b.next_of(other(b, oldest), OP_OPEN_ACK);
    }
}

const Rows VICTIM_ROWS(with_place("victim", {
    { "tbl.victim.one.CLOSE_RECD", "-", with(victim, S_CLOSE_RECD, CLOSE_RECD) },
    { "tbl.victim.one.CLOSE_SENT", "-", with(victim, S_CLOSE_SENT, CLOSE_SENT) },
}));

const Rows ROWS({
    { "tbl.victim.one.last.asked", "the same of one that was asked to close",
      with(one_in_last_way, S_FLIGHT),
      "read: what is to close as soon as all has retired is closing" },
    { "tbl.victim.one.last.close_recd", "the last way is in CLOSE_RECD: no victim beside it",
      with(one_in_last_way, S_MISSING) },
    { "tbl.victim.one.last.close_sent", "the same in CLOSE_SENT",
      with(one_in_last_way, S_CLOSE_SENT) },
    { "tbl.victim.one.last.held", "the same while its CLOSE is held",
      with(one_in_last_way, S_HELD) },

    { "tbl.victim.one", "at most one per set is closing", [](Bench &b) {
        b.set(TTP_REG_VICTIM_IDLE, 300);
        b.set(TTP_REG_CLOSE_TMO, 60000);
        b.set(TTP_REG_RETRY_MAX, 200);
        for (uint32_t i = 0; i < ways(b); i++) idle_link(b, other(b, i));
        b.step(LONGER);
        for (uint32_t i = 0; i < 6; i++) {
            b.inject(from(b, other(b, 40 + i), OP_OPEN, 900, 0, 5));
            b.next_of(other(b, 40 + i), OP_OPEN_NACK);
            b.step(600);
        }
        b.moved(TTP_CNT_TX + OP_CLOSE, 1, "at most one of a set is closing");
    } },

    // The peer has asked to close, and payloads of it are missing. The other links are idle.
    { "tbl.victim.one.close_recd", "a link in CLOSE_RECD is closing: no victim beside it",
      [](Bench &b) {
        b.set(TTP_REG_VICTIM_IDLE, 300);
        b.reach(S_MISSING);
        for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
        b.look();
        b.step(10000);                          // more than two steps of the register
        refused(b, 900, 5);
        b.step(1000 + b.links());
        b.moved(TTP_CNT_TX + OP_CLOSE, 0, "no second link of the set is closing");
        b.in_state(CLOSE_RECD, "afterwards");
    } },

    // The stranger in a later way is idle for longer, and no other link of the set is free.
    { "tbl.victim.order.older_stranger", "a stranger idle for longer in a later way is no victim",
      [](Bench &b) {
            b.mac();
        const auto open = [&](uint32_t i, uint32_t life) {
            const uint32_t node = same_set(b.mac(), PEER, i);
            b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, 100, 0, life));
            b.next_of(node, OP_OPEN_ACK);
            return node;
        };
        b.set(TTP_REG_VICTIM_IDLE, 300);
        b.set(TTP_REG_CLOSE_TMO, 60000);
        b.tx(OP_OPEN, BASE, 0);                 // by itself: its entry is not the host's last one
        b.next(OP_OPEN_ACK);
        b.last = BASE;
        open(1, 0);
        for (uint32_t i = 2; i < b.size().link_ways; i++) {
            const uint32_t node = open(i, OTHER);
            b.w.send_to(b.a, node, b.vc, 40);
            b.next_of(node, OP_PAYLOAD);
        }
        b.step(LONGER);
        b.take(b.last + 1);
        b.step(LONGER);
        const uint32_t node = same_set(b.mac(), PEER, 40);
        b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, 900, 0, 5));
        b.next_of(node, OP_OPEN_NACK);
        b.next(OP_CLOSE);
    } },

    { "tbl.victim.order.oldest", "of several idle links the one idle for longest",
      with(victim_oldest_by, LONGER, 0), "in steps of 4096 cycles" },
    { "tbl.victim.order.step", "all are candidates, a step apart",
      with(victim_oldest_by, STEP, 2 * STEP) },
    { "tbl.victim.order.step_odd", "the same, a step later",
      with(victim_oldest_by, STEP, 3 * STEP) },

    { "tbl.victim.order.stranger",
      "a stranger is a victim only when no other link of the set is left", [](Bench &b) {
        b.set(TTP_REG_VICTIM_IDLE, 300);
        b.set(TTP_REG_CLOSE_TMO, 60000);
        b.set(TTP_REG_RETRY_MAX, 200);
        b.life = 0;
        b.connect();                            // a stranger, idle for longest
        // of another set: the host's last packet was not for the stranger
        b.w.send_to(b.a, PEER + 1, b.vc, 40);
        b.next_of(PEER + 1, OP_OPEN);
        b.step(500);
        for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
        b.look();
        b.step(LONGER);
        refused(b, 900, 5);
        b.step(1000 + b.links());
        b.expect(b.waiting(b.peer) == 0, "the stranger is left alone");
        b.in_state(OPEN, "the stranger");
        b.moved(TTP_CNT_TX + OP_CLOSE, 1, "another one is the victim");
    } },

    { "tbl.victim.order.stranger_last",
      "a stranger that is the only idle link of the set is the victim", [](Bench &b) {
        b.life = 0;
        idle_set(b, 300);
        b.step(LONGER);
        refused(b, 900, 5);
        b.next(OP_CLOSE);
    }, "read: a link that may not be chosen is no other link" },
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tbl.victim.local tbl.victim.after
#include "victim_steps.h"

using namespace conform;

namespace {

// Nobody answers the victim's CLOSE, and it dies: its peer, or a payload for it, opens at once.
void victim_dies(Bench &b, bool host)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_BACKOFF, 100 * T);
    becomes_victim(b);
    b.wait_completion(CPL_DEAD, 5 * T + b.links());
    b.heard.clear();                            // CLOSE again and again
    if (host) {
        b.host();
        b.next(OP_OPEN, b.snt, 0);
    } else {
        b.opens(70000, b.snt + 1);
    }
}

// No link of the set may go. Each payload for yet another peer waits for all three rounds.
void refused_again(Bench &b, bool then_free)
{
    constexpr uint64_t ROUND = 3000;

    b.reach(S_FLIGHT);
    busy_ways(b);
    b.set(TTP_REG_CLOSE_TMO, ROUND);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t node = other(b, 40 + i);
        b.look();
        const uint64_t since = b.w.net.cycle;
        b.host_to(node);
        if (then_free && i == 1) {
            b.step(ROUND);
            b.moved(TTP_CNT_REFUSED, 0, "the second one waits");
            b.close();
            b.tx(OP_ACK, 0, b.snt);
            const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
            b.tx(OP_CLOSE_ACK, 0, id);
            b.next_of(node, OP_OPEN);
            b.moved(TTP_CNT_REFUSED, 0, "an entry is free in time");
            return;
        }
        b.wait_completion(CPL_REFUSED);
        const uint64_t took = b.w.net.cycle - since;
        b.expect(took > 3 * ROUND && took < 4 * ROUND,
                 "refused after " + std::to_string(took) + " cycles");
        b.moved(TTP_CNT_REFUSED, 1, "one payload");
    }
}

const Rows ROWS({
    { "tbl.victim.local", "a local open waits until the victim has closed, then goes",
      [](Bench &b) {
        idle_set(b, 300);
        b.step(LONGER);
        const uint32_t node = other(b, 40);
        b.host_to(node);
        const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
        b.step(1000);
        b.expect(b.waiting(node) == 0, "it waits until the victim has closed");
        b.tx(OP_CLOSE_ACK, 0, id);
        b.next_of(node, OP_OPEN);
        b.expect(b.rec()[0] == 0, "the victim made room");
        b.moved(TTP_CNT_REFUSED, 0, "nothing is refused");
    } },

    { "tbl.victim.local.again", "refused twice in a row: the second one waits as long",
      with(refused_again, false) },
    { "tbl.victim.local.again.free", "refused; for the next one an entry becomes free",
      with(refused_again, true) },

    // The victim's peer closes too. No other link of the set is idle.
    { "tbl.victim.after.crossing", "the entry is kept if the peer's CLOSE ended it", [](Bench &b) {
        constexpr uint32_t PAUSE = 20000;
        b.set(TTP_REG_BACKOFF, PAUSE);
        becomes_victim(b);
        b.closes(b.last + 1, b.snt);
        b.wait_completion(CPL_CLOSED);
        b.life = OTHER;
        b.tx(OP_OPEN, 70000, 0);
        b.next(OP_OPEN_NACK, 0, 70000);
        b.step(PAUSE + 1000 + b.links());
        b.opens(70001, b.snt + 1);
    } },

    { "tbl.victim.after.dead", "a victim that dies is not kept: its peer opens at once",
      with(victim_dies, false) },
    { "tbl.victim.after.dead_host", "... and a payload for that peer", with(victim_dies, true) },

    // A payload for the victim waits until it has closed; for one back-off the way is kept from it.
    { "tbl.victim.after.host",
      "payloads for the victim wait; the freed way is kept from it for one back-off", [](Bench &b) {
        idle_set(b, 300);
        b.step(LONGER);
        refused(b, 900, 5);
        const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
        b.host();
        b.step(1000);
        b.expect(b.waiting(b.peer) == 0, "it waits");
        b.tx(OP_CLOSE_ACK, 0, id);
        b.wait_completion(CPL_CLOSED);
        const uint64_t closed = b.w.net.cycle;
        b.step(6000);
        b.expect(b.waiting(b.peer) == 0, "the way is kept from it");
        const Sent s = b.next_within(60000, OP_OPEN);
        b.expect(s.cycle - closed >= 20000 - 1000, "after one back-off");
    }, "the other peer does not open; the back-off counts from the close" },

    // In the back-off behind its close the victim's peer gets OPEN_NACK, whatever its life; then
    // its place, if it is free.
    { "tbl.victim.after.reopen",
      "its own peer gets OPEN_NACK for one back-off, in any life, then its place again",
      [](Bench &b) {
        idle_set(b, 300);
        b.expect(closes_for(b, 900) == 1, "the victim");
        const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
        b.tx(OP_CLOSE_ACK, 0, id);
        b.wait_completion(CPL_CLOSED);
        const uint64_t closed = b.w.net.cycle;
        const uint32_t lives[] = { LIFE, OTHER, 0 };
        for (uint32_t i = 0; i < 6; i++) {
            b.life = lives[i % 3];
            b.tx(OP_OPEN, 70000 + i, 0);
            b.next(OP_OPEN_NACK, 0, 70000 + i);
            b.in_state(CLOSED, "in the back-off");
        }
        b.life = OTHER;
        b.w.run(20000, [&] { return b.w.net.cycle >= closed + 18500; }, "most of the back-off");
        b.tx(OP_OPEN, 70010, 0);
        b.next(OP_OPEN_NACK, 0, 70010);
        b.step(2000 + b.links());
        b.moved(TTP_CNT_OPENED, 0, "nobody has opened");
        b.opens(70020, id);                     // the CLOSE has used no ID
        b.take(70021);
    } },

    { "tbl.victim.after.silent", "the end of a victim's back-off: nothing is sent", [](Bench &b) {
        made_victim(b);
        b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
        b.wait_completion(CPL_CLOSED);
        b.step(25000 + b.links());
        b.quiet();
    } },

    // A victim that is owed CLOSE_ACKs: its entry is kept until the first of them is due.
    { "tbl.victim.after.stranger", "a stranger's is kept for one CLOSE_TMO", [](Bench &b) {
        constexpr uint32_t AGAIN = 20000;
        b.life = 0;
        b.set(TTP_REG_CLOSE_TMO, AGAIN);
        becomes_victim(b);
        b.closes(b.last + 1, b.snt);
        b.tx(OP_OPEN, 70000, 0);
        b.next(OP_OPEN_NACK, 0, 70000);
        b.next_within(AGAIN + AGAIN / 2 + b.links(), OP_CLOSE_ACK, 0, b.last + 1);
        b.opens(70001, b.snt + 2);
    } },
});

} // namespace

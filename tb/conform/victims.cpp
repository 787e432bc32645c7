// SPDX-License-Identifier: Apache-2.0
//
// Victims: the idle links that make room in a full set.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t STEP = 4096;                 // of the register, docs/registers.md
// LONG: idle for more than a step, whenever it began.
constexpr uint32_t IDLE = 2 * STEP, LONG = 2 * STEP + 1000;

// All ways OPEN and idle; b.peer's is idle for longest, it has a payload behind it each way.
void idle_set(Bench &b, uint32_t idle)
{
    b.set(TTP_REG_VICTIM_IDLE, idle);
    b.set(TTP_REG_BACKOFF, 20000);
    b.set(TTP_REG_CLOSE_TMO, 30000);
    b.set(TTP_REG_RETRY_MAX, 200);
    b.connect();
    b.step(500);
    busy_ways(b);
    b.look();
}

void victim_remote(Bench &b, uint32_t life)
{
    idle_set(b, 300);
    b.step(LONG);
    const uint32_t node = other(b, 40);
    const auto refused = [&](uint32_t txid) {
        b.inject(from(b, node, OP_OPEN, txid, 0, life));
        const Sent s = b.next_of(node, OP_OPEN_NACK);
        b.expect(s.h.txid == 0 && s.h.rxid == txid, "OPEN_NACK names the OPEN");
    };
    refused(900);
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.in_state(CLOSE_SENT, "the orderly way");
    refused(901);
    b.tx(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    b.inject(from(b, node, OP_OPEN, 902, 0, life));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the victim made room");
}

void victim_min_idle(Bench &b)
{
    idle_set(b, IDLE);
    // Activity just before a step of the clock: the least time that can be mistaken for idle.
    b.step(2 * STEP - 60 - b.w.net.cycle % STEP);
    b.take(b.last + 1);
    const uint64_t from_then = b.w.net.cycle;
    const uint32_t node = other(b, 40);
    bool closing = false;
    for (uint32_t i = 0; i < 100 && b.ok() && !closing; i++) {
        b.inject(from(b, node, OP_OPEN, 900 + i, 0, 5));
        b.next_of(node, OP_OPEN_NACK);
        b.step(300);
        closing = b.waiting(b.peer) != 0;
    }
    const uint64_t idle = b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from_then;
    b.expect(idle >= IDLE && idle < IDLE + 3 * STEP,
             "closed after " + std::to_string(idle) + " cycles");
}

void victim_one(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    b.set(TTP_REG_RETRY_MAX, 200);
    for (uint32_t i = 0; i < ways(b); i++) idle_link(b, other(b, i));
    b.step(LONG);
    for (uint32_t i = 0; i < 6; i++) {
        b.inject(from(b, other(b, 40 + i), OP_OPEN, 900, 0, 5));
        b.next_of(other(b, 40 + i), OP_OPEN_NACK);
        b.step(600);
    }
    b.moved(TTP_CNT_TX + OP_CLOSE, 1, "at most one of a set is closing");
}

void victim_local(Bench &b)
{
    idle_set(b, 300);
    b.step(LONG);
    const uint32_t node = other(b, 40);
    b.host_to(node);
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.step(1000);
    b.expect(b.waiting(node) == 0, "it waits until the victim has closed");
    b.tx(OP_CLOSE_ACK, 0, id);
    b.next_of(node, OP_OPEN);
    b.expect(b.rec()[0] == 0, "the victim made room");
    b.moved(TTP_CNT_REFUSED, 0, "nothing is refused");
}

// A payload for the victim waits until it has closed; for one back-off the way is kept from it.
void victim_host(Bench &b)
{
    idle_set(b, 300);
    b.step(LONG);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.host();
    b.step(1000);
    b.expect(b.waiting(b.peer) == 0, "it waits");
    b.tx(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    const uint64_t closed = b.w.net.cycle;
    b.step(6000);
    b.expect(b.waiting(b.peer) == 0, "the way is kept from it");
    b.w.run(60000, [&] { return b.waiting(b.peer) != 0; }, "its OPEN");
    const Sent s = b.next(OP_OPEN);
    b.expect(s.cycle - closed >= 20000 - 1000, "after one back-off");
}

void victim_stranger(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    b.set(TTP_REG_RETRY_MAX, 200);
    b.life = 0;
    b.connect();                                // a stranger, idle for longest
    // of another set: the host's last packet was not for the stranger
    b.w.send_to(b.a, PEER + 1, b.vc, 40);
    b.next_of(PEER + 1, OP_OPEN);
    b.step(500);
    for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
    b.look();
    b.step(LONG);
    b.inject(from(b, other(b, 40), OP_OPEN, 900, 0, 5));
    b.next_of(other(b, 40), OP_OPEN_NACK);
    b.step(1000 + b.links());
    b.expect(b.waiting(b.peer) == 0, "the stranger is left alone");
    b.in_state(OPEN, "the stranger");
    b.moved(TTP_CNT_TX + OP_CLOSE, 1, "another one is the victim");
}

void victim_stranger_last(Bench &b)
{
    b.life = 0;
    idle_set(b, 300);
    b.step(LONG);
    b.inject(from(b, other(b, 40), OP_OPEN, 900, 0, 5));
    b.next_of(other(b, 40), OP_OPEN_NACK);
    b.next(OP_CLOSE);
}

// An OPEN of yet another peer, so late that every idle link is old enough. How many CLOSEs follow?
uint64_t closes_for(Bench &b, uint32_t txid)
{
    b.step(LONG);
    const uint64_t before = b.count(TTP_CNT_TX + OP_CLOSE);
    b.inject(from(b, other(b, 40), OP_OPEN, txid, 0, 5));
    b.next_of(other(b, 40), OP_OPEN_NACK);
    b.step(1000 + b.links());
    return b.count(TTP_CNT_TX + OP_CLOSE) - before;
}

// The only idle link has a payload missing: it is no victim until that has come.
void victim_gap(Bench &b)
{
    idle_set(b, 300);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.expect(closes_for(b, 900) == 0, "no victim with an open gap");
    b.in_state(OPEN, "with an open gap");
    b.take(b.last + 1);
    b.expect(closes_for(b, 901) == 1, "a victim without it");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// It has set a stranger's OPEN aside: perhaps its peer lives anew.
void victim_aside(Bench &b)
{
    idle_set(b, 300);
    b.life = 0;
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK, b.una, 90000);
    b.expect(closes_for(b, 900) == 0, "no victim with an OPEN set aside");
    b.in_state(OPEN, "with an OPEN set aside");
    b.life = LIFE;
    b.take(b.last + 1);                         // which forgets it
    b.expect(closes_for(b, 901) == 1, "a victim without it");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// A stranger proves its restart twice, with a payload so far ahead that there is no gap.
void victim_aside_stranger(Bench &b)
{
    b.life = 0;
    idle_set(b, 300);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK, b.una, 90000);
    b.expect(closes_for(b, 900) == 0, "no victim with an OPEN set aside");
    b.inject(b.payload(90001));
    b.quiet();
    b.moved(TTP_CNT_DROP_FAR, 1, "its first payload");
    b.expect(closes_for(b, 901) == 0, "no victim with half a proof");
    b.in_state(OPEN, "with half a proof");
    b.take(b.last + 1);
    b.expect(closes_for(b, 902) == 1, "a victim without it");
    b.next(OP_CLOSE);
}

// In the back-off behind its close the victim's peer gets OPEN_NACK, whatever its life; then its
// place, if it is free.
void victim_reopen(Bench &b)
{
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
    b.tx(OP_OPEN, 70020, 0);
    b.next(OP_OPEN_ACK, id, 70020);           // the CLOSE has used no ID
    b.take(70021);
}

// Its CLOSE was held; what the peer owed comes, and the CLOSE_ACK before the CLOSE goes again. The
// ID of the CLOSE stays used.
void victim_spent(Bench &b)
{
    b.life = 0;
    idle_set(b, 300);
    b.expect(closes_for(b, 900) == 1, "the victim");
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.tx(OP_CLOSE_NACK, b.last + 1, id);
    b.step(200);
    b.inject(b.payload(b.last + 1));
    b.tx(OP_CLOSE_ACK, 0, id);
    b.next(OP_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.expect(b.rec()[2] == id + 1, "our next ID is behind the CLOSE");
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
        b.step(1000 + b.links());          // a back-off of its own
        b.inject(from(b, other(b, oldest), OP_OPEN, last[oldest] = 5000 * (oldest + 1), 0, 77));
        b.next_of(other(b, oldest), OP_OPEN_ACK);
    }
}

} // namespace

std::vector<Row> victim_rows()
{
    return {
        { "tbl.victim.remote",
          "a remote OPEN: OPEN_NACK, and the idle link closes in the orderly way",
          [](Bench &b) { victim_remote(b, 5); } },
        { "tbl.full.stranger", "the same for the OPEN of a stranger",
          [](Bench &b) { victim_remote(b, 0); } },
        { "tbl.victim.fit.min_idle", "a victim was idle for victim_min_idle", victim_min_idle },
        { "tbl.victim.one", "at most one per set is closing", victim_one },
        { "tbl.victim.local", "a local open waits until the victim has closed, then goes",
          victim_local },
        { "tbl.victim.after.host",
          "payloads for the victim wait; the freed way is kept from it for one back-off",
          victim_host,
          "the other peer does not open; the back-off counts from the close" },
        { "tbl.victim.order.stranger",
          "a stranger is a victim only when no other link of the set is left", victim_stranger },
        { "tbl.victim.order.stranger_last",
          "a stranger that is the only idle link of the set is the victim", victim_stranger_last,
          "read: a link that may not be chosen is no other link" },
        { "tbl.victim.fit.gap", "a link with an open gap is no victim", victim_gap,
          "read: a payload that is missing is in flight" },
        { "tbl.victim.fit.aside", "a link that has set an OPEN aside is no victim",
          victim_aside,
          "what it closes might be the peer's next life" },
        { "tbl.victim.fit.aside_stranger", "the same for a stranger, also between its two payloads",
          victim_aside_stranger },
        { "tbl.victim.after.reopen",
          "its own peer gets OPEN_NACK for one back-off, in any life, then its place again",
          victim_reopen },
        { "ids.close.victim",
          "CLOSE to a stranger, acknowledged when it is due again, used its ID once",
          victim_spent },
        { "tbl.victim.order.oldest", "of several idle links the one idle for longest",
          [](Bench &b) { victim_oldest_by(b, LONG, 0); }, "in steps of 4096 cycles" },
        { "tbl.victim.order.step", "all are candidates, a step apart",
          [](Bench &b) { victim_oldest_by(b, STEP, 2 * STEP); } },
        { "tbl.victim.order.step_odd", "the same, a step later",
          [](Bench &b) { victim_oldest_by(b, STEP, 3 * STEP); } },
    };
}

} // namespace conform

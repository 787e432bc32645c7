// SPDX-License-Identifier: Apache-2.0
//
// Section 3: victims, the idle links that make room in a full set.
#include "conform.h"

namespace conform {

namespace {

const char *const SOURCE = "protocol section 3";

// Another peer of the same set.
uint32_t other(Bench &b, uint32_t i)
{
    return same_set(b.a, PEER, i);
}

Frame from(Bench &b, uint32_t node, uint32_t op, uint32_t txid, uint32_t rxid, uint32_t life)
{
    return make_frame(node, b.a.cfg.node, op, b.vc, txid, rxid, op <= OP_OPEN_ACK ? life : 0);
}

uint32_t ways(Bench &b)
{
    return b.a.cfg.params.link_ways;
}

// Opened by the other node itself; it stays OPEN and idle.
void idle_link(Bench &b, uint32_t node, uint32_t base = 100)
{
    b.inject(from(b, node, OP_OPEN, base, 0, LIFE + node));
    b.next_of(node, OP_OPEN_ACK);
}

// OPEN, and one payload of ours in flight: no victim.
void busy_link(Bench &b, uint32_t node)
{
    idle_link(b, node);
    b.w.send_to(b.a, node, b.vc, 40);
    b.next_of(node, OP_PAYLOAD);
}

constexpr uint32_t STEP = 4096;                 // of the register, docs/registers.md
constexpr uint32_t IDLE = 2 * STEP, LONG = 2 * STEP + 1000;     // LONG: idle for more than a step, whenever it began

// All ways OPEN and idle; b.peer's is the one idle for longest, it has a payload behind it each way.
void idle_set(Bench &b, uint32_t idle)
{
    b.set(TTP_REG_VICTIM_IDLE, idle);
    b.set(TTP_REG_BACKOFF, 20000);
    b.set(TTP_REG_CLOSE_TMO, 30000);
    b.set(TTP_REG_RETRY_MAX, 200);
    b.connect();
    b.step(500);
    for (uint32_t i = 1; i < ways(b); i++) busy_link(b, other(b, i));
    b.look();
}

void victim_remote(Bench &b)
{
    idle_set(b, 300);
    b.step(LONG);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.in_state(CLOSE_SENT, "the orderly way");
    b.inject(from(b, node, OP_OPEN, 901, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.tx(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    b.inject(from(b, node, OP_OPEN, 902, 0, 5));
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
    b.expect(idle >= IDLE && idle < IDLE + 3 * STEP, "closed after " + std::to_string(idle) + " cycles");
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
    b.w.send_to(b.a, PEER + 1, b.vc, 40);       // of another set: the host's last packet was not for the stranger
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

} // namespace

std::vector<Row> victim_rows()
{
    return {
        { "tbl.victim.remote", "a remote OPEN: OPEN_NACK, and the idle link closes in the orderly way", SOURCE, victim_remote, "" },
        { "tbl.victim.min_idle", "a victim was idle for victim_min_idle", SOURCE, victim_min_idle, "" },
        { "tbl.victim.one", "at most one per set is closing", SOURCE, victim_one, "" },
        { "tbl.victim.local", "a local open waits until the victim has closed, then goes", SOURCE, victim_local, "" },
        { "tbl.victim.host", "payloads for the victim wait; the freed way is kept from it for one back-off", SOURCE, victim_host,
          "the other peer does not open; the back-off counts from the close" },
        { "tbl.victim.stranger", "a stranger is a victim only when no other link of the set is left", "protocol section 8", victim_stranger, "" },
        { "tbl.victim.stranger_last", "a stranger that is the only idle link of the set is the victim", "protocol section 8", victim_stranger_last,
          "read: a link that may not be chosen is no other link" },
    };
}

} // namespace conform

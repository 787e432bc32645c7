// SPDX-License-Identifier: Apache-2.0
//
// Local event x state: idle timer, victim.
#include "conform.h"

namespace conform {

namespace {

// ---- idle timer ----

constexpr uint32_t IDLE = 8192;                 // two steps of the register, docs/registers.md

void idle_open(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.connect();                                // reads no registers: that takes time
    const uint64_t from = b.w.net.cycle;
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    b.expect(b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from + 100 > IDLE, "not before its time");
    b.in_state(CLOSE_SENT, "afterwards");
    b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
    b.wait_completion(CPL_CLOSED);
    b.step(3 * IDLE);
    b.quiet();
    b.in_state(CLOSED, "a closed link stays as it is");
}

// The peer opens, and nothing more comes. The second timer looks each REACK.
void idle_opened(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.set(TTP_REG_REACK, 1000);
    b.step(4 * IDLE);
    b.tx(OP_OPEN, BASE, 0);
    const uint64_t from = b.next(OP_OPEN_ACK).cycle;
    const auto &heard = b.heard[b.peer];
    while (b.ok()) {
        b.w.run(4000, [&] { return !heard.empty(); }, "an ACK or CLOSE");
        if (!b.ok() || heard.front().h.opcode == OP_CLOSE) break;
        b.next(OP_ACK, 0, BASE);
    }
    const uint64_t idle = b.next(OP_CLOSE).cycle - from;
    b.expect(idle > IDLE, "CLOSE " + std::to_string(idle) + " cycles after the opening");
}

void idle_busy(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.connect();                                // reads no registers: that takes time
    for (uint32_t i = 0; i < 6; i++) {
        b.step(IDLE / 3);
        b.take(b.last + 1);
        b.quiet(1);
    }
    b.in_state(OPEN, "as long as payloads come");
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    b.expect(b.next(OP_CLOSE).h.rxid == b.last, "and then CLOSE");
}

// The same for ours, which the peer acknowledges: nothing comes in but ACKs.
void idle_sends(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.connect();
    for (uint32_t i = 0; i < 8; i++) {
        b.step(IDLE / 3);
        b.host();
        b.next(OP_PAYLOAD, ++b.snt, 0);
        b.tx(OP_ACK, 0, b.snt);
        b.quiet(1);
    }
    b.in_state(OPEN, "as long as payloads go");
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// A payload long in flight: what was last is its ACK.
void idle_acked(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.connect();
    b.host();
    b.next(OP_PAYLOAD, ++b.snt, 0);
    b.step(4 * IDLE);
    b.quiet();
    b.tx(OP_ACK, 0, b.snt);
    const uint64_t from = b.w.net.cycle;
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    const uint64_t idle = b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from;
    b.expect(idle > IDLE, "CLOSE " + std::to_string(idle) + " cycles after the ACK");
}

void idle_flight(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, 4096);
    b.reach(S_FLIGHT);
    b.step(40000);
    b.quiet();
    b.in_state(OPEN, "while payloads are in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

void idle_still(Bench &b, Start s, State st)
{
    b.set(TTP_REG_IDLE_TMO, 4096);
    b.reach(s);
    b.step(40000);
    b.quiet();
    b.in_state(st, "afterwards");
    b.expect(b.causes() == 0, "nothing is reported");
}

// ---- victim: a local open finds its set full of idle links ----

struct FullSet {
    std::vector<uint32_t> nodes;
    uint32_t local;
};

// Every way but that of b.peer is busy: a payload of ours is in flight there.
FullSet fill(Bench &b)
{
    FullSet f;
    const uint32_t ways = b.size().link_ways, me = b.peer;
    for (uint32_t i = 1; i < ways; i++) {
        b.peer = same_set(b.mac(), PEER, i);
        b.life = LIFE + i;
        b.host_to(b.peer);
        const uint32_t s = b.next(OP_OPEN).h.txid;
        b.tx(OP_OPEN_ACK, BASE + 1, s);
        b.next(OP_PAYLOAD);
        f.nodes.push_back(b.peer);
    }
    b.peer = me;
    b.life = LIFE;
    f.local = same_set(b.mac(), PEER, 17);
    return f;
}

void victim(Bench &b, Start s, State st)
{
    b.set(TTP_REG_VICTIM_IDLE, 500);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    const FullSet f = fill(b);
    b.reach(s);
    b.set(TTP_REG_RETRY_MAX, 200);
    const auto was = b.rec();
    b.step(9000);                               // more than two steps of the register
    b.host_to(f.local);
    b.step(3000);
    if (s == S_OPEN) {
        b.next(OP_CLOSE, b.snt + 1, b.last);
        b.in_state(CLOSE_SENT, "afterwards");
        return;
    }
    b.in_state(st, "afterwards");
    b.expect(b.rec()[2] == was[2] && b.waiting(f.local) == 0, "it is no victim");
    const auto &q = b.heard[b.peer];
    for (const Sent &x : q)
        b.expect(x.h.opcode != OP_CLOSE || s == S_CLOSE_SENT, "it is no victim: CLOSE");
    b.expect(b.count(TTP_CNT_TX + OP_CLOSE) == (s == S_CLOSE_SENT ? b.count(TTP_CNT_TIMEOUT) : 0),
             "no CLOSE of its own");
}

// CLOSED: the way is simply free.
void victim_closed(Bench &b)
{
    const FullSet f = fill(b);
    b.reach(S_CLOSED);
    b.host_to(f.local);
    b.next_of(f.local, OP_OPEN);
    b.quiet();
    b.expect(b.rec()[0] == 0, "its entry was used");
}

} // namespace

std::vector<Row> idle_rows()
{
    const auto still = [](Start s, State st) { return [=](Bench &b) { idle_still(b, s, st); }; };
    const auto vic = [](Start s, State st) { return [=](Bench &b) { victim(b, s, st); }; };
    const char *idle_note = "what is remembered shows as the CLOSE after OPEN_SENT";
    return with_place("idle timer", {
        { "cls.idle.CLOSED", "-", still(S_CLOSED, CLOSED) },
        { "cls.idle.OPEN_SENT", "remembered: no CLOSE now", still(S_OPEN_SENT, OPEN_SENT),
          idle_note },
        { "cls.idle.OPEN.idle", "idle for its time: CLOSE -> CLOSE_SENT", idle_open },
        { "cls.idle.OPEN.opened", "its time runs from the opening, whatever was before",
          idle_opened },
        { "cls.idle.OPEN.busy", "payloads keep it open", idle_busy },
        { "cls.idle.OPEN.sends", "our own, acknowledged, keep it open too", idle_sends },
        { "cls.idle.OPEN.acked", "its time runs from the last ACK that retired something",
          idle_acked },
        { "cls.idle.OPEN.flight", "CLOSE only once all sent has retired", idle_flight },
        { "cls.idle.CLOSE_SENT", "-", still(S_CLOSE_SENT, CLOSE_SENT) },
        { "cls.idle.CLOSE_RECD", "-", still(S_CLOSE_RECD, CLOSE_RECD) },
    }) + with_place("victim", {
        { "tbl.reuse.CLOSED.at_once", "a CLOSED link's way is free at once", victim_closed },
        { "tbl.victim.fit.OPEN_SENT", "a victim is OPEN: never this one",
          vic(S_OPEN_SENT, OPEN_SENT) },
        { "tbl.victim.OPEN", "the idle link of a full set: CLOSE -> CLOSE_SENT",
          vic(S_OPEN, OPEN) },
        { "tbl.victim.fit.OPEN.flight", "with payloads in flight: never", vic(S_FLIGHT, OPEN) },
        { "tbl.victim.one.CLOSE_SENT", "-", vic(S_CLOSE_SENT, CLOSE_SENT) },
        { "tbl.victim.one.CLOSE_RECD", "-", vic(S_CLOSE_RECD, CLOSE_RECD) },
    });
}

} // namespace conform

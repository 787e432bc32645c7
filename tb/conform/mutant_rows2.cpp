// SPDX-License-Identifier: Apache-2.0
//
// As mutant_rows.cpp: payloads and rounds.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

uint32_t rounds(Bench &b) { return b.rec()[0] >> 12 & 0xff; }

// ---- what rcv.reack repeats to a stranger

void repeats(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.w.run(5 * T + b.links(), [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(op, txid, rxid);
}

// Its OPEN has told the numbers that its OPEN_ACK had left unknown.
void told_by_open(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, T);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.tx(OP_ACK, 0, open + 1);
    b.tx(OP_OPEN, 9000, 0);
    b.next(OP_OPEN_ACK, open + 2, 9000);
    repeats(b, OP_OPEN_ACK, open + 2, 9000);
}

// The OPEN set aside is ahead of last, and one payload has followed it.
void followed(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.set(TTP_REG_TIMEOUT, 300);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 7000, 0);
    b.next(OP_OPEN_ACK, b.una, 7000);
    b.inject(b.payload(7001));
    b.next(OP_NACK, 0, b.last + 1);
    repeats(b, OP_ACK, 0, b.last);
}

// To a peer with a life number ACKs go on, whatever a stranger there has said.
void aside_known(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    repeats(b, OP_ACK, 0, b.last);
}

// ---- NACKs

// All in flight has just been sent, so two NACKs of a peer with a life number start a replay each.
void twice(Bench &b)
{
    b.set(TTP_REG_RETRY_MAX, 20);
    for (int i = 0; i < 2; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.replay(b.una);
    }
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

// One NACK has started a replay before the timer expires.
void twice_after_timeout(Bench &b, Start s)
{
    const uint32_t tmo = 2 * span(b);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s);
    b.set(TTP_REG_TIMEOUT, tmo);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    b.w.run(2 * tmo, [&] { return b.waiting(b.peer) != 0; }, "the timeout");
    b.set(TTP_REG_TIMEOUT, NEVER);
    b.step(300);
    b.heard.clear();
    twice(b);
}

void twice_after_full(Bench &b)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.replay(b.una);
    twice(b);
}

// Of a stranger one NACK counts.
void once(Bench &b)
{
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

// A stranger restarts, and has a life number by then.
void twice_after_restart(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    once(b);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.step(1000);
    b.heard.clear();                            // its ACK, ours again
    twice(b);
}

void once_after_reopen(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    once(b);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.tx(OP_OPEN_ACK, b.last + 1, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    once(b);
}

// In the next life, whose payloads are the same.
void twice_after_life(Bench &b)
{
    b.reach(S_FLIGHT);
    twice(b);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.tx(OP_OPEN_ACK, b.last + 1, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    twice(b);
}

// There is nothing to replay, so it is no round, and the next NACK is the first.
void nack_idle(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t id : { b.una, b.una - 1 }) {
        b.tx(OP_NACK, 0, id);
        b.quiet();
        b.expect(rounds(b) == 0, "no round");
    }
    b.host(2);
    b.snt += 2;
    b.replay(b.una);
    twice(b);
}

void nack_before(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK, 0, b.una - 1);
    b.replay(b.una);
    b.expect(rounds(b) == 1, "a round");
}

// A payload that is taken says nothing of ours.
void taken(Bench &b, Start s)
{
    const uint32_t tmo = span(b);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, tmo);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s);
    b.w.run(3 * tmo, [&] { return rounds(b) == 1; }, "a round");
    b.step(100);
    b.heard.clear();
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.expect(rounds(b) == 1, "it is still counted");
}

// Some of what is in flight has retired when the host comes with more.
void host_behind(Bench &b)
{
    b.flight(3);
    b.tx(OP_ACK, 0, b.una);
    b.quiet();
    b.host();
    b.next(OP_PAYLOAD, b.snt + 1, 0);
}

// ---- gaps

void gap_then_moved(Bench &b)
{
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
    b.take(b.last + 1);
    b.inject(b.payload(b.last + 4));
    b.next(OP_NACK, 0, b.last + 1);
}

void gap_with_reack(Bench &b)
{
    b.set(TTP_REG_REACK, 100 * T);
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
}

// The farthest payload that still leaves a gap, then one not newer.
void gap_farthest(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t ahead : { 65535u, 2u }) {
        b.inject(b.payload(b.last + ahead));
        b.next(OP_NACK, 0, b.last + 1);
    }
}

// Payloads of the peer are missing, and its CLOSE is here.
void reack_while_closing(Bench &b)
{
    const uint32_t often = span(b);
    b.set(TTP_REG_REACK, often);
    b.reach(S_MISSING);
    for (int i = 0; i < 2; i++) {
        b.w.run(3 * often, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
        b.next(OP_ACK, 0, b.last);
    }
}

// Payloads of the peer alone keep the link open, with REACK on too.
void kept_by_peer(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, 8192);              // two steps of the register
    b.reach(S_OPEN);
    b.set(TTP_REG_REACK, T / 2);
    for (int i = 0; i < 10; i++) {
        b.inject(b.payload(++b.last));
        b.step(T * 3 / 4);
        b.in_state(OPEN, "it is not idle");
    }
    b.same_link("after them");
    b.heard.clear();                            // ACKs
}

// ---- NACK_NOLINK

// In OPEN_SENT and OPEN_RECD it is ignored: the stranger's numbers are those of its OPEN.
void nolink_too_early(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.step(300);
    b.a.wire_out.hold = false;
    b.step(300);
    b.heard.clear();                            // the OPEN_ACK
    b.inject(b.payload(BASE + 3));
    b.w.run(T, [&] { return b.waiting(b.peer) != 0; }, "an answer");
    while (b.ok() && b.heard[b.peer].front().h.opcode == OP_PAYLOAD) b.next(OP_PAYLOAD);
    b.next(OP_NACK, 0, BASE + 1);
}

void nolink_far(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.snt + 9);
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.expect(open.h.epoch != b.own_life && b.completed(CPL_RESTARTED), "the next life");
    b.quiet();
}

} // namespace

std::vector<Row> mutant_payload_rows()
{
    return {
        { "open.ack.lost.unknown.told", "... the OPEN that has told the numbers", told_by_open },
        { "open.ack.lost.aside.followed", "one payload has followed it: ACK", followed },
        { "open.ack.lost.aside.known", "on the link of a peer with a life: ACK", aside_known },
        { "snd.nack.again.timeout", "a timeout begins anew: two more NACKs count",
          [](Bench &b) { twice_after_timeout(b, S_FLIGHT); } },
        { "snd.nack.again.CLOSE_RECD", "also in CLOSE_RECD",
          [](Bench &b) { twice_after_timeout(b, S_CLOSE_RECD); } },
        { "snd.nack.again.full", "a NACK_FULL begins anew", twice_after_full },
        { "snd.nack.again.restart", "a restart begins anew", twice_after_restart },
        { "snd.nack.again.over", "so does a new life", twice_after_life },
        { "snd.nack.once.reopen.answered", "and an answered re-OPEN", once_after_reopen },
        { "snd.nack.idle", "with nothing in flight a NACK is no round", nack_idle },
        { "tmr.rounds.nack.before", "NACK(una - 1) is a round", nack_before },
        { "tmr.clear.not.OPEN", "a payload taken clears no count",
          [](Bench &b) { taken(b, S_FLIGHT); } },
        { "tmr.clear.not.REOPEN_SENT", "nor in re-OPEN",
          [](Bench &b) { taken(b, S_REOPEN); } },
        { "tmr.clear.not.CLOSE_SENT", "nor in CLOSE_SENT, unless our CLOSE is held",
          [](Bench &b) { taken(b, S_CLOSE_SENT); } },
        { "snd.host.partly", "a new payload goes while older ones are in flight", host_behind },
        { "rcv.gap.pass.farther", "a payload taken ends the pass", gap_then_moved },
        { "rcv.gap.reack", "the same with REACK on", gap_with_reack },
        { "rcv.gap.pass.farthest", "65535 ahead, then one that is nearer: a new pass",
          gap_farthest },
        { "cls.idle.OPEN.taken", "payloads of the peer keep it open, with REACK on too",
          kept_by_peer },
        { "rcv.reack.CLOSE_RECD", "in CLOSE_RECD too", reack_while_closing },
        { "life.over.OPEN_SENT.stranger", "a stranger's in OPEN_SENT: -",
          [](Bench &b) { nolink_too_early(b, S_SHIPS); } },
        { "life.over.OPEN_RECD.stranger", "a stranger's in OPEN_RECD: -",
          [](Bench &b) { nolink_too_early(b, S_OPEN_RECD); } },
        { "life.over.OPEN.far", "far ahead of what was sent: it says the same", nolink_far },
    };
}

} // namespace conform

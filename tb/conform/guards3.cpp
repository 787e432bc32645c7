// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: single cases of a rule that no other row has.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// ---- closing

// All has retired by a NACK in the back-off: cls.drained waits, and the CLOSE_ACK is a peer's.
void acked_while_paused(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_NACK, 0, b.snt + 1);
    b.quiet();
    b.in_state(CLOSE_RECD, "in the back-off");
    b.tx(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "afterwards");
    b.quiet();
}

// All has retired in the re-OPEN.
void done_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(REOPEN_SENT, "before the CLOSE");
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

// A payload waits for the next life while our CLOSE gets no answer.
void dead_closer(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_CLOSE_SENT);
    b.host();
    b.wait_completion(CPL_DEAD, 4 * SLOW);
    b.step(300);
    b.moved(TTP_CNT_FLUSHED, 1, "what waits is flushed");
    b.expect(b.completed(CPL_FLUSHED), "and said so");
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

void waits_for_stranger(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    b.close();
    b.next(OP_CLOSE, una, BASE);
    b.host();
    b.quiet();
    b.in_state(CLOSE_SENT, "no re-OPEN in CLOSE_SENT");
}

// With nothing in flight NACK_FULL is no back-off: the timer goes on.
void full_for_nothing(Bench &b, Start s, uint32_t op)
{
    for (uint32_t reg : { TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
    b.reach(s);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);           // BACKOFF is as good as for ever
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    b.expect(b.next(op).cycle - from < SLOW + SLOW / 2, "in its time");
}

// What is no NACK_NOLINK(0) tells nothing of the stranger's numbers.
void still_known(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.tx(OP_NACK_NOLINK, 0, 5);
    b.next(OP_CLOSE, b.close_id, b.last);
    b.quiet();
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.quiet();
}

// ---- opening

// The OPEN that it names was of a life before, and the stranger has opened this one.
void late_nack(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.close();
    b.next(OP_CLOSE, b.una, 900);
    b.quiet();
    b.look();
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 0, "no OPEN of this life is answered");
    b.in_state(CLOSE_SENT, "afterwards");
}

// Passing ships: its OPEN_ACK sets last, so there is no OPEN_ACK of ours to repeat.
void answered_ships(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_SHIPS);
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    for (uint32_t i = 0; i < 2; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, 7000);
}

// The same by the answer to a re-OPEN, after its own re-OPEN.
void answered_reopen(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK, b.una, b.last);
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    b.snt = b.una + 1;
    b.replay(b.una);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, 7000);
}

// The number in the answer to a re-OPEN is on record: a copy of its OPEN is a repeat.
void number_of_answer(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.open_id);
    b.replay(b.una);
    b.tx(OP_OPEN, 91000, 0);
    b.next(OP_OPEN_ACK, b.una, 91000);
    b.inject(b.payload(91001));
    b.next(OP_NACK, 0, 90001);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "a copy is not set aside");
}

// Its numbers are unknown, and our re-OPEN is out: its OPEN tells them.
void told_in_reopen(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(903));
    b.next(OP_NACK, 0, 901);
    b.take(901);
    b.in_state(REOPEN_SENT, "afterwards");
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// The OPEN of its new life names last. It is no re-OPEN, for it has a life number.
void proved_by_last(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, b.last, 0);
    b.step(400);
    b.a.wire_out.hold = false;
    if (s == S_OPEN_RECD) b.next(OP_OPEN_ACK);
    b.next(OP_OPEN_ACK);
    b.look();
    b.inject(b.payload(b.last + 1));
    b.wait_completion(CPL_RESTARTED);
    b.delivered(1);
    b.heard.clear();
}

// ---- timers

void counted_in_reopen(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_REOPEN);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "OPEN again");
    b.next(OP_OPEN, b.una - 1, 0);
    b.moved(TTP_CNT_TIMEOUT, 1, "it is a timeout");
}

// The interval begins anew with a payload taken.
void interval(Bench &b, Start s)
{
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.take(b.last + 1);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.expect(b.next(OP_ACK, 0, b.last).cycle - from > SLOW - 1000, "not before its time");
}

// What retires, and a NACK that starts a replay, start the timer anew.
void anew(Bench &b, Start s, uint32_t op)
{
    b.set(TTP_REG_RETRY_MAX, 9);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(s);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.tx(op, 0, b.una);
    if (op == OP_ACK) b.una++;
    else b.replay(b.una);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    const uint32_t first = s == S_CLOSE_RECD ? OP_CLOSE_NACK : OP_PAYLOAD;
    b.expect(b.next(first).cycle - from > SLOW - 1000, "not before its time");
    b.w.run(T, [&] { return b.waiting(b.peer) != 0 || s == S_FLIGHT; }, "the replay");
    b.heard.clear();
}

} // namespace

std::vector<Row> guard_case_rows()
{
    const auto anew_in = [](Start s, uint32_t op) {
        return [s, op](Bench &b) { anew(b, s, op); };
    };
    return {
        { "cls.ack.CLOSE_RECD.paused", "CLOSE_ACK in a back-off, nothing in flight: CLOSED",
          acked_while_paused },
        { "cls.done.OPEN_SENT.reopen.acked", "CLOSE in re-OPEN, all has retired: CLOSE_ACK, CLOSED",
          done_in_reopen },
        { "tmr.dead.CLOSE_SENT.waits", "dead in CLOSE_SENT: what waits is flushed", dead_closer },
        { "snd.wait.CLOSE_SENT.stranger", "payloads for a stranger wait", waits_for_stranger },
        { "snd.full.idle.CLOSE_SENT", "nothing in flight: no back-off",
          [](Bench &b) { full_for_nothing(b, S_CLOSE_SENT, OP_CLOSE); } },
        { "snd.full.idle.CLOSE_RECD", "nothing in flight: no back-off",
          [](Bench &b) { full_for_nothing(b, S_MISSING, OP_CLOSE_NACK); } },
        { "snd.ignored.OPEN_SENT.nack_full.timer", "it does not touch the timer",
          [](Bench &b) { full_for_nothing(b, S_OPEN_SENT, OP_OPEN); } },
        { "str.lost.CLOSE_SENT.other", "only RxID 0 says that its numbers are unknown",
          still_known },
        { "open.nack.late.CLOSE_SENT.before", "of a life before: ignored",
          late_nack },
        { "open.ack.lost.answered.ships", "an OPEN_ACK that sets last ends it", answered_ships },
        { "open.ack.lost.answered.reopen", "an OPEN_ACK that sets last ends it", answered_reopen },
        { "open.ack.learn.number", "the number of an answer to a re-OPEN is on record",
          number_of_answer },
        { "str.first.told.reopen", "an OPEN in re-OPEN tells the numbers", told_in_reopen },
        { "str.prove.OPEN_RECD.last", "its OPEN names last",
          [](Bench &b) { proved_by_last(b, S_OPEN_RECD); } },
        { "str.prove.OPEN_SENT.reopen.last", "its OPEN names last",
          [](Bench &b) { proved_by_last(b, S_REOPEN); } },
        { "str.prove.CLOSE_RECD.last", "its OPEN names last",
          [](Bench &b) { proved_by_last(b, S_CLOSE_RECD); } },
        { "open.timer.OPEN_SENT.reopen.counted", "in re-OPEN: TIMEOUT counts it",
          counted_in_reopen },
        { "rcv.reack.OPEN_SENT.reopen.taken", "a payload taken begins the interval anew",
          [](Bench &b) { interval(b, S_REOPEN); } },
        { "rcv.reack.CLOSE_SENT.taken", "a payload taken begins the interval anew",
          [](Bench &b) { interval(b, S_CLOSE_SENT); } },
        { "rcv.reack.CLOSE_RECD.taken", "a payload taken begins the interval anew",
          [](Bench &b) { interval(b, S_MISSING); } },
        { "snd.timer.OPEN.nack", "a replay by NACK starts it anew", anew_in(S_FLIGHT, OP_NACK) },
        { "snd.timer.OPEN.ack", "what retires starts it anew", anew_in(S_FLIGHT, OP_ACK) },
        { "cls.recd.timer.CLOSE_RECD.nack", "a replay by NACK starts it anew",
          anew_in(S_CLOSE_RECD, OP_NACK) },
        { "cls.recd.timer.CLOSE_RECD.ack", "what retires starts it anew",
          anew_in(S_CLOSE_RECD, OP_ACK) },
    };
}

} // namespace conform

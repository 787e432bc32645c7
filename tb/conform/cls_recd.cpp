// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.recd cls.recd.timer cls.end cls.giveup
#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

// retry_max of its own timeouts without progress: CLOSE_ACK, CLOSED, and the loss is reported.
void gives_up(Bench &b, Start s, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(s);
    const uint32_t closing = s == S_MISSING ? b.last + 3 : b.last + 1;
    b.wait_completion(CPL_DEAD, 10 * T);
    b.step(500);
    b.in_state(CLOSED, "afterwards");
    b.expect(b.causes() & cause(TTP_IRQ_DEAD), "the host hears of the loss");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    uint32_t acks = 0, nacks = 0;
    for (const Sent &x : b.heard[b.peer]) {
        acks += x.h.opcode == OP_CLOSE_ACK && x.h.rxid == closing;
        nacks += x.h.opcode == OP_CLOSE_NACK && x.h.rxid == closing && x.h.txid == b.snt;
    }
    b.expect(acks == 1 && nacks >= 1, "CLOSE_NACKs, and CLOSE_ACK in the end");
}

// Each timeout in CLOSE_RECD replays, and the replay has TIMEOUT again.
void replays(Bench &b, bool stranger)
{
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.reach(S_CLOSE_RECD, stranger);
    uint64_t from = b.w.net.cycle;
    for (int i = 0; i < 2; i++) {
        from = timed(b, OP_CLOSE_NACK, from).cycle;
        b.replay(b.una);
    }
}

const Rows CELLS(rows_of({
    { "cls.recd.CLOSE_RECD.flight", "again: CLOSE_NACK", S_CLOSE_RECD, KNOWN, OP_CLOSE, LAST1,
      UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.CLOSE_RECD.missing", "again: CLOSE_NACK", S_MISSING, KNOWN, OP_CLOSE, LAST3, UNA_M1,
      SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.CLOSE_RECD.stranger", "a stranger's again: CLOSE_NACK", S_CLOSE_RECD, STRANGER,
      OP_CLOSE, NIL, NIL, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.CLOSE_SENT.missing", "crossing, payloads missing: CLOSE_NACK", S_CLOSE_SENT, KNOWN,
      OP_CLOSE, LAST3, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_SENT },
    { "cls.recd.OPEN.flight", "payloads in flight: CLOSE_NACK, CLOSE_RECD", S_FLIGHT, KNOWN,
      OP_CLOSE, LAST1, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.OPEN.missing", "payloads missing: CLOSE_NACK, CLOSE_RECD", S_OPEN, KNOWN, OP_CLOSE,
      LAST3, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.OPEN.stranger", "a stranger, payloads in flight: CLOSE_NACK, CLOSE_RECD", S_FLIGHT,
      STRANGER, OP_CLOSE, NEWS, NIL, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.OPEN_RECD", "of a peer with a life, payloads missing: CLOSE_NACK, CLOSE_RECD",
      S_OPEN_RECD, KNOWN, OP_CLOSE, LAST3, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } },
      CLOSE_RECD },
    { "cls.recd.OPEN_SENT.reopen.stranger", "in re-OPEN with payloads in flight: CLOSE_NACK",
      S_REOPEN, STRANGER, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_NACK, SNT, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } },
      CLOSE_RECD },
    { "cls.end.CLOSE_RECD.beyond", "the closing ID and beyond: NACK_NOLINK", S_MISSING, KNOWN,
      OP_PAYLOAD, LAST3, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "cls.end.CLOSE_RECD.flight", "likewise when nothing is missing", S_CLOSE_RECD, KNOWN,
      OP_PAYLOAD, LAST2, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "cls.end.CLOSE_RECD.within", "below the closing ID: taken, ACK", S_MISSING, KNOWN, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
    { "cls.end.CLOSE_SENT.beyond", "beyond it: NACK_NOLINK", S_HELD, KNOWN, OP_PAYLOAD, LAST3, NIL,
      SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_SENT },
    { "cls.end.CLOSE_SENT.within", "up to the ID that a CLOSE_NACK has named: taken", S_HELD, KNOWN,
      OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_SENT, LAST1 },
}));

const Rows TIMER_ROWS(with_place("timer", {
    // The timer of the payload in flight goes on, although CLOSE_TMO is far longer.
    { "cls.recd.OPEN.timer", "a timer that runs goes on", [](Bench &b) {
        constexpr uint32_t LONG = 5 * T;        // a look at the registers takes a part of it
        b.set(TTP_REG_TIMEOUT, LONG);
        b.flight(1);
        b.step(LONG / 2);
        b.tx(OP_CLOSE, b.last + 1, b.una - 1);
        const uint64_t from = b.next(OP_CLOSE_NACK, b.una, b.last + 1).cycle;
        b.w.run(LONG, [&] { return b.waiting(b.peer) == 2; }, "CLOSE_NACK again and a replay");
        b.expect(b.w.net.cycle - from < LONG, "when the timer that ran expires");
    } },

    { "cls.recd.timer.CLOSE_RECD.flight", "replay from una, and CLOSE_NACK again", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.reach(S_CLOSE_RECD);
        size_t replays = 0, nacks = 0;
        for (int i = 0; i < 9 && b.ok(); i++) {
            b.await(3 * T, "the timer");
            if (!b.ok()) break;
            const Sent s = b.heard[b.peer].front();
            b.heard[b.peer].pop_front();
            if (s.h.opcode == OP_PAYLOAD) {
                b.expect(s.h.txid == b.una + replays % 2, "replay from una");
                replays++;
            } else {
                b.expect(s.h.opcode == OP_CLOSE_NACK && s.h.txid == b.snt && s.h.rxid == b.last + 1,
                         "CLOSE_NACK again");
                nacks++;
            }
        }
        b.expect(replays >= 4 && nacks >= 2, "replays and CLOSE_NACKs by timer");
        b.in_state(CLOSE_RECD, "afterwards");
        b.tx(OP_ACK, 0, b.snt);
    } },

    { "cls.recd.timer.CLOSE_RECD.missing", "CLOSE_NACK again", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        b.reach(S_MISSING);
        for (int i = 0; i < 2; i++) {
            b.next_within(3 * T, OP_CLOSE_NACK, b.snt, b.last + 3);
        }
        b.in_state(CLOSE_RECD, "afterwards");
    } },
}));

const Rows ROWS({
    { "cls.recd.timer.CLOSE_RECD.untouched", UNTOUCHED,
      with(untouched, S_CLOSE_RECD, KNOWN, TTP_REG_TIMEOUT, OP_CLOSE_NACK) },
    { "cls.recd.timer.CLOSE_RECD.untouched.stranger", UNTOUCHED,
      with(untouched, S_CLOSE_RECD, STRANGER, TTP_REG_TIMEOUT, OP_CLOSE_NACK) },
    { "cls.recd.timer.CLOSE_RECD.part", "more is in flight: TIMEOUT from an ACK on",
      with(one_retires, S_CLOSE_RECD, false) },
    { "cls.recd.timer.CLOSE_RECD.part.stranger", "the same of a stranger",
      with(one_retires, S_CLOSE_RECD, true) },
    { "cls.recd.timer.CLOSE_RECD.ack", "what retires starts it anew",
      with(timer_anew, S_CLOSE_RECD, OP_ACK) },
    { "cls.recd.timer.CLOSE_RECD.nack", "a replay by NACK starts it anew",
      with(timer_anew, S_CLOSE_RECD, OP_NACK) },

    { "cls.recd.CLOSE_RECD.rounds", "a CLOSE that comes again leaves the count alone",
      [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, 2 * T);
        b.reach(S_MISSING);                     // retry_max 3
        for (int i = 0; i < 20 && b.ok() && !b.completed(CPL_DEAD); i++) {
            b.tx(OP_CLOSE, b.last + 3, b.una - 1);
            b.step(T);
        }
        b.expect(b.completed(CPL_DEAD), "dead after its rounds");
    } },

    // Our CLOSE is held. The peer's CLOSE names one more payload, and the hold waits for that too.
    { "cls.recd.CLOSE_SENT.held", "a CLOSE with payloads missing: ours stays held, for all",
      [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.set(TTP_REG_RETRY_MAX, 255);
        b.reach(S_HELD);
        b.close_nacked(b.last + 4, b.una - 1);
        b.in_state(CLOSE_SENT, "our CLOSE is held");
        b.quiet(3 * SLOW);
        for (int i = 0; i < 2; i++) b.take(b.last + 1);
        b.quiet();
        b.take(b.last + 1);
        b.next(OP_CLOSE, b.close_id, b.last);
    } },

    // A late copy is known by its lives, so a CLOSE of this life counts with any ID.
    { "cls.recd.OPEN.old_id", "a CLOSE that is ours counts, however old its ID", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close_nacked(b.last, 0);
        b.in_state(CLOSE_RECD, "ours are in flight");
    } },

    // The pause of a NACK_FULL is a timer too, and goes on when the peer closes.
    { "cls.recd.OPEN.pause", "the pause of a NACK_FULL goes on in CLOSE_RECD", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 10 * T);
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.close_nacked(b.last + 1, b.una - 1);
        b.step(5 * T);
        b.expect(b.waiting(b.peer) == 0, "nothing is sent before the end of the pause");
        b.w.run(10 * T, [&] { return b.waiting(b.peer) >= 2; }, "the replay");
        b.payloads(b.una, 2);
    } },

    // A further CLOSE may name another end. The answers follow it.
    { "cls.recd.again", "each CLOSE is answered anew", [](Bench &b) {
        b.reach(S_MISSING);
        b.take(b.last + 1);
        b.tx(OP_CLOSE, b.last + 1, b.una - 1);  // it knows better now
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        b.is_closed();
    } },

    // In the back-off a NACK has retired all, and a payload of the peer is missing: behind the
    // back-off the link waits for CLOSE_TMO.
    { "cls.recd.timer.CLOSE_RECD.missing.pause",
      "all has retired in a back-off, more is missing: CLOSE_TMO from its end on", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, SLOW / 2);
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.flight(1);
        b.close_nacked(b.last + 2, 0);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        const uint64_t from = b.w.net.cycle;
        b.step(300);
        b.tx(OP_NACK, 0, b.snt + 1);
        timed(b, OP_CLOSE_NACK, from, SLOW + SLOW / 2);
        b.moved(TTP_CNT_TIMEOUT, 1, "the end of a back-off is none");
        b.take(b.last + 1);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
    } },

    { "cls.recd.timer.CLOSE_RECD.replay", "a replay by the timer has TIMEOUT again",
      with(replays, false) },
    { "cls.recd.timer.CLOSE_RECD.replay.stranger", "the same of a stranger", with(replays, true) },

    // All of ours has retired, and the peer owes payloads: the timer asks for them.
    { "cls.recd.timer.retired", "ours have retired, the peer's are missing", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_FLIGHT);
        b.close_nacked(b.last + 3, b.una - 1);
        b.tx(OP_ACK, 0, b.snt);
        b.next_within(3 * tmo, OP_CLOSE_NACK);
    } },

    // Payloads in flight are sent again to a stranger too, although it may take none after its
    // CLOSE.
    { "cls.recd.timer.stranger", "a stranger gets the replay as well", [](Bench &b) {
        b.reach(S_CLOSE_RECD, STRANGER);
        b.set(TTP_REG_RETRY_MAX, 20);
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
        b.tx(OP_NACK, 0, b.una);                // which sets the timer
        b.replay(b.una);
        b.await(3 * T, "the timeout");
        b.step(T / 2);
        b.expect(b.waiting(b.peer) == 3, "CLOSE_NACK and a replay");
    } },

    { "cls.end.held.stranger", "the payload named ends the hold for a stranger too", [](Bench &b) {
        b.reach(S_HELD, STRANGER);
        b.take(b.last + 1);
        b.take(b.last + 1);
        b.next(OP_CLOSE, b.close_id, b.last);
    } },

    { "cls.giveup.missing", "the same when the peer's payloads never come",
      with(gives_up, S_MISSING, 0) },
    { "cls.giveup.own", "no progress for retry_max timeouts: CLOSE_ACK, loss reported",
      with(gives_up, S_CLOSE_RECD, 2) },

    { "cls.giveup.progress", "progress clears the count", [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
        b.reach(S_CLOSE_RECD);                  // retry_max 3
        b.step(2 * T + T / 4);
        b.tx(OP_ACK, 0, b.una);
        b.step(2 * T);
        b.in_state(CLOSE_RECD, "progress clears the count");
        b.tx(OP_ACK, 0, b.snt);
        b.step(300 + b.links());
        b.in_state(CLOSED, "afterwards");
        b.moved(TTP_CNT_DEAD, 0, "no loss");
    } },

    // What is missing comes, one by one: more than retry_max timeouts in all.
    { "cls.giveup.taken", "a payload taken in CLOSE_RECD is progress", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_OPEN);                        // retry_max 3
        b.tx(OP_CLOSE, b.last + 6, b.una - 1);
        for (int i = 0; i < 4 && b.ok(); i++) {
            b.step(T + T / 2);
            b.heard.clear();                    // CLOSE_NACKs
            b.take(b.last + 1);
        }
        b.in_state(CLOSE_RECD, "one is missing");
        b.expect(!b.completed(CPL_DEAD), "not dead");
    } },

    // Ours never get an ACK, the peer's come one by one: more than retry_max timeouts in all.
    { "cls.giveup.taken.flight", "a payload taken is progress, with ours in flight too",
      [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
        b.reach(S_FLIGHT);                      // retry_max 3
        b.tx(OP_CLOSE, b.last + 6, b.una - 1);
        for (int i = 0; i < 3 && b.ok(); i++) {
            b.step(T + T / 4);
            b.heard.clear();                    // CLOSE_NACKs and replays
            b.take(b.last + 1);
        }
        b.in_state(CLOSE_RECD, "two are missing");
        b.expect(!b.completed(CPL_DEAD), "not dead");
    } },
});

} // namespace

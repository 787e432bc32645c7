// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.none cls.stranger cls.done cls.cross cls.drained cls.silent
#include "conform.h"

using namespace conform;

namespace {

void stranger_closes(Bench &b, uint32_t txid, uint32_t rxid)
{
    b.reach(S_OPEN, STRANGER);
    b.closes(txid, rxid);
    b.is_closed();
}

const Rows CELLS(rows_of({
    { "cls.none.CLOSED.none", "CLOSE_ACK", S_NONE, KNOWN, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "cls.none.CLOSED.record", "CLOSE_ACK", S_CLOSED, STRANGER, OP_CLOSE, LAST1, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "cls.none.OPEN_RECD", "CLOSE_ACK, stays", S_OPEN_RECD, STRANGER, OP_CLOSE, LAST1, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, OPEN },
    { "cls.stranger.CLOSE_RECD.payload", "a stranger's closing ID means nothing: taken, ACK",
      S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_RECD,
      LAST1 },
    { "cls.stranger.OPEN", "a stranger's TxID means nothing: CLOSE_ACK, CLOSED", S_OPEN, STRANGER,
      OP_CLOSE, NIL, NIL, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED,
      { CPL_CLOSED } },
    { "cls.done.OPEN", "nothing in flight or missing: CLOSE_ACK, CLOSED, reported", S_OPEN, KNOWN,
      OP_CLOSE, LAST1, UNA_M1, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {},
      IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.done.OPEN_RECD", "the same of a peer with a life", S_OPEN_RECD, KNOWN, OP_CLOSE, LAST1,
      UNA_M1, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED,
      { CPL_CLOSED } },
    { "cls.cross.CLOSE_SENT", "crossing, nothing is missing: CLOSE_ACK, CLOSED at once",
      S_CLOSE_SENT, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED,
      LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.cross.CLOSE_SENT.stranger", "a stranger's crosses: CLOSE_ACK, CLOSED", S_CLOSE_SENT,
      STRANGER, OP_CLOSE, NIL, NIL, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {},
      IRQ_CLOSED, { CPL_CLOSED } },
}));

const Rows ALL_SENT_HAS_RETIRED_ROWS(with_place("all sent has retired", {
    { "cls.drained.CLOSE_RECD", "CLOSE_ACK -> CLOSED", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        b.rests_in(CLOSED);
        b.wait_completion(CPL_CLOSED, 100);
        b.expect(b.causes() == cause(TTP_IRQ_CLOSED), "the cause CLOSED alone");
    } },
}));

const Rows ROWS({
    // The stranger's CLOSE comes again before the second of three CLOSE_ACKs: a fourth one answers
    // it.
    { "cls.none.CLOSED.thrice", "CLOSE_ACKs that are owed to a stranger go on", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, b.last + 1, 0);
        b.next(OP_CLOSE_ACK);
        b.tx(OP_CLOSE, b.last + 1, 0);
        for (int i = 0; i < 3; i++) b.next(OP_CLOSE_ACK);
        b.quiet(2 * T);
    } },

    { "cls.stranger.ahead", "a stranger's TxID means nothing, ahead of last",
      with(stranger_closes, 0x7000, 0) },
    { "cls.stranger.old", "the same, older than last", with(stranger_closes, 1, 0) },
    { "cls.stranger.stale", "reference: CLOSE with stale numbers",
      with(stranger_closes, BASE - 3, 77) },

    // A payload that waits for the next life was never sent, so it is not in flight.
    { "cls.done.CLOSE_SENT.waiting", "payloads that wait are not in flight", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.host();
        b.quiet();
        b.closes(b.last + 1, b.una - 1);
        b.next(OP_OPEN);
    } },

    // The peer's first OPEN_ACK and CLOSE were lost. Its second CLOSE counts.
    { "cls.done.OPEN.after_losses", "the peer's were: its CLOSE closes", [](Bench &b) {
        b.connect(false);
        b.tx(OP_ACK, 0, b.una);
        b.closes(BASE + 1, b.una);
        b.is_closed();
    } },

    // All has retired in the re-OPEN.
    { "cls.done.OPEN_SENT.reopen.acked", "CLOSE in re-OPEN, all has retired: CLOSE_ACK, CLOSED",
      [](Bench &b) {
        b.reach(S_REOPEN);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(REOPEN_SENT, "before the CLOSE");
        b.closes(b.last + 1, 0);
        b.is_closed();
    } },

    { "cls.done.once", "one CLOSE_ACK to a peer with a life", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_OPEN);
        b.closes(b.last + 1, b.una - 1);
        b.step(5 * T);
        b.quiet();
    } },

    { "cls.cross", "crossing CLOSEs finish at once, reported once", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.closes(b.last + 1, b.snt);
        b.wait_completion(CPL_CLOSED);
        b.tx(OP_CLOSE_ACK, 0, b.close_id);      // the answer to ours comes too
        b.rests_in(CLOSED);
        size_t closed = 0;
        for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
        b.expect(closed == 1, "reported once");
    } },

    // Our CLOSE is held. The peer's CLOSE names an earlier end than its CLOSE_NACK did.
    { "cls.cross.held", "also while our CLOSE is held", [](Bench &b) {
        b.reach(S_HELD);
        b.closes(b.last + 1, b.una - 1);
        b.rests_in(CLOSED, "at once");
    } },

    { "cls.drained.both", "both: CLOSE_ACK once both have ended", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close_nacked(b.last + 2, b.una - 1);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(CLOSE_RECD, "one is missing");
        b.sends(b.last + 1, OP_ACK, b.last + 1);
        b.next(OP_CLOSE_ACK, 0, b.last + 2);
        b.rests_in(CLOSED);
    } },

    // The missing payload comes, but ours are in flight: no CLOSE_ACK so far.
    { "cls.drained.flight", "nothing is missing any more, but ours are in flight", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.look();
        b.close_nacked(b.last + 2, b.una - 1);
        b.take(b.last + 1);
        b.quiet();
        b.moved(TTP_CNT_TIMEOUT, 0, "no timer has expired");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
    } },

    { "cls.drained.missing", "missing: taken, CLOSE_ACK once all are here", [](Bench &b) {
        b.reach(S_MISSING);
        const uint32_t closing = b.last + 3;
        b.take(b.last + 1);
        b.in_state(CLOSE_RECD, "one is still missing");
        b.sends(b.last + 1, OP_ACK, b.last + 1);
        b.next(OP_CLOSE_ACK, 0, closing);
        b.is_closed();
    } },

    // A NACK of the next ID retires all that is in flight, as an ACK does.
    { "cls.drained.nack", "a NACK that retires all ends CLOSE_RECD at once", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_NACK, 0, b.snt + 1);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        b.rests_in(CLOSED, "drained");
    } },

    // Each CLOSE gets CLOSE_NACK (cls.recd), a NACK its replay, the last ACK gets CLOSE_ACK.
    { "cls.drained.own", "own in flight: CLOSE_NACK, replays, CLOSE_ACK once drained",
      [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, 2 * T);
        b.set(TTP_REG_CLOSE_TMO, 60 * T);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.reach(S_CLOSE_RECD);
        b.close_nacked(b.last + 1, b.una - 1);
        b.tx(OP_NACK, 0, b.una);
        b.payloads(b.una, 2);
        b.tx(OP_ACK, 0, b.una);
        b.quiet(100);
        b.in_state(CLOSE_RECD, "one is still in flight");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        b.is_closed();
    } },

    { "cls.drained.stranger", "it ignores CLOSE_NACK and takes payloads while closing",
      [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, NEVER);
        b.reach(S_FLIGHT, STRANGER);
        b.close_nacked(0, 0);
        b.tx(OP_ACK, 0, b.una);
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, 0);
        b.wait_completion(CPL_CLOSED);
        b.moved(TTP_CNT_RETIRED, 2, "what was in flight has arrived");
        b.step(300);
        b.host_opens();                         // and the next payload opens again
    } },

    // A restarted stranger closes before it has answered our OPEN: it never had what is in flight.
    { "cls.silent", "closes before it answers our OPEN: CLOSED, payloads wait for a fresh one",
      [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.opens(900);
        b.inject(b.payload(901));
        b.inject(b.payload(901));
        b.wait_completion(CPL_RESTARTED);
        b.step(600);
        b.heard.clear();                        // its ACKs, our OPEN
        b.in_state(REOPEN_SENT, "our own OPEN first");
        b.closes(0, 0);
        b.wait_completion(CPL_CLOSED);
        const uint32_t open = b.next(OP_OPEN).h.txid;
        b.quiet();                              // and no payload before its answer
        b.tx(OP_OPEN_ACK, 0, open);
        b.payloads(b.una, 2);
    } },

    // The peer has opened, so we send no OPEN that it could answer. It has a life number.
    { "cls.silent.known", "a peer with a life number that has only opened gets CLOSE_NACK",
      [](Bench &b) {
        const uint32_t first = b.opens(BASE).h.txid;
        b.host_sends(first);
        b.tx(OP_CLOSE, BASE + 1, 0);
        b.next(OP_CLOSE_NACK, first, BASE + 1);
        b.tx(OP_ACK, 0, first);
        b.next(OP_CLOSE_ACK, 0, BASE + 1);
    } },
});

} // namespace

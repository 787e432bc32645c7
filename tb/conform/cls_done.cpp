// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.none cls.stranger cls.done cls.cross cls.drained cls.silent
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t T3000 = 3000;    // longer than bringing a link into its state takes
constexpr bool STRANGER = true;
constexpr bool KNOWN = false;
constexpr uint32_t IRQ_CLOSED = cause(TTP_IRQ_CLOSED);

void stranger_txid(Bench &b, uint32_t id)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, id, 0);
    b.next(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "nothing is missing");
}

// The answer by cls.recd, replays, and at the end CLOSE_ACK.
void drain(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 2 * T);
    b.set(TTP_REG_CLOSE_TMO, 60 * T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_CLOSE_RECD);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 1);
    b.tx(OP_NACK, 0, b.una);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_ACK, 0, b.una);
    b.quiet(100);
    b.in_state(CLOSE_RECD, "one is still in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

void drain_missing(Bench &b)
{
    b.reach(S_MISSING);
    const uint32_t closing = b.last + 3;
    b.take(b.last + 1);
    b.in_state(CLOSE_RECD, "one is still missing");
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.next(OP_CLOSE_ACK, 0, closing);
    b.wait_completion(CPL_CLOSED);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

// Own payloads in flight and payloads missing: both must end.
void drain_both(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, b.last + 2, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(CLOSE_RECD, "one is missing");
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 2);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

void once(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.step(5 * T);
    b.quiet();
}

void cross(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);          // the answer to ours comes too
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    size_t closed = 0;
    for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
    b.expect(closed == 1, "reported once");
}

// What was never sent is not in flight.
void done_waiting(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.host();
    b.quiet();
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.next(OP_OPEN);
}

// It asks again before the second of three, and is answered beside them.
void thrice_beside(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, T3000);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.tx(OP_CLOSE, b.last + 1, 0);
    for (int i = 0; i < 3; i++) b.next(OP_CLOSE_ACK);
    b.quiet(2 * T3000);
}

// A NACK of the next ID retires all that is in flight, as an ACK does.
void drained_by_nack(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK, 0, b.snt + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "drained");
}

// It has opened and answers no OPEN of ours, because it gets none. It is no stranger.
void silent_not(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.host();
    b.next(OP_PAYLOAD, first, 0);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_NACK, first, BASE + 1);
    b.tx(OP_ACK, 0, first);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
}

// While our CLOSE is held the peer gives up what its CLOSE_NACK has named.
void cross_while_held(Bench &b)
{
    b.reach(S_HELD);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "at once");
}

// The peer's were lost. Its second OPEN_ACK is followed by its CLOSE, which nothing makes old.
void two_losses_opener(Bench &b)
{
    b.connect(false);
    b.tx(OP_ACK, 0, b.una);
    b.tx(OP_CLOSE, BASE + 1, b.una);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "both have closed");
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

// It ignores CLOSE_NACK and takes payloads in CLOSE_SENT.
void its_close(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, NEVER);
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_NACK, b.snt, 0);
    b.tx(OP_ACK, 0, b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, 0);
    b.wait_completion(CPL_CLOSED);
    b.moved(TTP_CNT_RETIRED, 2, "what was in flight has arrived");
    b.step(300);
    b.host();
    b.next(OP_OPEN);                            // and the next payload opens again
}

void retired_close_recd(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    b.wait_completion(CPL_CLOSED, 100);
    b.expect(b.causes() == cause(TTP_IRQ_CLOSED), "the cause CLOSED alone");
}

// What was missing is here, and ours are in flight: the peer's CLOSE is not answered so far.
void flight_and_missing(Bench &b)
{
    b.reach(S_FLIGHT);
    b.look();
    b.tx(OP_CLOSE, b.last + 2, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.take(b.last + 1);
    b.quiet();
    b.moved(TTP_CNT_TIMEOUT, 0, "no timer has expired");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
}

void ref_close(Bench &b, uint32_t txid, uint32_t rxid)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, txid, rxid);
    b.next(OP_CLOSE_ACK, 0, txid);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "afterwards");
}

// A restarted stranger closes before it has answered our OPEN: it never had what is in flight.
void silent_close(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
    b.inject(b.payload(901));
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(600);
    b.heard.clear();                            // its ACKs, our OPEN
    b.in_state(REOPEN_SENT, "our own OPEN first");
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_ACK, 0, 0);
    b.wait_completion(CPL_CLOSED);
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.quiet();                                  // and no payload before its answer
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
}

const Rows CELLS(rows_of({
    { "cls.none.CLOSED.none", "CLOSE_ACK", S_NONE, KNOWN, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "cls.none.CLOSED.record", "CLOSE_ACK", S_CLOSED, STRANGER, OP_CLOSE, LAST1, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "cls.none.OPEN_RECD", "CLOSE_ACK, stays", S_OPEN_RECD, STRANGER, OP_CLOSE, LAST1, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, OPEN },
    { "cls.stranger.CLOSE_RECD.payload", "a stranger's closing ID means nothing: taken, ACK",
      S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
    { "cls.stranger.OPEN", "a stranger's TxID means nothing: CLOSE_ACK, CLOSED", S_OPEN, STRANGER,
      OP_CLOSE, NIL, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.done.OPEN", "nothing in flight or missing: CLOSE_ACK, CLOSED, reported", S_OPEN, KNOWN,
      OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.done.OPEN_RECD", "the same of a peer with a life", S_OPEN_RECD, KNOWN,
      OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.cross.CLOSE_SENT", "crossing, nothing is missing: CLOSE_ACK, CLOSED at once",
      S_CLOSE_SENT, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.cross.CLOSE_SENT.stranger", "a stranger's crosses: CLOSE_ACK, CLOSED", S_CLOSE_SENT,
      STRANGER, OP_CLOSE, NIL, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
}));

const Rows ALL_SENT_HAS_RETIRED_ROWS(with_place("all sent has retired", {
    { "cls.drained.CLOSE_RECD", "CLOSE_ACK -> CLOSED", retired_close_recd },
}));

const Rows ROWS({
    { "cls.none.CLOSED.thrice", "CLOSE_ACKs that are owed to a stranger go on",
      thrice_beside },
    { "cls.stranger.ahead", "a stranger's TxID means nothing, ahead of last",
      [](Bench &b) { stranger_txid(b, 0x7000); } },
    { "cls.stranger.old", "the same, older than last", [](Bench &b) { stranger_txid(b, 1); } },
    { "cls.stranger.stale", "reference: CLOSE with stale numbers",
      [](Bench &b) { ref_close(b, BASE - 3, 77); } },
    { "cls.stranger.zero", "reference: CLOSE TxID and RxID 0",
      [](Bench &b) { ref_close(b, 0, 0); } },
    { "cls.done.CLOSE_SENT.waiting", "payloads that wait are not in flight", done_waiting },
    { "cls.done.OPEN.after_losses", "the peer's were: its CLOSE closes", two_losses_opener },
    { "cls.done.OPEN_SENT.reopen.acked", "CLOSE in re-OPEN, all has retired: CLOSE_ACK, CLOSED",
      done_in_reopen },
    { "cls.done.once", "one CLOSE_ACK to a peer with a life", once },
    { "cls.cross", "crossing CLOSEs finish at once, reported once", cross },
    { "cls.cross.held", "also while our CLOSE is held", cross_while_held },
    { "cls.drained.both", "both: CLOSE_ACK once both have ended", drain_both },
    { "cls.drained.flight", "nothing is missing any more, but ours are in flight",
      flight_and_missing },
    { "cls.drained.missing", "missing: taken, CLOSE_ACK once all are here", drain_missing },
    { "cls.drained.nack", "a NACK that retires all ends CLOSE_RECD at once", drained_by_nack },
    { "cls.drained.own", "own in flight: CLOSE_NACK, replays, CLOSE_ACK once drained", drain },
    { "cls.drained.stranger", "it ignores CLOSE_NACK and takes payloads while closing",
      its_close },
    { "cls.silent", "closes before it answers our OPEN: CLOSED, payloads wait for a fresh one",
      silent_close },
    { "cls.silent.known", "a peer with a life number that has only opened gets CLOSE_NACK",
      silent_not },
});

} // namespace

} // namespace conform

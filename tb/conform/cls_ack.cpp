// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.timer cls.ack cls.nolink cls.illegal
#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

const Rows CELLS(rows_of({
    { "cls.ack.CLOSED.none", "-", S_NONE, KNOWN, OP_CLOSE_ACK, NIL, NEWS, SAME, {}, CLOSED },
    { "cls.ack.CLOSED.record", "-", S_CLOSED, STRANGER, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {},
      CLOSED },
    { "cls.ack.CLOSED.stranger", "ignored", S_CLOSED, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME, {},
      CLOSED },
    { "cls.ack.CLOSE_RECD.flight", "not drained: -", S_CLOSE_RECD, KNOWN, OP_CLOSE_ACK, NIL, SNT1,
      SAME, {}, CLOSE_RECD },
    { "cls.ack.CLOSE_RECD.missing", "not drained: -", S_MISSING, KNOWN, OP_CLOSE_ACK, NIL, SNT1,
      SAME, {}, CLOSE_RECD },
    { "cls.ack.CLOSE_SENT.match", "-> CLOSED, reported", S_CLOSE_SENT, KNOWN, OP_CLOSE_ACK, NIL,
      CLOSE_ID, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.ack.CLOSE_SENT.other", "names another CLOSE: -", S_CLOSE_SENT, KNOWN, OP_CLOSE_ACK, NIL,
      CLOSE_ID1, SAME, {}, CLOSE_SENT },
    { "cls.ack.CLOSE_SENT.stranger", "a stranger's with any RxID: -> CLOSED", S_CLOSE_SENT,
      STRANGER, OP_CLOSE_ACK, NIL, NEWS, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED,
      { CPL_CLOSED } },
    { "cls.ack.OPEN", "-", S_OPEN, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "cls.ack.OPEN.stranger", "ignored", S_OPEN, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME, {},
      OPEN },
    { "cls.ack.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "cls.ack.OPEN_RECD.stranger", "ignored", S_OPEN_RECD, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME,
      {}, OPEN },
    { "cls.ack.OPEN_SENT", "-", S_OPEN_SENT_REC, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {},
      OPEN_SENT },
    { "cls.ack.OPEN_SENT.reopen", "in re-OPEN: -", S_REOPEN, STRANGER, OP_CLOSE_ACK, NIL, SNT1,
      SAME, {}, REOPEN_SENT },
    { "cls.ack.OPEN_SENT.reopen.una", "in re-OPEN: ignored, though it names the ID of a CLOSE",
      S_REOPEN, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME, {}, REOPEN_SENT },
    { "cls.ack.OPEN_SENT.ships", "a stranger's: ignored", S_SHIPS, STRANGER, OP_CLOSE_ACK, NIL, UNA,
      SAME, {}, OPEN_SENT },
    { "cls.ack.OPEN_SENT.una", "ignored, though it names the ID of a CLOSE", S_OPEN_SENT, KNOWN,
      OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "cls.nolink.CLOSE_SENT.below", "names one that has retired: likewise", S_CLOSE_SENT, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.beyond", "names an ID never sent: CLOSED, in the orderly way",
      S_CLOSE_SENT, KNOWN, OP_NACK_NOLINK, NIL, CLOSE_ID1, SAME, {}, CLOSED, LAST, ANY, {},
      IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.held", "likewise while CLOSE is held", S_HELD, KNOWN, OP_NACK_NOLINK,
      NIL, UNA_M1, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.stranger", "a stranger's: a timeout is counted, CLOSE goes at once",
      S_CLOSE_SENT, STRANGER, OP_NACK_NOLINK, NIL, UNA_M1, SAME, { { OP_CLOSE, CLOSE_ID, LAST } },
      CLOSE_SENT, LAST, UNA, { { TTP_CNT_TIMEOUT, 1 } } },
    { "cls.illegal.CLOSED.none", "illegal", S_NONE, KNOWN, OP_CLOSE_NACK, NEWS, NEWS, SAME, {},
      CLOSED, LAST, ANY, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.CLOSED.record", "illegal", S_CLOSED, STRANGER, OP_CLOSE_NACK, LAST1, CLOSE_ID,
      SAME, {}, CLOSED, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN", "illegal", S_FLIGHT, KNOWN, OP_CLOSE_NACK, LAST1, SNT1, SAME, {}, OPEN,
      LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_RECD", "illegal", S_OPEN_RECD, KNOWN, OP_CLOSE_NACK, LAST1, UNA, SAME, {},
      OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_SENT", "illegal", S_OPEN_SENT, KNOWN, OP_CLOSE_NACK, NEWS, UNA, SAME, {},
      OPEN_SENT, ANY, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_CLOSE_NACK,
      LAST1, SNT1, SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "cls.timer.CLOSE_SENT", "CLOSE again", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        b.connect();
        b.look();
        b.close();
        uint64_t from = b.next(OP_CLOSE, b.snt + 1, b.last).cycle;
        for (int i = 0; i < 3; i++) {
            const Sent s = timed_next(b, OP_CLOSE, &from, T);
            b.expect(s.h.txid == b.snt + 1 && s.h.rxid == b.last, "the same CLOSE");
        }
        b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
        b.take(b.last + 1);
        from -= 1;
        b.next_within(3 * T, OP_CLOSE, b.snt + 1, b.last);
    } },
}));

const Rows ROWS({
    { "cls.timer.CLOSE_SENT.untouched", UNTOUCHED,
      with(untouched, S_CLOSE_SENT, KNOWN, TTP_REG_CLOSE_TMO, OP_CLOSE) },
    { "cls.timer.CLOSE_SENT.untouched.stranger", UNTOUCHED,
      with(untouched, S_CLOSE_SENT, STRANGER, TTP_REG_CLOSE_TMO, OP_CLOSE) },

    // CLOSEs cross. Then the peer's last payloads come, and our CLOSE still waits for its timer.
    { "cls.timer.crossed", "the end of what was missing does not hurry our CLOSE", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.close_nacked(b.last + 3, b.una - 1);
        for (int i = 0; i < 2; i++) b.take(b.last + 1);
        b.quiet();
    } },

    // The payloads that the hold waits for come. Our CLOSE goes out, and again each CLOSE_TMO.
    { "cls.timer.held", "after the hold CLOSE goes again by the timer", [](Bench &b) {
        const uint32_t tmo = 2 * span(b);
        b.reach(S_HELD);
        b.take(b.last + 1);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.take(b.last + 1);
        for (int i = 0; i < 2; i++) b.next_within(3 * tmo, OP_CLOSE);
        b.take(b.last + 1);                     // and no end of its payloads is known
    } },

    // The payloads come that a stranger's CLOSE_NACK has named.
    { "cls.timer.held.stranger", "behind a hold by a stranger: CLOSE each CLOSE_TMO", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.reach(S_HELD, STRANGER);
        for (int i = 0; i < 2; i++) b.take(b.last + 1);
        timed(b, OP_CLOSE, b.next(OP_CLOSE, b.close_id, b.last).cycle);
    } },

    { "cls.timer.taken", "a payload taken does not put our CLOSE off", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_CLOSE_SENT);
        const auto again = [&] {
            b.await(2 * tmo, "CLOSE again");
            return b.next(OP_CLOSE, b.close_id, b.last).cycle;
        };
        const uint64_t first = again();
        b.step(tmo / 2);
        b.take(b.last + 1);
        const uint64_t apart = again() - first;
        b.expect(apart < tmo + tmo / 4, "CLOSE again after " + std::to_string(apart) + " cycles");
    } },

    { "cls.ack.CLOSED.backoff", "a CLOSE_ACK in a back-off leaves it alone",
      with(late_in_backoff, OP_CLOSE_ACK) },

    // CLOSE_ACK in CLOSE_RECD, right behind the ACK that drains it: closed once, reported once.
    { "cls.ack.CLOSE_RECD.drained", "CLOSE_ACK behind the ACK that drains: CLOSED once",
      [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_ACK, 0, b.snt);
        b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
        b.step(3000);
        b.in_state(CLOSED, "drained");
        size_t closed = 0;
        for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
        b.expect(closed == 1, "reported once");
        b.expect(b.waiting(b.peer) <= 1, "one CLOSE_ACK at most");
    } },

    // A NACK in the back-off retires all. Our CLOSE_ACK waits for its end (cls.drained), the peer's
    // comes.
    { "cls.ack.CLOSE_RECD.paused", "CLOSE_ACK in a back-off, nothing in flight: CLOSED",
      [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_NACK, 0, b.snt + 1);
        b.rests_in(CLOSE_RECD, "in the back-off");
        b.tx(OP_CLOSE_ACK, 0, b.last + 1);
        b.is_closed();
        b.quiet();
    } },

    { "cls.ack.CLOSE_SENT.held", "also while our CLOSE is held", [](Bench &b) {
        b.reach(S_HELD);
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
        b.is_closed();
    } },

    { "cls.ack.CLOSE_SENT.older", "a CLOSE_ACK that names an older ID: -", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.tx(OP_CLOSE_ACK, 0, b.close_id - 1);
        b.rests_in(CLOSE_SENT, "it names an older CLOSE");
    } },

    { "cls.ack.CLOSE_SENT.twice", "reference: CLOSE_ACK with the CLOSE's RxID, then with its last",
      [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        b.tx(OP_CLOSE_ACK, 0, b.last);          // echo of the CLOSE's RxID
        b.wait_completion(CPL_CLOSED);
        b.tx(OP_CLOSE_ACK, 0, b.snt);           // then once more with its last
        b.rests_in(CLOSED);
        b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    } },

    { "cls.illegal.OPEN.request", "in OPEN with a close request a CLOSE_NACK is illegal",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close();
        b.quiet();
        b.tx(OP_CLOSE_NACK, b.last + 1, b.snt + 1);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 1, "a request is no CLOSE");
        b.in_state(OPEN, "with a request waiting");
    } },

    // An illegal CLOSE_NACK comes before our CLOSE, which is not held.
    { "cls.illegal.OPEN.then", "an illegal CLOSE_NACK holds no later CLOSE", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_OPEN);
        b.tx(OP_CLOSE_NACK, b.last + 2, b.una - 1);
        b.quiet();
        b.close();
        for (int i = 0; i < 2; i++) b.next_within(3 * tmo, OP_CLOSE);
        b.take(b.last + 1);
        b.quiet(100);
    } },
});

} // namespace

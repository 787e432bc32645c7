// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.timer cls.ack cls.nolink cls.illegal
#include "conform.h"
#include "steps.h"
#include "untouched.h"

namespace conform {

namespace {

constexpr bool KNOWN = false;
constexpr bool STRANGER = true;
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL);
constexpr uint32_t IRQ_CLOSED = cause(TTP_IRQ_CLOSED);
// Longer than any set-up below, and than the walk over the links.
constexpr uint32_t T = 4000;

constexpr uint32_t SILENCE = 99;

// CLOSE_ACK in CLOSE_RECD, right behind the ACK that drains it: closed once, reported once.
void drained_ack(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
    b.step(3000);
    b.in_state(CLOSED, "drained");
    size_t closed = 0;
    for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
    b.expect(closed == 1, "reported once");
    b.expect(b.waiting(b.peer) <= 1, "one CLOSE_ACK at most");
    b.heard.clear();
}

void illegal_with_request(Bench &b)
{
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.tx(OP_CLOSE_NACK, b.last + 1, b.snt + 1);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 1, "a request is no CLOSE");
    b.in_state(OPEN, "with a request waiting");
}

void ack_while_held(Bench &b)
{
    b.reach(S_HELD);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "the peer has closed");
}

// What is taken between two of our CLOSEs does not put the second one off.
void close_in_time(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_CLOSE_SENT);
    const auto again = [&] {
        b.w.run(2 * tmo, [&] { return b.waiting(b.peer) != 0; }, "CLOSE again");
        return b.next(OP_CLOSE, b.close_id, b.last).cycle;
    };
    const uint64_t first = again();
    b.step(tmo / 2);
    b.take(b.last + 1);
    const uint64_t apart = again() - first;
    b.expect(apart < tmo + tmo / 4, "CLOSE again after " + std::to_string(apart) + " cycles");
}

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

// A stranger holds our CLOSE; what it names comes.
void close_again(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(S_HELD);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    timed(b, OP_CLOSE, b.next(OP_CLOSE, b.close_id, b.last).cycle);
}

void ack_older(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_ACK, 0, b.close_id - 1);
    b.quiet();
    b.in_state(CLOSE_SENT, "it names an older CLOSE");
}

// Nothing of it is left when our CLOSE is out later: that is not held.
void illegal_then(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE_NACK, b.last + 2, b.una - 1);
    b.quiet();
    b.close();
    for (int i = 0; i < 2; i++) until_frame(b, OP_CLOSE, 3 * tmo);
    b.take(b.last + 1);
    b.quiet(100);
}

// The payloads named are here. Our CLOSE goes out again, from then on as often as any other.
void held_no_more(Bench &b)
{
    const uint32_t tmo = 2 * span(b);
    b.reach(S_HELD);
    b.take(b.last + 1);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.take(b.last + 1);
    for (int i = 0; i < 2; i++) until_frame(b, OP_CLOSE, 3 * tmo);
    b.take(b.last + 1);                         // and no end of its payloads is known
}

// CLOSEs have crossed, and the peer's last payloads come: our CLOSE waits for its timer.
void crossed_then_here(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE, b.last + 3, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 3);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    b.quiet();
}

void ref_close_ack(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_ACK, 0, b.last);              // echo of the CLOSE's RxID
    b.wait_completion(CPL_CLOSED);
    b.tx(OP_CLOSE_ACK, 0, b.snt);               // then once more with its last
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

void close_sent(Bench &b)
{
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
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

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
      CLOSE_ID, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED,
      { CPL_CLOSED } },
    { "cls.ack.CLOSE_SENT.other", "names another CLOSE: -", S_CLOSE_SENT, KNOWN, OP_CLOSE_ACK, NIL,
      CLOSE_ID1, SAME, {}, CLOSE_SENT },
    { "cls.ack.CLOSE_SENT.stranger", "a stranger's with any RxID: -> CLOSED", S_CLOSE_SENT,
      STRANGER, OP_CLOSE_ACK, NIL, NEWS, SAME, {}, CLOSED, LAST, ANY,
      {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.ack.OPEN", "-", S_OPEN, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "cls.ack.OPEN.stranger", "ignored", S_OPEN, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME, {},
      OPEN },
    { "cls.ack.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "cls.ack.OPEN_RECD.stranger", "ignored", S_OPEN_RECD, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME,
      {}, OPEN },
    { "cls.ack.OPEN_SENT", "-", S_OPEN_SENT_REC, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {},
      OPEN_SENT },
    { "cls.ack.OPEN_SENT.reopen", "in re-OPEN: -", S_REOPEN, STRANGER, OP_CLOSE_ACK, NIL, SNT1,
      SAME,
      {}, REOPEN_SENT },
    { "cls.ack.OPEN_SENT.reopen.una", "in re-OPEN: ignored, though it names the ID of a CLOSE",
      S_REOPEN, STRANGER, OP_CLOSE_ACK, NIL, UNA, SAME, {}, REOPEN_SENT },
    { "cls.ack.OPEN_SENT.ships", "a stranger's: ignored", S_SHIPS, STRANGER, OP_CLOSE_ACK, NIL,
      UNA, SAME, {}, OPEN_SENT },
    { "cls.ack.OPEN_SENT.una", "ignored, though it names the ID of a CLOSE", S_OPEN_SENT, KNOWN,
      OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "cls.nolink.CLOSE_SENT.below", "names one that has retired: likewise", S_CLOSE_SENT, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.beyond", "names an ID never sent: CLOSED, in the orderly way",
      S_CLOSE_SENT, KNOWN, OP_NACK_NOLINK, NIL, CLOSE_ID1, SAME, {}, CLOSED, LAST, ANY, {},
      IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.held", "likewise while CLOSE is held", S_HELD, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "cls.nolink.CLOSE_SENT.stranger", "a stranger's: a timeout is counted, CLOSE goes at once",
      S_CLOSE_SENT, STRANGER, OP_NACK_NOLINK, NIL, UNA_M1, SAME,
      { { OP_CLOSE, CLOSE_ID, LAST } }, CLOSE_SENT, LAST, UNA, { { TTP_CNT_TIMEOUT, 1 } } },
    { "cls.illegal.CLOSED.none", "illegal", S_NONE, KNOWN, OP_CLOSE_NACK, NEWS, NEWS, SAME, {},
      CLOSED, LAST, ANY, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.CLOSED.record", "illegal", S_CLOSED, STRANGER, OP_CLOSE_NACK, LAST1, CLOSE_ID,
      SAME,
      {}, CLOSED, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN", "illegal", S_FLIGHT, KNOWN, OP_CLOSE_NACK, LAST1, SNT1, SAME, {}, OPEN,
      LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_RECD", "illegal", S_OPEN_RECD, KNOWN, OP_CLOSE_NACK, LAST1, UNA, SAME, {},
      OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_SENT", "illegal", S_OPEN_SENT, KNOWN, OP_CLOSE_NACK, NEWS, UNA, SAME, {},
      OPEN_SENT, ANY, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "cls.illegal.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_CLOSE_NACK,
      LAST1,
      SNT1, SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "cls.timer.CLOSE_SENT", "CLOSE again", close_sent },
}));

const Rows ROWS_1([] {
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
    const char *any = "whatever comes and means nothing: the timer goes on, and it is no round";
    const uint32_t close = TTP_REG_CLOSE_TMO;
    return std::vector<Row>{
        { "cls.timer.CLOSE_SENT.untouched", any, still(S_CLOSE_SENT, false, close, OP_CLOSE) },
        { "cls.timer.CLOSE_SENT.untouched.stranger", any,
          still(S_CLOSE_SENT, true, close, OP_CLOSE) },
    };
}());

const Rows ROWS({
    { "cls.timer.crossed", "the end of what was missing does not hurry our CLOSE",
      crossed_then_here },
    { "cls.timer.held", "after the hold CLOSE goes again by the timer", held_no_more },
    { "cls.timer.held.stranger", "behind a hold by a stranger: CLOSE each CLOSE_TMO",
      close_again },
    { "cls.timer.taken", "a payload taken does not put our CLOSE off", close_in_time },
    { "cls.ack.CLOSED.backoff", "a CLOSE_ACK in a back-off leaves it alone",
      [](Bench &b) { late_in_backoff(b, OP_CLOSE_ACK); } },
    { "cls.ack.CLOSE_RECD.drained", "CLOSE_ACK behind the ACK that drains: CLOSED once",
      drained_ack },
    { "cls.ack.CLOSE_RECD.paused", "CLOSE_ACK in a back-off, nothing in flight: CLOSED",
      acked_while_paused },
    { "cls.ack.CLOSE_SENT.held", "also while our CLOSE is held", ack_while_held },
    { "cls.ack.CLOSE_SENT.older", "a CLOSE_ACK that names an older ID: -", ack_older },
    { "cls.ack.CLOSE_SENT.twice",
      "reference: CLOSE_ACK with the CLOSE's RxID, then with its last", ref_close_ack },
    { "cls.illegal.OPEN.request", "in OPEN with a close request a CLOSE_NACK is illegal",
      illegal_with_request },
    { "cls.illegal.OPEN.then", "an illegal CLOSE_NACK holds no later CLOSE", illegal_then },
});

} // namespace

} // namespace conform

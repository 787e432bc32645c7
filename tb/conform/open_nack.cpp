// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.nack open.nack.late open.backoff
#include "conform.h"
#include "steps.h"
#include "untouched.h"

namespace conform {

namespace {

constexpr uint32_t T = 3000;    // longer than bringing a link into its state takes
constexpr uint32_t T4000 = 4000;
constexpr bool KNOWN = false;
constexpr bool STRANGER = true;
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL);
const std::vector<Want> ASKED = { { OP_OPEN, UNA_M1, NIL } };      // str.open
constexpr uint32_t SILENCE = 99;

void reopen_refused(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_REOPEN);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.in_state(CLOSED, "in the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
}

// Two CLOSE_ACKs are still to come when the stranger opens again. Its back-off is one all the same.
void backoff_behind_acks(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(50);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_NACK, 0, open);
    b.quiet();
    b.in_state(CLOSED, "in the back-off");
    b.host();
    b.quiet(1000);
    b.in_state(CLOSED, "another payload does not end it");
}

void other_nack(Bench &b)
{
    b.reach(S_REOPEN);
    for (uint32_t id : { b.open_id - 1, b.open_id + 1, b.snt, 0u }) b.tx(OP_OPEN_NACK, 0, id);
    b.quiet();
    b.in_state(REOPEN_SENT, "after OPEN_NACKs to none of our OPENs");
}

// Our OPEN was answered in a life before; this one the stranger has opened.
void nack_of_life_before(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.quiet(100);
    b.in_state(OPEN, "in its life");
    b.look();
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 0, "no OPEN of this life is answered");
}

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

void backs_off(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    timed(b, OP_OPEN, b.w.net.cycle);
}

// Half of the back-off is over, and the OPEN_NACK comes again, twice.
void nacked_again(Bench &b, Start s)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    for (uint32_t i = 0; i < 2; i++) {
        b.step(SLOW / 3);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
    }
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    const uint64_t took = b.next(OP_OPEN).cycle - from;
    b.expect(took > SLOW - T4000 && took < SLOW + SLOW / 4,
             "OPEN after " + std::to_string(took) + " cycles");
}

// In OPEN_RECD our OPEN would have had una - 1.
void nack_older(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.una - 2);
    b.step(300);
    b.moved(TTP_CNT_ILLEGAL, 0, "it names an older OPEN");
    b.a.wire_out.hold = false;
    b.step(300);
    b.heard.clear();
}

// It is ignored, so a payload does not wait for a back-off.
void nack_then_host(Bench &b)
{
    b.reach(S_CLOSED);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.host();
    b.next(OP_OPEN, b.una - 1, 0);
}

// What was in flight waits again, without an ID, when the next life dies too.
void dead_after_refusal(Bench &b)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_REOPEN);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.set(TTP_REG_OPEN_TMO, 2 * span(b));
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
    b.wait_completion(CPL_DEAD);
    b.step(300);
    b.host();
    b.next(OP_OPEN, b.una - 1, 0);
}

// An ACK has moved una meanwhile. The OPEN_NACK is one to our OPEN all the same.
void nack_moved(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T4000);
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.una++);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet(100);
    b.in_state(CLOSED, "it names our OPEN");
    b.w.run(3 * T4000 + b.links(), [&] { return b.waiting(b.peer) != 0; },
            "the end of the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
}

void closed(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T4000);
    b.host(2);
    const uint32_t first = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_NACK, 0, first);
    uint64_t from = b.w.net.cycle;
    b.step(T4000 / 2);
    b.in_state(CLOSED, "during the back-off");
    const Sent open_times = timed_next(b, OP_OPEN, &from, T4000);
    b.in_state(OPEN_SENT, "afterwards");
    b.tx(OP_OPEN_ACK, BASE + 1, open_times.h.txid);
    b.next(OP_PAYLOAD, open_times.h.txid + 1, 0);
    b.next(OP_PAYLOAD, open_times.h.txid + 2, 0);
    b.moved(TTP_CNT_OPENED, 1, "opened once");
}

void closed_idle(Bench &b)
{
    b.set(TTP_REG_BACKOFF, 500);
    b.set(TTP_REG_OPEN_TMO, 500);
    b.reach(S_CLOSED);
    b.step(4 * T4000);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

// A payload more does not end the wait, and a close request is no reason to.
void request_in_backoff(Bench &b)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.host();
    b.open_id = b.next(OP_OPEN).h.txid;
    b.close();
    b.step(300);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 4);
    b.host();
    timed(b, OP_OPEN, from, SLOW);
}

const Rows CELLS(rows_of({
    { "open.nack.CLOSED.none", "-", S_NONE, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "open.nack.CLOSED.record", "-, also when it names our last OPEN", S_WAIT, STRANGER,
      OP_OPEN_NACK,
      NIL, OURS, SAME, {}, CLOSED },
    { "open.nack.OPEN_SENT.match", "-> CLOSED; payloads wait for the back-off", S_OPEN_SENT, KNOWN,
      OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
    { "open.nack.OPEN_SENT.other", "names another OPEN: -", S_OPEN_SENT, KNOWN, OP_OPEN_NACK, NIL,
      UNA, SAME, {}, OPEN_SENT },
    { "open.nack.OPEN_SENT.reopen", "in re-OPEN: -> CLOSED; payloads wait for the back-off",
      S_REOPEN, STRANGER, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
    { "open.nack.late.CLOSE_RECD.match", "illegal", S_CLOSE_RECD, STRANGER, OP_OPEN_NACK, NIL, OURS,
      SAME, {}, CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.CLOSE_RECD.other", "-", S_CLOSE_RECD, STRANGER, OP_OPEN_NACK, NIL, NEWS, SAME,
      {}, CLOSE_RECD },
    { "open.nack.late.CLOSE_SENT.match", "illegal", S_CLOSE_SENT, STRANGER, OP_OPEN_NACK, NIL, OURS,
      SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.CLOSE_SENT.other", "-", S_CLOSE_SENT, STRANGER, OP_OPEN_NACK, NIL, NEWS, SAME,
      {}, CLOSE_SENT },
    { "open.nack.late.OPEN.later", "illegal, also when payloads have retired since", S_FLIGHT,
      STRANGER, OP_OPEN_NACK, NIL, OURS, SAME, {}, OPEN, LAST, UNA,
      ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.OPEN.match", "illegal", S_FRESH, STRANGER, OP_OPEN_NACK, NIL, OURS, SAME, {},
      OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.OPEN.other", "-", S_FLIGHT, STRANGER, OP_OPEN_NACK, NIL, NEWS, SAME, {}, OPEN
      },
    { "open.nack.late.OPEN_RECD.match", "illegal", S_RECD_NACKED, STRANGER, OP_OPEN_NACK, NIL, OURS,
      SAME, ASKED, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL, {},
      "\"our OPEN\" is read as the newest one sent, before the peer's came" },
    { "open.nack.late.OPEN_RECD.other", "-", S_RECD_NACKED, STRANGER, OP_OPEN_NACK, NIL, UNA, SAME,
      ASKED, REOPEN_SENT },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "open.backoff.CLOSED.idle", "nothing waits: nothing", closed_idle },
    { "open.backoff.CLOSED.waiting", "payloads wait: OPEN -> OPEN_SENT after the back-off",
      closed },
}));

const Rows ROWS_1([] {
    const auto pause = [](Start s, bool x) { return [=](Bench &b) { backs_off(b, s, x); }; };
    return std::vector<Row>{
        { "open.backoff.REOPEN_SENT.stranger", "a re-OPEN refused by a stranger: the same",
          pause(S_REOPEN, true) },
        { "open.backoff.record", "refused by a peer on record: OPEN after BACKOFF",
          pause(S_OPEN_SENT_REC, false) },
    };
}());

const Rows ROWS_2([] {
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
    const char *any = "whatever comes and means nothing: the timer goes on, and it is no round";
    const uint32_t pauses = TTP_REG_BACKOFF;
    return std::vector<Row>{
        { "open.backoff.CLOSED.untouched", any, still(S_WAIT, false, pauses, OP_OPEN) },
        { "open.backoff.CLOSED.untouched.record", any,
          still(S_OPEN_SENT_REC, false, pauses, OP_OPEN) },
    };
}());

const Rows ROWS({
    { "open.nack.CLOSED.then", "ignored in CLOSED: the next payload opens at once",
      nack_then_host },
    { "open.nack.REOPEN_SENT.dead", "what was in flight has no ID any more when the link dies",
      dead_after_refusal },
    { "open.nack.REOPEN_SENT.moved", "an ACK has moved una: an OPEN_NACK to our OPEN counts",
      nack_moved },
    { "open.nack.REOPEN_SENT.other", "in re-OPEN the RxID counts too", other_nack },
    { "open.nack.late.CLOSE_SENT.before", "of a life before: ignored",
      late_nack },
    { "open.nack.late.OPEN.older", "an OPEN_NACK that names an older OPEN: -",
      [](Bench &b) { nack_older(b, S_FRESH); } },
    { "open.nack.late.OPEN_RECD.older", "the same in OPEN_RECD",
      [](Bench &b) { nack_older(b, S_OPEN_RECD); } },
    { "open.nack.late.peer_opened", "one to an OPEN of a life before is no error",
      nack_of_life_before },
    { "open.backoff.CLOSED.nacked", "the OPEN_NACK comes again: BACKOFF from the first one on",
      [](Bench &b) { nacked_again(b, S_OPEN_SENT); } },
    { "open.backoff.CLOSED.nacked.record", "the same of a peer on record",
      [](Bench &b) { nacked_again(b, S_OPEN_SENT_REC); } },
    { "open.backoff.CLOSED.nacked.reopen", "the same of a re-OPEN",
      [](Bench &b) { nacked_again(b, S_REOPEN); } },
    { "open.backoff.REOPEN_SENT", "a re-OPEN that is refused pauses as well",
      reopen_refused },
    { "open.backoff.owed", "it holds for one that was still owed CLOSE_ACKs",
      backoff_behind_acks },
    { "open.backoff.request", "a close request and a further payload do not end the wait",
      request_in_backoff },
});

} // namespace

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.nack open.nack.late open.backoff
#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

const std::vector<Want> ASKED = { { OP_OPEN, UNA_M1, NIL } };      // str.open

void backs_off(Bench &b, Start s, bool stranger)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(s, stranger);
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
    const uint64_t took = b.next_within(3 * SLOW, OP_OPEN).cycle - from;
    b.expect(took > SLOW - T && took < SLOW + SLOW / 4,
             "OPEN after " + std::to_string(took) + " cycles");
}

// In OPEN_RECD our OPEN would have had una - 1.
void nack_older(Bench &b, Start s)
{
    b.reach(s, STRANGER);
    b.tx(OP_OPEN_NACK, 0, b.una - 2);
    b.step(300);
    b.moved(TTP_CNT_ILLEGAL, 0, "it names an older OPEN");
    b.a.wire_out.hold = false;
    b.step(300);
    b.heard.clear();
}

const Rows CELLS(rows_of({
    { "open.nack.CLOSED.none", "-", S_NONE, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "open.nack.CLOSED.record", "-, also when it names our last OPEN", S_WAIT, STRANGER,
      OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
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
      STRANGER, OP_OPEN_NACK, NIL, OURS, SAME, {}, OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.OPEN.match", "illegal", S_FRESH, STRANGER, OP_OPEN_NACK, NIL, OURS, SAME, {},
      OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "open.nack.late.OPEN.other", "-", S_FLIGHT, STRANGER, OP_OPEN_NACK, NIL, NEWS, SAME, {},
      OPEN },
    { "open.nack.late.OPEN_RECD.match", "illegal", S_RECD_NACKED, STRANGER, OP_OPEN_NACK, NIL, OURS,
      SAME, ASKED, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL, {},
      "\"our OPEN\" is read as the newest one sent, before the peer's came" },
    { "open.nack.late.OPEN_RECD.other", "-", S_RECD_NACKED, STRANGER, OP_OPEN_NACK, NIL, UNA, SAME,
      ASKED, REOPEN_SENT },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "open.backoff.CLOSED.idle", "nothing waits: nothing", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 500);
        b.set(TTP_REG_OPEN_TMO, 500);
        b.reach(S_CLOSED);
        b.step(4 * T);
        b.rests_in(CLOSED);
    } },

    { "open.backoff.CLOSED.waiting", "payloads wait: OPEN -> OPEN_SENT after the back-off",
      [](Bench &b) {
        b.set(TTP_REG_BACKOFF, T);
        const uint32_t first = b.host_opens(2).h.txid;
        b.tx(OP_OPEN_NACK, 0, first);
        uint64_t from = b.w.net.cycle;
        b.step(T / 2);
        b.in_state(CLOSED, "during the back-off");
        const Sent open_times = timed_next(b, OP_OPEN, &from, T);
        b.in_state(OPEN_SENT, "afterwards");
        b.tx(OP_OPEN_ACK, BASE + 1, open_times.h.txid);
        b.payloads(open_times.h.txid + 1, 2);
        b.moved(TTP_CNT_OPENED, 1, "opened once");
    } },
}));

const Rows ROWS({
    { "open.backoff.CLOSED.untouched", UNTOUCHED,
      with(untouched, S_WAIT, KNOWN, TTP_REG_BACKOFF, OP_OPEN) },
    { "open.backoff.CLOSED.untouched.record", UNTOUCHED,
      with(untouched, S_OPEN_SENT_REC, KNOWN, TTP_REG_BACKOFF, OP_OPEN) },
    { "open.backoff.REOPEN_SENT.stranger", "a re-OPEN refused by a stranger: the same",
      with(backs_off, S_REOPEN, true) },
    { "open.backoff.record", "refused by a peer on record: OPEN after BACKOFF",
      with(backs_off, S_OPEN_SENT_REC, false) },

    { "open.nack.CLOSED.then", "ignored in CLOSED: the next payload opens at once", [](Bench &b) {
        b.reach(S_CLOSED);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.quiet();
        b.host();
        b.next(OP_OPEN, b.una - 1, 0);
    } },

    // A refused re-OPEN makes what was in flight wait, without IDs. Then the next life dies too.
    { "open.nack.REOPEN_SENT.dead", "what was in flight has no ID any more when the link dies",
      [](Bench &b) {
        b.set(TTP_REG_BACKOFF, span(b));
        b.reach(S_REOPEN);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.set(TTP_REG_OPEN_TMO, 2 * span(b));
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.next_within(3 * span(b), OP_OPEN, b.una - 1, 0);
        b.wait_completion(CPL_DEAD);
        b.step(300);
        b.host();
        b.next(OP_OPEN, b.una - 1, 0);
    } },

    // An ACK has moved una meanwhile. The OPEN_NACK is one to our OPEN all the same.
    { "open.nack.REOPEN_SENT.moved", "an ACK has moved una: an OPEN_NACK to our OPEN counts",
      [](Bench &b) {
        b.set(TTP_REG_BACKOFF, T);
        b.reach(S_REOPEN);
        b.tx(OP_ACK, 0, b.una++);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.quiet(100);
        b.in_state(CLOSED, "it names our OPEN");
        b.next_within(3 * T + b.links(), OP_OPEN, b.una - 1, 0);
    } },

    { "open.nack.REOPEN_SENT.other", "in re-OPEN the RxID counts too", [](Bench &b) {
        b.reach(S_REOPEN);
        for (uint32_t id : { b.open_id - 1, b.open_id + 1, b.snt, 0u }) b.tx(OP_OPEN_NACK, 0, id);
        b.rests_in(REOPEN_SENT, "after OPEN_NACKs to none of our OPENs");
    } },

    // The OPEN_NACK names our OPEN of the life before. The stranger has opened this life.
    { "open.nack.late.CLOSE_SENT.before", "of a life before: ignored", [](Bench &b) {
        b.reach(S_CLOSED, STRANGER);
        b.opens(900, b.una);
        b.we_close(b.una, 900);
        b.quiet();
        b.look();
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 0, "no OPEN of this life is answered");
        b.in_state(CLOSE_SENT, "afterwards");
    } },

    { "open.nack.late.OPEN.older", "an OPEN_NACK that names an older OPEN: -",
      with(nack_older, S_FRESH) },
    { "open.nack.late.OPEN_RECD.older", "the same in OPEN_RECD", with(nack_older, S_OPEN_RECD) },

    // The OPEN_NACK names our OPEN of the life before. The stranger has opened this life.
    { "open.nack.late.peer_opened", "one to an OPEN of a life before is no error", [](Bench &b) {
        b.reach(S_CLOSED, STRANGER);
        b.opens(900, b.una);
        b.quiet(100);
        b.in_state(OPEN, "in its life");
        b.look();
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 0, "no OPEN of this life is answered");
    } },

    { "open.backoff.CLOSED.nacked", "the OPEN_NACK comes again: BACKOFF from the first one on",
      with(nacked_again, S_OPEN_SENT) },
    { "open.backoff.CLOSED.nacked.record", "the same of a peer on record",
      with(nacked_again, S_OPEN_SENT_REC) },
    { "open.backoff.CLOSED.nacked.reopen", "the same of a re-OPEN", with(nacked_again, S_REOPEN) },

    { "open.backoff.REOPEN_SENT", "a re-OPEN that is refused pauses as well", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, T);
        b.reach(S_REOPEN);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.rests_in(CLOSED, "in the back-off");
        b.next(OP_OPEN, b.una - 1, 0);
    } },

    // Two CLOSE_ACKs are owed when the stranger opens again. They do not end the back-off.
    { "open.backoff.owed", "it holds for one that was still owed CLOSE_ACKs", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, b.last + 1, 0);
        b.next(OP_CLOSE_ACK);
        b.opens(90000);
        b.quiet(50);
        const uint32_t open = b.host_opens().h.txid;
        b.tx(OP_OPEN_NACK, 0, open);
        b.rests_in(CLOSED, "in the back-off");
        b.host();
        b.quiet(1000);
        b.in_state(CLOSED, "another payload does not end it");
    } },

    { "open.backoff.request", "a close request and a further payload do not end the wait",
      [](Bench &b) {
        b.set(TTP_REG_BACKOFF, SLOW);
        b.open_id = b.host_opens().h.txid;
        b.close();
        b.step(300);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        const uint64_t from = b.w.net.cycle;
        b.step(SLOW / 4);
        b.host();
        timed(b, OP_OPEN, from, SLOW);
    } },
});

} // namespace

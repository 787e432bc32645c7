// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.hold cls.hold.not cls.hold.end
#include "steps.h"
#include "timer_steps.h"
#include "victim_steps.h"

using namespace conform;

namespace {

// A CLOSE_NACK that names no missing payload does not hold our CLOSE.
void nack_means_nothing(Bench &b, uint32_t ahead)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_NACK, b.last + ahead, b.close_id);
    for (int i = 0; i < 2; i++) {
        b.next_within(2 * T, OP_CLOSE, b.close_id, b.last);
    }
    b.take(b.last + 1);                         // and it goes on taking payloads
    b.in_state(CLOSE_SENT, "afterwards");
}

// 65535 ahead is the farthest that holds our CLOSE.
void hold_farthest(Bench &b, uint32_t ahead)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_NACK, b.last + ahead, b.close_id);
    b.step(2 * tmo);
    b.expect((b.waiting(b.peer) != 0) == (ahead > 65535), "our CLOSE again, unless it is held");
    b.heard.clear();
}

const Rows CELLS(rows_of({
    { "cls.hold.CLOSE_SENT", "stays; how CLOSE is held: cls.hold.CLOSE_SENT.held", S_CLOSE_SENT,
      KNOWN, OP_CLOSE_NACK, LAST2, CLOSE_ID, SAME, {}, CLOSE_SENT },
    { "cls.hold.not.CLOSE_RECD", "-", S_CLOSE_RECD, KNOWN, OP_CLOSE_NACK, LAST1, SNT1, SAME, {},
      CLOSE_RECD },
}));

const Rows TIMER_ROWS(with_place("timer", {
    // Held: no CLOSE until the payload named by CLOSE_NACK is there, then CLOSE again.
    { "cls.hold.CLOSE_SENT.held",
      "while held only count; CLOSE when the named payload was received", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        b.reach(S_HELD);
        b.step(3 * T + T / 2);
        b.expect(b.waiting(b.peer) == 0, "CLOSE is held");
        b.expect(b.count(TTP_CNT_TIMEOUT) >= 3, "the timer only counts");
        b.in_state(CLOSE_SENT, "while it is held");
        b.take(b.last + 1);
        b.step(T + T / 2);
        b.expect(b.waiting(b.peer) == 0, "one is still missing");
        b.take(b.last + 1);
        const Sent s = b.next(OP_CLOSE, b.close_id, b.last);
        b.tx(OP_CLOSE_ACK, 0, s.h.txid);
        b.is_closed();
    } },

    // After retry_max timeouts without a payload the hold ends; a payload starts the count afresh.
    { "cls.hold.end.CLOSE_SENT", "after retry_max without a payload the hold ends", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_HELD);                        // retry_max 3
        b.step(2 * T + T / 4);
        b.take(b.last + 1);
        uint64_t from = b.w.net.cycle;
        b.step(2 * T + T / 2);
        b.expect(b.waiting(b.peer) == 0, "the payload has cleared the count");
        const Sent s = b.next_within(4 * T, OP_CLOSE, b.close_id, b.last);
        b.expect(s.cycle - from < 5 * T, "soon after retry_max timeouts");
        b.in_state(CLOSE_SENT, "afterwards");
    } },
}));

const Rows ROWS({
    // Each further CLOSE_NACK begins the hold anew.
    { "cls.hold.CLOSE_SENT.again", "each further CLOSE_NACK does", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_CLOSE_SENT);
        b.set(TTP_REG_RETRY_MAX, 3);
        for (int i = 0; i < 6 && b.ok(); i++) {  // never three timeouts without one
            b.tx(OP_CLOSE_NACK, b.last + 2, b.close_id);
            b.step(2 * T + T / 4);
        }
        b.expect(frames_of(b, OP_CLOSE) == 0, "held all the time");
        b.in_state(CLOSE_SENT, "still");
        b.take(b.last + 1);
        b.take(b.last + 1);
        b.next(OP_CLOSE, b.close_id, b.last);
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
        b.wait_completion(CPL_CLOSED);
    }, "the peer gives up by its own cls.giveup, if at all" },

    // A CLOSE_NACK comes behind the peer's CLOSE: it says which payloads the hold waits for.
    { "cls.hold.CLOSE_SENT.behind", "a CLOSE_NACK behind such a CLOSE: it counts", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.close_nacked(b.last + 4, b.una - 1);
        b.tx(OP_CLOSE_NACK, b.last + 2, b.close_id);
        two_end_the_hold(b);
    } },

    // A CLOSE_NACK that names what is missing clears the count: the peer lives, and the hold has
    // all its timeouts.
    { "cls.hold.CLOSE_SENT.rounds", "CLOSE_NACK clears the count, so does the end of the hold",
      [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 3);
        b.connect();
        b.close();
        b.w.run(4 * T, [&] { return b.waiting(b.peer) == 3; }, "CLOSE three times");
        const uint64_t from = b.heard[b.peer].back().cycle;
        b.expect(frames_of(b, OP_CLOSE) == 3, "one round is left");
        b.tx(OP_CLOSE_NACK, b.last + 2, b.snt + 1);
        const Sent s = b.next_within(8 * T, OP_CLOSE, b.snt + 1, b.last);
        b.expect(s.cycle - from > 3 * T + T / 2 && s.cycle - from < 5 * T,
                 "CLOSE again after " + std::to_string(s.cycle - from)
                     + " cycles, not after three timeouts of the hold and one more");
        b.look();
        b.wait_completion(CPL_DEAD, 10 * T);
        b.moved(TTP_CNT_TIMEOUT, 2,
            "the CLOSE behind a hold has all its rounds, the first one is behind it");
    }, "it is an answer, and the hold counts from there" },

    // The second CLOSE_NACK names a later payload.
    { "cls.hold.again", "a second CLOSE_NACK names what the hold waits for", [](Bench &b) {
        b.reach(S_HELD);
        b.tx(OP_CLOSE_NACK, b.last + 3, b.close_id);
        b.take(b.last + 1);
        two_end_the_hold(b);
    } },

    { "cls.hold.farthest", "65535 ahead holds", with(hold_farthest, 65535) },

    { "cls.hold.victim", "a victim's CLOSE is held, and goes out again", [](Bench &b) {
        made_victim(b);
        b.tx(OP_CLOSE_NACK, b.last + 1, b.snt + 1);
        b.step(200);
        b.take(b.last + 1);
        b.next(OP_CLOSE, b.snt + 1, b.last);
    } },

    { "cls.hold.not.far", "CLOSE_NACK farther than 65535 ahead: nothing is missing",
      with(nack_means_nothing, 65536) },
    { "cls.hold.not.far.next", "65536 ahead does not", with(hold_farthest, 65536) },
    { "cls.hold.not.here", "CLOSE_NACK that names last: nothing is missing",
      with(nack_means_nothing, 0) },
    { "cls.hold.not.old", "CLOSE_NACK that names an older ID: nothing is missing",
      with(nack_means_nothing, 0xffffffff) },

    // One that names nothing that can be missing leaves the count alone: the link dies in its time.
    { "cls.hold.not.rounds", "CLOSE_NACK that names nothing missing clears no count", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.reach(S_CLOSE_SENT);
        b.set(TTP_REG_RETRY_MAX, 3);
        b.look();
        for (int i = 0; i < 3 && b.ok(); i++) {
            b.tx(OP_CLOSE_NACK, b.last - 5, b.close_id);
            b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0 || b.completed(CPL_DEAD); },
                "the timer");
            b.expect(b.waiting(b.peer) == (i < 2), "CLOSE twice more, then dead");
            if (b.waiting(b.peer)) b.next(OP_CLOSE, b.close_id, b.last);
        }
        b.expect(b.completed(CPL_DEAD), "dead after three timeouts");
        b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
    } },

    // The reference sends CLOSE_NACK when our RxID is not its last. Its CLOSE_ACK behind that is
    // lost.
    { "cls.hold.not.unknown", "CLOSE_NACK while the peer's numbers are unknown: nothing",
      [](Bench &b) {
        close_unknown(b);
        for (uint32_t txid : { 0u, 1u, 65535u }) {
            b.tx(OP_CLOSE_NACK, txid, 0);
            b.next_within(2 * T, OP_CLOSE, b.close_id, 0);
        }
        b.in_state(CLOSE_SENT, "afterwards");
        b.tx(OP_CLOSE_ACK, 0, 0);
        b.wait_completion(CPL_CLOSED);
    } },

    // RETRY_MAX becomes less than the rounds of the hold so far: the hold ends.
    { "cls.hold.end.less", "RETRY_MAX becomes less than the timeouts so far", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.reach(S_HELD);
        b.step(3 * tmo);
        b.set(TTP_REG_RETRY_MAX, 2);
        b.next_within(4 * tmo, OP_CLOSE);
    } },

    // The payload that the peer's CLOSE_NACK has named comes: CLOSE goes out, and that was no
    // timeout.
    { "cls.hold.end.rounds", "CLOSE after the end of a hold is no timeout", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, 20 * T);
        b.reach(S_CLOSE_SENT);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.look();
        b.tx(OP_CLOSE_NACK, b.last + 1, b.close_id);
        b.step(300);
        b.take(b.last + 1);
        b.next(OP_CLOSE, b.close_id, b.last);
        b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
        b.in_state(CLOSE_SENT, "afterwards");
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
        b.wait_completion(CPL_CLOSED);
    } },
});

} // namespace

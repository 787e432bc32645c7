// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     reopen.stranger reopen.same reopen.moving reopen.ack reopen.round
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

const char *const IN_FLIGHT = "something must be in flight that it can be the answer to "
                              "(str.open: never a stale OPEN in mid-stream)";

const Rows CELLS(rows_of({
    { "reopen.stranger.CLOSED.none", "-", S_NONE, STRANGER, OP_NACK_NOLINK, NIL, NEWS, SAME, {},
      CLOSED },
    { "reopen.stranger.CLOSED.record", "-", S_CLOSED, STRANGER, OP_NACK_NOLINK, NIL, SNT, SAME, {},
      CLOSED },
    { "reopen.stranger.CLOSE_RECD.any", "a stranger's with any RxID: re-OPEN", S_CLOSE_RECD,
      STRANGER, OP_NACK_NOLINK, NIL, NEWS, SAME, { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, LAST,
      UNA, {}, cause(TTP_IRQ_NOLINK) },
    { "reopen.stranger.OPEN.any", "a stranger's with any RxID: re-OPEN", S_FLIGHT, STRANGER,
      OP_NACK_NOLINK, NIL, NEWS, SAME, { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, LAST, UNA, {},
      IRQ_NOLINK },
    { "reopen.stranger.OPEN.idle", "a stranger's with nothing in flight: -", S_OPEN, STRANGER,
      OP_NACK_NOLINK, NIL, NEWS, SAME, {}, OPEN, LAST, UNA, {}, 0, {}, IN_FLIGHT },
    { "reopen.stranger.OPEN.zero", "a stranger's with RxID 0: re-OPEN", S_FLIGHT, STRANGER,
      OP_NACK_NOLINK, NIL, NIL, SAME, { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, ANY, UNA, {},
      IRQ_NOLINK },
    { "reopen.stranger.OPEN_RECD", "a stranger's: -", S_OPEN_RECD, STRANGER, OP_NACK_NOLINK, NIL,
      UNA, SAME, {}, OPEN },
    { "reopen.stranger.OPEN_SENT", "-", S_OPEN_SENT, STRANGER, OP_NACK_NOLINK, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "reopen.stranger.OPEN_SENT.reopen", "-, also in re-OPEN", S_REOPEN, STRANGER, OP_NACK_NOLINK,
      NIL, UNA, SAME, {}, REOPEN_SENT },
    { "reopen.moving.OPEN_SENT.ack", "in re-OPEN: retires", S_REOPEN, STRANGER, OP_ACK, NIL, UNA,
      SAME, {}, REOPEN_SENT, LAST, UNA1 },
    { "reopen.moving.OPEN_SENT.close",
      "in re-OPEN with payloads in flight: CLOSE_NACK, CLOSE_RECD, as in OPEN", S_REOPEN, STRANGER,
      OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_NACK, SNT, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } },
      CLOSE_RECD, LAST, UNA, {}, 0, {}, AS_IN_OPEN },
    { "reopen.moving.OPEN_SENT.gap", "in re-OPEN, a gap: NACK", S_REOPEN, STRANGER, OP_PAYLOAD,
      LAST3, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, REOPEN_SENT, LAST, UNA, GAP },
    { "reopen.moving.OPEN_SENT.nack", "in re-OPEN: retires what is older; own payloads are held",
      S_REOPEN, STRANGER, OP_NACK, NIL, UNA1, SAME, {}, REOPEN_SENT, LAST, UNA1 },
    { "reopen.moving.OPEN_SENT.nack_full", "in re-OPEN: retires nothing", S_REOPEN, STRANGER,
      OP_NACK_FULL, NIL, UNA, SAME, {}, REOPEN_SENT },
    { "reopen.moving.OPEN_SENT.payload", "in re-OPEN: taken, ACK", S_REOPEN, STRANGER, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, REOPEN_SENT, LAST1 },
    { "reopen.ack.OPEN_SENT.keep", "it carries last: last stays", S_REOPEN, STRANGER, OP_OPEN_ACK,
      LAST, OURS, SAME, REPLAY2, OPEN, LAST, UNA, OPENED },
    { "reopen.ack.OPEN_SENT.life", "one with a life that names ours: likewise", S_REOPEN, STRANGER,
      OP_OPEN_ACK, NEWS, OURS, NEW_LIFE, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "reopen.ack.OPEN_SENT.life.other", "one with a life names another OPEN: -", S_REOPEN,
      STRANGER, OP_OPEN_ACK, NEWS, UNA, NEW_LIFE, {}, REOPEN_SENT },
    { "reopen.ack.OPEN_SENT.match", "ends re-OPEN: -> OPEN, last = TxID - 1, replay from una",
      S_REOPEN, STRANGER, OP_OPEN_ACK, NEWS, OURS, SAME, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "reopen.ack.OPEN_SENT.other", "in re-OPEN, names another OPEN: -", S_REOPEN, STRANGER,
      OP_OPEN_ACK, NEWS, UNA, SAME, {}, REOPEN_SENT },
}));

const Rows PAYLOAD_FROM_THE_HOST_ROWS(with_place("payload from the host", {
    { "reopen.moving.OPEN_SENT.host", "waits, is sent behind the replay", [](Bench &b) {
        b.reach(S_REOPEN);
        b.host();
        b.rests_in(REOPEN_SENT);
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 3);
    } },
}));

const Rows ALL_SENT_HAS_RETIRED_ROWS(with_place("all sent has retired", {
    { "reopen.moving.OPEN_SENT.retired", "-", [](Bench &b) {
        b.reach(S_REOPEN);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(REOPEN_SENT);
        b.moved(TTP_CNT_RETIRED, 2, "two retired");
        b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
        b.rests_in(OPEN, "after the OPEN_ACK");
    } },
}));

const Rows ROWS({
    { "reopen.stranger.OPEN.last", "reference: NACK_NOLINK RxID is its last", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.has_no_link(b.una - 1);
    } },

    { "reopen.same", "re-OPEN and its answers are the same life", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.expect(b.next(OP_OPEN).h.epoch == b.own_life, "re-OPEN");
        b.expect(b.opens(BASE).h.epoch == b.own_life, "OPEN_ACK in re-OPEN");
    } },

    { "reopen.same.CLOSE_RECD", "out of CLOSE_RECD, too", [](Bench &b) {
        b.reach(S_CLOSE_RECD, STRANGER);
        const uint32_t number = b.own_life;
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.expect(b.next(OP_OPEN).h.epoch == number, "the number of this life");
    } },

    { "reopen.same.asked", "the OPEN to a stranger that has opened is of the same life",
      [](Bench &b) {
        b.life = 0;
        const uint32_t number = b.opens(BASE).h.epoch;
        b.host();
        b.expect(b.next(OP_OPEN).h.epoch == number, "the number of this life");
    } },

    // Nothing is sent in re-OPEN, so the row looks at the count of rounds.
    { "reopen.moving.full", "in re-OPEN a NACK_FULL clears rounds, and NACKs count again",
      [](Bench &b) {
        b.reach(S_REOPEN);
        const auto after = [&](uint32_t op, uint32_t id, uint32_t n) {
            b.tx(op, 0, id);
            b.quiet();
            const uint32_t is = b.rounds();
            b.expect(is == n, "rounds: " + std::to_string(is) + ", not " + std::to_string(n));
        };
        after(OP_NACK, b.una, 1);
        after(OP_NACK_FULL, b.una - 1, 0);
        after(OP_NACK, b.una, 1);
    }, "the count of rounds shows it" },

    // The answer to our re-OPEN comes from a life later than the OPEN that was set aside.
    { "reopen.ack.aside", "an OPEN_ACK with news forgets the OPEN set aside", [](Bench &b) {
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.opens(900, b.una);
        b.life = OTHER + 1;
        b.open_ack_replays(70001, b.open_id);
        b.sends(901, OP_ACK, 70000);
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    // A stranger's link to which an OPEN_ACK has come that names our life.
    { "reopen.ack.life.both", "the peer is no stranger any more", [](Bench &b) {
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
        for (int i = 0; i < 2; i++) names_lives(b, b.next(OP_PAYLOAD), b.own_life, OTHER);
        b.take(b.last + 1);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.wait_completion(CPL_RESTARTED);
        b.expect(b.next(OP_OPEN, b.una - 1, 0).h.epoch != b.own_life, "no re-OPEN any more");
    } },

    // To a stranger: an ACK moves una in re-OPEN, and the OPEN goes again with another TxID.
    { "reopen.ack.older", "an OPEN_ACK to an older OPEN after an ACK has moved una", [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, SLOW);
        b.reach(S_REOPEN);
        b.tx(OP_ACK, 0, b.una++);
        b.next_within(3 * SLOW, OP_OPEN, b.una - 1, 0);
        b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
        b.rests_in(REOPEN_SENT, "it names the older one");
        b.open_ack_replays(b.last + 1, b.una - 1);
    } },

    // With nothing in flight our OPEN to a stranger is a round as well, until something retires.
    { "reopen.round.asked", "an OPEN with nothing in flight is a round too", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);              // retry_max 3
        b.life = 0;
        b.opens(BASE);
        const uint32_t open = b.host_opens().h.txid;
        b.look();
        b.tx(OP_OPEN_ACK, 0, open);
        b.next(OP_PAYLOAD, open + 1, 0);
        dead_after(b, 2, 10 * T);
    } },

    { "reopen.round.most", "RETRY_MAX 255: an answer to the re-OPEN beyond the last round",
      with(last_in_reopen, true) },

    // A peer that answers each OPEN and has no link for the payload behind it.
    { "reopen.round.nothing", "NACK_NOLINK and re-OPEN that retire nothing are a round too",
      [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);            // retry_max 3
        for (int i = 0; i < 3; i++) {
            const uint32_t open = b.has_no_link(b.una).h.txid;
            b.tx(OP_OPEN_ACK, b.last + 1, open);
            b.payloads(b.una, 2);
        }
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.wait_completion(CPL_DEAD, 3000);
        b.rests_in(CLOSED);
        b.moved(TTP_CNT_FLUSHED, 2, "flushed");
        b.host();
        b.expect(b.next(OP_OPEN).h.epoch != b.own_life, "the next payload begins a new life");
    }, "without it it would be asked for ever" },

    { "reopen.round.retired", "a retirement clears that count", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.host(6);
        b.payloads(b.snt + 1, 6);
        b.snt += 6;
        for (int i = 0; i < 7 && b.ok(); i++) {
            const uint32_t open = b.has_no_link(b.una).h.txid;
            b.tx(OP_OPEN_ACK, b.last + 1, open);
            for (uint32_t id = b.una; id != b.snt + 1; id++) b.next(OP_PAYLOAD, id, 0);
            b.tx(OP_ACK, 0, b.una++);
            b.quiet(100);
        }
        b.in_state(OPEN, "afterwards");
        b.expect(!b.completed(CPL_DEAD), "not dead");
    } },
});

} // namespace

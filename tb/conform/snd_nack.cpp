// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.nack snd.nack.newer snd.nack.old
#include "steps.h"

using namespace conform;

namespace {

void nack_at(Bench &b, int32_t at, uint32_t retired)
{
    b.flight(4);
    const uint32_t una = b.una;
    b.tx(OP_NACK, 0, una + static_cast<uint32_t>(at));
    b.replay(una + retired);
    una_is(b, una + retired);
    b.moved(TTP_CNT_RETIRED, retired, "what is older");
    b.moved(TTP_CNT_REPLAY, 4 - retired, "replay");
}

const Rows CELLS(rows_of({
    { "snd.nack.CLOSE_RECD", "sends again from there", S_CLOSE_RECD, KNOWN, OP_NACK, NIL, UNA, SAME,
      REPLAY2, CLOSE_RECD },
    { "snd.nack.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK, NIL,
      UNA, SAME, {}, CLOSE_SENT },
    { "snd.nack.OPEN", "sends again from there", S_FLIGHT, KNOWN, OP_NACK, NIL, UNA, SAME, REPLAY2,
      OPEN },
    { "snd.nack.newer.CLOSE_RECD", "illegal", S_CLOSE_RECD, KNOWN, OP_NACK, NIL, SNT2, SAME, {},
      CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.newer.CLOSE_SENT", "illegal", S_CLOSE_SENT, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.newer.CLOSE_SENT.behind", "behind the ID that our CLOSE has used: illegal",
      S_CLOSE_SENT, KNOWN, OP_NACK, NIL, CLOSE_ID1, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL,
      IRQ_ILLEGAL },
    { "snd.nack.newer.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_NACK, NIL,
      SNT2, SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.old.CLOSE_RECD", "counted, nothing changes", S_CLOSE_RECD, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_RECD, LAST, UNA, LATE },
    { "snd.nack.old.CLOSE_SENT", "counted, nothing changes", S_CLOSE_SENT, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.nack.old.OPEN_SENT.reopen", "in re-OPEN: counted, nothing changes", S_REOPEN, STRANGER,
      OP_NACK, NIL, UNA_M2, SAME, {}, REOPEN_SENT, LAST, UNA, LATE },
}));

const Rows ROWS({
    { "snd.nack.CLOSE_RECD.before", "NACK(una - 1) in CLOSE_RECD: again from una", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_NACK, 0, b.una - 1);
        b.replay(b.una);
        b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
    } },

    { "snd.nack.before", "NACK(una - 1): retires nothing, sends again from una",
      with(nack_at, -1, 0) },

    // There is nothing to replay, so it is no round, and the next NACK is the first.
    { "snd.nack.idle", "with nothing in flight a NACK is no round", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t id : { b.una, b.una - 1 }) {
            b.tx(OP_NACK, 0, id);
            b.quiet();
            b.expect(b.rounds() == 0, "no round");
        }
        b.host(2);
        b.snt += 2;
        b.replay(b.una);
        twice(b);
    } },

    { "snd.nack.middle", "NACK(r): retires what is older, sends again from r",
      with(nack_at, 2, 2) },
    { "snd.nack.newest", "NACK(snt): retires all but the newest", with(nack_at, 3, 3) },

    { "snd.nack.replay", "a NACK in a replay goes back to the missing one", [](Bench &b) {
        stop_replay(b);
        b.tx(OP_NACK, 0, b.una + 1);
        b.step(600);
        b.moved(TTP_CNT_RETIRED, 1, "what is older");
        replay_goes_on(b);
        b.expect(heard_id(b, b.una + 1) == 1, "it goes back to the one that is missing");
    } },

    { "snd.nack.una", "NACK(una): sends again from una", with(nack_at, 0, 0) },

    { "snd.nack.wrap", "at the wrap it NACKs with the ID it was sent", [](Bench &b) {
        b.set(TTP_REG_START_ID, 0xfffffffe);
        b.life = 0;
        b.connect();                            // 0xffffffff
        b.look();
        for (int i = 0; i < 4; i++) {
            b.host_sends(b.una);
            b.tx(OP_NACK, 0, b.una);            // "names the ID it was sent"
            b.next(OP_PAYLOAD, b.una, 0);
            b.tx(OP_ACK, 0, b.una++);
            b.step(100);
        }
        b.moved(TTP_CNT_RETIRED, 4, "across the wrap");
        b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    } },

    { "snd.nack.newer", "NACK newer than snt + 1: illegal; snt + 1 is not", [](Bench &b) {
        b.flight(3);
        b.tx(OP_NACK, 0, b.snt + 2);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 1, "illegal");
        b.moved(TTP_CNT_RETIRED, 0, "ignored");
        b.expect(b.causes() == cause(TTP_IRQ_ILLEGAL), "its cause alone");
        b.tx(OP_NACK, 0, b.snt + 1);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 1, "the next ID is not illegal");
        b.moved(TTP_CNT_RETIRED, 3, "all are older than that");
    } },

    { "snd.nack.newer.CLOSE_SENT.stranger", "NACK of the ID behind our CLOSE is illegal",
      [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        b.look();
        b.tx(OP_NACK, 0, b.snt + 2);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 1, "the ID of our CLOSE is none of a payload");
    } },

    { "snd.nack.old", "NACK older than una - 1: nothing", [](Bench &b) {
        b.flight(3);
        for (uint32_t n : { 2u, 3u, 70000u }) b.tx(OP_NACK, 0, b.una - n);
        b.quiet();
        b.moved(TTP_CNT_REPLAY, 0, "older than una - 1: nothing");
        b.moved(TTP_CNT_LATE_ACK, 3, "each is counted");
        b.expect(b.causes() == 0, "no interrupt");
    }, "nothing is left to retire, so it is as old as a late ACK" },

    { "snd.nack.old.none", "with nothing in flight una - 1 is not late either", [](Bench &b) {
        b.reach(S_OPEN);
        b.tx(OP_NACK, 0, b.una - 1);
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
    } },
});

} // namespace

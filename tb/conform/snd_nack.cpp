// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.nack snd.nack.newer snd.nack.old
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr uint32_t MANY = 24;       // in flight: more than a MAC has on their way to the wire
constexpr bool KNOWN = false;
constexpr bool STRANGER = true;
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
const Moves LATE = { { TTP_CNT_LATE_ACK, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL);
const std::vector<Want> REPLAY2 = { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } };

// The missing one is the oldest: a NACK that is not late, though nothing is in flight.
void before_nothing(Bench &b)
{
    b.reach(S_OPEN);
    b.tx(OP_NACK, 0, b.una - 1);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
}

void nack_behind(Bench &b)
{
    stop_replay(b);
    b.tx(OP_NACK, 0, b.una + 1);
    b.step(600);
    b.moved(TTP_CNT_RETIRED, 1, "what is older");
    replay_goes_on(b);
    b.expect(heard_id(b, b.una + 1) == 1, "it goes back to the one that is missing");
    b.heard.clear();
}

void nack_before(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK, 0, b.una - 1);
    b.replay(b.una);
    b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
}

void wrapped(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xfffffffe);
    b.life = 0;
    b.connect();                                // 0xffffffff
    b.look();
    for (int i = 0; i < 4; i++) {
        b.host();
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_NACK, 0, b.una);                // "names the ID it was sent"
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_ACK, 0, b.una++);
        b.step(100);
    }
    b.moved(TTP_CNT_RETIRED, 4, "across the wrap");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

// There is nothing to replay, so it is no round, and the next NACK is the first.
void nack_idle(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t id : { b.una, b.una - 1 }) {
        b.tx(OP_NACK, 0, id);
        b.quiet();
        b.expect(rounds_now(b) == 0, "no round");
    }
    b.host(2);
    b.snt += 2;
    b.replay(b.una);
    twice(b);
}

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

void nack_newer(Bench &b)
{
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
}

void nack_old(Bench &b)
{
    b.flight(3);
    for (uint32_t n : { 2u, 3u, 70000u }) b.tx(OP_NACK, 0, b.una - n);
    b.quiet();
    b.moved(TTP_CNT_REPLAY, 0, "older than una - 1: nothing");
    b.moved(TTP_CNT_LATE_ACK, 3, "each is counted");
    b.expect(b.causes() == 0, "no interrupt");
}

void nack_behind_close(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.look();
    b.tx(OP_NACK, 0, b.snt + 2);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 1, "the ID of our CLOSE is none of a payload");
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
      SNT2,
      SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.old.CLOSE_RECD", "counted, nothing changes", S_CLOSE_RECD, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_RECD, LAST, UNA, LATE },
    { "snd.nack.old.CLOSE_SENT", "counted, nothing changes", S_CLOSE_SENT, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.nack.old.OPEN_SENT.reopen", "in re-OPEN: counted, nothing changes", S_REOPEN, STRANGER,
      OP_NACK, NIL, UNA_M2, SAME, {}, REOPEN_SENT, LAST, UNA, LATE },
}));

const Rows ROWS({
    { "snd.nack.CLOSE_RECD.before", "NACK(una - 1) in CLOSE_RECD: again from una",
      nack_before },
    { "snd.nack.before", "NACK(una - 1): retires nothing, sends again from una",
      [](Bench &b) { nack_at(b, -1, 0); } },
    { "snd.nack.idle", "with nothing in flight a NACK is no round", nack_idle },
    { "snd.nack.middle", "NACK(r): retires what is older, sends again from r",
      [](Bench &b) { nack_at(b, 2, 2); } },
    { "snd.nack.newest", "NACK(snt): retires all but the newest",
      [](Bench &b) { nack_at(b, 3, 3); } },
    { "snd.nack.replay", "a NACK in a replay goes back to the missing one", nack_behind },
    { "snd.nack.una", "NACK(una): sends again from una", [](Bench &b) { nack_at(b, 0, 0); } },
    { "snd.nack.wrap", "at the wrap it NACKs with the ID it was sent", wrapped },
    { "snd.nack.newer", "NACK newer than snt + 1: illegal; snt + 1 is not", nack_newer },
    { "snd.nack.newer.CLOSE_SENT.stranger", "NACK of the ID behind our CLOSE is illegal",
      nack_behind_close },
    { "snd.nack.old", "NACK older than una - 1: nothing", nack_old,
      "nothing is left to retire, so it is as old as a late ACK" },
    { "snd.nack.old.none", "with nothing in flight una - 1 is not late either",
      before_nothing },
});

} // namespace

} // namespace conform

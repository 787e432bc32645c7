// SPDX-License-Identifier: Apache-2.0
//
// Cells of the state tables where a rule of an OPEN link holds in another live state too: re-OPEN,
// CLOSE_SENT, CLOSE_RECD. What a link in OPEN does there stands in the other files.
#include "conform.h"

namespace conform {

namespace {

constexpr bool KNOWN = false, STRANGER = true;
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
const Moves LATE = { { TTP_CNT_LATE_ACK, 1 } };
const Moves FAR = { { TTP_CNT_DROP_FAR, 1 } };
const Moves REPEAT = { { TTP_CNT_REPEAT, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL);

const std::vector<Cell> CELLS = {
    { "str.repeat.OPEN_SENT.reopen", "in re-OPEN: OPEN_ACK, nothing changes", S_REOPEN, STRANGER,
      OP_OPEN, LAST, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT },
    { "str.repeat.CLOSE_SENT", "OPEN_ACK, nothing changes", S_CLOSE_SENT, STRANGER, OP_OPEN, LAST,
      NIL, SAME, { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.repeat.CLOSE_RECD", "OPEN_ACK, nothing changes", S_CLOSE_RECD, STRANGER, OP_OPEN, LAST,
      NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "cls.ack.OPEN_SENT.reopen", "in re-OPEN: -", S_REOPEN, STRANGER, OP_CLOSE_ACK, NIL, SNT1,
      SAME,
      {}, REOPEN_SENT },
    { "cls.illegal.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_CLOSE_NACK,
      LAST1,
      SNT1, SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rcv.far.OPEN_SENT.reopen", "in re-OPEN: dropped and counted", S_REOPEN, STRANGER, OP_PAYLOAD,
      LAST_FAR, NIL, SAME, {}, REOPEN_SENT, LAST, UNA, FAR },
    { "rcv.far.CLOSE_SENT", "dropped and counted", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST_FAR, NIL,
      SAME, {}, CLOSE_SENT, LAST, UNA, FAR },
    { "rcv.far.CLOSE_RECD", "a stranger's, of which no end is known: dropped and counted",
      S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST_FAR, NIL, SAME, {}, CLOSE_RECD, LAST, UNA, FAR },
    { "rcv.repeat.CLOSE_RECD", "a repeat: ACK of last", S_MISSING, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_RECD, LAST, UNA, REPEAT },
    { "snd.ack.newer.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_ACK, NIL,
      SNT1,
      SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.late.OPEN_SENT.reopen", "in re-OPEN: late, counted", S_REOPEN, STRANGER, OP_ACK, NIL,
      UNA_M1, SAME, {}, REOPEN_SENT, LAST, UNA, LATE },
    { "reopen.stranger.CLOSE_RECD.any", "a stranger's with any RxID: re-OPEN", S_CLOSE_RECD,
      STRANGER, OP_NACK_NOLINK, NIL, NEWS, SAME, { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, LAST,
      UNA, {}, cause(TTP_IRQ_NOLINK) },
    { "snd.ack.newer.CLOSE_RECD", "illegal", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, SNT1, SAME, {},
      CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.late.CLOSE_RECD", "late, counted", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, UNA_M1, SAME,
      {}, CLOSE_RECD, LAST, UNA, LATE },
    { "snd.nack.newer.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_NACK, NIL,
      SNT2,
      SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.old.OPEN_SENT.reopen", "in re-OPEN: counted, nothing changes", S_REOPEN, STRANGER,
      OP_NACK, NIL, UNA_M2, SAME, {}, REOPEN_SENT, LAST, UNA, LATE },
    { "snd.ack.newer.CLOSE_SENT.close", "of the ID that our CLOSE has used: illegal", S_CLOSE_SENT,
      KNOWN, OP_ACK, NIL, CLOSE_ID, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.newer.CLOSE_SENT.behind", "behind the ID that our CLOSE has used: illegal",
      S_CLOSE_SENT, KNOWN, OP_NACK, NIL, CLOSE_ID1, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL,
      IRQ_ILLEGAL },
    { "snd.nack.old.CLOSE_SENT", "counted, nothing changes", S_CLOSE_SENT, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.nack.newer.CLOSE_RECD", "illegal", S_CLOSE_RECD, KNOWN, OP_NACK, NIL, SNT2, SAME, {},
      CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.old.CLOSE_RECD", "counted, nothing changes", S_CLOSE_RECD, KNOWN, OP_NACK, NIL,
      UNA_M2, SAME, {}, CLOSE_RECD, LAST, UNA, LATE },
};

uint32_t rounds(Bench &b) { return b.rec()[0] >> 12 & 0xff; }

// Nothing is sent in re-OPEN, so it is the rounds that tell.
void nack_once_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    for (int i = 0; i < 3; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.quiet();
        b.expect(rounds(b) == 1, "rounds: " + std::to_string(rounds(b)));
    }
    b.in_state(REOPEN_SENT, "afterwards");
}

// The replay of reopen.ack is the one that it asked for, and OPEN_TMO does not end that.
void nack_once_over_open(Bench &b, bool timer)
{
    b.life = 0;                             // for one with a life another may count
    b.set(TTP_REG_RETRY_MAX, 20);
    b.set(TTP_REG_OPEN_TMO, 20000);
    b.reach(S_REOPEN);
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
    if (timer) {
        b.w.run(60000, [&] { return b.waiting(b.peer) != 0; }, "OPEN_TMO");
        b.next(OP_OPEN);
    }
    b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
    b.replay(b.una);
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

void nack_once_in_close_recd(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    for (int i = 0; i < 2; i++) {               // the second one counts once, by snd.nack.again
        b.tx(OP_NACK, 0, b.una);
        b.replay(b.una);
    }
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
    b.expect(rounds(b) == 2, "rounds: " + std::to_string(rounds(b)));
    b.in_state(CLOSE_RECD, "afterwards");
}

// The receive memory fills while the link is OPEN. Then the link goes on to the state.
void full_in(Bench &b, State at)
{
    if (at == REOPEN_SENT) b.life = 0;          // only to a stranger
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    if (at == REOPEN_SENT) {
        b.host();
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.next(OP_OPEN, b.una - 1, 0);
    } else if (at == CLOSE_SENT) {
        b.close();
        b.next(OP_CLOSE, b.una, b.last);
    } else {
        b.tx(OP_CLOSE, b.last + 4, b.una - 1);
        b.next(OP_CLOSE_NACK, b.una - 1, b.last + 4);
    }
    b.in_state(at, "with the memory full");
    b.look();
}

void full(Bench &b, State at)
{
    full_in(b, at);
    for (int i = 0; i < 3; i++) {
        b.inject(b.payload(b.last + 1, 1024));
        b.next(OP_NACK_FULL, 0, b.last);
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_SPACE, 3, "each time it arrives");
    b.in_state(at, "afterwards");
}

void full_silent(Bench &b, State at)
{
    full_in(b, at);
    for (uint32_t n : { 2u, 3u, 2u }) {
        b.inject(b.payload(b.last + n, 1024));
        b.quiet();
    }
    b.moved(TTP_CNT_GAP, 3, "the younger ones");
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    b.in_state(at, "afterwards");
}

// Two OPEN_ACKs are under way. The link is OPEN with the first one, and closing when the second
// one leaves.
void second_leaves(Bench &b, State at)
{
    const auto hear = b.w.sent;

    b.reach(S_OPEN_RECD);
    b.tx(OP_OPEN, BASE, 0);
    b.step(300);
    b.w.sent = [&](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = true;
    };
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.step(200);
    b.in_state(OPEN, "with the first OPEN_ACK");
    if (at == CLOSE_SENT) b.close();
    else b.tx(OP_CLOSE, b.last + 3, b.una - 1);
    b.step(600 + 2 * b.links());
    b.in_state(at, "before the second OPEN_ACK");
    b.expect(b.waiting(b.peer) == 0, "a frame has left");
    b.w.sent = hear;
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    if (at == CLOSE_SENT) b.next(OP_CLOSE, b.una, b.last);
    else b.next(OP_CLOSE_NACK, b.una - 1, b.last + 3);
    b.quiet();
    b.in_state(at, "afterwards");
}

} // namespace

std::vector<Row> live_rows()
{
    const char *const ignored = "the count of rounds shows that it is ignored";
    return rows_of(CELLS) + std::vector<Row>{
        { "snd.nack.once.OPEN_SENT.reopen", "NACK in re-OPEN: further ones are ignored",
          nack_once_in_reopen, ignored },
        { "snd.nack.once.OPEN_SENT.reopen.ack", "and behind the OPEN_ACK, too",
          [](Bench &b) { nack_once_over_open(b, false); } },
        { "snd.nack.once.OPEN_SENT.reopen.timer", "the same, with an OPEN_TMO in between",
          [](Bench &b) { nack_once_over_open(b, true); } },
        { "snd.nack.once.CLOSE_RECD", "NACK in CLOSE_RECD: further ones are ignored",
          nack_once_in_close_recd, ignored },
        { "rcv.full.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: NACK_FULL each time",
          [](Bench &b) { full(b, REOPEN_SENT); } },
        { "rcv.full.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: NACK_FULL each time",
          [](Bench &b) { full(b, CLOSE_SENT); } },
        { "rcv.full.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: NACK_FULL each time",
          [](Bench &b) { full(b, CLOSE_RECD); } },
        { "rcv.full.silent.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: younger ones silently",
          [](Bench &b) { full_silent(b, REOPEN_SENT); } },
        { "rcv.full.silent.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: younger ones in silence",
          [](Bench &b) { full_silent(b, CLOSE_SENT); } },
        { "rcv.full.silent.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: younger ones in silence",
          [](Bench &b) { full_silent(b, CLOSE_RECD); } },
        { "open.recd.CLOSE_SENT", "a second OPEN_ACK leaves in CLOSE_SENT: nothing",
          [](Bench &b) { second_leaves(b, CLOSE_SENT); } },
        { "open.recd.CLOSE_RECD", "a second OPEN_ACK leaves in CLOSE_RECD: nothing",
          [](Bench &b) { second_leaves(b, CLOSE_RECD); } },
    };
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     rcv.repeat rcv.repeat.stranger rcv.full rcv.full.silent
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr bool STRANGER = true;
const Moves REPEAT = { { TTP_CNT_REPEAT, 1 } };
constexpr bool KNOWN = false;
constexpr uint32_t T = 4000;

// The NACK for the gap is out, and says less than the ACK that may have been lost.
void repeat_in_gap(Bench &b)
{
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.take(b.last + 1);
}

void full_told_anew(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    told_anew(b);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
}

// Its next payload may carry any ID, and goes on to when there was no room for it.
void refused_unknown(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.tx(OP_NACK_NOLINK, 0, 0);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(77, 1024));
        b.next(OP_NACK_FULL, 0, b.last);
    }
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(77, 1024);
}

void exact_ack(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (int i = 0; i < 5; i++) {
        b.take(b.last + 1);
        for (int k = 0; k < 3; k++) {           // sent again: the ACK names its outstanding one
            b.inject(b.payload(b.last));
            b.next(OP_ACK, 0, b.last);
        }
    }
    b.delivered(5);
}

void no_space(Bench &b)
{
    b.reach(S_OPEN);
    b.a.sink.hold = true;
    for (uint32_t i = 0; i < 400 && b.ok(); i++) {
        b.inject(b.payload(b.last + 1, 1024));
        if (!b.w.run(6000, [&] { return b.waiting(b.peer) != 0; }, "an answer")) return;
        if (b.heard[b.peer].front().h.opcode != OP_ACK) break;
        b.next(OP_ACK, 0, ++b.last);
    }
    b.next(OP_NACK_FULL, 0, b.last);
    b.moved(TTP_CNT_DROP_SPACE, 1, "its own counter");
    b.same_link("no change of state");
    b.a.sink.hold = false;
    b.step(20000);
    b.take(b.last + 1);
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

void full_and_told(Bench &b, State at)
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

void repeat(Bench &b)
{
    b.reach(S_OPEN);
    b.take(b.last + 1);
    b.look();
    for (uint32_t age : { 0u, 1u, 2u, 1000u, 100000u, 0x7fffffffu }) {
        arrive(b, b.last - age);
        b.next(OP_ACK, 0, b.last);
    }
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_REPEAT, 6, "repeats");
}

// The host takes nothing until the receive store has no room left.
void fill(Bench &b)
{
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
}

void full(Bench &b)
{
    fill(b);
    b.look();
    for (int i = 0; i < 4; i++) {
        arrive(b, b.last + 1, 1024);
        b.next(OP_NACK_FULL, 0, b.last);
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_SPACE, 4, "each time it arrives");
    b.moved(TTP_CNT_TX + OP_NACK_FULL, 4, "each time it arrives");
    b.in_state(OPEN, "afterwards");
}

void full_younger(Bench &b)
{
    fill(b);
    silent(b, { 2, 3, 4, 2 });
    arrive(b, b.last + 1, 1024);
    b.next(OP_NACK_FULL, 0, b.last);
}

// The second timer ends no silence.
void full_silent_on(Bench &b)
{
    b.set(TTP_REG_REACK, 3000);
    fill(b);
    b.next(OP_ACK, 0, b.last);
    silent(b, { 2 });
}

void full_ends(Bench &b)
{
    fill(b);
    silent(b, { 2 });
    b.a.sink.hold = false;
    b.step(20000);
    b.look();
    b.take(b.last + 1, 1024);
    b.take(b.last + 1, 1024);
    b.delivered(2);
    nacked(b, 2);                               // gaps are answered again
}

void full_repeat(Bench &b)
{
    fill(b);
    arrive(b, b.last, 1024);
    b.next(OP_ACK, 0, b.last);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
}

void its_repeat(Bench &b, Start s, uint32_t back)
{
    b.set(TTP_REG_REACK, NEVER);
    b.life = 0;
    b.reach(s);
    b.look();
    for (int i = 0; i < 2; i++) b.inject(b.payload(b.last - back));
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_REPEAT, 2, "both are counted");
}

void healed(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.reach(S_OPEN);
    b.inject(b.payload(++b.last));
    b.next(OP_ACK, 0, b.last);                  // lost
    b.inject(b.payload(b.last));
    b.step(300);
    b.expect(b.waiting(b.peer) == 0, "an answer of its own");
    b.w.run(2 * T + b.links(), [&] { return b.waiting(b.peer) != 0; }, "the repeated ACK");
    b.next(OP_ACK, 0, b.last);
    b.take(b.last + 1);
}

void answered(Bench &b, uint32_t life, uint32_t reack)
{
    b.set(TTP_REG_REACK, reack);
    b.life = life;
    b.reach(S_OPEN);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(b.last));
        b.next(OP_ACK, 0, b.last);
    }
}

void pass_keeps_full(Bench &b)
{
    const uint64_t from = gap_then_full(b);
    b.w.run(SLOW + T, [&] { return b.w.net.cycle > from + SLOW + T / 2; }, "the end of the pass");
    b.inject(b.payload(b.last + 3));
    b.quiet();
}

const Rows CELLS(rows_of({
    { "rcv.repeat.CLOSE_RECD", "a repeat: ACK of last", S_MISSING, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_RECD, LAST, UNA, REPEAT },
    { "rcv.repeat.CLOSE_SENT", "a repeat: ACK of last", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_SENT, LAST,
      UNA, { { TTP_CNT_REPEAT, 1 } } },
    { "rcv.repeat.OPEN", "a repeat: ACK of last", S_OPEN, KNOWN, OP_PAYLOAD, LAST, NIL, SAME,
      { { OP_ACK, NIL, LAST } }, OPEN, LAST, UNA,
      { { TTP_CNT_REPEAT, 1 } } },
    { "rcv.repeat.OPEN_SENT.reopen.counted", "in re-OPEN: ACK of last, counted", S_REOPEN,
      STRANGER, OP_PAYLOAD, LAST, NIL, SAME, { { OP_ACK, NIL, LAST } }, REOPEN_SENT, LAST, UNA,
      REPEAT },
}));

const Rows ROWS_1([] {
    const auto again = [](Start s, uint32_t back) {
        return [=](Bench &b) { its_repeat(b, s, back); };
    };
    return std::vector<Row>{
        { "rcv.repeat.stranger", "with REACK on a repeat of last gets no answer",
          again(S_OPEN, 0) },
        { "rcv.repeat.stranger.CLOSE_RECD", "... nor in CLOSE_RECD", again(S_CLOSE_RECD, 0) },
        { "rcv.repeat.stranger.CLOSE_SENT", "... nor in CLOSE_SENT", again(S_CLOSE_SENT, 0) },
        { "rcv.repeat.stranger.REOPEN", "... nor in re-OPEN", again(S_REOPEN, 0) },
        { "rcv.repeat.stranger.old", "... nor an older one", again(S_OPEN, 1) },
    };
}());

const Rows ROWS({
    { "rcv.repeat", "not newer than last: ACK(last), nothing for the host", repeat },
    { "rcv.repeat.OPEN.gap", "a repeat gets its ACK though a NACK is out", repeat_in_gap },
    { "rcv.repeat.exact", "an ACK names its outstanding payload, also for a repeat",
      exact_ack },
    { "rcv.repeat.stranger.healed", "the ACK of the timer makes a lost one good", healed },
    { "rcv.repeat.stranger.life", "a peer with a life number: each is answered",
      [](Bench &b) { answered(b, LIFE, NEVER); } },
    { "rcv.repeat.stranger.off", "REACK 0: each is answered",
      [](Bench &b) { answered(b, 0, 0); } },
    { "rcv.full", "no room: NACK_FULL each time it arrives", full },
    { "rcv.full.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: NACK_FULL each time",
      [](Bench &b) { full_and_told(b, CLOSE_RECD); } },
    { "rcv.full.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: NACK_FULL each time",
      [](Bench &b) { full_and_told(b, CLOSE_SENT); } },
    { "rcv.full.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: NACK_FULL each time",
      [](Bench &b) { full_and_told(b, REOPEN_SENT); } },
    { "rcv.full.counted", "no receive space left: dropped and counted, last stays", no_space },
    { "rcv.full.ends", "room again: it is taken, gaps are answered again", full_ends },
    { "rcv.full.repeat", "no room: repeats and OPEN are answered as ever", full_repeat },
    { "rcv.full.unknown", "refused while any ID is right: that ID stays right",
      refused_unknown },
    { "rcv.full.silent", "no room: younger ones in silence", full_younger },
    { "rcv.full.silent.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: younger ones in silence",
      [](Bench &b) { full_silent(b, CLOSE_RECD); } },
    { "rcv.full.silent.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: younger ones in silence",
      [](Bench &b) { full_silent(b, CLOSE_SENT); } },
    { "rcv.full.silent.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: younger ones silently",
      [](Bench &b) { full_silent(b, REOPEN_SENT); } },
    { "rcv.full.silent.reack", "no room: in silence after a repeated ACK too", full_silent_on },
    { "rcv.full.silent.timeout", "the end of the pass does not end the silence",
      pass_keeps_full },
    { "rcv.full.silent.told", "... and the silence of a payload without room",
      full_told_anew },
});

} // namespace

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     rcv.repeat rcv.repeat.stranger rcv.full rcv.full.silent
#include "steps.h"

using namespace conform;

namespace {

// The receive memory fills while the link is OPEN. Then the link goes on to the state.
void full_in(Bench &b, State at)
{
    if (at == REOPEN_SENT) b.life = 0;          // only to a stranger
    b.fill();
    if (at == REOPEN_SENT) {
        b.host_sends(b.una);
        b.has_no_link(b.una);
    } else if (at == CLOSE_SENT) {
        b.we_close(b.una, b.last);
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
        b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
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
    b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
    b.in_state(at, "afterwards");
}

void its_repeat(Bench &b, Start s, uint32_t back)
{
    b.set(TTP_REG_REACK, NEVER);
    b.reach(s, STRANGER);
    b.look();
    for (int i = 0; i < 2; i++) b.inject(b.payload(b.last - back));
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_REPEAT, 2, "both are counted");
}

void answered(Bench &b, uint32_t life, uint32_t reack)
{
    b.set(TTP_REG_REACK, reack);
    b.life = life;
    b.reach(S_OPEN);
    for (int i = 0; i < 2; i++) {
        b.sends(b.last, OP_ACK, b.last);
    }
}

const Rows CELLS(rows_of({
    { "rcv.repeat.CLOSE_RECD", "a repeat: ACK of last", S_MISSING, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_RECD, LAST, UNA, REPEAT },
    { "rcv.repeat.CLOSE_SENT", "a repeat: ACK of last", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_SENT, LAST, UNA, REPEAT },
    { "rcv.repeat.OPEN", "a repeat: ACK of last", S_OPEN, KNOWN, OP_PAYLOAD, LAST, NIL, SAME,
      { { OP_ACK, NIL, LAST } }, OPEN, LAST, UNA, REPEAT },
    { "rcv.repeat.OPEN_SENT.reopen.counted", "in re-OPEN: ACK of last, counted", S_REOPEN, STRANGER,
      OP_PAYLOAD, LAST, NIL, SAME, { { OP_ACK, NIL, LAST } }, REOPEN_SENT, LAST, UNA, REPEAT },
}));

const Rows ROWS({
    { "rcv.repeat.stranger", "with REACK on a repeat of last gets no answer",
      with(its_repeat, S_OPEN, 0) },
    { "rcv.repeat.stranger.CLOSE_RECD", "... nor in CLOSE_RECD",
      with(its_repeat, S_CLOSE_RECD, 0) },
    { "rcv.repeat.stranger.CLOSE_SENT", "... nor in CLOSE_SENT",
      with(its_repeat, S_CLOSE_SENT, 0) },
    { "rcv.repeat.stranger.REOPEN", "... nor in re-OPEN", with(its_repeat, S_REOPEN, 0) },
    { "rcv.repeat.stranger.old", "... nor an older one", with(its_repeat, S_OPEN, 1) },

    { "rcv.repeat", "not newer than last: ACK(last), nothing for the host", [](Bench &b) {
        b.reach(S_OPEN);
        b.take(b.last + 1);
        b.look();
        for (uint32_t age : { 0u, 1u, 2u, 1000u, 100000u, 0x7fffffffu }) {
            b.sends(b.last - age, OP_ACK, b.last);
        }
        b.quiet();
        b.delivered(0);
        b.moved(TTP_CNT_REPEAT, 6, "repeats");
    } },

    // A repeat comes behind a gap that has its NACK.
    { "rcv.repeat.OPEN.gap", "a repeat gets its ACK though a NACK is out", [](Bench &b) {
        b.reach(S_OPEN);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.sends(b.last, OP_ACK, b.last);
        b.take(b.last + 1);
    } },

    { "rcv.repeat.exact", "an ACK names its outstanding payload, also for a repeat", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        for (int i = 0; i < 5; i++) {
            b.take(b.last + 1);
            for (int k = 0; k < 3; k++) {       // sent again: the ACK names its outstanding one
                b.sends(b.last, OP_ACK, b.last);
            }
        }
        b.delivered(5);
    } },

    { "rcv.repeat.stranger.healed", "the ACK of the timer makes a lost one good", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.reach(S_OPEN, STRANGER);
        b.inject(b.payload(++b.last));
        b.next(OP_ACK, 0, b.last);              // lost
        b.inject(b.payload(b.last));
        b.step(300);
        b.expect(b.waiting(b.peer) == 0, "an answer of its own");
        b.next_within(2 * T + b.links(), OP_ACK, 0, b.last);
        b.take(b.last + 1);
    } },

    { "rcv.repeat.stranger.life", "a peer with a life number: each is answered",
      with(answered, LIFE, NEVER) },
    { "rcv.repeat.stranger.off", "REACK 0: each is answered", with(answered, 0, 0) },

    { "rcv.full", "no room: NACK_FULL each time it arrives", [](Bench &b) {
        b.fill();
        b.look();
        for (int i = 0; i < 4; i++) {
            b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
        }
        b.quiet();
        b.moved(TTP_CNT_DROP_SPACE, 4, "each time it arrives");
        b.moved(TTP_CNT_TX + OP_NACK_FULL, 4, "each time it arrives");
        b.in_state(OPEN, "afterwards");
    } },

    { "rcv.full.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: NACK_FULL each time",
      with(full_and_told, CLOSE_RECD) },
    { "rcv.full.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: NACK_FULL each time",
      with(full_and_told, CLOSE_SENT) },
    { "rcv.full.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: NACK_FULL each time",
      with(full_and_told, REOPEN_SENT) },

    { "rcv.full.counted", "no receive space left: dropped and counted, last stays", [](Bench &b) {
        b.fill();
        b.moved(TTP_CNT_DROP_SPACE, 1, "its own counter");
        b.same_link("no change of state");
        b.a.sink.hold = false;
        b.step(20000);
        b.take(b.last + 1);
    } },

    { "rcv.full.ends", "room again: it is taken, gaps are answered again", [](Bench &b) {
        b.fill();
        silent(b, { 2 });
        b.a.sink.hold = false;
        b.step(20000);
        b.look();
        b.take(b.last + 1, 1024);
        b.take(b.last + 1, 1024);
        b.delivered(2);
        nacked(b, 2);                           // gaps are answered again
    } },

    { "rcv.full.repeat", "no room: repeats and OPEN are answered as ever", [](Bench &b) {
        b.fill();
        b.sends(b.last, OP_ACK, b.last, 1024);
        b.opens(BASE);
        b.quiet();
    } },

    // The numbers are unknown: the first payload may carry any ID, also after it found no room.
    { "rcv.full.unknown", "refused while any ID is right: that ID stays right", [](Bench &b) {
        b.life = 0;
        b.fill();
        b.tx(OP_NACK_NOLINK, 0, 0);
        for (int i = 0; i < 2; i++) {
            b.sends(77, OP_NACK_FULL, b.last, 1024);
        }
        b.a.sink.hold = false;
        b.w.settle(b.a, 2000);
        b.take(77, 1024);
    } },

    { "rcv.full.silent", "no room: younger ones in silence", [](Bench &b) {
        b.fill();
        silent(b, { 2, 3, 4, 2 });
        b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
    } },

    { "rcv.full.silent.CLOSE_RECD", "PAYLOAD in CLOSE_RECD, no room: younger ones in silence",
      with(full_silent, CLOSE_RECD) },
    { "rcv.full.silent.CLOSE_SENT", "PAYLOAD in CLOSE_SENT, no room: younger ones in silence",
      with(full_silent, CLOSE_SENT) },
    { "rcv.full.silent.OPEN_SENT.reopen", "PAYLOAD in re-OPEN, no room: younger ones silently",
      with(full_silent, REOPEN_SENT) },

    // REACK does not end the silence.
    { "rcv.full.silent.reack", "no room: in silence after a repeated ACK too", [](Bench &b) {
        b.set(TTP_REG_REACK, 3000);
        b.fill();
        b.next(OP_ACK, 0, b.last);
        silent(b, { 2 });
    } },

    { "rcv.full.silent.timeout", "the end of the pass does not end the silence", [](Bench &b) {
        const uint64_t from = gap_then_full(b);
        b.w.run(SLOW + T, [&] { return b.w.net.cycle > from + SLOW + T / 2; },
                "the end of the pass");
        b.inject(b.payload(b.last + 3));
        b.quiet();
    } },

    { "rcv.full.silent.told", "... and the silence of a payload without room", [](Bench &b) {
        b.life = 0;
        b.fill();
        told_anew(b);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
    } },
});

} // namespace

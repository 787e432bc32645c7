// SPDX-License-Identifier: Apache-2.0
//
// str.doubt: the RxID of a stranger's OPEN on a live link tells a re-OPEN from a restart;
// rcv.repeat.stranger: what comes twice of it.
#include <algorithm>

#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// TxID last - back, RxID una + ahead.
void opens(Bench &b, Start s, uint32_t back, int32_t ahead, bool doubt)
{
    b.life = 0;
    b.reach(s);
    b.look();
    const State before = static_cast<State>(b.state());
    b.tx(OP_OPEN, b.last - back, b.una + static_cast<uint32_t>(ahead));
    b.next(OP_OPEN_ACK, b.una + (s == S_CLOSE_SENT), b.last - back);
    b.quiet();
    b.expect(b.completed(CPL_RESTARTED) == doubt, doubt ? "no completion" : "a doubt");
    b.expect((b.causes() >> TTP_IRQ_RESTART & 1) == doubt, "the interrupt cause");
    b.in_state(before, "afterwards");
    b.same_link("afterwards");
}

// Nothing else changes: a payload that may prove a restart proves none, and ours go on.
void changes_nothing(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.look();
    b.tx(OP_OPEN, b.last - 1, 1);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    for (int i = 0; i < 3; i++) {
        b.inject(b.payload(b.last));
        b.next(OP_ACK, 0, b.last);
    }
    b.delivered(0);
    for (uint32_t id = b.una; id != b.snt + 1; id++) b.tx(OP_ACK, 0, id);
    b.take(b.last + 1);
    b.moved(TTP_CNT_RETIRED, 2, "ours have arrived");
    const auto n = std::count_if(b.cpl.begin(), b.cpl.end(), [](const Completion &c) {
        return c.kind == CPL_RESTARTED;
    });
    b.expect(n == 1, "told once");
}

void twice(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.look();
    for (int i = 0; i < 2; i++) {
        b.tx(OP_OPEN, b.last - 1, b.una - 2);
        b.next(OP_OPEN_ACK, b.una, b.last - 1);
        b.step(300);
    }
    const auto n = std::count_if(b.cpl.begin(), b.cpl.end(), [](const Completion &c) {
        return c.kind == CPL_RESTARTED;
    });
    b.expect(n == 2, "each is told");
}

void with_life(Bench &b)
{
    b.reach(S_FLIGHT);
    b.look();
    b.tx(OP_OPEN, b.last - 1, b.una - 2);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no doubt");
}

void unknown(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, 0);                 // str.lost
    const Sent open = b.next(OP_OPEN);
    b.look();
    b.tx(OP_OPEN, b.last - 1, b.una - 2);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.replay(b.una);
    b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no doubt");
}

// ---- rcv.repeat.stranger ----

void repeat(Bench &b, Start s, uint32_t back)
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

} // namespace

std::vector<Row> str_doubt_rows()
{
    const auto open = [](Start s, uint32_t back, int32_t ahead, bool doubt) {
        return [=](Bench &b) { opens(b, s, back, ahead, doubt); };
    };
    const auto again = [](Start s, uint32_t back) { return [=](Bench &b) { repeat(b, s, back); }; };
    return {
        { "str.doubt.FLIGHT.before", "TxID last - 1, RxID una - 2: a doubt",
          open(S_FLIGHT, 1, -2, true) },
        { "str.doubt.FLIGHT.oldest", "RxID una - 1: a re-OPEN", open(S_FLIGHT, 1, -1, false) },
        { "str.doubt.FLIGHT.una", "RxID una: a re-OPEN", open(S_FLIGHT, 1, 0, false) },
        { "str.doubt.FLIGHT.newest", "RxID snt: a re-OPEN", open(S_FLIGHT, 1, 1, false) },
        { "str.doubt.FLIGHT.beyond", "RxID snt + 1: a doubt", open(S_FLIGHT, 1, 2, true) },
        { "str.doubt.FLIGHT.last", "TxID last: its re-OPEN, whatever RxID",
          open(S_FLIGHT, 0, -2, false) },
        { "str.doubt.FLIGHT.other", "TxID last - 2: set aside, a payload has to prove it",
          open(S_FLIGHT, 2, -2, false) },
        { "str.doubt.OPEN", "nothing in flight: RxID una - 1 is its re-OPEN",
          open(S_OPEN, 1, -1, false) },
        { "str.doubt.OPEN.una", "nothing in flight: RxID una is a doubt",
          open(S_OPEN, 1, 0, true) },
        { "str.doubt.CLOSE_SENT", "our CLOSE is out", open(S_CLOSE_SENT, 1, -2, true) },
        { "str.doubt.CLOSE_RECD", "closing", open(S_CLOSE_RECD, 1, 2, true) },
        { "str.doubt.REOPEN", "in re-OPEN", open(S_REOPEN, 1, -2, true) },
        { "str.doubt.REOPEN.newest", "in re-OPEN: RxID snt is fine", open(S_REOPEN, 1, 1, false) },
        { "str.doubt.told", "nothing else changes", changes_nothing },
        { "str.doubt.twice", "each such OPEN is told", twice },
        { "str.doubt.life", "a peer with a life number has its lives for that", with_life },
        { "str.doubt.unknown", "its numbers are unknown: it tells them", unknown },
        { "rcv.repeat.stranger", "with REACK on a repeat of last gets no answer",
          again(S_OPEN, 0) },
        { "rcv.repeat.stranger.old", "... nor an older one", again(S_OPEN, 1) },
        { "rcv.repeat.stranger.REOPEN", "... nor in re-OPEN", again(S_REOPEN, 0) },
        { "rcv.repeat.stranger.CLOSE_SENT", "... nor in CLOSE_SENT", again(S_CLOSE_SENT, 0) },
        { "rcv.repeat.stranger.CLOSE_RECD", "... nor in CLOSE_RECD", again(S_CLOSE_RECD, 0) },
        { "rcv.repeat.stranger.healed", "the ACK of the timer makes a lost one good", healed },
        { "rcv.repeat.stranger.off", "REACK 0: each is answered",
          [](Bench &b) { answered(b, 0, 0); } },
        { "rcv.repeat.stranger.life", "a peer with a life number: each is answered",
          [](Bench &b) { answered(b, LIFE, NEVER); } },
    };
}

} // namespace conform

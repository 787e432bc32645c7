// SPDX-License-Identifier: Apache-2.0
//
// Sending: what ACK and NACK do. NACK_FULL, timeouts, the window: conform_window.cpp.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;

void una_is(Bench &b, uint32_t una)
{
    b.una = una;
    b.expect(b.rec()[2] == una,
             "una is " + std::to_string(b.rec()[2]) + ", not " + std::to_string(una));
}

void ack_older(Bench &b)
{
    b.flight(5);
    b.tx(OP_ACK, 0, b.una + 2);
    b.quiet();
    una_is(b, b.una + 3);
    b.moved(TTP_CNT_RETIRED, 3, "that ID and every older one");
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.moved(TTP_CNT_RETIRED, 5, "all");
    b.expect(b.w.all_free(b.a), "all memory is free");
}

void ack_newer(Bench &b)
{
    b.flight(3);
    for (uint32_t n : { 1u, 2u, 70000u, 0x7ffffff0u }) b.tx(OP_ACK, 0, b.snt + n);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 4, "illegal");
    b.moved(TTP_CNT_RETIRED, 0, "ignored");
    b.expect(b.causes() == cause(TTP_IRQ_ILLEGAL), "its cause alone");
    una_is(b, b.una);
}

void ack_late(Bench &b)
{
    b.flight(3);
    for (uint32_t n : { 1u, 2u, 70000u, 0x7fffff00u }) b.tx(OP_ACK, 0, b.una - n);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 4, "late");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    b.expect(b.causes() == 0, "no interrupt");
    una_is(b, b.una);
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

// A further NACK with the same r within one timeout is ignored.
// The rule as written is that of a stranger, and of everybody with NACK_ONCE.
void nack_same(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    else b.set(TTP_REG_CTRL, 5);
    b.flight(3);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    for (int i = 0; i < 5; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.quiet(100);
    }
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
    b.tx(OP_NACK, 0, b.una + 1);                // another r
    b.una++;
    b.replay(b.una);
}

// Without it a peer that NACKs once a pass, as one with a life number does, has one more honoured.
void nack_again(Bench &b)
{
    b.flight(3);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    for (int i = 0; i < 5; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.quiet(100);
    }
    b.moved(TTP_CNT_REPLAY, 6, "two replays");
}

void nack_held(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    else b.set(TTP_REG_CTRL, 5);
    b.flight(3);
    b.a.wire_out.hold = true;
    for (int i = 0; i < 4; i++) b.tx(OP_NACK, 0, b.una);
    b.step(1000);
    b.a.wire_out.hold = false;
    b.replay(b.una);
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
}

void nack_after_timeout(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.flight(2);
    b.tx(OP_NACK, 0, b.una);
    for (uint32_t id : { b.una, b.snt }) b.next(OP_PAYLOAD, id, 0);
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timeout");
    for (uint32_t id : { b.una, b.snt }) b.next(OP_PAYLOAD, id, 0);
    b.tx(OP_NACK, 0, b.una);
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 2, "after a timeout the same NACK counts again");
    b.heard.clear();
}

// What else makes the same NACK count again.
void nack_after(Bench &b, const std::function<void(Bench &)> &event)
{
    b.set(TTP_REG_CTRL, 5);
    b.set(TTP_REG_BACKOFF, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.flight(3);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    event(b);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
}

void full_ends(Bench &b)
{
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.replay(b.una);
}

void oldest_retires(Bench &b)
{
    b.tx(OP_ACK, 0, b.una++);
    b.quiet(100);
}

void opened_again(Bench &b)
{
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, b.last + 1, b.una - 1);
    b.replay(b.una);
}

void in_order_retire(Bench &b)
{
    b.set(TTP_REG_CPL_CTRL, 1);
    b.flight(4);
    b.tx(OP_ACK, 0, b.una + 1);
    b.wait_completion(CPL_RETIRED, 2000);
    b.step(200);
    b.expect(b.ok() && b.cpl.back().first_id == b.una && b.cpl.back().count == 2, "the two oldest");
    b.tx(OP_ACK, 0, b.snt);
    b.step(400);
    b.expect(b.ok() && b.cpl.back().first_id == b.una + 2 && b.cpl.back().count == 2,
             "then the next");
}

} // namespace

std::vector<Row> send_rows()
{
    return {
        { "snd.ack.older", "ACK retires its RxID and every older ID", ack_older },
        { "snd.ack.newer", "ACK newer than snt: ignored, illegal", ack_newer },
        { "snd.ack.late", "ACK older than una: own counter, no interrupt", ack_late },
        { "snd.ack.order", "payloads retire oldest first, as the completions say",
          in_order_retire },
        { "snd.nack.una", "NACK(una): sends again from una", [](Bench &b) { nack_at(b, 0, 0); } },
        { "snd.nack.before", "NACK(una - 1): retires nothing, sends again from una",
          [](Bench &b) { nack_at(b, -1, 0); } },
        { "snd.nack.middle", "NACK(r): retires what is older, sends again from r",
          [](Bench &b) { nack_at(b, 2, 2); } },
        { "snd.nack.newest", "NACK(snt): retires all but the newest",
          [](Bench &b) { nack_at(b, 3, 3); } },
        { "snd.nack.newer", "NACK newer than snt + 1: illegal; snt + 1 is not", nack_newer },
        { "snd.nack.old", "NACK older than una - 1: nothing", nack_old,
          "nothing is left to retire, so it is as old as a late ACK" },
        { "snd.nack.once.same", "a further NACK of the same ID within one timeout is ignored",
          [](Bench &b) { nack_same(b, false); },
          "With CTRL.NACK_ONCE. Without it snd.nack.again holds for a peer with a life number." },
        { "snd.nack.again", "by default one more NACK of the same ID counts within one timeout",
          [](Bench &b) { nack_again(b); },
          "Without it go-back-N at 5 % loss stays below 95 % of its bound." },
        { "snd.nack.once.same_stranger",
          "the same from a stranger, which NACKs every younger payload",
          [](Bench &b) { nack_same(b, true); } },
        { "snd.nack.once.held", "NACKs before a frame of the replay has left are ignored",
          [](Bench &b) { nack_held(b, false); }, "With CTRL.NACK_ONCE." },
        { "snd.nack.once.held_stranger", "the same from a stranger",
          [](Bench &b) { nack_held(b, true); } },
        { "snd.nack.once.timeout", "after a timeout the same NACK counts again",
          [](Bench &b) { nack_after_timeout(b, false); } },
        { "snd.nack.once.timeout_stranger", "the same from a stranger",
          [](Bench &b) { nack_after_timeout(b, true); } },
        { "snd.nack.once.full", "... after a NACK_FULL",
          [](Bench &b) { nack_after(b, full_ends); } },
        { "snd.nack.once.retired", "... after something has retired",
          [](Bench &b) { nack_after(b, oldest_retires); } },
        { "snd.nack.once.reopened", "... after the link was opened again",
          [](Bench &b) {
              b.life = 0;
              nack_after(b, opened_again);
          } },
        { "snd.nack.once.over", "... after it was opened in another life",
          [](Bench &b) { nack_after(b, opened_again); } },
    };
}

} // namespace conform

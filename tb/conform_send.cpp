// SPDX-License-Identifier: Apache-2.0
//
// Section 3, sending: what ACK, NACK and NACK_FULL do, timeouts, fruitless rounds, the window.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

const char *const SOURCE = "protocol section 3";
constexpr uint32_t T = 4000;

// OPEN, n payloads in flight.
void flight(Bench &b, uint32_t n, size_t bytes = 40)
{
    b.connect();
    b.host(n, bytes);
    for (uint32_t i = 0; i < n; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.snt = b.una + n - 1;
    b.quiet(100);
    b.look();
}

void replay(Bench &b, uint32_t from)
{
    for (uint32_t id = from; id != b.snt + 1; id++) b.next(OP_PAYLOAD, id, 0);
    b.quiet(200);
}

void una_is(Bench &b, uint32_t una)
{
    b.una = una;
    b.expect(b.rec()[2] == una, "una is " + std::to_string(b.rec()[2]) + ", not " + std::to_string(una));
}

void ack_older(Bench &b)
{
    flight(b, 5);
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
    flight(b, 3);
    for (uint32_t n : { 1u, 2u, 70000u, 0x7ffffff0u }) b.tx(OP_ACK, 0, b.snt + n);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 4, "illegal");
    b.moved(TTP_CNT_RETIRED, 0, "ignored");
    b.expect(b.causes() == cause(TTP_IRQ_ILLEGAL), "its cause alone");
    una_is(b, b.una);
}

void ack_late(Bench &b)
{
    flight(b, 3);
    for (uint32_t n : { 1u, 2u, 70000u, 0x7fffff00u }) b.tx(OP_ACK, 0, b.una - n);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 4, "late");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    b.expect(b.causes() == 0, "no interrupt");
    una_is(b, b.una);
}

void nack_at(Bench &b, int32_t at, uint32_t retired)
{
    flight(b, 4);
    const uint32_t una = b.una;
    b.tx(OP_NACK, 0, una + static_cast<uint32_t>(at));
    replay(b, una + retired);
    una_is(b, una + retired);
    b.moved(TTP_CNT_RETIRED, retired, "what is older");
    b.moved(TTP_CNT_REPLAY, 4 - retired, "replay");
}

void nack_newer(Bench &b)
{
    flight(b, 3);
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
    flight(b, 3);
    for (uint32_t n : { 2u, 3u, 70000u }) b.tx(OP_NACK, 0, b.una - n);
    b.quiet();
    b.moved(TTP_CNT_REPLAY, 0, "older than una - 1: nothing");
    b.expect(b.causes() == 0, "no interrupt");
}

// A further NACK with the same r within one timeout is ignored.
// The rule as written is that of a stranger, and of everybody with NACK_ONCE.
void nack_same(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    else b.set(TTP_REG_CTRL, 5);
    flight(b, 3);
    b.tx(OP_NACK, 0, b.una);
    replay(b, b.una);
    for (int i = 0; i < 5; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.quiet(100);
    }
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
    b.tx(OP_NACK, 0, b.una + 1);                // another r
    b.una++;
    replay(b, b.una);
}

// Without it a peer that NACKs once a pass, as one with a life number does, has one more honoured.
void nack_again(Bench &b)
{
    flight(b, 3);
    b.tx(OP_NACK, 0, b.una);
    replay(b, b.una);
    b.tx(OP_NACK, 0, b.una);
    replay(b, b.una);
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
    flight(b, 3);
    b.a.wire_out.hold = true;
    for (int i = 0; i < 4; i++) b.tx(OP_NACK, 0, b.una);
    b.step(1000);
    b.a.wire_out.hold = false;
    replay(b, b.una);
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
}

void nack_after_timeout(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    flight(b, 2);
    b.tx(OP_NACK, 0, b.una);
    for (uint32_t id : { b.una, b.snt }) b.next(OP_PAYLOAD, id, 0);
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timeout");
    for (uint32_t id : { b.una, b.snt }) b.next(OP_PAYLOAD, id, 0);
    b.tx(OP_NACK, 0, b.una);
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 2, "after a timeout the same NACK counts again");
    b.heard.clear();
}

void nack_full(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    flight(b, 3);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK_FULL, 0, b.snt);               // the sender ignores the ID
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 0, "not before the back-off");
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.expect(b.heard[b.peer].front().cycle - from >= T, "not before the back-off");
    replay(b, b.una);
    b.moved(TTP_CNT_RETIRED, 0, "retires nothing");
    b.moved(TTP_CNT_ILLEGAL, 0, "its ID does not matter");
}

// NACKs in the pause, as the reference sends one for each younger payload: what they cover retires,
// the pause ends when it would have ended.
void nack_full_nack(Bench &b, Start s)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, 40 * T);
    b.set(TTP_REG_BACKOFF, T);
    if (s == S_CLOSE_RECD) b.reach(s);
    else flight(b, 4);
    const uint32_t r = s == S_CLOSE_RECD ? b.snt : b.una + 2;
    b.look();
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(50);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK, 0, b.una - 1);
    b.step(T / 4);
    b.tx(OP_NACK, 0, r);
    b.step(T / 4);
    b.tx(OP_NACK, 0, r);
    b.step(T / 4);
    b.expect(b.waiting(b.peer) == 0, "the pause is not ended");
    b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    const uint64_t at = b.heard[b.peer].front().cycle;
    b.expect(at - from < T + b.links() + 100, "the pause is not lengthened");
    replay(b, r);
    b.quiet();
    b.moved(TTP_CNT_RETIRED, r - b.una, "they retire what they cover");
    b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
    b.moved(TTP_CNT_REPLAY, b.snt - r + 1, "one replay");
}

// One retires all that was in flight: what the host has handed over since waits for the end.
void nack_full_all(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 40 * T);
    b.set(TTP_REG_BACKOFF, T);
    flight(b, 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(50);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK, 0, b.snt + 1);
    b.host();
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 0, "the pause is not ended");
    b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    const uint64_t at = b.heard[b.peer].front().cycle;
    b.expect(at - from < T + b.links() + 100, "the pause is not lengthened");
    b.next(OP_PAYLOAD, b.snt + 1, 0);
    b.moved(TTP_CNT_REPLAY, 0, "nothing to replay");
}

// Fruitless NACKs of the pause are no rounds.
void nack_full_rounds(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 40 * T);
    b.set(TTP_REG_BACKOFF, T);
    b.set(TTP_REG_RETRY_MAX, 2);
    flight(b, 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    for (int i = 0; i < 8; i++) b.tx(OP_NACK, 0, b.una - 1);
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    replay(b, b.una);
    b.tx(OP_NACK, 0, b.una);
    replay(b, b.una);
    b.quiet();
    b.in_state(OPEN, "one round of two");
    b.moved(TTP_CNT_DEAD, 0, "not dead");
}

void nack_full_new(Bench &b)
{
    flight(b, 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(200);
    b.host();
    b.quiet();                                  // new payloads wait as well
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_PAYLOAD, b.snt + 1, 0);
}

void timer_restart(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.connect();                                // no register is read on the way: that takes too long
    b.look();
    b.host(4);
    for (uint32_t i = 0; i < 4; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.snt = b.una + 3;
    for (uint32_t i = 0; i < 3; i++) {
        b.tx(OP_ACK, 0, b.una + i);
        b.step(T - T / 4);
    }
    b.moved(TTP_CNT_TIMEOUT, 0, "it restarts when una moves");
    b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "the timeout");
    b.next(OP_PAYLOAD, b.snt, 0);
}

void timer_stops(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    flight(b, 3);
    b.tx(OP_ACK, 0, b.snt);
    b.step(4 * T);
    b.quiet();
    b.moved(TTP_CNT_TIMEOUT, 0, "runs only with something in flight");
}

// What a link may hold is full: new payloads stall, and go on as it retires.
void limit(Bench &b)
{
    b.set(TTP_REG_CELL_LIMIT, 48);
    b.connect();
    b.host(9, 1024);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.quiet();
    for (uint32_t i = 0; i < 6; i++) {
        b.tx(OP_ACK, 0, b.una + i);
        b.next(OP_PAYLOAD, b.una + 3 + i, 0);
        b.quiet(100);
    }
}

void sram_full(Bench &b)
{
    b.connect();
    const uint32_t room = std::min(b.a.cfg.params.tx_cells / 16, b.a.cfg.params.tx_pkts), n = room + room / 4;
    b.host(n, 1024);
    b.w.run(100000, [&] { return b.waiting(b.peer) == room; }, "a full SRAM");
    b.step(3000);
    b.expect(b.waiting(b.peer) == room, "new payloads stall");
    b.tx(OP_ACK, 0, b.una + room / 2);
    b.w.run(100000, [&] { return b.waiting(b.peer) == n; }, "the rest");
    b.heard.clear();
}

void in_order_retire(Bench &b)
{
    b.set(TTP_REG_CPL_CTRL, 1);
    flight(b, 4);
    b.tx(OP_ACK, 0, b.una + 1);
    b.wait_completion(CPL_RETIRED, 2000);
    b.step(200);
    b.expect(b.ok() && b.cpl.back().first_id == b.una && b.cpl.back().count == 2, "the two oldest");
    b.tx(OP_ACK, 0, b.snt);
    b.step(400);
    b.expect(b.ok() && b.cpl.back().first_id == b.una + 2 && b.cpl.back().count == 2, "then the next");
}

} // namespace

std::vector<Row> send_rows()
{
    return {
        { "snd.ack.older", "ACK retires its RxID and every older ID", SOURCE, ack_older, "" },
        { "snd.ack.newer", "ACK newer than snt: ignored, illegal", SOURCE, ack_newer, "" },
        { "snd.ack.late", "ACK older than una: own counter, no interrupt", SOURCE, ack_late, "" },
        { "snd.ack.in_order", "payloads retire oldest first, as the completions say", SOURCE, in_order_retire, "" },
        { "snd.nack.una", "NACK(una): sends again from una", SOURCE, [](Bench &b) { nack_at(b, 0, 0); }, "" },
        { "snd.nack.before", "NACK(una - 1): retires nothing, sends again from una", SOURCE, [](Bench &b) { nack_at(b, -1, 0); }, "" },
        { "snd.nack.middle", "NACK(r): retires what is older, sends again from r", SOURCE, [](Bench &b) { nack_at(b, 2, 2); }, "" },
        { "snd.nack.newest", "NACK(snt): retires all but the newest", SOURCE, [](Bench &b) { nack_at(b, 3, 3); }, "" },
        { "snd.nack.newer", "NACK newer than snt + 1: illegal; snt + 1 is not", SOURCE, nack_newer, "" },
        { "snd.nack.old", "NACK older than una - 1: nothing", SOURCE, nack_old, "not named by the page; read as a late repeat" },
        { "snd.nack.same", "a further NACK of the same ID within one timeout is ignored", SOURCE, [](Bench &b) { nack_same(b, false); },
          "With CTRL.NACK_ONCE. By default a peer with a life number has one more NACK a timeout honoured, see snd.nack.again." },
        { "snd.nack.again", "by default one more NACK of the same ID counts within one timeout", "ours, instead of section 3",
          [](Bench &b) { nack_again(b); }, "Without it go-back-N at 5 % loss stays below 95 % of its bound: docs/architecture.md." },
        { "snd.nack.same_stranger", "the same from a stranger, which NACKs every younger payload", SOURCE, [](Bench &b) { nack_same(b, true); }, "" },
        { "snd.nack.held", "NACKs before a frame of the replay has left are ignored", SOURCE, [](Bench &b) { nack_held(b, false); }, "With CTRL.NACK_ONCE." },
        { "snd.nack.held_stranger", "the same from a stranger", SOURCE, [](Bench &b) { nack_held(b, true); }, "" },
        { "snd.nack.after_timeout", "after a timeout the same NACK counts again", SOURCE, nack_after_timeout, "" },
        { "snd.nack_full", "NACK_FULL: retires nothing, from una after the back-off", SOURCE, nack_full, "" },
        { "snd.nack_full.new", "NACK_FULL: new payloads wait too; an ACK ends the back-off", SOURCE, nack_full_new,
          "read: with everything acknowledged there is nothing to wait for" },
        { "snd.nack_full.nack", "a NACK in the back-off retires what it covers; the pause stays",
          SOURCE, [](Bench &b) { nack_full_nack(b, S_FLIGHT); }, "" },
        { "snd.nack_full.nack_closing", "the same in CLOSE_RECD", SOURCE,
          [](Bench &b) { nack_full_nack(b, S_CLOSE_RECD); }, "" },
        { "snd.nack_full.nack_all", "the same, all retires: new payloads wait for the end", SOURCE,
          nack_full_all, "" },
        { "snd.nack_full.rounds", "NACKs in the back-off are no fruitless rounds", SOURCE,
          nack_full_rounds, "" },
        { "snd.timer.restart", "the timer restarts when una moves", SOURCE, timer_restart, "" },
        { "snd.timer.stops", "the timer runs only with something in flight", SOURCE, timer_stops, "" },
        { "snd.limit", "link full: new payloads stall, go on as it retires", SOURCE, limit, "" },
        { "snd.sram.stall", "the SRAM is the window: full, new payloads stall; they go on as it retires", SOURCE, sram_full, "" },
    };
}

} // namespace conform

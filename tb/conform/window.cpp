// SPDX-License-Identifier: Apache-2.0
//
// Sending: NACK_FULL and its back-off, the timer of what is in flight, the window.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;

void nack_full(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    b.flight(3);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK_FULL, 0, b.snt);               // the sender ignores the ID
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 0, "not before the back-off");
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.expect(b.heard[b.peer].front().cycle - from >= T, "not before the back-off");
    b.replay(b.una);
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
    else b.flight(4);
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
    b.replay(r);
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
    b.flight(2);
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
    b.flight(2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    for (int i = 0; i < 8; i++) b.tx(OP_NACK, 0, b.una - 1);
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.replay(b.una);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    b.quiet();
    b.in_state(OPEN, "one round of two");
    b.moved(TTP_CNT_DEAD, 0, "not dead");
}

void nack_full_new(Bench &b)
{
    b.flight(2);
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
    // no register is read on the way: that takes too long
    b.connect();
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
    b.flight(3);
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
    const uint32_t room = std::min(b.size().tx_cells / 16, b.size().tx_pkts);
    const uint32_t n = room + room / 4;
    b.host(n, 1024);
    b.w.run(100000, [&] { return b.waiting(b.peer) == room; }, "a full SRAM");
    b.step(3000);
    b.expect(b.waiting(b.peer) == room, "new payloads stall");
    b.tx(OP_ACK, 0, b.una + room / 2);
    b.w.run(100000, [&] { return b.waiting(b.peer) == n; }, "the rest");
    b.heard.clear();
}

// A younger payload does not put the timer of una off.
void timer_of_una(Bench &b)
{
    constexpr uint32_t LONG = 3 * T;
    b.set(TTP_REG_TIMEOUT, LONG);
    b.connect();
    b.host();
    const uint64_t from = b.next(OP_PAYLOAD, b.una, 0).cycle;
    b.step(2 * T);
    b.host();
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.w.run(LONG, [&] { return b.waiting(b.peer) == 2; }, "the replay");
    const uint64_t took = b.next(OP_PAYLOAD, b.una, 0).cycle - from;
    b.expect(took >= LONG && took < LONG + T, "replay after " + std::to_string(took) + " cycles");
}

// Nothing is sent in re-OPEN anyway: no pause is left behind it.
void full_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
    b.replay(b.una);
}

void full_then_reopen(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, b.last + 1, b.una - 1);
    b.replay(b.una);
}

void full_idle(Bench &b)
{
    b.reach(S_OPEN);
    b.tx(OP_NACK_FULL, 0, b.snt);
    b.quiet();
    b.host();
    b.next(OP_PAYLOAD, b.snt + 1, 0);           // a back-off would take for ever
}

} // namespace

std::vector<Row> window_rows()
{
    return {
        { "snd.full", "NACK_FULL: retires nothing, from una after the back-off", nack_full },
        { "snd.full.reopen", "in re-OPEN there is no back-off", full_in_reopen },
        { "snd.full.nolink", "a re-OPEN ends the back-off", full_then_reopen },
        { "snd.full.idle", "with nothing in flight NACK_FULL is ignored", full_idle },
        { "snd.full.ack", "NACK_FULL: new payloads wait too; an ACK ends the back-off",
          nack_full_new,
          "read: with everything acknowledged there is nothing to wait for" },
        { "snd.full.nack.OPEN", "a NACK in the back-off retires what it covers; the pause stays",
          [](Bench &b) { nack_full_nack(b, S_FLIGHT); } },
        { "snd.full.nack.CLOSE_RECD", "the same in CLOSE_RECD",
          [](Bench &b) { nack_full_nack(b, S_CLOSE_RECD); } },
        { "snd.full.nack.all", "the same, all retires: new payloads wait for the end",
          nack_full_all },
        { "snd.full.nack.rounds", "NACKs in the back-off are no fruitless rounds",
          nack_full_rounds },
        { "snd.timer.restart", "the timer restarts when una moves", timer_restart },
        { "snd.timer.una", "it is that of una: a younger payload does not put it off",
          timer_of_una },
        { "snd.timer.stops", "the timer runs only with something in flight", timer_stops },
        { "snd.window.link", "link full: new payloads stall, go on as it retires", limit },
        { "snd.window.memory",
          "the SRAM is the window: full, new payloads stall; they go on as it retires", sram_full },
    };
}

} // namespace conform

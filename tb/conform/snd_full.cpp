// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.full snd.full.ack snd.full.nack snd.timer snd.timeout
#include "conform.h"
#include "steps.h"
#include "untouched.h"

namespace conform {

namespace {

constexpr uint32_t MANY = 24;       // in flight: more than a MAC has on their way to the wire
constexpr uint32_t T = 4000;
constexpr bool KNOWN = false;
constexpr uint32_t SILENCE = 99;

void timeout_behind(Bench &b)
{
    const uint32_t tmo = slow_timer(b);
    stop_replay(b, tmo);
    b.step(tmo + tmo / 4);
    replay_goes_on(b);
    b.expect(heard_id(b, b.una) == 1, "it goes back to una");
    b.heard.clear();
}

void timer_anew(Bench &b)
{
    const uint32_t tmo = slow_timer(b);
    stop_replay(b, tmo);
    b.step(tmo / 2);
    b.tx(OP_ACK, 0, b.una);
    b.step(tmo / 2 + tmo / 4);
    b.moved(TTP_CNT_TIMEOUT, 0, "what retires starts it anew");
    b.step(tmo / 2);
    b.moved(TTP_CNT_TIMEOUT, 1, "and it runs");
    replay_goes_on(b);
    b.heard.clear();
}

// One of three retires: the others go at once.
void pause_ends(Bench &b)
{
    b.flight(3);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_ACK, 0, b.una++);
    b.replay(b.una);
}

void pause_ends_by(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_ACK, 0, b.una++);
    b.replay(b.una);
}

void retired_open(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "afterwards");
    b.moved(TTP_CNT_RETIRED, 2, "two retired");
}

// It starts no replay, so the next one is the first.
void nack_in_pause(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.tx(OP_NACK, 0, b.una);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    for (int i = 0; i < 2; i++) {               // snd.pace: one of both
        b.next(OP_PAYLOAD, b.una, 0);
        b.quiet();
        if (!i) b.tx(OP_NACK, 0, b.una);
    }
}

void pause_anew(Bench &b)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    comes_in_time(b, OP_PAYLOAD, from, SLOW - 100, SLOW + T + b.links());
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

void open_idle(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 400);
    b.connect();
    b.look();
    b.step(3 * T);
    b.quiet();
    b.moved(TTP_CNT_TIMEOUT, 0, "the timer runs only with something in flight");
    b.in_state(OPEN, "afterwards");
}

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

const Rows CELLS(rows_of({
    { "snd.full.CLOSE_RECD", "retires nothing, waits for the back-off", S_CLOSE_RECD, KNOWN,
      OP_NACK_FULL, NIL, UNA_M1, SAME, {}, CLOSE_RECD },
    { "snd.full.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK_FULL,
      NIL, UNA_M1, SAME, {}, CLOSE_SENT },
    { "snd.full.OPEN", "retires nothing, waits for the back-off", S_FLIGHT, KNOWN, OP_NACK_FULL,
      NIL, UNA, SAME, {}, OPEN },
}));

const Rows ALL_SENT_HAS_RETIRED_ROWS(with_place("all sent has retired", {
    { "snd.timer.OPEN.retired", "-", retired_open },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "snd.timer.OPEN.idle", "runs only with something in flight", open_idle },
    { "snd.timeout.OPEN", "replay from una", open_times },
}));

const Rows ROWS_1([] {
    const auto anew_in = [](Start s, uint32_t op) {
        return [s, op](Bench &b) { timer_anew(b, s, op); };
    };
    return std::vector<Row>{
        { "snd.timer.OPEN.ack", "what retires starts it anew", anew_in(S_FLIGHT, OP_ACK) },
        { "snd.timer.OPEN.nack", "a replay by NACK starts it anew", anew_in(S_FLIGHT, OP_NACK) },
    };
}());

const Rows ROWS_2([] {
    const auto retires = [](Start s, bool x) { return [=](Bench &b) { one_retires(b, s, x); }; };
    return std::vector<Row>{
        { "snd.timer.OPEN.ack.stranger", "more is in flight: TIMEOUT from an ACK on",
          retires(S_FLIGHT, true) },
    };
}());

const Rows ROWS_3([] {
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
    const char *any = "whatever comes and means nothing: the timer goes on, and it is no round";
    const uint32_t time = TTP_REG_TIMEOUT;
    return std::vector<Row>{
        { "snd.timer.OPEN.untouched", any, still(S_FLIGHT, false, time, OP_PAYLOAD) },
        { "snd.timer.OPEN.untouched.stranger", any, still(S_FLIGHT, true, time, OP_PAYLOAD) },
    };
}());

const Rows ROWS({
    { "snd.full", "NACK_FULL: retires nothing, from una after the back-off", nack_full },
    { "snd.full.again", "a further NACK_FULL begins the pause anew", pause_anew },
    { "snd.full.idle", "with nothing in flight NACK_FULL is ignored", full_idle },
    { "snd.full.idle.CLOSE_RECD", "nothing in flight: no back-off",
      [](Bench &b) { full_for_nothing(b, S_MISSING, OP_CLOSE_NACK); } },
    { "snd.full.idle.CLOSE_SENT", "nothing in flight: no back-off",
      [](Bench &b) { full_for_nothing(b, S_CLOSE_SENT, OP_CLOSE); } },
    { "snd.full.nolink", "a re-OPEN ends the back-off", full_then_reopen },
    { "snd.full.reopen", "in re-OPEN there is no back-off", full_in_reopen },
    { "snd.full.ack", "NACK_FULL: new payloads wait too; an ACK ends the back-off",
      nack_full_new,
      "read: with everything acknowledged there is nothing to wait for" },
    { "snd.full.ack.CLOSE_RECD", "an ACK ends the back-off in CLOSE_RECD too", pause_ends_by },
    { "snd.full.ack.part", "an ACK of one payload ends the back-off", pause_ends },
    { "snd.full.nack.CLOSE_RECD", "the same in CLOSE_RECD",
      [](Bench &b) { nack_full_nack(b, S_CLOSE_RECD); } },
    { "snd.full.nack.OPEN", "a NACK in the back-off retires what it covers; the pause stays",
      [](Bench &b) { nack_full_nack(b, S_FLIGHT); } },
    { "snd.full.nack.all", "the same, all retires: new payloads wait for the end",
      nack_full_all },
    { "snd.full.nack.rounds", "NACKs in the back-off are no fruitless rounds",
      nack_full_rounds },
    { "snd.full.nack.then", "a NACK in the back-off counts as none behind it", nack_in_pause },
    { "snd.timer.replay", "what retires in a replay starts the timer anew", timer_anew },
    { "snd.timer.restart", "the timer restarts when una moves", timer_restart },
    { "snd.timer.stops", "the timer runs only with something in flight", timer_stops },
    { "snd.timer.una", "it is that of una: a younger payload does not put it off",
      timer_of_una },
    { "snd.timeout.replay", "a timeout in a replay goes back to una", timeout_behind },
});

} // namespace

} // namespace conform

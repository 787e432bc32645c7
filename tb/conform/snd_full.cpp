// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.full snd.full.ack snd.full.nack snd.timer snd.timeout
#include "steps.h"
#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

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
    b.await(2 * T, "the end of the back-off");
    const uint64_t at = b.heard[b.peer].front().cycle;
    b.expect(at - from < T + b.links() + 100, "the pause is not lengthened");
    b.replay(r);
    b.quiet();
    b.moved(TTP_CNT_RETIRED, r - b.una, "they retire what they cover");
    b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
    b.moved(TTP_CNT_REPLAY, b.snt - r + 1, "one replay");
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
    { "snd.timer.OPEN.retired", "-", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(OPEN);
        b.moved(TTP_CNT_RETIRED, 2, "two retired");
    } },
}));

const Rows TIMER_ROWS(with_place("timer", {
    { "snd.timer.OPEN.idle", "runs only with something in flight", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, 400);
        b.connect();
        b.look();
        b.step(3 * T);
        b.quiet();
        b.moved(TTP_CNT_TIMEOUT, 0, "the timer runs only with something in flight");
        b.in_state(OPEN, "afterwards");
    } },

    { "snd.timeout.OPEN", "replay from una", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        b.connect();
        b.look();
        b.host(2);
        b.next(OP_PAYLOAD, b.una, 0);
        uint64_t from = b.w.net.cycle;
        b.next(OP_PAYLOAD, b.una + 1, 0);
        for (int i = 0; i < 3; i++) {
            b.expect(timed_next(b, OP_PAYLOAD, &from, T).h.txid == b.una, "from una");
            b.next(OP_PAYLOAD, b.una + 1, 0);
        }
        b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
        b.moved(TTP_CNT_REPLAY, 6, "replays");
    } },
}));

const Rows ROWS({
    { "snd.timer.OPEN.untouched", UNTOUCHED,
      with(untouched, S_FLIGHT, KNOWN, TTP_REG_TIMEOUT, OP_PAYLOAD) },
    { "snd.timer.OPEN.untouched.stranger", UNTOUCHED,
      with(untouched, S_FLIGHT, STRANGER, TTP_REG_TIMEOUT, OP_PAYLOAD) },
    { "snd.timer.OPEN.ack.stranger", "more is in flight: TIMEOUT from an ACK on",
      with(one_retires, S_FLIGHT, true) },
    { "snd.timer.OPEN.ack", "what retires starts it anew", with(timer_anew, S_FLIGHT, OP_ACK) },
    { "snd.timer.OPEN.nack", "a replay by NACK starts it anew",
      with(timer_anew, S_FLIGHT, OP_NACK) },

    { "snd.full", "NACK_FULL: retires nothing, from una after the back-off", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, T);
        b.flight(3);
        const uint64_t from = b.w.net.cycle;
        b.tx(OP_NACK_FULL, 0, b.snt);           // the sender ignores the ID
        b.step(T / 2);
        b.expect(b.waiting(b.peer) == 0, "not before the back-off");
        b.await(3 * T, "the end of the back-off");
        b.expect(b.heard[b.peer].front().cycle - from >= T, "not before the back-off");
        b.replay(b.una);
        b.moved(TTP_CNT_RETIRED, 0, "retires nothing");
        b.moved(TTP_CNT_ILLEGAL, 0, "its ID does not matter");
    } },

    { "snd.full.again", "a further NACK_FULL begins the pause anew", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, SLOW);
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.step(SLOW / 2);
        const uint64_t from = b.w.net.cycle;
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        comes_in_time(b, OP_PAYLOAD, from, SLOW - 100, SLOW + T + b.links());
        b.next(OP_PAYLOAD, b.una + 1, 0);
    } },

    { "snd.full.idle", "with nothing in flight NACK_FULL is ignored", [](Bench &b) {
        b.reach(S_OPEN);
        b.tx(OP_NACK_FULL, 0, b.snt);
        b.quiet();
        b.host_sends(b.snt + 1);                // a back-off would take for ever
    } },

    { "snd.full.idle.CLOSE_RECD", "nothing in flight: no back-off",
      with(full_for_nothing, S_MISSING, OP_CLOSE_NACK) },
    { "snd.full.idle.CLOSE_SENT", "nothing in flight: no back-off",
      with(full_for_nothing, S_CLOSE_SENT, OP_CLOSE) },

    { "snd.full.nolink", "a re-OPEN ends the back-off", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.has_no_link(b.una);
        b.open_ack_replays(b.last + 1, b.una - 1);
    } },

    // Nothing is sent in re-OPEN anyway: no pause is left behind it.
    { "snd.full.reopen", "in re-OPEN there is no back-off", [](Bench &b) {
        b.reach(S_REOPEN);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.open_ack_replays(b.last + 1, b.open_id);
    } },

    { "snd.full.ack", "NACK_FULL: new payloads wait too; an ACK ends the back-off", [](Bench &b) {
        b.flight(2);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.step(200);
        b.host();
        b.quiet();                              // new payloads wait as well
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_PAYLOAD, b.snt + 1, 0);
    }, "read: with everything acknowledged there is nothing to wait for" },

    { "snd.full.ack.CLOSE_RECD", "an ACK ends the back-off in CLOSE_RECD too", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_ACK, 0, b.una++);
        b.replay(b.una);
    } },

    // One of three retires: the others go at once.
    { "snd.full.ack.part", "an ACK of one payload ends the back-off", [](Bench &b) {
        b.flight(3);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_ACK, 0, b.una++);
        b.replay(b.una);
    } },

    { "snd.full.nack.CLOSE_RECD", "the same in CLOSE_RECD", with(nack_full_nack, S_CLOSE_RECD) },
    { "snd.full.nack.OPEN", "a NACK in the back-off retires what it covers; the pause stays",
      with(nack_full_nack, S_FLIGHT) },

    // One retires all that was in flight: what the host has handed over since waits for the end.
    { "snd.full.nack.all", "the same, all retires: new payloads wait for the end", [](Bench &b) {
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
        b.await(2 * T, "the end of the back-off");
        const uint64_t at = b.heard[b.peer].front().cycle;
        b.expect(at - from < T + b.links() + 100, "the pause is not lengthened");
        b.next(OP_PAYLOAD, b.snt + 1, 0);
        b.moved(TTP_CNT_REPLAY, 0, "nothing to replay");
    } },

    // Fruitless NACKs of the pause are no rounds.
    { "snd.full.nack.rounds", "NACKs in the back-off are no fruitless rounds", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, 40 * T);
        b.set(TTP_REG_BACKOFF, T);
        b.set(TTP_REG_RETRY_MAX, 2);
        b.flight(2);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        for (int i = 0; i < 8; i++) b.tx(OP_NACK, 0, b.una - 1);
        b.await(3 * T, "the end of the back-off");
        b.replay(b.una);
        b.nacks(b.una);
        b.rests_in(OPEN, "one round of two");
        b.moved(TTP_CNT_DEAD, 0, "not dead");
    } },

    // A NACK in the back-off starts no replay, so the next one behind it counts.
    { "snd.full.nack.then", "a NACK in the back-off counts as none behind it", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, span(b));
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.tx(OP_NACK, 0, b.una);
        b.await(3 * span(b), "the end of the back-off");
        for (int i = 0; i < 2; i++) {           // snd.pace: one of both
            b.next(OP_PAYLOAD, b.una, 0);
            b.quiet();
            if (!i) b.tx(OP_NACK, 0, b.una);
        }
    } },

    { "snd.timer.replay", "what retires in a replay starts the timer anew", [](Bench &b) {
        const uint32_t tmo = slow_timer(b);
        stop_replay(b, tmo);
        b.step(tmo / 2);
        b.tx(OP_ACK, 0, b.una);
        b.step(tmo / 2 + tmo / 4);
        b.moved(TTP_CNT_TIMEOUT, 0, "what retires starts it anew");
        b.step(tmo / 2);
        b.moved(TTP_CNT_TIMEOUT, 1, "and it runs");
        replay_goes_on(b);
    } },

    { "snd.timer.restart", "the timer restarts when una moves", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        // no register is read on the way: that takes too long
        b.connect();
        b.look();
        b.host(4);
        b.payloads(b.una, 4);
        b.snt = b.una + 3;
        for (uint32_t i = 0; i < 3; i++) {
            b.tx(OP_ACK, 0, b.una + i);
            b.step(T - T / 4);
        }
        b.moved(TTP_CNT_TIMEOUT, 0, "it restarts when una moves");
        b.next_within(2 * T, OP_PAYLOAD, b.snt, 0);
    } },

    { "snd.timer.stops", "the timer runs only with something in flight", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        b.flight(3);
        b.tx(OP_ACK, 0, b.snt);
        b.step(4 * T);
        b.quiet();
        b.moved(TTP_CNT_TIMEOUT, 0, "runs only with something in flight");
    } },

    // A younger payload does not put the timer of una off.
    { "snd.timer.una", "it is that of una: a younger payload does not put it off", [](Bench &b) {
        constexpr uint32_t LONG = 3 * T;
        b.set(TTP_REG_TIMEOUT, LONG);
        b.connect();
        b.host();
        const uint64_t from = b.next(OP_PAYLOAD, b.una, 0).cycle;
        b.step(2 * T);
        b.host_sends(b.una + 1);
        b.w.run(LONG, [&] { return b.waiting(b.peer) == 2; }, "the replay");
        const uint64_t took = b.next(OP_PAYLOAD, b.una, 0).cycle - from;
        b.expect(took >= LONG && took < LONG + T,
                 "replay after " + std::to_string(took) + " cycles");
    } },

    { "snd.timeout.replay", "a timeout in a replay goes back to una", [](Bench &b) {
        const uint32_t tmo = slow_timer(b);
        stop_replay(b, tmo);
        b.step(tmo + tmo / 4);
        replay_goes_on(b);
        b.expect(heard_id(b, b.una) == 1, "it goes back to una");
    } },
});

} // namespace

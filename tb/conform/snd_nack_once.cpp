// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.nack.once snd.nack.again
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

const char *const IGNORED = "the count of rounds shows that it is ignored";
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
        b.next_within(60000, OP_OPEN);
    }
    b.open_ack_replays(b.last + 1, b.open_id);
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

// One NACK has started a replay before the timer expires.
void twice_after_timeout(Bench &b, Start s)
{
    const uint32_t tmo = 2 * span(b);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s);
    b.set(TTP_REG_TIMEOUT, tmo);
    b.nacks(b.una);
    b.await(2 * tmo, "the timeout");
    b.set(TTP_REG_TIMEOUT, NEVER);
    b.step(300);
    b.heard.clear();
    twice(b);
}

// Of a stranger one NACK counts.
void once(Bench &b)
{
    b.nacks(b.una);
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

// A further NACK with the same r within one timeout is ignored.
// The rule as written is that of a stranger, and of everybody with NACK_ONCE.
void nack_same(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    else b.set(TTP_REG_CTRL, 5);
    b.flight(3);
    b.nacks(b.una);
    for (int i = 0; i < 5; i++) {
        b.tx(OP_NACK, 0, b.una);
        b.quiet(100);
    }
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
    b.tx(OP_NACK, 0, b.una + 1);                // another r
    b.una++;
    b.replay(b.una);
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
    b.await(3 * T, "the timeout");
    for (uint32_t id : { b.una, b.snt }) b.next(OP_PAYLOAD, id, 0);
    b.tx(OP_NACK, 0, b.una);
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 2, "after a timeout the same NACK counts again");
    b.heard.clear();
}

// An event makes the same NACK count again.
void nack_after(Bench &b, const std::function<void(Bench &)> &event)
{
    b.set(TTP_REG_CTRL, 5);
    b.set(TTP_REG_BACKOFF, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.flight(3);
    b.nacks(b.una);
    event(b);
    b.nacks(b.una);
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
    b.has_no_link(b.una);
    b.open_ack_replays(b.last + 1, b.una - 1);
}

const Rows ROWS({
    { "snd.nack.once.CLOSE_RECD", "NACK in CLOSE_RECD: further ones are ignored", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        for (int i = 0; i < 2; i++) {           // the second one counts once, by snd.nack.again
            b.nacks(b.una);
        }
        b.tx(OP_NACK, 0, b.una);
        b.quiet();
        b.expect(b.rounds() == 2, "rounds: " + std::to_string(b.rounds()));
        b.in_state(CLOSE_RECD, "afterwards");
    }, IGNORED },

    // Nothing is sent in re-OPEN, so the row looks at the count of rounds.
    { "snd.nack.once.OPEN_SENT.reopen", "NACK in re-OPEN: further ones are ignored", [](Bench &b) {
        b.reach(S_REOPEN);
        for (int i = 0; i < 3; i++) {
            b.tx(OP_NACK, 0, b.una);
            b.quiet();
            b.expect(b.rounds() == 1, "rounds: " + std::to_string(b.rounds()));
        }
        b.in_state(REOPEN_SENT, "afterwards");
    }, IGNORED },

    { "snd.nack.once.CLOSE_RECD.timer", "after a timeout in CLOSE_RECD it counts again",
      [](Bench &b) {
        const uint32_t tmo = slow_timer(b);
        b.set(TTP_REG_CTRL, 5);                 // NACK_ONCE
        b.reach(S_CLOSE_RECD);
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, tmo);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.nacks(b.una);
        b.w.run(2 * tmo, [&] { return b.waiting(b.peer) == 3; }, "CLOSE_NACK and a replay");
        b.heard.clear();
        b.tx(OP_NACK, 0, b.una);
        b.step(tmo / 2);
        b.expect(b.waiting(b.peer) == 2, "the same NACK counts again");
    } },

    { "snd.nack.once.OPEN_SENT.reopen.ack", "and behind the OPEN_ACK, too",
      with(nack_once_over_open, false) },
    { "snd.nack.once.OPEN_SENT.reopen.timer", "the same, with an OPEN_TMO in between",
      with(nack_once_over_open, true) },

    { "snd.nack.once.each", "reference: NACK RxID is its last, one for every younger payload",
      [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.host_sends(b.snt + 1);
        // its last, one for every younger payload
        for (int i = 0; i < 3; i++) b.tx(OP_NACK, 0, b.una - 1);
        b.payloads(b.una, 3);
        b.quiet();
        b.moved(TTP_CNT_REPLAY, 3, "one replay");
        b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    } },

    { "snd.nack.once.full", "... after a NACK_FULL", with(nack_after, full_ends) },

    { "snd.nack.once.gaps", "one ACK each, each gap a NACK: one replay, all retired", [](Bench &b) {
        b.life = 0;
        b.connect();
        b.look();
        b.host(6);
        b.payloads(b.una, 6);
        // the second was lost: a NACK for each of the other four
        b.tx(OP_ACK, 0, b.una);
        for (int i = 0; i < 4; i++) b.tx(OP_NACK, 0, b.una);
        b.una++;
        b.payloads(b.una, 5);
        b.quiet();
        for (uint32_t i = 0; i < 5; i++) b.tx(OP_ACK, 0, b.una + i);
        b.quiet();
        b.moved(TTP_CNT_RETIRED, 6, "all retired");
        b.moved(TTP_CNT_REPLAY, 5, "one replay");
    } },

    { "snd.nack.once.held", "NACKs before a frame of the replay has left are ignored",
      with(nack_held, false), "With CTRL.NACK_ONCE." },
    { "snd.nack.once.held_stranger", "the same from a stranger", with(nack_held, true) },
    { "snd.nack.once.over", "... after it was opened in another life",
      with(nack_after, opened_again) },

    { "snd.nack.once.reopen.answered", "and an answered re-OPEN", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        once(b);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.open_ack_replays(b.last + 1, b.next(OP_OPEN).h.txid);
        once(b);
    } },

    { "snd.nack.once.reopened", "... after the link was opened again", [](Bench &b) {
        b.life = 0;
        nack_after(b, opened_again);
    } },

    { "snd.nack.once.retired", "... after something has retired",
      with(nack_after, oldest_retires) },
    { "snd.nack.once.same", "a further NACK of the same ID within one timeout is ignored",
      with(nack_same, false),
      "With CTRL.NACK_ONCE. Without it snd.nack.again holds for a peer with a life number." },
    { "snd.nack.once.same_stranger", "the same from a stranger, which NACKs every younger payload",
      with(nack_same, true) },
    { "snd.nack.once.timeout", "after a timeout the same NACK counts again",
      with(nack_after_timeout, false) },
    { "snd.nack.once.timeout_stranger", "the same from a stranger",
      with(nack_after_timeout, true) },

    // Without it a peer that NACKs once a pass, as one with a life number does, has one more
    // honoured.
    { "snd.nack.again", "by default one more NACK of the same ID counts within one timeout",
      [](Bench &b) {
        b.flight(3);
        b.nacks(b.una);
        b.nacks(b.una);
        for (int i = 0; i < 5; i++) {
            b.tx(OP_NACK, 0, b.una);
            b.quiet(100);
        }
        b.moved(TTP_CNT_REPLAY, 6, "two replays");
    }, "Without it go-back-N at 5 % loss stays below 95 % of its bound." },

    { "snd.nack.again.CLOSE_RECD", "also in CLOSE_RECD", with(twice_after_timeout, S_CLOSE_RECD) },

    { "snd.nack.again.full", "a NACK_FULL begins anew", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, span(b));
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.await(3 * span(b), "the end of the back-off");
        b.replay(b.una);
        twice(b);
    } },

    // The next life begins with the same payloads.
    { "snd.nack.again.over", "so does a new life", [](Bench &b) {
        b.reach(S_FLIGHT);
        twice(b);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.open_ack_replays(b.last + 1, b.next(OP_OPEN).h.txid);
        twice(b);
    } },

    // A stranger restarts, and has a life number by then.
    { "snd.nack.again.restart", "a restart begins anew", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        once(b);
        b.life = OTHER;
        b.opens(900, b.una);
        b.inject(b.payload(901));
        b.step(1000);
        b.heard.clear();                        // its ACK, ours again
        twice(b);
    } },

    { "snd.nack.again.timeout", "a timeout begins anew: two more NACKs count",
      with(twice_after_timeout, S_FLIGHT) },
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tmr.clear
#include "timer_steps.h"

using namespace conform;

namespace {

// OPEN went unanswered retry_max - 1 times; once it is answered the payload has all its rounds.
void opened(Bench &b, bool by_payload)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_RETRY_MAX, 3);
    if (by_payload) b.life = 0;
    b.host();
    b.w.run(4 * T, [&] { return b.waiting(b.peer) == 3; }, "OPEN three times");
    const uint32_t open = b.heard[b.peer].back().h.txid;
    b.expect(frames_of(b, OP_OPEN) == 3, "nothing but OPEN");
    b.moved(TTP_CNT_TIMEOUT, 2, "one round is left");
    if (by_payload) {               // behind its own OPEN it shows a peer that lives
        b.opens(BASE);
        b.take(BASE + 1);
    } else {
        b.tx(OP_OPEN_ACK, BASE + 1, open);
        b.next(OP_PAYLOAD, open + 1, 0);
    }
    b.look();
    dead_after(b, 3, 10 * T);
    b.expect(frames_of(b, by_payload ? OP_OPEN : OP_PAYLOAD) == 2, "sent again twice");
}

// Of three rounds two are over when the event comes. Behind it are three again.
void begins_anew(Bench &b, uint32_t life, const std::function<void(Bench &)> &event)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 3);
    b.life = life;
    b.flight(1);
    b.w.run(4 * T, [&] { return b.waiting(b.peer) == 2; }, "two replays");
    b.expect(frames_of(b, OP_PAYLOAD) == 2, "nothing but replays");
    event(b);
    b.step(300);
    b.look();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.heard.clear();
}

// What was a stranger restarts with a life number.
void proven_restart(Bench &b)
{
    b.life = OTHER;
    b.opens(900, b.una);
    b.sends(901, OP_ACK, 901);
}

void peers_close(Bench &b)
{
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.una, b.last + 1);
}

void taken(Bench &b, Start s)
{
    const uint32_t tmo = span(b);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, tmo);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s);
    b.w.run(3 * tmo, [&] { return b.rounds() == 1; }, "a round");
    b.step(100);
    b.heard.clear();
    b.sends(b.last + 1, OP_ACK, b.last + 1);
    b.expect(b.rounds() == 1, "it is still counted");
}

// OPEN, nothing in flight, and the answer to our re-OPEN was a round.
void round_left(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_OPEN_ACK, b.last, b.open_id);
    b.quiet(100);
    b.in_state(OPEN, "all has retired");
    b.expect(b.rounds() == 1, "one round");
    b.look();
}

void all_rounds(Bench &b)
{
    dead_after(b, 3, 10 * T + 4 * b.links());
}

void ack(Bench &b) { b.tx(OP_ACK, 0, b.una); }
void nack_full(Bench &b) { b.tx(OP_NACK_FULL, 0, b.una - 1); }
void nack_forward(Bench &b) { b.tx(OP_NACK, 0, b.una + 1); }

const Rows ROWS({
    { "tmr.clear.full", "NACK_FULL clears the count", with(fruitless, nack_full, 2, 3) },
    { "tmr.clear.nack", "a NACK that retires clears it too", with(fruitless, nack_forward, 2, 3) },
    { "tmr.clear.retired", "a retirement clears the count", with(fruitless, ack, 2, 3) },
    { "tmr.clear.opened", "OPEN_ACK clears the count of unanswered OPENs", with(opened, false),
      "an answer to OPEN shows a peer that lives" },

    { "tmr.clear.CLOSE_SENT.request", "a closing begins with no rounds", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        round_left(b);
        b.we_close(b.snt + 1, b.last);
        all_rounds(b);
    } },

    { "tmr.clear.CLOSE_SENT.victim", "that of a victim, too", [](Bench &b) {
        b.mac();
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_VICTIM_IDLE, 300);
        round_left(b);
        busy_ways(b);
        b.step(LONGER);
        refused(b, 900, OTHER);
        b.next(OP_CLOSE, b.snt + 1, b.last);
        all_rounds(b);
    } },

    { "tmr.clear.close_recd", "so does CLOSE_RECD", with(begins_anew, LIFE, peers_close) },

    // Two rounds of a re-OPEN are over when the peer closes.
    { "tmr.clear.close_recd.reopen", "CLOSE_RECD clears the count of a re-OPEN", [](Bench &b) {
        b.life = 0;
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, T);
        b.flight(1);                            // retry_max 3
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.w.run(4 * T, [&] { return b.waiting(b.peer) == 3; }, "OPEN three times");
        b.heard.clear();
        b.tx(OP_CLOSE, b.last + 1, b.una - 1);
        b.next(OP_CLOSE_NACK, b.una, b.last + 1);
        b.look();
        dead_after(b, 3, 10 * T);
    } },

    // Each new life has all its rounds: after OPEN_NACKs, and after a dead link.
    { "tmr.clear.life", "every life has all its rounds, after OPEN_NACK and after a dead link",
      [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, T);
        b.set(TTP_REG_BACKOFF, 300);
        b.set(TTP_REG_RETRY_MAX, 3);
        b.host();
        for (int i = 0; i < 5 && b.ok(); i++) {
            b.w.run(4 * T, [&] { return b.waiting(b.peer) == 2; }, "OPEN and once again");
            const uint32_t open = b.next(OP_OPEN).h.txid;
            b.next(OP_OPEN, open, 0);
            b.tx(OP_OPEN_NACK, 0, open);
        }
        b.expect(!b.completed(CPL_DEAD), "OPEN_NACK is no fruitless round");
        b.moved(TTP_CNT_TIMEOUT, 5, "timeouts so far");
        b.wait_completion(CPL_DEAD, 10 * T);
        b.moved(TTP_CNT_TIMEOUT, 8, "and three more until dead");
        b.expect(frames_of(b, OP_OPEN) == 3, "OPEN three times in that life");
        b.look();
        b.host();
        b.wait_completion(CPL_DEAD, 10 * T);
        b.moved(TTP_CNT_TIMEOUT, 3, "three in the life after a dead link");
        b.expect(frames_of(b, OP_OPEN) == 3, "OPEN three times again");
    }, "a full set that answers is not dead" },

    { "tmr.clear.not.CLOSE_SENT", "nor in CLOSE_SENT, unless our CLOSE is held",
      with(taken, S_CLOSE_SENT) },
    { "tmr.clear.not.OPEN", "a payload taken clears no count", with(taken, S_FLIGHT) },
    { "tmr.clear.not.REOPEN_SENT", "nor in re-OPEN", with(taken, S_REOPEN) },
    { "tmr.clear.payload", "so does the payload of a stranger behind its OPEN",
      with(opened, true) },
    { "tmr.clear.restart", "a proven restart begins with a count of its own",
      with(begins_anew, 0, proven_restart) },
});

} // namespace

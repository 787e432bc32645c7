// SPDX-License-Identifier: Apache-2.0
//
// The rest of what corners3.cpp has: a rule of OPEN in re-OPEN or CLOSE_RECD, and the stranger.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

uint32_t rounds(Bench &b) { return b.rec()[0] >> 12 & 0xff; }

// ---- CLOSE_RECD

// What came before the CLOSE of a stranger is sent again too, whatever the stranger makes of it.
void stranger_replay(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    b.set(TTP_REG_RETRY_MAX, 20);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.tx(OP_NACK, 0, b.una);                    // which sets the timer
    b.replay(b.una);
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timeout");
    b.step(T / 2);
    b.expect(b.waiting(b.peer) == 3, "CLOSE_NACK and a replay");
    b.heard.clear();
}

// A CLOSE that comes again is no progress.
void close_again(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, 2 * T);
    b.reach(S_MISSING);                         // retry_max 3
    for (int i = 0; i < 20 && b.ok() && !b.completed(CPL_DEAD); i++) {
        b.tx(OP_CLOSE, b.last + 3, b.una - 1);
        b.step(T);
    }
    b.expect(b.completed(CPL_DEAD), "dead after its rounds");
    b.heard.clear();
}

void nack_before(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK, 0, b.una - 1);
    b.replay(b.una);
    b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
}

void pause_ends(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_ACK, 0, b.una++);
    b.replay(b.una);
}

// ---- re-OPEN

// Nothing is sent, so it is the rounds that tell.
void full_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    const auto after = [&](uint32_t op, uint32_t id, uint32_t n) {
        b.tx(op, 0, id);
        b.quiet();
        const uint32_t is = rounds(b);
        b.expect(is == n, "rounds: " + std::to_string(is) + ", not " + std::to_string(n));
    };
    after(OP_NACK, b.una, 1);
    after(OP_NACK_FULL, b.una - 1, 0);
    after(OP_NACK, b.una, 1);
}

void asked_same_life(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t number = b.next(OP_OPEN_ACK).h.epoch;
    b.host();
    b.expect(b.next(OP_OPEN).h.epoch == number, "the number of this life");
}

void same_life_closing(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    const uint32_t number = b.own_life;
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.expect(b.next(OP_OPEN).h.epoch == number, "the number of this life");
}

// A payload had begun the interval; a repeat and an old ACK in it are nothing new.
void nothing_new(Bench &b, Start s)
{
    const uint32_t often = 2 * span(b);
    b.set(TTP_REG_REACK, often);
    b.reach(s);
    const uint64_t from = b.w.net.cycle;
    b.take(b.last + 1);
    b.step(often / 2);
    b.inject(b.payload(b.last));
    if (b.life) b.next(OP_ACK, 0, b.last);      // rcv.repeat.stranger
    b.tx(OP_ACK, 0, b.una - 1);
    b.w.run(often, [&] { return b.waiting(b.peer) != 0; }, "the end of the interval");
    b.expect(b.next(OP_ACK, 0, b.last).cycle - from < often + span(b), "in time");
}

// The peer has lost the link because it lives anew, and says so in its answer.
void answer_of_new_life(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.take(90001);
}

// ---- strangers

// Our CLOSE has used an ID, and the OPEN_ACK that is sent again names the one behind.
void aside_closing(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_OPEN, 900, 0);
    for (int i = 0; i < 2; i++) {               // the answer, and again
        b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the OPEN_ACK");
        b.next(OP_OPEN_ACK, b.close_id + 1, 900);
    }
}

// The stranger opens again with the ID before: it has heard an answer of ours.
void before_is_acked(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_OPEN);
    b.tx(OP_OPEN, b.last - 1, 0);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the ACK");
    b.next(OP_ACK, 0, b.last);
}

// Between the two one comes that is behind a gap.
void ahead_between(Bench &b)
{
    one_spoke(b);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, b.last);
    }
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// While our OPEN_ACK waits its OPEN comes with the ID before: nothing is set aside.
void before_in_recd(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_RECD);
    b.tx(OP_OPEN, BASE - 1, 0);
    b.step(300);
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, BASE - 1);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(BASE));
        b.next(OP_ACK, 0, BASE);
    }
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// A victim that is owed CLOSE_ACKs: its entry is kept until the first of them is due.
void victim_owed(Bench &b)
{
    constexpr uint32_t AGAIN = 20000;
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, AGAIN);
    becomes_victim(b);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.tx(OP_OPEN, 70000, 0);
    b.next(OP_OPEN_NACK, 0, 70000);
    b.w.run(AGAIN + AGAIN / 2 + b.links(), [&] { return b.waiting(b.peer) != 0; }, "CLOSE_ACK");
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.tx(OP_OPEN, 70001, 0);
    b.next(OP_OPEN_ACK, b.snt + 2, 70001);
}

// A victim whose CLOSE nobody answers. Its own peer need not wait for the end of a back-off.
void victim_dies(Bench &b, bool host)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_BACKOFF, 100 * T);
    becomes_victim(b);
    b.wait_completion(CPL_DEAD, 5 * T + b.links());
    b.heard.clear();                            // CLOSE again and again
    if (host) {
        b.host();
        b.next(OP_OPEN, b.snt, 0);
    } else {
        b.tx(OP_OPEN, 70000, 0);
        b.next(OP_OPEN_ACK, b.snt + 1, 70000);
    }
}

// ---- the stranger that tells its numbers anew: last moves without a payload

void told_anew(Bench &b)
{
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.quiet(50);
    b.last = b.last + 0x30000000;
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK, b.una, b.last);
}

void gap_told_anew(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
    told_anew(b);
    b.inject(b.payload(b.last + 9));            // farther ahead than the one of the last pass
    b.next(OP_NACK, 0, b.last + 1);
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

} // namespace

std::vector<Row> live_corner_rows()
{
    return {
        { "cls.recd.timer.stranger", "a stranger gets the replay as well", stranger_replay },
        { "cls.recd.CLOSE_RECD.rounds", "a CLOSE that comes again leaves the count alone",
          close_again },
        { "snd.nack.CLOSE_RECD.before", "NACK(una - 1) in CLOSE_RECD: again from una",
          nack_before },
        { "snd.full.ack.CLOSE_RECD", "an ACK ends the back-off in CLOSE_RECD too", pause_ends },
        { "reopen.moving.full", "in re-OPEN a NACK_FULL clears rounds, and NACKs count again",
          full_in_reopen, "the count of rounds shows it" },
        { "reopen.same.asked", "the OPEN to a stranger that has opened is of the same life",
          asked_same_life },
        { "reopen.same.CLOSE_RECD", "out of CLOSE_RECD, too",
          same_life_closing },
        { "rcv.reack.OPEN.repeat", "a repeat does not put the next ACK off",
          [](Bench &b) { nothing_new(b, S_OPEN); } },
        { "rcv.reack.OPEN_SENT.reopen.repeat", "in re-OPEN, too",
          [](Bench &b) { nothing_new(b, S_REOPEN); } },
        { "rcv.reack.CLOSE_SENT.repeat", "in CLOSE_SENT, too",
          [](Bench &b) { nothing_new(b, S_CLOSE_SENT); } },
        { "rcv.reack.CLOSE_RECD.repeat", "in CLOSE_RECD, too",
          [](Bench &b) { nothing_new(b, S_MISSING); } },
        { "open.ack.learn.reopen.news", "in re-OPEN a new life number sets last too",
          answer_of_new_life },
        { "open.ack.lost.aside.closing", "... set aside behind our CLOSE: the ID after that",
          aside_closing },
        { "open.ack.lost.before", "a re-OPEN with TxID last - 1: an ACK is repeated as before",
          before_is_acked },
        { "str.prove.twice.gap", "a payload behind a gap forgets it as well", ahead_between },
        { "str.repeat.OPEN_RECD.before", "in OPEN_RECD with TxID last - 1: nothing changes",
          before_in_recd },
        { "rcv.gap.pass.told", "an OPEN that tells the numbers anew ends the pass", gap_told_anew },
        { "rcv.full.silent.told", "... and the silence of a payload without room",
          full_told_anew },
        { "tbl.victim.after.stranger", "a stranger's is kept for one CLOSE_TMO", victim_owed },
        { "tbl.victim.after.dead", "a victim that dies is not kept: its peer opens at once",
          [](Bench &b) { victim_dies(b, false); } },
        { "tbl.victim.after.dead_host", "... and a payload for that peer",
          [](Bench &b) { victim_dies(b, true); } },
    };
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Fruitless rounds, where they do and do not count, and the ID that a CLOSE spends.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// retry_max 3: so many timeouts of nothing, then `act`; how many more until the link is dead?
void rounds(Bench &b, const std::function<void(Bench &)> &act, uint32_t before, uint32_t after)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_BACKOFF, 100);
    b.connect();
    b.host(3);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.snt = b.una + 2;
    b.quiet(100);
    b.look();
    b.w.run(T * (before + 2), [&] { return b.heard[b.peer].size() == 3 * before; },
            "the first rounds");
    b.step(300);
    act(b);
    b.w.run(T * 12, [&] { return b.completed(CPL_DEAD); }, "the dead link");
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, before + after, "timeouts until dead");
    b.heard.clear();
}

// A peer that answers each OPEN and has no link for the payload behind it.
void nolink(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);                          // retry_max 3
    for (int i = 0; i < 3; i++) {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
        b.tx(OP_OPEN_ACK, b.last + 1, open);
        b.next(OP_PAYLOAD, b.una, 0);
        b.next(OP_PAYLOAD, b.snt, 0);
    }
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.wait_completion(CPL_DEAD, 3000);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    b.moved(TTP_CNT_FLUSHED, 2, "flushed");
    b.host();
    b.expect(b.next(OP_OPEN).h.epoch != b.own_life, "the next payload begins a new life");
}

// ... which a retirement ends.
void nolink_retired(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.host(6);
    for (uint32_t i = 1; i <= 6; i++) b.next(OP_PAYLOAD, b.snt + i, 0);
    b.snt += 6;
    for (int i = 0; i < 7 && b.ok(); i++) {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
        b.tx(OP_OPEN_ACK, b.last + 1, open);
        for (uint32_t id = b.una; id != b.snt + 1; id++) b.next(OP_PAYLOAD, id, 0);
        b.tx(OP_ACK, 0, b.una++);
        b.quiet(100);
    }
    b.in_state(OPEN, "afterwards");
    b.expect(!b.completed(CPL_DEAD), "not dead");
}

// The payload that the peer's CLOSE_NACK has named comes: CLOSE goes out, and that was no timeout.
void hold_end(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, 20 * T);
    b.reach(S_CLOSE_SENT);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.look();
    b.tx(OP_CLOSE_NACK, b.last + 1, b.close_id);
    b.step(300);
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
    b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
    b.in_state(CLOSE_SENT, "afterwards");
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    b.wait_completion(CPL_CLOSED);
}

void backoff_end(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, 40 * T);
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_CLOSE_RECD);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.look();
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.w.run(2 * T, [&] { return b.waiting(b.peer) == 2; }, "the replay after the back-off");
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
    b.in_state(CLOSE_RECD, "afterwards");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
}

// What is missing comes, one by one: more than retry_max timeouts in all.
void taken(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_OPEN);                            // retry_max 3
    b.tx(OP_CLOSE, b.last + 6, b.una - 1);
    for (int i = 0; i < 4 && b.ok(); i++) {
        b.step(T + T / 2);
        b.heard.clear();                        // CLOSE_NACKs
        b.take(b.last + 1);
    }
    b.in_state(CLOSE_RECD, "one is missing");
    b.expect(!b.completed(CPL_DEAD), "not dead");
    b.heard.clear();
}

// CLOSE has spent its ID however CLOSE_SENT ends, but only to a stranger.
void id_dead(Bench &b, uint32_t life)
{
    b.life = life;
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_CLOSE_SENT);
    b.wait_completion(CPL_DEAD, 20 * T);
    b.heard.clear();
    b.host();
    const uint32_t open = b.next(OP_OPEN, b.close_id - (life != 0), 0).h.txid;
    b.tx(OP_OPEN_ACK, b.last + 1, open);
    b.next(OP_PAYLOAD, open + 1, 0);
}

// On the link of a stranger: from there on the peer has a life.
void prove(Bench &b, uint32_t first, uint32_t next)
{
    b.life = OTHER;
    b.tx(OP_OPEN, first, 0);
    b.next(OP_OPEN_ACK, next, first);
    b.inject(b.payload(first + 1));
    b.next(OP_ACK, 0, first + 1);
    b.last = first + 1;
    b.wait_completion(CPL_RESTARTED);
}

void id_restart(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    prove(b, 90000, b.close_id + 1);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);          // late: that CLOSE is forgotten
    b.quiet();
    b.in_state(OPEN, "afterwards");
    b.host();
    b.next(OP_PAYLOAD, b.close_id + 1, 0);
}

void request_kept(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.life = OTHER;
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.inject(b.payload(90001));
    b.next(OP_ACK, 0, 90001);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.quiet();
    b.in_state(OPEN, "payloads are in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, 90001);
}

// A restarted stranger closes before it has answered our OPEN: it never had what is in flight.
void silent_close(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
    b.inject(b.payload(901));
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(600);
    b.heard.clear();                            // its ACKs, our OPEN
    b.in_state(REOPEN_SENT, "our own OPEN first");
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_ACK, 0, 0);
    b.wait_completion(CPL_CLOSED);
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.quiet();                                  // and no payload before its answer
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
}

// Its OPEN_ACK names its oldest payload without an ACK. We have that one: no second delivery.
void oldest(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.take(b.last + 1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, b.last, open);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.look();
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.delivered(0);
    b.take(b.last + 1);
}

// Giving up on a stranger: CLOSE_ACK three times all the same.
void thrice(Bench &b, bool waits)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    if (waits) {
        b.host();
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK);
        b.next(OP_OPEN);                        // the payload that waits goes first
        return;
    }
    b.wait_completion(CPL_DEAD, 20 * T);
    b.step(5 * T);
    uint32_t n = 0;
    for (const Sent &s : b.heard[b.peer]) n += s.h.opcode == OP_CLOSE_ACK;
    b.heard.clear();
    b.expect(n == 3, std::to_string(n) + " CLOSE_ACKs");
}

// Before its ID is known a NACK that names none goes out instead of an ACK.
void reack_unknown(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, T);
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_ACK, 0, b.una + 1);
    const auto again = [&b] { return b.waiting(b.peer) != 0; };
    // its own payload may be lost, and its timer stopped
    for (int i = 0; i < 3; i++) {
        const uint64_t from = b.w.net.cycle;
        b.w.run(3 * T, again, "the NACK");
        b.expect(b.w.net.cycle - from + 300 >= T || i == 0, "not before its time");
        b.next(OP_NACK, 0, 0);
    }
    b.take(777);
    b.w.run(3 * T, again, "the ACK again");
    b.next(OP_ACK, 0, 777);
}

// When the third CLOSE_ACK to a stranger is out nothing keeps a payload waiting.
void after_three(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 0x12345, 0);
    for (int i = 0; i < 3; i++) {
        b.w.run(SLOW + 4000, [&] { return b.waiting(b.peer) != 0; }, "a CLOSE_ACK");
        b.next(OP_CLOSE_ACK, 0, 0x12345);
    }
    b.step(200);
    b.host();
    b.next(OP_OPEN);
}

} // namespace

std::vector<Row> round_rows()
{
    const auto nothing = [](Bench &) {};
    const auto ack = [](Bench &b) { b.tx(OP_ACK, 0, b.una); };
    const auto full = [](Bench &b) { b.tx(OP_NACK_FULL, 0, b.una - 1); };
    const auto nack = [](Bench &b) { b.tx(OP_NACK, 0, b.una); };
    const auto forward = [](Bench &b) { b.tx(OP_NACK, 0, b.una + 1); };
    return {
        { "tmr.rounds.timeout", "retry_max timeouts that retire nothing: dead",
          [=](Bench &b) { rounds(b, nothing, 2, 1); } },
        { "tmr.clear.retired", "a retirement clears the count",
          [=](Bench &b) { rounds(b, ack, 2, 3); } },
        { "tmr.clear.nack", "a NACK that retires clears it too",
          [=](Bench &b) { rounds(b, forward, 2, 3); } },
        { "tmr.clear.full", "NACK_FULL clears the count",
          [=](Bench &b) { rounds(b, full, 2, 3); } },
        { "tmr.rounds.nack", "a NACK replay that retires nothing is a fruitless round",
          [=](Bench &b) { rounds(b, nack, 1, 1); } },
        { "reopen.round.nothing", "NACK_NOLINK and re-OPEN that retire nothing are a round too",
          nolink,
          "without it it would be asked for ever" },
        { "reopen.round.retired", "a retirement clears that count", nolink_retired },
        { "cls.hold.end.rounds", "CLOSE after the end of a hold is no timeout", hold_end },
        { "tmr.rounds.backoff_end", "the end of a back-off in CLOSE_RECD is none", backoff_end },
        { "cls.giveup.taken", "a payload taken in CLOSE_RECD is progress", taken },
        { "cls.thrice.giveup", "given up on a stranger: CLOSE_ACK three times",
          [](Bench &b) { thrice(b, false); } },
        { "cls.thrice.then", "after the third a payload from the host opens at once",
          after_three },
        { "cls.thrice.waits", "to a stranger once, if a payload waits for the next life",
          [](Bench &b) { thrice(b, true); },
          "its OPEN says as much" },
        { "ids.close.dead", "CLOSE to a stranger has spent its ID, also when nobody answers",
          [](Bench &b) { id_dead(b, 0); } },
        { "ids.close.life", "CLOSE to a peer with a life has spent none",
          [](Bench &b) { id_dead(b, LIFE); } },
        { "ids.close.restart",
          "... and when the peer restarts: our OPEN_ACK names the ID behind it", id_restart },
        { "str.close.request", "a close request that waits outlives a restart", request_kept,
          "\"forget our CLOSE\" is read as the one sent" },
        { "cls.silent", "closes before it answers our OPEN: CLOSED, payloads wait for a fresh one",
          silent_close },
        { "str.keep", "its answer to re-OPEN names a payload that we have: last stays", oldest },
        { "rcv.reack.unknown", "before its first payload NACK 0 each interval, no ACK",
          reack_unknown, "an ACK could name the payload that it waits for" },
    };
}

} // namespace conform

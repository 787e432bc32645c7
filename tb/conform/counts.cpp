// SPDX-License-Identifier: Apache-2.0
//
// Fruitless rounds: what begins a count of its own, what clears it while a link closes; and that a
// dead link is reported whoever the peer is.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// The frames of one kind that have come since the last look, all of them taken.
uint32_t frames(Bench &b, uint32_t op)
{
    uint32_t n = 0;
    for (const Sent &s : b.heard[b.peer]) n += s.h.opcode == op;
    b.heard[b.peer].clear();
    return n;
}

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
    b.expect(frames(b, OP_OPEN) == 3, "nothing but OPEN");
    b.moved(TTP_CNT_TIMEOUT, 2, "one round is left");
    if (by_payload) {               // behind its own OPEN it shows a peer that lives
        b.tx(OP_OPEN, BASE, 0);
        b.next(OP_OPEN_ACK);
        b.take(BASE + 1);
    } else {
        b.tx(OP_OPEN_ACK, BASE + 1, open);
        b.next(OP_PAYLOAD, open + 1, 0);
    }
    b.look();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.expect(frames(b, by_payload ? OP_OPEN : OP_PAYLOAD) == 2, "sent again twice");
}

// Each new life has all its rounds: after OPEN_NACKs, and after a dead link.
void each_life(Bench &b)
{
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
    b.expect(frames(b, OP_OPEN) == 3, "OPEN three times in that life");
    b.look();
    b.host();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.moved(TTP_CNT_TIMEOUT, 3, "three in the life after a dead link");
    b.expect(frames(b, OP_OPEN) == 3, "OPEN three times again");
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
    b.expect(frames(b, OP_PAYLOAD) == 2, "nothing but replays");
    event(b);
    b.step(300);
    b.look();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.heard.clear();
}

// Of a stranger that has a life from there on.
void proven_restart(Bench &b)
{
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
}

void peers_close(Bench &b)
{
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.una, b.last + 1);
}

// A CLOSE_NACK that names what is missing clears the count: the peer lives, and the hold has all
// its timeouts.
void close_nack(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 3);
    b.connect();
    b.close();
    b.w.run(4 * T, [&] { return b.waiting(b.peer) == 3; }, "CLOSE three times");
    const uint64_t from = b.heard[b.peer].back().cycle;
    b.expect(frames(b, OP_CLOSE) == 3, "one round is left");
    b.tx(OP_CLOSE_NACK, b.last + 2, b.snt + 1);
    b.w.run(8 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the hold");
    const Sent s = b.next(OP_CLOSE, b.snt + 1, b.last);
    b.expect(s.cycle - from > 3 * T + T / 2 && s.cycle - from < 5 * T,
             "CLOSE again after " + std::to_string(s.cycle - from)
                 + " cycles, not after three timeouts of the hold and one more");
    b.look();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.moved(TTP_CNT_TIMEOUT, 2,
        "the CLOSE behind a hold has all its rounds, the first one is behind it");
    b.heard.clear();
}

// ... and so does each further one: a peer that goes on saying so is waited for.
void close_nack_again(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_CLOSE_SENT);
    b.set(TTP_REG_RETRY_MAX, 3);
    for (int i = 0; i < 6 && b.ok(); i++) {     // never three timeouts without one
        b.tx(OP_CLOSE_NACK, b.last + 2, b.close_id);
        b.step(2 * T + T / 4);
    }
    b.expect(frames(b, OP_CLOSE) == 0, "held all the time");
    b.in_state(CLOSE_SENT, "still");
    b.take(b.last + 1);
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    b.wait_completion(CPL_CLOSED);
}

// One that names nothing that can be missing leaves the count alone: the link dies in its time.
void close_nack_nothing(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_CLOSE_SENT);
    b.set(TTP_REG_RETRY_MAX, 3);
    b.look();
    for (int i = 0; i < 3 && b.ok(); i++) {
        b.tx(OP_CLOSE_NACK, b.last - 5, b.close_id);
        b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0 || b.completed(CPL_DEAD); },
            "the timer");
        b.expect(b.waiting(b.peer) == (i < 2), "CLOSE twice more, then dead");
        if (b.waiting(b.peer)) b.next(OP_CLOSE, b.close_id, b.last);
    }
    b.expect(b.completed(CPL_DEAD), "dead after three timeouts");
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
}

// The dead link of a stranger: completion, cause and counter as for any other peer.
void stranger_dead(Bench &b, Start s, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_OPEN_TMO }) b.set(reg, T);
    b.life = 0;
    b.reach(s);
    b.look();
    b.wait_completion(CPL_DEAD, 12 * T);
    b.step(300);
    b.expect((b.causes() & cause(TTP_IRQ_DEAD)) != 0, "the host hears of it");
    b.moved(TTP_CNT_DEAD, 1, "counted");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    b.in_state(CLOSED, "afterwards");
    b.heard.clear();
    b.set(TTP_REG_IRQ_CAUSE, cause(TTP_IRQ_DEAD));
    b.expect((b.causes() & cause(TTP_IRQ_DEAD)) == 0, "and it can be cleared");
}

} // namespace

std::vector<Row> count_rows()
{
    const auto dead = [](Start s, uint32_t n) { return [=](Bench &b) { stranger_dead(b, s, n); }; };
    const char *silent = "an answer to OPEN shows a peer that lives";
    return {
        { "tmr.clear.opened", "OPEN_ACK clears the count of unanswered OPENs",
          [](Bench &b) { opened(b, false); }, silent },
        { "tmr.clear.payload",
          "so does the payload of a stranger behind its OPEN",
          [](Bench &b) { opened(b, true); } },
        { "tmr.clear.life", "every life has all its rounds, after OPEN_NACK and after a dead link",
          each_life,
          "a full set that answers is not dead" },
        { "tmr.clear.restart", "a proven restart begins with a count of its own",
          [](Bench &b) { begins_anew(b, 0, proven_restart); } },
        { "tmr.clear.close_recd", "so does CLOSE_RECD",
          [](Bench &b) { begins_anew(b, LIFE, peers_close); } },
        { "tmr.dead.OPEN.stranger",
          "a stranger's dead link is reported: completion, cause, counter",
          dead(S_FLIGHT, 2) },
        { "tmr.dead.OPEN_SENT.stranger", "the same in OPEN_SENT, after its OPEN",
          dead(S_SHIPS, 2) },
        { "tmr.dead.CLOSE_RECD.stranger", "the same in CLOSE_RECD",
          dead(S_CLOSE_RECD, 2) },
        { "tmr.dead.CLOSE_SENT.stranger", "the same in CLOSE_SENT",
          dead(S_CLOSE_SENT, 0) },
        { "cls.hold.CLOSE_SENT.rounds", "CLOSE_NACK clears the count, so does the end of the hold",
          close_nack,
          "it is an answer, and the hold counts from there" },
        { "cls.hold.CLOSE_SENT.again", "each further CLOSE_NACK does",
          close_nack_again,
          "the peer gives up by its own cls.giveup, if at all" },
        { "cls.hold.not.rounds", "CLOSE_NACK that names nothing missing clears no count",
          close_nack_nothing },
    };
}

} // namespace conform

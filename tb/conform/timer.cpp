// SPDX-License-Identifier: Apache-2.0
//
// The timer in each state, and the life of a link that nobody answers.
#include "conform.h"

namespace conform {

namespace {

// Longer than any set-up below, and than the walk over the links.
constexpr uint32_t T = 4000;

// Waits for the next frame of the timer and holds it to its time.
Sent timed(Bench &b, uint32_t op, uint64_t *from, uint32_t after)
{
    b.w.run(3 * after, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    const Sent s = b.next(op);
    const uint64_t took = s.cycle - *from;
    b.expect(took + 200 >= after && took <= after + b.links() + 400,
             "the timer takes " + std::to_string(took) + ", not " + std::to_string(after));
    *from = s.cycle;
    return s;
}

void closed(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    b.host(2);
    const uint32_t first = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_NACK, 0, first);
    uint64_t from = b.w.net.cycle;
    b.step(T / 2);
    b.in_state(CLOSED, "during the back-off");
    const Sent open = timed(b, OP_OPEN, &from, T);
    b.in_state(OPEN_SENT, "afterwards");
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    b.next(OP_PAYLOAD, open.h.txid + 2, 0);
    b.moved(TTP_CNT_OPENED, 1, "opened once");
}

void closed_idle(Bench &b)
{
    b.set(TTP_REG_BACKOFF, 500);
    b.set(TTP_REG_OPEN_TMO, 500);
    b.reach(S_CLOSED);
    b.step(4 * T);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

void open_sent(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.host();
    const Sent first = b.next(OP_OPEN);
    uint64_t from = first.cycle;
    for (int i = 0; i < 3; i++) {
        const Sent s = timed(b, OP_OPEN, &from, T);
        b.expect(s.h.txid == first.h.txid && s.h.epoch == first.h.epoch,
                 "the same OPEN of the same life");
    }
    b.in_state(OPEN_SENT, "afterwards");
    b.moved(TTP_CNT_TIMEOUT, 3, "three timeouts");
}

void reopen(Bench &b)
{
    b.life = 0;                                 // only to a stranger
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.connect();
    b.host(2);
    b.next(OP_PAYLOAD);
    b.next(OP_PAYLOAD);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const Sent first = b.next(OP_OPEN, b.una - 1, 0);
    uint64_t from = first.cycle;
    for (int i = 0; i < 3; i++)
        b.expect(timed(b, OP_OPEN, &from, T).h.epoch == b.own_life, "the same life");
    b.in_state(REOPEN_SENT, "afterwards");
}

void open_recd(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.reach(S_OPEN_RECD);
    b.step(T + T / 2);
    b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.step(2000);
    while (b.waiting(b.peer)) b.next(OP_OPEN_ACK, b.una, BASE);     // the timer may have come twice
    b.in_state(OPEN, "afterwards");
    b.moved(TTP_CNT_OPENED, 1, "opened once");
}

void open(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.connect();
    b.look();
    b.host(2);
    b.next(OP_PAYLOAD, b.una, 0);
    uint64_t from = b.w.net.cycle;
    b.next(OP_PAYLOAD, b.una + 1, 0);
    for (int i = 0; i < 3; i++) {
        b.expect(timed(b, OP_PAYLOAD, &from, T).h.txid == b.una, "from una");
        b.next(OP_PAYLOAD, b.una + 1, 0);
    }
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
    b.moved(TTP_CNT_REPLAY, 6, "replays");
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

void close_sent(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.connect();
    b.look();
    b.close();
    uint64_t from = b.next(OP_CLOSE, b.snt + 1, b.last).cycle;
    for (int i = 0; i < 3; i++) {
        const Sent s = timed(b, OP_CLOSE, &from, T);
        b.expect(s.h.txid == b.snt + 1 && s.h.rxid == b.last, "the same CLOSE");
    }
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts");
    b.take(b.last + 1);
    from -= 1;
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// Held: no CLOSE until the payload named by CLOSE_NACK is there, then CLOSE again.
void held(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.reach(S_HELD);
    b.step(3 * T + T / 2);
    b.expect(b.waiting(b.peer) == 0, "CLOSE is held");
    b.expect(b.count(TTP_CNT_TIMEOUT) >= 3, "the timer only counts");
    b.in_state(CLOSE_SENT, "while it is held");
    b.take(b.last + 1);
    b.step(T + T / 2);
    b.expect(b.waiting(b.peer) == 0, "one is still missing");
    b.take(b.last + 1);
    const Sent s = b.next(OP_CLOSE, b.close_id, b.last);
    b.tx(OP_CLOSE_ACK, 0, s.h.txid);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "afterwards");
}

// After retry_max timeouts without a payload the hold ends; a payload starts the count afresh.
void hold_ends(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_HELD);                            // retry_max 3
    b.step(2 * T + T / 4);
    b.take(b.last + 1);
    uint64_t from = b.w.net.cycle;
    b.step(2 * T + T / 2);
    b.expect(b.waiting(b.peer) == 0, "the payload has cleared the count");
    b.w.run(4 * T, [&] { return b.waiting(b.peer) != 0; }, "the end of the hold");
    const Sent s = b.next(OP_CLOSE, b.close_id, b.last);
    b.expect(s.cycle - from < 5 * T, "soon after retry_max timeouts");
    b.in_state(CLOSE_SENT, "afterwards");
}

void close_recd(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_CLOSE_RECD);
    size_t replays = 0, nacks = 0;
    for (int i = 0; i < 9 && b.ok(); i++) {
        b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timer");
        if (!b.ok()) break;
        const Sent s = b.heard[b.peer].front();
        b.heard[b.peer].pop_front();
        if (s.h.opcode == OP_PAYLOAD) {
            b.expect(s.h.txid == b.una + replays % 2, "replay from una");
            replays++;
        } else {
            b.expect(s.h.opcode == OP_CLOSE_NACK && s.h.txid == b.snt && s.h.rxid == b.last + 1,
                     "CLOSE_NACK again");
            nacks++;
        }
    }
    b.expect(replays >= 4 && nacks >= 2, "replays and CLOSE_NACKs by timer");
    b.in_state(CLOSE_RECD, "afterwards");
    b.tx(OP_ACK, 0, b.snt);
}

void missing(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.reach(S_MISSING);
    for (int i = 0; i < 2; i++) {
        b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the timer");
        b.next(OP_CLOSE_NACK, b.snt, b.last + 3);
    }
    b.in_state(CLOSE_RECD, "afterwards");
}

// retry_max rounds without an answer: dead, interrupt, completions, CLOSED.
void dead(Bench &b, Start s, uint32_t op, uint32_t frames, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(s);
    b.wait_completion(CPL_DEAD, 8 * T);
    b.step(500);
    b.in_state(CLOSED, "afterwards");
    b.expect(b.rec()[0] >> 30 & 1, "marked dead");
    b.expect(b.causes() & cause(TTP_IRQ_DEAD), "the cause DEAD");
    b.moved(TTP_CNT_DEAD, 1, "dead links");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    b.expect(b.completed(CPL_FLUSHED) == (flushed != 0), "a completion that says so");
    uint32_t n = 0;
    for (const Sent &x : b.heard[b.peer]) n += x.h.opcode == op;
    b.expect(n == frames,
             "it has sent " + std::to_string(n) + " again, not " + std::to_string(frames));
    b.heard.clear();
    b.step(3 * T);
    b.quiet();
    b.expect(b.w.all_free(b.a), "all memory is free");
}

// The timer of the payload in flight goes on, although CLOSE_TMO is far longer.
void goes_on(Bench &b)
{
    constexpr uint32_t LONG = 5 * T;            // a look at the registers takes a part of it
    b.set(TTP_REG_TIMEOUT, LONG);
    b.flight(1);
    b.step(LONG / 2);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    const uint64_t from = b.next(OP_CLOSE_NACK, b.una, b.last + 1).cycle;
    b.w.run(LONG, [&] { return b.waiting(b.peer) == 2; }, "CLOSE_NACK again and a replay");
    b.expect(b.w.net.cycle - from < LONG, "when the timer that ran expires");
    b.heard.clear();
}

} // namespace

std::vector<Row> timer_rows()
{
    const char *rounds = "retry_max = 3: the third round is the last, so two repeats are sent";
    return with_place("timer", {
        { "open.backoff.CLOSED.waiting", "payloads wait: OPEN -> OPEN_SENT after the back-off",
          closed },
        { "open.backoff.CLOSED.idle", "nothing waits: nothing", closed_idle },
        { "open.timer.OPEN_SENT", "OPEN again, same life, same TxID", open_sent },
        { "open.timer.OPEN_SENT.reopen", "re-OPEN again by timer, same life", reopen },
        { "open.timer.recd.OPEN_RECD", "OPEN_ACK again", open_recd,
          "the first OPEN_ACK is kept from leaving; both leave in the end" },
        { "snd.timeout.OPEN", "replay from una", open },
        { "snd.timer.OPEN.idle", "runs only with something in flight", open_idle },
        { "cls.timer.CLOSE_SENT", "CLOSE again", close_sent },
        { "cls.hold.CLOSE_SENT.held",
          "while held only count; CLOSE when the named payload was received", held },
        { "cls.hold.end.CLOSE_SENT", "after retry_max without a payload the hold ends", hold_ends },
        { "cls.recd.OPEN.timer", "a timer that runs goes on", goes_on },
        { "cls.recd.timer.CLOSE_RECD.flight", "replay from una, and CLOSE_NACK again", close_recd },
        { "cls.recd.timer.CLOSE_RECD.missing", "CLOSE_NACK again", missing },
    }) + with_place("no answer", {
        { "tmr.dead.OPEN_SENT", "nobody answers OPEN: dead, payloads flushed",
          [](Bench &b) { dead(b, S_OPEN_SENT, OP_OPEN, 2, 2); }, rounds },
        { "tmr.dead.OPEN_SENT.reopen", "nobody answers re-OPEN: dead",
          [](Bench &b) { dead(b, S_REOPEN, OP_OPEN, 2, 2); }, rounds },
        { "tmr.dead.OPEN", "nobody acknowledges: dead",
          [](Bench &b) { dead(b, S_FLIGHT, OP_PAYLOAD, 4, 2); }, rounds },
        { "tmr.dead.CLOSE_SENT", "nobody answers CLOSE: dead",
          [](Bench &b) { dead(b, S_CLOSE_SENT, OP_CLOSE, 2, 0); }, rounds },
    });
}

} // namespace conform

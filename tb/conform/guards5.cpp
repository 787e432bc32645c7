// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: which time the timer runs for in each state. In every row but one of the four
// times is as good as for ever. What does not touch the timer: untouched.cpp.
#include "conform.h"

namespace conform {

namespace {

// ---- which time it is

// An OPEN of ours: the first one, one by the timer, one of a re-OPEN.
void open_again(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(s);
    uint64_t from = b.w.net.cycle;
    if (s == S_CLOSE_RECD) {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        from = b.next(OP_OPEN, b.una - 1, 0).cycle;
    }
    for (int i = 0; i < 2; i++) from = timed(b, OP_OPEN, from).cycle;
}

void backs_off(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    timed(b, OP_OPEN, b.w.net.cycle);
}

// A stranger holds our CLOSE; what it names comes.
void close_again(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(S_HELD);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    timed(b, OP_CLOSE, b.next(OP_CLOSE, b.close_id, b.last).cycle);
}

void thrice(Bench &b, Start s)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(s);
    if (s == S_REOPEN) b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE, 4711, 0);
    uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
    for (int i = 0; i < 2; i++) from = timed(b, OP_CLOSE_ACK, from).cycle;
}

// One of two payloads retires, half of TIMEOUT is over.
void one_retires(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.reach(s);
    b.step(SLOW / 2);
    b.tx(OP_ACK, 0, b.una);
    timed(b, s == S_CLOSE_RECD ? OP_CLOSE_NACK : OP_PAYLOAD, b.w.net.cycle);
    if (s == S_CLOSE_RECD) b.next(OP_PAYLOAD, b.snt, 0);
}

// Each timeout in CLOSE_RECD replays, and the replay has TIMEOUT again.
void replays(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.reach(S_CLOSE_RECD);
    uint64_t from = b.w.net.cycle;
    for (int i = 0; i < 2; i++) {
        from = timed(b, OP_CLOSE_NACK, from).cycle;
        b.replay(b.una);
    }
}

// In the back-off a NACK has retired all, and a payload of the peer is missing: behind the back-off
// the link waits for CLOSE_TMO.
void pause_then_missing(Bench &b)
{
    b.set(TTP_REG_BACKOFF, SLOW / 2);
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.flight(1);
    b.tx(OP_CLOSE, b.last + 2, 0);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    const uint64_t from = b.w.net.cycle;
    b.step(300);
    b.tx(OP_NACK, 0, b.snt + 1);
    timed(b, OP_CLOSE_NACK, from, SLOW + SLOW / 2);
    b.moved(TTP_CNT_TIMEOUT, 1, "the end of a back-off is none");
    b.take(b.last + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
}

} // namespace

Sent timed(Bench &b, uint32_t op, uint64_t from, uint32_t after)
{
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    const Sent s = b.next(op);
    const uint64_t took = s.cycle - from;
    b.expect(took + SLOW / 4 > after && took < after + SLOW / 4,
             "the timer takes " + std::to_string(took) + ", not " + std::to_string(after));
    return s;
}

std::vector<Row> guard_time_rows()
{
    const auto reopen = [](Start s, bool x) { return [=](Bench &b) { open_again(b, s, x); }; };
    const auto pause = [](Start s, bool x) { return [=](Bench &b) { backs_off(b, s, x); }; };
    const auto ends = [](Start s) { return [s](Bench &b) { thrice(b, s); }; };
    const auto retires = [](Start s, bool x) { return [=](Bench &b) { one_retires(b, s, x); }; };
    return {
        { "open.timer.OPEN_SENT.record", "OPEN to a peer on record: again after OPEN_TMO",
          reopen(S_OPEN_SENT_REC, false) },
        { "open.timer.CLOSE_RECD.over", "the next life out of CLOSE_RECD: again after OPEN_TMO",
          reopen(S_CLOSE_RECD, false) },
        { "open.timer.CLOSE_RECD.reopen", "re-OPEN out of CLOSE_RECD: the same",
          reopen(S_CLOSE_RECD, true) },
        { "open.backoff.record", "refused by a peer on record: OPEN after BACKOFF",
          pause(S_OPEN_SENT_REC, false) },
        { "open.backoff.REOPEN_SENT.stranger", "a re-OPEN refused by a stranger: the same",
          pause(S_REOPEN, true) },
        { "cls.timer.held.stranger", "behind a hold by a stranger: CLOSE each CLOSE_TMO",
          close_again },
        { "cls.thrice.cross", "CLOSEs cross: CLOSE_ACK three times, CLOSE_TMO apart",
          ends(S_CLOSE_SENT) },
        { "cls.thrice.reopen", "a CLOSE in re-OPEN: the same", ends(S_REOPEN) },
        { "snd.timer.OPEN.ack.stranger", "more is in flight: TIMEOUT from an ACK on",
          retires(S_FLIGHT, true) },
        { "cls.recd.timer.CLOSE_RECD.part", "more is in flight: TIMEOUT from an ACK on",
          retires(S_CLOSE_RECD, false) },
        { "cls.recd.timer.CLOSE_RECD.part.stranger", "the same of a stranger",
          retires(S_CLOSE_RECD, true) },
        { "cls.recd.timer.CLOSE_RECD.replay", "a replay by the timer has TIMEOUT again",
          [](Bench &b) { replays(b, false); } },
        { "cls.recd.timer.CLOSE_RECD.replay.stranger", "the same of a stranger",
          [](Bench &b) { replays(b, true); } },
        { "cls.recd.timer.CLOSE_RECD.missing.pause",
          "all has retired in a back-off, more is missing: CLOSE_TMO from its end on",
          pause_then_missing },
    };
}

} // namespace conform

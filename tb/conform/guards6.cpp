// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: at the end of a count, and what is begun anew or kept a second time.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t ROUNDS = 255;                // the largest RETRY_MAX

// ---- a full set, and the host

// No link of the set may go. Each payload for yet another peer waits for all three rounds.
void refused_again(Bench &b, bool then_free)
{
    constexpr uint64_t ROUND = 3000;

    b.reach(S_FLIGHT);
    busy_ways(b);
    b.set(TTP_REG_CLOSE_TMO, ROUND);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t node = other(b, 40 + i);
        b.look();
        const uint64_t since = b.w.net.cycle;
        b.host_to(node);
        if (then_free && i == 1) {
            b.step(ROUND);
            b.moved(TTP_CNT_REFUSED, 0, "the second one waits");
            b.close();
            b.tx(OP_ACK, 0, b.snt);
            const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
            b.tx(OP_CLOSE_ACK, 0, id);
            b.next_of(node, OP_OPEN);
            b.moved(TTP_CNT_REFUSED, 0, "an entry is free in time");
            return;
        }
        b.wait_completion(CPL_REFUSED);
        const uint64_t took = b.w.net.cycle - since;
        b.expect(took > 3 * ROUND && took < 4 * ROUND,
                 "refused after " + std::to_string(took) + " cycles");
        b.moved(TTP_CNT_REFUSED, 1, "one payload");
    }
}

// ---- copies of an answer

// Half of the back-off is over, and the OPEN_NACK comes again, twice.
void nacked_again(Bench &b, Start s)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    for (uint32_t i = 0; i < 2; i++) {
        b.step(SLOW / 3);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
    }
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    const uint64_t took = b.next(OP_OPEN).cycle - from;
    b.expect(took > SLOW - T && took < SLOW + SLOW / 4,
             "OPEN after " + std::to_string(took) + " cycles");
}

// A peer on record opens, and our OPEN_ACK can not leave.
void recd_again(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_CLOSED);
    b.step(300);
    b.a.wire_out.hold = true;
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.step(SLOW + SLOW / 2);
    b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    for (int i = 0; i < 2; i++) b.next(OP_OPEN_ACK, b.una, 900);
    b.quiet();
}

// ---- RETRY_MAX is 255

// So many timeouts are over, and each has sent again what waits.
void timeouts(Bench &b, uint32_t n, size_t frames)
{
    for (uint32_t i = 0; i < n && b.ok(); i++) {
        b.w.run(20 * T, [&] { return b.waiting(b.peer) >= frames; }, "a timeout");
        b.step(60);
        b.heard[b.peer].clear();
    }
}

// Short times, but no timeout before the rows begin to count them.
void begin(Bench &b, Start s)
{
    b.reach(s);
    b.set(TTP_REG_RETRY_MAX, ROUNDS);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, 1500);
    b.look();
}

// The timer is that of a NACK's replay: only what begins behind begin() has a short one.
void first_replay(Bench &b)
{
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
}

void dies(Bench &b, uint64_t timeouts_more)
{
    b.wait_completion(CPL_DEAD, 40 * T);
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, timeouts_more, "timeouts until dead");
    b.moved(TTP_CNT_FLUSHED, 2, "what was in flight");
    b.in_state(CLOSED, "afterwards");
    b.heard[b.peer].clear();
}

// 253 timeouts behind the round of a NACK; the next NACK is the last round, and the link is dead
// when the timer that its replay has begun is over.
void last_by_nack(Bench &b, Start s)
{
    begin(b, s);
    first_replay(b);
    timeouts(b, ROUNDS - 2, s == S_CLOSE_RECD ? 3 : 2);
    b.look();
    b.tx(OP_NACK, 0, b.una);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    dies(b, 1);
}

// In re-OPEN a NACK is a round as well; then the OPEN's timer is over, or its answer comes and the
// peer has no link again.
void last_in_reopen(Bench &b, bool answered)
{
    b.life = 0;
    begin(b, S_FLIGHT);
    first_replay(b);
    timeouts(b, ROUNDS - 2, 2);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
    b.look();
    b.tx(OP_NACK, 0, b.una);
    if (answered) {
        b.tx(OP_OPEN_ACK, b.last + 1, open);
        b.next(OP_PAYLOAD, b.una, 0);
        b.next(OP_PAYLOAD, b.snt, 0);
        b.tx(OP_NACK_NOLINK, 0, b.una);
    }
    dies(b, 1);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "no OPEN any more");
}

} // namespace

std::vector<Row> guard_count_rows()
{
    return {
        { "tbl.victim.local.again", "refused twice in a row: the second one waits as long",
          [](Bench &b) { refused_again(b, false); } },
        { "tbl.victim.local.again.free", "refused; for the next one an entry becomes free",
          [](Bench &b) { refused_again(b, true); } },
        { "open.backoff.CLOSED.nacked", "the OPEN_NACK comes again: BACKOFF from the first one on",
          [](Bench &b) { nacked_again(b, S_OPEN_SENT); } },
        { "open.backoff.CLOSED.nacked.record", "the same of a peer on record",
          [](Bench &b) { nacked_again(b, S_OPEN_SENT_REC); } },
        { "open.backoff.CLOSED.nacked.reopen", "the same of a re-OPEN",
          [](Bench &b) { nacked_again(b, S_REOPEN); } },
        { "open.timer.recd.record", "a peer on record opens: OPEN_ACK again after OPEN_TMO",
          recd_again },
        { "tmr.rounds.most", "RETRY_MAX 255: the last round is a NACK",
          [](Bench &b) { last_by_nack(b, S_FLIGHT); } },
        { "tmr.rounds.most.CLOSE_RECD", "the same in CLOSE_RECD",
          [](Bench &b) { last_by_nack(b, S_CLOSE_RECD); } },
        { "tmr.rounds.most.OPEN_SENT.reopen", "in re-OPEN: dead when its timer is over",
          [](Bench &b) { last_in_reopen(b, false); } },
        { "reopen.round.most", "RETRY_MAX 255: an answer to the re-OPEN beyond the last round",
          [](Bench &b) { last_in_reopen(b, true); } },
    };
}

} // namespace conform

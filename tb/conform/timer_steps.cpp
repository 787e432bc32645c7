// SPDX-License-Identifier: Apache-2.0
//
// See timer_steps.h.
#include "timer_steps.h"

namespace conform {

void dead_after(Bench &b, uint64_t timeouts_more, uint64_t limit)
{
    b.wait_completion(CPL_DEAD, limit);
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, timeouts_more, "timeouts until dead");
}

uint32_t slow_timer(Bench &b)
{
    return static_cast<uint32_t>(12000 + 4 * b.links());
}

void full_for_nothing(Bench &b, Start s, uint32_t op)
{
    for (uint32_t reg : { TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
    b.reach(s);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);           // BACKOFF is as good as for ever
    b.await(3 * SLOW, "the timer");
    b.expect(b.next(op).cycle - from < SLOW + SLOW / 2, "in its time");
}

void timer_anew(Bench &b, Start s, uint32_t op)
{
    b.set(TTP_REG_RETRY_MAX, 9);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(s);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.tx(op, 0, b.una);
    if (op == OP_ACK) b.una++;
    else b.replay(b.una);
    b.await(3 * SLOW, "the timer");
    const uint32_t first = s == S_CLOSE_RECD ? OP_CLOSE_NACK : OP_PAYLOAD;
    b.expect(b.next(first).cycle - from > SLOW - 1000, "not before its time");
    b.w.run(T, [&] { return b.waiting(b.peer) != 0 || s == S_FLIGHT; }, "the replay");
    b.heard.clear();
}

void one_retires(Bench &b, Start s, bool stranger)
{
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.reach(s, stranger);
    b.step(SLOW / 2);
    b.tx(OP_ACK, 0, b.una);
    timed(b, s == S_CLOSE_RECD ? OP_CLOSE_NACK : OP_PAYLOAD, b.w.net.cycle);
    if (s == S_CLOSE_RECD) b.next(OP_PAYLOAD, b.snt, 0);
}

void timeouts(Bench &b, uint32_t n, size_t frames)
{
    for (uint32_t i = 0; i < n && b.ok(); i++) {
        b.w.run(20 * T, [&] { return b.waiting(b.peer) >= frames; }, "a timeout");
        b.step(60);
        b.heard[b.peer].clear();
    }
}

static void every_timer(Bench &b, uint32_t cycles)
{
    for (uint32_t r : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(r, cycles);
}

void begin_rounds(Bench &b, Start s)
{
    b.reach(s);
    b.set(TTP_REG_RETRY_MAX, ROUNDS);
    every_timer(b, LOOK);
    b.look();
}

void rounds_but_two(Bench &b, size_t frames)
{
    every_timer(b, LOOK / 4);
    timeouts(b, ROUNDS - 3, frames);
    every_timer(b, LOOK);
    timeouts(b, 1, frames);
}

void dies_after(Bench &b, uint64_t timeouts_more)
{
    dead_after(b, timeouts_more, 40 * T);
    b.moved(TTP_CNT_FLUSHED, 2, "what was in flight");
    b.in_state(CLOSED, "afterwards");
    b.heard[b.peer].clear();
}

void last_in_reopen(Bench &b, bool answered)
{
    b.life = 0;
    begin_rounds(b, S_FLIGHT);
    b.nacks(b.una);
    rounds_but_two(b, 2);
    const uint32_t open = b.has_no_link(b.una).h.txid;
    b.look();
    b.tx(OP_NACK, 0, b.una);
    if (answered) {
        b.tx(OP_OPEN_ACK, b.last + 1, open);
        b.payloads(b.una, 2);
        b.tx(OP_NACK_NOLINK, 0, b.una);
    }
    dies_after(b, 1);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "no OPEN any more");
}

void newest_in_recd(Bench &b, bool stranger)
{
    constexpr uint32_t AGAIN = 6000;
    b.set(TTP_REG_OPEN_TMO, AGAIN);
    b.reach(S_OPEN_RECD, stranger);
    if (!stranger) b.life = OTHER;
    b.tx(OP_OPEN, 7000, 0);
    b.step(3 * AGAIN);
    b.a.wire_out.hold = false;
    b.step(500);
    b.w.run(4000, [&] { return b.waiting(b.peer) >= 3; }, "three OPEN_ACKs");
    b.expect(b.ok() && b.heard[b.peer].back().h.rxid == (stranger ? 7000 : BASE),
             "which OPEN the last one names");
    b.heard.clear();
}

void fruitless(Bench &b, const std::function<void(Bench &)> &act, uint32_t before, uint32_t after)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_BACKOFF, 100);
    b.connect();
    b.host(3);
    b.payloads(b.una, 3);
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

Sent comes_in_time(Bench &b, uint32_t op, uint64_t from, uint64_t least, uint64_t most)
{
    const Sent s = b.next_within(most + 4 * T, op);
    const uint64_t took = s.cycle - from;
    b.expect(took >= least && took <= most,
             std::string(opcode_name(op)) + " after " + std::to_string(took) + " cycles, not "
                 + std::to_string(least) + " to " + std::to_string(most));
    return s;
}

Sent timed(Bench &b, uint32_t op, uint64_t from, uint32_t after)
{
    return comes_in_time(b, op, from, after - SLOW / 4 + 1, after + SLOW / 4 - 1);
}

void open_every(Bench &b, uint32_t cycles)
{
    b.set(TTP_REG_OPEN_TMO, cycles);
    b.set(TTP_REG_TIMEOUT, cycles);
}

Sent timed_next(Bench &b, uint32_t op, uint64_t *from, uint32_t after)
{
    const Sent s = comes_in_time(b, op, *from, after - 200, after + b.links() + 400);
    *from = s.cycle;
    return s;
}

void late_in_backoff(Bench &b, uint32_t op)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(S_WAIT, STRANGER);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
    b.tx(op, op == OP_OPEN_ACK ? BASE : 0, b.open_id);
    timed(b, OP_OPEN, from, SLOW);
}

void recd_again(Bench &b, bool stranger)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_OPEN_RECD);
    b.life = stranger ? 0 : LIFE;
    if (stranger) b.tx(OP_OPEN, 900, 0);
    b.step(SLOW + SLOW / 4 + b.links());
    b.a.wire_out.hold = false;
    std::vector<uint32_t> to = { BASE, BASE };
    if (stranger) to.insert(to.begin() + 1, 900);
    for (uint32_t id : to) {
        const Sent s = b.next(OP_OPEN_ACK, b.una, id);
        b.expect(id == 900 || s.h.to_life == LIFE, "it names the life of the peer");
    }
}

uint32_t frames_of(Bench &b, uint32_t op)
{
    uint32_t n = 0;
    for (const Sent &s : b.heard[b.peer]) n += s.h.opcode == op;
    b.heard[b.peer].clear();
    return n;
}

} // namespace conform

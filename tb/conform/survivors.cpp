// SPDX-License-Identifier: Apache-2.0
//
// Each row here is red when the rules have a bug that no other row has found: some were planted in
// model/rules/ by hand, and every row was green.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t MANY = 24;       // in flight: more than a MAC has on their way to the wire

// The next frame, in this time from `from` on.
void in_time(Bench &b, uint32_t op, uint64_t from, uint64_t least, uint64_t most)
{
    b.w.run(most + 4 * T, [&] { return b.waiting(b.peer) != 0; }, "a frame in time");
    const uint64_t took = b.next(op).cycle - from;
    b.expect(took >= least && took <= most, "it comes after " + std::to_string(took) + " cycles");
}

// ---- opening

// An ACK has moved una meanwhile. The OPEN_NACK is one to our OPEN all the same.
void nack_moved(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.una++);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet(100);
    b.in_state(CLOSED, "it names our OPEN");
    b.w.run(3 * T + b.links(), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
}

// Its OPEN comes again when one payload has spoken for it: it has not heard our OPEN_ACK.
void same_open(Bench &b)
{
    b.set(TTP_REG_REACK, SLOW);
    one_spoke(b);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
}

// The hold is over, and our CLOSE is due when the OPEN comes: our OPEN_ACK has named the ID behind.
void aside_when_due(Bench &b)
{
    b.mac();
    b.life = 0;
    b.reach(S_HELD);
    b.take(b.last + 1);
    b.inject(b.payload(b.last + 1));
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(600);
    for (const Sent &s : b.heard[b.peer])
        b.expect(s.h.opcode != OP_OPEN_ACK || s.h.txid == b.una + 1, "the ID behind the CLOSE");
    b.heard.clear();                            // and a CLOSE, perhaps
    b.host();
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// The stranger said that its numbers are unknown; its answer tells them, and they are the old ones.
void told_next(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.tx(OP_OPEN_ACK, b.last + 1, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.replay(b.una);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
}

// The OPEN of a peer with a life, then an OPEN_ACK of a stranger: that keeps nothing.
void zero_after_life(Bench &b)
{
    b.reach(S_SHIPS);
    b.life = 0;
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(123456789);
}

// ---- a pass, its end, and a payload without room

// The store is full by what another VC has brought. Behind the gap the missing payload has come.
uint64_t gap_then_full(Bench &b)
{
    b.vc = 1;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.vc = 0;
    b.connect(false);
    b.tx(OP_ACK, 0, b.una);
    b.quiet(100);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_REACK, 2 * SLOW);
    b.inject(b.payload(b.last + 2));
    const uint64_t from = b.next(OP_NACK, 0, b.last + 1).cycle;
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    return from;
}

void full_keeps_pass(Bench &b)
{
    const uint64_t from = gap_then_full(b);
    in_time(b, OP_ACK, from, 3 * SLOW - T, 3 * SLOW + T);
}

void pass_keeps_full(Bench &b)
{
    const uint64_t from = gap_then_full(b);
    b.w.run(SLOW + T, [&] { return b.w.net.cycle > from + SLOW + T / 2; }, "the end of the pass");
    b.inject(b.payload(b.last + 3));
    b.quiet();
}

void pass_is_silent(Bench &b)
{
    b.reach(S_OPEN);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_REACK, 2 * SLOW);
    b.inject(b.payload(b.last + 2));
    const uint64_t from = b.next(OP_NACK, 0, b.last + 1).cycle;
    in_time(b, OP_ACK, from, 3 * SLOW - T, 3 * SLOW + T);
}

// ---- back-offs

// It starts no replay, so the next one is the first.
void nack_in_pause(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.tx(OP_NACK, 0, b.una);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    for (int i = 0; i < 2; i++) {               // snd.pace: one of both
        b.next(OP_PAYLOAD, b.una, 0);
        b.quiet();
        if (!i) b.tx(OP_NACK, 0, b.una);
    }
}

void pause_anew(Bench &b)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    in_time(b, OP_PAYLOAD, from, SLOW - 100, SLOW + T + b.links());
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// ---- rounds

// The wire takes nothing, so the replay that is the last round can not begin.
void last_round_stalled(Bench &b)
{
    b.set(TTP_REG_RETRY_MAX, 2);
    b.flight(MANY);
    const auto hear = b.w.sent;
    b.w.sent = [&b, hear](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = b.waiting(b.peer) == 2;
    };
    b.tx(OP_NACK, 0, b.una);
    b.step(600);
    b.w.sent = hear;
    b.tx(OP_NACK, 0, b.una);
    b.wait_completion(CPL_DEAD, 3 * T + b.links());     // TIMEOUT is as good as for ever
    b.a.wire_out.hold = false;
    b.step(2000);
    b.heard.clear();                            // what was on its way
    b.moved(TTP_CNT_FLUSHED, MANY, "all of them");
}

// OPEN, nothing in flight, and the answer to our re-OPEN was a round.
void round_left(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_OPEN_ACK, b.last, b.open_id);
    b.quiet(100);
    b.in_state(OPEN, "all has retired");
    b.expect((b.rec()[0] >> 12 & 0xff) == 1, "one round");
    b.look();
}

void all_rounds(Bench &b)
{
    b.wait_completion(CPL_DEAD, 10 * T + 4 * b.links());
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.heard.clear();
}

void rounds_of_request(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    round_left(b);
    b.close();
    b.next(OP_CLOSE, b.snt + 1, b.last);
    all_rounds(b);
}

void rounds_of_victim(Bench &b)
{
    b.mac();
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_VICTIM_IDLE, 300);
    round_left(b);
    busy_ways(b);
    b.step(2 * 4096 + 1000);                    // of the register two steps and more
    b.inject(from(b, other(b, 40), OP_OPEN, 900, 0, OTHER));
    b.next_of(other(b, 40), OP_OPEN_NACK);
    b.next(OP_CLOSE, b.snt + 1, b.last);
    all_rounds(b);
}

// ---- closing

// A payload waits for a stranger that was a victim. Its entry is free when CLOSE_ACK is due: that
// is said once more, and then the link opens.
void victim_then_host(Bench &b)
{
    constexpr uint32_t AGAIN = 20000;
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, AGAIN);
    becomes_victim(b);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    const uint64_t from = b.next(OP_CLOSE_ACK, 0, b.last + 1).cycle;
    b.step(AGAIN / 4);
    b.host();
    in_time(b, OP_CLOSE_ACK, from, AGAIN - 100, AGAIN + T + b.links());
    b.next(OP_OPEN, b.snt + 1, 0);
    b.step(3 * AGAIN);
    b.quiet();
}

// A link was to close, and lost its peer before. Its entry is another's now.
void request_of_former(Bench &b)
{
    b.mac();
    b.life = 0;
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_FLIGHT);
    b.close();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_OPEN_NACK, 0, open);
    b.step(2 * T + b.links());
    b.in_state(CLOSED, "refused");
    busy_ways(b);
    const uint32_t node = other(b, 40);
    idle_link(b, node);
    b.expect(b.rec()[0] == 0, "the entry was used");
    b.step(T + b.links());
    b.expect(b.waiting(node) == 0, "the other link does not close");
    b.host_to(node);
    b.next_of(node, OP_PAYLOAD);
}

// All has retired in a back-off, and another payload waits for the end of that.
void idle_unsent(Bench &b)
{
    constexpr uint32_t IDLE = 8192;             // two steps of the register
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.set(TTP_REG_BACKOFF, 8 * IDLE);
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_NACK, 0, b.snt + 1);
    b.host();
    b.step(6 * IDLE);
    b.expect(!(b.rec()[0] >> 29 & 1), "no close request");
    b.in_state(OPEN, "a payload waits");
    b.w.run(4 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.next(OP_PAYLOAD, b.snt + 1, 0);
}

} // namespace

std::vector<Row> survivor_rows()
{
    return {
        { "open.nack.REOPEN_SENT.moved", "an ACK has moved una: an OPEN_NACK to our OPEN counts",
          nack_moved },
        { "open.ack.lost.aside.again", "the OPEN set aside comes again: OPEN_ACK is repeated anew",
          same_open },
        { "str.close.due", "an OPEN comes when a CLOSE that was held is due again",
          aside_when_due },
        { "str.keep.next", "with last + 1 it sets last, and the numbers are known", told_next },
        { "str.keep.life", "0 keeps nothing that a peer with a life has told", zero_after_life },
        { "rcv.gap.timeout.full", "a NACK_FULL does not end the pass", full_keeps_pass },
        { "rcv.full.silent.timeout", "the end of the pass does not end the silence",
          pass_keeps_full },
        { "rcv.gap.timeout.silent", "the end of a pass sends nothing, REACK begins anew",
          pass_is_silent },
        { "snd.full.nack.then", "a NACK in the back-off counts as none behind it", nack_in_pause },
        { "snd.full.again", "a further NACK_FULL begins the pause anew", pause_anew },
        { "tmr.rounds.nack.stalled", "the last round can not leave: dead at once",
          last_round_stalled },
        { "tmr.clear.CLOSE_SENT.request", "a closing begins with no rounds", rounds_of_request },
        { "tmr.clear.CLOSE_SENT.victim", "that of a victim, too", rounds_of_victim },
        { "cls.thrice.victim.waits", "a victim's, a payload waits: CLOSE_ACK once more, our OPEN",
          victim_then_host },
        { "tbl.reuse.request", "a close request is not that of the entry's next link",
          request_of_former },
        { "cls.idle.OPEN.unsent", "a payload waits for the end of a pause: not idle", idle_unsent },
    };
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Corners that an engineer is likely to get wrong in RTL and model alike: what one rule leaves
// behind when another one meets it.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 3000;    // longer than bringing a link into its state takes

// An OPEN with a life comes in between: the one set aside still waits for its proof.
void repeat_beside(Bench &b)
{
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (uint32_t life : { LIFE, OTHER }) {
        b.life = life;
        b.tx(OP_OPEN, BASE, 0);
        b.next(OP_OPEN_ACK, b.una, BASE);
    }
    b.life = 0;
    b.inject(b.payload(901));
    b.quiet();
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
}

void all_bits(Bench &b)
{
    b.reach(S_OPEN_SENT);
    for (uint32_t bit : { 16u, 20u, 21u, 31u }) b.tx(OP_OPEN_ACK, BASE, b.open_id ^ 1u << bit);
    b.quiet();
    b.in_state(OPEN_SENT, "after OPEN_ACKs to none of our OPENs");
}

// The second CLOSE_NACK names a later payload.
void held_longer(Bench &b)
{
    b.reach(S_HELD);
    b.tx(OP_CLOSE_NACK, b.last + 3, b.close_id);
    b.take(b.last + 1);
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

void stranger_held(Bench &b)
{
    b.life = 0;
    b.reach(S_HELD);
    b.take(b.last + 1);
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

// What was never sent is not in flight.
void done_waiting(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.host();
    b.quiet();
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.next(OP_OPEN);
}

// A CLOSE finds no timer running once the OPEN_ACK has left, and starts its own.
void no_timer(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
    b.tx(OP_CLOSE, BASE + 3, 0);
    b.next(OP_CLOSE_NACK);
    b.next(OP_CLOSE_NACK);
}

void reopen_refused(Bench &b)
{
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_REOPEN);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.in_state(CLOSED, "in the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
}

// Given up in CLOSE_RECD is dead too.
void dead_in_recd(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_MISSING);
    b.next(OP_CLOSE_ACK);
    b.wait_completion(CPL_DEAD);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
    b.in_state(OPEN, "after an OPEN of the same life");
}

// No frame is an exception: an ACK that finds too few places retires nothing.
void ack_dropped(Bench &b)
{
    b.reach(S_FLIGHT);
    b.a.wire_out.hold = true;
    for (uint32_t i = 1; i <= 200; i++) b.inject(b.payload(b.last + i, 4));
    b.w.settle(b.a, 1000);
    const uint64_t before = b.count(TTP_CNT_DROP_RESP);
    b.expect(before > 0, "places for answers have run out");
    b.tx(OP_ACK, 0, b.una + 1);
    b.w.settle(b.a, 1000);
    b.moved(TTP_CNT_DROP_RESP, before + 1, "the ACK is dropped");
    b.expect(b.rec()[2] == b.una, "nothing has retired");
    b.a.wire_out.hold = false;
    b.step(4000);
    b.heard.clear();
}

void dead_nolink(Bench &b)
{
    b.life = 0;
    b.reach(S_DEAD);
    b.inject(b.payload(b.last + 1));
    b.next(OP_NACK_NOLINK, 0, b.last + 1);
}

// A close request dies with its life.
void dead_request(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_FLIGHT);
    b.close();
    b.wait_completion(CPL_DEAD);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
    b.in_state(OPEN, "in the life after");
}

// The missing one is the oldest: a NACK that is not late, though nothing is in flight.
void before_nothing(Bench &b)
{
    b.reach(S_OPEN);
    b.tx(OP_NACK, 0, b.una - 1);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 0, "una - 1 is not late");
}

// It asks again before the second of three, and is answered beside them.
void thrice_beside(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.tx(OP_CLOSE, b.last + 1, 0);
    for (int i = 0; i < 3; i++) b.next(OP_CLOSE_ACK);
    b.quiet(2 * T);
}

} // namespace

std::vector<Row> corner_rows()
{
    return {
        { "open.live.OPEN.aside", "it leaves a stranger's OPEN set aside alone", repeat_beside },
        { "open.ack.OPEN_SENT.bits", "the RxID counts in all its bits", all_bits },
        { "cls.hold.again", "a second CLOSE_NACK names what the hold waits for", held_longer },
        { "cls.end.held.stranger", "the payload named ends the hold for a stranger too",
          stranger_held },
        { "cls.done.CLOSE_SENT.waiting", "payloads that wait are not in flight", done_waiting },
        { "open.recd.no_timer", "once the OPEN_ACK has left its timer stands", no_timer },
        { "open.backoff.REOPEN_SENT", "a re-OPEN that is refused pauses as well",
          reopen_refused },
        { "open.new.CLOSED.giveup", "an OPEN opens a link given up in CLOSE_RECD", dead_in_recd },
        { "in.slots.ack", "too few places for answers: an ACK is dropped too", ack_dropped },
        { "rcv.nolink.CLOSED.dead", "a dead link answers a payload as well", dead_nolink },
        { "tmr.dead.request", "a close request does not outlive the link", dead_request },
        { "snd.nack.old.none", "with nothing in flight una - 1 is not late either",
          before_nothing },
        { "cls.none.CLOSED.thrice", "CLOSE_ACKs that are owed to a stranger go on",
          thrice_beside },
    };
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// What waits while something else happens: a close request, a back-off, a timer, a hold, a CLOSE
// that was sent, an entry of a dead link.
#include "conform.h"

namespace conform {

namespace {

// A close request behind a payload outlives the life in which both were made.
void request_behind_payload(Bench &b)
{
    b.reach(S_OPEN_RECD);
    b.host();
    b.close();
    b.step(300);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.step(300);
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK);
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 9000, open.h.txid);
    b.next(OP_PAYLOAD, b.una, 0);
    b.tx(OP_ACK, 0, b.una);
    b.next(OP_CLOSE, b.una + 1, 8999);
}

// A payload more does not end the wait, and a close request is no reason to.
void request_in_backoff(Bench &b)
{
    b.set(TTP_REG_BACKOFF, SLOW);
    b.host();
    b.open_id = b.next(OP_OPEN).h.txid;
    b.close();
    b.step(300);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 4);
    b.host();
    timed(b, OP_OPEN, from, SLOW);
}

// The interval of the repeats begins anew with the payload that ends the pass.
void gap_closed(Bench &b)
{
    b.reach(S_OPEN);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_REACK, 3 * SLOW / 2);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.step(SLOW / 4);
    b.take(b.last + 1);
    timed(b, OP_ACK, b.w.net.cycle, 3 * SLOW / 2);
}

// Our CLOSE is held, and CLOSE of the peer says how much is missing: it is still ours that waits,
// now for all of that.
void close_while_held(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.set(TTP_REG_RETRY_MAX, 255);
    b.reach(S_HELD);
    b.tx(OP_CLOSE, b.last + 4, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 4);
    b.in_state(CLOSE_SENT, "our CLOSE is held");
    b.quiet(3 * SLOW);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

// The other way round: the one that comes last says how much is missing.
void held_behind_close(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE, b.last + 4, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 4);
    b.tx(OP_CLOSE_NACK, b.last + 2, b.close_id);
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

// The OPEN set aside was there before our CLOSE left; a re-OPEN of the stranger in between changes
// nothing of that, so no ID is used up.
void repeat_behind_close(Bench &b, uint32_t back)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.close();
    b.next(OP_CLOSE, b.una, b.last);
    b.tx(OP_OPEN, b.last - back, 0);
    b.next(OP_OPEN_ACK, b.una + 1, b.last - back);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, i ? 901 : b.last);
    }
    b.wait_completion(CPL_RESTARTED);
    b.host();
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, b.una, 0);
}

// CLOSE_ACKs that a stranger still gets say nothing of the interrupt of its dead link.
void dead_and_thrice(Bench &b)
{
    b.life = 0;
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, 77, 0);
    b.next(OP_CLOSE_NACK);
    b.wait_completion(CPL_DEAD);
    b.step(300);
    b.heard[b.peer].clear();                    // replays, and the first CLOSE_ACK
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "CLOSE_ACK once more");
    b.next(OP_CLOSE_ACK, 0, 77);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.expect(b.rec()[0] >> 30 & 1, "the entry is kept");
}

// A dead link that has opened again and closed in the orderly way is dead no more, whatever the
// interrupt says.
void dead_then_closed(Bench &b)
{
    b.connect();
    b.set(TTP_REG_TIMEOUT, 300);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.host();
    b.next(OP_PAYLOAD);
    b.wait_completion(CPL_DEAD);
    b.set(TTP_REG_TIMEOUT, NEVER);
    b.step(300);
    b.heard[b.peer].clear();
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.tx(OP_OPEN_ACK, BASE, open.h.txid);
    b.tx(OP_ACK, 0, b.next(OP_PAYLOAD).h.txid);
    b.close();
    b.tx(OP_CLOSE_ACK, 0, b.next(OP_CLOSE).h.txid);
    b.wait_completion(CPL_CLOSED);
    b.step(300);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the entry was used");
}

// What a stranger says in CLOSED moves no back-off.
void late_in_backoff(Bench &b, uint32_t op)
{
    b.life = 0;
    b.set(TTP_REG_BACKOFF, SLOW);
    b.reach(S_WAIT);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
    b.tx(op, op == OP_OPEN_ACK ? BASE : 0, b.open_id);
    timed(b, OP_OPEN, from, SLOW);
}

void nack_behind_close(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.look();
    b.tx(OP_NACK, 0, b.snt + 2);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 1, "the ID of our CLOSE is none of a payload");
}

// Our OPEN_ACK can not leave, so the timer makes another, to the same OPEN and the same lives.
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

// A new number of the stranger says that the OPEN set aside is not its newest.
void aside_then_learned(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_OPEN_ACK, b.last + 50, b.open_id);
    b.replay(b.una);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, b.last + 49);
    }
    b.expect(!b.completed(CPL_RESTARTED), "it proves no restart");
}

// Lives tell a copy from a CLOSE of this life, its ID does not.
void close_of_old_id(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, b.last, 0);
    b.next(OP_CLOSE_NACK, b.snt, b.last);
    b.in_state(CLOSE_RECD, "ours are in flight");
}

} // namespace

std::vector<Row> wait_rows()
{
    return {
        { "str.aside.learned", "an OPEN_ACK that sets last forgets the OPEN set aside",
          aside_then_learned },
        { "cls.recd.OPEN.old_id", "a CLOSE that is ours counts, however old its ID",
          close_of_old_id },
        { "tbl.reuse.dead.closed", "a dead link that opened again and closed is dead no more",
          dead_then_closed },
        { "open.ack.CLOSED.backoff", "an OPEN_ACK in a back-off leaves it alone",
          [](Bench &b) { late_in_backoff(b, OP_OPEN_ACK); } },
        { "cls.ack.CLOSED.backoff", "a CLOSE_ACK in a back-off leaves it alone",
          [](Bench &b) { late_in_backoff(b, OP_CLOSE_ACK); } },
        { "snd.nack.newer.CLOSE_SENT.stranger", "NACK of the ID behind our CLOSE is illegal",
          nack_behind_close },
        { "life.both.OPEN_RECD.again", "the OPEN_ACK of the timer names both lives",
          [](Bench &b) { recd_again(b, false); } },
        { "open.live.OPEN_RECD.aside", "... and answers the OPEN of this life, not one set aside",
          [](Bench &b) { recd_again(b, true); } },
        { "life.over.OPEN_RECD.behind", "a close request behind a payload goes into the next life",
          request_behind_payload },
        { "open.backoff.request", "a close request and a further payload do not end the wait",
          request_in_backoff },
        { "rcv.reack.gap.closed", "the payload that closes a gap begins the interval anew",
          gap_closed },
        { "cls.recd.CLOSE_SENT.held", "a CLOSE with payloads missing: ours stays held, for all",
          close_while_held },
        { "cls.hold.CLOSE_SENT.behind", "a CLOSE_NACK behind such a CLOSE: it counts",
          held_behind_close },
        { "str.close.repeat", "a re-OPEN behind our CLOSE: it has used up no ID all the same",
          [](Bench &b) { repeat_behind_close(b, 0); } },
        { "str.close.repeat.before", "the same with the TxID before last",
          [](Bench &b) { repeat_behind_close(b, 1); } },
        { "tbl.reuse.dead.thrice", "a dead link's entry is kept behind its second CLOSE_ACK",
          dead_and_thrice },
    };
}

} // namespace conform

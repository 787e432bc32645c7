// SPDX-License-Identifier: Apache-2.0
//
// Each row here is red when one word of model/rules/ is another: a comparison, a state, a field
// that is left as it was. This file: opening. mutant_rows2.cpp has payloads, mutant_rows3.cpp the
// closing, mutant_rows4.cpp restarts.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// ---- what names our OPEN, and what does not

void ack_older(Bench &b)
{
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id - 1);
    b.quiet();
    b.in_state(OPEN_SENT, "it names an older OPEN");
}

// In OPEN_RECD our OPEN would have had una - 1.
void nack_older(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.una - 2);
    b.step(300);
    b.moved(TTP_CNT_ILLEGAL, 0, "it names an older OPEN");
    b.a.wire_out.hold = false;
    b.step(300);
    b.heard.clear();
}

// It is ignored, so a payload does not wait for a back-off.
void nack_then_host(Bench &b)
{
    b.reach(S_CLOSED);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.host();
    b.next(OP_OPEN, b.una - 1, 0);
}

// ---- what an OPEN_ACK says of the peer's numbers

// The stranger has not sent an OPEN, so there is no OPEN_ACK of ours to repeat.
void answered_stranger(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, T);
    b.connect(false);
    b.tx(OP_ACK, 0, b.una);
    b.w.run(3 * T + b.links(), [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, BASE);
}

void gap_at_once(Bench &b)
{
    b.life = 0;
    b.connect(false);
    b.inject(b.payload(BASE + 3));
    b.next(OP_NACK, 0, BASE + 1);
    b.take(BASE + 1);
}

// From a peer with a life number 0 is a number like any other.
void learn_zero(Bench &b)
{
    b.host();
    b.tx(OP_OPEN_ACK, 0, b.next(OP_OPEN).h.txid);
    b.next(OP_PAYLOAD);
    b.inject(b.payload(5));
    b.next(OP_NACK, 0, 0);
    b.take(0);
}

// The stranger's answer to a re-OPEN carries neither last nor 0.
void learn_in_reopen(Bench &b, uint32_t nolink, uint32_t txid)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, nolink);
    b.tx(OP_OPEN_ACK, txid, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.replay(b.una);
    b.inject(b.payload(txid + 2));
    b.next(OP_NACK, 0, txid);
    b.take(txid);
}

// The first answer of this life says nothing, so any ID stays right for the stranger.
void first_while_unknown(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.quiet();
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 7001, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.take(9000);
}

// What was a stranger answers with a life number.
void new_kind_in_reopen(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, b.last, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    b.take(b.last);                             // the first one of its new life
}

// A gap of the peer's old life is none of its new one, which the answer to our re-OPEN tells.
void gap_of_old_life(Bench &b)
{
    b.reach(S_REOPEN);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.open_id);
    b.replay(b.una);
    b.inject(b.payload(90003));
    b.next(OP_NACK, 0, 90001);
}

// The same of a payload that had found no room. A peer with a life is asked in a new life of ours.
void full_of_old_life(Bench &b, uint32_t life)
{
    b.life = life;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
    b.snt = b.una;
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.replay(b.una);
    b.inject(b.payload(90003));
    b.next(OP_NACK, 0, 90001);
    b.a.sink.hold = false;
}

// An OPEN of the same number opens the dead link. What was out for its gap is of the life before.
void gap_of_dead_life(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 10 * span(b));
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_FLIGHT);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.wait_completion(CPL_DEAD, 20 * span(b));
    b.step(300);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(100);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
}

// ---- OPEN again

// Nothing but the answer puts the timer of a re-OPEN off, or stops it.
void open_in_time(Bench &b, uint32_t op, uint32_t ahead)
{
    const uint32_t tmo = 2 * span(b);
    b.set(TTP_REG_OPEN_TMO, tmo);
    b.reach(S_REOPEN);
    b.step(tmo / 3);
    b.tx(op, 0, b.una + ahead);
    b.w.run(tmo, [&] { return b.waiting(b.peer) != 0; }, "OPEN again");
    b.next(OP_OPEN);
}

// The intervals of REACK go on over a re-OPEN and its answer.
void reack_in_time(Bench &b)
{
    const uint32_t often = 2 * span(b);
    b.set(TTP_REG_REACK, often);
    b.life = 0;
    b.reach(S_FLIGHT);
    b.take(b.last + 1);
    b.step(often / 2);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.tx(OP_OPEN_ACK, b.last + 1, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    b.w.run(often * 3 / 4, [&] { return b.waiting(b.peer) != 0; }, "the end of the interval");
    b.next(OP_ACK, 0, b.last);
}

// What was in flight when the re-OPEN had no answer is flushed, and its IDs are used.
void dead_in_reopen(Bench &b)
{
    b.set(TTP_REG_RETRY_MAX, 1);
    b.set(TTP_REG_OPEN_TMO, span(b));
    b.reach(S_REOPEN);
    b.wait_completion(CPL_DEAD, 5 * span(b));
    b.step(300);
    b.host();
    b.next(OP_OPEN, b.snt, 0);
}

// ---- one payload waits for the OPEN

void early_one(Bench &b)
{
    b.host();
    b.next(OP_OPEN);
    b.tx(OP_CLOSE, BASE, 0);
    b.next(OP_CLOSE_ACK, 0, BASE);
    const uint32_t id = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, BASE + 1, id);
    b.next(OP_PAYLOAD, id + 1, 0);
    b.moved(TTP_CNT_REPLAY, 0, "it was never sent before");
}

// ---- OPEN on a live link that is closing

void repeat_keeps_end(Bench &b, Start s, uint32_t answer)
{
    b.reach(s);                                 // two are still to come
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(answer);
}

// ---- the life number 1

void life_one(Bench &b)
{
    b.life = 1;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.take(b.last + 1);
    b.life = 0;
    b.inject(b.payload(b.last + 1));            // a stranger is another peer
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

void life_one_proves(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = 1;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

} // namespace

std::vector<Row> mutant_rows()
{
    return {
        { "open.ack.OPEN_SENT.older", "an OPEN_ACK that names an older OPEN: -", ack_older },
        { "open.nack.late.OPEN.older", "an OPEN_NACK that names an older OPEN: -",
          [](Bench &b) { nack_older(b, S_FRESH); } },
        { "open.nack.late.OPEN_RECD.older", "the same in OPEN_RECD",
          [](Bench &b) { nack_older(b, S_OPEN_RECD); } },
        { "open.nack.CLOSED.then", "ignored in CLOSED: the next payload opens at once",
          nack_then_host },
        { "open.ack.lost.answered", "an OPEN_ACK is no OPEN: what is repeated is an ACK",
          answered_stranger },
        { "str.first.not_zero", "a TxID that is not 0 tells the stranger's numbers", gap_at_once },
        { "open.ack.learn.zero", "a known peer's OPEN_ACK with TxID 0 tells them too",
          learn_zero },
        { "str.keep.other", "in a re-OPEN another ID than last and 0 sets last",
          [](Bench &b) { learn_in_reopen(b, 0, 7001); } },
        { "str.keep.below", "also an ID older than last",
          [](Bench &b) { learn_in_reopen(b, b.una, 77); } },
        { "str.keep.first.unknown", "the first answer leaves unknown numbers unknown",
          first_while_unknown },
        { "open.ack.learn.reopen.new_kind", "a stranger that now has a life: last is set",
          new_kind_in_reopen },
        { "open.ack.learn.reopen.gap", "the gap of the old life is forgotten", gap_of_old_life },
        { "open.ack.learn.reopen.full", "a payload of the old life found no room: forgotten",
          [](Bench &b) { full_of_old_life(b, 0); } },
        { "life.over.OPEN.full.then", "the same of a life that is over",
          [](Bench &b) { full_of_old_life(b, LIFE); } },
        { "open.new.dead.gap", "a NACK of the life before does not count", gap_of_dead_life },
        { "open.timer.reopen.acked", "OPEN again in time: an ACK does not put it off",
          [](Bench &b) { open_in_time(b, OP_ACK, 0); } },
        { "open.timer.reopen.retired", "nor one that retires all",
          [](Bench &b) { open_in_time(b, OP_ACK, 1); } },
        { "open.timer.reopen.nacked", "nor a NACK",
          [](Bench &b) { open_in_time(b, OP_NACK, 0); } },
        { "open.timer.reopen.full", "nor a NACK_FULL",
          [](Bench &b) { open_in_time(b, OP_NACK_FULL, 0); } },
        { "rcv.reack.reopened", "a re-OPEN does not put the next ACK off", reack_in_time },
        { "ids.life.reopen", "a link that dies in re-OPEN goes on behind what it flushed",
          dead_in_reopen },
        { "cls.early.one", "one payload that waits opens again at once", early_one },
        { "open.live.CLOSE_RECD.end", "a repeat leaves the closing ID alone",
          [](Bench &b) { repeat_keeps_end(b, S_MISSING, OP_CLOSE_ACK); } },
        { "open.live.CLOSE_SENT.held", "a repeat leaves the hold alone",
          [](Bench &b) { repeat_keeps_end(b, S_HELD, OP_CLOSE); } },
        { "life.ours.bits.one", "1 is a life number: its frames are ours", life_one },
        { "str.prove.new_kind.one", "1 is a life number: one payload proves the restart",
          life_one_proves },
    };
}

} // namespace conform

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.ack.learn open.ack.lost
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr bool KNOWN = false;
constexpr bool STRANGER = true;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };
constexpr uint32_t T3000 = 3000;

// The peer has lost the link because it lives anew, and says so in its answer.
void answer_of_new_life(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.take(90001);
}

// Our CLOSE has used an ID, and the OPEN_ACK that is sent again names the one behind.
void aside_closing(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_OPEN, 900, 0);
    for (int i = 0; i < 2; i++) {               // the answer, and again
        b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the OPEN_ACK");
        b.next(OP_OPEN_ACK, b.close_id + 1, 900);
    }
}

// The stranger opens again with the ID before: it has heard an answer of ours.
void before_is_acked(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_OPEN);
    b.tx(OP_OPEN, b.last - 1, 0);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the ACK");
    b.next(OP_ACK, 0, b.last);
}

// The payload of the peer's new life comes before its OPEN_ACK. It is taken once, behind that.
void payload_first(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_OPEN, b.una - 1, 0);              // for its OPEN_ACK once more
    b.delivered(0);
    b.tx(OP_OPEN_ACK, 901, b.una - 1);
    b.replay(b.una);
    b.take(901);
    b.take(902);
    b.tx(OP_OPEN_ACK, 901, b.una - 1);          // a copy does not move last back
    b.take(903);
    b.delivered(3);
}

// The peer has opened, no payload has followed, and the link is closing. It is no stranger.
void repeats_opened(Bench &b, bool by_peer)
{
    b.set(TTP_REG_REACK, 10 * T);
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    if (by_peer) {
        b.tx(OP_CLOSE, BASE + 3, 0);
        b.next(OP_CLOSE_NACK, una - 1, BASE + 3);
    } else {
        b.close();
        b.next(OP_CLOSE, una, BASE);
    }
    b.w.run(30 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, BASE);
}

// A payload follows a stranger's re-OPEN: it is no answer to an OPEN of ours, and ends the repeat.
void followed_by_payload(Bench &b, Start s)
{
    b.life = 0;
    b.set(TTP_REG_REACK, 10 * T);
    b.reach(s);
    const uint32_t before = b.state();
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK, b.una, b.last);
    b.take(b.last + 1);
    b.quiet();
    b.in_state(before, "afterwards");
    b.w.run(30 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, b.last);
}

// Passing ships: its OPEN_ACK sets last, so there is no OPEN_ACK of ours to repeat.
void answered_ships(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_SHIPS);
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    for (uint32_t i = 0; i < 2; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, 7000);
}

// The same by the answer to a re-OPEN, after its own re-OPEN.
void answered_reopen(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK, b.una, b.last);
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    b.snt = b.una + 1;
    b.replay(b.una);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, 7000);
}

// The number in the answer to a re-OPEN is on record: a copy of its OPEN is a repeat.
void number_of_answer(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 90001, b.open_id);
    b.replay(b.una);
    b.tx(OP_OPEN, 91000, 0);
    b.next(OP_OPEN_ACK, b.una, 91000);
    b.inject(b.payload(91001));
    b.next(OP_NACK, 0, 90001);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "a copy is not set aside");
}

// A stranger's OPEN with TxID last - 1 ends nothing that an earlier one has begun: what is repeated
// is the OPEN_ACK to that one.
void older_open(Bench &b, Start s, bool aside)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s);
    uint32_t id = b.last, una = s == S_CLOSE_SENT ? b.close_id + 1 : b.una;
    const auto open = [&](uint32_t txid) {
        b.tx(OP_OPEN, txid, 0);
        if (s == S_OPEN_RECD) b.step(300);
        else b.next(OP_OPEN_ACK, una, txid);
    };
    if (aside) id = 900;
    if (s != S_OPEN_RECD || aside) open(id);
    open(b.last - 1);
    if (s == S_OPEN_RECD) {
        b.a.wire_out.hold = false;
        b.next(OP_OPEN_ACK, una, b.last);
        if (aside) b.next(OP_OPEN_ACK, una, id);
        b.next(OP_OPEN_ACK, una, b.last - 1);
    }
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_OPEN_ACK, una, id);
}

// Between its OPEN and its answer to ours.
void ships_then_news(Bench &b)
{
    b.reach(S_SHIPS);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(7001);
}

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

void repeats_again(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.w.run(5 * T + b.links(), [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(op, txid, rxid);
}

// Its OPEN has told the numbers that its OPEN_ACK had left unknown.
void told_by_open(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_REACK, T);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.tx(OP_ACK, 0, open + 1);
    b.tx(OP_OPEN, 9000, 0);
    b.next(OP_OPEN_ACK, open + 2, 9000);
    repeats_again(b, OP_OPEN_ACK, open + 2, 9000);
}

// The OPEN set aside is ahead of last, and one payload has followed it.
void followed(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.set(TTP_REG_TIMEOUT, 300);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 7000, 0);
    b.next(OP_OPEN_ACK, b.una, 7000);
    b.inject(b.payload(7001));
    b.next(OP_NACK, 0, b.last + 1);
    repeats_again(b, OP_ACK, 0, b.last);
}

// To a peer with a life number ACKs go on, whatever a stranger there has said.
void aside_known(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    repeats_again(b, OP_ACK, 0, b.last);
}

// The next frame, which the repeat interval brings.
void repeats(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.w.run(3 * T3000, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(op, txid, rxid);
}

// Our OPEN_ACK may be lost, and an ACK or NACK stops the timer of the reference's OPEN.
void open_ack_lost(Bench &b)
{
    b.set(TTP_REG_REACK, T3000);
    stranger_opened(b);
    for (int i = 0; i < 3; i++) {
        repeats(b, OP_OPEN_ACK, b.una, BASE);
        b.quiet(T3000 / 2);
    }
    b.take(BASE + 1);                           // it has heard one
    repeats(b, OP_ACK, 0, BASE + 1);
    b.tx(OP_OPEN, BASE + 1, 0);                 // its re-OPEN, what it sent last is acknowledged
    b.next(OP_OPEN_ACK, b.una, BASE + 1);
    repeats(b, OP_OPEN_ACK, b.una, BASE + 1);
}

void open_ack_lost_aside(Bench &b)
{
    b.set(TTP_REG_REACK, T3000);
    stranger_opened(b);
    b.take(BASE + 1);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    repeats(b, OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    repeats(b, OP_ACK, 0, b.last);              // not proved yet, but it has its OPEN_ACK
}

void open_ack_lost_closing(Bench &b)
{
    b.set(TTP_REG_REACK, T3000);
    b.set(TTP_REG_CLOSE_TMO, 20 * T3000);
    stranger_opened(b);
    b.close();
    b.next(OP_CLOSE, b.una, BASE);
    repeats(b, OP_OPEN_ACK, b.una + 1, BASE);   // CLOSE has spent an ID
}

void open_ack_lost_known(Bench &b)
{
    b.set(TTP_REG_REACK, T3000);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    repeats(b, OP_ACK, 0, BASE);
}

void open_ack_lost_nolink(Bench &b)
{
    b.set(TTP_REG_REACK, T3000);
    stranger_opened(b);
    b.tx(OP_NACK_NOLINK, 0, 0);
    repeats(b, OP_NACK, 0, 0);
    b.tx(OP_OPEN, 77, 0);                       // its numbers are known again
    b.next(OP_OPEN_ACK, b.una, 77);
    repeats(b, OP_OPEN_ACK, b.una, 77);
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

const Rows CELLS(rows_of({
    { "open.ack.learn.OPEN_SENT.news", "-> OPEN, another life than before: last = TxID - 1",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.record", "-> OPEN, the peer's life of before: last = TxID - 1",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships", "passing ships: -> OPEN, last as the peer's OPEN said",
      S_SHIPS, KNOWN, OP_OPEN_ACK, LAST1, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships.life", "passing ships: -> OPEN, in the life that it names",
      S_SHIPS, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships.news", "passing ships: -> OPEN, its TxID - 1 counts, not the "
      "OPEN's", S_SHIPS, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.stranger", "-> OPEN", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NEWS,
      OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
}));

const Rows ROWS_1([] {
    const auto older = [](Start s, bool aside) {
        return [=](Bench &b) { older_open(b, s, aside); };
    };
    return std::vector<Row>{
        { "open.ack.lost.older", "an OPEN with TxID last - 1 ends nothing",
          older(S_OPEN, false), "last - 1 of what the OPEN before has told" },
        { "open.ack.lost.older.CLOSE_RECD", "in CLOSE_RECD, too", older(S_CLOSE_RECD, false) },
        { "open.ack.lost.older.CLOSE_SENT", "in CLOSE_SENT, too", older(S_CLOSE_SENT, false) },
        { "open.ack.lost.older.OPEN_RECD", "in OPEN_RECD, too", older(S_OPEN_RECD, false) },
        { "open.ack.lost.older.OPEN_SENT.reopen", "in re-OPEN, too", older(S_REOPEN, false) },
        { "open.ack.lost.older.aside", "... nor for an OPEN set aside", older(S_OPEN, true) },
    };
}());

const Rows ROWS({
    { "open.ack.learn.number", "the number of an answer to a re-OPEN is on record",
      number_of_answer },
    { "open.ack.learn.payload_first", "a payload of the new life comes before its OPEN_ACK",
      payload_first },
    { "open.ack.learn.reopen.full", "a payload of the old life found no room: forgotten",
      [](Bench &b) { full_of_old_life(b, 0); } },
    { "open.ack.learn.reopen.gap", "the gap of the old life is forgotten", gap_of_old_life },
    { "open.ack.learn.reopen.new_kind", "a stranger that now has a life: last is set",
      new_kind_in_reopen },
    { "open.ack.learn.reopen.news", "in re-OPEN a new life number sets last too",
      answer_of_new_life },
    { "open.ack.learn.ships.news", "OPEN, then OPEN_ACK with another life: that sets last",
      ships_then_news },
    { "open.ack.learn.zero", "a known peer's OPEN_ACK with TxID 0 tells them too",
      learn_zero },
    { "open.ack.lost", "before its first payload OPEN_ACK each interval, no ACK",
      open_ack_lost, "an ACK would stop the timer of its OPEN" },
    { "open.ack.lost.CLOSE_RECD.followed", "a payload ends it, and the closing goes on",
      [](Bench &b) { followed_by_payload(b, S_CLOSE_RECD); } },
    { "open.ack.lost.CLOSE_RECD.known", "a peer with a number: ACK of last",
      [](Bench &b) { repeats_opened(b, true); } },
    { "open.ack.lost.CLOSE_SENT.known", "a peer with a number: ACK of last",
      [](Bench &b) { repeats_opened(b, false); } },
    { "open.ack.lost.OPEN_SENT.reopen.followed", "a payload ends it, and the re-OPEN goes on",
      [](Bench &b) { followed_by_payload(b, S_REOPEN); } },
    { "open.ack.lost.answered", "an OPEN_ACK is no OPEN: what is repeated is an ACK",
      answered_stranger },
    { "open.ack.lost.answered.reopen", "an OPEN_ACK that sets last ends it", answered_reopen },
    { "open.ack.lost.answered.ships", "an OPEN_ACK that sets last ends it", answered_ships },
    { "open.ack.lost.aside", "the same for an OPEN set aside", open_ack_lost_aside },
    { "open.ack.lost.aside.again", "the OPEN set aside comes again: OPEN_ACK is repeated anew",
      same_open },
    { "open.ack.lost.aside.closing", "... set aside behind our CLOSE: the ID after that",
      aside_closing },
    { "open.ack.lost.aside.followed", "one payload has followed it: ACK", followed },
    { "open.ack.lost.aside.known", "on the link of a peer with a life: ACK", aside_known },
    { "open.ack.lost.before", "a re-OPEN with TxID last - 1: an ACK is repeated as before",
      before_is_acked },
    { "open.ack.lost.closing", "... behind our CLOSE it names the ID after that",
      open_ack_lost_closing },
    { "open.ack.lost.known", "a peer with a life gets an ACK", open_ack_lost_known,
      "it repeats its OPEN by itself" },
    { "open.ack.lost.nolink", "it has no link: NACK 0, until its next OPEN",
      open_ack_lost_nolink },
    { "open.ack.lost.unknown.told", "... the OPEN that has told the numbers", told_by_open },
});

} // namespace

} // namespace conform

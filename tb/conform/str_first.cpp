// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.first str.keep
#include "conform.h"

namespace conform {

namespace {

constexpr bool STRANGER = true;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };

// Passing ships: only 0 leaves last alone. This one names the payload that comes first.
void ships_names_last(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.tx(OP_OPEN_ACK, BASE, b.open_id);
    b.next(OP_PAYLOAD, b.open_id + 1, 0);
    b.next(OP_PAYLOAD, b.open_id + 2, 0);
    b.take(BASE);
}

// OPEN to a stranger whose numbers nobody knows, nothing in flight.
void unknown(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);                       // two payloads wait
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_ACK, 0, b.una + 1);
    b.una += 2;
    b.snt = b.una - 1;
    b.quiet(100);
}

// Our CLOSE is out when the stranger's OPEN tells its numbers.
void told_while_closing(Bench &b)
{
    unknown(b);
    b.close();
    b.next(OP_CLOSE, b.una, 0);
    b.tx(OP_OPEN, 9000, 0);
    b.next(OP_OPEN_ACK, b.una + 1, 9000);       // the CLOSE has used an ID
    b.inject(b.payload(9003));
    b.next(OP_NACK, 0, 9001);
    b.take(9001);
}

// Its numbers are unknown, and our re-OPEN is out: its OPEN tells them.
void told_in_reopen(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(903));
    b.next(OP_NACK, 0, 901);
    b.take(901);
    b.in_state(REOPEN_SENT, "afterwards");
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// last is known: one payload behind it is missing, and none may carry any ID.
void still_known(Bench &b)
{
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.take(b.last + 1);
    b.quiet();
}

// It opened and has sent payloads; our first one waits for its answer to an OPEN of ours.
void first_answer(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    for (uint32_t n : { 1u, 2u, 3u }) b.take(BASE + n);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, BASE + 2, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    still_known(b);
}

// A second answer in one life, to a re-OPEN.
void zero_again(Bench &b)
{
    b.life = 0;
    b.flight(1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 0, b.una - 1);
    b.next(OP_PAYLOAD, b.una, 0);
    still_known(b);
}

// Passing ships.
void zero_after_open(Bench &b)
{
    b.life = 0;
    b.reach(S_SHIPS);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.open_id + 1, 0);
    b.next(OP_PAYLOAD, b.open_id + 2, 0);
    still_known(b);
}

void gap_at_once(Bench &b)
{
    b.life = 0;
    b.connect(false);
    b.inject(b.payload(BASE + 3));
    b.next(OP_NACK, 0, BASE + 1);
    b.take(BASE + 1);
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

// Its OPEN_ACK names its oldest payload without an ACK. We have that one: no second delivery.
void oldest(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.take(b.last + 1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, b.last, open);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.look();
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.delivered(0);
    b.take(b.last + 1);
}

void any_first(Bench &b, uint32_t id)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(id);                                 // unknown until now
    b.inject(b.payload(id + 2));
    b.next(OP_NACK, 0, id + 1);                 // from here on in order
    b.take(id + 1);
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

const Rows CELLS(rows_of({
    { "str.first.OPEN_SENT", "-> OPEN also with TxID 0", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NIL,
      OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ANY, UNA, OPENED },
}));

const Rows ROWS({
    { "str.first.CLOSE_SENT", "an OPEN tells the numbers while our CLOSE is out",
      told_while_closing },
    { "str.first.any", "OPEN_ACK TxID 0: the first payload may carry any ID",
      [](Bench &b) { any_first(b, 123456789); } },
    { "str.first.high", "the same with an ID beyond 2^31",
      [](Bench &b) { any_first(b, 0xfffffffe); } },
    { "str.first.not_zero", "a TxID that is not 0 tells the stranger's numbers", gap_at_once },
    { "str.first.one", "the same with ID 1", [](Bench &b) { any_first(b, 1); } },
    { "str.first.told.reopen", "an OPEN in re-OPEN tells the numbers", told_in_reopen },
    { "str.keep", "its answer to re-OPEN names a payload that we have: last stays", oldest },
    { "str.keep.below", "also an ID older than last",
      [](Bench &b) { learn_in_reopen(b, b.una, 77); } },
    { "str.keep.first", "the first answer of this life to a re-OPEN leaves last alone",
      first_answer },
    { "str.keep.first.unknown", "the first answer leaves unknown numbers unknown",
      first_while_unknown },
    { "str.keep.life", "0 keeps nothing that a peer with a life has told", zero_after_life },
    { "str.keep.next", "with last + 1 it sets last, and the numbers are known", told_next },
    { "str.keep.other", "in a re-OPEN another ID than last and 0 sets last",
      [](Bench &b) { learn_in_reopen(b, 0, 7001); } },
    { "str.keep.ships", "in OPEN_SENT 0 says nothing once its OPEN has told", zero_after_open },
    { "str.keep.ships.last", "in OPEN_SENT an OPEN_ACK that carries last sets it",
      ships_names_last },
    { "str.keep.zero", "a later one that carries 0 does too", zero_again },
});

} // namespace

} // namespace conform

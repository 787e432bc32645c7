// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.first str.keep
#include "steps.h"

using namespace conform;

namespace {

// OPEN to a stranger whose numbers nobody knows, nothing in flight.
void unknown(Bench &b)
{
    numbers_unknown(b);
    b.tx(OP_ACK, 0, b.una + 1);
    b.una += 2;
    b.snt = b.una - 1;
    b.quiet(100);
}

// last is known: a payload that is not the next one leaves a gap.
void still_known(Bench &b)
{
    b.sends(b.last + 2, OP_NACK, b.last + 1);
    b.take(b.last + 1);
    b.quiet();
}

// The stranger's answer to a re-OPEN carries neither last nor 0.
void learn_in_reopen(Bench &b, uint32_t nolink, uint32_t txid)
{
    b.reach(S_FLIGHT, STRANGER);
    b.open_ack_replays(txid, b.has_no_link(nolink).h.txid);
    b.sends(txid + 2, OP_NACK, txid);
    b.take(txid);
}

void any_first(Bench &b, uint32_t id)
{
    numbers_unknown(b);
    b.take(id);                                 // unknown until now
    b.sends(id + 2, OP_NACK, id + 1);                 // from here on in order
    b.take(id + 1);
}

const Rows CELLS(rows_of({
    { "str.first.OPEN_SENT", "-> OPEN also with TxID 0", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NIL,
      OURS, SAME, REPLAY2, OPEN, ANY, UNA, OPENED },
}));

const Rows ROWS({
    { "str.first.CLOSE_SENT", "an OPEN tells the numbers while our CLOSE is out", [](Bench &b) {
        unknown(b);
        b.we_close(b.una, 0);
        b.opens(9000, b.una + 1);               // the CLOSE has used an ID
        b.sends(9003, OP_NACK, 9001);
        b.take(9001);
    } },

    { "str.first.any", "OPEN_ACK TxID 0: the first payload may carry any ID",
      with(any_first, 123456789) },
    { "str.first.high", "the same with an ID beyond 2^31", with(any_first, 0xfffffffe) },

    { "str.first.not_zero", "a TxID that is not 0 tells the stranger's numbers", [](Bench &b) {
        b.life = 0;
        b.connect(false);
        b.sends(BASE + 3, OP_NACK, BASE + 1);
        b.take(BASE + 1);
    } },

    { "str.first.one", "the same with ID 1", with(any_first, 1) },

    // Its numbers are unknown, and our re-OPEN is out: its OPEN tells them.
    { "str.first.told.reopen", "an OPEN in re-OPEN tells the numbers", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.has_no_link(0);
        b.opens(900, b.una);
        b.sends(903, OP_NACK, 901);
        b.take(901);
        b.in_state(REOPEN_SENT, "afterwards");
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    // Its OPEN_ACK names its oldest payload without an ACK. We have that one: no second delivery.
    { "str.keep", "its answer to re-OPEN names a payload that we have: last stays", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.take(b.last + 1);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        const uint32_t open = b.next(OP_OPEN).h.txid;
        b.tx(OP_OPEN_ACK, b.last, open);
        b.payloads(b.una, 2);
        b.look();
        b.sends(b.last, OP_ACK, b.last);
        b.delivered(0);
        b.take(b.last + 1);
    } },

    { "str.keep.below", "also an ID older than last",
      [](Bench &b) { learn_in_reopen(b, b.una, 77); } },

    // The stranger has opened and sent payloads. Our first one waits for its answer to our OPEN.
    { "str.keep.first", "the first answer of this life to a re-OPEN leaves last alone",
      [](Bench &b) {
        b.life = 0;
        b.opens(BASE);
        for (uint32_t n : { 1u, 2u, 3u }) b.take(BASE + n);
        b.host_opened(BASE + 2);
        still_known(b);
    } },

    // The stranger's numbers are unknown, and its first answer of this life does not tell them.
    { "str.keep.first.unknown", "the first answer leaves unknown numbers unknown", [](Bench &b) {
        b.life = 0;
        b.opens(BASE);
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.quiet();
        b.host_opened(7001);
        b.take(9000);
    } },

    // A peer with a life sends its OPEN, then a stranger OPEN_ACK 0: its numbers are unknown.
    { "str.keep.life", "0 keeps nothing that a peer with a life has told", [](Bench &b) {
        b.reach(S_SHIPS);
        b.life = 0;
        b.tx(OP_OPEN_ACK, 0, b.open_id);
        b.payloads(b.una, 2);
        b.take(123456789);
    } },

    // The stranger said that its numbers are unknown; its answer tells them, and they are the old
    // ones.
    { "str.keep.next", "with last + 1 it sets last, and the numbers are known", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.open_ack_replays(b.last + 1, b.has_no_link(0).h.txid);
        b.sends(b.last + 3, OP_NACK, b.last + 1);
    } },

    { "str.keep.other", "in a re-OPEN another ID than last and 0 sets last",
      with(learn_in_reopen, 0, 7001) },

    { "str.keep.ships", "in OPEN_SENT 0 says nothing once its OPEN has told", [](Bench &b) {
        b.reach(S_SHIPS, STRANGER);
        b.tx(OP_OPEN_ACK, 0, b.open_id);
        b.payloads(b.open_id + 1, 2);
        still_known(b);
    } },

    // Passing ships: only 0 leaves last alone. This one names the payload that comes first.
    { "str.keep.ships.last", "in OPEN_SENT an OPEN_ACK that carries last sets it", [](Bench &b) {
        b.reach(S_OPEN_SENT, STRANGER);
        b.opens(BASE);
        b.tx(OP_OPEN_ACK, BASE, b.open_id);
        b.payloads(b.open_id + 1, 2);
        b.take(BASE);
    } },

    // A second answer in one life, to a re-OPEN.
    { "str.keep.zero", "a later one that carries 0 does too", [](Bench &b) {
        b.life = 0;
        b.flight(1);
        b.has_no_link(b.una);
        b.tx(OP_OPEN_ACK, 0, b.una - 1);
        b.next(OP_PAYLOAD, b.una, 0);
        still_known(b);
    } },
});

} // namespace

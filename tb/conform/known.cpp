// SPDX-License-Identifier: Apache-2.0
//
// What a stranger's OPEN and OPEN_ACK say of its numbers once some of them are known.
#include "conform.h"

namespace conform {

namespace {

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

// It has answered an OPEN of the life before.
void next_life(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.take(90001);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
}

void lost_in_close(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.next(OP_CLOSE, b.close_id, 0);
    b.take(BASE + 500);
}

// Between the two payloads that would prove its restart comes another one.
void between(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK, b.una, 90000);
    b.inject(b.payload(90001));
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(90001));
    b.quiet();
    b.moved(TTP_CNT_DROP_FAR, 2, "no payload of a new life");
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
    b.take(b.last + 1);
}

} // namespace

std::vector<Row> known_rows()
{
    return {
        { "str.keep.first", "the first answer of this life to a re-OPEN leaves last alone",
          first_answer },
        { "str.keep.zero", "a later one that carries 0 does too", zero_again },
        { "str.keep.ships", "in OPEN_SENT 0 says nothing once its OPEN has told", zero_after_open },
        { "str.open.next_life", "in each life", next_life },
        { "str.lost.CLOSE_SENT", "in CLOSE_SENT too", lost_in_close },
        { "str.prove.twice.between", "another payload between the two forgets its OPEN", between },
    };
}

} // namespace conform

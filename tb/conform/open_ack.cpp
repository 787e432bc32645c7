// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.ack
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr bool KNOWN = false;
constexpr bool STRANGER = true;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };

void all_bits(Bench &b)
{
    b.reach(S_OPEN_SENT);
    for (uint32_t bit : { 16u, 20u, 21u, 31u }) b.tx(OP_OPEN_ACK, BASE, b.open_id ^ 1u << bit);
    b.quiet();
    b.in_state(OPEN_SENT, "after OPEN_ACKs to none of our OPENs");
}

// The same of a stranger: two payloads prove its restart, and then comes its OPEN_ACK.
void proof_first(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (int i = 0; i < 2; i++) b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();                            // ACKs, and our OPEN (str.open)
    b.tx(OP_OPEN_ACK, 901, b.open_id);
    b.replay(b.una);
    b.take(902);
    b.delivered(2);
}

void ack_older(Bench &b)
{
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id - 1);
    b.quiet();
    b.in_state(OPEN_SENT, "it names an older OPEN");
}

void both_ways(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.take(BASE + 1);
    b.host();
    b.next(OP_PAYLOAD, first, 0);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "no OPEN of ours");
}

const Rows CELLS(rows_of({
    { "open.ack.CLOSED.nacked", "-, also when a payload waits for the back-off", S_WAIT, STRANGER,
      OP_OPEN_ACK, NEWS, OURS, SAME, {}, CLOSED },
    { "open.ack.CLOSED.none", "-", S_NONE, KNOWN, OP_OPEN_ACK, NEWS, NEWS, SAME, {}, CLOSED },
    { "open.ack.CLOSED.record", "-, also when it names our last OPEN", S_CLOSED, STRANGER,
      OP_OPEN_ACK, LAST1, OURS, SAME, {}, CLOSED },
    { "open.ack.CLOSE_RECD", "-", S_CLOSE_RECD, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {},
      CLOSE_RECD },
    { "open.ack.CLOSE_SENT", "-", S_CLOSE_SENT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {},
      CLOSE_SENT },
    { "open.ack.OPEN.late", "a late copy: -", S_FLIGHT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {},
      OPEN },
    { "open.ack.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_OPEN_ACK, NEWS, UNA_M1, SAME, {}, OPEN },
    { "open.ack.OPEN_SENT.match", "-> OPEN, payloads go, last = TxID - 1", S_OPEN_SENT, KNOWN,
      OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.OPEN_SENT.other", "names another OPEN: -", S_OPEN_SENT, KNOWN, OP_OPEN_ACK, NEWS,
      UNA, SAME, {}, OPEN_SENT },
    { "open.ack.OPEN_SENT.other.stranger", "a stranger's names another OPEN: -", S_OPEN_SENT,
      STRANGER, OP_OPEN_ACK, NEWS, UNA, SAME, {}, OPEN_SENT },
}));

const Rows ROWS({
    { "open.ack.CLOSED.backoff", "an OPEN_ACK in a back-off leaves it alone",
      [](Bench &b) { late_in_backoff(b, OP_OPEN_ACK); } },
    { "open.ack.OPEN.proved", "an OPEN_ACK behind a proven restart moves nothing back",
      proof_first },
    { "open.ack.OPEN_SENT.bits", "the RxID counts in all its bits", all_bits },
    { "open.ack.OPEN_SENT.older", "an OPEN_ACK that names an older OPEN: -", ack_older },
    { "open.ack.both_ways", "one OPEN opens both directions", both_ways },
});

} // namespace

} // namespace conform

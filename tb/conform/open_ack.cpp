// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.ack
#include "timer_steps.h"

using namespace conform;

namespace {

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
      OP_OPEN_ACK, NEWS, OURS, SAME, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.OPEN_SENT.other", "names another OPEN: -", S_OPEN_SENT, KNOWN, OP_OPEN_ACK, NEWS,
      UNA, SAME, {}, OPEN_SENT },
    { "open.ack.OPEN_SENT.other.stranger", "a stranger's names another OPEN: -", S_OPEN_SENT,
      STRANGER, OP_OPEN_ACK, NEWS, UNA, SAME, {}, OPEN_SENT },
}));

const Rows ROWS({
    { "open.ack.CLOSED.backoff", "an OPEN_ACK in a back-off leaves it alone",
      with(late_in_backoff, OP_OPEN_ACK) },

    // Two payloads prove the restart of a stranger, and then comes its OPEN_ACK.
    { "open.ack.OPEN.proved", "an OPEN_ACK behind a proven restart moves nothing back",
      [](Bench &b) {
        b.reach(S_REOPEN);
        b.opens(900, b.una);
        for (int i = 0; i < 2; i++) b.inject(b.payload(901));
        b.wait_completion(CPL_RESTARTED);
        b.step(1000);
        b.heard.clear();                        // ACKs, and our OPEN (str.open)
        b.open_ack_replays(901, b.open_id);
        b.take(902);
        b.delivered(2);
    } },

    { "open.ack.OPEN_SENT.bits", "the RxID counts in all its bits", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        for (uint32_t bit : { 16u, 20u, 21u, 31u }) b.tx(OP_OPEN_ACK, BASE, b.open_id ^ 1u << bit);
        b.rests_in(OPEN_SENT, "after OPEN_ACKs to none of our OPENs");
    } },

    { "open.ack.OPEN_SENT.older", "an OPEN_ACK that names an older OPEN: -", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id - 1);
        b.rests_in(OPEN_SENT, "it names an older OPEN");
    } },

    { "open.ack.both_ways", "one OPEN opens both directions", [](Bench &b) {
        const uint32_t first = b.opens(BASE).h.txid;
        b.take(BASE + 1);
        b.host_sends(first);
        b.moved(TTP_CNT_TX + OP_OPEN, 0, "no OPEN of ours");
    } },
});

} // namespace

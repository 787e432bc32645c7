// SPDX-License-Identifier: Apache-2.0
//
// What the reference sends instead, and we must live with.
#include "conform.h"

namespace conform {

namespace {

void ref_open_rxid(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0x1234567);
    b.next(OP_OPEN_ACK);
    b.take(BASE + 1);
}

void ref_nack(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.host();
    b.next(OP_PAYLOAD, b.snt + 1, 0);
    // its last, one for every younger payload
    for (int i = 0; i < 3; i++) b.tx(OP_NACK, 0, b.una - 1);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.quiet();
    b.moved(TTP_CNT_REPLAY, 3, "one replay");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

void ref_nolink(Bench &b, bool zero)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, zero ? 0 : b.una - 1);
    b.next(OP_OPEN, b.una - 1, 0);
}

void ref_close(Bench &b, uint32_t txid, uint32_t rxid)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, txid, rxid);
    b.next(OP_CLOSE_ACK, 0, txid);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "afterwards");
}

void ref_close_ack(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_ACK, 0, b.last);              // echo of the CLOSE's RxID
    b.wait_completion(CPL_CLOSED);
    b.tx(OP_CLOSE_ACK, 0, b.snt);               // then once more with its last
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

} // namespace

std::vector<Row> reference_rows()
{
    return {
        { "open.new.rxid", "reference: OPEN RxID not 0", ref_open_rxid },
        { "snd.nack.once.each", "reference: NACK RxID is its last, one for every younger payload",
          ref_nack },
        { "reopen.stranger.OPEN.echo", "reference: NACK_NOLINK RxID echoes the payload's, 0",
          [](Bench &b) { ref_nolink(b, true); } },
        { "reopen.stranger.OPEN.last", "reference: NACK_NOLINK RxID is its last",
          [](Bench &b) { ref_nolink(b, false); } },
        { "cls.stranger.zero", "reference: CLOSE TxID and RxID 0",
          [](Bench &b) { ref_close(b, 0, 0); } },
        { "cls.stranger.stale", "reference: CLOSE with stale numbers",
          [](Bench &b) { ref_close(b, BASE - 3, 77); } },
        { "cls.ack.CLOSE_SENT.twice",
          "reference: CLOSE_ACK with the CLOSE's RxID, then with its last", ref_close_ack },
    };
}

} // namespace conform

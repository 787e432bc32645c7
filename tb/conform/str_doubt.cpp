// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.lost str.doubt
#include <algorithm>

#include "conform.h"

using namespace conform;

namespace {

// TxID last - back, RxID una + ahead.
void opens(Bench &b, Start s, uint32_t back, int32_t ahead, bool doubt)
{
    b.reach(s, STRANGER);
    b.look();
    const State before = static_cast<State>(b.state());
    b.tx(OP_OPEN, b.last - back, b.una + static_cast<uint32_t>(ahead));
    b.next(OP_OPEN_ACK, b.una + (s == S_CLOSE_SENT), b.last - back);
    b.quiet();
    b.expect(b.completed(CPL_RESTARTED) == doubt, doubt ? "no completion" : "a doubt");
    b.expect((b.causes() >> TTP_IRQ_RESTART & 1) == doubt, "the interrupt cause");
    b.in_state(before, "afterwards");
    b.same_link("afterwards");
}

void nolink_zero(Bench &b, Start s, uint32_t id)
{
    b.reach(s, STRANGER);
    b.tx(OP_NACK_NOLINK, 0, 0);
    if (s == S_FLIGHT) {
        const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
        b.tx(OP_OPEN_ACK, 0, open);
        b.payloads(b.una, 2);
    } else {
        // an OPEN of ours is not asked for here, nor forbidden
        b.step(1000);
        if (b.waiting(b.peer)) {
            const uint32_t open = b.next(OP_OPEN).h.txid;
            b.tx(OP_OPEN_ACK, 0, open);
        }
    }
    b.take(id);
    b.take(id + 1);
}

const Rows ROWS({
    { "str.doubt.CLOSE_RECD", "closing", with(opens, S_CLOSE_RECD, 1, 2, true) },
    { "str.doubt.CLOSE_SENT", "our CLOSE is out", with(opens, S_CLOSE_SENT, 1, -2, true) },
    { "str.doubt.FLIGHT.before", "TxID last - 1, RxID una - 2: a doubt",
      with(opens, S_FLIGHT, 1, -2, true) },
    { "str.doubt.FLIGHT.beyond", "RxID snt + 1: a doubt", with(opens, S_FLIGHT, 1, 2, true) },
    { "str.doubt.FLIGHT.last", "TxID last: its re-OPEN, whatever RxID",
      with(opens, S_FLIGHT, 0, -2, false) },
    { "str.doubt.FLIGHT.newest", "RxID snt: a re-OPEN", with(opens, S_FLIGHT, 1, 1, false) },
    { "str.doubt.FLIGHT.oldest", "RxID una - 1: a re-OPEN", with(opens, S_FLIGHT, 1, -1, false) },
    { "str.doubt.FLIGHT.other", "TxID last - 2: set aside, a payload has to prove it",
      with(opens, S_FLIGHT, 2, -2, false) },
    { "str.doubt.FLIGHT.una", "RxID una: a re-OPEN", with(opens, S_FLIGHT, 1, 0, false) },
    { "str.doubt.OPEN", "nothing in flight: RxID una - 1 is its re-OPEN",
      with(opens, S_OPEN, 1, -1, false) },
    { "str.doubt.OPEN.una", "nothing in flight: RxID una is a doubt",
      with(opens, S_OPEN, 1, 0, true) },
    { "str.doubt.REOPEN", "in re-OPEN", with(opens, S_REOPEN, 1, -2, true) },
    { "str.doubt.REOPEN.newest", "in re-OPEN: RxID snt is fine",
      with(opens, S_REOPEN, 1, 1, false) },

    { "str.lost.CLOSE_RECD.other", "only RxID 0 says that its numbers are unknown", [](Bench &b) {
        b.reach(S_CLOSE_RECD, STRANGER);
        b.has_no_link(5);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.take(b.last + 1);
    } },

    { "str.lost.CLOSE_SENT", "in CLOSE_SENT too", [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.next(OP_CLOSE, b.close_id, 0);
        b.take(BASE + 500);
    } },

    { "str.lost.CLOSE_SENT.other", "only RxID 0 says that its numbers are unknown", [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, 5);
        b.next(OP_CLOSE, b.close_id, b.last);
        b.quiet();
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.quiet();
    } },

    { "str.lost.flight", "NACK_NOLINK RxID 0: re-OPEN, its first payload may carry any ID",
      with(nolink_zero, S_FLIGHT, 2) },
    { "str.lost.idle", "the same with nothing in flight", with(nolink_zero, S_OPEN, 2),
      "whether an OPEN of ours goes out is left open here" },

    { "str.doubt.life", "a peer with a life number has its lives for that", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.look();
        b.tx(OP_OPEN, b.last - 1, b.una - 2);
        b.next(OP_OPEN_ACK, b.una, b.last - 1);
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no doubt");
    } },

    // Nothing else changes: a payload that may prove a restart proves none, and ours go on.
    { "str.doubt.told", "nothing else changes", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.look();
        b.tx(OP_OPEN, b.last - 1, 1);
        b.next(OP_OPEN_ACK, b.una, b.last - 1);
        for (int i = 0; i < 3; i++) {
            b.sends(b.last, OP_ACK, b.last);
        }
        b.delivered(0);
        for (uint32_t id = b.una; id != b.snt + 1; id++) b.tx(OP_ACK, 0, id);
        b.take(b.last + 1);
        b.moved(TTP_CNT_RETIRED, 2, "ours have arrived");
        const auto n = std::count_if(b.cpl.begin(), b.cpl.end(), [](const Completion &c) {
            return c.kind == CPL_RESTARTED;
        });
        b.expect(n == 1, "told once");
    } },

    { "str.doubt.twice", "each such OPEN is told", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.look();
        for (int i = 0; i < 2; i++) {
            b.tx(OP_OPEN, b.last - 1, b.una - 2);
            b.next(OP_OPEN_ACK, b.una, b.last - 1);
            b.step(300);
        }
        const auto n = std::count_if(b.cpl.begin(), b.cpl.end(), [](const Completion &c) {
            return c.kind == CPL_RESTARTED;
        });
        b.expect(n == 2, "each is told");
    } },

    { "str.doubt.unknown", "its numbers are unknown: it tells them", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, 0);             // str.lost
        const Sent open = b.next(OP_OPEN);
        b.look();
        b.tx(OP_OPEN, b.last - 1, b.una - 2);
        b.next(OP_OPEN_ACK, b.una, b.last - 1);
        b.open_ack_replays(0, open.h.txid);
        b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no doubt");
    } },
});

} // namespace

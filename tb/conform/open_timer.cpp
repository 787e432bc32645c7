// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.timer open.timer.recd
#include <algorithm>

#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

// An OPEN of ours: the first one, one by the timer, one of a re-OPEN.
void open_again(Bench &b, Start s, bool stranger)
{
    open_every(b, SLOW);
    b.reach(s, stranger);
    uint64_t from = b.w.net.cycle;
    if (s == S_CLOSE_RECD) {
        from = b.has_no_link(b.una).cycle;
    }
    for (int i = 0; i < 2; i++) from = timed(b, OP_OPEN, from).cycle;
}

// Nothing but the answer puts the timer of a re-OPEN off, or stops it.
void open_in_time(Bench &b, uint32_t op, uint32_t ahead)
{
    const uint32_t tmo = 2 * span(b);
    b.set(TTP_REG_OPEN_TMO, tmo);
    b.reach(S_REOPEN);
    b.step(tmo / 3);
    b.tx(op, 0, b.una + ahead);
    b.next_within(tmo, OP_OPEN);
}

// To a link in OPEN_RECD, of a peer with a life.
std::vector<Hit> in_recd(const Bench &b)
{
    return {
        { OP_PAYLOAD, b.last, 0, OP_ACK },
        { OP_ACK, 0, b.una, SILENCE },
        { OP_NACK, 0, b.una, SILENCE },
        { OP_NACK_FULL, 0, b.una - 1, SILENCE },
        { OP_OPEN_ACK, BASE, b.open_id, SILENCE },
        { OP_OPEN_NACK, 0, b.open_id, SILENCE },
        { OP_NACK_NOLINK, 0, b.una, SILENCE, true },
        { OP_CLOSE, b.last + 1, 0, OP_CLOSE_ACK, true },
    };
}

// The same of a link whose OPEN_ACK has not left: what comes is answered behind it.
void untouched_recd(Bench &b, bool stranger)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_OPEN_RECD, stranger);
    b.step(SLOW / 2);
    for (const Hit &h : stranger ? before_open(b, S_OPEN_RECD) : in_recd(b)) {
        send_hit(b, h);
        b.step(100);
    }
    b.tx(OP_CLOSE_ACK, 0, b.una + 70);
    b.tx(OP_CLOSE_NACK, b.last - 5, b.una);
    b.step(3 * SLOW / 4);
    b.a.wire_out.hold = false;
    const uint32_t second = stranger ? OP_NACK_NOLINK : OP_ACK;
    for (uint32_t op : { uint32_t{ OP_OPEN_ACK }, second, uint32_t{ OP_CLOSE_ACK },
                         uint32_t{ OP_OPEN_ACK } })
        b.next(op);
    b.rests_in(OPEN);
}

const Rows TIMER_ROWS(with_place("timer", {
    { "open.timer.OPEN_SENT", "OPEN again, same life, same TxID", [](Bench &b) {
        open_every(b, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        const Sent first = b.host_opens();
        uint64_t from = first.cycle;
        for (int i = 0; i < 3; i++) {
            const Sent s = timed_next(b, OP_OPEN, &from, T);
            b.expect(s.h.txid == first.h.txid && s.h.epoch == first.h.epoch,
                     "the same OPEN of the same life");
        }
        b.in_state(OPEN_SENT, "afterwards");
        b.moved(TTP_CNT_TIMEOUT, 3, "three timeouts");
    } },

    { "open.timer.OPEN_SENT.reopen", "re-OPEN again by timer, same life", [](Bench &b) {
        b.life = 0;                             // only to a stranger
        open_every(b, T);
        b.set(TTP_REG_RETRY_MAX, 10);
        b.connect();
        b.host(2);
        b.next(OP_PAYLOAD);
        b.next(OP_PAYLOAD);
        const Sent first = b.has_no_link(b.una);
        uint64_t from = first.cycle;
        for (int i = 0; i < 3; i++)
            b.expect(timed_next(b, OP_OPEN, &from, T).h.epoch == b.own_life, "the same life");
        b.in_state(REOPEN_SENT, "afterwards");
    } },

    { "open.timer.recd.OPEN_RECD", "OPEN_ACK again", [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, T);
        b.reach(S_OPEN_RECD);
        b.step(T + T / 2);
        b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
        b.open_ack_leaves();
        b.next(OP_OPEN_ACK, b.una, BASE);
        b.step(2000);
        // the timer may have come twice
        while (b.waiting(b.peer)) b.next(OP_OPEN_ACK, b.una, BASE);
        b.in_state(OPEN, "afterwards");
        b.moved(TTP_CNT_OPENED, 1, "opened once");
    }, "the first OPEN_ACK is kept from leaving; both leave in the end" },
}));

const Rows ROWS({
    { "open.timer.OPEN_SENT.reopen.untouched", UNTOUCHED,
      with(untouched, S_REOPEN, STRANGER, TTP_REG_OPEN_TMO, OP_OPEN) },
    { "open.timer.OPEN_SENT.untouched", UNTOUCHED,
      with(untouched, S_OPEN_SENT, KNOWN, TTP_REG_OPEN_TMO, OP_OPEN) },
    { "open.timer.OPEN_SENT.untouched.record", UNTOUCHED,
      with(untouched, S_OPEN_SENT_REC, KNOWN, TTP_REG_OPEN_TMO, OP_OPEN) },
    { "open.timer.OPEN_SENT.untouched.stranger", UNTOUCHED,
      with(untouched, S_OPEN_SENT, STRANGER, TTP_REG_OPEN_TMO, OP_OPEN) },
    { "open.timer.recd.OPEN_RECD.untouched", UNTOUCHED, with(untouched_recd, false) },
    { "open.timer.recd.OPEN_RECD.untouched.stranger", UNTOUCHED, with(untouched_recd, true) },
    { "open.timer.CLOSE_RECD.over", "the next life out of CLOSE_RECD: again after OPEN_TMO",
      with(open_again, S_CLOSE_RECD, false) },
    { "open.timer.CLOSE_RECD.reopen", "re-OPEN out of CLOSE_RECD: the same",
      with(open_again, S_CLOSE_RECD, true) },
    { "open.timer.OPEN_SENT.record", "OPEN to a peer on record: again after OPEN_TMO",
      with(open_again, S_OPEN_SENT_REC, false) },

    { "open.timer.OPEN_SENT.full_set", "a full set of its: silence, NACK_NOLINK; OPEN goes on",
      [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.life = 0;
        const uint32_t s = b.host_opens().h.txid;  // silence
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.step(300);
        b.in_state(OPEN_SENT, "afterwards");
        b.next(OP_OPEN, s, 0);
        b.tx(OP_OPEN_ACK, 0, s);
        b.next(OP_PAYLOAD, s + 1, 0);
    } },

    { "open.timer.OPEN_SENT.reopen.counted", "in re-OPEN: TIMEOUT counts it", [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, SLOW);
        b.reach(S_REOPEN);
        b.next_within(3 * SLOW, OP_OPEN, b.una - 1, 0);
        b.moved(TTP_CNT_TIMEOUT, 1, "it is a timeout");
    } },

    { "open.timer.OPEN_SENT.silence", "a set full at the reference: silence to OPEN is tolerated",
      [](Bench &b) {
        open_every(b, 2000);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.life = 0;
        b.host(2);
        uint32_t s = 0;
        for (int i = 0; i < 6; i++) s = b.next(OP_OPEN).h.txid;
        b.tx(OP_OPEN_ACK, 0, s);
        b.payloads(s + 1, 2);
        b.moved(TTP_CNT_DEAD, 0, "silence is tolerated");
    } },

    { "open.timer.reopen.acked", "OPEN again in time: an ACK does not put it off",
      with(open_in_time, OP_ACK, 0) },
    { "open.timer.reopen.full", "nor a NACK_FULL", with(open_in_time, OP_NACK_FULL, 0) },
    { "open.timer.reopen.nacked", "nor a NACK", with(open_in_time, OP_NACK, 0) },
    { "open.timer.reopen.retired", "nor one that retires all", with(open_in_time, OP_ACK, 1) },

    // The OPEN_ACK can not leave for more than three times OPEN_TMO.
    { "open.timer.recd.again", "OPEN_ACK every OPEN_TMO", [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, span(b));
        b.reach(S_OPEN_RECD);
        b.step(3 * span(b) + span(b) / 2);
        b.a.wire_out.hold = false;
        b.step(1000);
        const auto &q = b.heard[b.peer];
        const auto acks = std::count_if(q.begin(), q.end(), [&](const Sent &s) {
            return s.h.opcode == OP_OPEN_ACK && s.h.rxid == BASE;
        });
        b.expect(acks == 4, std::to_string(acks) + " OPEN_ACKs, not 4");
    } },

    // A peer on record opens, and our OPEN_ACK can not leave.
    { "open.timer.recd.record", "a peer on record opens: OPEN_ACK again after OPEN_TMO",
      [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, SLOW);
        b.reach(S_CLOSED);
        b.step(300);
        b.a.wire_out.hold = true;
        b.life = OTHER;
        b.tx(OP_OPEN, 900, 0);
        b.step(SLOW + SLOW / 2);
        b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
        b.a.wire_out.hold = false;
        for (int i = 0; i < 2; i++) b.next(OP_OPEN_ACK, b.una, 900);
        b.quiet();
    } },
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.timer open.timer.recd
#include <algorithm>

#include "conform.h"
#include "steps.h"
#include "untouched.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t SILENCE = 99;

// The OPEN_ACK can not leave for more than three times OPEN_TMO.
void recd_again_and_again(Bench &b)
{
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
    b.heard.clear();
}

void counted_in_reopen(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_REOPEN);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "OPEN again");
    b.next(OP_OPEN, b.una - 1, 0);
    b.moved(TTP_CNT_TIMEOUT, 1, "it is a timeout");
}

// An OPEN of ours: the first one, one by the timer, one of a re-OPEN.
void open_again(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(s);
    uint64_t from = b.w.net.cycle;
    if (s == S_CLOSE_RECD) {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        from = b.next(OP_OPEN, b.una - 1, 0).cycle;
    }
    for (int i = 0; i < 2; i++) from = timed(b, OP_OPEN, from).cycle;
}

// A peer on record opens, and our OPEN_ACK can not leave.
void recd_again(Bench &b)
{
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
}

void third_peer(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.life = 0;
    b.host();
    const uint32_t s = b.next(OP_OPEN).h.txid;  // silence
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.step(300);
    b.in_state(OPEN_SENT, "afterwards");
    b.next(OP_OPEN, s, 0);
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

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

void silence(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, 2000);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.life = 0;
    b.host(2);
    uint32_t s = 0;
    for (int i = 0; i < 6; i++) s = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
    b.next(OP_PAYLOAD, s + 2, 0);
    b.moved(TTP_CNT_DEAD, 0, "silence is tolerated");
}

void open_sent(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.host();
    const Sent first = b.next(OP_OPEN);
    uint64_t from = first.cycle;
    for (int i = 0; i < 3; i++) {
        const Sent s = timed_next(b, OP_OPEN, &from, T);
        b.expect(s.h.txid == first.h.txid && s.h.epoch == first.h.epoch,
                 "the same OPEN of the same life");
    }
    b.in_state(OPEN_SENT, "afterwards");
    b.moved(TTP_CNT_TIMEOUT, 3, "three timeouts");
}

void reopen(Bench &b)
{
    b.life = 0;                                 // only to a stranger
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 10);
    b.connect();
    b.host(2);
    b.next(OP_PAYLOAD);
    b.next(OP_PAYLOAD);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const Sent first = b.next(OP_OPEN, b.una - 1, 0);
    uint64_t from = first.cycle;
    for (int i = 0; i < 3; i++)
        b.expect(timed_next(b, OP_OPEN, &from, T).h.epoch == b.own_life, "the same life");
    b.in_state(REOPEN_SENT, "afterwards");
}

void open_recd(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.reach(S_OPEN_RECD);
    b.step(T + T / 2);
    b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.step(2000);
    while (b.waiting(b.peer)) b.next(OP_OPEN_ACK, b.una, BASE);     // the timer may have come twice
    b.in_state(OPEN, "afterwards");
    b.moved(TTP_CNT_OPENED, 1, "opened once");
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
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_OPEN_RECD);
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
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

const Rows TIMER_ROWS(with_place("timer", {
    { "open.timer.OPEN_SENT", "OPEN again, same life, same TxID", open_sent },
    { "open.timer.OPEN_SENT.reopen", "re-OPEN again by timer, same life", reopen },
    { "open.timer.recd.OPEN_RECD", "OPEN_ACK again", open_recd,
      "the first OPEN_ACK is kept from leaving; both leave in the end" },
}));

const Rows ROWS_1([] {
    const auto reopen = [](Start s, bool x) { return [=](Bench &b) { open_again(b, s, x); }; };
    return std::vector<Row>{
        { "open.timer.CLOSE_RECD.over", "the next life out of CLOSE_RECD: again after OPEN_TMO",
          reopen(S_CLOSE_RECD, false) },
        { "open.timer.CLOSE_RECD.reopen", "re-OPEN out of CLOSE_RECD: the same",
          reopen(S_CLOSE_RECD, true) },
        { "open.timer.OPEN_SENT.record", "OPEN to a peer on record: again after OPEN_TMO",
          reopen(S_OPEN_SENT_REC, false) },
    };
}());

const Rows ROWS_2([] {
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
    const char *any = "whatever comes and means nothing: the timer goes on, and it is no round";
    const uint32_t open = TTP_REG_OPEN_TMO;
    return std::vector<Row>{
        { "open.timer.OPEN_SENT.reopen.untouched", any, still(S_REOPEN, true, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched", any, still(S_OPEN_SENT, false, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched.record", any,
          still(S_OPEN_SENT_REC, false, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched.stranger", any, still(S_OPEN_SENT, true, open, OP_OPEN) },
        { "open.timer.recd.OPEN_RECD.untouched", any,
          [](Bench &b) { untouched_recd(b, false); } },
        { "open.timer.recd.OPEN_RECD.untouched.stranger", any,
          [](Bench &b) { untouched_recd(b, true); } },
    };
}());

const Rows ROWS({
    { "open.timer.OPEN_SENT.full_set", "a full set of its: silence, NACK_NOLINK; OPEN goes on",
      third_peer },
    { "open.timer.OPEN_SENT.reopen.counted", "in re-OPEN: TIMEOUT counts it",
      counted_in_reopen },
    { "open.timer.OPEN_SENT.silence",
      "a set full at the reference: silence to OPEN is tolerated", silence },
    { "open.timer.reopen.acked", "OPEN again in time: an ACK does not put it off",
      [](Bench &b) { open_in_time(b, OP_ACK, 0); } },
    { "open.timer.reopen.full", "nor a NACK_FULL",
      [](Bench &b) { open_in_time(b, OP_NACK_FULL, 0); } },
    { "open.timer.reopen.nacked", "nor a NACK",
      [](Bench &b) { open_in_time(b, OP_NACK, 0); } },
    { "open.timer.reopen.retired", "nor one that retires all",
      [](Bench &b) { open_in_time(b, OP_ACK, 1); } },
    { "open.timer.recd.again", "OPEN_ACK every OPEN_TMO", recd_again_and_again },
    { "open.timer.recd.record", "a peer on record opens: OPEN_ACK again after OPEN_TMO",
      recd_again },
});

} // namespace

} // namespace conform

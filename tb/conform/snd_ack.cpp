// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.host snd.wait snd.window snd.ack snd.ack.order snd.ack.newer snd.ack.late snd.ignored
#include <algorithm>

#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

const Rows CELLS(rows_of({
    { "snd.ack.CLOSE_RECD", "retires", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, UNA, SAME, {}, CLOSE_RECD,
      LAST, UNA1 },
    { "snd.ack.OPEN", "retires", S_FLIGHT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN, LAST, UNA1 },
    { "snd.ack.newer.CLOSE_RECD", "illegal", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, SNT1, SAME, {},
      CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.newer.CLOSE_SENT", "of an ID never sent: illegal", S_CLOSE_SENT, KNOWN, OP_ACK, NIL,
      SNT9, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.newer.CLOSE_SENT.close", "of the ID that our CLOSE has used: illegal", S_CLOSE_SENT,
      KNOWN, OP_ACK, NIL, CLOSE_ID, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.newer.CLOSE_SENT.stranger", "of the ID that our CLOSE has used: illegal",
      S_CLOSE_SENT, STRANGER, OP_ACK, NIL, CLOSE_ID, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL,
      cause(TTP_IRQ_ILLEGAL) },
    { "snd.ack.newer.OPEN_SENT.reopen", "in re-OPEN: illegal", S_REOPEN, STRANGER, OP_ACK, NIL,
      SNT1, SAME, {}, REOPEN_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.late.CLOSE_RECD", "late, counted", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, UNA_M1, SAME,
      {}, CLOSE_RECD, LAST, UNA, LATE },
    { "snd.ack.late.CLOSE_SENT", "late, counted", S_CLOSE_SENT, KNOWN, OP_ACK, NIL, UNA_M1, SAME,
      {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.ack.late.CLOSE_SENT.stranger", "a stranger's: late, counted", S_CLOSE_SENT, STRANGER,
      OP_ACK, NIL, UNA_M1, SAME, {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.ack.late.OPEN_SENT.reopen", "in re-OPEN: late, counted", S_REOPEN, STRANGER, OP_ACK, NIL,
      UNA_M1, SAME, {}, REOPEN_SENT, LAST, UNA, LATE },
    { "snd.ignored.CLOSED.ack", "-", S_CLOSED, STRANGER, OP_ACK, NIL, SNT, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.ack_none", "-", S_NONE, KNOWN, OP_ACK, NIL, NEWS, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.nack", "-", S_CLOSED, STRANGER, OP_NACK, NIL, SNT, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.nack_full", "-", S_CLOSED, STRANGER, OP_NACK_FULL, NIL, SNT, SAME, {},
      CLOSED },
    { "snd.ignored.CLOSED.nack_full_none", "-", S_NONE, KNOWN, OP_NACK_FULL, NIL, NEWS, SAME, {},
      CLOSED },
    { "snd.ignored.CLOSED.nack_newer", "of an ID never sent: -", S_CLOSED, STRANGER, OP_NACK, NIL,
      SNT9, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.nack_none", "-", S_NONE, KNOWN, OP_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "snd.ignored.OPEN_RECD.ack", "-", S_OPEN_RECD, KNOWN, OP_ACK, NIL, UNA_M1, SAME, {}, OPEN },
    { "snd.ignored.OPEN_RECD.nack", "-", S_OPEN_RECD, KNOWN, OP_NACK, NIL, UNA, SAME, {}, OPEN },
    { "snd.ignored.OPEN_RECD.nack_full", "-", S_OPEN_RECD, KNOWN, OP_NACK_FULL, NIL, UNA_M1, SAME,
      {}, OPEN },
    { "snd.ignored.OPEN_RECD.nack_newer", "-", S_OPEN_RECD, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      OPEN },
    { "snd.ignored.OPEN_SENT.ack", "-", S_OPEN_SENT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "snd.ignored.OPEN_SENT.nack", "-", S_OPEN_SENT, KNOWN, OP_NACK, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "snd.ignored.OPEN_SENT.nack_full", "-", S_OPEN_SENT, KNOWN, OP_NACK_FULL, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "snd.ignored.OPEN_SENT.nack_newer", "-", S_OPEN_SENT, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      OPEN_SENT },
}));

const Rows PAYLOAD_FROM_THE_HOST_ROWS(with_place("payload from the host", {
    { "snd.host.OPEN", "PAYLOAD", [](Bench &b) {
        b.reach(S_OPEN);
        b.host_sends(b.una);
        b.rests_in(OPEN);
        b.moved(TTP_CNT_TX + OP_PAYLOAD, 1, "one PAYLOAD");
    } },

    { "snd.wait.CLOSE_RECD", "waits, then reopens", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.host();
        b.rests_in(CLOSE_RECD, "while it waits");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        const Sent open = b.next(OP_OPEN);
        b.expect(!newer(b.snt, open.h.txid) && open.h.epoch != b.own_life, "a new life, IDs go on");
        b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    } },

    { "snd.wait.CLOSE_SENT", "waits, then reopens", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.host();
        b.rests_in(CLOSE_SENT, "while it waits");
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
        const Sent open = b.next(OP_OPEN);
        b.expect(open.h.txid + 1 == b.close_id, "IDs go on, the CLOSE has used none");
        b.expect(open.h.epoch != b.own_life, "a new life");
        b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    } },

    { "snd.wait.OPEN_SENT", "waits", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        b.host();
        b.rests_in(OPEN_SENT);
        b.expect(b.rec()[6] == 3, "three payloads wait");
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 3);
    } },
}));

const Rows ROWS({
    { "snd.host.aside", "new payloads go while an OPEN is set aside", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.life = OTHER;
        b.opens(70000, b.una);
        b.host(2);
        b.payloads(b.una, 2);
    } },

    // Some of what is in flight has retired when the host comes with more.
    { "snd.host.partly", "a new payload goes while older ones are in flight", [](Bench &b) {
        b.flight(3);
        b.tx(OP_ACK, 0, b.una);
        b.quiet();
        b.host_sends(b.snt + 1);
    } },

    // The peer's CLOSE_ACK ends the link while our CLOSE_ACK is due.
    { "snd.wait.CLOSE_RECD.ack", "opens afresh when a CLOSE_ACK ends the link", [](Bench &b) {
        b.mac();                                // there the timer comes later than a frame
        b.reach(S_CLOSE_RECD);
        b.host();
        b.quiet();
        b.tx(OP_ACK, 0, b.snt);
        b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
        b.step(3000 + b.links());
        b.expect(heard_op(b, OP_OPEN), "the payload that waits opens the next life");
    } },

    { "snd.wait.CLOSE_SENT.stranger", "payloads for a stranger wait", [](Bench &b) {
        b.life = 0;
        const uint32_t una = b.opens(BASE).h.txid;
        b.we_close(una, BASE);
        b.host();
        b.rests_in(CLOSE_SENT, "no re-OPEN in CLOSE_SENT");
    } },

    // What a link may hold is full: new payloads stall, and go on as it retires.
    { "snd.window.link", "link full: new payloads stall, go on as it retires", [](Bench &b) {
        b.set(TTP_REG_CELL_LIMIT, 48);
        b.connect();
        b.host(9, 1024);
        b.payloads(b.una, 3);
        b.quiet();
        for (uint32_t i = 0; i < 6; i++) {
            b.tx(OP_ACK, 0, b.una + i);
            b.next(OP_PAYLOAD, b.una + 3 + i, 0);
            b.quiet(100);
        }
    } },

    { "snd.window.memory",
      "the SRAM is the window: full, new payloads stall; they go on as it retires", [](Bench &b) {
        b.connect();
        const uint32_t room = std::min(b.size().tx_cells / 16, b.size().tx_pkts);
        const uint32_t n = room + room / 4;
        b.host(n, 1024);
        b.w.run(100000, [&] { return b.waiting(b.peer) == room; }, "a full SRAM");
        b.step(3000);
        b.expect(b.waiting(b.peer) == room, "new payloads stall");
        b.tx(OP_ACK, 0, b.una + room / 2);
        b.w.run(100000, [&] { return b.waiting(b.peer) == n; }, "the rest");
    } },

    // One cell is taken: the second payload of 16 would be the 33rd.
    { "snd.window.odd", "a link never holds more than CELL_LIMIT", [](Bench &b) {
        b.mac();
        b.connect();
        b.set(TTP_REG_CELL_LIMIT, 32);
        b.host(1, 40);
        b.host(2, 1024);
        b.payloads(b.una, 2);
        b.quiet();
        b.tx(OP_ACK, 0, b.una);
        b.next(OP_PAYLOAD, b.una + 2, 0);
    } },

    { "snd.ack.older", "ACK retires its RxID and every older ID", [](Bench &b) {
        b.flight(5);
        b.tx(OP_ACK, 0, b.una + 2);
        b.quiet();
        una_is(b, b.una + 3);
        b.moved(TTP_CNT_RETIRED, 3, "that ID and every older one");
        b.tx(OP_ACK, 0, b.snt);
        b.quiet();
        b.moved(TTP_CNT_RETIRED, 5, "all");
        b.expect(b.w.all_free(b.a), "all memory is free");
    } },

    { "snd.ack.replay", "an ACK beyond what a replay has reached retires it", [](Bench &b) {
        stop_replay(b);
        b.tx(OP_ACK, 0, b.snt);
        b.step(600);
        b.expect(b.rec()[2] == b.snt + 1, "the one named and every older one retire");
        replay_goes_on(b);
        b.heard.clear();                        // what was on its way
        b.moved(TTP_CNT_RETIRED, MANY, "all");
        b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
    } },

    { "snd.ack.order", "payloads retire oldest first, as the completions say", [](Bench &b) {
        b.set(TTP_REG_CPL_CTRL, 1);
        b.flight(4);
        b.tx(OP_ACK, 0, b.una + 1);
        b.wait_completion(CPL_RETIRED, 2000);
        b.step(200);
        b.expect(b.ok() && b.cpl.back().first_id == b.una && b.cpl.back().count == 2,
                 "the two oldest");
        b.tx(OP_ACK, 0, b.snt);
        b.step(400);
        b.expect(b.ok() && b.cpl.back().first_id == b.una + 2 && b.cpl.back().count == 2,
                 "then the next");
    } },

    // More retires while the payloads of the first ACK are being freed.
    { "snd.ack.order.growing", "ACKs in a row: the completions name each payload, in order",
      [](Bench &b) {
        constexpr uint32_t N = 60, FIRST = 40;
        b.set(TTP_REG_CPL_CTRL, 1);
        b.flight(N);
        const size_t seen = b.cpl.size();
        for (uint32_t n = FIRST; n <= N; n += 4) b.tx(OP_ACK, 0, b.una + n - 1);
        b.step(2000);
        uint32_t id = b.una;
        for (size_t i = seen; i < b.cpl.size(); i++) {
            const std::string first = std::to_string(b.cpl[i].first_id);
            b.expect(b.cpl[i].kind == CPL_RETIRED && b.cpl[i].first_id == id,
                     "a completion from " + first + ", not from " + std::to_string(id));
            id += b.cpl[i].count;
        }
        b.expect(id == b.una + N, "all of them");
    } },

    // The completions of 40 that one ACK retires name each once, in order.
    { "snd.ack.order.many", "40 at once: the completions name each, in order", [](Bench &b) {
        constexpr uint32_t N = 40;
        b.set(TTP_REG_CPL_CTRL, 1);
        b.flight(N);
        const size_t seen = b.cpl.size();
        b.tx(OP_ACK, 0, b.snt);
        uint32_t id = b.una;
        b.step(1000);
        for (size_t i = seen; i < b.cpl.size(); i++) {
            b.expect(b.cpl[i].kind == CPL_RETIRED && b.cpl[i].first_id == id, "the next ones");
            id += b.cpl[i].count;
        }
        b.expect(id == b.una + N, "all of them");
    } },

    { "snd.ack.newer", "ACK newer than snt: ignored, illegal", [](Bench &b) {
        b.flight(3);
        for (uint32_t n : { 1u, 2u, 70000u, 0x7ffffff0u }) b.tx(OP_ACK, 0, b.snt + n);
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 4, "illegal");
        b.moved(TTP_CNT_RETIRED, 0, "ignored");
        b.expect(b.causes() == cause(TTP_IRQ_ILLEGAL), "its cause alone");
        una_is(b, b.una);
    } },

    { "snd.ack.late", "ACK older than una: own counter, no interrupt", [](Bench &b) {
        b.flight(3);
        for (uint32_t n : { 1u, 2u, 70000u, 0x7fffff00u }) b.tx(OP_ACK, 0, b.una - n);
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 4, "late");
        b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
        b.expect(b.causes() == 0, "no interrupt");
        una_is(b, b.una);
    } },

    { "snd.ack.late.paused", "a late ACK leaves the back-off alone", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 2 * span(b));
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_ACK, 0, b.una - 1);
        b.quiet(T);
        b.moved(TTP_CNT_LATE_ACK, 1, "late");
        b.next_within(2 * span(b), OP_PAYLOAD, b.una, 0);
        b.next(OP_PAYLOAD, b.una + 1, 0);
    } },

    { "snd.ignored.OPEN_SENT.nack_full.timer", "it does not touch the timer",
      with(full_for_nothing, S_OPEN_SENT, OP_OPEN) },
});

} // namespace

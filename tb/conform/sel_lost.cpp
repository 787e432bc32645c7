// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.advice sel.number sel.lost sel.first sel.reorder
#include "sel_steps.h"

using namespace conform;

namespace {

// Five sends, all acknowledged; a distance of two is learnt.
void learns_two(Bench &b, const Script &between = {})
{
    distance(b, 0, 8);
    agreed(b);
    goes_on_as(b, 3);
    b.inject(mapped(b, b.una, 1 << 1, 3));      // 0 and 1 look lost
    sent(b, 0, 4);
    sent(b, 1, 5);
    b.tx(OP_ACK, 1, b.una);                     // two late
    b.quiet(200);
    if (between) between(b);
    b.tx(OP_ACK, 5, b.una + 2);                 // a round trip
    b.una += 3;
    b.quiet(200);
}

const Rows ROWS({
    { "sel.advice.full", "after a NACK_FULL what is held is not sent again", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 3000);
        agreed(b);
        goes_on_as(b, 4);
        b.inject(mapped(b, b.una, 1 << 1, 3));
        sent(b, 0, 5);
        sent(b, 1, 6);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.inject(mapped(b, b.una + 1, 1, 0));   // retires, and the pause goes on
        b.quiet(2000);
        b.step(1000);
        sent(b, 1, 7);
        sent(b, 3, 8);                          // 2 is held
        b.quiet();
    } },

    { "sel.advice.oldest", "... but the oldest: what acknowledged it was lost", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        distance(b, 60);
        agreed(b);
        goes_on_as(b, 4);
        b.inject(mapped(b, b.una, 3, 3));       // 1 and 2 are held
        b.tx(OP_ACK, 1, b.una);                 // within the run
        b.quiet(T - 200);
        b.step(400);
        sent(b, 1, 5);
        sent(b, 3, 6);
        b.quiet(T - 400);
    } },

    { "sel.advice.timeout", "after a timeout what is held is not sent again", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        distance(b, 60);
        agreed(b);
        goes_on_as(b, 4);
        b.inject(mapped(b, b.una, 1 << 1, 3));
        b.quiet(T - 200);
        b.step(400);
        for (uint32_t at : { 0u, 1u, 3u }) {
            const Sent s = b.next(OP_PAYLOAD);
            b.expect(s.h.txid == b.una + at, "what is not held");
        }
        b.quiet();
        b.expect(b.rounds() == 1, "a round");
        counted(b, TTP_CNT_LOST_ALL, 1, "times that all is lost");
        b.inject(mapped(b, b.una, 1 | 1 << 1));
        b.quiet(400);                           // a MAC tells of all that came in 256 cycles
        b.expect(b.rounds() == 0, "a new mark clears the count");
    } },

    { "sel.number.never", "a number that was never sent says nothing", [](Bench &b) {
        agreed(b);
        goes_as(b, 3);
        b.tx(OP_ACK, 50, b.una);
        b.quiet();
        b.moved(TTP_CNT_REPLAY, 0, "nothing is lost");
    } },

    { "sel.number.wrap", "the number after the last one is 1", [](Bench &b) {
        agreed(b);
        ttp_select_link *x = const_cast<ttp_select_link *>(b.w.end().select(b.peer));
        x->number = x->known = x->gone = 0xfffffffeu;
        b.host(3);
        sent(b, 0, 0xffffffff);
        sent(b, 1, 1);
        sent(b, 2, 2);
        b.inject(mapped(b, b.una, 2, 2));
        sent(b, 0, 3);
        sent(b, 1, 4);
    } },

    { "sel.lost.ack", "an ACK may show it by its number", [](Bench &b) {
        agreed(b);
        goes_on_as(b, 3);
        b.tx(OP_ACK, 3, b.una);                 // it names the third send
        sent(b, 1, 4);
        b.quiet();
    } },

    // As behind a loss at full speed: with each answer there is another number to judge.
    { "sel.lost.busy", "... while the answers still come", [](Bench &b) {
        constexpr uint32_t N = 60;
        agreed(b);
        goes_on_as(b, N);
        const uint64_t from = b.w.net.cycle;
        for (uint32_t i = 2; i <= N; i++) {     // the first is missing
            b.inject(mapped(b, b.una, (1ull << (i - 1)) - 1, i));
            b.step(16);
        }
        const uint64_t to = b.w.net.cycle, again = b.next(OP_PAYLOAD, b.una, N + 1).cycle;
        b.expect(again - from < (to - from) / 4, "before a quarter of them was heard");
        b.quiet();
        counted(b, TTP_CNT_LOST, 1, "lost by number");
    } },

    { "sel.lost.retired", "nothing that was acknowledged", [](Bench &b) {
        agreed(b);
        for (uint32_t i = 1; i <= 12; i++) {
            goes_as(b, 1, i);
            b.tx(OP_ACK, i, b.una++);
        }
        b.quiet(300);
        b.moved(TTP_CNT_REPLAY, 0, "replays");
        counted(b, TTP_CNT_LOST, 0, "lost by number");
    } },

    { "sel.lost.distance", "... by more than the reorder distance", [](Bench &b) {
        distance(b, 2);
        agreed(b);
        goes_on_as(b, 5);
        b.inject(mapped(b, b.una, 2, 3));
        b.quiet();
        b.inject(mapped(b, b.una, 2 | 4, 4));   // three sends later than 0, two later than 1
        sent(b, 0, 6);
        b.quiet();
    } },

    { "sel.lost.map", "what was sent before something that has arrived is lost", [](Bench &b) {
        agreed(b);
        goes_on_as(b, 6);
        b.inject(mapped(b, b.una, 1, 2));       // 1 is held
        sent(b, 0, 7);
        b.quiet();
        b.inject(mapped(b, b.una, 1 | 1 << 3, 5));  // 4 is: 2 and 3 are lost, 0 is on its way again
        sent(b, 2, 8);
        sent(b, 3, 9);
        b.quiet();
        b.inject(mapped(b, b.una, 1 | 1 << 1 | 1 << 3, 8));  // the send after that of 0: lost again
        sent(b, 0, 10);
        sent(b, 5, 11);
        b.quiet();
        b.moved(TTP_CNT_REPLAY, 5, "replays");
        counted(b, TTP_CNT_LOST, 5, "lost by number");
        counted(b, TTP_CNT_LOST_ALL, 0, "times that all is lost");
        b.moved(TTP_CNT_LATE_ACK, 0, "a map of what is in flight is not late");
    } },

    { "sel.first.lost", "lost ones go before new ones, oldest first", first_sends },

    { "sel.reorder.learn", "a send heard of late raises the distance", [](Bench &b) {
        distance(b, 0, 3);
        agreed(b);
        goes_on_as(b, 6);
        b.inject(mapped(b, b.una, 1 << 1, 3));  // 0 and 1 look lost
        sent(b, 0, 7);
        sent(b, 1, 8);
        b.inject(mapped(b, b.una, 3, 2));       // 1 was behind by one
        b.quiet();
        b.inject(mapped(b, b.una, 3 | 1 << 3, 5));  // one send later than the fourth
        b.quiet();                              // a distance of 1
        b.tx(OP_ACK, 1, b.una);                 // four late: the limit is 3
        b.quiet();
        b.inject(mapped(b, b.una + 3, 1, 7));   // three later than the fourth
        b.quiet();
        b.inject(mapped(b, b.una + 3, 1, 8));   // four
        sent(b, 3, 9);
        b.quiet();
    } },

    { "sel.reorder.kept", "the distance stays when nothing is in flight", [](Bench &b) {
        learns_two(b);
        goes_as(b, 4, 6);
        b.inject(mapped(b, b.una, 1 << 1, 8));  // two later than the first
        b.quiet();
        b.inject(mapped(b, b.una, 1 << 1, 9));  // three
        sent(b, 0, 10);
        b.quiet();
    } },

    { "sel.reorder.shown", "the registers show it from the next round trip on", [](Bench &b) {
        b.mac();
        learns_two(b, [](Bench &c) {
            const Path p = path(c);
            c.expect(p.rtt && !p.distance, "a round trip, and none since it was learned");
        });
        b.expect(path(b).distance == 2, "two");
        const Sent open = (goes_as(b, 1, 6), b.has_no_link(b.una));
        no_path(b, "in the next life");
        b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, 200));
    } },

    { "sel.reorder.far", "... however late", [](Bench &b) {
        constexpr uint32_t LATE = 59;
        b.mac();
        distance(b, 0, 100);
        agreed(b);
        goes_on_as(b, LATE + 1);
        b.inject(mapped(b, b.una, uint64_t{ 1 } << (LATE - 1), LATE + 1));
        // All but the last look lost.
        for (uint32_t i = 0; i < LATE; i++) sent(b, i, LATE + 2 + i);
        b.tx(OP_ACK, 1, b.una);
        b.quiet(200);
        b.tx(OP_ACK, 2 * LATE + 1, b.una + LATE);
        b.una += LATE + 1;
        b.quiet(200);
        b.expect(path(b).distance == LATE, "so late");
    } },

    { "sel.reorder.life", "... and ends with the life", [](Bench &b) {
        learns_two(b);
        goes_as(b, 3, 6);
        const Sent open = b.has_no_link(b.una);
        b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, 200));
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 1 + i);
        b.inject(mapped(b, b.una, 1 << 1, 3));
        sent(b, 0, 4);
        sent(b, 1, 5);
        b.quiet();
    } },

    { "sel.reorder.marked", "nothing is learned from one that was known to have arrived",
      [](Bench &b) {
        distance(b, 0, 3);
        agreed(b);
        goes_as(b, 6);
        b.inject(mapped(b, b.una, 2, 5));       // 2 is held, 0, 1 and 3 look lost
        sent(b, 0, 7);
        sent(b, 1, 8);
        sent(b, 3, 9);
        b.inject(mapped(b, b.una, 2, 3));       // its own send, late
        b.quiet();
        b.inject(mapped(b, b.una, 2, 6));       // the distance is 0 still
        sent(b, 4, 10);
    } },
});

} // namespace

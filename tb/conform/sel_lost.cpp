// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.advice sel.number sel.lost sel.first sel.reorder sel.tail sel.base sel.rto sel.delay
#include "sel_steps.h"

using namespace conform;

namespace {

using Config = ttp_select_config;

// The payload comes once more, two round trips after what was heard last.
void probe(Bench &b, uint32_t at, uint32_t number)
{
    const uint64_t from = b.w.net.cycle;
    b.quiet(800);
    b.expect(b.next(OP_PAYLOAD, b.una + at, number).cycle - from < 1200, "in two round trips");
}

const Rows ROWS({
    { "sel.advice.full", "after a NACK_FULL what is held is not sent again", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 3000);
        agreed(b);
        goes_on_as(b, 4);
        b.inject(mapped(b, b.una, 1 << 1, 0));
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

    { "sel.advice.timeout", "after a timeout what is held is not sent again", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.reorder = 60; });
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
        b.inject(mapped(b, b.una, 1 | 1 << 1));
        b.quiet(100);
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
        const_cast<ttp_select_link *>(b.w.end().select(b.peer))->number = 0xfffffffeu;
        const_cast<ttp_select_link *>(b.w.end().select(b.peer))->known = 0xfffffffeu;
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

    { "sel.lost.distance", "... by more than the reorder distance", [](Bench &b) {
        agreed(b, [](Config &c) { c.reorder = 2; });
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
        b.moved(TTP_CNT_LATE_ACK, 0, "a map of what is in flight is not late");
    } },

    { "sel.first.lost", "lost ones go before new ones, oldest first", first_sends },

    { "sel.reorder.learn", "a send heard of late raises the distance", [](Bench &b) {
        agreed(b, [](Config &c) { c.learn = true, c.reorder_max = 3; });
        goes_on_as(b, 6);
        b.inject(mapped(b, b.una, 1 << 1, 3));  // 0 and 1 look lost
        sent(b, 0, 7);
        sent(b, 1, 8);
        b.inject(mapped(b, b.una, 3, 2));       // 1 was behind by one
        b.quiet();
        b.expect(b.w.end().select(b.peer)->reorder == 1, "a distance of 1");
        b.inject(mapped(b, b.una, 3 | 1 << 3, 5));  // one send later than the fourth
        b.quiet();
        b.tx(OP_ACK, 1, b.una);                 // four late: the limit is 3
        b.step(20);
        b.expect(b.w.end().select(b.peer)->reorder == 3, "learned from an ACK");
    } },

    { "sel.reorder.marked", "nothing is learned from one that was known to have arrived",
      [](Bench &b) {
        agreed(b, [](auto &c) { c.learn = true, c.reorder_max = 3; });
        goes_as(b, 6);
        b.inject(mapped(b, b.una, 2, 5));       // 2 is held, 0, 1 and 3 look lost
        sent(b, 0, 7);
        sent(b, 1, 8);
        sent(b, 3, 9);
        b.inject(mapped(b, b.una, 2, 3));       // its own send, late
        b.quiet();
        b.expect(select_state(b).reorder == 0, "it was known to have arrived");
    } },

    { "sel.tail.gap", "its answer shows each gap before it, whatever the distance", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.probe = true, c.reorder = 8; });
        sample(b, 1, 500);
        b.host(3);
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 2 + i);
        probe(b, 2, 5);
        b.inject(mapped(b, b.una, 2, 5));
        sent(b, 0, 6);                          // within the distance, and lost all the same
        sent(b, 1, 7);
        probe(b, 1, 8);
        b.inject(mapped(b, b.una + 1, 1, 8));   // the payload of the probe is not lost
        b.tx(OP_ACK, 0, b.una + 2);
        b.host(2);
        sent(b, 3, 9);
        sent(b, 4, 10);
        probe(b, 4, 11);
        b.tx(OP_ACK, 9, b.una + 3);             // news, but not of the probe
        probe(b, 4, 12);
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
    } },

    { "sel.tail.pause", "no probe in a back-off", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        b.set(TTP_REG_BACKOFF, 3000);
        agreed(b, [](auto &c) { c.probe = true; });
        sample(b, 1, 500);
        goes_as(b, 2, 2);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet(2900);
        b.step(200);
        sent(b, 0, 4);
        sent(b, 1, 5);
        b.expect(b.w.end().probes == 0, "no probe");
    } },

    { "sel.tail.probe", "the newest once more after two round trips", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.probe = true; });
        sample(b, 1, 500);
        b.host(3);
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 2 + i);
        b.inject(mapped(b, b.una, 2, 0));       // the newest but one is the newest unmarked
        sent(b, 0, 5);
        sent(b, 1, 6);
        b.quiet(900);
        b.step(250);
        sent(b, 1, 7);                          // two round trips: the probe
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
        b.quiet(1850);
        b.step(400);
        sent(b, 1, 8);                          // again, after twice the time
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
        b.quiet(T - 400);
        b.step(600);
        sent(b, 0, 9);                          // four times were longer than TIMEOUT
        sent(b, 1, 10);
        b.moved(TTP_CNT_TIMEOUT, 1, "a round");
        b.quiet(100);
    } },

    { "sel.base.shortest", "the shortest round trip is never longer", [](Bench &b) {
        agreed(b, [](Config &c) { c.base_rtt = 500; });
        const ttp_select_link *x = b.w.end().select(b.peer);
        sample(b, 1, 900);
        b.expect(x->rtt_min == 500, "longer than it");
        sample(b, 2, 300);
        b.expect(x->rtt_min < 350, "shorter");
    } },

    { "sel.rto.longest", "never longer than TIMEOUT", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](auto &c) { c.measured = true, c.rto_min = 10; });
        sample(b, 1, 3000);
        b.host();
        sent(b, 0, 2);
        b.quiet(T - 200);
        b.step(400);
        b.expect(b.waiting(b.peer) == 1, "in time");
        sent(b, 0, 3);
    } },

    { "sel.rto.measured", "the timer follows the round trip, and doubles", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.measured = true, c.rto_min = 10; });
        sample(b, 1, 300);
        b.host();
        b.next(OP_PAYLOAD, b.una, 2);
        b.quiet(850);
        b.step(200);
        b.next(OP_PAYLOAD, b.una, 3);           // three round trips after one sample
        b.quiet(1650);
        b.step(400);
        b.next(OP_PAYLOAD, b.una, 4);           // twice as long
        b.tx(OP_ACK, 4, b.una++);
        b.step(20);
        for (uint32_t n = 5; n < 12; n++) sample(b, n, n < 8 ? 300 : 200);
        const ttp_select_link *x = b.w.end().select(b.peer);
        b.expect(x->srtt8 / 8 > 200 && x->srtt8 / 8 < 320, "the smoothed round trip");
        b.expect(x->rtt_min >= 200 && x->rtt_min < 220, "the shortest one");
    } },

    { "sel.delay.window", "the window follows the delay", [](Bench &b) {
        agreed(b, [](Config &c) { c.delay = 100; });
        const ttp_select_link *x = b.w.end().select(b.peer);
        b.expect(x->window == 8, "at first");
        sample(b, 1, 200);
        b.expect(x->window == 32, "four times");
        sample(b, 2, 2000);
        b.expect(x->window == 16, "half");
        sample(b, 3, 200);
        b.expect(x->window == 19, "one more, and a sixth for a third of the target unused");
        for (uint32_t n = 4; n < 10; n++) sample(b, n, 2000);
        b.expect(x->window == 1, "never none");
        b.host(3);
        b.next(OP_PAYLOAD, b.una, 10);
        b.quiet();
        b.tx(OP_ACK, 10, b.una);
        b.next(OP_PAYLOAD);
    } },
});

} // namespace

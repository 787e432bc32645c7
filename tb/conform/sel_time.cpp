// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.first sel.rtt sel.tail sel.base sel.rto sel.delay sel.delay.less sel.delay.more sel.idle
#include "sel_steps.h"

using namespace conform;

namespace {

using Config = ttp_select_config;

constexpr uint32_t TRIP = 500;      // without queues

// The payload comes once more, two round trips after what was heard last.
void probe(Bench &b, uint32_t at, uint32_t number)
{
    const uint64_t from = b.w.net.cycle;
    b.quiet(800);
    b.expect(b.next(OP_PAYLOAD, b.una + at, number).cycle - from < 1200, "in two round trips");
}

// n payloads leave as sends from `first` on, and each is answered a round trip later.
void answered(Bench &b, uint32_t first, uint32_t n, uint32_t rtt)
{
    goes_as(b, n, first);
    b.step(rtt);
    for (uint32_t i = 0; i < n; i++) b.tx(OP_ACK, first + i, b.una++);
    b.step(n + 2);                          // one a cycle
}

void delayed(Bench &b, uint32_t delay)
{
    agreed(b, [&](Config &c) { c.delay = delay, c.base_rtt = TRIP; });
}

// The first round sets the window, within a payload or two: an ACK a cycle comes in.
void first_round(Bench &b, uint32_t queue, uint32_t window)
{
    b.expect(select_state(b).window == 8, "8 at first");
    answered(b, 1, 8, TRIP + queue);
    const uint32_t w = select_state(b).window;
    b.expect(w <= window && w + 2 >= window, "the window of the first round");
}

// A window of 256, and so many payloads on the way as sends from 9 on. The first of them is
// answered so late.
void on_the_way(Bench &b, uint32_t delay, uint32_t n, uint32_t queue)
{
    delayed(b, delay);
    first_round(b, 0, 256);
    goes_as(b, n, 9);
    b.step(TRIP + queue);
    b.tx(OP_ACK, 9, b.una++);
    b.step(2);
}

// 20 on the way, of which all but three were lost: the window has become 2, and sends 30 to 32 are
// what else is on the way.
void lossy(Bench &b)
{
    on_the_way(b, 200, 20, 0);
    b.host();
    b.next(OP_PAYLOAD, b.una + 19, 29);
    b.step(1000);
    b.inject(mapped(b, b.una, 1 << 2, 13));     // the payload of send 13 is held: 10 to 12 are lost
    for (uint32_t i = 0; i < 3; i++) sent(b, i, 30 + i);
    b.inject(mapped(b, b.una, 1 << 2 | 1 << 18, 29));
    b.step(2);
    b.expect(select_state(b).window == 2, "as many as were answered");
}

// The first send is not answered: the probe comes between then and later, and is no round.
void first_probe(Bench &b, uint32_t then, uint32_t later)
{
    sent(b, 0, 1);
    b.quiet(then);
    b.step(later - then);
    sent(b, 0, 2);
    b.moved(TTP_CNT_TIMEOUT, 0, "no round");
}

const Rows ROWS({
    { "sel.tail.gap", "its answer shows each gap before it, whatever the distance", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.probe = true, c.reorder = 8; });
        sample(b, 1, 500);
        b.host(3);
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 2 + i);
        probe(b, 2, 5);
        b.step(500);
        b.inject(mapped(b, b.una, 2, 5));
        sent(b, 0, 6);                          // within the distance, and lost all the same
        sent(b, 1, 7);
        probe(b, 1, 8);
        b.step(500);
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


    { "sel.rtt.newest", "an answer to an older send of a payload says nothing", [](Bench &b) {
        agreed(b);
        sample(b, 1, TRIP);
        goes_as(b, 2, 2);
        b.step(TRIP);
        b.inject(mapped(b, b.una, 1, 3));
        sent(b, 0, 4);
        const uint32_t was = select_state(b).srtt8;
        b.step(4 * TRIP);
        b.inject(mapped(b, b.una, 1, 2));
        b.quiet();
        b.expect(select_state(b).srtt8 == was, "the older send");
        b.tx(OP_ACK, 4, b.una + 1);
        b.quiet();
        b.expect(select_state(b).srtt8 > was, "the newest one");
    } },

    { "sel.rtt.each", "each answer moves it by an eighth", [](Bench &b) {
        agreed(b);
        answered(b, 1, 1, TRIP);
        const uint32_t was = select_state(b).srtt8;
        answered(b, 2, 4, 2 * TRIP);
        const uint32_t now = select_state(b).srtt8;
        // 1000 - 500 x (7/8)^4 = 707
        b.expect(was / 8 <= TRIP + 4 && now / 8 >= 700 && now / 8 <= 714, "after four");
        const uint32_t dev = select_state(b).dev4 / 4;      // 250, 312, 344, 354, 349
        b.expect(dev >= 343 && dev <= 355, "the deviation by a quarter");
        answered(b, 6, 1, TRIP);                // 207 less than 707: 313
        const uint32_t then = select_state(b).dev4 / 4;
        b.expect(then >= 305 && then <= 321, "... whatever the sign");
    } },

    { "sel.tail.first", "before the first answer twice the time that our OPEN took", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        switch_on(b, [](Config &c) { c.probe = true; });
        const Sent open = b.host_opens();
        b.step(700);
        b.una = open.h.txid + 1;
        b.last = BASE;
        b.inject(offering(b, OP_OPEN_ACK, BASE + 1, open.h.txid, 200));
        first_probe(b, 1300, 1550);
    } },

    { "sel.tail.asked", "the peer has opened: eight BASE_RTT", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.probe = true, c.base_rtt = 200; });
        b.host();
        first_probe(b, 1500, 1800);
    } },

    { "sel.tail.unknown", "no probe before the first answer if no time is known", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b, [](Config &c) { c.probe = true; });
        b.host();
        sent(b, 0, 1);
        b.quiet(T - 200);
        b.step(400);
        sent(b, 0, 2);
        b.moved(TTP_CNT_TIMEOUT, 1, "a round");
    } },

    { "sel.delay.first", "the first round sets the window", [](Bench &b) {
        delayed(b, 400);
        first_round(b, 200, 20);                // 8 x 500 / 200
    } },

    { "sel.delay.few", "... not below 8", [](Bench &b) {
        delayed(b, 400);
        first_round(b, 790, 8);
    } },

    { "sel.delay.free", "... and without a queue to all", [](Bench &b) {
        delayed(b, 400);
        first_round(b, 0, 256);
    } },

    { "sel.delay.holds", "no more are on the way", [](Bench &b) {
        delayed(b, 400);
        b.host(10);
        for (uint32_t i = 0; i < 8; i++) sent(b, i, 1 + i);
        b.quiet();
        b.tx(OP_ACK, 1, b.una);
        sent(b, 8, 9);
        b.quiet();
    } },

    { "sel.delay.more.half", "by one and a half while nothing waits", [](Bench &b) {
        delayed(b, 400);
        first_round(b, 200, 20);
        const uint32_t w = select_state(b).window;
        answered(b, 9, 1, TRIP);
        b.expect(select_state(b).window == w + 1 + w / 2, "half as many more");
    } },

    { "sel.delay.more.near", "by less near to what is fine, which is twice the delay here",
      [](Bench &b) {
        delayed(b, 400);
        first_round(b, 200, 20);
        const uint32_t w = select_state(b).window;
        answered(b, 9, 1, TRIP + 600);          // 200 of 800 are left: a quarter
        b.expect(select_state(b).window == w + 1 + w / 4 - (w % 4 == 0), "a quarter, or just less");
        answered(b, 10, 1, TRIP + 795);
        b.expect(select_state(b).window == w + 2 + w / 4 - (w % 4 == 0), "one");
    } },

    { "sel.delay.less.ratio", "from what was on the way, by the ratio of round trips",
      [](Bench &b) {
        on_the_way(b, 400, 100, 700);
        b.expect(select_state(b).window == 74, "100 x 900 / 1202");
    } },

    { "sel.delay.less.half", "at most to half, and never to none", [](Bench &b) {
        on_the_way(b, 400, 100, 3000);
        b.expect(select_state(b).window == 50, "half");
        for (uint32_t i = 0; i < 99; i++) b.tx(OP_ACK, 10 + i, b.una++);
        b.step(100);
        for (uint32_t n = 109; n < 116; n++) answered(b, n, 1, 5000);
        b.expect(select_state(b).window == 1, "one");
    } },

    { "sel.delay.less.drains", "what was sent before a cut does not count", [](Bench &b) {
        on_the_way(b, 400, 100, 3000);
        b.host(3);                              // does not fit
        for (uint32_t i = 0; i < 99; i++) b.tx(OP_ACK, 10 + i, b.una++);
        b.step(100);
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 109 + i);
        b.expect(select_state(b).window == 50, "the others of the round");
        b.step(TRIP);
        for (uint32_t i = 0; i < 2; i++) b.tx(OP_ACK, 109 + i, b.una++);
        b.step(3);
        b.expect(select_state(b).window == 50, "the round has just begun");
        b.tx(OP_ACK, 111, b.una++);
        b.step(2);
        b.expect(select_state(b).window == 76, "the sends after it");
    } },

    { "sel.delay.less.lossy", "after a loss no more than were answered", [](Bench &b) {
        lossy(b);
    } },

    { "sel.first.window", "lost ones wait for the window", [](Bench &b) {
        lossy(b);
        b.quiet();                              // 3 are on the way
        b.tx(OP_ACK, 30, b.una++);
        b.quiet();
        b.tx(OP_ACK, 31, b.una++);
        sent(b, 2, 33);                         // what went as send 14
        b.quiet();
    } },

    { "sel.first.probe", "... but for a probe", [](Bench &b) {
        b.w.end().cfg.select.probe = true;
        lossy(b);
        b.quiet(700);
        b.step(1200);
        sent(b, 4, 33);                         // the oldest that is lost, and only that
        b.quiet(100);
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
    } },

    { "sel.delay.less.kept", "... but if the queue is short", [](Bench &b) {
        on_the_way(b, 200, 20, 0);
        b.host();
        b.next(OP_PAYLOAD, b.una + 19, 29);
        b.step(TRIP);
        b.inject(mapped(b, b.una, 1 << 2, 13));
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 30 + i);
        b.inject(mapped(b, b.una, 1 << 2 | 1 << 18, 29));
        b.step(2);
        b.expect(select_state(b).window >= 10, "half at least");
    } },

    { "sel.idle.again", "8 again after four round trips without anything in flight", [](Bench &b) {
        delayed(b, 400);
        first_round(b, 0, 256);
        b.step(4 * TRIP - 100);
        answered(b, 9, 1, TRIP);
        b.expect(select_state(b).window == 256, "a short while");
        b.step(4 * TRIP + 50);
        b.host();
        b.next(OP_PAYLOAD, b.una, 10);
        b.expect(select_state(b).window == 8, "a long one");
    } },

    { "sel.idle.first", "a first round after one, and 8 at least", [](Bench &b) {
        on_the_way(b, 400, 8, 3000);
        for (uint32_t i = 0; i < 7; i++) b.tx(OP_ACK, 10 + i, b.una++);
        b.step(20);
        answered(b, 17, 1, 5000);
        b.expect(select_state(b).window == 2, "halved twice");
        b.step(TRIP);                           // srtt is longer by now
        b.host();
        b.next(OP_PAYLOAD, b.una, 18);
        b.expect(select_state(b).window == 2, "not so soon");
        b.step(TRIP);
        b.tx(OP_ACK, 18, b.una++);
        b.step(5000);
        goes_as(b, 8, 19);
        b.expect(select_state(b).window == 8, "8 at least");
        b.step(TRIP + 200);
        for (uint32_t i = 0; i < 8; i++) b.tx(OP_ACK, 19 + i, b.una++);
        b.step(10);
        b.expect(select_state(b).window == 19, "a first round");
    } },
});

} // namespace

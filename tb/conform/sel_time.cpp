// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.first sel.rtt sel.tail sel.base sel.delay sel.delay.less sel.delay.more sel.idle
#include "sel_steps.h"

using namespace conform;

namespace {

using Config = ttp_select_config;

constexpr uint32_t TRIP = 500;      // without queues

// The payload una + at comes once more, so long after what was heard last, or a bit later.
uint64_t probe(Bench &b, uint32_t after, uint32_t at, uint32_t number, uint32_t late = 270)
{
    b.quiet(after - 80);
    b.step(80 + late);
    const uint64_t by = b.w.net.cycle, cycle = b.next(OP_PAYLOAD, b.una + at, number).cycle;
    b.expect(cycle <= by, "in time");
    return cycle;
}

// One and a half round trips.
constexpr uint32_t tail(uint32_t trip) { return trip + trip / 2; }

// There are probes, and a round trip of TRIP is known, by the send 1. sends: the reorder distance.
void known_trip(Bench &b, uint32_t timeout = T, uint32_t sends = 0)
{
    if (sends) distance(b, sends);
    b.set(TTP_REG_TIMEOUT, timeout);
    agreed(b);
    probes(b);
    sample(b, 1, TRIP);
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

const Rows ROWS({
    { "sel.tail.gap", "its answer shows each gap before it, whatever the distance", [](Bench &b) {
        known_trip(b, T, 8);
        goes_as(b, 3, 2);
        probe(b, tail(TRIP), 0, 5);
        b.step(TRIP);
        b.tx(OP_ACK, 5, b.una++);
        sent(b, 0, 6);                          // within the distance, and lost all the same
        sent(b, 1, 7);
        b.step(TRIP);
        b.tx(OP_ACK, 7, ++b.una);
        b.una++;
        goes_as(b, 3, 8);
        probe(b, tail(TRIP), 0, 11);
        b.inject(mapped(b, b.una, 2, 0));       // a map with news, but of no probe
        b.quiet(500);
        probe(b, tail(TRIP) - 500, 0, 12);
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
    } },

    { "sel.tail.map", "... a map too", [](Bench &b) {
        known_trip(b, T, 8);
        goes_as(b, 4, 2);
        probe(b, tail(TRIP), 0, 6);
        b.inject(mapped(b, b.una + 1, 2, 6));   // the oldest has come, and the newest was there
        b.una++;
        sent(b, 0, 7);
        sent(b, 1, 8);
        b.quiet(200);
    } },

    { "sel.tail.pause", "no probe in a back-off", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 3000);
        known_trip(b);
        goes_as(b, 2, 2);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet(2900);
        b.step(200);
        sent(b, 0, 4);
        sent(b, 1, 5);
    } },

    { "sel.tail.probe", "the oldest once more, then all that is not held", [](Bench &b) {
        known_trip(b);
        goes_as(b, 3, 2);
        b.step(TRIP);
        b.inject(mapped(b, b.una, 1, 3));       // the newest but one is held
        sent(b, 0, 5);
        const uint64_t first = probe(b, tail(TRIP), 0, 6);
        const uint64_t second = probe(b, 2 * tail(TRIP) - 350, 0, 7);
        sent(b, 2, 8);
        const uint64_t third = b.next(OP_PAYLOAD, b.una, 9).cycle;
        sent(b, 2, 10);
        b.expect(third + 150 >= second + 2 * (second - first)
                 && third <= second + 2 * (second - first) + 150, "after twice as long");
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
    } },

    { "sel.tail.ends", "a round when the next is not sooner than TIMEOUT", [](Bench &b) {
        known_trip(b, 3 * tail(TRIP));
        goes_as(b, 2, 2);
        probe(b, tail(TRIP), 0, 4);
        probe(b, 2 * tail(TRIP) - 350, 0, 5);
        sent(b, 1, 6);
        b.quiet(3 * tail(TRIP) - 400);
        b.step(800);
        sent(b, 0, 7);
        sent(b, 1, 8);
        b.tx(OP_ACK, 8, b.una++);               // news
        probe(b, tail(TRIP), 0, 9);
        b.moved(TTP_CNT_TIMEOUT, 1, "one round");
    } },

    { "sel.tail.least", "after PROBE_MIN cycles at least", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b);
        probes(b);
        sample(b, 1, 10);
        goes_as(b, 1, 2);
        probe(b, PROBE_MIN, 0, 3);
    } },

    { "sel.tail.held", "it goes though it is held: what acknowledged it was lost", [](Bench &b) {
        known_trip(b);
        goes_as(b, 2, 2);
        b.step(TRIP);
        b.inject(mapped(b, b.una, 1, 3));       // the newer one is held
        sent(b, 0, 4);
        b.step(TRIP);
        b.tx(OP_ACK, 4, b.una++);               // of the older one alone
        probe(b, tail(TRIP), 0, 5);
        b.tx(OP_ACK, 5, b.una++);
        b.quiet(300);
    } },

    { "sel.base.shortest", "the shortest round trip is never longer", [](Bench &b) {
        agreed(b, [](Config &c) { c.base_rtt = 500; });
        const ttp_select_link *x = b.w.end().select(b.peer);
        sample(b, 1, 900);
        b.expect(x->rtt_min == 500, "longer than it");
        sample(b, 2, 300);
        b.expect(x->rtt_min < 350, "shorter");
    } },

    { "sel.rtt.newest", "an answer to an older send of a payload says nothing", [](Bench &b) {
        known_trip(b, 4 * T);
        goes_as(b, 2, 2);
        b.step(TRIP);
        b.inject(mapped(b, b.una, 1, 3));
        sent(b, 0, 4);
        probe(b, tail(TRIP), 0, 5);
        b.inject(mapped(b, b.una, 1, 2));       // late: of the first send
        b.tx(OP_ACK, 4, b.una + 1);             // and of the second one
        b.una += 2;
        b.quiet(50);
        goes_as(b, 1, 6);
        probe(b, tail(TRIP), 0, 7);
        b.step(TRIP);
        b.tx(OP_ACK, 7, b.una++);
        b.quiet(50);
        goes_as(b, 1, 8);
        probe(b, tail(TRIP), 0, 9);
    } },

    { "sel.rtt.each", "each answer moves it by an eighth", [](Bench &b) {
        known_trip(b);
        for (uint32_t i = 0; i < 4; i++) sample(b, 2 + i, TRIP + 200);
        goes_as(b, 1, 6);
        probe(b, tail(TRIP + 83), 0, 7, 150);   // 700 - 200 x (7/8)^4 = 583
    } },

    { "sel.rtt.life", "the next life knows none", [](Bench &b) {
        known_trip(b);
        goes_as(b, 1, 2);
        const Sent open = b.has_no_link(b.una);
        b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, 200));
        sent(b, 0, 1);
        b.quiet(T - 200);
        b.step(400);
        sent(b, 0, 2);
        b.moved(TTP_CNT_TIMEOUT, 1, "a round");
    } },

    { "sel.tail.asked", "before the first answer six BASE_RTT", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b);
        probes(b, 200);
        goes_as(b, 1);
        probe(b, tail(800), 0, 2);
        b.moved(TTP_CNT_TIMEOUT, 0, "no round");
    } },

    { "sel.tail.unknown", "no probe before the first answer if no time is known", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        agreed(b);
        probes(b);
        goes_as(b, 1);
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
        b.w.end().cfg.select.probe_min = PROBE_MIN;
        lossy(b);
        b.quiet(700);
        b.step(1200);
        sent(b, 0, 33);                         // the oldest, and only that
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

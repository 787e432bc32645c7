// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.first sel.rtt sel.tail sel.base sel.delay sel.delay.less sel.delay.more sel.idle, and of
//     sel.window one
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

// A link of ours with the delay window. A MAC has times in 16 cycles, and takes some itself from
// the send to the answer, so its windows are those of a queue that is longer or shorter by two. The
// rules take a cycle or two more, and their windows are exact.
struct Delayed {
    Bench &b;
    uint32_t number = 1;        // of the next send
    std::vector<uint64_t> at;   // when the last ones left

    Delayed(Bench &bench, uint32_t delay, uint16_t offered = 256) : b(bench)
    {
        if (!mac()) {
            agreed(b, [&](Config &c) { c.delay = delay, c.base_rtt = TRIP; }, offered);
            return;
        }
        b.set(TTP_REG_DELAY, delay);
        b.set(TTP_REG_BASE_RTT, TRIP);
        agreed(b, {}, offered);
    }
    bool mac() const { return b.w.world(); }
    uint32_t own_time() const { return !mac() ? 0 : b.size().data_w == 512 ? 32 : 40; }
    static constexpr uint32_t OFF = 32;

    // A MAC shows how many may be in flight. That is the window if all of them are on the way, some
    // time after an answer; so there is a payload, and its ACK names no send.
    uint32_t window()
    {
        if (!mac()) return select_state(b).window;
        b.step(150);
        auto r = b.rec();
        if (r[2] != r[3]) return r[6] >> 16;
        b.host();
        b.next(OP_PAYLOAD, b.una, number++);
        b.step(60);
        r = b.rec();
        b.tx(OP_ACK, 0, b.una++);
        b.step(20);
        return r[6] >> 16;
    }
    // `low` and `high`: of a MAC.
    void is(uint32_t exact, uint32_t low, uint32_t high, const char *what)
    {
        const uint32_t w = window();
        b.expect(mac() ? w >= low && w <= high : w == exact, what);
    }
    void is(uint32_t exact, const char *what) { is(exact, exact, exact, what); }
    void send(uint32_t n)
    {
        at.clear();
        b.host(n);
        for (uint32_t i = 0; i < n; i++)
            at.push_back(b.next(OP_PAYLOAD, b.una + i, number + i).cycle);
        number += n;
    }
    // An answer to the send `back` sends before the next one, which left then.
    void answer(uint32_t back, uint64_t left, uint32_t rtt)
    {
        const uint64_t now = b.w.net.cycle, due = left + rtt - own_time();
        if (due > now) b.step(due - now);
        b.tx(OP_ACK, number - back, b.una++);
    }
    // n payloads, each is answered a round trip later.
    void answered(uint32_t n, uint32_t rtt)
    {
        send(n);
        for (uint32_t i = 0; i < n && b.ok(); i++) answer(n - i, at[i], rtt);
        b.step(n + 2);
    }
    // The first round sets the window: 8 x TRIP by the queue.
    void first_round(uint32_t queue)
    {
        const auto window_of = [](uint32_t longer) {
            return std::clamp(8 * TRIP / longer, 8u, 256u);
        };
        answered(8, TRIP + queue);
        is(window_of(queue + 2), window_of(queue + OFF), queue > OFF ? window_of(queue - OFF) : 256,
           "the window of the first round");
    }
    // A window of all, or nearly, and so many payloads on the way, of which the first is answered.
    void on_the_way(uint32_t n, uint32_t queue)
    {
        first_round(0);
        send(n);
        b.expect(at[0] + TRIP + queue >= b.w.net.cycle, "all have left before an answer");
        answer(n, at[0], TRIP + queue);
        b.step(2);
    }
};

// 20 on the way, of which all but three were lost: the window has become 2, and sends 30 to 32 are
// what else is on the way.
void lossy(Bench &b)
{
    if (b.w.world()) throw NeedsRules{ "its sends, one by one" };
    Delayed(b, 200).on_the_way(20, 0);
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
        counted(b, TTP_CNT_PROBE, 3, "probes");
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
        Delayed(b, 400).first_round(200);       // though none was so short
    } },

    { "sel.base.met", "... but shorter if one was", [](Bench &b) {
        Delayed d(b, 400);
        d.answered(8, TRIP - 200);
        d.is(256, 100, 256, "no queue");
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

    { "sel.delay.shown.first", "the registers show the window", [](Bench &b) {
        b.mac();
        Delayed(b, 400).answered(1, TRIP);
        b.expect(path(b).window == 8, "8 at first");
    } },

    { "sel.delay.shown", "... and another one with the end of a round", [](Bench &b) {
        b.mac();
        Delayed d(b, 400);
        d.on_the_way(60, 700);
        const uint32_t w = d.window();          // of LINK_REC6: as many as may be in flight
        b.expect(path(b).window == w && w >= 43 && w <= 47, "the one that a round has left");
        b.set(TTP_REG_DELAY, 15);
        const Path p = path(b);
        b.expect(p.rtt && p.least && !p.window, "none when it is switched off");
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
        Delayed d(b, 400);
        if (!d.mac()) d.is(8, "8 at first");    // a MAC finds it with the first send
        d.first_round(200);
    } },

    { "sel.delay.few", "... not below 8", [](Bench &b) {
        Delayed d(b, 400);
        d.answered(8, TRIP + 740);
        d.is(8, "8");
    } },

    { "sel.delay.free", "... and without a queue to all", [](Bench &b) {
        Delayed(b, 400).first_round(0);
    } },

    { "sel.delay.holds", "no more are on the way", [](Bench &b) {
        Delayed d(b, 400);
        b.host(10);
        for (uint32_t i = 0; i < 8; i++) sent(b, i, 1 + i);
        b.quiet();
        b.tx(OP_ACK, 1, b.una++);
        sent(b, 7, 9);
        b.quiet();
    } },

    { "sel.window.delay", "nor more than the peer has offered to hold", [](Bench &b) {
        Delayed d(b, 400, 3);
        b.host(6);
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 1 + i);
        b.quiet();
    } },

    { "sel.delay.more.half", "by one and a half while nothing waits", [](Bench &b) {
        Delayed d(b, 400);
        d.first_round(200);
        const uint32_t w = d.window();
        d.answered(1, TRIP);
        d.is(w + 1 + w / 2, "half as many more");
    } },

    { "sel.delay.more.near", "by less near to what is fine, which is twice the delay here",
      [](Bench &b) {
        Delayed d(b, 400);
        d.first_round(200);
        const uint32_t w = d.window();
        d.answered(1, TRIP + 600);              // 200 of 800 are left: a quarter
        d.is(w + 1 + w / 4 - (w % 4 == 0), w + 1 + w / 5, w + 1 + w * 3 / 10,
             "a quarter, or just less");
        const uint32_t more = d.window();
        d.answered(1, TRIP + 760);
        d.is(more + 2, more + 1, more + 1 + more / 10, "about one, and one");
    } },

    { "sel.delay.less.ratio", "from what was on the way, by the ratio of round trips",
      [](Bench &b) {
        Delayed d(b, 400);
        d.on_the_way(60, 700);
        d.is(44, 43, 47, "60 x 900 / 1202");
        counted(b, TTP_CNT_CUT, 1, "rounds that made it smaller");
    } },

    { "sel.delay.less.half", "at most to half, and never to none", [](Bench &b) {
        Delayed d(b, 400);
        d.on_the_way(60, 3000);
        d.is(30, "half");
        for (uint32_t i = 59; i > 0; i--) b.tx(OP_ACK, d.number - i, b.una++);
        b.step(d.mac() ? 900 : 100);
        for (uint32_t n = 0; n < 7; n++) d.answered(1, 5000);
        d.is(1, "one");
    } },

    { "sel.delay.less.drains", "what was sent before a cut does not count", [](Bench &b) {
        Delayed d(b, 400);
        d.on_the_way(60, 3000);
        d.is(30, "half");
        b.host(3);                              // does not fit
        b.quiet(50);
        // A MAC lets answers pass where many come at once. The three leave before the last ones.
        for (uint32_t i = 59; i > 0; i--) {
            b.tx(OP_ACK, d.number - i, b.una++);
            if (d.mac() && (i < 9 || i == 20)) b.step(i == 20 ? 200 : 30);
        }
        uint64_t left[3];
        for (uint32_t i = 0; i < 3; i++) left[i] = b.next(OP_PAYLOAD, b.una + i, d.number++).cycle;
        b.step(d.mac() ? 300 : 10);
        d.is(30, "the others of the round");
        for (uint32_t i = 0; i < 2; i++) {
            d.answer(3 - i, left[i], TRIP);
            b.step(d.mac() ? 20 : 1);
        }
        d.is(30, "the round has just begun");
        b.tx(OP_ACK, d.number - 1, b.una++);
        b.step(2);
        d.is(46, 38, 46, "the sends after it");
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
        if (b.w.world()) throw NeedsRules{ "its sends, one by one" };
        Delayed(b, 200).on_the_way(20, 0);
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
        Delayed d(b, 400);
        d.first_round(0);
        const uint32_t w = d.window();
        b.step(3 * TRIP);
        d.answered(1, TRIP);
        d.is(w, "a short while");
        b.step(5 * TRIP);
        d.send(1);
        d.is(8, "a long one");
    } },

    { "sel.idle.first", "a first round after one, and 8 at least", [](Bench &b) {
        Delayed d(b, 400);
        d.on_the_way(8, 3000);
        for (uint32_t i = 7; i > 0; i--) b.tx(OP_ACK, d.number - i, b.una++);
        b.step(100);
        d.answered(1, 5000);
        const uint32_t w = d.window();
        b.expect(w <= 2, "cut twice");
        d.send(1);                              // the round trip is longer by now
        d.is(w, "not so soon");
        d.answer(1, d.at[0], 2 * TRIP);
        b.step(5000);
        d.send(8);
        d.is(8, "8 at least");
        for (uint32_t i = 0; i < 8; i++) d.answer(8 - i, d.at[i], TRIP + 200);
        b.step(10);
        d.is(19, 16, 24, "a first round");
    } },
});

} // namespace

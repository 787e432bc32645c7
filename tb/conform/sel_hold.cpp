// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.hold sel.run sel.map sel.mark
#include "sel_steps.h"

using namespace conform;

namespace {

void newest_held(Bench &b, uint32_t last)
{
    switch_on(b);
    b.una = b.opens(last).h.txid;
    b.last = last;
    b.inject(offering(b, OP_OPEN, last, 0, 200));
    b.next(OP_OPEN_ACK);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    come(b, 6, 2);
    a_map(b, 2, 0, 5, 1 | 1 << 4);
    come(b, 3, 3);
    a_map(b, 3, 0, 5, 1 | 1 << 1 | 1 << 4);
}

// So many payloads are held, and no more; what is missing finds room.
void holds_only(Bench &b, uint32_t n)
{
    agreed(b);
    for (uint32_t i = 1; i <= n; i++) {
        come(b, i + 1, i);
        b.expect(b.next(OP_NACK, i, b.last + 1).raw.size() > MIN_FRAME, "a map: it is held");
    }
    come(b, n + 2, n + 1);
    const Sent s = b.next(OP_NACK, 0, b.last + 1);
    b.expect(s.raw.size() == MIN_FRAME, "it is thrown away");
    counted(b, TTP_CNT_NOT_HELD, 1, "payloads not held");
    b.inject(b.payload(b.last + 1, 1024));
    ran(b, 0, b.last + n + 1);
    b.delivered(n + 1);
    b.expect(nothing_stored(b), "all has left");
}

// A payload for each context that a MAC has, one of another peer; then a context is free again.
void all_contexts(Bench &b)
{
    const uint32_t n = ttp_params_contexts(&b.size()), first = b.peer;
    for (uint32_t i = 0; i <= n; i++) {
        b.peer = first + i;
        agreed(b);
        come(b, 2, 1);
        if (i < n) a_map(b, 1, 0, 1, 1);
    }
    b.expect(b.next(OP_NACK, 0, b.last + 1).raw.size() == MIN_FRAME, "no map");
    counted(b, TTP_CNT_NOT_HELD, 1, "payloads not held");
    b.peer = first;
    come(b, 1, 2);
    ran(b, 2, b.last + 2);
    b.peer = first + n;
    come(b, 2, 3);
    a_map(b, 3, 0, 1, 1);
    counted(b, TTP_CNT_NOT_HELD, 1, "payloads not held");
}

const Rows ROWS({
    { "sel.hold.aside", "nothing is held while an OPEN is set aside", [](Bench &b) {
        agreed(b);
        b.life = 0;
        b.tx(OP_OPEN, 900, 0);
        b.next(OP_OPEN_ACK);
        b.life = LIFE;
        come(b, 2, 1);
        const Sent s = b.next(OP_NACK, 0, b.last + 1);
        b.expect(s.raw.size() == MIN_FRAME, "a NACK as ever");
        counted(b, TTP_CNT_NOT_HELD, 0, "payloads not held");   // not for want of anything
        come(b, 2, 2);                          // the first one has ended that
        a_map(b, 2, 0, 1, 1);
    } },

    { "sel.hold.context", "without a free context it is thrown away", [](Bench &b) {
        if (b.w.world()) return all_contexts(b);
        b.w.end().cfg.contexts = 1;
        agreed(b);
        b.vc = 1;
        agreed(b);
        come(b, 2, 1);
        a_map(b, 1, 0, 1, 1);
        b.vc = 0;
        come(b, 2, 2);
        b.next(OP_NACK, 0, b.last + 1);         // and the payload is gone
        b.vc = 1;
        come(b, 1, 3);
        b.next(OP_ACK, 3, b.last + 2);
        b.vc = 0;
        come(b, 2, 4);
        a_map(b, 4, 0, 1, 1);
    } },

    { "sel.hold.edge", "last + window + 1 is held, the next is not", [](Bench &b) {
        agreed(b);
        const uint32_t w = at_most(b), at = (w - 1) / 64 * 64;
        come(b, w + 1, 1);
        a_map(b, 1, at, w, 1ull << (w - 1 - at));
        come(b, w + 2, 2);
        b.next(OP_NACK, 0, b.last + 1);         // as ever
        counted(b, TTP_CNT_NOT_HELD, 0, "payloads not held");   // not for want of anything
        come(b, w, 3);
        a_map(b, 3, 64, w, 0);                  // that one is the newest
    } },

    { "sel.hold.map", "a payload ahead of its turn is held, a map says so", [](Bench &b) {
        agreed(b);
        come(b, 3, 7);
        a_map(b, 7, 0, 2, 2);
        come(b, 2, 8);
        a_map(b, 8, 0, 2, 3);
        come(b, 3, 9);
        a_map(b, 9, 0, 2, 3);                   // held already
        b.moved(TTP_CNT_GAP, 3, "gaps");
        counted(b, TTP_CNT_HELD, 2, "payloads held");
        counted(b, TTP_CNT_MAP, 3, "maps");
        come(b, 2 + at_most(b), 10);
        b.next(OP_NACK, 0, b.last + 1);         // beyond the window: as ever
        b.delivered(0);
        come(b, 1, 11);
        ran(b, 11, b.last + 3);
        b.delivered(3);
        b.last += 3;
        come(b, 0, 12);
        b.next(OP_ACK, 12, b.last);
        b.quiet();
    } },

    // The missing payload found no room. There is room again when the next one comes.
    { "sel.hold.no_room", "nothing is held while the missing one found no room", [](Bench &b) {
        switch_on(b);
        b.fill();
        b.inject(offering(b, OP_OPEN, BASE, 0, 200));
        b.next(OP_OPEN_ACK);
        b.expect(has_agreed(b), "by the offer");
        come(b, 2, 3);                          // the store is full
        b.quiet();
        b.a.sink.hold = false;
        b.step(2000);
        come(b, 2, 3);
        b.quiet();
        counted(b, TTP_CNT_NOT_HELD, 0, "payloads not held");
        b.sends(b.last + 1, OP_ACK, b.last + 1, 1024);  // no run
        b.quiet();
    } },

    { "sel.hold.room", "room for eight of those in their turn, or for half, stays", [](Bench &b) {
        // Of a MAC each takes a bay; of the rules a cell, and their store may be of any size.
        if (b.w.world()) {
            const uint32_t bays = b.size().rx_cells / 16;
            return holds_only(b, bays - std::min(bays / 2, 8u));
        }
        for (const uint32_t cells : { 272, 40, 24 }) {
            b.w.end().cfg.room = cells;
            holds_only(b, cells - std::min(8 * 16u, std::max(16u, cells / 2)));
            b.vc++;
        }
    } },

    { "sel.run.eight", "a MAC sends an ACK before each multiple of 8 too", [](Bench &b) {
        static_assert(BASE % 8 == 0, "the run passes last + 8");
        agreed(b);
        for (uint32_t i = 1; i <= 7; i++) {
            come(b, i + 1, i);
            b.next(OP_NACK, i, b.last + 1);
        }
        come(b, 1, 8);
        b.next(OP_ACK, 8, b.last + (b.w.world() ? 1 : 8));
        for (uint32_t i = 7; i <= 8 && b.w.world(); i++) b.next(OP_ACK, 0, b.last + i);
        b.delivered(8);
        b.quiet();
    } },

    { "sel.run.end", "a run ends at the closing ID", [](Bench &b) {
        agreed(b);
        come(b, 2, 1);
        a_map(b, 1, 0, 1, 1);
        come(b, 3, 2);
        a_map(b, 2, 0, 2, 3);
        b.tx(OP_CLOSE, b.last + 3, 0);
        b.next(OP_CLOSE_NACK);
        come(b, 4, 3);
        b.next(OP_NACK_NOLINK, 0, b.last + 4);
        come(b, 1, 4);
        // A MAC has no ACK for the run: behind it one is held beyond the end.
        b.next(OP_ACK, 4, b.last + (b.w.world() ? 1 : 2));
        b.next(OP_CLOSE_ACK);
        b.delivered(2);                         // the third is behind the end
        b.expect(nothing_stored(b), "nothing is kept for a life that is over");
    } },

    { "sel.map.newest", "the newest one held, across 2^32", with(newest_held, 0xfffffffc) },
    { "sel.map.newest.sign", "... across 2^31", with(newest_held, 0x7ffffffc) },

    // Two ACKs are on their way out first, so that no map has begun to leave.
    { "sel.map.one", "one map waits, and says what is held when it leaves", [](Bench &b) {
        agreed(b);
        b.a.wire_out.hold = true;
        come(b, 1, 1);
        come(b, 1, 2);
        b.last++;
        for (uint32_t i = 2; i < 6; i++) come(b, i, i + 1);
        b.step(400);
        b.a.wire_out.hold = false;
        b.next(OP_ACK, 1, b.last);
        b.next(OP_ACK, 2, b.last);
        a_map(b, 6, 0, 4, 15);
        b.quiet();
        b.a.wire_out.hold = true;
        come(b, 0, 7);
        come(b, 0, 8);
        come(b, 7, 9);
        come(b, 1, 10);
        b.step(100);
        come(b, 6, 11);
        b.step(400);
        b.a.wire_out.hold = false;
        b.next(OP_ACK, 7, b.last);
        b.next(OP_ACK, 8, b.last);
        b.last += 7;
        ran(b, 10, b.last - 2);
        ran(b, 11, b.last);
        b.quiet();                              // the gap has closed before the map could leave
    } },

    // The last one of a part is the newest; then the first one of the next part.
    { "sel.map.part", "the last payload of a part, and the first of the next", [](Bench &b) {
        agreed(b);
        for (uint32_t i = 1; i <= 2; i++) {
            come(b, 65, i);
            a_map(b, i, 0, 64, 1ull << 63);
        }
        for (uint32_t i = 3; i <= 4; i++) {
            come(b, 66, i);
            a_map(b, i, 64, 65, 1);
        }
        come(b, 65, 5);
        a_map(b, 5, 0, 65, 1ull << 63);
    } },

    // A payload that comes again moves the map to its part as any other does.
    { "sel.map.repeat", "a map after a repeat speaks of its part", [](Bench &b) {
        agreed(b);
        come(b, 2, 1);
        a_map(b, 1, 0, 1, 1);
        come(b, 151, 2);
        a_map(b, 2, 64, 150, 0);
        come(b, 2, 3);
        a_map(b, 3, 0, 150, 1);
    } },

    { "sel.map.turn", "a window of more than 64 is told in parts", [](Bench &b) {
        agreed(b);
        come(b, 2, 1);
        a_map(b, 1, 0, 1, 1);
        come(b, 151, 2);
        a_map(b, 2, 64, 150, 0);                // every other map: the next part in turn
        come(b, 150, 3);
        a_map(b, 3, 128, 150, 3ull << 20);      // the part in which it came
        come(b, 149, 4);
        a_map(b, 4, 128, 150, 7ull << 19);
        come(b, 70, 5);
        a_map(b, 5, 64, 150, 1ull << 4);
        come(b, 71, 6);
        a_map(b, 6, 0, 150, 1);
    } },

    { "sel.mark.known", "a map without news leaves the count of rounds", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        distance(b, 60);
        agreed(b);
        goes_as(b, 3);
        b.inject(mapped(b, b.una, 2, 3));
        b.step(T + 200);
        sent(b, 0, 4);
        sent(b, 1, 5);
        b.expect(b.rounds() == 1, "a round");
        b.inject(mapped(b, b.una, 2, 3));
        b.quiet(100);
        b.expect(b.rounds() == 1, "nothing new");
    } },

    { "sel.mark.late", "a late map marks nothing", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        distance(b, 60);
        agreed(b);
        goes_as(b, 4);
        b.tx(OP_ACK, 1, b.una);
        b.inject(mapped(b, b.una, 1 << 1 | 1 << 2, 4)); // it is older than una by now
        b.step(100);
        b.moved(TTP_CNT_LATE_ACK, 1, "late");
        b.step(T + 200);
        for (uint32_t i = 1; i < 4; i++) sent(b, i, 4 + i);
    } },

    { "sel.mark.pause", "a map in a back-off leaves its timer alone", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, 3000);           // TIMEOUT is as good as for ever
        distance(b, 60);
        agreed(b);
        goes_as(b, 3);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.step(1500);
        b.inject(mapped(b, b.una, 2, 0));
        b.quiet(1400);
        b.step(200);
        sent(b, 0, 4);
        sent(b, 1, 5);                          // 2 is held
        b.quiet();
    } },

    { "sel.mark.timer", "a map with news begins the timer anew, one without does not",
      [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        distance(b, 60);
        agreed(b);
        goes_as(b, 3);
        b.step(T / 2);
        b.inject(mapped(b, b.una, 2, 3));
        b.step(T / 4);
        b.inject(mapped(b, b.una, 2, 3));
        b.quiet(T * 3 / 4 - 200);
        b.step(600);                            // of a MAC up to 300 later
        sent(b, 0, 4);
        sent(b, 1, 5);
        b.quiet(T - 600);
    } },

    { "sel.mark.retire", "a map retires what is older, late and illegal ones do not", [](Bench &b) {
        agreed(b);
        goes_on_as(b, 4);
        b.inject(mapped(b, b.una + 2, 1, 4));   // 0 and 1 retire, 3 is held
        sent(b, 2, 5);
        b.quiet();
        b.moved(TTP_CNT_RETIRED, 2, "retired");
        b.inject(mapped(b, b.una, 1, 4));       // older than what has retired
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 1, "late");
        b.inject(mapped(b, b.una + 6, 1, 4));
        b.quiet();
        b.moved(TTP_CNT_ILLEGAL, 1, "illegal");
        b.tx(OP_ACK, 5, b.una + 3);
        b.quiet();
        b.moved(TTP_CNT_RETIRED, 4, "all retired");
    } },
});

} // namespace

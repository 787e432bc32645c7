// SPDX-License-Identifier: Apache-2.0
//
// As survivors.cpp, of selective repeat: edges of what is agreed, held, marked and measured.
#include "select_rows.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

const ttp_select_link &select(Bench &b) { return *b.w.end().select(b.peer); }

// n payloads leave as sends first, first + 1, ...
void go(Bench &b, uint32_t n, uint32_t first = 1)
{
    b.host(n);
    for (uint32_t i = 0; i < n; i++) b.next(OP_PAYLOAD, b.una + i, first + i);
    b.snt = b.una + n - 1;
}

// The next life of ours, after one that the peer has left with n payloads in flight.
void next_life(Bench &b, uint32_t n, uint16_t window)
{
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    offered(b, open, true);
    b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, window));
    for (uint32_t i = 0; i < n; i++) sent(b, i, i + 1);
}

// ---- how two ends agree

void just_enough(Bench &b)
{
    switch_on(b);
    b.tx(OP_OPEN, BASE, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
    b.host(256);
    for (uint32_t i = 0; i < 256; i++) sent(b, i, 0);
    b.inject(offering(b, OP_OPEN, BASE, 0, 200));
    b.next(OP_OPEN_ACK);
    b.expect(select(b).agreed, "256 are not too many");
}

// An OPEN of another life changes nothing, one on the link of a stranger is set aside.
void other_offer(Bench &b, bool stranger)
{
    switch_on(b);
    if (stranger) b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
    b.last = BASE;
    b.life = OTHER;
    b.inject(offering(b, OP_OPEN, 900, 0, 200));
    b.expect(b.next(OP_OPEN_ACK).raw.size() == 76, "our offer goes to it");
    b.expect(!select(b).agreed, "an OPEN that is not of this life");
    b.inject(offering(b, OP_OPEN_ACK, 900, b.una - 1, 200));
    b.next(OP_NACK_NOLINK, 0, 900);
    b.expect(!select(b).agreed, "an OPEN_ACK that is foreign");
}

// Our offer was one of the life before. In this one a stranger has opened, which turns out to be
// none when it answers our OPEN.
void tell_next_life(Bench &b)
{
    switch_on(b);
    b.tx(OP_OPEN, BASE, 0);
    offered(b, b.next(OP_OPEN_ACK), true);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    offered(b, b.next(OP_OPEN_ACK), false);
    b.host();
    const Sent open = b.next(OP_OPEN);
    offered(b, open, false);
    b.life = OTHER;
    b.inject(offering(b, OP_OPEN_ACK, 901, open.h.txid, 100));
    offered(b, b.next(OP_OPEN, open.h.txid, 0), true);
    b.next(OP_PAYLOAD, open.h.txid + 1, 1);
}

// The peer knew, in the life before.
void tell_again(Bench &b)
{
    agreed(b);
    go(b, 2);
    b.inject(mapped(b, b.una, 0, 1));
    b.quiet();
    next_life(b, 2, 200);
    b.tx(OP_NACK, 0, b.una);
    offered(b, b.next(OP_OPEN, b.una - 1, 0), true);
    sent(b, 0, 3);
    sent(b, 1, 4);
}

void told_by_payload(Bench &b)
{
    agreed(b);
    come(b, 1, 5);
    b.next(OP_ACK, 5, b.last + 1);
    go(b, 2);
    b.tx(OP_NACK, 0, b.una);
    sent(b, 0, 3);                              // and no OPEN
    sent(b, 1, 4);
}

// ---- what is held

// The missing payload has found no room; there is some by now.
void held_when_full(Bench &b)
{
    b.w.end().cfg.room = 18;
    agreed(b);
    b.a.sink.hold = true;
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_ACK, 0, ++b.last);
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    b.a.sink.hold = false;
    b.step(50);
    come(b, 2, 3);
    b.quiet();
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_ACK, 0, b.last + 1);              // no run
    b.quiet();
}

void window_edge(Bench &b)
{
    agreed(b);
    come(b, 201, 1);
    a_map(b, 1, 192, 200, 1ull << 7);
    come(b, 202, 2);
    b.next(OP_NACK, 0, b.last + 1);             // as ever
    b.expect(select(b).have_n == 1, "one is held");
}

// A payload that comes again moves the map to its part as any other does.
void map_of_repeat(Bench &b)
{
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    come(b, 151, 2);
    a_map(b, 2, 64, 150, 0);
    come(b, 2, 3);
    a_map(b, 3, 0, 150, 1);
}

void newest_held(Bench &b, uint32_t last)
{
    switch_on(b);
    b.tx(OP_OPEN, last, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
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

// The last one of a part is the newest; then the first one of the next part.
void part_edge(Bench &b)
{
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
}

// ---- what a map does, and what not

void map_in_pause(Bench &b)
{
    b.set(TTP_REG_BACKOFF, 3000);               // TIMEOUT is as good as for ever
    agreed(b, [](auto &c) { c.reorder = 60; });
    go(b, 3);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.step(1500);
    b.inject(mapped(b, b.una, 2, 0));
    b.quiet(1400);
    b.step(200);
    sent(b, 0, 4);
    sent(b, 1, 5);                              // 2 is held
    b.quiet();
}

void map_without_news(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    agreed(b, [](auto &c) { c.reorder = 60; });
    go(b, 3);
    b.inject(mapped(b, b.una, 2, 3));
    b.step(T + 200);
    sent(b, 0, 4);
    sent(b, 1, 5);
    b.expect((b.rec()[0] >> 12 & 0xff) == 1, "a round");
    b.inject(mapped(b, b.una, 2, 3));
    b.quiet(100);
    b.expect((b.rec()[0] >> 12 & 0xff) == 1, "nothing new");
}

void late_map(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    agreed(b, [](auto &c) { c.reorder = 60; });
    go(b, 4);
    b.tx(OP_ACK, 1, b.una);
    b.inject(mapped(b, b.una, 1 << 2, 4));      // it is older than una by now
    b.step(100);
    b.moved(TTP_CNT_LATE_ACK, 1, "late");
    b.step(T + 200);
    for (uint32_t i = 1; i < 4; i++) sent(b, i, 4 + i);
}

// ---- numbers and times

void never_sent(Bench &b)
{
    agreed(b);
    go(b, 3);
    b.tx(OP_ACK, 50, b.una);
    b.quiet();
    b.moved(TTP_CNT_REPLAY, 0, "nothing is lost");
}

void learn_marked(Bench &b)
{
    agreed(b, [](auto &c) { c.learn = true, c.reorder_max = 3; });
    go(b, 6);
    b.inject(mapped(b, b.una, 2, 5));           // 2 is held, 0, 1 and 3 look lost
    sent(b, 0, 7);
    sent(b, 1, 8);
    sent(b, 3, 9);
    b.inject(mapped(b, b.una, 2, 3));           // its own send, late
    b.quiet();
    b.expect(select(b).reorder == 0, "it was known to have arrived");
}

void longest_rto(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    agreed(b, [](auto &c) { c.measured = true, c.rto_min = 10; });
    sample(b, 1, 3000);
    b.host();
    sent(b, 0, 2);
    b.quiet(T - 200);
    b.step(400);
    b.expect(b.waiting(b.peer) == 1, "in time");
    sent(b, 0, 3);
}

void probe_in_pause(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_BACKOFF, 3000);
    agreed(b, [](auto &c) { c.probe = true; });
    sample(b, 1, 500);
    go(b, 2, 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet(2900);
    b.step(200);
    sent(b, 0, 4);
    sent(b, 1, 5);
    b.expect(b.w.end().probes == 0, "no probe");
}

void window_most(Bench &b)
{
    agreed(b, {}, 300);
    b.host(260);
    for (uint32_t i = 0; i < 256; i++) sent(b, i, 1 + i);
    b.inject(mapped(b, b.una, 1));              // it is held, and in flight all the same
    sent(b, 0, 257);
    b.quiet();
}

// What the peer can hold counts, whatever we can.
void peers_window(Bench &b, uint16_t offer, uint32_t n, uint32_t more = 1)
{
    agreed(b, {}, offer);
    b.host(n + more);
    for (uint32_t i = 0; i < n; i++) sent(b, i, 1 + i);
    b.quiet();
}

} // namespace

std::vector<Row> select_found_rows()
{
    return {
        { "sel.agree.most", "256 payloads in flight are not too many", just_enough },
        { "sel.agree.other", "not by an offer of another life",
          [](Bench &b) { other_offer(b, false); } },
        { "sel.agree.aside", "nor by that of an OPEN set aside",
          [](Bench &b) { other_offer(b, true); } },
        { "sel.tell.life", "an offer of the life before tells nothing", tell_next_life },
        { "sel.tell.doubt", "that the peer knew in the life before is forgotten", tell_again },
        { "sel.tell.payload", "a number in a PAYLOAD shows that the peer knows", told_by_payload },
        { "sel.hold.no_room", "nothing is held while the missing one found no room",
          held_when_full },
        { "sel.hold.edge", "last + window + 1 is held, the next is not", window_edge },
        { "sel.map.repeat", "a map after a repeat speaks of its part", map_of_repeat },
        { "sel.map.newest", "the newest one held, across 2^32",
          [](Bench &b) { newest_held(b, 0xfffffffc); } },
        { "sel.map.newest.sign", "... across 2^31", [](Bench &b) { newest_held(b, 0x7ffffffc); } },
        { "sel.map.part", "the last payload of a part, and the first of the next", part_edge },
        { "sel.mark.pause", "a map in a back-off leaves its timer alone", map_in_pause },
        { "sel.mark.known", "a map without news leaves the count of rounds", map_without_news },
        { "sel.mark.late", "a late map marks nothing", late_map },
        { "sel.number.never", "a number that was never sent says nothing", never_sent },
        { "sel.reorder.marked", "nothing is learned from one that was known to have arrived",
          learn_marked },
        { "sel.rto.longest", "never longer than TIMEOUT", longest_rto },
        { "sel.tail.pause", "no probe in a back-off", probe_in_pause },
        { "sel.window.larger", "more than we offer, if the peer does",
          [](Bench &b) { peers_window(b, 250, 250); } },
        { "sel.window.most", "256 at most", window_most },
        { "sel.window.life", "in the next life that of its offer, smaller",
          [](Bench &b) { peers_window(b, 4, 4, 3), next_life(b, 2, 2), b.quiet(); } },
        { "sel.window.life.larger", "... or larger",
          [](Bench &b) { peers_window(b, 4, 4, 3), next_life(b, 6, 6), b.quiet(); } },
    };
}

} // namespace conform

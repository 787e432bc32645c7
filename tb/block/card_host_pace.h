// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of card_host.cpp about when and how often, to the cycle: what is told unasked, GOBACK,
// completions thrown away, the limit of the host; and a store of any size.
#ifndef CARD_HOST_PACE_H
#define CARD_HOST_PACE_H

#include "card_host_bench.h"

// The cycle of the next frame of this kind
inline uint64_t next_tx(bench &b, unsigned code, unsigned most = 3 * QUIET)
{
    const uint64_t was = b.tx_at[code];
    for (unsigned i = 0; i < most && b.tx_at[code] == was; i++) b.tick();
    CHECK_EQ(b.chk, b.tx_at[code] != was, true);
    return b.tx_at[code];
}

// A frame is told of LAG cycles after its reason, for with nothing in its way that is as its last
// beat of header goes. One more goes to see that there is something to tell.
inline void paces(bench &b, bool uart)
{
    const unsigned lag = LAG[uart];
    b.out_busy = 0;
    b.cells = 16 * (RESERVE + SLACK + 10);
    b.run(300);
    start(b, uart, 100);
    // A limit that has moved: at once after a long time, else QUIET cycles after the last frame
    for (unsigned i = 0; i < 5; i++) {
        b.run(QUIET + 100 + b.r.below(3 * QUIET));
        b.cells += 16;
        const uint64_t first = next_tx(b, C_TX_STATUS);
        CHECK_EQ(b.chk, first - b.watch.moved_at, lag);
        b.cells += 16;
        CHECK_EQ(b.chk, next_tx(b, C_TX_STATUS) - first, QUIET + lag - 1);
    }
    // A gap: the same, but once in QUIET cycles whatever else is told
    for (unsigned i = 0; i < 4; i++) {
        b.run(QUIET + 100 + b.r.below(3 * QUIET));
        b.push(b.data(b.next + 1 + b.r.below(100), 9, 100), uart);
        CHECK_EQ(b.chk, next_tx(b, C_TX_GOBACK) - b.rx_at[C_ORDER], lag);
    }
    uint64_t last = b.tx_at[C_TX_GOBACK];
    unsigned many = 0;
    for (unsigned i = 0; i < 6 * QUIET; i++) {
        if (i % 150 == 0) b.push(b.data(b.next + 1, 9, 100), uart);
        if (i % 400 == 0) b.push(b.credit(100, true), uart);
        b.tick();
        if (b.tx_at[C_TX_GOBACK] == last) continue;
        // A STATUS that was just chosen goes first.
        const uint64_t apart = b.tx_at[C_TX_GOBACK] - last;
        CHECK_EQ(b.chk, apart > QUIET && apart <= QUIET + 1 + lag, true);
        many += apart == QUIET + 1;
        last = b.tx_at[C_TX_GOBACK];
    }
    CHECK_EQ(b.chk, many >= 3, true);
    b.settle(2 * QUIET);
    // An old number, a host that asks
    b.push(b.credit(100, true), uart);
    CHECK_EQ(b.chk, next_tx(b, C_TX_STATUS) - b.rx_at[C_CREDIT], lag);
    b.push(b.data(b.next - 1 - b.r.below(100), 9, 100), uart);
    CHECK_EQ(b.chk, next_tx(b, C_TX_STATUS) - b.rx_at[C_ORDER], lag);
    b.settle();

    // Without a session a completion is thrown away each 16 cycles.
    b.push(b.make(T_BYE, uart, b.s_mac), uart);
    b.settle();
    unsigned lost = b.cpl_lost;
    uint64_t at = 0;
    for (unsigned i = 0; i < 6; i++) b.give_cpl();
    for (unsigned i = 0; i < 150; i++) {
        b.tick();
        if (b.cpl_lost == lost) continue;
        if (at) CHECK_EQ(b.chk, b.chk.cycle - at, 16);
        lost = b.cpl_lost;
        at = b.chk.cycle;
        b.tick();
        CHECK_EQ(b.chk, b.cpl_lost, lost);
    }
    CHECK_EQ(b.chk, b.want_cpl.size(), 0);
    b.cells = TX_CELLS;
    b.out_busy = 20;
    b.seen_goback = false;
}

// A host asks about when a STATUS is chosen for another reason. If that was chosen before, or in
// the very cycle, it gets one more.
inline void asks(bench &b, bool uart)
{
    unsigned before = 0, beside = 0, after = 0;
    start(b, uart, 100);
    b.out_busy = b.gap = b.mac_busy = 0;
    for (unsigned i = 0; i < 30; i++) {
        b.settle();
        b.push(b.data(b.next, 9, 100), uart);
        const uint64_t told = next_tx(b, C_TX_STATUS);
        b.push(b.data(b.next, 9, 100), uart);           // is told after QUIET cycles
        b.run(QUIET - 25 + i);
        const uint64_t n = b.seen[C_TX_STATUS];
        b.push(b.credit(100, true), uart);
        const uint64_t chosen = next_tx(b, C_TX_STATUS) - LAG[uart] + 1;
        b.settle();
        const uint64_t asked = b.rx_at[C_CREDIT];
        CHECK_EQ(b.chk, b.seen[C_TX_STATUS], n + 1 + (asked >= chosen));
        CHECK_EQ(b.chk, chosen > told, true);
        before += asked < chosen;
        beside += asked == chosen;
        after += asked > chosen;
    }
    b.chk.reached("an ASK before a STATUS is chosen", before);
    b.chk.reached("an ASK in that cycle", beside);
    b.chk.reached("an ASK after it", after);
    b.out_busy = b.gap = 20;
    b.mac_busy = 10;
}

// Stopped in the middle of a session, where all sides wait for something
inline std::unique_ptr<Vcard_host> stopped(uint64_t seed, std::unique_ptr<Vcard_host> used)
{
    bench b(seed, std::move(used));
    const bool uart = b.r.one_in(2);
    b.d->boot = b.r.one_in(2);
    start(b, uart, b.r.in(1, 60000));
    b.slow = 40;
    for (unsigned i = b.r.in(1, 4); i--;) {
        b.give_up(b.r.in(1, 100));
        b.give_cpl();
        b.push(b.data(b.next + i, b.r.in(1, 200), 100), uart);
        b.push(b.request(!uart, b.r.in(1, 32), HOST_B), !uart);
        if (b.r.one_in(2)) b.push(b.credit(100, true), uart);
    }
    b.run(b.r.below(500));
    b.out_busy = b.mac_busy = b.r.one_in(2) ? 100 : 20;
    b.run(b.r.in(1, 40));
    return std::move(b.d);
}

// A session is taken over while one payload after the other leaves for the one before.
inline void takeovers(bench &b)
{
    const uint64_t up = b.got[T_DATA_UP];
    b.out_busy = b.gap = 0;
    start(b, b.r.one_in(2), 10000);
    for (unsigned i = 0; i < 60; i++) {
        while (b.up.size() < 12) b.give_up(b.r.in(1, 40));
        b.run(b.r.in(1, 40));
        const bool uart = b.r.one_in(3);
        b.hello(uart, 10000, b.s_mac == HOST_A ? HOST_B : HOST_A);
        for (unsigned c = 0; c < 300 && (b.welcome_due || !b.all_read()); c++) b.tick();
    }
    b.settle(9000);
    CHECK_EQ(b.chk, b.want_up.size(), 0);
    b.chk.reached("payloads between two HELLO", b.got[T_DATA_UP] - up > 100);
    b.out_busy = b.gap = 20;
}

// After a reset no answer tells of a session before it, and no GOBACK goes for QUIET cycles.
inline std::unique_ptr<Vcard_host> first_goback(uint64_t seed, std::unique_ptr<Vcard_host> used)
{
    bench b(seed, std::move(used));
    const uint64_t reset_end = b.chk.cycle;
    b.out_busy = 0;
    b.d->link_state = b.links = 0x5A3C96F1;
    b.push(b.request(false, 2, HOST_B), false);
    b.run(300);
    b.hello(false, 100, HOST_A);
    b.settle(50);
    b.push(b.data(b.next + 1, 9, 100), false);
    CHECK_EQ(b.chk, next_tx(b, C_TX_GOBACK) - reset_end, QUIET + 6);
    return std::move(b.d);
}

// As many frames as the host's limit allows, whatever it is
inline void allowed(bench &b, bool uart)
{
    for (unsigned k = 0; k < 17; k++) {
        // One more is below number 0 already.
        start(b, uart, k < 16 ? 1u << k : 0x8001);
        b.push(b.credit((1u << k) - 1, false), uart);           // moves nothing back
        b.foreign();
        while (b.want_up.size() + b.tx_seq < 3) b.give_up(b.r.in(1, 64));
        b.settle();
        CHECK_EQ(b.chk, b.tx_seq, k == 16 ? 0 : std::min(3u, 1u << k));
    }
    unsigned limit = 0;
    start(b, uart, limit);
    for (unsigned i = 0; i < 60; i++) {
        limit += b.r.in(1, 9);
        while (b.want_up.size() + b.tx_seq < limit + 2) b.give_up(b.r.in(1, 40));
        b.push(b.credit(limit, false), uart);
        b.settle(500);
        b.foreign();
        b.settle(100);
        CHECK_EQ(b.chk, b.tx_seq, limit);
    }
    b.push(b.credit(limit + 10, false), uart);
    b.settle();
    CHECK_EQ(b.chk, b.want_up.size(), 0);
}

// Readings of any size, next to each power of two, and payloads that begin meanwhile; room is
// compared in each cycle.
inline void stores(bench &b)
{
    const auto size = [&](unsigned most) { return (1u << b.r.below(most + 1)) + b.r.below(12); };
    for (unsigned i = 0; i < 150; i++) {
        if (i % 25 == 0) start(b, b.r.one_in(2), 100);
        if (i % 25 == 20) { b.push(b.make(T_BYE, b.s_uart, b.s_mac), b.s_uart); b.settle(100); }
        b.cells = std::min(16 * size(13), 131071u);
        b.pkts = size(16);
        b.slow = b.r.one_in(3) ? 40 : 3;
        const unsigned busy = b.r.one_in(2) ? 0 : b.r.below(30);
        for (unsigned t = 0; t < 200; t++) {
            b.begun_next = b.r.percent(busy);
            b.tick();
        }
    }
    b.slow = 3;
    // So many begin in the time of one reading that few or none are free at its end; in the end
    // without a session, which keeps some for itself.
    start(b, b.r.one_in(2), 100);
    b.cells = 131071;
    for (unsigned i = 0; i < 30; i++) {
        if (i == 18) { b.push(b.make(T_BYE, b.s_uart, b.s_mac), b.s_uart); b.settle(100); }
        const unsigned n = i % 3 ? size(12) : b.r.in(4096, 8100);
        b.pkts = n + SLACK + b.r.below(i % 2 ? 8 : 2 * RESERVE);
        b.run(100);
        for (const uint64_t was = b.readings; b.readings == was;) b.tick();
        b.hold = true;
        for (unsigned t = 0; t < n; t++) {
            b.begun_next = true;
            b.tick();
        }
        b.hold = false;
        b.run(60);
    }
    b.cells = TX_CELLS;
    b.pkts = 200;
    b.run(300);
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Scenes of card_host.cpp about when and how often, to the cycle: STATUS that nobody asked for,
// GOBACK, completions thrown away, the limit of the host; and a store of any size.
#ifndef CARD_HOST_PACE_H
#define CARD_HOST_PACE_H

#include "card_host_flow.h"

struct pace : flow {
    uint64_t ask_before = 0, ask_beside = 0, ask_after = 0;

    // LAG is the time from the reason of a frame to its event, when nothing is in the way. The
    // event comes with the last beat of the header. The first cycle goes to see the reason.

    // A limit that has moved: at once after a long time, else QUIET cycles after the last frame
    void limit_is_told(bool uart)
    {
        out_busy = 0;
        cells = 16 * (watch.store.reserve + credit_ref::SLACK_L + 10);
        run(300);
        start(uart, 100);
        for (unsigned i = 0; i < 5; i++) {
            run(QUIET + 100 + r.below(3 * QUIET));
            cells += 16;
            const uint64_t first = next_tx(C_TX_STATUS);
            EXPECT(first - watch.moved_at, LAG[uart]);
            cells += 16;
            EXPECT(next_tx(C_TX_STATUS) - first, QUIET + LAG[uart] - 1);
        }
    }
    // A gap: the same, but once in QUIET cycles whatever else is told
    void gap_is_told(bool uart)
    {
        const unsigned lag = LAG[uart];
        out_busy = 0;
        for (unsigned i = 0; i < 4; i++) {
            run(QUIET + 100 + r.below(3 * QUIET));
            push(data(next + 1 + r.below(100), 9, 100));
            EXPECT(next_tx(C_TX_GOBACK) - rx_at[C_ORDER], lag);
        }
        uint64_t last = tx_at[C_TX_GOBACK];
        unsigned in_time = 0;
        for (unsigned i = 0; i < 6 * QUIET; i++) {
            if (i % 150 == 0) push(data(next + 1, 9, 100));
            if (i % 400 == 0) push(credit(100, true));
            run(1);
            if (tx_at[C_TX_GOBACK] == last) continue;
            // A STATUS that was just chosen goes first.
            const uint64_t apart = tx_at[C_TX_GOBACK] - last;
            CHECK(apart > QUIET && apart <= QUIET + 1 + lag);
            in_time += apart == QUIET + 1;
            last = tx_at[C_TX_GOBACK];
        }
        CHECK(in_time >= 3);
        settle(2 * QUIET);
        // An old number, a host that asks
        push(credit(100, true));
        EXPECT(next_tx(C_TX_STATUS) - rx_at[C_CREDIT], lag);
        push(data(next - 1 - r.below(100), 9, 100));
        EXPECT(next_tx(C_TX_STATUS) - rx_at[C_ORDER], lag);
        settle();
    }
    // Without a session a completion is thrown away each 16 cycles.
    void completions_thrown_away()
    {
        bye();
        for (unsigned i = 0; i < 6; i++) give_cpl();
        uint64_t at = 0;
        unsigned lost = cpl_lost;
        for (unsigned i = 0; i < 150; i++) {
            run(1);
            if (cpl_lost == lost) continue;
            if (at) EXPECT(chk.cycle - at, 16);
            at = chk.cycle;
            EXPECT(cpl_lost, ++lost);
        }
        EXPECT(want_cpl.size(), 0);
    }
    // A host asks about when a STATUS is chosen for another reason. If that was chosen before, or
    // in the very cycle, it gets one more.
    void asks(bool uart)
    {
        start(uart, 100);
        nobody_waits();
        for (unsigned i = 0; i < 30; i++) {
            settle();
            push(data(next, 9, 100));
            const uint64_t told = next_tx(C_TX_STATUS);
            push(data(next, 9, 100));                   // is told after QUIET cycles
            run(QUIET - 25 + i);
            const uint64_t n = seen[C_TX_STATUS];
            push(credit(100, true));
            const uint64_t chosen = next_tx(C_TX_STATUS) - LAG[uart] + 1;
            settle();
            const uint64_t came_at = rx_at[C_CREDIT];
            EXPECT(seen[C_TX_STATUS], n + 1 + (came_at >= chosen));
            CHECK(chosen > told);
            (came_at < chosen ? ask_before : came_at == chosen ? ask_beside : ask_after)++;
        }
    }

    // Stopped in the middle of a session, where all sides wait for something
    void stop()
    {
        const bool uart = r.one_in(2);
        dut->boot = r.one_in(2);
        start(uart, r.in(1, 60000));
        slow = 40;
        for (unsigned i = r.in(1, 4); i--;) {
            give_up(r.in(1, 100));
            give_cpl();
            push(data(next + i, r.in(1, 200), 100));
            push(request(!uart, r.in(1, 32), HOST_B), !uart);
            if (r.one_in(2)) push(credit(100, true));
        }
        run(r.below(500));
        out_busy = mac_busy = r.one_in(2) ? 100 : 20;
        run(r.in(1, 40));
    }
    // After a reset no answer tells of a session before it, and no GOBACK goes for QUIET cycles.
    void first_goback()
    {
        const uint64_t reset_end = chk.cycle;
        out_busy = 0;
        dut->link_state = links = 0x5A3C96F1;
        push(request(false, 2, HOST_B), false);
        run(300);
        hello(false, 100, HOST_A);
        settle(50);
        push(data(next + 1, 9, 100));
        EXPECT(next_tx(C_TX_GOBACK) - reset_end, QUIET + 5);
    }
    // A session is taken over while one payload after the other leaves for the one before.
    void takeovers()
    {
        const uint64_t were_up = got[T_DATA_UP];
        out_busy = gap = 0;
        start(r.one_in(2), 10000);
        for (unsigned i = 0; i < 60; i++) {
            while (up.size() < 12) give_up(r.in(1, r.one_in(8) ? 1024 : 40));
            if (r.one_in(3)) give_cpl();
            run(r.in(1, 40));
            hello(r.one_in(3), 10000, s_mac == HOST_A ? HOST_B : HOST_A);
            for (unsigned c = 0; c < 300 && (welcome_due || !all_read()); c++) run(1);
        }
        settle(9000);
        EXPECT(want_up.size() + want_cpl.size(), 0);
        chk.reached("payloads between two HELLO", got[T_DATA_UP] - were_up > 100);
    }
    // As many frames as the host's limit allows, whatever it is
    void allowed(bool uart)
    {
        for (unsigned k = 0; k < 17; k++) {
            // One more is below number 0 already.
            start(uart, k < 16 ? 1u << k : 0x8001);
            push(credit((1u << k) - 1, false));         // moves nothing back
            foreign();
            while (want_up.size() + tx_seq < 3) give_up(r.in(1, 64));
            settle();
            EXPECT(tx_seq, k == 16 ? 0 : std::min(3u, 1u << k));
        }
        unsigned limit = 0;
        start(uart, limit);
        for (unsigned i = 0; i < 60; i++) {
            limit += r.in(1, 9);
            while (want_up.size() + tx_seq < limit + 2) give_up(r.in(1, 40));
            push(credit(limit, false));
            settle(500);
            foreign();
            settle(100);
            EXPECT(tx_seq, limit);
        }
        push(credit(limit + 10, false));
        settle();
        EXPECT(want_up.size(), 0);
    }

    unsigned store_size(unsigned most) { return (1u << r.below(most + 1)) + r.below(12); }
    // Readings of any size, next to each power of two, and payloads that begin meanwhile; room is
    // compared in each cycle.
    void stores()
    {
        for (unsigned i = 0; i < 150; i++) {
            if (i % 25 == 0) start(r.one_in(2), 100);
            if (i % 25 == 20) bye();
            cells = std::min(16 * store_size(13), 131071u);
            pkts = store_size(16);
            slow = r.one_in(3) ? 40 : 3;
            const unsigned busy = r.one_in(2) ? 0 : r.below(30);
            for (unsigned t = 0; t < 200; t++) {
                begun_next = r.percent(busy);
                run(1);
            }
        }
    }
    // So many begin in the time of one reading that few or none are free at its end; in the end
    // without a session, which keeps some for itself.
    void stores_run_empty()
    {
        start(r.one_in(2), 100);
        cells = 131071;
        for (unsigned i = 0; i < 30; i++) {
            if (i == 18) bye();
            const unsigned n = i % 3 ? store_size(12) : r.in(4096, 8100);
            pkts = n + credit_ref::SLACK_L + r.below(i % 2 ? 8 : 2 * watch.store.reserve);
            run(100);
            for (const uint64_t was = readings; readings == was;) run(1);
            hold = true;
            for (unsigned t = 0; t < n; t++) {
                begun_next = true;
                run(1);
            }
            hold = false;
            run(60);
        }
        usual();
        run(300);
    }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Scenes of card_host.cpp about what flows: credit both ways, a MAC or a UART that takes nothing,
// random traffic, the rate, numbers that wrap.
#ifndef CARD_HOST_FLOW_H
#define CARD_HOST_FLOW_H

#include "card_host_bench.h"

struct flow : bench {
    // A host that keeps to the rules: sends while it may, goes back when told.
    struct host {
        std::deque<hl_frame> all;       // every frame of the session, by number
        unsigned at = 0;                // next to send
        unsigned limit = 0;             // given to the card
        bool all_sent() const { return at == all.size(); }
        void back_to(unsigned number)
        {
            at = static_cast<unsigned>(all.size()) - static_cast<uint16_t>(all.size() - number);
        }
    };
    double cycles_a_kilobyte = 0;

    void host_sends(host &h, unsigned payload_max)
    {
        if (seen_goback) {
            seen_goback = false;
            h.back_to(told_ack);
        }
        if (in[s_uart].size() > 3) return;
        h.limit = (tx_seq + 3 + r.below(20)) & 0xFFFF;
        if (r.one_in(8)) push(credit(h.limit, r.one_in(6)));
        if (diff(h.at & 0xFFFF, told_limit) >= 0) return;
        if (h.all_sent())
            h.all.push_back(data(h.at, r.in(1, r.one_in(3) ? 16 : payload_max), h.limit));
        h.all[h.at].limit = h.limit;
        // Now and then the cable eats one.
        if (!r.one_in(25)) push(h.all[h.at]);
        h.at++;
    }
    // What else goes on: payloads and completions of the MAC, requests, and all that may wait
    void world_varies()
    {
        if (up.size() < 3 && r.one_in(60)) give_up(r.in(1, r.one_in(2) ? 40 : 1024));
        if (cpl.size() < 3 && r.one_in(150)) give_cpl();
        if (rsp_due.empty() && r.one_in(800)) {
            const bool uart = r.one_in(2);
            push(request(uart, r.in(1, 32), r.bits(48)), uart);
        }
        if (r.one_in(2000)) { cells = r.below(TX_CELLS + 1); pkts = r.below(300); }
        if (r.one_in(1000)) mac_busy = r.below(90);
        if (r.one_in(1000)) { out_busy = r.below(90); gap = r.below(90); }
        if (r.one_in(200)) {
            uart_room = !r.one_in(4);
            uart_empty = uart_room && !r.one_in(3);
        }
        const unsigned least = watch.store.reserve + credit_ref::SLACK_L + 2;
        if ((cells < 16 * least || pkts < least) && r.one_in(500)) {
            cells = TX_CELLS;
            pkts = 200;
        }
    }
    void traffic(unsigned frames, unsigned payload_max)
    {
        host h;
        await("the end of the traffic", 2000 * frames, [&] {
            const bool sending = h.all.size() < frames || !h.all_sent();
            if (!sending && told_ack == (frames & 0xFFFF)) return true;
            if (sending || seen_goback) host_sends(h, payload_max);
            else if (r.one_in(3000)) push(credit(h.limit, true));
            // The last ones may be lost without a gap behind them: they are sent again.
            if (h.all_sent() && told_ack != (h.all.size() & 0xFFFF) && r.one_in(6000))
                h.back_to(told_ack);
            world_varies();
            return false;
        });
        usual();
        push(credit(tx_seq + 100, false));
        await("all payloads up", 100000, [&] { return want_up.empty() && want_cpl.empty(); });
        settle(3000);
    }

    // The store is full: not one more than the limit; the host hears of it, once in QUIET cycles,
    // and of the end of it.
    void limit_of_card()
    {
        out_busy = 0;
        start(false, 100);
        cells = 0;
        run(200);
        while (diff(next, told_limit) < 0) { push(data(next, 9, 100)); settle(); }
        strict = true;
        const uint64_t goback = gobacks, over = seen[C_OVERRUN], order = seen[C_ORDER];
        const unsigned number = next, limit = told_limit;
        for (unsigned i = 0; i < 8; i++) { push(data(number + i, 9, 100)); settle(300); }
        settle();
        EXPECT(seen[C_OVERRUN] - over, 1);
        EXPECT(seen[C_ORDER] - order, 7);
        CHECK(gobacks - goback >= 1 && gobacks - goback <= 5);
        EXPECT(next, number);
        EXPECT(told_limit, limit);
        const uint64_t status = got[T_STATUS];
        cells = TX_CELLS;
        settle(3000);
        CHECK(diff(told_limit, limit) > 0);
        CHECK(got[T_STATUS] > status);
        strict = false;
    }
    void expect_goback(unsigned cycles)
    {
        run(cycles);
        CHECK(seen_goback);
        seen_goback = false;
    }
    // A MAC that takes nothing: the payload is given up, and the host is told.
    void stalls()
    {
        start(false, 50);
        const uint64_t stalled = seen[C_STALLED], thrown = discards;
        mac_busy = 100;
        push(data(0, 1024, 50));
        settle_in();
        EXPECT(rx_at[C_STALLED] - data_at, STALL_MAX + 1);
        expect_goback(1500);
        push(data(1, 10, 50));
        push(credit(60, false));
        push(request(false, 3, HOST_A));
        settle_in();
        expect_goback(2000);
        EXPECT(seen[C_STALLED], stalled + 1);
        EXPECT(peer, 60);
        // Again: the place is still taken.
        push(data(0, 300, 60));
        settle_in();
        EXPECT(rx_at[C_STALLED] - head_at, STALL_MAX + 3);
        expect_goback(1500);
        EXPECT(seen[C_STALLED], stalled + 2);
        EXPECT(next, 0);
        mac_busy = 30;
        run(100);
        EXPECT(discards, thrown + 1);
        for (unsigned i = 0; i < 3; i++) push(data(i, 700, 60));
        settle(3000);
        EXPECT(next, 3);
        // One beat alone can not be given up: it is taken.
        mac_busy = 100;
        push(data(3, 8, 60));
        settle_in();
        run(2000);
        mac_busy = 10;
        settle(3000);
        EXPECT(next, 4);
    }

    // A UART whose line is slow holds up nobody else, and is given no STATUS on top of what waits.
    // Its WELCOME waits, too.
    void uart_waits()
    {
        const uint64_t hellos = seen[C_HELLO];
        hello(true, 100);
        await("a HELLO read", 500, [&] { return seen[C_HELLO] != hellos; });
        uart_room = false;
        run(300);
        uart_room = true;
        settle();
        start(true, 100);
        uart_room = uart_empty = false;
        run(20);
        push(request(true, 4, 0));
        push(data(0, 40, 100));
        give_up(100);
        run(500);
        const uint64_t rsp = got[T_RSP];
        for (unsigned i = 0; i < 4; i++) { push(request(false, 32, HOST_B), false); run(1500); }
        EXPECT(got[T_RSP], rsp + 4);
        EXPECT(in[1].size(), 2);
        EXPECT(want_up.size(), 1);
        uart_room = true;
        const uint64_t status = got[T_STATUS];
        run(5000);
        EXPECT(want_up.size() + in[1].size(), 0);
        push(data(1, 40, 100));
        run(3000);
        EXPECT(got[T_STATUS], status);
        uart_empty = true;
        settle(3000);
        EXPECT(got[T_STATUS], status + 1);
        answer_waits();
        // A session over Ethernet does not wait for a UART.
        uart_room = uart_empty = false;
        start(false, 100);
        give_up(100);
        give_cpl();
        run(1000);
        EXPECT(want_up.size() + want_cpl.size(), 0);
    }
    // An answer waits for room that went away while the registers were asked.
    void answer_waits()
    {
        const uint64_t requests = seen[C_REQ], answers = seen[C_TX_RSP];
        slow = 40;
        push(request(true, 8, 0), true);
        await("a REQ read", 1000, [&] { return seen[C_REQ] != requests; });
        uart_room = false;
        run(5000);
        EXPECT(seen[C_REQ], requests + 1);
        EXPECT(seen[C_TX_RSP], answers);
        uart_room = true;
        settle();
    }

    // Nothing between two frames but what the frames need: a beat a cycle and at most eight cycles.
    void rate()
    {
        nobody_waits();
        start(false, 30000);
        const uint64_t t0 = chk.cycle;
        for (unsigned n = 0; n < 200; run(1)) {
            if (in[0].empty() && diff(n, told_limit) < 0) push(data(n++, 1024, 30000));
            if (up.size() < 2) give_up(1024);
        }
        cycles_a_kilobyte = static_cast<double>(chk.cycle - t0) / 200;
        CHECK(cycles_a_kilobyte < 160);
        await("all payloads up", 2000, [&] { return want_up.empty(); });
        settle();
    }
    // All numbers, and round again. Now and then a pause, long enough for a STATUS, were there a
    // reason for one.
    void wrap()
    {
        nobody_waits();
        start(false, 30000);
        unsigned n = 0, given = 0, pause = 2100;
        while (n < 66000) {
            if (in[0].size() < 2 && diff(n & 0xFFFF, told_limit) < 0)
                push(data(n++, 1, tx_seq + r.in(1, 4)));
            if (want_up.size() < 3 && given < 66000) { give_up(1); given++; }
            run(1);
            if (n < pause) continue;
            push(request(false, 1, HOST_A));
            settle();
            const uint64_t told = got[T_STATUS];
            run(3000);
            EXPECT(got[T_STATUS], told);
            pause += 4096;
        }
        while (!want_up.empty()) {
            push(credit(tx_seq + 4, false));
            settle_in();
            run(100);
        }
        settle(3000);
        EXPECT(next, 66000 & 0xFFFF);
        EXPECT(given, 66000);
    }
};

#endif

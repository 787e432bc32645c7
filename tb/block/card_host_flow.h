// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of card_host.cpp about what flows: credit both ways, room for echo and generator, a MAC
// or a UART that stands, random traffic, the rate, numbers that wrap.
#ifndef CARD_HOST_FLOW_H
#define CARD_HOST_FLOW_H

#include "card_host_bench.h"

// A host that keeps to the rules: sends while it may, goes back when told.
struct host {
    bench &b;
    std::deque<hl_frame> all;           // every frame of the session, by number
    unsigned at = 0;                    // next to send
    unsigned mine = 0;                  // limit given to the card
    explicit host(bench &x) : b(x) {}
    void step(unsigned payload_max, unsigned window)
    {
        if (b.seen_goback) {
            b.seen_goback = false;
            at = static_cast<unsigned>(all.size()) - static_cast<uint16_t>(all.size() - b.told_ack);
        }
        if (b.in[b.s_uart].size() > 3) return;
        mine = (b.tx_seq + window) & 0xFFFF;
        if (b.r.one_in(8)) b.push(b.credit(mine, b.r.one_in(6)), b.s_uart);
        if (diff(at & 0xFFFF, b.told_limit) >= 0) return;
        if (at == all.size())
            all.push_back(b.data(at, b.r.one_in(3) ? b.r.in(1, 16) : b.r.in(1, payload_max), mine));
        all[at].limit = mine;
        // Now and then the cable eats one.
        if (!b.r.one_in(25)) b.push(all[at], b.s_uart);
        at++;
    }
};

inline void traffic(bench &b, unsigned frames, unsigned payload_max)
{
    host h(b);
    const uint64_t end = b.chk.cycle + 2000 * frames;
    while (h.all.size() < frames || h.at < h.all.size() || b.told_ack != (frames & 0xFFFF)) {
        CHECK_EQ(b.chk, b.chk.cycle < end, true);
        if (h.all.size() < frames || h.at < h.all.size() || b.seen_goback)
            h.step(payload_max, 3 + b.r.below(20));
        else if (b.r.one_in(3000)) b.push(b.credit(h.mine, true), b.s_uart);
        // Frames that the end of the session hides from the reference are asked for by going back.
        if (h.at == h.all.size() && b.told_ack != (h.all.size() & 0xFFFF) && b.r.one_in(6000))
            h.at = static_cast<unsigned>(h.all.size())
                   - static_cast<uint16_t>(h.all.size() - b.told_ack);
        if (b.up.size() < 3 && b.r.one_in(60))
            b.give_up(b.r.one_in(2) ? b.r.in(1, 40) : b.r.in(1, 1024));
        if (b.cpl.size() < 3 && b.r.one_in(150)) b.give_cpl();
        if (b.rsp_due.empty() && b.r.one_in(800)) {
            const bool u = b.r.one_in(2);
            b.push(b.request(u, b.r.in(1, 32), b.r.bits(48)), u);
        }
        if (b.r.one_in(2000)) { b.cells = b.r.below(TX_CELLS + 1); b.pkts = b.r.below(300); }
        if (b.r.one_in(1000)) b.mac_busy = b.r.below(90);
        if (b.r.one_in(1000)) { b.out_busy = b.r.below(90); b.gap = b.r.below(90); }
        if (b.r.one_in(200)) {
            b.uart_room = !b.r.one_in(4);
            b.uart_empty = b.uart_room && !b.r.one_in(3);
        }
        if (b.cells < 16 * (RESERVE + SLACK + 2) || b.pkts < RESERVE + SLACK + 2)
            if (b.r.one_in(500)) {
                b.cells = TX_CELLS;
                b.pkts = 200;
            }
        b.tick();
    }
    b.mac_busy = 10;
    b.out_busy = 20;
    b.gap = 20;
    b.cells = TX_CELLS;
    b.pkts = 200;
    b.uart_room = b.uart_empty = true;
    b.push(b.credit(b.tx_seq + 100, false), b.s_uart);
    for (unsigned i = 0; i < 100000 && (!b.want_up.empty() || !b.want_cpl.empty()); i++) b.tick();
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);
    b.settle(3000);
    b.seen_goback = false;
}

// Numbers of both directions run to their limit and wait.
inline void limits(bench &b)
{
    b.out_busy = 0;
    start(b, false, 3);
    for (unsigned i = 0; i < 6; i++) b.give_up(50);
    b.give_cpl();
    b.run(3000);
    CHECK_EQ(b.chk, b.tx_seq, 3);
    b.out_busy = 100;                           // nothing leaves between the three
    b.push(b.credit(2, false), false);
    b.push(b.credit(5, false), false);
    b.push(b.credit(4, false), false);          // moves nothing back
    b.run(200);
    b.out_busy = 0;
    b.settle(3000);
    CHECK_EQ(b.chk, b.tx_seq, 5);
    b.push(b.credit(100, false), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.tx_seq, 8);      // and the one that waited without a session
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);

    // The store is full: not one more than the limit; the host hears of it, once in 1024 cycles,
    // and of the end of it.
    b.cells = 0;
    b.run(200);
    while (diff(b.next, b.told_limit) < 0) { b.push(b.data(b.next, 9, 100), false); b.settle(); }
    b.strict = true;
    const uint64_t gb = b.gobacks, over = b.seen[C_OVERRUN], order = b.seen[C_ORDER];
    const unsigned next = b.next, limit = b.told_limit;
    for (unsigned i = 0; i < 8; i++) { b.push(b.data(next + i, 9, 100), false); b.settle(300); }
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_OVERRUN] - over, 1);
    CHECK_EQ(b.chk, b.seen[C_ORDER] - order, 7);
    CHECK_EQ(b.chk, b.gobacks - gb >= 1 && b.gobacks - gb <= 5, true);
    CHECK_EQ(b.chk, b.next, next);
    CHECK_EQ(b.chk, b.told_limit, limit);
    const uint64_t status = b.got[T_STATUS];
    b.cells = TX_CELLS;
    b.settle(3000);
    CHECK_EQ(b.chk, diff(b.told_limit, limit) > 0, true);
    CHECK_EQ(b.chk, b.got[T_STATUS] > status, true);
    // pkts bounds as well, and 255 whatever is free
    b.pkts = 0;
    b.run(300);
    const unsigned stop = b.told_limit;
    b.push(b.data(b.next, 9, 100), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.told_limit, stop);
    b.pkts = 200;
    b.settle(3000);
    b.seen_goback = false;

    // An old number is answered, but with no GOBACK; ASK is answered.
    const uint64_t g2 = b.gobacks, s2 = b.got[T_STATUS];
    b.push(b.data(b.next - 1, 20, 100), false);
    b.settle(100);
    b.push(b.credit(100, true), false);
    b.settle(100);
    CHECK_EQ(b.chk, b.gobacks, g2);
    CHECK_EQ(b.chk, b.got[T_STATUS], s2 + 2);
    b.out_busy = 20;
    b.strict = false;
}

inline void room(bench &b)
{
    // Echo and generator get what the host was not given: nothing below the limit told plus two.
    start(b, false, 100);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.cells = 16 * (SLACK + static_cast<unsigned>(diff(b.told_limit, b.next)) + 2);
    b.pkts = 300;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 0);
    b.cells += 16;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.push(b.make(T_BYE, false, HOST_A), false);
    b.cells = 16 * (SLACK + 3);
    b.settle(300);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.cells -= 16;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 0);
    // A payload begun counts at once, and until a reading that began after it has ended.
    b.cells += 16;
    b.slow = 40;
    uint64_t inside = 0;
    for (unsigned i = 0; i < 60; i++) {
        b.run(400 + b.r.below(100));
        CHECK_EQ(b.chk, b.d->room, 1);
        b.begun_next = true;
        b.tick();
        const uint64_t from = b.readings;
        inside += b.read_ends < from;
        for (unsigned t = 0; b.readings == from || b.read_ends < from + 1; t++) {
            b.tick();
            if (t >= 3 && b.read_ends < from + 1) CHECK_EQ(b.chk, b.d->room, 0);
            CHECK_EQ(b.chk, t < 2000, true);
        }
    }
    b.chk.reached("a payload begun in the middle of a reading", inside);
    b.slow = 3;
    b.cells = TX_CELLS;
    b.pkts = 200;
    b.run(300);
}

inline void stalls(bench &b)
{
    start(b, false, 50);
    const uint64_t st = b.seen[C_STALLED], dis = b.discards;
    b.mac_busy = 100;
    b.push(b.data(0, 1024, 50), false);
    b.settle_in();
    CHECK_EQ(b.chk, b.rx_at[C_STALLED] - b.data_at, STALL_MAX + 1);
    b.run(1500);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    b.push(b.data(1, 10, 50), false);
    b.push(b.credit(60, false), false);
    b.push(b.request(false, 3, HOST_A), false);
    b.settle_in();
    b.run(2000);
    CHECK_EQ(b.chk, b.seen[C_STALLED], st + 1);
    CHECK_EQ(b.chk, b.peer, 60);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    // Again: the place is still taken.
    b.push(b.data(0, 300, 60), false);
    b.settle_in();
    CHECK_EQ(b.chk, b.rx_at[C_STALLED] - b.head_at, STALL_MAX + 3);
    b.run(1500);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    CHECK_EQ(b.chk, b.seen[C_STALLED], st + 2);
    CHECK_EQ(b.chk, b.next, 0);
    b.mac_busy = 30;
    b.run(100);
    CHECK_EQ(b.chk, b.discards, dis + 1);
    for (unsigned i = 0; i < 3; i++) b.push(b.data(i, 700, 60), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 3);
    // One beat alone can not be given up: it is taken.
    b.mac_busy = 100;
    b.push(b.data(3, 8, 60), false);
    b.settle_in();
    b.run(2000);
    b.mac_busy = 10;
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 4);
    b.seen_goback = false;
}

inline void uart_waits(bench &b)
{
    // A UART whose line is slow holds up nobody else, and is given no STATUS on top of what waits.
    // Its WELCOME waits, too.
    const uint64_t hellos = b.seen[C_HELLO];
    b.hello(true, 100);
    for (unsigned i = 0; i < 500 && b.seen[C_HELLO] == hellos; i++) b.tick();
    b.uart_room = false;
    b.run(300);
    b.uart_room = true;
    b.settle();
    start(b, true, 100);
    b.uart_room = b.uart_empty = false;
    b.run(20);
    b.push(b.request(true, 4, 0), true);
    b.push(b.data(0, 40, 100), true);
    b.give_up(100);
    b.run(500);
    const uint64_t rsp = b.got[T_RSP];
    for (unsigned i = 0; i < 4; i++) { b.push(b.request(false, 32, HOST_B), false); b.run(1500); }
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 4);
    CHECK_EQ(b.chk, b.in[1].size(), 2);
    CHECK_EQ(b.chk, b.want_up.size(), 1);
    b.uart_room = true;
    const uint64_t st = b.got[T_STATUS];
    b.run(5000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st);
    CHECK_EQ(b.chk, b.want_up.size() + b.in[1].size(), 0);
    b.push(b.data(1, 40, 100), true);
    b.run(3000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st);
    b.uart_empty = true;
    b.settle(3000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st + 1);
    // An answer waits for room that went away while the registers were asked.
    const uint64_t reqs = b.seen[C_REQ], answers = b.seen[C_TX_RSP];
    b.slow = 40;
    b.push(b.request(true, 8, 0), true);
    for (unsigned i = 0; i < 1000 && b.seen[C_REQ] == reqs; i++) b.tick();
    b.uart_room = false;
    b.run(5000);
    CHECK_EQ(b.chk, b.seen[C_REQ], reqs + 1);
    CHECK_EQ(b.chk, b.seen[C_TX_RSP], answers);
    b.uart_room = true;
    b.settle();
    b.slow = 3;
    // A session over Ethernet does not wait for a UART.
    b.uart_room = b.uart_empty = false;
    start(b, false, 100);
    b.give_up(100);
    b.give_cpl();
    b.run(1000);
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);
    b.uart_room = b.uart_empty = true;
}

// Nothing between two frames but what the frames need: a beat a cycle and at most eight cycles.
inline void rate(bench &b)
{
    b.gap = b.out_busy = b.mac_busy = 0;
    start(b, false, 30000);
    const uint64_t t0 = b.chk.cycle;
    unsigned n = 0;
    while (n < 200) {
        if (b.in[0].empty() && diff(n, b.told_limit) < 0) b.push(b.data(n++, 1024, 30000), false);
        if (b.up.size() < 2) b.give_up(1024);
        b.tick();
    }
    const double per = static_cast<double>(b.chk.cycle - t0) / 200;
    printf("%.1f cycles a 1 KB frame from the host\n", per);
    CHECK_EQ(b.chk, per < 160, true);
    for (unsigned i = 0; i < 2000 && !b.want_up.empty(); i++) b.tick();
    CHECK_EQ(b.chk, b.want_up.size(), 0);
    b.settle();
    b.gap = b.out_busy = 20;
    b.mac_busy = 10;
}

// All numbers, and round again
inline void wrap(bench &b)
{
    b.gap = b.out_busy = b.mac_busy = 0;
    b.cells = TX_CELLS;
    start(b, false, 30000);
    unsigned n = 0, up = 0, pause = 2100;
    while (n < 66000) {
        if (b.in[0].size() < 2 && diff(n & 0xFFFF, b.told_limit) < 0) {
            b.push(b.data(n, 1, b.tx_seq + b.r.in(1, 4)), false);
            n++;
        }
        if (b.want_up.size() < 3 && up < 66000) { b.give_up(1); up++; }
        b.tick();
        if (n >= pause) {               // long enough for a STATUS, were there a reason
            b.push(b.request(false, 1, HOST_A), false);
            b.settle();
            const uint64_t told = b.got[T_STATUS];
            b.run(3000);
            CHECK_EQ(b.chk, b.got[T_STATUS], told);
            pause += 4096;
        }
    }
    while (!b.want_up.empty()) {
        b.push(b.credit(b.tx_seq + 4, false), false);
        b.settle_in();
        b.run(100);
    }
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 66000 & 0xFFFF);
    CHECK_EQ(b.chk, up, 66000);
}

#endif

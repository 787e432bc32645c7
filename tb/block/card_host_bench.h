// SPDX-License-Identifier: Apache-2.0
//
// The frames that the test of card_host is made of, and how long it takes to see what became of
// them.
#ifndef CARD_HOST_BENCH_H
#define CARD_HOST_BENCH_H

#include "card_host_ports.h"

struct bench : ports {
    // What all scenes begin with, and a host and a MAC that never wait
    void usual()
    {
        out_busy = gap = 20;
        mac_busy = 10;
        slow = 3;
        cells = TX_CELLS;
        pkts = 200;
        uart_room = uart_empty = true;
        seen_goback = false;
    }
    void nobody_waits() { out_busy = gap = mac_busy = 0; }

    bool all_read() const { return in[0].empty() && in[1].empty() && flight.empty(); }
    void settle_in() { await("all frames read", 20000, [&] { return all_read(); }); }
    // Until everything has been read and answered.
    void settle(unsigned more = 1500)
    {
        await("all frames answered", 200000, [&] {
            return all_read() && rsp_due.empty() && !welcome_due && out[0].empty()
                   && out[1].empty();
        });
        run(more);
        EXPECT(want_down.size() + done_down.size(), 0);
        if (!sess) return;
        EXPECT(told_ack, next);
        EXPECT(told_limit, watch.store.limit);
        if (more > QUIET && (!s_uart || uart_empty)) EXPECT(asked_at + gap_at, 0);
    }
    // The cycle of the next frame of this kind
    uint64_t next_tx(unsigned code)
    {
        const uint64_t was = tx_at[code];
        await("a frame of the card", 3 * QUIET, [&] { return tx_at[code] != was; });
        return tx_at[code];
    }

    // ---- frames of a host
    hl_frame make(unsigned type, bool uart, uint64_t mac)
    {
        hl_frame f;
        f.dst = r.one_in(4) ? ALL : ME;
        f.src = uart ? 0 : mac;
        f.type = type;
        f.tag = static_cast<uint32_t>(r.bits(32));
        f.ack = static_cast<unsigned>(r.bits(16));
        f.flags = static_cast<unsigned>(r.bits(8)) & (type == T_CREDIT ? 0xFE : 0xFF);
        return f;
    }
    hl_frame data(unsigned seq, unsigned n, unsigned limit)
    {
        hl_frame f = make(T_DATA, s_uart, s_mac);
        f.vc = r.one_in(5) ? static_cast<unsigned>(r.bits(8)) : r.below(3);
        f.node = static_cast<unsigned>(r.bits(24));
        f.length = n;
        f.seq = seq & 0xFFFF;
        f.limit = limit & 0xFFFF;
        f.body = eth_random(r, n);
        return f;
    }
    hl_frame credit(unsigned limit, bool ask)
    {
        hl_frame f = make(T_CREDIT, s_uart, s_mac);
        f.limit = limit & 0xFFFF;
        f.flags |= ask;
        return f;
    }
    hl_frame request(bool uart, unsigned n, uint64_t mac)
    {
        hl_frame f = make(T_REQ, uart, mac);
        for (unsigned i = 0; i < n; i++) {
            f.body.push_back(static_cast<uint8_t>(r.one_in(12) ? r.bits(8) : r.below(2)));
            f.body.push_back(static_cast<uint8_t>(r.bits(8)));
            unsigned a = r.below(0x400) | (r.one_in(2) ? 0x1000 : 0);
            if (r.one_in(12)) a = static_cast<unsigned>(r.bits(16));
            // Nothing that the card itself writes, or that changes by itself
            for (unsigned own : { 0x24u, 0x2Cu, 0xA8u, 0xB0u }) if ((a & ~3u) == own) a = 0x40;
            put_be(f.body, a, 2);
            put_be(f.body, r.bits(32), 4);
        }
        f.length = 8 * n;
        return f;
    }
    // cut: bytes that are left of it
    void push(const hl_frame &f, bool uart, size_t cut = 0)
    {
        const size_t all = uart ? 32 + f.body.size() : hl_bytes(f, true).size();
        in[uart].push_back({ f, uart, cut ? cut : all });
    }
    // Of the host whose session it is
    void push(const hl_frame &f) { push(f, s_uart); }
    void hello(bool uart, unsigned limit, uint64_t mac = HOST_A)
    {
        hl_frame f = make(T_HELLO, uart, mac);
        f.limit = limit;
        push(f, uart);
    }
    void bye()
    {
        push(make(T_BYE, s_uart, s_mac));
        settle(100);
    }
    void start(bool uart, unsigned limit, uint64_t mac = HOST_A)
    {
        dut->link_state = links = static_cast<unsigned>(r.bits(32));
        hello(uart, limit, mac);
        settle();
    }
    // Frames that say nothing to the session, with any limit and number
    void foreign()
    {
        hl_frame f = credit(static_cast<unsigned>(r.bits(16)), true);
        push(f, !s_uart);                       // another port
        f.version = r.below(2) ? 0 : 3;
        push(f);
        f = data(static_cast<unsigned>(r.bits(16)), 9, static_cast<unsigned>(r.bits(16)));
        f.type = 7;
        push(f);
        f.type = T_DATA;
        f.dst ^= uint64_t{1} << r.below(48);
        push(f, false);
    }
    // ---- payloads and completions of the MAC
    void give_up(size_t n)
    {
        up.push_back({ r.below(3) << 24 | static_cast<uint32_t>(r.bits(24)), eth_random(r, n) });
        want_up.push_back(up.back());
    }
    void give_cpl()
    {
        bytes b(16);
        for (auto &x : b) x = static_cast<uint8_t>(r.bits(8));
        cpl.push_back(b);
        want_cpl.push_back(b);
    }
};

#endif

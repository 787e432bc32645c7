// SPDX-License-Identifier: Apache-2.0
//
// The frames that the test of card_host is made of, and how long it takes to see what became of
// them.
#ifndef CARD_HOST_BENCH_H
#define CARD_HOST_BENCH_H

#include "card_host_ports.h"

struct bench : ports {
    explicit bench(uint64_t seed, std::unique_ptr<Vcard_host> used = nullptr)
        : ports(seed, std::move(used)) {}
    void run(unsigned n) { while (n--) tick(); }
    bool all_read() const { return in[0].empty() && in[1].empty() && flight.empty(); }
    void settle_in()
    {
        for (unsigned i = 0; i < 20000 && !all_read(); i++) tick();
        CHECK_EQ(chk, all_read(), true);
    }
    // Until everything has been read and answered.
    void settle(unsigned more = 1500)
    {
        for (unsigned i = 0; i < 200000; i++) {
            if (all_read() && rsp_due.empty() && !welcome_due && out[0].empty() && out[1].empty())
                break;
            tick();
        }
        CHECK_EQ(chk, all_read(), true);
        CHECK_EQ(chk, rsp_due.empty(), true);
        CHECK_EQ(chk, welcome_due, false);
        run(more);
        CHECK_EQ(chk, want_down.size() + done_down.size(), 0);
        if (sess) {
            CHECK_EQ(chk, told_ack, next);
            CHECK_EQ(chk, told_limit, limit_now());
            if (more > QUIET && (!s_uart || uart_empty)) CHECK_EQ(chk, asked_at + gap_at, 0);
        }
    }

    // Frames of a host
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
    void push(const hl_frame &f, bool uart, size_t cut = 0)
    {
        size_t raw = hl_bytes(f, true).size();
        if (uart) raw = 32 + f.body.size();
        in[uart].push_back({ f, uart, cut ? cut : raw });
    }
    void hello(bool uart, unsigned limit, uint64_t mac = HOST_A)
    {
        hl_frame f = make(T_HELLO, uart, mac);
        f.limit = limit;
        push(f, uart);
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
            // Nothing that the card itself writes
            if ((a & ~3u) == 0x2C || (a & ~3u) == 0x24 || (a & ~3u) == 0xA8 || (a & ~3u) == 0xB0)
                a = 0x40;
            put_be(f.body, a, 2);
            put_be(f.body, r.bits(32), 4);
        }
        f.length = 8 * n;
        return f;
    }
    // Frames that say nothing to the session, with any limit and number
    void foreign()
    {
        hl_frame f = credit(static_cast<unsigned>(r.bits(16)), true);
        push(f, !s_uart);                       // another port
        f.version = r.below(2) ? 0 : 3;
        push(f, s_uart);
        f = data(static_cast<unsigned>(r.bits(16)), 9, static_cast<unsigned>(r.bits(16)));
        f.type = 7;
        push(f, s_uart);
        f.type = T_DATA;
        f.dst ^= uint64_t{1} << r.below(48);
        push(f, false);
    }
    void give_up(size_t n)
    {
        up.push_back({ static_cast<uint32_t>(r.below(3) << 24 | r.bits(24)), eth_random(r, n) });
        want_up.push_back(up.back());
    }
    void give_cpl()
    {
        completion k;
        for (auto &b : k.b) b = static_cast<uint8_t>(r.bits(8));
        cpl.push_back(k);
        want_cpl.push_back(k);
    }
};

inline void start(bench &b, bool uart, unsigned limit, uint64_t mac = HOST_A)
{
    b.links = static_cast<unsigned>(b.r.bits(32));
    b.d->link_state = b.links;
    b.hello(uart, limit, mac);
    b.settle();
}

#endif

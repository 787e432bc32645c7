// SPDX-License-Identifier: Apache-2.0
//
// The card at its pins: PHYs, RGMII with frames in both directions, a UART, and a host.
#ifndef CARD_BENCH_H
#define CARD_BENCH_H

#include <memory>
#include "Vcard.h"
#include "card_pins.h"

#ifndef PHY_SWAP
#define PHY_SWAP 0
#endif
#ifndef MDIO_BUSES
#define MDIO_BUSES 1
#endif
#ifndef HOST_ETH
#define HOST_ETH 1
#endif

static const uint64_t HOST = 0x0A0B0C0D0E0F;

struct bench {
    tb_check chk;
    tb_rng r;
    std::unique_ptr<Vcard> d = std::make_unique<Vcard>();
    phy p[2];                   // 0: the one with the lower address
    bus b[2];
    line_rx host, wire;
    // Bytes with carrier, and the one on the pins
    std::deque<std::pair<unsigned, bool>> to_host, to_wire;
    std::pair<unsigned, bool> at_host{ 0, false }, at_wire{ 0, false };
    uint32_t node;
    uint64_t me;
    bench *peer = nullptr;      // runs too; each gets the frames of the other on its wire port
    // Frames on the wires since reset; to the peer since somebody looked: their number, and when
    // the first and the last began
    uint64_t wire_in = 0, wire_bad = 0, wire_out = 0, host_in = 0, host_out = 0;
    unsigned wire_n = 0, wire_vc = 9;       // VC: of the last payload
    double wire_first = 0, wire_last = 0;
    uint64_t reset_end = 0, link_at = 0;    // cycles: since when the wire LED is lit
    // The host
    uint32_t hl[22] = {};       // counters of the host link when its session began
    unsigned seq = 0;           // of its next payload
    std::deque<hl_frame> got;   // payloads and completions for it
    double now = 0, last_in = 0;
    unsigned phase = 0;
    // UART
    std::deque<bool> line;
    unsigned tick = 0, bit = 0, shift = 0, left = 0;
    bytes raw;
    std::deque<bytes> uart;
    uint8_t leds = 0;           // ever seen

    // PHYs at the addresses of this number: all of them together have each bit as 0 and as 1
    bench(uint64_t seed, uint32_t own, unsigned at = 0)
        : chk("card", seed), r(seed), node(own), me(uint64_t{0x025454} << 24 | own)
    {
        static const unsigned low[3] = { 10, 5, 20 }, high[3] = { 21, 10, 26 };
        p[0].addr = low[at];
        p[1].addr = MDIO_BUSES == 2 ? low[at] : high[at];
        b[0].on = { &p[0] };
        b[MDIO_BUSES - 1].on.push_back(&p[1]);
        if (!HOST_ETH) b[0].on = { &p[0] };
        d->cfg_node = node;
        d->uart_rx = 1;
        d->rst = 1;
        // What flops hold before the first edges may be anything, and breaks what holds after them.
        Verilated::assertOn(false);
        run(20);
        Verilated::assertOn(true);
        run(20);
        d->rst = 0;
        leds = 0;
        reset_end = chk.cycle;
    }
    phy &wire_phy() { return p[PHY_SWAP]; }
    phy &host_phy() { return p[1 - PHY_SWAP]; }
    // A quarter of clk: 4 ns
    void step()
    {
        Vcard &c = *d;
        now += 4;
        phase = (phase + 1) & 3;
        // RXC of both ports runs at 125 MHz, a quarter of its period after the data.
        const bool rise = phase & 1;
        if (rise) {
            at_host = next_byte(to_host);
            if (at_host.second && to_host.size() == 12) last_in = now + 4;
            at_wire = next_byte(to_wire);
        }
        c.host_rxd = rise ? at_host.first & 15 : at_host.first >> 4;
        c.host_rx_ctl = at_host.second;
        c.wire_rxd = rise ? at_wire.first & 15 : at_wire.first >> 4;
        c.wire_rx_ctl = at_wire.second;
        c.eval();
        c.host_rxc = rise;
        c.wire_rxc = rise;
        c.eval();
        c.tx_clk = !(phase & 1);
        c.clk = phase < 2;
        c.eval();
        if (!c.rst) {
            host_out += host.step(c.host_txc, c.host_txd, c.host_tx_ctl, now);
            wire_out += wire.step(c.wire_txc, c.wire_txd, c.wire_tx_ctl, now);
        }
        if (phase) return;
        chk.cycle++;
        if (!c.rst) leds |= c.led;
        if ((c.led & 1) && !link_at) link_at = chk.cycle;
        unsigned in = 3;
        for (unsigned i = 0; i < 2; i++) {
            const bool both = b[i].drive && (c.mdio_oe >> i & 1);
            CHECK_EQ(chk, both && !c.rst, false);       // never two at once
            b[i].step(c.mdc >> i & 1, c.mdio_oe >> i & 1, c.mdio_o >> i & 1);
            if (b[i].drive && !b[i].out) in &= ~(1u << i);
        }
        c.mdio_i = in;
        if (++tick == CLK_HZ / BAUD) {
            tick = 0;
            c.uart_rx = line.empty() ? 1 : line.front();
            if (!line.empty()) line.pop_front();
        }
        if (left == 0) { if (!c.uart_tx && !c.rst) { left = 10; bit = CLK_HZ / BAUD / 2; } }
        else if (--bit == 0) {
            bit = CLK_HZ / BAUD;
            if (left < 10 && left > 1) shift = shift >> 1 | static_cast<unsigned>(c.uart_tx) << 7;
            if (--left == 0) {
                if (shift != 0xC0) raw.push_back(static_cast<uint8_t>(shift));
                else {
                    bytes f;
                    for (size_t i = 0; i < raw.size(); i++)
                        f.push_back(raw[i] != 0xDB ? raw[i] : raw[++i] == 0xDC ? 0xC0 : 0xDB);
                    CHECK_EQ(chk, eth_fcs_state(f), 0);
                    f.resize(f.size() - 4);
                    f.insert(f.begin(), 14, 0);
                    uart.push_back(f);
                    raw.clear();
                }
            }
        }
    }
    static std::pair<unsigned, bool> next_byte(std::deque<std::pair<unsigned, bool>> &line)
    {
        if (line.empty()) return { 0, false };
        const auto b = line.front();
        line.pop_front();
        return b;
    }
    static void put_frame(std::deque<std::pair<unsigned, bool>> &line, const bytes &f)
    {
        for (unsigned i = 0; i < 7; i++) line.push_back({ 0x55, true });
        line.push_back({ 0xD5, true });
        for (uint8_t v : f) line.push_back({ v, true });
        for (unsigned i = 0; i < 12; i++) line.push_back({ 0, false });
    }
    void hear()
    {
        while (!wire.frames.empty() && peer) {
            const bytes f = wire.frames.front();
            // The length of the TSH, 34 bytes before it, padding, FCS
            const uint64_t told = 34 + get_be(f, 40, 2);
            CHECK_EQ(chk, f.size(), (told < 64 ? 64 : told) + 4);
            put_frame(peer->to_wire, f);
            wire.frames.pop_front();
            peer->wire_in++;
            if ((get_be(f, 0, 6) & 0xFFFFFF) == peer->node)
                (wire_n++ ? wire_last : wire_first) = wire.times.back();
            if ((f[42] & 63) == 6) wire_vc = f[43];
        }
    }
    void run(unsigned cycles)
    {
        for (unsigned i = 0; i < 4 * cycles; i++) {
            step();
            if (!peer) continue;
            peer->step();
            hear();
            peer->hear();
        }
    }

    void send(const hl_frame &f, bool by_uart, bool broken = false)
    {
        bytes x = hl_bytes(f, !by_uart);
        eth_add_fcs(x);
        if (broken) x.back() ^= 0x10;
        if (!by_uart) {
            put_frame(to_host, x);
            host_in++;
            return;
        }
        bytes s;
        for (uint8_t v : x) {
            if (v == 0xC0 || v == 0xDB) { s.push_back(0xDB); s.push_back(v == 0xC0 ? 0xDC : 0xDD); }
            else s.push_back(v);
        }
        s.push_back(0xC0);
        for (uint8_t v : s) {
            line.push_back(false);
            for (unsigned i = 0; i < 8; i++) line.push_back(v >> i & 1);
            line.push_back(true);
        }
    }
    hl_frame answer(bool by_uart)
    {
        for (unsigned i = 0; i < 400000 && (by_uart ? uart.empty() : host.frames.empty()); i++)
            run(1);
        CHECK_EQ(chk, by_uart ? uart.empty() : host.frames.empty(), false);
        bytes f = by_uart ? uart.front() : host.frames.front();
        if (by_uart) uart.pop_front();
        else {
            CHECK_EQ(chk, eth_fcs_state(f), 0);
            f.resize(f.size() - 4);
            host.frames.pop_front();
            CHECK_EQ(chk, get_be(f, 0, 6), HOST);
            CHECK_EQ(chk, get_be(f, 6, 6), me);
        }
        return hl_parse(f);
    }
    uint32_t access(bool by_uart, bool write, unsigned a, uint32_t v, unsigned strobe = 15)
    {
        hl_frame f;
        f.dst = me;
        f.src = HOST;
        f.type = T_REQ;
        f.length = 8;
        f.tag = static_cast<uint32_t>(r.bits(32));
        put_be(f.body, write, 1);
        put_be(f.body, strobe, 1);
        put_be(f.body, a, 2);
        put_be(f.body, v, 4);
        send(f, by_uart);
        hl_frame s;
        while ((s = answer(by_uart)).type != T_RSP)
            if (s.type == T_DATA_UP || s.type == T_CPL) got.push_back(s);
        // All of the answer but where its session stands
        CHECK_EQ(chk, s.tag, f.tag);
        CHECK_EQ(chk, s.version, 1);
        CHECK_EQ(chk, s.vc | s.flags | s.node, 0);
        CHECK_EQ(chk, s.length, 8);
        CHECK_EQ(chk, get_be(s.body, 0, 4), get_be(f.body, 0, 4));
        if (write && strobe == 15) CHECK_EQ(chk, get_be(s.body, 4, 4), v);
        return static_cast<uint32_t>(get_be(s.body, 4, 4));
    }

    // ------------------------------------------------------------ a host on Ethernet
    hl_frame frame(unsigned type) const
    {
        hl_frame f;
        f.dst = me;
        f.src = HOST;
        f.type = type;
        f.limit = 30000;
        return f;
    }
    void payload(unsigned vc, uint32_t to, const bytes &p)
    {
        hl_frame f = frame(T_DATA);
        f.vc = vc;
        f.node = to;
        f.length = static_cast<unsigned>(p.size());
        f.seq = seq++;
        f.body = p;
        send(f, false);
    }
    // The next payload or completion
    hl_frame next_got()
    {
        while (got.empty()) {
            const hl_frame f = answer(false);
            if (f.type == T_DATA_UP || f.type == T_CPL) got.push_back(f);
        }
        const hl_frame f = got.front();
        got.pop_front();
        return f;
    }
    uint32_t read(unsigned a) { return access(false, false, a, 0); }
    void write(unsigned a, uint32_t v) { access(false, true, a, v); }
    // Until a register is this; not for ever
    void await(unsigned a, uint32_t v)
    {
        for (unsigned i = 0; i < 200 && read(a) != v; i++) run(50);
        CHECK_EQ(chk, read(a), v);
    }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The card at its pins: PHYs, RGMII with frames in both directions, a UART, and a host.
#ifndef CARD_BENCH_H
#define CARD_BENCH_H

#include "Vcard.h"
#include "card_serial.h"
#include "eth_line.h"
#include "lockstep.h"
#include "mdio_bus.h"

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

// A PHY with 1000 full on both sides
struct phy : mdio_phy {
    void power_up(unsigned at)
    {
        addr = at;
        here = true;
        for (unsigned i = 0; i < 32; i++) reg[i] = static_cast<uint16_t>(0x1000 + i);
        reg[0] = 0x1140;
        reg[2] = static_cast<uint16_t>(0x2200 + at);
        reg[4] = reg[5] = 0x01E1;
        reg[9] = 0x0300;
        reg[10] = 0x0C00;
        link(false);
    }
    void link(bool up) { reg[1] = up ? 0x796D : 0x7949; }
};
// Frames from the pins of a transmitter, with the time of their first byte
struct line_out {
    rgmii_rx pins;
    bytes cur;
    double began = 0;
    std::deque<bytes> frames;
    std::deque<double> times;
    // True with the end of a frame
    bool step(bool txc, unsigned txd, bool ctl, double now)
    {
        if (!pins.step(txc, txd, ctl)) return false;
        if (pins.en) {
            if (cur.empty()) began = now;
            cur.push_back(pins.byte());
            return false;
        }
        if (cur.empty()) return false;
        frames.push_back(bytes(cur.begin() + 8, cur.end()));
        times.push_back(began);
        cur.clear();
        return true;
    }
};
// Frames to the pins of a receiver
struct line_in {
    struct byte { unsigned v; bool carrier; };
    std::deque<byte> bytes_left;
    byte now{ 0, false };
    void next()
    {
        now = bytes_left.empty() ? byte{ 0, false } : bytes_left.front();
        if (!bytes_left.empty()) bytes_left.pop_front();
    }
    bool last() const { return now.carrier && bytes_left.size() == 12; }
    void put(const bytes &f)
    {
        for (uint8_t v : on_line(f)) bytes_left.push_back({ v, true });
        bytes_left.insert(bytes_left.end(), 12, byte{ 0, false });
    }
    unsigned pins(bool rise) const { return rise ? now.v & 15 : now.v >> 4; }
};

struct bench : lockstep<Vcard> {
    phy p[2];                   // 0: the one with the lower address
    mdio_bus buses[2];
    bool mdc[2] = {};
    line_out host, wire;
    line_in to_host, to_wire;
    const uint32_t node;
    const uint64_t me;
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
    // UART
    serial_to_card uart_in;
    serial_from_card uart_out{ chk };
    std::deque<bytes> uart;
    uint8_t leds = 0;           // ever seen

    // PHYs at the addresses of this number: all of them together have each bit as 0 and as 1
    explicit bench(uint32_t own, unsigned at = 0)
        : node(own), me(uint64_t{0x025454} << 24 | own)
    {
        static const unsigned low[3] = { 10, 5, 20 }, high[3] = { 21, 10, 26 };
        p[0].power_up(low[at]);
        p[1].power_up(MDIO_BUSES == 2 ? low[at] : high[at]);
        buses[0].on = { &p[0] };
        if (HOST_ETH) buses[MDIO_BUSES - 1].on.push_back(&p[1]);
        dut->cfg_node = node;
        dut->uart_rx = 1;
        dut->rst = 1;
        // What flops hold before the first edges may be anything, and breaks what holds after them.
        Verilated::assertOn(false);
        run(20);
        Verilated::assertOn(true);
        run(20);
        dut->rst = 0;
        leds = 0;
        reset_end = chk.cycle;
    }
    phy &wire_phy() { return p[PHY_SWAP]; }
    phy &host_phy() { return p[1 - PHY_SWAP]; }

    // ---- the world
    void cycle() override
    {
        for (unsigned quarter : { 1, 2, 3, 0 }) {
            step_quarter(quarter);
            if (!peer) continue;
            peer->step_quarter(quarter);
            hear();
            peer->hear();
        }
        slow_pins();
        if (!peer) return;
        peer->chk.cycle++;
        peer->slow_pins();
    }
    // A quarter of clk: 4 ns. RXC of both ports runs at 125 MHz, a quarter of its period after the
    // data.
    void step_quarter(unsigned quarter)
    {
        Vcard &c = *dut;
        const bool rise = quarter & 1;
        now += 4;
        if (rise) {
            to_host.next();
            to_wire.next();
            if (to_host.last()) last_in = now + 4;
        }
        c.host_rxd = to_host.pins(rise);
        c.host_rx_ctl = to_host.now.carrier;
        c.wire_rxd = to_wire.pins(rise);
        c.wire_rx_ctl = to_wire.now.carrier;
        c.eval();
        c.host_rxc = rise;
        c.wire_rxc = rise;
        c.eval();
        c.tx_clk = !rise;
        c.clk = quarter < 2;
        c.eval();
        if (c.rst) return;
        host_out += host.step(c.host_txc, c.host_txd, c.host_tx_ctl, now);
        wire_out += wire.step(c.wire_txc, c.wire_txd, c.wire_tx_ctl, now);
    }
    void slow_pins()
    {
        Vcard &c = *dut;
        if (!c.rst) leds |= c.led;
        if ((c.led & 1) && !link_at) link_at = chk.cycle;
        c.mdio_i = 3;
        for (unsigned i = 0; i < 2; i++) {
            mdio_bus &b = buses[i];
            const bool oe = c.mdio_oe >> i & 1, rises = (c.mdc >> i & 1) && !mdc[i];
            CHECK(!(b.drive && oe) || c.rst);       // never two at once
            mdc[i] = c.mdc >> i & 1;
            if (rises) b.rise(b.line(oe, c.mdio_o >> i & 1), 0);
            if (b.drive && !b.out) c.mdio_i &= ~(1u << i);
        }
        c.uart_rx = uart_in.step();
        if (!uart_out.step(c.uart_tx || c.rst)) return;
        uart.push_back(uart_out.frame);
        uart.back().insert(uart.back().begin(), 14, 0);
    }
    // The wire between two cards
    void hear()
    {
        while (!wire.frames.empty()) {
            const bytes f = wire.frames.front();
            // The length of the TSH, 34 bytes before it, padding, FCS
            const uint64_t told = 34 + get_be(f, 40, 2);
            EXPECT(f.size(), (told < 64 ? 64 : told) + 4);
            peer->to_wire.put(f);
            wire.frames.pop_front();
            peer->wire_in++;
            if ((get_be(f, 0, 6) & 0xFFFFFF) == peer->node)
                (wire_n++ ? wire_last : wire_first) = wire.times.back();
            if ((f[42] & 63) == 6) wire_vc = f[43];
        }
    }

    // ---- the host, at either port
    hl_frame frame(unsigned type) const
    {
        hl_frame f;
        f.dst = me;
        f.src = HOST;
        f.type = type;
        f.limit = 30000;
        return f;
    }
    void send(const hl_frame &f, bool by_uart, bool broken = false)
    {
        bytes x = hl_bytes(f, !by_uart);
        eth_add_fcs(x);
        if (broken) x.back() ^= 0x10;
        if (by_uart) for (uint8_t v : slip(x)) uart_in.put(v);
        else {
            to_host.put(x);
            host_in++;
        }
    }
    hl_frame answer(bool by_uart)
    {
        std::deque<bytes> &q = by_uart ? uart : host.frames;
        await("an answer", 400000, [&] { return !q.empty(); });
        bytes f = q.front();
        q.pop_front();
        if (by_uart) return hl_parse(f);
        EXPECT(eth_fcs_state(f), 0);
        f.resize(f.size() - 4);
        const hl_frame h = hl_parse(f);
        EXPECT(h.dst, HOST);
        EXPECT(h.src, me);
        return h;
    }
    uint32_t access(bool by_uart, bool write, unsigned a, uint32_t v, unsigned strobe = 15)
    {
        hl_frame f = frame(T_REQ);
        f.length = 8;
        f.limit = 0;
        f.tag = static_cast<uint32_t>(r.bits(32));
        put_be(f.body, write, 1);
        put_be(f.body, strobe, 1);
        put_be(f.body, a, 2);
        put_be(f.body, v, 4);
        send(f, by_uart);
        hl_frame s;
        while ((s = answer(by_uart)).type != T_RSP)
            if (s.type == T_DATA_UP || s.type == T_CPL) got.push_back(s);
        // All of the answer but what it tells of the session
        EXPECT(s.tag, f.tag);
        EXPECT(s.version, 1);
        EXPECT(s.vc | s.flags | s.node, 0);
        EXPECT(s.length, 8);
        EXPECT(get_be(s.body, 0, 4), get_be(f.body, 0, 4));
        if (write && strobe == 15) EXPECT(get_be(s.body, 4, 4), v);
        return static_cast<uint32_t>(get_be(s.body, 4, 4));
    }

    // ---- the host on Ethernet
    void payload(unsigned vc, uint32_t to, const bytes &body)
    {
        hl_frame f = frame(T_DATA);
        f.vc = vc;
        f.node = to;
        f.length = static_cast<unsigned>(body.size());
        f.seq = seq++;
        f.body = body;
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
    void await_register(unsigned a, uint32_t v)
    {
        for (unsigned i = 0; i < 200 && read(a) != v; i++) run(50);
        EXPECT(read(a), v);
    }
    void aims() override { aim("the activity LED", leds & 2); }
};

#endif

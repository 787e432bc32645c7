// SPDX-License-Identifier: Apache-2.0
//
// The whole card at its pins, alone: the PHYs on its MDIO buses are found and told apart, both host
// ports answer, the MAC gets its life number with the first link and not before, raw MDIO commands,
// LEDs, and the time from the last byte of a host frame to the first byte of preamble on the wire.
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GPHY_SWAP=1
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GMDIO_BUSES=2 -GPHY_SWAP=1
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GHOST_ETH=0 -GSCAN_FIRST=1
// SEEDS: 1
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

static const uint64_t ME = 0x025454ABCDEF, HOST = 0x0A0B0C0D0E0F;

struct bench {
    tb_check chk;
    tb_rng r;
    std::unique_ptr<Vcard> d = std::make_unique<Vcard>();
    phy p[2];                   // 0: the one with the lower address
    bus b[2];
    line_rx host, wire;
    std::deque<std::pair<unsigned, bool>> to_host;      // bytes with carrier
    double now = 0, last_in = 0;
    unsigned phase = 0;
    // UART
    std::deque<bool> line;
    unsigned tick = 0, bit = 0, shift = 0, left = 0;
    bytes raw;
    std::deque<bytes> uart;
    uint8_t leds = 0;           // ever seen

    explicit bench(uint64_t seed) : chk("card", seed), r(seed)
    {
        p[0].addr = 4;
        p[1].addr = MDIO_BUSES == 2 ? 4 : 9;
        b[0].on = { &p[0] };
        b[MDIO_BUSES - 1].on.push_back(&p[1]);
        if (!HOST_ETH) b[0].on = { &p[0] };
        d->cfg_node = ME & 0xFFFFFF;
        d->uart_rx = 1;
        d->rst = 1;
        run(40);
        d->rst = 0;
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
            cur = to_host.empty() ? std::pair<unsigned, bool>{ 0, false } : to_host.front();
            if (!to_host.empty()) {
                to_host.pop_front();
                if (to_host.size() == 12) last_in = now + 4;
            }
        }
        c.host_rxd = rise ? cur.first & 15 : cur.first >> 4;
        c.host_rx_ctl = cur.second;
        c.eval();
        c.host_rxc = rise;
        c.wire_rxc = rise;
        c.eval();
        c.tx_clk = !(phase & 1);
        c.clk = phase < 2;
        c.eval();
        host.step(c.host_txc, c.host_txd, c.host_tx_ctl, now);
        wire.step(c.wire_txc, c.wire_txd, c.wire_tx_ctl, now);
        if (phase) return;
        chk.cycle++;
        leds |= c.led;
        unsigned in = 3;
        for (unsigned i = 0; i < 2; i++) {
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
    std::pair<unsigned, bool> cur{ 0, false };
    void run(unsigned cycles) { for (unsigned i = 0; i < 4 * cycles; i++) step(); }

    void send(const hl_frame &f, bool by_uart, bool broken = false)
    {
        bytes x = hl_bytes(f, !by_uart);
        eth_add_fcs(x);
        if (broken) x.back() ^= 0x10;
        if (!by_uart) {
            for (unsigned i = 0; i < 7; i++) to_host.push_back({ 0x55, true });
            to_host.push_back({ 0xD5, true });
            for (uint8_t v : x) to_host.push_back({ v, true });
            for (unsigned i = 0; i < 12; i++) to_host.push_back({ 0, false });
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
            CHECK_EQ(chk, get_be(f, 6, 6), ME);
        }
        return hl_parse(f);
    }
    uint32_t access(bool by_uart, bool write, unsigned a, uint32_t v, unsigned strobe = 15)
    {
        hl_frame f;
        f.dst = ME;
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
        do s = answer(by_uart); while (s.type != T_RSP);
        CHECK_EQ(chk, s.tag, f.tag);
        CHECK_EQ(chk, s.body[0], write ? 1 : 0);
        return static_cast<uint32_t>(get_be(s.body, 4, 4));
    }
};

// From reset to the link after so many cycles; the life number that the MAC got
static uint32_t boot(bench &b, unsigned wait)
{
    const bool u = !HOST_ETH;
    b.run(40000);           // a scan up to address 9 takes 17000
    CHECK_EQ(b.chk, b.d->led & 2, 0);       // nothing has moved
    CHECK_EQ(b.chk, b.access(u, false, 0x024, 0), 0);
    b.run(wait);
    CHECK_EQ(b.chk, b.access(u, false, 0x024, 0), 0);
    CHECK_EQ(b.chk, b.access(u, false, 0x02C, 0), 1);
    CHECK_EQ(b.chk, b.d->led & 1, 0);
    const uint32_t before = b.access(u, false, 0x1010, 0);
    CHECK_EQ(b.chk, before & 0xFFFF, 0x20 | b.wire_phy().addr | (before & 0x380));
    CHECK_EQ(b.chk, before >> 16 & 0x7F, HOST_ETH ? 0x20 | b.host_phy().addr : 0);
    b.wire_phy().link = true;
    b.run(40000);
    CHECK_EQ(b.chk, b.access(u, false, 0x024, 0), 1);
    CHECK_EQ(b.chk, b.d->led & 1, 1);
    CHECK_EQ(b.chk, b.access(u, false, 0x1010, 0) & 0xFFFF, 0x0360 | b.wire_phy().addr);
    return b.access(u, false, 0x02C, 0);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    bench b(seed), other(seed);
    const uint32_t life = boot(b, 1000);
    CHECK_EQ(b.chk, life != boot(other, 31000), true);
    other.d->final();

    CHECK_EQ(b.chk, b.access(true, false, 0x1000, 0), 0x5454504E);
    b.host_phy().link = true;
    b.run(40000);
    if (HOST_ETH) {
        CHECK_EQ(b.chk, b.access(false, false, 0x1010, 0) >> 16, 0x0360u | b.host_phy().addr);
        CHECK_EQ(b.chk, b.d->led >> 2 & 1, 1);
    }
    // Raw access to a PHY: the one of the host port, or the only one
    const bool u = !HOST_ETH;
    const unsigned bus = MDIO_BUSES == 2 && !PHY_SWAP;
    phy &q = HOST_ETH ? b.host_phy() : b.wire_phy();
    b.access(u, true, 0x1014, bus << 26 | q.addr << 21 | 2 << 16);
    b.run(5000);
    CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0), 0x2200 + q.addr);
    b.access(u, true, 0x1014, 1u << 31 | bus << 26 | q.addr << 21 | 20 << 16 | 0x5A3C);
    b.run(5000);
    CHECK_EQ(b.chk, q.reg[20], 0x5A3C);
    b.access(u, true, 0x1014, bus << 26 | 30 << 21 | 2 << 16);     // nobody there
    b.run(5000);
    CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0) >> 30, 1);
    if (MDIO_BUSES == 1) {
        b.access(u, true, 0x1014, 1u << 26 | q.addr << 21 | 2 << 16);
        CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0) >> 30, 1);
    }

    // Registers of the MAC and of the card, byte by byte, through each port
    uint32_t held[2] = { 0, 0 };
    for (unsigned i = 0; i < 24; i++) {
        const bool port = !HOST_ETH || b.r.one_in(3);
        const unsigned strobe = b.r.below(16), which = b.r.below(2);
        const unsigned a = which ? 0x1020 : 0x050;              // TG_DEST, START_ID
        const uint32_t v = static_cast<uint32_t>(b.r.bits(32));
        for (unsigned k = 0; k < 32; k += 8)
            if (strobe >> k / 8 & 1) held[which] = (held[which] & ~(0xFFu << k)) | (v & 0xFFu << k);
        b.access(port, true, a, v, strobe);
        CHECK_EQ(b.chk, b.access(port, false, a, 0), held[which]);
    }
    b.access(u, true, 0x050, 0);

    // A wrong version, a strange destination, a wrong FCS at the UART: dropped, each is counted and
    // nothing else, and the LED of errors
    const auto counts = [&] {
        std::vector<uint32_t> n;
        for (unsigned i = 0; i <= (HOST_ETH ? C_ECHO_LOST : C_UART_FULL); i++)
            n.push_back(b.access(u, false, 0x1080 + 4 * i, 0));
        return n;
    };
    CHECK_EQ(b.chk, b.leds & 8, 0);
    std::vector<uint32_t> n = counts();
    hl_frame f;
    f.dst = ME;
    f.src = HOST;
    f.type = T_BYE;
    f.version = 7;
    b.send(f, u);
    b.run(u ? 20000 : 1000);
    CHECK_EQ(b.chk, b.d->led >> 3, 1);
    b.run(CLK_HZ / 10);
    CHECK_EQ(b.chk, b.d->led >> 3, 0);
    f.version = 1;
    n[C_MALFORMED]++;
    if (HOST_ETH) {
        f.dst = ME ^ 1;
        b.send(f, false);
        b.run(1000);
        f.dst = ME;
        n[C_NOT_OURS]++;
    }
    b.send(f, true, true);
    b.run(20000);
    CHECK_EQ(b.chk, b.d->led >> 3, 1);
    n[C_UART_BAD]++;
    std::vector<uint32_t> after = counts();
    for (unsigned i : { C_REQ, C_TX_RSP, C_TX_STATUS })         // of the accesses themselves
        if (i < n.size()) n[i] = after[i] = 0;
    for (unsigned i = 0; i < n.size(); i++) CHECK_EQ(b.chk, after[i], n[i]);

    // A session and a payload: the first frame on the wire is an OPEN to its peer
    f.type = T_HELLO;
    f.limit = 10;
    f.tag = 77;
    b.send(f, u);
    CHECK_EQ(b.chk, b.answer(u).type, T_WELCOME);
    CHECK_EQ(b.chk, b.access(u, false, 0x1010, 0) >> 28 & 1, 1);
    b.wire.frames.clear();
    b.wire.times.clear();
    f.type = T_DATA;
    f.node = 0x222222;
    f.length = 28;
    f.tag = 0;
    f.body = bytes(28, 0x42);
    b.send(f, u);
    for (unsigned i = 0; i < 40000 && b.wire.frames.empty(); i++) b.run(1);
    CHECK_EQ(b.chk, b.wire.frames.empty(), false);
    CHECK_EQ(b.chk, get_be(b.wire.frames[0], 0, 6), 0x98ED5C222222);
    CHECK_EQ(b.chk, get_be(b.wire.frames[0], 6, 6), 0x98ED5CABCDEF);
    CHECK_EQ(b.chk, get_be(b.wire.frames[0], 12, 2), 0x9AC6);
    CHECK_EQ(b.chk, eth_fcs_state(b.wire.frames[0]), 0);
    if (HOST_ETH) {
        printf("last byte of the host frame to the first one on the wire: %.0f ns\n",
               b.wire.times[0] - b.last_in);
        CHECK_EQ(b.chk, b.wire.times[0] > b.last_in && b.wire.times[0] - b.last_in < 2000, true);
    }
    CHECK_EQ(b.chk, b.access(u, false, 0x1080 + 4 * C_DATA, 0), 1);
    CHECK_EQ(b.chk, b.access(u, false, 0x1100 + 4 * TX_GOOD, 0) >= 1, true);
    CHECK_EQ(b.chk, b.access(u, false, 0x1140 + 4 * RX_GOOD, 0) > 10, HOST_ETH);
    b.chk.reached("the activity LED", b.leds & 2);
    b.d->final();
    printf("PASS life numbers differ, first %u\n", life);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The whole card at its pins, alone: the PHYs on its MDIO buses are found and told apart, both host
// ports answer, the MAC gets its life number with the first link and not before, raw MDIO commands,
// LEDs, and the time from the last byte of a host frame to the first byte of preamble on the wire.
// Then two of them on one wire.
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GMDIO_BUSES=2 -GPHY_SWAP=1
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GHOST_ETH=0 -GSCAN_FIRST=1
// SEEDS: 1
// LONG: 1 2
// VLT: sim/card.vlt
#include "card_pair.h"

static const unsigned HOLD = CLK_HZ / 10;       // cycles that an LED stays lit
static const unsigned SCAN = 40000;             // cycles; one up to address 9 takes 17000
enum led : unsigned { LED_LINK = 1, LED_ACTIVITY = 2, LED_HOST = 4, LED_ERROR = 8 };

struct Bench : bench {
    static const bool UART = !HOST_ETH;     // the port that the test speaks to
    bench other;
    uint32_t held[2] = { 0, 0 };            // TG_DEST, START_ID

    Bench() : bench(0xABCDEF), other(0x54B21D, 1) {}

    uint32_t get(unsigned a) { return access(UART, false, a, 0); }
    void set(unsigned a, uint32_t v) { access(UART, true, a, v); }

    // ---- up to the link
    // The life number is the age of the card when it saw the link, within the time of an access or
    // two.
    static uint32_t life_of(bench &b)
    {
        const uint32_t life = b.access(UART, false, LIFE, 0);
        const uint64_t age = b.link_at - b.reset_end;
        CHECK_EQ(b.chk, (life - age + 4) % 65536 < 24, true);
        return life;
    }
    // From reset to the link after so many cycles; the life number that the MAC got
    static uint32_t boot(bench &b, unsigned wait)
    {
        tb_check &chk = b.chk;
        const auto get = [&](unsigned a) { return b.access(UART, false, a, 0); };
        b.run(SCAN);
        EXPECT(b.dut->led, 0);              // no frame and no link yet
        EXPECT(get(ENABLE), 0);
        b.run(wait);
        EXPECT(get(ENABLE), 0);
        EXPECT(get(LIFE), 1);
        EXPECT(b.dut->led & LED_LINK, 0);
        const uint32_t before = get(CARD_LINK);
        EXPECT(before & 0xFFFF, 0x20 | b.wire_phy().addr | (before & 0x380));
        EXPECT(before >> 16 & 0x7F, HOST_ETH ? 0x20 | b.host_phy().addr : 0);
        b.wire_phy().link(true);
        b.run(SCAN);
        EXPECT(get(ENABLE), 1);
        EXPECT(b.dut->led & LED_LINK, LED_LINK);
        EXPECT(get(CARD_LINK) & 0xFFFF, 0x0360 | b.wire_phy().addr);
        return life_of(b);
    }
    // The link comes sooner or later; before, nothing is found.
    static void early(unsigned n)
    {
        bench b(0x123456, 2);
        b.r.init(b.chk.seed + n);
        tb_check &chk = b.chk;
        b.run(300);                         // the ports come out of their own resets
        EXPECT(b.access(UART, false, CARD_LINK, 0) & 0x600060, 0);
        EXPECT(b.dut->led & (LED_LINK | LED_HOST | LED_ERROR), 0);
        b.run(b.r.below(10000));
        b.wire_phy().link(true);
        b.await("the link", 80000, [&] { return b.link_at; });
        b.run(100);
        life_of(b);
        EXPECT(b.access(UART, false, CARD_LINK, 0) & 0x1F, b.wire_phy().addr);
    }

    // ---- registers
    void host_link_comes()
    {
        EXPECT(access(true, false, CARD_ID, 0), 0x5454504E);
        host_phy().link(true);
        run(SCAN);
        if (!HOST_ETH) return;
        EXPECT(read(CARD_LINK) >> 16, 0x0360u | host_phy().addr);
        EXPECT(dut->led & LED_HOST, LED_HOST);
    }
    // What a raw command to a PHY gives
    uint32_t mdio(bool write, unsigned bus, unsigned at, unsigned reg, unsigned data = 0)
    {
        set(MDIO_CMD, uint32_t{write} << 31 | bus << 26 | at << 21 | reg << 16 | data);
        run(5000);
        return get(MDIO_DATA);
    }
    // Of the PHY of the host port, or the only one
    void raw_mdio()
    {
        const unsigned bus = MDIO_BUSES == 2 && !PHY_SWAP;
        phy &q = HOST_ETH ? host_phy() : wire_phy();
        for (phy *one : { &wire_phy(), &q })
            EXPECT(mdio(false, MDIO_BUSES == 2 && one == &p[1], one->addr, 2), 0x2200 + one->addr);
        // Each bit of number and data as 0 and as 1
        mdio(true, bus, q.addr, 20, 0x5A3C);
        EXPECT(q.reg[20], 0x5A3C);
        mdio(true, bus, q.addr, 11, 0xA5C3);
        EXPECT(mdio(false, bus, q.addr, 20), 0x5A3C);
        EXPECT(mdio(false, bus, q.addr, 11), 0xA5C3);
        EXPECT(mdio(false, bus, 30, 2) >> 30, 1);               // nobody there
        if (MDIO_BUSES == 2) return;
        EXPECT(mdio(false, 0, q.addr, 2) >> 30, 0);
        set(MDIO_CMD, 1u << 26 | q.addr << 21 | 2 << 16);       // on the bus that there is not
        EXPECT(get(MDIO_DATA) >> 30, 1);
    }
    // Registers of the MAC and of the card, byte by byte, through each port
    void byte_by_byte()
    {
        for (unsigned i = 0; i < 24; i++) {
            const bool uart = !HOST_ETH || r.one_in(3);
            const unsigned strobe = r.below(16), which = r.below(2);
            const unsigned a = which ? TG_DEST : START_ID;
            const uint32_t v = static_cast<uint32_t>(r.bits(32));
            held[which] = strobed(held[which], v, strobe);
            access(uart, true, a, v, strobe);
            EXPECT(access(uart, false, a, 0), held[which]);
        }
        set(START_ID, 0);
    }

    // ---- LEDs and counters
    std::vector<uint32_t> counters()
    {
        std::vector<uint32_t> n;
        for (unsigned i = 0; i <= (HOST_ETH ? C_ECHO_LOST : C_UART_FULL); i++)
            n.push_back(get(HL + 4 * i));
        return n;
    }
    // A wrong version, a strange destination, a wrong FCS at the UART: dropped, each is counted and
    // nothing else, and the LED of errors
    void dropped_frames()
    {
        EXPECT(leds & LED_ERROR, 0);
        std::vector<uint32_t> n = counters();
        hl_frame f = frame(T_BYE);
        f.version = 7;
        send(f, UART);
        run(UART ? 12000 : 1000);
        EXPECT(dut->led & LED_ERROR, LED_ERROR);
        run(HOLD);
        EXPECT(dut->led & LED_ERROR, 0);
        n[C_MALFORMED]++;
        f = frame(T_BYE);
        if (HOST_ETH) {
            f.dst = me ^ 1;
            send(f, false);
            run(1000);
            n[C_NOT_OURS]++;
        }
        send(f, true, true);
        run(12000);
        EXPECT(dut->led & LED_ERROR, LED_ERROR);
        n[C_UART_BAD]++;
        std::vector<uint32_t> after = counters();
        for (unsigned i : { C_REQ, C_TX_RSP, C_TX_STATUS })     // of the accesses themselves
            if (i < n.size()) n[i] = after[i] = 0;
        for (unsigned i = 0; i < n.size(); i++) EXPECT(after[i], n[i]);
    }
    void dark()
    {
        const auto is_dark = [&] { return !(dut->led & (LED_ACTIVITY | LED_ERROR)); };
        await("dark LEDs", 2 * HOLD, is_dark);
    }
    // The LED of activity: its causes one by one, each when it was dark
    void activity()
    {
        dark();
        hl_frame f = frame(T_BYE);          // from a host
        f.version = 3;
        send(f, false);
        run(400);
        EXPECT(dut->led & (LED_ACTIVITY | LED_ERROR), LED_ACTIVITY | LED_ERROR);
        dark();
        // From the wire, for somebody else; and a broken one
        bytes w = eth_random(r, 60);
        w[0] = 0x02;
        eth_add_fcs(w);
        to_wire.put(w);
        wire_in++;
        run(400);
        EXPECT(dut->led & (LED_ACTIVITY | LED_ERROR), LED_ACTIVITY);
        w[20] ^= 4;
        to_wire.put(w);
        wire_bad++;
        run(400);
        EXPECT(dut->led & LED_ERROR, LED_ERROR);
    }

    // ---- sessions
    // A payload: the first frame on the wire is an OPEN to its peer, which does not answer.
    void session()
    {
        hl_frame f = frame(T_HELLO);
        f.limit = 10;
        f.tag = 77;
        send(f, UART);
        EXPECT(answer(UART).type, T_WELCOME);
        EXPECT(get(CARD_LINK) >> 28 & 1, 1);
        if (HOST_ETH) write(OPEN_TMO, 2 * HOLD);
        wire.frames.clear();
        wire.times.clear();
        f.type = T_DATA;
        f.node = 0x222222;
        f.length = 28;
        f.tag = 0;
        f.body = bytes(28, 0x42);
        send(f, UART);
        await("a frame on the wire", 40000, [&] { return !wire.frames.empty(); });
        const bytes open = wire.frames[0];
        const double came_in = last_in;     // its last byte
        EXPECT(get_be(open, 0, 6), 0x98ED5C222222);
        EXPECT(get_be(open, 6, 6), 0x98ED5CABCDEF);
        EXPECT(get_be(open, 12, 2), 0x9AC6);
        EXPECT(eth_fcs_state(open), 0);
        EXPECT(get(HL + 4 * C_DATA), 1);
        CHECK(get(WIRE + 4 * TX_GOOD) >= 1);
        EXPECT(get(WIRE + 0x40 + 4 * RX_GOOD) > 10, HOST_ETH);
        if (!HOST_ETH) return;
        const double latency = wire.times[0] - came_in;
        printf("last byte of the host frame to the first one on the wire: %.0f ns\n", latency);
        CHECK(latency > 0 && latency < 2000);
        dark();                             // and the OPEN again
        await("activity", 3 * HOLD, [&] { return dut->led & LED_ACTIVITY; });
        EXPECT(dut->led & LED_ERROR, 0);
    }
    void uart_session()
    {
        send(frame(T_HELLO), true);
        while (answer(true).type != T_WELCOME) {}
        const auto counter = [&](unsigned i) { return access(true, false, HL + 4 * i, 0); };
        const uint32_t taken = counter(C_DATA);
        hl_frame f = frame(T_DATA);
        for (unsigned i = 0; i < 8; i++) {  // the last beat has one byte, two, ..., eight
            f.seq = i;
            f.length = i + 1;
            f.body = bytes(f.length, 0x42);
            send(f, true);
        }
        EXPECT(counter(C_DATA), taken + 8);
        // One out of order has a counter of its own
        const uint32_t order = counter(C_ORDER), hellos = counter(C_HELLO);
        f.seq = 9;
        send(f, true);
        EXPECT(counter(C_ORDER), order + 1);
        EXPECT(counter(C_HELLO), hellos);
    }
    // 100 half, and 10 full; told by the UART, since the port keeps its pace here.
    void other_speeds()
    {
        wire_phy().reg[5] = 0x0081;
        host_phy().reg[5] = 0x0041;
        wire_phy().reg[10] = host_phy().reg[10] = 0;
        run(45000);
        const uint32_t state = access(true, false, CARD_LINK, 0);
        EXPECT(state & 0xFFFF, 0x00E0u | wire_phy().addr);
        if (HOST_ETH) EXPECT(state >> 16 & 0xEFFF, 0x0260u | host_phy().addr);
        wire_phy().link(false);
        run(45000);
        EXPECT(access(true, false, CARD_LINK, 0) & 0x60, 0x20);
        EXPECT(dut->led & LED_LINK, 0);
    }
    void play()
    {
        for (unsigned i = 1; i <= 4; i++) early(i);
        const uint32_t life = boot(*this, 1000);
        CHECK(life != boot(other, 31000));
        host_link_comes();
        raw_mdio();
        byte_by_byte();
        dropped_frames();
        far_on(*this, UART);
        if (HOST_ETH) activity();
        session();
        if (HOST_ETH) two_cards(*this, other).all();
        uart_session();
        other_speeds();
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

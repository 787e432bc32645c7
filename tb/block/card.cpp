// SPDX-License-Identifier: Apache-2.0
//
// The whole card at its pins, alone: the PHYs on its MDIO buses are found and told apart, both host
// ports answer, the MAC gets its life number with the first link and not before, raw MDIO commands,
// LEDs, and the time from the last byte of a host frame to the first byte of preamble on the wire.
// Then two of them on one wire.
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GPHY_SWAP=1
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GMDIO_BUSES=2 -GPHY_SWAP=1
// PARAMS: -GCLK_HZ=160000 -GBAUD=10000 -GPOLL_GAP=200
//     -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=4 -GHOST_ETH=0 -GSCAN_FIRST=1
// SEEDS: 1
// VLT: sim/card.vlt
#include "card_pair.h"

static const unsigned HOLD = CLK_HZ / 10;       // cycles that an LED stays lit

// The life number is the age of the card when it saw the link, within the time of an access or two.
static uint32_t life_of(bench &b)
{
    const uint32_t life = b.access(!HOST_ETH, false, 0x02C, 0);
    const uint64_t age = b.link_at - b.reset_end;
    CHECK_EQ(b.chk, (life - age + 4) % 65536 < 24, true);
    return life;
}

// From reset to the link after so many cycles; the life number that the MAC got
static uint32_t boot(bench &b, unsigned wait)
{
    const bool u = !HOST_ETH;
    b.run(40000);           // a scan up to address 9 takes 17000
    CHECK_EQ(b.chk, b.d->led, 0);           // nothing has moved
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
    return life_of(b);
}

// The link comes sooner or later; before, nothing is found.
static void early(uint64_t seed)
{
    bench b(seed, 0x123456, 2);
    const bool u = !HOST_ETH;
    b.run(300);             // the ports come out of their own resets
    CHECK_EQ(b.chk, b.access(u, false, 0x1010, 0) & 0x600060, 0);
    CHECK_EQ(b.chk, b.d->led & 13, 0);
    b.run(b.r.below(10000));
    b.wire_phy().link = true;
    for (unsigned i = 0; i < 80000 && !b.link_at; i++) b.run(1);
    b.run(100);
    life_of(b);
    CHECK_EQ(b.chk, b.access(u, false, 0x1010, 0) & 0x1F, b.wire_phy().addr);
    b.d->final();
}

static void wait_dark(bench &b)
{
    for (unsigned i = 0; i < 2 * HOLD && (b.d->led & 10); i++) b.run(1);
    CHECK_EQ(b.chk, b.d->led & 10, 0);
}

// The LED of activity: its causes one by one, each when it was dark
static void activity(bench &b)
{
    const auto lit = [&](unsigned which) { return b.d->led >> which & 1; };
    const auto dark = [&] { wait_dark(b); };
    dark();
    hl_frame f = b.frame(T_BYE);            // from a host
    f.version = 3;
    b.send(f, false);
    b.run(400);
    CHECK_EQ(b.chk, lit(1) && lit(3), 1);
    dark();
    // From the wire, for somebody else; and a broken one
    bytes w = eth_random(b.r, 60);
    w[0] = 0x02;
    eth_add_fcs(w);
    bench::put_frame(b.to_wire, w);
    b.wire_in++;
    b.run(400);
    CHECK_EQ(b.chk, lit(1), 1);
    CHECK_EQ(b.chk, lit(3), 0);
    w[20] ^= 4;
    bench::put_frame(b.to_wire, w);
    b.wire_bad++;
    b.run(400);
    CHECK_EQ(b.chk, lit(3), 1);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    for (unsigned i = 1; i <= 4; i++) early(seed + i);
    bench b(seed, 0xABCDEF), other(seed, 0x543210, 1);
    const uint32_t life = boot(b, 1000);
    CHECK_EQ(b.chk, life != boot(other, 31000), true);

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
    for (phy *one : { &b.wire_phy(), &q }) {
        const unsigned its = MDIO_BUSES == 2 && one == &b.p[1];
        b.access(u, true, 0x1014, its << 26 | one->addr << 21 | 2 << 16);
        b.run(5000);
        CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0), 0x2200 + one->addr);
    }
    b.access(u, true, 0x1014, 1u << 31 | bus << 26 | q.addr << 21 | 20 << 16 | 0x5A3C);
    b.run(5000);
    CHECK_EQ(b.chk, q.reg[20], 0x5A3C);
    // Each bit of number and data as 0 and as 1
    b.access(u, true, 0x1014, 1u << 31 | bus << 26 | q.addr << 21 | 11 << 16 | 0xA5C3);
    b.run(5000);
    for (unsigned reg : { 20, 11 }) {
        b.access(u, true, 0x1014, bus << 26 | q.addr << 21 | reg << 16);
        b.run(5000);
        CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0), reg == 20 ? 0x5A3C : 0xA5C3);
    }
    b.access(u, true, 0x1014, bus << 26 | 30 << 21 | 2 << 16);     // nobody there
    b.run(5000);
    CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0) >> 30, 1);
    if (MDIO_BUSES == 1) {
        b.access(u, true, 0x1014, q.addr << 21 | 2 << 16);
        b.run(5000);
        CHECK_EQ(b.chk, b.access(u, false, 0x1018, 0) >> 30, 0);
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
    f.dst = b.me;
    f.src = HOST;
    f.type = T_BYE;
    f.version = 7;
    b.send(f, u);
    b.run(u ? 12000 : 1000);
    CHECK_EQ(b.chk, b.d->led >> 3, 1);
    b.run(CLK_HZ / 10);
    CHECK_EQ(b.chk, b.d->led >> 3, 0);
    f.version = 1;
    n[C_MALFORMED]++;
    if (HOST_ETH) {
        f.dst = b.me ^ 1;
        b.send(f, false);
        b.run(1000);
        f.dst = b.me;
        n[C_NOT_OURS]++;
    }
    b.send(f, true, true);
    b.run(12000);
    CHECK_EQ(b.chk, b.d->led >> 3, 1);
    n[C_UART_BAD]++;
    std::vector<uint32_t> after = counts();
    for (unsigned i : { C_REQ, C_TX_RSP, C_TX_STATUS })         // of the accesses themselves
        if (i < n.size()) n[i] = after[i] = 0;
    for (unsigned i = 0; i < n.size(); i++) CHECK_EQ(b.chk, after[i], n[i]);

    far_on(b, u);
    if (HOST_ETH) activity(b);

    // A session and a payload: the first frame on the wire is an OPEN to its peer
    f.type = T_HELLO;
    f.limit = 10;
    f.tag = 77;
    b.send(f, u);
    CHECK_EQ(b.chk, b.answer(u).type, T_WELCOME);
    CHECK_EQ(b.chk, b.access(u, false, 0x1010, 0) >> 28 & 1, 1);
    if (HOST_ETH) b.write(OPEN_TMO, 2 * HOLD);
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
    if (HOST_ETH) {
        // The OPEN to who does not answer, again
        wait_dark(b);
        for (unsigned i = 0; i < 3 * HOLD && !(b.d->led & 2); i++) b.run(1);
        CHECK_EQ(b.chk, b.d->led & 10, 2);
        two_cards(b, other).all();
    }
    // A session at the UART: a payload whose last beat has one byte, two, ..., eight
    f.type = T_HELLO;
    f.length = 0;
    f.body.clear();
    b.send(f, true);
    while (b.answer(true).type != T_WELCOME) {}
    const uint32_t taken = b.access(true, false, 0x1080 + 4 * C_DATA, 0);
    f.type = T_DATA;
    for (unsigned i = 0; i < 8; i++) {
        f.seq = i;
        f.length = i + 1;
        f.body = bytes(f.length, 0x42);
        b.send(f, true);
    }
    CHECK_EQ(b.chk, b.access(true, false, 0x1080 + 4 * C_DATA, 0), taken + 8);
    // One out of order has a counter of its own
    const uint32_t order = b.access(true, false, 0x1080 + 4 * C_ORDER, 0),
                   hellos = b.access(true, false, 0x1080 + 4 * C_HELLO, 0);
    f.seq = 9;
    b.send(f, true);
    CHECK_EQ(b.chk, b.access(true, false, 0x1080 + 4 * C_ORDER, 0), order + 1);
    CHECK_EQ(b.chk, b.access(true, false, 0x1080 + 4 * C_HELLO, 0), hellos);
    // Other speeds: 100 half, and 10 full; told by the UART, since the port keeps its pace here.
    b.wire_phy().reg = { { 5, 0x0081 }, { 10, 0 } };
    b.host_phy().reg = { { 5, 0x0041 }, { 10, 0 } };
    b.run(45000);
    const uint32_t state = b.access(true, false, 0x1010, 0);
    CHECK_EQ(b.chk, state & 0xFFFF, 0x00E0u | b.wire_phy().addr);
    if (HOST_ETH) CHECK_EQ(b.chk, state >> 16 & 0xEFFF, 0x0260u | b.host_phy().addr);
    b.wire_phy().link = false;
    b.run(45000);
    CHECK_EQ(b.chk, b.access(true, false, 0x1010, 0) & 0x60, 0x20);
    CHECK_EQ(b.chk, b.d->led & 1, 0);
    b.d->final();
    other.d->final();
    printf("PASS life numbers differ, first %u\n", life);
    return 0;
}

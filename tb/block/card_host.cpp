// SPDX-License-Identifier: Apache-2.0
//
// The host link against a second reading of docs/host-link.md: every frame that goes in gets the
// verdict that the reference gives it, every payload, completion and register operation arrives
// once and in order, every frame that comes out is taken apart. Around it: two ports, a MAC that
// stalls, registers that take their time.
// PARAMS: -GTX_CELLS=1536 -GSTALL_MAX=100 -GBOARD=3 | -GTX_CELLS=256 -GSTALL_MAX=511 -GBOARD=258
// PARAMS: -GTX_CELLS=1536 -GSTALL_MAX=1023 -GBOARD=43605
// SEEDS: 1 2 3
#include "card_host_bench.h"
#include "card_host_flow.h"
#include "card_host_pace.h"

static void no_session(bench &b)
{
    for (unsigned uart = 0; uart < 2; uart++) {
        b.s_mac = HOST_A;
        b.push(b.data(0, 100, 5), uart);
        b.push(b.credit(7, true), uart);
        b.push(b.make(T_BYE, uart, HOST_A), uart);
        for (unsigned i = 0; i < 20; i++) {
            b.push(b.request(uart, b.r.one_in(3) ? 32 : b.r.in(1, 32), b.r.bits(48)), uart);
            b.settle(b.r.below(50));
        }
    }
    for (unsigned i = 0; i < 5; i++) b.give_cpl();
    b.give_up(300);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_NO_SESSION], 6);
    CHECK_EQ(b.chk, b.cpl_lost, 5);
    CHECK_EQ(b.chk, b.seen[C_CPL_LOST], 5);
    CHECK_EQ(b.chk, b.want_up.size(), 1);
    CHECK_EQ(b.chk, b.got[T_RSP], 40);
    CHECK_EQ(b.chk, b.got[T_RSP] == b.seen[C_TX_RSP], true);
    CHECK_EQ(b.chk, b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP], 0);
}

static void malformed(bench &b)
{
    start(b, b.r.one_in(2), 500);
    const bool u = b.s_uart;
    // Whatever its number, one that is malformed asks for nothing; one that is not does.
    const uint64_t asked = b.gobacks;
    hl_frame f = b.data(b.next + 5, 30, 500);
    f.version = 2;
    b.push(f, u);
    f.version = 1;
    f.length = 0;
    b.push(f, u);
    b.settle();
    CHECK_EQ(b.chk, b.gobacks, asked);
    f.length = 30;
    b.push(f, u);
    b.settle();
    CHECK_EQ(b.chk, b.gobacks, asked + 1);
    for (unsigned v = 0; v < 16; v++) {
        f = b.data(b.next, 30, 500);
        f.version = v;
        if (v != 1) b.push(f, u);
    }
    for (unsigned t = 0; t < 16; t++) {
        f = b.data(b.next, 0, 500);
        f.type = t;
        if (t == 0 || t > 5) b.push(f, u);
    }
    for (unsigned n : { 0u, 1025u, 2048u, 65535u }) {
        f = b.data(b.next, 64, 500);
        f.length = n;
        b.push(f, u);
    }
    for (unsigned n : { 0u, 1u, 7u, 9u, 260u, 264u, 512u, 65528u }) {
        f = b.request(u, 32, HOST_A);
        f.length = n;
        b.push(f, u);
    }
    for (unsigned t : { T_HELLO, T_CREDIT, T_BYE }) {
        f = b.make(t, u, HOST_A);
        f.length = 1;
        b.push(f, u);
    }
    // Each bit of a length too long, on top of one that is right
    for (unsigned k = 8; k < 16; k++) {
        f = b.data(b.next, 64, 500);
        f.length += 1u << k;
        if (k > 9) b.push(f, u);
        f = b.request(u, 5, HOST_A);
        f.length += 1u << k;
        b.push(f, u);
        f = b.make(k % 2 ? T_HELLO : T_CREDIT, u, HOST_A);
        f.length = 1u << (k - 8) | (k % 2 ? 0 : 1u << k);
        b.push(f, u);
    }
    b.settle();
    const uint64_t bad = b.seen[C_MALFORMED];
    CHECK_EQ(b.chk, bad, 2 + 15 + 11 + 4 + 8 + 3 + 6 + 8 + 8);
    // Shorter than it says, by a byte or more; and every length of a frame cut off
    std::vector<unsigned> lengths { 64, 100, 1000 };
    for (unsigned n = 1; n <= 17; n++) lengths.push_back(n);
    for (const unsigned n : lengths) {
        f = b.data(b.next, n, 500);
        b.push(f, u, 32 + n - 1);
    }
    b.settle(3000);
    const uint64_t cut_off = bad + lengths.size();
    CHECK_EQ(b.chk, b.seen[C_MALFORMED], cut_off);
    CHECK_EQ(b.chk, b.discards >= 5, true);
    const uint64_t rsp = b.got[T_RSP];
    f = b.request(u, 5, HOST_A);
    b.push(f, u, 32 + 39);
    b.push(f, u, 32 + 17);
    b.settle();
    CHECK_EQ(b.chk, b.got[T_RSP], rsp);
    CHECK_EQ(b.chk, b.seen[C_MALFORMED], cut_off + 2);
    for (size_t cut = 9; cut < 32; cut++) b.push(b.data(b.next, 40, 500), true, cut);
    for (size_t cut = 1; cut < 32; cut++) b.push(b.data(b.next, 40, 500), false, cut);
    for (unsigned t : { T_HELLO, T_CREDIT, T_BYE })
        for (bool uart : { false, true })
            for (size_t cut = uart ? 9 : 1; cut < 32; cut++)
                b.push(b.make(t, uart, HOST_A), uart, cut);
    b.settle();
    // A frame may be longer than it says.
    f = b.data(b.next, 33, 500);
    f.body.resize(200, 0x77);
    b.push(f, u);
    b.settle(3000);
    // Not ours
    const uint64_t no = b.seen[C_NOT_OURS];
    for (unsigned i = 0; i < 48; i++) {
        f = b.make(T_HELLO, false, HOST_B);
        f.dst = (i % 2 ? ME : ALL) ^ uint64_t { 1 } << i;
        b.push(f, false);
    }
    for (unsigned i = 0; i < 16; i++) {
        f = b.make(T_HELLO, false, HOST_B);
        f.etype ^= 1u << i;
        b.push(f, false);
    }
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_NOT_OURS], no + 64);
    b.seen_goback = false;
}

static void sessions(bench &b)
{
    start(b, false, 200, HOST_A);
    b.push(b.data(0, 77, 200), false);
    b.settle();
    // Another host, another port
    hl_frame f;
    for (uint64_t mac : { HOST_A, ~HOST_A & ALL }) {
        const uint64_t no = b.seen[C_NO_SESSION];
        start(b, false, 200, mac);
        f = b.data(0, 10, 200);
        for (unsigned i = 0; i < 48; i++) { f.src = mac ^ uint64_t{1} << i; b.push(f, false); }
        b.push(f, true);
        b.settle();
        CHECK_EQ(b.chk, b.seen[C_NO_SESSION], no + 49);
    }
    // The UART takes it over, in the middle of traffic, and back
    for (unsigned i = 0; i < 12; i++) {
        b.give_up(b.r.in(1, 1024));
        b.give_cpl();
        b.run(b.r.below(60));
        b.hello(!b.s_uart, 30, i / 2 % 2 ? HOST_A : HOST_B);
        if (b.r.one_in(2)) { b.run(b.r.below(40)); b.hello(b.s_uart, 30, b.s_mac); }
        b.settle(3000);
    }
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);
    f = b.make(T_BYE, !b.s_uart, b.s_mac);
    b.push(f, !b.s_uart);
    b.settle();
    CHECK_EQ(b.chk, b.d->stat_sess, 1);
    b.push(b.make(T_BYE, b.s_uart, b.s_mac), b.s_uart);
    b.settle();
    CHECK_EQ(b.chk, b.d->stat_sess, 0);
    const uint64_t n = b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP];
    b.cells = 200;
    b.give_up(20);
    b.run(5000);
    b.cells = TX_CELLS;
    CHECK_EQ(b.chk, b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP], n);
    start(b, false, 10);
    b.run(300);
    CHECK_EQ(b.chk, b.want_up.size(), 0);
}

static void busy(bench &b)
{
    b.slow = 40;
    const uint64_t n = b.seen[C_BUSY], rsp = b.got[T_RSP];
    for (unsigned i = 0; i < 3; i++) b.push(b.request(false, 32, HOST_A), false);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_BUSY], n + 2);
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 1);
    // Those of the UART wait.
    for (unsigned i = 0; i < 3; i++) b.push(b.request(true, 10, 0), true);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_BUSY], n + 2);
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 4);
    b.slow = 3;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    if (seed % 2 == 0) ME ^= 0xFFFFFF;
    auto d = first_goback(seed, nullptr);
    for (unsigned i = 0; i < 12; i++) d = first_goback(seed, stopped(seed + i, std::move(d)));
    bench b(seed, std::move(d));

    b.run(500);
    CHECK_EQ(b.chk, b.writes.size(), 0);
    b.d->boot = 1;
    b.run(500);
    CHECK_EQ(b.chk, b.writes.size(), 2);
    CHECK_EQ(b.chk, b.writes[0], 0x2C);
    CHECK_EQ(b.chk, b.writes[1], 0x24);
    CHECK_EQ(b.chk, b.mem[0x2C], b.life);
    CHECK_EQ(b.chk, b.mem[0x24], 1);
    b.ref[0x2C] = b.mem[0x2C];
    b.ref[0x24] = b.mem[0x24];
    b.d->boot = 0;
    b.run(100);
    b.d->boot = 1;
    b.run(300);
    CHECK_EQ(b.chk, b.writes.size(), 2);

    no_session(b);
    limits(b);
    room(b);
    stalls(b);
    malformed(b);
    sessions(b);
    uart_waits(b);
    busy(b);
    for (bool uart : { false, true }) {
        paces(b, uart);
        asks(b, uart);
        allowed(b, uart);
    }
    takeovers(b);
    stores(b);
    for (unsigned i = 0; i < 4; i++) {
        start(b, i & 1, 10);
        traffic(b, 400, i < 2 ? 1024 : 60);
    }
    rate(b);
    if (seed == 1) wrap(b);
    for (unsigned a = 0; a < 0x400; a += 4)
        for (unsigned base : { 0u, 0x1000u }) CHECK_EQ(b.chk, b.mem[base + a], b.ref[base + a]);

    for (unsigned c = C_HELLO; c <= C_BUSY; c++)
        b.chk.reached("an event of card_host_rx", b.seen[c]);
    b.chk.reached("a payload below 28 bytes up", b.short_up);
    b.chk.reached("a GOBACK", b.gobacks);
    b.chk.reached("a RSP that tells of the session", b.rsp_seqs);
    CHECK_EQ(b.chk, b.gobacks, b.seen[C_TX_GOBACK]);
    CHECK_EQ(b.chk, b.got[T_STATUS], b.seen[C_TX_GOBACK] + b.seen[C_TX_STATUS]);
    CHECK_EQ(b.chk, b.got[T_WELCOME], b.seen[C_TX_WELCOME]);
    CHECK_EQ(b.chk, b.got[T_DATA_UP], b.seen[C_TX_DATA]);
    CHECK_EQ(b.chk, b.got[T_CPL], b.seen[C_TX_CPL]);
    CHECK_EQ(b.chk, b.got[T_RSP], b.seen[C_TX_RSP]);
    printf("PASS %" PRIu64 " cycles, %" PRIu64 " payloads down, %" PRIu64 " up, %" PRIu64
           " completions, %" PRIu64 " GOBACK, %" PRIu64 " out of order\n",
           b.chk.cycle, b.seen[C_DATA], b.got[T_DATA_UP], b.got[T_CPL], b.gobacks, b.seen[C_ORDER]);
    return 0;
}

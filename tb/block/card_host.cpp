// SPDX-License-Identifier: Apache-2.0
//
// The host link against a second reading of docs/host-link.md: every frame that goes in gets the
// verdict that the reference gives it, every payload, completion and register operation arrives
// once and in order, every frame that comes out is taken apart. Around it: two ports, a MAC that
// stalls, registers that take their time.
// PARAMS: -GTX_CELLS=1536 -GSTALL_MAX=100 -GBOARD=3 | -GTX_CELLS=256 -GSTALL_MAX=511 -GBOARD=258
// PARAMS: -GTX_CELLS=1536 -GSTALL_MAX=1023 -GBOARD=43605
// SEEDS: 1 2 3
#include "card_host_pace.h"

struct Bench : pace {
    void no_session()
    {
        for (unsigned uart = 0; uart < 2; uart++) {
            s_mac = HOST_A;
            push(data(0, 100, 5), uart);
            push(credit(7, true), uart);
            push(make(T_BYE, uart, HOST_A), uart);
            for (unsigned i = 0; i < 20; i++) {
                push(request(uart, r.one_in(3) ? 32 : r.in(1, 32), r.bits(48)), uart);
                settle(r.below(50));
            }
        }
        for (unsigned i = 0; i < 5; i++) give_cpl();
        give_up(300);
        settle();
        EXPECT(seen[C_NO_SESSION], 6);
        EXPECT(cpl_lost, 5);
        EXPECT(seen[C_CPL_LOST], 5);
        EXPECT(want_up.size(), 1);
        EXPECT(got[T_RSP], 40);
        EXPECT(got[T_STATUS] + got[T_CPL] + got[T_DATA_UP], 0);
    }
    template <class F> void push_changed(hl_frame f, F &&change)
    {
        change(f);
        push(f);
    }
    // Whatever its number, a frame that is malformed asks for nothing; one that is not does.
    void malformed_asks_nothing()
    {
        start(r.one_in(2), 500);
        const uint64_t asked = gobacks;
        push_changed(data(next + 5, 30, 500), [](hl_frame &f) { f.version = 2; });
        push_changed(data(next + 5, 30, 500), [](hl_frame &f) { f.length = 0; });
        settle();
        EXPECT(gobacks, asked);
        push(data(next + 5, 30, 500));
        settle();
        EXPECT(gobacks, asked + 1);
    }
    // Every wrong version, type and length; the reference says what becomes of each.
    void malformed()
    {
        const bool u = s_uart;
        for (unsigned v = 0; v < 16; v++)
            if (v != 1) push_changed(data(next, 30, 500), [&](hl_frame &f) { f.version = v; });
        for (unsigned t = 0; t < 16; t++)
            if (t == 0 || t > 5) push_changed(data(next, 0, 500), [&](hl_frame &f) { f.type = t; });
        for (unsigned n : { 0u, 1025u, 2048u, 65535u })
            push_changed(data(next, 64, 500), [&](hl_frame &f) { f.length = n; });
        for (unsigned n : { 0u, 1u, 7u, 9u, 260u, 264u, 512u, 65528u })
            push_changed(request(u, 32, HOST_A), [&](hl_frame &f) { f.length = n; });
        for (unsigned t : { T_HELLO, T_CREDIT, T_BYE })
            push_changed(make(t, u, HOST_A), [&](hl_frame &f) { f.length = 1; });
        // Each bit of a length too long, on top of one that is right
        for (unsigned k = 8; k < 16; k++) {
            const auto longer = [&](hl_frame &f) { f.length += 1u << k; };
            if (k > 9) push_changed(data(next, 64, 500), longer);
            push_changed(request(u, 5, HOST_A), longer);
            push_changed(make(k % 2 ? T_HELLO : T_CREDIT, u, HOST_A), [&](hl_frame &f) {
                f.length = 1u << (k - 8) | (k % 2 ? 0 : 1u << k);
            });
        }
        settle();
    }
    // Shorter than it says, by a byte or more; and every length of a frame cut off
    void cut_off()
    {
        const bool u = s_uart;
        for (unsigned n : { 64u, 100u, 1000u }) push(data(next, n, 500), u, 32 + n - 1);
        for (unsigned n = 1; n <= 17; n++) push(data(next, n, 500), u, 32 + n - 1);
        settle(3000);
        CHECK(discards >= 5);
        push(request(u, 5, HOST_A), u, 32 + 39);
        push(request(u, 5, HOST_A), u, 32 + 17);
        for (bool uart : { false, true })
            for (size_t cut = uart ? 9 : 1; cut < 32; cut++) {
                push(data(next, 40, 500), uart, cut);
                for (unsigned t : { T_HELLO, T_CREDIT, T_BYE })
                    push(make(t, uart, HOST_A), uart, cut);
            }
        settle();
        // A frame may be longer than it says.
        push_changed(data(next, 33, 500), [](hl_frame &f) { f.body.resize(200, 0x77); });
        settle(3000);
    }
    void not_ours()
    {
        const uint64_t were = seen[C_NOT_OURS];
        hl_frame f = make(T_HELLO, false, HOST_B);
        for (unsigned i = 0; i < 48; i++) {
            f.dst = (i % 2 ? ME : ALL) ^ uint64_t{1} << i;
            push(f, false);
        }
        f.dst = ME;
        for (unsigned i = 0; i < 16; i++) {
            f.etype = 0x88B5 ^ 1u << i;
            push(f, false);
        }
        settle();
        EXPECT(seen[C_NOT_OURS], were + 64);
    }

    void sessions()
    {
        start(false, 200, HOST_A);
        push(data(0, 77, 200), false);
        settle();
        // Another host, another port
        hl_frame f;
        for (uint64_t mac : { HOST_A, ~HOST_A & ALL }) {
            const uint64_t no = seen[C_NO_SESSION];
            start(false, 200, mac);
            f = data(0, 10, 200);
            for (unsigned i = 0; i < 48; i++) { f.src = mac ^ uint64_t{1} << i; push(f, false); }
            push(f, true);
            settle();
            EXPECT(seen[C_NO_SESSION], no + 49);
        }
        f = make(T_BYE, !s_uart, s_mac);
        push(f, !s_uart);
        settle();
        EXPECT(dut->stat_sess, 1);
        bye();
        EXPECT(dut->stat_sess, 0);
        const uint64_t n = got[T_STATUS] + got[T_CPL] + got[T_DATA_UP];
        cells = 200;
        give_up(20);
        run(5000);
        EXPECT(got[T_STATUS] + got[T_CPL] + got[T_DATA_UP], n);
        usual();
        start(false, 10);
        run(300);
        EXPECT(want_up.size(), 0);
    }

    void busy()
    {
        slow = 40;
        const uint64_t n = seen[C_BUSY], rsp = got[T_RSP];
        for (unsigned i = 0; i < 3; i++) push(request(false, 32, HOST_A), false);
        settle();
        EXPECT(seen[C_BUSY], n + 2);
        EXPECT(got[T_RSP], rsp + 1);
        // Those of the UART wait.
        for (unsigned i = 0; i < 3; i++) push(request(true, 10, 0), true);
        settle();
        EXPECT(seen[C_BUSY], n + 2);
        EXPECT(got[T_RSP], rsp + 4);
    }
    // The first link: the card writes its life number and lets the MAC go, once.
    void boot()
    {
        run(500);
        EXPECT(writes.size(), 0);
        dut->boot = 1;
        run(500);
        EXPECT(writes.size(), 2);
        EXPECT(writes[0], 0x2C);
        EXPECT(writes[1], 0x24);
        EXPECT(mem[0x2C], life);
        EXPECT(mem[0x24], 1);
        ref[0x2C] = mem[0x2C];
        ref[0x24] = mem[0x24];
        dut->boot = 0;
        run(100);
        dut->boot = 1;
        run(300);
        EXPECT(writes.size(), 2);
    }
    // A card that comes up, then with one cycle of reset, after it was stopped in the middle of
    // something. Each time its world is a new one.
    void resets()
    {
        for (unsigned i = 0; i < 13; i++) {
            tb_seed() = chk.seed + i - 1;
            Bench used;
            tb_seed() = chk.seed;
            Bench again;
            used.dut.swap(dut);
            if (i) {
                used.reset(1);
                used.stop();
            }
            again.dut.swap(used.dut);
            again.reset(i ? 1 : 4);
            again.first_goback();
            dut.swap(again.dut);
        }
    }
    void play()
    {
        using scene = void (Bench::*)();
        static const scene scenes[] = {
            &Bench::boot, &Bench::no_session, &Bench::limit_of_card, &Bench::stalls,
            &Bench::malformed_asks_nothing, &Bench::malformed, &Bench::cut_off, &Bench::not_ours,
            &Bench::sessions, &Bench::uart_waits, &Bench::busy
        };
        if (chk.seed % 2 == 0) ME ^= 0xFFFFFF;
        resets();
        reset(1);
        for (const scene s : scenes) { usual(); (this->*s)(); }
        for (bool uart : { false, true }) {
            usual(); limit_is_told(uart);
            usual(); gap_is_told(uart);
            usual(); completions_thrown_away();
            usual(); asks(uart);
            usual(); allowed(uart);
        }
        usual(); takeovers();
        usual(); stores();
        usual(); stores_run_empty();
        for (unsigned i = 0; i < 4; i++) {
            start(i & 1, 10);
            traffic(400, i < 2 ? 1024 : 60);
        }
        rate();
        if (chk.seed == 1) wrap();
        for (const auto &x : ref) EXPECT(mem[x.first], x.second);
    }
    void aims() override
    {
        for (unsigned c = C_HELLO; c <= C_BUSY; c++) aim("an event of card_host_rx", seen[c]);
        aim("a payload below 28 bytes up", short_up);
        aim("a GOBACK", gobacks);
        aim("a RSP that tells of the session", rsp_seqs);
        aim("a payload begun in the middle of a reading", begun_inside);
        aim("an ASK before a STATUS is chosen", ask_before);
        aim("an ASK in that cycle", ask_beside);
        aim("an ASK after it", ask_after);
        EXPECT(gobacks, seen[C_TX_GOBACK]);
        EXPECT(got[T_STATUS], seen[C_TX_GOBACK] + seen[C_TX_STATUS]);
        EXPECT(got[T_WELCOME], seen[C_TX_WELCOME]);
        EXPECT(got[T_DATA_UP], seen[C_TX_DATA]);
        EXPECT(got[T_CPL], seen[C_TX_CPL]);
        EXPECT(got[T_RSP], seen[C_TX_RSP]);
        printf("%.1f cycles a 1 KB frame from the host\n", cycles_a_kilobyte);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
//
// Counters: events as close together as each source may bring them, reads at any time, the group
// that is cleared. Each counter begins anywhere, most often where many bits are about to turn.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include "Vcard_count.h"
#include "Vcard_count___024root.h"
#include "lockstep.h"
#include "card_util.h"

TB_INSIDE(counts_of, card_count__DOT__u_count__DOT__mem,
          card_count__DOT__u_net__DOT__u_count__DOT__mem)

struct Bench : lockstep<Vcard_count> {
    enum source { APP, RX, TX, CPL, UART, SOURCES };
    uint32_t want[C_N] = {};
    unsigned wait[SOURCES] = {};        // cycles until the source may bring its next event
    unsigned density = 0;               // percent of the events that may come
    bool any_code = true;               // also those that no source of the card brings
    unsigned lone = C_N;                // an event of the application in the coming cycle
    bool asked = true;                  // for a counter, a cycle ago
    uint64_t events[SOURCES] = {}, reads = 0, clears = 0, carries = 0, read_at = 0,
             passed = 0, wiped = 0;

    Bench()
    {
        dut->clear = dut->rd_valid = 0;
    }

    uint32_t &count(unsigned i) { return (*counts_of(dut->rootp, 0))[i]; }
    unsigned code(unsigned s)
    {
        if (s == CPL) return C_CPL_LOST;
        if (any_code) return r.below(C_N);
        if (s == APP) return r.one_in(4) ? C_ECHO_LOST : r.in(C_CK_GOOD, C_ECHOED);
        return r.below(20);
    }
    void drive() override
    {
        static const unsigned apart[SOURCES] = { 3, 5, 4, 16, 64 };     // cycles, at least
        unsigned c[SOURCES] = {};
        bool v[SOURCES] = {};
        for (unsigned s = 0; s < SOURCES; s++) {
            if (wait[s]) wait[s]--;
            if (wait[s] || !r.percent(density)) continue;
            v[s] = true;
            c[s] = code(s);
            wait[s] = apart[s];
            want[c[s]]++;
            events[s]++;
        }
        dut->app_valid = v[APP] || lone < C_N;
        dut->app_code = lone < C_N ? lone : c[APP];
        lone = C_N;
        dut->rx_valid = v[RX]; dut->rx_code = c[RX];
        dut->tx_valid = v[TX]; dut->tx_code = c[TX];
        dut->cpl_valid = v[CPL];
        dut->uart_valid = v[UART]; dut->uart_code = c[UART];
    }
    void check() override { if (!asked) EXPECT(dut->rd_done, 0); }
    void step() override { asked = dut->rd_valid; }

    uint32_t read(unsigned i)
    {
        dut->rd_valid = 1;
        dut->rd_idx = i;
        run(1);
        await("the end of a reading", 200, [&] { return dut->rd_done; });
        dut->rd_valid = 0;
        const uint32_t x = dut->rd_data;
        read_at = chk.cycle;
        run(1);
        reads++;
        return x;
    }
    void pulse(CData &pin, unsigned cycles)
    {
        pin = 1;
        run(cycles);
        pin = 0;
    }
    // What is cleared, from `first` on, goes one counter a cycle and in order. An event that comes
    // after so many cycles is counted if its counter has been passed before, else it is wiped with
    // it. A counter is read when all of that is done, and not before.
    void clears_in_order(unsigned first)
    {
        for (unsigned cycles = 0; first + cycles < C_N; cycles++)
            for (unsigned i = first; i < C_N; i++) {
                if (first) pulse(dut->clear, 1);
                else pulse(dut->rst, 3);
                run(cycles);
                lone = i;
                run(1);
                const bool stays = i <= first + cycles;
                (stays ? passed : wiped)++;
                const uint64_t from = chk.cycle;
                EXPECT(read(i), stays);
                // One cycle for the event, one for the reading itself
                EXPECT(read_at - from, C_N - first - (cycles + 1) + 1 + 1);
            }
    }
    void all_events(unsigned round)
    {
        uint32_t first[C_N] = {};
        if (round % 2) for (unsigned i = 0; i < C_N; i++)
            count(i) = want[i] = first[i] = before_turn(r, 32);
        density = round % 2 ? 100 : r.in(1, 100);
        for (unsigned t = 0; t < 2000; t++) {
            run(1);
            if (!r.one_in(100)) continue;
            // What is being counted right now is not seen yet: at most a few.
            const unsigned i = r.below(20);
            const uint32_t x = read(i);
            CHECK(want[i] - x <= 30);
        }
        density = 0;
        run(100);
        if (round % 3 == 0) {
            pulse(dut->clear, 1);
            for (unsigned i = C_CK_GOOD; i < C_N; i++) want[i] = 0;
            run(20);
            clears++;
        }
        for (unsigned i = 0; i < C_N; i++) {
            EXPECT(read(i), want[i]);
            carries += first[i] && ((first[i] ^ want[i]) >> 20) != 0;
        }
    }
    // A clear while events come: none of another group is lost.
    void cleared_under_events()
    {
        any_code = false;
        density = 100;
        for (unsigned k = 0; k < 50; k++) {
            pulse(dut->clear, 1);
            for (unsigned i = C_ECHOED + 1; i < C_N; i++) count(i) = 1;
            run(100);
            for (unsigned i = C_ECHOED + 1; i < C_N; i++) EXPECT(count(i), 0);
        }
        density = 0;
        run(200);
        for (unsigned i = 0; i < C_CK_GOOD; i++) EXPECT(read(i), want[i]);
    }
    void play()
    {
        pulse(dut->rst, 3);
        clears_in_order(0);
        clears_in_order(C_CK_GOOD);
        pulse(dut->rst, 3);
        for (unsigned i = 0; i < C_N; i++) EXPECT(read(i), 0);
        for (unsigned round = 0; round < 40; round++) all_events(round);
        cleared_under_events();
    }
    void aims() override
    {
        for (uint64_t n : events) aim("an event of each source", n);
        aim("a clear", clears);
        aim("an event of a counter that is cleared already", passed);
        aim("an event of one that is yet to be", wiped);
        aim("a count whose upper bits turn", carries);
        aim("reads", reads);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

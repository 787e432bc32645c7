// SPDX-License-Identifier: Apache-2.0
//
// Counters: events as close together as each source may bring them, reads at any time, the group
// that is cleared. Each counter begins anywhere, most often where many bits are about to turn.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include <memory>
#include "Vcard_count.h"
#include "Vcard_count___024root.h"
#include "card_util.h"

TB_INSIDE(counts_of, card_count__DOT__u_count__DOT__mem,
          card_count__DOT__u_net__DOT__u_count__DOT__mem)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_count", seed);
    auto d = std::make_unique<Vcard_count>();
    uint32_t want[32] = {};
    static const unsigned apart[5] = { 3, 5, 4, 16, 64 };
    unsigned wait[5] = {}, density = 100;
    uint64_t events[5] = {}, clears = 0, reads = 0, carries = 0, read_at = 0;
    bool quiet = false, any_code = true;

    auto tick = [&] {
        chk.cycle++;
        bool v[5];
        unsigned code[5];
        for (unsigned s = 0; s < 5; s++) {
            if (wait[s]) wait[s]--;
            v[s] = !quiet && !wait[s] && r.percent(density);
            code[s] = s == 3     ? C_CPL_LOST
                      : any_code ? r.below(32)
                      : s == 0   ? (r.one_in(4) ? C_ECHO_LOST : r.in(C_CK_GOOD, C_ECHOED))
                               : r.below(20);
            if (v[s]) { wait[s] = apart[s]; want[code[s]]++; events[s]++; }
        }
        d->app_valid = v[0]; d->app_code = code[0];
        d->rx_valid = v[1]; d->rx_code = code[1];
        d->tx_valid = v[2]; d->tx_code = code[2];
        d->cpl_valid = v[3];
        d->uart_valid = v[4]; d->uart_code = code[4];
        d->eval();
        tb_edge(*d);
        if (!d->rd_valid) CHECK_EQ(chk, d->rd_done, 0);
    };
    auto read = [&](unsigned i) {
        d->rd_valid = 1;
        d->rd_idx = i;
        unsigned t = 0;
        do { tick(); d->eval(); CHECK_EQ(chk, ++t < 200, true); } while (!d->rd_done);
        d->rd_valid = 0;
        const uint32_t x = d->rd_data;
        read_at = chk.cycle;
        tick();
        reads++;
        return x;
    };
    quiet = true;
    d->clear = d->rd_valid = 0;
    const auto reset = [&] {
        d->rst = 1;
        for (int i = 0; i < 3; i++) tick();
        d->rst = 0;
    };
    // What is cleared from `first` on goes one a cycle and in order: an event of each number, so
    // many cycles on, is counted if its counter has been passed before, else it is wiped with it.
    // A counter is read when all of that is done, and not before.
    uint64_t passed = 0, wiped = 0;
    const auto clears_in_order = [&](unsigned first) {
        for (unsigned k = 0; first + k < 32; k++) for (unsigned i = first; i < 32; i++) {
            if (first) {
                d->clear = 1;
                tick();
                d->clear = 0;
            } else reset();
            // The event is counted a cycle after it has come.
            for (unsigned t = 0; t < k; t++) tick();
            d->app_valid = 1;
            d->app_code = i;
            d->eval();
            tb_edge(*d);
            const bool stays = i <= first + k;
            (stays ? passed : wiped)++;
            const uint64_t from = chk.cycle;
            const uint32_t n = read(i);
            CHECK_EQ(chk, n, stays);
            // One for the event, one for the reading itself
            CHECK_EQ(chk, read_at - from, 32 - first - (k + 1) + 1 + 1);
        }
    };
    clears_in_order(0);
    clears_in_order(C_CK_GOOD);
    reset();
    for (unsigned i = 0; i < 32; i++) CHECK_EQ(chk, read(i), 0);
    for (unsigned round = 0; round < 40; round++) {
        uint32_t first[32] = {};
        if (round % 2) for (unsigned i = 0; i < 32; i++) {
            // A few below a multiple of a power of two
            first[i] = static_cast<uint32_t>(r.bits(32));
            if (!r.one_in(4))
                first[i] = (first[i] | 0xFFFFFFFF >> r.below(24)) - r.below(8);
            (*counts_of(d->rootp, 0))[i] = want[i] = first[i];
        }
        quiet = false;
        density = round % 2 ? 100 : r.in(1, 100);
        for (unsigned t = 0; t < 2000; t++) {
            tick();
            if (r.one_in(100)) {
                // What is being counted right now is not seen yet: at most a few.
                const unsigned i = r.below(20);
                const uint32_t x = read(i);
                CHECK_EQ(chk, want[i] - x <= 30, true);
            }
        }
        quiet = true;
        for (unsigned t = 0; t < 100; t++) tick();
        if (round % 3 == 0) {
            d->clear = 1;
            tick();
            d->clear = 0;
            for (unsigned i = C_CK_GOOD; i < 32; i++) want[i] = 0;
            for (unsigned t = 0; t < 20; t++) tick();
            clears++;
        }
        for (unsigned i = 0; i < 32; i++) {
            CHECK_EQ(chk, read(i), want[i]);
            carries += first[i] && ((first[i] ^ want[i]) >> 20) != 0;
        }
    }
    // Cleared under events: none of another group is lost.
    quiet = any_code = false;
    density = 100;
    for (unsigned k = 0; k < 50; k++) {
        d->clear = 1;
        tick();
        d->clear = 0;
        for (unsigned i = C_ECHOED + 1; i < 32; i++) (*counts_of(d->rootp, 0))[i] = 1;
        for (unsigned t = 0; t < 100; t++) tick();
        for (unsigned i = C_ECHOED + 1; i < 32; i++)
            CHECK_EQ(chk, (*counts_of(d->rootp, 0))[i], 0);
    }
    quiet = true;
    for (unsigned t = 0; t < 200; t++) tick();
    for (unsigned i = 0; i < C_CK_GOOD; i++) CHECK_EQ(chk, read(i), want[i]);
    for (uint64_t n : events) chk.reached("an event of each source", n);
    chk.reached("a clear", clears);
    chk.reached("an event of a counter that is cleared already", passed);
    chk.reached("an event of one that is yet to be", wiped);
    chk.reached("a count whose upper bits turn", carries);
    printf("PASS %" PRIu64 " reads\n", reads);
    return 0;
}

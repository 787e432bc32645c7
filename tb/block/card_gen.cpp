// SPDX-License-Identifier: Apache-2.0
//
// The generator: the pattern byte by byte, lengths, counts, gaps, stopping and clearing.
// Number and count left also begin where their upper bits are about to turn.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include <memory>
#include "Vcard_gen.h"
#include "Vcard_gen___024root.h"
#include "card_util.h"

TB_INSIDE(sent_of, card_gen__DOT__sent_q, card_gen__DOT__u_net__DOT__sent_q)
TB_INSIDE(left_of, card_gen__DOT__left_q, card_gen__DOT__u_net__DOT__left_q)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_gen", seed);
    auto d = std::make_unique<Vcard_gen>();
    bytes cur;
    uint64_t k = 0, payloads = 0, dones = 0, last_end = 0, first_beat = 0, gaps_exact = 0;
    unsigned busy = 0, len = 0, dest = 0;
    bool mid = false;

    auto tick = [&] {
        chk.cycle++;
        d->m_axis_gen_tready = !r.percent(busy);
        d->eval();
        if (d->rst) { tb_edge(*d); return; }
        if (d->done) dones++;
        if (d->m_axis_gen_tvalid && !mid) {
            mid = true;
            len = d->cfg_len;
            dest = d->cfg_dest;
            first_beat = chk.cycle;
            // gap cycles, and two to begin
            if (last_end && busy == 0 && d->cfg_gap) {
                CHECK_EQ(chk, first_beat - last_end, d->cfg_gap + 2);
                gaps_exact++;
            }
        }
        if (d->m_axis_gen_tvalid && d->m_axis_gen_tready) {
            CHECK_EQ(chk, d->m_axis_gen_tdest, dest);
            if (!d->m_axis_gen_tlast) CHECK_EQ(chk, d->m_axis_gen_tkeep, 0xFF);
            beat_append(cur, d->m_axis_gen_tdata, d->m_axis_gen_tkeep);
            if (d->m_axis_gen_tlast) {
                CHECK_EQ(chk, cur.size(), len);
                for (unsigned i = 0; i < len; i++)
                    CHECK_EQ(chk, cur[i],
                             i < 4 ? (k & 0x7FFFFFFF) >> (24 - 8 * i) & 0xFF : (k + i) & 0xFF);
                cur.clear();
                k = (k + 1) & 0xFFFFFFFF;
                payloads++;
                mid = false;
                last_end = chk.cycle;
            }
        }
        tb_edge(*d);
        CHECK_EQ(chk, d->stat_sent, k);
    };
    auto run = [&](unsigned n) { while (n--) tick(); };
    auto stop = [&] { d->cfg_run = 0; run(3000); CHECK_EQ(chk, mid, false); last_end = 0; };

    d->cfg_len = 1;
    d->cfg_run = d->cfg_clear = 0;
    d->rst = 1;
    run(3);
    d->rst = 0;
    run(20);
    CHECK_EQ(chk, payloads, 0);
    for (unsigned i = 0; i < 60; i++) {
        busy = i % 3 ? 0 : r.below(90);
        d->cfg_len = i < 12        ? i + 1
                     : i == 12     ? 1024
                     : r.one_in(3) ? 8 * r.in(1, 128)
                                   : r.in(1, 1024);
        d->cfg_dest = static_cast<uint32_t>(r.bits(32));
        d->cfg_gap = r.one_in(2) ? 0 : r.below(r.one_in(8) ? 5000 : 300);
        d->cfg_count = r.in(1, 5);
        const uint64_t before = payloads, ends = dones;
        d->cfg_run = 1;
        const uint64_t from = chk.cycle;
        while (first_beat <= from && chk.cycle < from + 10) tick();
        CHECK_EQ(chk, first_beat - from, 3);        // whatever gap the last run had left
        for (unsigned t = 0; t < 20000 && dones == ends; t++) tick();
        CHECK_EQ(chk, dones, ends + 1);
        // The one who holds run takes his time.
        run(r.below(20));
        stop();
        CHECK_EQ(chk, payloads - before, d->cfg_count);
    }
    // Many, so that the number is one of several bytes
    busy = 0;
    d->cfg_len = 1;
    d->cfg_gap = 0;
    d->cfg_count = 70001;
    const uint64_t many = payloads, end = dones;
    d->cfg_run = 1;
    for (unsigned t = 0; t < 400000 && dones == end; t++) tick();
    stop();
    CHECK_EQ(chk, dones, end + 1);
    CHECK_EQ(chk, payloads - many, d->cfg_count);
    // What a run that lasts long comes to: number and count left are brought to where bits turn.
    // They are changed, not set, so one that was wrong stays wrong.
    uint64_t jumps = 0;
    for (unsigned i = 0; i < 96; i++) {
        const unsigned bit = i % 32;
        d->cfg_len = r.in(1, 20);
        d->cfg_count = static_cast<uint32_t>(r.bits(32)) | 1u << bit | 64;
        uint32_t left = d->cfg_count;
        const uint64_t was = dones;
        const auto jump = [&](uint32_t to) {
            const uint32_t number = (static_cast<uint32_t>(r.bits(32)) | (1u << bit) - 1)
                                    - r.below(3);
            *sent_of(d->rootp, 0) ^= static_cast<uint32_t>(k) ^ number;
            *left_of(d->rootp, 0) ^= left ^ to;
            d->eval();
            k = number;
            left = to;
            jumps++;
        };
        const auto give = [&](unsigned n) {
            const uint64_t end = payloads + n;
            for (unsigned t = 0; t < 200 && payloads < end; t++) tick();
            CHECK_EQ(chk, payloads, end);
            left -= n;
        };
        d->cfg_run = 1;
        give(r.in(1, 3));
        jump((1u << bit) + r.in(1, 3));
        give(std::min(5u, 1u << bit));
        jump(3);
        CHECK_EQ(chk, dones, was);
        give(3);
        run(3);
        CHECK_EQ(chk, dones, was + 1);
        stop();
        CHECK_EQ(chk, left, 0);
    }
    chk.reached("a number or a count far on", jumps);
    // For ever, until stopped in the middle of a payload
    d->cfg_count = 0;
    d->cfg_gap = 0;
    busy = 0;
    d->cfg_len = 100;
    const uint64_t ends = dones;
    d->cfg_run = 1;
    run(5003);
    stop();
    CHECK_EQ(chk, dones, ends);
    chk.reached("a run without an end", payloads > 300);
    // Cleared while it stands, and while a payload is on its way
    d->cfg_clear = 1;
    k = 0;
    d->eval();
    tb_edge(*d);
    d->cfg_clear = 0;
    d->cfg_run = 1;
    run(2000);
    stop();
    CHECK_EQ(chk, k > 100, true);
    chk.reached("an exact gap", gaps_exact);
    printf("PASS %" PRIu64 " payloads\n", payloads);
    return 0;
}

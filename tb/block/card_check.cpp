// SPDX-License-Identifier: Apache-2.0
//
// The sink: payloads of the generator's pattern in its order are good, everything else is bad, and
// each is counted once. Their bytes are counted from anywhere.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include <memory>
#include "Vcard_check.h"
#include "Vcard_check___024root.h"
#include "card_util.h"

TB_INSIDE(bytes_of, card_check__DOT__bytes_q, card_check__DOT__u_net__DOT__bytes_q)
TB_SETTLE(Vcard_check)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("card_check", seed);
    auto d = std::make_unique<Vcard_check>();
    uint64_t good = 0, bad = 0, kinds[6] = {}, carries = 0;
    uint32_t total = 0, expect = 0;
    unsigned clear_in = 0;              // so many cycles from now

    auto tick = [&] {
        chk.cycle++;
        if (clear_in) d->cfg_clear = --clear_in == 0;
        d->eval();
        good += d->good;
        bad += d->bad;
        tb_edge(*d);
        if (!clear_in) d->cfg_clear = 0;
    };
    auto give = [&](const bytes &b, bool gaps) {
        beat_source s;
        s.cur = b;
        while (!s.idle()) {
            s.drive(r, gaps ? 50 : 0, d->s_axis_sink_tdata, d->s_axis_sink_tkeep,
                    d->s_axis_sink_tvalid, d->s_axis_sink_tlast);
            tick();
            if (d->s_axis_sink_tvalid) s.taken();
        }
        d->s_axis_sink_tvalid = 0;
        total += static_cast<uint32_t>(b.size());
    };
    d->rst = 1;
    tick();
    tick();
    d->rst = 0;
    for (unsigned i = 0; i < 4000; i++) {
        const size_t n = r.one_in(3) ? r.in(1, 12) : r.one_in(10) ? r.in(1, 1024) : r.in(1, 100);
        uint32_t k = expect;
        const unsigned kind = i < 300 ? 0 : r.below(6);
        // 0, 1: right, 2: from another number on, 3: a bit, 4: cleared before, 5: right, as an echo
        if (kind == 2)
            k = static_cast<uint32_t>(r.one_in(2) ? expect + r.in(1, 3) : r.bits(31)) & 0x7FFFFFFF;
        if (kind == 4) {
            for (unsigned c = 0; c < 4; c++) tick();
            clear_in = 1;
            tick();
            expect = k = 0;
            total = 0;
            CHECK_EQ(chk, d->stat_bytes, 0);
        }
        bytes b(n);
        for (size_t j = 0; j < n; j++)
            b[j] = static_cast<uint8_t>(j < 4 ? k >> (24 - 8 * j) : k + j);
        bool right = true;
        if (kind == 2) {
            // A short payload may not carry what differs.
            for (size_t j = 0; j < n && j < 4; j++)
                if (b[j] != static_cast<uint8_t>(expect >> (24 - 8 * j))) right = false;
            if (n >= 4 && k != expect) right = false;
        }
        if (kind == 3) {
            const size_t at = r.below(n);
            unsigned bit = r.below(8);
            if (at == 0 && bit == 7) bit = 0;
            b[at] ^= static_cast<uint8_t>(1u << bit);
            right = false;
        }
        if (kind == 5) b[0] |= 0x80;
        if (n >= 4) expect = static_cast<uint32_t>(get_be(b, 0, 4)) & 0x7FFFFFFF;
        expect = (expect + 1) & 0x7FFFFFFF;
        const uint64_t g = good, x = bad;
        if (r.one_in(5)) {              // a few bytes below a multiple of a power of two
            total = (static_cast<uint32_t>(r.bits(32)) | 0xFFFFFFFF >> r.below(26)) - r.below(20);
            *bytes_of(d->rootp, 0) = total;
            tb_settle(*d);
        }
        const uint32_t from = total;
        give(b, r.one_in(2));
        for (unsigned c = 0; c < 3; c++) tick();
        CHECK_EQ(chk, good - g, right);
        CHECK_EQ(chk, bad - x, !right);
        CHECK_EQ(chk, d->stat_bytes, total);
        carries += (from ^ total) >> 20 != 0;
        kinds[kind]++;
    }
    // Cleared in the middle of a payload: the next number is still expected.
    for (unsigned i = 0; i < 40; i++) {
        for (const unsigned n : { 40u, 8u }) {
            bytes b(n);
            expect = (n == 40 ? static_cast<uint32_t>(r.bits(31)) : expect + 1) & 0x7FFFFFFF;
            for (size_t j = 0; j < n; j++)
                b[j] = static_cast<uint8_t>(j < 4 ? expect >> (24 - 8 * j) : expect + j);
            clear_in = n == 40 ? r.in(2, 4) : 0;
            const uint64_t had = good;
            give(b, false);
            for (unsigned c = 0; c < 4; c++) tick();
            if (n == 8) CHECK_EQ(chk, good - had, 1);
        }
    }
    // A reset in a payload or right behind one: nothing of it is counted, and 0 is expected next.
    for (unsigned i = 0; i < 200; i++) {
        beat_source s;
        const size_t n = r.in(1, 60);
        s.cur = i % 2 ? bytes{ 0, 0, 0, 1, 5, 6 }           // right
                      : bytes(n, static_cast<uint8_t>(r.bits(8)));
        for (unsigned c = r.in(1, 9); c; c--) {
            s.drive(r, 0, d->s_axis_sink_tdata, d->s_axis_sink_tkeep, d->s_axis_sink_tvalid,
                    d->s_axis_sink_tlast);
            tick();
            if (d->s_axis_sink_tvalid) s.taken();
        }
        d->rst = 1;
        tick();
        d->rst = 0;
        d->s_axis_sink_tvalid = 0;
        const uint64_t g = good, x = bad;
        for (unsigned c = r.below(5); c; c--) tick();
        total = 0;
        give({ 0, 0, 0, 0, 4, 5 }, false);
        for (unsigned c = 0; c < 3; c++) tick();
        CHECK_EQ(chk, good - g, 1);
        CHECK_EQ(chk, bad, x);
        CHECK_EQ(chk, d->stat_bytes, total);
    }
    clear_in = 1;
    tick();
    total = expect = 0;
    // Without a cycle between two
    const uint64_t g = good;
    for (unsigned i = 0; i < 100; i++) {
        bytes b(r.in(1, 20));
        for (size_t j = 0; j < b.size(); j++)
            b[j] = static_cast<uint8_t>(j < 4 ? expect >> (24 - 8 * j) : expect + j);
        expect = (expect + 1) & 0x7FFFFFFF;
        give(b, false);
    }
    for (unsigned c = 0; c < 4; c++) tick();
    CHECK_EQ(chk, good - g, 100);
    CHECK_EQ(chk, d->stat_bytes, total);
    for (uint64_t n : kinds) chk.reached("a kind of payload", n);
    chk.reached("a count whose upper bits turn", carries);
    printf("PASS %" PRIu64 " good, %" PRIu64 " bad\n", good, bad);
    return 0;
}

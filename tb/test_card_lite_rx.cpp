// SPDX-License-Identifier: Apache-2.0
//
// fpga/common/card_lite_rx.v: frames of a line, good and broken, to a stream that takes them at once, late, or much too late.
// A frame that comes out as good is one that was sent, whole and in order; while the stream is quick, every frame comes out as
// what it was.
// SEEDS: 1 2 3
#include <memory>
#include "Vcard_lite_rx.h"
#include "eth_util.h"
#include "tb_util.h"

struct sent { bytes body; bool good, quick; };
enum { GOOD, FCS, ESCAPE, STOP, SHORT, KINDS };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("card_lite_rx", seed);
    auto dut = std::make_unique<Vcard_lite_rx>();
    std::vector<sent> all;
    bytes out;
    size_t next = 0;                            // frames of the line before it can not come any more
    uint64_t kinds[KINDS] = { 0 }, good = 0, bad = 0, late = 0, escapes = 0;
    unsigned p_ready = 100, stall = 0;

    auto cycle = [&](int data, bool error) {
        dut->byte_valid = data >= 0;
        dut->byte_error = error;
        dut->byte_data = static_cast<uint8_t>(data >= 0 ? data : r.below(256));
        // A pause is longer than a byte of the line: some are lost.
        if (!stall && p_ready < 100 && r.one_in(400)) stall = r.in(10, 400);
        dut->m_axis_tready = p_ready == 100 || (!stall && r.percent(p_ready));
        if (stall) stall--;
        dut->eval();
        if (dut->m_axis_tvalid && dut->m_axis_tready) {
            out.push_back(dut->m_axis_tdata);
            if (dut->m_axis_tlast) {
                size_t i = next;
                if (!dut->m_axis_tuser) {
                    while (i < all.size() && !(all[i].good && all[i].body == out)) CHECK_EQ(chk, all[i].quick, false), i++;
                    CHECK_EQ(chk, i < all.size(), true);
                    next = i + 1;
                    good++;
                } else {
                    bad++;
                    if (i < all.size() && all[i].quick) {
                        CHECK_EQ(chk, all[i].good, false);
                        next = i + 1;
                    } else late++;
                }
                out.clear();
            }
        }
        dut->clk = 1; dut->eval(); dut->clk = 0; dut->eval();
        chk.cycle++;
    };
    auto line = [&](uint8_t v, bool error = false) {
        cycle(v, error);
        for (unsigned i = r.in(15, 20); i; i--) cycle(-1, false);
    };

    dut->rst = 1;
    dut->clk = 0;
    for (unsigned i = 0; i < 4; i++) cycle(-1, false);
    dut->rst = 0;
    for (unsigned n = 0; n < 3000; n++) {
        if (n % 50 == 0) {                      // all out, then another pace
            p_ready = 100;
            for (unsigned i = 0; i < 300; i++) cycle(-1, false);
            if (n / 50 % 2 == 0) CHECK_EQ(chk, out.empty(), true);
            next = all.size();
            p_ready = n / 50 % 2 ? r.in(10, 90) : 100;
        }
        sent f = { eth_random(r, r.one_in(4) ? 1 : r.in(2, 40)), true, p_ready == 100 };
        const unsigned kind = r.one_in(2) ? unsigned{GOOD} : r.below(KINDS);
        if (kind == SHORT) f.body.resize(r.below(4));
        f.good = kind == GOOD;
        bytes raw = f.body;
        uint32_t fcs = eth_fcs(raw.data(), raw.size()) ^ (kind == FCS ? 1u << r.below(32) : 0);
        for (unsigned i = 0; kind != SHORT && i < 4; i++, fcs >>= 8) raw.push_back(static_cast<uint8_t>(fcs));
        // What is not quick may be lost; a frame of nothing is none.
        if (!raw.empty()) all.push_back(f);
        kinds[kind]++;
        const size_t at = raw.empty() ? 0 : r.below(raw.size());
        for (size_t i = 0; i < raw.size(); i++) {
            if (kind == STOP && i == at) line(raw[i], true);
            if (kind == ESCAPE && i == at) line(0xDB), line(0x01);
            else if (raw[i] == 0xC0 || raw[i] == 0xDB) line(0xDB), line(raw[i] == 0xC0 ? 0xDC : 0xDD), escapes++;
            else line(raw[i]);
        }
        line(0xC0);
        if (r.one_in(4)) line(0xC0);
    }
    dut->final();
    for (unsigned k = 0; k < KINDS; k++) chk.reached("every kind of frame", kinds[k]);
    chk.reached("escapes", escapes);
    chk.reached("many good frames", good > 500);
    chk.reached("many bad frames", bad > 500);
    chk.reached("a stream that was too slow", late > 50);
    printf("PASS good=%" PRIu64 " bad=%" PRIu64 " not quick=%" PRIu64 "\n", good, bad, late);
    return 0;
}

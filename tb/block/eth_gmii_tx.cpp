// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_gmii_tx.v: what leaves is taken apart byte by byte: preamble, body, padding, FCS,
// gap. The number of a byte is changed now and then, so that padding ends elsewhere.
// VLT: sim/card.vlt
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include "Veth_gmii_tx.h"
#include "Veth_gmii_tx___024root.h"
#include "eth_util.h"

TB_INSIDE(len_of, eth_gmii_tx__DOT__len_q, eth_gmii_tx__DOT__u_net__DOT__len_q)

// dry: no byte when this one is wanted; SIZE_MAX: never. skew: bytes that it takes the frame to be
// longer than it is.
struct job { bytes body; bool error; size_t dry; int skew = 0; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_gmii_tx", seed);
    auto dut = std::make_unique<Veth_gmii_tx>();

    std::deque<job> todo, sent;     // to come; begun on the line
    size_t at = 0;                  // byte of todo.front()
    uint64_t wait = 0, now = 0, frames = 0;
    uint64_t gap = 100, min_gap = 100, exact_gap = 0, padded = 0, len59 = 0, len60 = 0,
             early_dry = 0, late_dry = 0, jumps = 0, events[16] = {};
    bool waiting = false;           // a frame was there when the gap began
    bytes line;
    bool in_frame = false, er_seen = false;
    size_t er_at = 0;
    std::deque<unsigned> expect;
    unsigned period = 1;
    bool more = true;

    dut->tx_clk = 0;
    dut->tx_rst = 1;
    for (uint64_t c = 0; c < 1200000 && (more || !todo.empty() || in_frame || gap < 40);
         c++, now++) {
        chk.cycle = now;
        dut->tx_rst = c < 4;
        if (c % 100000 == 0) {      // 1000, 100, 10 Mb/s by the distance of tx_ce
            static const unsigned p[] = { 1, 1, 10, 1, 100 };
            period = p[(c / 100000) % 5];
        }
        more = c < 1000000;
        if (more && todo.size() < 2 && r.one_in(r.one_in(4) ? 400 : 2)) {
            job j;
            const size_t n = r.one_in(4)    ? r.in(59, 61)
                             : r.one_in(3)  ? r.in(1, 60)
                             : r.one_in(10) ? r.in(1000, 1514)
                                            : r.in(1, 200);
            j.body = eth_random(r, n);
            j.error = r.one_in(8);
            j.dry = n > 1 && r.one_in(8) ? r.in(1, static_cast<uint32_t>(n) - 1) : SIZE_MAX;
            todo.push_back(j);
        }
        // What the module sees now. A dry place is held back until the underrun is on the line.
        const bool have = !todo.empty() && !wait;
        const bool dry = have && todo.front().dry == at && at;
        const bool valid = have && !dry;
        dut->s_axis_tx_tvalid = valid;
        dut->s_axis_tx_tdata = valid ? todo.front().body[at] : static_cast<uint8_t>(r.bits(8));
        dut->s_axis_tx_tlast = valid ? at + 1 == todo.front().body.size() : r.one_in(2);
        dut->s_axis_tx_tuser = valid ? at + 1 == todo.front().body.size() && todo.front().error
                                     : r.one_in(2);
        const bool ce = c % period == 0;
        dut->tx_ce = ce;
        dut->eval();

        if (c >= 4 && ce) {
            // The byte that the line takes in this cycle.
            if (dut->tx_en) {
                if (!in_frame) {
                    CHECK_EQ(chk, gap >= 12, true);
                    if (gap < min_gap) min_gap = gap;
                    if (waiting) { CHECK_EQ(chk, gap, 12); exact_gap++; }
                    in_frame = true;
                    line.clear();
                    er_seen = false;
                }
                if (dut->tx_er) {
                    CHECK_EQ(chk, er_seen, false);
                    er_seen = true;
                    er_at = line.size();
                }
                line.push_back(dut->tx_data);
            } else {
                CHECK_EQ(chk, dut->tx_er, 0);
                if (in_frame) {
                    in_frame = false;
                    gap = 0;
                    if (sent.empty()) { CHECK_EQ(chk, dut->tx_en, 1); }
                    const job &j = sent.front();
                    CHECK_EQ(chk, line.size() >= 8u + (j.skew > 0 ? 4 : 64), true);
                    for (unsigned i = 0; i < 7; i++) CHECK_EQ(chk, line[i], 0x55);
                    CHECK_EQ(chk, line[7], 0xD5);
                    bytes f(line.begin() + 8, line.end());
                    const bool ran_dry = j.dry != SIZE_MAX;
                    const size_t own = ran_dry ? j.dry : j.body.size();
                    const size_t want = ran_dry ? own + 1 : own;    // one byte marks the place
                    const int least = 60 - j.skew;
                    CHECK_EQ(chk, f.size(), std::max(static_cast<int>(want), least) + 4);
                    for (size_t i = 0; i < f.size() - 4; i++)
                        CHECK_EQ(chk, f[i], i < own ? j.body[i] : 0);
                    CHECK_EQ(chk, er_seen, ran_dry);
                    if (ran_dry) CHECK_EQ(chk, er_at, 8 + own);
                    CHECK_EQ(chk, eth_fcs_state(f), ran_dry || j.error ? 1 : 0);
                    expect.push_back(ran_dry ? TX_UNDERRUN : j.error ? TX_ERROR : TX_GOOD);
                    padded += own < 60 && !j.skew;
                    len59 += !ran_dry && own == 59 && !j.skew;
                    len60 += !ran_dry && own == 60 && !j.skew;
                    early_dry += ran_dry && own < 59;
                    late_dry += ran_dry && own >= 60;
                    frames++;
                    sent.pop_front();
                    waiting = false;
                }
                gap++;
                // There in time for the gap to be exact: before its last byte is decided.
                if (gap == 11) waiting = valid && at == 0;
            }
        }
        if (c >= 4 && dut->stat_valid) events[dut->stat_code & 15]++;
        const bool taken = valid && dut->s_axis_tx_tready && c >= 4;
        const bool ran = dry && ce && c >= 4 && dut->s_axis_tx_tready;
        if (taken) {
            if (at == 0) sent.push_back(todo.front());
            if (++at == todo.front().body.size()) { todo.pop_front(); at = 0; }
        }
        if (ran) { todo.front().dry = SIZE_MAX; wait = r.below(2) ? 0 : r.below(200 * period); }
        else if (wait) wait--;
        dut->tx_clk = 1; dut->eval(); dut->tx_clk = 0; dut->eval();
        // It is changed, not set, so that what is wrong stays wrong.
        const int number = static_cast<int>(at) + 1 + (taken && at ? sent.back().skew : 0);
        if (taken && at && sent.back().dry == SIZE_MAX && number < 60 && r.one_in(60)) {
            const int to = static_cast<int>(r.in(1, 59));
            *len_of(dut->rootp, 0) ^= static_cast<uint8_t>(number ^ to);
            dut->eval();
            sent.back().skew += to - number;
            jumps++;
        }
    }
    CHECK_EQ(chk, todo.size(), 0);
    CHECK_EQ(chk, sent.size(), 0);
    uint64_t want_events[16] = {};
    for (unsigned e : expect) want_events[e]++;
    for (unsigned e = 0; e < 16; e++) CHECK_EQ(chk, events[e], want_events[e]);
    dut->final();
    chk.reached("gap of exactly 12", exact_gap);
    CHECK_EQ(chk, min_gap, 12);
    chk.reached("padding", padded);
    chk.reached("the number of a byte changed", jumps);
    chk.reached("59 bytes", len59);
    chk.reached("60 bytes", len60);
    chk.reached("underrun before the 60th byte", early_dry);
    chk.reached("underrun after it", late_dry);
    chk.reached("tuser", events[TX_ERROR]);
    printf("PASS frames=%" PRIu64 " underruns=%" PRIu64 " errors=%" PRIu64 " exact gaps=%" PRIu64
           "\n",
           frames, events[TX_UNDERRUN], events[TX_ERROR], exact_gap);
    return 0;
}

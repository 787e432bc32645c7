// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rx_fifo.v: every carrier gives one event; what the event says was kept comes out
// byte for byte, what it says was lost does not come out at all. Where the FIFO is not full nothing
// may be lost.
// PARAMS: -GDEPTH=16 -GMAX_LEN=100 -GPASS_BAD=1 | -GDEPTH=128 -GMAX_LEN=300 -GPASS_BAD=0
// PARAMS: -GDEPTH=512 -GMAX_LEN=1518 -GPASS_BAD=1
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_rx_fifo.h"
#include "eth_util.h"

struct frame { bytes body; unsigned code; bool may_overflow; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_rx_fifo", seed);
    auto dut = std::make_unique<Veth_rx_fifo>();
    std::deque<frame> sent, due;        // waits for its event; waits at the core
    uint64_t events[16] = {}, delivered = 0, bad = 0, at_max = 0, over_by_one = 0, bubbles = 0;
    bytes got;
    uint64_t tr = 0, tc = 3000, rx_p = 8000, core_p = 16000, rx_n = 0;
    unsigned p_ready = 100;
    frame cur;
    size_t at = 0;
    unsigned gap = 10, quiet = 0;       // cycles to the next frame; since the core was last stalled
    bool active = false, single = false;
    uint64_t single_ok = 0, fill_exact = 0, cut = 0, start = 0, again = 3000, inside = 0;
    int phase = 0;                      // directed: 1 stall and fill with one-word frames, 2 drain

    dut->rx_rst = dut->rst = 1;
    dut->rx_clk = dut->clk = 0;
    const uint64_t total = 400000;
    while (rx_n < total + 60000 && (rx_n < total || active || !due.empty() || !sent.empty())) {
        chk.cycle = rx_n;
        if (tr <= tc) {
            tr += rx_p;
            rx_n++;
            // Both sides are reset, wherever they are; not while a slow core fills the FIFO
            if (rx_n > again && phase == 0 && p_ready > 5 && rx_n < total) {
                inside += active && at % 8;
                start = rx_n;
                again = rx_n + r.in(1000, 6000);
                active = false;
                gap = quiet = 0;
                sent.clear();
                due.clear();
                got.clear();
            }
            dut->rx_rst = rx_n - start < 8;
            dut->s_axis_rx_tvalid = dut->s_axis_rx_tlast = dut->s_axis_rx_tuser = dut->frame_valid =
                0;
            // Other clocks, other core; every second time the directed filling
            if (rx_n % 40000 == 0) {
                static const uint64_t p[] = { 8000, 8001, 7999, 40000, 400000 };
                rx_p = p[r.below(5)];
                p_ready = r.one_in(2) ? 100 : r.one_in(2) ? 50 : 5;
                phase = (rx_n / 40000) % 2;
                // Two windows in ten for certain: a core far too slow for frames of many words
                if (rx_n % 160000 == 0) { rx_p = p[r.below(3)]; p_ready = 5; }
            }
            // First everything out, then 1-word frames into a core that stands
            if (phase == 1) {
                p_ready = 100;
                quiet = 0;
                if (!active && due.empty() && sent.empty()) {
                    phase = 2;
                    p_ready = 0;
                    single_ok = 0;
                    gap = 40;
                }
            }
            if (phase == 2 && single_ok == 0xFFFF) { phase = 0; p_ready = 100; quiet = 0; }
            if (!active && gap) gap--;
            else if (!active && rx_n < total && phase != 1 && rx_n - start >= 20) {
                active = true;
                at = 0;
                single = phase == 2;
                size_t n = r.one_in(8)   ? MAX_LEN
                           : r.one_in(8) ? MAX_LEN + 1
                           : r.one_in(8) ? r.in(MAX_LEN + 1, MAX_LEN + 300)
                           : r.one_in(3) ? r.in(1, 9)
                                         : r.in(1, MAX_LEN);
                if (single) n = r.in(1, 8);
                cur.body = eth_random(r, n);
                cur.code = r.percent(70) || single ? RX_GOOD : r.in(RX_FCS, RX_RUNT);
                if (!single && r.one_in(10)) {
                    cur.body.clear();
                    cur.code = r.one_in(2) ? RX_RUNT : RX_NOSFD;
                }
                at_max += n == MAX_LEN;
                over_by_one += n == MAX_LEN + 1 && !cur.body.empty();
            }
            if (active) {
                if (cur.body.empty()) {
                    dut->frame_valid = 1;
                    dut->frame_code = cur.code;
                    active = false;
                } else {
                    dut->s_axis_rx_tvalid = !r.one_in(rx_p > 9000 ? 2 : 50);
                    if (dut->s_axis_rx_tvalid) {
                        dut->s_axis_rx_tdata = cur.body[at++];
                        if (at == cur.body.size()) {
                            dut->s_axis_rx_tlast = dut->frame_valid = 1;
                            dut->s_axis_rx_tuser = cur.code != RX_GOOD;
                            dut->frame_code = cur.code;
                            active = false;
                        }
                    }
                }
                if (!active) {
                    // A core that was not slow for long enough to have taken all: no word can be
                    // lost.
                    cur.may_overflow = quiet < DEPTH * 40;
                    sent.push_back(cur);
                    gap = r.in(2, 20);
                }
            }
            quiet = p_ready == 100 ? quiet + 1 : 0;
            dut->eval();
            dut->rx_clk = 1; dut->eval(); dut->rx_clk = 0; dut->eval();
            if (dut->stat_valid && rx_n - start > 10) {
                if (sent.empty()) { CHECK_EQ(chk, dut->stat_valid, 0); }
                const frame f = sent.front();
                sent.pop_front();
                unsigned want = f.body.size() > MAX_LEN ? RX_OVERSIZE : f.code;
                if (want != RX_OVERSIZE && !f.body.empty() && f.may_overflow
                    && dut->stat_code == RX_OVERFLOW)
                    want = RX_OVERFLOW;
                CHECK_EQ(chk, dut->stat_code, want);
                events[want]++;
                cut += want == RX_OVERFLOW && f.body.size() > 8;
                if (phase == 2 && single_ok != 0xFFFF) {
                    if (want == RX_GOOD) single_ok++;
                    else {
                        // DEPTH words, one in the FIFO's output register, one in that of the beats.
                        CHECK_EQ(chk, single_ok, DEPTH + 2);
                        fill_exact++;
                        single_ok = 0xFFFF;
                    }
                }
                if (want < RX_NOSFD && !f.body.empty() && (want == RX_GOOD || PASS_BAD))
                    due.push_back(f);
            }
        } else {
            tc += core_p;
            dut->rst = rx_n - start < 12;
            dut->m_axis_core_tready = r.percent(p_ready);
            dut->eval();
            const bool beat = dut->m_axis_core_tvalid && rx_n - start > 14;
            if (beat && dut->m_axis_core_tready) {
                if (due.empty() && sent.empty()) { CHECK_EQ(chk, beat, false); }
                const unsigned keep = dut->m_axis_core_tkeep;
                unsigned n = 0;
                while (n < 8 && (keep >> n & 1)) n++;
                CHECK_EQ(chk, n >= 1 && keep == (1u << n) - 1, true);
                if (!dut->m_axis_core_tlast) {
                    CHECK_EQ(chk, keep, 0xFF);
                    CHECK_EQ(chk, dut->m_axis_core_tuser, 0);
                }
                for (unsigned i = 0; i < n; i++)
                    got.push_back(static_cast<uint8_t>(dut->m_axis_core_tdata >> (8 * i)));
                if (dut->m_axis_core_tlast) {
                    if (due.empty()) { CHECK_EQ(chk, due.size(), 1); }
                    const frame &f = due.front();
                    CHECK_EQ(chk, got.size(), f.body.size());
                    for (size_t i = 0; i < got.size(); i++) CHECK_EQ(chk, got[i], f.body[i]);
                    CHECK_EQ(chk, dut->m_axis_core_tuser, f.code != RX_GOOD);
                    bad += f.code != RX_GOOD;
                    got.clear();
                    due.pop_front();
                    delivered++;
                }
            } else if (!beat && !got.empty()) {
                // Inside a frame the core never waits when the line's clock is the faster one.
                bubbles++;
                if (rx_p <= 8001 && rx_n % 40000 > 2000) CHECK_EQ(chk, beat, true);
            }
            dut->clk = 1; dut->eval(); dut->clk = 0; dut->eval();
        }
    }
    CHECK_EQ(chk, due.size(), 0);
    CHECK_EQ(chk, sent.size(), 0);
    CHECK_EQ(chk, got.size(), 0);
    dut->final();
    for (unsigned e = RX_GOOD; e <= RX_OVERFLOW; e++) chk.reached("an event", events[e]);
    chk.reached("a frame of MAX_LEN", at_max);
    chk.reached("a reset inside a word", inside);
    chk.reached("a frame of MAX_LEN + 1", over_by_one);
    chk.reached("filled to the last word", fill_exact);
    chk.reached("a frame of many words lost some", cut);
    if (PASS_BAD) chk.reached("bad frame with tuser", bad); else CHECK_EQ(chk, bad, 0);
    printf("PASS delivered=%" PRIu64 " bad=%" PRIu64 " oversize=%" PRIu64 " overflow=%" PRIu64
           " fills=%" PRIu64 " bubbles=%" PRIu64 "\n",
           delivered, bad, events[RX_OVERSIZE], events[RX_OVERFLOW], fill_exact, bubbles);
    return 0;
}

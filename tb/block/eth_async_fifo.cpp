// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_async_fifo.v between two clocks of any ratio: what is committed comes out, in
// order, once; what is dropped never does. The reference knows no latency, only the two ends.
// PARAMS: -GWIDTH=69 -GDEPTH=16 | -GWIDTH=4 -GDEPTH=4
// PARAMS: -GWIDTH=40 -GDEPTH=128 | -GWIDTH=69 -GDEPTH=512
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include "Veth_async_fifo.h"
#include "tb_util.h"

struct word { uint64_t lo, hi; };
static const unsigned LO_W = WIDTH < 64 ? WIDTH : 64, HI_W = WIDTH - LO_W;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_async_fifo", seed);
    auto dut = std::make_unique<Veth_async_fifo>();

    uint64_t full = 0, drops = 0, commits = 0, moved = 0, lone_commits = 0, emptied = 0,
             full_depth = 0, stucks = 0;
    static const uint64_t periods[][2] = {   // ps, write and read
        { 8000, 16000 }, { 8001, 16000 }, { 16000, 8000 }, { 16000, 7999 }, { 40000, 16000 },
        { 400000, 16000 }, { 8000, 8000 }, { 7000, 19000 },
    };
    for (unsigned run = 0; run < sizeof periods / sizeof periods[0]; run++) {
        const uint64_t wp = periods[run][0], rp = periods[run][1];
        std::deque<word> open, ref;     // written but not committed; committed and not yet read
        std::deque<uint64_t> seen;      // words read, as of the last cycles of the writer
        uint64_t tw = 0, tr = r.below(rp), writes = 0, used_max = 0, stuck_for = 0;
        unsigned p_in = 50, p_out = 50, p_commit = 20, p_drop = 5;
        word w = { 0, 0 };
        dut->wr_rst = dut->rd_rst = 1;
        dut->wr_valid = dut->wr_commit = dut->wr_drop = dut->rd_ready = 0;
        dut->wr_clk = dut->rd_clk = 0;
        dut->eval();
        for (uint64_t steps = 0; steps < 60000; steps++) {
            chk.cycle = steps;
            const bool draining = steps > 55000;
            const bool do_w = tw <= tr;
            if (do_w) {
                // A cycle of the writer. Inputs were set after its last edge and have settled.
                if (writes >= 8) {
                    // Told only where nothing but a commit or a drop can help
                    if (dut->wr_stuck) CHECK_EQ(chk, dut->wr_ready || open.size() != DEPTH, false);
                    const bool push = dut->wr_valid && dut->wr_ready && !dut->wr_drop;
                    full += !dut->wr_ready;
                    // A place that was free eight cycles ago can be used.
                    const uint64_t late = seen.size() < 8 ? DEPTH : moved - seen.front();
                    if (open.size() + ref.size() + late < DEPTH) CHECK_EQ(chk, dut->wr_ready, 1);
                    seen.push_back(moved);
                    if (seen.size() > 8) seen.pop_front();
                    // Never a write beyond the depth: one word more may stand in the output
                    // register.
                    if (push) open.push_back(w);
                    if (dut->wr_drop) { drops += !open.empty(); open.clear(); }
                    else if (dut->wr_commit) {
                        commits += !open.empty();
                        lone_commits += !push && !open.empty();
                        while (!open.empty()) { ref.push_back(open.front()); open.pop_front(); }
                    }
                    const uint64_t used = open.size() + ref.size();
                    if (used > used_max) used_max = used;
                    CHECK_EQ(chk, used <= DEPTH + 1, true);
                    // Full with nothing for the reader is told, after the reader's progress came
                    // back.
                    const bool stuck = !dut->wr_ready && ref.empty() && open.size() == DEPTH
                                       && !dut->wr_drop && !dut->wr_commit;
                    stuck_for = stuck ? stuck_for + 1 : 0;
                    if (stuck_for > 8) CHECK_EQ(chk, dut->wr_stuck, 1);
                }
                dut->wr_clk = 1; dut->eval(); dut->wr_clk = 0; dut->eval();
                writes++;
                tw += wp;
                dut->wr_rst = writes < 6;
                if (writes >= 8) {
                    if (r.one_in(DEPTH * 2 + 20)) {
                        static const unsigned p[] = { 0, 10, 50, 100 };
                        p_in = p[1 + r.below(3)]; p_out = p[r.below(4)];
                        p_commit = r.one_in(3) ? 100 : r.one_in(3) ? 0 : 20;
                        p_drop = r.one_in(2) ? 0 : 5;
                    }
                    // Uncommitted and full: only a commit or a drop gets the writer on.
                    const bool stuck = dut->wr_stuck;
                    stucks += stuck;
                    dut->wr_valid = !draining && r.percent(p_in);
                    dut->wr_commit = draining || r.percent(stuck ? 50 : p_commit);
                    dut->wr_drop = !draining && r.percent(p_drop);
                    w = { r.bits(LO_W), HI_W ? r.bits(HI_W) : 0 };
                    tb_put(dut->wr_data, 0, LO_W, w.lo);
                    if (HI_W) tb_put(dut->wr_data, LO_W, HI_W, w.hi);
                }
                dut->eval();
            } else {
                if (writes >= 8 && dut->rd_valid) {
                    if (ref.empty()) { CHECK_EQ(chk, dut->rd_valid, 0); }
                    CHECK_EQ(chk, tb_get(dut->rd_data, 0, LO_W), ref.front().lo);
                    if (HI_W) CHECK_EQ(chk, tb_get(dut->rd_data, LO_W, HI_W), ref.front().hi);
                    if (dut->rd_ready) { ref.pop_front(); moved++; emptied += ref.empty(); }
                }
                const bool held = dut->rd_valid && !dut->rd_ready && writes >= 8;
                dut->rd_clk = 1; dut->eval(); dut->rd_clk = 0; dut->eval();
                tr += rp;
                if (held) CHECK_EQ(chk, dut->rd_valid, 1);
                dut->rd_rst = writes < 7;
                dut->rd_ready = draining || r.percent(p_out);
                dut->eval();
            }
        }
        CHECK_EQ(chk, ref.size(), 0);
        full_depth += used_max >= DEPTH;
    }
    dut->final();
    chk.reached("full", full);
    chk.reached("all places used", full_depth);
    chk.reached("drop of words", drops);
    chk.reached("commit without a word", lone_commits);
    chk.reached("full of uncommitted words", stucks);
    chk.reached("commit", commits);
    chk.reached("empty again", emptied);
    chk.reached("many words", moved > 5000);
    printf("PASS words=%" PRIu64 " full=%" PRIu64 " drops=%" PRIu64 " commits=%" PRIu64 "\n", moved,
           full, drops, commits);
    return 0;
}

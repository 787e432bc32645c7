// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_async_fifo.v between two clocks of any ratio: what is committed comes out, in
// order, once; what is dropped never does. The reference knows no latency, only the two ends.
// PARAMS: -GWIDTH=69 -GDEPTH=16 | -GWIDTH=4 -GDEPTH=4
// PARAMS: -GWIDTH=40 -GDEPTH=128 | -GWIDTH=69 -GDEPTH=512
// SEEDS: 1 2 3
#include <deque>
#include "Veth_async_fifo.h"
#include "eth_util.h"
#include "tb_ram.h"
#include "two_clocks.h"

struct Dut : Veth_async_fifo { CData &clk = wr_clk; };

struct Bench : two_clocks<Dut> {
    using words = tb_words<WIDTH>;
    std::deque<tb_word> open, ref;      // not committed yet; committed and not yet read
    std::deque<uint64_t> seen;          // words read, as of the last eight cycles of the writer
    tb_word w{};
    unsigned p_in = 50, p_out = 50, p_commit = 20, p_drop = 5;      // percent
    uint64_t writes = 0;                // cycles of the writer
    uint64_t used_max = 0, stuck_for = 0;
    bool draining = false;
    uint64_t full = 0, drops = 0, commits = 0, moved = 0, lone_commits = 0, emptied = 0,
             all_used = 0, stucks = 0;

    bool running() const { return writes >= 8; }        // both ends are out of reset
    // Near is the writer. Its inputs were set after its last edge and have settled.
    void near_cycle() override
    {
        if (running()) check_writer();
        edge(dut->wr_clk);
        writes++;
        dut->wr_rst = writes < 6;
        if (running()) drive_writer();
        dut->eval();
    }
    void drive_writer()
    {
        if (r.one_in(DEPTH * 2 + 20)) {
            static const unsigned p[] = { 0, 10, 50, 100 };
            p_in = p[1 + r.below(3)];
            p_out = p[r.below(4)];
            p_commit = r.one_in(3) ? 100 : r.one_in(3) ? 0 : 20;
            p_drop = r.one_in(2) ? 0 : 5;
        }
        stucks += dut->wr_stuck;
        dut->wr_valid = !draining && r.percent(p_in);
        // Full of what is not committed: only a commit or a drop gets the writer on.
        dut->wr_commit = draining || r.percent(dut->wr_stuck ? 50 : p_commit);
        dut->wr_drop = !draining && r.percent(p_drop);
        w = words::random(r);
        words::put(dut->wr_data, w);
    }
    void check_writer()
    {
        // wr_stuck says: full of words that are not committed. Only a commit or a drop helps.
        if (dut->wr_stuck) CHECK(!dut->wr_ready && open.size() == DEPTH);
        full += !dut->wr_ready;
        // A place that was free eight cycles ago can be used.
        const uint64_t late = seen.size() < 8 ? DEPTH : moved - seen.front();
        if (open.size() + ref.size() + late < DEPTH) EXPECT(dut->wr_ready, 1);
        seen.push_back(moved);
        if (seen.size() > 8) seen.pop_front();
        const bool push = dut->wr_valid && dut->wr_ready && !dut->wr_drop;
        if (push) open.push_back(w);
        if (dut->wr_drop) {
            drops += !open.empty();
            open.clear();
        } else if (dut->wr_commit) {
            commits += !open.empty();
            lone_commits += !push && !open.empty();
            ref.insert(ref.end(), open.begin(), open.end());
            open.clear();
        }
        // Never more words than the depth, and one in the output register
        const uint64_t used = open.size() + ref.size();
        used_max = std::max(used_max, used);
        CHECK(used <= DEPTH + 1);
        // wr_stuck comes once the writer knows that the reader has taken all that was committed.
        const bool stuck = !dut->wr_ready && ref.empty() && open.size() == DEPTH && !dut->wr_drop
                           && !dut->wr_commit;
        stuck_for = stuck ? stuck_for + 1 : 0;
        if (stuck_for > 8) EXPECT(dut->wr_stuck, 1);
    }
    void far_cycle() override
    {
        const bool held = running() && dut->rd_valid && !dut->rd_ready;
        if (running() && dut->rd_valid) {
            CHECK(!ref.empty());
            words::check(chk, dut->rd_data, ref.front());
            if (dut->rd_ready) {
                ref.pop_front();
                moved++;
                emptied += ref.empty();
            }
        }
        edge(dut->rd_clk);
        if (held) EXPECT(dut->rd_valid, 1);
        dut->rd_rst = writes < 7;
        dut->rd_ready = draining || r.percent(p_out);
        dut->eval();
    }
    void play()
    {
        static const uint64_t periods[][2] = {  // ps, write and read
            { 8000, 16000 }, { 8001, 16000 }, { 16000, 8000 }, { 16000, 7999 }, { 40000, 16000 },
            { 400000, 16000 }, { 8000, 8000 }, { 7000, 19000 },
        };
        for (const auto &p : periods) {
            near = { p[0], 0 };
            far = { p[1], r.below(p[1]) };
            open.clear();
            seen.clear();
            writes = used_max = stuck_for = 0;
            p_in = p_out = 50;
            p_commit = 20;
            p_drop = 5;
            dut->wr_rst = dut->rd_rst = 1;
            dut->wr_valid = dut->wr_commit = dut->wr_drop = dut->rd_ready = 0;
            dut->wr_clk = dut->rd_clk = 0;
            dut->eval();
            draining = false;
            run(55000);
            draining = true;
            run(5000);
            EXPECT(ref.size(), 0);
            all_used += used_max >= DEPTH;
        }
    }
    void aims() override
    {
        aim("full", full);
        aim("all places used", all_used);
        aim("drop of words", drops);
        aim("commit without a word", lone_commits);
        aim("full of uncommitted words", stucks);
        aim("commit", commits);
        aim("empty again", emptied);
        aim("many words", moved > 5000);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }

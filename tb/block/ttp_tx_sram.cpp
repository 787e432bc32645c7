// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_sram.v against model/ttp_tx_sram.c. Beside it a plain witness: which
// cells
// are out, what each word holds, and that next_cell links the cells of a chain in pop order.
// PARAMS: -GDATA_W=64 -GWPC=8 -GTX_CELLS=16 -GTCW=4 -GSRAM_1P=0 -GDEEP=1
// PARAMS: -GDATA_W=64 -GWPC=8 -GTX_CELLS=16 -GTCW=4 -GSRAM_1P=1 -GDEEP=0
// PARAMS: -GDATA_W=128 -GWPC=4 -GTX_CELLS=24 -GTCW=5 -GSRAM_1P=1 -GDEEP=0
// PARAMS: -GDATA_W=256 -GWPC=2 -GTX_CELLS=128 -GTCW=7 -GSRAM_1P=0 -GDEEP=1
// PARAMS: -GDATA_W=512 -GWPC=1 -GTX_CELLS=1536 -GTCW=11 -GSRAM_1P=0 -GDEEP=0
// PARAMS: -GDATA_W=512 -GWPC=1 -GTX_CELLS=65536 -GTCW=16 -GSRAM_1P=0 -GDEEP=0
// SEEDS: 1 2
#include <cstring>
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_tx_sram.h"
#include "bus_tx.h"
extern "C" {
#include "ttp_tx_sram.h"
}

static const bus_tx BUS(0, 0, 0, TCW, DATA_W);

static const unsigned LANES = DATA_W / 64;
struct word { uint64_t d[8]; bool known; };
struct chain { std::vector<uint32_t> cells; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_tx_sram", seed);
    auto dut = std::make_unique<Vttp_tx_sram>();
    ttp_params p = {};
    p.data_w = DATA_W; p.tx_cells = TX_CELLS; p.sram_1p = SRAM_1P; p.deep = DEEP;
    ttp_tx_sram ref = {};
    ttp_arena a = {};
    ttp_tx_sram_bind(&ref, &p, &a);
    std::vector<uint64_t> heap(a.used / 8);
    a = { reinterpret_cast<uint8_t *>(heap.data()), 0, heap.size() * 8 };
    ttp_tx_sram_bind(&ref, &p, &a);

    std::vector<word> mem(TX_CELLS * WPC);
    std::vector<uint8_t> out(TX_CELLS);     // 1: popped
    std::deque<chain> chains;               // finished, to be returned
    chain cur;
    // Init index, and where its walk ends: in the largest memory; cells of the chunk under way
    uint32_t walk = TX_CELLS, walk_end = TX_CELLS, want = 1;
    word rd = {};
    uint32_t nc = 0;
    bool nc_known = false, nc_prev = false;
    uint32_t pop_p = 50, fr_p = 20, ab_p = 5;
    uint64_t empty = 0, across = 0, both = 0, stall = 0, low_min = TX_CELLS, pops = 0, holds = 0,
             rate = 0, run = 0, gap = 0, last_pop = 0;
    const uint64_t cycles = 60000 + 3ull * TX_CELLS;

    for (chk.cycle = 0; chk.cycle < cycles; chk.cycle++) {
        const bool settled = chk.cycle > 40000 + TX_CELLS;      // later no more resets
        if (r.one_in(300)) {
            pop_p = r.below(3) * 50; fr_p = r.below(4) * 33; ab_p = r.below(3) * 20;
        }
        ttp_tx_sram_in in = {};
        ttp_tx_sram_out o;
        ttp_tx_sram_drive(&ref, &o);
        in.core_rst = chk.cycle < 2 || (!settled && r.one_in(10000 + TX_CELLS));
        in.init_active = walk < walk_end;
        in.init_idx = walk;
        const bool run_now = !in.init_active && chk.cycle > 2 && !in.core_rst;
        in.free_cell_pop = run_now && o.free_cell_valid && r.percent(pop_p);
        // Return a chain: an old one or the newest.
        chain back, back2;
        if (run_now && !chains.empty() && r.percent(fr_p)) {
            const size_t k = r.one_in(2) ? 0 : r.below(chains.size());
            back = chains[k];
            chains.erase(chains.begin() + static_cast<long>(k));
            in.freed_valid = true;
        }
        if (run_now && !chains.empty() && r.percent(ab_p)) {
            back2 = chains.back();
            in.abort_valid = true;
        }
        if (in.freed_valid) {
            in.freed_first = back.cells.front();
            in.freed_last = back.cells.back();
            in.freed_n = static_cast<uint32_t>(back.cells.size());
        }
        else {
            in.freed_first = r.below(TX_CELLS); in.freed_last = r.below(TX_CELLS);
            in.freed_n = 7;
        }
        if (in.abort_valid) {
            in.abort_first = back2.cells.front();
            in.abort_last = back2.cells.back();
            in.abort_n = static_cast<uint32_t>(back2.cells.size());
        }
        else {
            in.abort_first = r.below(TX_CELLS); in.abort_last = r.below(TX_CELLS);
            in.abort_n = 7;
        }
        // Words: write anywhere, read anywhere but (two ports) not the same word.
        uint64_t wd[8];
        for (auto &x : wd) x = r.next();
        in.store_data = wd;
        in.store_valid = run_now && r.percent(50);
        in.store_addr = r.below(r.one_in(2) ? 8 : TX_CELLS * WPC);
        in.fetch_en = run_now && r.percent(60);
        in.fetch_addr = r.below(r.one_in(2) ? 8 : TX_CELLS * WPC);
        const bool meet = in.fetch_en && in.store_addr == in.fetch_addr;
        if (!SRAM_1P && meet) in.store_valid = false;
        // Next cell: of a chain that is out, walked now and then to its end and beyond.
        bool nc_check = false;
        uint32_t nc_want = 0;
        in.next_cell_en = run_now && r.percent(60);
        in.next_cell_addr = r.below(TX_CELLS);
        if (in.next_cell_en && !chains.empty() && r.percent(80)) {
            const chain &ch = chains[r.below(chains.size())];
            const size_t k = r.below(ch.cells.size());
            in.next_cell_addr = ch.cells[k];
            if (k + 1 < ch.cells.size()) { nc_check = true; nc_want = ch.cells[k + 1]; }
        } else if (in.next_cell_en && cur.cells.size() && r.one_in(2)) {
            in.next_cell_addr = cur.cells.back();
        }
        ttp_tx_sram_comb(&ref, &in, &o);

        dut->core_rst = in.core_rst;
        dut->init_active = in.init_active; dut->init_idx = in.init_idx;
        dut->store_valid = in.store_valid;
        bus_put(dut->store, BUS.store.addr, in.store_addr);
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->store, 64 * i, 64, wd[i]);
        dut->free_cell_pop = in.free_cell_pop;
        dut->abort_valid = in.abort_valid;
        bus_put(dut->abort_chain, BUS.abort.n, in.abort_n);
        bus_put(dut->abort_chain, BUS.abort.first, in.abort_first);
        bus_put(dut->abort_chain, BUS.abort.last, in.abort_last);
        dut->freed_valid = in.freed_valid;
        bus_put(dut->freed_chain, BUS.chain.n1, static_cast<uint8_t>(in.freed_n - 1));
        bus_put(dut->freed_chain, BUS.chain.first, in.freed_first);
        bus_put(dut->freed_chain, BUS.chain.last, in.freed_last);
        bus_set(dut->fetch, {{BUS.fetch.en, in.fetch_en}, {BUS.fetch.addr, in.fetch_addr},
                             {BUS.fetch.next_en, in.next_cell_en},
                             {BUS.fetch.cell, in.next_cell_addr}});
        dut->clk = 0; dut->eval();

        if (chk.cycle > 0) {
            CHECK_EQ(chk, dut->free_cell_valid, o.free_cell_valid);
            if (o.free_cell_valid) CHECK_EQ(chk, dut->free_cell, o.free_cell);
            CHECK_EQ(chk, dut->store_ready, o.store_ready);
            CHECK_EQ(chk, dut->abort_ready, o.abort_ready);
            CHECK_EQ(chk, dut->stat_free, o.stat_free);
            CHECK_EQ(chk, dut->stat_low, o.stat_low);
            if (rd.known)
                for (unsigned i = 0; i < LANES; i++) {
                    chk.eq("fetch_data, rtl", tb_get(dut->fetch_data, 64 * i, 64), rd.d[i]);
                    chk.eq("fetch_data, model", o.fetch_data[i], rd.d[i]);
                }
            if (nc_prev) CHECK_EQ(chk, dut->next_cell, o.next_cell);
            if (nc_known) chk.eq("next cell of a chain", dut->next_cell, nc);
            low_min = std::min<uint64_t>(low_min, o.stat_low);
            if (run_now) {
                uint64_t used = cur.cells.size() + back.cells.size();
                for (auto &c : chains) used += c.cells.size();
                if (TX_CELLS < 200 || chk.cycle % 64 == 0)
                    chk.eq("free + used", o.stat_free + used, TX_CELLS);
                empty += o.stat_free == 0;
                holds += !in.fetch_en && rd.known;
            }
        }

        // The witness.
        stall += in.store_valid && !o.store_ready;
        if (in.fetch_en) rd = mem[in.fetch_addr];
        if (in.store_valid && o.store_ready) {
            memcpy(mem[in.store_addr].d, wd, 8 * LANES);
            mem[in.store_addr].known = true;
        }
        if (in.next_cell_en) { nc_prev = true; nc_known = nc_check; nc = nc_want; }
        both += in.freed_valid && in.abort_valid;
        if (in.abort_valid && o.abort_ready) chains.pop_back();
        else back2.cells.clear();
        for (uint32_t c : back.cells) out[c] = 0;
        for (uint32_t c : back2.cells) out[c] = 0;
        gap = last_pop == 0 ? 0 : chk.cycle - last_pop;
        if (in.free_cell_pop) { run = gap == 1 + DEEP ? run + 1 : 1; last_pop = chk.cycle; }
        rate = std::max(rate, run);
        if (in.free_cell_pop) {
            chk.eq("popped cell was free", out[o.free_cell], 0);
            out[o.free_cell] = 1;
            pops++;
            across += !cur.cells.empty() && o.stat_free == 1;
            cur.cells.push_back(o.free_cell);
            if (cur.cells.size() == want) {
                chains.push_back(cur);
                cur.cells.clear();
                want = r.one_in(2) ? 1 + r.below(16) : r.one_in(2) ? 1 : 16;
            }
        }
        // Out of cells with one chain only, unfinished: that is the whole store; finish it.
        if (chains.empty() && o.stat_free == 0 && !cur.cells.empty()) {
            chains.push_back(cur);
            cur.cells.clear();
        }
        if (in.core_rst) {
            walk = 0;
            walk_end = TX_CELLS + (r.one_in(2) ? r.below(100) : 0);
            chains.clear(); cur.cells.clear();
            std::fill(out.begin(), out.end(), 0);
            nc_prev = nc_known = false;
        } else if (walk < walk_end) {
            walk++;
        }
        if (chk.cycle % 1000 == 0 && run_now) {
            std::vector<uint8_t> mark(out);
            for (uint32_t x : back.cells) mark[x] = 1;
            for (uint32_t x : back2.cells) mark[x] = 1;
            if (in.free_cell_pop) mark[o.free_cell] = 0;
            // Before the edge: the cells coming back are still out, the popped one still listed.
            const char *why = ttp_tx_sram_check(&ref, mark.data());
            if (why) {
                fprintf(stderr, "MISMATCH cycle %" PRIu64 ": %s\n", chk.cycle, why);
                return 1;
            }
        }
        ttp_tx_sram_clock(&ref, &in);
        dut->clk = 1; dut->eval();
    }
    dut->final();
    chk.reached("pop", pops);
    chk.reached("hold", holds);
    if (TX_CELLS <= 128) chk.reached("empty list", empty);
    if (TX_CELLS <= 128) chk.reached("chunk over an empty list", across);
    chk.reached("both returns at once", both);
    chk.reached("ten pops as fast as they come", rate >= 10);
    if (SRAM_1P) chk.reached("write held up", stall);
    printf("PASS compared=%" PRIu64 " pops=%" PRIu64 " low=%" PRIu64 " empty=%" PRIu64
           " across=%" PRIu64 " rate=%" PRIu64 "\n",
           chk.compared, pops, low_min, empty, across, rate);
    return 0;
}

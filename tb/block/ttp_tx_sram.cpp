// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_sram.v against model/ttp_tx_sram.c. The bench takes free cells for chunks
// and gives them back as chains, through freed or abort or both at once. The witness knows which
// cells are taken, what each word holds, and which cell follows another in its chain.
// PARAMS: -GDATA_W=64 -GWPC=8 -GTX_CELLS=16 -GTCW=4 -GSRAM_1P=0 -GDEEP=1
// PARAMS: -GDATA_W=64 -GWPC=8 -GTX_CELLS=16 -GTCW=4 -GSRAM_1P=1 -GDEEP=0
// PARAMS: -GDATA_W=128 -GWPC=4 -GTX_CELLS=24 -GTCW=5 -GSRAM_1P=1 -GDEEP=0
// PARAMS: -GDATA_W=256 -GWPC=2 -GTX_CELLS=128 -GTCW=7 -GSRAM_1P=0 -GDEEP=1
// PARAMS: -GDATA_W=512 -GWPC=1 -GTX_CELLS=1536 -GTCW=11 -GSRAM_1P=0 -GDEEP=0
// PARAMS: -GDATA_W=512 -GWPC=1 -GTX_CELLS=65536 -GTCW=16 -GSRAM_1P=0 -GDEEP=0
// SEEDS: 1 2
#include <deque>
#include "Vttp_tx_sram.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_tx_sram.h"
}
static const unsigned LANES = DATA_W / 64, WORDS = TX_CELLS * WPC;

struct word { uint64_t lane[LANES]; bool known; };
using chain = std::vector<uint32_t>;        // cells in the order in which they were popped

struct Bench : lockstep<Vttp_tx_sram> {
    tb_model<ttp_tx_sram> ref{ ttp_tx_sram_bind };
    ttp_tx_sram_in in = {};
    ttp_tx_sram_out o = {};
    tb_walk walk{ TX_CELLS, TX_CELLS };
    struct { unsigned pop, free, abort; } load = { 50, 20, 5 };
    word stored = {};                       // what is written in this cycle
    chain freed, aborted;                   // what comes back in this cycle

    // The witness
    std::vector<word> mem = std::vector<word>(WORDS);
    std::vector<uint8_t> out = std::vector<uint8_t>(TX_CELLS);      // 1: popped
    std::deque<chain> chains;               // whole chunks
    chain under_way;                        // the chunk that takes cells
    size_t chunk_cells = 1;                 // how many it shall have
    word fetched = {};
    struct link { bool read, known; uint32_t cell; };           // known: inside a chain
    link next = {}, shown = {};             // next_cell after this edge, and now
    uint64_t last_pop = 0, pops_in_time = 0, most_in_time = 0;

    void drive() override
    {
        if (r.one_in(300)) load = { r.below(3) * 50, r.below(4) * 33, r.below(3) * 20 };
        in = {};
        ttp_tx_sram_drive(&ref, &o);
        const bool resets = chk.cycle <= 40000 + TX_CELLS;
        in.core_rst = chk.cycle < 2 || (resets && r.one_in(10000 + TX_CELLS));
        in.init_active = walk.active();
        in.init_idx = walk.at;
        drive_cells();
        drive_words();
        drive_next_cell();
        ttp_tx_sram_comb(&ref, &in, &o);
        DRIVE(core_rst, init_active, init_idx, store_valid, free_cell_pop, abort_valid,
              freed_valid);
        bus_put(dut->store, STORE_ADDR, in.store_addr);
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->store, 64 * i, 64, stored.lane[i]);
        bus_set(dut->abort_chain, {{ABORT_N, in.abort_n}, {ABORT_FIRST, in.abort_first},
                                   {ABORT_LAST, in.abort_last}});
        bus_set(dut->freed_chain, {{CHAIN_N1, in.freed_n - 1},
                                   {CHAIN_FIRST, in.freed_first},
                                   {CHAIN_LAST, in.freed_last}});
        bus_set(dut->fetch, {{FETCH_EN, in.fetch_en}, {FETCH_ADDR, in.fetch_addr},
                             {FETCH_NEXT_EN, in.next_cell_en},
                             {FETCH_CELL, in.next_cell_addr}});
    }
    bool running() const { return !in.init_active && chk.cycle > 2 && !in.core_rst; }

    // Pops a free cell; gives back the oldest or any chunk (freed) and the newest (abort).
    void drive_cells()
    {
        in.free_cell_pop = running() && o.free_cell_valid && r.percent(load.pop);
        freed.clear();
        aborted.clear();
        if (running() && !chains.empty() && r.percent(load.free)) {
            const size_t k = r.one_in(2) ? 0 : r.below(chains.size());
            freed = chains[k];
            chains.erase(chains.begin() + static_cast<long>(k));
        }
        if (running() && !chains.empty() && r.percent(load.abort)) aborted = chains.back();
        const auto some = [&] { return chain{ r.below(TX_CELLS), 1, 2, r.below(TX_CELLS) }; };
        const chain f = freed.empty() ? some() : freed, a = aborted.empty() ? some() : aborted;
        in.freed_valid = !freed.empty();
        in.freed_first = f.front();
        in.freed_last = f.back();
        in.freed_n = static_cast<uint32_t>(f.size());
        in.abort_valid = !aborted.empty();
        in.abort_first = a.front();
        in.abort_last = a.back();
        in.abort_n = static_cast<uint32_t>(a.size());
    }

    // Writes and reads anywhere, but with two ports not the same word.
    void drive_words()
    {
        for (uint64_t &x : stored.lane) x = r.next();
        in.store_data = stored.lane;
        in.store_valid = running() && r.percent(50);
        in.store_addr = r.below(r.one_in(2) ? 8 : WORDS);
        in.fetch_en = running() && r.percent(60);
        in.fetch_addr = r.below(r.one_in(2) ? 8 : WORDS);
        if (!SRAM_1P && in.fetch_en && in.store_addr == in.fetch_addr) in.store_valid = false;
    }

    // Mostly of a cell in a chunk that is taken, now and then of the last one of a chunk or of any.
    void drive_next_cell()
    {
        in.next_cell_en = running() && r.percent(60);
        in.next_cell_addr = r.below(TX_CELLS);
        if (!in.next_cell_en) return;
        next = { true, false, 0 };
        if (!chains.empty() && r.percent(80)) {
            const chain &c = chains[r.below(chains.size())];
            const size_t k = r.below(c.size());
            in.next_cell_addr = c[k];
            if (k + 1 < c.size()) next = { true, true, c[k + 1] };
        } else if (!under_way.empty() && r.one_in(2)) {
            in.next_cell_addr = under_way.back();
        }
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(free_cell_valid, store_ready, abort_ready, stat_free, stat_low);
        if (o.free_cell_valid) SAME(free_cell);
        for (unsigned i = 0; fetched.known && i < LANES; i++) {
            chk.eq("fetch_data, rtl", tb_get(dut->fetch_data, 64 * i, 64), fetched.lane[i]);
            chk.eq("fetch_data, model", o.fetch_data[i], fetched.lane[i]);
        }
        if (shown.read) SAME(next_cell);
        if (shown.known) chk.eq("next cell of a chain", dut->next_cell, shown.cell);
        if (!running()) return;
        size_t used = under_way.size() + freed.size();
        for (const chain &c : chains) used += c.size();
        if (TX_CELLS < 200 || chk.cycle % 64 == 0)
            chk.eq("free + used", o.stat_free + used, TX_CELLS);
        if (chk.cycle % 1000 == 0) check_list();
        AIM_IF(TX_CELLS <= 128, "empty list", o.stat_free == 0);
        AIM("hold", !in.fetch_en && fetched.known);
        AIM("both returns at once", in.freed_valid && in.abort_valid);
        AIM_IF(SRAM_1P, "write held up", in.store_valid && !o.store_ready);
    }

    // The list of the model has the free cells and no others.
    void check_list()
    {
        std::vector<uint8_t> mark(out);
        const char *why = ttp_tx_sram_check(&ref, mark.data());
        if (why) chk.eq(why, 1, 0);
    }

    void step() override
    {
        if (in.fetch_en) fetched = mem[in.fetch_addr];
        if (in.store_valid && o.store_ready) {
            mem[in.store_addr] = stored;
            mem[in.store_addr].known = true;
        }
        shown = next;
        if (in.abort_valid && o.abort_ready) chains.pop_back();
        else aborted.clear();
        for (uint32_t c : freed) out[c] = 0;
        for (uint32_t c : aborted) out[c] = 0;
        if (in.free_cell_pop) popped(o.free_cell);
        // One chunk has the whole store and goes on: it ends here.
        if (chains.empty() && o.stat_free == 0 && !under_way.empty()) finish_chunk();
        walk.step(in.core_rst);
        if (in.core_rst) {
            walk.n = TX_CELLS + (r.one_in(2) ? r.below(100) : 0);   // entries may be more
            chains.clear();
            under_way.clear();
            std::fill(out.begin(), out.end(), 0);
            shown = next = {};
        }
        ttp_tx_sram_clock(&ref, &in);
    }

    void popped(uint32_t cell)
    {
        chk.eq("popped cell was free", out[cell], 0);
        out[cell] = 1;
        AIM("pop", 1);
        AIM_IF(TX_CELLS <= 128, "chunk over an empty list",
               !under_way.empty() && o.stat_free == 1);
        pops_in_time = last_pop && chk.cycle - last_pop == 1 + DEEP ? pops_in_time + 1 : 1;
        most_in_time = std::max(most_in_time, pops_in_time);
        last_pop = chk.cycle;
        under_way.push_back(cell);
        if (under_way.size() != chunk_cells) return;
        finish_chunk();
        chunk_cells = r.one_in(2) ? 1 + r.below(16) : r.one_in(2) ? 1 : 16;
    }
    void finish_chunk()
    {
        chains.push_back(under_way);
        under_way.clear();
    }

    void aims() override { aim("ten pops as fast as they come", most_in_time >= 10); }
};

int main(int argc, char **argv)
{
    return lockstep_main<Bench>(argc, argv, 60000 + 3ull * TX_CELLS);
}

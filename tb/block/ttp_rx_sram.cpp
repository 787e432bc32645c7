// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_sram.v against model/ttp_rx_sram.c, every cycle.
// PARAMS: -GDATA_W=64 -GRX_CELLS=32 -GRCW=5 -GWPC=8 -GDEEP=1
// PARAMS: -GDATA_W=64 -GRX_CELLS=256 -GRCW=8 -GWPC=8 -GDEEP=0
// PARAMS: -GDATA_W=128 -GRX_CELLS=64 -GRCW=6 -GWPC=4 -GDEEP=0
// PARAMS: -GDATA_W=256 -GRX_CELLS=128 -GRCW=7 -GWPC=2 -GDEEP=1
// PARAMS: -GDATA_W=512 -GRX_CELLS=4096 -GRCW=12 -GWPC=1 -GDEEP=0
// PARAMS: -GDATA_W=512 -GRX_CELLS=16384 -GRCW=14 -GWPC=1 -GDEEP=0
// SEEDS: 1 2
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_rx_sram.h"
#include "tb_util.h"
extern "C" {
#include "ttp_rx_sram.h"
}

static const unsigned LANES = DATA_W / 64, WORDS = RX_CELLS * WPC;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_rx_sram", seed);
    auto dut = std::make_unique<Vttp_rx_sram>();
    ttp_params prm = {};
    prm.data_w = DATA_W;
    prm.rx_cells = RX_CELLS;
    prm.deep = DEEP;
    ttp_rx_sram m = {};
    ttp_arena count = { nullptr, 0, 0 };
    ttp_rx_sram_bind(&m, &prm, &count);
    std::vector<uint64_t> store(count.used / 8);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(store.data()), 0, count.used };
    ttp_rx_sram_bind(&m, &prm, &arena);

    std::vector<bool> known(WORDS);
    bool rd_known = false;
    std::deque<uint8_t> inside;
    uint64_t n_full = 0, n_slots = 0, n_both = 0, n_wrap = 0, n_read = 0, n_hold = 0;
    uint32_t used_before = 0, claimed = 0;
    unsigned p_alloc = 50, p_rel = 50, big = 16;

    for (uint64_t c = 0; c < 100000; c++) {
        chk.cycle = c;
        if (r.one_in(500)) {
            static const unsigned p[] = { 0, 10, 50, 100 };
            p_alloc = p[r.below(4)];
            p_rel = p[r.below(4)];
            big = r.one_in(2) ? 16 : r.in(1, 2);
        }
        ttp_rx_sram_out o;
        ttp_rx_sram_drive(&m, &o);
        ttp_rx_sram_in in = {};
        uint64_t w[8];
        for (auto &x : w) x = r.next();
        in.core_rst = c < 2 || r.one_in(RX_CELLS > 4096 ? 50000 : 5000);
        in.rd_en = r.percent(60);
        in.rd_addr = r.below(WORDS);
        in.wr_en = r.percent(60);
        in.wr_addr = r.one_in(3) ? in.rd_addr ^ 1u : r.below(WORDS);
        if (in.rd_en && in.wr_addr == in.rd_addr) in.wr_en = false;
        in.wr_data = w;
        in.alloc_n = static_cast<uint8_t>(r.in(1, big));
        const bool may = c >= 2 && o.slot_free && in.alloc_n + claimed <= o.free_cells;
        in.alloc_en = may && r.percent(p_alloc);
        claimed = DEEP && in.alloc_en ? in.alloc_n : 0;    // free_cells does not know of it yet
        in.rel_en = !inside.empty() && r.percent(p_rel);
        in.rel_n = in.rel_en ? inside.front() : static_cast<uint8_t>(r.in(1, 16));

        dut->core_rst = in.core_rst;
        dut->wr_en = in.wr_en; dut->wr_addr = in.wr_addr;
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->wr_data, 64 * i, 64, w[i]);
        dut->alloc_en = in.alloc_en; dut->alloc_n = in.alloc_n;
        dut->rel_en = in.rel_en; dut->rel_n = in.rel_n;
        dut->rd_en = in.rd_en; dut->rd_addr = in.rd_addr;
        dut->clk = 0; dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->wr_base, o.wr_base);
            CHECK_EQ(chk, dut->free_cells, o.free_cells);
            CHECK_EQ(chk, dut->slot_free, o.slot_free);
            if (rd_known)
                for (unsigned i = 0; i < LANES; i++)
                    CHECK_EQ(chk, tb_get(dut->rd_data, 64 * i, 64), o.rd_data[i]);
            uint32_t used = 0;
            for (auto n : inside) used += n;
            if (c >= 2) chk.eq("free + used", (DEEP ? used_before : used) + o.free_cells, RX_CELLS);
            used_before = used;
            n_full += o.free_cells == 0;
            n_slots += !o.slot_free;
            n_both += in.alloc_en && in.rel_en;
            n_hold += rd_known && !in.rd_en;
        }
        const uint32_t base = m.wr_base;
        ttp_rx_sram_clock(&m, &in);
        n_wrap += m.wr_base < base && !in.core_rst;
        tb_edge(*dut);
        if (in.rd_en) { rd_known = known[in.rd_addr]; n_read += rd_known; }
        if (in.wr_en) known[in.wr_addr] = true;
        if (in.rel_en) inside.pop_front();
        if (in.alloc_en) inside.push_back(in.alloc_n);
        if (in.core_rst) { inside.clear(); used_before = claimed = 0; }
    }
    dut->final();
    if (RX_CELLS <= 256) chk.reached("no free cell", n_full);
    chk.reached("no free slot", n_slots);
    chk.reached("alloc and release in one cycle", n_both);
    chk.reached("wrap of the ring", n_wrap);
    chk.reached("read of a written word", n_read);
    chk.reached("read data held", n_hold);
    printf("PASS compared=%" PRIu64 " full=%" PRIu64 " wraps=%" PRIu64 "\n", chk.compared, n_full,
           n_wrap);
    return 0;
}

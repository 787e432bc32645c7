// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_sram.v against model/ttp_rx_sram.c. Payloads claim cells and give them back; words
// are written and read beside that. The witness is the plain ring of rx_ring.h: no cell gets lost.
// With SELECTIVE it knows who is inside: none twice, none lost, and they come back in any order.
// PARAMS: -GDATA_W=64 -GRX_CELLS=32 -GRCW=5 -GWPC=8 -GDEEP=1
// PARAMS: -GDATA_W=64 -GRX_CELLS=256 -GRCW=8 -GWPC=8 -GDEEP=0
// PARAMS: -GDATA_W=128 -GRX_CELLS=64 -GRCW=6 -GWPC=4 -GDEEP=0
// PARAMS: -GDATA_W=64 -GRX_CELLS=32 -GRCW=5 -GWPC=8 -GDEEP=0 -GSELECTIVE=1
// PARAMS: -GDATA_W=64 -GRX_CELLS=256 -GRCW=8 -GWPC=8 -GDEEP=1 -GSELECTIVE=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=4096 -GRCW=12 -GWPC=1 -GDEEP=0 -GSELECTIVE=1
// PARAMS: -GDATA_W=256 -GRX_CELLS=128 -GRCW=7 -GWPC=2 -GDEEP=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=4096 -GRCW=12 -GWPC=1 -GDEEP=0
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=16384 -GRCW=14 -GWPC=1 -GDEEP=0
// SEEDS: 1 2
#include "Vttp_rx_sram.h"
#include "lockstep.h"
#include "rx_ring.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_rx_sram.h"
}

#ifndef SELECTIVE
#define SELECTIVE 0
#endif

static constexpr unsigned LANES = DATA_W / 64, WORDS = RX_CELLS * WPC;

struct Bench : lockstep<Vttp_rx_sram> {
    tb_model<ttp_rx_sram> model{ ttp_rx_sram_bind, [](ttp_params &p) {
        p.data_w = DATA_W;
        p.rx_cells = RX_CELLS;
        p.selective = SELECTIVE;
        p.deep = DEEP;
    } };
    ttp_rx_sram_in in = {};
    ttp_rx_sram_out o = {};
    uint64_t lanes[8];                                  // to be written
    std::vector<bool> written = std::vector<bool>(WORDS);
    bool read_written = false;                          // rd_data shows a word that was written
    unsigned claims = 50, releases = 50, biggest = 16;  // percent of cycles; cells
    rx_ring ring{ RX_CELLS, SELECTIVE };
    std::vector<uint32_t> inside;                       // bays
    uint32_t leaves = 0;                                // which of them comes back
    uint32_t free_before = RX_CELLS;                    // of the ring, a cycle ago
    uint32_t claimed = 0;                               // in the cycle before

    void change_phase()
    {
        static const unsigned percent[] = { 0, 10, 50, 100 };
        claims = percent[r.below(4)];
        releases = percent[r.below(4)];
        biggest = r.one_in(2) ? 16 : r.in(1, 2);
    }
    void words()
    {
        for (auto &lane : lanes) lane = r.next();
        in.core_rst = chk.cycle < 2 || r.one_in(RX_CELLS > 4096 ? 50000 : 5000);
        in.rd_en = r.percent(60);
        in.rd_addr = r.below(WORDS);
        in.wr_en = r.percent(60);
        in.wr_addr = r.one_in(3) ? in.rd_addr ^ 1u : r.below(WORDS);
        if (in.rd_en && in.wr_addr == in.rd_addr) in.wr_en = false;
        in.wr_data = lanes;
    }
    void cells()
    {
        // With DEEP free_cells does not yet know of the claim before.
        const uint32_t unknown = DEEP ? claimed : 0;

        in.alloc_n = static_cast<uint8_t>(SELECTIVE ? 16 : r.in(1, biggest));
        const bool room = chk.cycle >= 2 && o.slot_free && in.alloc_n + unknown <= o.free_cells;
        in.alloc_en = room && r.percent(claims);
        in.rel_en = !ring.payloads.empty() && r.percent(releases);
        in.rel_n = static_cast<uint8_t>(in.rel_en ? ring.payloads.front() : r.in(1, 16));
        if (SELECTIVE && in.rel_en) {
            leaves = r.below(static_cast<uint32_t>(inside.size()));
            in.rel_bay = static_cast<uint16_t>(inside[leaves]);
        }
    }
    void drive() override
    {
        if (r.one_in(500)) change_phase();
        ttp_rx_sram_drive(model, &o);
        words();
        cells();
        DRIVE(core_rst, wr_en, wr_addr, alloc_en, alloc_n, rel_en, rel_n, rel_bay, rd_en, rd_addr);
        put_lanes(dut->wr_data, lanes, LANES);
    }
    void check() override
    {
        if (chk.cycle < 1) return;
        SAME(free_cells, slot_free);
        if (!SELECTIVE || model.free_bays.count) SAME(wr_base);
        if (read_written) check_lanes(chk, "rd_data", dut->rd_data, o.rd_data, LANES);
        if (chk.cycle < 2) return;
        if (SELECTIVE && in.alloc_en)
            chk.eq("a bay twice", std::count(inside.begin(), inside.end(), o.wr_base / 16), 0);
        chk.eq("free cells of the ring", o.free_cells, DEEP ? free_before : ring.free_cells);
    }
    void seen() override
    {
        AIM_IF(RX_CELLS <= 256, "no free cell", o.free_cells == 0);
        AIM("no free slot", !o.slot_free);
        AIM("a claim and a release in one cycle", in.alloc_en && in.rel_en);
        AIM("wrap of the ring", in.alloc_en && ring.base + in.alloc_n >= RX_CELLS);
        AIM_IF(SELECTIVE, "not the oldest leaves", in.rel_en && leaves);
        AIM("read of a written word", in.rd_en && written[in.rd_addr]);
        AIM("read data held", read_written && !in.rd_en);
    }
    void step() override
    {
        ttp_rx_sram_clock(model, &in);
        if (in.rd_en) read_written = written[in.rd_addr];
        if (in.wr_en) written[in.wr_addr] = true;
        free_before = ring.free_cells;
        claimed = in.alloc_en ? in.alloc_n : 0;
        if (in.rel_en) ring.release();
        if (in.alloc_en) ring.claim(in.alloc_n);
        if (SELECTIVE && in.rel_en) inside.erase(inside.begin() + leaves);
        if (SELECTIVE && in.alloc_en) inside.push_back(o.wr_base / 16);
        if (!in.core_rst) return;
        ring.clear();
        inside.clear();
        free_before = RX_CELLS;
        claimed = 0;
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }

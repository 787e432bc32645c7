// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_parse.v against model/ttp_rx_parse.c, every cycle, and both against a witness here:
// each frame has exactly one verdict, the one typed from the table of drops, and a payload that
// was given cells is in the memory two cycles after its last beat.
// PARAMS: -GDATA_W=64 -GRCW=5 -GWPC=8 | -GDATA_W=64 -GRCW=8 -GWPC=8 -GADDR_HIGH=0
// PARAMS: -GDATA_W=128 -GRCW=6 -GWPC=4 -GADDR_HIGH=16711679
// PARAMS: -GDATA_W=256 -GRCW=7 -GWPC=2 -GADDR_HIGH=152660 | -GDATA_W=512 -GRCW=12 -GWPC=1
// PARAMS: -GDATA_W=512 -GRCW=5 -GWPC=1 -GADDR_HIGH=16711679
// SEEDS: 1 2 3
#include <cstring>
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_rx_parse.h"
#ifndef ADDR_HIGH
#define ADDR_HIGH TTP_OUI
#endif
#include "bus_rx.h"
#include "rx_frames.h"
#include "tb_util.h"
extern "C" {
#include "ttp_defs.h"
#include "ttp_rx_parse.h"
}

static const unsigned B = DATA_W / 8, LANES = DATA_W / 64, CELLS = 1u << RCW;
enum { PUSH = RX_PUSH, NONE = RX_NONE };

static tb_rng r;
static uint32_t node;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    r.init(seed);
    tb_check chk("ttp_rx_parse", seed);
    auto dut = std::make_unique<Vttp_rx_parse>();
    ttp_params prm = {};
    prm.data_w = DATA_W;
    prm.rx_cells = CELLS;
    prm.addr_high = ADDR_HIGH;
    ttp_rx_parse m = {};
    ttp_arena count = { nullptr, 0, 0 };
    ttp_rx_parse_bind(&m, &prm, &count);
    std::vector<uint64_t> store(count.used / 8);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(store.data()), 0, count.used };
    ttp_rx_parse_bind(&m, &prm, &arena);

    // The ring as rx_sram keeps it, and its memory.
    std::vector<uint64_t> mem(size_t{CELLS} * 8);
    uint32_t base = 0, free_cells = CELLS, slots = 0;
    std::deque<uint32_t> inside;
    const uint32_t vq_n = CELLS < 64 ? CELLS : 64;

    node = r.below(1 << 24);
    rx_frame f;
    size_t at = 0;                              // next byte of f; 0: f is used up
    bool lost = true;                           // f lost its beginning in a reset
    int gone_by = NONE, in_s1 = NONE, expect = NONE; // witness: at the pins, in stage 1, pulse due
    rx_named s1_named;
    unsigned s1_off = 8;
    std::deque<rx_named> named;                 // of each frame in the queue
    std::vector<uint8_t> s1_bytes, due;         // payload in stage 1; due in the memory
    uint32_t due_base = 0;
    int due_in = -1;
    uint32_t least_free = 0, s1_least = 0;      // since the frame began; of the frame in stage 1
    uint32_t received_count = 0;
    uint64_t n_drop[16] = {}, n_op[11] = {}, n_fits = 0, n_tight = 0, n_flush = 0, n_soft = 0;
    uint64_t n_hard = 0, n_b2b = 0, n_checked = 0, n_full = 0, n_slot = 0, n_refused = 0;
    uint64_t n_skipped = 0, n_life = 0, n_no_life = 0, n_marked = 0, n_unmarked = 0;
    uint64_t n_off[8] = {}, n_open_off[8] = {};     // one bit of byte 44 + i is off
    unsigned p_gap = 0, p_pop = 1000, p_rel = 1000, p_on = 100, p_resp = 100;
    bool was_last = false;
    const int long_no = 1536 / static_cast<int>(B);     // the beat that makes a frame too long
    const uint64_t all = B == 64 ? ~0ull : (1ull << (B % 64)) - 1;
    // x out of 1000 of a frame time, not of a cycle: what comes in must pile up at every width.
    const auto now = [&](unsigned x) { return r.below(1000 * WPC) < x * (x == 1000 ? WPC : 1u); };
    ttp_rx_parse_out o = {};

    for (uint64_t c = 0; c < 300000; c++) {
        chk.cycle = c;
        if (r.one_in(1000)) {
            static const unsigned gap[] = { 0, 0, 0, 5, 50 };
            p_gap = gap[r.below(5)];
            static const unsigned pop[] = { 1000, 1000, 80, 20, 2 };
            static const unsigned rel[] = { 1000, 300, 80, 30, 10 };
            p_pop = pop[r.below(5)];
            p_rel = rel[r.below(5)];
            p_on = r.one_in(8) ? 50 : 100;
            p_resp = r.one_in(8) ? 50 : 100;
        }
        ttp_rx_parse_in in = {};
        in.rst = c < 3 || r.one_in(12000);
        in.core_rst = in.rst || r.one_in(6000);
        in.cfg_on = r.percent(p_on);
        in.credit_for_frame = r.percent(p_resp);
        in.received_ready = now(p_pop);

        // The beat at the pins. Bytes that are not in the frame are garbage.
        uint64_t lanes[8];
        for (auto &x : lanes) x = r.next();
        in.s_axis_wire_tdata = lanes;
        in.s_axis_wire_tkeep = r.next();
        in.s_axis_wire_tlast = r.one_in(2);
        in.s_axis_wire_tuser = r.one_in(2);
        in.s_axis_wire_tvalid = !r.percent(p_gap);
        gone_by = NONE;
        std::vector<uint8_t> payload;
        if (in.s_axis_wire_tvalid) {
            if (at == 0) {
                if (r.one_in(50)) node = r.below(1 << 24);
                f = rx_make(r, node);
                lost = false;
                least_free = CELLS;
                n_b2b += was_last;
            }
            const size_t n = f.bytes.size(), left = n - at, take = left < B ? left : B;
            const bool last = left <= B;
            const int beat_no = static_cast<int>(at / B);
            for (size_t i = 0; i < take; i++) {
                uint64_t &l = lanes[i / 8];
                const unsigned lo = 8 * (i % 8);
                l = (l & ~(0xffull << lo)) | uint64_t{f.bytes[at + i]} << lo;
            }
            uint64_t keep = take == 64 ? ~0ull : (1ull << take) - 1;
            if (last && f.keep0) keep &= ~1ull;
            if (last && f.ragged && take + 1 < B) keep |= r.next() << (take + 1);
            if (!last && beat_no == f.hole) keep &= ~(1ull << r.below(B));
            if (B < 64 && r.one_in(2)) keep |= r.next() << (B % 64);   // beyond the port
            in.s_axis_wire_tkeep = keep;
            in.s_axis_wire_tlast = last;
            in.s_axis_wire_tuser = last ? f.user : r.one_in(2);
            at = last ? 0 : at + B;
            if (!lost && (last || beat_no == long_no) && beat_no <= long_no) {
                gone_by = rx_judge(f, node);
                if (gone_by == PUSH && (f.bytes[42] & 63) == 6) {
                    const int len = f.bytes[40] * 256 + f.bytes[41] - 26;
                    payload.assign(f.bytes.begin() + 60, f.bytes.begin() + 60 + len);
                }
            }
            n_skipped += lost || beat_no > long_no;
        }
        was_last = in.s_axis_wire_tvalid && in.s_axis_wire_tlast;
        in.cfg_node = node;
        in.wr_base = base;
        in.free_cells = free_cells;
        in.slot_free = slots < vq_n && !r.one_in(200);
        if (free_cells < least_free) least_free = free_cells;

        dut->rst = in.rst;
        dut->core_rst = in.core_rst;
        dut->cfg_node = node;
        dut->cfg_on = in.cfg_on;
        dut->credit_for_frame = in.credit_for_frame;
        dut->received_ready = in.received_ready;
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->s_axis_wire_tdata, 64 * i, 64, lanes[i]);
        tb_put(dut->s_axis_wire_tkeep, 0, B, in.s_axis_wire_tkeep & all);
        dut->s_axis_wire_tvalid = in.s_axis_wire_tvalid;
        dut->s_axis_wire_tlast = in.s_axis_wire_tlast;
        dut->s_axis_wire_tuser = in.s_axis_wire_tuser;
        dut->wr_base = base;
        dut->free_cells = free_cells;
        dut->slot_free = in.slot_free;
        dut->clk = 0;
        dut->eval();

        bool alloc = false;
        if (c >= 1) {
            ttp_rx_parse_drive(&m, &o);
            ttp_rx_parse_comb(&m, &in, &o);
            CHECK_EQ(chk, dut->s_axis_wire_tready, 1);
            CHECK_EQ(chk, dut->received_valid, o.received_valid);
            CHECK_EQ(chk, dut->received_few, m.received.count < 8);
            if (o.received_valid) {
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_OP), o.received->op);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_VC), o.received->vc);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_PEER), o.received->peer);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_TXID), o.received->txid);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_RXID), o.received->rxid);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_LIFE), o.received->life);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_TO_LIFE), o.received->to_life);
                chk.eq("life as defined", bus_get(dut->received, RECEIVED_LIFE),
                       named.front().life);
                chk.eq("to_life as defined", bus_get(dut->received, RECEIVED_TO_LIFE),
                       named.front().to_life);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_LEN), o.received->len);
                CHECK_EQ(chk, bus_get(dut->received, RECEIVED_FITS), o.received->fits);
            }
            CHECK_EQ(chk, dut->drop_pulse, o.drop_pulse);
            CHECK_EQ(chk, dut->rx_pulse, o.rx_pulse);
            CHECK_EQ(chk, dut->credit_take_frame, o.credit_take_frame);
            CHECK_EQ(chk, dut->wr_en, o.wr_en);
            CHECK_EQ(chk, dut->alloc_en, o.alloc_en);
            if (o.alloc_en) CHECK_EQ(chk, dut->alloc_n, o.alloc_n);
            if (o.wr_en) {
                CHECK_EQ(chk, dut->wr_addr, o.wr_addr);
                for (unsigned i = 0; i < LANES; i++)
                    CHECK_EQ(chk, tb_get(dut->wr_data, 64 * i, 64), o.wr_data[i]);
                memcpy(&mem[size_t{o.wr_addr} * LANES], o.wr_data, B);
            }

            // The witness: what was due, and the verdict of what is in stage 1.
            CHECK_EQ(chk, o.drop_pulse, uint64_t{expect < PUSH ? 1u << expect : 0u});
            CHECK_EQ(chk, o.rx_pulse != 0, expect == PUSH);
            if (due_in >= 0 && due_in-- == 0) {
                for (size_t i = 0; i < due.size(); i++) {
                    const size_t byte = (size_t{due_base} * 64 + i) % (size_t{CELLS} * 64);
                    const uint64_t there = mem[byte / 8] >> (8 * (byte % 8)) & 0xff;
                    chk.eq("payload in the memory", there, due[i]);
                }
                n_checked++;
            }
            expect = in_s1;
            if (in_s1 != NONE) {
                if (!in.cfg_on) expect = 15;
                else if (in_s1 == PUSH && received_count == 16) expect = 11;
                else if (in_s1 == PUSH && !in.credit_for_frame) expect = 12;
            }
            if (expect < PUSH) n_drop[expect]++;
            CHECK_EQ(chk, o.credit_take_frame, expect == PUSH);
            CHECK_EQ(chk, m.received.count, received_count);
            alloc = o.alloc_en;
            if (expect == PUSH) n_op[m.hdr.op]++;
            if (expect == PUSH && !s1_bytes.empty()) {
                const uint32_t cells = static_cast<uint32_t>(s1_bytes.size() + 63) / 64;
                if (s1_least >= 24 && free_cells >= 24 && in.slot_free)
                    chk.eq("room for the payload", alloc, 1);
                if (!in.slot_free) chk.eq("no slot", alloc, 0), n_slot++;
                if (cells > free_cells) chk.eq("no room", alloc, 0), n_full++;
                if (!alloc && in.slot_free && cells <= free_cells) n_refused++;
                if (alloc) {
                    chk.eq("cells", o.alloc_n, cells);
                    due = s1_bytes;
                    due_base = base;
                    due_in = 1;
                    n_fits++;
                    n_tight += cells == free_cells;
                }
            } else {
                chk.eq("cells for nothing", alloc, 0);
            }
            n_flush += m.flush;
            if (expect == PUSH) {
                received_count++;
                named.push_back(s1_named);
                if (m.hdr.op == TTP_OP_OPEN) (s1_named.life ? n_life : n_no_life)++;
                else (s1_named.to_life ? n_marked : n_unmarked)++;
                if (s1_off < 8) (m.hdr.op == TTP_OP_OPEN ? n_open_off : n_off)[s1_off]++;
            }
            if (o.received_valid && in.received_ready) received_count--, named.pop_front();
        }

        // The ring moves.
        const bool rel = !inside.empty() && now(p_rel) && (!alloc || r.one_in(2));
        const uint32_t rel_n = rel ? inside.front() : 0;
        if (rel) inside.pop_front(), slots--, free_cells += rel_n;
        if (alloc) {
            inside.push_back(o.alloc_n);
            slots++;
            base = (base + o.alloc_n) % CELLS;
            free_cells -= o.alloc_n;
        }

        ttp_rx_parse_clock(&m, &in);
        tb_edge(*dut);

        in_s1 = gone_by;
        s1_bytes = payload;
        if (gone_by == PUSH) s1_named = rx_names(f), s1_off = rx_off(f);
        s1_least = least_free;
        if (in.core_rst) {
            // A frame under way is skipped; after a hard reset only if a beat of it was there.
            const bool beat = in.s_axis_wire_tvalid;
            if (at) {
                lost = true;
                if (in.rst) n_hard++; else n_soft++;
                if (in.rst && !beat) at = 0;
            }
            in_s1 = expect = NONE;
            due_in = -1;
            received_count = 0;
            named.clear();
            base = 0; free_cells = CELLS; slots = 0;
            inside.clear();
        }
    }
    dut->final();

    static const char *const name[16] = { "FCS", "SHORT", "LONG", "TYPE", "DST", "SRC", "TTH",
        "GATEWAY", "LENGTH", "OPCODE", "VC", "EVENT", "RESP", "", "", "OFF" };
    for (int i = 0; i < 16; i++) if (i != 13 && i != 14) chk.reached(name[i], n_drop[i]);
    for (int i = 0; i < 11; i++) chk.reached("opcode", n_op[i]);
    chk.reached("payload with room", n_fits);
    if (CELLS <= 128) chk.reached("payload without room", n_full);
    if (CELLS <= 64) chk.reached("payload that takes the last cells", n_tight);
    if (CELLS <= 64) chk.reached("payload with a refused word", n_refused);
    chk.reached("payload without a slot", n_slot);
    chk.reached("late word", n_flush);
    chk.reached("payload compared", n_checked);
    chk.reached("soft reset within a frame", n_soft);
    chk.reached("hard reset within a frame", n_hard);
    chk.reached("frames back to back", n_b2b);
    chk.reached("skipped beat", n_skipped);
    chk.reached("OPEN with a life number", n_life);
    chk.reached("OPEN without one", n_no_life);
    chk.reached("marked frame", n_marked);
    chk.reached("frame that is not marked", n_unmarked);
    for (int i = 4; i < 7; i++) chk.reached("one bit off the mark", n_off[i]);
    for (int i = 0; i < 8; i++)
        if (i != 2 && i != 3) chk.reached("OPEN with one byte that is not 0", n_open_off[i]);
    printf("PASS payloads=%" PRIu64 " late=%" PRIu64 " compared=%" PRIu64 " pushes of PAYLOAD=%"
           PRIu64 "\n", n_checked, n_flush, chk.compared, n_op[6]);
    return 0;
}

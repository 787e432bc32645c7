// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_frame.v against model/ttp_tx_frame.c. Third witness: every frame on the
// wire is compared byte by byte with one typed from the frame layout; cells are chained at
// random; bubbles, start latency and back-to-back frames are measured.
// PARAMS: -GDATA_W=64 -GTCW=8 | -GDATA_W=128 -GTCW=8 -GADDR_HIGH=0
// PARAMS: -GDATA_W=256 -GTCW=8 -GADDR_HIGH=16711679
// PARAMS: -GDATA_W=512 -GTCW=8 | -GDATA_W=64 -GTCW=16 -GADDR_HIGH=152660
// PARAMS: -GDATA_W=512 -GTCW=16 -GADDR_HIGH=16711679
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_tx_frame.h"
#include "bus_rx.h"
#include "bus_tx.h"
extern "C" {
#include "ttp_tx_frame.h"
}

static const bus_tx BUS(0, 0, 0, TCW, DATA_W);

#ifndef ADDR_HIGH
#define ADDR_HIGH 0x98ED5C
#endif
static const unsigned B = DATA_W / 8, LANES = DATA_W / 64, WPC = 512 / DATA_W, CELLS = 1u << TCW;

struct payload {
    uint32_t id, node;
    uint8_t vc;
    uint16_t len, life, to_life;
    std::vector<uint16_t> cells;
};
struct frame { std::vector<uint8_t> bytes; bool notify; bool pay; };

static void be(std::vector<uint8_t> &f, unsigned at, unsigned n, uint32_t v)
{
    for (unsigned i = 0; i < n; i++) f[at + i] = static_cast<uint8_t>(v >> (8 * (n - 1 - i)));
}

static frame build(uint32_t own, uint32_t node, unsigned op, unsigned vc, uint32_t tx, uint32_t rx,
                   uint32_t life, uint32_t to_life, const std::vector<uint8_t> &data)
{
    frame f = { std::vector<uint8_t>(data.size() < 4 ? 64 : 60 + data.size()), false, op == 6 };
    be(f.bytes, 0, 3, ADDR_HIGH); be(f.bytes, 3, 3, node);
    be(f.bytes, 6, 3, ADDR_HIGH); be(f.bytes, 9, 3, own);
    be(f.bytes, 12, 2, 0x9AC6);
    be(f.bytes, 14, 1, 5);
    be(f.bytes, 16, 2, static_cast<uint32_t>(data.size()) + 46);
    be(f.bytes, 34, 3, own); be(f.bytes, 37, 3, node);
    be(f.bytes, 40, 2, static_cast<uint32_t>(data.size()) + 26);
    f.bytes[42] = static_cast<uint8_t>(op);
    f.bytes[43] = static_cast<uint8_t>(vc);
    be(f.bytes, 44, 2, to_life); be(f.bytes, 46, 2, life);
    if (to_life) f.bytes[50] = 0x10;
    be(f.bytes, 52, 4, tx); be(f.bytes, 56, 4, rx);
    for (size_t i = 0; i < data.size(); i++) f.bytes[60 + i] = data[i];
    return f;
}

// None, one of a single bit, or any
static uint16_t some_life(tb_rng &r)
{
    return static_cast<uint16_t>(r.one_in(3) ? 0 : r.one_in(3) ? 1u << r.below(16) : r.bits(16));
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_tx_frame", seed);
    auto dut = std::make_unique<Vttp_tx_frame>();

    ttp_params p = {};
    p.data_w = DATA_W;
    p.addr_high = ADDR_HIGH;
    ttp_arena arena = { nullptr, 0, 0 };
    ttp_tx_frame m = {};
    ttp_tx_frame_bind(&m, &p, &arena);

    std::vector<uint64_t> sram(size_t{CELLS} * 8);
    for (auto &w : sram) w = r.next();
    std::vector<uint16_t> next(CELLS), pool;
    for (unsigned i = 0; i < CELLS; i++) {
        next[i] = static_cast<uint16_t>(r.below(CELLS));
        if (i < 4096 || i + 64 > CELLS) pool.push_back(static_cast<uint16_t>(i));
    }
    uint64_t fetch_data[8];
    for (auto &w : fetch_data) w = r.next();
    uint16_t next_cell = 0;

    std::deque<payload> pq;
    std::deque<ttp_response> rspq;
    std::deque<frame> expect;
    uint32_t own = 0x123456;
    size_t at = 0;                      // byte of the frame that is leaving
    uint64_t n_pay = 0, n_rsp = 0, n_note = 0, n_small = 0, n_max = 0, b2b = 0, idle_seen = 0;
    uint64_t n_marked[2] = {}, n_plain[2] = {};         // payload, response
    uint64_t n_tail[64] = {}, started_idle = 0, resets_mid = 0;
    unsigned p_ready = 100, p_quiesce = 0, p_pq = 50, p_rsp = 50, p_sel = 50, len_mode = 0;
    bool was_note = false, was_start_pay = false, was_start_rsp = false, was_more = false;
    unsigned was_op = 0;
    uint64_t lat_at = 0;                // cycle in which a frame started from idle, 0: none
    uint32_t next_id = 1;

    ttp_tx_frame_in in = {};
    ttp_tx_frame_out o = {};
    bool in_frame_tready = false;       // pins in the cycle before: mid-frame beat accepted
    for (uint64_t c = 0; c < 200000; c++) {
        chk.cycle = c;
        if (r.one_in(300)) {
            static const unsigned pc[] = { 0, 10, 50, 90, 100, 100 };
            p_ready = pc[1 + r.below(5)]; p_quiesce = r.one_in(3) ? pc[r.below(4)] : 0;
            p_pq = pc[r.below(6)]; p_rsp = pc[r.below(6)]; p_sel = pc[r.below(6)];
            len_mode = r.below(5);
        }
        // what enters the queues becomes visible in this cycle
        if (pq.size() < 8 && r.percent(p_pq)) {
            payload q;
            q.id = next_id++ * 0x01010101u;
            q.node = static_cast<uint32_t>(r.bits(24));
            q.vc = static_cast<uint8_t>(r.below(3));
            q.life = some_life(r);
            q.to_life = some_life(r);
            q.len = static_cast<uint16_t>(len_mode == 0 ? 1024 : len_mode == 1 ? r.in(1, 12)
                  : len_mode == 2 ? r.in(1, 130) : len_mode == 3 ? 64 * r.in(1, 16) - r.below(8)
                  : r.in(1, 1024));
            const unsigned n = (q.len + 63u) / 64u;
            if (pool.size() >= n) {
                for (unsigned i = 0; i < n; i++) {
                    const size_t k = r.below(pool.size());
                    q.cells.push_back(pool[k]);
                    pool[k] = pool.back();
                    pool.pop_back();
                    if (i) next[q.cells[i - 1]] = q.cells[i];
                    for (unsigned w = 0; w < 8; w++) sram[size_t{q.cells[i]} * 8 + w] = r.next();
                }
                pq.push_back(q);
            }
        }
        if (rspq.size() < 16 && r.percent(p_rsp)) {
            ttp_response x = {};
            x.op = static_cast<uint8_t>(r.below(10));
            if (x.op >= 6) x.op++;
            x.vc = static_cast<uint8_t>(r.below(3));
            x.node = static_cast<uint32_t>(r.bits(24));
            x.txid = static_cast<uint32_t>(r.next());
            x.rxid = static_cast<uint32_t>(r.next());
            x.life = some_life(r);
            x.to_life = some_life(r);
            x.notify = r.one_in(4);
            rspq.push_back(x);
        }
        ttp_tx_frame_drive(&m, &o);
        in = {};
        in.core_rst = c < 2 || r.one_in(10000);
        in.quiesce = c < 1 || r.percent(p_quiesce);
        in.m_axis_wire_tready = r.percent(p_ready);
        in.cfg_node = own;
        in.payload_valid = !pq.empty();
        if (in.payload_valid) {
            in.payload_vc = pq.front().vc;
            in.payload_len = pq.front().len;
            in.payload_first = pq.front().cells[0];
            in.payload_id = pq.front().id; in.payload_node = pq.front().node;
            in.payload_life = pq.front().life; in.payload_to_life = pq.front().to_life;
        } else {
            in.payload_len = static_cast<uint16_t>(r.bits(11));
            in.payload_id = static_cast<uint32_t>(r.next());
            in.payload_to_life = some_life(r);
        }
        in.response_valid = !rspq.empty();
        ttp_response junk = {};
        junk.op = static_cast<uint8_t>(r.below(11));
        junk.to_life = some_life(r);
        in.response = in.response_valid ? &rspq.front() : &junk;
        in.sel_payload = in.payload_valid && (!in.response_valid || r.percent(p_sel));
        in.fetch_data = fetch_data;
        in.next_cell = next_cell;

        dut->core_rst = in.core_rst; dut->cfg_node = own; dut->quiesce = in.quiesce;
        dut->payload_valid = in.payload_valid;
        bus_put(dut->payload, BUS.payload.id, in.payload_id);
        bus_put(dut->payload, BUS.payload.vc, in.payload_vc);
        bus_put(dut->payload, BUS.payload.node, in.payload_node);
        bus_put(dut->payload, BUS.payload.len, in.payload_len & 2047);
        bus_put(dut->payload, BUS.payload.life, in.payload_life);
        bus_put(dut->payload, BUS.payload.to_life, in.payload_to_life);
        bus_put(dut->payload, BUS.payload.first, in.payload_first);
        dut->response_valid = in.response_valid;
        bus_put(dut->response, RESPONSE_OP, in.response->op);
        bus_put(dut->response, RESPONSE_VC, in.response->vc);
        bus_put(dut->response, RESPONSE_NODE, in.response->node);
        bus_put(dut->response, RESPONSE_TXID, in.response->txid);
        bus_put(dut->response, RESPONSE_RXID, in.response->rxid);
        bus_put(dut->response, RESPONSE_LIFE, in.response->life);
        bus_put(dut->response, RESPONSE_TO_LIFE, in.response->to_life);
        bus_put(dut->response, RESPONSE_NOTIFY, in.response->notify);
        dut->sel_payload = in.sel_payload;
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->fetch_data, 64 * i, 64, fetch_data[i]);
        dut->next_cell = next_cell;
        dut->m_axis_wire_tready = in.m_axis_wire_tready;
        dut->clk = 0;
        dut->eval();
        ttp_tx_frame_comb(&m, &in, &o);
        if (c >= 1) {
            CHECK_EQ(chk, dut->m_axis_wire_tvalid, o.m_axis_wire_tvalid);
            CHECK_EQ(chk, dut->frame_left, o.frame_left);
            CHECK_EQ(chk, dut->tx_idle, o.tx_idle);
            CHECK_EQ(chk, dut->tx_pulse, o.tx_pulse);
            CHECK_EQ(chk, dut->payload_ready, o.payload_ready);
            CHECK_EQ(chk, dut->response_ready, o.response_ready);
            CHECK_EQ(chk, dut->start_response, o.start_response);
            CHECK_EQ(chk, dut->start_payload, o.start_payload);
            BUS_EQ(chk, dut->fetch, BUS.fetch.en, o.fetch_en);
            BUS_EQ(chk, dut->fetch, BUS.fetch.next_en, o.next_cell_en);
            chk.eq("tuser", dut->m_axis_wire_tuser, 0);
            if (o.fetch_en) BUS_EQ(chk, dut->fetch, BUS.fetch.addr, o.fetch_addr);
            if (o.next_cell_en) BUS_EQ(chk, dut->fetch, BUS.fetch.cell, o.next_cell_addr);
            chk.eq("frame_left as defined", dut->frame_left, was_note);
            chk.eq("tx_pulse as defined", dut->tx_pulse,
                   was_start_pay ? 1u << 6 : was_start_rsp ? 1u << was_op : 0);
            if (in_frame_tready)
                chk.eq("a beat in every cycle of a frame", dut->m_axis_wire_tvalid, 1);
            if (in.quiesce)
                chk.eq("no start under quiesce", dut->start_response | dut->start_payload, 0);
            if (o.m_axis_wire_tvalid) {
                CHECK_EQ(chk, dut->m_axis_wire_tlast, o.m_axis_wire_tlast);
                chk.eq("tkeep", tb_get(dut->m_axis_wire_tkeep, 0, B), o.m_axis_wire_tkeep);
                for (unsigned i = 0; i < LANES; i++) {
                    uint64_t mask = 0;
                    for (unsigned k = 0; k < 8; k++)
                        if (o.m_axis_wire_tkeep >> (8 * i + k) & 1) mask |= 0xffull << (8 * k);
                    chk.eq("tdata", tb_get(dut->m_axis_wire_tdata, 64 * i, 64) & mask,
                           o.m_axis_wire_tdata[i] & mask);
                }
                // the third witness
                if (expect.empty()) chk.eq("a frame that nobody started", 1, 0);
                const frame &f = expect.front();
                const size_t n = f.bytes.size() - at < B ? f.bytes.size() - at : B;
                chk.eq("tlast as defined", dut->m_axis_wire_tlast, at + B >= f.bytes.size());
                chk.eq("tkeep as defined", tb_get(dut->m_axis_wire_tkeep, 0, B),
                       n == 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1);
                for (size_t i = 0; i < n; i++)
                    chk.eq("byte", tb_get(dut->m_axis_wire_tdata, static_cast<unsigned>(8 * i), 8),
                           f.bytes[at + i]);
            }
            // F0 in cycle t, on the pins in t+2, from idle
            if (lat_at && c == lat_at + 2)
                chk.eq("first beat after two cycles", dut->m_axis_wire_tvalid, 1);
            if (lat_at && c < lat_at + 2) chk.eq("not sooner", dut->m_axis_wire_tvalid, 0);
            if (o.tx_idle && (o.start_payload || o.start_response)) { lat_at = c; started_idle++; }
            if (o.tx_idle) {
                chk.eq("idle: frame ended", expect.empty() && at == 0, 1);
                if (!in.quiesce)
                    chk.eq("idle: starts at once", dut->start_payload | dut->start_response,
                           in.payload_valid || in.response_valid);
                idle_seen++;
            }
        }
        // Back to back: the frame after this one was started in time, so no bubble.
        const bool beat = c >= 1 && o.m_axis_wire_tvalid && in.m_axis_wire_tready;
        if (was_more) { chk.eq("back to back", dut->m_axis_wire_tvalid, 1); b2b++; }
        was_more = beat && o.m_axis_wire_tlast && expect.size() > 1;
        in_frame_tready = beat && !o.m_axis_wire_tlast;
        was_note = beat && o.m_axis_wire_tlast && expect.front().notify;
        if (beat) {
            at += B;
            if (o.m_axis_wire_tlast) { expect.pop_front(); at = 0; }
        }
        was_start_pay = c >= 1 && o.start_payload;
        was_start_rsp = c >= 1 && o.start_response;
        was_op = in.response->op;
        if (was_start_pay) {
            const payload &q = pq.front();
            std::vector<uint8_t> data(q.len);
            for (unsigned i = 0; i < q.len; i++) {
                const uint64_t lane = sram[size_t{q.cells[i / 64]} * 8 + i % 64 / 8];
                data[i] = static_cast<uint8_t>(lane >> (8 * (i % 8)));
            }
            expect.push_back(build(own, q.node, 6, q.vc, q.id, 0, q.life, q.to_life, data));
            n_pay++;
            n_small += q.len < 4;
            n_max += q.len == 1024;
            n_tail[q.len % B]++;
            n_marked[0] += q.to_life != 0;
            n_plain[0] += q.to_life == 0;
        }
        if (was_start_rsp) {
            const ttp_response &x = rspq.front();
            expect.push_back(build(own, x.node, x.op, x.vc, x.txid, x.rxid, x.life, x.to_life, {}));
            n_marked[1] += x.to_life != 0;
            n_plain[1] += x.to_life == 0;
            expect.back().notify = x.notify;
            n_rsp++;
            n_note += x.notify;
        }
        ttp_tx_frame_clock(&m, &in);
        // memories and queues
        const size_t from = size_t{o.fetch_addr / WPC} * 8 + o.fetch_addr % WPC * LANES;
        if (c >= 1 && o.fetch_en)
            for (unsigned i = 0; i < LANES; i++)
                fetch_data[i] = sram[from + i];
        if (c >= 1 && o.next_cell_en) next_cell = next[o.next_cell_addr];
        if (c >= 1 && o.response_ready) rspq.pop_front();
        if (c >= 1 && o.payload_ready) {
            // done: the cells may be written again at once
            for (uint16_t k : pq.front().cells) {
                pool.push_back(k);
                for (unsigned w = 0; w < 8; w++) sram[size_t{k} * 8 + w] = r.next();
                next[k] = static_cast<uint16_t>(r.below(CELLS));
            }
            pq.pop_front();
        }
        if (in.core_rst) {
            resets_mid += !expect.empty();
            expect.clear();
            for (auto &q : pq) pool.insert(pool.end(), q.cells.begin(), q.cells.end());
            pq.clear();
            rspq.clear();
            at = 0;
            lat_at = 0;
            was_note = was_start_pay = was_start_rsp = was_more = in_frame_tready = false;
            own = static_cast<uint32_t>(r.bits(24));
        }
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("payload frame", n_pay);
    chk.reached("frame without payload", n_rsp);
    chk.reached("notify frame", n_note);
    chk.reached("payload below 4 bytes", n_small);
    chk.reached("payload of 1024 bytes", n_max);
    for (int i = 0; i < 2; i++) chk.reached("marked frame", n_marked[i]);
    for (int i = 0; i < 2; i++) chk.reached("frame that is not marked", n_plain[i]);
    chk.reached("back to back frames", b2b);
    chk.reached("idle", idle_seen);
    chk.reached("start from idle", started_idle);
    chk.reached("reset in mid frame", resets_mid);
    for (unsigned i = 0; i < B; i++) chk.reached("every length modulo a beat", n_tail[i]);
    printf("PASS payloads=%" PRIu64 " responses=%" PRIu64 " back_to_back=%" PRIu64 "\n",
           n_pay, n_rsp, b2b);
    return 0;
}

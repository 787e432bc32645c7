// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_frame.v against model/ttp_tx_frame.c. The bench plays the two queues with
// what is to be sent, and the payload store, with cells chained at random. The witness builds each
// frame from the layout of protocol.md and compares it byte by byte; it knows how soon a frame
// starts, and that there is no gap within a frame or between two.
// PARAMS: -GDATA_W=64 -GTCW=8 | -GDATA_W=128 -GTCW=8 -GADDR_HIGH=0
// PARAMS: -GDATA_W=256 -GTCW=8 -GADDR_HIGH=16711679
// PARAMS: -GDATA_W=512 -GTCW=8 | -GDATA_W=64 -GTCW=16 -GADDR_HIGH=152660
// PARAMS: -GDATA_W=512 -GTCW=16 -GADDR_HIGH=16711679
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_tx_frame.h"
#include "bus_place.h"
#include "lockstep.h"
#include "response_bus.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_tx_frame.h"
}

#ifndef ADDR_HIGH
#define ADDR_HIGH 0x98ED5C
#endif
static const unsigned BEAT = DATA_W / 8, LANES = DATA_W / 64, CELL_LANES = 8, CELLS = 1u << TCW;

struct answer {
    ttp_response header;
    bool has_block;
    ttp_block block;
};

struct payload {
    ttp_response header;
    uint16_t len;
    std::vector<uint16_t> cells;
};

// The payload store: cells that hold anything, and what it shows in the cycle after a read.
struct cell_store {
    tb_rng &r;
    std::vector<uint64_t> lane = std::vector<uint64_t>(size_t{CELLS} * CELL_LANES);
    std::vector<uint16_t> next = std::vector<uint16_t>(CELLS), spare = {};
    uint64_t fetch_data[LANES] = {};
    uint16_t next_cell = 0;

    explicit cell_store(tb_rng &rng) : r(rng)
    {
        for (unsigned i = 0; i < CELLS; i++)
            if (i < 4096 || i + 64 > CELLS) give(static_cast<uint16_t>(i));
    }
    // What is given back may be written again at once.
    void give(uint16_t cell)
    {
        spare.push_back(cell);
        next[cell] = static_cast<uint16_t>(r.below(CELLS));
        fill(cell);
    }
    void fill(uint16_t cell)
    {
        for (unsigned i = 0; i < CELL_LANES; i++) lane[size_t{cell} * CELL_LANES + i] = r.next();
    }
    std::vector<uint16_t> take(unsigned n)
    {
        std::vector<uint16_t> chain;
        while (chain.size() < n) {
            std::swap(spare[r.below(spare.size())], spare.back());
            if (!chain.empty()) next[chain.back()] = spare.back();
            chain.push_back(spare.back());
            spare.pop_back();
            fill(chain.back());
        }
        return chain;
    }
    void read(const ttp_tx_frame_out &o)
    {
        for (unsigned i = 0; o.fetch_en && i < LANES; i++)
            fetch_data[i] = lane[size_t{o.fetch_addr} * LANES + i];
        if (o.next_cell_en) next_cell = next[o.next_cell_addr];
    }
    std::vector<uint8_t> bytes(const payload &p) const
    {
        std::vector<uint8_t> data(p.len);
        for (unsigned i = 0; i < p.len; i++) {
            const uint64_t l = lane[size_t{p.cells[i / 64]} * CELL_LANES + i % 64 / 8];
            data[i] = static_cast<uint8_t>(l >> (8 * (i % 8)));
        }
        return data;
    }
};

struct frame {
    std::vector<uint8_t> bytes;
    bool notify;

    // n: bytes behind byte 60 of which the header tells
    frame(uint32_t own, const ttp_response &x, const std::vector<uint8_t> &data, uint32_t n)
        : bytes(std::max<size_t>(64, 60 + data.size())), notify(x.notify)
    {
        put(0, 3, ADDR_HIGH), put(3, 3, x.node);
        put(6, 3, ADDR_HIGH), put(9, 3, own);
        put(12, 2, 0x9AC6), put(14, 1, 5), put(16, 2, n + 46);
        put(34, 3, own), put(37, 3, x.node), put(40, 2, n + 26);
        put(42, 1, x.op), put(43, 1, x.vc);
        put(44, 2, x.to_life), put(46, 2, x.life);
        if (x.to_life) put(50, 1, 0x10);
        put(52, 4, x.txid), put(56, 4, x.rxid);
        std::copy(data.begin(), data.end(), bytes.begin() + 60);
    }
    void put(unsigned at, unsigned n, uint32_t v)
    {
        for (unsigned i = 0; i < n; i++) bytes[at + i] = static_cast<uint8_t>(v >> 8 * (n - 1 - i));
    }
};

struct Bench : lockstep<Vttp_tx_frame> {
    tb_model<ttp_tx_frame> ref{ ttp_tx_frame_bind,
                                [](ttp_params &p) { p.addr_high = ADDR_HIGH; } };
    ttp_tx_frame_in in = {};
    ttp_tx_frame_out o = {};
    cell_store store{ r };
    std::deque<payload> payloads;
    std::deque<answer> responses;
    answer no_response = {};
    struct { unsigned ready, quiesce, payload, response, select; } load = { 100, 0, 50, 50, 50 };
    unsigned lengths = 0;
    uint32_t own = 0x123456, serial = 0;

    // The witness
    std::deque<frame> expect;           // started, and not all of it has left
    size_t at = 0;                      // byte of the first one that is next
    struct { bool mid_frame, notify_left, more; uint16_t started; } was = {};   // a cycle ago
    uint64_t from_idle_at = 0;          // cycle in which a frame was started from idle
    uint64_t tails[64] = {};            // payloads by their length modulo a beat

    void drive() override
    {
        if (r.one_in(300)) {
            load = { tb_load(r, 1), r.one_in(3) ? tb_load(r, 0, 3) : 0, tb_load(r), tb_load(r),
                     tb_load(r) };
            lengths = r.below(5);
        }
        if (payloads.size() < 8 && r.percent(load.payload)) new_payload();
        if (responses.size() < 16 && r.percent(load.response))
            responses.push_back(some_answer(25));
        ttp_tx_frame_drive(&ref, &o);
        in = {};
        in.core_rst = chk.cycle < 2 || r.one_in(10000);
        in.quiesce = chk.cycle < 1 || r.percent(load.quiesce);
        in.m_axis_wire_tready = r.percent(load.ready);
        in.cfg_node = own;
        show_payload(payloads.empty() ? payload{ some_response(r, 0), some_length(), { 0 } }
                                      : payloads.front());
        no_response = some_answer(50);
        in.response_valid = !responses.empty();
        show_response(in.response_valid ? responses.front() : no_response);
        in.sel_payload = in.payload_valid && (!in.response_valid || r.percent(load.select));
        in.fetch_data = store.fetch_data;
        for (unsigned i = 0; i < LANES; i++)
            tb_put(dut->fetch_data, 64 * i, 64, store.fetch_data[i]);
        in.next_cell = store.next_cell;
        DRIVE(core_rst, quiesce, m_axis_wire_tready, cfg_node, payload_valid, response_valid,
              sel_payload, next_cell);
        ttp_tx_frame_comb(&ref, &in, &o);
    }

    answer some_answer(unsigned notify)
    {
        return { some_response(r, notify), r.one_in(3),
                 { { r.next(), r.next() }, r.one_in(2) } };
    }

    void show_response(const answer &x)
    {
        in.response = &x.header;
        in.block = x.has_block ? &x.block : nullptr;
        response_put(dut->response, x.header);
        bus_set(dut->block, {{BLOCK_THERE, x.has_block}, {BLOCK_COUNTS, x.block.counts}});
        for (unsigned i = 0; i < 2; i++) tb_put(dut->block, 64 * i, 64, x.block.lane[i]);
    }

    uint16_t some_length()
    {
        switch (lengths) {
        case 0:  return 1024;
        case 1:  return static_cast<uint16_t>(r.in(1, 12));
        case 2:  return static_cast<uint16_t>(r.in(1, 130));
        case 3:  return static_cast<uint16_t>(64 * r.in(1, 16) - r.below(8));
        default: return static_cast<uint16_t>(r.in(1, 1024));
        }
    }

    void new_payload()
    {
        payload p = { some_response(r, 0), some_length(), {} };
        const unsigned n = (p.len + 63u) / 64;
        if (store.spare.size() < n) return;
        p.header.op = TTP_OP_PAYLOAD;
        p.header.txid = ++serial * 0x01010101;
        p.header.rxid = r.one_in(3) ? 0 : static_cast<uint32_t>(r.bits(16));
        p.cells = store.take(n);
        payloads.push_back(p);
    }

    void show_payload(const payload &p)
    {
        in.payload_valid = !payloads.empty();
        in.payload_id = p.header.txid;
        in.payload_node = p.header.node;
        in.payload_vc = p.header.vc;
        in.payload_life = p.header.life;
        in.payload_to_life = p.header.to_life;
        in.payload_number = static_cast<uint16_t>(p.header.rxid);
        in.payload_len = p.len;
        in.payload_first = p.cells[0];
        DRIVE_BUS(payload, id, node, vc, life, to_life, number, len, first);
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(m_axis_wire_tvalid, frame_left, tx_idle, tx_pulse, payload_ready, response_ready,
             start_response, start_payload);
        BUS_EQ(chk, dut->fetch, FETCH_EN, o.fetch_en);
        BUS_EQ(chk, dut->fetch, FETCH_NEXT_EN, o.next_cell_en);
        chk.eq("tuser", dut->m_axis_wire_tuser, 0);
        if (o.fetch_en) BUS_EQ(chk, dut->fetch, FETCH_ADDR, o.fetch_addr);
        if (o.next_cell_en) BUS_EQ(chk, dut->fetch, FETCH_CELL, o.next_cell_addr);
        if (o.m_axis_wire_tvalid) {
            SAME(m_axis_wire_tlast);
            chk.eq("tkeep", tb_get(dut->m_axis_wire_tkeep, 0, BEAT), o.m_axis_wire_tkeep);
            for (unsigned i = 0; i < BEAT; i++)
                if (o.m_axis_wire_tkeep >> i & 1)
                    chk.eq("tdata", tb_get(dut->m_axis_wire_tdata, 8 * i, 8),
                           o.m_axis_wire_tdata[i / 8] >> 8 * (i % 8) & 0xff);
            witness_beat();
        }
        witness_timing();
    }

    void witness_beat()
    {
        if (expect.empty()) chk.eq("a frame that nobody started", 1, 0);
        const std::vector<uint8_t> &bytes = expect.front().bytes;
        const unsigned n = static_cast<unsigned>(std::min<size_t>(bytes.size() - at, BEAT));
        chk.eq("tlast as defined", dut->m_axis_wire_tlast, at + BEAT >= bytes.size());
        chk.eq("tkeep as defined", tb_get(dut->m_axis_wire_tkeep, 0, BEAT),
               ~uint64_t{0} >> (64 - n));
        for (unsigned i = 0; i < n; i++)
            chk.eq("byte", tb_get(dut->m_axis_wire_tdata, 8 * i, 8), bytes[at + i]);
    }

    void witness_timing()
    {
        const bool starts = dut->start_payload | dut->start_response;
        chk.eq("frame_left as defined", dut->frame_left, was.notify_left);
        chk.eq("tx_pulse as defined", dut->tx_pulse, was.started);
        if (was.mid_frame) chk.eq("a beat in every cycle of a frame", dut->m_axis_wire_tvalid, 1);
        if (was.more) chk.eq("back to back", dut->m_axis_wire_tvalid, 1);
        AIM("back to back frames", was.more);
        if (in.quiesce) chk.eq("no start under quiesce", starts, 0);
        if (from_idle_at && chk.cycle <= from_idle_at + 2)
            chk.eq("from idle, the first beat after two cycles and not sooner",
                   dut->m_axis_wire_tvalid, chk.cycle == from_idle_at + 2);
        AIM("idle", o.tx_idle);
        AIM("start from idle", o.tx_idle && starts);
        if (!o.tx_idle) return;
        chk.eq("idle: frame ended", expect.empty() && at == 0, 1);
        if (!in.quiesce)
            chk.eq("idle: starts at once", starts, in.payload_valid || in.response_valid);
        if (starts) from_idle_at = chk.cycle;
    }

    void step() override
    {
        ttp_tx_frame_clock(&ref, &in);
        was = {};
        if (chk.cycle) {
            if (o.m_axis_wire_tvalid && in.m_axis_wire_tready) beat_left();
            if (o.start_payload) payload_started(payloads.front());
            if (o.start_response) response_started(responses.front());
            store.read(o);
            if (o.response_ready) responses.pop_front();
            if (o.payload_ready) {
                for (uint16_t cell : payloads.front().cells) store.give(cell);
                payloads.pop_front();
            }
        }
        if (in.core_rst) reset();
    }

    void beat_left()
    {
        was.mid_frame = !o.m_axis_wire_tlast;
        at += BEAT;
        if (was.mid_frame) return;
        was.notify_left = expect.front().notify;
        was.more = expect.size() > 1;       // the next frame was started in time
        expect.pop_front();
        at = 0;
    }

    void payload_started(const payload &p)
    {
        expect.emplace_back(own, p.header, store.bytes(p), p.len);
        was.started = 1 << TTP_OP_PAYLOAD;
        tails[p.len % BEAT]++;
        AIM("payload frame", 1);
        AIM("payload below 4 bytes", p.len < 4);
        AIM("payload of 1024 bytes", p.len == 1024);
        AIM("payload frame with a number", p.header.rxid != 0);
        AIM("payload frame marked", p.header.to_life != 0);
        AIM("payload frame that is not marked", p.header.to_life == 0);
    }

    void response_started(const answer &a)
    {
        const ttp_response &x = a.header;
        const bool counts = a.has_block && a.block.counts;
        std::vector<uint8_t> block(a.has_block ? 16 : 0);
        for (unsigned i = 0; i < block.size(); i++)
            block[i] = static_cast<uint8_t>(a.block.lane[i / 8] >> 8 * (i % 8));
        expect.emplace_back(own, x, block, counts ? 16 : 0);
        if (counts) expect.back().put(51, 1, block[0]);
        was.started = static_cast<uint16_t>(1 << x.op);
        AIM("frame without payload", 1);
        AIM("notify frame", x.notify);
        AIM("frame with a block of which the header tells", counts);
        AIM("frame with a block of which it does not", a.has_block && !counts);
        AIM("frame without payload marked", x.to_life != 0);
        AIM("frame without payload that is not marked", x.to_life == 0);
    }

    void reset()
    {
        AIM("reset in mid frame", !expect.empty());
        expect.clear();
        for (const payload &p : payloads)
            store.spare.insert(store.spare.end(), p.cells.begin(), p.cells.end());
        payloads.clear();
        responses.clear();
        at = 0;
        was = {};
        from_idle_at = 0;
        own = static_cast<uint32_t>(r.bits(24));
    }

    void aims() override
    {
        for (unsigned i = 0; i < BEAT; i++) chk.reached("every length modulo a beat", tails[i]);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }

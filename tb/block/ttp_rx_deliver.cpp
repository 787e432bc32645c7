// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_deliver.v against model/ttp_rx_deliver.c. Payloads lie in the ring, verdicts on
// them come, a host takes beats. The witness: taken payloads come out whole and in order, from the
// words that the ring gave them; every payload gives back its cells once; a beat waits for tready.
// PARAMS: -GDATA_W=64 -GRX_CELLS=32 -GRCW=5 -GWPC=8 | -GDATA_W=64 -GRX_CELLS=256 -GRCW=8 -GWPC=8
// PARAMS: -GDATA_W=128 -GRX_CELLS=64 -GRCW=6 -GWPC=4 | -GDATA_W=256 -GRX_CELLS=128 -GRCW=7 -GWPC=2
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=4096 -GRCW=12 -GWPC=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=32 -GRCW=5 -GWPC=1
// PARAMS: -GDATA_W=64 -GRX_CELLS=128 -GRCW=7 -GWPC=8 -GSELECTIVE=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRX_CELLS=4096 -GRCW=12 -GWPC=1 -GSELECTIVE=1
// SEEDS: 1 2 3
#include "Vttp_rx_deliver.h"
#include "bus_place.h"
#include "lockstep.h"
#include "rx_ring.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_rx_deliver.h"
}

#ifndef SELECTIVE
#define SELECTIVE 0
#endif

static constexpr unsigned B = DATA_W / 8, LANES = DATA_W / 64, WORDS = RX_CELLS * WPC;

struct Payload { uint32_t len, tid, first_word; bool take; uint32_t bay; };

struct Bench : lockstep<Vttp_rx_deliver> {
    tb_model<ttp_rx_deliver> model{ ttp_rx_deliver_bind, [](ttp_params &p) {
        p.data_w = DATA_W;
        p.rx_cells = RX_CELLS;
        p.selective = SELECTIVE;
    } };
    ttp_rx_deliver_in in = {};
    ttp_rx_deliver_out o = {};
    // World: the ring, its memory, and the word that was read last
    rx_ring ring{ RX_CELLS, SELECTIVE };
    std::vector<bool> taken = std::vector<bool>(RX_CELLS / 16);     // bays
    std::vector<uint64_t> mem = std::vector<uint64_t>(size_t{WORDS} * LANES);
    uint32_t rd_word = 0;
    uint64_t rd_data[8] = {};
    // Phase, in percent
    unsigned verdicts = 50, host_ready = 50, takes = 80, length = 0;
    // Witness: payloads that have a verdict
    std::deque<Payload> for_host, in_ring;
    uint32_t beat = 0;                  // of for_host.front()
    uint32_t delivered = 0;             // bytes, if the last beat was taken in the cycle before
    bool stalled = false, ended = false, dropped = false;   // in the cycle before

    // Any bay that nobody lies in
    uint16_t some_bay()
    {
        uint32_t at = r.below(RX_CELLS / 16);
        while (taken[at]) at = (at + 1) % (RX_CELLS / 16);
        return static_cast<uint16_t>(at);
    }
    void change_phase()
    {
        static const unsigned v[] = { 1, 10, 50, 100, 100 }, ready[] = { 0, 3, 50, 100, 100 };
        verdicts = v[r.below(5)];
        host_ready = ready[r.below(5)];
        takes = r.one_in(4) ? r.below(101) : 90;
        length = r.below(3);
    }
    void drive() override
    {
        if (r.one_in(400)) change_phase();
        if (r.one_in(in.quiesce ? 40 : 500)) in.quiesce = !in.quiesce;
        in.core_rst = chk.cycle < 2 || r.one_in(4000);
        in.m_axis_host_tready = r.percent(host_ready);
        uint32_t len = length == 0 ? r.in(1, 1024) : length == 1 ? r.in(1, B) : r.in(1, 130);
        if (r.one_in(8)) len = r.in(1, 16) * 64;
        in.verdict_valid = chk.cycle >= 2 && ring.slot_free() && cells(len) <= ring.free_cells
                           && r.percent(verdicts);
        in.verdict_take = r.percent(takes);
        in.verdict_len = static_cast<uint16_t>(len);
        in.verdict_vc = static_cast<uint8_t>(r.below(3));
        in.verdict_node = r.below(1 << 24);
        in.verdict_bay = SELECTIVE && in.verdict_valid ? some_bay() : 0;
        DRIVE(core_rst, quiesce, m_axis_host_tready, verdict_valid);
        bus_set(dut->verdict, { { VERDICT_TAKE, in.verdict_take }, { VERDICT_LEN, len },
                                { VERDICT_VC, in.verdict_vc }, { VERDICT_NODE, in.verdict_node },
                                { VERDICT_BAY, in.verdict_bay } });
        put_lanes(dut->rd_data, rd_data, LANES);
    }
    static uint32_t cells(uint32_t len) { return SELECTIVE ? 16 : (len + 63) / 64; }

    void check() override
    {
        ttp_rx_deliver_drive(model, &o);
        ttp_rx_deliver_comb(model, &in, &o);
        if (chk.cycle < 1) return;
        SAME(m_axis_host_tvalid, rx_idle, dlv_pulse, rd_en, rel_en);
        chk.eq("dlv_len", dut->dlv_len, o.dlv_pulse ? o.dlv_len : 0);
        if (o.rd_en) SAME(rd_addr);
        if (o.rel_en) SAME(rel_n);
        if (SELECTIVE && o.rel_en) SAME(rel_bay);
        if (o.m_axis_host_tvalid) {
            SAME(m_axis_host_tlast, m_axis_host_tkeep, m_axis_host_tid);
            check_lanes(chk, "tdata", dut->m_axis_host_tdata, rd_data, LANES);
        }
        if (chk.cycle >= 2) witness();
    }
    uint32_t left() const { return for_host.front().len - beat * B; }
    void witness()
    {
        chk.eq("pulse", o.dlv_pulse, delivered != 0);
        if (delivered) chk.eq("length delivered", o.dlv_len, delivered);
        if (stalled) chk.eq("tvalid holds", o.m_axis_host_tvalid, 1);
        if (o.rd_en && o.rx_idle) chk.eq("starts in spite of quiesce", in.quiesce, 0);
        if (o.m_axis_host_tvalid) {
            chk.eq("a packet is due", !for_host.empty(), 1);
            const Payload &p = for_host.front();
            const uint32_t n = std::min(left(), B);
            chk.eq("tid", o.m_axis_host_tid, p.tid);
            chk.eq("tlast", o.m_axis_host_tlast, left() <= B);
            chk.eq("tkeep", o.m_axis_host_tkeep, n == 64 ? ~0ull : (1ull << n) - 1);
            chk.eq("word", rd_word, (p.first_word + beat) % WORDS);
        }
        if (o.rel_en) {
            chk.eq("released", !in_ring.empty(), 1);
            chk.eq("cells", o.rel_n, (in_ring.front().len + 63) / 64);
            if (SELECTIVE) chk.eq("bay", o.rel_bay, in_ring.front().bay);
        }
    }
    bool beat_taken() const { return o.m_axis_host_tvalid && in.m_axis_host_tready; }
    bool drops() const { return o.rel_en && !in_ring.front().take; }
    void seen() override
    {
        const bool end = beat_taken() && o.m_axis_host_tlast;

        AIM("delivered", end);
        AIM("dropped", drops());
        AIM("dropped in a row", drops() && dropped);
        AIM("packets back to back", beat_taken() && ended);
        AIM("verdict queue full", !ring.slot_free());
        AIM_IF(RX_CELLS <= 128, "no free cell", ring.free_cells == 0);
        AIM("stall", o.m_axis_host_tvalid && !in.m_axis_host_tready);
        AIM("quiesce with packets waiting", in.quiesce && o.rx_idle && !for_host.empty());
        AIM("1024 bytes", end && for_host.front().len == 1024);
        AIM("wrap", in.verdict_valid && ring.base + cells(in.verdict_len) >= RX_CELLS);
        AIM("verdict behind the head came late", !model.head_v && model.vq.count);
    }

    void step() override
    {
        stalled = o.m_axis_host_tvalid && !in.m_axis_host_tready;
        ended = beat_taken() && o.m_axis_host_tlast;
        dropped = drops();
        delivered = ended ? for_host.front().len : 0;
        if (beat_taken()) beat++;
        if (ended) {
            for_host.pop_front();
            beat = 0;
        }
        if (o.rel_en) {
            ring.release();
            taken[in_ring.front().bay] = false;
            in_ring.pop_front();
        }
        if (in.verdict_valid) verdict();
        if (o.rd_en) {
            rd_word = o.rd_addr;
            std::copy_n(&mem[size_t{rd_word} * LANES], LANES, rd_data);
        }
        ttp_rx_deliver_clock(model, &in);
        if (in.core_rst) reset();
    }
    // A payload comes to lie in the ring, with random bytes.
    void verdict()
    {
        const uint32_t first = (SELECTIVE ? in.verdict_bay * 16u : ring.base) * WPC;
        const uint32_t n = cells(in.verdict_len) * WPC;
        const Payload p = { in.verdict_len, uint32_t{in.verdict_vc} << 24 | in.verdict_node, first,
                            in.verdict_take, in.verdict_bay };

        for (uint32_t i = 0; i < n * LANES; i++) mem[(first * LANES + i) % mem.size()] = r.next();
        ring.claim(cells(in.verdict_len));
        in_ring.push_back(p);
        taken[p.bay] = SELECTIVE;
        if (p.take) for_host.push_back(p);
    }
    void reset()
    {
        ring.clear();
        for_host.clear();
        in_ring.clear();
        std::fill(taken.begin(), taken.end(), false);
        beat = delivered = 0;
        stalled = ended = dropped = false;
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 150000); }

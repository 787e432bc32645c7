// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_deliver.v against model/ttp_rx_deliver.c, every cycle, and both against a witness
// here: taken payloads come out whole and in order, from the words that the ring gave them; every
// payload gives back its cells once; the stream keeps its rules.
// PARAMS: -GDATA_W=64 -GRX_CELLS=32 -GRCW=5 -GWPC=8 | -GDATA_W=64 -GRX_CELLS=256 -GRCW=8 -GWPC=8
// PARAMS: -GDATA_W=128 -GRX_CELLS=64 -GRCW=6 -GWPC=4 | -GDATA_W=256 -GRX_CELLS=128 -GRCW=7 -GWPC=2
// PARAMS: -GDATA_W=512 -GRX_CELLS=4096 -GRCW=12 -GWPC=1
// PARAMS: -GDATA_W=512 -GRX_CELLS=32 -GRCW=5 -GWPC=1
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_rx_deliver.h"
#include "bus_rx.h"
#include "tb_util.h"
extern "C" {
#include "ttp_rx_deliver.h"
}

static const unsigned B = DATA_W / 8, LANES = DATA_W / 64, WORDS = RX_CELLS * WPC;

struct packet { uint32_t len, tid, first; bool take; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_rx_deliver", seed);
    auto dut = std::make_unique<Vttp_rx_deliver>();
    ttp_params prm = {};
    prm.data_w = DATA_W;
    prm.rx_cells = RX_CELLS;
    ttp_rx_deliver m = {};
    ttp_arena count = { nullptr, 0, 0 };
    ttp_rx_deliver_bind(&m, &prm, &count);
    std::vector<uint64_t> store(count.used / 8);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(store.data()), 0, count.used };
    ttp_rx_deliver_bind(&m, &prm, &arena);

    const uint32_t vq_n = RX_CELLS < 64 ? RX_CELLS : 64;
    uint32_t base = 0, free_cells = RX_CELLS;   // the ring
    std::deque<packet> host, ring;              // to come at the host; still in the ring
    uint32_t beat = 0;                          // of host.front()
    uint32_t rd_word = 0;                       // what rd_data shows
    std::vector<uint64_t> mem(size_t{WORDS} * LANES);
    uint64_t rd[8] = {};
    uint64_t len_due = 0;
    uint64_t n_take = 0, n_drop = 0, n_b2b = 0, n_full = 0, n_cells = 0, n_stall = 0, n_quiet = 0;
    uint64_t n_max = 0, n_wrap = 0, n_burst = 0, n_late = 0;
    unsigned p_vd = 50, p_rdy = 50, p_take = 80, small = 0;
    bool quiesce = false, was_stall = false, was_last = false, was_skip = false;
    uint64_t h_keep = 0;
    uint32_t h_tid = 0;
    bool h_last = false;
    ttp_rx_deliver_out o = {};

    for (uint64_t c = 0; c < 150000; c++) {
        chk.cycle = c;
        if (r.one_in(400)) {
            static const unsigned p[] = { 1, 10, 50, 100, 100 }, t[] = { 0, 3, 50, 100, 100 };
            p_vd = p[r.below(5)];
            p_rdy = t[r.below(5)];
            p_take = r.one_in(4) ? r.below(101) : 90;
            small = r.below(3);
        }
        if (r.one_in(quiesce ? 40 : 500)) quiesce = !quiesce;
        ttp_rx_deliver_in in = {};
        in.core_rst = c < 2 || r.one_in(4000);
        in.quiesce = quiesce;
        in.m_axis_host_tready = r.percent(p_rdy);
        uint32_t len = small == 0 ? r.in(1, 1024) : small == 1 ? r.in(1, B) : r.in(1, 130);
        if (r.one_in(8)) len = r.in(1, 16) * 64;
        const uint32_t cells = (len + 63) / 64;
        in.verdict_valid = c >= 2 && ring.size() < vq_n && cells <= free_cells && r.percent(p_vd);
        in.verdict_take = r.percent(p_take);
        in.verdict_len = static_cast<uint16_t>(len);
        in.verdict_vc = static_cast<uint8_t>(r.below(3));
        in.verdict_node = r.below(1 << 24);

        dut->core_rst = in.core_rst;
        dut->quiesce = in.quiesce;
        dut->m_axis_host_tready = in.m_axis_host_tready;
        dut->verdict_valid = in.verdict_valid;
        bus_put(dut->verdict, VERDICT_TAKE, in.verdict_take);
        bus_put(dut->verdict, VERDICT_LEN, in.verdict_len);
        bus_put(dut->verdict, VERDICT_VC, in.verdict_vc);
        bus_put(dut->verdict, VERDICT_NODE, in.verdict_node);
        for (unsigned i = 0; i < LANES; i++) tb_put(dut->rd_data, 64 * i, 64, rd[i]);
        dut->clk = 0;
        dut->eval();
        bool new_stall = false;
        if (c >= 1) {
            ttp_rx_deliver_drive(&m, &o);
            ttp_rx_deliver_comb(&m, &in, &o);
            CHECK_EQ(chk, dut->m_axis_host_tvalid, o.m_axis_host_tvalid);
            CHECK_EQ(chk, dut->rx_idle, o.rx_idle);
            CHECK_EQ(chk, dut->dlv_pulse, o.dlv_pulse);
            CHECK_EQ(chk, dut->rd_en, o.rd_en);
            CHECK_EQ(chk, dut->rel_en, o.rel_en);
            if (o.dlv_pulse) CHECK_EQ(chk, dut->dlv_len, o.dlv_len);
            if (o.rd_en) CHECK_EQ(chk, dut->rd_addr, o.rd_addr);
            if (o.rel_en) CHECK_EQ(chk, dut->rel_n, o.rel_n);
            if (o.m_axis_host_tvalid) {
                CHECK_EQ(chk, dut->m_axis_host_tlast, o.m_axis_host_tlast);
                CHECK_EQ(chk, dut->m_axis_host_tkeep, o.m_axis_host_tkeep);
                CHECK_EQ(chk, dut->m_axis_host_tid, o.m_axis_host_tid);
                for (unsigned i = 0; i < LANES; i++)
                    chk.eq("tdata", tb_get(dut->m_axis_host_tdata, 64 * i, 64), rd[i]);
            }
        }
        if (c >= 2) {
            // The stream: a beat holds until it is taken, and is the right one.
            chk.eq("pulse", o.dlv_pulse, len_due != 0);
            if (len_due) chk.eq("length delivered", o.dlv_len, len_due);
            len_due = 0;
            if (was_stall) {
                chk.eq("tvalid holds", o.m_axis_host_tvalid, 1);
                chk.eq("tkeep holds", o.m_axis_host_tkeep, h_keep);
                chk.eq("tid holds", o.m_axis_host_tid, h_tid);
                chk.eq("tlast holds", o.m_axis_host_tlast, h_last);
            }
            if (o.m_axis_host_tvalid) {
                chk.eq("a packet is due", !host.empty(), 1);
                const packet &p = host.front();
                const uint32_t left = p.len - beat * B, n = left < B ? left : B;
                chk.eq("tid", o.m_axis_host_tid, p.tid);
                chk.eq("tlast", o.m_axis_host_tlast, left <= B);
                chk.eq("tkeep", o.m_axis_host_tkeep, n == 64 ? ~0ull : (1ull << n) - 1);
                chk.eq("word", rd_word, (p.first + beat) % WORDS);
                h_keep = o.m_axis_host_tkeep;
                h_tid = o.m_axis_host_tid;
                h_last = o.m_axis_host_tlast;
                new_stall = !in.m_axis_host_tready;
                n_stall += new_stall;
                if (in.m_axis_host_tready) {
                    n_b2b += was_last;
                    beat++;
                    if (left <= B) {
                        len_due = p.len;
                        n_take++;
                        n_max += p.len == 1024;
                        host.pop_front();
                        beat = 0;
                    }
                }
            }
            was_last = o.m_axis_host_tvalid && o.m_axis_host_tlast && in.m_axis_host_tready;
            n_quiet += quiesce && o.rx_idle && !host.empty();
            n_full += ring.size() == vq_n;
            n_cells += free_cells == 0;
            if (o.rd_en && o.rx_idle) chk.eq("starts in spite of quiesce", quiesce, 0);
            // The ring
            if (o.rel_en) {
                chk.eq("released", !ring.empty(), 1);
                const packet &p = ring.front();
                chk.eq("cells", o.rel_n, (p.len + 63) / 64);
                if (!p.take) { n_drop++; n_burst += was_skip; }
                was_skip = !p.take;
                free_cells += o.rel_n;
                ring.pop_front();
            } else {
                was_skip = false;
            }
            n_late += !m.head_v && m.vq.count;
            if (in.verdict_valid) {
                const uint32_t tid = uint32_t{in.verdict_vc} << 24 | in.verdict_node;
                packet p = { len, tid, base * WPC, in.verdict_take };
                ring.push_back(p);
                if (p.take) host.push_back(p);
                n_wrap += base + cells >= RX_CELLS;
                for (uint32_t i = 0; i < cells * WPC; i++) {
                    const size_t word = (p.first + i) % WORDS;
                    for (unsigned l = 0; l < LANES; l++) mem[word * LANES + l] = r.next();
                }
                base = (base + cells) % RX_CELLS;
                free_cells -= cells;
            }
            if (o.rd_en) {
                rd_word = o.rd_addr;
                for (unsigned l = 0; l < LANES; l++) rd[l] = mem[size_t{rd_word} * LANES + l];
            }
        }
        was_stall = new_stall;
        ttp_rx_deliver_clock(&m, &in);
        tb_edge(*dut);
        if (in.core_rst) {
            host.clear();
            ring.clear();
            beat = base = 0;
            free_cells = RX_CELLS;
            len_due = 0;
            was_stall = was_last = was_skip = false;
        }
    }
    dut->final();
    chk.reached("delivered", n_take);
    chk.reached("dropped", n_drop);
    chk.reached("dropped in a row", n_burst);
    chk.reached("packets back to back", n_b2b);
    chk.reached("verdict queue full", n_full);
    if (RX_CELLS <= 128) chk.reached("no free cell", n_cells);
    chk.reached("stall", n_stall);
    chk.reached("quiesce with packets waiting", n_quiet);
    chk.reached("1024 bytes", n_max);
    chk.reached("wrap", n_wrap);
    chk.reached("verdict behind the head came late", n_late);
    printf("PASS delivered=%" PRIu64 " dropped=%" PRIu64 " back to back=%" PRIu64
           " late=%" PRIu64 "\n", n_take, n_drop, n_b2b, n_late);
    return 0;
}

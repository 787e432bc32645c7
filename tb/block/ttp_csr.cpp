// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_csr.v against model/ttp_csr.c, every cycle. Random accesses to every address,
// a link pipe that is sometimes slow or stuck, soft resets; and the bound on the answer.
// PARAMS: -GDATA_W=64
// PARAMS: -GDATA_W=512 -GTX_CELLS=65536 -GTX_PKTS=16384 -GRX_CELLS=16384 -GLINK_SETS=1024
//     -GLINK_WAYS=4 -GTRACE=1 -GSRAM_1P=1 -GDEEP=0
//     -GTIMEOUT_RST=1073741824 -GOPEN_TMO_RST=1073741823 -GCLOSE_TMO_RST=1073741822
//     -GBACKOFF_RST=1073741821 -GRETRY_MAX_RST=255
// PARAMS: -GDATA_W=128 -GTX_CELLS=16 -GTX_PKTS=8 -GRX_CELLS=32 -GLINK_SETS=1
//     -GLINK_WAYS=1 -GTRACE=1 -GSRAM_1P=0 -GDEEP=1
//     -GTIMEOUT_RST=1 -GOPEN_TMO_RST=2 -GCLOSE_TMO_RST=3 -GBACKOFF_RST=4 -GRETRY_MAX_RST=1
// SEEDS: 1 2
// VLT: sim/ttp_mac.vlt
#include <memory>
#include <set>
#include "Vttp_csr.h"
#include "Vttp_csr___024root.h"
#include "csr_pins.h"

#ifndef TX_CELLS                // a set without them: the defaults of the RTL
#define TX_CELLS 1536
#define TX_PKTS 256
#define RX_CELLS 256
#define LINK_SETS 32
#define LINK_WAYS 2
#define TRACE 0
#define SRAM_1P 0
#define DEEP 0
#endif
#ifndef TIMEOUT_RST             // ... which are those of ttp_regs.h
#define TIMEOUT_RST TTP_RST_TIMEOUT
#define OPEN_TMO_RST TTP_RST_OPEN_TMO
#define CLOSE_TMO_RST TTP_RST_CLOSE_TMO
#define BACKOFF_RST TTP_RST_BACKOFF
#define RETRY_MAX_RST TTP_RST_RETRY_MAX
#endif

static const uint32_t REGS[] = {
    TTP_REG_ID, TTP_REG_VERSION, TTP_REG_PARAM, TTP_REG_TX_CELLS, TTP_REG_TX_PKTS, TTP_REG_RX_CELLS,
    TTP_REG_LINKS, TTP_REG_NODE, TTP_REG_CTRL, TTP_REG_STATUS, TTP_REG_EPOCH, TTP_REG_TIMEOUT,
    TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF, TTP_REG_RETRY_MAX, TTP_REG_REACK,
    TTP_REG_VICTIM_IDLE, TTP_REG_IDLE_TMO, TTP_REG_CELL_LIMIT, TTP_REG_START_ID, TTP_REG_CLOSE_LINK,
    TTP_REG_LINK_INDEX, TTP_REG_IRQ_CAUSE, TTP_REG_IRQ_MASK, TTP_REG_CPL_CTRL, TTP_REG_SNAPSHOT,
    TTP_REG_LINK_REC0, TTP_REG_LINK_REC1, TTP_REG_LINK_REC2, TTP_REG_LINK_REC3, TTP_REG_LINK_REC4,
    TTP_REG_LINK_REC5, TTP_REG_LINK_REC6, TTP_REG_CYCLES_LO, TTP_REG_CYCLES_HI, TTP_REG_CELLS_FREE,
    TTP_REG_CELLS_LOW, TTP_REG_PKTS_FREE, TTP_REG_RXC_FREE };
static const unsigned REGS_N = sizeof REGS / sizeof *REGS;

static uint32_t pick_addr(tb_rng &r)
{
    switch (r.below(8)) {
    case 0:  return TTP_REG_COUNTER + 4 * r.below(128);
    case 1:  return r.below(4096) & ~3u;
    case 2:  return r.one_in(2) ? TTP_REG_CLOSE_LINK : TTP_REG_LINK_INDEX;
    default: return REGS[r.below(REGS_N)] + (r.one_in(8) ? r.below(4) : 0);
    }
}

static uint32_t pick_data(tb_rng &r)
{
    switch (r.below(10)) {
    case 0:  return 0;
    case 1:  return r.below(32);
    case 2:  return TX_CELLS - 2 + r.below(5);
    case 3:  return (1u << 30) - 2 + r.below(5);
    case 4:  return 3 * LINK_SETS * LINK_WAYS - 2 + r.below(5);
    case 5:  return r.below(5) << 24 | r.below(1 << 24);
    case 6:  return 254 + r.below(4);
    case 7:  return r.below(3 * LINK_SETS * LINK_WAYS);
    case 8:  return 1u << r.below(32) | r.below(64);        // far too much by one bit alone
    default: return static_cast<uint32_t>(r.next());
    }
}

TB_INSIDE(time_of, ttp_csr__DOT__now_q, ttp_csr__DOT__u_net__DOT__now_q)

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_csr", seed);
    auto dut = std::make_unique<Vttp_csr>();
    const auto setting = [&](bus_place p) { return bus_get(dut->settings, p); };
    ttp_params p = {};
    p.data_w = DATA_W, p.tx_cells = TX_CELLS, p.tx_pkts = TX_PKTS, p.rx_cells = RX_CELLS;
    p.link_sets = LINK_SETS, p.link_ways = LINK_WAYS;
    p.trace = TRACE, p.sram_1p = SRAM_1P, p.deep = DEEP;
    p.timeout_rst = TIMEOUT_RST, p.open_tmo_rst = OPEN_TMO_RST, p.close_tmo_rst = CLOSE_TMO_RST;
    p.backoff_rst = BACKOFF_RST, p.retry_max_rst = RETRY_MAX_RST;
    ttp_csr ref = {};
    ttp_csr_init(&ref, &p);
    ttp_csr_out o = {};
    ttp_csr_in in = {};
    std::set<uint32_t> ok_rd, ok_wr, err_rd, err_wr;
    uint64_t hard = 0, soft = 0, expired = 0, waited = 0, w_first = 0, aw_first = 0, irqs = 0;
    uint64_t closes = 0, peeks = 0, snaps = 0, slow_b = 0, worst = 0, set_clear = 0;
    uint64_t clamp_lo = 0, clamp_hi = 0, strobes = 0, counters = 0;
    uint32_t rd_addr = 0, wr_addr = 0;
    uint64_t rd_age = 0, wr_age = 0;
    bool rd_busy = false, aw_in = false, w_in = false, patient = true;
    unsigned rate = 30, ct_rate = 50;
    int done_in = -1;               // cycles until the pipe reports the command done
    bool done_peek = false;
    // reads of CYCLES_HI: not 0, and one less than time is
    uint64_t near_wrap = 0, high_words = 0, behind = 0;
    uint64_t cut[4] = {};           // hard resets in each state of a soft one

    for (uint64_t c = 0; c < 400000; c++) {
        chk.cycle = c;
        if (r.one_in(400)) {
            rate = r.below(3) ? r.below(101) : 2;
            ct_rate = r.one_in(4) ? 0 : r.below(101);
            patient = r.one_in(3);
        }
        ttp_csr_drive(&ref, &o);
        const ttp_csr_in was = in;
        in = {};
        // Also in the middle of a soft reset, which ends with it
        const uint32_t rare = ref.soft >= TTP_SR_RST ? 6 : o.quiesce ? 15 : 20000;
        in.rst = c < 2 || r.one_in(rare);
        in.cfg_enable_in = r.one_in(2);
        in.cfg_node_in = r.below(1 << 24);
        in.cfg_epoch_seed = static_cast<uint16_t>(r.one_in(3) ? 0 : r.below(65536));
        // Masters hold what they show.
        const bool aw_hold = was.axil.awvalid && !was.rst && !aw_in;
        const bool w_hold = was.axil.wvalid && !was.rst && !w_in;
        const bool ar_hold = was.axil.arvalid && !was.rst && !rd_busy;
        in.axil = was.axil;
        if (!aw_hold) {
            in.axil.awvalid = !aw_in && r.percent(rate);
            in.axil.awaddr = pick_addr(r);
        }
        if (!w_hold) {
            in.axil.wvalid = !w_in && r.percent(rate);
            in.axil.wdata = pick_data(r);
            in.axil.wstrb = r.below(3) ? 15 : r.below(16);
        }
        if (!ar_hold) {
            in.axil.arvalid = !rd_busy && r.percent(rate);
            in.axil.araddr = pick_addr(r);
        }
        in.axil.bready = !patient || r.one_in(5);
        in.axil.rready = !patient || r.one_in(5);
        in.irq_set = r.one_in(20) ? static_cast<uint8_t>(r.below(128) & r.below(128)) : 0;
        in.tx_idle = r.one_in(4);
        in.rx_idle = r.one_in(2);
        in.core_ready = !r.one_in(10);
        in.life = static_cast<uint16_t>(r.one_in(4) ? 65535 : r.below(65536));
        in.start_id = static_cast<uint32_t>(r.next());
        in.snap_busy = r.one_in(2);
        in.cnt_valid = !r.one_in(8);
        in.cnt_data = r.bits(48);
        // All bits, whatever the memories of this set hold
        in.stat_cells_free = static_cast<uint32_t>(r.bits(17));
        in.stat_cells_low = static_cast<uint32_t>(r.bits(17));
        in.stat_pkts_free = static_cast<uint32_t>(r.bits(17));
        in.stat_rxc_free = static_cast<uint32_t>(r.bits(17));
        in.command_ready = o.command_valid && r.percent(ct_rate);
        in.result_closed = done_in == 0 && !done_peek;
        in.result_peeked = done_in == 0 && done_peek;
        in.result_nolink = r.one_in(2);
        for (auto &w : in.result_record) w = static_cast<uint32_t>(r.next());
        if (done_in >= 0) done_in--;
        if (in.command_ready && !o.core_rst) {
            done_in = r.below(r.one_in(3) ? 100 : 5);
            done_peek = o.command_peek;
        }
        if (o.core_rst || in.rst) done_in = -1;

        csr_drive(*dut, in);
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->s_axil_awready, o.axil.awready);
            CHECK_EQ(chk, dut->s_axil_wready, o.axil.wready);
            CHECK_EQ(chk, dut->s_axil_arready, o.axil.arready);
            CHECK_EQ(chk, dut->s_axil_bvalid, o.axil.bvalid);
            CHECK_EQ(chk, dut->s_axil_rvalid, o.axil.rvalid);
            if (o.axil.bvalid) CHECK_EQ(chk, dut->s_axil_bresp, o.axil.bresp);
            if (o.axil.rvalid) {
                CHECK_EQ(chk, dut->s_axil_rresp, o.axil.rresp);
                CHECK_EQ(chk, dut->s_axil_rdata, o.axil.rdata);
            }
            CHECK_EQ(chk, dut->irq, o.irq);
            CHECK_EQ(chk, dut->irq_dead, o.irq_dead);
            CHECK_EQ(chk, dut->now, o.now);
            CHECK_EQ(chk, dut->cfg_node, o.cfg.node);
            CHECK_EQ(chk, dut->cfg_enable, o.cfg.enable);
            CHECK_EQ(chk, dut->cfg_on, o.cfg.on);
            CHECK_EQ(chk, setting(SETTINGS_TIMEOUT), o.cfg.timeout);
            CHECK_EQ(chk, setting(SETTINGS_OPEN_TMO), o.cfg.open_tmo);
            CHECK_EQ(chk, setting(SETTINGS_CLOSE_TMO), o.cfg.close_tmo);
            CHECK_EQ(chk, setting(SETTINGS_BACKOFF), o.cfg.backoff);
            CHECK_EQ(chk, setting(SETTINGS_RETRY_MAX), o.cfg.retry_max);
            if (was.rst) {
                chk.eq("TIMEOUT after reset", setting(SETTINGS_TIMEOUT), TIMEOUT_RST);
                chk.eq("OPEN_TMO after reset", setting(SETTINGS_OPEN_TMO), OPEN_TMO_RST);
                chk.eq("CLOSE_TMO after reset", setting(SETTINGS_CLOSE_TMO), CLOSE_TMO_RST);
                chk.eq("BACKOFF after reset", setting(SETTINGS_BACKOFF), BACKOFF_RST);
                chk.eq("RETRY_MAX after reset", setting(SETTINGS_RETRY_MAX), RETRY_MAX_RST);
                hard += c > 2;
            }
            CHECK_EQ(chk, setting(SETTINGS_REACK), o.cfg.reack);
            CHECK_EQ(chk, setting(SETTINGS_VICTIM_IDLE), o.cfg.victim_idle);
            CHECK_EQ(chk, setting(SETTINGS_IDLE), o.cfg.idle_tmo);
            CHECK_EQ(chk, dut->cfg_cell_limit, o.cfg.cell_limit);
            CHECK_EQ(chk, dut->cfg_cpl_retired, o.cfg.cpl_retired);
            CHECK_EQ(chk, setting(SETTINGS_NACK_ONCE), o.cfg.nack_once);
            CHECK_EQ(chk, dut->core_rst, o.core_rst || in.rst);
            CHECK_EQ(chk, dut->quiesce, o.quiesce);
            CHECK_EQ(chk, bus_get(dut->renumber, RENUMBER_LIFE_SET), o.life_set);
            if (o.life_set) CHECK_EQ(chk, bus_get(dut->renumber, RENUMBER_LIFE), o.life_value);
            CHECK_EQ(chk, bus_get(dut->renumber, RENUMBER_START_SET), o.start_id_set);
            const uint64_t start = bus_get(dut->renumber, RENUMBER_START);
            if (o.start_id_set) CHECK_EQ(chk, start, o.start_id_value);
            CHECK_EQ(chk, dut->command_valid, o.command_valid);
            if (o.command_valid) {
                CHECK_EQ(chk, bus_get(dut->command, COMMAND_PEEK), o.command_peek);
                const bool peek = o.command_peek;
                if (peek) CHECK_EQ(chk, bus_get(dut->command, COMMAND_LINK), o.command_link);
                if (!peek) CHECK_EQ(chk, bus_get(dut->command, COMMAND_VC), o.command_vc);
                if (!peek) CHECK_EQ(chk, bus_get(dut->command, COMMAND_NODE), o.command_node);
            }
            CHECK_EQ(chk, dut->snap_req, o.snap_req);
            if (ref.axil.state != TTP_AXIL_IDLE) CHECK_EQ(chk, dut->cnt_idx, o.cnt_idx);

            soft += o.core_rst;
            if (in.rst) cut[ref.soft]++;
            irqs += o.irq;
            closes += in.result_closed;
            peeks += in.result_peeked;
            snaps += o.snap_req;
            set_clear += in.irq_set && ref.axil.state == TTP_AXIL_WRITE
                      && ref.axil.addr * 4 == TTP_REG_IRQ_CAUSE;
            clamp_lo += o.cfg.timeout == 1 && o.cfg.cell_limit == 16;
            clamp_hi += o.cfg.timeout == 1u << 30 && o.cfg.retry_max == 255
                     && o.cfg.cell_limit == TX_CELLS;
            waited += ref.wait > 0;
            slow_b += ref.axil.state == TTP_AXIL_WRITE && ref.wait > 40;
            expired += ref.wait == 47;
        }

        // What the masters know, and the bound on an answer (masters that take it at once).
        if (!in.rst) {
            if (in.axil.awvalid && o.axil.awready) {
                aw_in = true;
                wr_addr = in.axil.awaddr;
                wr_age = 0;
                aw_first += !w_in && !in.axil.wvalid;
            }
            if (in.axil.wvalid && o.axil.wready) {
                w_in = true;
                wr_age = 0;
                w_first += !aw_in;
                strobes += in.axil.wstrb && in.axil.wstrb != 15;
            }
            if (in.axil.arvalid && o.axil.arready) {
                rd_busy = true;
                rd_addr = in.axil.araddr;
                rd_age = 0;
            }
            if (o.axil.bvalid && in.axil.bready) {
                (o.axil.bresp ? err_wr : ok_wr).insert(wr_addr & ~3u);
                aw_in = w_in = false;
            }
            if (o.axil.rvalid && in.axil.rready) {
                (o.axil.rresp ? err_rd : ok_rd).insert(rd_addr & ~3u);
                if ((rd_addr & ~3u) == TTP_REG_CYCLES_HI) {
                    high_words += o.axil.rdata != 0;
                    behind += o.axil.rdata + 1 == static_cast<uint32_t>(o.now >> 32);
                }
                counters += !o.axil.rresp && rd_addr >= TTP_REG_COUNTER && o.axil.rdata;
                rd_busy = false;
            }
            if (patient) rd_age = wr_age = 0;
            if (rd_busy && ++rd_age > worst) worst = rd_age;
            if (aw_in && w_in && ++wr_age > worst) worst = wr_age;
            if (worst > 64) chk.eq("answer within 64 cycles", worst, 64);
        } else {
            aw_in = w_in = rd_busy = false;
        }
        // Time leaps: to just before a wrap of the low word, the high one anything.
        if (r.one_in(300)) {
            ref.now = (r.next() & ~UINT64_C(0xFFFFFFFF)) | (0xFFFFFFFF - r.below(200));
            *time_of(dut->rootp, 0) = ref.now;
            near_wrap++;
        }
        ttp_csr_clock(&ref, &in);
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    for (uint32_t a : REGS) {
        chk.reached("a good read of every register", ok_rd.count(a));
        chk.reached("a write to every register", ok_wr.count(a) + err_wr.count(a));
    }
    // No address may answer both ways, but commands do.
    for (uint32_t a : ok_rd) chk.eq("read error by address alone", err_rd.count(a), 0);
    for (uint32_t a : ok_wr)
        if (a != TTP_REG_CLOSE_LINK && a != TTP_REG_LINK_INDEX)
            chk.eq("write error by address alone", err_wr.count(a), 0);
    chk.eq("readable addresses", ok_rd.size(), REGS_N + 2 * 54);
    chk.eq("writable addresses", ok_wr.size(), 19);
    chk.reached("SLVERR on read", err_rd.size());
    chk.reached("SLVERR on write", err_wr.size());
    chk.reached("hard reset", hard);
    chk.reached("soft reset", soft);
    for (uint64_t n : cut) chk.reached("hard reset in each state of a soft one", n);
    chk.reached("irq", irqs);
    chk.reached("close", closes);
    chk.reached("peek", peeks);
    chk.reached("snapshot", snaps);
    chk.reached("write that waits", waited);
    chk.reached("long wait", slow_b);
    chk.reached("wait that expires", expired);
    chk.reached("W before AW", w_first);
    chk.reached("AW before W", aw_first);
    chk.reached("set and clear in one cycle", set_clear);
    chk.reached("clamp below", clamp_lo);
    chk.reached("clamp above", clamp_hi);
    chk.reached("partial strobes", strobes);
    chk.reached("a counter", counters);
    chk.reached("the low word of the cycles wraps", near_wrap);
    chk.reached("CYCLES_HI with something in it", high_words);
    chk.reached("CYCLES_HI as it was when CYCLES_LO was read", behind);
    printf("PASS compared=%" PRIu64 " soft=%" PRIu64 " expired=%" PRIu64 " worst=%" PRIu64 "\n",
           chk.compared, soft / 2, expired, worst);
    return 0;
}

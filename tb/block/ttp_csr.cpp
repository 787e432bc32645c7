// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_csr.v against model/ttp_csr.c. The bench plays AXI-Lite masters that go to
// every address, and a link pipe that is sometimes slow or stuck. The witness follows each access:
// it is answered within 64 cycles, and whether with an error depends on its address alone.
// PARAMS: -GDATA_W=64
// PARAMS: -GDATA_W=512 -GTX_CELLS=65536 -GTX_PKTS=16384 -GRX_CELLS=16384 -GLINK_SETS=1024
//     -GLINK_WAYS=4 -GTRACE=1 -GSRAM_1P=1 -GDEEP=0 -GSELECTIVE=1 -GVC_ORDER=1
//     -GTIMEOUT_RST=1073741824 -GOPEN_TMO_RST=1073741823 -GCLOSE_TMO_RST=1073741822
//     -GBACKOFF_RST=1073741821 -GRETRY_MAX_RST=255
// PARAMS: -GDATA_W=128 -GTX_CELLS=16 -GTX_PKTS=8 -GRX_CELLS=32 -GLINK_SETS=1
//     -GLINK_WAYS=1 -GTRACE=1 -GSRAM_1P=0 -GDEEP=1 -GSELECTIVE=0 -GVC_ORDER=0
//     -GTIMEOUT_RST=1 -GOPEN_TMO_RST=2 -GCLOSE_TMO_RST=3 -GBACKOFF_RST=4 -GRETRY_MAX_RST=1
// SEEDS: 1 2
// VLT: sim/ttp_mac.vlt
#include <set>
#include "Vttp_csr.h"
#include "Vttp_csr___024root.h"
#include "axil_pins.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_csr.h"
#include "ttp_regs.h"
}

#ifndef TX_CELLS                // a set without them: the defaults of the RTL
#define TX_CELLS 1536
#define TX_PKTS 256
#define RX_CELLS 256
#define LINK_SETS 32
#define LINK_WAYS 2
#define TRACE 0
#define SRAM_1P 0
#define DEEP 0
#define SELECTIVE 0
#define VC_ORDER 0
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
    TTP_REG_CELLS_LOW, TTP_REG_PKTS_FREE, TTP_REG_RXC_FREE, TTP_REG_REORDER,
    TTP_REG_BASE_RTT, TTP_REG_PROBE_MIN, TTP_REG_DELAY, TTP_REG_LINK_RTT, TTP_REG_LINK_RTT_MIN,
    TTP_REG_LINK_PATH, TTP_REG_VC_ORDER };
// The last one only with the parameter of its name
static const unsigned REGS_N = sizeof REGS / sizeof *REGS - !VC_ORDER;

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

// The accesses of the masters, one write and one read at a time.
struct accesses {
    bool aw_in = false, w_in = false, rd_busy = false;      // taken, not answered
    uint32_t wr_addr = 0, rd_addr = 0;
    uint64_t wr_age = 0, rd_age = 0, longest = 0;           // cycles
    std::set<uint32_t> ok_rd, ok_wr, err_rd, err_wr;        // addresses answered so

    void follow(const ttp_axil_in &in, const ttp_axil_out &o, uint64_t now)
    {
        if (in.awvalid && o.awready) {
            AIM("AW before W", !w_in && !in.wvalid);
            aw_in = true;
            wr_addr = in.awaddr & ~3u;
            wr_age = 0;
        }
        if (in.wvalid && o.wready) {
            AIM("W before AW", !aw_in);
            AIM("partial strobes", in.wstrb && in.wstrb != 15);
            w_in = true;
            wr_age = 0;
        }
        if (in.arvalid && o.arready) {
            rd_busy = true;
            rd_addr = in.araddr & ~3u;
            rd_age = 0;
        }
        if (o.bvalid && in.bready) {
            (o.bresp ? err_wr : ok_wr).insert(wr_addr);
            aw_in = w_in = false;
        }
        if (!o.rvalid || !in.rready) return;
        (o.rresp ? err_rd : ok_rd).insert(rd_addr);
        rd_busy = false;
        AIM_IF(SELECTIVE, "the way to the peer is read",
               rd_addr == TTP_REG_LINK_PATH && !o.rresp && o.rdata);
        AIM("a counter", !o.rresp && rd_addr >= TTP_REG_COUNTER && o.rdata);
        const bool high = rd_addr == TTP_REG_CYCLES_HI;
        AIM("CYCLES_HI with something in it", high && o.rdata != 0);
        AIM("CYCLES_HI as it was when CYCLES_LO was read",
            high && o.rdata + 1 == static_cast<uint32_t>(now >> 32));
    }
    // Masters that do not take an answer at once have nothing to say about its time.
    void age(bool slow_masters)
    {
        if (slow_masters) rd_age = wr_age = 0;
        if (rd_busy) longest = std::max(longest, ++rd_age);
        if (aw_in && w_in) longest = std::max(longest, ++wr_age);
    }
};

struct Bench : lockstep<Vttp_csr> {
    ttp_csr ref = {};
    ttp_csr_out o = {};
    ttp_csr_in in = {}, was = {};
    accesses bus;
    unsigned access_rate = 30, command_rate = 50;
    bool slow_masters = true;
    int done_in = -1;                   // cycles until the link pipe reports a command done
    bool done_peek = false;
    int told_in = -1;                   // ... until ttp_tx_marks has told
    uint64_t hard_in_soft[4] = {};      // hard resets in each state of a soft one

    Bench()
    {
        ttp_params p = {};
        p.data_w = DATA_W, p.tx_cells = TX_CELLS, p.tx_pkts = TX_PKTS, p.rx_cells = RX_CELLS;
        p.link_sets = LINK_SETS, p.link_ways = LINK_WAYS;
        p.trace = TRACE, p.sram_1p = SRAM_1P, p.deep = DEEP;
        p.selective = SELECTIVE;
        p.vc_order = VC_ORDER;
        p.timeout_rst = TIMEOUT_RST, p.open_tmo_rst = OPEN_TMO_RST;
        p.close_tmo_rst = CLOSE_TMO_RST, p.backoff_rst = BACKOFF_RST;
        p.retry_max_rst = RETRY_MAX_RST;
        ttp_csr_init(&ref, &p);
    }

    void drive() override
    {
        if (r.one_in(400)) {
            access_rate = r.below(3) ? r.below(101) : 2;
            command_rate = r.one_in(4) ? 0 : r.below(101);
            slow_masters = r.one_in(3);
        }
        ttp_csr_drive(&ref, &o);
        was = in;
        in = {};
        // Often in the middle of a soft reset, which ends with it
        const uint32_t rare = ref.soft >= TTP_SR_RST ? 6 : o.quiesce ? 15 : 20000;
        in.rst = chk.cycle < 2 || r.one_in(rare);
        in.cfg_enable_in = r.one_in(2);
        in.cfg_node_in = r.below(1 << 24);
        in.cfg_epoch_seed = static_cast<uint16_t>(r.one_in(3) ? 0 : r.below(65536));
        DRIVE(rst, cfg_enable_in, cfg_node_in, cfg_epoch_seed);
        drive_masters();
        drive_blocks();
        drive_link_pipe();
        drive_marks();
    }

    // What a master shows it holds until it is taken.
    void drive_masters()
    {
        ttp_axil_in &a = in.axil;
        a = was.axil;
        if (was.rst || !a.awvalid || bus.aw_in) {
            a.awvalid = !bus.aw_in && r.percent(access_rate);
            a.awaddr = pick_addr(r);
        }
        if (was.rst || !a.wvalid || bus.w_in) {
            a.wvalid = !bus.w_in && r.percent(access_rate);
            a.wdata = pick_data(r);
            a.wstrb = static_cast<uint8_t>(r.below(3) ? 15 : r.below(16));
        }
        if (was.rst || !a.arvalid || bus.rd_busy) {
            a.arvalid = !bus.rd_busy && r.percent(access_rate);
            a.araddr = pick_addr(r);
        }
        a.bready = !slow_masters || r.one_in(5);
        a.rready = !slow_masters || r.one_in(5);
        axil_drive(*dut, a);
    }

    void drive_blocks()
    {
        in.irq_set = r.one_in(20) ? static_cast<uint8_t>(r.below(128) & r.below(128)) : 0;
        in.tx_idle = r.one_in(4);
        in.rx_idle = r.one_in(2);
        in.core_ready = !r.one_in(10);
        in.life = static_cast<uint16_t>(r.one_in(4) ? 65535 : r.below(65536));
        in.start_id = static_cast<uint32_t>(r.next());
        bus_set(dut->numbers, {{NUMBERS_LIFE, in.life}, {NUMBERS_START, in.start_id}});
        in.snap_busy = r.one_in(2);
        in.cnt_valid = !r.one_in(8);
        in.cnt_data = r.bits(48);
        // All bits, whatever the memories of this set hold
        in.stat_cells_free = static_cast<uint32_t>(r.bits(17));
        in.stat_cells_low = static_cast<uint32_t>(r.bits(17));
        in.stat_pkts_free = static_cast<uint32_t>(r.bits(17));
        in.stat_rxc_free = static_cast<uint32_t>(r.bits(17));
        DRIVE(irq_set, tx_idle, rx_idle, core_ready, snap_busy, cnt_valid, cnt_data,
              stat_cells_free, stat_cells_low, stat_pkts_free, stat_rxc_free);
    }

    void drive_link_pipe()
    {
        in.command_ready = o.command_valid && r.percent(command_rate);
        DRIVE(command_ready);
        in.result_closed = done_in == 0 && !done_peek;
        in.result_peeked = done_in == 0 && done_peek;
        in.result_nolink = r.one_in(2);
        bus_set(dut->result, {{RESULT_CLOSED, in.result_closed}, {RESULT_NOLINK, in.result_nolink},
                              {RESULT_PEEKED, in.result_peeked}});
        in.result_numbered = r.one_in(2);
        bus_put(dut->result, RESULT_NUMBERED, in.result_numbered);
        for (unsigned i = 0; i < 7; i++) {
            in.result_record[i] = static_cast<uint32_t>(r.next());
            bus_put(dut->result, bus_word(RESULT_RECORD, i), in.result_record[i]);
        }
        if (done_in >= 0) done_in--;
        if (in.command_ready && !o.core_rst) {
            done_in = static_cast<int>(r.below(r.one_in(3) ? 100 : 5));
            done_peek = o.command_peek;
        }
        if (o.core_rst || in.rst) done_in = -1;
    }

    void drive_marks()
    {
        if (o.path_ask && told_in < 0) told_in = static_cast<int>(r.below(r.one_in(8) ? 2000 : 4));
        if (!o.path_ask) told_in = -1;
        in.path_told = told_in-- == 0;
        in.path = { static_cast<uint32_t>(r.bits(23)), static_cast<uint32_t>(r.bits(20)),
                    static_cast<uint16_t>(r.bits(10)), static_cast<uint8_t>(r.bits(8)) };
        DRIVE(path_told);
        bus_set(dut->path, { { PATH_TRIP, in.path.trip8 }, { PATH_SHORTEST, in.path.shortest },
                             { PATH_DISTANCE, in.path.distance },
                             { PATH_WINDOW, in.path.window } });
    }

    void check() override
    {
        if (!chk.cycle) return;
        axil_check(chk, *dut, o.axil);
        check_settings();
        SAME(irq, irq_dead, now, quiesce, command_valid, snap_req, path_ask);
        if (!SELECTIVE) chk.eq("asks for nothing", dut->path_ask, 0);
        if (o.path_ask) BUS_EQ(chk, dut->command, COMMAND_LINK, ref.index);
        CHECK_EQ(chk, dut->core_rst, o.core_rst || in.rst);
        BUS_EQ(chk, dut->renumber, RENUMBER_LIFE_SET, o.life_set);
        if (o.life_set) BUS_EQ(chk, dut->renumber, RENUMBER_LIFE, o.life_value);
        BUS_EQ(chk, dut->renumber, RENUMBER_START_SET, o.start_id_set);
        if (o.start_id_set) BUS_EQ(chk, dut->renumber, RENUMBER_START, o.start_id_value);
        if (o.command_valid) {
            BUS_EQ(chk, dut->command, COMMAND_PEEK, o.command_peek);
            if (o.command_peek) BUS_EQ(chk, dut->command, COMMAND_LINK, o.command_link);
            else BUS_EQ(chk, dut->command, COMMAND_VC, o.command_vc);
            if (!o.command_peek) BUS_EQ(chk, dut->command, COMMAND_NODE, o.command_node);
        }
        if (ref.axil.state != TTP_AXIL_IDLE) SAME(cnt_idx);
        count();
    }

    void check_settings()
    {
        CHECK_EQ(chk, dut->cfg_node, o.cfg.node);
        CHECK_EQ(chk, dut->cfg_enable, o.cfg.enable);
        CHECK_EQ(chk, dut->cfg_on, o.cfg.on);
        CHECK_EQ(chk, dut->cfg_cell_limit, o.cfg.cell_limit);
        CHECK_EQ(chk, dut->cfg_cpl_retired, o.cfg.cpl_retired);
        BUS_EQ(chk, dut->settings, SETTINGS_TIMEOUT, o.cfg.timeout);
        BUS_EQ(chk, dut->settings, SETTINGS_OPEN_TMO, o.cfg.open_tmo);
        BUS_EQ(chk, dut->settings, SETTINGS_CLOSE_TMO, o.cfg.close_tmo);
        BUS_EQ(chk, dut->settings, SETTINGS_BACKOFF, o.cfg.backoff);
        BUS_EQ(chk, dut->settings, SETTINGS_RETRY_MAX, o.cfg.retry_max);
        BUS_EQ(chk, dut->settings, SETTINGS_REACK, o.cfg.reack);
        BUS_EQ(chk, dut->settings, SETTINGS_VICTIM_IDLE, o.cfg.victim_idle);
        BUS_EQ(chk, dut->settings, SETTINGS_IDLE, o.cfg.idle_tmo);
        BUS_EQ(chk, dut->settings, SETTINGS_NACK_ONCE, o.cfg.nack_once);
        BUS_EQ(chk, dut->settings, SETTINGS_SELECTIVE, o.cfg.selective);
        BUS_EQ(chk, dut->settings, SETTINGS_OFFER_ALL, o.cfg.offer_all);
        BUS_EQ(chk, dut->settings, SETTINGS_REORDER, o.cfg.reorder);
        BUS_EQ(chk, dut->settings, SETTINGS_REORDER_MAX, o.cfg.reorder_max);
        BUS_EQ(chk, dut->settings, SETTINGS_BASE_RTT, o.cfg.base_rtt);
        BUS_EQ(chk, dut->settings, SETTINGS_PROBE_MIN, o.cfg.probe_min);
        BUS_EQ(chk, dut->settings, SETTINGS_DELAY, o.cfg.delay);
        check_order(o.cfg.vc);
        if (chk.cycle > 1) BUS_EQ(chk, dut->settings, SETTINGS_OPEN_FITS, o.cfg.open_fits);
        if (!SELECTIVE || was.rst) {
            BUS_EQ(chk, dut->settings, SETTINGS_BASE_RTT, 0u);
            BUS_EQ(chk, dut->settings, SETTINGS_DELAY, 0u);
        }
        if (!SELECTIVE || was.rst)
            BUS_EQ(chk, dut->settings, SETTINGS_PROBE_MIN, SELECTIVE ? 256u : 0u);
        if (!SELECTIVE || was.rst) check_reorder(SELECTIVE ? 3 : 0, SELECTIVE ? 128 : 0);
        if (!was.rst) return;
        BUS_EQ(chk, dut->settings, SETTINGS_TIMEOUT, TIMEOUT_RST);
        BUS_EQ(chk, dut->settings, SETTINGS_OPEN_TMO, OPEN_TMO_RST);
        BUS_EQ(chk, dut->settings, SETTINGS_CLOSE_TMO, CLOSE_TMO_RST);
        BUS_EQ(chk, dut->settings, SETTINGS_BACKOFF, BACKOFF_RST);
        BUS_EQ(chk, dut->settings, SETTINGS_RETRY_MAX, RETRY_MAX_RST);
    }

    // Whatever is written, the blocks see a mode, an order and weights that they can use.
    void check_order(const ttp_vc_cfg &vc)
    {
        const unsigned weights = vc.weight[0] | vc.weight[1] << 4 | vc.weight[2] << 8;
        BUS_EQ(chk, dut->settings, SETTINGS_VC_MODE, vc.mode);
        BUS_EQ(chk, dut->settings, SETTINGS_VC_FIRST, vc.first);
        BUS_EQ(chk, dut->settings, SETTINGS_VC_SECOND, vc.second);
        BUS_EQ(chk, dut->settings, SETTINGS_VC_WEIGHTS, weights);
        const bool usable = vc.mode < 3 && vc.first < 3 && vc.second < 3 && vc.first != vc.second
                         && vc.weight[0] && vc.weight[1] && vc.weight[2];
        const bool none = !vc.mode && !vc.first && !vc.second && !weights;
        chk.eq("an order", VC_ORDER ? usable : none, 1);
        if (was.rst && VC_ORDER)
            chk.eq("after reset", !vc.mode && !vc.first && vc.second == 1 && weights == 0x111, 1);
        AIM_IF(VC_ORDER, "the last channel first", vc.first == 2 && vc.second == 1);
        AIM_IF(VC_ORDER, "weights, and some of 15", vc.mode == 2 && vc.weight[2] == 15);
    }

    void check_reorder(unsigned distance, unsigned limit)
    {
        BUS_EQ(chk, dut->settings, SETTINGS_REORDER, distance);
        BUS_EQ(chk, dut->settings, SETTINGS_REORDER_MAX, limit);
    }

    void count()
    {
        const bool writes = ref.axil.state == TTP_AXIL_WRITE;
        AIM("hard reset", was.rst && chk.cycle > 2);
        AIM("soft reset", o.core_rst);
        hard_in_soft[ref.soft] += in.rst;
        AIM("irq", o.irq);
        AIM("close", in.result_closed);
        AIM("peek", in.result_peeked);
        AIM("snapshot", o.snap_req);
        AIM_IF(SELECTIVE, "the way to the peer", in.path_told);
        AIM_IF(SELECTIVE, "... asked for as the reset comes", o.path_ask && o.core_rst);
        AIM_IF(SELECTIVE, "... and a command that waits for it", o.path_ask && ref.wait > 0);
        AIM("set and clear in one cycle",
            in.irq_set && writes && ref.axil.addr * 4 == TTP_REG_IRQ_CAUSE);
        AIM("clamp below", o.cfg.timeout == 1 && o.cfg.cell_limit == 16);
        AIM("clamp above", o.cfg.timeout == 1u << 30 && o.cfg.retry_max == 255
            && o.cfg.cell_limit == TX_CELLS);
        AIM_IF(SELECTIVE, "a reorder distance above its limit", o.cfg.reorder > o.cfg.reorder_max);
        AIM_IF(SELECTIVE, "... of 255, and a limit of 255",
               o.cfg.reorder == 255 && o.cfg.reorder_max == 255);
        AIM_IF(SELECTIVE, "BASE_RTT and PROBE_MIN clamped", o.cfg.base_rtt == (1u << 20) - 1
               && o.cfg.probe_min == (1u << 24) - 1);
        AIM("write that waits", ref.wait > 0);
        AIM("long wait", writes && ref.wait > 40);
        AIM("wait that expires", ref.wait == 47);
    }

    void step() override
    {
        if (in.rst) {
            bus.aw_in = bus.w_in = bus.rd_busy = false;
        } else {
            bus.follow(in.axil, o.axil, o.now);
            bus.age(slow_masters);
            if (bus.longest > 64) chk.eq("answer within 64 cycles", bus.longest, 64);
        }
        // Time leaps to just before a wrap of its low word; the high one is anything.
        if (r.one_in(300)) {
            ref.now = (r.next() & ~UINT64_C(0xFFFFFFFF)) | (0xFFFFFFFF - r.below(200));
            *time_of(dut->rootp, 0) = ref.now;
            AIM("the low word of the cycles wraps", 1);
        }
        ttp_csr_clock(&ref, &in);
    }

    void aims() override
    {
        for (unsigned i = 0; i < REGS_N; i++) {
            const uint32_t a = REGS[i];
            chk.reached("a good read of every register", bus.ok_rd.count(a));
            chk.reached("a write to every register", bus.ok_wr.count(a) + bus.err_wr.count(a));
        }
        // No address may answer both ways, but commands do.
        for (uint32_t a : bus.ok_rd) chk.eq("read error by address alone", bus.err_rd.count(a), 0);
        for (uint32_t a : bus.ok_wr)
            if (a != TTP_REG_CLOSE_LINK && a != TTP_REG_LINK_INDEX)
                chk.eq("write error by address alone", bus.err_wr.count(a), 0);
        chk.eq("readable addresses", bus.ok_rd.size(), REGS_N + 2 * 62);
        chk.eq("writable addresses", bus.ok_wr.size(), 23 + VC_ORDER);
        aim("SLVERR on read", bus.err_rd.size());
        aim("SLVERR on write", bus.err_wr.size());
        for (uint64_t n : hard_in_soft) chk.reached("hard reset in each state of a soft one", n);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 400000); }

// SPDX-License-Identifier: Apache-2.0
//
// Lockstep of the whole MAC: rtl/ttp_mac.v against model/ttp_mac.c at the pins, every cycle. The
// peer is a second model behind a wire that loses, repeats, delays and damages frames; beside its
// frames come made-up ones. The host sends good and bad packets to the peer and to nodes that do
// not answer; registers are read and written; hard and soft resets come in the middle. Silence
// follows noise, so that everything runs out. On the model, too: its invariants hold, a saved
// state runs on like the original, idle cycles may be skipped.
//
// PARAMS: -GDATA_W=64 -GTX_CELLS=64 -GTX_PKTS=16 -GRX_CELLS=32 -GLINK_SETS=1 -GLINK_WAYS=2 -GTRACE=1 -GSRAM_1P=0 -GDEEP=0
// PARAMS: -GDATA_W=128 -GTX_CELLS=40 -GTX_PKTS=9 -GRX_CELLS=64 -GLINK_SETS=2 -GLINK_WAYS=1 -GTRACE=0 -GSRAM_1P=1 -GDEEP=1 -GTIMEOUT_RST=1 -GOPEN_TMO_RST=1 -GCLOSE_TMO_RST=1 -GBACKOFF_RST=1 -GRETRY_MAX_RST=1 -GADDR_HIGH=0
// PARAMS: -GDATA_W=256 -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=1 -GLINK_WAYS=4 -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GTIMEOUT_RST=1073741824 -GOPEN_TMO_RST=1073741824 -GCLOSE_TMO_RST=1073741824 -GBACKOFF_RST=1073741824 -GRETRY_MAX_RST=255 -GADDR_HIGH=16711679
// PARAMS: -GDATA_W=512 -GTX_CELLS=300 -GTX_PKTS=64 -GRX_CELLS=128 -GLINK_SETS=4 -GLINK_WAYS=2 -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GTIMEOUT_RST=700 -GOPEN_TMO_RST=900 -GCLOSE_TMO_RST=1100 -GBACKOFF_RST=300 -GRETRY_MAX_RST=9 -GADDR_HIGH=152660
// SEEDS: 1 2
// MODEL: ttp_mac_comb ttp_mac_wire ttp_mac_state ttp_mac_check ttp_params
// VLT: sim/ttp_mac.vlt
#include <cstring>
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_mac.h"
#include "Vttp_mac___024root.h"
#include "verilated.h"
#include "tb_util.h"
#include "ttp_defs.h"
#include "ttp_mac.h"
#include "ttp_regs.h"

#ifndef ADDR_HIGH               // a set without them: the defaults of the RTL
#define TIMEOUT_RST TTP_RST_TIMEOUT
#define OPEN_TMO_RST TTP_RST_OPEN_TMO
#define CLOSE_TMO_RST TTP_RST_CLOSE_TMO
#define BACKOFF_RST TTP_RST_BACKOFF
#define RETRY_MAX_RST TTP_RST_RETRY_MAX
#define ADDR_HIGH TTP_OUI
#endif

enum { B = DATA_W / 8, CYCLES = 400000 };

static uint32_t our_node = 0x123456, peer_node = 0xabcdef;      // even seeds: complemented, so that each bit is 0 and 1

struct frame {
    std::vector<uint8_t> bytes;
    bool user = false;
    uint64_t when = 0;          // cycle from which it may arrive
};

// One direction of the wire: beats in on one side, beats out on the other.
struct wire {
    tb_rng &rng;
    std::deque<frame> flying;
    frame building, leaving;
    size_t at = 0;
    bool busy = false, shown = false;
    uint32_t loss = 0, repeat = 0, damage = 0, delay = 0, gap = 0;
    uint64_t frames = 0;

    explicit wire(tb_rng &r) : rng(r) {}
    void take(const uint64_t *data, uint64_t keep, bool last, uint64_t now)
    {
        for (unsigned i = 0; i < B; i++)
            if (keep >> i & 1) building.bytes.push_back(static_cast<uint8_t>(data[i / 8] >> (8 * (i % 8))));
        if (!last) return;
        frames++;
        const int copies = rng.percent(loss) ? 0 : rng.percent(repeat) ? 2 : 1;
        for (int i = 0; i < copies && flying.size() < 400; i++) {
            frame f = building;
            if (rng.percent(damage)) {
                if (rng.below(2)) f.user = true;
                else f.bytes[rng.below(f.bytes.size())] ^= static_cast<uint8_t>(1u << rng.below(8));
                if (rng.one_in(4)) f.bytes.resize(rng.in(1, static_cast<uint32_t>(f.bytes.size())));
            }
            f.when = now + rng.below(delay + 1);
            flying.push_back(f);
        }
        building.bytes.clear();
    }
    // The beat at the pins of the receiver in this cycle.
    void drive(ttp_in &in, uint64_t now)
    {
        in.s_axis_wire_tvalid = false;
        if (!busy) {
            if (flying.empty() || flying.front().when > now || rng.percent(gap)) return;
            leaving = flying.front();
            flying.pop_front();
            busy = true;
            at = 0;
        } else if (rng.percent(gap / 4)) {
            return;
        }
        memset(in.s_axis_wire_tdata, 0xA5, sizeof in.s_axis_wire_tdata);
        in.s_axis_wire_tkeep = 0;
        for (unsigned i = 0; i < B && at < leaving.bytes.size(); i++, at++) {
            uint64_t &lane = in.s_axis_wire_tdata[i / 8];
            lane = (lane & ~(UINT64_C(0xff) << (8 * (i % 8)))) | static_cast<uint64_t>(leaving.bytes[at]) << (8 * (i % 8));
            in.s_axis_wire_tkeep |= UINT64_C(1) << i;
        }
        in.s_axis_wire_tvalid = true;
        in.s_axis_wire_tlast = at == leaving.bytes.size();
        in.s_axis_wire_tuser = in.s_axis_wire_tlast && leaving.user;
        if (in.s_axis_wire_tlast) busy = false;
    }
};

static void be(std::vector<uint8_t> &b, size_t at, unsigned n, uint32_t v)
{
    for (unsigned i = 0; i < n; i++) b[at + i] = static_cast<uint8_t>(v >> (8 * (n - 1 - i)));
}

// Numbers of made-up frames come from what the MAC has just sent and from its records.
static frame made_up(tb_rng &rng, const ttp_mac *m)
{
    const ttp_link_pipe &p = m->s.pipe;
    const uint32_t link = rng.below(p.links);
    const ttp_link_rec &r = p.rec[link];
    const uint32_t len = rng.one_in(2) ? 0 : rng.in(1, 1024);
    frame f;

    f.bytes.resize(rng.one_in(8) ? rng.in(1, 1700) : len + 60 < 64 ? 64 : len + 60);
    for (auto &x : f.bytes) x = static_cast<uint8_t>(rng.next() >> 56);
    if (f.bytes.size() < 60 || rng.one_in(16)) return f;
    be(f.bytes, 0, 3, ADDR_HIGH);
    be(f.bytes, 3, 3, our_node);
    be(f.bytes, 6, 3, ADDR_HIGH);
    be(f.bytes, 9, 3, rng.below(3) ? p.table.tag[link] & 0xffffff : rng.below(2) ? peer_node : rng.below(24));
    be(f.bytes, 12, 2, 0x9ac6);
    f.bytes[14] = 5;
    f.bytes[15] &= 0x7f;
    be(f.bytes, 40, 2, len + 26);
    f.bytes[42] = static_cast<uint8_t>(rng.one_in(20) ? rng.next() : rng.below(11) | rng.below(4) << 6);
    f.bytes[43] = static_cast<uint8_t>(rng.one_in(20) ? rng.below(256) : link / (p.links / 3));
    be(f.bytes, 44, 4, rng.below(2) ? r.plife : rng.below(3));
    be(f.bytes, 48, 4, rng.one_in(4) ? 1 : 0);
    be(f.bytes, 52, 4, rng.one_in(6) ? static_cast<uint32_t>(rng.next()) : r.last + rng.below(4));
    be(f.bytes, 56, 4, rng.one_in(6) ? static_cast<uint32_t>(rng.next()) : r.una + rng.below(r.nfl + 2u) - 1);
    if (rng.one_in(20)) f.bytes[rng.below(60)] ^= static_cast<uint8_t>(1u << rng.below(8));
    return f;
}

// A host that sends packets and may be told to break rules.
struct host {
    tb_rng &rng;
    uint32_t left = 0, dest = 0;
    bool valid = false, bad = false;
    explicit host(tb_rng &r) : rng(r) {}
    // ready: in the cycle before, with the pins that stand in `in`.
    void drive(ttp_in &in, bool ready, uint32_t load, uint32_t peer, uint32_t stray, bool rude)
    {
        if (in.s_axis_host_tvalid && ready) valid = false;
        if (!valid) {
            in.s_axis_host_tvalid = false;
            if (!left) {
                if (!rng.percent(load)) return;
                left = rng.one_in(3) ? rng.in(1, 80) : rng.one_in(8) ? rng.in(1, 3000) : rng.in(1, 1100);
                dest = rng.below(3) << 24 | (rng.percent(stray) ? rng.below(20) : peer);
                bad = rude && rng.one_in(20);
                if (bad && rng.below(2)) dest = rng.one_in(3) ? rng.next() >> 32 : rng.one_in(2) ? 0x01ffffff : 0x03000000 | peer;
            } else if (rng.percent(10)) {
                return;
            }
            const uint32_t n = left < B ? left : B;
            for (auto &x : in.s_axis_host_tdata) x = rng.next();
            in.s_axis_host_tkeep = n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
            in.s_axis_host_tlast = n == left;
            in.s_axis_host_tuser = in.s_axis_host_tlast && rude && rng.one_in(20);
            in.s_axis_host_tdest = dest;
            if (bad && rng.one_in(6)) in.s_axis_host_tkeep = rng.next() & (B == 64 ? ~UINT64_C(0) : (UINT64_C(1) << B) - 1);
            in.s_axis_host_tvalid = valid = true;
            left -= n;
        }
    }
};

// One AXI-Lite access after the other.
struct master {
    tb_rng &rng;
    struct access { bool wr; uint32_t addr, data; uint8_t strb; };
    std::deque<access> todo;
    bool aw = false, w = false, ar = false, open = false;
    uint64_t reads = 0, writes = 0;
    explicit master(tb_rng &r) : rng(r) {}
    void reset() { todo.clear(); aw = w = ar = open = false; }
    // o: of the cycle before, with the pins that stand in `in`.
    void drive(ttp_in &in, const ttp_out &o, uint32_t load)
    {
        if (in.s_axil_awvalid && o.s_axil_awready) aw = false;
        if (in.s_axil_wvalid && o.s_axil_wready) w = false;
        if (in.s_axil_arvalid && o.s_axil_arready) ar = false;
        if ((in.s_axil_bready && o.s_axil_bvalid) || (in.s_axil_rready && o.s_axil_rvalid)) open = false;
        if (!open && !todo.empty() && rng.percent(load)) {
            const access a = todo.front();
            todo.pop_front();
            open = true;
            if (a.wr) {
                aw = w = true;
                in.s_axil_awaddr = a.addr;
                in.s_axil_wdata = a.data;
                in.s_axil_wstrb = a.strb;
                writes++;
            } else {
                ar = true;
                in.s_axil_araddr = a.addr;
                reads++;
            }
        }
        in.s_axil_awvalid = aw && (in.s_axil_awvalid || rng.below(2));
        in.s_axil_wvalid = w && (in.s_axil_wvalid || rng.below(2));
        in.s_axil_arvalid = ar;
        in.s_axil_bready = rng.below(2);
        in.s_axil_rready = rng.below(2);
    }
    void write(uint32_t addr, uint32_t data) { todo.push_back({ true, addr, data, 15 }); }
    void set_up()
    {
        write(TTP_REG_TIMEOUT, rng.in(60, 600));
        write(TTP_REG_OPEN_TMO, rng.in(60, 600));
        write(TTP_REG_CLOSE_TMO, rng.in(60, 600));
        write(TTP_REG_BACKOFF, rng.in(20, 300));
        write(TTP_REG_RETRY_MAX, rng.in(2, 6));
        write(TTP_REG_CPL_CTRL, rng.below(2));
        write(TTP_REG_REACK, rng.below(2) ? 0 : rng.in(300, 5000));
        write(TTP_REG_VICTIM_IDLE, rng.one_in(3) ? 65536 : rng.below(6000));
        write(TTP_REG_IDLE_TMO, rng.below(2) ? 0 : rng.in(1, 20000));
        write(TTP_REG_IRQ_MASK, rng.below(128));
    }
    void anything()
    {
        const uint32_t addr = rng.one_in(3) ? TTP_REG_COUNTER + rng.below(1024) : rng.below(0x100);
        switch (rng.below(12)) {
        case 0: write(TTP_REG_LINK_INDEX, rng.below(3 * LINK_SETS * LINK_WAYS + 1)); break;
        case 1: write(TTP_REG_CLOSE_LINK, rng.below(3) << 24 | (rng.below(2) ? peer_node : rng.below(20))); break;
        case 2: write(TTP_REG_SNAPSHOT, 0); break;
        case 3: write(TTP_REG_IRQ_CAUSE, rng.below(128)); break;
        case 4: if (rng.one_in(3)) set_up(); break;
        case 5: write(TTP_REG_CELL_LIMIT, rng.in(16, TX_CELLS)); break;
        case 6: if (rng.one_in(20)) write(TTP_REG_CTRL, rng.below(8)); write(TTP_REG_CTRL, 1 + 4 * rng.below(2)); break;
        case 7: if (rng.one_in(5)) write(rng.below(2) ? TTP_REG_EPOCH : TTP_REG_START_ID, rng.next() >> 32); break;
        default: todo.push_back({ false, addr, 0, 0 }); break;
        }
    }
};

static void pins_in(Vttp_mac &t, const ttp_in &in)
{
    t.rst = in.rst;
    t.cfg_enable = in.cfg_enable;
    t.cfg_epoch_seed = in.cfg_epoch_seed;
    t.cfg_node = in.cfg_node;
    memcpy(&t.s_axis_host_tdata, in.s_axis_host_tdata, sizeof t.s_axis_host_tdata);
    memcpy(&t.s_axis_host_tkeep, &in.s_axis_host_tkeep, sizeof t.s_axis_host_tkeep);
    t.s_axis_host_tdest = in.s_axis_host_tdest;
    t.s_axis_host_tvalid = in.s_axis_host_tvalid;
    t.s_axis_host_tlast = in.s_axis_host_tlast;
    t.s_axis_host_tuser = in.s_axis_host_tuser;
    t.m_axis_host_tready = in.m_axis_host_tready;
    t.m_axis_cpl_tready = in.m_axis_cpl_tready;
    memcpy(&t.s_axis_wire_tdata, in.s_axis_wire_tdata, sizeof t.s_axis_wire_tdata);
    memcpy(&t.s_axis_wire_tkeep, &in.s_axis_wire_tkeep, sizeof t.s_axis_wire_tkeep);
    t.s_axis_wire_tvalid = in.s_axis_wire_tvalid;
    t.s_axis_wire_tlast = in.s_axis_wire_tlast;
    t.s_axis_wire_tuser = in.s_axis_wire_tuser;
    t.m_axis_wire_tready = in.m_axis_wire_tready;
    t.s_axil_awaddr = in.s_axil_awaddr & 0xfff;
    t.s_axil_wdata = in.s_axil_wdata;
    t.s_axil_wstrb = in.s_axil_wstrb;
    t.s_axil_araddr = in.s_axil_araddr & 0xfff;
    t.s_axil_awvalid = in.s_axil_awvalid;
    t.s_axil_wvalid = in.s_axil_wvalid;
    t.s_axil_bready = in.s_axil_bready;
    t.s_axil_arvalid = in.s_axil_arvalid;
    t.s_axil_rready = in.s_axil_rready;
}

static void compare_beat(tb_check &chk, const char *what, const void *pins, const uint64_t *lanes, uint64_t keep)
{
    uint8_t rtl[64] = {};
    memcpy(rtl, pins, B);
    for (unsigned i = 0; i < B; i++)
        if (keep >> i & 1) chk.eq(what, rtl[i], static_cast<uint8_t>(lanes[i / 8] >> (8 * (i % 8))));
}

static void compare(tb_check &chk, const Vttp_mac &t, const ttp_out &o)
{
    CHECK_EQ(chk, t.s_axis_host_tready, o.s_axis_host_tready);
    CHECK_EQ(chk, t.s_axis_wire_tready, o.s_axis_wire_tready);
    CHECK_EQ(chk, t.irq, o.irq);
    CHECK_EQ(chk, t.trace_valid, o.trace_valid);
    if (o.trace_valid) {
        CHECK_EQ(chk, t.trace_event, o.trace_event);
        CHECK_EQ(chk, t.trace_link, o.trace_link);
        CHECK_EQ(chk, t.trace_state0, o.trace_state0);
        CHECK_EQ(chk, t.trace_state1, o.trace_state1);
        CHECK_EQ(chk, t.trace_txid, o.trace_txid);
        CHECK_EQ(chk, t.trace_rxid, o.trace_rxid);
        CHECK_EQ(chk, t.trace_action, o.trace_action);
    }
    CHECK_EQ(chk, t.m_axis_wire_tvalid, o.m_axis_wire_tvalid);
    if (o.m_axis_wire_tvalid) {
        CHECK_EQ(chk, t.m_axis_wire_tkeep, o.m_axis_wire_tkeep);
        CHECK_EQ(chk, t.m_axis_wire_tlast, o.m_axis_wire_tlast);
        CHECK_EQ(chk, t.m_axis_wire_tuser, o.m_axis_wire_tuser);
        compare_beat(chk, "m_axis_wire_tdata", &t.m_axis_wire_tdata, o.m_axis_wire_tdata, o.m_axis_wire_tkeep);
    }
    CHECK_EQ(chk, t.m_axis_host_tvalid, o.m_axis_host_tvalid);
    if (o.m_axis_host_tvalid) {
        CHECK_EQ(chk, t.m_axis_host_tkeep, o.m_axis_host_tkeep);
        CHECK_EQ(chk, t.m_axis_host_tlast, o.m_axis_host_tlast);
        CHECK_EQ(chk, t.m_axis_host_tid, o.m_axis_host_tid);
        compare_beat(chk, "m_axis_host_tdata", &t.m_axis_host_tdata, o.m_axis_host_tdata, o.m_axis_host_tkeep);
    }
    CHECK_EQ(chk, t.m_axis_cpl_tvalid, o.m_axis_cpl_tvalid);
    if (o.m_axis_cpl_tvalid) {
        chk.eq("m_axis_cpl_tdata low", tb_get(t.m_axis_cpl_tdata, 0, 64), o.m_axis_cpl_tdata[0]);
        chk.eq("m_axis_cpl_tdata high", tb_get(t.m_axis_cpl_tdata, 64, 64), o.m_axis_cpl_tdata[1]);
    }
    CHECK_EQ(chk, t.s_axil_awready, o.s_axil_awready);
    CHECK_EQ(chk, t.s_axil_wready, o.s_axil_wready);
    CHECK_EQ(chk, t.s_axil_bvalid, o.s_axil_bvalid);
    CHECK_EQ(chk, t.s_axil_arready, o.s_axil_arready);
    CHECK_EQ(chk, t.s_axil_rvalid, o.s_axil_rvalid);
    if (o.s_axil_bvalid) CHECK_EQ(chk, t.s_axil_bresp, o.s_axil_bresp);
    if (o.s_axil_rvalid) {
        CHECK_EQ(chk, t.s_axil_rdata, o.s_axil_rdata);
        CHECK_EQ(chk, t.s_axil_rresp, o.s_axil_rresp);
    }
}

struct free_mac { void operator()(ttp_mac *m) const { ttp_mac_free(m); } };
using mac_ptr = std::unique_ptr<ttp_mac, free_mac>;

static mac_ptr new_mac()
{
    const ttp_params p = { DATA_W, TX_CELLS, TX_PKTS, RX_CELLS, LINK_SETS, LINK_WAYS, TRACE, SRAM_1P, DEEP,
        TIMEOUT_RST, OPEN_TMO_RST, CLOSE_TMO_RST, BACKOFF_RST, RETRY_MAX_RST, ADDR_HIGH };
    const char *why = "";
    mac_ptr m(ttp_mac_new(&p, &why));
    if (!m) {
        fprintf(stderr, "ttp_mac_new: %s\n", why);
        exit(2);
    }
    return m;
}

// Where time starts after a reset: at 0, or so that 32 or 36 bits of it soon wrap.
static uint64_t pick_start(tb_rng &rng, uint64_t turn)
{
    const uint64_t soon = 64 * rng.in(20, 100);

    switch (turn % 3) {
    case 1:  return 0;
    case 2:  return (rng.bits(20) + 1) * (UINT64_C(1) << 32) - soon;
    default: return (rng.bits(20) + 1) * (UINT64_C(1) << 36) - soon;
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    tb_check chk("ttp_mac", seed);
    Verilated::commandArgs(argc, argv);
    if (seed % 2 == 0) {
        our_node ^= 0xffffff;
        peer_node ^= 0xffffff;
    }
    auto dut = std::make_unique<Vttp_mac>();
    mac_ptr m = new_mac(), peer = new_mac(), copy = new_mac();
    std::vector<uint8_t> blob(ttp_mac_state_size(m.get()));
    wire to_peer(rng), to_us(rng);
    host our_host(rng), peer_host(rng);
    master axil(rng), peer_axil(rng);
    static ttp_in in, pin;
    static ttp_out o, po, was, pwas;    // of this cycle, of the one before
    struct { uint64_t sent, got, cpl, cpl_kind[8], irq, made, hard, plain, soft, checked, copies, skipped, skips, kinds[24]; } n = {};
    uint32_t load = 50, peer_load = 50, garbage = 3, out_ready = 100, host_ready = 100, reg_load = 5, stray = 10;
    uint64_t copy_until = 0, rst_until = 3;
    bool copy_runs = false, quiet = false, copy_skipped = false;

    in.cfg_node = our_node;
    pin.cfg_node = peer_node;
    in.cfg_enable = pin.cfg_enable = true;
    dut->clk = 0;
    uint64_t start = pick_start(rng, 0), wraps = 0, ticks_wrap = 0;
    ttp_mac_start_cycle(m.get(), start);

    for (uint64_t c = 0; c < CYCLES; c++) {
        if (c % 4000 == 0) {                    // a new mood; every third is silence
            quiet = c / 4000 % 3 == 2;
            load = rng.one_in(4) ? 0 : rng.one_in(3) ? 100 : rng.in(2, 60);
            peer_load = rng.one_in(4) ? 0 : rng.one_in(3) ? 100 : rng.in(2, 60);
            const bool calm = rng.below(2);     // a wire and a host as they should be, so that much gets through
            stray = calm ? rng.one_in(2) : rng.in(1, 30);
            garbage = calm ? 0 : rng.one_in(3) ? 0 : rng.one_in(4) ? 40 : rng.in(1, 5);
            out_ready = rng.one_in(2) ? 100 : rng.in(20, 99);
            host_ready = !calm && rng.one_in(5) ? 2 : rng.one_in(2) ? 100 : rng.in(20, 99);
            reg_load = rng.one_in(3) ? 30 : 2;
            for (wire *w : { &to_peer, &to_us }) {
                w->loss = calm ? rng.one_in(2) : rng.one_in(3) ? 0 : rng.one_in(5) ? 100 : rng.in(1, 40);
                w->repeat = rng.one_in(2) ? 0 : rng.in(1, 20);
                w->damage = calm || rng.one_in(2) ? 0 : rng.in(1, 20);
                w->delay = calm ? rng.below(40) : rng.one_in(2) ? 0 : rng.below(400);
                w->gap = calm || rng.one_in(2) ? 0 : rng.below(60);
            }
        }
        was = o;
        pwas = po;
        ttp_mac_outputs(m.get(), &o);
        ttp_mac_outputs(peer.get(), &po);
        chk.cycle = c;
        if (c >= 1) compare(chk, *dut, o);      // from the first cycle after an edge with rst

        // ---- what has been seen
        n.irq += o.irq;
        if (o.trace_valid) n.kinds[o.trace_event]++;

        // ---- the wire, as of this cycle
        in.rst = c < rst_until;
        pin.rst = c < 3;
        const bool tick = !quiet;
        in.m_axis_wire_tready = rng.percent(out_ready);
        pin.m_axis_wire_tready = true;
        in.m_axis_host_tready = quiet || rng.percent(host_ready);
        pin.m_axis_host_tready = true;
        in.m_axis_cpl_tready = quiet || rng.percent(host_ready);
        pin.m_axis_cpl_tready = true;
        if (quiet) in.m_axis_wire_tready = true;
        if (o.m_axis_host_tvalid && in.m_axis_host_tready && o.m_axis_host_tlast) n.got++;
        if (c >= 1 && o.m_axis_cpl_tvalid && in.m_axis_cpl_tready) {
            n.cpl++;
            n.cpl_kind[o.m_axis_cpl_tdata[1] >> 56 & 7]++;
        }
        if (o.m_axis_wire_tvalid && in.m_axis_wire_tready && c >= 3)
            to_peer.take(o.m_axis_wire_tdata, o.m_axis_wire_tkeep, o.m_axis_wire_tlast, c);
        if (po.m_axis_wire_tvalid && c >= 3) to_us.take(po.m_axis_wire_tdata, po.m_axis_wire_tkeep, po.m_axis_wire_tlast, c);
        if (tick && rng.percent(garbage) && to_us.flying.size() < 50) {
            to_us.flying.push_back(made_up(rng, m.get()));
            n.made++;
        }
        to_peer.drive(pin, c);
        to_us.drive(in, c);

        // ---- hosts and registers
        our_host.drive(in, was.s_axis_host_tready, tick ? load : 0, peer_node, stray, true);
        peer_host.drive(pin, pwas.s_axis_host_tready, tick ? peer_load : 0, our_node, 0, false);
        if (tick && axil.todo.size() < 4 && rng.percent(reg_load)) axil.anything();
        axil.drive(in, was, 50);
        peer_axil.drive(pin, pwas, 50);
        n.sent += in.s_axis_host_tvalid && o.s_axis_host_tready && in.s_axis_host_tlast;

        if (in.rst || pin.rst) {
            if (in.rst) { axil.reset(); in.s_axil_awvalid = in.s_axil_wvalid = in.s_axil_arvalid = false; }
            if (c + 1 == rst_until) {           // or what is there after reset
                if (rng.below(2)) axil.set_up();
                else n.plain++;
            }
            if (c == 2) peer_axil.set_up();
            in.cfg_epoch_seed = static_cast<uint16_t>(rng.below(4) ? rng.next() : 0);
            pin.cfg_epoch_seed = static_cast<uint16_t>(rng.next());
        } else if (tick && rng.one_in(20000)) {
            rst_until = c + 1 + rng.in(1, 3);   // hard reset, wherever everything is
            start = pick_start(rng, n.hard + 1);
            ttp_mac_start_cycle(m.get(), start);
            ttp_mac_start_cycle(copy.get(), start);
            n.hard++;
        } else if (tick && rng.one_in(20000)) {
            axil.write(TTP_REG_CTRL, 3);
            n.soft++;
        }

        // ---- a copy that runs beside, or has skipped ahead
        const bool idle_in = !in.rst && !in.s_axis_host_tvalid && !in.s_axis_wire_tvalid && !in.s_axil_awvalid
            && !in.s_axil_wvalid && !in.s_axil_arvalid;
        if (!copy_runs && c % 512 == 100) {
            ttp_mac_save(m.get(), blob.data());
            chk.eq("restore", ttp_mac_restore(copy.get(), blob.data()), 1);
            chk.eq("equal after restore", ttp_mac_equal(m.get(), copy.get()), 1);
            copy_runs = true;
            copy_skipped = false;
            copy_until = c + rng.in(1, 300);
        } else if (!copy_runs && idle_in && ttp_mac_idle_until(m.get()) > ttp_mac_cycle(m.get()) && rng.one_in(8)) {
            const uint64_t most = ttp_mac_idle_until(m.get()) - ttp_mac_cycle(m.get());
            ttp_mac_save(m.get(), blob.data());
            chk.eq("restore", ttp_mac_restore(copy.get(), blob.data()), 1);
            const uint64_t k = most < 1000 && rng.below(2) ? most : 1 + rng.below(most < 1000 ? most : 1000);
            ttp_mac_skip(copy.get(), k);
            copy_runs = copy_skipped = true;
            copy_until = c + k;
        }
        if (copy_runs && copy_skipped && c < copy_until && !idle_in) copy_runs = false;    // no longer comparable
        if (copy_runs && c == copy_until) {
            if (!ttp_mac_equal(m.get(), copy.get())) {
                size_t next = 0;
                for (size_t at = 0; at < sizeof m->s; at += 8) {
                    if (next < m->pointers && m->pointer_at[next] * 8u == at) { next++; continue; }
                    if (memcmp(reinterpret_cast<char *>(&m->s) + at, reinterpret_cast<char *>(&copy->s) + at, 8) != 0)
                        fprintf(stderr, "state differs at offset %zu\n", at);
                }
                for (size_t at = 0; at < m->arena_n; at++)
                    if (m->arena[at] != copy->arena[at]) { fprintf(stderr, "arena differs at %zu\n", at); break; }
            }
            chk.eq(copy_skipped ? "equal after a skip" : "equal after running on", ttp_mac_equal(m.get(), copy.get()), 1);
            (copy_skipped ? n.skips : n.copies)++;
            copy_runs = false;
        }

        // ---- the edge
        pins_in(*dut, in);
        dut->eval();
        if (copy_runs && !copy_skipped) ttp_mac_clock(copy.get(), &in);
        ttp_mac_clock(m.get(), &in);
        ttp_mac_clock(peer.get(), &pin);
        tb_edge(*dut);
        if (in.rst) dut->rootp->ttp_mac__DOT__u_csr__DOT__now_q = start;
        wraps += m->s.csr.now != 0 && (m->s.csr.now & 0xFFFFFFFF) == 0;
        ticks_wrap += m->s.csr.now != 0 && (m->s.csr.now & 0xFFFFFFFFF) == 0;

        if (c % 16 == 0) {
            const char *bad = ttp_mac_check(m.get());
            if (!bad) bad = ttp_mac_check(peer.get());
            if (bad) {
                fprintf(stderr, "INVARIANT ttp_mac seed=%" PRIu64 " cycle=%" PRIu64 ": %s\n", seed, c, bad);
                return 1;
            }
            n.checked++;
        }
    }
    dut->final();

    chk.reached("packet from the host", n.sent);
    chk.reached("payload to the host", n.got);
    chk.reached("completion", n.cpl);
    chk.reached("completion RETIRED", n.cpl_kind[TTP_CPL_RETIRED]);
    chk.reached("completion FLUSHED", n.cpl_kind[TTP_CPL_FLUSHED]);
    chk.reached("completion REFUSED", n.cpl_kind[TTP_CPL_REFUSED]);
    chk.reached("completion DEAD", n.cpl_kind[TTP_CPL_DEAD]);
    chk.reached("completion CLOSED", n.cpl_kind[TTP_CPL_CLOSED]);
    chk.reached("interrupt", n.irq);
    chk.reached("hard reset", n.hard);
    chk.reached("reset values that stay", n.plain);
    chk.reached("soft reset", n.soft);
    chk.reached("time passes 2^32", wraps);
    chk.reached("time passes 2^36", ticks_wrap);
    chk.reached("copied state", n.copies);
    chk.reached("skip", n.skips);
    if (TRACE)
        for (unsigned ev = 0; ev < 23; ev++)
            if ((ev < 11 || ev > 15) && ev != TTP_EV_PEEK) {
                char what[32];
                snprintf(what, sizeof what, "event %u", ev);
                chk.reached(what, n.kinds[ev]);
            }
    printf("PASS ttp_mac %s seed=%" PRIu64 " sent=%" PRIu64 " got=%" PRIu64 " frames=%" PRIu64 " completions=%" PRIu64
           " checks=%" PRIu64 " copies=%" PRIu64 " skips=%" PRIu64 " resets=%" PRIu64 "+%" PRIu64 " compared=%" PRIu64 "\n", PARAMS, seed,
           n.sent, n.got, to_peer.frames, n.cpl, n.checked, n.copies, n.skips, n.hard, n.soft, chk.compared);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Lockstep of the whole MAC: rtl/ttp_mac.v against model/ttp_mac.c at the pins, every cycle. The
// peer is a second model behind a wire that loses, repeats, delays and damages frames; beside its
// frames come made-up ones. The host sends good and bad packets to the peer and to nodes that do
// not answer; registers are read and written; hard and soft resets come in the middle. Silence
// follows noise, so that everything runs out. On the model, too: its invariants hold, a saved
// state runs on like the original, idle cycles may be skipped.
//
// PARAMS: -GDATA_W=64 -GTX_CELLS=64 -GTX_PKTS=16 -GRX_CELLS=32 -GLINK_SETS=1 -GLINK_WAYS=2
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=0
// PARAMS: -GDATA_W=128 -GTX_CELLS=40 -GTX_PKTS=9 -GRX_CELLS=64 -GLINK_SETS=2 -GLINK_WAYS=1
//         -GTRACE=0 -GSRAM_1P=1 -GDEEP=1 -GTIMEOUT_RST=1 -GOPEN_TMO_RST=1 -GCLOSE_TMO_RST=1
//         -GBACKOFF_RST=1 -GRETRY_MAX_RST=1 -GADDR_HIGH=0
// PARAMS: -GDATA_W=256 -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=1 -GLINK_WAYS=4
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GTIMEOUT_RST=1073741824 -GOPEN_TMO_RST=1073741824
//         -GCLOSE_TMO_RST=1073741824 -GBACKOFF_RST=1073741824 -GRETRY_MAX_RST=255
//         -GADDR_HIGH=16711679
// PARAMS: -GDATA_W=512 -GTX_CELLS=300 -GTX_PKTS=64 -GRX_CELLS=128 -GLINK_SETS=4 -GLINK_WAYS=2
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GTIMEOUT_RST=700 -GOPEN_TMO_RST=900 -GCLOSE_TMO_RST=1100
//         -GBACKOFF_RST=300 -GRETRY_MAX_RST=9 -GADDR_HIGH=152660
// SEEDS: 1 2
// MODEL: ttp_mac_comb ttp_mac_wire ttp_mac_state ttp_mac_check ttp_params
// VLT: sim/ttp_mac.vlt tb/block/counters.vlt
#include <memory>
#include "Vttp_mac.h"
#include "Vttp_mac___024root.h"
#include "verilated.h"
#include "mac_copy.h"
#include "mac_host.h"
#include "mac_pins.h"
#include "mac_wire.h"
#include "perf_set.h"
#include "tb_util.h"
#include "ttp_defs.h"
#include "ttp_mac.h"

TB_INSIDE(time_of, ttp_mac__DOT__u_control__DOT__u_csr__DOT__now_q,
          ttp_mac__DOT__u_net__DOT__u_control__02eu_csr__DOT__now_q)
TB_INSIDE(counters_of, ttp_mac__DOT__u_control__DOT__u_perf__DOT__u_live__DOT__mem,
          ttp_mac__DOT__u_net__DOT__u_control__02eu_perf__DOT__u_live__DOT__mem)

enum { CYCLES = 400000, MOOD = 4000, RESET = 3 };       // cycles; RESET: of the first reset

// How hosts and wires behave for MOOD cycles, in percent.
struct mood {
    uint32_t load = 50, peer_load = 50;                 // cycles with a new packet
    uint32_t stray = 10;                                // packets to nodes that do not answer
    uint32_t garbage = 3;                               // cycles with a made-up frame
    uint32_t out_ready = 100, host_ready = 100, cpl_ready = 100;    // cycles with tready
    uint32_t reg_load = 5;                              // cycles with a new register access

    // calm: a wire and a host as they should be, so that much gets through.
    void change(tb_rng &rng, bool calm)
    {
        stray = calm ? rng.one_in(2) : rng.in(1, 30);
        garbage = calm ? 0 : rng.one_in(3) ? 0 : rng.one_in(4) ? 40 : rng.in(1, 5);
        out_ready = rng.one_in(2) ? 100 : rng.in(20, 99);
        host_ready = !calm && rng.one_in(5) ? 2 : rng.one_in(2) ? 100 : rng.in(20, 99);
        cpl_ready = rng.one_in(3) ? 0 : host_ready;     // 0: the ends of links have to wait
        reg_load = rng.one_in(3) ? 30 : 2;
    }
};

static uint32_t some_load(tb_rng &rng)
{
    return rng.one_in(4) ? 0 : rng.one_in(3) ? 100 : rng.in(2, 60);
}

static void change(wire *w, tb_rng &rng, bool calm)
{
    w->loss = calm ? rng.one_in(2) : rng.one_in(3) ? 0 : rng.one_in(5) ? 100 : rng.in(1, 40);
    w->repeat = rng.one_in(2) ? 0 : rng.in(1, 20);
    w->damage = calm || rng.one_in(2) ? 0 : rng.in(1, 20);
    w->delay = calm ? rng.below(40) : rng.one_in(2) ? 0 : rng.below(400);
    w->gap = calm || rng.one_in(2) ? 0 : rng.below(60);
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

class bench {
public:
    explicit bench(uint64_t seed);
    bool run();
    void finish();

private:
    void change_mood();
    void take_wire();
    void drive_hosts();
    void resets();
    void edge();
    void set_counters();
    void leap();
    bool invariants();
    bool noisy() const { return !quiet_; }

    const uint64_t seed_;
    tb_rng rng_;
    tb_check chk_;
    // In even seeds complemented, so that each bit is 0 and 1.
    const uint32_t our_node_, peer_node_;
    std::unique_ptr<Vttp_mac> dut_ = std::make_unique<Vttp_mac>();
    mac_ptr m_ = new_mac(), peer_ = new_mac();
    mac_copy copy_{ rng_, chk_ };
    wire to_peer_{ rng_ }, to_us_{ rng_ };
    host our_host_{ rng_ }, peer_host_{ rng_ };
    master axil_{ rng_, peer_node_ }, peer_axil_{ rng_, peer_node_ };
    ttp_in in_{}, pin_{};                       // p...: of the peer
    ttp_out o_{}, po_{}, was_{}, pwas_{};       // of this cycle, of the one before
    mood mood_;
    bool quiet_ = false;                        // silence: what there is runs out
    uint64_t c_ = 0, rst_until_ = RESET, start_ = 0;
    struct {
        uint64_t sent, got, cpl, cpl_kind[8], irq, made, hard, plain, soft, checked, kinds[24];
        uint64_t wraps, ticks_wrap, leaps, high;
    } n_{};
};

bench::bench(uint64_t seed)
    : seed_(seed), rng_(seed), chk_("ttp_mac", seed),
      our_node_(seed % 2 ? 0x123456 : 0xedcba9), peer_node_(seed % 2 ? 0xabcdef : 0x543210)
{
    in_.cfg_node = our_node_;
    pin_.cfg_node = peer_node_;
    in_.cfg_enable = pin_.cfg_enable = true;
    dut_->clk = 0;
    start_ = pick_start(rng_, 0);
    ttp_mac_start_cycle(m_.get(), start_);
}

// Every third mood is silence.
void bench::change_mood()
{
    quiet_ = c_ / MOOD % 3 == 2;
    mood_.load = some_load(rng_);
    mood_.peer_load = some_load(rng_);
    const bool calm = rng_.below(2);
    mood_.change(rng_, calm);
    for (wire *w : { &to_peer_, &to_us_ }) change(w, rng_, calm);
}

// The beats of this cycle, and the pins that take and bring them.
void bench::take_wire()
{
    in_.m_axis_wire_tready = rng_.percent(mood_.out_ready);
    pin_.m_axis_wire_tready = true;
    in_.m_axis_host_tready = quiet_ || rng_.percent(mood_.host_ready);
    pin_.m_axis_host_tready = true;
    in_.m_axis_cpl_tready = quiet_ || rng_.percent(mood_.cpl_ready);
    pin_.m_axis_cpl_tready = true;
    if (quiet_) in_.m_axis_wire_tready = true;
    n_.got += o_.m_axis_host_tvalid && in_.m_axis_host_tready && o_.m_axis_host_tlast;
    if (c_ >= 1 && o_.m_axis_cpl_tvalid && in_.m_axis_cpl_tready) {
        n_.cpl++;
        n_.cpl_kind[o_.m_axis_cpl_tdata[1] >> 56 & 7]++;
    }
    if (o_.m_axis_wire_tvalid && in_.m_axis_wire_tready && c_ >= RESET)
        to_peer_.take(o_.m_axis_wire_tdata, o_.m_axis_wire_tkeep, o_.m_axis_wire_tlast, c_);
    if (po_.m_axis_wire_tvalid && c_ >= RESET)
        to_us_.take(po_.m_axis_wire_tdata, po_.m_axis_wire_tkeep, po_.m_axis_wire_tlast, c_);
    if (noisy() && rng_.percent(mood_.garbage) && to_us_.flying.size() < 50) {
        to_us_.flying.push_back(made_up(rng_, m_.get(), our_node_, peer_node_));
        n_.made++;
    }
    to_peer_.drive(pin_, c_);
    to_us_.drive(in_, c_);
}

void bench::drive_hosts()
{
    const uint32_t load = noisy() ? mood_.load : 0, peer_load = noisy() ? mood_.peer_load : 0;
    our_host_.drive(in_, was_.s_axis_host_tready, load, peer_node_, mood_.stray, true);
    peer_host_.drive(pin_, pwas_.s_axis_host_tready, peer_load, our_node_, 0, false);
    if (noisy() && axil_.todo.size() < 4 && rng_.percent(mood_.reg_load)) axil_.anything();
    axil_.drive(in_, was_, 50);
    peer_axil_.drive(pin_, pwas_, 50);
    n_.sent += in_.s_axis_host_tvalid && o_.s_axis_host_tready && in_.s_axis_host_tlast;
}

void bench::resets()
{
    if (in_.rst || pin_.rst) {
        if (in_.rst) {
            axil_.reset();
            in_.s_axil_awvalid = in_.s_axil_wvalid = in_.s_axil_arvalid = false;
        }
        if (c_ + 1 == rst_until_) {             // other values, or what is there after reset
            // Counters first, while the store still has the old ones.
            for (int i = 0; i < 3; i++) axil_.read(TTP_REG_COUNTER + 4 * rng_.below(128));
            if (rng_.below(2)) axil_.set_up(true);
            else n_.plain++;
        }
        if (c_ + 1 == RESET) peer_axil_.set_up(false);
        in_.cfg_epoch_seed = static_cast<uint16_t>(rng_.below(4) ? rng_.next() : 0);
        pin_.cfg_epoch_seed = static_cast<uint16_t>(rng_.next());
    } else if (noisy() && rng_.one_in(20000)) {
        rst_until_ = c_ + 1 + rng_.in(1, 3);    // hard reset, wherever everything is
        start_ = pick_start(rng_, n_.hard + 1);
        ttp_mac_start_cycle(m_.get(), start_);
        ttp_mac_start_cycle(copy_.mac.get(), start_);
        n_.hard++;
    } else if (noisy() && rng_.one_in(20000)) {
        axil_.write(TTP_REG_CTRL, 3);
        n_.soft++;
    }
}

void bench::edge()
{
    pins_in(*dut_, in_);
    dut_->eval();
    copy_.clock(in_);
    ttp_mac_clock(m_.get(), &in_);
    ttp_mac_clock(peer_.get(), &pin_);
    tb_edge(*dut_);
    // The RTL has no start of time but 0: its counter is set from outside.
    if (in_.rst) *time_of(dut_->rootp, 0) = start_;
    const uint64_t now = m_->s.csr.now;
    n_.wraps += now != 0 && (now & 0xFFFFFFFF) == 0;
    n_.ticks_wrap += now != 0 && (now & 0xFFFFFFFFF) == 0;
    const ttp_link_pipe_out &p = m_->w.pipe;
    const uint32_t at = m_->w.pipe_in.now;
    if (!in_.rst && p.f.timer_valid && !p.f.victim) {
        if (p.f.timer_runs) axil_.far.set(false, p.timer_deadline - at);
        if (p.f.timer_service_runs) axil_.far.set(true, p.timer_service_at - at);
    }
}

// No test lives to count as far as counters go: after a hard reset each begins anywhere.
void bench::set_counters()
{
    if (c_ < rst_until_ + 100 || c_ >= rst_until_ + 164) return;
    const uint64_t more = perf_more(rng_);
    perf_set(*counters_of(dut_->rootp, 0), m_->s.perf, m_->s.csr.now, more);
    copy_.drop();
}

// Silence of 3 x 2^17 cycles or more goes by at once: whole rounds of the timers, the only thing
// besides time that moves in it.
void bench::leap()
{
    const bool busy = in_.rst || in_.s_axis_host_tvalid || in_.s_axis_wire_tvalid
                      || in_.s_axil_awvalid || in_.s_axil_wvalid || in_.s_axil_arvalid;
    const uint64_t by = UINT64_C(3) << rng_.in(17, 34);
    if (busy || ttp_mac_idle_until(m_.get()) - ttp_mac_cycle(m_.get()) <= by) return;
    ttp_mac_skip(m_.get(), by);
    *time_of(dut_->rootp, 0) = m_->s.csr.now;
    copy_.drop();
    n_.leaps++;
}

bool bench::invariants()
{
    const char *bad = ttp_mac_check(m_.get());
    if (!bad) bad = ttp_mac_check(peer_.get());
    if (bad)
        fprintf(stderr, "INVARIANT ttp_mac seed=%" PRIu64 " cycle=%" PRIu64 ": %s\n", seed_, c_,
                bad);
    n_.checked++;
    return !bad;
}

bool bench::run()
{
    for (; c_ < CYCLES; c_++) {
        if (c_ % MOOD == 0) change_mood();
        was_ = o_;
        pwas_ = po_;
        ttp_mac_outputs(m_.get(), &o_);
        ttp_mac_outputs(peer_.get(), &po_);
        chk_.cycle = c_;
        if (c_ >= 1) compare(chk_, *dut_, o_);      // from the first cycle after an edge with rst
        n_.irq += o_.irq;
        const uint32_t word = in_.s_axil_araddr - TTP_REG_COUNTER;
        if (o_.s_axil_rvalid && word < 512 && word & 4) n_.high |= o_.s_axil_rdata;
        if (o_.trace_valid) n_.kinds[o_.trace_event]++;

        in_.rst = c_ < rst_until_;
        pin_.rst = c_ < RESET;
        take_wire();
        drive_hosts();
        resets();
        copy_.look(m_.get(), in_, c_);
        edge();
        set_counters();
        if (quiet_ && rng_.one_in(200)) leap();
        if (c_ % 16 == 0 && !invariants()) return false;
    }
    dut_->final();
    return true;
}

void bench::finish()
{
    chk_.reached("packet from the host", n_.sent);
    chk_.reached("payload to the host", n_.got);
    chk_.reached("completion", n_.cpl);
    chk_.reached("completion RETIRED", n_.cpl_kind[TTP_CPL_RETIRED]);
    chk_.reached("completion FLUSHED", n_.cpl_kind[TTP_CPL_FLUSHED]);
    chk_.reached("completion REFUSED", n_.cpl_kind[TTP_CPL_REFUSED]);
    chk_.reached("completion DEAD", n_.cpl_kind[TTP_CPL_DEAD]);
    chk_.reached("completion CLOSED", n_.cpl_kind[TTP_CPL_CLOSED]);
    chk_.reached("interrupt", n_.irq);
    chk_.reached("hard reset", n_.hard);
    chk_.reached("reset values that stay", n_.plain);
    chk_.reached("soft reset", n_.soft);
    chk_.reached("time passes 2^32", n_.wraps);
    chk_.reached("time passes 2^36", n_.ticks_wrap);
    chk_.reached("each high bit of a counter read as 1", n_.high == 0xFFFF);
    chk_.reached("copied state", copy_.copies);
    chk_.reached("skip", copy_.skips);
    if (TRACE)
        for (unsigned ev = 0; ev < 23; ev++)
            if ((ev < 11 || ev > 15) && ev != TTP_EV_PEEK) {
                char what[32];
                snprintf(what, sizeof what, "event %u", ev);
                chk_.reached(what, n_.kinds[ev]);
            }
    chk_.reached("silence that goes by at once", n_.leaps);
    for (unsigned t = 0; t < TIMES; t++)
        chk_.reached(TIME_NAME[t], axil_.far.enough(t));
    printf("PASS ttp_mac %s seed=%" PRIu64 " sent=%" PRIu64 " got=%" PRIu64 " frames=%" PRIu64
           " completions=%" PRIu64 " checks=%" PRIu64 " copies=%" PRIu64 " skips=%" PRIu64
           " resets=%" PRIu64 "+%" PRIu64 " compared=%" PRIu64 " cycles=%u\n",
           PARAMS, seed_, n_.sent, n_.got,
           to_peer_.frames, n_.cpl, n_.checked, copy_.copies, copy_.skips, n_.hard, n_.soft,
           chk_.compared, static_cast<unsigned>(CYCLES));
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    auto b = std::make_unique<bench>(seed);
    if (!b->run()) return 1;
    b->finish();
    return 0;
}

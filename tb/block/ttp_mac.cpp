// SPDX-License-Identifier: Apache-2.0
//
// rtl/ttp_mac.v, the whole MAC, against model/ttp_mac.c at the pins. The peer is a second model
// behind a wire that loses, repeats, delays and damages frames. Beside its frames come made-up
// ones. The host sends good and bad packets to the peer and to nodes that do not answer. Registers
// are read and written. Hard and soft resets come in the middle. Phases of silence let everything
// run out. Of the model alone: its invariants hold, a saved state runs on like the original, and
// idle cycles may be skipped.
//
// PARAMS: -GDATA_W=64 -GTX_CELLS=64 -GTX_PKTS=16 -GRX_CELLS=32 -GLINK_SETS=1 -GLINK_WAYS=2
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GSELECTIVE=1 -GVC_ORDER=1
//         -GSEL_CONTEXTS=16 -GSEL_WINDOW=512
// PARAMS: -GDATA_W=128 -GTX_CELLS=40 -GTX_PKTS=9 -GRX_CELLS=64 -GLINK_SETS=2 -GLINK_WAYS=1
//         -GTRACE=0 -GSRAM_1P=1 -GDEEP=1 -GSELECTIVE=0
//         -GTIMEOUT_RST=1 -GOPEN_TMO_RST=1 -GCLOSE_TMO_RST=1
//         -GBACKOFF_RST=1 -GRETRY_MAX_RST=1 -GADDR_HIGH=0 -GVC_ORDER=1
// PARAMS: -GDATA_W=256 -GTX_CELLS=256 -GTX_PKTS=32 -GRX_CELLS=64 -GLINK_SETS=1 -GLINK_WAYS=4
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=0 -GSELECTIVE=1
//         -GTIMEOUT_RST=1073741824 -GOPEN_TMO_RST=1073741824
//         -GCLOSE_TMO_RST=1073741824 -GBACKOFF_RST=1073741824 -GRETRY_MAX_RST=255
//         -GADDR_HIGH=16711679 -GSEL_CONTEXTS=2 -GSEL_WINDOW=256
// PARAMS: -GDATA_W=512 -GTX_CELLS=300 -GTX_PKTS=64 -GRX_CELLS=128 -GLINK_SETS=4 -GLINK_WAYS=2
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=1 -GSELECTIVE=0
//         -GTIMEOUT_RST=700 -GOPEN_TMO_RST=900 -GCLOSE_TMO_RST=1100
//         -GBACKOFF_RST=300 -GRETRY_MAX_RST=9 -GADDR_HIGH=152660
// PARAMS: -GDATA_W=512 -GTX_CELLS=200 -GTX_PKTS=40 -GRX_CELLS=64 -GLINK_SETS=8 -GLINK_WAYS=1
//         -GTRACE=1 -GSRAM_1P=0 -GDEEP=1 -GSELECTIVE=1 -GVC_ORDER=1
// SEEDS: 1 2
// LONG: 1 2
// MODEL: ttp_mac_comb ttp_mac_wire ttp_mac_state ttp_mac_check ttp_params
// VLT: sim/ttp_mac.vlt tb/block/counters.vlt
#include "Vttp_mac.h"
#include "Vttp_mac___024root.h"
#include "lockstep.h"
#include "mac_copy.h"
#include "mac_host.h"
#include "mac_pins.h"
#include "mac_wire.h"
#include "perf_set.h"
#include "ttp_defs.h"
#include "ttp_mac.h"

TB_INSIDE(time_of, ttp_mac__DOT__u_control__DOT__u_csr__DOT__now_q,
          ttp_mac__DOT__u_net__DOT__u_control__02eu_csr__DOT__now_q)
TB_INSIDE(counters_of, ttp_mac__DOT__u_control__DOT__u_perf__DOT__u_live__DOT__mem,
          ttp_mac__DOT__u_net__DOT__u_control__02eu_perf__DOT__u_live__DOT__mem)

enum { MOOD = 4000, RESET = 3 };        // cycles; RESET: of the first reset

// How hosts and wires behave for MOOD cycles, in percent.
struct mood {
    uint32_t load = 50, peer_load = 50;                 // cycles with a new packet
    uint32_t stray = 10;                                // packets to nodes that do not answer
    uint32_t garbage = 3;                               // cycles with a made-up frame
    uint32_t out_ready = 100, host_ready = 100, cpl_ready = 100;    // cycles with tready
    uint32_t reg_load = 5;                              // cycles with a new register access

    static uint32_t some_load(tb_rng &rng)
    {
        return rng.one_in(4) ? 0 : rng.one_in(3) ? 100 : rng.in(2, 60);
    }
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

// The time that a reset starts with: 0, or shortly before 32 or 36 bits of it wrap.
static uint64_t pick_start(tb_rng &rng, uint64_t turn)
{
    const uint64_t soon = 64 * rng.in(20, 100);

    switch (turn % 3) {
    case 1:  return 0;
    case 2:  return (rng.bits(20) + 1) * (UINT64_C(1) << 32) - soon;
    default: return (rng.bits(20) + 1) * (UINT64_C(1) << 36) - soon;
    }
}

// One of the two MACs: its model with what is at its ports.
struct side {
    mac_ptr mac = new_mac();
    ttp_in in = {};
    ttp_out o = {}, was = {};           // of this cycle, of the one before
    host packets;
    master registers;
    wire away;                          // to the other side

    side(tb_rng &r, uint32_t node, uint32_t peer) : packets(r), registers(r, peer), away(r)
    {
        in.cfg_node = node;
        in.cfg_enable = true;
    }
    void outputs()
    {
        was = o;
        ttp_mac_outputs(mac.get(), &o);
    }
    void send(uint64_t now)
    {
        if (o.m_axis_wire_tvalid && in.m_axis_wire_tready && now >= RESET)
            away.take(o.m_axis_wire_tdata, o.m_axis_wire_tkeep, o.m_axis_wire_tlast, now);
    }
};

struct Bench : lockstep<Vttp_mac> {
    // In even seeds complemented, so that each bit is 0 and 1.
    const uint32_t our_node, peer_node;
    side us{ r, our_node, peer_node }, peer{ r, peer_node, our_node };
    mac_copy copy{ r, chk };            // of our model
    mood now;
    bool quiet = false;                 // silence: what there is runs out
    uint64_t rst_until = RESET, start = 0;
    uint64_t hard_resets = 0, soft_resets = 0, plain_resets = 0, leaps = 0;
    uint64_t counter_bits = 0;          // seen as 1 in the high word of a counter
    uint64_t events[32] = {};           // of the trace

    Bench()
        : our_node(chk.seed % 2 ? 0x123456 : 0xedcba9),
          peer_node(chk.seed % 2 ? 0xabcdef : 0x543210)
    {
        start = pick_start(r, 0);
        ttp_mac_start_cycle(us.mac.get(), start);
    }

    // Every third mood is silence.
    void change_mood()
    {
        quiet = chk.cycle / MOOD % 3 == 2;
        now.load = mood::some_load(r);
        now.peer_load = mood::some_load(r);
        const bool calm = r.below(2);
        now.change(r, calm);
        us.away.change(calm);
        peer.away.change(calm);
    }
    // The beats of this cycle, and the pins that take and bring them
    void wires()
    {
        us.in.m_axis_wire_tready = r.percent(now.out_ready) || quiet;
        us.in.m_axis_host_tready = quiet || r.percent(now.host_ready);
        us.in.m_axis_cpl_tready = quiet || r.percent(now.cpl_ready);
        peer.in.m_axis_wire_tready = peer.in.m_axis_host_tready = true;
        peer.in.m_axis_cpl_tready = true;
        us.send(chk.cycle);
        peer.send(chk.cycle);
        if (!quiet && r.percent(now.garbage) && peer.away.flying.size() < 50)
            peer.away.flying.push_back(made_up(r, us.mac.get(), our_node, peer_node));
        us.away.drive(peer.in, chk.cycle);
        peer.away.drive(us.in, chk.cycle);
    }
    void hosts()
    {
        us.packets.drive(us.in, us.was.s_axis_host_tready, quiet ? 0 : now.load, peer_node,
                         now.stray, true);
        peer.packets.drive(peer.in, peer.was.s_axis_host_tready, quiet ? 0 : now.peer_load,
                           our_node, 0, false);
        if (!quiet && us.registers.todo.size() < 4 && r.percent(now.reg_load))
            us.registers.anything();
        us.registers.drive(us.in, us.was, 50);
        peer.registers.drive(peer.in, peer.was, 50);
    }
    void resets()
    {
        if (us.in.rst || peer.in.rst) {
            in_reset();
        } else if (!quiet && r.one_in(20000)) {
            rst_until = chk.cycle + 1 + r.in(1, 3);     // hard reset, wherever everything is
            start = pick_start(r, ++hard_resets);
            ttp_mac_start_cycle(us.mac.get(), start);
            ttp_mac_start_cycle(copy.mac.get(), start);
        } else if (!quiet && r.one_in(20000)) {
            us.registers.write(TTP_REG_CTRL, 3);
            soft_resets++;
        }
    }
    void in_reset()
    {
        if (us.in.rst) us.registers.reset(us.in);
        if (chk.cycle + 1 == rst_until) {       // other values, or what is there after reset
            // Counters first, while the store still has the old ones.
            for (int i = 0; i < 3; i++) us.registers.read(TTP_REG_COUNTER + 4 * r.below(128));
            if (r.below(2)) us.registers.set_up(true);
            else plain_resets++;
        }
        if (chk.cycle + 1 == RESET) peer.registers.set_up(false);
        us.in.cfg_epoch_seed = static_cast<uint16_t>(r.below(4) ? r.next() : 0);
        peer.in.cfg_epoch_seed = static_cast<uint16_t>(r.next());
    }
    void drive() override
    {
        if (chk.cycle % MOOD == 0) change_mood();
        us.outputs();
        peer.outputs();
        us.in.rst = chk.cycle < rst_until;
        peer.in.rst = chk.cycle < RESET;
        // The word that is read now; its address goes away with the next access.
        const uint32_t word = us.in.s_axil_araddr - TTP_REG_COUNTER;
        if (us.o.s_axil_rvalid && word < 512 && word & 4) counter_bits |= us.o.s_axil_rdata;
        wires();
        hosts();
        resets();
        copy.look(us.mac.get(), us.in, chk.cycle);
        pins_in(*dut, us.in);
    }
    void check() override
    {
        if (chk.cycle >= 1) compare(chk, *dut, us.o);   // from the first edge with rst on
    }
    void seen() override
    {
        const ttp_in &in = us.in;
        const ttp_out &o = us.o;
        const uint64_t time = us.mac->s.csr.now;
        const bool completion = chk.cycle >= 1 && o.m_axis_cpl_tvalid && in.m_axis_cpl_tready;
        const auto kind = [&](unsigned k) {
            return completion && (o.m_axis_cpl_tdata[1] >> 56 & 7) == k;
        };
        AIM("packet from the host", in.s_axis_host_tvalid && o.s_axis_host_tready
            && in.s_axis_host_tlast);
        AIM("payload to the host", o.m_axis_host_tvalid && in.m_axis_host_tready
            && o.m_axis_host_tlast);
        AIM("completion RETIRED", kind(TTP_CPL_RETIRED));
        AIM("completion FLUSHED", kind(TTP_CPL_FLUSHED));
        AIM("completion REFUSED", kind(TTP_CPL_REFUSED));
        AIM("completion DEAD", kind(TTP_CPL_DEAD));
        AIM("completion CLOSED", kind(TTP_CPL_CLOSED));
        AIM("interrupt", o.irq);
        AIM("time passes 2^32", time != 0 && (time & 0xFFFFFFFF) == 0);
        AIM("time passes 2^36", time != 0 && (time & 0xFFFFFFFFF) == 0);
        const ttp_tx_frame_in &f = us.mac->w.frame_in;
        const ttp_tx_frame_out &starts = us.mac->w.frame;
        AIM_IF(SELECTIVE, "an offer leaves", starts.start_response && f.block);
        AIM_IF(SELECTIVE && TIMEOUT_RST < 1u << 30, "PEEK shows a round trip",
               us.mac->w.marks.path_told && us.mac->w.marks.path.trip8);
        AIM_IF(SELECTIVE && TIMEOUT_RST < 1u << 30, "a payload with a number leaves",
               starts.start_payload && f.payload_number);
        if (o.trace_valid) events[o.trace_event & 31]++;
    }
    void step() override
    {
        copy.clock(us.in);
        ttp_mac_clock(us.mac.get(), &us.in);
        ttp_mac_clock(peer.mac.get(), &peer.in);
        const ttp_link_pipe_out &p = us.mac->w.pipe;
        const uint32_t at = us.mac->w.pipe_in.now;
        if (us.in.rst || !p.f.timer_valid || p.f.victim) return;
        if (p.f.timer_runs) us.registers.far.timer_set(false, p.timer_deadline - at);
        if (p.f.timer_service_runs) us.registers.far.timer_set(true, p.timer_service_at - at);
    }
    // After the edge some of the state is set from outside, in RTL and model alike.
    void cycle() override
    {
        lockstep::cycle();
        // The RTL has no start of time but 0.
        if (us.in.rst) *time_of(dut->rootp, 0) = start;
        set_counters();
        if (quiet && r.one_in(200)) leap();
        if (chk.cycle % 16 == 0)
            for (side *s : { &us, &peer }) invariants(s->mac.get());
    }
    // No test runs long enough to fill a counter: after a hard reset each begins anywhere.
    void set_counters()
    {
        if (chk.cycle < rst_until + 100 || chk.cycle >= rst_until + 164) return;
        const uint64_t more = perf_more(r);
        ttp_mac *m = us.mac.get();
        perf_set(*counters_of(dut->rootp, 0), m->s.perf, m->s.csr.now, more);
        copy.drop();
    }
    // Silence of 3 x 2^17 cycles or more goes by at once: whole rounds of the timers, the only
    // thing besides time that moves in it.
    void leap()
    {
        ttp_mac *m = us.mac.get();
        const uint64_t by = UINT64_C(3) << r.in(17, 34);
        if (!idle(us.in) || ttp_mac_idle_until(m) - ttp_mac_cycle(m) <= by) return;
        ttp_mac_skip(m, by);
        *time_of(dut->rootp, 0) = m->s.csr.now;
        copy.drop();
        leaps++;
    }
    void invariants(const ttp_mac *m)
    {
        const char *bad = ttp_mac_check(m);
        if (!bad) return;
        fprintf(stderr, "INVARIANT ttp_mac seed=%" PRIu64 " cycle=%" PRIu64 ": %s\n", chk.seed,
                chk.cycle, bad);
        exit(1);
    }
    void aims() override
    {
        aim("hard reset", hard_resets);
        aim("reset values that stay", plain_resets);
        aim("soft reset", soft_resets);
        aim("each high bit of a counter read as 1", counter_bits == 0xFFFF);
        aim("copied state", copy.copies);
        aim("skip", copy.skips);
        for (unsigned ev = 0; TRACE && ev < 23; ev++)
            if ((ev < 11 || ev > 15) && ev != TTP_EV_PEEK)
                aim(("event " + std::to_string(ev)).c_str(), events[ev]);
        aim("silence that goes by at once", leaps);
        for (unsigned t = 0; t < TIMES; t++) aim(TIME_NAME[t], us.registers.far.enough(t));
    }
};

int main(int argc, char **argv)
{
    const auto b = tb_begin<Bench>(argc, argv, false);
    b->run(440000);
    // What uses BACKOFF is rare: some seeds need longer.
    for (unsigned i = 0; i < 20 && !b->us.registers.far.enough(BACKOFF); i++) b->run(20000);
    return tb_end(*b);
}

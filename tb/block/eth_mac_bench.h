// SPDX-License-Identifier: Apache-2.0
//
// eth_mac between its pins and its core: three clocks of their own, carriers into the receiver,
// a PHY that takes apart what leaves, a core that sends and takes frames. Each event is counted
// here too, and compared with the counters.
#ifndef ETH_MAC_BENCH_H
#define ETH_MAC_BENCH_H

#include <cmath>
#include <deque>
#include "Veth_mac.h"
#include "Veth_mac___024root.h"
#include "eth_line.h"
#include "lockstep.h"

// The two copies of the counters
TB_INSIDE(counts_of, eth_mac__DOT__u_stats__DOT__u_count__DOT__mem,
          eth_mac__DOT__u_net__DOT__u_stats__02eu_count__DOT__mem)
TB_INSIDE(seen_of, eth_mac__DOT__u_stats__DOT__u_seen__DOT__mem,
          eth_mac__DOT__u_net__DOT__u_stats__02eu_seen__DOT__mem)

struct bench : lockstep<Veth_mac> {
    enum clock { CLK, TX_CLK, RXC, CLOCKS };
    struct carrier { std::vector<uint16_t> halves; bytes body; unsigned code; };    // ctl << 4 | d
    struct job { bytes body; bool error, stall; };
    static constexpr double NO_TIME = -1;

    // Time of the next edge, half period, ps
    double t[CLOCKS] = { 1000, 0, 300 }, half[CLOCKS] = { 8000, 4000, 4000 };
    bool level[CLOCKS] = {}, rxc_on = true;
    double now = 0;
    unsigned speed = 2;
    uint64_t want[ETH_EVENTS] = {}, carries = 0;
    // Line in
    std::deque<carrier> in;
    size_t in_at = 0;
    unsigned in_gap = 20, gap_min = 12, gap_max = 12;
    double last_in = NO_TIME;
    // Core out
    std::deque<carrier> due;
    bool may_lose = false;              // frames, to a full FIFO
    uint64_t skipped = 0, delivered = 0, delivered_bad = 0, beats = 0;
    unsigned p_ready = 100;
    bytes got;
    double rx_latency = NO_TIME;
    // Core in
    std::deque<job> jobs, sent;
    beat_source src;
    double first_in = NO_TIME, tx_latency = NO_TIME, rose = 0, period = 0;
    // Line out
    rgmii_rx pins;
    bytes line;
    bool second_half = false, line_er = false;      // of a byte, below 1000 Mb/s
    unsigned first_half = 0;
    uint64_t gap = 1000, gaps12 = 0, frames_out = 0, dry = 0;
    bool gap_check = false;

    unsigned clocks_a_byte() const { return speed == 2 ? 1 : 2; }

    // ---- line in
    void add(unsigned code, size_t len)
    {
        carrier c;
        bytes f = eth_random(r, len);
        eth_add_fcs(f);
        c.code = len > MAX_LEN && code != RX_NOSFD ? RX_OVERSIZE : code;
        const size_t head = r.one_in(3) ? r.in(1, 6) : 7;
        if (code == RX_FCS) f[r.below(f.size())] ^= static_cast<uint8_t>(1u << r.below(8));
        c.body.assign(f.begin(), f.end() - 4);
        const size_t er_at = code == RX_ER ? head + 1 + r.below(f.size()) : SIZE_MAX;
        bytes all = on_line(f, head);
        if (code == RX_NOSFD) all[head] = 0x15;
        const auto cycle = [&](unsigned lo, unsigned hi, bool er) {
            c.halves.push_back(static_cast<uint16_t>(0x10 | lo));
            c.halves.push_back(static_cast<uint16_t>((er ? 0 : 0x10) | hi));
        };
        for (size_t i = 0; i < all.size(); i++) {
            const unsigned lo = all[i] & 15, hi = all[i] >> 4;
            cycle(lo, speed == 2 ? hi : lo, i == er_at);
            if (speed != 2) cycle(hi, hi, false);
        }
        if (code == RX_ALIGN) cycle(3, 3, false);
        in.push_back(c);
    }
    // A carrier of a few clocks that is no frame.
    void add_noise(unsigned clocks)
    {
        in.push_back({ std::vector<uint16_t>(2 * clocks, 0x1A), {}, RX_NOSFD });
    }
    // Pins settle before the edge, so the value of this half is set, then the edge comes.
    void before_rxc()
    {
        unsigned d = in_gap && !level[RXC] ? r.below(16) : 0;
        if (!level[RXC] && in_gap) in_gap--;            // idle clocks and the one that ends them
        if (!in.empty() && !in_gap && (in_at || !level[RXC])) {     // begins at a rising edge
            const carrier &c = in.front();
            d = c.halves[in_at++];
            if (in_at == c.halves.size()) carrier_ends();
        }
        dut->rgmii_rxd = d & 15;
        dut->rgmii_rx_ctl = d >> 4;
        dut->eval();
    }
    void carrier_ends()
    {
        const carrier &c = in.front();
        want[c.code]++;
        // What will be delivered; an overflow takes from here again.
        if (c.code == RX_GOOD || (PASS_BAD && c.code < RX_NOSFD && !c.body.empty()))
            due.push_back(c);
        last_in = now;
        in.pop_front();
        in_at = 0;
        in_gap = r.in(gap_min, gap_max) * clocks_a_byte() + 1;
    }

    // ---- line out
    void after_tx_clk()
    {
        const bool was = pins.clock;
        const bool fell = pins.step(dut->rgmii_txc, dut->rgmii_txd, dut->rgmii_tx_ctl);
        if (!was && pins.clock) {
            period = now - rose;
            rose = now;
        }
        if (!fell || dut->rst) return;
        if (!pins.en) {
            if (!line.empty()) frame_out();
            gap++;
            return;
        }
        if (line.empty() && !second_half) frame_begins();
        if (!line.empty())
            EXPECT(lround(period / 8000), speed == 2 ? 1 : speed == 1 ? 5 : 50);
        line_er |= pins.er;
        if (speed == 2) line.push_back(pins.byte());
        else {
            if (second_half) line.push_back(static_cast<uint8_t>(first_half | pins.low << 4));
            first_half = pins.low;
            second_half = !second_half;
        }
        gap = 0;
    }
    void frame_begins()
    {
        if (first_in != NO_TIME) {
            tx_latency = now - 4000 - first_in;
            first_in = NO_TIME;
        }
        CHECK(gap >= 12u * clocks_a_byte());
        if (!gap_check) return;
        EXPECT(gap, 12u * clocks_a_byte());
        gaps12++;
    }
    void frame_out()
    {
        EXPECT(second_half, false);
        CHECK(!sent.empty());
        const job j = sent.front();
        sent.pop_front();
        CHECK(line.size() >= 72);
        const bytes f(line.begin() + 8, line.end());
        bytes body = j.body;
        if (body.size() < 60) body.resize(60, 0);
        const unsigned fcs = eth_fcs_state(f);
        if (line_er) {                                  // ran dry
            CHECK(!TX_STORE && j.stall);
            EXPECT(fcs, 1);
            CHECK(bytes(line.begin(), line.begin() + 8) == on_line({}));
            want[TX_UNDERRUN]++;
            dry++;
        } else {
            CHECK(bytes(line.begin(), line.end() - 4) == on_line(body));
            EXPECT(fcs, j.error ? 1 : 0);
            want[j.error ? TX_ERROR : TX_GOOD]++;
        }
        frames_out++;
        line.clear();
        line_er = false;
    }

    // ---- core
    void before_clk()
    {
        dut->m_axis_core_tready = r.percent(p_ready);
        if (!jobs.empty()) {
            const job &j = jobs.front();
            if (src.idle()) src.cur = j.body;
            src.drive(r, j.stall && src.at ? 95 : 0, dut->s_axis_core_tdata,
                      dut->s_axis_core_tkeep, dut->s_axis_core_tvalid, dut->s_axis_core_tlast);
            const bool last = dut->s_axis_core_tvalid && dut->s_axis_core_tlast;
            if (!dut->s_axis_core_tvalid) dut->s_axis_core_tlast = r.one_in(2);
            dut->s_axis_core_tuser = last && j.error;
        } else dut->s_axis_core_tvalid = 0;
        dut->eval();
        if (dut->rst) return;
        if (dut->s_axis_core_tvalid && dut->s_axis_core_tready) {
            if (src.at == 0) {
                sent.push_back(jobs.front());
                if (sent.size() == 1 && gap > 100) first_in = now;
            }
            if (src.taken()) jobs.pop_front();
        }
        if (!dut->m_axis_core_tvalid || !dut->m_axis_core_tready) return;
        beats++;
        beat_append(got, dut->m_axis_core_tdata, dut->m_axis_core_tkeep);
        if (dut->m_axis_core_tlast) frame_delivered();
    }
    void frame_delivered()
    {
        // Frames lost to a full FIFO are missing, none else, and in order.
        while (!due.empty() && may_lose && !(due.front().body == got)) {
            due.pop_front();
            skipped++;
        }
        CHECK(!due.empty());
        const carrier &c = due.front();
        CHECK(got == c.body);
        EXPECT(dut->m_axis_core_tuser, c.code != RX_GOOD);
        delivered++;
        delivered_bad += c.code != RX_GOOD;
        if (due.size() == 1 && in.empty()) rx_latency = now - last_in;
        due.pop_front();
        got.clear();
    }

    // One edge of one clock
    void cycle() override
    {
        unsigned k = t[CLK] <= t[TX_CLK] ? CLK : TX_CLK;
        if (rxc_on && t[RXC] < t[k]) k = RXC;
        now = t[k];
        t[k] += half[k];
        if (k == RXC) before_rxc();
        if (k == CLK && !level[CLK]) before_clk();
        level[k] = !level[k];
        (k == CLK ? dut->clk : k == TX_CLK ? dut->tx_clk : dut->rgmii_rxc) = level[k];
        dut->eval();
        if (k == TX_CLK) after_tx_clk();
    }
    void run_ns(double ns) { for (const double end = now + ns * 1000; now < end;) run(1); }
    bool all_done() const { return in.empty() && jobs.empty() && sent.empty() && due.empty(); }
    void drain(double limit_ns)
    {
        const double end = now + limit_ns * 1000;
        while (now < end && !all_done()) run(1);
        run_ns(speed == 2 ? 4000 : speed == 1 ? 40000 : 400000);
    }
    void set_speed(unsigned s, int ppm)
    {
        speed = s;
        dut->cfg_speed = s;
        half[RXC] = (s == 2 ? 4000.0 : s == 1 ? 20000.0 : 200000.0) * (1 + ppm * 1e-6);
        run_ns(s == 0 ? 20000 : 4000);
        gap = 1000;
    }
    void reset(double ns)
    {
        dut->rst = 1;
        run_ns(ns);
        dut->rst = 0;
    }

    // ---- counters
    uint32_t &count(unsigned e) { return (*counts_of(dut->rootp, 0))[e]; }
    uint32_t &seen(unsigned e) { return (*seen_of(dut->rootp, 0))[e]; }
    uint32_t read(unsigned a)
    {
        dut->stat_addr = a;
        run_ns(70);
        return dut->stat_data;
    }
    void compare()
    {
        static const char *name[] = { "RX_GOOD", "RX_FCS",      "RX_ER",       "RX_ALIGN",
                                      "RX_RUNT", "RX_NOSFD",    "RX_OVERSIZE", "RX_OVERFLOW",
                                      "TX_GOOD", "TX_UNDERRUN", "TX_ERROR" };
        for (unsigned e = 0; e < ETH_EVENTS; e++)
            chk.eq(name[e], read(e), static_cast<uint32_t>(want[e]));
    }
    // While nothing moves: all counters get a number on top, so that they go on from far up, most
    // often where many bits turn soon. And without it.
    void put(const uint32_t *on_top, bool off)
    {
        for (unsigned e = 0; e < ETH_EVENTS; e++) {
            carries += off && ((want[e] ^ on_top[e]) & 0xFFFFF000) != 0;
            want[e] = static_cast<uint32_t>(off ? want[e] - on_top[e] : want[e] + on_top[e]);
            count(e) = seen(e) = static_cast<uint32_t>(want[e]);
        }
    }
    void aims() override
    {
        aim("frames in", delivered);
        aim("frames out", frames_out);
        aim("high bits of the counters", carries > 7);
        aim("exact gaps", gaps12 > 300);
        if (!TX_STORE) aim("underrun", dry);
    }
};

#endif

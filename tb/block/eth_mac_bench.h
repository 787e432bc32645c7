// SPDX-License-Identifier: Apache-2.0
//
// eth_mac between its pins and its core: three clocks of their own, carriers into the receiver,
// a PHY that takes apart what leaves, a core that sends and takes frames. Each event is counted
// here too, and compared with the counters.
#ifndef ETH_MAC_BENCH_H
#define ETH_MAC_BENCH_H

#include <cmath>
#include <deque>
#include <memory>
#include "Veth_mac.h"
#include "Veth_mac___024root.h"
#include "eth_util.h"

// Pins a half clock: ctl << 4 | d
struct carrier { std::vector<uint16_t> halves; bytes body; unsigned code; };
struct job { bytes body; bool error, stall; };

static const double NO_TIME = -1;

// The two copies of the counters
TB_INSIDE(counts_of, eth_mac__DOT__u_stats__DOT__u_count__DOT__mem,
          eth_mac__DOT__u_net__DOT__u_stats__02eu_count__DOT__mem)
TB_INSIDE(seen_of, eth_mac__DOT__u_stats__DOT__u_seen__DOT__mem,
          eth_mac__DOT__u_net__DOT__u_stats__02eu_seen__DOT__mem)

struct bench {
    tb_rng r;
    tb_check chk;
    std::unique_ptr<Veth_mac> dut = std::make_unique<Veth_mac>();
    // Clocks: time of the next edge, half period, ps
    double t[3] = { 1000, 0, 300 }, half[3] = { 8000, 4000, 4000 };
    bool level[3] = { false, false, false };
    bool rxc_on = true;
    double now = 0;
    unsigned speed = 2;
    uint64_t want[ETH_EVENTS] = {}, carries = 0;
    uint32_t high[ETH_EVENTS] = {};
    // Line in
    std::deque<carrier> in;
    size_t in_at = 0;
    unsigned in_gap = 20, gap_min = 12, gap_max = 12;
    double last_in = NO_TIME;
    // Core out
    std::deque<carrier> due;
    uint64_t skipped = 0, delivered = 0, delivered_bad = 0;
    unsigned p_ready = 100;
    bytes got;
    double rx_latency = NO_TIME;
    // Core in
    std::deque<job> jobs, sent;
    size_t job_at = 0;
    bool offered = false;
    double first_in = NO_TIME, tx_latency = NO_TIME, rose = 0, period = 0;
    // Line out
    bytes line;
    bool txc = false, ctl_rise = false, nib_second = false, line_er = false;
    unsigned d_rise = 0, nib0 = 0;
    uint64_t gap = 1000, gaps12 = 0, frames_out = 0, dry = 0, beats = 0;
    bool gap_check = false;

    explicit bench(uint64_t seed) : r(seed), chk("eth_mac", seed) {}

    // ---- line in
    void add(unsigned code, size_t len)
    {
        carrier c;
        bytes f = eth_random(r, len), pre(7, 0x55);
        pre.push_back(0xD5);
        eth_add_fcs(f);
        if (r.one_in(3)) pre.erase(pre.begin(), pre.begin() + r.in(1, 6));
        size_t er_at = SIZE_MAX;
        if (code == RX_FCS) f[r.below(f.size())] ^= static_cast<uint8_t>(1u << r.below(8));
        if (code == RX_ER) er_at = pre.size() + r.below(f.size());
        if (code == RX_NOSFD) pre.back() = 0x15;
        bytes all = pre;
        all.insert(all.end(), f.begin(), f.end());
        auto cycle = [&](unsigned lo, unsigned hi, bool er) {
            c.halves.push_back(static_cast<uint16_t>(0x10 | lo));
            c.halves.push_back(static_cast<uint16_t>((er ? 0 : 0x10) | hi));
        };
        for (size_t i = 0; i < all.size(); i++) {
            const unsigned lo = all[i] & 15, hi = all[i] >> 4;
            if (speed == 2) cycle(lo, hi, i == er_at);
            else { cycle(lo, lo, i == er_at); cycle(hi, hi, false); }
        }
        if (code == RX_ALIGN) cycle(3, 3, false);
        c.code = len > MAX_LEN && code != RX_NOSFD ? RX_OVERSIZE : code;
        c.body.assign(f.begin(), f.end() - 4);
        in.push_back(c);
    }
    // A carrier of a few clocks that is no frame.
    void add_noise(unsigned clocks)
    {
        carrier c;
        c.halves.assign(2 * clocks, 0x1A);
        c.code = RX_NOSFD;
        in.push_back(c);
    }
    void rxc_edge()
    {
        // Pins settle before the edge, so the value of this half is set, then the edge comes.
        unsigned pins = in_gap ? (level[2] ? 0 : r.below(16)) : 0;
        if (!level[2] && in_gap) in_gap--;              // idle clocks and the one that ends them
        if (!in.empty() && !in_gap && (in_at || !level[2])) {       // begins at a rising edge
            carrier &c = in.front();
            pins = c.halves[in_at++];
            if (in_at == c.halves.size()) {
                want[c.code]++;
                // What will be delivered; an overflow takes from here again.
                if (c.code == RX_GOOD || (PASS_BAD && c.code < RX_NOSFD && c.body.size() >= 1))
                    due.push_back(c);
                last_in = now;
                in.pop_front();
                in_at = 0;
                in_gap = r.in(gap_min, gap_max) * (speed == 2 ? 1 : 2) + 1;
            }
        }
        dut->rgmii_rxd = pins & 15;
        dut->rgmii_rx_ctl = pins >> 4;
        dut->eval();
    }
    // ---- line out, as a PHY that delays TXC
    void phy()
    {
        if (dut->rgmii_txc == txc) return;
        txc = dut->rgmii_txc;
        if (txc) {
            d_rise = dut->rgmii_txd;
            ctl_rise = dut->rgmii_tx_ctl;
            period = now - rose;        // of TXC
            rose = now;
            return;
        }
        const bool en = ctl_rise, er = ctl_rise != static_cast<bool>(dut->rgmii_tx_ctl);
        if (en) {
            if (line.empty() && !nib_second) {
                if (first_in != NO_TIME) { tx_latency = now - 4000 - first_in; first_in = NO_TIME; }
                if (gap_check) { CHECK_EQ(chk, gap, 12u * (speed == 2 ? 1 : 2)); gaps12++; }
                CHECK_EQ(chk, gap >= 12u * (speed == 2 ? 1 : 2), true);
            }
            if (!line.empty())
                CHECK_EQ(chk, lround(period / 8000), speed == 2 ? 1 : speed == 1 ? 5 : 50);
            line_er |= er;
            if (speed == 2) line.push_back(static_cast<uint8_t>(d_rise | dut->rgmii_txd << 4));
            else {
                if (nib_second) line.push_back(static_cast<uint8_t>(nib0 | d_rise << 4));
                nib0 = d_rise;
                nib_second = !nib_second;
            }
            gap = 0;
        } else {
            if (!line.empty()) frame_out();
            gap++;
        }
    }
    void frame_out()
    {
        CHECK_EQ(chk, nib_second, false);
        CHECK_EQ(chk, sent.empty(), false);
        const job j = sent.front();
        sent.pop_front();
        CHECK_EQ(chk, line.size() >= 72, true);
        for (unsigned i = 0; i < 8; i++) CHECK_EQ(chk, line[i], i == 7 ? 0xD5 : 0x55);
        const bytes f(line.begin() + 8, line.end());
        const unsigned fcs = eth_fcs_state(f);
        if (line_er) {                                  // ran dry
            CHECK_EQ(chk, !TX_STORE && j.stall, true);
            CHECK_EQ(chk, fcs, 1);
            want[TX_UNDERRUN]++;
            dry++;
        } else {
            CHECK_EQ(chk, f.size(), (j.body.size() < 60 ? 60 : j.body.size()) + 4);
            for (size_t i = 0; i < f.size() - 4; i++)
                CHECK_EQ(chk, f[i], i < j.body.size() ? j.body[i] : 0);
            CHECK_EQ(chk, fcs, j.error ? 1 : 0);
            want[j.error ? TX_ERROR : TX_GOOD]++;
        }
        frames_out++;
        line.clear();
        line_er = false;
    }
    // ---- core
    void core_edge()
    {
        dut->m_axis_core_tready = r.percent(p_ready);
        const bool have = !jobs.empty();
        if (have && !offered) offered = !jobs.front().stall || job_at == 0 || r.percent(5);
        dut->s_axis_core_tvalid = have && offered;
        if (have && offered) {
            const job &j = jobs.front();
            const size_t left = j.body.size() - job_at;
            // Bytes beyond tkeep are no zeros.
            uint64_t w = 0xA5C3E7DB9F81B3D5ull ^ job_at * 0x0202020202020202ull;
            for (size_t i = 0; i < 8 && i < left; i++)
                w = (w & ~(uint64_t{0xFF} << (8 * i))) | uint64_t{j.body[job_at + i]} << (8 * i);
            dut->s_axis_core_tdata = w;
            dut->s_axis_core_tkeep = static_cast<uint8_t>(left >= 8 ? 0xFF : (1u << left) - 1);
            dut->s_axis_core_tlast = left <= 8;
            dut->s_axis_core_tuser = left <= 8 && j.error;
        }
        dut->eval();
        if (have && offered && dut->s_axis_core_tready && !dut->rst) {
            if (job_at == 0) {
                sent.push_back(jobs.front());
                if (sent.size() == 1 && gap > 100) first_in = now;
            }
            job_at += 8;
            offered = false;
            if (job_at >= jobs.front().body.size()) { jobs.pop_front(); job_at = 0; }
        }
        if (dut->m_axis_core_tvalid && dut->m_axis_core_tready && !dut->rst) {
            beats++;
            for (unsigned i = 0; i < 8; i++)
                if (dut->m_axis_core_tkeep >> i & 1)
                    got.push_back(static_cast<uint8_t>(dut->m_axis_core_tdata >> (8 * i)));
            if (dut->m_axis_core_tlast) {
                // Frames lost to a full FIFO are missing, none else, and in order.
                while (!due.empty() && p_lossy && !(due.front().body == got)) {
                    due.pop_front();
                    skipped++;
                }
                CHECK_EQ(chk, due.empty(), false);
                const carrier &c = due.front();
                CHECK_EQ(chk, got.size(), c.body.size());
                CHECK_EQ(chk, got == c.body || c.code == RX_FCS, true);
                CHECK_EQ(chk, dut->m_axis_core_tuser, c.code != RX_GOOD);
                delivered++;
                delivered_bad += c.code != RX_GOOD;
                if (due.size() == 1 && in.empty()) rx_latency = now - last_in;
                due.pop_front();
                got.clear();
            }
        }
    }
    bool p_lossy = false;

    // One edge of one clock.
    void edge()
    {
        unsigned k = 0;
        for (unsigned i = 1; i < 3; i++) if ((i != 2 || rxc_on) && t[i] < t[k]) k = i;
        if (k == 2 && !rxc_on) k = t[0] <= t[1] ? 0 : 1;
        now = t[k];
        chk.cycle = static_cast<uint64_t>(now / 1000);
        t[k] += half[k];
        if (k == 2) rxc_edge();
        if (k == 0 && !level[0]) core_edge();
        level[k] = !level[k];
        if (k == 0) dut->clk = level[k];
        if (k == 1) dut->tx_clk = level[k];
        if (k == 2) dut->rgmii_rxc = level[k];
        dut->eval();
        if (k == 1) phy();
        if (!rxc_on && t[2] < now) t[2] = now + half[2];
    }
    void run_ns(double ns) { for (const double end = now + ns * 1000; now < end;) edge(); }
    void drain(double limit_ns)
    {
        const double end = now + limit_ns * 1000;
        while (now < end && !(in.empty() && jobs.empty() && sent.empty() && due.empty())) edge();
        run_ns(speed == 2 ? 4000 : speed == 1 ? 40000 : 400000);
    }
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
    void put(uint32_t *on_top, bool off)
    {
        for (unsigned e = 0; e < ETH_EVENTS; e++) {
            carries += off && ((want[e] ^ on_top[e]) & 0xFFFFF000) != 0;
            want[e] = static_cast<uint32_t>(off ? want[e] - on_top[e] : want[e] + on_top[e]);
            (*counts_of(dut->rootp, 0))[e] = (*seen_of(dut->rootp, 0))[e]
                = static_cast<uint32_t>(want[e]);
        }
    }
    void raise()
    {
        for (unsigned e = 0; e < ETH_EVENTS; e++) {
            high[e] = static_cast<uint32_t>(r.bits(32));
            if (!r.one_in(4)) high[e] = (high[e] | 0xFFFFFFFF >> r.below(24)) - r.below(8);
        }
        put(high, false);
    }
    void lower() { put(high, true); }
    void set_speed(unsigned s, int ppm)
    {
        speed = s;
        dut->cfg_speed = s;
        half[2] = (s == 2 ? 4000.0 : s == 1 ? 20000.0 : 200000.0) * (1 + ppm * 1e-6);
        run_ns(s == 0 ? 20000 : 4000);
        gap = 1000;
    }
    void reset(double ns)
    {
        dut->rst = 1;
        run_ns(ns);
        dut->rst = 0;
    }
};

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Two cards, ttp_mac on eth_mac, their RGMII pins crossed, their clocks 100 ppm apart: payloads
// arrive in order and identical at 1000, 100 and 10 Mb/s, the two Ethernet MACs count the same
// frames and lose none; with bits flipped on the wire every loss is an FCS error and every payload
// arrives all the same.
// At 1000 Mb/s payloads of 1 KB fill the line: 92.0 % one way, 85 % both ways at once.
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_card.h"
#include "eth_util.h"

struct edge { double t; bool v; };
struct result { double util[2]; uint64_t stat[2][ETH_EVENTS]; uint64_t flips; };

static result run(tb_rng &r, tb_check &chk, unsigned speed, unsigned n, bool both, bool full,
                  unsigned flip_gap)
{
    std::unique_ptr<Veth_card> card[2] = { std::make_unique<Veth_card>(),
                                           std::make_unique<Veth_card>() };
    std::deque<bytes> todo[2], due[2];
    bytes got[2];
    size_t at[2] = { 0, 0 };
    // TXC of a card on its way to the other: it comes 2 ns after the data
    std::deque<edge> clocks[2];
    bool txc[2] = { false, false };
    double t[2] = { 0, 1300 }, first = 0, last[2] = { 0, 0 };
    static const double half[2] = { 4000, 4000.4 };
    unsigned phase[2] = { 0, 0 };
    uint64_t received[2] = { 0, 0 };
    result res = {};
    double now = 0, quiet = 0;
    const double slow = speed == 2 ? 1 : speed == 1 ? 10 : 100;

    for (unsigned s = 0; s < 2; s++) {
        card[s]->cfg_node = s + 1;
        card[s]->cfg_speed = speed;
        card[s]->rst = 1;
        if (s == 0 || both)
            for (unsigned i = 0; i < n; i++)
                todo[s].push_back(eth_random(r, full || r.one_in(4) ? 1024 : r.in(1, 1023)));
    }
    // Until all has arrived, and then for what is still on the line.
    while (quiet == 0 || now < quiet + 50e6 * slow) {
        CHECK_EQ(chk, now < 8e9 * slow, true);
        unsigned k = 0;
        bool is_clock = false;
        double best = t[0];
        if (t[1] < best) { best = t[1]; k = 1; }
        for (unsigned s = 0; s < 2; s++)
            if (!clocks[s].empty() && clocks[s].front().t < best) {
                best = clocks[s].front().t;
                k = s;
                is_clock = true;
            }
        now = best;
        chk.cycle = static_cast<uint64_t>(now / 1000);
        Veth_card &c = *card[k], &peer = *card[1 - k];
        if (is_clock) {
            peer.rgmii_rxc = clocks[k].front().v;
            clocks[k].pop_front();
            peer.eval();
            continue;
        }
        t[k] += half[k];
        phase[k] = (phase[k] + 1) & 3;
        if (now > 200e3) c.rst = 0;
        if (phase[k] == 0) {
            // The core's clock is about to rise.
            const bool v = !todo[k].empty() && now > 2e6;
            size_t left = 0;
            c.s_axis_host_tvalid = v;
            if (v) {
                const bytes &b = todo[k].front();
                left = b.size() - at[k];
                // Bytes beyond tkeep are no zeros.
                uint64_t w = 0xA5C3E7DB9F81B3D5ull ^ at[k] * 0x0202020202020202ull;
                for (size_t i = 0; i < 8 && i < left; i++)
                    w = (w & ~(uint64_t{0xFF} << (8 * i))) | uint64_t{b[at[k] + i]} << (8 * i);
                c.s_axis_host_tdata = w;
                c.s_axis_host_tkeep = static_cast<uint8_t>(left >= 8 ? 0xFF : (1u << left) - 1);
                c.s_axis_host_tlast = left <= 8;
                c.s_axis_host_tdest = 2 - k;
            }
            c.eval();
            if (v && c.s_axis_host_tready) {
                if (first == 0) first = now;
                at[k] += 8;
                if (left <= 8) {
                    due[k].push_back(todo[k].front());
                    todo[k].pop_front();
                    at[k] = 0;
                }
            }
            if (c.m_axis_host_tvalid) {
                for (unsigned i = 0; i < 8; i++)
                    if (c.m_axis_host_tkeep >> i & 1)
                        got[k].push_back(static_cast<uint8_t>(c.m_axis_host_tdata >> (8 * i)));
                if (c.m_axis_host_tlast) {
                    CHECK_EQ(chk, due[1 - k].empty(), false);
                    CHECK_EQ(chk, got[k] == due[1 - k].front(), true);
                    received[k] += got[k].size();
                    last[k] = now;
                    due[1 - k].pop_front();
                    got[k].clear();
                }
            }
            if (quiet == 0 && todo[0].empty() && todo[1].empty() && due[0].empty()
                && due[1].empty())
                quiet = now;
        }
        c.tx_clk = !(phase[k] & 1);
        c.clk = phase[k] < 2;
        c.eval();
        unsigned d = c.rgmii_txd;
        // Only data bits: a carrier stays a carrier, and is counted on both sides.
        if (flip_gap && c.rgmii_tx_ctl && quiet == 0 && r.one_in(flip_gap)) {
            d ^= 1u << r.below(4);
            res.flips++;
        }
        peer.rgmii_rxd = d;
        peer.rgmii_rx_ctl = c.rgmii_tx_ctl;
        peer.eval();
        if (c.rgmii_txc != txc[k]) {
            txc[k] = c.rgmii_txc;
            clocks[k].push_back({ now + 2000, txc[k] });
        }
    }
    for (unsigned s = 0; s < 2; s++) {
        if (last[s] > first)
            res.util[s] = static_cast<double>(received[s]) * 8 / ((last[s] - first) * 1e-3) * slow
                          * 100;
        for (unsigned a = 0; a < ETH_EVENTS; a++) {
            card[s]->stat_addr = a;
            for (unsigned i = 0; i < 8; i++) { card[s]->clk = i & 1; card[s]->eval(); }
            res.stat[s][a] = card[s]->stat_data;
        }
        card[s]->final();
    }
    for (unsigned s = 0; s < 2; s++) {
        // Each frame sent is one carrier at the other side, good but for the flips.
        uint64_t in = 0, lost = 0;
        for (unsigned a = RX_GOOD; a <= RX_OVERFLOW; a++) {
            in += res.stat[s][a];
            lost += a != RX_GOOD ? res.stat[s][a] : 0;
        }
        CHECK_EQ(chk, in, res.stat[1 - s][TX_GOOD]);
        CHECK_EQ(chk, res.stat[s][TX_UNDERRUN] + res.stat[s][TX_ERROR], 0);
        CHECK_EQ(chk, res.stat[s][RX_OVERFLOW] + res.stat[s][RX_OVERSIZE], 0);
        if (!flip_gap) CHECK_EQ(chk, lost, 0);
        CHECK_EQ(chk, lost, res.stat[s][RX_FCS] + res.stat[s][RX_NOSFD] + res.stat[s][RX_RUNT]);
    }
    return res;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("eth_card", seed);
    run(r, chk, 1, 30, true, false, 0);
    run(r, chk, 0, 4, true, false, 0);
    const result noisy = run(r, chk, 2, 60, true, false, 20000);
    chk.reached("an FCS error", noisy.stat[0][RX_FCS] + noisy.stat[1][RX_FCS]);
    const result one = run(r, chk, 2, 400, false, true, 0),
                 two = run(r, chk, 2, 400, true, true, 0);
    printf("one way %.2f %%, both ways %.2f %% and %.2f %% of the line\n", one.util[1], two.util[0],
           two.util[1]);
    CHECK_EQ(chk, one.util[1] >= 92.0, true);
    CHECK_EQ(chk, two.util[0] >= 85.0 && two.util[1] >= 85.0, true);
    printf("PASS flips=%" PRIu64 " FCS errors=%" PRIu64 "\n", noisy.flips,
           noisy.stat[0][RX_FCS] + noisy.stat[1][RX_FCS]);
    return 0;
}

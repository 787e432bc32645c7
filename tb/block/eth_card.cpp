// SPDX-License-Identifier: Apache-2.0
//
// Two cards, ttp_mac on eth_mac, their RGMII pins crossed, their clocks 100 ppm apart: payloads
// arrive in order and identical at 1000, 100 and 10 Mb/s, the two Ethernet MACs count the same
// frames and lose none; with bits flipped on the wire every loss is an FCS error and every payload
// arrives all the same.
// At 1000 Mb/s payloads of 1 KB fill the line: 92.0 % one way, 85 % both ways at once.
// SEEDS: 1 2
#include <deque>
#include "Veth_card.h"
#include "eth_util.h"
#include "lockstep.h"

struct card {
    struct edge { double t; bool level; };
    std::unique_ptr<Veth_card> dut = std::make_unique<Veth_card>();
    std::deque<bytes> todo, due;        // payloads to send; sent and not yet at the other card
    beat_source src;
    bytes got;
    uint64_t received = 0;              // bytes
    double next, half, last = 0;        // ps: the next edge, half a period of tx_clk, last payload
    unsigned phase = 0;
    bool txc = false;
    std::deque<edge> txc_edges;         // on their way to the other card, 2 ns after the data
    uint64_t stat[ETH_EVENTS] = {};
    card(double begin, double half_period) : next(begin), half(half_period) {}
    ~card() { dut->final(); }
};

// One run of two new cards
struct two_cards {
    tb_rng &r;
    tb_check &chk;
    card c[2] = { { 0, 4000 }, { 1300, 4000.4 } };
    double now = 0, first = 0, quiet = 0;   // ps: of the first beat; since when all has arrived
    const double slow;                      // against 1000 Mb/s
    const unsigned flip_gap;                // nibbles with a bit flipped: one in so many; 0: none
    uint64_t flips = 0;

    two_cards(tb_rng &rng, tb_check &check, unsigned speed, unsigned flip)
        : r(rng), chk(check), slow(speed == 2 ? 1 : speed == 1 ? 10 : 100), flip_gap(flip)
    {
        for (unsigned s = 0; s < 2; s++) {
            c[s].dut->cfg_node = s + 1;
            c[s].dut->cfg_speed = speed;
            c[s].dut->rst = 1;
        }
    }
    void give(unsigned s, unsigned n, bool full)
    {
        while (n--)
            c[s].todo.push_back(eth_random(r, full || r.one_in(4) ? 1024 : r.in(1, 1023)));
    }
    // Until all has arrived, and then for what is still on the line.
    void run()
    {
        while (quiet == 0 || now < quiet + 50e6 * slow) {
            CHECK(now < 8e9 * slow);
            next_edge();
        }
        for (card &x : c) read_counters(x);
        for (unsigned s = 0; s < 2; s++) compare_counters(c[s].stat, c[!s].stat);
    }
    void next_edge()
    {
        const unsigned k = c[1].next < c[0].next;
        for (unsigned s = 0; s < 2; s++) {
            auto &q = c[s].txc_edges;
            if (q.empty() || q.front().t >= c[k].next
                || (!c[!s].txc_edges.empty() && c[!s].txc_edges.front().t < q.front().t))
                continue;
            now = q.front().t;
            c[!s].dut->rgmii_rxc = q.front().level;
            c[!s].dut->eval();
            q.pop_front();
            return;
        }
        now = c[k].next;
        chk.cycle = static_cast<uint64_t>(now / 1000);
        half_clock(c[k], *c[!k].dut, k);
    }
    void half_clock(card &x, Veth_card &peer, unsigned k)
    {
        Veth_card &d = *x.dut;
        x.next += x.half;
        x.phase = (x.phase + 1) & 3;
        if (now > 200e3) d.rst = 0;
        if (x.phase == 0) {             // the core's clock is about to rise
            host(x, c[!k], 2 - k);
            if (quiet == 0 && c[0].todo.empty() && c[1].todo.empty() && c[0].due.empty()
                && c[1].due.empty())
                quiet = now;
        }
        d.tx_clk = !(x.phase & 1);
        d.clk = x.phase < 2;
        d.eval();
        peer.rgmii_rxd = d.rgmii_txd;
        // Only data bits: a carrier stays a carrier, and is counted on both sides.
        if (flip_gap && d.rgmii_tx_ctl && quiet == 0 && r.one_in(flip_gap)) {
            peer.rgmii_rxd ^= 1u << r.below(4);
            flips++;
        }
        peer.rgmii_rx_ctl = d.rgmii_tx_ctl;
        peer.eval();
        if (d.rgmii_txc == x.txc) return;
        x.txc = d.rgmii_txc;
        x.txc_edges.push_back({ now + 2000, x.txc });
    }
    void host(card &x, card &other, unsigned to)
    {
        Veth_card &d = *x.dut;
        if (x.src.idle() && !x.todo.empty() && now > 2e6) x.src.cur = x.todo.front();
        x.src.drive(r, 0, d.s_axis_host_tdata, d.s_axis_host_tkeep, d.s_axis_host_tvalid,
                    d.s_axis_host_tlast);
        d.s_axis_host_tdest = to;
        d.eval();
        if (d.s_axis_host_tvalid && d.s_axis_host_tready) {
            if (first == 0) first = now;
            if (x.src.taken()) {
                x.due.push_back(x.todo.front());
                x.todo.pop_front();
            }
        }
        if (!d.m_axis_host_tvalid || d.rst) return;
        beat_append(x.got, d.m_axis_host_tdata, d.m_axis_host_tkeep);
        if (!d.m_axis_host_tlast) return;
        CHECK(!other.due.empty() && x.got == other.due.front());
        x.received += x.got.size();
        x.last = now;
        other.due.pop_front();
        x.got.clear();
    }
    static void read_counters(card &x)
    {
        for (unsigned e = 0; e < ETH_EVENTS; e++) {
            x.dut->stat_addr = e;
            for (unsigned i = 0; i < 8; i++) { x.dut->clk = i & 1; x.dut->eval(); }
            x.stat[e] = x.dut->stat_data;
        }
    }
    // Each frame sent is one carrier at the other side, good but for the flips.
    void compare_counters(const uint64_t *stat, const uint64_t *others)
    {
        uint64_t lost = 0;
        for (unsigned e = RX_GOOD + 1; e <= RX_OVERFLOW; e++) lost += stat[e];
        EXPECT(stat[RX_GOOD] + lost, others[TX_GOOD]);
        EXPECT(stat[TX_UNDERRUN] + stat[TX_ERROR], 0);
        EXPECT(stat[RX_OVERFLOW] + stat[RX_OVERSIZE], 0);
        if (!flip_gap) EXPECT(lost, 0);
        EXPECT(lost, stat[RX_FCS] + stat[RX_NOSFD] + stat[RX_RUNT]);
    }
    // What card s received, in percent of the line
    double line_used(unsigned s) const
    {
        return static_cast<double>(c[s].received) * 8 / ((c[s].last - first) * 1e-3) * slow * 100;
    }
};

struct Bench : lockstep<Veth_card> {
    uint64_t fcs_errors = 0, flips = 0;

    void both_ways(unsigned speed, unsigned n, unsigned flip_gap)
    {
        two_cards cards(r, chk, speed, flip_gap);
        cards.give(0, n, false);
        cards.give(1, n, false);
        cards.run();
        flips += cards.flips;
        fcs_errors += cards.c[0].stat[RX_FCS] + cards.c[1].stat[RX_FCS];
    }
    void full_line()
    {
        two_cards one(r, chk, 2, 0), two(r, chk, 2, 0);
        one.give(0, 400, true);
        one.run();
        for (unsigned s = 0; s < 2; s++) two.give(s, 400, true);
        two.run();
        printf("one way %.2f %%, both ways %.2f %% and %.2f %% of the line\n", one.line_used(1),
               two.line_used(0), two.line_used(1));
        CHECK(one.line_used(1) >= 92.0);
        CHECK(two.line_used(0) >= 85.0 && two.line_used(1) >= 85.0);
    }
    void play()
    {
        both_ways(1, 30, 0);
        both_ways(0, 4, 0);
        both_ways(2, 60, 20000);
        full_line();
    }
    void aims() override
    {
        aim("a bit flipped", flips);
        aim("an FCS error", fcs_errors);
    }
};

// Flops begin with 0: the assertions of ttp_mac hold from its reset on.
int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv, false); }

// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_mac.v from RGMII pins to the core's streams, three clocks that drift against each
// other, 1000, 100 and 10 Mb/s: every frame, every error, every counter exactly; a core that
// stands; reset while the received clock stands; latencies.
// PARAMS: -GTX_STORE=0 -GPASS_BAD=1 -GRX_DEPTH=512 -GTX_DEPTH=16 -GMAX_LEN=1518
// PARAMS: -GTX_STORE=1 -GPASS_BAD=0 -GRX_DEPTH=256 -GTX_DEPTH=256 -GMAX_LEN=1084
// SEEDS: 1 2 3
// VLT: sim/card.vlt
#include "eth_mac_bench.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    bench b(seed);
    tb_rng &r = b.r;
    b.half[1] = 4000 * (1 + (int(r.below(201)) - 100) * 1e-6);
    b.half[0] = b.half[1] * 2;      // one PLL
    b.dut->cfg_speed = 2;
    b.reset(100);
    // Events while the counters are still being cleared wait.
    b.in_gap = 6; b.gap_min = b.gap_max = 3;
    for (unsigned i = 0; i < 5; i++) b.add_noise(r.in(1, 3));
    b.run_ns(1000);
    CHECK_EQ(b.chk, b.want[RX_NOSFD], 5);
    b.compare();

    auto job_of = [&](size_t n, bool stall) {
        b.jobs.push_back({ eth_random(r, n), r.one_in(10), stall });
    };
    auto some_in = [&] {
        const unsigned k = r.below(10);
        size_t n = r.one_in(3) ? 60 : r.in(60, 400);
        if (k == 1) b.add(RX_FCS, n);
        else if (k == 2) b.add(RX_ER, n);
        else if (k == 3 && b.speed != 2) b.add(RX_ALIGN, n);
        else if (k == 4) b.add(RX_RUNT, r.in(1, 59));
        else if (k == 5) b.add(RX_NOSFD, n);
        else if (k == 6 && r.one_in(4)) b.add(RX_GOOD, MAX_LEN + 1 + r.below(100));
        else if (k == 7 && r.one_in(4)) b.add(RX_GOOD, MAX_LEN);
        else b.add(RX_GOOD, n);
    };

    // Both ways at once, all speeds, all errors.
    static const unsigned speeds[] = { 2, 1, 0, 2, 0, 1, 2 };
    for (unsigned s : speeds) {
        b.set_speed(s, int(r.below(201)) - 100);
        b.raise();
        b.gap_min = 1; b.gap_max = 30;
        const unsigned n = s == 2 ? 300 : s == 1 ? 60 : 12;
        for (unsigned i = 0; i < n; i++) some_in();
        for (unsigned i = 0; i < n; i++) job_of(r.one_in(4) ? r.in(1, 60) : r.in(60, 500), false);
        b.drain(s == 2 ? 3e6 : s == 1 ? 8e6 : 2e7);
        CHECK_EQ(b.chk, b.in.empty() && b.due.empty() && b.jobs.empty() && b.sent.empty(), true);
        b.compare();
        b.lower();
    }
    b.chk.reached("high bits of the counters", b.carries > 7);
    b.chk.reached("bad frame with its tuser", PASS_BAD ? b.delivered_bad : !b.delivered_bad);

    // Full line both ways: nothing lost, the gap is 12.
    b.set_speed(2, 100);
    b.gap_min = b.gap_max = 12;
    for (unsigned i = 0; i < 400; i++) b.add(RX_GOOD, i % 3 ? 60 : 1024);
    for (unsigned i = 0; i < 400; i++)
        b.jobs.push_back({ eth_random(r, i % 3 ? 60 : 1084), false, false });
    b.run_ns(4000);
    b.gap_check = true;
    while (b.jobs.size() > 1) b.edge();
    b.gap_check = false;
    b.drain(3e6);
    CHECK_EQ(b.chk, b.due.size(), 0);
    b.compare();
    b.chk.reached("exact gaps", b.gaps12 > 300);

    // Noise, every second clock: events as fast as they are counted.
    b.gap_min = b.gap_max = 1;
    for (unsigned i = 0; i < 5000; i++) b.add_noise(1);
    b.drain(1e6);
    b.compare();
    b.gap_min = b.gap_max = 12;

    // A core that stalls inside its frames.
    for (unsigned i = 0; i < 60; i++) job_of(r.in(60, 500), true);
    b.drain(6e6);
    b.compare();
    if (!TX_STORE) b.chk.reached("underrun", b.want[TX_UNDERRUN]);
    else CHECK_EQ(b.chk, b.want[TX_UNDERRUN], 0);

    // A core that stands: what overflows is counted and missing, whole; the rest is whole.
    b.p_lossy = true;
    b.p_ready = 0;
    for (unsigned i = 0; i < 60; i++) { b.add(RX_GOOD, r.in(60, 600)); }
    while (!b.in.empty()) b.edge();
    b.run_ns(1000);
    {
        const uint64_t lost = b.read(RX_OVERFLOW), sent = b.want[RX_GOOD], good = b.read(RX_GOOD);
        CHECK_EQ(b.chk, lost + good, sent);
        b.chk.reached("overflow", lost);
        b.p_ready = 30;
        b.run_ns(200000);
        // The last ones may be lost too; they are still expected.
        b.skipped += b.due.size();
        b.due.clear();
        CHECK_EQ(b.chk, b.skipped, lost);
        b.want[RX_GOOD] -= lost;
        b.want[RX_OVERFLOW] += lost;
        b.compare();
        b.p_ready = 100;
        b.p_lossy = false;
    }

    // Latency, alone on the line: 64-byte frames, in so many phases between the clocks that the
    // largest is met to 4 ns (docs/ethernet.md). Half a cycle of RXC is as much.
    double rx_max = 0, tx_max = 0;
    for (unsigned i = 0; i < 40; i++) {
        b.run_ns(3000 + r.below(16));
        b.add(RX_GOOD, 60);
        b.drain(4000);
        b.jobs.push_back({ eth_random(r, 60), false, false });
        b.drain(4000);
        if (b.rx_latency > rx_max) rx_max = b.rx_latency;
        if (b.tx_latency > tx_max) tx_max = b.tx_latency;
    }
    CHECK_EQ(b.chk, rx_max > 272e3 && rx_max <= 276.5e3, true);
    const double tx_most = TX_STORE ? 295.5e3 : 87.5e3;
    CHECK_EQ(b.chk, tx_max > tx_most - 4e3 && tx_max <= tx_most, true);

    // Reset in the middle of traffic, with the received clock standing: nothing half comes out, the
    // transmit side works meanwhile, counters are 0, and all is well when the clock is back.
    b.p_ready = 0;
    for (unsigned i = 0; i < 5; i++) b.add(RX_GOOD, 200);
    while (b.in.size() > 2) b.edge();
    b.run_ns(500);
    CHECK_EQ(b.chk, b.dut->m_axis_core_tvalid, 1);
    // Those that count nothing, too
    for (unsigned e = 0; e < 16; e++)
        (*counts_of(b.dut->rootp, 0))[e] = (*seen_of(b.dut->rootp, 0))[e] = 1;
    b.rxc_on = false;
    b.reset(40);
    // They are cleared one by one, from 0 up.
    unsigned cleared = 0, steps = 0;
    for (unsigned i = 0; i < 4000 && cleared < 16; i++) {
        unsigned k = 0;
        while (k < 16 && (*seen_of(b.dut->rootp, 0))[k] == 0) k++;
        for (unsigned e = k; e < 16; e++) CHECK_EQ(b.chk, (*seen_of(b.dut->rootp, 0))[e], 1);
        CHECK_EQ(b.chk, k == cleared || k == cleared + 1 || i == 0, true);
        steps += k == cleared + 1;
        cleared = k;
        b.edge();
    }
    CHECK_EQ(b.chk, cleared, 16);
    b.chk.reached("the clear", steps > 8);
    b.due.clear(); b.in.clear(); b.got.clear(); b.in_at = 0; b.in_gap = 20;
    for (auto &w : b.want) w = 0;
    b.p_ready = 100;
    const uint64_t beats = b.beats;
    b.run_ns(2000);
    CHECK_EQ(b.chk, b.beats, beats);
    job_of(100, false);
    b.drain(10000);
    b.compare();
    CHECK_EQ(b.chk, b.want[TX_GOOD] + b.want[TX_ERROR], 1);
    for (unsigned e = ETH_EVENTS; e < 16; e++)
        CHECK_EQ(b.chk, (*counts_of(b.dut->rootp, 0))[e], 0);
    b.rxc_on = true;
    b.t[2] = b.now + 1000;
    b.run_ns(2000);
    CHECK_EQ(b.chk, b.beats, beats);
    for (unsigned i = 0; i < 50; i++) some_in();
    b.drain(1e6);
    CHECK_EQ(b.chk, b.due.size(), 0);
    b.compare();
    b.chk.reached("frames after reset", b.want[RX_GOOD]);
    b.dut->final();
    printf("PASS in=%" PRIu64 " out=%" PRIu64 " underruns=%" PRIu64 " skipped=%" PRIu64
           " latency in %.0f ns, out %.0f ns\n",
           b.delivered, b.frames_out, b.dry, b.skipped, rx_max / 1000, tx_max / 1000);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Simulation speed: RTL alone, model alone, lockstep; each two MACs with 1024-byte
// payloads both ways as fast as they go, in turns in one process, equal cycles, CPU time.
#include "bench/bench.h"

#include <algorithm>
#include <cmath>

#include "clocks.h"

namespace {

constexpr unsigned ROUNDS = 5;
constexpr DutKind KIND[] = { DutKind::rtl, DutKind::model, DutKind::lockstep };

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

// Two MACs that send each other 1024-byte payloads as fast as they go.
std::unique_ptr<Pair> saturated(const char *preset, DutKind kind, const std::string &rtl_dir,
                                uint64_t seed)
{
    auto p = std::make_unique<Pair>(preset, kind, rtl_dir, seed);
    p->set_bytes(1024);
    (*p)[0].offered = (*p)[1].offered = UINT64_MAX;
    p->run(20000);                        // links open, SRAM full
    return p;
}

// CPU seconds of `cycles` more. A 1024-byte payload takes at most 20 beats of 512 bit.
double timed(Pair &p, uint64_t cycles)
{
    const auto delivered = [&] { return p[0].delivered + p[1].delivered; };
    const uint64_t before = delivered();
    const double start = cpu_seconds();
    p.run(cycles);
    const double seconds = cpu_seconds() - start;
    if (delivered() - before < 2 * cycles * p.params().data_w / (20 * 512))
        throw BenchError("the speed run was not saturated");
    return seconds;
}

} // namespace

Row bench_speed(const BenchOptions &o)
{
    const auto cycles = static_cast<uint64_t>(400000 * o.scale);
    std::vector<std::unique_ptr<Pair>> pair;
    for (const DutKind k : KIND) pair.push_back(saturated("dojo", k, o.rtl_dir, o.seed));
    std::vector<double> seconds[3], model_over_rtl, lockstep_over_rtl;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned k = 0; k < 3; k++) seconds[k].push_back(timed(*pair[k], cycles));
        model_over_rtl.push_back(seconds[0].back() / seconds[1].back());
        lockstep_over_rtl.push_back(seconds[0].back() / seconds[2].back());
    }
    for (const auto &p : pair) p->check();
    for (unsigned k = 1; k < 3; k++) {        // three times the same run
        if ((*pair[k])[1].delivered != (*pair[0])[1].delivered)
            throw BenchError("RTL and model delivered different counts");
    }
    const auto speed = [&](unsigned k) { return static_cast<double>(cycles) / median(seconds[k]); };
    const size_t footprint = ttp_mac_footprint((*pair[1])[0].dut->model());
    return { { "model_over_rtl", median(model_over_rtl) },
             { "lockstep_over_rtl", median(lockstep_over_rtl) },
             { "cycles", static_cast<double>(cycles) }, { "rounds", ROUNDS }, { "macs", 2 },
             { "rtl_cycles_per_cpu_second", speed(0) },
             { "model_cycles_per_cpu_second", speed(1) },
             { "lockstep_cycles_per_cpu_second", speed(2) },
             { "model_bytes_a_mac", static_cast<double>(footprint) } };
}

Row bench_rtl_speed(const BenchOptions &o)
{
    const auto cycles = static_cast<uint64_t>(400000 * o.scale);
    const auto pair = saturated("nic1g", DutKind::rtl, o.rtl_dir, o.seed);
    std::vector<double> seconds;
    for (unsigned round = 0; round < ROUNDS; round++) seconds.push_back(timed(*pair, cycles));
    pair->check();
    return { { "mac_cycles_per_cpu_second", 2 * static_cast<double>(cycles) / median(seconds) },
             { "delivered", static_cast<double>((*pair)[1].delivered) } };
}

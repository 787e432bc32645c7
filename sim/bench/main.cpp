// SPDX-License-Identifier: Apache-2.0
//
// The command build/ttpbench: one part of the benchmarks, as JSON on stdout.
// scripts/bench/run runs all of them and judges.
//
//     ttpbench cycles rtl|model|lockstep, speed, rtl_speed, nic, nic_speed, both P, tail
//     ttpbench window, loss P, latency P, reorder PLACES; each also with the word selective
//
// Exit 0: measured; 1: wrong data, a difference, a MAC that stands still; 2: usage.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/bench.h"
#include "cli.h"

namespace {

int usage(const char *what)
{
    fprintf(stderr, "ttpbench: %s (ttpbench --help)\n", what);
    return 2;
}

nlohmann::ordered_json json(const Row &r)
{
    nlohmann::ordered_json j;
    for (const auto &[name, value] : r) j[name] = value;
    return j;
}

} // namespace

int main(int argc, char **argv)
{
    BenchOptions o;
    o.rtl_dir = "build/bench";
    std::vector<std::string> word;
    Cli c("ttpbench", "ttpbench cycles rtl|model|lockstep, speed, rtl_speed, nic, nic_speed,"
          " both P, tail;\n       window, loss P, latency P, reorder PLACES [selective]", "");
    c.number("--seed", "N", "of everything random (1)", &o.seed, 0, UINT64_MAX);
    c.text("--rtl-dir", "DIR", "take rtl_PRESET.so from there (build/bench)", &o.rtl_dir);
    c.option("--scale", "X", "of the length of the inexact runs (1)", "a number",
             [&o](const std::string &s) { return read_real(s, 0, 1e9, &o.scale); });
    const Parse p = c.parse(argc, argv, &word);
    if (p != Parse::run) return p == Parse::done ? 0 : 2;
    const size_t n = word.size();
    const bool selective = n && word[n - 1] == "selective";
    nlohmann::ordered_json out;
    try {
        if (n == 2 && word[0] == "cycles") {
            const DutKind k = word[1] == "rtl"   ? DutKind::rtl
                            : word[1] == "model" ? DutKind::model : DutKind::lockstep;
            if (word[1] != dut_kind_name(k)) return usage("rtl, model or lockstep");
            out = json(bench_cycles(o, k));
        } else if (n - selective == 1 && word[0] == "window") {
            for (const Row &r : bench_window(o, selective)) out.push_back(json(r));
        } else if (n - selective == 2 && word[0] == "reorder") {
            uint64_t places = 0;
            if (!read_number(word[1], 1, 1000, &places)) return usage("PLACES is not in 1..1000");
            out = json(bench_reorder(o, static_cast<unsigned>(places), selective));
        } else if (n == 1 && word[0] == "tail") {
            out = json(bench_tail(o));
        } else if (n == 1 && word[0] == "nic") {
            out = json(bench_nic(o));
        } else if ((n - selective == 2 && (word[0] == "loss" || word[0] == "latency"))
                   || (n == 2 && word[0] == "both")) {
            double loss = 0;
            if (!read_real(word[1], 1e-9, 1 - 1e-9, &loss)) return usage("P is not in 0..1");
            out = json(word[0] == "both"   ? bench_both(o, loss)
                       : word[0] == "loss" ? bench_loss(o, loss, selective)
                                           : bench_latency(o, loss, selective));
        } else if (n == 1 && word[0] == "speed") {
            out = json(bench_speed(o));
        } else if (n == 1 && word[0] == "rtl_speed") {
            out = json(bench_rtl_speed(o));
        } else if (n == 1 && word[0] == "nic_speed") {
            out = json(bench_nic_speed(o));
        } else {
            return usage("which part?");
        }
    } catch (const BenchError &e) {
        fprintf(stderr, "ttpbench: %s\n", e.what());
        return 1;
    }
    printf("%s\n", out.dump().c_str());
    return 0;
}

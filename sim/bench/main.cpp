// SPDX-License-Identifier: Apache-2.0
//
// The command build/ttpbench: one part of the benchmarks, as JSON on stdout.
// scripts/bench/run runs all of them and judges.
//
//     ttpbench cycles rtl|model|lockstep
//     ttpbench window
//     ttpbench loss P
//     ttpbench speed
//     options: --seed N, --rtl-dir DIR (default build/bench),
//              --scale X (length of the inexact runs)
//
// Exit 0: measured; 1: wrong data, a difference, a MAC that stands still; 2: usage.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/bench.h"

namespace {

int usage(const char *what)
{
    fprintf(stderr, "ttpbench: %s; ttpbench cycles rtl|model|lockstep, window, loss P, speed,"
                    " rtl_speed [--seed N] [--rtl-dir DIR] [--scale X]\n", what);
    return 2;
}

void print(const Row &r)
{
    printf("{");
    for (size_t i = 0; i < r.size(); i++)
        printf("%s\"%s\": %.10g", i ? ", " : "", r[i].first.c_str(), r[i].second);
    printf("}");
}

bool number(const char *s, double *v)
{
    char *end;
    *v = strtod(s, &end);
    return *s && !*end && *v >= 0;
}

} // namespace

int main(int argc, char **argv)
{
    BenchOptions o;
    o.rtl_dir = "build/bench";
    std::vector<std::string> word;
    for (int i = 1; i < argc; i++) {
        const std::string a = argv[i];
        if (a.compare(0, 2, "--") != 0) {
            word.push_back(a);
            continue;
        }
        if (i + 1 == argc) return usage("an option without value");
        const char *value = argv[++i];
        double v = 0;
        if (a == "--rtl-dir") o.rtl_dir = value;
        else if (!number(value, &v)) return usage("not a number");
        else if (a == "--seed") o.seed = static_cast<uint64_t>(v);
        else if (a == "--scale") o.scale = v;
        else return usage("unknown option");
    }
    const size_t n = word.size();
    try {
        if (n == 2 && word[0] == "cycles") {
            const DutKind k = word[1] == "rtl"   ? DutKind::rtl
                            : word[1] == "model" ? DutKind::model : DutKind::lockstep;
            if (word[1] != dut_kind_name(k)) return usage("rtl, model or lockstep");
            print(bench_cycles(o, k));
        } else if (n == 1 && word[0] == "window") {
            const std::vector<Row> rows = bench_window(o);
            printf("[");
            for (size_t i = 0; i < rows.size(); i++) {
                printf("%s", i ? ",\n" : "");
                print(rows[i]);
            }
            printf("]");
        } else if (n == 2 && word[0] == "loss") {
            double p = 0;
            if (!number(word[1].c_str(), &p) || p <= 0 || p >= 1) return usage("P is not in 0..1");
            print(bench_loss(o, p));
        } else if (n == 1 && word[0] == "speed") {
            print(bench_speed(o));
        } else if (n == 1 && word[0] == "rtl_speed") {
            print(bench_rtl_speed(o));
        } else {
            return usage("which part?");
        }
    } catch (const BenchError &e) {
        fprintf(stderr, "ttpbench: %s\n", e.what());
        return 1;
    }
    printf("\n");
    return 0;
}

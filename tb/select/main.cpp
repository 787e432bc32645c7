// SPDX-License-Identifier: Apache-2.0
//
// Selective repeat, tail probe, measured timeouts and the delay window between untimed ends.
//
//     test_select --seeds N [--from N]     all harms mixed
//     test_select --bounds                 frames a payload under loss and reordering
//     test_select --table                  the same against go-back-N, for docs; no test
//     test_select --captures FOLDER        towards strangers nothing changes
#include <cstdio>
#include <cstdlib>

#include "pair.h"

namespace {

constexpr uint64_t ENOUGH = 200;                   // seeds that must meet everything
constexpr uint32_t FRAME = (60 + 1024 + 7) / 8;    // cycles of the line

unsigned long long n(uint64_t v) { return v; }

int seeds(uint64_t from, uint64_t count)
{
    PairResult all;
    int bad = 0;
    for (uint64_t s = from; s < from + count; s++) {
        const PairResult r = run_pair(mixed(s));
        if (!r.why.empty()) printf("FAIL seed %llu: %s\n", n(s), r.why.c_str());
        bad += !r.why.empty();
        all.kept += r.kept;
        all.probes += r.probes;
        all.replays += r.replays;
        all.timeouts += r.timeouts;
        all.full += r.full;
        all.maps += r.maps;
        all.reorder += r.reorder;
    }
    printf("%llu seeds, %d failed: %llu payloads held, %llu maps, %llu replays, %llu timeouts,"
           " %llu tail probes, %llu NACK_FULL\n", n(count), bad, n(all.kept), n(all.maps),
           n(all.replays), n(all.timeouts), n(all.probes), n(all.full));
    const bool met = all.kept && all.maps && all.probes && all.full && all.timeouts && all.reorder;
    if (count >= ENOUGH && !met) printf("FAIL something was never met\n");
    return bad || (count >= ENOUGH && !met);
}

PairPlan plain(bool on, double loss, uint32_t delay, uint32_t in_flight)
{
    PairPlan p;
    p.harm.loss = loss;
    p.harm.delay = delay;
    p.payloads[0] = 6000;
    p.least = 1024;
    p.in_flight = in_flight;
    for (RulesEndConfig &c : p.end) {
        c.rules.timeout = c.rules.open_again = 4 * delay + 4096 + FRAME * in_flight;
        c.rules.rounds_max = 255;
        c.select.on = c.select.learn = c.select.probe = c.select.measured = on;
        c.select.window = static_cast<uint16_t>(in_flight);
        c.select.reorder_max = 128;
        c.select.rto_min = 64;
    }
    return p;
}

PairPlan sprayed(bool on, uint32_t places)
{
    PairPlan p = plain(on, 0, 900, 64);
    p.harm.reorder = 1;
    p.harm.reorder_span = places * FRAME;
    p.learn = 1000;
    return p;
}

int bounds()
{
    int bad = 0;
    const auto hold = [&bad](const char *what, const PairResult &r, double most) {
        const bool ok = r.why.empty() && r.frames > 0 && r.frames <= most;
        printf("%-4s %s: %.4f frames a payload, at most %.3f; %llu held at once, reorder distance"
               " %llu %s\n", ok ? "ok" : "FAIL", what, r.frames, most, n(r.most_kept), n(r.reorder),
               r.why.c_str());
        bad += !ok;
    };
    hold("loss 0.1", run_pair(plain(true, 0.1, 900, 64)), 1.25);
    hold("loss 0.01", run_pair(plain(true, 0.01, 900, 64)), 1.02);
    hold("loss 0.1, 256 in flight", run_pair(plain(true, 0.1, 9000, 256)), 1.25);
    hold("reordered by up to 32 places", run_pair(sprayed(true, 32)), 1.01);
    return bad;
}

int table()
{
    printf("| loss | in flight | delay | go-back-N: frames, share of line |"
           " selective: the same |\n");
    for (uint32_t window : { 64u, 256u })
        for (double loss : { 0.0, 0.001, 0.003, 0.01, 0.03, 0.1 }) {
            const uint32_t delay = window == 64 ? 900 : 9000;
            const PairResult g = run_pair(plain(false, loss, delay, window));
            const PairResult s = run_pair(plain(true, loss, delay, window));
            const double line = 6000.0 * FRAME;
            printf("| %g | %u | %u | %.3f, %.2f | %.4f, %.2f | %s%s\n", loss, window, delay,
                   g.frames, line / static_cast<double>(g.cycles), s.frames,
                   line / static_cast<double>(s.cycles), g.why.c_str(), s.why.c_str());
        }
    for (uint32_t places : { 2u, 8u, 32u, 64u }) {
        const PairResult g = run_pair(sprayed(false, places)), s = run_pair(sprayed(true, places));
        printf("| places %u | %.3f | %.4f, distance %llu, %llu held |\n", places, g.frames,
               s.frames, n(s.reorder), n(s.most_kept));
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const auto option = [&](const char *name) -> const char * {
        for (int i = 1; i + 1 < argc; i++)
            if (std::string(argv[i]) == name) return argv[i + 1];
        return nullptr;
    };
    const std::string what = argc > 1 ? argv[1] : "";
    const char *from = option("--from"), *count = option("--seeds");
    if (what == "--bounds") return bounds();
    if (what == "--table") return table();
    if (what == "--captures" && argc == 3) return strangers(argv[2]);
    if (count && strtoull(count, nullptr, 10))
        return seeds(from ? strtoull(from, nullptr, 10) : 1, strtoull(count, nullptr, 10));
    fprintf(stderr, "usage: test_select --seeds N [--from N] | --bounds | --table"
                    " | --captures FOLDER\n");
    return 2;
}

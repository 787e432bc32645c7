// SPDX-License-Identifier: Apache-2.0
//
// How many frames a payload takes with selective repeat, under loss and out of order, on a line
// that has its speed: each figure has a bound.
#include <cstdio>

#include "schedule.h"

namespace {

constexpr uint32_t FRAME = (60 + 1024 + 7) / 8;    // cycles of the line

Plan lossy(double loss, uint32_t delay, uint32_t in_flight)
{
    Plan p;
    p.kind = STREAM;
    p.loss = threshold(loss);
    p.base = delay;
    p.least = p.most = 1024;
    p.stream.payloads[0] = 6000;
    p.stream.in_flight = in_flight;
    p.harm_ends = p.patience = 400000000;
    for (uint32_t i = 0; i < 2; i++) {
        RulesEndConfig &c = p.end[i];
        c.node = i + 1;
        c.tell_retired = true;
        c.rules.timeout = c.rules.open_again = 4 * delay + 4096 + FRAME * in_flight;
        c.rules.rounds_max = 255;
        c.select.on = c.select.learn = true;
        c.select.window = static_cast<uint16_t>(in_flight);
        c.select.reorder_max = 128;
    }
    return p;
}

// Each frame comes up to 32 frames later than it would; the ends learn how far.
Plan sprayed()
{
    Plan p = lossy(0, 900, 64);
    p.mid = threshold(1);
    p.mid_span = 32 * FRAME;
    p.stream.learn = 1000;
    return p;
}

} // namespace

int figures()
{
    const struct {
        const char *what;
        Plan plan;
        double most;
    } rows[] = {
        { "loss 0.1", lossy(0.1, 900, 64), 1.25 },
        { "loss 0.01", lossy(0.01, 900, 64), 1.02 },
        { "loss 0.1, 256 in flight", lossy(0.1, 9000, 256), 1.25 },
        { "reordered by up to 32 places", sprayed(), 1.01 },
    };
    int bad = 0;
    for (const auto &r : rows) {
        const Outcome o = run_schedule(r.plan, true, false);
        const bool ok = o.fault == SOUND && o.frames > 0 && o.frames <= r.most;
        printf("%-4s %s: %.4f frames a payload, at most %.3f; %llu held at once, reorder distance"
               " %llu %s %s\n", ok ? "ok" : "FAIL", r.what, o.frames, r.most,
               static_cast<unsigned long long>(o.most_held),
               static_cast<unsigned long long>(o.distance), ok ? "" : FAULT_NAME[o.fault],
               o.why.c_str());
        bad += !ok;
    }
    return bad;
}

// SPDX-License-Identifier: Apache-2.0
//
// How many cycles a second this machine can simulate; see bridge/speed.h.
#include "bridge/speed.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "bridge/session.h"
#include "counters.h"
#include "net.h"
#include "rng.h"

namespace {

// Of the speed: the rest is for the loop and for others. A model skips cycles, RTL never does.
constexpr double SHARE = 0.5, SHARE_MODEL = 0.9;
constexpr double SLICE = 0.01;                 // seconds
constexpr unsigned SLICES = 9;
constexpr unsigned STRIDE = 64;                // cycles between two looks at the clock
constexpr unsigned ARRIVED = 4;                // payloads, then the traffic flows

constexpr uint64_t STEPS[] = {
    1000000, 800000, 600000, 500000, 400000, 300000, 250000, 200000, 150000, 120000,
    100000, 80000, 60000, 50000, 40000, 30000, 25000, 20000, 15000, 12000, 10000
};

double share(DutKind dut)
{
    return dut == DutKind::model ? SHARE_MODEL : SHARE;
}

// Without payloads a MAC is faster: this is one with as much to do as it can.
bool load(Net &net, uint32_t payload, uint64_t *arrived)
{
    for (size_t i = 0; i < 2; i++) {
        Node &n = net[i];
        Rng rng(1, i);
        std::vector<uint8_t> data(payload);
        for (uint8_t &b : data) b = static_cast<uint8_t>(rng.below(256));
        if (!set_up(net, n, Tunables{})) return false;
        n.source.pull = [data, to = net[1 - i].cfg.node](HostPacket *p) {
            p->dest = to;
            p->data = data;
            return true;
        };
    }
    net.on_packet = [arrived](Node &, uint32_t, const std::vector<uint8_t> &) { ++*arrived; };
    return true;
}

double measure(const BridgeOptions &o)
{
    NetConfig c;
    c.preset = o.preset;
    c.rtl_dir = o.rtl_dir;
    Net net(c);
    for (uint32_t i = 1; i <= 2; i++) {
        NodeConfig n;
        std::string why;
        n.name = i == 1 ? "first" : "second";
        n.node = i;
        n.params = o.params;
        n.dut = o.dut;
        if (!net.add(n, &why)) return 0;
    }
    net.start();
    uint64_t arrived = 0;
    if (!load(net, o.payload, &arrived)) return 0;
    for (unsigned i = 0; i < 50000 && arrived < ARRIVED && !net.failed(); i++) net.step();
    if (arrived < ARRIVED) return 0;

    // RTL by the wall clock, so that a machine that is shared counts as slow. The median, so that a
    // moment in which others were busy does not.
    const auto seconds = [&o] {
        return o.dut != DutKind::model ? wall_seconds() : cpu_seconds();
    };
    std::vector<double> speed;
    for (unsigned i = 0; i < SLICES; i++) {
        const uint64_t from = net.cycle;
        const double start = seconds();
        double now = start;
        while (now - start < SLICE) {
            for (unsigned k = 0; k < STRIDE; k++) net.step();
            now = seconds();
        }
        // Two MACs.
        speed.push_back(2 * static_cast<double>(net.cycle - from) / (now - start));
        // More than enough, three times: no need for a better number.
        const double least = *std::min_element(speed.begin(), speed.end());
        if (i == 2 && least * share(o.dut) > static_cast<double>(STEPS[0])) break;
    }
    std::sort(speed.begin(), speed.end());
    return speed[speed.size() / 2];
}

} // namespace

// In a child: nothing of these MACs is left, and Verilator's runtime sees one simulation only.
double measured_speed(const BridgeOptions &o)
{
    int ends[2];
    double speed = 0;
    if (pipe(ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
        speed = measure(o);
        _exit(write(ends[1], &speed, sizeof speed) == sizeof speed ? 0 : 1);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &speed, sizeof speed) != sizeof speed) speed = 0;
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return speed;
}

uint64_t choose_hz(double speed, DutKind dut)
{
    for (const uint64_t s : STEPS)
        if (static_cast<double>(s) <= speed * share(dut)) return s;
    return STEPS[sizeof STEPS / sizeof *STEPS - 1];
}

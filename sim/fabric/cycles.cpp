// SPDX-License-Identifier: Apache-2.0
//
// See cycles.h. A bench has wires, a fabric has cables: where a frame is on a cable within what is
// measured, its delay is taken off. What each figure means: docs/benchmarks.md.
#include "fabric/cycles.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <ns3/simulator.h>

#include "presets.h"
#include "wire/frame.h"

namespace fabric {

namespace {

constexpr uint64_t CABLE = 300, QUIET = 6000;    // cycles
constexpr uint64_t FROM = 1000, SPAN = 10000;    // delivered payloads
constexpr unsigned ROUNDS = 24;

struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Sent {
    uint64_t first, last;
    uint32_t opcode, tx_id, rx_id;
};

struct Log : Endpoint::Watch {
    void host_beat(uint32_t node, uint64_t cycle, bool first, bool) override
    {
        if (first) host_in[node - 1].push_back(cycle);
    }
    void frame(uint32_t node, const Frame &f, uint64_t first, uint64_t last) override
    {
        sent[node - 1].push_back({ first, last, f.opcode, f.tx_id, f.rx_id });
    }
    void payload(uint32_t node, uint64_t first, uint64_t last) override
    {
        host_out[node - 1].push_back(first);
        host_end[node - 1].push_back(last);
    }
    void clear() { *this = Log(); }
    const Sent &of(unsigned side, uint32_t opcode) const
    {
        for (const Sent &s : sent[side]) if (s.opcode == opcode) return s;
        throw Trouble(std::string("no ") + opcode_name(opcode) + " was sent");
    }

    std::vector<uint64_t> host_in[2], host_out[2], host_end[2];
    std::vector<Sent> sent[2];
};

class Pair {
public:
    Pair(FabricConfig c, const std::string &preset, uint32_t bytes)
        : fabric_(set(&c, preset, bytes))
    {
        std::string why;
        if (!fabric_.build(&why)) throw Trouble(why);
        for (auto &n : fabric_.nodes()) n->watch = &log;
    }
    void flow(uint32_t src, uint64_t bytes, uint64_t wait, uint32_t vc = 0)
    {
        fabric_.flows().add(src, 1 - src, vc, bytes, now_ + CABLE + wait);
    }
    void run(uint64_t cycles)
    {
        now_ += cycles;
        const uint64_t ps = cycles * fabric_.clock().period_ps;
        ns3::Simulator::Stop(ns3::Time(static_cast<int64_t>(ps)));
        std::string why;
        if (!fabric_.run(&why)) throw Trouble(why);
    }
    Link &link(const std::string &name) { return *fabric_.topology().find(name); }
    bool arrived() { return fabric_.flows().done(); }

    Log log;

private:
    static const FabricConfig &set(FabricConfig *c, const std::string &preset, uint32_t bytes)
    {
        find_preset(preset, &c->end.params);
        c->end.preset = preset;
        c->end.rate = c->sw.rate = c->end.beat();
        c->end.pace = false;
        c->end.timeout = TTP_RST_TIMEOUT;
        c->end.backoff = TTP_RST_BACKOFF;
        c->cable = Cable();
        c->cable.delay = CABLE;
        c->payload = bytes;
        return *c;
    }

    Fabric fabric_;
    uint64_t now_ = 0;
};

using Row = std::pair<std::string, double>;

double throughput(const FabricConfig &c, const std::string &preset, uint32_t bytes, bool both)
{
    Pair p(c, preset, bytes);
    p.flow(0, (FROM + SPAN) * bytes, 0);
    if (both) p.flow(1, (FROM + SPAN) * bytes, 0);
    for (unsigned i = 0; i < 100 && !p.arrived(); i++) p.run(10000);
    double worst = 0;
    for (unsigned side = both ? 0 : 1; side < 2; side++) {
        const std::vector<uint64_t> &at = p.log.host_end[side];
        if (at.size() != FROM + SPAN) throw Trouble(preset + ": throughput run stands still");
        worst = std::max(worst, static_cast<double>(at[FROM + SPAN - 1] - at[FROM - 1]) / SPAN);
    }
    return worst;
}

void up(uint64_t *worst, uint64_t v) { *worst = std::max(*worst, v); }

void latencies(const FabricConfig &c, const std::string &preset, const std::string &tail,
               std::vector<Row> *rows)
{
    uint64_t to_wire = 0, to_host = 0, to_ack = 0, way = 0, cold = 0, other = 0;
    Pair p(c, preset, 64);
    const auto one = [&](uint64_t wait, uint32_t vc) {
        p.log.clear();
        p.flow(0, 64, wait, vc);
        p.run(QUIET);
    };
    for (uint32_t vc = 0; vc < 3; vc++) {        // three links that were never open
        one(137 + 61 * vc, vc);
        up(&cold, p.log.host_out[1].at(0) - p.log.host_in[0].at(0) - 3 * CABLE);
    }
    one(100, 0);                                 // the one before was to this link
    for (unsigned i = 0; i < ROUNDS; i++) {
        one(97 + 61 * i, 0);
        const Sent &pay = p.log.of(0, OP_PAYLOAD);
        up(&to_wire, pay.first - p.log.host_in[0].at(0));
        up(&to_host, p.log.host_out[1].at(0) - pay.last - CABLE);
        up(&to_ack, p.log.of(1, OP_ACK).first - pay.last - CABLE);
        up(&way, p.log.host_out[1].at(0) - p.log.host_in[0].at(0) - CABLE);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        one(97 + 61 * i, (i + 1) % 3);
        up(&other, p.log.of(0, OP_PAYLOAD).first - p.log.host_in[0].at(0));
    }
    const auto d = [](uint64_t v) { return static_cast<double>(v); };
    rows->emplace_back("latency_host_to_wire" + tail, d(to_wire));
    rows->emplace_back("latency_wire_to_host" + tail, d(to_host));
    rows->emplace_back("latency_payload_to_ack" + tail, d(to_ack));
    rows->emplace_back("one_way_64B_cycles" + tail, d(way));
    rows->emplace_back("one_way_cold_cycles" + tail, d(cold));
    rows->emplace_back("latency_host_to_wire_other_link" + tail, d(other));
}

// k + 2 payloads are sent, payload k + 1 is lost, payload k + 2 makes the NACK. Every ACK of the
// first k is lost, so that the NACK itself retires k.
double nack_to_replay(const FabricConfig &c, uint32_t k)
{
    Pair p(c, "dojo", 64);
    uint64_t worst = 0;
    p.flow(0, 64, 0);
    p.run(QUIET);
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned left = k + 1;
        p.log.clear();
        p.link("0>1").drop = [&](const Frame &f) {
            return f.opcode == OP_PAYLOAD && left && --left == 0;
        };
        p.link("1>0").drop = [&](const Frame &f) {
            return f.opcode == OP_ACK && p.log.sent[1].size() <= k;
        };
        p.flow(0, 64 * (k + 2), 61 * i);
        p.run(QUIET);
        const Sent &nack = p.log.of(1, OP_NACK);
        const std::vector<Sent> &s = p.log.sent[0];
        const auto at = std::find_if(s.begin(), s.end(), [&](const Sent &f) {
            return f.opcode == OP_PAYLOAD && f.first > nack.last + CABLE;
        });
        if (at == s.end() || at->tx_id != nack.rx_id || at - s.begin() != k + 2)
            throw Trouble("no replay of what the NACK named");
        up(&worst, at->first - (nack.last + CABLE));
    }
    return static_cast<double>(worst);
}

} // namespace

bool print_cycles(const FabricConfig &c, std::string *why)
{
    std::vector<Row> rows;
    try {
        rows.emplace_back("frame1k_cycles", throughput(c, "dojo", 1024, false));
        rows.emplace_back("frame1k_bidir_cycles", throughput(c, "dojo", 1024, true));
        rows.emplace_back("frame64_cycles", throughput(c, "dojo", 64, false));
        rows.emplace_back("frame64_bidir_cycles", throughput(c, "dojo", 64, true));
        rows.emplace_back("frame64_cycles_64bit", throughput(c, "nic1g", 64, false));
        latencies(c, "dojo", "", &rows);
        latencies(c, "nic1g", "_64bit", &rows);
        rows.emplace_back("latency_nack_to_replay", nack_to_replay(c, 0));
        for (const uint32_t k : { 1u, 4u, 16u })
            rows.emplace_back("latency_nack_to_replay_k" + std::to_string(k), nack_to_replay(c, k));
    } catch (const std::exception &e) {
        *why = e.what();
        return false;
    }
    nlohmann::ordered_json j;
    for (const auto &[name, value] : rows) j[name] = value;
    printf("%s\n", j.dump().c_str());
    return true;
}

} // namespace fabric

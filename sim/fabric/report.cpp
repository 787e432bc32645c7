// SPDX-License-Identifier: Apache-2.0
//
// See report.h.
#include "fabric/report.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "counters.h"

namespace fabric {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t LISTED = 10000;     // flows
constexpr double PARTS[] = { 0.5, 0.9, 0.99, 0.999 };

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

double of_sorted(const std::vector<uint64_t> &v, double part)
{
    if (v.empty()) return 0;
    const auto at = static_cast<size_t>(std::ceil(part * static_cast<double>(v.size())));
    return static_cast<double>(v[std::min(v.size(), std::max<size_t>(at, 1)) - 1]);
}

std::string part_name(double p)
{
    char s[16];
    snprintf(s, sizeof s, "p%g", 100 * p);
    return s;
}

// Completion times in cycles, from the first cycle in which a host had the flow.
Json completion(const Flows &flows, double us)
{
    std::vector<std::pair<uint64_t, uint64_t>> all;      // time, bytes; in an order of their own
    std::vector<uint64_t> t;
    double sum = 0, rate = 0, rate2 = 0;
    for (const Flow &f : flows.all())
        if (f.done != NEVER) all.emplace_back(f.done - f.start + 1, f.bytes);
    std::sort(all.begin(), all.end());
    for (const auto &[cycles, bytes] : all) {
        t.push_back(cycles);
        sum += static_cast<double>(cycles);
        const double r = static_cast<double>(bytes) / static_cast<double>(cycles);
        rate += r;
        rate2 += r * r;
    }
    const auto n = static_cast<double>(t.size());
    Json j = { { "flows", flows.all().size() }, { "complete", t.size() } };
    j["mean_us"] = ratio(sum, n) * us;
    for (const double p : PARTS) j[part_name(p) + "_us"] = of_sorted(t, p) * us;
    j["max_us"] = of_sorted(t, 1) * us;
    // Jain's index over bytes a cycle of each flow: 1 is fair, 1 / flows is the worst.
    j["fairness"] = ratio(rate * rate, n * rate2);
    return j;
}

// Of each flow, by its start; nothing where there are too many to be read.
Json flow_list(const Flows &flows)
{
    std::vector<std::array<uint64_t, 6>> list;
    if (flows.all().size() > LISTED) return Json::array();
    for (const Flow &f : flows.all())
        if (f.done != NEVER) list.push_back({ f.start, f.src, f.dst, f.vc, f.bytes, f.done });
    std::sort(list.begin(), list.end());
    return list;
}

Json queues(Topology &t)
{
    std::vector<uint64_t> bins;
    Json ports = Json::array();
    uint64_t dropped = 0, deepest = 0, no_route = 0;

    for (const auto &s : t.switches()) {
        bins.resize(std::max(bins.size(), s->depths().size()));
        for (size_t i = 0; i < s->depths().size(); i++) bins[i] += s->depths()[i];
        no_route += s->no_route;
        for (const Switch::Port &p : s->ports()) {
            dropped += p.dropped;
            deepest = std::max(deepest, p.deepest);
            if (!p.frames) continue;
            ports.push_back({ { "cable", p.out->name }, { "frames", p.frames },
                              { "dropped", p.dropped }, { "deepest_bytes", p.deepest },
                              { "mean_bytes", p.depth_sum / static_cast<double>(p.frames) } });
        }
    }
    uint64_t all = 0;
    for (const uint64_t b : bins) all += b;
    Json j = { { "dropped", dropped }, { "no_route", no_route }, { "deepest_bytes", deepest } };
    // Of the time in which a queue held anything; to the upper edge of a bin.
    for (const double p : PARTS) {
        uint64_t sum = 0;
        size_t i = 0;
        while (i < bins.size() && static_cast<double>(sum) < p * static_cast<double>(all))
            sum += bins[i++];
        j[part_name(p) + "_bytes"] = i ? std::min<uint64_t>(i * Switch::STEP, deepest) : 0;
    }
    j["ports"] = std::move(ports);
    return j;
}

Json config(const Options &o, Fabric &f)
{
    const FabricConfig &c = f.config();
    std::array<uint32_t, 5> kinds{};
    for (const Kind k : c.kinds) kinds[static_cast<size_t>(k)]++;
    Json ends;
    for (const Kind k :
         { Kind::model, Kind::rules, Kind::rtl, Kind::lockstep, Kind::simbricks })
        if (kinds[static_cast<size_t>(k)]) ends[kind_name(k)] = kinds[static_cast<size_t>(k)];
    static const char *const spray[] = { "ecmp", "rr", "random", "least" };
    return { { "command", o.command }, { "topology", c.shape.text() },
             { "nodes", c.shape.nodes() }, { "endpoints", ends }, { "preset", c.end.preset },
             { "workload", c.work.name }, { "bytes", c.work.bytes }, { "payload", c.payload },
             { "spray", spray[static_cast<int>(c.sw.spray)] },
             { "buffer_bytes", c.sw.buffer }, { "shared", c.sw.shared },
             { "cable_cycles", c.cable.delay }, { "loss", c.cable.loss },
             { "timeout_cycles", c.end.timeout }, { "backoff_cycles", c.end.backoff },
             { "window_cells", c.end.window }, { "seed", c.end.seed },
             { "cycle_ps", c.period_ps }, { "quantum", f.clock().quantum },
             { "skip", c.end.skip } };
}

// What was asked for, and what came of it: by the counters of MACs, and by what rules tell.
Json selective(Fabric &f, const Counts &count)
{
    const EndConfig &c = f.config().end;
    Selected sum;
    sum.maps = count[TTP_CNT_MAP];
    sum.held = count[TTP_CNT_HELD];
    sum.probes = count[TTP_CNT_PROBE];
    for (auto &n : f.nodes()) {
        const Selected s = n->selected();
        sum.offers += s.offers;
        sum.agreed += s.agreed;
        sum.maps += s.maps;
        sum.held += s.held;
        sum.probes += s.probes;
        sum.most_held = std::max(sum.most_held, s.most_held);
        sum.most_contexts = std::max(sum.most_contexts, s.most_contexts);
        sum.most_reorder = std::max(sum.most_reorder, s.most_reorder);
    }
    return { { "delay_window", c.select.delay }, { "window", c.select.window },
             { "reorder", c.select.reorder }, { "reorder_most", c.select.reorder_max },
             { "contexts", c.contexts }, { "base_rtt", c.select.base_rtt },
             { "probe_min", c.select.probe_min },
             { "open_first", c.open_first },
             { "offers", sum.offers }, { "links_agreed", sum.agreed }, { "maps", sum.maps },
             { "held", sum.held }, { "tail_probes", sum.probes },
             { "held_at_once", sum.most_held }, { "contexts_at_once", sum.most_contexts },
             { "reorder_distance", sum.most_reorder } };
}

// What closes and restarts have done, and what it has cost.
Json lives(Fabric &f)
{
    const LivesConfig &c = f.config().end.lives;
    const LivesCount n = lives_count(f.flows());
    return { { "closes_a_node", c.closes }, { "restarts_a_node", c.restarts },
             { "closes_asked", n.asked }, { "closes_in_vain", n.vain },
             { "links_closed", n.closed }, { "restarts", n.restarts },
             { "restarts_noticed", n.noticed }, { "dead", n.dead },
             { "given_again", n.given_again }, { "delivered_again", n.got_again },
             { "lost_with_receiver", n.lost } };
}

} // namespace

Json report(const Options &o, Fabric &f)
{
    const double us = static_cast<double>(f.config().period_ps) * 1e-6;
    const Flows &flows = f.flows();
    const auto took = static_cast<double>(flows.last);
    Counts sum{};
    uint64_t compared = 0, clocked = 0;

    for (auto &n : f.nodes()) {
        compared += n->compared();
        clocked += n->clocked();
        const Counts c = n->counters();
        for (size_t i = 0; i < sum.size(); i++) sum[i] += c[i];
    }
    Json counters;
    for (unsigned i = 0; i < sum.size(); i++)
        if (counter_name(i)) counters[counter_name(i)] = sum[i];
    uint64_t lost = 0, down = 0;
    for (const Link &l : f.topology().links()) {
        lost += l.lost;
        down += l.lost_down;
    }
    Json series = Json::array();
    for (const Bucket &b : f.series())
        series.push_back({ b.bytes, b.deepest, b.drops });
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, f.digest());

    Json j;
    j["config"] = config(o, f);
    j["time"] = { { "cycles", flows.last }, { "us", took * us },
                  { "bound_us", static_cast<double>(f.bound()) * us },
                  { "of_bound", ratio(static_cast<double>(f.bound()), took) } };
    j["payloads"] = { { "delivered", flows.delivered }, { "bytes", flows.delivered_bytes },
                      { "resent", sum[TTP_CNT_REPLAY] }, { "timeouts", sum[TTP_CNT_TIMEOUT] },
                      { "nacks", sum[TTP_CNT_TX + 8] }, { "dead_links", sum[TTP_CNT_DEAD] },
                      { "frames_each", ratio(static_cast<double>(sum[TTP_CNT_TX + 6]),
                                             static_cast<double>(flows.delivered)) } };
    if (f.config().end.select.on) j["selective"] = selective(f, sum);
    if (f.config().end.lives.any()) j["lives"] = lives(f);
    j["completion"] = completion(flows, us);
    j["cables"] = { { "lost", lost }, { "lost_down", down } };
    j["queues"] = queues(f.topology());
    j["counters"] = std::move(counters);
    j["control"] = { { "digest", digest }, { "compared_cycles", compared },
                     { "end_cycle", f.clock().end } };
    j["speed"] = { { "start_cpu_s", f.start_seconds() }, { "run_cpu_s", f.run_seconds() },
                   { "payloads_a_cpu_s",
                     ratio(static_cast<double>(flows.delivered), f.run_seconds()) },
                   { "mac_cycles", clocked }, { "events", f.clock().events } };
    j["flows"] = { { "columns", { "start_cycle", "src", "dst", "vc", "bytes", "done_cycle" } },
                   { "rows", flow_list(flows) } };
    j["series"] = { { "bucket_us", static_cast<double>(f.bucket()) * us },
                    { "columns", { "delivered_bytes", "deepest_queue_bytes", "drops" } },
                    { "rows", std::move(series) } };
    return j;
}

void print_table(const Json &r)
{
    const auto v = [&](const char *a, const char *b) { return r[a][b].get<double>(); };
    const auto s = [&](const char *a, const char *b) { return r[a][b].get<std::string>(); };

    printf("%s, %s, %s, seed %.0f\n", s("config", "topology").c_str(),
           s("config", "workload").c_str(), s("config", "spray").c_str(), v("config", "seed"));
    printf("  endpoints   %s, %s\n", r["config"]["endpoints"].dump().c_str(),
           s("config", "preset").c_str());
    printf("  delivered   %.0f payloads in %.2f us; the line alone takes %.2f us (%.1f %%)\n",
           v("payloads", "delivered"), v("time", "us"), v("time", "bound_us"),
           100 * v("time", "of_bound"));
    printf("  completion  %.0f flows: p50 %.2f us, p99 %.2f us, last %.2f us, fairness %.3f\n",
           v("completion", "complete"), v("completion", "p50_us"), v("completion", "p99_us"),
           v("completion", "max_us"), v("completion", "fairness"));
    printf("  resent      %.0f payloads, %.3f frames a payload, %.0f timeouts, %.0f NACKs\n",
           v("payloads", "resent"), v("payloads", "frames_each"), v("payloads", "timeouts"),
           v("payloads", "nacks"));
    if (r.contains("selective"))
        printf("  selective   %.0f links agreed; %.0f payloads held, %.0f maps, %.0f tail probes\n",
               v("selective", "links_agreed"), v("selective", "held"), v("selective", "maps"),
               v("selective", "tail_probes"));
    if (r.contains("lives"))
        printf("  lives       %.0f closes asked, %.0f ends of links closed, %.0f restarts; %.0f "
               "payloads given again, %.0f delivered again\n", v("lives", "closes_asked"),
               v("lives", "links_closed"), v("lives", "restarts"), v("lives", "given_again"),
               v("lives", "delivered_again"));
    printf("  lost        %.0f in switches, %.0f on cables, %.0f on cables that were down\n",
           v("queues", "dropped"), v("cables", "lost"), v("cables", "lost_down"));
    printf("  queues      p50 %.0f, p99 %.0f, deepest %.0f bytes\n", v("queues", "p50_bytes"),
           v("queues", "p99_bytes"), v("queues", "deepest_bytes"));
    printf("  speed       %.0f payloads a CPU second; start %.2f s, run %.2f s\n",
           v("speed", "payloads_a_cpu_s"), v("speed", "start_cpu_s"), v("speed", "run_cpu_s"));
    if (v("control", "compared_cycles") > 0)
        printf("  lockstep    %.0f cycles compared, no difference\n",
               v("control", "compared_cycles"));
}

bool write_json(const std::string &path, const Json &r)
{
    std::ofstream out(path);
    out << r.dump() << "\n";
    out.close();
    return !out.fail();
}

} // namespace fabric

// SPDX-License-Identifier: Apache-2.0
//
// System scenarios: two MACs on a wire, in lockstep with their models, judged by the scoreboard.
// Each scenario fails also when its stimulus missed what it claims to test. Some rows of the table
// of faults run with them, in every preset.
//
//     test_system [--preset NAME] [--dut lockstep|rtl|model] [--seed N] [--only NAME] [--rtl-dir D]
//                 [--trace F.fst] [--start-cycle N] [--shuffle SEED] [--list]
//     test_system --faults quick|all [--preset NAME,NAME..] [--only FAULT[.DOSE]] [--json F] ...
//
// --faults: the table of faults (fault.h) instead of the scenarios, all doses or those of CI.
// --start-cycle: the MACs count their cycles from N on instead of 0, a multiple of 64.
// --shuffle: the blocks of the model have their edges in random order; nothing may move.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "cells.h"
#include "cli.h"
#include "fault.h"
#include "presets.h"
#include "report.h"
#include "system.h"

namespace {

struct Args {
    Setup setup{ "dojo", "", {}, DutKind::lockstep, 1 };
    std::string only, trace;
    bool list = false, table = false;
    FaultArgs faults;
};

std::vector<std::string> split(const std::string &s)
{
    std::vector<std::string> v(1);
    for (const char ch : s) {
        if (ch == ',') v.emplace_back();
        else v.back() += ch;
    }
    return v;
}

bool parse(int argc, char **argv, Args *a)
{
    const std::map<std::string, uint64_t *> numbers = {
        { "--seed", &a->setup.seed }, { "--start-cycle", &a->setup.start_cycle },
        { "--shuffle", &a->setup.shuffle },
    };
    for (int i = 1; i < argc; i++) {
        const std::string k = argv[i];
        if (k == "--list") {
            a->list = true;
            continue;
        }
        if (i + 1 == argc) return false;
        const std::string v = argv[++i];
        a->table |= k == "--faults";
        if (k == "--preset") a->setup.preset = v;
        else if (numbers.count(k)) {
            if (!read_number(v, 0, UINT64_MAX, numbers.at(k))) return false;
        }
        else if (k == "--only") a->only = v;
        else if (k == "--rtl-dir") a->setup.rtl_dir = v;
        else if (k == "--trace") a->trace = v;
        else if (k == "--json") a->faults.json = v;
        else if (k == "--faults" && (v == "quick" || v == "all")) a->faults.all = v == "all";
        else if (k == "--dut" && v == "model") a->setup.dut = DutKind::model;
        else if (k == "--dut" && v == "rtl") a->setup.dut = DutKind::rtl;
        else if (k == "--dut" && v == "lockstep") a->setup.dut = DutKind::lockstep;
        else return false;
    }
    a->faults.presets = split(a->setup.preset);
    a->faults.only = a->only;
    a->faults.trace = a->trace;
    return a->setup.start_cycle % 64 == 0
        && (a->table || find_preset(a->setup.preset, &a->setup.params));
}

std::string again(const Args &a, const std::string &name)
{
    return "test_system --preset " + a.setup.preset
        + " --dut " + dut_kind_name(a.setup.dut) + " --seed " + std::to_string(a.setup.seed)
        + " --only " + name
        + (a.setup.start_cycle ? " --start-cycle " + std::to_string(a.setup.start_cycle) : "")
        + (a.setup.shuffle ? " --shuffle " + std::to_string(a.setup.shuffle) : "");
}

bool say(const Args &a, const std::string &name, uint64_t cycles, uint64_t payloads,
         const std::string &why)
{
    printf("%s %s preset=%s seed=%llu cycles=%llu payloads=%llu%s%s\n",
           why.empty() ? "PASS" : "FAIL", name.c_str(), a.setup.preset.c_str(),
           static_cast<unsigned long long>(a.setup.seed), static_cast<unsigned long long>(cycles),
           static_cast<unsigned long long>(payloads), why.empty() ? "" : " : ", why.c_str());
    fflush(stdout);
    if (!why.empty()) fprintf(stderr, "  repeat with: %s\n", again(a, name).c_str());
    return why.empty();
}

bool run_scenario(const Scenario &s, const Args &a)
{
    ttp_cells_test(s.name);
    World w(a.setup, s.options);
    if (!a.trace.empty()) w.net.trace_to(a.trace, w.net.cycle);
    if (w.ok()) s.run(w);
    if (w.net.size() >= 2) w.finish();
    const bool good = say(a, s.name, w.net.cycle, w.net.score.count().delivered, w.why());
    if (good) return true;
    print_failure(w.net, again(a, s.name));
    for (const std::string &line : w.net.score.stuck()) fprintf(stderr, "  %s\n", line.c_str());
    if (!w.net.failed() && w.net.size()) print_events(w.net[0], nullptr);
    return false;
}

bool run_row(const FaultRow &r, const Args &a)
{
    ttp_cells_test(r.name().c_str());
    const FaultResult f = run_fault(a.setup, r, a.trace);
    return say(a, r.name(), f.cycles, f.delivered, f.why);
}

} // namespace

int main(int argc, char **argv)
{
    Args a;
    if (!parse(argc, argv, &a)) {
        fprintf(stderr, "usage: test_system [--preset NAME] [--dut lockstep|rtl|model] [--seed N]"
                        " [--only NAME] [--rtl-dir D] [--trace F.fst] [--start-cycle N]"
                        " [--shuffle SEED] [--list]\n"
                        "       test_system --faults quick|all [--preset NAME,NAME..]"
                        " [--only FAULT[.DOSE]] [--json F] ...\n");
        return 2;
    }
    if (a.table) return fault_table(a.setup, a.faults);
    unsigned ran = 0, failed = 0;
    const auto chosen = [&](const std::string &name) {
        if (a.list) printf("%s\n", name.c_str());
        const bool run = !a.list && (a.only.empty() || a.only == name);
        ran += run;
        return run;
    };
    for (auto group : { traffic_scenarios, counter_scenarios, input_scenarios, link_scenarios,
                        closing_scenarios, host_scenarios, reset_scenarios, register_scenarios,
                        interrupt_scenarios, order_scenarios })
        for (const Scenario &s : group())
            if (chosen(s.name)) failed += !run_scenario(s, a);
    for (const FaultRow &r : rows_everywhere(a.setup.params))
        if (chosen(r.name())) failed += !run_row(r, a);
    if (a.list) return 0;
    if (ran == 0) fprintf(stderr, "test_system: no such scenario\n");
    return ran == 0 ? 2 : failed != 0;
}

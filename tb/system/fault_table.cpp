// SPDX-License-Identifier: Apache-2.0
//
// The table of faults as a whole: which rows run, a line for each, and the JSON file.
#include <cstdio>
#include <fstream>

#include <nlohmann/json.hpp>

#include "fault.h"
#include "presets.h"

namespace {

const std::set<std::string> EVERYWHERE = { "ack_loss.64_trips", "back_pressure.20000",
                                           "midpacket.frame_in/8", "midpacket.frame_out/8" };

std::vector<FaultRow> all_rows()
{
    std::vector<FaultRow> all;
    for (auto group : { wire_faults, order_faults, forged_faults, restart_faults, host_faults })
        for (const FaultRow &r : group()) all.push_back(r);
    return all;
}

bool chosen(const FaultRow &r, const FaultArgs &a)
{
    if (!a.only.empty()) return a.only == r.fault || a.only == r.name();
    return a.all || r.quick;
}

std::string repeat_of(const Setup &s, const FaultRow &r)
{
    return "build/test_system --faults all --preset " + s.preset + " --dut "
        + dut_kind_name(s.dut) + " --seed " + std::to_string(s.seed)
        + (s.start_cycle ? " --start-cycle " + std::to_string(s.start_cycle) : "")
        + " --only " + r.name();
}

void print(const Setup &s, const FaultRow &r, const FaultResult &f)
{
    using ull = unsigned long long;
    printf("%s %-12s %-16s %-9s %8llu %8llu %6.2f %7.2f /%7.2f  %-14s %8llu%s%s%s%s\n",
           f.why.empty() ? "PASS" : "FAIL", r.fault, r.dose, s.preset.c_str(),
           static_cast<ull>(f.injected), static_cast<ull>(f.delivered), f.frames_per_payload,
           f.recovery, f.bound, f.counter.c_str(), static_cast<ull>(f.counted),
           f.note.empty() ? "" : "  ", f.note.c_str(), f.why.empty() ? "" : " : ", f.why.c_str());
    if (!f.why.empty()) fprintf(stderr, "  repeat with: %s\n", repeat_of(s, r).c_str());
    fflush(stdout);
}

nlohmann::ordered_json entry(const Setup &s, const FaultRow &r, const FaultResult &f)
{
    return { { "fault", r.fault }, { "dose", r.dose }, { "dut", dut_kind_name(s.dut) },
             { "preset", s.preset }, { "seed", s.seed }, { "quick", r.quick },
             { "injected", f.injected }, { "delivered", f.delivered },
             { "frames_per_payload", f.frames_per_payload },
             { "recovery_timeouts", f.recovery }, { "bound_timeouts", f.bound },
             { "bystander_cycles", f.bystander }, { "bystander_bound", f.bystander_bound },
             { "counter", f.counter }, { "counted", f.counted }, { "expected", f.expected },
             { "note", f.note }, { "cycles", f.cycles }, { "compared", f.compared },
             { "ok", f.why.empty() }, { "why", f.why }, { "repeat", repeat_of(s, r) } };
}

} // namespace

std::vector<FaultRow> rows_everywhere(const ttp_params &p)
{
    // At 512 bit a receive store of two payloads is too small for a victim and a bystander at once.
    const bool crowded = p.data_w == 512 && p.rx_cells == 32;
    std::vector<FaultRow> rows;
    for (const FaultRow &r : all_rows())
        if (EVERYWHERE.count(r.name()) && !(crowded && r.fault == std::string("midpacket")))
            rows.push_back(r);
    return rows;
}

int fault_table(const Setup &s, const FaultArgs &a)
{
    const std::vector<FaultRow> all = all_rows();
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    unsigned ran = 0, failed = 0;
    uint64_t cycles = 0;
    printf("     %-12s %-16s %-9s %8s %8s %6s %7s /%7s  %-14s %8s\n", "fault", "dose", "preset",
           "injected", "deliv.", "f/p", "recov.", "bound", "counter", "counted");
    for (const std::string &preset : a.presets) {
        Setup at = s;
        at.preset = preset;
        if (!find_preset(preset, &at.params)) {
            fprintf(stderr, "test_system: no preset %s\n", preset.c_str());
            return 2;
        }
        for (const FaultRow &r : all) {
            if (!chosen(r, a)) continue;
            const FaultResult f = run_fault(at, r, a.trace);
            ran++;
            failed += !f.why.empty();
            cycles += f.compared;
            print(at, r, f);
            rows.push_back(entry(at, r, f));
        }
    }
    printf("%s: %u of %u rows, %llu cycles compared\n", failed ? "FAIL" : "PASS", ran - failed, ran,
           static_cast<unsigned long long>(cycles));
    if (!a.json.empty() && ran) {
        std::ofstream(a.json) << nlohmann::ordered_json{ { "rows", rows } }.dump(1) << "\n";
    }
    if (ran == 0) fprintf(stderr, "test_system: no such fault\n");
    return ran == 0 ? 2 : failed != 0;
}

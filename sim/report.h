// SPDX-License-Identifier: Apache-2.0
//
// What a run says about itself: failures, summary, JSON.
#ifndef TTPSIM_REPORT_H
#define TTPSIM_REPORT_H

#include <string>
#include <vector>

#include "counters.h"
#include "lives.h"
#include "net.h"

// The link's last trace records and the last frames at a MAC's wire port, to stderr.
void print_events(const Node &n, const Difference *d);

// Difference, failed assertion or faults of the witnesses, with the waveform and the command that
// repeats it, to stderr. Nothing if nothing failed.
void print_failure(Net &net, const std::string &command);

struct RunResult {
    std::string preset, dut, file, failure;    // failure: empty, or one line
    unsigned line_bytes = 0, directions = 1;   // bytes a beat
    uint64_t seed = 0, cycles = 0, transfer_cycles = 0, bytes = 0, payloads = 0, file_bytes = 0;
    uint64_t compared = 0, mismatches = 0;
    bool identical = false, counters_read = false;
    int exit = 0;
    double cpu_seconds = 0;
    std::vector<std::string> names;            // of the MACs
    std::vector<Counters> counters;            // one each
    Tunables timers;                           // .write: set by the run
    WireCount wire;
    bool selective = false;                    // they were told to agree: `score` counts
    ScoreCount score;
    bool harmed = false;                       // the hosts close and restart: `lives` counts
    LivesCount lives;
};

void print_summary(const RunResult &r);
bool write_json(const RunResult &r, const std::string &path);

// Model, Verilator, compiler and harness.
std::vector<std::pair<std::string, std::string>> tool_versions();

#endif

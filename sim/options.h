// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim run`.
#ifndef TTPSIM_OPTIONS_H
#define TTPSIM_OPTIONS_H

#include <cstdint>
#include <string>

#include "cli.h"
#include "dut.h"
#include "lives.h"
#include "wire/wire.h"

struct Options {
    std::string preset = "dojo", own, file, out, pcap, trace, json, rtl_dir, fail_trace;
    ttp_params params{};              // of the preset, changed by `own`, --params as typed
    DutKind dut = DutKind::lockstep;
    Harm harm;
    double stall = 0, wire_stall = 0, maps_lost = 0;
    bool bidir = false, pace = false, skip = true, fork = true;
    bool rules = false;               // no MAC at all: model/rules/ at both ends
    bool selective = false;           // of MACs: those with SELECTIVE only
    bool offer_all = false;
    int alone = -1;                   // only of this one of A and B; -1: of both
    std::string peer;                 // preset of MAC B, "": as A
    ttp_params peer_params{};
    uint32_t delay_window = 0, in_flight = 64;                      // likewise
    bool reset_timers = false;        // leave the timers as they come out of reset
    uint32_t links = 1, payload = 1024, timeout = 0;      // timeout 0: chosen from the delay
    uint32_t open_tmo = 0, close_tmo = 0, backoff = 0, retry_max = 0;      // 0: from `timeout`
    uint32_t closes = 0, restarts = 0;                    // of A and of B, each so often
    Boots boots = Boots::step;
    uint64_t seed = 1, max_cycles = 0, window = 2000, trace_from = 0;   // max_cycles 0: default
    uint64_t begin = 0;               // no payload before this cycle
    uint64_t start_cycle = 0;         // of the MACs' cycle counters, a multiple of 64
    Plant plant;
    std::string command;              // as it was typed
};

// MAC A, 0, or B, 1, has SELECTIVE and its switch on.
bool agrees(const Options &o, int end);
Parse parse_options(int argc, const char *const *argv, Options *o);

#endif

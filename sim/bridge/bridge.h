// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim bridge`: one MAC whose wire is a process outside the simulator.
//
//     --send FILE|- -> HostSource   MAC   WireOut -> Wire (harms) -> OuterWire -> UDP, TAP, capture
//     --recv FILE|- <- HostSink           WireIn  <- Wire (harms) <- OuterWire <-
//
// With --ipv4 frames are turned between MAC and Wire, as ttp_port does it (docs/port.md).
#ifndef TTPSIM_BRIDGE_H
#define TTPSIM_BRIDGE_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "counters.h"
#include "dut.h"
#include "options.h"
#include "wire/ipv4.h"
#include "wire/wire.h"

struct BridgeOptions {
    std::string preset = "nic1g", wire, send, recv, pcap, record, rtl_dir;
    ttp_params params{};
    DutKind dut = DutKind::model;
    Harm harm;
    uint32_t node = 0, peer = 0, vc = 0, payload = 0;   // payload 0: by the profile
    bool has_peer = false, interop = false, exact = false;
    bool in_ipv4 = false, selective = false;
    Ipv4Config ipv4;
    std::vector<std::pair<std::string, std::string>> given;     // names and values
    uint64_t hz = 0, seed = 1;                          // hz 0: measured at start
    uint64_t begin = 0;                                 // cycle of the first payload, at least
    uint32_t epoch = 0, retry_max = 0;                  // 0: chosen at start, by the profile
    // Seconds; below 0: by the profile.
    double timeout = -1, open_timeout = -1, close_timeout = -1, backoff = -1, reack = -1;
    double stats = 0, limit = 0;                        // seconds, 0: none
    double restarts = -1;                               // seconds between two; 0: only the peer's
    double linger = 2;                                  // seconds of silence, see maybe_close()
    Plant plant;
};

// The registers that the options ask for, at this many cycles a second.
struct BridgeTimes {
    Tunables regs;
    uint32_t reack = 0;
    std::vector<std::pair<uint32_t, uint32_t>> more;    // further registers, and their values
    uint64_t pause = 0;                                 // --linger in cycles
    uint64_t linger = 0;                                // cycles of silence after the peer's CLOSE
};

Parse parse_bridge(int argc, const char *const *argv, BridgeOptions *o);
// round_trip: cycles that a frame and its answer take on a wire with simulated time; 0: none.
BridgeTimes bridge_times(const BridgeOptions &o, uint64_t hz, uint64_t round_trip);
uint32_t bridge_payload(const BridgeOptions &o);         // bytes, if not chosen
// Picoseconds of a cycle, on a wire with simulated time.
uint64_t bridge_cycle(const BridgeOptions &o);
// The command that feeds a recording to an equal MAC.
std::string repeat_command(const BridgeOptions &o, uint64_t hz, const std::string &recording);

int bridge_main(int argc, char **argv);

#endif

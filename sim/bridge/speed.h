// SPDX-License-Identifier: Apache-2.0
//
// What `--hz auto` measures.
#ifndef TTPSIM_BRIDGE_SPEED_H
#define TTPSIM_BRIDGE_SPEED_H

#include <cstdint>

#include "bridge/bridge.h"

// Cycles a second that this machine simulates one such MAC in, while payloads go both ways; 0: it
// could not be made to run.
double measured_speed(const BridgeOptions &o);

// A round number of simulated cycles a second that leaves room for other work.
uint64_t choose_hz(double speed, DutKind dut);

#endif

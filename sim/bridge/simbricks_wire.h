// SPDX-License-Identifier: Apache-2.0
//
// A SimBricks channel as the far end of a bridge's wire; docs/simbricks.md.
#ifndef TTPSIM_BRIDGE_SIMBRICKS_WIRE_H
#define TTPSIM_BRIDGE_SIMBRICKS_WIRE_H

#include <memory>
#include <string>

#include "bridge/wire.h"

// Waits until the other side is there. NULL and *why if it can not be had.
std::unique_ptr<OuterWire> open_simbricks(const std::string &spec, uint64_t cycle_ps,
                                          std::string *why);

#endif

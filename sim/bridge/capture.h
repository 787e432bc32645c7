// SPDX-License-Identifier: Apache-2.0
//
// A capture as the far end of a wire; see bridge/wire.h.
#ifndef TTPSIM_BRIDGE_CAPTURE_H
#define TTPSIM_BRIDGE_CAPTURE_H

#include "bridge/wire.h"

std::unique_ptr<OuterWire> open_capture(const std::string &path, uint32_t node, bool exact,
                                        std::string *why);

#endif

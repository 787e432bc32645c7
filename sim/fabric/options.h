// SPDX-License-Identifier: Apache-2.0
//
// The command line of build/ttpfabric.
#ifndef TTPFABRIC_OPTIONS_H
#define TTPFABRIC_OPTIONS_H

#include <string>

#include "cli.h"
#include "fabric/fabric.h"

namespace fabric {

struct Options {
    FabricConfig fabric;
    std::string json, command;
    bool table = true;
    bool cycles = false;             // the cycle figures instead of a workload
    std::string wire;                // not empty: only this node, the rest is at its other end
    uint32_t node = 0;
};

Parse parse_options(int argc, const char *const *argv, Options *o);

} // namespace fabric

#endif

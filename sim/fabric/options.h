// SPDX-License-Identifier: Apache-2.0
//
// The command line of build/ttpfabric.
#ifndef TTPFABRIC_OPTIONS_H
#define TTPFABRIC_OPTIONS_H

#include <string>

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

extern const char HELP[];

enum class Parse { run, done, bad };

// done: help was printed. bad: one line on stderr says why.
Parse parse_options(int argc, char **argv, Options *o);

} // namespace fabric

#endif

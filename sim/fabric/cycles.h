// SPDX-License-Identifier: Apache-2.0
//
// The first control of a fabric: two MACs back to back, measured in the fabric, have the cycle
// figures of `make bench`.
#ifndef TTPFABRIC_CYCLES_H
#define TTPFABRIC_CYCLES_H

#include <string>

#include "fabric/fabric.h"

namespace fabric {

// Prints them as one JSON object, with the names of `ttpbench cycles`. False and *why.
bool print_cycles(const FabricConfig &c, std::string *why);

} // namespace fabric

#endif

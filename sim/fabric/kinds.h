// SPDX-License-Identifier: Apache-2.0
//
// Which node is what, and in which process.
#ifndef TTPFABRIC_KINDS_H
#define TTPFABRIC_KINDS_H

#include <string>

#include "fabric/options.h"

namespace fabric {

// "model,0=lockstep,4-7=rules,8=simbricks:PATH". "" or what is wrong.
std::string read_kinds(const std::string &text, uint32_t nodes, FabricConfig *f);

// Do --endpoints, --node (if given) and --wire fit together? "" or what is wrong.
std::string check_across(bool node_given, Options *o);

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What a run has shown: as JSON with everything in it, and as a short table.
#ifndef TTPFABRIC_REPORT_H
#define TTPFABRIC_REPORT_H

#include <nlohmann/json.hpp>

#include "fabric/options.h"

namespace fabric {

// Reads the counters of the MACs: the last thing that is done with them.
nlohmann::ordered_json report(const Options &o, Fabric &f);
void print_table(const nlohmann::ordered_json &r);
// False if it can not be written.
bool write_json(const std::string &path, const nlohmann::ordered_json &r);

} // namespace fabric

#endif

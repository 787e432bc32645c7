// SPDX-License-Identifier: Apache-2.0
//
// A list of flows from a file; its form is in workload.h.
#ifndef TTPFABRIC_WORKLOAD_FILE_H
#define TTPFABRIC_WORKLOAD_FILE_H

#include <memory>
#include <string>

#include "fabric/workload.h"

namespace fabric {

// nullptr and *why, one line with the number of the wrong line.
std::unique_ptr<Workload> read_flows(const std::string &path, Flows &flows, std::string *why);

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// `ttpfabric --node N --wire PATH`: one node of a fabric in a process of its own. Its MAC and its
// host are here; the cable goes over a SimBricks channel to the ttpfabric that has the rest.
#ifndef TTPFABRIC_ALONE_H
#define TTPFABRIC_ALONE_H

#include "fabric/options.h"

namespace fabric {

// The exit code; what is wrong is said on stderr.
int run_alone(const Options &o);

} // namespace fabric

#endif

// SPDX-License-Identifier: Apache-2.0
//
// How a user says where the other side of a SimBricks channel is:
//
//     [listen:|connect:]PATH[:SHM][:OPTION=VALUE]...
//
// A form that SimBricks' own adapters take. PATH is a Unix socket. SHM, of a listener, is a file
// for the shared memory; without it the memory has no name.
#ifndef TTPSIM_SIMBRICKS_SPEC_H
#define TTPSIM_SIMBRICKS_SPEC_H

#include <cstdint>
#include <string>

#include "simbricks/layout.h"

namespace simbricks {

struct Spec {
    bool listen = true;
    std::string path, shm;
    bool sync = true;
    uint64_t latency = DEFAULT_LATENCY;          // ps
    uint64_t interval = 0;                       // ps between two syncs at most; 0: the latency
    bool any = false;                            // the peer may have another latency
    bool stay = false;                           // time goes on when our work is done
    uint64_t slots = DEFAULT_SLOTS, slot = DEFAULT_SLOT;   // of a listener
    double wait = 30;                            // seconds, until the peer has come
    bool relay = false;                          // what is promised comes from elsewhere
};

extern const char *const SPEC_HELP;              // of the options, for a line of complaint

// listen: what it is when the text does not say. cycle_ps: for times given in cycles. False and
// *why, one line.
bool parse_spec(const std::string &text, bool listen, uint64_t cycle_ps, Spec *s,
                std::string *why);

} // namespace simbricks

#endif

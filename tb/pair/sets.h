// SPDX-License-Identifier: Apache-2.0
//
// The sets of bounds of `make prove-pair`. No single set can hold all that can happen, so each
// leaves some of it out and goes further in the rest.
#ifndef TB_PAIR_SETS_H
#define TB_PAIR_SETS_H

#include "pair.h"

namespace pair {

struct Set {
    const char *name;
    bool quick;             // of the tests that always run
    const char *options;
    const char *needs;      // what must have been met
};
const std::vector<Set> &sets();

// What of `needs` was not met, empty: nothing.
std::string missing(const char *needs, const Met &m);

} // namespace pair

#endif

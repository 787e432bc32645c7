// SPDX-License-Identifier: Apache-2.0
//
// See endpoint.h.
#include "fabric/endpoint.h"

#include "rng.h"

namespace fabric {

const char *kind_name(Kind k)
{
    static const char *const name[] = { "model", "rules", "rtl", "lockstep" };
    return name[static_cast<int>(k)];
}

bool find_kind(const std::string &name, Kind *k)
{
    for (const Kind i : { Kind::model, Kind::rules, Kind::rtl, Kind::lockstep }) {
        if (name != kind_name(i)) continue;
        *k = i;
        return true;
    }
    return false;
}

uint16_t EndConfig::life(uint32_t node) const
{
    return static_cast<uint16_t>(mix64(mix64(seed) + node) | 1);
}

} // namespace fabric

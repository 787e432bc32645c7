// SPDX-License-Identifier: Apache-2.0
//
// See endpoint.h.
#include "fabric/endpoint.h"

#include <vector>

#include "rng.h"

namespace fabric {

const char *kind_name(Kind k)
{
    static const char *const name[] = { "model", "rules", "rtl", "lockstep", "simbricks" };
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

void Endpoint::record(bool sent, uint64_t cycle, const Frame &f)
{
    const uint64_t ns = cycle * clock().period_ps / 1000;
    std::vector<uint8_t> bytes(f.bytes, f.bytes + f.size);
    if (!f.solid) {
        Frame whole = f;
        whole.make_solid();
        bytes.assign(whole.bytes, whole.bytes + whole.size);
    }
    capture->packet(sent ? 0 : 1, sent ? PcapngOut::OUT : PcapngOut::IN, ns, bytes, {});
}

uint16_t EndConfig::life(uint32_t node) const
{
    return static_cast<uint16_t>(mix64(mix64(seed) + node) | 1);
}

} // namespace fabric

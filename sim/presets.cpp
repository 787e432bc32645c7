// SPDX-License-Identifier: Apache-2.0
//
// The configurations by name; see presets.h.
#include "presets.h"

#include <cstring>

const std::vector<NamedPreset> &all_presets()
{
    static const std::vector<NamedPreset> all = {
#define PRESET(name, ...) { #name, preset_params::name },
#include "presets.def"
#undef PRESET
    };
    return all;
}

bool find_preset(const std::string &name, ttp_params *p)
{
    for (const NamedPreset &n : all_presets()) {
        if (name == n.name) {
            *p = n.params;
            return true;
        }
    }
    return false;
}

std::string check_presets()
{
    for (const NamedPreset &n : all_presets()) {
        ttp_params m;
        if (ttp_params_preset(n.name, &m) && memcmp(&m, &n.params, sizeof m) != 0)
            return std::string("preset ") + n.name + ": sim/presets.def and the model differ";
        if (const char *why = ttp_params_check(&n.params))
            return std::string("preset ") + n.name + ": " + why;
    }
    return "";
}

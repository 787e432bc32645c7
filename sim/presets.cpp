// SPDX-License-Identifier: Apache-2.0
//
// The configurations by name; see presets.h.
#include "presets.h"

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

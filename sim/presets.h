// SPDX-License-Identifier: Apache-2.0
//
// presets.def for C++: a constant for each configuration, and a table of them.
#ifndef TTPSIM_PRESETS_H
#define TTPSIM_PRESETS_H

#include <string>
#include <vector>

#include "ttp_defs.h"
#include "ttp_model.h"
#include "ttp_regs.h"

namespace preset_params {
#define PRESET(name, dw, txc, txp, rxc, sets, ways, trace, sp, deep, selective, order, \
    window) \
    constexpr ttp_params name = { dw, txc, txp, rxc, sets, ways, trace, sp, deep, \
        selective, TTP_RST_TIMEOUT, TTP_RST_OPEN_TMO, TTP_RST_CLOSE_TMO, TTP_RST_BACKOFF, \
        TTP_RST_RETRY_MAX, TTP_OUI, order, 0, window };
#include "presets.def"
#undef PRESET
}

struct NamedPreset {
    const char *name;
    ttp_params params;
};

const std::vector<NamedPreset> &all_presets();

// False if there is no such preset.
bool find_preset(const std::string &name, ttp_params *p);

#endif

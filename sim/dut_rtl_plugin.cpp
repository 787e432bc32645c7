// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each preset, with -DPRESET_NAME=... and -DVTOP=Vmac_..., -DVTOP_H=\"Vmac_....h\",
// and linked with its Verilated RTL to build/rtl_<preset>.so.
#include VTOP_H
#include "dut_rtl.h"
#include "presets.h"

namespace {

Dut *make(Waves *waves, const char *instance)
{
    return std::make_unique<RtlDut<VTOP>>(waves, instance).release();
}

} // namespace

extern "C" const RtlPlugin *ttpsim_rtl_plugin()
{
    static const RtlPlugin plugin = { RTL_PLUGIN_ABI, preset_params::PRESET_NAME, make };
    return &plugin;
}

// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each preset, with -DPRESET_NAME=... and -DVTOP=Vmac_...,
// -DVTOP_H=\"Vmac_....h\", and linked with its Verilated RTL to build/rtl_<preset>.so.
// -DVTOP_ROOT_H names Verilator's header of the signals inside, for what
// sim/ttp_mac.vlt keeps visible; a netlist has none of it. A set that is in no table
// comes as -DOWN_PARAMS=..., the fields of ttp_params in their order.
#include VTOP_H
#ifdef VTOP_ROOT_H
#include VTOP_ROOT_H
#endif
#include "dut_rtl.h"
#include "presets.h"

#ifdef OWN_PARAMS
#define SET ttp_params{ OWN_PARAMS }
#else
#define SET preset_params::PRESET_NAME
#endif

namespace {

uint64_t *cycle_counter(VTOP &top)
{
#ifdef VTOP_ROOT_H
    return &top.rootp->ttp_mac__DOT__u_csr__DOT__now_q;
#else
    static_cast<void>(top);
    return nullptr;
#endif
}

Dut *make(Waves *waves, const char *instance)
{
    return std::make_unique<RtlDut<VTOP>>(waves, instance, cycle_counter).release();
}

} // namespace

extern "C" const RtlPlugin *ttpsim_rtl_plugin()
{
    static const RtlPlugin plugin = { RTL_PLUGIN_ABI, SET, make };
    return &plugin;
}

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

// Verilator's own variable, by another name in another version, or none.
template <class R> auto seen_clk(R *root, int) -> decltype(&root->__Vtrigrprev__TOP__clk)
{
    return &root->__Vtrigrprev__TOP__clk;
}

template <class R> uint8_t *seen_clk(R *, long)
{
    return nullptr;
}

#ifdef VTOP_ROOT_H
// Where the RTL has it, or a netlist with mutants (scripts/selfcheck/whole.py).
template <class R> auto now(R *root, int)
    -> decltype(&root->ttp_mac__DOT__u_control__DOT__u_csr__DOT__now_q)
{
    return &root->ttp_mac__DOT__u_control__DOT__u_csr__DOT__now_q;
}

template <class R> auto now(R *root, long)
    -> decltype(&root->ttp_mac__DOT__u_net__DOT__u_control__02eu_csr__DOT__now_q)
{
    return &root->ttp_mac__DOT__u_net__DOT__u_control__02eu_csr__DOT__now_q;
}
#endif

RtlInside inside(VTOP &top)
{
#ifdef VTOP_ROOT_H
    return { now(top.rootp, 0), seen_clk(top.rootp, 0) };
#else
    static_cast<void>(top);
    return { nullptr, nullptr };
#endif
}

Dut *make(Waves *waves, const char *instance)
{
    return std::make_unique<RtlDut<VTOP>>(waves, instance, inside).release();
}

} // namespace

extern "C" const RtlPlugin *ttpsim_rtl_plugin()
{
    static const RtlPlugin plugin = { RTL_PLUGIN_ABI, SET, make };
    return &plugin;
}

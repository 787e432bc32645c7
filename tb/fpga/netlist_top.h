// SPDX-License-Identifier: Apache-2.0
//
// What a Verilated netlist needs beside the RTL's glue (sim/dut_rtl_plugin.cpp). Included twice:
// ahead of Verilator's output by -include, and with NETLIST_CLASS as the top that the plugin
// drives.
//
// Flops and memories without a content of their own start with random bits drawn from the seed
// TTP_XINIT, with 0 if that is 0 or not set. Verilator draws initial values by these macros, and
// the context of ttpsim sets them all to 0.
#ifndef TB_NETLIST_TOP_H
#define TB_NETLIST_TOP_H

#include <verilated.h>

#include <cstdlib>

inline QData netlist_init_bits(int n)
{
    static const char *const text = getenv("TTP_XINIT");
    static const QData seed = text ? strtoull(text, nullptr, 0) : 0;
    static QData s = seed * 0x9e3779b97f4a7c15ull + 1;
    if (!seed) return 0;
    s ^= s >> 12; s ^= s << 25; s ^= s >> 27;
    return (s * 2685821657736338717ull) >> (64 - n);
}
inline WDataOutP netlist_init_wide(int n, WDataOutP p)
{
    for (int i = 0; i < n; i += 32)
        p[i / 32] = static_cast<EData>(netlist_init_bits(n - i < 32 ? n - i : 32));
    return p;
}
#define VL_RAND_RESET_I(n) static_cast<IData>(netlist_init_bits(n))
#define VL_RAND_RESET_Q(n) netlist_init_bits(n)
#define VL_RAND_RESET_W(n, p) netlist_init_wide(n, p)

#endif

#ifdef NETLIST_CLASS
#include NETLIST_CLASS_H

class VerilatedFstC;

// A hundred thousand nets that no one looks at: no waveform.
struct NetlistTop : NETLIST_CLASS {
    using NETLIST_CLASS::NETLIST_CLASS;
    void trace(VerilatedFstC *, int) {}
};
#endif

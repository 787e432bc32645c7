// SPDX-License-Identifier: Apache-2.0
//
// Parameter sets that are in no table: "DATA_W=256 TX_CELLS=777", as text, as a name, and their
// RTL, which is built when a run asks for it.
#ifndef TTPSIM_PARAMS_H
#define TTPSIM_PARAMS_H

#include <string>

#include "ttp_model.h"

// NAME=VALUE with the names of rtl/ttp_mac.v, spaces or commas between; the rest of *p stays. False
// and *why, one line that names the parameter, if a name is not known or the set not legal.
bool read_params(const std::string &text, ttp_params *p, std::string *why);

// True if one of these parameters is a reset value of a timer register or of RETRY_MAX.
bool names_timer(const std::string &text);

// The preset with these parameters, or else a name that says what is in the set and that no other
// set has: own_w256_t777_p100_r64_s4x4.
std::string params_name(const ttp_params &p);

// Brings rtl_<name>.so beside the program up to date, with make in the directory above.
// False and *why if that failed.
bool build_rtl(const std::string &name, const ttp_params &p, std::string *why);

#endif

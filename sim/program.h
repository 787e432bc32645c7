// SPDX-License-Identifier: Apache-2.0
//
// Where the running program lies: beside it are the Verilated RTL and what failures leave.
#ifndef TTPSIM_PROGRAM_H
#define TTPSIM_PROGRAM_H

#include <string>

// Its folder; "." if that can not be found.
std::string program_dir();

// The folder of the RTL: build/asan has none of its own, that of build is not instrumented anyway.
std::string rtl_dir();

#endif
